// Heuristics that count what a knight reaches alone within a number of moves.
#pragma once

#include <string>

#include "parameters.hpp"
#include "reach.hpp"
#include "terms.hpp"
#include "view.hpp"

namespace lastknight {

// The blank squares within k + 1 own moves, with the opponent standing still.
struct ReachOwn {
  static constexpr const char* name = "reach_own";

  int k;

  explicit ReachOwn(int moves) : k(moves) {}
  explicit ReachOwn(const Parameters& given) : ReachOwn(static_cast<int>(given.at("k"))) {}

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    return terms.plus([&] { return "squares within " + std::to_string(k + 1) + " own moves"; },
                      Side::own, reach(view.board, view.blank, view.own_moves, k + 1));
  }
};

struct Reach {
  static constexpr const char* name = "reach";

  ReachOwn own;

  explicit Reach(const ReachOwn& reach_own) : own(reach_own) {}
  explicit Reach(const Parameters& given) : own(given) {}

  template <int Words, class Sink>
  int operator()(const View<Words>& view, Sink& terms) const {
    const int reached = own(view, terms);
    const int moves = own.k + 1;
    return reached +
           terms.minus(
               [&] { return "squares within " + std::to_string(moves) + " opponent's moves"; },
               Side::opp, reach(view.board, view.blank, view.opp_moves, moves));
  }
};

}  // namespace lastknight
