// Whole games between native players, chunk by chunk, with nothing of the outside in between.
//
// A chunk is some pairs of one pairing. A pair is one opening played twice: in its first game A is
// the player to move after the opening, in its second B is. Every choice takes its seed from
// (seed, job, ply), so a game is the same whoever plays the chunk, and whenever.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search.hpp"

namespace lastknight {

// A player that needs no Python: one that searches, or one that plays at random.
struct NativePlayer {
  Heuristic heuristic;
  Method method;
  Limit limit;
  bool is_random;
};

// What the choices of one side took, added up for one ply after the opening.
struct PlyTotals {
  double choices = 0;
  double depth = 0;
  double nodes = 0;
  double evaluations = 0;
  double seconds = 0;
  double solved = 0;
};

// One choice, as it is kept for games that keep everything.
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

// The games of a chunk, column by column, in the order they were played.
struct ChunkRecord {
  std::vector<std::uint8_t> a_won;    // 1 where A won
  std::vector<std::uint8_t> plies;    // moves after the opening
  std::vector<std::uint8_t> moves;    // all moves after the openings, game after game, as squares
  std::vector<ChoiceRecord> choices;  // of the games that keep everything, move after move
  std::array<std::array<PlyTotals, max_squares>, 2> totals{};  // of A and of B, by ply
};

struct Chunk {
  std::span<const AnyPosition> openings;  // one for each pair; the game is not over in any
  std::uint64_t seed = 0;
  std::uint64_t first_job = 0;  // the number of the first game; the others follow
  int kept_pairs = 0;           // how many pairs, from the first on, keep every choice
};

ChunkRecord play_chunk(const NativePlayer& a, const NativePlayer& b, const Chunk& chunk,
                       const Interrupt& interrupt);

// A number for each game of a chunk, equal for equal games: same opening, same side to move first,
// same moves. `openings` has a number for each pair, `plies` and `moves` are those of the record.
std::vector<std::uint64_t> hash_games(std::span<const std::uint64_t> openings,
                                      std::span<const std::uint8_t> plies,
                                      std::span<const std::uint8_t> moves);

}  // namespace lastknight
