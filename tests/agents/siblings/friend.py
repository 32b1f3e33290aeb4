"""Imports the agent that imports it."""

import game_agent
from isolation import Board


def bonus(game, player):
    blank = game.get_player_location(player) == Board.NOT_MOVED
    return 0 if blank else game_agent.DEPTH
