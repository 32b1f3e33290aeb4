// The statistics that a page asks of the core: counts of pairings, sequential tests, ratings. Input
// is numbers separated by spaces, answers are JSON; the page puts them into words.
//
// Counts and tests are handles: numbers from 0 that calls return, valid until they are dropped.
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "answers.hpp"
#include "errors.hpp"
#include "ratings.hpp"
#include "repeats.hpp"
#include "sprt.hpp"
#include "statistics.hpp"

namespace lastknight {

namespace {

using stats::Estimate;

// The counts of one pairing.
struct Record {
  double first_wins = 0;
  std::vector<stats::OpeningCount> by_opening;
  // By opening: pairs with roles, A's wins as attacker and as defender.
  std::vector<std::array<double, 3>> roles;
  stats::DecidedPairs decided;
};

std::vector<std::unique_ptr<Record>> records;
std::vector<std::unique_ptr<stats::SprtProgress>> tests;

template <class Item>
Item& at(std::vector<std::unique_ptr<Item>>& items, int number) {
  const auto& found = items.at(static_cast<std::size_t>(number));
  if (!found) throw ArgumentError("these counts were dropped");
  return *found;
}

template <class Item>
std::string kept(std::vector<std::unique_ptr<Item>>& items, std::unique_ptr<Item> item) {
  for (std::size_t place = 0; place < items.size(); ++place) {
    if (items[place]) continue;
    items[place] = std::move(item);
    return json::number(place);
  }
  items.push_back(std::move(item));
  return json::number(items.size() - 1);
}

// The numbers in a text, in rows of `width`.
std::vector<std::vector<int>> rows_of(const char* text, std::size_t width) {
  std::vector<std::vector<int>> rows;
  for (std::vector<int> row;;) {
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (end == text) break;
    text = end;
    row.push_back(static_cast<int>(value));
    if (row.size() < width) continue;
    rows.push_back(std::move(row));
    row.clear();
  }
  return rows;
}

std::string optional_text(std::optional<double> value) {
  return value ? json::number(*value) : "null";
}

std::string estimate_text(const Estimate& one) {
  return json::object({{"value", optional_text(one.value)},
                       {"low", optional_text(one.low)},
                       {"high", optional_text(one.high)}});
}

std::string truth_text(bool is_true) { return is_true ? "true" : "false"; }

// The counts of all openings together, and of those that were played.
stats::OpeningCount total(const Record& record) {
  stats::OpeningCount sum;
  for (const auto& [ww, split, ll] : record.by_opening) {
    sum.ww += ww;
    sum.split += split;
    sum.ll += ll;
  }
  return sum;
}
std::vector<stats::OpeningCount> played(const Record& record) {
  std::vector<stats::OpeningCount> found;
  for (const auto& one : record.by_opening) {
    if (one.ww + one.split + one.ll > 0) found.push_back(one);
  }
  return found;
}

// What a player won in a role: `wins(row)` of an opening's `games` for each pair.
template <class Wins>
std::string role_text(const Record& record, const Wins& wins, double games = 1) {
  std::vector<std::array<double, 2>> openings;
  double won = 0;
  for (const auto& row : record.roles) {
    if (row[0] == 0) continue;
    openings.push_back({wins(row), games * row[0]});
    won += wins(row);
  }
  if (openings.empty()) return "null";
  return json::object(
      {{"wins", json::number(won)}, {"rate", estimate_text(stats::role_rate(openings))}});
}

std::string roles_text(const Record& record) {
  double pairs = 0;
  for (const auto& row : record.roles) pairs += row[0];
  if (pairs == 0) return "null";
  using Row = std::array<double, 3>;
  return json::object(
      {{"games", json::number(pairs)},
       {"a_attacker", role_text(record, [](const Row& row) { return row[1]; })},
       {"a_defender", role_text(record, [](const Row& row) { return row[2]; })},
       {"b_attacker", role_text(record, [](const Row& row) { return row[0] - row[2]; })},
       {"b_defender", role_text(record, [](const Row& row) { return row[0] - row[1]; })},
       {"attacker",
        role_text(record, [](const Row& row) { return row[1] + row[0] - row[2]; }, 2)}});
}

// Whether every opening was played again and ended as before.
bool is_repeating(const std::vector<stats::OpeningCount>& openings) {
  for (const auto& [ww, split, ll] : openings) {
    const double pairs = ww + split + ll;
    if (std::max({ww, split, ll}) != pairs || pairs <= 1) return false;
  }
  return true;
}

Estimate read_estimate(const char* text) {
  std::array<std::optional<double>, 3> ends;
  for (auto& end : ends) {
    char* rest = nullptr;
    const double value = std::strtod(text, &rest);
    if (std::isfinite(value)) end = value;  // "nan" where it is unknown
    text = rest;
  }
  return {ends[0], ends[1], ends[2]};
}

}  // namespace

extern "C" {

// Creates the counts of a pairing, and drops them.
LASTKNIGHT_EXPORT const char* lk_record() {
  return guarded([] { return kept(records, std::make_unique<Record>()); });
}
LASTKNIGHT_EXPORT const char* lk_record_drop(int record) {
  return guarded([&] {
    records.at(static_cast<std::size_t>(record)).reset();
    return "null";
  });
}

// Counts pairs, four numbers each: the opening, whether A won the first and the second game, and
// the game in which A attacks (0 or 1, or -1 without roles).
LASTKNIGHT_EXPORT const char* lk_record_add(int number, const char* pairs) {
  return guarded([&] {
    Record& record = at(records, number);
    for (const auto& row : rows_of(pairs, 4)) {
      const auto opening = static_cast<std::size_t>(row[0]);
      const int first = row[1], second = row[2], attacking = row[3];
      if (opening >= record.by_opening.size()) {
        record.by_opening.resize(opening + 1);
        record.roles.resize(opening + 1);
      }
      auto& [ww, split, ll] = record.by_opening[opening];
      (first != second ? split : first ? ww : ll) += 1;
      record.first_wins += first + 1 - second;
      if (first == second) record.decided.add(row[0], first, 1 - first);
      if (attacking < 0) continue;
      auto& [with_roles, attacker, defender] = record.roles[opening];
      with_roles += 1;
      attacker += attacking == 0 ? first : second;
      defender += attacking == 0 ? second : first;
    }
    return "null";
  });
}

// The counts so far, with an interval that stays valid however often it is looked at.
LASTKNIGHT_EXPORT const char* lk_record_live(int number) {
  return guarded([&] {
    const Record& record = at(records, number);
    const auto [ww, split, ll] = total(record);
    const double effect = record.decided.live_design_effect();
    return json::object({{"ww", json::number(ww)},
                         {"split", json::number(split)},
                         {"ll", json::number(ll)},
                         {"wins", json::number(2 * ww + split)},
                         {"losses", json::number(2 * ll + split)},
                         {"elo", estimate_text(stats::anytime_elo(ww, ll, effect))}});
  });
}

// Everything about finished counts. `most` is the number of pairs in a census, negative otherwise;
// the Elos and error rates are those of a sequential test, NaN without one.
LASTKNIGHT_EXPORT const char* lk_record_facts(int number, double most, double elo0, double elo1,
                                              double alpha, double beta) {
  return guarded([&] {
    constexpr double equivalence = 20, most_pairs = 1e15;
    const Record& record = at(records, number);
    const auto openings = played(record);
    const auto [ww, split, ll] = total(record);
    const double pairs = ww + split + ll;
    const auto found = stats::clustered_pairs(openings);
    const auto known_most = most < 0 ? std::nullopt : std::optional(most);
    // All pairs on a single opening are worth one: they say nothing about other openings.
    const auto repeats = openings.size() == 1 && pairs > 1
                             ? stats::Repeats{1.0, known_most}
                             : stats::Repeats::of(record.decided, pairs, known_most);
    const auto decides = stats::pairs_to_decide(pairs, equivalence,
                                                stats::expected_split_rate(split, pairs), repeats);
    const bool is_too_many = decides.is_too_many || decides.pairs.value_or(0) > most_pairs;
    std::string sprt = "null";
    if (!std::isnan(elo0)) {
      const stats::Sprt test{elo0, elo1, alpha, beta};
      const double ratio = test.llr(record.decided);
      const auto [low, high] = test.bounds();
      sprt =
          json::object({{"llr", json::number(ratio)},
                        {"llr_low", json::number(low)},
                        {"llr_high", json::number(high)},
                        {"decision", ratio >= high  ? "\"elo1\""
                                     : ratio <= low ? "\"elo0\""
                                                    : "null"},
                        {"design_effect", json::number(test.design_effect(record.decided))},
                        {"worth", json::number((ww + ll) / test.design_effect(record.decided))}});
    }
    return json::object({{"ww", json::number(ww)},
                         {"split", json::number(split)},
                         {"ll", json::number(ll)},
                         {"wins", json::number(2 * ww + split)},
                         {"losses", json::number(2 * ll + split)},
                         {"first_wins", json::number(record.first_wins)},
                         {"openings", json::number(openings.size())},
                         {"elo", estimate_text(found.elo)},
                         {"win_rate", estimate_text(found.win_rate)},
                         {"p_value", json::number(found.p_value)},
                         {"p_value_unclustered", json::number(stats::exact_p(ww, ll))},
                         {"is_repeating", truth_text(is_repeating(openings))},
                         {"equivalence", json::number(equivalence)},
                         {"target", json::number(decides.target)},
                         {"is_too_many", truth_text(is_too_many)},
                         {"pairs_to_decide", is_too_many ? "null" : optional_text(decides.pairs)},
                         {"roles", roles_text(record)},
                         {"sprt", sprt}});
  });
}

// Creates a sequential test of pairs in their order, and drops it. At most `planned` pairs are to
// be played; it is the page that stops there.
LASTKNIGHT_EXPORT const char* lk_sprt(double elo0, double elo1, double alpha, double beta,
                                      double planned) {
  return guarded([&] {
    const stats::Sprt test{elo0, elo1, alpha, beta};
    return kept(tests, std::make_unique<stats::SprtProgress>(test, planned));
  });
}
LASTKNIGHT_EXPORT const char* lk_sprt_drop(int test) {
  return guarded([&] {
    tests.at(static_cast<std::size_t>(test)).reset();
    return "null";
  });
}

// Adds consecutive pairs, three numbers each: the opening, whether A won the first and the second.
LASTKNIGHT_EXPORT const char* lk_sprt_add(int number, int first_pair, const char* pairs) {
  return guarded([&] {
    std::vector<stats::PairOutcome> outcomes;
    for (const auto& row : rows_of(pairs, 3)) {
      outcomes.push_back({row[0], row[1] != 0, row[2] != 0});
    }
    at(tests, number).add(first_pair, std::move(outcomes));
    return "null";
  });
}
LASTKNIGHT_EXPORT const char* lk_sprt_distinct(int number, int count) {
  return guarded([&] {
    at(tests, number).tell_distinct(static_cast<std::size_t>(count));
    return "null";
  });
}

LASTKNIGHT_EXPORT const char* lk_sprt_state(int number) {
  return guarded([&] {
    const stats::SprtProgress& test = at(tests, number);
    const auto [low, high] = test.sprt().bounds();
    const auto decision = test.decision();
    const auto left = test.pairs_left();
    return json::object(
        {{"elo0", json::number(test.sprt().elo0)},
         {"elo1", json::number(test.sprt().elo1)},
         {"pairs", json::number(test.pairs())},
         {"planned", json::number(test.planned())},
         {"llr", json::number(test.llr())},
         {"low", json::number(low)},
         {"high", json::number(high)},
         {"decision", decision ? (*decision == 1 ? "\"elo1\"" : "\"elo0\"") : "null"},
         {"pairs_left", optional_text(left)},
         {"is_more_than_planned", truth_text(left && *left > test.planned() - test.pairs())},
         {"is_over", truth_text(test.is_over())},
         {"wants_distinct", truth_text(test.wants_distinct())}});
  });
}

// Ratings of players from pairs, five numbers each: the places of A and B, whether A won the first
// and the second game, and the opening.
LASTKNIGHT_EXPORT const char* lk_ratings(int players, const char* pairs, double seed) {
  return guarded([&] {
    std::vector<stats::RatedPair> read;
    for (const auto& row : rows_of(pairs, 5)) {
      read.push_back({row[0], row[1], row[2] != 0, row[3] != 0, row[4]});
    }
    const auto found = stats::rate_pairs(read, players, static_cast<std::uint64_t>(seed));
    const auto whole = [](int value) { return json::number(value); };
    std::string surprise = "null";
    if (const auto& one = found.surprise) {
      surprise = json::object({{"winner", json::number(one->winner)},
                               {"loser", json::number(one->loser)},
                               {"expected", json::number(one->expected)},
                               {"seen", json::number(one->seen)}});
    }
    return json::object(
        {{"elo", json::list(found.elo, estimate_text)},
         {"ranks",
          json::list(found.ranks, [&](const auto& rank) { return json::list(rank, whole); })},
         {"order", json::list(found.order, whole)},
         {"openings", json::number(found.openings)},
         {"pairs_to_rank", json::number(found.pairs_to_rank)},
         {"hub", found.hub ? json::number(*found.hub) : "null"},
         {"hub_share", json::number(found.hub_share)},
         {"fit_p_value", optional_text(found.fit_p_value)},
         {"surprise", surprise}});
  });
}

// The difference of two estimates: value, low and high of each, nan where unknown.
LASTKNIGHT_EXPORT const char* lk_difference(const char* a, const char* b) {
  return guarded(
      [&] { return estimate_text(stats::difference(read_estimate(a), read_estimate(b))); });
}

}  // extern "C"

}  // namespace lastknight
