// When a search must stop: at a number of nodes, after some time, or when the caller says so.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace lastknight {

// What one choice may take; the first limit that is reached ends the search. By default there is
// none.
struct Limit {
  static constexpr int any_depth = std::numeric_limits<int>::max();
  static constexpr std::uint64_t any_nodes = std::numeric_limits<std::uint64_t>::max();
  static constexpr double any_seconds = std::numeric_limits<double>::infinity();

  int depth = any_depth;
  std::uint64_t nodes = any_nodes;
  double seconds = any_seconds;

  bool is_timed() const { return seconds != any_seconds; }
  bool is_only_depth() const { return nodes == any_nodes && !is_timed(); }
};

using Clock = std::chrono::steady_clock;

// Counts nodes and says when to stop. The node limit is kept exactly; the clock and the caller's
// `poll` are checked about every tenth of a millisecond, and the search ends a little before its
// time is up.
template <class Poll>
class Meter {
 public:
  // Where nodes are quick, the first check comes later.
  Meter(const Limit& limit, const Poll& poll, bool is_quick)
      : limit_(limit),
        poll_(poll),
        start_(limit.is_timed() ? Clock::now() : Clock::time_point{}),
        last_look_(start_),
        interval_(is_quick ? longest_interval : 1) {
    plan_look();
  }

  // Counts one more node; returns false without counting once the limit is reached.
  bool count() {
    if (nodes_ == next_look_ && !look()) return false;
    ++nodes_;
    return true;
  }

  // How many nodes can be counted at once before the next check.
  std::int64_t room() const { return static_cast<std::int64_t>(next_look_ - nodes_); }
  void count(int nodes) { nodes_ += static_cast<std::uint64_t>(nodes); }

  bool is_stopped() const { return is_stopped_; }
  std::uint64_t nodes() const { return nodes_; }
  // Polls, and returns whether time is left.
  bool has_time() {
    poll_();
    if (!limit_.is_timed()) return true;
    const std::chrono::duration<double> passed = Clock::now() - start_;
    return passed.count() < limit_.seconds - margin(limit_.seconds);
  }

 private:
  static constexpr std::uint64_t longest_interval = 4096;

  static double margin(double seconds) { return 0.0002 + 0.01 * seconds; }

  bool look() {
    if (nodes_ == limit_.nodes || !has_time()) {
      is_stopped_ = true;
      return false;
    }
    const auto now = Clock::now();
    const bool is_often = now - last_look_ < std::chrono::microseconds(100);
    interval_ = is_often ? std::min(interval_ * 2, longest_interval)
                         : std::max<std::uint64_t>(interval_ / 4, 1);
    last_look_ = now;
    plan_look();
    return true;
  }

  void plan_look() {
    const std::uint64_t left = limit_.nodes - nodes_;
    next_look_ = nodes_ + std::min(interval_, left);
  }

  Limit limit_;
  const Poll& poll_;
  Clock::time_point start_;
  Clock::time_point last_look_;
  std::uint64_t interval_;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_look_ = 0;
  bool is_stopped_ = false;
};

}  // namespace lastknight
