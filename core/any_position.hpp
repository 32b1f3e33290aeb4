// A position whose number of words is known only at run time, as parsers and bindings use it.
// Arguments from outside are checked here, once.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "position.hpp"

namespace lastknight {

using AnyPosition = std::variant<Position<1>, Position<2>>;

// Row and column of a square that may not be on the board.
struct Coordinates {
  long row;
  long column;
};

Shape shape(const AnyPosition& position);

// The start on a board with some squares blocked. Throws BoardError for an invalid size, or for a
// blocked square that is not on the board.
AnyPosition start_position(long width, long height, const std::vector<Coordinates>& blocked);

// The position after a move. Throws IllegalMove, saying why, if the move is not legal.
AnyPosition play(const AnyPosition& position, Coordinates move);

// The same in every process and on every machine.
std::uint64_t hash(const AnyPosition& position);

// Calls `use` with the board of this shape, in one word if it fits.
template <class Use>
auto with_board(Shape shape, Use use) {
  return shape.squares() <= Bitboard<1>::capacity ? use(Board<1>::of(shape))
                                                  : use(Board<2>::of(shape));
}

}  // namespace lastknight
