"""Games out of a store, and into files: JSON Lines, CSV and text.

JSON Lines holds everything and can be imported again: a line for the experiment, then a line for
each game. CSV is for spreadsheets, text for people.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, groupby
from math import ceil, isfinite
from typing import Any

from lastknight.errors import ArgumentError, IllegalMove, NotationError
from lastknight.matches.chunks import Chunk, pack, pack_choices
from lastknight.matches.game_record import GameRecord, records_in
from lastknight.matches.openings import Opening
from lastknight.matches.plan import draw, stored_openings
from lastknight.matches.play import REASONS, KeptChoice, PlayedGame
from lastknight.matches.self_play import find_openings
from lastknight.matches.store import Experiment, Store
from lastknight.notation import format_moves, parse_moves
from lastknight.position import Position


def stored_games(
    store: Store, experiment: Experiment, *, pairing: int | None = None, pair: int = 0
) -> Iterator[GameRecord]:
    """The games of an experiment, by pairing and pair; or those of one pairing from a pair on."""
    start = Position.parse(str(experiment.plan["start"]))
    openings: list[Opening] = []
    for chunk in store.chunks(experiment.id, pairing=pairing, pair=pair):
        needed = chunk.first_pair + chunk.pairs
        if len(openings) < needed:
            openings = draw_openings(experiment.plan, start, 2 * needed)
        yield from games_in(chunk, experiment.plan, openings, pair=pair)


def games_in(
    chunk: Chunk, plan: Mapping[str, Any], openings: Sequence[Opening], *, pair: int = 0
) -> Iterator[GameRecord]:
    """The games of a stored plan's chunk from a pair on; `openings` are those from pair 0 on."""
    start = Position.parse(plan["start"])
    return records_in(chunk, _names(plan, chunk.pairing), start, openings=openings, pair=pair)


def sample_games(store: Store, experiment: Experiment, *, most: int) -> list[GameRecord]:
    """About `most` games of an experiment: whole pairs, spread evenly over it.

    Raises ArgumentError if it has none.
    """
    games = 2 * sum(store.done(experiment.id).values())
    if not games:
        raise ArgumentError(f"experiment {experiment.id} of {store.path} has no games")
    step = max(1, ceil(games / most))
    found = enumerate(stored_games(store, experiment))
    return [game for number, game in found if number // 2 % step == 0]


def _facts(game: GameRecord) -> dict[str, object]:
    return {
        "pairing": game.pairing,
        "pair": game.pair,
        "game": game.number,
        "a": game.a,
        "b": game.b,
        "first": "b" if game.second else "a",
        "opening": str(game.opening),
        "canonical": str(game.opening.canonical),
        "moves": format_moves(game.moves),
        "winner": "a" if game.a_won else "b",
        "reason": game.reason,
        "note": game.note,
    }


def export_jsonl(store: Store, experiment: Experiment) -> Iterator[str]:
    """The experiment and its games, a line of JSON each."""
    yield json.dumps({"plan": experiment.plan, "about": experiment.about}) + "\n"
    for game in stored_games(store, experiment):
        facts = _facts(game)
        if game.choices is not None:
            facts["choices"] = [(_as_text(score), *rest) for score, *rest in game.choices]
        yield json.dumps(facts) + "\n"


def export_csv(store: Store, experiment: Experiment) -> Iterator[str]:
    """The games as lines of CSV, with a heading."""
    for number, game in enumerate(stored_games(store, experiment)):
        facts = _facts(game)
        line = io.StringIO()
        writer = csv.DictWriter(line, facts, lineterminator="\n")
        if number == 0:
            writer.writeheader()
        writer.writerow(facts)
        yield line.getvalue()


def export_text(store: Store, experiment: Experiment) -> Iterator[str]:
    """The games as text for a reader."""
    for game in stored_games(store, experiment):
        note = f"forfeit: {game.reason}\n" if game.is_forfeit else ""
        yield f"game {game.name}, won by {game.winner}\n{game.game}{note}\n"


def import_jsonl(store: Store, lines: Iterator[str]) -> int:
    """Read what `export_jsonl` writes into a store; games that are there already stay.

    The sums by ply are not exported. Returns the number of games read; raises NotationError, with
    the number of the line, for other text.
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
    for (pairing, pair), both in groupby(records, key=lambda one: (one["pairing"], one["pair"])):
        if len(openings) <= pair:
            openings = draw_openings(plan, start, 2 * (pair + 1))
        found = list(both)
        if [record["game"] for record in found] != [1, 2]:
            raise NotationError(f"pair {pair} of pairing {pairing} does not have two games")
        games = [_read_game(record, plan, openings[pair]) for record in found]
        bare = [replace(game, choices=None) for game in games]  # no choices, so no sums
        chunk = pack(pairing, pair, bare, width=start.width)
        if all(game.choices is not None for game in games):
            chunk = replace(chunk, choices=pack_choices(games))
        store.add(experiment.id, chunk)
        count += 2
    return count


def draw_openings(plan: Mapping[str, Any], start: Position, pairs: int) -> list[Opening]:
    """The openings of this many pairs of an experiment's plan; of a census, all."""
    wanted = stored_openings(plan)
    plies, seed, start_ply = wanted["plies"], plan["seed"], wanted["start_ply"]
    if start_ply is not None:  # there may be no more than were played
        return find_openings(start, start_ply, pairs, plies=plies, seed=seed)
    is_census = wanted["openings"] == "census"
    return draw(wanted["openings"], start, None if is_census else pairs, plies=plies, seed=seed)


def _parse_line(number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError:
        raise NotationError(f"line {number} is not JSON") from None
    known = {"pairing", "pair", "game", "moves", "winner", "reason"}
    if not isinstance(record, dict) or not (number == 1 or known <= record.keys()):
        raise NotationError(f"line {number} is not a game")
    return record


def _read_game(record: dict[str, Any], plan: Mapping[str, Any], opening: Opening) -> PlayedGame:
    """Read a game; raises NotationError if the plan's players cannot have played it."""
    where = f"game {record['pairing']}.{record['pair']}.{record['game']}"
    names = _names(plan, record["pairing"])
    if (record.get("a"), record.get("b")) != names or record.get("opening") != str(opening):
        raise NotationError(f"{where}: players and opening are not those of the experiment")
    if record["winner"] not in ("a", "b") or record["reason"] not in REASONS:
        raise NotationError(f"{where}: won by {record['winner']!r} by {record['reason']!r}")
    try:
        moves = tuple(parse_moves(record["moves"]))
        *_, position = accumulate(moves, Position.play, initial=opening.position)
    except (IllegalMove, NotationError) as error:
        raise NotationError(f"{where}: {error}") from None
    a_is_to_move = (len(moves) + record["game"]) % 2 == 1  # in the first game A begins
    if position.is_over != (record["reason"] == "no_moves"):
        raise NotationError(f"{where}: the moves and the reason do not fit together")
    if (record["winner"] == "a") == a_is_to_move:
        raise NotationError(f"{where}: the player to move has lost, the text says otherwise")
    choices = None
    if "choices" in record:
        choices = tuple(KeptChoice(float(score), *rest) for score, *rest in record["choices"])
    won = record["winner"] == "a"
    return PlayedGame(moves, won, record["reason"], record.get("note", ""), choices)


def _names(plan: Mapping[str, Any], pairing: int) -> tuple[str, str]:
    a, b = plan["pairings"][pairing]
    return plan["players"][a], plan["players"][b]


def _as_text(score: float) -> float | str:
    """JSON has no infinity."""
    return score if isfinite(score) else str(score)
