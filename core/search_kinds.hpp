// A search for every kind of heuristic and every method: much code, so the boards of one word and
// those of two are compiled each in a file of their own, side by side.
#pragma once

#include "search.hpp"

namespace lastknight {

// Leaving the line out pays where a node is quick, and only there it is worth code of its own.
template <class Kind, Method method>
constexpr bool can_leave_line_out = method == Method::alpha_beta && is_quick<Kind>;

template <int Words>
void choose(const Position<Words>& position, const Heuristic& heuristic, Method method,
            const Limit& limit, std::uint64_t seed, const Interrupt& interrupt, bool wants_line,
            Choice& choice) {
  std::visit(
      [&]<class Kind>(const Kind& kind) {
        const auto run = [&]<Method known, class Kept>() {
          Search<Words, Kind, known, Interrupt, Kept>(position, kind, limit, interrupt)
              .run(seed, choice);
        };
        const auto run_with_line = [&]<Method known>() {
          if constexpr (can_leave_line_out<Kind, known>) {
            if (!wants_line) return run.template operator()<known, NoLines>();
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
