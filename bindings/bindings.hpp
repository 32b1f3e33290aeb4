// What the bind_*.cpp files share: their declarations, and how squares, players and text cross the
// border between Python and the core.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>
#include <string>

#include "any_position.hpp"
#include "limit.hpp"

namespace lastknight {

namespace nb = nanobind;

void bind_arena(nb::module_& module);
void bind_bench(nb::module_& module);
void bind_course(nb::module_& module);
void bind_errors(nb::module_& module);
void bind_heuristic(nb::module_& module);
void bind_notation(nb::module_& module);
void bind_position(nb::module_& module);
void bind_rng(nb::module_& module);
void bind_search(nb::module_& module);
void bind_solver(nb::module_& module);

// The Python class that HeuristicError becomes.
PyObject* heuristic_error();

// The text of a str; `expected` says in the NotationError what anything else should have been.
std::string read_text(nb::handle object, const char* expected);

// A square given as "d4" or as (row, column). Throws NotationError for anything else.
Coordinates read_square(nb::handle object);
nb::tuple write_square(Coordinates coordinates);

// What is not given is no limit.
Limit read_limit(std::optional<int> depth, std::optional<std::uint64_t> nodes,
                 std::optional<double> seconds);

// A position as an object of the given Python class, which is lastknight's Position or below it.
nb::object write_position(nb::handle type, const AnyPosition& position);

// Lets Ctrl-C through while the core works, with or without the interpreter's lock.
class InterruptCheck {
 public:
  void operator()() const;

 private:
  mutable std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// 1 or 2; throws ArgumentError for anything else.
Player read_player(int number);

}  // namespace lastknight
