// Probability distributions, as far as the statistics of pairs need them.
#pragma once

#include <cmath>

namespace lastknight::stats {

// A probability and its complement, so that neither loses precision near 0.
struct Chance {
  double p;
  double q;
};

// 1/(1 + exp(-x)).
inline Chance sigmoid(double x) {
  const double small = std::exp(-std::abs(x));
  const double lower = small / (1 + small), upper = 1 / (1 + small);
  return x < 0 ? Chance{lower, upper} : Chance{upper, lower};
}

// The logarithm of 1/(1 + exp(-x)), without overflow.
inline double log_sigmoid(double x) {
  return x > 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x));
}

double log_beta(double a, double b);

// The share of a beta distribution below x.
double beta_below(Chance x, double a, double b);

// The share of a normal distribution below z.
double normal_below(double z);

// How many standard deviations on either side of the mean leave this share outside.
double normal_beyond_quantile(double outside);

// The share of Student's t at least this far from the mean, both tails together.
double t_beyond(double t, double degrees);

// The distance from the mean beyond which this share of Student's t lies, both tails together.
double t_beyond_quantile(double outside, double degrees);

// P(at most `most` successes in `trials`); 0 where `most` is negative, 1 from `trials` on.
double binomial_below(double most, double trials, Chance p);

// P(exactly k successes in `trials`).
double binomial_mass(double k, double trials, Chance p);

// Where a condition turns from false to true between low and high, by bisection.
template <class Condition>
double crossing(const Condition& is_past, double low, double high) {
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    if (!(low < middle && middle < high)) break;
    (is_past(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace lastknight::stats
