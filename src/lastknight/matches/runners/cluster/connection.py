"""Clients of a Dask scheduler: one that runs at an address, or one started here."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from lastknight.errors import ArgumentError, ClusterError, show
from lastknight.matches.json_text import parse_object
from lastknight.ranges import check_kind

T = TypeVar("T")

ANSWER_SECONDS = 10.0
_START_SECONDS = 120.0
_MOST_LOCAL = 1024
# Where Dask shares the cores with the games: less monitoring and logging, and no web pages.
_LOCAL_CONFIG = {
    "distributed.admin.low-level-log-length": 50,
    "distributed.admin.system-monitor.interval": "2s",
    "distributed.admin.tick.interval": "500ms",
    "distributed.worker.profile.enabled": False,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}


def connect(address: str) -> Any:
    """A client of the scheduler at an address; for `local:N`, of one that is started here.

    Raises ClusterError if Dask is not installed or no scheduler answers, ArgumentError for a bad
    address.
    """
    if find_spec("distributed") is None:
        raise ClusterError("playing on a cluster needs Dask: pip install 'lastknight[cluster]'")
    count = read_local(address)
    make = partial(_find, address) if count is None else partial(_start, count)
    return _finish(make, undo=disconnect)


def disconnect(client: Any) -> None:
    """Close a client, and end what was started for it here."""
    _finish(partial(_close, client))


def _finish(function: Callable[[], T], *, undo: Callable[[T], None] = lambda _: None) -> T:
    """Call a function in a thread of its own, where it can run an event loop, even in a notebook.

    Ctrl-C does not reach it there: a client that is interrupted while it connects or closes hangs
    at the end of the program. KeyboardInterrupt is raised once the call has ended and been undone.
    """
    future: Future[T] = Future()
    try:
        Thread(target=_fulfil, args=(future, function), name="lastknight").start()
        return future.result()
    except KeyboardInterrupt:
        if not future.cancel():  # the function has been called
            with suppress(Exception):
                undo(future.result())
        raise


def _fulfil(future: Future[T], function: Callable[[], T]) -> None:
    """Call a function, unless its future was cancelled, and hand over what it returns or raises."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = function()
    except BaseException as error:  # raised where it is waited for
        future.set_exception(error)
    else:
        future.set_result(result)


def _close(client: Any) -> None:
    local = client.cluster
    with suppress(Exception):  # the games are stored; an error here must not end the run
        client.close()
    with suppress(Exception):
        if local is not None:
            local.close()


def _start(count: int) -> Any:
    """Start a scheduler in this process, and worker processes that end with it.

    Anyone who can reach a scheduler can run code as its user, so all of them require keys made for
    this run. There is no dashboard: every user of this machine could open it.
    """
    from dask import config  # noqa: PLC0415
    from distributed import Client, Scheduler, SpecCluster  # noqa: PLC0415
    from distributed.deploy.subprocess import SubprocessWorker  # noqa: PLC0415

    here = {"host": "127.0.0.1", "protocol": "tls://"}
    options = here | {
        "nthreads": 1,
        "memory_limit": 0,
        "dashboard": False,
        "silence_logs": logging.CRITICAL,
    }
    worker = {"cls": SubprocessWorker, "options": {"worker_kwargs": options}}
    without = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
    scheduler = {"cls": Scheduler, "options": here | without | {"port": 0}}
    with (
        config.set(_LOCAL_CONFIG | _new_keys()),
        _inherited(config.serialize(config.global_config)),
        ExitStack() as undo,
    ):
        local = SpecCluster(
            workers=dict.fromkeys(range(count), worker),
            scheduler=scheduler,
            silence_logs=logging.CRITICAL,
        )
        undo.callback(local.close)
        client = Client(local, set_as_default=False)
        undo.callback(client.close)
        try:
            client.wait_for_workers(count, timeout=_START_SECONDS)
        except TimeoutError:
            raise ClusterError(
                f"local:{count}: the workers did not start within {_START_SECONDS:g} s; "
                "try fewer, or start them yourself with 'dask worker'"
            ) from None
        undo.pop_all()
    return client


def _new_keys() -> dict[str, object]:
    """Dask's configuration for encrypted connections, with a key that only this run knows."""
    from distributed import Security  # noqa: PLC0415

    try:
        made = Security.temporary()
    except ImportError:
        raise ClusterError(
            "a local cluster needs the library cryptography for its keys: "
            "pip install 'lastknight[cluster]'"
        ) from None
    return {
        "distributed.comm.require-encryption": True,
        "distributed.comm.tls.ca-file": made.tls_ca_file,
        **{
            f"distributed.comm.tls.{role}": {
                "key": getattr(made, f"tls_{role}_key"),
                "cert": getattr(made, f"tls_{role}_cert"),
            }
            for role in ("client", "scheduler", "worker")
        },
    }


@contextmanager
def _inherited(configuration: str) -> Iterator[None]:
    """Start processes with this Dask configuration."""
    name = "DASK_INTERNAL_INHERIT_CONFIG"
    before = os.environ.get(name)
    os.environ[name] = configuration
    try:
        yield
    finally:
        os.environ.pop(name)
        if before is not None:
            os.environ[name] = before


def read_local(address: str) -> int | None:
    """The number of workers to start here, or None for a scheduler that runs already.

    Raises ArgumentError for a bad number of workers and for anything that is not an address.

    >>> read_local("local:2"), read_local("tcp://10.0.0.7:8786")
    (2, None)
    """
    check_kind("address", address, str)
    kind, _, number = address.partition(":")
    if kind != "local":
        if not re.fullmatch(r"(\w+://)?[^\s/:]+:\d+|\S.*\.json|(\w+)://\S+", address):
            raise ArgumentError(
                "expected the address of a Dask scheduler such as tcp://host:8786, its scheduler "
                f"file, or local:2; got {show(address)}"
            )
        return None
    if not number.isdecimal() or not 1 <= int(number) <= _MOST_LOCAL:
        raise ArgumentError(f"local:N starts N workers, 1 to {_MOST_LOCAL}; got {show(address)}")
    return int(number)


def _find(address: str) -> Any:
    """A client of a scheduler that runs already."""
    from distributed import Client  # noqa: PLC0415

    place = _read_file(address) if address.endswith(".json") else address
    try:
        asyncio.run(_knock(place))
    except Exception as error:  # anything may listen there, and answer anything
        raise ClusterError(
            f"no Dask scheduler answers at {address} within {ANSWER_SECONDS:g} s "
            f"({type(error).__name__}); start one with 'dask scheduler', or use local:2"
        ) from error
    with warnings.catch_warnings():
        # Dask warns about all versions that differ; we compare the ones that matter.
        warnings.simplefilter("ignore")
        return Client(place, timeout=ANSWER_SECONDS, set_as_default=False)


def _read_file(path: str) -> str:
    """The address in a scheduler file."""
    try:
        return str(parse_object(Path(path).read_bytes(), path)["address"])
    except (OSError, ValueError, LookupError):
        raise ClusterError(
            f"{path} is not a scheduler file; 'dask scheduler --scheduler-file' writes one"
        ) from None


async def _knock(address: str) -> None:
    """Raise the connection error if there is no scheduler.

    A Dask client that could not connect is hard to get rid of, so we try before making one.
    """
    from distributed import Security  # noqa: PLC0415
    from distributed.comm import connect  # noqa: PLC0415
    from distributed.core import coerce_to_address  # noqa: PLC0415

    arguments = Security().get_connection_args("client")
    comm = await connect(coerce_to_address(address), timeout=ANSWER_SECONDS, **arguments)
    comm.abort()
