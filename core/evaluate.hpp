// Any heuristic as a value: one of the catalogue, a user's own, or a composition of others; and
// what it says of a position.
#pragma once

#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "any_position.hpp"
#include "heuristics.hpp"

namespace lastknight {

// What a user's compiled function reads: plain words at fixed places, the same for every board.
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

// A user's heuristic compiled to machine code. Whoever made it keeps the code alive.
struct Compiled {
  double (*function)(const ViewWords*);

  template <int Words>
  double operator()(const View<Words>& view) const;
};

// A user's heuristic that only the caller knows how to ask.
struct Callback {
  std::function<double(const AnyPosition&, Player)> function;

  template <int Words>
  double operator()(const View<Words>& view) const;
};

struct Expression;

// Heuristics put together.
struct Composite {
  std::shared_ptr<const Expression> expression;

  template <int Words>
  double operator()(const View<Words>& view) const {
    return (*this)(view, [] {});
  }
  template <int Words, class Poll>
  double operator()(const View<Words>& view, const Poll& poll) const;
};

using Heuristic = std::variant<Null, Open, Improved, Center, CenterWeighted, BlankRatio, EdgeRatio,
                               MaxDistance, Outer, Value, ReachOwn, Reach, SharedMoves, Ratio,
                               LongestPath, RatioChase, Compiled, Callback, Composite>;

// Whether a value never takes more than some nanoseconds.
template <class Kind>
constexpr bool is_quick = true;
template <>
inline constexpr bool is_quick<LongestPath> = false;
template <>
inline constexpr bool is_quick<Compiled> = false;
template <>
inline constexpr bool is_quick<Callback> = false;
template <>
inline constexpr bool is_quick<Composite> = false;

struct Expression {
  enum class Kind { number, sum, difference, product, quotient, until_blank };

  Kind kind;
  double number = 0;             // the number itself, or the part of the squares that are blank
  std::vector<Heuristic> parts;  // two, but for a number
};

// Whether asking the heuristic calls back to whoever made it.
bool calls_back(const Heuristic& heuristic);

// The largest finite value stands in for an infinite one: only the end of a game is infinite.
// Throws HeuristicError for what is not a number.
double bounded(double value, const AnyPosition& position);

// What the heuristic says where the game is not over.
template <int Words, class Kind, class Poll>
auto evaluate(const Kind& heuristic, const View<Words>& view, const Poll& poll) {
  if constexpr (std::is_invocable_v<const Kind&, const View<Words>&, const Poll&>) {
    return heuristic(view, poll);
  } else {
    return heuristic(view);
  }
}

// What the heuristic says of any position: -inf where the player must move and cannot, +inf where
// the opponent must and cannot.
double evaluate(const Heuristic& heuristic, const AnyPosition& position, Player player,
                const std::function<void()>& poll);

// A compiled heuristic asked about many positions of one board for one player, with what is the
// same in all of them written down once.
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
  // Apart, and from the words alone: what it needs must not cost the usual case anything.
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

// What a search asks again and again in place of the heuristic: most often the heuristic itself.
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
