"""Statistics for a game without draws: pure functions on numbers.

The unit is the pair: one opening played twice with sides swapped, so won twice, split or lost
twice. Unknown or unbounded values are None; nothing is ever infinite.
"""

from lastknight.stats.auc import auc
from lastknight.stats.clusters import ClusteredPairs, clustered_pairs
from lastknight.stats.comparisons import RankSet, holm, holm_confidences, ordinal, rank_sets
from lastknight.stats.estimate import Estimate, difference
from lastknight.stats.means import (
    clustered_mean,
    clustered_rate,
    fewest_clusters,
)
from lastknight.stats.pair_ratings import rate_pairs
from lastknight.stats.paired import PairedRates, paired_rates
from lastknight.stats.pairs import (
    anytime_elo,
    exact_test,
    pair_elo,
    pair_probabilities,
    score_elo,
    wilson,
    win_rate,
)
from lastknight.stats.planning import detectable_elo, duration, pairs_needed, power
from lastknight.stats.ratings import Ratings, bradley_terry
from lastknight.stats.sprt import PRESETS, Sprt, SprtProgress
from lastknight.stats.words import (
    Verdict,
    census_verdict,
    describe_elo,
    judge,
    sprt_sentence,
    verdict,
)

__all__ = [
    "PRESETS",
    "ClusteredPairs",
    "Estimate",
    "PairedRates",
    "RankSet",
    "Ratings",
    "Sprt",
    "SprtProgress",
    "Verdict",
    "anytime_elo",
    "auc",
    "bradley_terry",
    "census_verdict",
    "clustered_mean",
    "clustered_pairs",
    "clustered_rate",
    "describe_elo",
    "detectable_elo",
    "difference",
    "duration",
    "exact_test",
    "fewest_clusters",
    "holm",
    "holm_confidences",
    "judge",
    "ordinal",
    "pair_elo",
    "pair_probabilities",
    "paired_rates",
    "pairs_needed",
    "power",
    "rank_sets",
    "rate_pairs",
    "score_elo",
    "sprt_sentence",
    "verdict",
    "wilson",
    "win_rate",
]
