// How far a knight gets alone over blank squares: what it reaches within a number of moves, and its
// longest path.
#pragma once

#include <algorithm>

#include "position.hpp"

namespace lastknight {

// The blank squares a knight reaches in 1 to `moves` moves, given its first moves.
template <int Words>
Bitboard<Words> reach(const Board<Words>& board, const Bitboard<Words>& blank,
                      const Bitboard<Words>& first_moves, int moves) {
  Bitboard<Words> reached = first_moves;
  Bitboard<Words> edge = first_moves;
  for (int move = 1; move < moves && !edge.is_empty(); ++move) {
    edge = (board.spread(edge) & blank) - reached;
    reached = reached | edge;
  }
  return reached;
}

// The longest path, by depth-first search, pruned where even a walk over everything still reachable
// would not beat the best path so far.
template <int Words, class Poll>
class PathFinder {
 public:
  // `poll` is called every thousand steps and may throw to stop.
  PathFinder(const Board<Words>& board, const Poll& poll) : board_(board), poll_(poll) {}

  // The length in moves, given the first moves; each square is visited at most once.
  int longest(const Bitboard<Words>& blank, const Bitboard<Words>& first_moves) {
    best_ = 0;
    walk(blank, first_moves, 0);
    return best_;
  }

 private:
  void walk(const Bitboard<Words>& blank, const Bitboard<Words>& moves, int length) {
    best_ = std::max(best_, length);
    if (moves.is_empty() || length + bound(blank, moves) <= best_) return;
    if (++steps_ % 1024 == 0) poll_();
    // The square with the fewest exits first: it is the easiest to strand.
    std::array<Bitboard<Words>, 9> by_exits{};
    for (const Square move : moves) by_exits[(board_.steps(move) & blank).count()].add(move);
    for (const Bitboard<Words>& squares : by_exits) {
      for (const Square move : squares) {
        const Bitboard<Words> rest = blank.without(move);
        walk(rest, board_.steps(move) & rest, length + 1);
      }
    }
  }

  // A knight alternates colours: with n squares of its next colour and f of the other, a path has
  // at most n + f, 2n and 2f + 1 squares. A knight not yet placed may start on either colour.
  int bound(const Bitboard<Words>& blank, const Bitboard<Words>& moves) const {
    const Bitboard<Words> within = reach(board_, blank, moves, Bitboard<Words>::capacity);
    const int all = within.count();
    const int dark = (within & board_.dark()).count();
    const int light = all - dark;
    const int starts_dark = std::min(all, std::min(2 * dark, 2 * light + 1));
    const int starts_light = std::min(all, std::min(2 * light, 2 * dark + 1));
    const Bitboard<Words> dark_moves = moves & board_.dark();
    if (dark_moves.is_empty()) return starts_light;
    if (dark_moves == moves) return starts_dark;
    return std::max(starts_dark, starts_light);
  }

  const Board<Words>& board_;
  const Poll& poll_;
  int best_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace lastknight
