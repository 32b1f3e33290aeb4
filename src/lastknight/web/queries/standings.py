"""How far an experiment is: its chunks, counted as they arrive."""

from __future__ import annotations

from itertools import islice
from typing import Any

from lastknight.matches.archive import games_in
from lastknight.matches.chunks import Chunk
from lastknight.matches.game_record import GameRecord
from lastknight.matches.openings import Opening
from lastknight.matches.store import Experiment, Place, Store
from lastknight.matches.tally import Tally
from lastknight.notation import format_moves
from lastknight.stats import SprtProgress, anytime_elo
from lastknight.stats.decided_pairs import DecidedPairs
from lastknight.stats.words import describe_pairs_left
from lastknight.web.experiments.requests import has_all_pairs, planned_pairs, sprt_of
from lastknight.web.queries.drawn_openings import opening_sequence

_BOARDS = 4
# At most this many openings are drawn ahead; the command line may plan billions of pairs.
_DRAWN_AHEAD = 200_000


class Count:
    """The counts of an experiment so far, and its latest games; `name` is its id."""

    def __init__(self, store: Store, experiment: Experiment, name: str) -> None:
        self.experiment = experiment
        self.name = name
        self.pairs: dict[int, int] = {}
        """Pairs played, by pairing."""
        self._tallies: dict[int, Tally] = {}
        self._latest: Place | None = None
        self._store = store
        self._seen: set[Place] = set()
        self._unread: list[Place] = []
        self._openings: list[Opening] = []
        self._numbers: list[int] = []
        self._decided: dict[int, DecidedPairs] = {}
        self._uncounted: list[tuple[int, int, list[tuple[int, int]]]] = []
        sprt = sprt_of(experiment)
        self._sprt: SprtProgress | None = None
        if sprt is not None:
            self._draw(min(self._each, _DRAWN_AHEAD))
            self._sprt = SprtProgress(sprt, self._numbers, planned=self._each or None)

    def read(self) -> int:
        """Look for new chunks; returns how many pairs they have.

        Their games are read only when they are needed, because an analysis has many parts.
        """
        new = 0
        known = self._store.done(self.experiment.id)
        for place in sorted(known.keys() - self._seen):
            pairing, pairs = place[0], known[place]
            new += pairs
            self.pairs[pairing] = self.pairs.get(pairing, 0) + pairs
            self._latest = place if pairs else self._latest
            self._seen.add(place)
            self._unread.append(place)
        if self._sprt is not None:
            self._read_games()
        return new

    def _read_games(self) -> None:
        """Count the games of new chunks, up to the pair that ends a sequential test."""
        unread, self._unread = self._unread, []
        if self._sprt is not None and self._sprt.is_over:
            return
        for chunk in self._store.chunks_at(self.experiment.id, unread):
            self._count(chunk)
            if self._sprt is not None:
                self._draw(chunk.first_pair + chunk.pairs)
                self._sprt.add(chunk.first_pair, chunk.outcomes())
        if self._sprt is not None and self._sprt.is_over:
            self._count_again(self._sprt.pairs)

    def _count(self, chunk: Chunk) -> None:
        known = self._tallies.get(chunk.pairing, Tally())
        self._tallies[chunk.pairing] = known + chunk.tally()
        self._uncounted.append((chunk.pairing, chunk.first_pair, list(chunk.outcomes())))

    def _count_again(self, pairs: int) -> None:
        """Count only the first pairs: those that were under way when a test ended do not count."""
        for counted in (self._tallies, self._decided, self._uncounted):
            counted.clear()
        for chunk in self._store.chunks(self.experiment.id):
            if chunk.first_pair < pairs:
                self._count(chunk.head(pairs - chunk.first_pair))

    @property
    def _each(self) -> int:
        """Pairs planned for each pairing; 0 if unknown."""
        plan: Any = self.experiment.plan
        return (self.planned or 0) // len(plan["pairings"])

    def _count_openings(self) -> None:
        """Count the new pairs by opening; only intervals need this, which draws the openings."""
        for pairing, first, outcomes in self._uncounted:
            self._draw(first + len(outcomes))
            decided = self._decided.setdefault(pairing, DecidedPairs())
            decided.add_pairs(self._numbers[first : first + len(outcomes)], outcomes)
        self._uncounted.clear()

    def _draw(self, needed: int) -> None:
        """Draw the openings of the first `needed` pairs, unless they have been drawn."""
        if len(self._openings) < needed:
            plan: Any = self.experiment.plan
            drawn = opening_sequence(plan, max(2 * needed, min(self._each, _DRAWN_AHEAD)))
            self._openings = drawn.openings
            self._numbers[:] = drawn.numbers

    @property
    def played(self) -> int:
        """Number of pairs played."""
        return sum(self.pairs.values())

    @property
    def planned(self) -> int | None:
        """Number of pairs to play; None if unknown."""
        return planned_pairs(self.experiment, self.played)

    @property
    def is_done(self) -> bool:
        """Whether all its pairs were played, or its SPRT is over."""
        if self._sprt is not None and self._sprt.is_over:
            return True
        return has_all_pairs(self.experiment, self.played)

    def pairings(self) -> list[dict[str, Any]]:
        """The counts of every pairing."""
        plan: Any = self.experiment.plan
        self._read_games()
        self._count_openings()
        rows = []
        for pairing, tally in sorted(self._tallies.items()):
            a, b = (plan["players"][place] for place in plan["pairings"][pairing])
            effect = self._decided[pairing].live_design_effect()
            elo = anytime_elo(tally.ww, tally.ll, design_effect=effect)
            rows.append(
                {
                    "experiment": self.name,
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
            "left": describe_pairs_left(progress),
        }

    def boards(self) -> list[dict[str, Any]]:
        """The latest finished games."""
        latest = () if self._latest is None else (self._latest,)
        chunk = next(self._store.chunks_at(self.experiment.id, latest), None)
        if chunk is None:
            return []
        needed = chunk.first_pair + chunk.pairs
        self._draw(needed)
        first = max(chunk.first_pair, needed - _BOARDS // 2)
        games = games_in(chunk, self.experiment.plan, self._openings, pair=first)
        return [plain_board(game) | {"experiment": self.name} for game in islice(games, _BOARDS)]


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
