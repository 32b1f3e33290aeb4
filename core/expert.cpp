#include "expert.hpp"

#include "expert_choice.hpp"

namespace lastknight {

namespace {

constexpr std::size_t proof_bytes = std::size_t{1} << 20;
constexpr std::uint64_t nodes_between_looks = 512;
// For a limit of time, what is taken for granted when a proof is begun.
constexpr double nodes_per_second = 1e7;

// The first to be placed takes a square with many steps near the centre. The second takes one of
// the other colour, which makes it the attacker, and of those the one the opponent likes least.
template <int Words>
Square place(const Position<Words>& position, Expert<Words>& expert) {
  const Player other = opponent(position.to_move());
  const auto& board = position.board();
  const Shape shape = board.shape();
  Square best = position.legal_moves().first();
  int best_value = std::numeric_limits<int>::min();
  for (const Square move : position.legal_moves()) {
    int value = 0;
    if (position.is_placed(other)) {
      const Square opp = position.location(other);
      const bool is_attacker = board.dark().has(move) != board.dark().has(opp);
      value = (is_attacker ? 10'000 : 0) -
              expert.static_score(position.blank().without(move), opp, move);
    } else {
      const int off = std::abs(2 * shape.row(move) + 1 - shape.height) +
                      std::abs(2 * shape.column(move) + 1 - shape.width);
      value = 100 * (board.steps(move) & position.blank()).count() - off;
    }
    if (value > best_value) {
      best_value = value;
      best = move;
    }
  }
  return best;
}

// Where a proof seems to be in reach it gets half of the nodes; what is left is searched.
template <int Words>
void choose(const Position<Words>& position, const Limit& limit, Effort& effort,
            const Counter::Report& report, ExpertChoice& choice) {
  Table proofs(proof_bytes);
  const Player mover = position.to_move();
  const Square own = position.location(mover), opp = position.location(opponent(mover));
  const bool are_placed = position.is_placed(mover) && position.is_placed(opponent(mover));
  const double half =
      std::min(static_cast<double>(limit.nodes), nodes_per_second * limit.seconds) / 2;
  if (are_placed && Expert<Words>::proof_nodes(position.blank().count()) < half) {
    Effort part{static_cast<std::uint64_t>(half)};
    try {
      Counter counter(part, report, nodes_between_looks);
      std::make_unique<Expert<Words>>(position.board(), proofs, counter)
          ->prove(position.blank(), own, opp, choice);
    } catch (const Unfinished&) {
    }
    effort.nodes += part.nodes;
    if (choice.is_solved()) return;
  }
  Counter counter(effort, report, nodes_between_looks);
  const auto expert = std::make_unique<Expert<Words>>(position.board(), proofs, counter);
  if (!position.is_placed(mover)) {
    choice.move = place(position, *expert);
  } else if (!are_placed) {
    choice.move = position.legal_moves().first();
  } else {
    expert->choose(position.blank(), own, opp, choice);
  }
}

}  // namespace

ExpertChoice choose_expert(const AnyPosition& position, const Limit& limit,
                           const std::function<void()>& interrupt) {
  const auto start = Clock::now();
  Effort effort{limit.nodes};
  const Counter::Report report = [&](std::uint64_t) {
    interrupt();
    const std::chrono::duration<double> passed = Clock::now() - start;
    if (passed.count() > limit.seconds * 0.98 - 0.0005) throw Unfinished{};
  };
  ExpertChoice choice;
  try {
    std::visit([&](const auto& known) { choose(known, limit, effort, report, choice); }, position);
  } catch (const Unfinished&) {  // the last iteration counts
  }
  choice.nodes = effort.nodes;
  return choice;
}

}  // namespace lastknight
