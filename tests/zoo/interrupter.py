"""Raises something that is not an Exception."""


class CustomPlayer:
    def get_move(self, game, time_left):
        raise KeyboardInterrupt
