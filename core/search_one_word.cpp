#include "search_kinds.hpp"

namespace lastknight {

template void search(const Position<1>&, const Heuristic&, Method, const Limit&, std::uint64_t,
                     const Hooks&, Choice&);

}  // namespace lastknight
