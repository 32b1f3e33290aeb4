"""Every query that a worker answers, by name."""

from collections.abc import Callable
from typing import Any

from lastknight.web.experiments.requests import prepare
from lastknight.web.experiments.summaries import experiments, request_for
from lastknight.web.experiments.watching import watch
from lastknight.web.queries.evaluations import values, why
from lastknight.web.queries.experiment_charts import chart
from lastknight.web.queries.experiment_comparison import compare
from lastknight.web.queries.experiment_details import detail
from lastknight.web.queries.proofs import answer, puzzle, review, solve
from lastknight.web.queries.replays import game, games
from lastknight.web.queries.searches import choose, think

_ALL: tuple[Callable[..., dict[str, Any]], ...] = (
    *(answer, chart, choose, compare, detail, experiments, game, games, prepare),
    *(puzzle, request_for, review, solve, think, values, watch, why),
)
QUERIES = {query.__name__: query for query in _ALL}
