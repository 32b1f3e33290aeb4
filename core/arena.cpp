#include "arena.hpp"

#include "thread_time.hpp"

namespace lastknight {

namespace {

class Games {
 public:
  Games(const NativePlayer& a, const NativePlayer& b, ChunkRecord& record, const Hooks& hooks)
      : players_{&a, &b}, record_(record), hooks_(hooks), last_(thread_seconds()) {}

  // `first` is 0 if A makes the first move after the opening, 1 if B does.
  template <int Words>
  void play(Position<Words> position, std::size_t first, Rng seeds, bool is_kept) {
    std::size_t mover = first;
    std::uint8_t ply = 0;
    while (!position.is_over()) {
      ask(*players_[mover], position, seeds.next());
      add(choice_, record_.totals[mover][ply]);
      if (is_kept) record_.choices.push_back(keep(choice_));
      record_.moves.push_back(static_cast<std::uint8_t>(choice_.move));
      position = position.play(choice_.move);
      mover = 1 - mover;
      ++ply;
    }
    record_.plies.push_back(ply);
    record_.a_won.push_back(mover == 1);  // the player who must move and cannot has lost
  }

 private:
  // The clock is read once per choice: the end of one is the start of the next.
  template <int Words>
  void ask(const NativePlayer& player, const Position<Words>& position, std::uint64_t seed) {
    choose(player, position, seed, hooks_, choice_);
    const double now = thread_seconds();
    choice_.seconds = now - last_;
    last_ = now;
  }

  static void add(const Choice& choice, PlyTotals& totals) {
    totals.choices += 1;
    totals.depth += choice.depth;
    totals.nodes += static_cast<double>(choice.nodes);
    totals.evaluations += static_cast<double>(choice.evaluations);
    totals.seconds += choice.seconds;
    totals.solved += choice.is_solved ? 1 : 0;
  }

  static ChoiceRecord keep(const Choice& choice) {
    const auto whole = [](std::uint64_t count) {
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 0xffffffff));
    };
    return {static_cast<float>(choice.score),
            static_cast<float>(choice.seconds),
            whole(choice.nodes),
            whole(choice.evaluations),
            static_cast<std::uint8_t>(choice.depth),
            static_cast<std::uint8_t>(choice.is_solved),
            0};
  }

  std::array<const NativePlayer*, 2> players_;
  ChunkRecord& record_;
  const Hooks& hooks_;
  double last_;
  Choice choice_;
};

}  // namespace

ChunkRecord play_chunk(const NativePlayer& a, const NativePlayer& b, const Chunk& chunk,
                       const Interrupt& interrupt) {
  ChunkRecord record;
  const Hooks hooks{interrupt};
  Games games(a, b, record, hooks);
  std::uint64_t job = chunk.first_job;
  for (std::size_t pair = 0; pair < chunk.openings.size(); ++pair) {
    const bool is_kept = static_cast<int>(pair) < chunk.kept_pairs;
    for (const std::size_t first : {0u, 1u}) {
      interrupt();
      std::visit(
          [&](const auto& opening) { games.play(opening, first, Rng(chunk.seed, job++), is_kept); },
          chunk.openings[pair]);
    }
  }
  return record;
}

std::vector<std::uint64_t> hash_games(std::span<const std::uint64_t> openings,
                                      std::span<const std::uint8_t> plies,
                                      std::span<const std::uint8_t> moves) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(plies.size());
  std::size_t at = 0;
  for (std::size_t game = 0; game < plies.size(); ++game) {
    std::uint64_t hash = mixed(openings[game / 2] * 2 + game % 2);
    for (const std::uint8_t move : moves.subspan(at, plies[game])) hash = mixed(hash ^ move);
    at += plies[game];
    hashes.push_back(hash);
  }
  return hashes;
}

}  // namespace lastknight
