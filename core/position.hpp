// A position: board, blank squares, two locations, side to move. The rules of the game are here and
// nowhere else. A position knows nothing of players, clocks, random numbers or history.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "board.hpp"

namespace lastknight {

enum class Player : std::uint8_t { one, two };

constexpr Player opponent(Player player) {
  return player == Player::one ? Player::two : Player::one;
}

constexpr std::size_t index(Player player) { return static_cast<std::size_t>(player); }

// Outside the core, players are 1 and 2.
constexpr int number(Player player) { return player == Player::one ? 1 : 2; }

template <int Words>
class Position {
 public:
  using Board = lastknight::Board<Words>;
  static constexpr Square unplaced = Board::unplaced;

  // The start: nobody placed, player 1 to move, all squares blank except the blocked ones.
  explicit Position(const Board& board, const Bitboard<Words>& blocked = {})
      : Position(board, board.squares() - blocked, {unplaced, unplaced}, Player::one) {}

  // Any position. Knights stand on different squares, which are not blank.
  Position(const Board& board, const Bitboard<Words>& blank, std::array<Square, 2> locations,
           Player to_move)
      : board_(&board),
        blank_(blank),
        locations_{static_cast<std::uint8_t>(locations[0]),
                   static_cast<std::uint8_t>(locations[1])},
        to_move_(to_move) {
    assert((blank - board.squares()).is_empty());
    assert(locations[0] == unplaced || locations[0] != locations[1]);
    for ([[maybe_unused]] const Square location : locations) {
      assert(location == unplaced || (board.squares().has(location) && !blank.has(location)));
    }
  }

  const Board& board() const { return *board_; }
  const Bitboard<Words>& blank() const { return blank_; }
  Player to_move() const { return to_move_; }
  Square location(Player player) const { return locations_[index(player)]; }
  bool is_placed(Player player) const { return location(player) != unplaced; }

  // The squares that are neither blank nor under a knight.
  Bitboard<Words> blocked() const {
    Bitboard<Words> gone = board_->squares() - blank_;
    for (const Player player : {Player::one, Player::two}) {
      if (is_placed(player)) gone = gone.without(location(player));
    }
    return gone;
  }

  // A player's legal moves, whoever is to move.
  Bitboard<Words> legal_moves(Player player) const {
    return board_->steps(location(player)) & blank_;
  }
  Bitboard<Words> legal_moves() const { return legal_moves(to_move_); }

  // The position after a legal move.
  Position play(Square move) const {
    assert(legal_moves().has(move));
    Position next = *this;
    next.blank_ = blank_.without(move);
    next.locations_[index(to_move_)] = static_cast<std::uint8_t>(move);
    next.to_move_ = opponent(to_move_);
    return next;
  }

  // The player who must move and cannot has lost.
  bool is_over() const { return legal_moves().is_empty(); }
  std::optional<Player> winner() const {
    return is_over() ? std::optional(opponent(to_move_)) : std::nullopt;
  }

  bool operator==(const Position&) const = default;

 private:
  const Board* board_;
  Bitboard<Words> blank_;
  std::array<std::uint8_t, 2> locations_;
  Player to_move_;
};

}  // namespace lastknight
