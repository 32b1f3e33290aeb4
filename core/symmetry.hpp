// The images of a position under the symmetries of its board, and the canonical one among them.
#pragma once

#include "position.hpp"

namespace lastknight {

template <int Words>
Bitboard<Words> image(const Board<Words>& board, Symmetry symmetry, const Bitboard<Words>& set) {
  Bitboard<Words> moved;
  for (const Square square : set) moved.add(board.image(symmetry, square));
  return moved;
}

template <int Words>
Position<Words> image(Symmetry symmetry, const Position<Words>& position) {
  const auto& board = position.board();
  const auto location = [&](Player player) {
    return position.is_placed(player) ? board.image(symmetry, position.location(player))
                                      : position.unplaced;
  };
  return Position<Words>(board, image(board, symmetry, position.blank()),
                         {location(Player::one), location(Player::two)}, position.to_move());
}

// The symmetry whose image has the smallest text (see notation.hpp); the lowest if several do.
template <int Words>
Symmetry canonical_symmetry(const Position<Words>& position);

// Equal for two positions if and only if a symmetry of the board maps one to the other.
template <int Words>
Position<Words> canonical(const Position<Words>& position) {
  return image(canonical_symmetry(position), position);
}

extern template Symmetry canonical_symmetry(const Position<1>&);
extern template Symmetry canonical_symmetry(const Position<2>&);

}  // namespace lastknight
