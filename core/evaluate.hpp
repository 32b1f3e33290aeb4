// Any heuristic as a value: native, a user's own, or a composition; and its value of a position.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "any_position.hpp"
#include "heuristics.hpp"

namespace lastknight {

// The input of a user's compiled function: words at fixed offsets, the same for every board.
struct ViewWords {
  std::uint64_t own_moves[2];
  std::uint64_t opp_moves[2];
  std::uint64_t blank[2];
  std::int64_t own_location;  // -1 before placement
  std::int64_t opp_location;
  std::int64_t width;
  std::int64_t height;
  std::int64_t player;   // 1 or 2
  std::int64_t to_move;  // 1 or 2
};

// A user's heuristic compiled to machine code. Its maker keeps the code alive.
struct Compiled {
  static constexpr bool is_slow = true;

  double (*function)(const ViewWords*);

  template <int Words>
  double operator()(const View<Words>& view) const;
};

// A user's heuristic that runs outside the core.
struct Callback {
  static constexpr bool is_slow = true;

  std::function<double(const AnyPosition&, Player)> function;

  template <int Words>
  double operator()(const View<Words>& view) const;
};

struct Expression;

// Heuristics combined by arithmetic, or by a switch.
struct Composite {
  static constexpr bool is_slow = true;

  std::shared_ptr<const Expression> expression;

  template <int Words, class Poll>
  double operator()(const View<Words>& view, const Poll& poll) const;
};

using Heuristic = WithNative<Compiled, Callback, Composite>;

// Whether a heuristic is one of the catalogue: it has a name, and terms.
template <class Kind>
constexpr bool is_native = requires { Kind::name; };

// Whether a value always takes just nanoseconds. A slow native one takes a `poll`, which it calls
// regularly and which may throw.
template <class Kind>
constexpr bool is_quick = !requires { Kind::is_slow; };

struct Expression {
  enum class Kind { number, sum, difference, product, quotient, until_blank };

  Kind kind;
  double number = 0;             // the number itself, or the share of blank squares to switch at
  std::vector<Heuristic> parts;  // two, or none for a number
};

// The native heuristic of this name. Throws ArgumentError if there is none.
Heuristic native_heuristic(const std::string& name, const Parameters& parameters);

// Whether evaluating the heuristic calls back to its maker.
bool calls_back(const Heuristic& heuristic);

// Clamps infinities to the largest finite value: only the end of a game is infinite. Throws
// HeuristicError for NaN.
double bounded(double value, const AnyPosition& position);

// The heuristic's value where the game is not over. `terms` gets the terms of a native heuristic.
template <int Words, class Kind, class Sink, class Poll>
auto evaluate(const Kind& heuristic, const View<Words>& view, Sink& terms, const Poll& poll) {
  if constexpr (!is_native<Kind>) {
    if constexpr (std::is_invocable_v<const Kind&, const View<Words>&, const Poll&>) {
      return heuristic(view, poll);
    } else {
      return heuristic(view);
    }
  } else if constexpr (is_quick<Kind>) {
    return heuristic(view, terms);
  } else {
    return heuristic(view, terms, poll);
  }
}
template <int Words, class Kind, class Poll>
auto evaluate(const Kind& heuristic, const View<Words>& view, const Poll& poll) {
  NoTerms none;
  return evaluate(heuristic, view, none, poll);
}

// The heuristic's value of any position: -inf if the player must move and cannot, +inf if the
// opponent must and cannot.
double evaluate(const Heuristic& heuristic, const AnyPosition& position, Player player,
                const std::function<void()>& poll);

// The terms that make up a native heuristic's value; none where the game is over. Nothing for other
// heuristics: what they count, only their makers know.
std::optional<std::vector<Term>> explain(const Heuristic& heuristic, const AnyPosition& position,
                                         Player player, const std::function<void()>& poll);

// A compiled heuristic for many positions of one board and one player: what is the same in all of
// them is written only once.
template <int Words>
class CompiledSeries {
 public:
  CompiledSeries(const Compiled& heuristic, const Board<Words>& board, Player player)
      : function_(heuristic.function), board_(board) {
    words_.width = board.shape().width;
    words_.height = board.shape().height;
    words_.player = number(player);
  }

  [[gnu::always_inline]] double operator()(const View<Words>& view) const {
    for (int word = 0; word < Words; ++word) {
      words_.own_moves[word] = view.own_moves.words[word];
      words_.opp_moves[word] = view.opp_moves.words[word];
      words_.blank[word] = view.blank.words[word];
    }
    words_.own_location = view.is_own_placed() ? view.own_location : -1;
    words_.opp_location = view.is_opp_placed() ? view.opp_location : -1;
    words_.to_move = number(view.to_move);
    const double value = function_(&words_);
    return std::isfinite(value) ? value : bounded_here(value);
  }

 private:
  // Out of line, and from the words alone, so that the usual case pays nothing for it.
  [[gnu::noinline]] double bounded_here(double value) const {
    Bitboard<Words> blank;
    for (int word = 0; word < Words; ++word) blank.words[word] = words_.blank[word];
    const auto square = [](std::int64_t location) {
      return location < 0 ? Board<Words>::unplaced : static_cast<Square>(location);
    };
    std::array<Square, 2> locations{square(words_.own_location), square(words_.opp_location)};
    if (words_.player == 2) std::swap(locations[0], locations[1]);
    const Player to_move = words_.to_move == 1 ? Player::one : Player::two;
    return bounded(value, Position<Words>(board_, blank, locations, to_move));
  }

  double (*function_)(const ViewWords*);
  const Board<Words>& board_;
  mutable ViewWords words_{};
};

template <int Words>
double Compiled::operator()(const View<Words>& view) const {
  return CompiledSeries<Words>(*this, view.board, view.player)(view);
}

// What a search evaluates in place of the heuristic: usually the heuristic itself.
template <int Words, class Kind>
const Kind& series(const Kind& heuristic, const Board<Words>&, Player) {
  return heuristic;
}
template <int Words>
CompiledSeries<Words> series(const Compiled& heuristic, const Board<Words>& board, Player player) {
  return {heuristic, board, player};
}

template <int Words>
double Callback::operator()(const View<Words>& view) const {
  const AnyPosition position = view.position();
  const double value = function(position, view.player);
  return std::isfinite(value) ? value : bounded(value, position);
}

template <int Words, class Poll>
double Composite::operator()(const View<Words>& view, const Poll& poll) const {
  const Expression& whole = *expression;
  if (whole.kind == Expression::Kind::number) return whole.number;
  const auto part = [&](std::size_t index) {
    return std::visit([&](const auto& kind) -> double { return evaluate(kind, view, poll); },
                      whole.parts[index]);
  };
  double value = 0;
  switch (whole.kind) {
    case Expression::Kind::number:
      break;
    case Expression::Kind::sum:
      value = part(0) + part(1);
      break;
    case Expression::Kind::difference:
      value = part(0) - part(1);
      break;
    case Expression::Kind::product:
      value = part(0) * part(1);
      break;
    case Expression::Kind::quotient:
      value = part(0) / part(1);
      break;
    case Expression::Kind::until_blank: {
      const double least = whole.number * view.board.shape().squares();
      value = part(view.blank.count() > least ? 0 : 1);
      break;
    }
  }
  return std::isfinite(value) ? value : bounded(value, view.position());
}

}  // namespace lastknight
