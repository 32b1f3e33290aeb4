"""Keeps a diary in the current directory, prints, and remembers positions in a global."""

SEEN = {}


class AlphaBetaPlayer:
    def get_move(self, game, time_left):
        SEEN[game.hash()] = game.to_string()
        with open("diary.txt", "a") as diary:  # noqa: PTH123
            diary.write(f"{game.move_count} {time_left():.0f}\n")
        print(game.to_string(symbols=["X", "O"]), end="")  # noqa: T201
        moves = sorted(game.get_legal_moves())
        return moves[0] if moves else (-1, -1)
