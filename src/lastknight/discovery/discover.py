"""Discovery from end to end: labels, a fit, a spec, and its verification.

Labels and games are kept in a folder, and everything else is computed from them. So a run that was
stopped goes on where it was, and ends with the same result, with any number of workers.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from lastknight.discovery.discovery_request import BASELINE, RIVAL, DiscoverRequest
from lastknight.discovery.discovery_results import Contribution, CurvePoint, Discovery
from lastknight.discovery.features import Feature, choose_features
from lastknight.discovery.labels import Labels, load
from lastknight.discovery.linear_model import ROLES, LinearModel
from lastknight.discovery.make_labels import LABELLED, make_labels
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
    accuracy_of,
    model_values,
    score_values,
    with_pulls,
)
from lastknight.discovery.verification import Table, planned_work, verify
from lastknight.errors import ArgumentError
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta
from lastknight.position import Position

LABELS, GAMES = "labels.lkl", "games.db"
"""What the folder of a discovery keeps."""
CURVE = (32, 16, 8, 4, 2, 1)
"""The learning curve has fits to these parts of the training positions: one in 32, and so on."""
# Rough work in nodes: to label a position, to fit to it.
_LABEL_NODES, _FIT_NODES = 2500, 1500
# Nodes per move of the games that show what a group is worth, as a part of the main limit.
_GROUP_PART = 3
_LEAST_CURVE = 50

Watch = Callable[[str, int, int], None]
"""Told what is going on, and how much of all work is done, of how much."""


def discover(  # noqa: PLR0913  (all but one are keywords)
    folder: Path | str | None = None,
    *,
    features: Sequence[str] = (),
    features_only: bool = False,
    positions: int | None = None,
    labels: Path | str | None = None,
    nodes: int | None = None,
    pairs: int | None = None,
    quick: bool = False,
    board: Position | None = None,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    progress: Watch | None = None,
) -> Discovery:
    """Fit a heuristic to proved positions, and verify it by games on openings never used.

    `features` are heuristics besides the default building blocks; `features_only` leaves those
    out. Labels and games are kept in the folder, and the same call resumes; without a folder
    nothing is kept. `labels` is a file to use instead of making one. Raises ArgumentError and
    NotationError for features, labels and numbers that cannot be used.

    >>> found = discover(quick=True, positions=1500, nodes=60, pairs=4, board=Position(5, 5),
    ...                  features=["exits_own", "open"], features_only=True)
    >>> sorted({term.feature for term in found.model.terms} | {"exits_own", "open"})
    ['exits_own', 'open']
    """
    request = DiscoverRequest(
        features=tuple(features),
        features_only=features_only,
        positions=positions,
        labels=None if labels is None else str(labels),
        nodes=nodes,
        pairs=pairs,
        is_quick=quick,
        start=Position() if board is None else board,
        seed=seed,
    )
    with _open_folder(folder) as where, Store(where / GAMES) as store:
        return run_discovery(
            request, where, store=store, workers=workers, runner=runner, progress=progress
        )


def run_discovery(  # noqa: PLR0913  (all but two are keywords)
    request: DiscoverRequest,
    folder: Path,
    *,
    store: Store,
    workers: int | None = None,
    runner: Runner | None = None,
    progress: Watch | None = None,
) -> Discovery:
    """Do what a request asks for; labels are made in the folder unless the request names some."""
    work = _Work(request, progress or (lambda *_: None))
    labels = _get_labels(request, folder, work, workers=workers, runner=runner)
    table = Table(request, labels.recipe, workers, runner, store)
    work.begin("fitting")
    fitted = _Fitted.of(request, labels, table, work)
    work.begin("groups of features")
    table.tell = work.add
    contributions = tuple(_contributions(fitted, table))
    work.begin("verifying")
    found = fitted.model.heuristic
    verification = verify(found, labels, table)
    return Discovery(
        spec=str(found),
        is_native=found.core.is_linear,
        model=fitted.model,
        words=tuple(map(fitted.model.words, ROLES)),
        settings=fitted.settings,
        labels=labels.summary(),
        features=tuple(one.spec for one in fitted.trainer.features),
        constant=tuple(fitted.constant),
        trials=tuple(fitted.trials),
        removals=tuple(fitted.removals),
        curve=tuple(fitted.curve),
        compared=fitted.compared,
        contributions=contributions,
        verification=verification,
        seed=request.seed,
        command=shlex.join(["lastknight", *request.words()]),
        version=version("lastknight"),
    )


def _get_labels(
    request: DiscoverRequest,
    folder: Path,
    work: _Work,
    *,
    workers: int | None,
    runner: Runner | None,
) -> Labels:
    """The labels of the file that the request names, or new ones in the folder."""
    if request.labels is None:
        wanted = request.sizes.positions

        def watch(what: str, done: int, total: int) -> None:
            if what == LABELLED:
                work.reach(min(1.0, done / total))

        work.begin("labelling")
        found = make_labels(
            folder / LABELS,
            wanted,
            recipe=request.recipe(),
            workers=workers,
            runner=runner,
            watch=watch,
        )
        # A longer run may have left more; the result is that of this request.
        return found.select(slice(wanted))
    return load(request.labels)


@dataclass(frozen=True, eq=False)
class _Fitted:
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
    def of(cls, request: DiscoverRequest, labels: Labels, table: Table, work: _Work) -> _Fitted:
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


def _contributions(fitted: _Fitted, table: Table) -> Iterator[Contribution]:
    """The whole model against fits without each group of features, by games."""
    trainer, sizes = fitted.trainer, table.request.sizes
    nodes = max(1, sizes.nodes // _GROUP_PART)
    openings = table.openings(sizes.group_pairs)
    whole = AlphaBeta(fitted.model.heuristic, nodes=nodes)
    groups = dict.fromkeys(trainer.features[number].group for number in fitted.kept)
    for group in groups if len(groups) > 1 else ():
        rest = [one for one in fitted.kept if trainer.features[one].group != group]
        model = trainer.model(trainer.fit(fitted.settings, rest), rest)
        values = model_values(fitted.examples["test"], trainer.features, model)
        without = AlphaBeta(model.heuristic, nodes=nodes)
        match = table.play(whole, without, openings, table.request.start)
        yield Contribution(
            group=group,
            features=tuple(_specs(trainer.features, fitted.kept, group)),
            accuracy=accuracy_of(fitted.examples["test"].labels, values).value,
            elo=match.elo,
            pairs=match.pairs,
        )


def _specs(features: Sequence[Feature], kept: Sequence[int], group: str) -> list[str]:
    return [features[one].spec for one in kept if features[one].group == group]


class _Work:
    """How much of all work is done, in nodes; every phase has its estimate."""

    def __init__(self, request: DiscoverRequest, watch: Watch) -> None:
        sizes = request.sizes
        labelled = sizes.positions * _LABEL_NODES if request.labels is None else 0
        games = 2.0 * 12 * 2 * (sizes.nodes / _GROUP_PART) * sizes.group_pairs * 6
        self._phases = {
            "labelling": float(labelled),
            "fitting": float(sizes.positions * _FIT_NODES),
            "groups of features": games,
            "verifying": planned_work(request),
        }
        self._watch = watch
        self._name = "labelling"
        self._done = 0.0

    def begin(self, name: str) -> None:
        """Go on to a phase; those before it are done, whatever was estimated for them."""
        self._name, self._done = name, 0.0
        self._tell()

    def reach(self, part: float) -> None:
        """Set which part of the phase is done."""
        self._done = part * self._phases[self._name]
        self._tell()

    def add(self, nodes: float) -> None:
        """So many nodes more were searched."""
        self._done += nodes
        self._tell()

    def steps(self, low: float, high: float) -> Callable[[int, int], None]:
        """Counts the steps of a piece of the phase, which goes from one part of it to another."""

        def tell(done: int, total: int) -> None:
            self.reach(low + (high - low) * done / total)

        return tell

    def _tell(self) -> None:
        names = list(self._phases)
        before = sum(self._phases[name] for name in names[: names.index(self._name)])
        done = before + min(self._done, self._phases[self._name])
        self._watch(self._name, round(done), round(sum(self._phases.values())))


@contextmanager
def _open_folder(folder: Path | str | None) -> Iterator[Path]:
    """The folder, which is made if needed; without one, a temporary one."""
    if folder is None:
        with TemporaryDirectory() as name:
            yield Path(name)
        return
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    yield where
