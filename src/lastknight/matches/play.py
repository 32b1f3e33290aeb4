"""One game between any two players, move by move, with a result however it ends.

The core plays native players itself, a chunk of games at a time; the games are the same.
"""

import signal
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import NamedTuple

from lastknight._core import Rng
from lastknight.errors import Forfeit, SandboxError, show
from lastknight.notation import Square
from lastknight.players import Choice, Player, Seat, complete
from lastknight.position import Position

REASONS = ("no_moves", "timeout", "illegal_move", "crash", "breach")
"""How a game ends: the player to move has no move, or forfeits in one of four ways. A breach is an
agent that tried to use processes, the network or files it has no right to."""

# Characters kept of an agent's output: in general, and if it forfeits.
_OUTPUT, _OUTPUT_OF_FORFEIT = 1000, 4000


class KeptChoice(NamedTuple):
    """What a game keeps of a choice; the score is 0 if there was none."""

    score: float
    depth: int
    nodes: int
    evaluations: int
    seconds: float
    solved: bool


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How a game went, from its opening on."""

    moves: tuple[Square, ...]
    """After the opening."""
    a_won: bool
    reason: str
    """One of REASONS."""
    note: str = ""
    """What agents printed, and the details of a forfeit; `end_note` and `outputs` are its parts."""
    choices: tuple[KeptChoice, ...] | None = None
    """What each choice cost, if that was kept."""

    @property
    def is_forfeit(self) -> bool:
        """Whether the loser forfeited instead of running out of moves."""
        return self.reason != REASONS[0]

    @property
    def end_note(self) -> str:
        """The details of a forfeit; they are about the loser."""
        return _split_note(self.note)[0]

    @property
    def outputs(self) -> tuple[str, str]:
        """What A and B printed; long output is cut."""
        return _split_note(self.note)[1:]


def play_game(  # noqa: PLR0913  (all but two are keywords)
    players: tuple[Player, Player],
    opening: Position,
    *,
    first: int,
    seeds: Rng,
    move_seconds: float | None = None,
    watch: Callable[[int, Sequence[Square]], None] = lambda *_: None,
) -> PlayedGame:
    """Play one game from an opening; `first` is 0 if A moves first, 1 if B does.

    Every choice takes the next random seed. Before each one, `watch` is called with the side that
    chooses and the moves so far. Raises SandboxError if an agent's process cannot be started.
    """
    with ExitStack() as stack:
        seated = [complete(player) for player in players]
        seats = [stack.enter_context(player.seat()) for player in seated]
        clocks = [move_seconds if player.patience is None else None for player in seated]
        played = _Table(seats, clocks).play(opening, first, seeds=seeds, watch=watch)
        outputs = [seat.output() for seat in seats]
    return replace(played, note=_join_note(played, outputs))


@dataclass
class _Table:
    """Two players at a board, and their time limits; None for a player with its own clock."""

    seats: Sequence[Seat]
    seconds: Sequence[float | None]
    moves: list[Square] = field(default_factory=list)
    choices: list[KeptChoice] = field(default_factory=list)

    def play(
        self,
        position: Position,
        mover: int,
        *,
        seeds: Rng,
        watch: Callable[[int, Sequence[Square]], None],
    ) -> PlayedGame:
        """Play until a player has no move, or forfeits."""
        reason, note = "no_moves", ""
        while not position.is_over:
            seed = seeds.next()
            watch(mover, self.moves)
            try:
                choice, after = self.turn(position, mover, seed)
            except Forfeit as forfeit:
                reason, note = forfeit.reason, forfeit.note
                break
            location = after.location(position.to_move)
            assert location is not None
            self.moves.append(location)
            self.choices.append(choice)
            position, mover = after, 1 - mover
        return PlayedGame(tuple(self.moves), mover == 1, reason, note, tuple(self.choices))

    def turn(self, position: Position, mover: int, seed: int) -> tuple[KeptChoice, Position]:
        """One choice, and the position after it.

        Raises Forfeit for a choice that loses the game.
        """
        start = perf_counter()
        try:
            choice = self.seats[mover].choose(position, seed=seed)
        except (Forfeit, SandboxError):
            raise
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and not _ignores_ctrl_c():
                raise
            raise Forfeit("crash", traceback.format_exc(limit=-20)) from None
        seconds, allowed = perf_counter() - start, self.seconds[mover]
        if allowed is not None and seconds > allowed:
            raise Forfeit("timeout", f"{seconds:.3f} s for a move; the limit is {allowed} s")
        if not isinstance(choice, Choice):
            got = type(choice).__name__
            raise Forfeit("illegal_move", f"a player must return a Choice, got {got}")
        try:
            after = position.play(choice.move)
        except Exception as error:  # whatever it was, it is not a legal move
            raise Forfeit("illegal_move", str(error)) from None
        kept = KeptChoice(0.0 if choice.score is None else choice.score, *choice.spent())
        if not _is_countable(kept):
            got = show(tuple(kept))
            raise Forfeit("crash", f"the counts of a Choice must be numbers from 0 on, got {got}")
        return kept, after


def _is_countable(kept: KeptChoice) -> bool:
    """Whether whatever a player returned as the numbers of its choice can be added up."""
    counts = (kept.depth, kept.nodes, kept.evaluations)
    if not all(isinstance(count, int) and 0 <= count < 2**63 for count in counts):
        return False
    others = (kept.score, kept.seconds, kept.solved)
    if not all(isinstance(number, int | float) for number in others):
        return False
    return abs(kept.score) < 2**1000 or isinstance(kept.score, float)


def _ignores_ctrl_c() -> bool:
    """Whether this is a worker process: only user code raises KeyboardInterrupt there."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def _join_note(played: PlayedGame, outputs: Sequence[str]) -> str:
    """What the players printed, each line marked with its side, and then the game's own note."""
    lines = []
    for side, output in enumerate(outputs):
        is_loser = played.is_forfeit and played.a_won == (side == 1)
        most = _OUTPUT_OF_FORFEIT if is_loser else _OUTPUT
        text = output if len(output) <= most else f"{output[:most]}\n[the rest was left out]"
        lines += [f"{'AB'[side]}| {line}" for line in text.splitlines()]
    return "\n".join([*lines, played.note] if played.note else lines)


def _split_note(note: str) -> tuple[str, str, str]:
    """Split a note into the details of the end, what A printed and what B printed."""
    outputs: dict[str, list[str]] = {"A| ": [], "B| ": []}
    lines = note.split("\n")
    while lines and lines[0][:3] in outputs:
        line = lines.pop(0)
        outputs[line[:3]].append(line[3:])
    return "\n".join(lines), *map("\n".join, outputs.values())  # type: ignore[return-value]
