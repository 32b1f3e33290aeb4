// Heuristics as opaque values; names, parameters and specs are read in Python.
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>

#include "bindings.hpp"
#include "errors.hpp"
#include "evaluate.hpp"
#include "notation.hpp"

namespace lastknight {

namespace {

// Calls a Python function; an exception there becomes a HeuristicError that names the position.
class PythonCall {
 public:
  PythonCall(nb::object function, nb::object type, std::string name)
      : function_(std::move(function)), type_(std::move(type)), name_(std::move(name)) {}

  double operator()(const AnyPosition& position, Player player) const {
    const nb::gil_scoped_acquire lock;
    try {
      const nb::object value = function_(write_position(type_, position), number(player));
      const double result = PyFloat_AsDouble(value.ptr());
      if (result == -1.0 && PyErr_Occurred()) throw nb::python_error();
      return result;
    } catch (nb::python_error& error) {
      if (error.matches(PyExc_KeyboardInterrupt)) throw;  // Ctrl-C passes through
      const std::string what = one_line(text_of(error.value()));
      std::string raised = text_of(error.type().attr("__name__"));
      if (!what.empty()) raised += ": " + what;
      nb::raise_from(error, heuristic_error(), "heuristic %s raised %s; player %d, position %s",
                     name_.c_str(), raised.c_str(), number(player),
                     format_position(position).c_str());
    }
  }

 private:
  nb::object function_;
  nb::object type_;
  std::string name_;
};

template <class Value>
Heuristic compiled(std::uint64_t one_word, std::uint64_t two_words) {
  using Kind = Compiled<Value>;
  return Kind{reinterpret_cast<typename Kind::OneWord>(one_word),
              reinterpret_cast<typename Kind::TwoWords>(two_words)};
}

using WeightTuples = std::vector<std::array<int, 3>>;

std::vector<ChampionWeight> read_weights(const WeightTuples& tuples, int size) {
  if (std::ssize(tuples) != size) {
    throw ArgumentError("the champion has " + std::to_string(size) + " weights here, got " +
                        std::to_string(tuples.size()));
  }
  std::vector<ChampionWeight> weights;
  for (const auto& [level, slope, curve] : tuples) weights.push_back({level, slope, curve});
  return weights;
}

// The champion with other weights; the keys are those of `champion_weights`.
Heuristic champion(const std::map<std::pair<std::string, std::string>, WeightTuples>& weights) {
  const auto read = [&](const char* role, const char* mover) {
    const auto found = weights.find({role, mover});
    if (found == weights.end()) {
      throw ArgumentError(std::string("there are no weights for the ") + role + " with the " +
                          mover + " to move");
    }
    return read_weights(found->second, ChampionTable::features(mover == std::string("attacker")));
  };
  const auto attacker = read("attacker", "attacker"), attacker_waits = read("attacker", "defender");
  const auto defender_waits = read("defender", "attacker"), defender = read("defender", "defender");
  return Champion(std::make_shared<ChampionTable>(
      ChampionWeights{attacker, attacker_waits, defender_waits, defender}));
}

// Label, sign, number, squares and player (None: both) of each term; None if the heuristic cannot
// list its terms.
nb::object write_terms(const Heuristic& heuristic, const AnyPosition& position, nb::object player) {
  const Player own = read_player(player);
  const auto terms = explain(heuristic, position, own, InterruptCheck{});
  if (!terms) return nb::none();
  const Shape board = shape(position);
  nb::list all;
  for (const Term& term : *terms) {
    nb::list squares;
    for (const Square square : term.squares) squares.append(write_square(board, square));
    nb::object whose = nb::none();
    if (term.side != Side::both) {
      whose = nb::int_(number(term.side == Side::own ? own : opponent(own)));
    }
    const char sign[] = {static_cast<char>(term.sign), '\0'};
    all.append(nb::make_tuple(term.label, sign, term.number, nb::tuple(squares), whose));
  }
  return all;
}

}  // namespace

void bind_heuristic(nb::module_& module) {
  nb::enum_<Combination>(module, "Combination", "How two heuristics are combined.")
      .value("SUM", Combination::sum)
      .value("DIFFERENCE", Combination::difference)
      .value("PRODUCT", Combination::product)
      .value("QUOTIENT", Combination::quotient)
      .value("UNTIL_BLANK", Combination::until_blank)
      .value("BY_ROLE", Combination::by_role);

  nb::class_<Heuristic>(module, "Heuristic", "A heuristic that the core can evaluate.")
      .def_static("native", native_heuristic, nb::arg("name"), nb::arg("parameters"),
                  "A heuristic of the catalogue, with all its parameters.")
      .def_static(
          "compiled",
          [](std::uint64_t one_word, std::uint64_t two_words, bool is_integer) {
            return is_integer ? compiled<std::int64_t>(one_word, two_words)
                              : compiled<double>(one_word, two_words);
          },
          nb::arg("one_word"), nb::arg("two_words"), nb::kw_only(), nb::arg("is_integer"),
          "A heuristic compiled to C functions at two addresses, which must stay valid: one for "
          "boards of up to 64 squares and one for larger boards.")
      .def_static(
          "python",
          [](nb::object function, nb::type_object_t<AnyPosition> type, std::string name) {
            return Heuristic(Callback{PythonCall(function, type, std::move(name))});
          },
          nb::arg("function"), nb::arg("position_class"), nb::arg("name"),
          "A heuristic that calls f(position, player) -> float.")
      .def_static("champion", champion, nb::arg("weights"),
                  nb::sig("def champion(weights: collections.abc.Mapping[tuple[str, str], "
                          "collections.abc.Sequence[tuple[int, int, int]]]) -> Heuristic"),
                  "The champion with other weights, in the form that `champion_weights` returns.")
      .def_static("number", constant, nb::arg("number"), "The same value everywhere.")
      .def_static(
          "combine",
          nb::overload_cast<Combination, const Heuristic&, const Heuristic&, double>(combine),
          nb::arg("kind"), nb::arg("first"), nb::arg("second"), nb::kw_only(),
          nb::arg("number") = 0.0,
          "Two heuristics combined. For UNTIL_BLANK, `number` is the share of blank squares "
          "above which the first one counts; for BY_ROLE, it is 1 if the first one is for the "
          "attacker, -1 if it is for the defender.")
      .def_prop_ro(
          "is_linear",
          [](const Heuristic& heuristic) { return std::holds_alternative<Linear>(heuristic); },
          "Whether it is evaluated as one weighted sum of counts.")
      .def_prop_ro("needs_python", calls_back, "Whether evaluating it runs Python code.")
      .def(
          "value",
          [](const Heuristic& heuristic, const AnyPosition& position, nb::object player) {
            return evaluate(heuristic, position, read_player(player), InterruptCheck{});
          },
          nb::arg("position"), nb::arg("player").none(),
          nb::sig("def value(self, position: Position, player: int) -> float"),
          "Its value of a position for a player.")
      .def("terms", write_terms, nb::arg("position"), nb::arg("player").none(),
           nb::sig("def terms(self, position: Position, player: int) -> list[tuple[str, str, "
                   "float, tuple[tuple[int, int], ...], int | None]] | None"),
           "Label, sign, number, squares and player of each term of the value of a native "
           "heuristic or building block; None for other heuristics.");
}

}  // namespace lastknight
