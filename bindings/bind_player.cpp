// Native players, and how they choose.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "bindings.hpp"
#include "errors.hpp"
#include "player.hpp"
#include "thread_time.hpp"

namespace lastknight {

namespace {

void construct(NativePlayer* self, const std::string& name, const Heuristic* heuristic,
               std::optional<int> depth, std::optional<std::uint64_t> nodes,
               std::optional<double> seconds) {
  const Limit limit{depth.value_or(Limit::any_depth), nodes.value_or(Limit::any_nodes),
                    seconds.value_or(Limit::any_seconds)};
  new (self) NativePlayer(make_player(name, heuristic, limit));
}

nb::tuple write_choice(const Choice& choice, Shape shape, double seconds) {
  nb::list line;
  for (const Square move : choice.line.span()) line.append(write_square(shape, move));
  const bool has_score = choice.depth > 0 || choice.is_solved;
  const nb::object score = has_score ? nb::object(nb::float_(choice.score)) : nb::none();
  return nb::make_tuple(write_square(shape, choice.move), score, choice.depth, choice.nodes,
                        choice.evaluations, seconds, nb::tuple(line), choice.is_solved);
}

nb::tuple choose_move(const NativePlayer& player, const AnyPosition& position, std::uint64_t seed,
                      nb::handle on_depth) {
  const bool is_over = std::visit([](const auto& p) { return p.is_over(); }, position);
  if (is_over) throw ArgumentError("the game is over: there is no move to choose");
  const auto seconds = [start = thread_seconds()] { return thread_seconds() - start; };
  Hooks hooks{.interrupt = InterruptCheck{}, .wants_line = true};
  if (!on_depth.is_none()) {
    hooks.on_depth = [&](const Choice& choice) {
      const nb::gil_scoped_acquire lock;
      on_depth(write_choice(choice, shape(position), seconds()));
    };
  }
  Choice choice;
  {
    const nb::gil_scoped_release unlocked;
    std::visit([&](const auto& p) { choose(player, p, seed, hooks, choice); }, position);
  }
  return write_choice(choice, shape(position), seconds());
}

}  // namespace

void bind_player(nb::module_& module) {
  nb::class_<NativePlayer>(module, "NativePlayer", "A player that the core plays by itself.")
      .def("__init__", construct, nb::arg("name"), nb::arg("heuristic").none() = nb::none(),
           nb::kw_only(), nb::arg("depth") = nb::none(), nb::arg("nodes") = nb::none(),
           nb::arg("seconds") = nb::none());

  module.def(
      "choose", choose_move, nb::arg("player"), nb::arg("position"), nb::kw_only(), nb::arg("seed"),
      nb::arg("on_depth").none() = nb::none(),
      nb::sig("def choose(player: NativePlayer, position: Position, *, seed: int, "
              "on_depth: collections.abc.Callable[[tuple[tuple[int, int], float | None, "
              "int, int, int, float, tuple[tuple[int, int], ...], bool]], object] | None = "
              "None) -> tuple[tuple[int, int], float | None, int, int, int, float, "
              "tuple[tuple[int, int], ...], bool]"),
      "Move, score, depth, nodes, evaluations, seconds, line and whether the game is solved."
      " `on_depth` gets the same after each finished depth; what it raises ends the search.");
}

}  // namespace lastknight
