"""Options for running course agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import typer
from rich.console import Console

from lastknight.cli.support.rules import one_of
from lastknight.sandbox import Allowance, Sandbox
from lastknight.sandbox.allowance import COURSE_SECONDS


@dataclass(frozen=True)
class AgentOptions:
    """How agents of a course are run."""

    panel: ClassVar = "Agents"
    rules: ClassVar = (one_of("--seconds", "--nodes"),)

    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.001, max=3600, help="CPU seconds per move. Default: 0.15."),
    ] = None
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10**9, help="Positions per move, instead of a time limit."),
    ] = None
    require_sandbox: Annotated[
        bool,
        typer.Option("--require-sandbox", help="Refuse to run agents without bubblewrap."),
    ] = False
    unsafe: Annotated[
        bool,
        typer.Option("--unsafe", help="Run agents even if part of the sandbox is missing."),
    ] = False

    @property
    def limit(self) -> Allowance:
        """The limit on a move."""
        if self.nodes is not None:
            return Allowance(nodes=self.nodes)
        return Allowance(seconds=COURSE_SECONDS if self.seconds is None else self.seconds)

    def sandbox(self, console: Console) -> Sandbox:
        """The sandbox for agents, with a warning if it is incomplete on this machine."""
        sandbox = Sandbox.require() if self.require_sandbox else Sandbox.detect()
        if not self.unsafe:
            sandbox.check_complete()
        if sandbox.warning:
            console.print(
                f"warning: {sandbox.warning}", markup=False, highlight=False, soft_wrap=True
            )
        return sandbox
