// The CPU time of choices. Reading the CPU clock takes as long as a quick choice, so it is read
// once for a batch of choices, which share the CPU time in proportion to their wall-clock time:
// that is cheap to read. A slow choice ends its batch at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "thread_time.hpp"

namespace lastknight {

class ChoiceClock {
 public:
  // One more choice has ended.
  void lap() {
    const auto now = Clock::now();
    laps_.push_back(std::chrono::duration<double>(now - last_).count());
    wall_ += laps_.back();
    last_ = now;
  }
  // Whether it is time to share out.
  bool is_due() const { return wall_ >= longest || laps_.size() >= most; }

  // Calls `take(number, seconds)` for each choice since the last call, numbered from 0.
  template <class Take>
  void share_out(const Take& take) {
    if (laps_.empty()) return;
    const double now = thread_seconds();
    const double evenly = (now - cpu_) / static_cast<double>(laps_.size());
    for (std::size_t number = 0; number < laps_.size(); ++number) {
      take(number, wall_ > 0 ? (now - cpu_) * laps_[number] / wall_ : evenly);
    }
    cpu_ = now;
    wall_ = 0;
    laps_.clear();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double longest = 20e-6;  // seconds: 50 times what reading the CPU clock takes
  static constexpr std::size_t most = 256;

  Clock::time_point last_ = Clock::now();
  double cpu_ = thread_seconds();
  double wall_ = 0;
  std::vector<double> laps_;
};

}  // namespace lastknight
