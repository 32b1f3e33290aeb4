"""`lastknight tournament`: all against all, or some against others, with ratings."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from lastknight.cli.support.commands import MATCHES, command
from lastknight.cli.support.conditions import conditions_of
from lastknight.cli.support.forfeit_hint import first_forfeit, print_forfeit_hint
from lastknight.cli.support.game_options import GameOptions, PlayOptions, StoreOptions
from lastknight.cli.support.outputs import OutputOptions
from lastknight.cli.support.progress import live_progress
from lastknight.cli.support.screen import format_elo, format_ends, make_console, make_table
from lastknight.cli.support.trial import PLANNING, plan_pairs
from lastknight.matches.counting import rate
from lastknight.matches.engine import run_plan
from lastknight.matches.plan import PAIRS_OF_TOURNAMENT, pairing_names
from lastknight.matches.request import TournamentRequest
from lastknight.matches.results import Tournament
from lastknight.matches.self_play import describe_start
from lastknight.matches.tally import Tally
from lastknight.players import player
from lastknight.stats.arguments import MOST_ELO
from lastknight.stats.words import describe_rate


@command(
    "lastknight tournament 'Greedy(open)' 'Greedy(improved)' Random --pairs 500",
    panel=MATCHES,
    rules=PLANNING,
)
def tournament(
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER", help="Players, such as 'Greedy(open)' Random.")
    ],
    games: GameOptions,
    run: PlayOptions,
    kept: StoreOptions,
    output: OutputOptions,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPPONENT", help="An opponent; can be repeated. Default: all against all."
        ),
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="The player whose rating is 0.")
    ] = None,
    pairs: Annotated[
        int | None, typer.Option(min=1, help=f"Pairs per pairing. Default: {PAIRS_OF_TOURNAMENT}.")
    ] = None,
    plan: Annotated[
        float | None,
        typer.Option(
            metavar="ELO",
            min=1,
            max=MOST_ELO,
            help="Only estimate how many pairs it takes to detect this Elo difference.",
        ),
    ] = None,
) -> None:
    """Play all against all, or all against some opponents, and rate every player.

    Games are stored in a file; run the same command again to resume.
    """
    request = TournamentRequest(
        players=tuple(players), against=tuple(against or ()), pairs=pairs, **games.conditions()
    )
    if plan is not None:
        make_console().print(plan_pairs(request, plan, workers=run.workers), soft_wrap=True)
        return
    wanted = request.plan()
    names = pairing_names([wanted])
    with (
        run.open() as runner,
        kept.open() as store,
        live_progress(names, cluster=runner) as progress,
    ):
        chunks = list(
            run_plan(wanted, workers=run.workers, runner=runner, store=store, progress=progress)
        )
    result = rate(wanted, chunks, anchor=None if anchor is None else str(player(anchor)))
    rows = [one.facts() for one in result.matches.values()]
    opponents = [result.names.index(str(player(opponent))) for opponent in against or ()]

    def show() -> None:
        console = make_console()
        if opponents:
            console.print(classic_table(result, len(players), opponents), soft_wrap=True)
            console.print()
        _print(console, result)
        print_forfeit_hint(console, first_forfeit(result.matches.values()), kept.stored, wanted)

    conditions = conditions_of(wanted)
    output.write_all(_facts(result) | conditions, [row | conditions for row in rows], show)


def _print(console: Console, result: Tournament) -> None:
    console.print(_ratings_table(result))
    console.print()
    console.print(_difference_table(result))
    console.print()
    for sentence in result.cautions:
        console.print(sentence, soft_wrap=True)
    if result.attacker is not None:
        console.print(f"the attacker wins {describe_rate(result.attacker.rate)} of the games")
    console.print(
        f"{result.ratings.games:,} games {_describe_openings(result)};"
        " intervals are 95 %, ranks and stars are corrected for all comparisons"
    )


def _describe_openings(result: Tournament) -> str:
    openings = f"on {result.ratings.openings:,} different openings"
    return (
        openings if result.start_ply is None else f"{openings}, {describe_start(result.start_ply)}"
    )


def _title(result: Tournament) -> str | None:
    """A title that marks every table of games with later starts: they answer another question."""
    return None if result.start_ply is None else f"Games {describe_start(result.start_ply)}"


def _ratings_table(result: Tournament) -> Table:
    table = make_table("rank", "player", numbers=("Elo", "from", "to", "won"))
    table.title = _title(result)
    for place in result.ratings.order:
        rating, total = result.ratings.ratings[place], _total(result, place)
        elos = [format_elo(rating.value), *format_ends(rating)]
        if place == result.anchor:  # its rating is 0 by definition
            elos[1:] = "", ""
        won = f"{100 * total.wins / total.games:.1f} %" if total.games else ""
        table.add_row(result.rank(place), result.names[place], *elos, won)
    return table


def _difference_table(result: Tournament) -> Table:
    numbers = [str(place) for place in range(1, len(result.names) + 1)]
    table = make_table("row over column, Elo", numbers=numbers)
    table.title = _title(result)
    for row, name in enumerate(result.names):
        cells = []
        for column in range(len(result.names)):
            star = "*" if result.ratings.p_values[row][column] < 0.05 and row != column else " "
            elo = format_elo(result.ratings.differences[row][column].value)
            cells.append("" if row == column else f"{elo}{star}")
        table.add_row(f"{row + 1}  {name}", *cells)
    table.caption = "* significant after correction for all comparisons (Holm)"
    return table


def classic_table(result: Tournament, players: int, opponents: list[int]) -> str:
    """The course's table: games won and lost against each opponent, and the win rate.

    Its columns are the first players of the tournament; no player meets itself.
    """
    width = max(12, *(len(result.names[place]) for place in range(len(result.names))))
    title = _title(result)
    lines = [f"{'Match #':^9}{'Opponent':^{width}}"]
    lines[0] += "".join(f"  {result.names[place]:^{width}}" for place in range(players))
    lines.append(" " * (9 + width) + f"  {'Won | Lost':^{width}}" * players)
    for number, opponent in enumerate(opponents, 1):
        line = f"{number:^9}{result.names[opponent]:^{width}}"
        for place in range(players):
            tally = _tally(result, place, opponent)
            cell = "" if tally is None else f"{tally.wins:>4} | {tally.losses:<4}"
            line += f"  {cell:^{width}}"
        lines.append(line.rstrip())
    lines.append("-" * (9 + width + (width + 2) * players))
    line = " " * 9 + f"{'Win Rate:':^{width}}"
    for place in range(players):
        total = sum((_tally(result, place, other) or Tally() for other in opponents), Tally())
        rate = f"{100 * total.wins / total.games:.1f}%" if total.games else ""
        line += f"  {rate:^{width}}"
    return "\n".join([*([title] if title else []), *lines, line.rstrip()])


def _tally(result: Tournament, a: int, b: int) -> Tally | None:
    if (a, b) in result.matches:
        return result.matches[a, b].tally
    if (b, a) in result.matches:
        return result.matches[b, a].tally.swapped()
    return None


def _total(result: Tournament, place: int) -> Tally:
    others = range(len(result.names))
    return sum((_tally(result, place, other) or Tally() for other in others), Tally())


def _by_role(result: Tournament, place: int) -> list[tuple[int, int]]:
    """The wins and games of a player as attacker and as defender, against all opponents."""
    found = []
    for role in ("attacker", "defender"):
        results = [
            getattr(match.roles, f"{side}_{role}")
            for pairing, match in result.matches.items()
            for side, seated in zip("ab", pairing, strict=True)
            if seated == place and match.roles is not None
        ]
        found.append((sum(one.wins for one in results), sum(one.games for one in results)))
    return found


def _facts(result: Tournament) -> dict[str, object]:
    return {
        "players": [_player_facts(result, place) for place in range(len(result.names))],
        "anchor": result.names[result.anchor],
        "start_ply": result.start_ply,
        "p_values": result.ratings.p_values,
        "attacker_rate": None if result.attacker is None else asdict(result.attacker.rate),
        **({} if result.transitivity is None else result.transitivity.facts(result.names)),
        "cautions": result.cautions,
        "matches": [match.facts() for match in result.matches.values()],
    }


def _player_facts(result: Tournament, place: int) -> dict[str, object]:
    rating = result.ratings.ratings[place]
    (attacker_wins, role_games), (defender_wins, _) = _by_role(result, place)
    return {
        "player": result.names[place],
        "elo": rating.value,
        "elo_low": rating.low,
        "elo_high": rating.high,
        "rank": result.rank(place),
        "attacker_wins": attacker_wins if role_games else None,
        "defender_wins": defender_wins if role_games else None,
        "role_games": role_games or None,
    }
