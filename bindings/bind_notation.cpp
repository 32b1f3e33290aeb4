#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "errors.hpp"
#include "notation.hpp"

namespace lastknight {

namespace {

// Far beyond any board, and the largest number that keeps messages short.
constexpr long largest_coordinate = 999'999;

std::string short_repr(nb::handle object) {
  constexpr std::size_t longest = 60;
  std::string text = nb::repr(object).c_str();
  return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

[[noreturn]] void refuse_square(nb::handle object) {
  throw NotationError("not a square: " + short_repr(object) +
                      "; expected text such as 'd4' or a pair (row, column) of whole numbers");
}

long read_coordinate(nb::handle square, nb::handle part) {
  if (!PyIndex_Check(part.ptr())) refuse_square(square);
  const nb::object whole = nb::steal(PyNumber_Index(part.ptr()));
  if (!whole.is_valid()) throw nb::python_error();
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(whole.ptr(), &overflow);
  if (overflow != 0 || value > largest_coordinate || value < -largest_coordinate) {
    refuse_square(square);
  }
  return value;
}

}  // namespace

std::string read_text(nb::handle object, const char* expected) {
  if (!nb::isinstance<nb::str>(object)) {
    throw NotationError(std::string("expected ") + expected + " as text, got " +
                        short_repr(object));
  }
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (text == nullptr) {
    PyErr_Clear();
    throw NotationError(std::string("expected ") + expected +
                        ", got text with characters that cannot be encoded");
  }
  return {text, static_cast<std::size_t>(size)};
}

Coordinates read_square(nb::handle object) {
  if (nb::isinstance<nb::str>(object)) return parse_square(read_text(object, "a square"));
  const bool is_bytes = PyBytes_Check(object.ptr()) || PyByteArray_Check(object.ptr());
  const bool is_pair =
      !is_bytes && PySequence_Check(object.ptr()) && PySequence_Size(object.ptr()) == 2;
  if (!is_pair) {
    PyErr_Clear();  // an object may claim to be a sequence and have no length
    refuse_square(object);
  }
  return {read_coordinate(object, object[0]), read_coordinate(object, object[1])};
}

nb::tuple write_square(Coordinates coordinates) {
  return nb::make_tuple(coordinates.row, coordinates.column);
}

nb::tuple write_square(Shape shape, Square square) {
  return write_square({shape.row(square), shape.column(square)});
}

Player read_player(int number) {
  if (number != 1 && number != 2) {
    throw ArgumentError("a player is 1 or 2, got " + std::to_string(number));
  }
  return number == 1 ? Player::one : Player::two;
}

void bind_notation(nb::module_& module) {
  module.def(
      "parse_square",
      [](nb::object text) { return write_square(parse_square(read_text(text, "a square"))); },
      nb::arg("text").none(), nb::sig("def parse_square(text: str) -> tuple[int, int]"),
      R"(Row and column of a square given as text.

Raises NotationError for text that is not a column letter and a row number.

>>> parse_square("d4")
(3, 3)
)");
  module.def(
      "format_square",
      [](nb::object square) {
        const Coordinates where = read_square(square);
        if (where.row < 0 || where.column < 0) refuse_square(square);
        return format_square(where);
      },
      nb::arg("square").none(),
      nb::sig("def format_square(square: str | collections.abc.Sequence[int]) -> str"),
      R"(The text of a square given as (row, column).

Raises NotationError for anything that is not a square.

>>> format_square((3, 3))
'd4'
)");
}

}  // namespace lastknight
