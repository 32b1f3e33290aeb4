// What the bind_*.cpp files share: their declarations, and conversions of squares, players and text
// between Python and the core.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "any_position.hpp"

namespace lastknight {

class Solver;

namespace nb = nanobind;

void bind_arena(nb::module_& module);
void bind_bench(nb::module_& module);
void bind_course(nb::module_& module);
void bind_errors(nb::module_& module);
void bind_heuristic(nb::module_& module);
void bind_labels(nb::module_& module);
void bind_notation(nb::module_& module);
void bind_player(nb::module_& module);
void bind_position(nb::module_& module);
void bind_rng(nb::module_& module);
void bind_solver(nb::module_& module);

// Makes wrong calls of all native functions and methods in a module or class raise our message,
// which says what they take.
void guard_calls(nb::handle scope);

// The Python class that HeuristicError becomes.
PyObject* heuristic_error();
// The Python class raised by calls with missing, extra or unknown arguments.
PyObject* call_error();
// The function that shows a value in a message.
PyObject* show_function();

// The text of a str. Throws NotationError for anything else, saying what was `expected`.
std::string read_text(nb::handle object, const char* expected);

// A square given as "d4" or as (row, column). Throws NotationError for anything else.
Coordinates read_square(nb::handle object);
// A square as (row, column).
nb::tuple write_square(Coordinates coordinates);
nb::tuple write_square(Shape shape, Square square);

// A position as an object of the given Python class: lastknight's Position or a subclass.
nb::object write_position(nb::handle type, const AnyPosition& position);

// Checks for Ctrl-C while the core works, with or without the GIL.
class InterruptCheck {
 public:
  void operator()() const;

 private:
  mutable std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

struct Stopped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One thread sets it to stop the work of others.
struct StopFlag {
  std::atomic<bool> is_set = false;

  // Throws Stopped once it is set.
  void check() const {
    if (is_set.load(std::memory_order_relaxed)) throw Stopped("stopped");
  }
};

// Columns travel as bytes, with no object per item.
template <class Items>
nb::bytes as_bytes(const Items& items) {
  return nb::bytes(items.data(), items.size() * sizeof(items[0]));
}

// Throws ArgumentError if the position is on a different board from the solver's.
void check_board(const Solver& solver, const AnyPosition& position);

// A value as shown in a message: one line of valid UTF-8, truncated if it is long.
std::string show(nb::handle object);
// str(object), or "a value of type ..." if that raises.
std::string text_of(nb::handle object);
// Text on one line, with single spaces.
std::string one_line(const std::string& text);

// A whole number in a range; throws ArgumentError, which names it, for anything else.
std::uint64_t read_whole(nb::handle object, const char* name, std::uint64_t least,
                         std::uint64_t most);
// 1 or 2; throws ArgumentError for anything else.
Player read_player(nb::handle number);

}  // namespace lastknight
