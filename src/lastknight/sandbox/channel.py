"""The pipes to a stranger's process: requests go out; answers and printed output come in.

The process can write anything to them, so what arrives is bounded and parsed strictly.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from lastknight.errors import Forfeit
from lastknight.sandbox.printable import first_bytes

LONGEST_ANSWER = 64 * 1024
KEPT_OUTPUT = 4096


@dataclass
class Channel:
    """Both ends of three pipes; the process's ends are closed here once it runs.

    Raises Forfeit, a breach, for anything an honest process would not send.
    """

    most_output: int
    pending: bytearray = field(default_factory=bytearray)
    kept: bytearray = field(default_factory=bytearray)
    printed: int = 0
    is_open: bool = True
    """Whether the process can still answer."""

    def __post_init__(self) -> None:
        self.child_in, self.requests = os.pipe()
        self.answers, self.child_out = os.pipe()
        self.prints, self.child_prints = os.pipe()
        for end in (self.answers, self.prints):
            os.set_blocking(end, False)

    @property
    def child_ends(self) -> tuple[int, int, int]:
        """The process's ends: requests, answers, output."""
        return self.child_in, self.child_out, self.child_prints

    def close_child_ends(self) -> None:
        """Leave those ends to the process."""
        for end in self.child_ends:
            os.close(end)

    def send_order(self, header: dict[str, object], contents: Sequence[bytes]) -> None:
        """Send what the process needs to start; only our own code has run in it so far.

        Raises OSError if it is gone.
        """
        with open(self.requests, "wb", closefd=False) as file:
            file.write(json.dumps(header).encode() + b"\n")
            file.writelines(contents)
        os.set_blocking(self.requests, False)

    def ask(self, request: dict[str, object]) -> None:
        """Send a request."""
        line = json.dumps(request).encode() + b"\n"
        try:
            is_whole = os.write(self.requests, line) == len(line)
        except BlockingIOError:
            is_whole = False
        except OSError:  # it is gone: reading will show how
            return
        if not is_whole:
            raise Forfeit("breach", "it filled the request pipe")

    def read_answer(self) -> dict[str, object] | None:
        """The answer, if a whole one has come."""
        with suppress(BlockingIOError):
            part = os.read(self.answers, LONGEST_ANSWER)
            self.is_open = bool(part)
            self.pending += part
        line, newline, rest = self.pending.partition(b"\n")
        if rest or len(line) > LONGEST_ANSWER:
            raise Forfeit("breach", "it wrote more than one answer to the answer pipe")
        if not newline:
            return None
        self.pending.clear()
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise Forfeit("breach", "it wrote junk to the answer pipe")
        return answer

    def read_output(self) -> None:
        """Take in what it has printed."""
        with suppress(BlockingIOError, ValueError):
            while part := os.read(self.prints, LONGEST_ANSWER):
                self.printed += len(part)
                self.kept += part[: KEPT_OUTPUT - len(self.kept)]
                if self.printed > self.most_output:
                    most = self.most_output
                    raise Forfeit("breach", f"it printed more than {most:,} bytes in a game")

    def output(self) -> str:
        """The beginning of what it printed, as printable text."""
        return first_bytes(bytes(self.kept), total=self.printed, limit=KEPT_OUTPUT)

    def close(self) -> None:
        """Close our ends."""
        for end in (self.requests, self.answers, self.prints):
            os.close(end)
