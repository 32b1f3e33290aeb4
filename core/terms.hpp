// The terms of a heuristic's value: what it counted, on which squares, and how that enters the
// value. A heuristic computes its value through a `Terms` object: the search passes NoTerms, which
// compiles to nothing, and an explanation passes a TermList.
#pragma once

#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bitboard.hpp"

namespace lastknight {

// Terms add up in order; a divisor divides the term before it.
enum class Sign : char { plus = '+', minus = '-', over = '/' };

enum class Side { own, opp, both };

struct Term {
  std::string label;
  Sign sign;
  double number;  // unsigned: the sign says how it enters the value
  Side side;      // whose squares they are
  std::vector<Square> squares;
};

// What a heuristic reports its terms to. Each function takes the number of a term and returns it as
// it enters the value; without a number, a term counts its squares. Labels and squares that are
// costly to make are passed as functions, called only if terms are kept.
template <bool are_kept>
class Terms {
 public:
  template <class Number, class Label, class Squares>
  constexpr Number plus(Number number, const Label& label, Side side, const Squares& squares) {
    keep(Sign::plus, number, label, side, squares);
    return number;
  }
  template <class Number, class Label, class Squares>
  constexpr Number minus(Number number, const Label& label, Side side, const Squares& squares) {
    keep(Sign::minus, number, label, side, squares);
    return -number;
  }
  template <class Number, class Label, class Squares>
  constexpr Number over(Number number, const Label& label, Side side, const Squares& squares) {
    keep(Sign::over, number, label, side, squares);
    return number;
  }
  template <class Label, int Words>
  constexpr int plus(const Label& label, Side side, const Bitboard<Words>& squares) {
    return plus(squares.count(), label, side, squares);
  }
  template <class Label, int Words>
  constexpr int minus(const Label& label, Side side, const Bitboard<Words>& squares) {
    return minus(squares.count(), label, side, squares);
  }

  std::vector<Term> take()
    requires are_kept
  {
    return std::move(terms_);
  }

 private:
  struct Nothing {};

  template <class Label, class Squares>
  constexpr void keep(Sign sign, double number, const Label& label, Side side,
                      const Squares& squares) {
    if constexpr (are_kept) terms_.push_back(term(sign, number, label, side, squares));
  }

  template <class Label, class Squares>
  static Term term(Sign sign, double number, const Label& label, Side side,
                   const Squares& squares) {
    Term term{made(label), sign, number, side, {}};
    for (const Square square : made(squares)) term.squares.push_back(square);
    return term;
  }

  template <class Given>
  static auto made(const Given& given) {
    if constexpr (std::is_invocable_v<const Given&>) {
      return given();
    } else {
      return given;
    }
  }

  std::conditional_t<are_kept, std::vector<Term>, Nothing> terms_;
};

using NoTerms = Terms<false>;
using TermList = Terms<true>;

// "own moves, times 2"; a weight of 1 goes without saying.
inline std::string weighted(const char* label, double weight) {
  if (weight == 1) return label;
  char text[32];
  std::snprintf(text, sizeof text, ", times %g", weight);
  return label + std::string(text);
}

}  // namespace lastknight
