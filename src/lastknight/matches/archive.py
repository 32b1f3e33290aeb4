"""Games out of a store, and into files: JSON Lines, CSV and text.

JSON Lines holds everything and can be imported again (game_import.py): a line for the experiment,
then a line for each game. CSV is for spreadsheets, text for people.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, isfinite
from typing import Any

from lastknight.errors import ArgumentError, StoreError
from lastknight.matches.chunks import Chunk
from lastknight.matches.game_record import GameRecord, records_in
from lastknight.matches.opening_deck import DrawnOpenings, ListDeck
from lastknight.matches.openings import Opening
from lastknight.matches.plan import draw, stored_openings
from lastknight.matches.self_play import find_openings
from lastknight.matches.store import Experiment, Store
from lastknight.notation import format_moves
from lastknight.position import Position


def stored_games(
    store: Store, experiment: Experiment, *, pairing: int | None = None, pair: int = 0
) -> Iterator[GameRecord]:
    """The games of an experiment, by pairing and pair; or those of one pairing from a pair on."""
    start = Position.parse(str(experiment.plan["start"]))
    openings: Sequence[Opening] = ()
    for chunk in store.chunks(experiment.id, pairing=pairing, pair=pair):
        needed = chunk.first_pair + chunk.pairs
        if len(openings) < needed:
            openings = lazy_openings(experiment.plan, start, 2 * needed)
            if len(openings) < needed:
                raise StoreError(
                    f"experiment {experiment.id} has games on {needed:,} openings, but its plan "
                    f"has only {len(openings):,}"
                )
        yield from games_in(chunk, experiment.plan, openings, pair=pair)


def games_in(
    chunk: Chunk, plan: Mapping[str, Any], openings: Sequence[Opening], *, pair: int = 0
) -> Iterator[GameRecord]:
    """The games of a stored plan's chunk from a pair on; `openings` are those from pair 0 on."""
    start = Position.parse(plan["start"])
    return records_in(chunk, names_of(plan, chunk.pairing), start, openings=openings, pair=pair)


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


def game_facts(game: GameRecord) -> dict[str, object]:
    """A game as plain data, without its searches."""
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
        facts = game_facts(game)
        if game.choices is not None:
            facts["choices"] = [(_as_text(score), *rest) for score, *rest in game.choices]
        yield json.dumps(facts) + "\n"


def export_csv(store: Store, experiment: Experiment) -> Iterator[str]:
    """The games as lines of CSV, with a heading."""
    for number, game in enumerate(stored_games(store, experiment)):
        facts = game_facts(game)
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


def draw_openings(plan: Mapping[str, Any], start: Position, pairs: int) -> list[Opening]:
    """The openings of this many pairs of an experiment's plan; of a census, all."""
    return list(lazy_openings(plan, start, pairs))


def lazy_openings(plan: Mapping[str, Any], start: Position, pairs: int) -> DrawnOpenings:
    """The openings of this many pairs of an experiment's plan, on demand; of a census, all."""
    wanted = stored_openings(plan)
    plies, seed, start_ply = wanted["plies"], plan["seed"], wanted["start_ply"]
    if start_ply is not None:  # there may be no more than were played
        found = find_openings(start, start_ply, pairs, plies=plies, seed=seed)
        return DrawnOpenings(ListDeck(found), len(found))
    is_census = wanted["openings"] == "census"
    return draw(wanted["openings"], start, None if is_census else pairs, plies=plies, seed=seed)


def names_of(plan: Mapping[str, Any], pairing: int) -> tuple[str, str]:
    """What A and B of a pairing of a stored plan are called."""
    a, b = plan["pairings"][pairing]
    return plan["players"][a], plan["players"][b]


def _as_text(score: float) -> float | str:
    """A score for JSON, which has no infinity."""
    return score if isfinite(score) else str(score)
