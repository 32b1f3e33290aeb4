// The strengths of players behind their decided pairs: the Bradley-Terry model, on the logistic
// scale, with a bootstrap of openings. ratings.hpp converts them to Elo.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rng.hpp"

namespace lastknight::stats {

// A square table of numbers, row against column.
class Table {
 public:
  explicit Table(std::size_t size) : size_(size), cells_(size * size) {}
  std::size_t size() const { return size_; }
  double& operator()(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
  double operator()(std::size_t row, std::size_t column) const {
    return cells_[row * size_ + column];
  }

 private:
  std::size_t size_;
  std::vector<double> cells_;
};

// A uniform random bit generator, for the distributions of <random>.
struct Bits {
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() { return rng.next(); }
  Rng rng;
};

// The decided pairs of each opening: winner and loser.
using Wins = std::vector<std::array<std::size_t, 2>>;

// Marks one player of each group connected by decided pairs, whose strength is fixed at 0.
std::vector<bool> find_pinned(const Table& won);

// The prior: pairs that row wins twice against column before the first game, shared among actual
// opponents in proportion to their decided pairs.
Table prior_pairs(const Table& won);

// The most likely strengths with that prior.
std::vector<double> find_strengths(const Table& won, const Table& prior,
                                   const std::vector<bool>& pinned);

// The strengths in bootstrap replicates, which redraw the openings, with all their pairs, and the
// prior.
std::vector<std::vector<double>> draw_strengths(const std::vector<Wins>& openings,
                                                const Table& prior, const std::vector<bool>& pinned,
                                                const std::vector<double>& start, Bits bits);

}  // namespace lastknight::stats
