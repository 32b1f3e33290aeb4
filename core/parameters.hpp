// The parameters of a heuristic, such as the `k` of `reach(k=3)`.
#pragma once

#include <map>
#include <string>

namespace lastknight {

// By name. The catalogue has checked that all are there and in range.
using Parameters = std::map<std::string, double>;

}  // namespace lastknight
