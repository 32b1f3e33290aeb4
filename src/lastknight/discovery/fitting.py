"""Fitting: everything that is computed from labels alone, before any game of the verification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lastknight.discovery.discovery_request import BASELINE, RIVAL, DiscoverRequest
from lastknight.discovery.discovery_results import CurvePoint
from lastknight.discovery.features import choose_features
from lastknight.discovery.label_arrays import Labels
from lastknight.discovery.linear_model import LinearModel
from lastknight.discovery.phases import Phases
from lastknight.discovery.recipe import PARTS
from lastknight.discovery.selection import (
    Removal,
    Trial,
    choose_settings,
    critical_positions,
    prune,
)
from lastknight.discovery.training import (
    Examples,
    Score,
    Settings,
    Trainer,
    model_values,
    score_values,
    with_pulls,
)
from lastknight.discovery.verification import Table
from lastknight.errors import ArgumentError

CURVE = (32, 16, 8, 4, 2, 1)
"""The learning curve has fits to these parts of the training positions: one in 32, and so on."""
_LEAST_CURVE = 50


@dataclass(frozen=True, eq=False)
class Fitted:
    """Everything that is computed from the labels alone."""

    trainer: Trainer
    constant: list[str]
    settings: Settings
    trials: list[Trial]
    kept: list[int]
    removals: list[Removal]
    model: LinearModel
    curve: list[CurvePoint]
    compared: dict[str, Score]
    examples: dict[str, Examples] = field(repr=False)

    @classmethod
    def of(cls, request: DiscoverRequest, labels: Labels, table: Table, work: Phases) -> Fitted:
        """Choose features and settings, fit, and draw the learning curve."""
        parts = {name: labels.part(name) for name in PARTS}
        for name, part in parts.items():
            if not len(part):
                raise ArgumentError(f"the labels have no {name} part; label more --positions")
        features, constant = choose_features(
            request.features, parts["train"], only_named=request.features_only
        )
        examples = {
            name: Examples.of(part, features, workers=table.workers) for name, part in parts.items()
        }
        work.reach(0.1)
        trainer = Trainer(features, examples["train"], examples["validation"])
        critical = critical_positions(
            parts["validation"], request.sizes.critical, seed=request.seed
        )
        settings, trials = choose_settings(
            trainer, critical, threads=table.threads, tell=work.steps(0.1, 0.5)
        )
        kept, removals = prune(trainer, settings, tell=work.steps(0.5, 0.8))
        fitted = trainer.model(trainer.fit(settings, kept), kept)
        model = with_pulls(fitted, examples["train"], features)
        curve = list(_curve(trainer, settings, kept, examples))
        test = examples["test"].labels
        compared = {
            name: score_values(test, test.features([name], workers=table.workers)[:, 0])
            for name in (BASELINE, RIVAL)
        }
        work.reach(1.0)
        return cls(
            trainer, constant, settings, trials, kept, removals, model, curve, compared, examples
        )


def _curve(
    trainer: Trainer, settings: Settings, kept: Sequence[int], examples: dict[str, Examples]
) -> Iterator[CurvePoint]:
    """Fits to more and more of the training part."""
    train, features = examples["train"], trainer.features
    for part in CURVE:
        count = len(train.labels) // part
        if part > 1 and count < _LEAST_CURVE:
            continue
        try:
            own = (
                trainer
                if part == 1
                else Trainer(features, train.first(count), examples["validation"])
            )
        except ArgumentError:  # too few positions for both kinds of moves
            continue
        model = own.model(own.fit(settings, kept), kept)
        yield CurvePoint(
            count,
            *(
                score_values(examples[name].labels, model_values(examples[name], features, model))
                for name in PARTS[1:]
            ),
        )
