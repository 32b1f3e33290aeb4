"""A worker process: it reads one query at a time and answers in lines of JSON.

It is a process of its own so that it can be stopped whatever it is doing. The server has checked
what it sends. Anything that a user's code prints goes to the server's log.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import IO, Any

from lastknight.errors import LastknightError
from lastknight.sandbox.child import limit_memory
from lastknight.sandbox.process_lifetime import end_with_parent
from lastknight.web.experiments.deletion import delete
from lastknight.web.experiments.labels import label
from lastknight.web.experiments.requests import prepare
from lastknight.web.queries.evaluations import check, choose, think, values, why
from lastknight.web.queries.experiment_comparison import compare
from lastknight.web.queries.experiment_details import chart, detail
from lastknight.web.queries.game_search import games
from lastknight.web.queries.history import history
from lastknight.web.queries.proofs import answer, puzzle, review, solve
from lastknight.web.queries.replays import game
from lastknight.web.queries.summaries import experiments, request_for, summary
from lastknight.web.queries.watching import watch

Query = Callable[..., dict[str, Any]]
_PLAIN: tuple[Query, ...] = (
    *(answer, chart, check, choose, compare, delete, detail, experiments, game, games, history),
    *(label, prepare, puzzle, request_for, solve, summary, values, why),
)
# These report events before their result, through the argument `tell`.
_STREAMING: tuple[Query, ...] = (review, think, watch)
_QUERIES = {query.__name__: query for query in (*_PLAIN, *_STREAMING)}
# Bytes of memory that queries may add, so that one query cannot use up the machine's.
_MOST_MEMORY = 4 * 2**30


class Cancelled(BaseException):
    """Raised in the middle of a query, whatever it is doing: its client has gone."""


class Worker:
    """Answers queries over a pipe; the server cancels a query with a signal."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._can_cancel = False
        if hasattr(signal, "SIGUSR1"):
            signal.signal(signal.SIGUSR1, self._cancel)

    def _cancel(self, *_: object) -> None:
        if self._can_cancel:
            self._can_cancel = False
            raise Cancelled

    def report_ready(self) -> None:
        """Signal the server that it can send queries."""
        self._write({"ready": True})

    def answer(self, line: bytes) -> None:
        """Answer one query: its events, then a result or an error."""
        message = json.loads(line)
        query = _QUERIES[message["query"]]
        events = {"tell": self._tell} if query in _STREAMING else {}
        try:
            self._can_cancel = True
            result = query(**message["arguments"], **events)
            self._can_cancel = False
            self._write({"result": result})
        except Cancelled:
            self._write({"cancelled": True})
        except LastknightError as error:
            self._fail(str(error))
        except MemoryError:
            self._fail("this needs more memory than a query may use")
        except RecursionError:
            self._fail("this is nested too deeply")
        except OSError as error:  # for example, a file that was deleted meanwhile
            self._fail(f"the files cannot be read: {error.strerror or error}")

    def _fail(self, line: str) -> None:
        self._can_cancel = False
        self._write({"error": line})

    def _tell(self, event: str, data: dict[str, Any]) -> None:
        self._can_cancel = False  # never write half a line
        self._write({"event": event, "data": data})
        self._can_cancel = True

    def _write(self, message: dict[str, Any]) -> None:
        self._out.write(json.dumps(message, allow_nan=False).encode() + b"\n")
        self._out.flush()


def run() -> None:
    """Answer queries until the server closes the pipe."""
    end_with_parent(int(sys.argv[1]))
    limit_memory(_MOST_MEMORY)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    worker = Worker(out)
    worker.report_ready()
    for line in sys.stdin.buffer:
        worker.answer(line)


if __name__ == "__main__":
    run()
