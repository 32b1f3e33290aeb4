// The yardstick for the search: a bare loop that does only one thing. Alpha-beta to a fixed depth
// with the difference of legal moves, on 7x7, from every two-ply opening, moves in square order. No
// limits, no time, no line of play, no statistics but the node count, no other heuristic, no other
// board.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace lastknight::bare {

constexpr int side = 7;
constexpr int infinity = 1000;

inline std::array<std::uint64_t, side * side> make_steps() {
  std::array<std::uint64_t, side * side> steps{};
  for (int from = 0; from < side * side; ++from) {
    for (int to = 0; to < side * side; ++to) {
      const int down = std::abs(from / side - to / side);
      const int right = std::abs(from % side - to % side);
      if (down * right == 2) steps[from] |= std::uint64_t{1} << to;
    }
  }
  return steps;
}

inline const std::array<std::uint64_t, side * side> steps = make_steps();
inline std::uint64_t nodes = 0;

template <bool is_own>
int visit(std::uint64_t blank, int own, int opp, int depth, int alpha, int beta) {
  std::uint64_t moves = steps[is_own ? own : opp] & blank;
  if (moves == 0) return is_own ? -infinity : infinity;
  if (depth == 0) return std::popcount(steps[own] & blank) - std::popcount(steps[opp] & blank);
  for (; moves != 0; moves &= moves - 1) {
    const int move = std::countr_zero(moves);
    ++nodes;
    const std::uint64_t rest = blank & ~(std::uint64_t{1} << move);
    if constexpr (is_own) {
      const int score = visit<false>(rest, move, opp, depth - 1, alpha, beta);
      if (score > alpha) alpha = score;
    } else {
      const int score = visit<true>(rest, own, move, depth - 1, alpha, beta);
      if (score < beta) beta = score;
    }
    if (alpha >= beta) break;
  }
  return is_own ? alpha : beta;
}

// The nodes of one search from every opening.
inline std::uint64_t search_openings(int depth) {
  const std::uint64_t all = (std::uint64_t{1} << side * side) - 1;
  nodes = 0;
  for (int own = 0; own < side * side; ++own) {
    for (int opp = 0; opp < side * side; ++opp) {
      if (own == opp) continue;
      const std::uint64_t blank = all & ~(std::uint64_t{1} << own) & ~(std::uint64_t{1} << opp);
      visit<true>(blank, own, opp, depth, -infinity, infinity);
    }
  }
  return nodes;
}

// The plies of one game from every opening. Both sides take the first best move at this depth and
// start trying at a random square: as in real games, ties must be broken at random.
inline std::uint64_t play_openings(int depth) {
  const std::uint64_t all = (std::uint64_t{1} << side * side) - 1;
  std::uint64_t plies = 0;
  std::uint64_t random = 1;
  nodes = 0;
  for (int one = 0; one < side * side; ++one) {
    for (int two = 0; two < side * side; ++two) {
      if (one == two) continue;
      std::uint64_t blank = all & ~(std::uint64_t{1} << one) & ~(std::uint64_t{1} << two);
      int own = one;
      int opp = two;
      while (const std::uint64_t moves = steps[own] & blank) {
        int best = -infinity - 1;
        int choice = 0;
        random = random * 0x5851f42d4c957f2d + 0x14057b7ef767814f;
        const int cut = static_cast<int>(random >> 58);
        for (std::uint64_t left = std::rotr(moves, cut); left != 0; left &= left - 1) {
          const int move = (std::countr_zero(left) + cut) & 63;
          const std::uint64_t rest = blank & ~(std::uint64_t{1} << move);
          ++nodes;
          const int score = visit<false>(rest, move, opp, depth - 1, best, infinity);
          if (score > best) {
            best = score;
            choice = move;
          }
        }
        blank &= ~(std::uint64_t{1} << choice);
        own = opp;
        opp = choice;
        ++plies;
      }
    }
  }
  return plies;
}

}  // namespace lastknight::bare
