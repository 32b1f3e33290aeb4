// Chunks of games. Results come back as bytes, column by column, with no object per game.
#include <nanobind/stl/vector.h>

#include <cstring>
#include <numeric>

#include "arena.hpp"
#include "bindings.hpp"
#include "errors.hpp"

namespace lastknight {

namespace {

nb::tuple play_games(const NativePlayer& a, const NativePlayer& b,
                     const std::vector<nb::handle_t<AnyPosition>>& openings, std::uint64_t seed,
                     std::uint64_t first_job, int kept_pairs, const StopFlag& stop) {
  std::vector<AnyPosition> positions;
  for (const auto& opening : openings) positions.push_back(nb::cast<const AnyPosition&>(opening));
  ChunkRecord record;
  {
    const nb::gil_scoped_release unlocked;
    record = play_chunk(a, b, {positions, seed, first_job, kept_pairs}, [&] { stop.check(); });
  }
  return nb::make_tuple(as_bytes(record.a_won), as_bytes(record.plies), as_bytes(record.moves),
                        as_bytes(record.choices), as_bytes(record.totals));
}

}  // namespace

void bind_arena(nb::module_& module) {
  nb::exception<Stopped>(module, "Stopped");

  nb::class_<StopFlag>(module, "StopFlag",
                       "Stops chunks and labels that other threads are working on.")
      .def(nb::init<>())
      .def(
          "set", [](StopFlag& flag) { flag.is_set = true; },
          "Stop all work that was given this flag.");

  module.def(
      "hash_games",
      [](nb::bytes openings, nb::bytes plies, nb::bytes moves) {
        const auto* bytes = static_cast<const std::uint8_t*>(moves.data());
        const auto* lengths = static_cast<const std::uint8_t*>(plies.data());
        std::vector<std::uint64_t> numbers(openings.size() / sizeof(std::uint64_t));
        std::memcpy(numbers.data(), openings.data(), numbers.size() * sizeof(std::uint64_t));
        const std::span<const std::uint8_t> all(lengths, plies.size());
        const auto total = std::accumulate(all.begin(), all.end(), std::size_t{0});
        if (numbers.size() * 2 != all.size() || total != moves.size()) {
          throw ArgumentError("openings, plies and moves do not belong to the same games");
        }
        return as_bytes(hash_games(numbers, all, {bytes, moves.size()}));
      },
      nb::arg("openings"), nb::arg("plies"), nb::arg("moves"),
      "A 64-bit hash for each game, equal for equal games, as bytes.");
  module.def(
      "play_chunk", play_games, nb::arg("a"), nb::arg("b"), nb::arg("openings"), nb::kw_only(),
      nb::arg("seed"), nb::arg("first_job"), nb::arg("kept_pairs"), nb::arg("stop"),
      nb::sig("def play_chunk(a: NativePlayer, b: NativePlayer, "
              "openings: collections.abc.Sequence[Position], *, seed: int, first_job: int, "
              "kept_pairs: int, stop: StopFlag) -> tuple[bytes, bytes, bytes, bytes, bytes]"),
      "Who won (1: A), plies, moves, kept choices and totals by side and ply, as bytes.");
}

}  // namespace lastknight
