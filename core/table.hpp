// The verdicts that solver threads share: whether the side to move wins a position with both
// knights placed.
//
// An entry is one word, read and written atomically, so threads need no locks. On boards of up to
// 49 squares it holds the position itself, on larger ones a 54-bit hash; the place in the table
// comes from other bits. Two positions are confused less than once in 10^18 lookups.
#pragma once

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "bitboard.hpp"
#include "rng.hpp"
#include "threads.hpp"

namespace lastknight {

// A hash of a position with both knights placed.
template <int Words>
std::uint64_t hash_placed(const Bitboard<Words>& blank, Square mover, Square other) {
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(mover) << 8 | other);
  for (const std::uint64_t word : blank.words) hash = mixed(hash ^ word);
  return hash;
}

class Table {
 public:
  // Identifies a position.
  struct Key {
    std::uint64_t tag;    // the entry without its verdict
    std::uint64_t place;  // the index of its bucket
  };

  // Takes the largest power of two of buckets that fits; memory is allocated as it is used.
  explicit Table(std::size_t bytes) {
    std::size_t buckets = 1;
    while (2 * buckets * sizeof(Bucket) <= bytes) buckets *= 2;
    mask_ = buckets - 1;
    buckets_.reset(static_cast<Bucket*>(std::calloc(buckets, sizeof(Bucket))));
    if (!buckets_) throw std::bad_alloc();
  }

  std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

  template <int Words>
  Key key(const Bitboard<Words>& blank, Square mover, Square other, int board_squares) const {
    assert(mover != other);
    if constexpr (Words == 1) {
      if (board_squares <= exact_squares) {
        const std::uint64_t tag = blank.words[0] | static_cast<std::uint64_t>(mover) << 49 |
                                  static_cast<std::uint64_t>(other) << 55;
        return {tag, mixed(tag) & mask_};
      }
    }
    const std::uint64_t hash = hash_placed(blank, mover, other);
    const auto size = static_cast<std::uint64_t>(blank.count());
    return {(mixed(hash ^ seed) & hash_bits) | size << 54, hash & mask_};
  }

  // Whether the mover wins, if known.
  std::optional<bool> find(const Key& key) const {
    for (std::uint64_t& word : buckets_[key.place].entries) {
      const std::uint64_t entry = load_word(word);
      if ((entry & tag_bits) == key.tag && entry >> 62 != 0) return entry >> 62 == won;
    }
    return std::nullopt;
  }

  // The first entry of a bucket keeps the position with more blank squares, which took longer to
  // solve; the second is always replaced.
  void keep(const Key& key, bool is_won, int board_squares) {
    Bucket& bucket = buckets_[key.place];
    const std::uint64_t entry = key.tag | (is_won ? won : lost) << 62;
    const std::uint64_t old = load_word(bucket.entries[0]);
    const bool is_first = old == 0 || size(old, board_squares) <= size(entry, board_squares);
    if (!is_first || old != 0) store_word(bucket.entries[1], is_first ? old : entry);
    if (is_first) store_word(bucket.entries[0], entry);
  }

 private:
  struct Bucket {
    alignas(16) mutable std::uint64_t entries[2];
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  static constexpr int exact_squares = 49;
  static constexpr std::uint64_t lost = 1, won = 2;  // 0: empty
  static constexpr std::uint64_t tag_bits = (std::uint64_t{1} << 62) - 1;
  static constexpr std::uint64_t hash_bits = (std::uint64_t{1} << 54) - 1;
  static constexpr std::uint64_t seed = 0x9e3779b97f4a7c15;

  static int size(std::uint64_t entry, int board_squares) {
    if (board_squares > exact_squares) return static_cast<int>(entry >> 54 & 0xff);
    return std::popcount(entry & ((std::uint64_t{1} << exact_squares) - 1));
  }

  std::size_t mask_ = 0;
  std::unique_ptr<Bucket[], Free> buckets_;
};

}  // namespace lastknight
