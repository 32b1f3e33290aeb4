"""Allocates all the memory there is."""


class CustomPlayer:
    def get_move(self, game, time_left):
        kept = []
        while True:
            kept.append(bytes(50_000_000))
