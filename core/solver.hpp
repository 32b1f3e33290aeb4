// Who wins any position, placements included, within a limit and with any number of threads. A
// stopped solve leaves its proofs in the table, and the next one continues from there.
#pragma once

#include <memory>
#include <optional>

#include "any_position.hpp"
#include "effort.hpp"

namespace lastknight {

struct Solution {
  std::optional<Player> winner;     // none if the limit was reached first
  std::optional<Square> best_move;  // a winning move; if there is none, the hardest to refute
  std::uint64_t nodes = 0;
};

struct SolveOptions {
  std::uint64_t nodes = ~std::uint64_t{0};  // the limit
  int threads = 1;
  Counter::Report report = {};  // called regularly by the calling thread; may throw to stop
};

// For all positions of one board; several solves may run at the same time.
class Solver {
 public:
  static constexpr std::size_t default_table_bytes = std::size_t{16} << 20;

  // The board's shape must be valid.
  explicit Solver(Shape shape, std::size_t table_bytes = default_table_bytes)
      : shape_(shape), table_(table_bytes) {}

  Shape shape() const { return shape_; }
  std::size_t table_bytes() const { return table_.bytes(); }

  // The position must be one of the solver's board.
  Solution solve(const AnyPosition& position, const SolveOptions& options);

 private:
  Shape shape_;
  Table table_;
};

}  // namespace lastknight
