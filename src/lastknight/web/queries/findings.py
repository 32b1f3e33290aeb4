"""What experiments say: in full, one by one, and two next to each other; questions of the lab."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.matches.archive import StoredGame, stored_games
from lastknight.matches.chunks import KeptChoice
from lastknight.matches.results import Match
from lastknight.matches.store import Experiment, Store
from lastknight.notation import format_moves, format_square
from lastknight.stats import difference, say_elo
from lastknight.web.experiments.places import Place, find_experiment, read_id
from lastknight.web.experiments.summaries import summarise, summarise_place
from lastknight.web.experiments.watching import standing_of
from lastknight.web.protocol import Tell
from lastknight.web.queries.drawing import chart_names
from lastknight.web.queries.json_values import plain_number
from lastknight.web.queries.played import matches_of, ratings_of, read_plan
from lastknight.web.queries.rethinking import think_again


def detail(_: Tell, *, experiment: str, store: str) -> dict[str, Any]:
    """Everything that is known about an experiment."""
    place = read_id(experiment, Path(store))
    found = summarise_place(place) | {
        "standing": standing_of(place),
        "matches": [],
        "ratings": None,
        "plan": {},
        "about": {},
        "parts": [],
        "charts": [],
    }
    if place.number is None:
        return found | {"parts": _parts(place), "charts": chart_names(place)}
    with Store(place.store) as opened:
        one = find_experiment(opened, place.number)
        plan, chunks = read_plan(opened, one)
    matches = matches_of(one, plan, chunks)
    about = {key: value for key, value in one.about.items() if key != "sources"}
    return found | {
        "matches": [match.facts() for match in matches if match.tally.pairs],
        "ratings": ratings_of(plan, chunks),
        "plan": dict(one.plan),
        "about": about,
        "charts": chart_names(place) if chunks else [],
    }


def games(
    _: Tell, *, experiment: str, store: str, pairing: int, pair: int, count: int
) -> dict[str, Any]:
    """The games of so many pairs of a pairing, from a pair on."""
    place = _one(experiment, store)
    with Store(place.store) as opened:
        one = find_experiment(opened, place.number or 0)
        found = stored_games(opened, one, pairing=pairing, pair=pair)
        rows = list(islice(found, 2 * count + 1))
    following = rows[2 * count].pair if len(rows) > 2 * count else None
    return {"games": [_row(game) for game in rows[: 2 * count]], "next": following}


def game(
    _: Tell, *, experiment: str, store: str, pairing: int, pair: int, number: int
) -> dict[str, Any]:
    """A game to be replayed."""
    place = _one(experiment, store)
    with Store(place.store) as opened:
        one = find_experiment(opened, place.number or 0)
        for found in islice(stored_games(opened, one, pairing=pairing, pair=pair), 2):
            if found.pair == pair and found.second == (number == 2):
                plan: Any = one.plan
                kept = found.choices or think_again(found, plan["seed"])
                return _replay(found, kept) | {"experiment": experiment}
    raise ArgumentError(f"experiment {experiment} has no game {pairing}.{pair}.{number}")


def compare(_: Tell, *, a: str, b: str, store: str) -> dict[str, Any]:
    """Two experiments next to each other: what their pairings with something in common say."""
    sides = []
    for name in (a, b):
        place = _one(name, store)
        with Store(place.store) as opened:
            one = find_experiment(opened, place.number or 0)
            matches = matches_of(one, *read_plan(opened, one))
            summary = summarise(opened, one, name)
        sides.append((one, summary, [match for match in matches if match.tally.pairs]))
    (first, first_summary, ours), (second, second_summary, theirs) = sides
    differences = [
        _difference(*found)
        for match in ours
        for other in theirs
        if (found := _alike(match, other)) is not None
    ]
    return {
        "a": first_summary,
        "b": second_summary,
        "differences": differences[:100],
        "conditions": _conditions(first, second),
    }


def _one(name: str, store: str) -> Place:
    place = read_id(name, Path(store))
    if place.number is None:
        raise ArgumentError(f"{name} is an analysis; name an experiment of it, such as {name}.1")
    return place


def _parts(place: Place) -> list[dict[str, Any]]:
    if not place.store.is_file():
        return []
    with Store(place.store) as store:
        return [summarise(store, one, f"{place.id}.{one.id}") for one in store.experiments()]


def _row(game: StoredGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "pairing": game.pairing,
        "pair": game.pair,
        "game": 2 if game.second else 1,
        "a": game.a,
        "b": game.b,
        "first": "b" if game.second else "a",
        "opening": format_moves(game.opening.moves).split(),
        "moves": format_moves(game.moves).split(),
        "winner": "a" if game.a_won else "b",
        "reason": game.reason,
    }


def _replay(stored: StoredGame, kept: Sequence[KeptChoice] | None) -> dict[str, Any]:
    game, before = stored.game, len(stored.opening.moves)
    positions = game.positions
    choices = None
    if kept is not None:
        choices = [
            {
                "ply": ply,
                "player": positions[ply - 1].to_move,
                "move": format_square(game.moves[ply - 1]),
                "score": plain_number(choice.score),
                "depth": choice.depth,
                "nodes": choice.nodes,
                "evaluations": choice.evaluations,
                "seconds": choice.seconds,
                "solved": choice.solved,
            }
            for ply, choice in enumerate(kept, before + 1)
        ]
    return _row(stored) | {
        "start": str(game.start),
        "players": list(game.players),
        "line": format_moves(game.moves).split(),
        "note": stored.note,
        "choices": choices,
    }


def _alike(match: Match, other: Match) -> tuple[str, Match, Match] | None:
    """Two matches that can be compared: the same players, or one of them in common as B."""
    if (match.a, match.b) == (other.a, other.b):
        return f"{match.a} against {match.b}", match, other
    if match.b == other.b:
        return f"{match.a} and {other.a}, each against {match.b}", match, other
    return None


def _difference(what: str, first: Match, second: Match) -> dict[str, Any]:
    found = difference(first.elo, second.elo)
    if found.low is None and found.high is None:
        words = "too few pairs to say"
    elif found.low is not None and found.low > 0:
        words = f"the first is higher: {say_elo(found)} (95 %)"
    elif found.high is not None and found.high < 0:
        words = f"the second is higher: {say_elo(found)} (95 %)"
    else:
        words = f"not told apart: {say_elo(found)} (95 %)"
    return {
        "what": what,
        "first": first.facts(),
        "second": second.facts(),
        "difference": {"value": found.value, "low": found.low, "high": found.high},
        "sentence": f"{what}: {words}.",
    }


_CONDITIONS = {
    "start": "the board",
    "openings": "the openings",
    "plies": "the length of openings",
    "seed": "the seed",
    "move_seconds": "the time of a move",
}


def _conditions(first: Experiment, second: Experiment) -> list[str]:
    """What was not the same in both, in words."""
    found = []
    for key, words in _CONDITIONS.items():
        one, two = first.plan.get(key), second.plan.get(key)
        if one != two:
            found.append(f"{words}: {_short(one)} and {_short(two)}")
    if first.about.get("version") != second.about.get("version"):
        found.append(f"the version: {first.about.get('version')}, {second.about.get('version')}")
    return found


def _short(value: object) -> str:
    text = "a list" if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
