// What the core throws for invalid input from outside. Each message is one line that says what was
// expected and what was given; inside the core everything is valid, and asserts say so.
#pragma once

#include <stdexcept>

namespace lastknight {

// An invalid size of a board, or a blocked square that is not on it.
struct BoardError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Text that is not a square, a list of moves or a position.
struct NotationError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A move that the rules do not allow.
struct IllegalMove : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Any other argument out of range.
struct ArgumentError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A heuristic that failed to evaluate a position.
struct HeuristicError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace lastknight
