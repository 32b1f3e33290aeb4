// The heuristics of the catalogue. Each maps a view of a position to a value, where larger is
// better for the player asked about, and reports the terms of that value as it computes them (see
// terms.hpp). They are never asked about finished games, whose value is always -inf or +inf (see
// evaluate.hpp).
//
// Heuristics with integer values return integers, which the search compares faster. In comments,
// own and opp are the numbers of legal moves; anything that needs the location of a player who is
// not placed is 0.
//
// The largest are in files of their own: reach_heuristics.hpp and champion.hpp.
//
// To add one: write it here with its name and terms, list it in WithNative at the end, and add it
// to the catalogue (heuristics/catalogue.py) and to the reference (tests/reference/heuristics.py).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <variant>

#include "champion.hpp"
#include "parameters.hpp"
#include "reach.hpp"
#include "reach_heuristics.hpp"
#include "terms.hpp"
#include "view.hpp"

namespace lastknight {

struct Null {
  static constexpr const char* name = "null";

  template <int Words, class Sink>
  int operator()(const View<Words>&, Sink&) const {
    return 0;
  }
};

struct Open {
  static constexpr const char* name = "open";

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    return terms.plus("own moves", Side::own, view.own_moves);
  }
};

struct Improved {
  static constexpr const char* name = "improved";

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    const int own = terms.plus("own moves", Side::own, view.own_moves);
    return own + terms.minus("opponent's moves", Side::opp, view.opp_moves);
  }
};

// Squared distance from (height/2, width/2). That is not the middle square: rows count from 0.
struct Center {
  static constexpr const char* name = "center";

  template <int Words, class Sink>
  double operator()(const View<Words>& view, Sink& terms) const {
    if (!view.is_own_placed()) return 0;
    const Shape shape = view.board.shape();
    const double down = shape.height / 2.0 - shape.row(view.own_location);
    const double right = shape.width / 2.0 - shape.column(view.own_location);
    return terms.plus(down * down + right * right, "squared distance from the center", Side::own,
                      Bitboard<Words>::of(view.own_location));
  }
};

// Moves count double for the player on (width/2, height/2), read as (row, column). On a board that
// is not square this need not be the middle, and may not even be on the board.
struct CenterWeighted {
  static constexpr const char* name = "center_weighted";

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    const Shape shape = view.board.shape();
    const bool has_middle = shape.has(shape.width / 2, shape.height / 2);
    const Square middle = has_middle ? shape.square(shape.width / 2, shape.height / 2) : -1;
    const int own_doubled = view.own_location == middle ? 1 : 0;
    const int opp_doubled = view.opp_location == middle ? 1 : 0;
    const int own = terms.plus(
        view.own_moves.count() << own_doubled,
        [&] { return weighted("own moves", 1 << own_doubled); }, Side::own, view.own_moves);
    return own + terms.minus(
                     view.opp_moves.count() << opp_doubled,
                     [&] { return weighted("opponent's moves", 1 << opp_doubled); }, Side::opp,
                     view.opp_moves);
  }
};

struct BlankRatio {
  static constexpr const char* name = "blank_ratio";

  template <int Words, class Sink>
  double operator()(const View<Words>& view, Sink& terms) const {
    const double blanks = view.blank.count();
    const double own = terms.plus(view.own_moves.count() / blanks, "own moves / blank squares",
                                  Side::own, view.own_moves);
    return own + terms.minus(view.opp_moves.count() / blanks, "opponent's moves / blank squares",
                             Side::opp, view.opp_moves);
  }
};

// The share of moves that lead to the edge; standing on the edge counts as one more. Less is
// better.
struct EdgeRatio {
  static constexpr const char* name = "edge_ratio";

  template <int Words, class Sink>
  double operator()(const View<Words>& view, Sink& terms) const {
    const double opp = terms.plus(
        share(view.board, view.opp_location, view.opp_moves), "opponent's share on the edge",
        Side::opp, [&] { return on_edge(view.board, view.opp_location, view.opp_moves); });
    return opp + terms.minus(share(view.board, view.own_location, view.own_moves),
                             "own share on the edge", Side::own, [&] {
                               return on_edge(view.board, view.own_location, view.own_moves);
                             });
  }

 private:
  template <int Words>
  static double share(const Board<Words>& board, Square location, const Bitboard<Words>& moves) {
    if (moves.is_empty()) return 0;
    const bool is_on_edge = location != board.unplaced && board.ring().has(location);
    return ((moves & board.ring()).count() + (is_on_edge ? 1 : 0)) / double(moves.count());
  }

  template <int Words>
  static Bitboard<Words> on_edge(const Board<Words>& board, Square location,
                                 const Bitboard<Words>& moves) {
    if (moves.is_empty()) return {};
    Bitboard<Words> squares = moves & board.ring();
    if (location != board.unplaced && board.ring().has(location)) squares.add(location);
    return squares;
  }
};

// The difference between the players' sums of row and column.
struct MaxDistance {
  static constexpr const char* name = "max_distance";

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    if (!view.are_both_placed()) return 0;
    const Shape shape = view.board.shape();
    const int apart = std::abs(shape.row(view.own_location) + shape.column(view.own_location) -
                               shape.row(view.opp_location) - shape.column(view.opp_location));
    return terms.plus(apart, "difference of row + column", Side::both,
                      [&] { return view.locations(); });
  }
};

// `improved` without the moves to the edge.
struct Outer {
  static constexpr const char* name = "outer";

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    const int own =
        terms.plus("own moves off the edge", Side::own, view.own_moves - view.board.ring());
    return own + terms.minus("opponent's moves off the edge", Side::opp,
                             view.opp_moves - view.board.ring());
  }
};

// Each move counts as a power of its square's worth: the square's steps on an empty board / 8.
class Value {
 public:
  static constexpr const char* name = "value";

  explicit Value(const Parameters& given) : weight_(given.at("weight")) {
    const int power = static_cast<int>(given.at("power"));
    for (int steps = 0; steps <= 8; ++steps) worth_[steps] = std::pow(steps / 8.0, power);
  }

  template <int Words, class Sink>
  double operator()(const View<Words>& view, Sink& terms) const {
    const double own = terms.plus(sum(view.board, view.own_moves), "worth of own moves", Side::own,
                                  view.own_moves);
    return own + terms.minus(
                     weight_ * sum(view.board, view.opp_moves),
                     [&] { return weighted("worth of opponent's moves", weight_); }, Side::opp,
                     view.opp_moves);
  }

 private:
  template <int Words>
  double sum(const Board<Words>& board, const Bitboard<Words>& moves) const {
    double total = 0;
    for (const int steps : {0, 1, 2, 3, 4, 6, 8}) {  // no square of any board has 5 or 7
      total += (moves & board.with_steps(steps)).count() * worth_[steps];
    }
    return total;
  }

  double weight_;
  std::array<double, 9> worth_;
};

struct SharedMoves {
  static constexpr const char* name = "shared_moves";

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    return terms.plus("squares both can move to", Side::both, view.own_moves & view.opp_moves);
  }
};

struct Ratio {
  static constexpr const char* name = "ratio";

  template <int Words, class Sink>
  double operator()(const View<Words>& view, Sink& terms) const {
    const int own = terms.plus("own moves", Side::own, view.own_moves);
    return own / terms.over(std::max<double>(view.opp_moves.count(), 1e-6), "opponent's moves",
                            Side::opp, view.opp_moves);
  }
};

// `ratio` while more than half of the squares are blank, then the difference of the longest paths.
struct LongestPath {
  static constexpr const char* name = "longest_path";
  static constexpr bool is_slow = true;

  template <int Words, class Sink, class Poll>
  double operator()(const View<Words>& view, Sink& terms, const Poll& poll) const {
    if (2 * view.blank.count() > view.board.shape().squares()) return Ratio{}(view, terms);
    PathFinder finder(view.board, [&poll, steps = 0u]() mutable {
      if (++steps % 1024 == 0) poll();
    });
    const auto within = [&](const Bitboard<Words>& moves) {
      return [&] { return view.board.flood(moves, view.blank); };
    };
    const int own = terms.plus(finder.longest(view.blank, view.own_moves), "longest own path",
                               Side::own, within(view.own_moves));
    return own + terms.minus(finder.longest(view.blank, view.opp_moves), "longest opponent's path",
                             Side::opp, within(view.opp_moves));
  }
};

// `ratio` minus the players' distance as a share of the board's diagonal.
struct RatioChase {
  static constexpr const char* name = "ratio_chase";

  template <int Words, class Sink>
  double operator()(const View<Words>& view, Sink& terms) const {
    const double ratio = Ratio{}(view, terms);
    if (!view.are_both_placed()) return ratio;
    const Shape shape = view.board.shape();
    const int down = shape.row(view.own_location) - shape.row(view.opp_location);
    const int right = shape.column(view.own_location) - shape.column(view.opp_location);
    const int height = shape.height - 1;
    const int width = shape.width - 1;
    return ratio + terms.minus(std::sqrt(down * down + right * right) /
                                   std::sqrt(height * height + width * width),
                               "distance / diagonal", Side::both, [&] { return view.locations(); });
  }
};

// The one list of native heuristics: a variant of them all, and of other kinds.
template <class... Others>
using WithNative = std::variant<Null, Open, Improved, Center, CenterWeighted, BlankRatio, EdgeRatio,
                                MaxDistance, Outer, Value, ReachOwn, Reach, SharedMoves, Ratio,
                                LongestPath, RatioChase, Champion, Others...>;

}  // namespace lastknight
