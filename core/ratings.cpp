#include "ratings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "distributions.hpp"
#include "strengths.hpp"
#include "transitivity.hpp"

namespace lastknight::stats {

namespace {

// The Elo difference that a ranking should be able to detect.
constexpr double told_apart = 100;

// Whether the games alone leave strength i - strength j without an upper bound: no chain of wins
// leads from j to i.
std::vector<std::vector<bool>> find_unbounded(const Table& won) {
  const std::size_t n = won.size();
  std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) reaches[i][j] = i == j || won(i, j) > 0;
  }
  for (std::size_t via = 0; via < n; ++via) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (reaches[i][via] && reaches[via][j]) reaches[i][j] = true;
      }
    }
  }
  std::vector<std::vector<bool>> unbounded(n, std::vector<bool>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) unbounded[i][j] = !reaches[j][i];
  }
  return unbounded;
}

// The number below which this share of sorted numbers lies, interpolated.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

// Holm's adjusted p-values, in the order given.
std::vector<double> holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
  std::vector<double> adjusted(p_values.size());
  double running = 0;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto left = static_cast<double>(p_values.size() - place);
    running = std::max(running, std::min(1.0, left * p_values[order[place]]));
    adjusted[order[place]] = running;
  }
  return adjusted;
}

struct Comparison {
  double low, high, p_value;
};

// The difference of two strengths: percentiles of replicates, widened for few openings, and the
// p-value that agrees with them.
Comparison compare(double value, std::vector<double> drawn, bool is_blocked, double openings) {
  const double degrees = std::max(openings - 1, 1.0);
  const double t = t_beyond_quantile(alpha, degrees);
  const double tail = normal_below(-t * std::sqrt((degrees + 1) / degrees));
  std::sort(drawn.begin(), drawn.end());
  const double low = std::min(quantile(drawn, tail), value);
  const double high = std::max(quantile(drawn, 1 - tail), value);
  const double towards = value > 0 ? value - low : high - value;
  const bool is_known = !is_blocked && value != 0 && towards > 0;
  return {low, high, is_known ? t_beyond(value * t / towards, degrees) : 1};
}

// How many openings it takes to detect a difference of 100 Elo between any two players. That two
// have met counts as 1, and each opponent that both have met as 1/2.
double find_pairs_to_rank(const Table& met) {
  const std::size_t n = met.size();
  double least = n > 1 ? INFINITY : 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      double worth = met(i, j) > 0;
      for (std::size_t k = 0; k < n; ++k) {
        worth += (met(i, k) > 0 && met(k, j) > 0) / 2.0;
      }
      least = std::min(least, worth);
    }
  }
  if (!(least > 0)) return 0;
  const double comparisons = static_cast<double>(n * (n - 1)) / 2;
  const auto needed =
      pairs_needed(told_apart, usual_split_rate(told_apart), 0.8, alpha / comparisons);
  return std::ceil(needed.value_or(0) / least);
}

void find_hub(const Table& met, Ratings& ratings) {
  constexpr double mostly = 0.5;
  const std::size_t n = met.size();
  if (n < 3) return;
  std::vector<double> shares(n);
  double all = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double games = 0;
    for (std::size_t j = 0; j < n; ++j) games += met(i, j);
    for (std::size_t j = 0; j < n; ++j) shares[j] += met(i, j) / std::max(games, 1.0);
    all += games;
  }
  const auto most = std::max_element(shares.begin(), shares.end());
  const double share = *most / static_cast<double>(n - 1);
  if (all == 0 || !(share > mostly + 1e-9)) return;
  ratings.hub = static_cast<int>(most - shares.begin());
  ratings.hub_share = share;
}

std::optional<double> elo_unless(bool is_open, double strength) {
  return is_open ? std::nullopt : std::optional(elo_per_log_odds * strength);
}

}  // namespace

Ratings rate_pairs(std::span<const RatedPair> pairs, int players, std::uint64_t seed) {
  const auto n = static_cast<std::size_t>(players);
  Table won(n), met(n);
  std::map<int, Wins> by_opening;
  std::set<int> all_openings;
  std::vector<double> score(n), games(n);
  for (const auto& [a, b, first, second, opening] : pairs) {
    const auto one = static_cast<std::size_t>(a), other = static_cast<std::size_t>(b);
    all_openings.insert(opening);
    ++met(one, other);
    ++met(other, one);
    score[one] += (first + second) / 2.0;
    score[other] += 1 - (first + second) / 2.0;
    ++games[one];
    ++games[other];
    if (first != second) continue;
    const std::size_t winner = first ? one : other, loser = first ? other : one;
    ++won(winner, loser);
    by_opening[opening].push_back({winner, loser});
  }
  std::vector<Wins> openings;
  for (auto& [opening, wins] : by_opening) openings.push_back(std::move(wins));
  const auto pinned = find_pinned(won);
  const Table prior = prior_pairs(won);
  const auto found = find_strengths(won, prior, pinned);
  const Bits bits{Rng(seed, 0)};
  const auto drawn = openings.empty() ? std::vector<std::vector<double>>{found}
                                      : draw_strengths(openings, prior, pinned, found, bits);
  auto unbounded = find_unbounded(won);
  if (openings.size() < 2) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) unbounded[i][j] = i != j;
    }
  }

  Ratings ratings;
  std::vector<double> p_values;
  std::vector<double> column(drawn.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = 0; k < drawn.size(); ++k) column[k] = drawn[k][j] - drawn[k][i];
      const double value = found[j] - found[i];
      const bool no_low = unbounded[i][j], no_high = unbounded[j][i];
      const auto compared = compare(value, column, value > 0 ? no_low : no_high,
                                    static_cast<double>(openings.size()));
      p_values.push_back(compared.p_value);
      if (i > 0) continue;
      ratings.elo.push_back({elo_unless(no_low && no_high, value), elo_unless(no_low, compared.low),
                             elo_unless(no_high, compared.high)});
    }
  }
  if (n > 0) ratings.elo.insert(ratings.elo.begin(), Estimate{0.0, 0.0, 0.0});
  const auto adjusted = holm(p_values);
  std::vector<std::array<int, 2>> ranks(n, {1, players});
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j, ++at) {
      if (adjusted[at] > alpha || found[i] == found[j]) continue;
      const std::size_t better = found[i] > found[j] ? i : j;
      ++ranks[better == i ? j : i][0];
      --ranks[better][1];
    }
  }
  ratings.ranks = std::move(ranks);
  ratings.openings = static_cast<int>(all_openings.size());
  ratings.pairs_to_rank = find_pairs_to_rank(met);
  ratings.order.resize(n);
  std::iota(ratings.order.begin(), ratings.order.end(), 0);
  const bool is_all_rated = std::all_of(ratings.elo.begin(), ratings.elo.end(),
                                        [](const Estimate& one) { return one.value.has_value(); });
  const auto key = [&](int place) {
    const auto one = static_cast<std::size_t>(place);
    return std::array{is_all_rated ? -*ratings.elo[one].value : 0.0,
                      -score[one] / std::max(games[one], 1.0)};
  };
  std::stable_sort(ratings.order.begin(), ratings.order.end(),
                   [&](int one, int other) { return key(one) < key(other); });
  find_hub(met, ratings);
  check_fit(won, openings, pinned, Bits{Rng(seed, 1)}, ratings);
  return ratings;
}

}  // namespace lastknight::stats
