#include "board.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "errors.hpp"

namespace lastknight {

std::string format_shape(Shape shape) {
  return std::to_string(shape.width) + "x" + std::to_string(shape.height);
}

void check_shape(long width, long height) {
  const bool is_valid = width >= 1 && height >= 1 && width <= max_squares &&
                        height <= max_squares && width * height <= max_squares;
  if (is_valid) return;
  throw BoardError("a board needs a width and a height of at least 1 and at most " +
                   std::to_string(max_squares) + " squares in all, got " + std::to_string(width) +
                   "x" + std::to_string(height));
}

namespace {

constexpr std::array<std::pair<int, int>, 8> knight_steps{
    {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}};

Square image_of(Shape shape, Symmetry symmetry, Square square) {
  int row = shape.row(square);
  int column = shape.column(square);
  if (symmetry & 4) std::swap(row, column);
  if (symmetry & 2) row = shape.height - 1 - row;
  if (symmetry & 1) column = shape.width - 1 - column;
  return shape.square(row, column);
}

}  // namespace

template <int Words>
Board<Words>::Board(Shape shape)
    : shape_(shape), squares_(Bitboard<Words>::first_squares(shape.squares())) {
  for (const Square from : squares_) {
    const auto index = from;
    for (const auto& [down, right] : knight_steps) {
      const int row = shape.row(from) + down;
      const int column = shape.column(from) + right;
      if (shape.has(row, column)) steps_[index].add(shape.square(row, column));
    }
    for (Symmetry symmetry = 0; symmetry < symmetries(); ++symmetry) {
      images_[symmetry][index] = static_cast<std::uint8_t>(image_of(shape, symmetry, from));
    }
  }
  steps_[unplaced] = squares_;

  for (const Square square : squares_) {
    const int row = shape.row(square);
    const int column = shape.column(square);
    if (row == 0 || row == shape.height - 1 || column == 0 || column == shape.width - 1) {
      ring_.add(square);
    }
    if ((row + column) % 2 == 1) dark_.add(square);
    with_steps_[steps(square).count()].add(square);
  }

  // The last four steps go down the board; the first four are their opposites.
  for (std::size_t index = 0; index < jumps_.size(); ++index) {
    const auto& [down, right] = knight_steps[4 + index];
    Jump& jump = jumps_[index];
    for (const Square from : squares_) {
      const int row = shape.row(from) + down;
      const int column = shape.column(from) + right;
      if (!shape.has(row, column)) continue;
      jump.by = down * shape.width + right;
      jump.from.add(from);
      jump.back_from.add(shape.square(row, column));
    }
  }
}

template <int Words>
const Board<Words>& Board<Words>::of(Shape shape) {
  assert(shape.squares() >= 1 && shape.squares() <= Bitboard<Words>::capacity);
  static std::mutex mutex;
  static std::map<std::pair<int, int>, std::unique_ptr<const Board>> boards;
  const std::lock_guard lock(mutex);
  auto& board = boards[{shape.width, shape.height}];
  if (!board) board.reset(new Board(shape));
  return *board;
}

template class Board<1>;
template class Board<2>;

}  // namespace lastknight
