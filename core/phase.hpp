// The phase of a game as one player sees it: role, side to move and blank squares. It is all that a
// switch looks at, and all that a weight of a linear heuristic depends on (see linear.hpp).
#pragma once

#include "view.hpp"

namespace lastknight {

// 1 for the attacker, -1 for the defender, 0 until both knights are placed. The attacker is to move
// when both knights stand on squares of one colour; a move changes both, so roles never change.
template <int Words>
int role(const View<Words>& view) {
  if (!view.are_both_placed()) return 0;
  const auto& dark = view.board.dark();
  const bool is_one_colour = dark.has(view.own_location) == dark.has(view.opp_location);
  return is_one_colour == (view.player == view.to_move) ? 1 : -1;
}

struct Phase {
  int role;
  int to_move;  // 1 if the player asked about is to move, else -1
  int blanks;
  int squares;

  // Phases of boards with this many squares are numbered from 0.
  static constexpr int count(int squares) { return 6 * (squares + 1); }
  static constexpr Phase of(int index, int squares) {
    const int kind = index / (squares + 1);
    return {kind / 2 - 1, kind % 2 * 2 - 1, index % (squares + 1), squares};
  }
  constexpr int index() const {
    return ((role + 1) * 2 + (to_move + 1) / 2) * (squares + 1) + blanks;
  }
};

template <int Words>
Phase phase(const View<Words>& view) {
  return {role(view), view.player == view.to_move ? 1 : -1, view.blank.count(),
          view.board.shape().squares()};
}

// How two heuristics are combined. A switch takes the first while more than a given share of the
// squares is blank, or if the player has a given role, and otherwise the second.
enum class Combination { sum, difference, product, quotient, until_blank, by_role };

// The value of a combination, given functions for its parts, 0 and 1, and for the phase. `number`
// is the share of blank squares, or the role.
template <class Part, class AskPhase>
double combined(Combination kind, double number, const Part& part, const AskPhase& ask_phase) {
  switch (kind) {
    case Combination::sum:
      return part(0) + part(1);
    case Combination::difference:
      return part(0) - part(1);
    case Combination::product:
      return part(0) * part(1);
    case Combination::quotient:
      return part(0) / part(1);
    case Combination::until_blank: {
      const Phase now = ask_phase();
      return part(now.blanks > number * now.squares ? 0 : 1);
    }
    case Combination::by_role:
      return part(ask_phase().role == number ? 0 : 1);
  }
  return 0;
}

}  // namespace lastknight
