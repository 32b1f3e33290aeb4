"""`lastknight truth`: heuristics and players against perfect play."""

from dataclasses import replace
from typing import Annotated

import typer

from lastknight.analysis import read_candidates
from lastknight.analysis.inquiry import PROPOSED, Candidates
from lastknight.cli.support.commands import HEURISTICS, command
from lastknight.cli.support.game_options import StoreOptions
from lastknight.cli.support.options import BoardOptions, Seed, Workers
from lastknight.cli.support.outputs import OutputOptions
from lastknight.cli.support.progress import counting_progress
from lastknight.cli.support.rules import Given, excludes, unused
from lastknight.cli.support.screen import make_console, print_left_out
from lastknight.cli.support.truth_tables import print_truth
from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic, heuristic
from lastknight.matches.archive import sample_games
from lastknight.matches.store import Experiment, Store
from lastknight.players import Player, is_player_spec, player
from lastknight.position import Position
from lastknight.truth import Question, Truth, measure, rows_of
from lastknight.truth.measure import OPPONENT

_BUILT_IN = ("null", "open", "improved", "center")


def _has(given: Given, *, players: bool) -> bool:
    """Whether a player, or a heuristic, is among the subjects; all known heuristics by default."""
    subjects = given.get("SUBJECTS")
    return not players if subjects is None else any(_is_player(one) is players for one in subjects)


@command(
    "lastknight truth 'reach(k=3)' 'AlphaBeta(improved, nodes=1500)'",
    panel=HEURISTICS,
    rules=(
        excludes("--no-save", "--experiment", reason="--experiment is read from the file"),
        excludes("--fresh", "--experiment", reason="--experiment is read from the file"),
        unused(
            "--pairs --against",
            when=lambda given: not _has(given, players=True),
            reason="--pairs and --against are for players, and there are only heuristics",
        ),
        unused(
            "--depth --critical --baseline",
            when=lambda given: not _has(given, players=False),
            reason="--depth, --critical and --baseline are for heuristics, and there is none",
        ),
    ),
)
def truth(
    board: BoardOptions,
    kept: StoreOptions,
    output: OutputOptions,
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HEURISTIC | PLAYER",
            help="Specs, files and players. Default: all known heuristics.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, max=10**6, help="About how many games to draw positions from.")
    ] = 400,
    positions: Annotated[
        int, typer.Option(min=1, max=10**6, help="Maximum positions per group of plies.")
    ] = 100,
    experiment: Annotated[
        int | None, typer.Option(help="Draw positions from this experiment in the file.")
    ] = None,
    depth: Annotated[
        int, typer.Option(min=0, max=12, help="Search with heuristics to every depth up to this.")
    ] = 6,
    pairs: Annotated[
        int, typer.Option(min=0, max=10**6, help="Pairs per player; 0 for none.")
    ] = 20,
    critical: Annotated[
        int,
        typer.Option(
            min=0,
            max=10**6,
            help="Critical positions in which all heuristics choose; 0 for none.",
        ),
    ] = 5000,
    baseline: Annotated[
        str,
        typer.Option(
            metavar="HEURISTIC", help="Heuristic whose choices the others are compared with."
        ),
    ] = "improved",
    against: Annotated[
        str, typer.Option(metavar="PLAYER", help="Opponent for each player.")
    ] = OPPONENT,
    solver_nodes: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum nodes per proof; beyond that, the winner is unknown."),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
) -> None:
    """Compare heuristics and players with perfect play, on positions from real games.

    Games and proofs are stored in a file; run the same command again to resume.
    """
    heuristics, players = _read_subjects(subjects or [], board.start)
    question = Question(
        heuristics,
        players,
        games=games,
        positions=positions,
        depths=tuple(range(1, depth + 1)),
        pairs=pairs,
        critical=critical,
        baseline=heuristic(baseline),
        opponent=player(against),
        start=board.start,
        seed=seed,
        nodes=solver_nodes,
    )
    found = _measure(question, experiment, kept, workers=workers)
    output.write_all(found.as_json(), rows_of(found), lambda: print_truth(make_console(), found))


def _measure(
    question: Question, experiment: int | None, kept: StoreOptions, *, workers: int | None
) -> Truth:
    """Measure on positions of new games, or of an experiment in the file."""
    if experiment is not None and not kept.path.is_file():
        raise ArgumentError(f"there is no file {str(kept.path)!r} with an experiment {experiment}")
    with kept.open() as store, counting_progress() as watch:
        stored = None
        if experiment is not None and store is not None:
            chosen = _find(store, experiment)
            question = replace(question, start=_board_of(chosen, question.start))
            stored = sample_games(store, chosen, most=question.games)
        return measure(
            question,
            games=stored,
            source=f"experiment {experiment} of {kept.path.name}",
            workers=workers,
            store=store,
            watch=watch,
        )


def _read_subjects(
    texts: list[str], start: Position
) -> tuple[tuple[Heuristic, ...], tuple[Player, ...]]:
    """Read players by name, everything else as heuristics; all known heuristics if empty."""
    players = [text for text in texts if _is_player(text)]
    others = [text for text in texts if not _is_player(text)]
    if not texts:
        others = [*_BUILT_IN, *PROPOSED]
    found = read_candidates(others, start=start) if others else Candidates(())
    print_left_out(found.left_out, found.passed_over)
    return found.heuristics, tuple(player(text) for text in players)


def _is_player(text: str) -> bool:
    """Whether a subject is a player; a whole file stands for its heuristics."""
    return not text.endswith(".py") and is_player_spec(text)


def _find(store: Store, number: int) -> Experiment:
    for one in store.experiments():
        if one.id == number:
            return one
    raise ArgumentError(
        f"{store.path} has no experiment {number}; 'lastknight games {store.path}' lists them"
    )


def _board_of(experiment: Experiment, given: Position) -> Position:
    """The board of an experiment; board options are refused unless they give the same one."""
    start = Position.parse(str(experiment.plan["start"]))
    if given not in (start, Position()):
        raise ArgumentError(f"experiment {experiment.id} was played from {start}")
    return start
