"""Games from a file that somebody else may have written, into a store: all of them or none.

Everything is read and checked first: the plan, and every game by playing it again. What is too
large to be checked is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from lastknight.errors import IllegalMove, NotationError
from lastknight.matches.archive import lazy_openings, names_of
from lastknight.matches.chunks import Chunk, join, pack, pack_choices
from lastknight.matches.json_text import parse_object
from lastknight.matches.openings import Opening
from lastknight.matches.play import KeptChoice, PlayedGame
from lastknight.matches.store import Store
from lastknight.matches.stored_plan import check_stored_plan
from lastknight.notation import parse_moves
from lastknight.position import Position

MOST_PAIRS = 1_000_000
"""The most pairs in a file."""
_LONGEST_LINE = 2**24
# How many pairs may be missing before one: a run can stop with some chunks unfinished.
_MOST_GAP = 50_000
_PAIRS_PER_CHUNK = 256

_Number = Annotated[int, Field(strict=True, ge=0, lt=2**31)]
_Word = Annotated[int, Field(strict=True, ge=0, lt=2**32)]
_Choice = tuple[float, Annotated[int, Field(strict=True, ge=0, lt=256)], _Word, _Word, float, bool]


@dataclass(frozen=True, kw_only=True)
class _Record:
    """A game as `export_jsonl` writes it, without the fields that follow from the others."""

    pairing: _Number
    pair: _Number
    game: Literal[1, 2]
    a: str
    b: str
    opening: str
    moves: str
    winner: Literal["a", "b"]
    reason: Literal["no_moves", "timeout", "illegal_move", "crash", "breach"]
    note: Annotated[str, Field(max_length=100_000)] = ""
    choices: list[_Choice] | None = None

    @property
    def name(self) -> str:
        """Pairing, pair and number."""
        return f"game {self.pairing}.{self.pair}.{self.game}"


_RECORD = TypeAdapter(_Record)


def import_games(store: Store, path: Path) -> int:
    """Read a file that `export_jsonl` wrote into a store.

    Raises as `import_jsonl` does, with the name of the file.
    """
    with path.open("rb") as file:
        try:
            return import_jsonl(store, iter(lambda: file.readline(_LONGEST_LINE + 1), b""))
        except NotationError as error:
            raise NotationError(f"{path}, {error}") from None


def import_jsonl(store: Store, lines: Iterable[str | bytes]) -> int:
    """Read the lines that `export_jsonl` writes into a store; games that are there already stay.

    The sums by ply are not exported. Returns the number of games read. Raises NotationError, with
    the number of the line or the game, for anything that cannot have been exported, and then
    leaves the store as it was.
    """
    numbered = _parsed(lines)
    _, head = next(numbered, (1, {}))
    plan, about = head.get("plan"), head.get("about")
    if not isinstance(plan, dict) or not isinstance(about, dict):
        raise NotationError("line 1: expected an experiment, with its plan and about")
    try:
        check_stored_plan(plan)
        json.dumps(head, allow_nan=False)
    except NotationError as error:
        raise NotationError(f"line 1: {error}") from None
    except RecursionError:
        raise NotationError("line 1 is nested too deeply") from None
    except ValueError:
        raise NotationError("line 1: numbers must be finite") from None
    # A command is there to be copied into a terminal, so strangers do not get to write it.
    about = {name: value for name, value in about.items() if name != "command"}
    chunks = list(_read_chunks(plan, map(_read_record, numbered)))
    with store.transaction():
        experiment = store.open_experiment(plan, about)
        store.drop_damaged(experiment.id)
        for chunk in chunks:
            store.add(experiment.id, chunk)
    return 2 * sum(chunk.pairs for chunk in chunks)


def _parsed(lines: Iterable[str | bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE:
            raise NotationError(f"line {number} has more than {_LONGEST_LINE:,} bytes")
        yield number, parse_object(line, f"line {number}")


def _read_record(numbered: tuple[int, dict[str, Any]]) -> _Record:
    number, data = numbered
    try:
        return _RECORD.validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the game"
        raise NotationError(f"line {number} is not a game: {where}: {first['msg']}") from None


def _read_chunks(plan: Mapping[str, Any], records: Iterable[_Record]) -> Iterator[Chunk]:
    """The games in chunks of consecutive pairs; in each, all kept their choices or none did."""
    run: list[Chunk] = []
    for chunk in _read_pairs(plan, records):
        if run and not (
            chunk.pairing == run[-1].pairing
            and chunk.first_pair == run[-1].first_pair + 1
            and bool(chunk.choices) == bool(run[-1].choices)
            and len(run) < _PAIRS_PER_CHUNK
        ):
            yield join(run)
            run = []
        run.append(chunk)
    if run:
        yield join(run)


def _read_pairs(plan: Mapping[str, Any], records: Iterable[_Record]) -> Iterator[Chunk]:
    start = Position.parse(plan["start"])
    openings: Sequence[Opening] = ()
    for count, ((pairing, pair), both) in enumerate(
        groupby(records, key=lambda one: (one.pairing, one.pair))
    ):
        where = f"pair {pair} of pairing {pairing}"
        if pairing >= len(plan["pairings"]):
            raise NotationError(f"{where}: the plan has only {len(plan['pairings'])} pairings")
        if count == MOST_PAIRS or pair >= min(MOST_PAIRS, 2 * count + _MOST_GAP):
            raise NotationError(f"{where}: expected at most {MOST_PAIRS:,} pairs, in order")
        if len(openings) <= pair:
            openings = lazy_openings(plan, start, 2 * (pair + 1))
        found = list(both)
        if [record.game for record in found] != [1, 2] or len(openings) <= pair:
            raise NotationError(f"{where} does not have two games")
        games = [_read_game(record, plan, openings[pair]) for record in found]
        bare = [replace(game, choices=None) for game in games]  # no choices, so no sums
        chunk = pack(pairing, pair, bare, width=start.width)
        if all(game.choices is not None for game in games):
            chunk = replace(chunk, choices=pack_choices(games))
        yield chunk


def _read_game(record: _Record, plan: Mapping[str, Any], opening: Opening) -> PlayedGame:
    """Read a game; raises NotationError if the plan's players cannot have played it."""
    where = record.name
    if (record.a, record.b) != names_of(plan, record.pairing) or record.opening != str(opening):
        raise NotationError(f"{where}: players and opening do not match the experiment")
    try:
        moves = tuple(parse_moves(record.moves))
        *_, position = accumulate(moves, Position.play, initial=opening.position)
    except (IllegalMove, NotationError) as error:
        raise NotationError(f"{where}: {error}") from None
    a_is_to_move = (len(moves) + record.game) % 2 == 1  # in the first game A begins
    if position.is_over != (record.reason == "no_moves"):
        raise NotationError(f"{where}: the reason does not match the moves")
    if (record.winner == "a") == a_is_to_move:
        raise NotationError(f"{where}: the player to move has lost, but the text says otherwise")
    choices = None
    if record.choices is not None:
        if len(record.choices) > len(moves):
            raise NotationError(f"{where}: more choices than moves")
        choices = tuple(KeptChoice(*choice) for choice in record.choices)
    return PlayedGame(moves, record.winner == "a", record.reason, record.note, choices)
