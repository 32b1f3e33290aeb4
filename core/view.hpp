// A position as one player sees it: what a heuristic is asked about.
#pragma once

#include "position.hpp"

namespace lastknight {

// The game is not over here: whoever must move, can. `own` is the player asked for, `opp` the
// other; a player not yet placed stands on Board::unplaced and has every blank square as a move.
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

  // The same position as the opponent sees it.
  View opposite() const {
    return {board,     blank,     opp_location,     own_location,
            opp_moves, own_moves, opponent(player), to_move};
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
