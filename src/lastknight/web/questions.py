"""Every question that a worker answers, by its name."""

from collections.abc import Callable
from typing import Any

from lastknight.web.proofs import review, solve
from lastknight.web.thinking import choose, think
from lastknight.web.values import values
from lastknight.web.why import why

QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    "choose": choose,
    "review": review,
    "solve": solve,
    "think": think,
    "values": values,
    "why": why,
}
