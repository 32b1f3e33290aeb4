#include "strengths.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "distributions.hpp"

namespace lastknight::stats {

namespace {

constexpr int replicates = 1000;
constexpr double longest_step = 0.5;
constexpr double close = 1e-7;
constexpr int most_steps = 500;
// Pairs that each player wins, and loses, before the first game, shared among its opponents.
constexpr double prior_weight = 0.5;
constexpr double least_prior = 0.0001;

// Solves a positive definite system in place, by Cholesky decomposition.
void solve(Table& matrix, std::vector<double>& vector) {
  const std::size_t n = vector.size();
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t row = column; row < n; ++row) {
      double sum = matrix(row, column);
      for (std::size_t k = 0; k < column; ++k) sum -= matrix(row, k) * matrix(column, k);
      matrix(row, column) = row == column ? std::sqrt(sum) : sum / matrix(column, column);
    }
  }
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t k = 0; k < row; ++k) vector[row] -= matrix(row, k) * vector[k];
    vector[row] /= matrix(row, row);
  }
  for (std::size_t row = n; row-- > 0;) {
    for (std::size_t k = row + 1; k < n; ++k) vector[row] -= matrix(k, row) * vector[k];
    vector[row] /= matrix(row, row);
  }
}

// The most likely strengths, on the logistic scale of decided pairs; pinned ones keep their start.
std::vector<double> fit(const Table& won, const std::vector<bool>& pinned,
                        std::vector<double> found) {
  const std::size_t n = won.size();
  Table curve(n);
  std::vector<double> slope(n);
  for (int step = 0; step < most_steps; ++step) {
    curve = Table(n);
    slope.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double wins = won(i, j), losses = won(j, i);
        if (wins + losses == 0) continue;
        const auto [p, q] = sigmoid(found[i] - found[j]);
        const double surplus = wins * q - losses * p, weight = (wins + losses) * p * q;
        slope[i] += surplus;
        slope[j] -= surplus;
        curve(i, i) += weight;
        curve(j, j) += weight;
        curve(i, j) -= weight;
        curve(j, i) -= weight;
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (!pinned[i]) continue;
      slope[i] = 0;
      for (std::size_t j = 0; j < n; ++j) curve(i, j) = curve(j, i) = 0;
      curve(i, i) = 1;
    }
    solve(curve, slope);
    double length = 0;
    for (const double part : slope) length = std::max(length, std::abs(part));
    const double scale = std::min(1.0, longest_step / std::max(length, close));
    for (std::size_t i = 0; i < n; ++i) found[i] += scale * slope[i];
    if (!(length > close)) break;
  }
  return found;
}

Table sum(Table one, const Table& other) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (std::size_t j = 0; j < one.size(); ++j) one(i, j) += other(i, j);
  }
  return one;
}

}  // namespace

std::vector<bool> find_pinned(const Table& won) {
  std::vector<bool> is_seen(won.size()), pinned(won.size());
  for (std::size_t first = 0; first < won.size(); ++first) {
    if (is_seen[first]) continue;
    pinned[first] = is_seen[first] = true;
    std::vector<std::size_t> open{first};
    while (!open.empty()) {
      const std::size_t one = open.back();
      open.pop_back();
      for (std::size_t other = 0; other < won.size(); ++other) {
        if (is_seen[other] || won(one, other) + won(other, one) == 0) continue;
        is_seen[other] = true;
        open.push_back(other);
      }
    }
  }
  return pinned;
}

Table prior_pairs(const Table& won) {
  const std::size_t n = won.size();
  std::vector<double> played(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) played[i] += won(i, j) + won(j, i);
  }
  Table prior(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double met = won(i, j) + won(j, i);
      // Each decided pair counts from both sides, as in Python; the maximum only avoids 0 / 0.
      const auto share = [&](double total) { return 2 * met / std::max(2 * total, 1.0); };
      prior(i, j) = prior_weight / 2 * (share(played[i]) + share(played[j]));
    }
  }
  return prior;
}

std::vector<double> find_strengths(const Table& won, const Table& prior,
                                   const std::vector<bool>& pinned) {
  return fit(sum(won, prior), pinned, std::vector<double>(won.size()));
}

std::vector<std::vector<double>> draw_strengths(const std::vector<Wins>& openings,
                                                const Table& prior, const std::vector<bool>& pinned,
                                                const std::vector<double>& start, Bits bits) {
  const std::size_t n = prior.size();
  std::vector<std::vector<double>> drawn;
  drawn.reserve(replicates);
  for (int replicate = 0; replicate < replicates; ++replicate) {
    Table won(n);
    for (std::size_t draw = 0; draw < openings.size(); ++draw) {
      const auto& wins = openings[bits.rng.below(static_cast<std::uint32_t>(openings.size()))];
      for (const auto& [winner, loser] : wins) ++won(winner, loser);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (prior(i, j) == 0) continue;
        std::gamma_distribution<double> weight(prior(i, j), 1.0);
        won(i, j) += std::max(weight(bits), least_prior);
      }
    }
    drawn.push_back(fit(won, pinned, start));
  }
  return drawn;
}

}  // namespace lastknight::stats
