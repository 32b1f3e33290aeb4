// Squares and positions as text, and the parsers that read it back. Invalid text throws here;
// everything past the parsers is valid.
//
// A position is one line: the rows from the top, joined by '/', then ':' and the player to move.
//
//      . 2 . .      '.'  blank
//      . x 1 .      'x'  blocked: visited, or never there
//      . . . .      '1', '2'  the knights           .2../.x1./....:2
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "any_position.hpp"

namespace lastknight {

// "d4" for row 3, column 3. Columns after z continue as in a spreadsheet: aa, ab, ... Neither
// number may be negative.
std::string format_square(Coordinates coordinates);

// Throws NotationError unless the text is one or two column letters (a-z) and a row number from 1.
Coordinates parse_square(std::string_view text);

// The characters of a position's squares by index, followed by zeros.
template <int Words>
std::array<char, Bitboard<Words>::capacity> cells(const Position<Words>& position);

std::string format_position(const AnyPosition& position);

// Throws NotationError, or BoardError for a board that is too large.
AnyPosition parse_position(std::string_view text);

extern template std::array<char, 64> cells(const Position<1>&);
extern template std::array<char, 128> cells(const Position<2>&);

}  // namespace lastknight
