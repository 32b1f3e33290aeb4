#include "distributions.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace lastknight::stats {

namespace {

// The continued fraction of the incomplete beta function, by Lentz's method; it converges fast for
// x below (a + 1)/(a + b + 2).
double beta_fraction(double x, double a, double b) {
  constexpr double tiny = 1e-300;
  const auto away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double found = d;
  for (int m = 1; m < 1'000'000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    found *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    const double change = d * c;
    found *= change;
    if (std::abs(change - 1) <= std::numeric_limits<double>::epsilon()) break;
  }
  return found;
}

// What Stirling's formula for ln(Gamma(x)) leaves out: a number near 1/(12 x).
double stirling_rest(double x) {
  if (x < 10) {
    return std::lgamma(x) - ((x - 0.5) * std::log(x) - x + 0.5 * std::log(2 * std::numbers::pi));
  }
  const double y = 1 / (x * x);
  const double inner = 1.0 / 1260 - y * (1.0 / 1680 - y * (1.0 / 1188 - y * (691.0 / 360360)));
  return (1.0 / 12 - y * (1.0 / 360 - y * inner)) / x;
}

// ln(1 + e) - e, which is about -e^2/2.
double log1p_rest(double e) {
  if (std::abs(e) > 0.1) return std::log1p(e) - e;
  double sum = 0, power = e;
  for (int n = 2; n < 40; ++n) {
    power *= -e;
    sum += power / n;
  }
  return sum;
}

// a ln(x) + b ln(1 - x) - ln(B(a, b)), in a form whose large terms cancel before they are rounded.
double log_density(Chance x, double a, double b) {
  if (std::min(a, b) < 10) return a * std::log(x.p) + b * std::log(x.q) - log_beta(a, b);
  const double n = a + b;
  // x / (a/n) - 1 and (1 - x) / (b/n) - 1
  const double shift = x.p < x.q ? x.p * b - x.q * a : -(x.q * a - x.p * b);
  const double up = shift / a, down = -shift / b;
  const auto part = [](double weight, double e) {
    return weight * (e < -0.9 || e > 10 ? std::log1p(e) - e : log1p_rest(e));
  };
  return part(a, up) + part(b, down) + 0.5 * std::log(a / n * b / (2 * std::numbers::pi)) +
         stirling_rest(n) - stirling_rest(a) - stirling_rest(b);
}

}  // namespace

double log_beta(double a, double b) {
  const double small = std::min(a, b), large = std::max(a, b);
  if (large < 10) return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  const double ratio = small / large;
  const double rests = stirling_rest(large) - stirling_rest(small + large);
  if (small < 10) {  // ln(Gamma(large) / Gamma(small + large)), from Stirling's formula
    return std::lgamma(small) + rests + small - small * std::log(small + large) -
           (large - 0.5) * std::log1p(ratio);
  }
  return 0.5 * std::log(2 * std::numbers::pi / large) + stirling_rest(small) + rests +
         (small - 0.5) * std::log(ratio / (1 + ratio)) - large * std::log1p(ratio);
}

double beta_below(Chance x, double a, double b) {
  if (x.p <= 0) return 0;
  if (x.q <= 0) return 1;
  const bool is_lower = x.p <= (a + 1) / (a + b + 2);
  const double share = std::exp(log_density(x, a, b)) *
                       (is_lower ? beta_fraction(x.p, a, b) / a : beta_fraction(x.q, b, a) / b);
  return std::clamp(is_lower ? share : 1 - share, 0.0, 1.0);
}

double normal_below(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double normal_beyond_quantile(double outside) {
  return crossing([&](double z) { return std::erfc(z / std::numbers::sqrt2) < outside; }, 0, 40);
}

double t_beyond(double t, double degrees) {
  const double square = t * t, sum = degrees + square;
  if (std::isinf(square)) return 0;
  return beta_below({degrees / sum, square / sum}, degrees / 2, 0.5);
}

double t_beyond_quantile(double outside, double degrees) {
  double most = 1;
  while (most < 1e300 && t_beyond(most, degrees) > outside) most *= 2;
  return crossing([&](double t) { return t_beyond(t, degrees) < outside; }, 0, most);
}

double binomial_below(double most, double trials, Chance p) {
  if (most < 0) return 0;
  if (most >= trials) return 1;
  return beta_below({p.q, p.p}, trials - most, most + 1);
}

double binomial_mass(double k, double trials, Chance p) {
  const auto times_log = [](double count, double x) {
    return count == 0 ? 0 : count * std::log(x);
  };
  const double choose = -std::log(trials + 1) - log_beta(k + 1, trials - k + 1) + times_log(k, p.p);
  return std::exp(choose + times_log(trials - k, p.q));
}

}  // namespace lastknight::stats
