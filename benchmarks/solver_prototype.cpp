// The yardstick for the solver: what can be written in an afternoon. Depth first, one thread, a 64
// MB table with two entries per bucket, moves ordered by what both sides can do in two steps, and
// longest path against longest path where no square can be reached by both. 7x7 only; nothing of
// the core is used.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace {

using Set = std::uint64_t;
constexpr int side = 7;
constexpr Set one(int square) { return Set{1} << square; }

struct Prototype {
  Set steps[side * side] = {};
  Set dark = 0;
  std::vector<Set> table = std::vector<Set>(std::size_t{8} << 20);
  int best = 0, enough = 0;

  Prototype() {
    for (int square = 0; square < side * side; ++square) {
      const int row = square / side, column = square % side;
      if ((row + column) % 2 == 1) dark |= one(square);
      for (int r = 0; r < side; ++r) {
        for (int c = 0; c < side; ++c) {
          if ((r - row) * (r - row) + (c - column) * (c - column) == 5) {
            steps[square] |= one(r * side + c);
          }
        }
      }
    }
  }

  Set spread(Set set) const {
    Set reached = 0;
    for (; set != 0; set &= set - 1) reached |= steps[std::countr_zero(set)];
    return reached;
  }

  Set flood(int from, Set blank) const {
    Set reached = steps[from] & blank;
    for (Set edge = reached; edge != 0; reached |= edge) edge = spread(edge) & blank & ~reached;
    return reached;
  }

  int bound(Set region, int from) const {
    const int all = std::popcount(region), darks = std::popcount(region & dark);
    const int own = dark & one(from) ? darks : all - darks;
    return std::min({all, 2 * (all - own), 2 * own + 1});
  }

  // The squares a step away, those with the fewest exits first.
  int list(int at, Set blank, int (&squares)[8]) const {
    int ranks[8], count = 0;
    for (Set moves = steps[at] & blank; moves != 0; moves &= moves - 1) {
      const int to = std::countr_zero(moves), rank = std::popcount(steps[to] & blank);
      int place = count++;
      for (; place > 0 && ranks[place - 1] > rank; --place) {
        ranks[place] = ranks[place - 1];
        squares[place] = squares[place - 1];
      }
      ranks[place] = rank;
      squares[place] = to;
    }
    return count;
  }

  int greedy(Set blank, int at) const {
    int squares[8];
    for (int length = 0;; ++length) {
      const int count = list(at, blank, squares);
      if (count == 0) return length;
      int pick = 0;
      while (pick + 1 < count && (steps[squares[pick]] & blank) == 0) ++pick;
      at = squares[pick];
      blank &= ~one(at);
    }
  }

  void walk(Set blank, int at, int length) {
    best = std::max(best, length);
    if (best >= enough || length + bound(flood(at, blank), at) <= best) return;
    int squares[8];
    const int count = list(at, blank, squares);
    for (int i = 0; i < count; ++i) walk(blank & ~one(squares[i]), squares[i], length + 1);
  }

  int longest(Set blank, int at, int from, int to) {
    best = from;
    enough = to;
    walk(blank, at, 0);
    return best;
  }

  bool race(Set own, int mover, Set opp, int other) {
    const int most_own = bound(own, mover), most_opp = bound(opp, other);
    const int least_own = greedy(own, mover), least_opp = greedy(opp, other);
    if (least_own > most_opp) return true;
    if (most_own <= least_opp) return false;
    const int length = longest(opp, other, least_opp, most_opp);
    return least_own > length || longest(own, mover, length, length + 1) > length;
  }

  bool is_won(Set blank, int mover, int other) {
    const Set moves = steps[mover] & blank;
    if (moves == 0) return false;
    const Set key = blank | Set(mover) << 49 | Set(other) << 55;
    Set* entries = &table[2 * (key * 0x9e3779b97f4a7c15 >> 42)];
    for (int i = 0; i < 2; ++i) {
      if (entries[i] >> 62 && (entries[i] & (one(61) - 1)) == key) return entries[i] >> 61 & 1;
    }
    const bool won = search(blank, moves, mover, other);
    const bool is_first =
        std::popcount(entries[0] & (one(49) - 1)) <= std::popcount(blank);
    if (is_first) entries[1] = entries[0];
    entries[is_first ? 0 : 1] = key | one(62) | Set(won) << 61;
    return won;
  }

  bool search(Set blank, Set moves, int mover, int other) {
    const Set own = flood(mover, blank), opp = flood(other, blank);
    if ((own & opp) == 0) return race(own, mover, opp, other);
    int squares[8], ranks[8], count = 0;
    for (; moves != 0; moves &= moves - 1) {
      const int to = std::countr_zero(moves);
      const Set rest = blank & ~one(to), replies = steps[other] & rest;
      if (replies == 0) return true;
      const int rank = std::popcount(replies) + std::popcount(spread(replies) & rest) -
                       std::popcount(spread(steps[to] & rest) & rest);
      int place = count++;
      for (; place > 0 && ranks[place - 1] > rank; --place) {
        ranks[place] = ranks[place - 1];
        squares[place] = squares[place - 1];
      }
      ranks[place] = rank;
      squares[place] = to;
    }
    return std::any_of(squares, squares + count, [&](int to) {
      return !is_won(blank & ~one(to), other, to);
    });
  }
};

Prototype prototype;

}  // namespace

extern "C" void forget() { std::fill(prototype.table.begin(), prototype.table.end(), 0); }

extern "C" bool is_won(std::uint64_t blank, int mover, int other) {
  return prototype.is_won(blank, mover, other);
}
