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
typename Board<Words>::Layout Board<Words>::lay_out(Shape shape) {
  Layout layout{.width = shape.width,
                .height = shape.height,
                .row_factor = 0x10000 / shape.width + 1,
                .steps = nullptr,
                .squares = Set::first_squares(shape.squares()),
                .ring = {},
                .left = {},
                .right = {}};
  for (Square square = 0; square < max_squares; ++square) {
    if (shape.column(square) == 0) layout.left.add(square);
    if (shape.column(square) == shape.width - 1) layout.right.add(square);
  }
  for (const Square square : layout.squares) {
    const bool is_side = layout.left.has(square) || layout.right.has(square);
    const int row = shape.row(square);
    if (is_side || row == 0 || row == shape.height - 1) layout.ring.add(square);
  }
  return layout;
}

template <int Words>
Board<Words>::Board(Shape shape) : shape_(shape), layout_(lay_out(shape)) {
  layout_.steps = steps_.data();
  for (const Square from : squares()) {
    for (const auto& [down, right] : knight_steps) {
      const int row = shape.row(from) + down;
      const int column = shape.column(from) + right;
      if (shape.has(row, column)) steps_[from].add(shape.square(row, column));
    }
    for (Symmetry symmetry = 0; symmetry < symmetries(); ++symmetry) {
      images_[symmetry][from] = static_cast<std::uint8_t>(image_of(shape, symmetry, from));
    }
  }
  steps_[unplaced] = squares();

  for (const Square square : squares()) {
    const int row = shape.row(square);
    const int column = shape.column(square);
    if ((row + column) % 2 == 1) dark_.add(square);
    with_steps_[steps(square).count()].add(square);
  }

  // If the board has too few rows for a step, the step starts from no square.
  const bool has_row = shape.height > 1, has_two_rows = shape.height > 2;
  if (has_row) row_ = shape.width;
  if (has_two_rows) two_rows_ = 2 * shape.width;
  for (const Square square : squares()) {
    const int left = shape.column(square);
    const int right = shape.width - 1 - left;
    if (has_two_rows && right >= 1) to_right_.add(square);
    if (has_two_rows && left >= 1) to_left_.add(square);
    if (has_row && right >= 2) far_right_.add(square);
    if (has_row && left >= 2) far_left_.add(square);
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
