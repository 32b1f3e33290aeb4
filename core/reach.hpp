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

// The most moves a path can have within a set of squares, given its first moves. A knight
// alternates colours: with n squares of its next colour and f of the other, that is n + f, 2n or 2f
// + 1, whichever is least. A knight not yet placed may start on either colour.
template <int Words>
int path_bound(const Board<Words>& board, const Bitboard<Words>& within,
               const Bitboard<Words>& first_moves) {
  const int all = within.count();
  const int dark = (within & board.dark()).count();
  const int light = all - dark;
  const int starts_dark = std::min({all, 2 * dark, 2 * light + 1});
  const int starts_light = std::min({all, 2 * light, 2 * dark + 1});
  const Bitboard<Words> dark_moves = first_moves & board.dark();
  if (dark_moves.is_empty()) return starts_light;
  if (dark_moves == first_moves) return starts_dark;
  return std::max(starts_dark, starts_light);
}

// The longest path, by depth-first search, pruned where even a walk over everything still reachable
// would not beat the best path so far.
template <int Words, class Tick>
class PathFinder {
 public:
  using Set = Bitboard<Words>;

  // `tick` is called at every step and may throw to stop.
  PathFinder(const Board<Words>& board, const Tick& tick) : board_(board), tick_(tick) {}

  // The length in moves, given the first moves; each square is visited at most once. It is at least
  // `least`, and the search ends at `enough`.
  int longest(const Set& blank, const Set& first_moves, int least = 0, int enough = max_squares) {
    best_ = least;
    enough_ = enough;
    if (best_ < enough_) walk(blank, first_moves, 0);
    return best_;
  }

 private:
  void walk(const Set& blank, const Set& moves, int length) {
    tick_();
    best_ = std::max(best_, length);
    if (moves.is_empty() || best_ >= enough_) return;
    if (length + path_bound(board_, board_.flood(moves, blank), moves) <= best_) return;
    // The square with the fewest exits first: it is the easiest to strand.
    std::array<Set, 9> by_exits{};
    for (const Square move : moves) by_exits[(board_.steps(move) & blank).count()].add(move);
    for (const Set& squares : by_exits) {
      for (const Square move : squares) {
        const Set rest = blank.without(move);
        walk(rest, board_.steps(move) & rest, length + 1);
        if (best_ >= enough_) return;
      }
    }
  }

  const Board<Words>& board_;
  Tick tick_;
  int best_ = 0;
  int enough_ = 0;
};

}  // namespace lastknight
