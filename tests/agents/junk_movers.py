"""Players that answer with anything but a legal move."""


class Nobody:
    def get_move(self, game, time_left):
        return None


class Floats:
    def get_move(self, game, time_left):
        row, column = game.get_legal_moves()[0]
        return row + 0.5, column + 0.5


class WholeFloats:
    def get_move(self, game, time_left):
        row, column = game.get_legal_moves()[0]
        return float(row), float(column)


class Resigner:
    def get_move(self, game, time_left):
        return (-1, -1)


class Lists:
    def get_move(self, game, time_left):
        return list(game.get_legal_moves()[0])


class Texts:
    def get_move(self, game, time_left):
        return "d4"


class Sleeper:
    """Looks at the clock until there is no time left, and then some."""

    def get_move(self, game, time_left):
        while time_left() > -1:
            pass
        return game.get_legal_moves()[0]
