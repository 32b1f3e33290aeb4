// A board: its shape and what follows from the shape alone, such as knight steps and symmetries.
// Blank squares and knights belong to position.hpp.
//
//       a  b  c  d
//    1  0  1  2  3     A square's index is row * width + column; its text is a column letter and a
//    2  4  5  6  7     row number counted from 1. Here, with width 4 and height 3, square 6 is c2:
//    3  8  9 10 11     row 1, column 2. A knight there can step to 0 (a1) and 8 (a3).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bitboard.hpp"

namespace lastknight {

constexpr int max_squares = 128;

struct Shape {
  int width;
  int height;

  constexpr int squares() const { return width * height; }
  constexpr bool is_square() const { return width == height; }
  constexpr bool has(long row, long column) const {
    return row >= 0 && row < height && column >= 0 && column < width;
  }
  constexpr Square square(int row, int column) const { return row * width + column; }
  constexpr int row(Square square) const { return square / width; }
  constexpr int column(Square square) const { return square % width; }

  constexpr bool operator==(const Shape&) const = default;
};

// "7x7": width before height, as on the command line.
std::string format_shape(Shape shape);

// Throws BoardError unless both sides are at least 1 and there are at most max_squares squares.
void check_shape(long width, long height);

// A symmetry is a number whose bits are applied in this order: 4 transposes, 2 flips the rows
// (upside down), 1 flips the columns. So 0 is the identity and 3 the half turn. A board that is not
// square has only the four that do not transpose.
using Symmetry = int;

template <int Words>
class Board {
 public:
  using Set = Bitboard<Words>;

  // The only board of this shape, which positions can point to: it lives until the program ends.
  // The shape must be valid and fit into the words.
  static const Board& of(Shape shape);

  Shape shape() const { return shape_; }
  const Set& squares() const { return layout_.squares; }
  int symmetries() const { return shape_.is_square() ? 8 : 4; }

  // The location of a knight not yet placed: one past the last square a set can hold.
  static constexpr Square unplaced = Set::capacity;

  // The squares one step away on an empty board. From `unplaced` that is every square, so placement
  // is an ordinary move.
  const Set& steps(Square from) const {
    assert(from >= 0 && from <= unplaced);
    return steps_[from];
  }

  // All steps of a set of squares at once, which is what the solver does most. The eight steps are
  // two columns and one row, or one column and two rows. The set is first moved sideways, without
  // the squares that would leave the board, then up and down:
  //
  //     . a . a .        a: one column, then two rows
  //     b . . . b        b: two columns, then one row
  //     . . K . .        Above and below the board squares drop off, or land on indices that are
  //     b . . . b        not on the board; callers keep only blank squares anyway.
  //     . a . a .
  Set spread(const Set& set) const {
    const Set near = (set & to_right_) << 1 | (set & to_left_) >> 1;
    const Set far = (set & far_right_) << 2 | (set & far_left_) >> 2;
    return near << two_rows_ | near >> two_rows_ | far << row_ | far >> row_;
  }

  // The squares with at least one, two and three squares of a set a step away.
  struct Counts {
    Set one, two, three;
  };

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

  // How many squares of a set are a step away, in binary: the squares whose number has the digit
  // one, two, or four. Eight is rare and counts as four.
  struct Digits {
    Set one, two, four;
  };

  // Adds up the eight steps with full adders, in groups of three, three and two.
  [[gnu::always_inline]] Digits digits(const Set& set) const {
    const Set right = (set & to_right_) << 1, left = (set & to_left_) >> 1;
    const Set far_right = (set & far_right_) << 2, far_left = (set & far_left_) >> 2;
    const Pair a = add(right << two_rows_, right >> two_rows_, left << two_rows_);
    const Pair b = add(left >> two_rows_, far_right << row_, far_right >> row_);
    const Set up = far_left << row_, down = far_left >> row_;
    const Pair ones = add(a.one, b.one, up ^ down);
    const Pair twos = add(a.two, b.two, up & down);
    return {ones.one, twos.one ^ ones.two, twos.two | (twos.one & ones.two)};
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

  // The squares of the outermost ring.
  const Set& ring() const { return layout_.ring; }

  // The squares with odd row + column; every step changes the colour.
  const Set& dark() const { return dark_; }

  // The squares from which a knight has this many steps on an empty board, 0 to 8.
  const Set& with_steps(int count) const { return with_steps_[count]; }

  // What compiled heuristics read, at fixed offsets: heuristics/machine_views.py has the same list.
  struct Layout {
    std::int64_t width;
    std::int64_t height;
    std::int64_t row_factor;  // square * row_factor >> 16 is the row of any square
    const Set* steps;         // from each square
    Set squares;
    Set ring;
    Bitboard<2> left;  // the first column, continued below the board
    Bitboard<2> right;
  };
  const Layout& layout() const { return layout_; }

  // Where the symmetry sends a square.
  Square image(Symmetry symmetry, Square square) const {
    assert(symmetry >= 0 && symmetry < symmetries());
    assert(squares().has(square));
    return images_[symmetry][square];
  }

 private:
  struct Pair {
    Set one, two;
  };
  static Pair pair(const Set& a, const Set& b) { return {a | b, a & b}; }
  // A full adder: how many of the three sets have a square, in binary.
  static Pair add(const Set& a, const Set& b, const Set& c) {
    const Set odd = a ^ b;
    return {odd ^ c, (a & b) | (odd & c)};
  }
  static Counts sum(const Pair& a, const Pair& b) {
    return {a.one | b.one, a.two | b.two | (a.one & b.one), (a.two & b.one) | (b.two & a.one)};
  }

  explicit Board(Shape shape);

  static Layout lay_out(Shape shape);

  Shape shape_;
  Layout layout_;
  Set dark_;
  std::array<Set, 9> with_steps_{};
  Set to_right_, to_left_;    // squares with at least one column to that side
  Set far_right_, far_left_;  // squares with at least two
  int row_ = 0;
  int two_rows_ = 0;
  std::array<Set, Set::capacity + 1> steps_{};
  std::array<std::array<std::uint8_t, Set::capacity>, 8> images_{};
};

extern template class Board<1>;
extern template class Board<2>;

}  // namespace lastknight
