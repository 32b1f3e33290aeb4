// Heuristics as opaque values; their names, parameters and texts are Python's business.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include <map>

#include "bindings.hpp"
#include "errors.hpp"
#include "evaluate.hpp"
#include "notation.hpp"

namespace lastknight {

namespace {

using Parameters = std::map<std::string, double>;

Heuristic native_heuristic(const std::string& name, const Parameters& parameters) {
  const auto number = [&](const char* key) { return parameters.at(key); };
  const auto whole = [&](const char* key) { return static_cast<int>(parameters.at(key)); };
  if (name == "null") return Null{};
  if (name == "open") return Open{};
  if (name == "improved") return Improved{};
  if (name == "center") return Center{};
  if (name == "center_weighted") return CenterWeighted{};
  if (name == "blank_ratio") return BlankRatio{};
  if (name == "edge_ratio") return EdgeRatio{};
  if (name == "max_distance") return MaxDistance{};
  if (name == "outer") return Outer{};
  if (name == "value") return Value(whole("power"), number("weight"));
  if (name == "reach") return Reach{whole("k")};
  if (name == "reach_own") return ReachOwn{whole("k")};
  if (name == "shared_moves") return SharedMoves{};
  if (name == "ratio") return Ratio{};
  if (name == "longest_path") return LongestPath{};
  if (name == "ratio_chase") return RatioChase{};
  throw ArgumentError("there is no native heuristic '" + name + "'");
}

// A call into Python that turns whatever goes wrong there into a HeuristicError with the position.
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
      // Ctrl-C goes on as it is.
      if (!error.matches(PyExc_Exception) && !error.matches(PyExc_SystemExit)) throw;
      const std::string what = nb::str(error.value()).c_str();
      const std::string kind = nb::str(error.type().attr("__name__")).c_str();
      nb::raise_from(error, heuristic_error(), "heuristic %s raised %s: %s; player %d, position %s",
                     name_.c_str(), kind.c_str(), what.c_str(), number(player),
                     format_position(position).c_str());
    }
  }

 private:
  nb::object function_;
  nb::object type_;
  std::string name_;
};

Heuristic combine(Expression::Kind kind, const Heuristic& first, const Heuristic& second,
                  double number) {
  return Composite{std::make_shared<const Expression>(Expression{kind, number, {first, second}})};
}

}  // namespace

void bind_heuristic(nb::module_& module) {
  nb::enum_<Expression::Kind>(module, "Combination", "How two heuristics are put together.")
      .value("SUM", Expression::Kind::sum)
      .value("DIFFERENCE", Expression::Kind::difference)
      .value("PRODUCT", Expression::Kind::product)
      .value("QUOTIENT", Expression::Kind::quotient)
      .value("UNTIL_BLANK", Expression::Kind::until_blank);

  nb::class_<Heuristic>(module, "Heuristic", "A heuristic the core can ask.")
      .def_static("native", native_heuristic, nb::arg("name"), nb::arg("parameters"),
                  "One of the catalogue, with all of its parameters.")
      .def_static(
          "compiled",
          [](std::uint64_t address) {
            return Heuristic(Compiled{reinterpret_cast<double (*)(const ViewWords*)>(address)});
          },
          nb::arg("address"), "The function at an address, which must stay where it is.")
      .def_static(
          "python",
          [](nb::object function, nb::type_object_t<AnyPosition> type, std::string name) {
            return Heuristic(Callback{PythonCall(function, type, std::move(name))});
          },
          nb::arg("function"), nb::arg("position_class"), nb::arg("name"),
          "A callable f(position, player) -> float.")
      .def_static(
          "number",
          [](double number) {
            return Heuristic(Composite{std::make_shared<const Expression>(
                Expression{Expression::Kind::number, number, {}})});
          },
          nb::arg("number"), "The same value everywhere.")
      .def_static("combine", combine, nb::arg("kind"), nb::arg("first"), nb::arg("second"),
                  nb::kw_only(), nb::arg("number") = 0.0,
                  "Two heuristics put together; `number` is the part of the squares that must be "
                  "blank for the first to count, where that is the way.")
      .def_prop_ro("needs_python", calls_back, "Whether asking it runs Python code.")
      .def(
          "value",
          [](const Heuristic& heuristic, const AnyPosition& position, int player) {
            return evaluate(heuristic, position, read_player(player), InterruptCheck{});
          },
          nb::arg("position"), nb::arg("player"), "What it says of a position.");
}

}  // namespace lastknight
