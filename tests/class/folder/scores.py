"""What the agent next door thinks of positions."""


def reach(game, player):
    own = game.get_legal_moves(player)
    return len({further for move in own for further in game._Board__get_moves(move)})
