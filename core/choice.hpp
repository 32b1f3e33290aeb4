// A player's choice: the move, what it took, and how a caller follows a search while it runs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "board.hpp"

namespace lastknight {

// A list of moves that allocates nothing.
struct MoveList {
  std::array<std::uint8_t, max_squares> moves;
  int length = 0;

  void add(Square move) { moves[length++] = static_cast<std::uint8_t>(move); }
  std::span<std::uint8_t> span() { return {moves.data(), static_cast<std::size_t>(length)}; }
  std::span<const std::uint8_t> span() const {
    return {moves.data(), static_cast<std::size_t>(length)};
  }
};

struct Choice {
  Square move = 0;          // always legal
  double score = 0;         // of the last finished iteration; infinite once the game is decided
  int depth = 0;            // of that iteration, in plies; 0 if none was finished
  std::uint64_t nodes = 0;  // positions visited below the root
  std::uint64_t evaluations = 0;  // heuristic evaluations
  double seconds = 0;             // filled in by the caller, who has the clock
  MoveList line;                  // the expected moves of both sides, beginning with this one
  bool is_solved = false;         // the score is the result of the game

  // A move without a score.
  void reset(Square to) {
    move = to;
    score = seconds = 0;
    depth = 0;
    nodes = evaluations = 0;
    is_solved = false;
    line.length = 0;
    line.add(to);
  }
};

// Called regularly while a search runs; throws to stop it.
using Interrupt = std::function<void()>;

// How a caller follows a search.
struct Hooks {
  Interrupt interrupt;
  std::function<void(const Choice&)> on_depth = {};  // if set, gets the choice of each finished
                                                     // iteration; what it throws ends the search
  bool wants_line = false;                           // otherwise the line may be just the move
};

}  // namespace lastknight
