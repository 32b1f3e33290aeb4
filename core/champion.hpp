// The heuristic `champion`: weighted counts of the squares that both sides reach. The weights are
// in champion_weights.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>

#include "champion_weights.hpp"
#include "reach_heuristics.hpp"
#include "terms.hpp"
#include "view.hpp"

namespace lastknight {

// The champion's weights for one side: one for each number of next moves, and those of the squares
// it can reach in exactly two, three and four moves. A walk of that length may return to a square.
struct ChampionSide {
  // The weight of a square, and what is added for the digits one, two and four of its number of
  // exits in binary.
  struct Front {
    int square, one, two, four;
  };
  std::array<int, 9> moves;
  std::array<Front, 3> fronts;
};

// The weights for one player's view at one number of blank squares.
struct ChampionRow {
  ChampionSide own, opp;
  std::array<int, 5> shared;
};

// A weight in the given phase, rounded down; the labels had 8 to 40 blank squares.
constexpr int champion_weight(const ChampionWeight& weight, int blanks) {
  const int phase = std::clamp(blanks, 8, 40) - 25;
  const int whole = 144 * weight.level + 12 * phase * weight.slope + phase * phase * weight.curve;
  return (whole >= 0 ? whole : whole - 143) / 144;
}

// The header's weights are for the attacker's chances: the attacker's features first, then the
// defender's.
template <bool is_attacker>
constexpr ChampionRow champion_row(std::span<const ChampionWeight> weights, int blanks) {
  ChampionRow row{};
  auto next = weights.begin();
  const auto take = [&] {
    return is_attacker ? champion_weight(*next++, blanks) : -champion_weight(*next++, blanks);
  };
  for (ChampionSide* side :
       {is_attacker ? &row.own : &row.opp, is_attacker ? &row.opp : &row.own}) {
    for (int& weight : side->moves) weight = take();
    for (auto& front : side->fronts) front = {take(), take(), take(), take()};
  }
  for (int index = 0; next != weights.end(); ++index) row.shared[index] = take();
  return row;
}

// Weights by whose evaluation it is and who is to move, as in the header.
struct ChampionWeights {
  std::span<const ChampionWeight> attacker_attacker_moves = attacker_weights_attacker_moves;
  std::span<const ChampionWeight> attacker_defender_moves = attacker_weights_defender_moves;
  std::span<const ChampionWeight> defender_attacker_moves = defender_weights_attacker_moves;
  std::span<const ChampionWeight> defender_defender_moves = defender_weights_defender_moves;
};

// All rows: by role (attacker first), by whether the attacker is to move, and by blank squares
// of 49.
class ChampionTable {
 public:
  static constexpr int squares = 49;
  // Features of a position with the attacker and with the defender to move, as in the header.
  static constexpr int most_features = std::size(attacker_weights_attacker_moves);
  static constexpr int features(bool attacker_moves) {
    return attacker_moves ? most_features
                          : static_cast<int>(std::size(attacker_weights_defender_moves));
  }

  constexpr explicit ChampionTable(const ChampionWeights& weights) {
    for (int blanks = 0; blanks <= squares; ++blanks) {
      rows_[0][0][blanks] = champion_row<true>(weights.attacker_defender_moves, blanks);
      rows_[0][1][blanks] = champion_row<true>(weights.attacker_attacker_moves, blanks);
      rows_[1][0][blanks] = champion_row<false>(weights.defender_defender_moves, blanks);
      rows_[1][1][blanks] = champion_row<false>(weights.defender_attacker_moves, blanks);
    }
  }

  const ChampionRow& row(bool is_attacker, bool attacker_moves, int blanks) const {
    return rows_[is_attacker ? 0 : 1][attacker_moves ? 1 : 0][blanks];
  }

  // An attacker's row in which one feature has the weight 1, and the others 0.
  static ChampionRow unit_row(int feature) {
    ChampionWeight weights[most_features]{};
    weights[feature].level = 1;
    return champion_row<true>(weights, 0);
  }

 private:
  ChampionRow rows_[2][2][squares + 1]{};
};

inline constexpr ChampionTable champion_table{ChampionWeights{}};

// The log odds of winning in thousandths, up to a constant that is the same at all leaves of a
// search: a fit to solved positions and played games, by role, side to move and blank squares.
// `reach(k=3)` until both are placed.
struct Champion {
  static constexpr const char* name = "champion";

  Champion() = default;

  // With other weights than the header's, to try them in games.
  explicit Champion(std::shared_ptr<const ChampionTable> other)
      : other_(std::move(other)), table_(other_.get()) {}

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    if (!view.are_both_placed()) return Reach(ReachOwn(3))(view, terms);
    const bool attacker_moves = is_attacker_to_move(view);
    const bool is_attacker = attacker_moves == (view.to_move == view.player);
    const int blanks = view.blank.count() * ChampionTable::squares / view.board.shape().squares();
    return sum(table_->row(is_attacker, attacker_moves, blanks), view, terms);
  }

  // The features of the header, which are counts. Both are placed, and the view is the attacker's.
  template <int Words, class Sink>
  static std::array<std::uint8_t, ChampionTable::most_features> counts(const View<Words>& view,
                                                                       Sink& terms) {
    std::array<std::uint8_t, ChampionTable::most_features> found{};
    const int last = ChampionTable::features(is_attacker_to_move(view));
    for (int feature = 0; feature < last; ++feature) {
      const int count = sum(ChampionTable::unit_row(feature), view, terms);
      found[static_cast<std::size_t>(feature)] = static_cast<std::uint8_t>(count);
    }
    return found;
  }

 private:
  template <int Words>
  using Set = Bitboard<Words>;

  template <int Words>
  static bool is_attacker_to_move(const View<Words>& view) {
    const Set<Words>& dark = view.board.dark();
    return dark.has(view.own_location) == dark.has(view.opp_location);
  }

  template <int Words, class Sink>
  static int sum(const ChampionRow& row, const View<Words>& view, Sink& terms) {
    const bool attacker_moves = is_attacker_to_move(view);
    const bool is_attacker = attacker_moves == (view.to_move == view.player);
    const auto digits = view.board.digits(view.blank);
    const Fronts<Words> own = fronts(view, view.own_moves), opp = fronts(view, view.opp_moves);
    return side(row.own, own, digits, Side::own, terms) +
           side(row.opp, opp, digits, Side::opp, terms) +
           (attacker_moves ? same_colour(row.shared, own, opp, is_attacker, terms)
                           : other_colour(row.shared, own, opp, is_attacker, terms));
  }

  // The squares reached in exactly one to four moves.
  template <int Words>
  using Fronts = std::array<Set<Words>, 4>;

  template <int Words>
  static Fronts<Words> fronts(const View<Words>& view, const Set<Words>& moves) {
    const Set<Words> second = view.board.spread(moves) & view.blank;
    const Set<Words> third = view.board.spread(second) & view.blank;
    return {moves, second, third, view.board.spread(third) & view.blank};
  }

  template <int Words, class Sink>
  static int side(const ChampionSide& weights, const Fronts<Words>& reached,
                  const typename Board<Words>::Digits& digits, Side whose, Sink& terms) {
    const auto label = [&](int moves) {
      return [=] {
        const std::string text = whose == Side::own ? "own moves" : "opponent's moves";
        return moves == 1 ? text : "squares in " + std::to_string(moves) + " " + text;
      };
    };
    int value = signed_term(terms, weights.moves[reached[0].count()], label(1), whose, reached[0]);
    for (int index = 0; index < 3; ++index) {
      const Set<Words>& front = reached[index + 1];
      const ChampionSide::Front& weight = weights.fronts[index];
      const int worth = weight.square * front.count() + weight.one * (front & digits.one).count() +
                        weight.two * (front & digits.two).count() +
                        weight.four * (front & digits.four).count();
      value += signed_term(terms, worth, label(index + 2), whose, front);
    }
    return value;
  }

  // If the attacker is to move: squares that the attacker reaches in exactly 1, 2, 4, 2 and 4 moves
  // and the defender in 1, 2, 4, 4 and 2.
  template <int Words, class Sink>
  static int same_colour(const std::array<int, 5>& weights, const Fronts<Words>& own,
                         const Fronts<Words>& opp, bool is_attacker, Sink& terms) {
    const int own_sooner = weights[is_attacker ? 3 : 4], opp_sooner = weights[is_attacker ? 4 : 3];
    return shared<1, 1>(weights[0], own, opp, terms) + shared<2, 2>(weights[1], own, opp, terms) +
           shared<4, 4>(weights[2], own, opp, terms) + shared<2, 4>(own_sooner, own, opp, terms) +
           shared<4, 2>(opp_sooner, own, opp, terms);
  }

  // If the defender is to move: the attacker in 2, 3, 3 and 4 moves, the defender in 3, 2, 4 and 3.
  template <int Words, class Sink>
  static int other_colour(const std::array<int, 5>& weights, const Fronts<Words>& own,
                          const Fronts<Words>& opp, bool is_attacker, Sink& terms) {
    const int role = is_attacker ? 0 : 1;
    return shared<2, 3>(weights[role], own, opp, terms) +
           shared<3, 2>(weights[1 - role], own, opp, terms) +
           shared<3, 4>(weights[2 + role], own, opp, terms) +
           shared<4, 3>(weights[3 - role], own, opp, terms);
  }

  // Squares reached in exactly OwnMoves own moves and OppMoves of the opponent's.
  template <int OwnMoves, int OppMoves, int Words, class Sink>
  static int shared(int weight, const Fronts<Words>& own, const Fronts<Words>& opp, Sink& terms) {
    const Set<Words> both = own[OwnMoves - 1] & opp[OppMoves - 1];
    const auto label = [] {
      if constexpr (OwnMoves == 1 && OppMoves == 1) return std::string("squares both can move to");
      return "squares in " + std::to_string(OwnMoves) + " own and " + std::to_string(OppMoves) +
             " of the opponent's moves";
    };
    return signed_term(terms, weight * both.count(), label, Side::both, both);
  }

  template <class Sink, class Label, int Words>
  static int signed_term(Sink& terms, int worth, const Label& label, Side whose,
                         const Set<Words>& squares) {
    return worth >= 0 ? terms.plus(worth, label, whose, squares)
                      : terms.minus(-worth, label, whose, squares);
  }

  std::shared_ptr<const ChampionTable> other_;
  const ChampionTable* table_ = &champion_table;
};

}  // namespace lastknight
