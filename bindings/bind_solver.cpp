// The solver: one object per board, which owns its table.
#include <nanobind/stl/optional.h>

#include <chrono>
#include <optional>
#include <string>

#include "bindings.hpp"
#include "errors.hpp"
#include "solver.hpp"

namespace lastknight {

namespace {

void construct(Solver* self, long width, long height, std::size_t table_bytes) {
  check_shape(width, height);
  new (self) Solver({static_cast<int>(width), static_cast<int>(height)}, table_bytes);
}

// Checks for Ctrl-C, and reports the nodes so far to a Python callable ten times a second.
Counter::Report make_report(nb::handle progress) {
  return [progress, check = InterruptCheck{},
          last = std::chrono::steady_clock::now()](std::uint64_t nodes) mutable {
    check();
    const auto now = std::chrono::steady_clock::now();
    if (progress.is_none() || now - last < std::chrono::milliseconds(100)) return;
    last = now;
    const nb::gil_scoped_acquire lock;
    progress(nodes);
  };
}

nb::tuple solve(Solver& solver, const AnyPosition& position, std::optional<std::uint64_t> nodes,
                int threads, nb::object progress) {
  check_board(solver, position);
  SolveOptions options;
  if (nodes) options.nodes = *nodes;
  options.threads = threads;
  options.report = make_report(progress);
  Solution solution;
  {
    const nb::gil_scoped_release unlocked;
    solution = solver.solve(position, options);
  }
  nb::object move = nb::none(), winner = nb::none();
  if (solution.winner) winner = nb::int_(number(*solution.winner));
  if (solution.best_move) move = write_square(solver.shape(), *solution.best_move);
  return nb::make_tuple(winner, move, solution.nodes);
}

}  // namespace

void check_board(const Solver& solver, const AnyPosition& position) {
  if (shape(position) == solver.shape()) return;
  throw ArgumentError("this solver is for " + format_shape(solver.shape()) +
                      " boards, the position is on " + format_shape(shape(position)));
}

void bind_solver(nb::module_& module) {
  nb::class_<Solver>(module, "Solver", "Proves who wins positions of one board.")
      .def("__init__", construct, nb::arg("width"), nb::arg("height"), nb::kw_only(),
           nb::arg("table_bytes") = Solver::default_table_bytes)
      .def_prop_ro("table_bytes", &Solver::table_bytes, "The size of its table when full.")
      .def("solve", solve, nb::arg("position"), nb::kw_only(), nb::arg("nodes") = nb::none(),
           nb::arg("threads") = 1, nb::arg("progress") = nb::none(),
           nb::sig("def solve(self, position: Position, *, nodes: int | None = None, "
                   "threads: int = 1, progress: collections.abc.Callable[[int], object] | None = "
                   "None) -> tuple[int | None, tuple[int, int] | None, int]"),
           "Winner and best move, None if the limit was reached first, and nodes.");
}

}  // namespace lastknight
