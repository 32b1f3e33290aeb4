"""Honest but careless: crashes with a long and colourful message."""


class CustomPlayer:
    def get_move(self, game, time_left):
        raise ValueError("\U0001f980\ud800" * 10_000)
