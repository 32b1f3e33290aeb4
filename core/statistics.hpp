// The statistics of pairs: one opening played twice with sides swapped, so won twice (WW), split,
// or lost twice (LL). What a live match or a finished one needs: pair-Elo with its test and
// intervals, and how many pairs it takes. Repeated openings are in repeats.hpp, the sequential test
// is in sprt.hpp, ratings are in ratings.hpp.
//
// The formulas are those of lastknight.stats in Python, which says why they are right; a test
// compares the two on many counts. Everything here is for 95 % confidence.
#pragma once

#include <array>
#include <optional>

namespace lastknight::stats {

inline constexpr double alpha = 0.05;
// How many standard errors a normal interval has on either side.
extern const double z95;

// A value with the ends of its interval; what is unknown or unbounded is missing.
struct Estimate {
  std::optional<double> value, low, high;
};

// Pair-Elo per unit of ln(WW/LL).
extern const double elo_per_log_odds;

// The share of pairs that split between players this many Elo apart on 7x7; between equals 78 %.
double usual_split_rate(double elo);

// Pair-Elo from ln(WW/LL), where there is one.
std::optional<double> as_elo(std::optional<double> log_odds);

// The ends of Wilson's interval, z standard errors on either side, of possibly fractional counts.
std::array<double, 2> wilson_ends(double hits, double misses, double z);

// A proportion with Wilson's interval.
Estimate wilson(double successes, double trials);

// The two-sided p-value of equal strength, from decided pairs.
double exact_p(double ww, double ll);

// Pair-Elo; its interval has every difference that the exact test does not reject.
Estimate exact_elo(double ww, double ll);

// Pair-Elo with an interval that stays valid however often it is looked at.
Estimate anytime_elo(double ww, double ll, double design_effect);

// The difference of two estimates from separate pairs.
Estimate difference(const Estimate& a, const Estimate& b);

// The share of pairs that will split, from those played.
double expected_split_rate(double split, double pairs);

// How many pairs the exact test needs to detect a difference with this power; nothing if it takes
// more than can be played.
std::optional<double> pairs_needed(double elo, double split_rate, double power,
                                   double outside = alpha);

}  // namespace lastknight::stats
