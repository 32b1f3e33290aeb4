"""One run on a cluster: workers are found, prepared and given pieces, and their games are taken.

Every call of a worker is a task of Dask that only this worker may do. It is awaited in the thread
of Dask's client; what comes of it is an event in a queue, which one loop takes out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import asdict, dataclass, fields
from itertools import islice
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from lastknight.errors import ClusterError
from lastknight.matches.chunks import Chunk
from lastknight.matches.runners.cluster import worker as cluster_worker
from lastknight.matches.runners.cluster.dealing import MOST_SECONDS, Dealer, Piece
from lastknight.matches.runners.cluster.parcels import Parcel, pack_player
from lastknight.matches.runners.cluster.worker import Identity, read_chunk, write_openings
from lastknight.matches.runners.work import Work
from lastknight.players import Player, complete, name_of

if TYPE_CHECKING:
    from lastknight.matches.runners.cluster.cluster import Cluster

_LOOK_SECONDS = 1.0
LOST_SECONDS = 60.0
# How long events are waited for, and how many pieces are dealt before we look at events again.
_PAUSE = 0.25
_BURST = 500
# How often a piece may fail before the run does, and a worker in a row before it is left out.
_MOST_FAILURES = 5
_MOST_IN_A_ROW = 3
_PLAYERS = ("a", "b", "openings")


@dataclass(eq=False)
class _Call:
    """A question to a worker that is not answered yet."""

    worker: str
    piece: Piece | None
    """The pairs it is to play; None where it is to prepare itself."""
    future: Future[Any] | None = None


class Run:
    """Works on their way through a cluster."""

    def __init__(
        self,
        cluster: Cluster,
        works: Sequence[Work],
        *,
        move_seconds: float | None,
        kept_pairs: int,
    ) -> None:
        self._cluster = cluster
        self._client = cluster.connection.client
        self._dealer = Dealer(works)
        self._options = {"move_seconds": move_seconds, "kept_pairs": kept_pairs}
        self._home = asdict(Identity.of_this_process())
        self._parcels, self._digests = _pack(works)
        self._clocks = _Clocks(works, move_seconds, is_allowed=cluster.allow_mixed_clocks)
        self._events: SimpleQueue[_Call | Future[Any]] = SimpleQueue()
        self._calls: set[_Call] = set()
        self._threads: dict[str, int] = {}
        self._refused: dict[str, str] = {}
        self._in_a_row: Counter[str] = Counter()
        self._is_first_look = True
        self._question: Future[Any] | None = None
        self._looked = monotonic()
        self._waiting_since: float | None = None

    def chunks(self) -> Iterator[Chunk]:
        """The games, as they come."""
        self._look()
        while not self._dealer.is_over:
            now = monotonic()
            if now - self._looked >= _LOOK_SECONDS:
                self._look()
                for name in self._dealer.note_silence(now):
                    self._cluster.tell(f"worker {name} is silent; others play what it has")
            dealt = 0
            if self._clocks.is_clear and self._client.status == "running":
                for worker, piece in islice(self._dealer.deal(now), _BURST):
                    self._ask(worker, piece)
                    dealt += 1
            for event in self._next_events(_PAUSE if dealt < _BURST else 0.0):
                if isinstance(event, Future):
                    self._note_staff(event)
                elif event in self._calls:
                    self._calls.remove(event)
                    chunk = self._take(event)
                    if chunk is not None:
                        yield chunk
                self._cluster.workers = len(self._dealer.workers)

    def close(self) -> None:
        """Cancel everything that is on its way."""
        for call in self._calls:
            assert call.future is not None
            call.future.cancel()
        self._calls.clear()
        self._cluster.workers = 0

    def _next_events(self, pause: float) -> Iterator[_Call | Future[Any]]:
        """What has happened, after a while nothing."""
        try:
            yield self._events.get(timeout=pause)
            while True:
                yield self._events.get_nowait()
        except Empty:
            return

    def _look(self) -> None:
        """Ask the scheduler who is there."""
        self._looked = monotonic()
        if self._is_lost():
            raise ClusterError(
                f"the scheduler at {self._cluster.address} is gone; "
                "what was played is kept where there is a store, and the same command goes on"
            )
        if self._question is None:
            self._question = self._spawn(_staff(self._client))
            self._question.add_done_callback(self._events.put)
            self._waiting_since = self._waiting_since or self._looked

    def _is_lost(self) -> bool:
        """Whether the scheduler has not answered for too long, though we have listened."""
        if self._client.status in ("closed", "closing"):
            return True
        if self._waiting_since is None or (self._question is not None and self._question.done()):
            return False
        return self._looked - self._waiting_since > LOST_SECONDS

    def _note_staff(self, answer: Future[Any]) -> None:
        self._question = None
        try:
            threads: dict[str, int] = answer.result()
        except (Exception, CancelledError):  # the connection is being made again, or lost
            return
        self._waiting_since = None
        for name in self._threads.keys() - threads.keys():
            self._forget(name)
        new = [name for name in threads if name not in self._threads]
        self._threads = threads
        for name in new:
            self._clocks.expect(name)
            self._prepare(name)
        if not threads and self._is_first_look:
            self._cluster.tell("the cluster has no workers yet; waiting for them")
        self._is_first_look = False
        self._check_hope()

    def _forget(self, name: str) -> None:
        """A worker has gone."""
        if name in self._dealer.workers:
            self._cluster.tell(f"worker {name} has gone; others play what it had")
        self._dealer.remove_worker(name)
        self._clocks.forget(name)
        self._refused.pop(name, None)
        for call in [call for call in self._calls if call.worker == name]:
            self._drop(call)

    def _refuse(self, name: str, reason: str) -> None:
        """Leave a worker out."""
        self._refused[name] = reason
        self._clocks.forget(name)
        self._dealer.remove_worker(name)
        for call in [call for call in self._calls if call.worker == name]:
            self._drop(call)
        self._cluster.tell(f"worker {name} is left out: {reason}")
        self._check_hope()

    def _check_hope(self) -> None:
        """Raises ClusterError where there are workers, and all of them are left out."""
        if self._threads and self._threads.keys() <= self._refused.keys():
            name, reason = next(iter(self._refused.items()))
            others = f", and so on for {len(self._refused)}" if len(self._refused) > 1 else ""
            raise ClusterError(f"no worker can play: {name}: {reason}{others}")

    def _prepare(self, name: str) -> None:
        parcels = [
            (parcel.digest, parcel.data, natively, in_python)
            for parcel, natively, in_python in self._parcels
        ]
        self._call(_Call(name, None), cluster_worker.prepare, self._home, parcels)

    def _ask(self, worker: str, piece: Piece) -> None:
        work = piece.work
        rest = {f.name: getattr(work, f.name) for f in fields(work) if f.name not in _PLAYERS}
        message = {
            "a": self._digests[id(work.a)],
            "b": self._digests[id(work.b)],
            "is_native": work.is_native,
            "work": rest,
            "openings": write_openings(work.openings),
            "seconds": MOST_SECONDS,
            **self._options,
        }
        self._call(_Call(worker, piece), cluster_worker.play, message)

    def _call(self, call: _Call, function: Callable[..., Any], *arguments: object) -> None:
        title = "play" if call.piece else "prepare"
        key = f"lastknight_{title}-{uuid4().hex}"
        call.future = self._spawn(
            _task(self._client, function, arguments, worker=call.worker, key=key)
        )
        self._calls.add(call)
        call.future.add_done_callback(lambda _: self._events.put(call))

    def _drop(self, call: _Call) -> None:
        self._calls.discard(call)
        assert call.future is not None
        call.future.cancel()

    def _spawn(self, coroutine: Any) -> Future[Any]:
        loop = self._client.loop.asyncio_loop
        return asyncio.run_coroutine_threadsafe(coroutine, loop)

    def _take(self, call: _Call) -> Chunk | None:
        """Take an answer: games that count are returned."""
        assert call.future is not None
        try:
            answer: dict[str, Any] = call.future.result()
        except CancelledError:
            self._take_up_again(call)
            return None
        except Exception as error:  # a worker without lastknight, one that died, and whatever else
            answer = {"failed": f"{type(error).__name__}: {error}"}
        if call.piece is None:
            self._welcome(call.worker, answer)
            return None
        if "failed" in answer:
            self._note_failure(call.worker, call.piece, answer)
            return None
        return self._count(call.worker, call.piece, answer)

    def _take_up_again(self, call: _Call) -> None:
        """The connection to the scheduler was lost, and with it the task; no worker has failed."""
        if call.piece is None:
            self._threads.pop(call.worker, None)  # who is still there is new when we look next
        else:
            self._dealer.finish(call.worker, call.piece, pairs=0, seconds=0.0, now=monotonic())

    def _welcome(self, name: str, answer: dict[str, Any]) -> None:
        refusal = answer.get("failed") or answer["refusal"]
        refusal = refusal or self._clocks.judge(name, answer["machine"])
        if refusal:
            self._refuse(name, refusal)
        elif name in self._threads:
            self._dealer.add_worker(name, threads=self._threads[name])

    def _count(self, worker: str, piece: Piece, answer: dict[str, Any]) -> Chunk | None:
        chunk = read_chunk(answer["chunk"])
        self._in_a_row.pop(worker, None)
        work = piece.work
        assert (chunk.pairing, chunk.first_pair) == (work.pairing, work.first_pair)
        counts = self._dealer.finish(
            worker, piece, pairs=chunk.pairs, seconds=answer["seconds"], now=monotonic()
        )
        if not counts:
            return None
        if piece.holders:
            for call in [call for call in self._calls if call.piece is piece]:
                if self._dealer.take_back(call.worker, piece):
                    self._drop(call)
        return chunk

    def _note_failure(self, worker: str, piece: Piece, answer: dict[str, Any]) -> None:
        reason = answer["failed"]
        self._dealer.fail(worker, piece, monotonic())
        if piece.failures >= _MOST_FAILURES:
            a, b = name_of(piece.work.a), name_of(piece.work.b)
            raise ClusterError(
                f"{a} against {b}, pair {piece.work.first_pair}, failed {_MOST_FAILURES} times, "
                f"last on {worker}: {reason}"
            )
        self._in_a_row[worker] += 1
        if answer.get("is_new") and worker in self._threads:  # another process at the same address
            self._dealer.remove_worker(worker)
            for call in [call for call in self._calls if call.worker == worker]:
                self._drop(call)
            self._prepare(worker)
        elif self._in_a_row[worker] >= _MOST_IN_A_ROW:
            self._refuse(worker, f"it failed {_MOST_IN_A_ROW} times in a row: {reason}")


class _Clocks:
    """Whether the machines are alike, where players are under a clock."""

    def __init__(
        self, works: Sequence[Work], move_seconds: float | None, *, is_allowed: bool
    ) -> None:
        self._who = None if is_allowed else _time_limited(works, move_seconds)
        self._expected: set[str] = set()
        self._machines: dict[str, str] = {}

    @property
    def is_clear(self) -> bool:
        """Whether play may begin: nobody has a clock, or all who are here have been asked."""
        return self._who is None or not self._expected

    def expect(self, name: str) -> None:
        """A worker came whose machine is not known yet."""
        if not self._machines or self._expected:
            self._expected.add(name)

    def forget(self, name: str) -> None:
        """A worker has gone, or is left out."""
        self._expected.discard(name)

    def judge(self, name: str, machine: str) -> str:
        """Why a worker may not play; nothing where it may.

        Raises ClusterError where those who were here at the beginning are unlike.
        """
        if self._who is None:
            return ""
        is_beginning = name in self._expected
        self._expected.discard(name)
        others = {kind for kind in self._machines.values() if kind != machine}
        if not others:
            self._machines[name] = machine
            return ""
        why = f"{self._who}, and its machine is {machine}, that of others {sorted(others)[0]}"
        if not is_beginning:
            return why
        raise ClusterError(
            f"worker {name}: {why}: a clock gives unlike machines unlike strength; "
            "limit nodes or depth instead, or allow it with --allow-mixed-clocks"
        )


def _time_limited(works: Sequence[Work], move_seconds: float | None) -> str | None:
    """Who or what is under a clock, as the beginning of a sentence; None where nothing is."""
    for work in works:
        for player in (work.a, work.b):
            if complete(player).limit.seconds is not None:
                return f"{name_of(player)} has a time limit"
    is_limited = move_seconds is not None and not all(work.is_native for work in works)
    return "moves of Python players have a time limit" if is_limited else None


def _pack(
    works: Sequence[Work],
) -> tuple[list[tuple[Parcel, bool, bool]], dict[int, str]]:
    """Every player once, with whether it plays natively and in Python; and where each is."""
    uses: dict[int, tuple[Player, set[bool]]] = {}
    for work in works:
        for player in (work.a, work.b):
            uses.setdefault(id(player), (player, set()))[1].add(work.is_native)
    parcels = {key: pack_player(player) for key, (player, _) in uses.items()}
    kinds: dict[str, set[bool]] = {}
    for key, parcel in parcels.items():  # equal players are one parcel
        kinds.setdefault(parcel.digest, set()).update(uses[key][1])
    by_digest = {parcel.digest: parcel for parcel in parcels.values()}
    found = [(by_digest[digest], True in kind, False in kind) for digest, kind in kinds.items()]
    return found, {key: parcel.digest for key, parcel in parcels.items()}


async def _task(
    client: Any, function: Callable[..., Any], arguments: Sequence[object], *, worker: str, key: str
) -> Any:
    """What a worker answers; whoever stops waiting takes the task back."""
    future = client.submit(
        function, *arguments, key=key, workers=[worker], allow_other_workers=False, pure=False
    )
    try:
        return await future
    finally:
        future.release()


async def _staff(client: Any) -> dict[str, int]:
    """The workers of the scheduler, and how many threads each has."""
    return dict(await client.nthreads())
