// A set of squares as one machine word (up to 64 squares) or two (up to 128). What a square index
// means on a given board is in board.hpp.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace lastknight {

// The index of a square, row * width + column: ascending indices read the board like a page.
using Square = int;

template <int Words>
struct Bitboard {
  static_assert(Words == 1 || Words == 2);
  static constexpr int capacity = 64 * Words;

  std::array<std::uint64_t, Words> words{};

  static constexpr Bitboard of(Square square) {
    Bitboard set;
    set.add(square);
    return set;
  }

  // The squares 0 to count - 1.
  static constexpr Bitboard first_squares(int count) {
    assert(count >= 0 && count <= capacity);
    Bitboard set;
    for (int word = 0; word < Words; ++word) {
      const int here = count - 64 * word;
      if (here >= 64) {
        set.words[word] = ~std::uint64_t{0};
      } else if (here > 0) {
        set.words[word] = (std::uint64_t{1} << here) - 1;
      }
    }
    return set;
  }

  constexpr bool has(Square square) const {
    assert(square >= 0 && square < capacity);
    return (words[word_of(square)] >> (square & 63)) & 1;
  }

  constexpr void add(Square square) {
    assert(square >= 0 && square < capacity);
    words[word_of(square)] |= std::uint64_t{1} << (square & 63);
  }

  constexpr Bitboard without(Square square) const {
    assert(square >= 0 && square < capacity);
    Bitboard rest = *this;
    rest.words[word_of(square)] &= ~(std::uint64_t{1} << (square & 63));
    return rest;
  }

  constexpr bool is_empty() const {
    if constexpr (Words == 1) {
      return words[0] == 0;
    } else {
      return (words[0] | words[1]) == 0;
    }
  }

  constexpr int count() const {
    int total = 0;
    for (const std::uint64_t word : words) total += std::popcount(word);
    return total;
  }

  // The lowest square of a set that is not empty.
  constexpr Square first() const {
    assert(!is_empty());
    if constexpr (Words == 1) {
      return std::countr_zero(words[0]);
    } else {
      const bool is_low = words[0] != 0;
      return std::countr_zero(is_low ? words[0] : words[1]) + (is_low ? 0 : 64);
    }
  }

  // The set without its lowest square; it must not be empty.
  constexpr Bitboard without_first() const {
    assert(!is_empty());
    Bitboard rest = *this;
    rest.words[0] &= words[0] - 1;  // leaves 0 as it is
    if constexpr (Words == 2) rest.words[1] &= words[1] - (words[0] == 0 ? 1 : 0);
    return rest;
  }

  constexpr Bitboard operator&(const Bitboard& other) const {
    Bitboard both = *this;
    for (int word = 0; word < Words; ++word) both.words[word] &= other.words[word];
    return both;
  }

  constexpr Bitboard operator|(const Bitboard& other) const {
    Bitboard either = *this;
    for (int word = 0; word < Words; ++word) either.words[word] |= other.words[word];
    return either;
  }

  // The squares in one of the two sets, not in both.
  constexpr Bitboard operator^(const Bitboard& other) const {
    Bitboard one = *this;
    for (int word = 0; word < Words; ++word) one.words[word] ^= other.words[word];
    return one;
  }

  // The squares of this set that are not in the other.
  constexpr Bitboard operator-(const Bitboard& other) const {
    Bitboard rest = *this;
    for (int word = 0; word < Words; ++word) rest.words[word] &= ~other.words[word];
    return rest;
  }

  // Every square moved up by `by`; those beyond the end are lost.
  constexpr Bitboard operator<<(int by) const {
    assert(by >= 0 && by < capacity);
    if constexpr (Words == 1) {
      return {{words[0] << by}};
    } else {
      if (by >= 64) return {{0, words[0] << (by - 64)}};
      if (by == 0) return *this;
      return {{words[0] << by, words[1] << by | words[0] >> (64 - by)}};
    }
  }

  // Every square moved down by `by`; those below the first are lost.
  constexpr Bitboard operator>>(int by) const {
    assert(by >= 0 && by < capacity);
    if constexpr (Words == 1) {
      return {{words[0] >> by}};
    } else {
      if (by >= 64) return {{words[1] >> (by - 64), 0}};
      if (by == 0) return *this;
      return {{words[0] >> by | words[1] << (64 - by), words[1] >> by}};
    }
  }

  // Every square moved down by `by`, wrapping round at the first. Two words rotate only as a whole:
  // by 64 or not at all.
  constexpr Bitboard rotated(int by) const {
    assert(by >= 0 && by < capacity);
    if constexpr (Words == 1) {
      return {{std::rotr(words[0], by)}};
    } else {
      assert(by % 64 == 0);
      return by == 0 ? *this : Bitboard{{words[1], words[0]}};
    }
  }

  constexpr bool operator==(const Bitboard&) const = default;

  // `for (Square square : set)` visits the squares in ascending order.
  struct Iterator {
    Bitboard rest;
    constexpr Square operator*() const { return rest.first(); }
    constexpr Iterator& operator++() {
      rest = rest.without_first();
      return *this;
    }
    constexpr bool operator!=(const Iterator&) const { return !rest.is_empty(); }
  };
  constexpr Iterator begin() const { return {*this}; }
  constexpr Iterator end() const { return {}; }

 private:
  static constexpr std::size_t word_of(Square square) { return Words == 1 ? 0 : square >> 6; }
};

}  // namespace lastknight
