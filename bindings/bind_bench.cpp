// What the benchmark times natively, without Python in between.
#include <nanobind/stl/pair.h>

#include <chrono>

#include "../benchmarks/bare_loop.hpp"
#include "bindings.hpp"
#include "player.hpp"

namespace lastknight {

namespace {

// Nodes and seconds of some work.
template <class Work>
std::pair<std::uint64_t, double> timed(Work work) {
  const nb::gil_scoped_release unlocked;
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t nodes = work();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return {nodes, seconds.count()};
}

std::uint64_t search_openings(const AnyPosition& start, const Heuristic& heuristic, int depth) {
  const SearchPlayer player{heuristic, Method::alpha_beta, {.depth = depth}};
  const Hooks hooks{InterruptCheck{}};
  return std::visit(
      [&](const auto& empty) {
        std::uint64_t nodes = 0;
        std::uint64_t seed = 0;
        Choice choice;
        for (const Square one : empty.legal_moves()) {
          const auto placed = empty.play(one);
          for (const Square two : placed.legal_moves()) {
            const auto opening = placed.play(two);
            if (opening.is_over()) continue;
            player.choose(opening, ++seed, hooks, choice);
            nodes += choice.nodes;
          }
        }
        return nodes;
      },
      start);
}

}  // namespace

void bind_bench(nb::module_& module) {
  module.def(
      "time_bare_loop",
      [](int depth) { return timed([&] { return bare::search_openings(depth); }); },
      nb::arg("depth"),
      "Nodes and seconds of a bare alpha-beta loop from every two-ply opening of 7x7.");
  module.def(
      "time_bare_games",
      [](int depth) { return timed([&] { return bare::play_openings(depth); }); }, nb::arg("depth"),
      "Plies and seconds of a bare game from every two-ply opening of 7x7.");
  module.def(
      "time_searches",
      [](const AnyPosition& start, const Heuristic& heuristic, int depth) {
        return timed([&] { return search_openings(start, heuristic, depth); });
      },
      nb::arg("start"), nb::arg("heuristic"), nb::arg("depth"),
      "Nodes and seconds of the search behind AlphaBeta from every two-ply opening of a board.");
}

}  // namespace lastknight
