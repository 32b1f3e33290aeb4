// The players that the core plays by itself. To add one: write its struct, list it in NativePlayer
// and give it a name in make_player.
#pragma once

#include <string>
#include <variant>

#include "choice.hpp"
#include "evaluate.hpp"
#include "limit.hpp"
#include "search.hpp"

namespace lastknight {

// Each kind fills in a choice for the side to move, which has a legal move. The same seed gives the
// same choice, unless time is limited.

// Any legal move, each equally likely.
struct RandomPlayer {
  template <int Words>
  void choose(const Position<Words>& position, std::uint64_t seed, const Hooks& hooks,
              Choice& choice) const;
};

// Minimax or alpha-beta with a heuristic.
struct SearchPlayer {
  Heuristic heuristic;
  Method method;
  Limit limit;

  template <int Words>
  void choose(const Position<Words>& position, std::uint64_t seed, const Hooks& hooks,
              Choice& choice) const {
    search(position, heuristic, method, limit, seed, hooks, choice);
  }
};

// The expert (see expert.hpp), limited by nodes or seconds; it needs no seed.
struct ExpertPlayer {
  Limit limit;

  template <int Words>
  void choose(const Position<Words>& position, std::uint64_t seed, const Hooks& hooks,
              Choice& choice) const;
};

using NativePlayer = std::variant<RandomPlayer, SearchPlayer, ExpertPlayer>;

// The player of this name; only a search needs a heuristic. Throws ArgumentError for another name.
NativePlayer make_player(const std::string& name, const Heuristic* heuristic, const Limit& limit);

template <int Words>
void choose(const NativePlayer& player, const Position<Words>& position, std::uint64_t seed,
            const Hooks& hooks, Choice& choice) {
  std::visit([&](const auto& kind) { kind.choose(position, seed, hooks, choice); }, player);
}

}  // namespace lastknight
