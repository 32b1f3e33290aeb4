// The CPU time of the calling thread, or wall-clock time where the system has no such clock. CPU
// time stands still while other programs have the processor, so what a choice costs does not depend
// on the machine's load.
#pragma once

#include <chrono>
#include <ctime>

namespace lastknight {

inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
#endif
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace lastknight
