"""`lastknight serve`: the page, on this machine."""

import re
import secrets
import webbrowser
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer

from lastknight.cli.support.commands import START, command
from lastknight.cli.support.game_options import STORE
from lastknight.cli.support.outputs import check_store
from lastknight.errors import ArgumentError, LastknightError
from lastknight.heuristics import heuristic
from lastknight.heuristics.files import specs_in
from lastknight.matches.store import Store

_NEEDED = ("fastapi", "uvicorn")
_LEAST_TOKEN = 16
_TOKEN = re.compile("[A-Za-z0-9._~-]+")


@command("lastknight serve my_heuristics.py --port 8731", panel=START)
def serve(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="MY_HEURISTICS.PY", help="Files with heuristics to offer."),
    ] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8731,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Address to listen on; anything but loopback needs a token."
        ),
    ] = "127.0.0.1",
    token: Annotated[
        str | None, typer.Option(help="Token that clients must send. Default: generated if needed.")
    ] = None,
    file: Annotated[
        Path, typer.Option(callback=check_store, help="File in which games are stored.")
    ] = STORE,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Serve the page until Ctrl-C: play, explore positions, run and watch experiments.

    It can be reached only from this machine, unless you set --host.
    """
    for name in _NEEDED:
        if find_spec(name) is None:
            raise LastknightError(f"the page needs {name}: pip install 'lastknight[serve]'")
    from lastknight.web.app import (  # noqa: PLC0415  (needs those libraries)
        make_server,
        open_socket,
    )
    from lastknight.web.settings import Settings  # noqa: PLC0415

    settings = Settings(
        host=host, port=port, token=token, store=file, files=_read_files(files or [])
    )
    if token is None and not settings.is_loopback:
        settings = replace(settings, token=secrets.token_urlsafe(24))
    elif token is not None and len(token) < _LEAST_TOKEN:
        raise ArgumentError(f"a token needs at least {_LEAST_TOKEN} characters, got {len(token)}")
    elif token is not None and not _TOKEN.fullmatch(token):
        raise ArgumentError("a token can only have letters, digits, and -, _, . or ~")
    if file.exists():
        Store(file).close()  # refuses what holds no games
    listening = open_socket(settings)
    query = "" if settings.token is None else f"?token={quote(settings.token)}"
    address = settings.address + query

    def show() -> None:
        print(f"the page is at {address}", flush=True)
        print("press Ctrl-C to stop", flush=True)
        if browser:
            webbrowser.open(address)

    make_server(settings, on_ready=show).run(sockets=[listening])


def _read_files(paths: list[str]) -> tuple[str, ...]:
    """The specs of all heuristics in some files."""
    for path in paths:
        if not path.endswith(".py"):
            raise ArgumentError(f"expected files such as my_heuristics.py, got {path!r}")
    return tuple(str(heuristic(spec)) for path in paths for spec in specs_in(path))
