// What the core throws when input from outside is wrong. Each message is one line that says what
// was expected and what came; inside the core everything is valid and asserts say so.
#pragma once

#include <stdexcept>

namespace lastknight {

// A board that cannot be: its size, or a blocked square that is not on it.
struct BoardError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Text that is not a square, a list of moves or a position.
struct NotationError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A square the rules do not let this player go to now.
struct IllegalMove : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Any other argument outside its range.
struct ArgumentError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A heuristic that could not say what a position is worth.
struct HeuristicError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace lastknight
