#include <nanobind/stl/optional.h>

#include <optional>

#include "bindings.hpp"
#include "errors.hpp"
#include "search.hpp"

namespace lastknight {

namespace {

nb::tuple write_choice(const Choice& choice, Shape shape) {
  const auto square = [&](Square index) {
    return nb::make_tuple(shape.row(index), shape.column(index));
  };
  nb::list line;
  for (const Square move : choice.line.span()) line.append(square(move));
  return nb::make_tuple(square(choice.move), choice.score, choice.depth, choice.nodes,
                        choice.evaluations, choice.seconds, nb::tuple(line), choice.is_solved);
}

}  // namespace

Limit read_limit(std::optional<int> depth, std::optional<std::uint64_t> nodes,
                 std::optional<double> seconds) {
  return {depth.value_or(Limit::any_depth), nodes.value_or(Limit::any_nodes),
          seconds.value_or(Limit::any_seconds)};
}

void bind_search(nb::module_& module) {
  nb::enum_<Method>(module, "Method", "How a search goes through the tree.")
      .value("MINIMAX", Method::minimax)
      .value("ALPHA_BETA", Method::alpha_beta);

  module.def(
      "choose",
      [](const AnyPosition& position, const Heuristic& heuristic, Method method,
         std::optional<int> depth, std::optional<std::uint64_t> nodes,
         std::optional<double> seconds, std::uint64_t seed) {
        const bool is_over = std::visit([](const auto& p) { return p.is_over(); }, position);
        if (is_over) throw ArgumentError("the game is over: there is no move to choose");
        const Limit limit = read_limit(depth, nodes, seconds);
        Choice choice;
        {
          const nb::gil_scoped_release unlocked;
          const auto start = Clock::now();
          std::visit(
              [&](const auto& p) {
                choose(p, heuristic, method, limit, seed, InterruptCheck{}, true, choice);
              },
              position);
          choice.seconds = std::chrono::duration<double>(Clock::now() - start).count();
        }
        return write_choice(choice, shape(position));
      },
      nb::arg("position"), nb::arg("heuristic"), nb::arg("method"), nb::kw_only(),
      nb::arg("depth") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("seconds") = nb::none(),
      nb::arg("seed"),
      nb::sig("def choose(position: Position, heuristic: Heuristic, method: Method, *, "
              "depth: int | None = None, nodes: int | None = None, seconds: float | None = None, "
              "seed: int) -> tuple[tuple[int, int], float, int, int, int, float, "
              "tuple[tuple[int, int], ...], bool]"),
      "Move, score, depth, nodes, evaluations, seconds, line and whether the game is solved.");
}

}  // namespace lastknight
