// Proves who wins a position with both knights placed, from one good move of the winner and all
// moves of the loser. Limits, threads and placements are in solver.hpp.
//
// Every step changes the colour of a knight's square, so one player always moves while both stand
// on the same colour: the attacker. Only the attacker can move to a square that the opponent, the
// defender, could move to next. The defender's move takes none of the attacker's next squares, and
// the attacker's move takes no exit of the squares the defender could move to. Hence
//   - an attacker without an exit after its next step has lost;
//   - a defender survives only on squares with two exits, or with one that the attacker does not
//     reach: the `refuges` below.
#pragma once

#include "effort.hpp"
#include "order.hpp"
#include "regions.hpp"
#include "table.hpp"

namespace lastknight {

template <int Words>
class Prover {
 public:
  using Set = Bitboard<Words>;

  Prover(const Board<Words>& board, Table& table, Busy& busy, Counter& counter)
      : board_(board), table_(table), busy_(busy), counter_(counter) {}

  using Move = RankedMove<Words>;
  using Moves = RankedMoves<Words>;

  static constexpr Square none = -1;

  // Whether the side to move wins.
  bool is_won(const Set& blank, Square mover, Square other) {
    Moves moves;
    if (list_moves(blank, mover, other, moves) != none) return true;
    if (moves.count == 0) return false;
    return is_same_colour(mover, other) ? attack(blank, mover, other)
                                        : defend(blank, other, mover, set_of(moves));
  }

  // Returns a move that wins at once or with the next move, if there is one; otherwise lists the
  // moves that do not lose as quickly, best first.
  Square list_moves(const Set& blank, Square mover, Square other, Moves& moves) const {
    const Set own = board_.steps(mover) & blank, opp = board_.steps(other) & blank;
    if (own.is_empty()) return none;
    if (opp.is_empty()) return own.first();
    if (is_same_colour(mover, other)) {
      if (is_single(opp) && !(opp & own).is_empty()) return opp.first();
      Moves unranked;
      const Square winning = list_attacks(blank, own, opp, unranked);
      if (winning == none) order_.rank_attacks(blank, opp, unranked, moves);
      return winning;
    }
    Set refuges;
    for (const Square to : own) {
      const Set exits = board_.steps(to) & blank;
      if (!exits.is_empty() && !(is_single(exits) && !(exits & opp).is_empty())) refuges.add(to);
    }
    const Set deadly = traps(blank, opp, refuges);
    if (!deadly.is_empty()) return deadly.first();
    order_.rank_defences(blank, opp, refuges, moves);
    return none;
  }

  // Whether a symmetry of order two swaps the knights and maps the blank squares onto each other,
  // leaving none in place. Then the side to move has lost: the image of every square it moves to is
  // a different blank square, one step from the opponent, who therefore never runs out of moves.
  bool is_mirrored(const Set& blank, Square mover, Square other) const {
    for (const Symmetry symmetry : {1, 2, 3, 4, 7}) {
      if (symmetry >= board_.symmetries() || board_.image(symmetry, mover) != other) continue;
      const auto is_kept = [&](Square square) {
        const Square image = board_.image(symmetry, square);
        return image != square && blank.has(image);
      };
      bool is_mirror = true;
      for (const Square square : blank) is_mirror = is_mirror && is_kept(square);
      if (is_mirror) return true;
    }
    return false;
  }

 private:
  static bool is_single(const Set& set) { return set.without_first().is_empty(); }

  static Set set_of(const Moves& moves) {
    Set set;
    for (const Move& move : moves.span()) set.add(move.to);
    return set;
  }

  bool is_same_colour(Square a, Square b) const {
    return board_.dark().has(a) == board_.dark().has(b);
  }

  // Attacker to move; both have moves, and the attacker cannot take the defender's last one.
  bool attack(const Set& blank, Square attacker, Square defender) {
    counter_.count();
    const Set own = board_.steps(attacker) & blank, opp = board_.steps(defender) & blank;
    Moves moves;
    if (list_attacks(blank, own, opp, moves) != none) return true;
    if (moves.count == 0) return false;
    if (moves.count == 1) {
      const Move& move = moves.items[0];
      return !defend(blank.without(move.to), move.to, defender, move.refuges);
    }
    if (blank.count() >= tabled_from_) return attack_tabled(blank, attacker, defender);
    Regions<Words> regions{own, opp};
    if (!meet(board_, blank, regions)) return race(regions, attacker, defender);
    Moves ranked;
    order_.rank_attacks(blank, opp, moves, ranked);
    for (const Move& move : ranked.span()) {
      if (!defend(blank.without(move.to), move.to, defender, move.refuges)) {
        order_.praise_attack(blank, move.to);
        return true;
      }
    }
    return false;
  }

  // Defender to move, with a refuge but no square that traps the attacker.
  bool defend(const Set& blank, Square attacker, Square defender, const Set& refuges) {
    counter_.count();
    if (is_single(refuges)) {
      return !attack(blank - refuges, attacker, refuges.first());
    }
    if (blank.count() >= tabled_from_) return defend_tabled(blank, attacker, defender, refuges);
    Moves ranked;
    order_.rank_defences(blank, board_.steps(attacker) & blank, refuges, ranked);
    for (const Move& move : ranked.span()) {
      if (!attack(blank.without(move.to), attacker, move.to)) {
        order_.praise_defence(blank, move.to);
        return true;
      }
    }
    return false;
  }

  // The same for large positions near the root, which are worth keeping in the table. Squares that
  // nobody can reach any more are dropped, so that more positions are equal.
  bool attack_tabled(const Set& all_blank, Square attacker, Square defender) {
    const Set opp = board_.steps(defender) & all_blank;
    const Regions<Words> regions{board_.flood(board_.steps(attacker) & all_blank, all_blank),
                                 board_.flood(opp, all_blank)};
    if ((regions.mover & regions.other).is_empty()) return race(regions, attacker, defender);
    const Set blank = regions.mover | regions.other;
    return try_moves(
        blank, attacker, defender,
        [&](Moves& ranked) {
          Moves moves;
          list_attacks(blank, board_.steps(attacker) & blank, opp, moves);
          order_.rank_attacks(blank, opp, moves, ranked);
        },
        [&](const Move& move) {
          return !defend(blank.without(move.to), move.to, defender, move.refuges);
        });
  }

  bool defend_tabled(const Set& all_blank, Square attacker, Square defender, const Set& refuges) {
    const Set opp = board_.steps(attacker) & all_blank;
    const Regions<Words> regions{board_.flood(refuges, all_blank), board_.flood(opp, all_blank)};
    if ((regions.mover & regions.other).is_empty()) return race(regions, defender, attacker);
    const Set blank = regions.mover | regions.other;
    return try_moves(
        blank, defender, attacker,
        [&](Moves& ranked) { order_.rank_defences(blank, opp, refuges, ranked); },
        [&](const Move& move) { return !attack(blank.without(move.to), attacker, move.to); });
  }

  // Moves that another thread is searching come last: by then the table may know them.
  template <class List, class Wins>
  bool try_moves(const Set& blank, Square mover, Square other, List list, Wins wins) {
    const Table::Key key = table_.key(blank, mover, other, squares_);
    if (const std::optional<bool> known = table_.find(key)) return *known;
    if (is_mirrored(blank, mover, other)) return false;
    Moves ranked;
    list(ranked);
    Moves later;
    bool is_won = has_mirror(blank, other, ranked);
    for (const Move& move : ranked.span()) {
      if (is_won) break;
      const Busy::Mark mark(busy_, key, move.to);
      if (!mark.is_first() && &move != &ranked.items[0]) {
        later.add(move);
      } else {
        is_won = wins(move);
      }
    }
    for (const Move& move : later.span()) {
      if (is_won) break;
      if (const std::optional<bool> known = table_.find(key)) return *known;
      is_won = wins(move);
    }
    table_.keep(key, is_won, squares_);
    return is_won;
  }

  bool has_mirror(const Set& blank, Square other, const Moves& moves) const {
    const auto all = moves.span();
    return std::any_of(all.begin(), all.end(), [&](const Move& move) {
      return is_mirrored(blank.without(move.to), other, move.to);
    });
  }

  // Lists the attacker's moves that leave it an exit, with the defender's refuges; or returns a
  // move that leaves no refuge.
  Square list_attacks(const Set& blank, const Set& own, const Set& opp, Moves& moves) const {
    const auto exits = board_.counts(blank);
    const Set safe = opp & exits.two, narrow = (opp & exits.one) - exits.two;
    for (const Square to : own& exits.one) {
      const Set next = board_.steps(to) & blank;
      Set refuges = safe;
      for (const Square refuge : narrow) {
        if ((board_.steps(refuge) & next).is_empty()) refuges.add(refuge);
      }
      refuges = refuges.without(to);
      if (refuges.is_empty()) return to;
      // A square two steps ahead with two exits, besides the way back, cannot be closed.
      const bool is_free = !(next & exits.three).is_empty();
      if (is_free || traps(blank.without(to), next, refuges).is_empty()) {
        moves.add({to, 0, refuges});
      }
    }
    return none;
  }

  // The refuges that take the attacker's last exit, whichever step it makes next.
  Set traps(const Set& blank, const Set& next, Set refuges) const {
    for (const Square to : next) {
      const Set exits = board_.steps(to) & blank;
      if (exits.is_empty()) continue;
      if (!is_single(exits)) return {};
      refuges = refuges & exits;
    }
    return refuges;
  }

  bool race(const Regions<Words>& regions, Square mover, Square other) {
    const auto tick = [this] { counter_.count(); };
    return is_race_won(board_, regions, mover, other, tick);
  }

  const Board<Words>& board_;
  Table& table_;
  Busy& busy_;
  Counter& counter_;
  const int squares_ = board_.shape().squares();
  // Verdicts are stored from this many blank squares up: rarely enough that the table costs next to
  // nothing, often enough that an interrupted proof loses at most a few hundred thousand nodes.
  const int tabled_from_ = std::min(squares_ - squares_ / 4, 42);
  Order<Words> order_{board_};
};

}  // namespace lastknight
