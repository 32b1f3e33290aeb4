// Pairs on repeated openings. A second pair on the same opening is not independent, so the unit is
// the opening with all its pairs: estimates of finished matches, running sums of live ones, and
// what more pairs will be worth.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <unordered_map>

#include "statistics.hpp"

namespace lastknight::stats {

// WW and LL counted by opening as they arrive, and how much repeated openings are worth.
class DecidedPairs {
 public:
  void add(int opening, int ww, int ll);

  double ww() const { return ww_; }
  double ll() const { return ll_; }

  // How many of these pairs say as much as one pair on an opening of its own, if a decided pair is
  // won with one of these probabilities. 1 while no opening repeats, infinite if there is only one.
  double design_effect(std::span<const double> chances) const;
  // The larger of the design effects at equal strength and at the observed share of WW.
  double live_design_effect() const;
  // The mean, over decided pairs, of how many decided pairs have the same opening, itself included.
  double crowd() const;
  // How alike pairs of one opening end, from 0 (no more alike than pairs of different openings) to
  // 1 (always alike). Also 0 where that is less than two standard errors above 0.
  double likeness() const;

 private:
  double ww_ = 0, ll_ = 0;
  std::unordered_map<int, std::array<double, 2>> counts_;  // by opening: WW, decided
  // Sums over openings: WW squared, WW times decided pairs, decided pairs squared.
  double own_ = 0, both_ = 0, squares_ = 0;
};

// How much is lost to repeated openings: N pairs have a design effect of 1 + (N - 1) loss.
struct Repeats {
  double loss = 0;
  std::optional<double> most;  // the most pairs there can be, where openings cannot repeat

  static Repeats of(const DecidedPairs& decided, double pairs, std::optional<double> most = {});
  // How many pairs on openings of their own say as much as these.
  double effective(double pairs) const;
  // How many pairs say as much as these on openings of their own; nothing if no number does.
  std::optional<double> pairs_for(double effective) const;
};

// What more pairs would decide: the difference they detect, `equivalence` or a half, a quarter ...
// of it, and how many pairs that takes in all.
struct PairsToDecide {
  double target;
  std::optional<double> pairs;  // nothing if no number on these openings does
  bool is_too_many = false;     // more than can be played
};
PairsToDecide pairs_to_decide(double pairs, double equivalence, double split_rate,
                              const Repeats& repeats);

// The counts of one opening.
struct OpeningCount {
  double ww = 0, split = 0, ll = 0;
};

// Estimates that treat all pairs of an opening as one observation, where openings repeat.
struct ClusteredPairs {
  Estimate elo, win_rate;
  double p_value;
};
ClusteredPairs clustered_pairs(std::span<const OpeningCount> openings);

// The share of games won, of (wins, games) on each opening: Wilson's interval, widened to include
// the clustered one where openings repeat.
Estimate role_rate(std::span<const std::array<double, 2>> openings);

}  // namespace lastknight::stats
