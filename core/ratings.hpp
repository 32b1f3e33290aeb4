// Ratings of many players from decided pairs: Bradley-Terry on the scale of pair-Elo, with errors
// from a bootstrap of openings, and whether the ratings describe who beats whom.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "statistics.hpp"

namespace lastknight::stats {

// A pair of a tournament: the indices of A and B among the players, whether A won the game in which
// it moved first and the one in which it moved second, and the number of the opening.
struct RatedPair {
  int a, b;
  bool first, second;
  int opening;
};

// The result between two players that ratings predict worst; the shares are of decided pairs.
struct Surprise {
  int winner, loser;
  double expected, seen;
};

struct Ratings {
  std::vector<Estimate> elo;              // the first player is at 0
  std::vector<std::array<int, 2>> ranks;  // best and worst possible
  std::vector<int> order;                 // best first
  int openings = 0;
  double pairs_to_rank = 0;  // openings it takes to detect differences of 100 Elo; 0 if unknown
  // The player that the others met in more than half of their games on average, and that share.
  std::optional<int> hub;
  double hub_share = 0;
  // Tests whether one number for each player describes all results; missing if too few pairings
  // were played to test it.
  std::optional<double> fit_p_value;
  std::optional<Surprise> surprise;
};

Ratings rate_pairs(std::span<const RatedPair> pairs, int players, std::uint64_t seed);

}  // namespace lastknight::stats
