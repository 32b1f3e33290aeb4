"""The catalogue: every heuristic known by name, what it means and where it comes from.

The numbers 000 to 004 stand for the five hand-written analyses that lastknight grew out of. In the
formulas own and opp are the numbers of legal moves of the player and of the opponent, whoever is to
move; a term that needs the location of a player not yet placed is 0.

Building blocks are a kind of their own: counts that say little alone and much in a weighted sum.
The core evaluates such a sum at once, so what "every known heuristic" stands for leaves them out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a heuristic takes, from its lowest to its highest value."""

    name: str
    default: float
    low: float
    high: float
    meaning: str
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """A heuristic of the catalogue."""

    name: str
    meaning: str
    formula: str
    source: str
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()


_POWER = Parameter("power", 1, 0, 16, "how much more good squares count than poor ones")
_WEIGHT = Parameter("weight", 1, -1000, 1000, "how much the opponent's moves count", is_whole=False)
_K = Parameter("k", 3, 0, 127, "how many moves after the first one count")

_ENTRIES = (
    Entry("null", "Knows only the end of the game.", "0", "built in"),
    Entry("open", "The number of own moves.", "own", "built in"),
    Entry(
        "improved",
        "Own moves minus the opponent's.",
        "own - opp",
        "built in; 001",
        aliases=("diff_legal_moves",),
    ),
    Entry(
        "center",
        "The squared distance from the centre; farther away scores higher.",
        "(height/2 - row)^2 + (width/2 - column)^2",
        "built in",
    ),
    Entry(
        "center_weighted",
        "Moves count double for the player on the centre square.",
        "2 own - opp on the centre; own - 2 opp if the opponent is; else own - opp",
        "000 heuristic 1",
    ),
    Entry(
        "blank_ratio",
        "Own moves minus the opponent's, as a share of the blank squares.",
        "own/blanks - opp/blanks",
        "000 heuristic 2",
    ),
    Entry(
        "edge_ratio",
        "The share of moves that lead to the edge, where less is better.",
        "e(opponent) - e(player), e = (moves to the edge + 1 if on it) / moves",
        "000 heuristic 3",
    ),
    Entry(
        "max_distance",
        "How far apart the players are, by the sums of row and column.",
        "|(own row + own column) - (opp row + opp column)|",
        "001 max_dis",
    ),
    Entry(
        "outer",
        "Own moves minus the opponent's, not counting moves to the edge.",
        "own moves off the edge - opp moves off the edge",
        "001 move_outer",
    ),
    Entry(
        "value",
        "Moves weighted by how good their squares are on an empty board.",
        "sum of V^power over own moves - weight * the same for opp, V = steps/8",
        "002",
        parameters=(_POWER, _WEIGHT),
    ),
    Entry(
        "reach",
        "Squares within the player's reach minus those within the opponent's.",
        "squares in 1 to k+1 own moves - the same for opp",
        "003 custom_score",
        parameters=(_K,),
    ),
    Entry(
        "reach_own",
        "Squares within the player's reach.",
        "squares in 1 to k+1 own moves",
        "003 custom_score_2",
        parameters=(_K,),
    ),
    Entry(
        "shared_moves",
        "Squares that both players can move to.",
        "squares that are legal moves of both",
        "003 custom_score_3",
    ),
    Entry(
        "ratio", "Own moves divided by the opponent's.", "own / max(opp, 1e-6)", "004 custom_score"
    ),
    Entry(
        "longest_path",
        "ratio at first; once half of the squares are gone, the difference of the longest paths.",
        "ratio while blanks > squares/2, then longest own path - longest opp path",
        "004 custom_score_2",
    ),
    Entry(
        "ratio_chase",
        "ratio, preferring to be close to the opponent.",
        "ratio - distance/diagonal",
        "004 custom_score_3",
    ),
    Entry(
        "champion",
        "The log odds of winning, fitted to solved positions and played games, by role.",
        "weights of moves, of squares in 2, 3, 4 moves by their exits, and of shared ones",
        "fitted",
    ),
)

_MOVES = Parameter("k", 2, 1, 16, "how many moves")
_BLOCK = "building block"


def _both_sides(
    name: str, meaning: str, formula: str, *parameters: Parameter
) -> tuple[Entry, Entry, Entry]:
    """A block for each side, and their difference.

    `meaning` has a place for the player it counts for, and one for the other player.
    """
    own = meaning.format("the player", "the opponent")
    return (
        Entry(
            name, f"{own}, minus the same for the opponent.", f"{formula} - the same for opp",
            _BLOCK, parameters,
        ),
        Entry(f"{name}_own", f"{own}.", formula, _BLOCK, parameters),
        Entry(
            f"{name}_opp", meaning.format("the opponent", "the player") + ".",
            f"{formula}, for opp", _BLOCK, parameters,
        ),
    )  # fmt: skip


_BLOCKS = (
    *_both_sides(
        "exact_reach",
        "Squares that {} first reaches in exactly k moves",
        "squares in k own moves and no fewer",
        _MOVES,
    ),
    *_both_sides(
        "exact_private",
        "Squares that {} first reaches in exactly k moves, and that {} does not reach within k",
        "squares in k own moves and no fewer - squares in 1 to k opp moves",
        _MOVES,
    ),
    *_both_sides(
        "private",
        "Squares that {} reaches within k moves, and {} does not",
        "squares in 1 to k own moves - squares in 1 to k opp moves",
        _MOVES,
    ),
    Entry(
        "exact_shared",
        "Squares that both players first reach in exactly k moves.",
        "squares in k own moves, and in k opp moves, and no fewer",
        _BLOCK,
        (_MOVES,),
    ),
    Entry(
        "shared",
        "Squares that both players reach within k moves.",
        "squares in 1 to k own moves and in 1 to k opp moves",
        _BLOCK,
        (_MOVES,),
    ),
    *_both_sides(
        "exits",
        "Exits of the squares that {} can move to, added up",
        "blank squares a step from m, added up over own moves m",
    ),
    *_both_sides(
        "dead_ends",
        "Squares without an exit that {} can move to",
        "own moves m without a blank square a step from m",
    ),
    Entry(
        "dead_squares",
        "Blank squares that no knight can leave.",
        "blank squares without a blank square a step away",
        _BLOCK,
    ),
    *_both_sides(
        "region",
        "Squares that {} reaches in any number of moves",
        "squares in any number of own moves",
    ),
    *_both_sides(
        "path_bound",
        "An upper bound on the longest path of {}, from the colours of the squares it reaches",
        "min(n + f, 2n, 2f + 1), n squares of the next colour, f of the other",
    ),
    Entry(
        "knight_distance",
        "Moves from one knight to the other over blank squares; 0 if there is no path.",
        "length of the shortest path",
        _BLOCK,
    ),
    Entry("blank_fraction", "The share of the squares that is blank.", "blanks/squares", _BLOCK),
    Entry(
        "role",
        "1 for the attacker, -1 for the defender, 0 until both knights are placed.",
        "1 if to move with both knights on one colour, or not to move and on two; else -1",
        _BLOCK,
    ),
    Entry("to_move", "1 for the player to move, -1 for the other.", "1 or -1", _BLOCK),
)

HEURISTICS: Mapping[str, Entry] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
BLOCKS: Mapping[str, Entry] = MappingProxyType({entry.name: entry for entry in _BLOCKS})
CATALOGUE: Mapping[str, Entry] = MappingProxyType({**HEURISTICS, **BLOCKS})
ALIASES: Mapping[str, str] = MappingProxyType(
    {alias: entry.name for entry in _ENTRIES for alias in entry.aliases}
)


def heuristics() -> Mapping[str, Entry]:
    """The heuristics of the catalogue by name.

    >>> heuristics()["ratio"].formula
    'own / max(opp, 1e-6)'
    """
    return HEURISTICS


def building_blocks() -> Mapping[str, Entry]:
    """The building blocks of the catalogue by name: counts to make weighted sums of.

    >>> building_blocks()["shared"].meaning
    'Squares that both players reach within k moves.'
    """
    return BLOCKS
