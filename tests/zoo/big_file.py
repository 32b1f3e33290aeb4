"""Writes one endless file."""


class CustomPlayer:
    def get_move(self, game, time_left):
        with open("file", "wb") as file:
            while True:
                file.write(bytes(1_000_000))
