// Whether ratings describe who beats whom: one number for each player is a strong assumption. If A
// beats B, B beats C and C beats A, no ratings can express it.
#pragma once

#include <vector>

#include "ratings.hpp"
#include "strengths.hpp"

namespace lastknight::stats {

// Tests the fit: compares how far the results are from what the ratings predict with how far
// results simulated from the ratings are. Sets `fit_p_value` and `surprise`.
void check_fit(const Table& won, const std::vector<Wins>& openings, const std::vector<bool>& pinned,
               Bits bits, Ratings& ratings);

}  // namespace lastknight::stats
