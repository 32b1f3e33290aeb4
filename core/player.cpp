#include "player.hpp"

#include "errors.hpp"

namespace lastknight {

template <int Words>
void RandomPlayer::choose(const Position<Words>& position, std::uint64_t seed, const Hooks&,
                          Choice& choice) const {
  const Bitboard<Words> moves = position.legal_moves();
  std::uint32_t skip = Rng(seed, 0).below(static_cast<std::uint32_t>(moves.count()));
  for (const Square move : moves) {
    if (skip-- == 0) return choice.reset(move);
  }
}

template void RandomPlayer::choose(const Position<1>&, std::uint64_t, const Hooks&, Choice&) const;
template void RandomPlayer::choose(const Position<2>&, std::uint64_t, const Hooks&, Choice&) const;

NativePlayer make_player(const std::string& name, const Heuristic* heuristic, const Limit& limit) {
  if (name == "Random") return RandomPlayer{};
  if (name == "Expert") return ExpertPlayer{limit};
  if (heuristic != nullptr) {
    if (name == "AlphaBeta") return SearchPlayer{*heuristic, Method::alpha_beta, limit};
    if (name == "Minimax") return SearchPlayer{*heuristic, Method::minimax, limit};
  }
  throw ArgumentError("no native player is called '" + name + "'");
}

}  // namespace lastknight
