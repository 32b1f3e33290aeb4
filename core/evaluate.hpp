// One type for every heuristic: native, a user's own, or a combination of others; and how to
// evaluate a position with it.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "any_position.hpp"
#include "heuristics.hpp"
#include "linear.hpp"

namespace lastknight {

// A user's heuristic compiled to machine code: a C function for boards of one word and one for two.
// Whoever makes it keeps the code alive. Integers stay integers, which the search compares faster.
template <class Value>
struct Compiled {
  static constexpr bool is_slow = true;
  static constexpr bool is_machine_code = true;

  // `sides` packs four bytes: the own location, the opponent's, the index of the player asked about
  // and that of the player to move. Layouts never change, so the value depends on the arguments
  // alone, and [[gnu::const]] is true. The arguments are passed in registers, as far as there are
  // enough.
  using OneWord [[gnu::const]] = Value (*)(std::uint64_t own_moves, std::uint64_t opp_moves,
                                           std::uint64_t blank, std::uint64_t sides,
                                           const Board<1>::Layout* layout);
  using TwoWords [[gnu::const]] = Value (*)(std::uint64_t own_low, std::uint64_t own_high,
                                            std::uint64_t opp_low, std::uint64_t opp_high,
                                            std::uint64_t blank_low, std::uint64_t blank_high,
                                            std::uint64_t sides, const Board<2>::Layout* layout);

  OneWord one_word;
  TwoWords two_words;

  static constexpr std::uint64_t byte(auto value, int place) {
    return static_cast<std::uint64_t>(value) << (8 * place);
  }

  // The players in `sides`: the same at all leaves of a search with the same side to move.
  static constexpr std::uint64_t players(Player player, Player to_move) {
    return byte(index(player), 2) | byte(index(to_move), 3);
  }

  // The value as the function returns it, which may not be usable.
  template <int Words>
  [[gnu::always_inline]] inline Value unchecked(const View<Words>& view,
                                                std::uint64_t players) const;

  // Where the user's function raises, the value is the lowest integer, or NaN.
  static bool is_usable(Value value) {
    if constexpr (std::is_integral_v<Value>) {
      return value != std::numeric_limits<Value>::min();
    } else {
      return std::isfinite(value);
    }
  }

  template <int Words>
  Value operator()(const View<Words>& view) const;
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

using Heuristic = WithNative<Linear, Compiled<std::int64_t>, Compiled<double>, Callback, Composite>;

// Whether it is one of the native heuristics that WithNative lists, which have a name and report
// their terms.
template <class Kind>
constexpr bool is_native = requires { Kind::name; };

// Whether an evaluation always takes just nanoseconds. A slow native heuristic is given a `poll`,
// which it calls regularly and which may throw.
template <class Kind>
constexpr bool is_quick = !requires { Kind::is_slow; };

template <class Kind>
constexpr bool is_machine_code = requires { Kind::is_machine_code; };

// A number, or a combination of two parts.
struct Expression {
  std::optional<Combination> kind;  // none for a number
  double number = 0;                // the number itself, or the share or role of a switch
  std::vector<Heuristic> parts;
};

// The same value everywhere.
Heuristic constant(double number);

// Two heuristics combined; `number` is the share of blank squares or the role of a switch. A linear
// combination becomes one Linear; in any other sum, the linear parts are merged into one.
Heuristic combine(Combination kind, const Heuristic& first, const Heuristic& second, double number);

// The native heuristic or building block of this name. Throws ArgumentError if there is none.
Heuristic native_heuristic(const std::string& name, const Parameters& parameters);

// Whether evaluating the heuristic runs a Callback.
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

// The terms that make up the value of a native heuristic or building block; an empty list where the
// game is over. std::nullopt for other heuristics: the core does not know what they count.
std::optional<std::vector<Term>> explain(const Heuristic& heuristic, const AnyPosition& position,
                                         Player player, const std::function<void()>& poll);

template <class Value>
template <int Words>
Value Compiled<Value>::unchecked(const View<Words>& view, std::uint64_t players) const {
  const std::uint64_t sides = byte(view.own_location, 0) | byte(view.opp_location, 1) | players;
  const auto& own = view.own_moves.words;
  const auto& opp = view.opp_moves.words;
  const auto& blank = view.blank.words;
  const auto* layout = &view.board.layout();
  if constexpr (Words == 1) {
    return one_word(own[0], opp[0], blank[0], sides, layout);
  } else {
    return two_words(own[0], own[1], opp[0], opp[1], blank[0], blank[1], sides, layout);
  }
}

template <class Value>
template <int Words>
Value Compiled<Value>::operator()(const View<Words>& view) const {
  const Value value = unchecked(view, players(view.player, view.to_move));
  if (is_usable(value)) return value;
  const double returned = std::is_integral_v<Value> ? std::nan("") : static_cast<double>(value);
  return static_cast<Value>(bounded(returned, view.position()));
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
  if (!whole.kind) return whole.number;
  const auto part = [&](std::size_t index) {
    return std::visit(
        [&](const auto& kind) { return static_cast<double>(evaluate(kind, view, poll)); },
        whole.parts[index]);
  };
  const double value = combined(*whole.kind, whole.number, part, [&] { return phase(view); });
  return std::isfinite(value) ? value : bounded(value, view.position());
}

}  // namespace lastknight
