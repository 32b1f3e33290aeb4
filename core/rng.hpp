// Random numbers that depend on (seed, stream, index) and on nothing else: the counter-based
// generator Philox4x32-10 of Salmon, Moraes, Dror and Shaw ("Parallel random numbers: as easy as
// 1, 2, 3", 2011). Streams are independent: every job has its own, whichever thread plays it.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>

namespace lastknight {

// A 64-bit finaliser: every input bit affects every output bit.
constexpr std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

// Orders at most eight items, as many as a knight has moves, by a number read as a fraction: its
// product with the number of items left is an index and, after the point, the fraction for the next
// item. Eight items have 40,320 orders, so each order's probability is off by less than one part in
// 10^14.
template <class Item>
constexpr void shuffle_by(std::uint64_t fraction, std::span<Item> items) {
  assert(items.size() <= 8);
  for (std::size_t left = items.size(); left > 1; --left) {
    const std::uint64_t lower = (fraction & 0xffffffff) * left;
    const std::uint64_t upper = (fraction >> 32) * left + (lower >> 32);
    std::swap(items[left - 1], items[upper >> 32]);
    fraction = upper << 32 | (lower & 0xffffffff);
  }
}

using PhiloxBlock = std::array<std::uint32_t, 4>;

// Ten rounds over one counter under one key: four words of output.
constexpr PhiloxBlock philox(PhiloxBlock counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t left = std::uint64_t{0xd2511f53} * counter[0];
    const std::uint64_t right = std::uint64_t{0xcd9e8d57} * counter[2];
    counter = {static_cast<std::uint32_t>(right >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(right),
               static_cast<std::uint32_t>(left >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(left)};
    key[0] += 0x9e3779b9;
    key[1] += 0xbb67ae85;
  }
  return counter;
}

class Rng {
 public:
  constexpr Rng(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  // The next 64 bits: two words of a block, first half first.
  constexpr std::uint64_t next() {
    const std::size_t half = index_ & 1;
    if (half == 0) block_ = philox(words_of(index_ >> 1, stream_), {low(seed_), high(seed_)});
    ++index_;
    return std::uint64_t{block_[2 * half + 1]} << 32 | block_[2 * half];
  }

  // Uniform over 0 to count - 1, without bias: the high half of a product, rejecting the few low
  // halves that would favour some results (Lemire, 2019).
  constexpr std::uint32_t below(std::uint32_t count) {
    assert(count > 0);
    for (;;) {
      const std::uint64_t product = (next() >> 32) * count;
      const bool is_fair = low(product) >= count || low(product) >= (0u - count) % count;
      if (is_fair) return high(product);
    }
  }

  // Every order of the items is equally likely.
  template <class Item>
  constexpr void shuffle(std::span<Item> items) {
    for (std::size_t left = items.size(); left > 1; --left) {
      std::swap(items[left - 1], items[below(static_cast<std::uint32_t>(left))]);
    }
  }

 private:
  static constexpr std::uint32_t low(std::uint64_t word) {
    return static_cast<std::uint32_t>(word);
  }
  static constexpr std::uint32_t high(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> 32);
  }
  static constexpr PhiloxBlock words_of(std::uint64_t first, std::uint64_t second) {
    return {low(first), high(first), low(second), high(second)};
  }

  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t index_ = 0;
  PhiloxBlock block_{};
};

// Known answers published with the generator.
static_assert(philox({0, 0, 0, 0}, {0, 0}) ==
              PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
static_assert(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
              PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
static_assert(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
              PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});

}  // namespace lastknight
