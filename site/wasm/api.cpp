// What a page asks of the core in WebAssembly: C functions that take numbers and text, and answer
// in JSON. An answer is valid until the next call; {"error": "..."} says what was wrong.
//
// Heuristics, players and generators are handles: numbers from 0 that the calls below return, valid
// as long as the module. Whole numbers that may be large are passed as doubles, JavaScript's own
// numbers.
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers.hpp"
#include "arena.hpp"
#include "errors.hpp"
#include "notation.hpp"
#include "perft.hpp"
#include "player.hpp"
#include "solver.hpp"
#include "symmetry.hpp"
#include "thread_time.hpp"

// The JavaScript function that receives the choice of each finished depth.
extern "C" __attribute__((import_module("page"), import_name("tell_depth"))) void tell_depth(
    const char* choice);

namespace lastknight {

namespace {

std::vector<Heuristic> heuristics;
std::vector<NativePlayer> players;
std::vector<Rng> generators;
// One solver for anyone who asks, and one for a player whose choices must not depend on earlier
// proofs.
std::array<std::unique_ptr<Solver>, 2> solvers;
ChunkRecord chunk;

const auto never = [] {};

template <class Item>
std::string kept(std::vector<Item>& items, Item item) {
  items.push_back(std::move(item));
  return json::number(items.size() - 1);
}

std::string square_text(Shape shape, Square square) {
  return json::quoted(format_square({shape.row(square), shape.column(square)}));
}

template <int Words>
std::string squares_text(const Position<Words>& position, const Bitboard<Words>& squares) {
  const Shape shape = position.board().shape();
  return json::list(squares, [&](Square square) { return square_text(shape, square); });
}

std::string player_text(std::optional<Player> player) {
  return player ? json::number(number(*player)) : "null";
}

template <int Words>
std::string location_text(const Position<Words>& position, Player player) {
  if (!position.is_placed(player)) return "null";
  return square_text(position.board().shape(), position.location(player));
}

// The side to move while both knights stand on one colour; a role lasts for the whole game.
template <int Words>
std::string attacker_text(const Position<Words>& position) {
  const Player mover = position.to_move(), other = opponent(mover);
  if (!position.is_placed(mover) || !position.is_placed(other)) return "null";
  const Bitboard<Words>& dark = position.board().dark();
  const bool is_one_colour =
      dark.has(position.location(mover)) == dark.has(position.location(other));
  return player_text(is_one_colour ? mover : other);
}

std::string position_text(const AnyPosition& position) {
  return std::visit(
      [](const auto& p) {
        const Shape shape = p.board().shape();
        std::optional<Player> winner;
        if (p.is_over()) winner = opponent(p.to_move());
        return json::object({{"text", json::quoted(format_position(p))},
                             {"width", json::number(shape.width)},
                             {"height", json::number(shape.height)},
                             {"to_move", json::number(number(p.to_move()))},
                             {"locations", "[" + location_text(p, Player::one) + "," +
                                               location_text(p, Player::two) + "]"},
                             {"blank", squares_text(p, p.blank())},
                             {"blocked", squares_text(p, p.blocked())},
                             {"legal_moves", squares_text(p, p.legal_moves())},
                             {"is_over", p.is_over() ? "true" : "false"},
                             {"winner", player_text(winner)},
                             {"attacker", attacker_text(p)}});
      },
      position);
}

// The parts of a text between spaces and newlines.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool is_inside = false;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n';
    if (!is_space && !is_inside) words.emplace_back();
    if (!is_space) words.back() += c;
    is_inside = !is_space;
  }
  return words;
}

// Squares are read before any is played, so text that is no square is reported first.
std::vector<AnyPosition> play_moves(const AnyPosition& start, const char* moves) {
  std::vector<Coordinates> squares;
  for (const std::string& word : words_of(moves)) squares.push_back(parse_square(word));
  std::vector<AnyPosition> positions{start};
  for (const Coordinates& square : squares) {
    try {
      positions.push_back(play(positions.back(), square));
    } catch (const std::invalid_argument& error) {
      throw IllegalMove("move " + std::to_string(positions.size()) + ": " + error.what());
    }
  }
  return positions;
}

std::string choice_text(const Choice& choice, Shape shape, double seconds) {
  const bool has_score = choice.depth > 0 || choice.is_solved;
  return json::object({{"move", square_text(shape, choice.move)},
                       {"score", has_score ? json::number(choice.score) : "null"},
                       {"depth", json::number(choice.depth)},
                       {"nodes", json::number(choice.nodes)},
                       {"evaluations", json::number(choice.evaluations)},
                       {"seconds", json::number(seconds)},
                       {"line", json::list(choice.line.span(),
                                           [&](Square move) { return square_text(shape, move); })},
                       {"solved", choice.is_solved ? "true" : "false"}});
}

Player read_player(int number) { return number == 2 ? Player::two : Player::one; }

bool is_over(const AnyPosition& position) {
  return std::visit([](const auto& p) { return p.is_over(); }, position);
}

std::string term_text(const Term& term, Shape shape, int player) {
  const int whose = term.side == Side::own ? player : 3 - player;
  return json::object(
      {{"label", json::quoted(term.label)},
       {"sign", json::quoted(std::string(1, static_cast<char>(term.sign)))},
       {"number", json::number(term.number)},
       {"squares",
        json::list(term.squares, [&](Square square) { return square_text(shape, square); })},
       {"player", term.side == Side::both ? "null" : json::number(whose)}});
}

Parameters read_parameters(const char* text) {
  Parameters found;
  const std::vector<std::string> words = words_of(text);
  for (std::size_t at = 0; at + 1 < words.size(); at += 2) {
    found[words[at]] = std::strtod(words[at + 1].c_str(), nullptr);
  }
  return found;
}

}  // namespace

extern "C" {

// Room for a text that JavaScript passes, valid until the next call with this number, 0 or 1.
LASTKNIGHT_EXPORT char* lk_room(int number, int bytes) {
  static std::array<std::string, 2> texts;
  std::string& text = texts.at(static_cast<std::size_t>(number));
  text.resize(static_cast<std::size_t>(bytes));
  return text.data();
}

// Heuristics: a number, one of the catalogue with all its parameters ("power 1 weight 2"), or two
// of them combined. Answers with the number of the new heuristic.
LASTKNIGHT_EXPORT const char* lk_constant(double value) {
  return guarded([&] { return kept(heuristics, constant(value)); });
}
LASTKNIGHT_EXPORT const char* lk_native(const char* name, const char* parameters) {
  return guarded(
      [&] { return kept(heuristics, native_heuristic(name, read_parameters(parameters))); });
}
LASTKNIGHT_EXPORT const char* lk_combine(int kind, int first, int second, double number) {
  return guarded([&] {
    return kept(heuristics, combine(static_cast<Combination>(kind),
                                    heuristics.at(static_cast<std::size_t>(first)),
                                    heuristics.at(static_cast<std::size_t>(second)), number));
  });
}

// A player; a negative number means no heuristic, or no such limit.
LASTKNIGHT_EXPORT const char* lk_player(const char* name, int heuristic, int depth, double nodes,
                                        double seconds) {
  return guarded([&] {
    Limit limit;
    if (depth >= 0) limit.depth = depth;
    if (nodes >= 0) limit.nodes = static_cast<std::uint64_t>(nodes);
    if (seconds >= 0) limit.seconds = seconds;
    const Heuristic* leaf =
        heuristic < 0 ? nullptr : &heuristics.at(static_cast<std::size_t>(heuristic));
    return kept(players, make_player(name, leaf, limit));
  });
}

// The start on a board; the blocked squares are separated by spaces.
LASTKNIGHT_EXPORT const char* lk_start(int width, int height, const char* blocked) {
  return guarded([&] {
    std::vector<Coordinates> gone;
    for (const std::string& word : words_of(blocked)) gone.push_back(parse_square(word));
    return position_text(start_position(width, height, gone));
  });
}

// All positions of a game, the start first.
LASTKNIGHT_EXPORT const char* lk_line(const char* start, const char* moves) {
  return guarded(
      [&] { return json::list(play_moves(parse_position(start), moves), position_text); });
}

// The text of the canonical image.
LASTKNIGHT_EXPORT const char* lk_canonical(const char* position) {
  return guarded([&] {
    return std::visit([](const auto& p) { return json::quoted(format_position(canonical(p))); },
                      parse_position(position));
  });
}

LASTKNIGHT_EXPORT const char* lk_perft(const char* position, int depth) {
  return guarded([&] {
    return std::visit([&](const auto& p) { return json::number(perft(p, depth, never)); },
                      parse_position(position));
  });
}

// A heuristic's value of a position for a player.
LASTKNIGHT_EXPORT const char* lk_value(int heuristic, const char* position, int player) {
  return guarded([&] {
    return json::number(evaluate(heuristics.at(static_cast<std::size_t>(heuristic)),
                                 parse_position(position), read_player(player), never));
  });
}

// What a native heuristic counted; null for others.
LASTKNIGHT_EXPORT const char* lk_terms(int heuristic, const char* position, int player) {
  return guarded([&]() -> std::string {
    const AnyPosition here = parse_position(position);
    const auto terms = explain(heuristics.at(static_cast<std::size_t>(heuristic)), here,
                               read_player(player), never);
    if (!terms) return "null";
    return json::list(*terms,
                      [&](const Term& term) { return term_text(term, shape(here), player); });
  });
}

// A player's choice; with `tells_depths`, tell_depth is called after each finished depth.
LASTKNIGHT_EXPORT const char* lk_choose(int player, const char* position, double seed,
                                        bool tells_depths) {
  return guarded([&] {
    const AnyPosition here = parse_position(position);
    if (is_over(here)) throw ArgumentError("the game is over: there is no move to choose");
    const auto seconds = [start = thread_seconds()] { return thread_seconds() - start; };
    Hooks hooks{.interrupt = never, .wants_line = true};
    if (tells_depths) {
      hooks.on_depth = [&](const Choice& choice) {
        tell_depth(choice_text(choice, shape(here), seconds()).c_str());
      };
    }
    Choice choice;
    std::visit(
        [&](const auto& p) {
          choose(players.at(static_cast<std::size_t>(player)), p, static_cast<std::uint64_t>(seed),
                 hooks, choice);
        },
        here);
    return choice_text(choice, shape(here), seconds());
  });
}

// Winner and best move, null if the limit was reached first, and the nodes. With `is_alone`, it
// uses only its own earlier proofs, which lk_forget clears.
LASTKNIGHT_EXPORT const char* lk_solve(const char* position, double nodes, bool is_alone) {
  return guarded([&] {
    const AnyPosition here = parse_position(position);
    std::unique_ptr<Solver>& solver = solvers[is_alone ? 1 : 0];
    if (!solver || solver->shape() != shape(here)) solver = std::make_unique<Solver>(shape(here));
    SolveOptions options;
    options.nodes = static_cast<std::uint64_t>(nodes);
    const Solution found = solver->solve(here, options);
    return json::object(
        {{"winner", player_text(found.winner)},
         {"best_move", found.best_move ? square_text(shape(here), *found.best_move) : "null"},
         {"nodes", json::number(found.nodes)}});
  });
}
LASTKNIGHT_EXPORT void lk_forget() { solvers[1].reset(); }

// A generator of random numbers. Openings use stream 2^63, each game the stream of its number.
LASTKNIGHT_EXPORT const char* lk_generator(double seed, double stream) {
  return guarded([&] {
    return kept(generators,
                Rng(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(stream)));
  });
}
LASTKNIGHT_EXPORT double lk_below(int generator, double count) {
  return generators[static_cast<std::size_t>(generator)].below(static_cast<std::uint32_t>(count));
}
LASTKNIGHT_EXPORT double lk_next(int generator) {  // the high 53 bits of the next 64
  return static_cast<double>(generators[static_cast<std::size_t>(generator)].next() >> 11);
}

// A player's move with the next random seed of a generator, which may have more bits than a double.
LASTKNIGHT_EXPORT const char* lk_choose_next(int player, const char* position, int generator) {
  return guarded([&] {
    const AnyPosition here = parse_position(position);
    if (is_over(here)) throw ArgumentError("the game is over: there is no move to choose");
    const std::uint64_t seed = generators.at(static_cast<std::size_t>(generator)).next();
    const Hooks hooks{.interrupt = never};
    Choice choice;
    std::visit(
        [&](const auto& p) {
          choose(players.at(static_cast<std::size_t>(player)), p, seed, hooks, choice);
        },
        here);
    return square_text(shape(here), choice.move);
  });
}

// Some more plies of a player against itself. Its random seeds come from the stream 2^63 +
// `number`, which a double cannot hold. Answers with the moves and the position after them; null if
// a side cannot move.
LASTKNIGHT_EXPORT const char* lk_play_on(int player, const char* position, int plies, double seed,
                                         double number) {
  return guarded([&]() -> std::string {
    const NativePlayer& who = players.at(static_cast<std::size_t>(player));
    Rng seeds(static_cast<std::uint64_t>(seed),
              (std::uint64_t{1} << 63) + static_cast<std::uint64_t>(number));
    return std::visit(
        [&](auto here) -> std::string {
          const Shape board = here.board().shape();
          std::vector<std::string> moves;
          for (int ply = 0; ply < plies; ++ply) {
            if (here.is_over()) return "null";
            Choice choice;
            choose(who, here, seeds.next(), Hooks{.interrupt = never}, choice);
            moves.push_back(square_text(board, choice.move));
            here = here.play(choice.move);
          }
          for (const Player side : {Player::one, Player::two}) {
            if (here.legal_moves(side).is_empty()) return "null";
          }
          return json::object(
              {{"moves", json::list(moves, [](const std::string& move) { return move; })},
               {"text", json::quoted(format_position(here))}});
        },
        parse_position(position));
  });
}

// Pairs of games from openings, which are positions on lines; `first_job` is the number of the
// first game. Answers with whether A won and the moves after the opening, for each game.
LASTKNIGHT_EXPORT const char* lk_play(int a, int b, const char* openings, double seed,
                                      double first_job) {
  return guarded([&] {
    std::vector<AnyPosition> starts;
    for (const std::string& line : words_of(openings)) starts.push_back(parse_position(line));
    chunk = play_chunk(
        players.at(static_cast<std::size_t>(a)), players.at(static_cast<std::size_t>(b)),
        {starts, static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(first_job), 0},
        never);
    std::size_t at = 0;
    const auto game = [&](std::size_t index) {
      const Shape board = shape(starts[index / 2]);
      const auto moves = std::span(chunk.moves).subspan(at, chunk.plies[index]);
      at += chunk.plies[index];
      return json::object(
          {{"a_won", chunk.a_won[index] ? "true" : "false"},
           {"moves", json::list(moves, [&](Square move) { return square_text(board, move); })}});
    };
    std::vector<std::size_t> numbers(chunk.plies.size());
    for (std::size_t index = 0; index < numbers.size(); ++index) numbers[index] = index;
    return json::list(numbers, game);
  });
}

}  // extern "C"

}  // namespace lastknight
