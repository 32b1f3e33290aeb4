#include "any_position.hpp"

#include <string>

#include "errors.hpp"
#include "notation.hpp"
#include "rng.hpp"

namespace lastknight {

namespace {

Square square_of(Shape shape, Coordinates where) {
  return shape.square(static_cast<int>(where.row), static_cast<int>(where.column));
}

std::string name_of(Shape shape, Square square) {
  return format_square({shape.row(square), shape.column(square)});
}

std::string describe(Coordinates where) {
  const std::string pair =
      "(" + std::to_string(where.row) + ", " + std::to_string(where.column) + ")";
  const bool has_name = where.row >= 0 && where.column >= 0;
  return has_name ? format_square(where) + ", " + pair + "," : pair;
}

template <int Words>
std::string why_illegal(const Position<Words>& position, Square move) {
  const Shape shape = position.board().shape();
  const Player player = position.to_move();
  const std::string who = "player " + std::to_string(number(player));
  if (position.is_over()) return who + " has no legal move: the game is over";
  if (!position.is_placed(player)) {
    return who + " cannot be placed on " + name_of(shape, move) + ": the square is not blank";
  }
  std::string legal;
  for (const Square square : position.legal_moves()) legal += " " + name_of(shape, square);
  const bool is_step = position.board().steps(position.location(player)).has(move);
  return who + " cannot move from " + name_of(shape, position.location(player)) + " to " +
         name_of(shape, move) + (is_step ? ": the square is not blank" : ": not a knight's move") +
         "; legal moves:" + legal;
}

}  // namespace

Shape shape(const AnyPosition& position) {
  return std::visit([](const auto& value) { return value.board().shape(); }, position);
}

AnyPosition start_position(long width, long height, const std::vector<Coordinates>& blocked) {
  check_shape(width, height);
  const Shape shape{static_cast<int>(width), static_cast<int>(height)};
  return with_board(shape, [&]<int Words>(const Board<Words>& board) -> AnyPosition {
    Bitboard<Words> gone;
    for (const Coordinates& where : blocked) {
      if (!shape.has(where.row, where.column)) {
        throw BoardError("blocked square " + describe(where) + " is not on the " +
                         format_shape(shape) + " board");
      }
      gone.add(square_of(shape, where));
    }
    return Position<Words>(board, gone);
  });
}

AnyPosition play(const AnyPosition& position, Coordinates move) {
  return std::visit(
      [&](const auto& value) -> AnyPosition {
        const Shape shape = value.board().shape();
        if (!shape.has(move.row, move.column)) {
          throw IllegalMove(describe(move) + " is not on the " + format_shape(shape) + " board");
        }
        const Square square = square_of(shape, move);
        if (!value.legal_moves().has(square)) throw IllegalMove(why_illegal(value, square));
        return value.play(square);
      },
      position);
}

std::uint64_t hash(const AnyPosition& position) {
  return std::visit(
      [](const auto& value) {
        const Shape shape = value.board().shape();
        std::uint64_t bits = 0;
        for (const int small : {shape.width, shape.height, value.location(Player::one),
                                value.location(Player::two), number(value.to_move())}) {
          bits = bits << 8 | static_cast<std::uint64_t>(small);
        }
        bits = mixed(bits);
        for (const std::uint64_t word : value.blank().words) bits = mixed(bits ^ word);
        return bits;
      },
      position);
}

}  // namespace lastknight
