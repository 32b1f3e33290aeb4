#include "arena.hpp"

#include <limits>

#include "choice_clock.hpp"

namespace lastknight {

namespace {

class Games {
 public:
  Games(const NativePlayer& a, const NativePlayer& b, ChunkRecord& record, const Hooks& hooks)
      : players_{&a, &b}, record_(record), hooks_(hooks) {}

  // `first` is 0 if A makes the first move after the opening, 1 if B does.
  template <int Words>
  void play(Position<Words> position, std::size_t first, Rng seeds, bool is_kept) {
    std::size_t mover = first;
    std::uint8_t ply = 0;
    while (!position.is_over()) {
      choose(*players_[mover], position, seeds.next(), hooks_, choice_);
      add(choice_, record_.totals[mover][ply]);
      if (is_kept) record_.choices.push_back(keep(choice_));
      time(record_.totals[mover][ply], is_kept);
      record_.moves.push_back(static_cast<std::uint8_t>(choice_.move));
      position = position.play(choice_.move);
      mover = 1 - mover;
      ++ply;
    }
    record_.plies.push_back(ply);
    record_.a_won.push_back(mover == 1);  // the player who must move and cannot has lost
  }

  // Adds the CPU time of the newest choices; call it after the last game too.
  void share_out() {
    clock_.share_out([&](std::size_t number, double seconds) {
      const Timed& choice = timed_[number];
      choice.totals->seconds += seconds;
      if (choice.kept != not_kept)
        record_.choices[choice.kept].seconds = static_cast<float>(seconds);
    });
    timed_.clear();
  }

 private:
  static constexpr std::size_t not_kept = std::numeric_limits<std::size_t>::max();

  // Where the CPU time of a choice belongs.
  struct Timed {
    PlyTotals* totals;
    std::size_t kept;  // its number among the kept choices
  };

  void time(PlyTotals& totals, bool is_kept) {
    clock_.lap();
    timed_.push_back({&totals, is_kept ? record_.choices.size() - 1 : not_kept});
    if (clock_.is_due()) share_out();
  }

  static void add(const Choice& choice, PlyTotals& totals) {
    totals.choices += 1;
    totals.depth += choice.depth;
    totals.nodes += static_cast<double>(choice.nodes);
    totals.evaluations += static_cast<double>(choice.evaluations);
    totals.solved += choice.is_solved ? 1 : 0;
  }

  static ChoiceRecord keep(const Choice& choice) {
    const auto whole = [](std::uint64_t count) {
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 0xffffffff));
    };
    return {static_cast<float>(choice.score),
            0,  // seconds follow
            whole(choice.nodes),
            whole(choice.evaluations),
            static_cast<std::uint8_t>(choice.depth),
            static_cast<std::uint8_t>(choice.is_solved),
            0};
  }

  std::array<const NativePlayer*, 2> players_;
  ChunkRecord& record_;
  const Hooks& hooks_;
  Choice choice_;
  ChoiceClock clock_;
  std::vector<Timed> timed_;
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
  games.share_out();
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
