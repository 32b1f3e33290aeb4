"""The program in the agent's process: locks itself in, loads the agent, and answers requests.

Or it only reads a source, without running it, and says what is in it.

It runs without the rest of lastknight, whose import would take longer than a game. Whatever the
agent does to this process, the other end of the pipes accepts only legal moves.
"""

from __future__ import annotations

import json
import os
import random
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

CLOSED = 70
"""Exit code when the answer pipe is gone."""
BROKEN = 71
"""Exit code after a breach, or after too many nodes."""
_MOST_TEXT = 8000
_LONGEST_OUTLINE = 60_000
_FRAMES = 20


def main() -> None:
    """Play one game."""
    request, reply, parent = map(int, sys.argv[1:4])
    order, files = read_order(request)
    _make_stubs(order["package"])
    sys.path += order["libraries"]
    from lastknight.sandbox import confinement, process_lifetime  # noqa: PLC0415

    if parent:
        process_lifetime.end_with_parent(parent)
    sys.argv = [order.get("main", "")]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    os.chdir(order["folder"])
    if "outline" in order:
        reader = Reader(order["outline"], files[order["outline"]], reply)
        confinement.confine(confinement.Confinement(**order["confinement"]))
        reader.serve(request)
    for path, content in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)  # noqa: PTH103, PTH120
        if not path.endswith("/"):  # an empty folder
            with open(path, "wb") as file:  # noqa: PTH123
                file.write(content)
    guest = Guest(order, reply)  # imports what it needs while it still can
    confinement.confine(confinement.Confinement(**order["confinement"]))
    guest.send({"ready": True})
    guest.serve(request)


def read_order(source: int) -> tuple[dict[str, Any], dict[str, bytes]]:
    """What to do, and the agent's files: a line of JSON, then the bytes of each file."""
    with open(source, "rb", closefd=False, buffering=0) as raw:
        line = bytearray()
        while not line.endswith(b"\n"):
            line += raw.read(1) or b"\n"
        order = json.loads(line)
        files = {path: _exactly(raw, size) for path, size in order["files"]}
    return order, files


def _exactly(raw: Any, size: int) -> bytes:
    content = bytearray()
    while len(content) < size:
        part = raw.read(size - len(content))
        if not part:
            raise EOFError
        content += part
    return bytes(content)


def _make_stubs(folders: list[str]) -> None:
    """Packages with a path but no code, so that single modules can be imported."""
    for name, parts in (("lastknight", ()), ("lastknight.sandbox", ("sandbox",))):
        module = ModuleType(name)
        module.__path__ = [os.path.join(folder, *parts) for folder in folders]  # noqa: PTH118
        sys.modules[name] = module


class Reader:
    """A source that is read and not run, and the pipe for what is in it."""

    def __init__(self, name: str, source: bytes, reply: int) -> None:
        from lastknight.aind.source import outline_of  # noqa: PLC0415
        from lastknight.errors import AgentError  # noqa: PLC0415

        self.name, self.source, self.reply = name, source, reply
        self.outline_of, self.problem = outline_of, AgentError

    def serve(self, request: int) -> None:
        """Send the outline when asked for it, and end."""
        write_all(self.reply, b'{"ready": true}\n')
        os.read(request, 65536)  # from here on it is timed
        try:
            outline = self.outline_of(self.source, name=self.name)
            answer = {key: _listed(getattr(outline, key)) for key in outline.__slots__}
        except self.problem as error:
            answer = {"problem": str(error)}
        line = json.dumps(answer).encode()
        if len(line) > _LONGEST_OUTLINE:
            problem = f"{self.name} has more names than an agent could need"
            line = json.dumps({"problem": problem}).encode()
        write_all(self.reply, line + b"\n")
        os._exit(0)


def _listed(names: Any) -> Any:
    """Names as JSON has them: those without an order are sorted."""
    return sorted(names) if isinstance(names, frozenset) else names


class Guest:
    """An agent and the pipe it answers on."""

    def __init__(self, order: dict[str, Any], reply: int) -> None:
        from lastknight import _core  # noqa: PLC0415
        from lastknight.aind import isolation, loading, stand_in, turns  # noqa: PLC0415
        from lastknight.sandbox.clocks import CpuClock, CpuTime, NodeClock  # noqa: PLC0415
        from lastknight.sandbox.printable import both_ends  # noqa: PLC0415
        from lastknight.sandbox.witness import Witness  # noqa: PLC0415

        self.order, self.reply = order, reply
        self.core, self.loading, self.ask = _core, loading, turns.ask
        self.board_of, self.opponent = isolation.board_of, stand_in.StandIn("opponent")
        self.shorten, self.now = both_ends, CpuTime.now
        kept = order["confinement"]
        self.witness = Witness(
            lambda breach: self.quit({"breach": breach}),
            readable=kept["readable"],
            writable=kept["writable"],
        )
        self.clock: CpuClock | NodeClock
        if order["nodes"] is None:
            self.clock = CpuClock(order["seconds"])
        else:
            self.clock = NodeClock(
                order["nodes"],
                order["most_nodes"],
                over=lambda nodes: self.quit({"over": nodes}),
            )
            self.clock.watch(isolation.Board)

    def send(self, message: dict[str, Any]) -> None:
        """Write a line of JSON."""
        line = json.dumps(message, ensure_ascii=False).encode("utf-8", "backslashreplace")
        write_all(self.reply, line + b"\n")

    def quit(self, message: dict[str, Any], *, leave: Callable[[int], None] = os._exit) -> None:
        """Send a message and exit at once."""
        self.send(message)
        leave(BROKEN)

    def serve(self, request: int) -> None:
        """Load the agent, then answer requests until there are no more."""
        requests = _lines(request, self.now)
        next(requests)  # from here on the agent is timed
        self.witness.install()
        reserve = bytearray(2**20)  # memory to report with if the agent uses up the rest
        number = 0
        try:
            seed(self.order["seed"])
            player = self._player()
            self._flush()
            self.send({"loaded": True})
            for number, (line, start) in enumerate(requests, 1):
                self.send({"number": number, **self._answer(player, line, start)})
        except BaseException as error:
            reserve.clear()
            self.send({"number": number, "crash": self._describe(error)})
        self._flush()
        os._exit(0)

    def _player(self) -> object:
        folder, order = self.order["folder"], self.order
        main = os.path.join(folder, order["main"])  # noqa: PTH118
        agent = self.loading.load(main, folder=folder, is_alone=True)
        given = {word: order[word] for word in ("score", "depth", "method")}
        return self.loading.make_player(agent, order["name"], **given)

    def _answer(self, player: object, line: bytes, start: Any) -> dict[str, Any]:
        asked = json.loads(line)
        position = self.core.parse_position(self.core.Position, asked["position"])
        seed(asked["seed"])
        players = [player, self.opponent]
        board = self.board_of(position, *players[:: 1 if position.to_move == 1 else -1])
        time_left = self.clock.start(start)
        result = self.ask(player, board, time_left=time_left)
        nodes = self.clock.nodes
        move = next((move for move in position.legal_moves() if _is_same(move, result)), None)
        self._flush()
        if move is not None:
            return {"move": move, "nodes": nodes}
        return {"junk": _show(result), "nodes": nodes}

    def _flush(self) -> None:
        for stream in (sys.__stdout__, sys.__stderr__):
            with suppress(OSError, ValueError):
                stream.flush()  # type: ignore[union-attr]

    def _describe(self, error: BaseException) -> str:
        """The traceback as the agent's author expects it, without our frames and paths."""
        try:
            report = traceback.TracebackException.from_exception(error, limit=-_FRAMES)
            text = self._without_us(report)
        except BaseException:
            text = type(error).__name__
        return self.shorten(text, limit=_MOST_TEXT)

    def _without_us(self, report: traceback.TracebackException) -> str:
        ours = (*self.order["package"], "<frozen")
        part: traceback.TracebackException | None = report
        while part is not None:
            kept = [frame for frame in part.stack if not frame.filename.startswith(ours)]
            part.stack = traceback.StackSummary.from_list(kept)
            part = part.__cause__ or part.__context__
        text = "".join(report.format()).replace("lastknight.errors.", "")
        for place in (self.order["folder"], *self.order["confinement"]["readable"]):
            text = text.replace(place + "/", "")
        return text


# The defaults of `write` and of `leave` are bound early because an agent may replace os.write.
def write_all(pipe: int, line: bytes, *, write: Callable[[int, bytes], int] = os.write) -> None:
    """Write a whole line, or exit if the pipe is closed."""
    try:
        while line:
            line = line[write(pipe, line) :]
    except OSError:
        os._exit(CLOSED)


def _lines(source: int, now: Callable[[], Any]) -> Any:
    """Requests, each with the CPU time at which it came."""
    pending = b""
    while True:
        line, newline, pending = pending.partition(b"\n")
        while not newline:
            part = os.read(source, 65536)
            if not part:
                return
            start = now()
            line, newline, pending = (line + part).partition(b"\n")
        yield line, start


def _is_same(move: tuple[int, int], result: object) -> bool:
    """Whether a result is this move, by the rule of the course: it compares equal."""
    try:
        return bool(move == result)
    except Exception:  # such as an array of truth values
        return False


def _show(result: object) -> str:
    try:
        return repr(result)[:200]
    except Exception:
        return f"a {type(result).__name__}"


def seed(number: int) -> None:
    """Make randomness depend on the seed alone."""
    random.seed(number)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(number % 2**32)


if __name__ == "__main__":
    main()
