// Whether ratings describe who beats whom: one number for each player is a strong assumption. If A
// beats B, B beats C and C beats A, no ratings say so.
#pragma once

#include <vector>

#include "ratings.hpp"
#include "strengths.hpp"

namespace lastknight::stats {

// Compares results with what the ratings predict, against results drawn from the ratings.
void check_fit(const Table& won, const std::vector<Wins>& openings, const std::vector<bool>& pinned,
               Bits bits, Ratings& ratings);

}  // namespace lastknight::stats
