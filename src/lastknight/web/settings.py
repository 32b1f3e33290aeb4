"""The settings of a server, and the limits of a single request."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

MOST_NODES = 5_000_000
"""Nodes of one search."""
MOST_PROOF_NODES = 15_000_000
"""Nodes of a proof and the proofs after each move together."""
MOST_SECONDS = 10.0
"""Seconds of one query; after that it is stopped."""
MOST_SQUARES = 128
MOST_HEURISTICS = 20
"""Heuristics in one query or one analysis."""
MOST_PLAYERS = 20
"""Players in one tournament."""
MOST_PAIRS = 100_000
MOST_OPENINGS = 5000
"""Openings in a list."""
MOST_SPEC = 4000
"""Characters of a spec."""
MOST_POSITION = 400
"""Characters of a position."""
MOST_MOVES = 4 * MOST_POSITION
"""Characters of a list of moves."""
MOST_BODY = 64 * 1024
"""Bytes of a request's body."""
MOST_QUERY = 8 * 1024
"""Bytes of a query string."""


@dataclass(frozen=True)
class Settings:
    """Where a server listens, what it may read, and how much it does at once."""

    host: str = "127.0.0.1"
    port: int = 8731
    token: str | None = None
    """The token clients must send; None on loopback, where only our own user gets in."""
    store: Path = Path("lastknight.db")
    files: tuple[str, ...] = ()
    """Specs of the user's own heuristics. No other Python code is run."""
    workers: int = field(default_factory=lambda: max(2, min(os.cpu_count() or 2, 8)))
    """Queries answered at once."""
    waiting: int = 64
    """Queries that may wait for a worker."""
    streams: int = 200
    """Streams open at once."""
    experiments: int = 2
    """Experiments running at once."""
    rate: float = 100.0
    """Requests per second from one client, in the long run."""
    burst: float = 400.0
    """Requests from one client at once."""
    seconds: float = MOST_SECONDS
    """Seconds that one query may take."""

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this machine can connect."""
        return self.host in ("127.0.0.1", "::1", "localhost")

    @property
    def address(self) -> str:
        """The page's address."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"
