"""How far an experiment is: its chunks, counted as they arrive."""

from __future__ import annotations

from itertools import islice
from typing import Any

from lastknight.matches.archive import draw_openings, games_in
from lastknight.matches.chunks import Chunk
from lastknight.matches.game_record import GameRecord
from lastknight.matches.opening_numbers import OpeningNumbers
from lastknight.matches.openings import Opening
from lastknight.matches.store import Experiment, Store
from lastknight.matches.tally import Tally
from lastknight.notation import format_moves
from lastknight.position import Position
from lastknight.stats import SprtProgress, anytime_elo
from lastknight.stats.decided_pairs import DecidedPairs
from lastknight.stats.words import say_pairs_left
from lastknight.web.experiments.requests import planned_pairs, sprt_of

_BOARDS = 4


class Count:
    """The counts of an experiment so far, and its latest games."""

    def __init__(self, store: Store, experiment: Experiment) -> None:
        self.experiment = experiment
        self.tallies: dict[int, Tally] = {}
        self.latest: Chunk | None = None
        self._store = store
        self._seen: set[tuple[int, int]] = set()
        self._openings: list[Opening] = []
        self._numbers: list[int] = []
        self._decided: dict[int, DecidedPairs] = {}
        self._uncounted: list[tuple[int, int, list[tuple[int, int]]]] = []
        sprt = sprt_of(experiment)
        self._sprt: SprtProgress | None = None
        if sprt is not None:
            self._draw(self._each)
            self._sprt = SprtProgress(sprt, self._numbers, planned=self._each or None)

    def read(self) -> int:
        """Read new chunks; returns how many pairs they have."""
        new = 0
        for key in sorted(self._store.done(self.experiment.id).keys() - self._seen):
            chunk = self._store.chunk(self.experiment.id, *key)
            self._seen.add(key)
            new += chunk.pairs
            self.tallies[chunk.pairing] = self.tallies.get(chunk.pairing, Tally()) + chunk.tally()
            self.latest = chunk if chunk.pairs else self.latest
            self._uncounted.append((chunk.pairing, chunk.first_pair, list(chunk.outcomes())))
            if self._sprt is not None:
                self._sprt.add(chunk.first_pair, chunk.outcomes())
        return new

    @property
    def _each(self) -> int:
        """Pairs planned for each pairing; 0 if unknown."""
        plan: Any = self.experiment.plan
        return (self.planned or 0) // len(plan["pairings"])

    def _count_openings(self) -> None:
        """Count the new pairs by opening; only who asks for intervals pays for the openings."""
        for pairing, first, outcomes in self._uncounted:
            self._draw(first + len(outcomes))
            decided = self._decided.setdefault(pairing, DecidedPairs())
            decided.add_pairs(self._numbers[first : first + len(outcomes)], outcomes)
        self._uncounted.clear()

    def _draw(self, needed: int) -> None:
        """Draw the openings of the first pairs, if that was not done yet."""
        if len(self._openings) < needed:
            plan: Any = self.experiment.plan
            count = max(2 * needed, self._each)
            self._openings = draw_openings(plan, Position.parse(plan["start"]), count)
            self._numbers[:] = OpeningNumbers.of(self._openings).canonical.tolist()

    @property
    def played(self) -> int:
        """Number of pairs played."""
        return sum(tally.pairs for tally in self.tallies.values())

    @property
    def planned(self) -> int | None:
        """Number of pairs to play, where the experiment says so."""
        return planned_pairs(self.experiment)

    @property
    def is_decided(self) -> bool:
        """Whether its SPRT is over."""
        return self._sprt is not None and self._sprt.is_over

    def pairings(self) -> list[dict[str, Any]]:
        """The counts of every pairing."""
        plan: Any = self.experiment.plan
        self._count_openings()
        rows = []
        for pairing, tally in sorted(self.tallies.items()):
            a, b = (plan["players"][place] for place in plan["pairings"][pairing])
            effect = self._decided[pairing].live_design_effect()
            elo = anytime_elo(tally.ww, tally.ll, design_effect=effect)
            rows.append(
                {
                    "pairing": pairing,
                    "a": a,
                    "b": b,
                    "ww": tally.ww,
                    "split": tally.split,
                    "ll": tally.ll,
                    "wins": tally.wins,
                    "losses": tally.losses,
                    "elo": {"value": elo.value, "low": elo.low, "high": elo.high},
                    "forfeits": [tally.a_forfeits, tally.b_forfeits],
                }
            )
        return rows

    def sprt(self) -> dict[str, Any] | None:
        """The state of its sequential test, if it has one."""
        progress = self._sprt
        if progress is None:
            return None
        low, high = progress.sprt.bounds
        return {
            "elo0": progress.sprt.elo0,
            "elo1": progress.sprt.elo1,
            "llr": progress.llr,
            "low": low,
            "high": high,
            "decision": progress.decision,
            "pairs_left": progress.pairs_left,
            "left": say_pairs_left(progress),
        }

    def boards(self) -> list[dict[str, Any]]:
        """The latest finished games."""
        chunk = self.latest
        if chunk is None:
            return []
        needed = chunk.first_pair + chunk.pairs
        self._draw(needed)
        first = max(chunk.first_pair, needed - _BOARDS // 2)
        games = games_in(chunk, self.experiment.plan, self._openings, pair=first)
        return [plain_board(game) for game in islice(games, _BOARDS)]


def plain_board(stored: GameRecord) -> dict[str, Any]:
    """A finished game as a small board shows it."""
    game = stored.game
    return {
        "name": stored.name,
        "players": list(game.players),
        "start": str(game.start),
        "moves": format_moves(game.moves).split(),
        "position": str(game.position),
        "winner": 3 - game.position.to_move,  # whoever is to move has lost
        "reason": stored.reason,
    }
