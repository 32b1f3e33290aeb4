"""Every question that a worker answers, by its name."""

from collections.abc import Callable
from typing import Any

from lastknight.web.experiments.requests import prepare
from lastknight.web.experiments.summaries import experiments, request_for
from lastknight.web.experiments.watching import watch
from lastknight.web.queries.drawing import chart
from lastknight.web.queries.findings import compare, detail, game, games
from lastknight.web.queries.proofs import review, solve
from lastknight.web.queries.puzzling import answer, puzzle
from lastknight.web.queries.thinking import choose, think
from lastknight.web.queries.values import values
from lastknight.web.queries.why import why

QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    "answer": answer,
    "chart": chart,
    "choose": choose,
    "compare": compare,
    "detail": detail,
    "experiments": experiments,
    "game": game,
    "games": games,
    "prepare": prepare,
    "puzzle": puzzle,
    "request_for": request_for,
    "review": review,
    "solve": solve,
    "think": think,
    "values": values,
    "watch": watch,
    "why": why,
}
