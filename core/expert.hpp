// The strongest search for boards beyond the solver's reach: alpha-beta with a table, the prover's
// moves in the prover's order, and the prover itself once few squares are left.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "choice.hpp"
#include "prover.hpp"

namespace lastknight {

template <int Words>
class Expert {
 public:
  using Set = Bitboard<Words>;

  Expert(const Board<Words>& board, Table& proofs, Counter& counter)
      : board_(board), counter_(counter), prover_(board, proofs, busy_, counter) {}

  // How many nodes a proof takes on an open board: two thirds more with every blank square (median
  // of random 7x7 positions).
  static double proof_nodes(int blanks) { return std::pow(10.0, 3.55 + 0.225 * (blanks - 37)); }

  // Deepens until the counter throws, the game is decided, or there is nothing more to see; the
  // choice is that of the last finished iteration and always legal. Both knights are placed, and
  // the side to move can move. `report` is called after each iteration.
  template <class Report>
  void choose(const Set& blank, Square mover, Square other, Choice& choice, const Report& report) {
    Moves moves;
    if (settle(blank, mover, other, moves, choice)) return;
    const int last = blank.count();
    for (int depth = 1; depth <= last && !choice.is_solved; ++depth) {
      const int score = search(blank, mover, other, depth, -won, won);
      conclude(choice, best_, score, depth);
      report();
    }
  }

  // Proves the best move instead. If the counter stops it, the choice is only a legal move.
  void prove(const Set& blank, Square mover, Square other, Choice& choice) {
    Moves moves;
    if (settle(blank, mover, other, moves, choice)) return;
    const auto wins = [&](const auto& move) {
      return !prover_.is_won(blank.without(move.to), other, move.to);
    };
    const auto all = moves.span();
    const auto winning = std::find_if(all.begin(), all.end(), wins);
    const bool is_won = winning != all.end();
    conclude(choice, is_won ? winning->to : choice.move, is_won ? won : -won, blank.count());
  }

  // The value of a position for the side to move, without looking ahead: what both can reach in
  // one, two and three steps, and who is the attacker.
  int evaluate(const Set& blank, Square mover, Square other) const {
    const Set own = board_.steps(mover) & blank, opp = board_.steps(other) & blank;
    const Set own_second = board_.spread(own) & blank, opp_second = board_.spread(opp) & blank;
    const Set own_third = board_.spread(own_second) & blank;
    const Set opp_third = board_.spread(opp_second) & blank;
    const bool is_attacker = board_.dark().has(mover) == board_.dark().has(other);
    return 2 * (own.count() - opp.count()) + 4 * (own_second.count() - opp_second.count()) +
           3 * (own_third.count() - opp_third.count()) + (is_attacker ? 12 : -12);
  }

 private:
  using Moves = typename Prover<Words>::Moves;
  static constexpr int won = 1 << 14;
  static constexpr int proved_below = 24;  // leaves with fewer blank squares are proved

  static void conclude(Choice& choice, Square move, int score, int depth) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    choice.reset(move);
    choice.score = score == won ? infinity : score == -won ? -infinity : score;
    choice.is_solved = score == won || score == -won;
    choice.depth = depth;
  }

  // Lists the moves and chooses one; true if the game is decided within two moves.
  bool settle(const Set& blank, Square mover, Square other, Moves& moves, Choice& choice) {
    const Square winning = prover_.list_moves(blank, mover, other, moves);
    if (winning != Prover<Words>::none) {
      conclude(choice, winning, won, 0);
    } else if (moves.count == 0) {
      conclude(choice, (board_.steps(mover) & blank).first(), -won, 0);
    } else {
      choice.reset(moves.items[0].to);
    }
    return choice.is_solved;
  }

  enum class Bound : std::uint8_t { none, exact, at_least, at_most };
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t score = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::none;
    std::uint8_t move = 0;
  };

  // Fail-soft principal variation search. `best_` is the best move of the node finished last, which
  // is the root in the end.
  int search(const Set& blank, Square mover, Square other, int depth, int alpha, int beta) {
    counter_.count();
    Moves moves;
    const Square winning = prover_.list_moves(blank, mover, other, moves);
    if (winning != Prover<Words>::none) return found(winning, won);
    if (moves.count == 0) return -won;
    if (depth <= 0) {
      if (blank.count() < proved_below) return prover_.is_won(blank, mover, other) ? won : -won;
      return evaluate(blank, mover, other);
    }
    const std::uint64_t key = hash_placed(blank, mover, other);
    Entry& entry = entries_[key >> (64 - entry_bits)];
    if (entry.key == key && entry.bound != Bound::none) {
      if (is_enough(entry, depth, alpha, beta)) return found(entry.move, entry.score);
      put_first(moves, entry.move);
    }
    int best = -won - 1;
    Square best_move = moves.items[0].to;
    int highest = alpha;
    for (const auto& move : moves.span()) {
      const Set rest = blank.without(move.to);
      const int next = depth - (moves.count == 1 ? 0 : 1);  // a forced move costs no depth
      int score = 0;
      if (best <= -won) {
        score = -search(rest, other, move.to, next, -beta, -highest);
      } else {
        score = -search(rest, other, move.to, next, -highest - 1, -highest);
        if (score > highest && score < beta) {
          score = -search(rest, other, move.to, next, -beta, -score);
        }
      }
      if (score > best) {
        best = score;
        best_move = move.to;
      }
      highest = std::max(highest, best);
      if (highest >= beta || best == won) break;
    }
    const Bound bound = best >= beta    ? Bound::at_least
                        : best <= alpha ? Bound::at_most
                                        : Bound::exact;
    entry = {key, static_cast<std::int16_t>(best), static_cast<std::int8_t>(depth), bound,
             static_cast<std::uint8_t>(best_move)};
    return found(best_move, best);
  }

  int found(Square move, int score) {
    best_ = move;
    return score;
  }

  static bool is_enough(const Entry& entry, int depth, int alpha, int beta) {
    const bool is_decided = (entry.score == won && entry.bound != Bound::at_most) ||
                            (entry.score == -won && entry.bound != Bound::at_least);
    if (is_decided) return true;
    if (entry.depth < depth) return false;
    return entry.bound == Bound::exact || (entry.bound == Bound::at_least && entry.score >= beta) ||
           (entry.bound == Bound::at_most && entry.score <= alpha);
  }

  static void put_first(Moves& moves, Square to) {
    for (int place = 1; place < moves.count; ++place) {
      if (moves.items[place].to != to) continue;
      std::rotate(moves.items.begin(), moves.items.begin() + place,
                  moves.items.begin() + place + 1);
      return;
    }
  }

  static constexpr int entry_bits = 17;

  const Board<Words>& board_;
  Counter& counter_;
  Busy busy_;
  Prover<Words> prover_;
  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << entry_bits);
  Square best_ = 0;
};

}  // namespace lastknight
