#include "repeats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "distributions.hpp"

namespace lastknight::stats {

namespace {

// The largest P(WW) - P(LL) that Tango's score test does not reject.
double highest_margin(double ww, double ll, double n, double z) {
  if (ww == n) return 1;
  const auto is_rejected = [&](double margin) {
    // q is the most likely P(LL) given that margin: the larger root of a quadratic.
    const double b = -ww - ll + (2 * n - ww + ll) * margin;
    const double c = -ll * margin * (1 - margin);
    const double root = std::sqrt(std::max(b * b - 8 * n * c, 0.0));
    const double q = b > 0 ? -2 * c / (root + b) : (root - b) / (4 * n);
    const double variance = n * (2 * q + margin * (1 - margin));
    const double away = ww - ll - n * margin;
    return away * away > z * z * variance;
  };
  return crossing(is_rejected, (ww - ll) / n, 1);
}

// Win rate of possibly fractional counts, with z standard errors on either side.
Estimate rate_interval(double ww, double split, double ll, double z) {
  const double n = ww + split + ll;
  if (n == 0) return {std::nullopt, 0.0, 1.0};
  const double value = (ww + split / 2) / n;
  const double low = (1 - highest_margin(ll, ww, n, z)) / 2;
  const double high = (1 + highest_margin(ww, ll, n, z)) / 2;
  return {value, std::min(low, value), std::max(high, value)};
}

// How many of these pairs carry as much information as one pair on its own opening.
double design_effect(double squares, double variance, double openings, double pairs) {
  if (variance <= 1e-9 * pairs) return pairs / openings;  // all alike: each opening counts once
  return std::max(squares * openings / (openings - 1) / variance, 1.0);
}

// The exact test on effective pairs: counts divided by the design effect of the estimate, or by
// that of a hypothesis nearer to equal strength if it is larger.
class OpeningTest {
 public:
  OpeningTest(std::span<const OpeningCount> counts, double openings) {
    for (const auto& [ww, split, ll] : counts) {
      won_ += ww;
      lost_ += ll;
      own_ += ww * ww;
      both_ += ww * (ww + ll);
      all_ += (ww + ll) * (ww + ll);
    }
    const double n = won_ + lost_, p = won_ / n;
    double squares = 0;
    for (const auto& [ww, split, ll] : counts) {
      const double residual = ww - p * (ww + ll);
      squares += residual * residual;
    }
    least_ = design_effect(squares, n * p * (1 - p), openings, n);
  }

  double p_value() const { return std::min(1.0, 2 * std::min(at_least(0), at_most(0))); }

  // The ends of the log-odds that are not rejected at a one-sided level.
  std::optional<double> highest(double level) const {
    if (lost_ == 0) return std::nullopt;
    return outermost([this](double x) { return at_most(x); }, estimate(), level);
  }
  std::optional<double> lowest(double level) const {
    if (won_ == 0) return std::nullopt;
    const auto found = outermost([this](double x) { return at_least(-x); }, -estimate(), level);
    return found ? std::optional(-*found) : std::nullopt;
  }

 private:
  double estimate() const { return std::log(std::max(won_, 0.5) / std::max(lost_, 0.5)); }

  double at_most(double log_odds) const {
    const auto [won, lost] = effective(log_odds);
    return lost > 0 ? beta_below(sigmoid(-log_odds), lost, won + 1) : 1;
  }
  double at_least(double log_odds) const {
    const auto [won, lost] = effective(log_odds);
    return won > 0 ? beta_below(sigmoid(log_odds), won, lost + 1) : 1;
  }

  std::array<double, 2> effective(double log_odds) const {
    const double n = won_ + lost_, seen = won_ / n;
    const double p = std::clamp(sigmoid(log_odds).p, std::min(0.5, seen), std::max(0.5, seen));
    const double between = own_ - 2 * p * both_ + p * p * all_, variance = n * p * (1 - p);
    // At worst, the pairs of an opening all end alike and are worth one pair.
    const double most = variance > 0 ? std::min(between / variance, all_ / n) : 0;
    const double shrink = std::max(least_, most);
    return {won_ / shrink, lost_ / shrink};
  }

  // The largest log-odds above the estimate that is not rejected. It is beyond 0 unless 0 is
  // rejected, so that the interval agrees with the test.
  template <class Tail>
  static std::optional<double> outermost(const Tail& tail, double estimate, double level) {
    const auto is_rejected = [&](double x) { return tail(x) <= level; };
    if (estimate < 0 && is_rejected(0)) return crossing(is_rejected, estimate, 0);
    const double start = std::max(estimate, 0.0);
    for (double step = 0.25; step <= 32; step *= 2) {
      if (is_rejected(start + step)) return crossing(is_rejected, start, start + step);
    }
    return std::nullopt;
  }

  double won_ = 0, lost_ = 0, own_ = 0, both_ = 0, all_ = 0, least_ = 1;
};

Estimate clustered_win_rate(std::span<const OpeningCount> counts) {
  double ww = 0, split = 0, ll = 0, most = 0;
  for (const OpeningCount& one : counts) {
    ww += one.ww;
    split += one.split;
    ll += one.ll;
    most = std::max(most, one.ww + one.split + one.ll);
  }
  if (most <= 1) return rate_interval(ww, split, ll, z95);
  const double n = ww + split + ll, rate = (ww + split / 2) / n;
  const auto openings = static_cast<double>(counts.size());
  if (openings == 1) return {rate, 0.0, 1.0};
  const double variance = ww + split / 4 - n * rate * rate;
  double squares = 0;
  for (const OpeningCount& one : counts) {
    const double residual = one.ww + one.split / 2 - rate * (one.ww + one.split + one.ll);
    squares += residual * residual;
  }
  const double shrink = design_effect(squares, variance, openings, n);
  const double t = t_beyond_quantile(alpha, openings - 1);
  return rate_interval(ww / shrink, split / shrink, ll / shrink, t);
}

}  // namespace

void DecidedPairs::add(int opening, int ww, int ll) {
  if (ww == 0 && ll == 0) return;
  auto& [won, decided] = counts_[opening];
  const double now = won + ww, all = decided + ww + ll;
  own_ += now * now - won * won;
  both_ += now * all - won * decided;
  squares_ += all * all - decided * decided;
  won = now;
  decided = all;
  ww_ += ww;
  ll_ += ll;
}

double DecidedPairs::design_effect(std::span<const double> chances) const {
  const double n = ww_ + ll_;
  const auto openings = static_cast<double>(counts_.size());
  if (squares_ == n) return 1;
  if (openings == 1) return std::numeric_limits<double>::infinity();
  double between = 0;
  for (const double p : chances) {
    between = std::max(between, (own_ - 2 * p * both_ + p * p * squares_) / (p * (1 - p)));
  }
  // `squares_` is the worst case: pairs of an opening that always end alike.
  return std::max(1.0, std::min(between, squares_) / n * openings / (openings - 1));
}

double DecidedPairs::live_design_effect() const {
  const double seen = ww_ > 0 && ll_ > 0 ? ww_ / (ww_ + ll_) : 0.5;
  return design_effect(std::array{0.5, seen});
}

double DecidedPairs::crowd() const {
  const double n = ww_ + ll_;
  return n > 0 ? squares_ / n : 1;
}

double DecidedPairs::likeness() const {
  constexpr double errors = 2;
  const double n = ww_ + ll_;
  if (ww_ == 0 || ll_ == 0 || squares_ == n) return 0;
  const double p = ww_ / n;
  const double excess = (own_ - 2 * p * both_ + p * p * squares_) / (n * p * (1 - p)) - 1;
  if (excess < errors * std::sqrt(2 * (crowd() - 1) / n)) return 0;
  return std::min(excess / (crowd() - 1), 1.0);
}

Repeats Repeats::of(const DecidedPairs& decided, double pairs, std::optional<double> most) {
  if (pairs < 2) return {0, most};
  return {decided.likeness() * (decided.crowd() - 1) / (pairs - 1), most};
}

double Repeats::effective(double pairs) const {
  return pairs / (1 + std::max(pairs - 1, 0.0) * loss);
}

std::optional<double> Repeats::pairs_for(double effective_pairs) const {
  if (effective_pairs * loss >= 1) return std::nullopt;
  const double needed = std::ceil(effective_pairs * (1 - loss) / (1 - effective_pairs * loss));
  return !most || needed <= *most ? std::optional(needed) : std::nullopt;
}

PairsToDecide pairs_to_decide(double pairs, double equivalence, double split_rate,
                              const Repeats& repeats) {
  // With this power for a difference of X, equal players come out equivalent within X 80 % of the
  // time.
  constexpr double power = 0.9;
  for (double target = equivalence;; target /= 2) {
    const auto wanted = pairs_needed(target, split_rate, power);
    if (!wanted) return {target, std::nullopt, true};
    const auto needed = repeats.pairs_for(*wanted);
    if (!needed) return {target, std::nullopt};
    if (*needed > pairs) return {target, needed};
  }
}

ClusteredPairs clustered_pairs(std::span<const OpeningCount> openings) {
  double won = 0, lost = 0, most = 0, decided = 0;
  for (const auto& [ww, split, ll] : openings) {
    won += ww;
    lost += ll;
    most = std::max(most, ww + ll);
    decided += ww + ll > 0;
  }
  const Estimate rate = clustered_win_rate(openings);
  const Estimate exact = exact_elo(won, lost);
  if (most <= 1) return {exact, rate, exact_p(won, lost)};
  if (decided == 1) return {{exact.value, std::nullopt, std::nullopt}, rate, 1};
  const OpeningTest test(openings, decided);
  const double level = normal_below(-t_beyond_quantile(alpha, decided - 1));
  const double p_value = t_beyond(normal_beyond_quantile(test.p_value()), decided - 1);
  return {{exact.value, as_elo(test.lowest(level)), as_elo(test.highest(level))}, rate, p_value};
}

Estimate role_rate(std::span<const std::array<double, 2>> openings) {
  double won = 0, played = 0, most = 0;
  for (const auto& [wins, games] : openings) {
    won += wins;
    played += games;
    most = std::max(most, games);
  }
  const Estimate plain = wilson(won, played);
  if (most <= 1) return plain;
  const auto size = static_cast<double>(openings.size());
  const double mean = won / played;
  if (size == 1) return {mean, 0.0, 1.0};
  double between = 0;
  for (const auto& [wins, games] : openings) {
    between += (wins - games * mean) * (wins - games * mean);
  }
  const double within = won * (1 - mean) * (1 - mean) + (played - won) * mean * mean;
  const double error =
      std::sqrt(std::max(between * size / (size - 1), within * played / (played - 1))) / played;
  const double trials = error > 0 ? mean * (1 - mean) / (error * error) : size;
  const double hits = trials * mean, misses = trials * (1 - mean);
  const double t = t_beyond_quantile(alpha, size - 1);
  const auto [low, high] = wilson_ends(hits, misses, t);
  return {mean, std::min({*plain.low, mean, low}), std::max({*plain.high, mean, high})};
}

}  // namespace lastknight::stats
