// What the bind_*.cpp files share: their declarations, and how squares, players and text cross the
// border between Python and the core.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "any_position.hpp"

namespace lastknight {

namespace nb = nanobind;

void bind_errors(nb::module_& module);
void bind_notation(nb::module_& module);
void bind_position(nb::module_& module);
void bind_rng(nb::module_& module);

// The text of a str; `expected` says in the NotationError what anything else should have been.
std::string read_text(nb::handle object, const char* expected);

// A square given as "d4" or as (row, column). Throws NotationError for anything else.
Coordinates read_square(nb::handle object);
nb::tuple write_square(Coordinates coordinates);

// 1 or 2; throws ArgumentError for anything else.
Player read_player(int number);

}  // namespace lastknight
