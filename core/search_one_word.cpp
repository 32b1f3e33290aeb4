#include "search_kinds.hpp"

namespace lastknight {

template void choose(const Position<1>&, const Heuristic&, Method, const Limit&, std::uint64_t,
                     const Interrupt&, bool, Choice&);

}  // namespace lastknight
