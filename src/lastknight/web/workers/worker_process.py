"""A worker process: it takes one question after the other and answers in lines of JSON.

It is a process so that it can be ended, whatever it is doing. What it is told comes from the
server, which has checked it; what a user's code prints goes to the server's log.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from typing import IO, Any

from lastknight.errors import LastknightError
from lastknight.sandbox.process_lifetime import end_with_parent
from lastknight.web.workers.questions import QUESTIONS

# What the process may take, so that one question cannot take all the memory.
_MOST_MEMORY = 4 * 2**30


class Ended(BaseException):
    """Raised in the middle of a question, through whatever runs: nobody wants the answer now."""


class Worker:
    """The process, its pipe to the server, and whether it is answering."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._can_end = False
        if hasattr(signal, "SIGUSR1"):
            signal.signal(signal.SIGUSR1, self._end)

    def _end(self, *_: object) -> None:
        if self._can_end:
            self._can_end = False
            raise Ended

    def say_ready(self) -> None:
        """Tell that questions can come."""
        self._write({"ready": True})

    def answer(self, line: bytes) -> None:
        """Answer one question: some events, then a result or a problem."""
        asked = json.loads(line)
        try:
            self._can_end = True
            result = QUESTIONS[asked["question"]](self._tell, **asked["arguments"])
            self._can_end = False
            self._write({"result": result})
        except Ended:
            self._write({"ended": True})
        except LastknightError as error:
            self._can_end = False
            self._write({"problem": str(error)})
        except MemoryError:
            self._can_end = False
            self._write({"problem": "this needs more memory than a question may take"})
        except RecursionError:
            self._can_end = False
            self._write({"problem": "this is nested too deeply"})

    def _tell(self, event: str, data: dict[str, Any]) -> None:
        self._can_end = False  # a line is written whole
        self._write({"event": event, "data": data})
        self._can_end = True

    def _write(self, said: dict[str, Any]) -> None:
        self._out.write(json.dumps(said, allow_nan=False).encode() + b"\n")
        self._out.flush()


def _limit_memory() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  (not on every system)

        resource.setrlimit(resource.RLIMIT_DATA, (_MOST_MEMORY, _MOST_MEMORY))


def run() -> None:
    """Answer questions until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    end_with_parent()
    _limit_memory()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    worker = Worker(out)
    worker.say_ready()
    for line in sys.stdin.buffer:
        worker.answer(line)


if __name__ == "__main__":
    run()
