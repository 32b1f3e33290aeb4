"""The load check: every submission is loaded once, in a sandbox, before the league begins.

One that fails to load would lose all its games, slowly; it is listed with the reason instead. The
findings are kept in a file, so that a resumed league has the same entrants: a submission is checked
once unless its files change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from lastknight.errors import ArgumentError, Forfeit, LastknightError
from lastknight.league.rules import Rules, player_of
from lastknight.league.submissions import Submission
from lastknight.matches.atomic_file import replace_file
from lastknight.matches.json_text import parse_object
from lastknight.players import AgentPlayer
from lastknight.ranges import check_call, check_kind, count_workers, read_list, read_path
from lastknight.sandbox.printable import printable_line, printable_lines

FILE = "reception.json"  # as in the folders of earlier leagues
_TRACE = 4000
_PROBLEM = 200


@dataclass(frozen=True, slots=True)
class CheckedSubmission:
    """A submission, and its player if it can play."""

    submission: Submission
    player: AgentPlayer | None
    problem: str = ""
    trace: str = ""


@dataclass(frozen=True, slots=True)
class _Finding:
    """What loading some files showed."""

    problem: str
    trace: str


def check_submissions(
    submissions: Sequence[Submission],
    rules: Rules,
    folder: Path | str,
    *,
    workers: int | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> list[CheckedSubmission]:
    """Find out which submissions can play; `watch` is called with the number done and the total."""
    submissions = read_list("submissions", submissions, of="submissions")
    for submission in submissions:
        check_kind("a submission", submission, Submission)
    check_kind("rules", rules, Rules)
    check_call("watch", watch)
    folder = read_path("folder", folder)
    folder.mkdir(parents=True, exist_ok=True)
    known = _read(folder / FILE)
    candidates = [_candidate(submission, rules) for submission in submissions]
    wanted = {
        _key(one.player): one.player
        for one in candidates
        if one.player is not None and _key(one.player) not in known
    }
    count = count_workers(workers)
    with ThreadPoolExecutor(count, thread_name_prefix="lastknight") as pool:
        for done, (key, finding) in enumerate(
            zip(wanted, pool.map(_try, wanted.values()), strict=True), 1
        ):
            known[key] = finding
            if watch is not None:
                watch(done, len(wanted))
    _write(folder / FILE, known)
    return [_judge(one, known) for one in candidates]


def _candidate(submission: Submission, rules: Rules) -> CheckedSubmission:
    if submission.problem:
        return CheckedSubmission(submission, None, submission.problem)
    try:
        return CheckedSubmission(submission, player_of(submission, rules))
    except LastknightError as error:
        return CheckedSubmission(submission, None, printable_line(str(error), limit=_PROBLEM))


def _judge(one: CheckedSubmission, known: Mapping[str, _Finding]) -> CheckedSubmission:
    if one.player is None or not (finding := known[_key(one.player)]).problem:
        return one
    return CheckedSubmission(one.submission, None, finding.problem, finding.trace)


def _try(player: AgentPlayer) -> _Finding:
    try:
        player.try_loading()
    except Forfeit as forfeit:
        problem = f"{forfeit.reason} while loading: {str(forfeit).partition(': ')[2]}"
        return _Finding(
            printable_line(problem, limit=_PROBLEM), printable_lines(forfeit.note, limit=_TRACE)
        )
    return _Finding("", "")


def _key(player: AgentPlayer) -> str:
    return f"{player.submission.digest} {player.name}"


def _read(path: Path) -> dict[str, _Finding]:
    try:
        data = parse_object(path.read_bytes(), path.name)
        return {
            str(key): _Finding(str(one["problem"]), str(one["trace"])) for key, one in data.items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ArgumentError(f"{path} was not written by a league; move it elsewhere") from error


def _write(path: Path, known: Mapping[str, _Finding]) -> None:
    data = {key: asdict(finding) for key, finding in sorted(known.items())}
    replace_file(path, json.dumps(data, indent=1) + "\n")
