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

// Labels positions of one board, without the GIL.
template <class MakeJudge>
nb::bytes label_all(const Handles& handles, const StopFlag& stop, const MakeJudge& make_judge) {
  std::vector<AnyPosition> positions;
  for (const auto& handle : handles) positions.push_back(nb::cast<const AnyPosition&>(handle));
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
             "Records of positions with the moves that are proved to win, each within the nodes.");
  module.def("label_by_score", label_by_score, nb::arg("player"), nb::arg("positions"),
             nb::kw_only(), nb::arg("stop"),
             nb::sig("def label_by_score(player: NativePlayer, "
                     "positions: collections.abc.Sequence[Position], *, stop: StopFlag) -> bytes"),
             "Records of positions with the moves that win in the judgement of a player.");
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
