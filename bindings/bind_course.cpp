// The hot loops of the course's board (lastknight.aind), over the live Python list that is its
// state. They share nothing with the rules of the core.
#include <array>
#include <cstdint>
#include <utility>

#include "bindings.hpp"

namespace lastknight {

namespace {

constexpr Py_ssize_t most_moves = 8;

// Whether a cell equals 0; agents may put anything into it.
bool is_blank(nb::handle cell) {
  const int answer = PyLong_CheckExact(cell.ptr())
                         ? PyObject_Not(cell.ptr())
                         : PyObject_RichCompareBool(cell.ptr(), nb::int_(0).ptr(), Py_EQ);
  if (answer < 0) throw nb::python_error();
  return answer == 1;
}

nb::object cell_at(nb::handle state, Py_ssize_t index) {
  if (PyList_CheckExact(state.ptr()) && index >= 0 && index < PyList_GET_SIZE(state.ptr())) {
    return nb::borrow(PyList_GET_ITEM(state.ptr(), index));
  }
  PyObject* const cell = PySequence_GetItem(state.ptr(), index);
  if (cell == nullptr) throw nb::python_error();
  return nb::steal(cell);
}

// `steps` is index, square, index, square, ...; a negative number keeps the order, any other
// selects a permutation.
nb::object course_moves(nb::handle state, nb::tuple steps, std::int64_t number) {
  std::array<PyObject*, most_moves> moves{};
  Py_ssize_t count = 0;
  const Py_ssize_t size = PyTuple_GET_SIZE(steps.ptr());
  for (Py_ssize_t place = 0; place + 1 < size && count < most_moves; place += 2) {
    const Py_ssize_t index = PyLong_AsSsize_t(PyTuple_GET_ITEM(steps.ptr(), place));
    if (is_blank(cell_at(state, index))) {
      moves[static_cast<std::size_t>(count++)] = PyTuple_GET_ITEM(steps.ptr(), place + 1);
    }
  }
  if (number >= 0) {
    for (std::int64_t left = count; left > 1; --left) {
      std::swap(moves[static_cast<std::size_t>(left - 1)],
                moves[static_cast<std::size_t>(number % left)]);
      number /= left;
    }
  }
  nb::object found = nb::steal(PyList_New(count));
  if (!found.is_valid()) throw nb::python_error();
  for (Py_ssize_t place = 0; place < count; ++place) {
    PyObject* const move = moves[static_cast<std::size_t>(place)];
    Py_INCREF(move);
    PyList_SET_ITEM(found.ptr(), place, move);
  }
  return found;
}

nb::list course_blanks(nb::handle state, nb::tuple squares) {
  nb::list found;
  const Py_ssize_t size = PyTuple_GET_SIZE(squares.ptr());
  for (Py_ssize_t index = 0; index < size; ++index) {
    if (is_blank(cell_at(state, index))) {
      found.append(nb::handle(PyTuple_GET_ITEM(squares.ptr(), index)));
    }
  }
  return found;
}

// The state of the course's board: the cells column by column, the side to move, the locations of
// players 2 and 1; and the number of squares that are not blank.
nb::tuple course_state(const AnyPosition& any) {
  return std::visit(
      [](const auto& position) {
        const Shape shape = position.board().shape();
        nb::list state;
        for (int column = 0; column < shape.width; ++column) {
          for (int row = 0; row < shape.height; ++row) {
            state.append(position.blank().has(shape.square(row, column)) ? 0 : 1);
          }
        }
        state.append(number(position.to_move()) - 1);
        for (const Player player : {Player::two, Player::one}) {
          const Square square = position.location(player);
          if (position.is_placed(player)) {
            state.append(shape.row(square) + shape.column(square) * shape.height);
          } else {
            state.append(nb::none());
          }
        }
        return nb::make_tuple(state, shape.squares() - position.blank().count());
      },
      any);
}

}  // namespace

void bind_course(nb::module_& module) {
  module.def("course_moves", course_moves, nb::arg("state"), nb::arg("steps"), nb::arg("number"),
             nb::sig("def course_moves(state: object, steps: tuple[object, ...], number: int) -> "
                     "list[tuple[int, int]]"),
             "The squares of `steps` (index, square, index, square, ...) whose cells of the state "
             "are 0, permuted by a number; a negative one keeps the order.");
  module.def("course_blanks", course_blanks, nb::arg("state"), nb::arg("squares"),
             nb::sig("def course_blanks(state: object, squares: tuple[tuple[int, int], ...]) -> "
                     "list[tuple[int, int]]"),
             "The squares whose cells of the state are 0.");
  module.def("course_state", course_state, nb::arg("position"),
             nb::sig("def course_state(position: Position) -> "
                     "tuple[list[int | None], int]"),
             "The state of the course's board in a position, and how many squares are not blank.");
}

}  // namespace lastknight
