// The endgame in which no square is reachable by both knights: each walks its longest path, and the
// side to move wins if its path is the longer one.
#pragma once

#include <algorithm>

#include "crowd.hpp"

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
bool meet(const Crowd<Words>& crowd, const Bitboard<Words>& blank, Regions<Words>& regions) {
  Bitboard<Words> mover_edge = regions.mover, other_edge = regions.other;
  const auto grow = [&](Bitboard<Words>& region, Bitboard<Words>& edge) {
    edge = (crowd.spread(edge) & blank) - region;
    region = region | edge;
  };
  for (;;) {
    if (!(regions.mover & regions.other).is_empty()) return true;
    if (mover_edge.is_empty() && other_edge.is_empty()) return false;
    if (!mover_edge.is_empty()) grow(regions.mover, mover_edge);
    if (!other_edge.is_empty()) grow(regions.other, other_edge);
  }
}

// `Tick` is called at every step of a path search and may throw.
template <int Words, class Tick>
class Race {
 public:
  using Set = Bitboard<Words>;

  Race(const Board<Words>& board, const Crowd<Words>& crowd, Tick tick)
      : board_(board), crowd_(crowd), tick_(tick) {}

  // Whether the mover wins, given disjoint regions. Greedy paths and colour bounds decide most
  // races; the rest is searched.
  bool is_won(const Regions<Words>& regions, Square mover, Square other) {
    const int most_mover = bound(regions.mover, mover);
    const int most_other = bound(regions.other, other);
    const int least_mover = walk(regions.mover, mover);
    const int least_other = walk(regions.other, other);
    if (least_mover > most_other) return true;
    if (most_mover <= least_other) return false;
    const int length = longest(regions.other, other, least_other, most_other);
    if (least_mover > length) return true;
    return most_mover > length && longest(regions.mover, mover, length, length + 1) > length;
  }

 private:
  // A knight alternates colours: with n squares of the other colour and f of its own, a path has at
  // most 2n and 2f + 1 moves.
  int bound(const Set& region, Square from) const {
    const int all = region.count();
    const int dark = (region & board_.dark()).count();
    const int own = board_.dark().has(from) ? dark : all - dark;
    return std::min({all, 2 * (all - own), 2 * own + 1});
  }

  // The length of a greedy path: always to the square with the fewest exits, dead ends last.
  int walk(Set blank, Square at) const {
    for (int length = 0;; ++length) {
      int fewest = 10;
      for (const Square move : board_.steps(at) & blank) {
        const int exits = (board_.steps(move) & blank).count();
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

  // The length of the longest path, at least `least`; the search ends at `enough`.
  int longest(const Set& region, Square from, int least, int enough) {
    best_ = least;
    enough_ = enough;
    if (best_ < enough_) extend(region, from, 0);
    return best_;
  }

  void extend(const Set& blank, Square at, int length) {
    tick_();
    best_ = std::max(best_, length);
    const Set moves = board_.steps(at) & blank;
    if (moves.is_empty() || best_ >= enough_) return;
    if (length + bound(crowd_.flood(moves, blank), at) <= best_) return;
    std::array<Set, 9> by_exits{};
    for (const Square move : moves) by_exits[(board_.steps(move) & blank).count()].add(move);
    for (const Set& squares : by_exits) {
      for (const Square move : squares) {
        extend(blank.without(move), move, length + 1);
        if (best_ >= enough_) return;
      }
    }
  }

  const Board<Words>& board_;
  const Crowd<Words>& crowd_;
  Tick tick_;
  int best_ = 0;
  int enough_ = 0;
};

}  // namespace lastknight
