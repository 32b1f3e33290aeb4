// Depth-limited search: plain minimax and alpha-beta, to a fixed depth or deepening until a limit.
//
// Leaves are always evaluated for the player who is choosing, whichever side is to move there,
// because most heuristics are not antisymmetric. Root moves are tried in random order and the first
// of the best wins. A player to be placed tries the squares column by column, as the players of the
// five analyses do: their results from the empty board depend on it. Below the root the order
// changes no score, only the number of nodes: moves are tried in square order, starting at a square
// drawn for each search, which costs next to nothing and prunes almost as well as shuffling at
// every node.
#pragma once

#include <algorithm>
#include <limits>

#include "choice.hpp"
#include "evaluate.hpp"
#include "limit.hpp"
#include "rng.hpp"

namespace lastknight {

enum class Method { minimax, alpha_beta };

// The squares of a set in ascending order from a given square on, wrapping round at the end.
template <int Words>
class RotatedSquares {
 public:
  RotatedSquares(const Bitboard<Words>& set, Square first)
      : rotated_(set.rotated(first)), first_(first) {}

  RotatedSquares begin() const { return *this; }
  RotatedSquares end() const { return *this; }
  bool operator!=(const RotatedSquares&) const { return !rotated_.is_empty(); }
  Square operator*() const { return (rotated_.first() + first_) & (Bitboard<Words>::capacity - 1); }
  RotatedSquares& operator++() {
    rotated_ = rotated_.without_first();
    return *this;
  }

 private:
  Bitboard<Words> rotated_;
  Square first_;
};

// The expected line from the current node at each depth, indexed by the depth left.
template <int Words>
class Lines {
 public:
  void clear(int depth) { lines_[depth].length = 0; }
  bool is_empty(int depth) const { return lines_[depth].length == 0; }

  // The line at this depth becomes a move followed by the line one depth below.
  void extend(int depth, Square move) {
    Line& line = lines_[depth];
    line.moves[0] = static_cast<std::uint8_t>(move);
    line.length = 1;
    if (depth == 1) return;
    const Line& rest = lines_[depth - 1];
    std::copy_n(rest.moves.begin(), rest.length, line.moves.begin() + 1);
    line.length += rest.length;
  }

  void copy(int depth, MoveList& to) const {
    std::copy_n(lines_[depth].moves.begin(), lines_[depth].length, to.moves.begin());
    to.length = lines_[depth].length;
  }

 private:
  struct Line {
    std::array<std::uint8_t, Bitboard<Words>::capacity> moves;
    int length;
  };
  std::array<Line, Bitboard<Words>::capacity + 1> lines_;
};

// Stands in for Lines where only the move is wanted.
struct NoLines {
  void clear(int) {}
  bool is_empty(int) const { return false; }
  void extend(int, Square) {}
  void copy(int, MoveList&) const {}
};

// A search of one position. What the hooks throw passes through.
template <int Words, class Kind, Method method, class Lines>
class Search {
 public:
  Search(const Position<Words>& root, const Kind& heuristic, const Limit& limit, const Hooks& hooks)
      : board_(root.board()),
        heuristic_(heuristic),
        limit_(limit),
        hooks_(hooks),
        meter_(limit, hooks.interrupt, is_quick<Kind>),
        player_(root.to_move()),
        root_{root.blank(), root.location(player_), root.location(opponent(player_))} {
    assert(!root.is_over());
    list_root_moves();
  }

  // The seed alone decides between equal moves.
  void run(std::uint64_t seed, Choice& choice) {
    first_square_ = draw_first_square(mixed(~seed));
    if (is_placed()) shuffle_by(mixed(seed), root_moves_.span());
    choice.reset(root_moves_.moves[0]);
    try {
      deepen(choice);
    } catch (const OutOfTime&) {  // from inside a slow heuristic: the last iteration counts
    }
    fill_in_cost(choice);
  }

 private:
  struct OutOfTime {};

  // What a slow heuristic calls regularly.
  struct Alarm {
    Meter<Interrupt>& meter;
    void operator()() const {
      if (!meter.has_time()) throw OutOfTime{};
    }
  };

  // Integers stay integers: they compare faster.
  using Score = decltype(evaluate(std::declval<const Kind&>(), std::declval<const View<Words>&>(),
                                  std::declval<const Alarm&>()));
  using Scores = std::numeric_limits<Score>;
  static constexpr Score won = Scores::has_infinity ? Scores::infinity() : Scores::max();
  static constexpr Score lost = -won;
  static constexpr bool prunes = method == Method::alpha_beta;

  static double as_double(Score score) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return score == won ? infinity : score == lost ? -infinity : static_cast<double>(score);
  }

  // A position below the root: own is the player who is choosing, whichever side is to move.
  struct Node {
    Bitboard<Words> blank;
    Square own;
    Square opp;
  };

  template <bool is_own>
  static Node after(Node node, Square move) {
    node.blank = node.blank.without(move);
    (is_own ? node.own : node.opp) = move;
    return node;
  }

  // The moves of one side.
  template <bool is_own>
  Bitboard<Words> moves_of(const Node& node) const {
    return board_.steps(is_own ? node.own : node.opp) & node.blank;
  }

  // Any square of a one-word board; with two words, which only rotate as a whole, the first square
  // of either.
  Square draw_first_square(std::uint64_t random) const {
    if constexpr (Words == 2) return random >> 63 ? 64 : 0;
    const auto squares = static_cast<std::uint64_t>(board_.shape().squares());
    return static_cast<Square>((random >> 32) * squares >> 32);
  }

  bool is_placed() const { return root_.own != Board<Words>::unplaced; }

  // Squares for a placement come column by column.
  void list_root_moves() {
    const Bitboard<Words> moves = moves_of<true>(root_);
    if (is_placed()) {
      for (const Square move : moves) root_moves_.add(move);
      return;
    }
    const Shape shape = board_.shape();
    for (int column = 0; column < shape.width; ++column) {
      for (int row = 0; row < shape.height; ++row) {
        if (moves.has(shape.square(row, column))) root_moves_.add(shape.square(row, column));
      }
    }
  }

  // Depth by depth until the limit is reached or the game is decided.
  void deepen(Choice& choice) {
    const int last = std::min(limit_.depth, root_.blank.count());
    for (int depth = limit_.is_only_depth() ? last : 1; depth <= last; ++depth) {
      const Score score = visit_root(depth);
      if (meter_.is_stopped()) return;
      choice.move = best_move_;
      choice.score = as_double(score);
      choice.depth = depth;
      choice.line.moves[0] = static_cast<std::uint8_t>(best_move_);
      lines_.copy(depth, choice.line);
      choice.is_solved = score == won || score == lost;
      if (hooks_.on_depth) {
        fill_in_cost(choice);
        hooks_.on_depth(choice);
      }
      if (choice.is_solved) return;
    }
  }

  void fill_in_cost(Choice& choice) const {
    choice.nodes = meter_.nodes();
    choice.evaluations = static_cast<std::uint64_t>(leaves_ - ended_leaves_);
  }

  Score visit_root(int depth) {
    Score best = lost;
    bool is_first = true;
    for (const Square move : root_moves_.span()) {
      if (!meter_.count()) return best;
      if (depth == 1) ++leaves_;
      const Score score = depth == 1 ? visit_leaf<true>(root_, move)
                                     : visit_child<true>(root_, move, depth, best, won);
      if (meter_.is_stopped()) return best;
      if (score > best || is_first) {
        best = score;
        best_move_ = move;
        lines_.extend(depth, move);
        is_first = false;
      }
      if (prunes && best == won) break;
    }
    return best;
  }

  // Whether a score is better for the side to move than the best so far. When every move loses, the
  // first counts as better too, so that the line goes on to the end of the game.
  template <bool is_own>
  bool is_better(Score score, Score best, int depth) const {
    constexpr Score worst = is_own ? lost : won;
    if (is_own ? score > best : score < best) return true;
    return lines_.is_empty(depth) && score == worst && best == worst;
  }

  // The score of a node with legal moves; own raises alpha, opp lowers beta. With alpha-beta, a
  // score outside alpha to beta is only a bound.
  template <bool is_own>
  Score visit(Node node, Bitboard<Words> moves, int depth, Score alpha, Score beta) {
    assert(depth >= 2 && !moves.is_empty());
    Score& best = is_own ? alpha : beta;
    lines_.clear(depth);
    for (const Square move : RotatedSquares(moves, first_square_)) {
      if (!meter_.count()) return best;
      const Score score = visit_child<is_own>(node, move, depth, alpha, beta);
      if (meter_.is_stopped()) return best;
      if (!is_better<is_own>(score, best, depth)) continue;
      best = score;
      lines_.extend(depth, move);
      if (prunes && alpha >= beta) break;
    }
    return best;
  }

  template <bool is_own>
  Score visit_child(const Node& node, Square move, int depth, Score alpha, Score beta) {
    const Node child = after<is_own>(node, move);
    const Bitboard<Words> replies = moves_of<!is_own>(child);
    if (replies.is_empty()) {
      lines_.clear(depth - 1);
      return is_own ? won : lost;
    }
    if constexpr (!prunes) {
      alpha = lost;
      beta = won;
    }
    if (depth > 2) return visit<!is_own>(child, replies, depth - 1, alpha, beta);
    return replies.count() <= meter_.room()
               ? visit_leaves<!is_own, false>(child, replies, alpha, beta)
               : visit_leaves<!is_own, true>(child, replies, alpha, beta);
  }

  // `visit` with one ply left. If the meter has room for all moves, they are counted at once.
  template <bool is_own, bool is_metered>
  Score visit_leaves(Node node, Bitboard<Words> moves, Score alpha, Score beta) {
    Score& best = is_own ? alpha : beta;
    lines_.clear(1);
    int visited = 0;
    for (const Square move : RotatedSquares(moves, first_square_)) {
      if (is_metered && !meter_.count()) break;
      ++visited;
      const Score score = visit_leaf<is_own>(node, move);
      if (!is_better<is_own>(score, best, 1)) continue;
      best = score;
      lines_.extend(1, move);
      if (prunes && alpha >= beta) break;
    }
    if (!is_metered) meter_.count(visited);
    leaves_ += visited;
    return best;
  }

  template <bool is_own>
  Score visit_leaf(const Node& node, Square move) {
    const Node leaf = after<is_own>(node, move);
    const Bitboard<Words> own_moves = moves_of<true>(leaf);
    const Bitboard<Words> opp_moves = moves_of<false>(leaf);
    if ((is_own ? opp_moves : own_moves).is_empty()) {
      ++ended_leaves_;
      return is_own ? won : lost;
    }
    const Player to_move = is_own ? opponent(player_) : player_;
    const View<Words> leaf_view{board_,    leaf.blank, leaf.own, leaf.opp,
                                own_moves, opp_moves,  player_,  to_move};
    if constexpr (is_machine_code<Kind>) {
      const Score score = heuristic_.unchecked(leaf_view, leaf_players_[is_own]);
      if (Kind::is_usable(score)) [[likely]]
        return score;
      return evaluate_again<is_own>(node, move);
    } else {
      return evaluate(heuristic_, leaf_view, Alarm{meter_});
    }
  }

  // The players as machine code takes them: every leaf needs them, so they are computed only once.
  std::uint64_t code_players(Player to_move) const {
    if constexpr (is_machine_code<Kind>) {
      return Kind::players(player_, to_move);
    } else {
      return 0;
    }
  }

  // Evaluates with checks, out of line, so that an ordinary leaf needs no registers for them.
  template <bool is_own>
  [[gnu::noinline]] Score evaluate_again(Node node, Square move) const {
    const Node leaf = after<is_own>(node, move);
    std::array<Square, 2> locations{leaf.own, leaf.opp};
    if (player_ == Player::two) std::swap(locations[0], locations[1]);
    const Player to_move = is_own ? opponent(player_) : player_;
    return heuristic_(view(Position<Words>(board_, leaf.blank, locations, to_move), player_));
  }

  const Board<Words>& board_;
  // Machine code is copied, which makes it faster to call.
  const std::conditional_t<is_machine_code<Kind>, Kind, const Kind&> heuristic_;
  const Limit limit_;
  const Hooks& hooks_;
  Meter<Interrupt> meter_;
  const Player player_;
  // At leaves after a move of opp, and at those after a move of own.
  const std::array<std::uint64_t, 2> leaf_players_{code_players(player_),
                                                   code_players(opponent(player_))};
  const Node root_;
  MoveList root_moves_;
  Square first_square_ = 0;
  std::int64_t leaves_ = 0;
  std::int64_t ended_leaves_ = 0;
  Square best_move_ = 0;
  Lines lines_;
};

// Fills in the choice of the side to move, which has a legal move. The same arguments give the same
// choice, unless time is limited.
template <int Words>
void search(const Position<Words>& position, const Heuristic& heuristic, Method method,
            const Limit& limit, std::uint64_t seed, const Hooks& hooks, Choice& choice);

}  // namespace lastknight
