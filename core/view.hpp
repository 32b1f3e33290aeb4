// A position as one player sees it: the input of a heuristic.
#pragma once

#include "position.hpp"

namespace lastknight {

// The game is not over: the side to move has a move. `own` is the player asked about, `opp` the
// other. A player not yet placed stands on Board::unplaced and can move to every blank square.
template <int Words>
struct View {
  const Board<Words>& board;
  Bitboard<Words> blank;
  Square own_location;
  Square opp_location;
  Bitboard<Words> own_moves;
  Bitboard<Words> opp_moves;
  Player player;
  Player to_move;

  bool is_own_placed() const { return own_location != Board<Words>::unplaced; }
  bool is_opp_placed() const { return opp_location != Board<Words>::unplaced; }
  bool are_both_placed() const { return is_own_placed() && is_opp_placed(); }

  // The squares of both players, who are placed.
  Bitboard<Words> locations() const {
    return Bitboard<Words>::of(own_location) | Bitboard<Words>::of(opp_location);
  }

  Position<Words> position() const {
    std::array<Square, 2> locations{own_location, opp_location};
    if (player == Player::two) std::swap(locations[0], locations[1]);
    return Position<Words>(board, blank, locations, to_move);
  }
};

template <int Words>
View<Words> view(const Position<Words>& position, Player player) {
  const Player other = opponent(player);
  return {position.board(),
          position.blank(),
          position.location(player),
          position.location(other),
          position.legal_moves(player),
          position.legal_moves(other),
          player,
          position.to_move()};
}

}  // namespace lastknight
