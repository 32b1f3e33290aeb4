// A position whose number of words is known only at run time: what parsers and bindings hand on.
// Arguments that come from outside are checked here, once.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "position.hpp"

namespace lastknight {

using AnyPosition = std::variant<Position<1>, Position<2>>;

// Row and column of a square, before it is known whether a board has it.
struct Coordinates {
  long row;
  long column;
};

Shape shape(const AnyPosition& position);

// The start on a board with some squares blocked. Throws BoardError for a size that cannot be and
// for a blocked square that is not on the board.
AnyPosition start_position(long width, long height, const std::vector<Coordinates>& blocked);

// The position after a move. Throws IllegalMove, saying why, unless the side to move may go there.
AnyPosition play(const AnyPosition& position, Coordinates move);

// Equal positions have equal hashes, in every process and on every machine.
std::uint64_t hash(const AnyPosition& position);

// Calls `use` with the board of this shape: one word where that is enough.
template <class Use>
auto with_board(Shape shape, Use use) {
  return shape.squares() <= Bitboard<1>::capacity ? use(Board<1>::of(shape))
                                                  : use(Board<2>::of(shape));
}

}  // namespace lastknight
