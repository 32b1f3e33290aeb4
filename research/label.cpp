// Labelled positions for the champion's weights:  label FILE GAMES SEED
//
// Plays games between alpha-beta players on 7x7 from random placements of the training classes,
// with one random move in twelve. Kept are every third position of a game and about three leaves of
// each search, with 10 to 40 blank squares. Each is labelled with its proved winner; every second
// one also with the result of a game played on from there: `improved` attacks with 8,000 nodes,
// `reach(k=3)` defends with 4,000. The file is an array of Record, the same for the same arguments.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

#include "prover.hpp"
#include "rng.hpp"
#include "search.hpp"

using namespace lastknight;
using Node = Position<1>;

namespace {

const Board<1>& board = Board<1>::of({7, 7});
const Hooks hooks{[] {}};

struct Record {
  std::uint64_t blank;
  std::uint8_t attacker, defender;  // their squares
  std::uint8_t attacker_moves;      // 1 if the attacker is to move
  std::uint8_t attacker_wins;       // by proof
  std::uint8_t was_played;          // 1 if played on
  std::uint8_t attacker_won;        // the result, if played on
  std::uint8_t unused[2];
};
static_assert(sizeof(Record) == 16);

// Leaves of searches, drawn on the way.
struct Leaves {
  std::uint64_t state;
  std::vector<Node> kept;

  bool is_drawn(std::uint32_t one_in) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % one_in == 0;
  }
};

template <class Kind>
struct Sampled {
  static constexpr const char* name = "sampled";
  Kind kind;
  Leaves* leaves;
  std::uint32_t one_in;

  template <int Words, class Sink>
  auto operator()(const View<Words>& view, Sink& terms) const {
    if constexpr (Words == 1) {
      if (leaves->is_drawn(one_in)) leaves->kept.push_back(view.position());
    }
    return kind(view, terms);
  }
};

template <class Kind>
Square chosen(const Node& node, const Kind& kind, std::uint64_t nodes, std::uint64_t seed) {
  static Choice choice;
  Limit limit;
  limit.nodes = nodes;
  Search<1, Kind, Method::alpha_beta, NoLines>(node, kind, limit, hooks).run(seed, choice);
  return choice.move;
}

const Reach reach3{Parameters{{"k", 3.0}}};

// The four players: `improved` and `reach(k=3)`, with 3,000 and 10,000 nodes.
Square sampled_choice(std::uint32_t player, const Node& node, Leaves& leaves, std::uint64_t seed) {
  const std::uint32_t nodes = player < 2 ? 3'000 : 10'000;
  if (player % 2 == 0) {
    return chosen(node, Sampled<Improved>{{}, &leaves, nodes / 3}, nodes, seed);
  }
  return chosen(node, Sampled<Reach>{reach3, &leaves, nodes / 3}, nodes, seed);
}

Square random_move(const Node& node, Rng& rng) {
  const Bitboard<1> moves = node.legal_moves();
  std::uint32_t skip = rng.below(static_cast<std::uint32_t>(moves.count()));
  Bitboard<1> rest = moves;
  while (skip-- > 0) rest = rest.without_first();
  return rest.first();
}

bool is_same_colour(const Node& node) {
  return board.dark().has(node.location(Player::one)) ==
         board.dark().has(node.location(Player::two));
}

Player attacker(const Node& node) {
  return is_same_colour(node) ? node.to_move() : opponent(node.to_move());
}

// Placements fall into classes under symmetry; a quarter of the classes is never used for labels.
bool is_held_out(Square one, Square two) {
  int least = 49 * 49;
  for (Symmetry symmetry = 0; symmetry < board.symmetries(); ++symmetry) {
    least = std::min(least, board.image(symmetry, one) * 49 + board.image(symmetry, two));
  }
  return mixed(static_cast<std::uint64_t>(least)) % 4 == 0;
}

Node opening(Rng& rng) {
  for (;;) {
    const auto one = static_cast<Square>(rng.below(49)), two = static_cast<Square>(rng.below(49));
    if (one != two && !is_held_out(one, two)) return Node(board).play(one).play(two);
  }
}

class Labeller {
 public:
  explicit Labeller(const char* file) : out_(file, std::ios::binary) {}

  void label(const Node& node, Rng& rng) {
    const int blanks = node.blank().count();
    if (blanks < 10 || blanks > 40 || node.is_over()) return;
    const Player attacks = attacker(node), defends = opponent(attacks);
    const bool attacker_moves = attacks == node.to_move();
    const bool mover_wins = prover_.is_won(node.blank(), node.location(node.to_move()),
                                           node.location(opponent(node.to_move())));
    Record record{node.blank().words[0],
                  narrow(node.location(attacks)),
                  narrow(node.location(defends)),
                  attacker_moves,
                  mover_wins == attacker_moves,
                  count_++ % 2 == 0,
                  0,
                  {}};
    if (record.was_played) record.attacker_won = play_on(node, rng) == attacks;
    out_.write(reinterpret_cast<const char*>(&record), sizeof record);
  }

  std::uint64_t count() const { return count_; }

 private:
  static std::uint8_t narrow(Square square) { return static_cast<std::uint8_t>(square); }

  static Player play_on(Node node, Rng& rng) {
    const Player attacks = attacker(node);
    while (!node.is_over()) {
      node = node.play(node.to_move() == attacks ? chosen(node, Improved{}, 8'000, rng.next())
                                                 : chosen(node, reach3, 4'000, rng.next()));
    }
    return *node.winner();
  }

  std::ofstream out_;
  std::uint64_t count_ = 0;
  Table table_{std::size_t{16} << 20};
  Busy busy_;
  Effort effort_{~std::uint64_t{0}};
  Counter::Report none_;
  Counter counter_{effort_, none_};
  Prover<1> prover_{board, table_, busy_, counter_};
};

void play_game(std::uint64_t seed, std::uint64_t game, Labeller& labeller) {
  Rng rng(seed, game);
  Leaves leaves{rng.next(), {}};
  const std::array<std::uint32_t, 2> players{rng.below(4), rng.below(4)};
  std::vector<Node> path;
  Node node = opening(rng);
  for (std::size_t ply = 0; !node.is_over(); ++ply) {
    path.push_back(node);
    const bool is_random = rng.below(12) == 0;
    node = node.play(is_random ? random_move(node, rng)
                               : sampled_choice(players[ply % 2], node, leaves, rng.next()));
  }
  for (const Node& each : path) {
    if (each.blank().count() % 3 == 0) labeller.label(each, rng);
  }
  for (const Node& each : leaves.kept) labeller.label(each, rng);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return std::fprintf(stderr, "usage: label FILE GAMES SEED\n"), 2;
  const std::uint64_t games = std::strtoull(arguments[2], nullptr, 10);
  const std::uint64_t seed = std::strtoull(arguments[3], nullptr, 10);
  Labeller labeller(arguments[1]);
  for (std::uint64_t game = 0; game < games; ++game) play_game(seed, game, labeller);
  std::printf("%llu positions\n", static_cast<unsigned long long>(labeller.count()));
}
