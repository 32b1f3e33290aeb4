#include "labels.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "errors.hpp"
#include "notation.hpp"
#include "symmetry.hpp"

namespace lastknight {

namespace {

// A table for one proof with a node limit.
constexpr std::size_t limited_bytes = std::size_t{2} << 20;

template <int Words>
LabelRecord pack(const Position<Words>& position) {
  LabelRecord record{};
  for (int word = 0; word < Words; ++word) record.blank[word] = position.blank().words[word];
  record.form = hash(canonical(position));
  for (const Player player : {Player::one, Player::two}) {
    if (!position.is_placed(player)) {
      throw ArgumentError("a label needs both knights on the board, got " +
                          format_position(position));
    }
    record.locations[index(player)] = static_cast<std::uint8_t>(position.location(player));
  }
  record.to_move = static_cast<std::uint8_t>(number(position.to_move()));
  return record;
}

template <int Words>
LabelRecord label_one(const Position<Words>& position, const Judge& judge) {
  LabelRecord record = pack(position);
  record.is_known = 1;
  for (const Square move : position.legal_moves()) {
    const Position<Words> next = position.play(move);
    const std::optional<Player> winner = next.is_over() ? next.winner() : judge(next);
    if (winner == position.to_move()) {
      record.winning = static_cast<std::uint8_t>(record.winning | 1 << record.moves);
    }
    if (!winner) record.is_known = 0;
    ++record.moves;
  }
  return record;
}

template <int Words>
std::optional<Position<Words>> read(const Board<Words>& board, const LabelRecord& record) {
  Bitboard<Words> blank;
  for (int word = 0; word < Words; ++word) blank.words[word] = record.blank[word];
  const bool is_too_wide = Words == 1 && record.blank[1] != 0;
  const Square one = record.locations[0], two = record.locations[1];
  const int squares = board.shape().squares();
  if (is_too_wide || !(blank - board.squares()).is_empty() || one >= squares || two >= squares ||
      one == two || blank.has(one) || blank.has(two) ||
      (record.to_move != 1 && record.to_move != 2)) {
    return std::nullopt;
  }
  return Position<Words>(board, blank, {one, two}, record.to_move == 1 ? Player::one : Player::two);
}

template <int Words>
Player winner_played(Position<Words> position, const Finishers& players, std::uint64_t seed,
                     const Hooks& hooks) {
  Rng rng(seed, hash(canonical(position)));
  Choice choice;
  while (!position.is_over()) {
    const bool attacks = role(view(position, position.to_move())) == 1;
    choose(attacks ? players.attacker : players.defender, position, rng.next(), hooks, choice);
    position = position.play(choice.move);
  }
  return *position.winner();
}

template <int Words>
Player attacker(const Position<Words>& position) {
  const Player mover = position.to_move();
  return role(view(position, mover)) == 1 ? mover : opponent(mover);
}

}  // namespace

AnyPosition unpack(Shape shape, const LabelRecord& record) {
  return with_board(shape, [&](const auto& board) -> AnyPosition {
    const auto position = read(board, record);
    if (!position || position->legal_moves().count() != record.moves) {
      throw ArgumentError("the record is not one of a position on the " + format_shape(shape) +
                          " board");
    }
    return *position;
  });
}

Judge judge_by_proof(Solver& solver, std::optional<std::uint64_t> nodes,
                     const Interrupt& interrupt) {
  SolveOptions options;
  options.report = [interrupt](std::uint64_t) { interrupt(); };
  if (!nodes) {
    return [&solver, options](const AnyPosition& position) {
      return solver.solve(position, options).winner;
    };
  }
  options.nodes = *nodes;
  return [options](const AnyPosition& position) {
    return Solver(shape(position), limited_bytes).solve(position, options).winner;
  };
}

Judge judge_by_score(const NativePlayer& player, const Interrupt& interrupt) {
  return [&player, hooks = Hooks{interrupt}](const AnyPosition& position) -> std::optional<Player> {
    return std::visit(
        [&](const auto& value) -> std::optional<Player> {
          Choice choice;
          choose(player, value, 0, hooks, choice);
          if (choice.depth == 0 && !choice.is_solved) return std::nullopt;
          return choice.score > 0 ? value.to_move() : opponent(value.to_move());
        },
        position);
  };
}

std::vector<LabelRecord> label(std::span<const AnyPosition> positions, const Judge& judge,
                               const Interrupt& interrupt) {
  std::vector<LabelRecord> records;
  records.reserve(positions.size());
  for (const AnyPosition& position : positions) {
    interrupt();
    records.push_back(
        std::visit([&](const auto& value) { return label_one(value, judge); }, position));
  }
  return records;
}

std::vector<std::uint8_t> play_on(std::span<const AnyPosition> positions, const Finishers& players,
                                  std::uint64_t seed, const Interrupt& interrupt) {
  const Hooks hooks{interrupt};
  std::vector<std::uint8_t> winners;
  winners.reserve(positions.size());
  for (const AnyPosition& position : positions) {
    interrupt();
    const Player winner = std::visit(
        [&](const auto& value) { return winner_played(value, players, seed, hooks); }, position);
    winners.push_back(static_cast<std::uint8_t>(number(winner)));
  }
  return winners;
}

std::vector<std::uint8_t> champion_counts(Shape shape, std::span<const LabelRecord> records) {
  std::vector<std::uint8_t> counts;
  counts.reserve(records.size() * ChampionTable::most_features);
  NoTerms none;
  for (const LabelRecord& record : records) {
    std::visit(
        [&](const auto& position) {
          const auto own = Champion::counts(view(position, attacker(position)), none);
          counts.insert(counts.end(), own.begin(), own.end());
        },
        unpack(shape, record));
  }
  return counts;
}

std::vector<float> values_after_moves(const Heuristic& heuristic, Shape shape,
                                      std::span<const LabelRecord> records,
                                      const Interrupt& interrupt) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<float>::max();
  std::vector<float> values;
  const auto add = [&](const AnyPosition& after, Player mover) {
    const double value = evaluate(heuristic, after, mover, interrupt);
    const bool is_end = value == infinity || value == -infinity;
    values.push_back(static_cast<float>(is_end ? value : std::clamp(value, -largest, largest)));
  };
  for (const LabelRecord& record : records) {
    interrupt();
    std::visit(
        [&](const auto& position) {
          for (const Square move : position.legal_moves()) {
            add(position.play(move), position.to_move());
          }
        },
        unpack(shape, record));
  }
  return values;
}

}  // namespace lastknight
