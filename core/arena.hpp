// Whole games between native players, chunk by chunk, without leaving the core.
//
// A chunk is a number of pairs of one pairing. A pair is one opening played twice: A moves first
// after the opening in the first game, B in the second. Every choice takes its seed from (seed,
// job, ply), so a game is the same wherever and whenever its chunk is played.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "player.hpp"

namespace lastknight {

// What one side's choices at one ply took, summed over games. Plies count from the opening.
struct PlyTotals {
  double choices = 0;
  double depth = 0;
  double nodes = 0;
  double evaluations = 0;
  double seconds = 0;
  double solved = 0;
};

// One choice of a game that keeps every choice.
struct ChoiceRecord {
  float score;
  float seconds;
  std::uint32_t nodes;
  std::uint32_t evaluations;
  std::uint8_t depth;
  std::uint8_t is_solved;
  std::uint16_t unused;
};
static_assert(sizeof(ChoiceRecord) == 20);

// The games of a chunk, column by column, in playing order.
struct ChunkRecord {
  std::vector<std::uint8_t> a_won;    // 1 where A won
  std::vector<std::uint8_t> plies;    // moves after the opening
  std::vector<std::uint8_t> moves;    // all moves after the openings, game after game, as squares
  std::vector<ChoiceRecord> choices;  // of the games that keep them, move after move
  std::array<std::array<PlyTotals, max_squares>, 2> totals{};  // of A and of B, by ply
};

struct Chunk {
  std::span<const AnyPosition> openings;  // one for each pair; the game is not over in any
  std::uint64_t seed = 0;
  std::uint64_t first_job = 0;  // the number of the first game; the others follow
  int kept_pairs = 0;           // how many of the first pairs keep every choice
};

ChunkRecord play_chunk(const NativePlayer& a, const NativePlayer& b, const Chunk& chunk,
                       const Interrupt& interrupt);

// A hash for each game of a chunk, equal for equal games: same opening, same side to move first,
// same moves. `openings` has a number for each pair, `plies` and `moves` are those of the record.
std::vector<std::uint64_t> hash_games(std::span<const std::uint64_t> openings,
                                      std::span<const std::uint8_t> plies,
                                      std::span<const std::uint8_t> moves);

}  // namespace lastknight
