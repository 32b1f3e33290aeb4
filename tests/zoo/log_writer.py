"""Honest but careless: leaves files in the working directory, and crashes."""


class CustomPlayer:
    def get_move(self, game, time_left):
        with open("log.txt", "w") as file:
            file.write("here")
        raise ValueError(open("log.txt").read())
