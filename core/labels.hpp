// Labels: which moves of a position win, for many positions at once, and a heuristic's values after
// those moves. Labelled positions are records of a fixed size, which files store as they are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "choice.hpp"
#include "evaluate.hpp"
#include "player.hpp"
#include "solver.hpp"

namespace lastknight {

// A position with both knights placed, and which of its moves win.
struct LabelRecord {
  std::uint64_t blank[2];     // square i is bit i % 64 of word i / 64
  std::uint64_t form;         // a hash, equal for mirror images
  std::uint64_t opening;      // left to the caller
  std::uint8_t locations[2];  // of players 1 and 2
  std::uint8_t to_move;       // 1 or 2
  std::uint8_t ply;           // left to the caller
  std::uint8_t moves;         // the number of legal moves, at most eight
  std::uint8_t winning;       // bit i: whether the i-th of them, by square, wins for the mover
  std::uint8_t is_known;      // 0 if it is unknown who wins after some move
  std::uint8_t played;        // who won a game played on from here, 1 or 2; left to the caller
};
static_assert(sizeof(LabelRecord) == 40);

// The position of a record. Throws ArgumentError if the record does not describe one on this board.
AnyPosition unpack(Shape shape, const LabelRecord& record);

// Who wins a position, in which the side to move can move; none if unknown.
using Judge = std::function<std::optional<Player>(const AnyPosition&)>;

// Proves the winner. With a node limit every proof starts from an empty table, so that its outcome
// does not depend on earlier ones.
Judge judge_by_proof(Solver& solver, std::optional<std::uint64_t> nodes,
                     const Interrupt& interrupt);

// Names as the winner the side that a player's score favours; a score of zero favours the opponent.
Judge judge_by_score(const NativePlayer& player, const Interrupt& interrupt);

// A record for each position. Throws ArgumentError where a knight is not placed.
std::vector<LabelRecord> label(std::span<const AnyPosition> positions, const Judge& judge,
                               const Interrupt& interrupt);

// The players of a game that is played on from a position.
struct Finishers {
  const NativePlayer& attacker;
  const NativePlayer& defender;
};

// The winner, 1 or 2, of a game that is played on from each position, with both knights placed. The
// seeds of the choices depend only on `seed` and on the position's form.
std::vector<std::uint8_t> play_on(std::span<const AnyPosition> positions, const Finishers& players,
                                  std::uint64_t seed, const Interrupt& interrupt);

// The champion's features of each record's position: ChampionTable::most_features counts each.
std::vector<std::uint8_t> champion_counts(Shape shape, std::span<const LabelRecord> records);

// The heuristic's value after each move of each record, for the player who made the move.
std::vector<float> values_after_moves(const Heuristic& heuristic, Shape shape,
                                      std::span<const LabelRecord> records,
                                      const Interrupt& interrupt);

}  // namespace lastknight
