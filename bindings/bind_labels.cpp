// Labels and the values of heuristics for many positions at once, as bytes.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <optional>

#include "bindings.hpp"
#include "errors.hpp"
#include "labels.hpp"

namespace lastknight {

namespace {

using Handles = std::vector<nb::handle_t<AnyPosition>>;

std::vector<AnyPosition> read_positions(const Handles& handles) {
  std::vector<AnyPosition> positions;
  for (const auto& handle : handles) positions.push_back(nb::cast<const AnyPosition&>(handle));
  return positions;
}

// Labels positions of one board, without the GIL.
template <class MakeJudge>
nb::bytes label_all(const Handles& handles, const StopFlag& stop, const MakeJudge& make_judge) {
  const std::vector<AnyPosition> positions = read_positions(handles);
  std::vector<LabelRecord> records;
  {
    const nb::gil_scoped_release unlocked;
    const Interrupt interrupt = [&] { stop.check(); };
    records = label(positions, make_judge(interrupt), interrupt);
  }
  return as_bytes(records);
}

nb::bytes label_by_proof(Solver& solver, const Handles& positions,
                         std::optional<std::uint64_t> nodes, const StopFlag& stop) {
  for (const auto& position : positions)
    check_board(solver, nb::cast<const AnyPosition&>(position));
  return label_all(positions, stop, [&](const Interrupt& interrupt) {
    return judge_by_proof(solver, nodes, interrupt);
  });
}

nb::bytes label_by_score(const NativePlayer& player, const Handles& positions,
                         const StopFlag& stop) {
  return label_all(positions, stop,
                   [&](const Interrupt& interrupt) { return judge_by_score(player, interrupt); });
}

nb::bytes play_all_on(const NativePlayer& attacker, const NativePlayer& defender,
                      const Handles& handles, std::uint64_t seed, const StopFlag& stop) {
  const std::vector<AnyPosition> positions = read_positions(handles);
  std::vector<std::uint8_t> winners;
  {
    const nb::gil_scoped_release unlocked;
    winners = play_on(positions, {attacker, defender}, seed, [&] { stop.check(); });
  }
  return as_bytes(winners);
}

std::vector<LabelRecord> read_records(nb::bytes data) {
  if (data.size() % sizeof(LabelRecord) != 0) {
    throw ArgumentError("records of labels are " + std::to_string(sizeof(LabelRecord)) +
                        " bytes long, got " + std::to_string(data.size()));
  }
  std::vector<LabelRecord> records(data.size() / sizeof(LabelRecord));
  if (!records.empty()) std::memcpy(records.data(), data.data(), data.size());
  return records;
}

Shape read_shape(long width, long height) {
  check_shape(width, height);
  return {static_cast<int>(width), static_cast<int>(height)};
}

nb::bytes evaluate_all(const Heuristic& heuristic, nb::bytes data, long width, long height) {
  const Shape shape = read_shape(width, height);
  const std::vector<LabelRecord> records = read_records(data);
  std::vector<float> values;
  {
    const nb::gil_scoped_release unlocked;
    values = values_after_moves(heuristic, shape, records, InterruptCheck{});
  }
  return as_bytes(values);
}

nb::bytes count_all(nb::bytes data, long width, long height) {
  const Shape shape = read_shape(width, height);
  const std::vector<LabelRecord> records = read_records(data);
  std::vector<std::uint8_t> counts;
  {
    const nb::gil_scoped_release unlocked;
    counts = champion_counts(shape, records);
  }
  return as_bytes(counts);
}

// Level, slope and curve of each weight.
template <std::size_t size>
nb::list write_weights(const ChampionWeight (&weights)[size]) {
  nb::list all;
  for (const auto& [level, slope, curve] : weights) all.append(nb::make_tuple(level, slope, curve));
  return all;
}

nb::dict champion_weights() {
  nb::dict all;
  const auto put = [&](const char* role, const char* mover, const auto& weights) {
    all[nb::make_tuple(role, mover)] = write_weights(weights);
  };
  put("attacker", "attacker", attacker_weights_attacker_moves);
  put("attacker", "defender", attacker_weights_defender_moves);
  put("defender", "attacker", defender_weights_attacker_moves);
  put("defender", "defender", defender_weights_defender_moves);
  return all;
}

nb::list unpack_all(nb::type_object_t<AnyPosition> type, nb::bytes data, long width, long height) {
  const Shape shape = read_shape(width, height);
  nb::list positions;
  for (const LabelRecord& record : read_records(data)) {
    positions.append(write_position(type, unpack(shape, record)));
  }
  return positions;
}

}  // namespace

void bind_labels(nb::module_& module) {
  module.def("label_by_proof", label_by_proof, nb::arg("solver"), nb::arg("positions"),
             nb::kw_only(), nb::arg("nodes") = nb::none(), nb::arg("stop"),
             nb::sig("def label_by_proof(solver: Solver, "
                     "positions: collections.abc.Sequence[Position], *, nodes: int | None = None, "
                     "stop: StopFlag) -> bytes"),
             "Records of positions, with the moves proved to win; `nodes` limits each proof.");
  module.def("label_by_score", label_by_score, nb::arg("player"), nb::arg("positions"),
             nb::kw_only(), nb::arg("stop"),
             nb::sig("def label_by_score(player: NativePlayer, "
                     "positions: collections.abc.Sequence[Position], *, stop: StopFlag) -> bytes"),
             "Records of positions, with the moves that win by a player's scores.");
  module.def("play_on", play_all_on, nb::arg("attacker"), nb::arg("defender"), nb::arg("positions"),
             nb::kw_only(), nb::arg("seed"), nb::arg("stop"),
             nb::sig("def play_on(attacker: NativePlayer, defender: NativePlayer, "
                     "positions: collections.abc.Sequence[Position], *, seed: int, "
                     "stop: StopFlag) -> bytes"),
             "The winner, 1 or 2, of a game that two players play on from each position.");
  module.def("champion_counts", count_all, nb::arg("records"), nb::kw_only(), nb::arg("width"),
             nb::arg("height"),
             "The champion's features of the position of each record, a byte for each; attacker "
             "before defender.");
  module.def("champion_weights", champion_weights,
             nb::sig("def champion_weights() -> dict[tuple[str, str], list[tuple[int, int, "
                     "int]]]"),
             "The champion's weights by whose evaluation it is and who is to move: level, slope "
             "and curve of each feature.");
  module.def("values_after_moves", evaluate_all, nb::arg("heuristic"), nb::arg("records"),
             nb::kw_only(), nb::arg("width"), nb::arg("height"),
             "A heuristic's value after each move of each record, for the player who moved, as "
             "32-bit floats.");
  module.def("unpack_positions", unpack_all, nb::arg("cls"), nb::arg("records"), nb::kw_only(),
             nb::arg("width"), nb::arg("height"),
             nb::sig("def unpack_positions(cls: type[P], records: bytes, *, width: int, "
                     "height: int) -> list[P]"),
             "The positions of records, as objects of the given class.");
}

}  // namespace lastknight
