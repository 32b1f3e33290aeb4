#include <nanobind/stl/string.h>

#include <sstream>

#include "bindings.hpp"
#include "errors.hpp"
#include "notation.hpp"

namespace lastknight {

namespace {

// Far beyond any board, yet short enough for messages.
constexpr long largest_coordinate = 999'999;

[[noreturn]] void refuse_square(nb::handle object) {
  throw NotationError("not a square: " + show(object) +
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

// A str as UTF-8, with escapes for what cannot be encoded; the type of the object if there is no
// str.
std::string encode(nb::object text, nb::handle object) {
  if (text.is_valid()) {
    const nb::object bytes =
        nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
    if (bytes.is_valid()) return PyBytes_AsString(bytes.ptr());
  }
  PyErr_Clear();
  return std::string("a value of type ") + Py_TYPE(object.ptr())->tp_name;
}

}  // namespace

std::string show(nb::handle object) {
  return encode(nb::steal(PyObject_CallOneArg(show_function(), object.ptr())), object);
}

std::string text_of(nb::handle object) {
  return encode(nb::steal(PyObject_Str(object.ptr())), object);
}

std::string one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

std::uint64_t read_whole(nb::handle object, const char* name, std::uint64_t least,
                         std::uint64_t most) {
  if (PyIndex_Check(object.ptr()) && !PyBool_Check(object.ptr())) {
    const nb::object whole = nb::steal(PyNumber_Index(object.ptr()));
    if (whole.is_valid()) {
      const std::uint64_t value = PyLong_AsUnsignedLongLong(whole.ptr());
      if (!PyErr_Occurred() && value >= least && value <= most) return value;
    }
    PyErr_Clear();  // negative, or too large
  }
  throw ArgumentError(std::string(name) + " must be a whole number from " + std::to_string(least) +
                      " to " + std::to_string(most) + ", got " + show(object));
}

std::string read_text(nb::handle object, const char* expected) {
  if (!nb::isinstance<nb::str>(object)) {
    throw NotationError(std::string("expected ") + expected + " as text, got " + show(object));
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

Player read_player(nb::handle number) {
  if (PyIndex_Check(number.ptr()) && !PyBool_Check(number.ptr())) {
    const Py_ssize_t value = PyNumber_AsSsize_t(number.ptr(), nullptr);  // clips large numbers
    if (value == 1) return Player::one;
    if (value == 2) return Player::two;
    PyErr_Clear();
  }
  throw ArgumentError("a player must be 1 or 2, got " + show(number));
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
