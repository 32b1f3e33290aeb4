// The core's errors become the Python classes that lastknight.errors registers; before that, for
// example while the stub is generated, they are plain ValueErrors.
#include "bindings.hpp"
#include "errors.hpp"

namespace lastknight {

namespace {

struct ErrorClasses {
  PyObject* board = PyExc_ValueError;
  PyObject* notation = PyExc_ValueError;
  PyObject* illegal_move = PyExc_ValueError;
  PyObject* argument = PyExc_ValueError;
  PyObject* call = PyExc_TypeError;
  PyObject* heuristic = PyExc_RuntimeError;
};

ErrorClasses classes;
PyObject* show_value = reinterpret_cast<PyObject*>(&PyUnicode_Type);

void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const BoardError& error) {
    PyErr_SetString(classes.board, error.what());
  } catch (const NotationError& error) {
    PyErr_SetString(classes.notation, error.what());
  } catch (const IllegalMove& error) {
    PyErr_SetString(classes.illegal_move, error.what());
  } catch (const ArgumentError& error) {
    PyErr_SetString(classes.argument, error.what());
  } catch (const HeuristicError& error) {
    PyErr_SetString(classes.heuristic, error.what());
  }
}

}  // namespace

PyObject* heuristic_error() { return classes.heuristic; }

PyObject* call_error() { return classes.call; }

PyObject* show_function() { return show_value; }

void bind_errors(nb::module_& module) {
  nb::register_exception_translator(translate);
  module.def(
      "register_errors",
      [](nb::type_object board, nb::type_object notation, nb::type_object illegal_move,
         nb::type_object argument, nb::type_object call, nb::type_object heuristic,
         nb::callable show) {
        // Kept until the process ends, like the module itself.
        classes = {board.release().ptr(),    notation.release().ptr(), illegal_move.release().ptr(),
                   argument.release().ptr(), call.release().ptr(),     heuristic.release().ptr()};
        show_value = show.release().ptr();
      },
      nb::kw_only(), nb::arg("board"), nb::arg("notation"), nb::arg("illegal_move"),
      nb::arg("argument"), nb::arg("call"), nb::arg("heuristic"), nb::arg("show"),
      nb::sig(
          "def register_errors(*, board: type[ValueError], notation: type[ValueError], "
          "illegal_move: type[ValueError], argument: type[ValueError], call: "
          "type[TypeError], heuristic: type[Exception], show: Callable[[object], str]) -> None"),
      "Set the Python classes that the core's errors are raised as, and the function that shows "
      "values in their messages.");
}

}  // namespace lastknight
