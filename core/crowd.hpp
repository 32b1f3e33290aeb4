// All knight steps of a whole set of squares at once, in as few operations as possible: what the
// solver does most. Board::spread does the same for less frequent use.
//
// The eight steps are two columns and one row, or one column and two rows. The set is first moved
// sideways, without the squares that would leave the board, then up and down:
//
//     . a . a .        a: one column, then two rows
//     b . . . b        b: two columns, then one row
//     . . K . .        Above and below the board squares drop off, or land on indices that are not
//     b . . . b        on the board; callers keep only blank squares anyway.
//     . a . a .
#pragma once

#include "board.hpp"

namespace lastknight {

template <int Words>
class Crowd {
 public:
  using Set = Bitboard<Words>;

  // The squares with at least one, two and three squares of a set a step away.
  struct Counts {
    Set one, two, three;
  };

  explicit Crowd(const Board<Words>& board) {
    const Shape shape = board.shape();
    // A step that does not fit on a low board starts from no square.
    if (shape.height > 1) row_ = shape.width;
    if (shape.height > 2) two_rows_ = 2 * shape.width;
    for (const Square square : board.squares()) {
      const int column = shape.column(square);
      const int right = shape.width - 1 - column;
      if (shape.height > 2 && right >= 1) to_right_.add(square);
      if (shape.height > 2 && column >= 1) to_left_.add(square);
      if (shape.height > 1 && right >= 2) far_right_.add(square);
      if (shape.height > 1 && column >= 2) far_left_.add(square);
    }
  }

  // Every square of the board that is a step away from one of the set.
  Set spread(const Set& set) const {
    const Set near = (set & to_right_) << 1 | (set & to_left_) >> 1;
    const Set far = (set & far_right_) << 2 | (set & far_left_) >> 2;
    return near << two_rows_ | near >> two_rows_ | far << row_ | far >> row_;
  }

  // Adds up the eight steps in pairs, pairs of pairs, and all, counting no further than three.
  Counts counts(const Set& set) const {
    const Set right = (set & to_right_) << 1, left = (set & to_left_) >> 1;
    const Set far_right = (set & far_right_) << 2, far_left = (set & far_left_) >> 2;
    const Counts near = sum(pair(right << two_rows_, right >> two_rows_),
                            pair(left << two_rows_, left >> two_rows_));
    const Counts far =
        sum(pair(far_right << row_, far_right >> row_), pair(far_left << row_, far_left >> row_));
    return {near.one | far.one, near.two | far.two | (near.one & far.one),
            near.three | far.three | (near.two & far.one) | (near.one & far.two)};
  }

  // All squares reachable from a set of blank squares over blank squares, the set included.
  Set flood(const Set& from, const Set& blank) const {
    Set reached = from;
    for (Set edge = from; !edge.is_empty();) {
      edge = (spread(edge) & blank) - reached;
      reached = reached | edge;
    }
    return reached;
  }

 private:
  struct Pair {
    Set one, two;
  };
  static Pair pair(const Set& a, const Set& b) { return {a | b, a & b}; }
  static Counts sum(const Pair& a, const Pair& b) {
    return {a.one | b.one, a.two | b.two | (a.one & b.one), (a.two & b.one) | (b.two & a.one)};
  }

  Set to_right_, to_left_;    // squares with a column to that side
  Set far_right_, far_left_;  // and with two
  int row_ = 0;
  int two_rows_ = 0;
};

}  // namespace lastknight
