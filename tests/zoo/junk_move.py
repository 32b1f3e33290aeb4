"""Returns something that is not a move."""


class CustomPlayer:
    def get_move(self, game, time_left):
        return "a1, and a cup of tea"
