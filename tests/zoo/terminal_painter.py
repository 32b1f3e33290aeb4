"""Prints what would repaint a terminal or a page, then gives up."""


class CustomPlayer:
    def get_move(self, game, time_left):
        print("\x1b[2J\x1b]0;owned\x07<script>alert(1)</script>\u202eevil\r=1+1")
        raise ValueError("\x1b[31m<b>red</b>\nB| not what B printed")
