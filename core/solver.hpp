// Who wins a position, knights to be placed included, within a limit and with any number of
// threads. A stopped solve leaves what it has proved in the table, and the next one goes on there.
#pragma once

#include <memory>
#include <optional>

#include "any_position.hpp"
#include "effort.hpp"

namespace lastknight {

struct Solution {
  std::optional<Player> winner;     // none when the limit stopped it
  std::optional<Square> best_move;  // wins where a move does; else the one hardest to refute
  std::uint64_t nodes = 0;
};

struct SolveOptions {
  std::uint64_t nodes = ~std::uint64_t{0};  // at the most
  int threads = 1;
  Counter::Report report = {};  // called by the calling thread now and then; may throw to stop
};

// For all positions of one board; solves may run at the same time.
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
