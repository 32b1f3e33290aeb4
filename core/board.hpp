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
  constexpr bool has(int row, int column) const {
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
  // The only board of this shape, which positions can point to: it lives until the program ends.
  // The shape must be valid and fit into the words.
  static const Board& of(Shape shape);

  Shape shape() const { return shape_; }
  const Bitboard<Words>& squares() const { return squares_; }
  int symmetries() const { return shape_.is_square() ? 8 : 4; }

  // The location of a knight not yet placed: one past the last square a set can hold.
  static constexpr Square unplaced = Bitboard<Words>::capacity;

  // The squares one step away on an empty board. From `unplaced` that is every square, so placement
  // is an ordinary move.
  const Bitboard<Words>& steps(Square from) const {
    assert(from >= 0 && from <= unplaced);
    return steps_[from];
  }

  // The squares one step away from any square of a set.
  Bitboard<Words> spread(const Bitboard<Words>& set) const {
    Bitboard<Words> reached;
    for (const Jump& jump : jumps_) {
      reached = reached | (set & jump.from) << jump.by | (set & jump.back_from) >> jump.by;
    }
    return reached;
  }

  // The squares of the outermost ring.
  const Bitboard<Words>& ring() const { return ring_; }

  // The squares with odd row + column; every step changes the colour.
  const Bitboard<Words>& dark() const { return dark_; }

  // The squares from which a knight has this many steps on an empty board, 0 to 8.
  const Bitboard<Words>& with_steps(int count) const { return with_steps_[count]; }

  // Where the symmetry sends a square.
  Square image(Symmetry symmetry, Square square) const {
    assert(symmetry >= 0 && symmetry < symmetries());
    assert(squares_.has(square));
    return images_[symmetry][square];
  }

 private:
  // A pair of opposite steps: up the indices from some squares, down again from others. A step that
  // fits nowhere on the board has no squares.
  struct Jump {
    Bitboard<Words> from;
    Bitboard<Words> back_from;
    int by = 0;
  };

  explicit Board(Shape shape);

  Shape shape_;
  Bitboard<Words> squares_;
  Bitboard<Words> ring_;
  Bitboard<Words> dark_;
  std::array<Bitboard<Words>, 9> with_steps_{};
  std::array<Jump, 4> jumps_{};
  std::array<Bitboard<Words>, Bitboard<Words>::capacity + 1> steps_{};
  std::array<std::array<std::uint8_t, Bitboard<Words>::capacity>, 8> images_{};
};

extern template class Board<1>;
extern template class Board<2>;

}  // namespace lastknight
