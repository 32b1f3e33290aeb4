"""Calls itself forever."""


class CustomPlayer:
    def get_move(self, game, time_left):
        return self.get_move(game, time_left)
