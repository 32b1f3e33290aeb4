"""`lastknight league`: a class of submissions, each in a sandbox, with a page for everyone."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight.cli.support.agent_options import AgentOptions
from lastknight.cli.support.commands import AGENTS, command
from lastknight.cli.support.game_options import PlayOptions, open_store
from lastknight.cli.support.options import Seed
from lastknight.cli.support.outputs import deliver_folder, folder_option, make_folder
from lastknight.cli.support.progress import counting_progress, live_progress
from lastknight.cli.support.screen import make_console, make_table
from lastknight.errors import ArgumentError
from lastknight.league.final_standings import League
from lastknight.league.gathering import gather_league
from lastknight.league.load_check import CheckedSubmission, check_submissions
from lastknight.league.rules import Rules, plan_league
from lastknight.league.submissions import NAME, Skipped, Submission, find_submissions
from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import play_plans
from lastknight.matches.plan import Plan
from lastknight.matches.request import command_words
from lastknight.matches.runners import Cluster
from lastknight.matches.shell_text import shell_text
from lastknight.matches.store import Store
from lastknight.report.league.wording import describe_advice, results
from lastknight.report.text.located import locate
from lastknight.report.text.prose import to_plain
from lastknight.report.write import check_libraries
from lastknight.sandbox import Sandbox
from lastknight.sandbox.printable import printable_line
from lastknight.truth.verdicts import Verdicts, reach_of

_PROBLEM = 100


@command("lastknight league submissions --pairs 10 -o league", panel=AGENTS)
def league(
    folder: Annotated[Path, typer.Argument(help="Submissions: files, or folders with one.")],
    agents: AgentOptions,
    run: PlayOptions,
    output: Annotated[
        Path,
        folder_option("Folder for pages, tables and games."),
    ] = Path("league"),
    pairs: Annotated[
        int, typer.Option(min=1, help="Openings per pairing, each played from both sides.")
    ] = 10,
    against_baselines: Annotated[
        bool,
        typer.Option("--against-baselines", help="Play only the baselines, not each other."),
    ] = False,
    boards: Annotated[
        int, typer.Option(min=0, max=50, help="Mistakes shown on each submission's page.")
    ] = 3,
    title: Annotated[str | None, typer.Option(help="Title of the front page.")] = None,
    seed: Seed = 1,
) -> None:
    """Play a league of submissions against each other and baselines, with a page for each.

    Games are stored in the output folder; run the same command again to resume. Submissions added
    later play only their own games.
    """
    check_libraries()
    from lastknight.report.league.pages import write_league  # noqa: PLC0415  (needs libraries)

    console, errors = make_console(), make_console(stderr=True)
    sandbox = agents.sandbox(errors)
    submissions, skipped = _find(folder, output, sandbox, errors)
    rules = Rules(
        limit=agents.limit,
        pairs=pairs,
        seed=seed,
        is_among_themselves=not against_baselines,
        boards=boards,
        sandbox=sandbox,
    )
    make_folder(output)
    with run.open() as runner, open_store(output / "games.db") as store:
        with counting_progress() as watch:
            seen = partial(watch, "submissions checked")
            checked = check_submissions(submissions, rules, output, workers=run.workers, watch=seen)
        plan, chunks = _play(checked, rules, store=store, run=run, runner=runner)
        with counting_progress() as watch:
            found = gather_league(
                checked,
                plan,
                chunks,
                rules=rules,
                verdicts=Verdicts(reach_of(plan.start), workers=run.workers, store=store),
                title=printable_line(title or f"League {folder.resolve().name}", limit=NAME),
                skipped=skipped,
                command=_command(folder, rules, agents, title=title, output=output),
                watch=partial(watch, "entrants analysed"),
            )
    deliver_folder(
        output,
        lambda where: write_league(found, where),
        lambda files: _print(console, found, files),
    )


def _find(
    folder: Path, output: Path, sandbox: Sandbox, errors: Console
) -> tuple[list[Submission], list[Skipped]]:
    """Find the submissions in a folder, and print a line for each file that is left out."""
    if output.resolve() == folder.resolve():
        raise ArgumentError("results need a separate folder; choose one with --output")
    submissions, skipped = find_submissions(folder, sandbox=sandbox, leave_out=output)
    for one in skipped:
        errors.print(f"left out: {one.name} ({one.reason})", soft_wrap=True)
    return submissions, skipped


def _command(
    folder: Path, rules: Rules, agents: AgentOptions, *, title: str | None, output: Path
) -> str:
    """The command that plays the same league, and resumes it."""
    options = {
        "output": str(output),
        "pairs": None if rules.pairs == 10 else rules.pairs,
        "seconds": agents.seconds,
        "nodes": agents.nodes,
        "against-baselines": not rules.is_among_themselves,
        "boards": None if rules.boards == 3 else rules.boards,
        "title": title,
        "seed": None if rules.seed == 1 else rules.seed,
        "require-sandbox": agents.require_sandbox,
        "unsafe": agents.unsafe,
    }
    return shell_text(["lastknight", *command_words("league", (str(folder),), options)])


def _play(
    checked: list[CheckedSubmission],
    rules: Rules,
    *,
    store: Store,
    run: PlayOptions,
    runner: Cluster | None,
) -> tuple[Plan, list[Chunk]]:
    playing = [(one.submission.name, one.player) for one in checked if one.player is not None]
    plan = plan_league(playing, rules)
    names = [*(name for name, _ in playing), *plan.player_names[len(playing) :]]
    pairings = [(names[a], names[b]) for a, b in plan.pairings]
    with live_progress(pairings, cluster=runner) as progress:
        (chunks,) = play_plans(
            [plan], workers=run.workers, runner=runner, store=store, progress=progress
        )
    return plan, chunks


def _print(console: Console, found: League, files: list[Path]) -> None:
    table = make_table("rank", "player", numbers=("Elo", "95 %", "won", "lost", "win rate"))
    table.add_column("forfeits")
    for entry in locate(found).entries:
        if not entry.problem:
            cells = map(to_plain, results(entry))
            table.add_row(entry.rank or "baseline", entry.name, *cells)
    console.print(table)
    if advice := to_plain(describe_advice(locate(found))):
        console.print(advice, soft_wrap=True)
    absent = [entry for entry in found.entries if entry.problem]
    for entry in absent:
        why = printable_line(entry.problem, limit=_PROBLEM)
        console.print(f"{entry.name} did not play: {why}", soft_wrap=True)
    if files and any(entry.forfeited for entry in found.entries):
        console.print("Full forfeit messages are on the pages of those who forfeited.")
    for page in files[:1]:
        console.print(f"\nthe league: {page}; pages, tables and games are in the same folder")
