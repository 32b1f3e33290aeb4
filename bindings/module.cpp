// The native module: one bind_ call per part of the core.
#include "bindings.hpp"

NB_MODULE(_core, module) {
  // A position in a user's module may outlive the interpreter; that is not a leak.
  nanobind::set_leak_warnings(false);
  module.doc() =
      "The native core of lastknight: rules, heuristics, search, solver, random numbers.";
  lastknight::bind_errors(module);
  lastknight::bind_heuristic(module);
  lastknight::bind_notation(module);
  lastknight::bind_position(module);
  lastknight::bind_rng(module);
  lastknight::bind_player(module);
  lastknight::bind_solver(module);
  lastknight::bind_arena(module);
  lastknight::bind_labels(module);
  lastknight::bind_bench(module);
  lastknight::bind_course(module);
  lastknight::guard_calls(module);
}
