#include "notation.hpp"

#include <algorithm>
#include <vector>

#include "errors.hpp"

namespace lastknight {

namespace {

constexpr std::size_t longest_quote = 60;

// The bytes of a UTF-8 character, by its first byte; 0 for a byte that begins none.
std::size_t utf8_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xc0) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

// The text in quotes, truncated and with control characters and parts of characters replaced, so
// that a message stays on one line and is valid UTF-8.
std::string quote(std::string_view text) {
  const std::string_view shown = text.substr(0, longest_quote);
  std::string quoted = "'";
  for (std::size_t at = 0; at < shown.size();) {
    const auto byte = static_cast<unsigned char>(shown[at]);
    const std::size_t length = utf8_length(byte);
    const bool is_whole = length > 0 && at + length <= shown.size();
    const bool is_control = byte < 0x20 || byte == 0x7f;
    if (is_whole && !is_control) {
      quoted += shown.substr(at, length);
    } else {
      quoted += '?';
    }
    at += is_whole ? length : 1;
    if (!is_whole && length > 0) break;  // cut in the middle of a character
  }
  return quoted + (text.size() > longest_quote ? "...'" : "'");
}

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw NotationError("not a position: " + why + ", in " + quote(text) +
                      "; expected rows of . x 1 2 joined by '/', then ':' and the player to move");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// The rows of a position's text: all of one length, and together a valid board.
std::vector<std::string_view> parse_rows(std::string_view text, std::string_view board) {
  const std::vector<std::string_view> rows = split(board, '/');
  for (const std::string_view row : rows) {
    if (row.empty()) refuse(text, "a row is empty");
    if (row.size() != rows.front().size()) {
      refuse(text, "rows of " + std::to_string(rows.front().size()) + " and of " +
                       std::to_string(row.size()) + " squares");
    }
  }
  check_shape(static_cast<long>(rows.front().size()), static_cast<long>(rows.size()));
  return rows;
}

template <int Words>
Position<Words> read_squares(std::string_view text, const std::vector<std::string_view>& rows,
                             const Board<Words>& board, Player to_move) {
  Bitboard<Words> blank;
  std::array<Square, 2> locations{Board<Words>::unplaced, Board<Words>::unplaced};
  Square square = 0;
  for (const std::string_view row : rows) {
    for (const char cell : row) {
      if (cell == '.') {
        blank.add(square);
      } else if (cell == '1' || cell == '2') {
        Square& location = locations[cell == '1' ? 0 : 1];
        if (location != Board<Words>::unplaced) {
          refuse(text, std::string("player ") + cell + " stands on two squares");
        }
        location = square;
      } else if (cell != 'x') {
        refuse(text, "unknown square " + quote({&cell, 1}));
      }
      ++square;
    }
  }
  return Position<Words>(board, blank, locations, to_move);
}

}  // namespace

std::string format_square(Coordinates coordinates) {
  assert(coordinates.row >= 0 && coordinates.column >= 0);
  std::string letters;
  for (long rest = coordinates.column + 1; rest > 0; rest = (rest - 1) / 26) {
    letters += static_cast<char>('a' + (rest - 1) % 26);
  }
  std::reverse(letters.begin(), letters.end());
  return letters + std::to_string(coordinates.row + 1);
}

Coordinates parse_square(std::string_view text) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto row_text = std::find_if_not(text.begin(), text.end(), is_letter);
  const auto letters = row_text - text.begin();
  const auto digits = text.end() - row_text;
  if (letters < 1 || letters > 2 || digits < 1 || digits > 3 || *row_text == '0' ||
      !std::all_of(row_text, text.end(), is_digit)) {
    throw NotationError("not a square: " + quote(text) +
                        "; expected a column letter and a row number from 1, such as 'd4'");
  }
  long column = 0;
  for (auto letter = text.begin(); letter != row_text; ++letter) {
    column = column * 26 + (*letter - 'a' + 1);
  }
  long row = 0;
  for (auto digit = row_text; digit != text.end(); ++digit) row = row * 10 + (*digit - '0');
  return {row - 1, column - 1};
}

template <int Words>
std::array<char, Bitboard<Words>::capacity> cells(const Position<Words>& position) {
  std::array<char, Bitboard<Words>::capacity> text{};
  const int squares = position.board().shape().squares();
  for (Square square = 0; square < squares; ++square) {
    text[square] = position.blank().has(square) ? '.' : 'x';
  }
  for (const Player player : {Player::one, Player::two}) {
    if (!position.is_placed(player)) continue;
    text[position.location(player)] = static_cast<char>('0' + number(player));
  }
  return text;
}

template std::array<char, 64> cells(const Position<1>&);
template std::array<char, 128> cells(const Position<2>&);

std::string format_position(const AnyPosition& position) {
  return std::visit(
      [](const auto& value) {
        const Shape shape = value.board().shape();
        const auto all = cells(value);
        std::string text;
        for (int row = 0; row < shape.height; ++row) {
          if (row > 0) text += '/';
          text.append(all.data() + shape.square(row, 0), shape.width);
        }
        return text + ':' + std::to_string(number(value.to_move()));
      },
      position);
}

AnyPosition parse_position(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() != 2 || (parts[1] != "1" && parts[1] != "2")) {
    refuse(text, "it does not end in ':1' or ':2'");
  }
  const Player to_move = parts[1] == "1" ? Player::one : Player::two;
  const std::vector<std::string_view> rows = parse_rows(text, parts[0]);
  const Shape shape{static_cast<int>(rows.front().size()), static_cast<int>(rows.size())};
  return with_board(shape, [&](const auto& board) -> AnyPosition {
    return read_squares(text, rows, board, to_move);
  });
}

}  // namespace lastknight
