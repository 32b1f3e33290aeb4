// What the threads of one solve share besides the table: the nodes so far, when to stop, and which
// moves are already being searched.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>

#include "table.hpp"

namespace lastknight {

// Thrown to end a search without a verdict.
struct Unfinished {};

struct Effort {
  std::uint64_t limit;
  // Searched, or reserved by a thread that is searching.
  std::atomic<std::uint64_t> nodes = 0;
  std::atomic<bool> is_over = false;
};

// Counts the nodes of one thread and regularly checks whether to stop. A thread reserves nodes
// before it searches them and returns those it does not need, so that all threads together stay
// within the limit.
class Counter {
 public:
  // `report` gets the nodes of all threads so far and may throw to stop.
  using Report = std::function<void(std::uint64_t nodes)>;

  Counter(Effort& effort, const Report& report, std::uint64_t interval = 8192)
      : effort_(effort), report_(report), interval_(interval) {
    plan();
  }
  ~Counter() { hand_in(); }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  void count() {
    if (left_ == 0) look();
    --left_;
  }

  // The nodes of this thread so far.
  std::uint64_t nodes() const { return handed_in_ + planned_ - left_; }

 private:
  void look() {
    hand_in();
    const std::uint64_t nodes = effort_.nodes.load(std::memory_order_relaxed);
    if (nodes >= effort_.limit || effort_.is_over.load(std::memory_order_relaxed)) {
      throw Unfinished{};
    }
    if (report_) report_(nodes);
    plan();
    if (left_ == 0) throw Unfinished{};
  }

  void hand_in() {
    effort_.nodes.fetch_sub(left_, std::memory_order_relaxed);
    handed_in_ += planned_ - left_;
    planned_ = left_ = 0;
  }

  void plan() {
    std::uint64_t nodes = effort_.nodes.load(std::memory_order_relaxed);
    do {
      planned_ = left_ = nodes < effort_.limit ? std::min(interval_, effort_.limit - nodes) : 0;
    } while (
        !effort_.nodes.compare_exchange_weak(nodes, nodes + planned_, std::memory_order_relaxed));
  }

  Effort& effort_;
  const Report& report_;
  const std::uint64_t interval_;
  std::uint64_t handed_in_ = 0;
  std::uint64_t planned_ = 0;
  std::uint64_t left_ = 0;
};

// Moves being searched. A move whose slot is taken by another is not marked; at worst, two threads
// search the same move.
class Busy {
 public:
  class Mark {
   public:
    Mark(Busy& busy, const Table::Key& key, Square move)
        : name_(mixed(key.tag ^ mixed(static_cast<std::uint64_t>(move) + 1)) | 1),
          place_(busy.places_[name_ >> 52]) {
      std::uint64_t found = 0;
      is_marked_ = place_.compare_exchange_strong(found, name_, std::memory_order_relaxed);
      is_first_ = found != name_;
    }
    ~Mark() {
      if (is_marked_) place_.store(0, std::memory_order_relaxed);
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

    // Whether no other thread was searching the move.
    bool is_first() const { return is_first_; }

   private:
    std::uint64_t name_;
    std::atomic<std::uint64_t>& place_;
    bool is_marked_;
    bool is_first_;
  };

 private:
  std::array<std::atomic<std::uint64_t>, 4096> places_{};
};

}  // namespace lastknight
