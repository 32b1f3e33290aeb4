#include "solver.hpp"

#include <algorithm>
#include <exception>
#include <set>
#include <string>

#include "notation.hpp"
#include "prover.hpp"
#include "symmetry.hpp"
#include "threads.hpp"

namespace lastknight {

namespace {

// One thread of a solve: it has its own killers and counter and shares the table.
template <int Words>
class Worker {
 public:
  Worker(const Board<Words>& board, Table& table, Busy& busy, Effort& effort,
         const Counter::Report& report)
      : board_(board), counter_(effort, report), prover_(board, table, busy, counter_) {}

  // For the side to move.
  struct Verdict {
    bool is_won;
    std::optional<Square> best_move;
  };

  Verdict solve(const Position<Words>& position) {
    Verdict verdict{false, std::nullopt};
    std::uint64_t most_nodes = 0;
    for (const Square move : ordered_moves(position)) {
      const std::uint64_t before = counter_.nodes();
      if (!is_won(position.play(move))) return {true, move};
      const std::uint64_t nodes = counter_.nodes() - before;
      if (!verdict.best_move || nodes > most_nodes) verdict.best_move = move;
      most_nodes = std::max(most_nodes, nodes);
    }
    return verdict;
  }

 private:
  // Whether the mover wins.
  bool is_won(const Position<Words>& position) {
    const Player mover = position.to_move();
    if (are_both_placed(position)) {
      return prover_.is_won(position.blank(), position.location(mover),
                            position.location(opponent(mover)));
    }
    counter_.count();
    return solve(position).is_won;
  }

  static bool are_both_placed(const Position<Words>& position) {
    return position.is_placed(Player::one) && position.is_placed(Player::two);
  }

  std::vector<Square> ordered_moves(const Position<Words>& position) {
    return are_both_placed(position) ? ordered_steps(position) : distinct_moves(position);
  }

  // Moves after which the opponent can be mirrored come first, then the prover's order, then moves
  // it knows to lose quickly.
  std::vector<Square> ordered_steps(const Position<Words>& position) {
    const Player mover = position.to_move();
    typename Prover<Words>::Moves listed;
    const Square winning = prover_.list_moves(position.blank(), position.location(mover),
                                              position.location(opponent(mover)), listed);
    std::vector<Square> moves;
    if (winning != Prover<Words>::none) moves.push_back(winning);
    for (const auto& move : listed.span()) moves.push_back(move.to);
    const auto is_mirror = [&](Square move) {
      const Bitboard<Words> rest = position.blank().without(move);
      return prover_.is_mirrored(rest, position.location(opponent(mover)), move);
    };
    std::stable_partition(moves.begin(), moves.end(), is_mirror);
    for (const Square move : position.legal_moves()) {
      if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
    }
    return moves;
  }

  // Before both knights are placed: one of each set of symmetric moves, those that make the mover
  // the attacker first.
  std::vector<Square> distinct_moves(const Position<Words>& position) {
    std::set<std::string> seen;
    std::array<std::vector<Square>, 2> moves;
    const Player other = opponent(position.to_move());
    for (const Square move : position.legal_moves()) {
      if (!seen.insert(format_position(canonical(position.play(move)))).second) continue;
      const bool is_other_colour =
          position.is_placed(other) &&
          board_.dark().has(move) != board_.dark().has(position.location(other));
      moves[is_other_colour ? 0 : 1].push_back(move);
    }
    moves[0].insert(moves[0].end(), moves[1].begin(), moves[1].end());
    return moves[0];
  }

  const Board<Words>& board_;
  Counter counter_;
  Prover<Words> prover_;
};

// The same solve in several threads: the first to finish stops the others.
template <int Words>
class Team {
 public:
  Team(const Position<Words>& position, Table& table, const SolveOptions& options)
      : position_(position), table_(table), effort_{options.nodes} {
    const auto lead = [&] {
      try {
        work(options.report);
      } catch (...) {
        effort_.is_over = true;
        throw;
      }
    };
    work_together(options.threads, [this] { work(no_report_); }, lead);
  }

  Solution solution() const {
    Solution solution;
    solution.nodes = effort_.nodes;
    if (!verdict_) return solution;
    const Player mover = position_.to_move();
    solution.winner = verdict_->is_won ? mover : opponent(mover);
    solution.best_move = verdict_->best_move;
    return solution;
  }

 private:
  void work(const Counter::Report& report) {
    try {
      Worker<Words> worker(position_.board(), table_, busy_, effort_, report);
      const auto verdict = worker.solve(position_);
      if (!effort_.is_over.exchange(true)) verdict_ = verdict;
    } catch (const Unfinished&) {
    }
  }

  const Position<Words>& position_;
  Table& table_;
  Busy busy_;
  Effort effort_;
  const Counter::Report no_report_;
  std::optional<typename Worker<Words>::Verdict> verdict_;
};

}  // namespace

Solution Solver::solve(const AnyPosition& position, const SolveOptions& options) {
  assert(lastknight::shape(position) == shape_);
  return std::visit(
      [&]<int Words>(const Position<Words>& known) {
        return std::make_unique<Team<Words>>(known, table_, options)->solution();
      },
      position);
}

}  // namespace lastknight
