#include "sprt.hpp"

#include <algorithm>
#include <cmath>

#include "distributions.hpp"

namespace lastknight::stats {

namespace {

// Decided pairs credited to each side in advance, so that a few pairs do not foretell a quick end.
constexpr double doubt = 3;

// The logarithm of P(WW | decided).
double log_chance(double elo) { return log_sigmoid(elo / elo_per_log_odds); }

// The nonzero h with E[exp(h step)] = 1, or 0 if the steps have no drift.
double martingale_power(const Sprt& sprt, double elo) {
  const auto steps = sprt.steps();
  const double up = steps[0], down = steps[1];
  const double log_p = log_chance(elo), log_q = log_chance(-elo);
  const double drift = std::exp(log_p) * up + std::exp(log_q) * down;
  if (std::abs(drift) < 1e-9 * up) return 0;
  const double sign = drift > 0 ? -1 : 1;
  const auto is_past = [&](double size) {
    const double won = log_p + sign * size * up, lost = log_q + sign * size * down;
    return std::max(won, lost) > 0 || std::exp(won) + std::exp(lost) > 1;
  };
  // E[exp(h step)] falls from 1 to a minimum and then rises; the root is where it is 1 again.
  const double bottom = sign * (log_q - log_p + std::log(-down / up)) / (up - down);
  double most = std::max(1.0, 2 * bottom);
  while (!is_past(most)) most *= 2;
  return sign * crossing(is_past, bottom, most);
}

// The probability of accepting elo1, with the bounds this far from the ratio so far.
double chance_of_elo1(double power, double low, double high) {
  if (power == 0) return -low / (high - low);
  if (power > 0) {
    return -std::expm1(power * low) * std::exp(-power * high) / -std::expm1(power * (low - high));
  }
  return std::expm1(-power * low) / std::expm1(power * (high - low));
}

}  // namespace

std::array<double, 2> Sprt::bounds() const {
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

std::array<double, 2> Sprt::steps() const {
  return {log_chance(elo1) - log_chance(elo0), log_chance(-elo1) - log_chance(-elo0)};
}

double Sprt::design_effect(const DecidedPairs& pairs) const {
  return pairs.design_effect(std::array{std::exp(log_chance(elo0)), std::exp(log_chance(elo1))});
}

double Sprt::llr(const DecidedPairs& pairs) const {
  const auto [up, down] = steps();
  return (pairs.ww() * up + pairs.ll() * down) / design_effect(pairs);
}

double Sprt::expected_pairs(double elo, double split_rate, double llr) const {
  const auto [up, down] = steps();
  const double low = std::min(bounds()[0] - llr, -1e-9), high = std::max(bounds()[1] - llr, 1e-9);
  const double p = std::exp(log_chance(elo)), q = std::exp(log_chance(-elo));
  const double drift = p * up + q * down;
  double decided;
  if (std::abs(drift) < 1e-9 * up) {
    decided = -low * high / (p * up * up + q * down * down);
  } else {
    const double passes = chance_of_elo1(martingale_power(*this, elo), low, high);
    decided = (passes * high + (1 - passes) * low) / drift;
  }
  return std::max(decided, 1.0) / (1 - split_rate);
}

void SprtProgress::add(int first_pair, std::vector<PairOutcome> outcomes) {
  waiting_[first_pair] = std::move(outcomes);
  go_on();
}

void SprtProgress::tell_distinct(std::size_t count) {
  distinct_ = count;
  go_on();
}

void SprtProgress::go_on() {
  while (!is_over() && !wants_distinct()) {
    // A stop in the middle of a chunk leaves its rest to be counted later.
    auto next = waiting_.upper_bound(pairs_);
    if (next == waiting_.begin()) return;
    const auto& [first, outcomes] = *--next;
    const int last = first + static_cast<int>(outcomes.size());
    if (pairs_ >= last) return;
    while (pairs_ < last && !is_over() && !wants_distinct()) {
      count(outcomes[static_cast<std::size_t>(pairs_ - first)]);
    }
    if (pairs_ >= last) waiting_.erase(next);
  }
}

void SprtProgress::count(const PairOutcome& outcome) {
  const auto [opening, first, second] = outcome;
  ++pairs_;
  if (is_same_) {
    const int wins = first + second;
    const auto [place, is_new] = seen_.try_emplace(opening, wins);
    if (!is_new) {
      is_same_ = place->second == wins;
      again_.insert(opening);
    }
  }
  if (first != second) return;
  decided_.add(opening, first, !first);
  const auto [low, high] = sprt_.bounds();
  const double ratio = llr();
  if (ratio >= high) decision_ = 1;
  if (ratio <= low) decision_ = 0;
}

bool SprtProgress::is_repeating() const {
  return is_same_ && !again_.empty() && again_.size() == seen_.size();
}

bool SprtProgress::is_over() const {
  return decision_ || (is_repeating() && distinct_ && again_.size() == *distinct_);
}

std::optional<double> SprtProgress::pairs_left() const {
  if (is_over()) return 0;
  if (pairs_ == 0) return std::nullopt;
  const Repeats repeats = Repeats::of(decided_, pairs_);
  const double ww = decided_.ww(), ll = decided_.ll();
  const double elo = elo_per_log_odds * std::log((ww + doubt) / (ll + doubt));
  const double left =
      sprt_.expected_pairs(elo, expected_split_rate(pairs_ - ww - ll, pairs_), llr());
  const auto needed = repeats.pairs_for(repeats.effective(pairs_) + left);
  return needed ? std::optional(std::max(*needed - pairs_, 1.0)) : std::nullopt;
}

}  // namespace lastknight::stats
