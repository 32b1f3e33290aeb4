"""Never returns, and ignores signals."""

import signal


class CustomPlayer:
    def get_move(self, game, time_left):
        for number in (signal.SIGTERM, signal.SIGXCPU, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        while True:
            pass
