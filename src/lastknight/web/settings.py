"""What a server was started with, and how much one request may ask for."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

MOST_NODES = 5_000_000
"""Nodes that one search may take."""
MOST_PROOF_NODES = 15_000_000
"""Nodes that a proof and the proofs after each move may take together."""
MOST_SECONDS = 10.0
"""What one question may take; then it is ended."""
MOST_SQUARES = 128
MOST_HEURISTICS = 20
"""Heuristics that one question or one analysis may name."""
MOST_PLAYERS = 20
"""Players of one tournament."""
MOST_PAIRS = 100_000
MOST_SPEC = 500
"""Characters of a spec."""
MOST_POSITION = 400
"""Characters of a position, or of a list of moves."""
MOST_BODY = 64 * 1024
"""Bytes of a request."""
MOST_QUERY = 8 * 1024
"""Bytes of what stands behind the question mark of an address."""


@dataclass(frozen=True)
class Settings:
    """Where a server listens, what it may read, and how much it does at once."""

    host: str = "127.0.0.1"
    port: int = 8731
    token: str | None = None
    """What a client must show; None on loopback, where nobody else can come in."""
    store: Path = Path("lastknight.db")
    files: tuple[str, ...] = ()
    """The specs of the user's heuristics: Python of theirs that may run, and no other."""
    workers: int = field(default_factory=lambda: max(2, min(os.cpu_count() or 2, 8)))
    """Questions answered at once."""
    waiting: int = 64
    """Questions that may wait for a worker."""
    streams: int = 200
    """Streams that may be open at once."""
    experiments: int = 2
    """Experiments that may run at once."""
    rate: float = 100.0
    """Requests a second of one client, in the long run."""
    burst: float = 400.0
    """Requests of one client at once."""
    seconds: float = MOST_SECONDS
    """What one question may take."""

    @property
    def is_loopback(self) -> bool:
        """Whether only programs of this machine can come in."""
        return self.host in ("127.0.0.1", "::1", "localhost")

    @property
    def address(self) -> str:
        """Where the page is."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"
