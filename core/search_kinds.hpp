// One search for every kind of heuristic and every method. That is a lot of code, so one-word and
// two-word boards are compiled in files of their own, in parallel.
#pragma once

#include "search.hpp"

namespace lastknight {

// Leaving out the line pays only where nodes are usually quick; elsewhere it is not worth the extra
// code.
template <class Kind, Method method>
constexpr bool can_leave_line_out =
    method == Method::alpha_beta && (is_quick<Kind> || is_machine_code<Kind>);

template <int Words>
void search(const Position<Words>& position, const Heuristic& heuristic, Method method,
            const Limit& limit, std::uint64_t seed, const Hooks& hooks, Choice& choice) {
  std::visit(
      [&]<class Kind>(const Kind& kind) {
        const auto run = [&]<Method known, class Kept>() {
          Search<Words, Kind, known, Kept>(position, kind, limit, hooks).run(seed, choice);
        };
        const auto run_with_line = [&]<Method known>() {
          if constexpr (can_leave_line_out<Kind, known>) {
            if (!hooks.wants_line) return run.template operator()<known, NoLines>();
          }
          run.template operator()<known, Lines<Words>>();
        };
        if (method == Method::minimax) {
          run_with_line.template operator()<Method::minimax>();
        } else {
          run_with_line.template operator()<Method::alpha_beta>();
        }
      },
      heuristic);
}

}  // namespace lastknight
