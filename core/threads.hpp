// The only place in the core that starts threads. A build with LASTKNIGHT_SINGLE_THREADED, such as
// the one for browsers, has the same functions without them.
#pragma once

#include <cstdint>
#include <functional>

#ifdef LASTKNIGHT_SINGLE_THREADED

namespace lastknight {

// Does the work alone.
inline void work_together(int, const std::function<void()>&, const std::function<void()>& own) {
  own();
}

inline std::uint64_t load_word(const std::uint64_t& word) { return word; }
inline void store_word(std::uint64_t& word, std::uint64_t value) { word = value; }

}  // namespace lastknight

#else

#include <atomic>
#include <thread>
#include <vector>

namespace lastknight {

// Runs `own` in this thread and `helper` in `threads - 1` others at the same time; returns when all
// are done.
inline void work_together(int threads, const std::function<void()>& helper,
                          const std::function<void()>& own) {
  std::vector<std::jthread> helpers;
  for (int number = 1; number < threads; ++number) helpers.emplace_back(helper);
  own();
}

// A word that other threads read and write too.
inline std::uint64_t load_word(std::uint64_t& word) {
  return std::atomic_ref(word).load(std::memory_order_relaxed);
}
inline void store_word(std::uint64_t& word, std::uint64_t value) {
  std::atomic_ref(word).store(value, std::memory_order_relaxed);
}

}  // namespace lastknight

#endif
