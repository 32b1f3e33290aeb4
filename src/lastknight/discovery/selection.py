"""Selection: the strength of the penalty, the mix of both aims, and the features worth their time.

All of it looks at the validation part alone, so the test part stays unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from lastknight._core import Rng
from lastknight.discovery.label_arrays import Labels
from lastknight.discovery.linear_model import ROLES, LinearModel
from lastknight.discovery.training import Doubles, Settings, Trainer
from lastknight.players import AlphaBeta
from lastknight.stats.logistic import removal_losses
from lastknight.truth.accuracy import find_wins
from lastknight.truth.sampling import SolvedPosition

PENALTIES = (1e-6, 1e-5, 1e-4, 1e-3)
MIXES = (0.25, 0.5, 0.75, 1.0)
SEARCH_NODES = 300
"""Node limit of the searches that choose the mix."""
PRICE = 2e-4
"""What the validation loss may grow for each set of squares that need not be counted."""
_MIDDLE = 0.5
# Random streams for the choices of players in labelled positions.
_TIES = 7 * 2**60

Tell = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""


@dataclass(frozen=True)
class Trial:
    """A setting that was tried, and how it did on the validation part."""

    mix: float
    penalty: float
    loss: float
    """With this mix; losses of different mixes do not compare."""
    found: float | None = None
    """How often a search with it finds a winning move; None where that was not asked."""


@dataclass(frozen=True)
class Removal:
    """A feature that was left out, and what the validation loss was before and after."""

    feature: str
    before: float
    after: float
    price: float
    is_kept: bool
    """Whether it stayed after all, because the loss grew by more than its price."""


def choose_settings(
    trainer: Trainer, critical: Sequence[SolvedPosition], *, threads: int, tell: Tell
) -> tuple[Settings, list[Trial]]:
    """The penalty with the least validation loss, then the mix whose search finds most wins."""
    every = range(len(trainer.features))
    trials = []
    steps = len(PENALTIES) + len(MIXES)
    for done, penalty in enumerate(PENALTIES):
        tell(done, steps)
        settings = Settings(_MIDDLE, penalty)
        fit = trainer.fit(settings, every)
        trials.append(Trial(_MIDDLE, penalty, trainer.loss(fit, settings, every)))
    penalty = min(trials, key=lambda one: one.loss).penalty
    mixed = []
    for done, mix in enumerate(MIXES, len(PENALTIES)):
        tell(done, steps)
        settings = Settings(mix, penalty)
        fit = trainer.fit(settings, every)
        found = find_rate(trainer.model(fit, every), critical, threads=threads)
        mixed.append(Trial(mix, penalty, trainer.loss(fit, settings, every), found))
    best = max(mixed, key=lambda one: (one.found or 0.0, -abs(one.mix - _MIDDLE)))
    tell(steps, steps)
    return Settings(best.mix, penalty), [*trials, *mixed]


def prune(trainer: Trainer, settings: Settings, *, tell: Tell) -> tuple[list[int], list[Removal]]:
    """Leave out features, the least useful first, until one is worth more than its price.

    Which one is next is estimated from the curvature of the fit; what its removal costs is the
    validation loss of a new fit.
    """
    kept = list(range(len(trainer.features)))
    fit = trainer.fit(settings, kept)
    loss = trainer.loss(fit, settings, kept)
    removals: list[Removal] = []
    while len(kept) > 1:
        tell(len(removals), len(trainer.features))
        place = _least_useful(trainer, settings, kept, fit)
        feature = trainer.features[kept[place]]
        price = PRICE * feature.price
        fewer = kept[:place] + kept[place + 1 :]
        later = trainer.fit(settings, fewer)
        after = trainer.loss(later, settings, fewer)
        is_kept = after - loss > price
        removals.append(Removal(feature.spec, loss, after, price, is_kept))
        if is_kept:
            break
        kept, fit, loss = fewer, later, after
    tell(len(trainer.features), len(trainer.features))
    return kept, removals


def _least_useful(
    trainer: Trainer, settings: Settings, kept: Sequence[int], fit: dict[str, Doubles]
) -> int:
    """The place of the feature whose removal seems to cost least for its price."""
    groups = [[place, len(kept) + place] for place in range(len(kept))]
    penalty, columns = trainer.penalties(settings, kept), trainer.columns(kept)
    costs = np.zeros(len(kept))
    for role in ROLES:
        margins = trainer.train[role].mixed(settings.mix, columns)
        costs += removal_losses(margins, penalty, fit[role], groups)
    prices = np.array([trainer.features[number].price for number in kept])
    return int(np.argmin(costs / prices))


def critical_positions(labels: Labels, most: int, *, seed: int) -> list[SolvedPosition]:
    """The first critical positions of some labels, as players are asked about them."""
    places = np.flatnonzero(labels.is_critical)[:most].tolist()
    return [
        SolvedPosition(
            labels.position(place),
            int(labels.ply[place]),
            str(int(labels.opening[place])),
            labels.winners(place),
            Rng(seed, stream=_TIES + place).next(),
        )
        for place in places
    ]


def find_rate(
    model: LinearModel, critical: Sequence[SolvedPosition], *, threads: int
) -> float | None:
    """How often a short search with a model finds a winning move; None without positions."""
    if not critical:
        return None
    player = AlphaBeta(model.heuristic, nodes=SEARCH_NODES)
    hits = find_wins(player, critical, threads=threads)
    return sum(hits) / len(hits)
