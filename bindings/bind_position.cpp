// The position. Methods return positions of the class they were called on, so that a subclass, as
// in lastknight.position, can add to them.
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/typing.h>

#include <optional>

#include "bindings.hpp"
#include "errors.hpp"
#include "notation.hpp"
#include "perft.hpp"
#include "symmetry.hpp"

namespace lastknight {

namespace {

using Self = nb::handle_t<AnyPosition>;

const AnyPosition& value(Self self) {
  if (!nb::inst_ready(self)) {
    throw ArgumentError("this position has no board yet: its class must call super().__init__()");
  }
  return *nb::inst_ptr<AnyPosition>(self);
}

template <int Words>
nb::list write_squares(const Board<Words>& board, const Bitboard<Words>& set) {
  nb::list squares;
  for (const Square square : set) squares.append(write_square(board.shape(), square));
  return squares;
}

// The width or height of a board.
long read_side(nb::int_ side) {
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(side.ptr(), &overflow);
  if (overflow == 0) return value;
  throw BoardError(
      "a board needs a width and a height of at least 1 and at most 128 squares in "
      "all, got a much larger side");
}

void construct(AnyPosition* self, nb::int_ width, nb::int_ height, nb::iterable blocked) {
  std::vector<Coordinates> squares;
  const bool is_text = nb::isinstance<nb::str>(blocked);
  const nb::object parts = is_text ? blocked.attr("split")() : nb::object(blocked);
  for (const nb::handle square : parts) squares.push_back(read_square(square));
  new (self) AnyPosition(start_position(read_side(width), read_side(height), squares));
}

std::uint64_t count_leaves(const AnyPosition& position, nb::object given) {
  const int depth = static_cast<int>(read_whole(given, "a depth", 0, 128));
  const nb::gil_scoped_release unlocked;
  return std::visit([&](const auto& p) { return perft(p, depth, InterruptCheck{}); }, position);
}

nb::object locate(const AnyPosition& position, nb::object player) {
  return std::visit(
      [&](const auto& p) -> nb::object {
        const Square square = p.location(read_player(player));
        if (square == p.unplaced) return nb::none();
        return write_square(p.board().shape(), square);
      },
      position);
}

nb::list list_moves(const AnyPosition& position, nb::object player) {
  return std::visit(
      [&](const auto& p) {
        const Player who = player.is_none() ? p.to_move() : read_player(player);
        return write_squares(p.board(), p.legal_moves(who));
      },
      position);
}

nb::list list_symmetries(Self self) {
  nb::list images;
  std::visit(
      [&](const auto& p) {
        for (Symmetry symmetry = 0; symmetry < p.board().symmetries(); ++symmetry) {
          images.append(write_position(self.type(), image(symmetry, p)));
        }
      },
      value(self));
  return images;
}

std::optional<int> winner(const AnyPosition& position) {
  return std::visit(
      [](const auto& p) {
        const std::optional<Player> player = p.winner();
        return player ? std::optional(number(*player)) : std::nullopt;
      },
      position);
}

// A property's getter that works for boards of one and of two words.
template <class Read>
auto reader(Read read) {
  return [read](const AnyPosition& position) { return std::visit(read, position); };
}

}  // namespace

nb::object write_position(nb::handle type, const AnyPosition& position) {
  nb::object self = nb::inst_alloc(type);
  new (nb::inst_ptr<AnyPosition>(self)) AnyPosition(position);
  nb::inst_mark_ready(self);
  return self;
}

void InterruptCheck::operator()() const {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(50)) return;
  last_ = now;
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void bind_position(nb::module_& module) {
  nb::class_<AnyPosition>(module, "Position")
      .def("__init__", construct, nb::arg("width") = 7, nb::arg("height") = 7,
           nb::arg("blocked") = nb::make_tuple(),
           nb::sig(
               "def __init__(self, width: int = 7, height: int = 7, "
               "blocked: str | collections.abc.Iterable[str | collections.abc.Sequence[int]] = ()) "
               "-> None"))
      .def_prop_ro(
          "width", [](const AnyPosition& p) { return shape(p).width; }, "The number of columns.")
      .def_prop_ro(
          "height", [](const AnyPosition& p) { return shape(p).height; }, "The number of rows.")
      .def_prop_ro("to_move", reader([](const auto& p) { return number(p.to_move()); }),
                   "The player to move: 1 or 2.")
      .def_prop_ro("blank",
                   reader([](const auto& p) { return write_squares(p.board(), p.blank()); }),
                   nb::sig("def blank(self) -> list[tuple[int, int]]"),
                   "The squares nobody has visited, sorted.")
      .def_prop_ro("blocked",
                   reader([](const auto& p) { return write_squares(p.board(), p.blocked()); }),
                   nb::sig("def blocked(self) -> list[tuple[int, int]]"),
                   "The squares that are gone: neither blank nor under a knight, sorted.")
      .def_prop_ro("is_over", reader([](const auto& p) { return p.is_over(); }),
                   "Whether the player to move has no legal move and has lost.")
      .def_prop_ro("winner", winner, "The player who has won, or None while the game goes on.")
      .def("location", locate, nb::arg("player").none(),
           nb::sig("def location(self, player: int) -> tuple[int, int] | None"),
           R"(Where a player's knight stands, or None before it is placed.

>>> Position.from_moves("d4").location(1)
(3, 3)
)")
      .def("legal_moves", list_moves, nb::arg("player").none() = nb::none(),
           nb::sig("def legal_moves(self, player: int | None = None) -> list[tuple[int, int]]"),
           R"(A player's legal moves, sorted; by default those of the player to move.

>>> Position.from_moves("a1 d4").legal_moves()
[(1, 2), (2, 1)]
)")
      .def(
          "play",
          [](Self self, nb::object move) {
            return write_position(self.type(), play(value(self), read_square(move)));
          },
          nb::arg("move").none(),
          nb::sig("def play(self, move: str | collections.abc.Sequence[int]) -> typing.Self"),
          R"(The position after a move of the player to move.

Raises IllegalMove, saying why, if the move is not legal.

>>> Position().play("d4").play((0, 1)).to_move
1
)")
      .def("perft", count_leaves, nb::arg("depth").none(),
           nb::sig("def perft(self, depth: int) -> int"),
           R"(The number of move sequences of exactly this many plies.

Games that end sooner do not count.

>>> Position().perft(2)
2352
)")
      .def("symmetries", list_symmetries, nb::sig("def symmetries(self) -> list[typing.Self]"),
           R"(The images under the board's symmetries, this position first.

There are eight on a square board and four on any other; some may be equal.

>>> len(Position().symmetries()), len(Position(width=5).symmetries())
(8, 4)
)")
      .def(
          "canonical",
          [](Self self) {
            return write_position(
                self.type(),
                std::visit([](const auto& p) -> AnyPosition { return canonical(p); }, value(self)));
          },
          nb::sig("def canonical(self) -> typing.Self"),
          R"(The canonical one among the symmetric images: the one with the smallest text.

>>> Position.from_moves("a1").canonical() == Position.from_moves("g7").canonical()
True
)")
      .def("__str__", format_position)
      .def(nb::self == nb::self, nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const AnyPosition& p) { return static_cast<Py_hash_t>(hash(p) >> 1); });

  module.attr("P") = nb::type_var("P", nb::arg("bound") = module.attr("Position"));
  module.def(
      "parse_position",
      [](nb::type_object_t<AnyPosition> type, nb::object text) {
        return write_position(type, parse_position(read_text(text, "a position")));
      },
      nb::arg("cls"), nb::arg("text").none(),
      nb::sig("def parse_position(cls: type[P], text: str) -> P"),
      "A position of the given class from its line of text.");
}

}  // namespace lastknight
