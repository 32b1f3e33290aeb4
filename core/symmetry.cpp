#include "symmetry.hpp"

#include "notation.hpp"

namespace lastknight {

template <int Words>
Symmetry canonical_symmetry(const Position<Words>& position) {
  const auto& board = position.board();
  Symmetry best = 0;
  auto smallest = cells(position);
  for (Symmetry symmetry = 1; symmetry < board.symmetries(); ++symmetry) {
    const auto candidate = cells(image(symmetry, position));
    if (candidate < smallest) {
      smallest = candidate;
      best = symmetry;
    }
  }
  return best;
}

template Symmetry canonical_symmetry(const Position<1>&);
template Symmetry canonical_symmetry(const Position<2>&);

}  // namespace lastknight
