// The endgame in which no square is reachable by both knights: each walks its longest path, and the
// side to move wins if its path is the longer one.
#pragma once

#include "reach.hpp"

namespace lastknight {

// What each knight can reach.
template <int Words>
struct Regions {
  Bitboard<Words> mover;
  Bitboard<Words> other;
};

// Grows both regions in turn from the first moves; true as soon as they meet. The regions are
// complete only if they do not.
template <int Words>
bool meet(const Board<Words>& board, const Bitboard<Words>& blank, Regions<Words>& regions) {
  Bitboard<Words> mover_edge = regions.mover, other_edge = regions.other;
  const auto grow = [&](Bitboard<Words>& region, Bitboard<Words>& edge) {
    edge = (board.spread(edge) & blank) - region;
    region = region | edge;
  };
  for (;;) {
    if (!(regions.mover & regions.other).is_empty()) return true;
    if (mover_edge.is_empty() && other_edge.is_empty()) return false;
    if (!mover_edge.is_empty()) grow(regions.mover, mover_edge);
    if (!other_edge.is_empty()) grow(regions.other, other_edge);
  }
}

// The length of a greedy path: always to the square with the fewest exits, dead ends last.
template <int Words>
int walk_greedily(const Board<Words>& board, Bitboard<Words> blank, Square at) {
  for (int length = 0;; ++length) {
    int fewest = 10;
    for (const Square move : board.steps(at) & blank) {
      const int exits = (board.steps(move) & blank).count();
      const int rank = exits == 0 ? 9 : exits;
      if (rank < fewest) {
        fewest = rank;
        at = move;
      }
    }
    if (fewest == 10) return length;
    blank = blank.without(at);
  }
}

// Whether the mover wins, given disjoint regions. Greedy paths and colour bounds decide most races;
// the rest is searched. `tick` is called at every step of that search and may throw.
template <int Words, class Tick>
bool is_race_won(const Board<Words>& board, const Regions<Words>& regions, Square mover,
                 Square other, const Tick& tick) {
  const Bitboard<Words> mover_moves = board.steps(mover) & regions.mover;
  const Bitboard<Words> other_moves = board.steps(other) & regions.other;
  const int most_mover = path_bound(board, regions.mover, mover_moves);
  const int most_other = path_bound(board, regions.other, other_moves);
  const int least_mover = walk_greedily(board, regions.mover, mover);
  const int least_other = walk_greedily(board, regions.other, other);
  if (least_mover > most_other) return true;
  if (most_mover <= least_other) return false;
  PathFinder finder(board, tick);
  const int length = finder.longest(regions.other, other_moves, least_other, most_other);
  if (least_mover > length) return true;
  return most_mover > length &&
         finder.longest(regions.mover, mover_moves, length, length + 1) > length;
}

}  // namespace lastknight
