// What an expert chooses, for those who need not know how.
#pragma once

#include <functional>

#include "any_position.hpp"
#include "limit.hpp"

namespace lastknight {

// From the point of view of the side to move.
struct ExpertChoice {
  static constexpr int won = 1 << 14;

  Square move = 0;          // always legal
  int score = 0;            // `won`, its negative, or what a position is worth
  int depth = 0;            // of the last finished iteration, 0 if there was none
  std::uint64_t nodes = 0;  // positions looked at

  bool is_solved() const { return score == won || score == -won; }
};

// The game is not over; the limit is one of nodes or seconds. The same for the same arguments,
// unless time is limited.
ExpertChoice choose_expert(const AnyPosition& position, const Limit& limit,
                           const std::function<void()>& interrupt);

}  // namespace lastknight
