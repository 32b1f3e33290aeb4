#include "expert.hpp"

#include <memory>

#include "player.hpp"

namespace lastknight {

namespace {

constexpr std::size_t proof_bytes = std::size_t{1} << 20;
constexpr std::uint64_t nodes_between_looks = 512;
// Converts a time limit to nodes when deciding whether to try a proof.
constexpr double nodes_per_second = 1e7;

// The first player takes the square with the most steps, and of these the nearest to the centre.
// The second becomes the attacker by taking a square of the other colour: the one after which the
// opponent's position is worst.
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
      value =
          (is_attacker ? 10'000 : 0) - expert.evaluate(position.blank().without(move), opp, move);
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

// If a proof seems within reach it gets half of the nodes; the rest goes to the search.
template <int Words>
void choose_within(const Position<Words>& position, const Limit& limit, Effort& effort,
                   const Counter::Report& look, const Hooks& hooks, Choice& choice) {
  Table proofs(proof_bytes);
  const Player mover = position.to_move();
  const Square own = position.location(mover), opp = position.location(opponent(mover));
  const bool are_placed = position.is_placed(mover) && position.is_placed(opponent(mover));
  const double half =
      std::min(static_cast<double>(limit.nodes), nodes_per_second * limit.seconds) / 2;
  if (are_placed && Expert<Words>::proof_nodes(position.blank().count()) < half) {
    Effort part{static_cast<std::uint64_t>(half)};
    try {
      Counter counter(part, look, nodes_between_looks);
      std::make_unique<Expert<Words>>(position.board(), proofs, counter)
          ->prove(position.blank(), own, opp, choice);
    } catch (const Unfinished&) {
    }
    effort.nodes += part.nodes;
    if (choice.is_solved) return;
  }
  const std::uint64_t proof_nodes = effort.nodes;
  Counter counter(effort, look, nodes_between_looks);
  const auto expert = std::make_unique<Expert<Words>>(position.board(), proofs, counter);
  if (!position.is_placed(mover)) {
    choice.reset(place(position, *expert));
  } else if (are_placed) {
    expert->choose(position.blank(), own, opp, choice, [&] {
      if (!hooks.on_depth) return;
      choice.nodes = proof_nodes + counter.nodes();
      hooks.on_depth(choice);
    });
  }
}

}  // namespace

template <int Words>
void ExpertPlayer::choose(const Position<Words>& position, std::uint64_t, const Hooks& hooks,
                          Choice& choice) const {
  const auto start = Clock::now();
  Effort effort{limit.nodes};
  const Counter::Report look = [&](std::uint64_t) {
    hooks.interrupt();
    const std::chrono::duration<double> passed = Clock::now() - start;
    if (passed.count() > limit.seconds * 0.98 - 0.0005) throw Unfinished{};
  };
  choice.reset(position.legal_moves().first());
  try {
    choose_within(position, limit, effort, look, hooks, choice);
  } catch (const Unfinished&) {  // the last iteration counts
  }
  choice.nodes = effort.nodes;
}

template void ExpertPlayer::choose(const Position<1>&, std::uint64_t, const Hooks&, Choice&) const;
template void ExpertPlayer::choose(const Position<2>&, std::uint64_t, const Hooks&, Choice&) const;

}  // namespace lastknight
