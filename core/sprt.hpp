// The sequential probability ratio test: play until the pairs favour one of two differences.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "repeats.hpp"

namespace lastknight::stats {

// Wald's test between two differences in pair-Elo. It accepts elo1 with a probability of `alpha` if
// elo0 is true, and elo0 with `beta` if elo1 is.
struct Sprt {
  double elo0, elo1;
  double alpha, beta;

  // The log-likelihood ratios at which it accepts elo0 and elo1.
  std::array<double, 2> bounds() const;
  // How much a WW and an LL add to the log-likelihood ratio; a split adds nothing.
  std::array<double, 2> steps() const;
  double design_effect(const DecidedPairs& pairs) const;
  double llr(const DecidedPairs& pairs) const;
  // The expected number of pairs that are left when the true difference is `elo`.
  double expected_pairs(double elo, double split_rate, double llr) const;
};

// The outcome of a pair: the number of its opening, and whether A won its first and second game.
struct PairOutcome {
  int opening;
  bool first, second;
};

// A sequential test applied to pairs in their order, whatever order they arrive in: pairs after a
// gap wait, and pairs after the end do not count.
class SprtProgress {
 public:
  SprtProgress(const Sprt& sprt, double planned) : sprt_(sprt), planned_(planned) {}

  // Adds consecutive pairs.
  void add(int first_pair, std::vector<PairOutcome> outcomes);

  // Whether it cannot go on without `tell_distinct`. It asks only then, because to count all
  // openings they may first have to be drawn.
  bool wants_distinct() const { return is_repeating() && !distinct_; }
  // How many different openings all planned pairs have; mirror images count as one.
  void tell_distinct(std::size_t count);

  const Sprt& sprt() const { return sprt_; }
  double planned() const { return planned_; }
  int pairs() const { return pairs_; }
  const DecidedPairs& decided() const { return decided_; }
  double llr() const { return sprt_.llr(decided_); }
  // The difference that is accepted: 0 for elo0, 1 for elo1.
  std::optional<int> decision() const { return decision_; }
  // Whether it has decided, or never will: the players only repeat themselves.
  bool is_over() const;
  // The expected number of pairs until it decides; nothing where that is not known.
  std::optional<double> pairs_left() const;

 private:
  void count(const PairOutcome& outcome);
  void go_on();
  // Whether every opening so far was played again and ended as the first time.
  bool is_repeating() const;

  Sprt sprt_;
  double planned_;
  int pairs_ = 0;
  std::optional<int> decision_;
  DecidedPairs decided_;
  std::map<int, std::vector<PairOutcome>> waiting_;  // by the number of the first pair
  std::optional<std::size_t> distinct_;
  bool is_same_ = true;
  std::unordered_map<int, int> seen_;  // A's wins in the first pair of an opening
  std::unordered_set<int> again_;
};

}  // namespace lastknight::stats
