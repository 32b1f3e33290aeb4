"""Prints without end."""


class CustomPlayer:
    def get_move(self, game, time_left):
        while True:
            print("me " * 10_000)
