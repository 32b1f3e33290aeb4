"""Always the first square from the top left."""


class CustomPlayer:
    def __init__(self, data=None, timeout=1.0):
        pass

    def get_move(self, game, time_left):
        return min(game.get_legal_moves())
