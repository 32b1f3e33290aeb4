"""Discovery from end to end: labels, a fit, a spec, and its verification.

Labels and games are kept in a folder, and everything else is computed from them. So a stopped run
resumes where it stopped, and gives the same result, with any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lastknight import _core
from lastknight.discovery.champion import Weights, digest
from lastknight.discovery.champion_findings import Play, examine_fit
from lastknight.discovery.discovery_request import DiscoverRequest
from lastknight.discovery.discovery_results import Contribution, Discovery, Remade
from lastknight.discovery.features import Feature
from lastknight.discovery.fitting import Fitted
from lastknight.discovery.heuristic_recipe import HeuristicRecipe
from lastknight.discovery.label_arrays import Labels, load
from lastknight.discovery.linear_model import ROLES
from lastknight.discovery.make_labels import LABELLED, make_labels
from lastknight.discovery.phases import GROUP_PART, Phases, Watch
from lastknight.discovery.recipe import PARTS
from lastknight.discovery.training import accuracy_of, model_values
from lastknight.discovery.verification import Table, match_work, verify
from lastknight.discovery.weight_games import play_pairs
from lastknight.heuristics import heuristic
from lastknight.matches.runners import Runner
from lastknight.matches.shell_text import shell_text
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta
from lastknight.position import Position
from lastknight.ranges import read_list

LABELS, GAMES = "labels.lkl", "games.db"
"""What the folder of a discovery keeps."""


def discover(  # noqa: PLR0913  (all but one are keywords)
    folder: Path | str | None = None,
    *,
    features: Sequence[str] = (),
    features_only: bool = False,
    positions: int | None = None,
    labels: Path | str | None = None,
    recipe: str | None = None,
    nodes: int | None = None,
    pairs: int | None = None,
    quick: bool = False,
    board: Position | str | None = None,
    seed: int = 1,
    workers: int | None = None,
    runner: Runner | None = None,
    progress: Watch | None = None,
) -> Discovery | Remade:
    """Fit a heuristic to proved positions, and verify it by games on openings never used.

    `features` are heuristics besides the default building blocks; `features_only` leaves those
    out. Labels and games are kept in the folder, and the same call resumes; without a folder
    nothing is kept. `labels` is a file to use instead of making one. `recipe` names a shipped
    heuristic to remake, such as `champion`. Raises ArgumentError and NotationError for
    features, labels and numbers that cannot be used.

    >>> found = discover(quick=True, positions=1500, nodes=60, pairs=4, board=Position(5, 5),
    ...                  features=["exits_own", "open"], features_only=True)
    >>> sorted({term.feature for term in found.model.terms} | {"exits_own", "open"})
    ['exits_own', 'open']
    """
    request = DiscoverRequest(
        features=read_list("features", features, of="heuristics"),
        features_only=features_only,
        positions=positions,
        labels=None if labels is None else str(labels),
        recipe=recipe,
        nodes=nodes,
        pairs=pairs,
        is_quick=bool(quick),
        start=Position.read(board),
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
) -> Discovery | Remade:
    """Do what a request asks for; labels are made in the folder unless the request names some."""
    work = Phases(request, progress or (lambda *_: None))
    labels = _get_labels(request, folder, work, workers=workers, runner=runner)
    table = Table(request, labels.recipe, workers, runner, store)
    if request.recipe is not None:
        return _remake(HeuristicRecipe.read(request.recipe), labels, table, work)
    work.begin("fitting")
    fitted = Fitted.of(request, labels, table, work)
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
        **_origin(request),
    )


def _remake(recipe: HeuristicRecipe, labels: Labels, table: Table, work: Phases) -> Remade:
    """Fit a shipped heuristic again, and verify it if it is the installed one."""
    request = table.request
    assert request.recipe is not None
    work.begin("fitting")
    test = PARTS.index("test")
    weights = recipe.fit.weights(labels.select(labels.split != test))
    made, shipped = digest(weights), digest(_core.champion_weights())
    table.tell = work.add
    work.begin("groups of features")
    findings = examine_fit(labels, recipe.fit, weights, _weight_games(table))
    work.begin("verifying")
    found = heuristic(request.recipe)
    is_shipped = made == shipped
    return Remade(
        spec=str(found),
        labels=labels.summary(),
        verification=verify(found, labels, table, called=str(found)) if is_shipped else None,
        recipe=request.recipe,
        weights=weights,
        digest=made,
        shipped=shipped,
        areas=findings.curve[-1].areas,
        findings=findings,
        tried=recipe.tried,
        **_origin(request),
    )


def _weight_games(table: Table) -> Play:
    """Lets sets of the champion's weights play each other on openings of the test part."""
    request = table.request
    nodes = max(1, request.sizes.nodes // GROUP_PART)
    positions = [one.position for one in table.openings(request.sizes.group_pairs)]
    player = AlphaBeta("champion", nodes=nodes)

    def play(one: Weights, other: Weights) -> tuple[int, int, int]:
        found = play_pairs(
            one, other, positions, nodes=nodes, seed=request.seed, threads=table.threads
        )
        table.tell(match_work(player, player, len(positions)))
        return found

    return play


def _origin(request: DiscoverRequest) -> dict[str, Any]:
    """Where a result comes from."""
    command = shell_text(["lastknight", *request.words()])
    return {"seed": request.seed, "command": command, "version": version("lastknight")}


def _get_labels(
    request: DiscoverRequest,
    folder: Path,
    work: Phases,
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
            recipe=request.label_recipe(),
            workers=None if runner else workers,
            runner=runner,
            watch=watch,
        )
        # A longer run may have left more; the result is that of this request.
        return found.select(slice(wanted))
    return load(request.labels)


def _contributions(fitted: Fitted, table: Table) -> Iterator[Contribution]:
    """The whole model against fits without each group of features, by games."""
    trainer, sizes = fitted.trainer, table.request.sizes
    nodes = max(1, sizes.nodes // GROUP_PART)
    openings = table.openings(sizes.group_pairs)
    whole = AlphaBeta(fitted.model.heuristic, nodes=nodes)
    groups = dict.fromkeys(trainer.features[number].group for number in fitted.kept)
    for group in groups if len(groups) > 1 else ():
        rest = [one for one in fitted.kept if trainer.features[one].group != group]
        model = trainer.model(trainer.fit(fitted.settings, rest), rest)
        values = model_values(fitted.examples["test"], trainer.features, model)
        without = AlphaBeta(model.heuristic, nodes=nodes)
        match = table.play(whole, without, openings, table.request.start).whole
        yield Contribution(
            group=group,
            features=tuple(_specs(trainer.features, fitted.kept, group)),
            accuracy=accuracy_of(fitted.examples["test"].labels, values).value,
            elo=match.elo,
            pairs=match.pairs,
        )


def _specs(features: Sequence[Feature], kept: Sequence[int], group: str) -> list[str]:
    return [features[one].spec for one in kept if features[one].group == group]


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
