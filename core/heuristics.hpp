// The heuristics of the catalogue: each maps a view of a position to a value, larger is better for
// the player asked for. Positions where the game is over never come here: there the value is -inf
// for the side to move and +inf for the other, whatever the heuristic (see evaluate.hpp).
//
// Those whose values are whole numbers return them as such. Own and opp stand for the numbers of
// legal moves; what needs the location of a player who is not placed is 0.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "reach.hpp"
#include "view.hpp"

namespace lastknight {

struct Null {
  template <int Words>
  int operator()(const View<Words>&) const {
    return 0;
  }
};

struct Open {
  template <int Words>
  int operator()(const View<Words>& view) const {
    return view.own_moves.count();
  }
};

struct Improved {
  template <int Words>
  int operator()(const View<Words>& view) const {
    return view.own_moves.count() - view.opp_moves.count();
  }
};

// The squared distance from the middle, measured from real halves.
struct Center {
  template <int Words>
  double operator()(const View<Words>& view) const {
    if (!view.is_own_placed()) return 0;
    const Shape shape = view.board.shape();
    const double down = shape.height / 2.0 - shape.row(view.own_location);
    const double right = shape.width / 2.0 - shape.column(view.own_location);
    return down * down + right * right;
  }
};

// Moves count double for the player who stands on (width/2, height/2), read as (row, column): on a
// board that is not square this need not be the middle, nor on the board.
struct CenterWeighted {
  template <int Words>
  int operator()(const View<Words>& view) const {
    const Shape shape = view.board.shape();
    const int own = view.own_moves.count();
    const int opp = view.opp_moves.count();
    if (!shape.has(shape.width / 2, shape.height / 2)) return own - opp;
    const Square middle = shape.square(shape.width / 2, shape.height / 2);
    if (view.own_location == middle) return 2 * own - opp;
    if (view.opp_location == middle) return own - 2 * opp;
    return own - opp;
  }
};

struct BlankRatio {
  template <int Words>
  double operator()(const View<Words>& view) const {
    const double blanks = view.blank.count();
    return view.own_moves.count() / blanks - view.opp_moves.count() / blanks;
  }
};

// The part of the moves that lead to the edge, standing there counted as one more; less is better.
struct EdgeRatio {
  template <int Words>
  double operator()(const View<Words>& view) const {
    return edge(view.board, view.opp_location, view.opp_moves) -
           edge(view.board, view.own_location, view.own_moves);
  }

 private:
  template <int Words>
  static double edge(const Board<Words>& board, Square location, const Bitboard<Words>& moves) {
    if (moves.is_empty()) return 0;
    const bool is_on_ring = location != board.unplaced && board.ring().has(location);
    return ((moves & board.ring()).count() + (is_on_ring ? 1 : 0)) / double(moves.count());
  }
};

// The difference of the sums of row and column.
struct MaxDistance {
  template <int Words>
  int operator()(const View<Words>& view) const {
    if (!view.are_both_placed()) return 0;
    const Shape shape = view.board.shape();
    return std::abs(shape.row(view.own_location) + shape.column(view.own_location) -
                    shape.row(view.opp_location) - shape.column(view.opp_location));
  }
};

// `improved` without the moves to the edge.
struct Outer {
  template <int Words>
  int operator()(const View<Words>& view) const {
    return (view.own_moves - view.board.ring()).count() -
           (view.opp_moves - view.board.ring()).count();
  }
};

// Each move counts as the power of what its square is worth: its steps on an empty board / 8.
class Value {
 public:
  Value(int power, double weight) : weight_(weight) {
    for (int steps = 0; steps <= 8; ++steps) worth_[steps] = std::pow(steps / 8.0, power);
  }

  template <int Words>
  double operator()(const View<Words>& view) const {
    return sum(view.board, view.own_moves) - weight_ * sum(view.board, view.opp_moves);
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

// The blank squares within k + 1 own moves, the opponent standing still.
struct ReachOwn {
  int k;

  template <int Words>
  int operator()(const View<Words>& view) const {
    return reach(view.board, view.blank, view.own_moves, k + 1).count();
  }
};

struct Reach {
  int k;

  template <int Words>
  int operator()(const View<Words>& view) const {
    return ReachOwn{k}(view)-ReachOwn{k}(view.opposite());
  }
};

struct SharedMoves {
  template <int Words>
  int operator()(const View<Words>& view) const {
    return (view.own_moves & view.opp_moves).count();
  }
};

struct Ratio {
  template <int Words>
  double operator()(const View<Words>& view) const {
    return view.own_moves.count() / std::max<double>(view.opp_moves.count(), 1e-6);
  }
};

// `ratio` while more than half of the squares are blank, then the difference of the longest paths.
struct LongestPath {
  template <int Words>
  double operator()(const View<Words>& view) const {
    return (*this)(view, [] {});
  }

  // Finding a path can take long: `poll` is called now and then and may throw.
  template <int Words, class Poll>
  double operator()(const View<Words>& view, const Poll& poll) const {
    if (2 * view.blank.count() > view.board.shape().squares()) return Ratio{}(view);
    PathFinder<Words, Poll> finder(view.board, poll);
    return finder.longest(view.blank, view.own_moves) - finder.longest(view.blank, view.opp_moves);
  }
};

// `ratio` less the distance of the players as a part of the board's diagonal.
struct RatioChase {
  template <int Words>
  double operator()(const View<Words>& view) const {
    const double ratio = Ratio{}(view);
    if (!view.are_both_placed()) return ratio;
    const Shape shape = view.board.shape();
    const int down = shape.row(view.own_location) - shape.row(view.opp_location);
    const int right = shape.column(view.own_location) - shape.column(view.opp_location);
    const int height = shape.height - 1;
    const int width = shape.width - 1;
    return ratio -
           std::sqrt(down * down + right * right) / std::sqrt(height * height + width * width);
  }
};

}  // namespace lastknight
