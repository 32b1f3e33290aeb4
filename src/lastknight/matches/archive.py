"""Stored games one by one: read from a store, written for other programs and for people, read back.

JSON Lines carries everything and can be read again: a line for the experiment, then a line for each
game. CSV and text are for spreadsheets and readers.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from typing import Any

from lastknight.errors import IllegalMove, NotationError
from lastknight.games import Game
from lastknight.matches.chunks import PLIES, TOTALS, Chunk, KeptChoice
from lastknight.matches.openings import Opening
from lastknight.matches.plan import draw
from lastknight.matches.play import REASONS
from lastknight.matches.store import Experiment, Store
from lastknight.notation import Square, format_moves, parse_moves
from lastknight.position import Position


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game of an experiment: who played, from where, what happened."""

    pairing: int
    pair: int
    second: bool
    """Whether it is the second game of its pair, in which B moves first after the opening."""
    a: str
    b: str
    start: Position
    opening: Opening
    moves: tuple[Square, ...]
    """After the opening."""
    a_won: bool
    reason: str
    note: str = ""
    choices: tuple[KeptChoice, ...] | None = None
    """What each choice took, for games that kept it."""

    @property
    def name(self) -> str:
        """What the game is called: pairing, pair, and 1 or 2."""
        return f"{self.pairing}.{self.pair}.{2 if self.second else 1}"

    @property
    def winner(self) -> str:
        """The spec of the player who won."""
        return self.a if self.a_won else self.b

    @property
    def game(self) -> Game:
        """The game from its start, players in the order in which they move."""
        after = self.opening.position.to_move  # who moves first after the opening
        first, second = (self.b, self.a) if self.second else (self.a, self.b)
        players = (first, second) if after == 1 else (second, first)
        return Game(self.start, self.opening.moves + self.moves, players)

    def facts(self) -> dict[str, object]:
        """The game as plain data."""
        return {
            "pairing": self.pairing,
            "pair": self.pair,
            "game": 2 if self.second else 1,
            "a": self.a,
            "b": self.b,
            "first": "b" if self.second else "a",
            "opening": str(self.opening),
            "canonical": str(self.opening.canonical),
            "moves": format_moves(self.moves),
            "winner": "a" if self.a_won else "b",
            "reason": self.reason,
            "note": self.note,
        }

    def record(self) -> dict[str, object]:
        """The facts with every choice, where they were kept: infinite scores as text."""
        if self.choices is None:
            return self.facts()
        choices = [(_as_text(choice.score), *choice[1:]) for choice in self.choices]
        return self.facts() | {"choices": choices}


def stored_games(
    store: Store, experiment: Experiment, *, pairing: int | None = None, pair: int = 0
) -> Iterator[StoredGame]:
    """The games of an experiment, by pairing and pair; of one pairing from a pair on."""
    start = Position.parse(str(experiment.plan["start"]))
    openings: list[Opening] = []
    for chunk in store.chunks(experiment.id, pairing=pairing, pair=pair):
        needed = chunk.first_pair + chunk.pairs
        if len(openings) < needed:
            openings = draw_openings(experiment.plan, start, 2 * needed)
        yield from games_in(chunk, experiment.plan, openings, pair=pair)


def games_in(
    chunk: Chunk, plan: Mapping[str, Any], openings: Sequence[Opening], *, pair: int = 0
) -> Iterator[StoredGame]:
    """The games of a chunk, from a pair on; `openings` are those of all pairs up to its last."""
    start = Position.parse(plan["start"])
    a, b = (plan["players"][place] for place in plan["pairings"][chunk.pairing])
    kept = [tuple(choices) for choices in chunk.kept_choices()]
    for index, (a_won, reason, moves) in enumerate(chunk.games()):
        number = chunk.first_pair + index // 2
        if number < pair:
            continue
        squares = tuple(divmod(square, start.width) for square in moves)
        yield StoredGame(
            chunk.pairing,
            number,
            index % 2 == 1,
            a,
            b,
            start,
            openings[number],
            squares,
            a_won,
            reason,
            chunk.notes.get(index, ""),
            kept[index] if index < len(kept) else None,
        )


def export_jsonl(store: Store, experiment: Experiment) -> Iterator[str]:
    """The experiment and its games, a line of JSON each."""
    yield json.dumps({"plan": experiment.plan, "about": experiment.about}) + "\n"
    for game in stored_games(store, experiment):
        yield json.dumps(game.record()) + "\n"


def export_csv(store: Store, experiment: Experiment) -> Iterator[str]:
    """The games as lines of CSV, with a heading."""
    for number, game in enumerate(stored_games(store, experiment)):
        facts = game.facts()
        line = io.StringIO()
        writer = csv.DictWriter(line, facts, lineterminator="\n")
        if number == 0:
            writer.writeheader()
        writer.writerow(facts)
        yield line.getvalue()


def export_text(store: Store, experiment: Experiment) -> Iterator[str]:
    """The games as text for a reader."""
    for game in stored_games(store, experiment):
        note = "" if game.reason == "no_moves" else f"forfeit: {game.reason}\n"
        yield f"game {game.name}, won by {game.winner}\n{game.game}{note}\n"


def import_jsonl(store: Store, lines: Iterator[str]) -> int:
    """Read what `export_jsonl` writes into a store; games that are there already stay.

    Sums by ply are not part of it. Returns the number of games read; raises NotationError, with the
    number of the line, for other text.
    """
    head = _parse_line(1, next(lines, ""))
    if not {"plan", "about"} <= head.keys():
        raise NotationError("line 1: expected an experiment, with its plan and about")
    experiment = store.open_experiment(head["plan"], head["about"])
    plan: Mapping[str, Any] = head["plan"]
    start = Position.parse(plan["start"])
    openings: list[Opening] = []
    records = (_parse_line(number, line) for number, line in enumerate(lines, 2))
    count = 0
    for (pairing, pair), games in groupby(
        records, key=lambda game: (game["pairing"], game["pair"])
    ):
        both = list(games)
        if [game["game"] for game in both] != [1, 2]:
            raise NotationError(f"pair {pair} of pairing {pairing} has not two games")
        if len(openings) <= pair:
            openings = draw_openings(plan, start, 2 * (pair + 1))
        for game in both:
            _check_game(game, plan, openings[pair])
        store.add(experiment.id, _chunk(pairing, pair, both, start.width))
        count += 2
    return count


def draw_openings(plan: Mapping[str, Any], start: Position, pairs: int) -> list[Opening]:
    """The openings of so many pairs of an experiment's plan; of a census all."""
    is_census = plan["openings"] == "census"
    return draw(
        plan["openings"],
        start,
        None if is_census else pairs,
        plies=plan["plies"] or 0,
        seed=plan["seed"],
    )


def _parse_line(number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError:
        raise NotationError(f"line {number} is not JSON") from None
    known = {"pairing", "pair", "game", "moves", "winner", "reason"}
    if not isinstance(record, dict) or not (number == 1 or known <= record.keys()):
        raise NotationError(f"line {number} is not a game")
    return record


def _check_game(game: dict[str, Any], plan: Mapping[str, Any], opening: Opening) -> None:
    """Raise NotationError unless a game is one that the plan's players can have played."""
    where = f"game {game['pairing']}.{game['pair']}.{game['game']}"
    names = [plan["players"][place] for place in plan["pairings"][game["pairing"]]]
    if [game.get("a"), game.get("b")] != names or game.get("opening") != str(opening):
        raise NotationError(f"{where}: players and opening are not those of the experiment")
    if game["winner"] not in ("a", "b") or game["reason"] not in REASONS:
        raise NotationError(f"{where}: won by {game['winner']!r} by {game['reason']!r}")
    position = opening.position
    try:
        moves = parse_moves(game["moves"])
        for move in moves:
            position = position.play(move)
    except (IllegalMove, NotationError) as error:
        raise NotationError(f"{where}: {error}") from None
    a_is_to_move = (len(moves) + game["game"]) % 2 == 1  # in the first game A begins
    if position.is_over != (game["reason"] == "no_moves"):
        raise NotationError(f"{where}: the moves and the reason do not fit together")
    if (game["winner"] == "a") == a_is_to_move:
        raise NotationError(f"{where}: who was to move has lost, the text says otherwise")


def _as_text(score: float) -> float | str:
    return score if isfinite(score) else str(score)


def _pack(games: list[dict[str, Any]]) -> bytes:
    if not all("choices" in game for game in games):
        return b""
    choices = (
        KeptChoice(float(score), *rest) for game in games for score, *rest in game["choices"]
    )
    return b"".join(choice.pack() for choice in choices)


def _chunk(pairing: int, pair: int, games: list[dict[str, Any]], width: int) -> Chunk:
    moves = [parse_moves(game["moves"]) for game in games]
    return Chunk(
        pairing,
        pair,
        a_won=bytes(game["winner"] == "a" for game in games),
        reasons=bytes(REASONS.index(game["reason"]) for game in games),
        plies=bytes(map(len, moves)),
        moves=bytes(row * width + column for game in moves for row, column in game),
        choices=_pack(games),
        totals=bytes(8 * 2 * PLIES * len(TOTALS)),
        notes={index: game["note"] for index, game in enumerate(games) if game.get("note")},
    )
