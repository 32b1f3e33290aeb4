// perft: the number of move sequences of a given length, the standard check of a move generator and
// of its speed.
#pragma once

#include <cstdint>

#include "position.hpp"

namespace lastknight {

// The number of sequences of exactly `depth` plies; games that end sooner do not count. The last
// ply is counted, not played. `poll` is called every few thousand nodes and may throw to stop.
template <int Words, class Poll>
std::uint64_t perft(const Position<Words>& position, int depth, const Poll& poll) {
  assert(depth >= 0);
  // A subtree of this depth has at most 8^5 leaves once both knights are placed.
  constexpr int depth_between_polls = 5;
  if (depth == 0) return 1;
  const Bitboard<Words> moves = position.legal_moves();
  if (depth == 1) return static_cast<std::uint64_t>(moves.count());
  if (depth == depth_between_polls) poll();
  std::uint64_t total = 0;
  for (const Square move : moves) total += perft(position.play(move), depth - 1, poll);
  return total;
}

}  // namespace lastknight
