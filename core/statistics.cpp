#include "statistics.hpp"

#include <algorithm>
#include <cmath>

#include "distributions.hpp"

namespace lastknight::stats {

namespace {

const double log_10 = std::log(10.0);
// Beta(5, 5) puts half its mass within 38 Elo of equal: the differences people watch live.
constexpr double prior = 5;
constexpr double most_splits = 0.999999;
constexpr double most_pairs = 1e15;
constexpr double least_elo = 0.01;

// Where a tail that falls from 1 to 0 over the log-odds reaches a level; `start` is a first guess.
template <class Tail>
double last_above(const Tail& tail, double level, double start) {
  const auto is_past = [&](double x) { return tail(x) < level; };
  double low = start, high = start, step = 1;
  for (; !is_past(high); step *= 2) high += step;
  for (step = 1; is_past(low); step *= 2) low -= step;
  return crossing(is_past, low, high);
}

// The largest ln(p/(1-p)) that the exact test does not reject.
double highest_exact(double ww, double ll) {
  const auto tail = [&](double x) { return beta_below(sigmoid(-x), ll, ww + 1); };
  return last_above(tail, alpha / 2, std::log(std::max(ww, 0.5) / ll));
}

// The largest ln(p/(1-p)) whose log-likelihood is at least this.
std::optional<double> highest_likely(double ww, double ll, double least) {
  if (ll == 0) return std::nullopt;
  const auto is_past = [&](double x) { return ww * log_sigmoid(x) + ll * log_sigmoid(-x) < least; };
  const double start = std::log(std::max(ww, 0.5) / ll);
  double step = 1;
  while (!is_past(start + step)) step *= 2;
  return crossing(is_past, start, start + step);
}

Chance win_chance(double elo) { return sigmoid(elo * log_10 / 400); }

// How often the exact test of n decided pairs rejects in favour of the better player.
double rejections(double n, Chance p, double outside, double z) {
  // The largest LL that still rejects: start a little too high and step down.
  double most = std::min(std::floor(n / 2 - z * std::sqrt(n) / 2) + 1, std::ceil(n / 2) - 1);
  while (2 * binomial_below(most, n, {0.5, 0.5}) > outside) --most;
  return binomial_below(most, n, {p.q, p.p});
}

// The power of the exact test, averaged over the number of decided pairs.
double power_of(double elo, double pairs, double decided, double outside, double z) {
  constexpr double exact_up_to = 1e6;  // beyond, the mean stands for the number of decided pairs
  const Chance p = win_chance(2 * elo);
  if (pairs > exact_up_to) return rejections(std::nearbyint(pairs * decided), p, outside, z);
  const double middle = pairs * decided;
  const double spread = std::sqrt(pairs * decided * (1 - decided));
  const double low = std::max(0.0, std::trunc(middle - 8 * spread) - 1);
  const double high = std::min(pairs, std::trunc(middle + 8 * spread) + 1);
  double sum = 0;
  for (double n = low; n <= high; ++n) {
    sum += binomial_mass(n, pairs, {decided, 1 - decided}) * rejections(n, p, outside, z);
  }
  return std::min(1.0, sum);
}

}  // namespace

const double z95 = normal_beyond_quantile(alpha);

const double elo_per_log_odds = 200 / std::log(10.0);

std::optional<double> as_elo(std::optional<double> log_odds) {
  return log_odds ? std::optional(elo_per_log_odds * *log_odds) : std::nullopt;
}

double usual_split_rate(double elo) {
  const double bias = 400 * std::log10(7.0);  // between equals the attacker wins 7 games of 8
  const Chance first = win_chance(elo + bias), second = win_chance(elo - bias);
  return first.p * second.q + first.q * second.p;
}

std::array<double, 2> wilson_ends(double hits, double misses, double z) {
  const double n = hits + misses, p = hits / n;
  const double spread = z * std::sqrt(hits * misses / n + z * z / 4) / n;
  return {hits > 0 ? p * p / (p + z * z / (2 * n) + spread) : 0,
          misses > 0 ? (p + z * z / (2 * n) + spread) / (1 + z * z / n) : 1};
}

Estimate wilson(double successes, double trials) {
  if (trials == 0) return {std::nullopt, 0.0, 1.0};
  const auto [low, high] = wilson_ends(successes, trials - successes, z95);
  return {successes / trials, low, high};
}

double exact_p(double ww, double ll) {
  const double fewer = std::min(ww, ll), more = std::max(ww, ll);
  return more > 0 ? std::min(1.0, 2 * beta_below({0.5, 0.5}, more, fewer + 1)) : 1;
}

Estimate exact_elo(double ww, double ll) {
  Estimate found;
  if (ww > 0 && ll > 0) found.value = elo_per_log_odds * std::log(ww / ll);
  if (ww > 0) found.low = -elo_per_log_odds * highest_exact(ll, ww);
  if (ll > 0) found.high = elo_per_log_odds * highest_exact(ww, ll);
  return found;
}

Estimate anytime_elo(double ww, double ll, double design_effect) {
  const double won = ww / design_effect, lost = ll / design_effect;
  const double least =
      log_beta(prior + won, prior + lost) - log_beta(prior, prior) + std::log(alpha);
  Estimate found;
  if (ww > 0 && ll > 0) found.value = elo_per_log_odds * std::log(ww / ll);
  if (const auto low = highest_likely(lost, won, least)) found.low = -elo_per_log_odds * *low;
  found.high = as_elo(highest_likely(won, lost, least));
  return found;
}

Estimate difference(const Estimate& a, const Estimate& b) {
  Estimate found;
  if (!a.value || !b.value) {
    if (a.low && b.high) found.low = *a.low - *b.high;
    if (a.high && b.low) found.high = *a.high - *b.low;
    return found;
  }
  const double value = *a.value - *b.value;
  found.value = value;
  if (a.low && b.high) found.low = value - std::hypot(*a.value - *a.low, *b.high - *b.value);
  if (a.high && b.low) found.high = value + std::hypot(*a.high - *a.value, *b.value - *b.low);
  return found;
}

double expected_split_rate(double split, double pairs) {
  return std::min((split + 2 * usual_split_rate(0)) / (pairs + 2), most_splits);
}

std::optional<double> pairs_needed(double elo, double split_rate, double power, double outside) {
  if (elo < least_elo) return std::nullopt;
  const double decided = 1 - split_rate, z = normal_beyond_quantile(outside);
  const auto is_enough = [&](double pairs) {
    return power_of(elo, pairs, decided, outside, z) >= power;
  };
  const Chance p = win_chance(2 * elo);
  const double z_power = power > 0.5 ? normal_beyond_quantile(2 * (1 - power)) : 0;
  const double root = (z / 2 + z_power * std::sqrt(p.p * p.q)) / (p.p - 0.5);
  const double guess = root * root / decided;
  if (guess > most_pairs) return std::nullopt;
  double low = std::trunc(guess * 0.97), high = std::ceil(guess * 1.03) + 10;
  while (low > 0 && is_enough(low)) low = std::trunc(low * 0.7);
  while (!is_enough(high)) {
    low = high;
    high = std::ceil(high * 1.5);
  }
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (is_enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace lastknight::stats
