#include "transitivity.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "distributions.hpp"

namespace lastknight::stats {

namespace {

constexpr int simulated = 999;

// The share of decided pairs that row should win against column by ratings fitted to a table.
Table predict(const Table& won, const Table& prior, const std::vector<bool>& pinned) {
  const std::size_t n = won.size();
  const auto found = find_strengths(won, prior, pinned);
  Table expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) expected(i, j) = sigmoid(found[i] - found[j]).p;
  }
  return expected;
}

// Pearson's standardized residual of row against column.
double residual(const Table& won, const Table& expected, std::size_t i, std::size_t j) {
  const double number = won(i, j) + won(j, i), p = expected(i, j);
  if (number == 0) return 0;
  return (won(i, j) - number * p) / std::sqrt(std::max(number * p * (1 - p), 1e-9));
}

double misfit(const Table& won, const Table& expected) {
  double found = 0;
  for (std::size_t i = 0; i < won.size(); ++i) {
    for (std::size_t j = 0; j < won.size(); ++j) {
      const double one = residual(won, expected, i, j);
      found += one * one / 2;
    }
  }
  return found;
}

// How many pairs of a pairing say as much as one on an opening of its own: one number for all
// pairings.
double pairing_design_effect(const Table& won, const std::vector<Wins>& openings) {
  double between = 0, variance = 0;
  bool is_repeated = false;
  const auto chance = [&](std::size_t i, std::size_t j) {
    return (won(i, j) + 0.5) / (won(i, j) + won(j, i) + 1);
  };
  for (const Wins& wins : openings) {
    std::map<std::array<std::size_t, 2>, std::array<double, 2>> sums;
    for (const auto& [winner, loser] : wins) {
      const std::size_t low = std::min(winner, loser), high = std::max(winner, loser);
      auto& [total, number] = sums[{low, high}];
      total += (winner == low) - chance(low, high);
      is_repeated = is_repeated || ++number > 1;
    }
    for (const auto& [pairing, both] : sums) between += both[0] * both[0];
  }
  if (!is_repeated) return 1;
  for (std::size_t i = 0; i < won.size(); ++i) {
    for (std::size_t j = i + 1; j < won.size(); ++j) {
      const double n = won(i, j) + won(j, i), p = chance(i, j);
      variance += n * p * (1 - p);
    }
  }
  return std::max(1.0, between / variance);
}

}  // namespace

void check_fit(const Table& won, const std::vector<Wins>& openings, const std::vector<bool>& pinned,
               Bits bits, Ratings& ratings) {
  constexpr double level = 0.05;
  const std::size_t n = won.size();
  std::ptrdiff_t degrees = std::count(pinned.begin(), pinned.end(), true);
  degrees -= static_cast<std::ptrdiff_t>(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) degrees += won(i, j) + won(j, i) > 0;
  }
  if (degrees <= 0) return;
  const Table prior = prior_pairs(won), expected = predict(won, prior, pinned);
  const double seen = misfit(won, expected) / pairing_design_effect(won, openings);
  int as_bad = 0;
  for (int time = 0; time < simulated; ++time) {
    Table drawn(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        const double number = won(i, j) + won(j, i);
        if (number == 0) continue;
        std::binomial_distribution<int> wins(static_cast<int>(number), expected(i, j));
        drawn(i, j) = wins(bits);
        drawn(j, i) = number - drawn(i, j);
      }
    }
    as_bad += misfit(drawn, predict(drawn, prior, pinned)) >= seen;
  }
  ratings.fit_p_value = (1.0 + as_bad) / (1 + simulated);
  if (*ratings.fit_p_value > level) return;
  double worst = -INFINITY;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double one = residual(won, expected, i, j);
      if (one <= worst) continue;
      worst = one;
      ratings.surprise = Surprise{static_cast<int>(i), static_cast<int>(j), expected(i, j),
                                  won(i, j) / (won(i, j) + won(j, i))};
    }
  }
}

}  // namespace lastknight::stats
