// What can be counted in a view: the building blocks of linear heuristics (see linear.hpp). Most
// counts are the size of a set of squares: the intersection of two sets that many counts share,
// such as the squares that a knight first reaches in exactly two moves.
#pragma once

#include <compare>

#include "reach.hpp"
#include "terms.hpp"
#include "view.hpp"

namespace lastknight {

// Something to count, for a side if it has one. `moves` is 0 where it does not matter.
struct Count {
  enum class Of : std::uint8_t {
    exact_reach,    // squares first reached in exactly so many moves
    exact_private,  // those of them that the other knight does not reach within as many moves
    private_reach,  // squares reached within so many moves, and not by the other knight
    exact_shared,   // squares that both first reach in exactly so many moves
    shared_reach,   // squares that both reach within so many moves
    dead_ends,      // next squares without a blank square one step further
    dead_squares,   // blank squares without a blank square one step away
    region,         // squares reached in any number of moves
    exits,          // the moves from all next squares, added up
    path_bound,     // an upper bound on the moves of a path in the region, from its colours
    distance,       // moves from one knight to the other over blank squares; 0 if there is no way
    one,            // always 1
  };
  Of of;
  Side side = Side::both;
  int moves = 0;

  constexpr bool is_of_squares() const { return of <= Of::region; }
  auto operator<=>(const Count&) const = default;
};

// The most moves that a count may ask for.
constexpr int most_counted_moves = 16;

// The sets of a view that counts are made of, by index.
class SetIndex {
 public:
  static constexpr int all = 0, blank = 1, stuck = 2, own_region = 3, opp_region = 4;

  static constexpr int exact(Side side, int moves) { return level(moves) + of(side); }
  static constexpr int within(Side side, int moves) { return level(moves) + 2 + of(side); }
  static constexpr int beyond(Side side, int moves) { return level(moves) + 4 + of(side); }
  static constexpr int region(Side side) { return own_region + of(side); }
  static constexpr int end = 5 + 6 * most_counted_moves;

 private:
  static constexpr int level(int moves) { return 5 + 6 * (moves - 1); }
  static constexpr int of(Side side) { return side == Side::own ? 0 : 1; }
};

constexpr Side other(Side side) { return side == Side::own ? Side::opp : Side::own; }

// The squares of a count are the intersection of two sets.
struct SetPair {
  std::uint8_t first, second;
};

constexpr SetPair set_pair(const Count& count) {
  const auto pair = [](int first, int second) {
    return SetPair{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
  };
  using Index = SetIndex;
  const auto [of, side, moves] = count;
  switch (of) {
    case Count::Of::exact_reach:
      return pair(Index::exact(side, moves), Index::all);
    case Count::Of::exact_private:
      return pair(Index::exact(side, moves), Index::beyond(other(side), moves));
    case Count::Of::private_reach:
      return pair(Index::within(side, moves), Index::beyond(other(side), moves));
    case Count::Of::exact_shared:
      return pair(Index::exact(Side::own, moves), Index::exact(Side::opp, moves));
    case Count::Of::shared_reach:
      return pair(Index::within(Side::own, moves), Index::within(Side::opp, moves));
    case Count::Of::dead_ends:
      return pair(Index::exact(side, 1), Index::stuck);
    case Count::Of::dead_squares:
      return pair(Index::blank, Index::stuck);
    case Count::Of::region:
      return pair(Index::region(side), Index::all);
    default:
      assert(!count.is_of_squares());
      return pair(Index::all, Index::all);
  }
}

// Which sets some counts need: how many levels of reach, for both sides, and which optional sets.
struct NeededSets {
  int levels = 0;
  bool stuck = false;
  bool regions = false;

  constexpr void add(const Count& count) {
    const auto of = count.of;
    const bool asks_next = of == Count::Of::dead_ends;
    levels = std::max(levels, asks_next ? 1 : count.moves);
    stuck = stuck || of == Count::Of::dead_ends || of == Count::Of::dead_squares;
    regions = regions || of == Count::Of::region || of == Count::Of::path_bound;
  }
};

// The sets of one view. Only those needed are made; the rest of the memory is never touched.
template <int Words>
class Sets {
 public:
  using Set = Bitboard<Words>;

  [[gnu::always_inline]] Sets(const View<Words>& view, const NeededSets& needed) {
    put(SetIndex::all, everything);
    if (needed.levels > 0) grow(view, needed.levels);
    if (needed.stuck) {
      put(SetIndex::blank, view.blank);
      put(SetIndex::stuck, everything - view.board.spread(view.blank));
    }
    if (needed.regions) {
      put(SetIndex::own_region, view.board.flood(view.own_moves, view.blank));
      put(SetIndex::opp_region, view.board.flood(view.opp_moves, view.blank));
    }
  }

  [[gnu::always_inline]] Set operator[](int index) const {
    Set set;
    for (int word = 0; word < Words; ++word) set.words[word] = words_[index][word];
    return set;
  }
  [[gnu::always_inline]] Set operator[](SetPair pair) const {
    return (*this)[pair.first] & (*this)[pair.second];
  }

 private:
  static constexpr Set everything = Set::first_squares(Set::capacity);

  [[gnu::always_inline]] void put(int index, const Set& set) {
    for (int word = 0; word < Words; ++word) words_[index][word] = set.words[word];
  }

  [[gnu::always_inline]] void grow(const View<Words>& view, int levels) {
    Set own_edge = view.own_moves, opp_edge = view.opp_moves;
    Set own = own_edge, opp = opp_edge;
    put_level(1, own_edge, opp_edge, own, opp);
    for (int moves = 2; moves <= levels; ++moves) {
      own_edge = (view.board.spread(own_edge) & view.blank) - own;
      opp_edge = (view.board.spread(opp_edge) & view.blank) - opp;
      own = own | own_edge;
      opp = opp | opp_edge;
      put_level(moves, own_edge, opp_edge, own, opp);
    }
  }

  [[gnu::always_inline]] void put_level(int moves, const Set& own_edge, const Set& opp_edge,
                                        const Set& own, const Set& opp) {
    put(SetIndex::exact(Side::own, moves), own_edge);
    put(SetIndex::exact(Side::opp, moves), opp_edge);
    put(SetIndex::within(Side::own, moves), own);
    put(SetIndex::within(Side::opp, moves), opp);
    put(SetIndex::beyond(Side::own, moves), everything - own);
    put(SetIndex::beyond(Side::opp, moves), everything - opp);
  }

  std::uint64_t words_[SetIndex::end][Words];
};

// The moves from one knight to the other over blank squares; 0 if there is no way.
template <int Words>
int knight_distance(const View<Words>& view) {
  if (!view.are_both_placed()) return 0;
  if (view.board.steps(view.own_location).has(view.opp_location)) return 1;
  Bitboard<Words> reached = view.own_moves;
  Bitboard<Words> edge = reached;
  for (int moves = 2; !edge.is_empty(); ++moves) {
    if (!(edge & view.opp_moves).is_empty()) return moves;
    edge = (view.board.spread(edge) & view.blank) - reached;
    reached = reached | edge;
  }
  return 0;
}

// A count that is not the size of a set.
template <int Words>
int other_count(const Count& count, const View<Words>& view, const Sets<Words>& sets) {
  const Bitboard<Words>& moves = count.side == Side::own ? view.own_moves : view.opp_moves;
  switch (count.of) {
    case Count::Of::exits: {
      int exits = 0;
      for (const Square move : moves) exits += (view.board.steps(move) & view.blank).count();
      return exits;
    }
    case Count::Of::path_bound:
      return path_bound(view.board, sets[SetIndex::region(count.side)], moves);
    case Count::Of::distance:
      return knight_distance(view);
    default:
      return 1;
  }
}

}  // namespace lastknight
