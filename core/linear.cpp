#include "linear.hpp"

#include <algorithm>
#include <cmath>

namespace lastknight {

struct Weight::Parts {
  Combination kind;
  double number;
  Weight first, second;
};

Weight::Weight(double number) : number_(number), most_(std::abs(number)) {}

Weight::Weight(double (*function)(const Phase&)) : function_(function) {}

Weight::Weight(Combination kind, double number, const Weight& first, const Weight& second) {
  const bool is_switch = kind == Combination::until_blank || kind == Combination::by_role;
  if (!is_switch && first.is_number() && second.is_number()) {
    const auto part = [&](int index) { return (index == 0 ? first : second).number_; };
    *this = Weight(combined(kind, number, part, [] { return Phase{}; }));
    return;
  }
  parts_ = std::make_shared<const Parts>(Parts{kind, number, first, second});
  most_ = is_switch                      ? std::max(first.most_, second.most_)
          : kind == Combination::product ? first.most_ * second.most_
                                         : first.most_ + second.most_;
}

double Weight::at(const Phase& phase) const {
  if (function_ != nullptr) return function_(phase);
  if (parts_ == nullptr) return number_;
  const auto part = [&](int index) {
    return (index == 0 ? parts_->first : parts_->second).at(phase);
  };
  return combined(parts_->kind, parts_->number, part, [&] { return phase; });
}

namespace {

// Beyond this, sums might overflow.
constexpr double largest_weight = 1e100;

constexpr Count one{Count::Of::one};

// The weight of a form without counts.
std::optional<Weight> weight_alone(const LinearForm& form) {
  if (form.empty()) return Weight(0.0);
  if (form.size() > 1 || form.begin()->first != one) return std::nullopt;
  return form.begin()->second;
}

LinearForm scaled(const LinearForm& form, const Weight& factor) {
  LinearForm product;
  for (const auto& [count, weight] : form) {
    product.emplace(count, Weight(Combination::product, 0, weight, factor));
  }
  return product;
}

std::optional<LinearForm> multiplied(const LinearForm& first, const LinearForm& second) {
  if (const auto factor = weight_alone(first)) return scaled(second, *factor);
  if (const auto factor = weight_alone(second)) return scaled(first, *factor);
  return std::nullopt;
}

std::optional<LinearForm> divided(const LinearForm& first, const LinearForm& second) {
  const auto above = weight_alone(first), below = weight_alone(second);
  if (!above || !below || !above->is_number() || !below->is_number()) return std::nullopt;
  if (below->most() == 0) return std::nullopt;
  return LinearForm{{one, Weight(Combination::quotient, 0, *above, *below)}};
}

// Combines two forms count by count; a count that a form lacks has weight 0 in it.
LinearForm merged(Combination kind, double number, const LinearForm& first,
                  const LinearForm& second) {
  LinearForm both;
  const auto weight_in = [](const LinearForm& form, const Count& count) {
    const auto found = form.find(count);
    return found == form.end() ? Weight(0.0) : found->second;
  };
  for (const LinearForm* form : {&first, &second}) {
    for (const auto& [count, weight] : *form) {
      both.try_emplace(count, kind, number, weight_in(first, count), weight_in(second, count));
    }
  }
  return both;
}

}  // namespace

std::optional<LinearForm> combine(Combination kind, double number, const LinearForm& first,
                                  const LinearForm& second) {
  auto both = kind == Combination::product    ? multiplied(first, second)
              : kind == Combination::quotient ? divided(first, second)
                                              : merged(kind, number, first, second);
  const auto is_safe = [](const auto& item) { return item.second.most() <= largest_weight; };
  if (both && !std::all_of(both->begin(), both->end(), is_safe)) return std::nullopt;
  return both;
}

Linear::Linear(LinearForm form, std::string block_name) {
  const auto plan = std::make_shared<Plan>();
  plan->form = std::move(form);
  plan->block_name = std::move(block_name);
  for (const auto& [count, weight] : plan->form) {
    plan->needed.add(count);
    if (count.is_of_squares()) {
      plan->pairs.push_back(set_pair(count));
    } else if (count != one) {
      plan->others.push_back(count);
    }
  }
  while (plan->pairs.size() % 4 != 0) plan->pairs.push_back({SetIndex::all, SetIndex::all});
  plan_ = plan;
}

// Counts of squares come first in a form, `one` last.
const double* Linear::Plan::make_table(int squares) const {
  const std::lock_guard lock(making);
  if (const double* table = tables[squares].load(std::memory_order_acquire)) return table;
  const int phases = Phase::count(squares);
  auto table = std::make_unique<double[]>(static_cast<std::size_t>(phases) * row_size());
  for (int index = 0; index < phases; ++index) {
    double* const row = table.get() + static_cast<std::size_t>(index) * row_size();
    double* pair = row + 1;
    double* other = pair + pairs.size();
    for (const auto& [count, weight] : form) {
      double* const place = count == one ? row : count.is_of_squares() ? pair++ : other++;
      *place = weight.at(Phase::of(index, squares));
    }
  }
  made.push_back(std::move(table));
  tables[squares].store(made.back().get(), std::memory_order_release);
  return made.back().get();
}

namespace {

std::string label_of(const Count& count) {
  const bool is_own = count.side == Side::own;
  const std::string whose = is_own ? "own" : "opponent's";
  const std::string than = is_own ? "the opponent" : "the player";
  const std::string moves = std::to_string(count.moves) + (count.moves == 1 ? " move" : " moves");
  const std::string own_moves =
      std::to_string(count.moves) + " " + whose + (count.moves == 1 ? " move" : " moves");
  switch (count.of) {
    case Count::Of::exact_reach:
      return "squares first reached in " + own_moves;
    case Count::Of::exact_private:
      return "squares first reached in " + own_moves + ", sooner than by " + than;
    case Count::Of::private_reach:
      return "squares within " + own_moves + " that " + than + " does not reach";
    case Count::Of::exact_shared:
      return "squares both first reach in " + moves;
    case Count::Of::shared_reach:
      return "squares both reach within " + moves;
    case Count::Of::dead_ends:
      return whose + " moves to dead ends";
    case Count::Of::dead_squares:
      return "blank squares without an exit";
    case Count::Of::region:
      return whose + " region";
    case Count::Of::exits:
      return "exits of " + whose + " moves";
    case Count::Of::path_bound:
      return "bound on " + whose + " path";
    case Count::Of::distance:
      return "moves from knight to knight";
    case Count::Of::one:
      break;
  }
  return {};
}

// The label of a block that depends only on the phase, and the squares it looks at.
template <int Words>
std::pair<std::string, Bitboard<Words>> phase_term(const std::string& block, const Phase& phase,
                                                   const View<Words>& view) {
  const auto standing = [](Square location) {
    const bool is_placed = location != Board<Words>::unplaced;
    return is_placed ? Bitboard<Words>::of(location) : Bitboard<Words>{};
  };
  const auto own = standing(view.own_location), opp = standing(view.opp_location);
  if (block == "blank_fraction") return {"blank squares / squares", view.blank};
  if (block == "to_move") {
    return phase.to_move > 0 ? std::pair("player to move", own)
                             : std::pair("opponent to move", opp);
  }
  const char* const roles[] = {"defender", "no roles before both knights are placed", "attacker"};
  return {roles[phase.role + 1], own | opp};
}

template <int Words>
Bitboard<Words> squares_of(const Count& count, const View<Words>& view, const Sets<Words>& sets) {
  if (count.is_of_squares()) return sets[set_pair(count)];
  switch (count.of) {
    case Count::Of::exits: {
      const auto& moves = count.side == Side::own ? view.own_moves : view.opp_moves;
      return view.board.spread(moves) & view.blank;
    }
    case Count::Of::path_bound:
      return sets[SetIndex::region(count.side)];
    case Count::Of::distance:
      return view.are_both_placed() ? view.locations() : Bitboard<Words>{};
    default:
      return {};
  }
}

}  // namespace

template <int Words>
void Linear::explain(const View<Words>& view, TermList& terms) const {
  const Sets<Words> sets(view, plan_->needed);
  const Phase now = phase(view);
  for (const auto& [count, weight] : plan_->form) {
    const double factor = weight.at(now);
    const int number =
        count.is_of_squares() ? sets[set_pair(count)].count() : other_count(count, view, sets);
    const auto [label, squares] = count == one
                                      ? phase_term(plan_->block_name, now, view)
                                      : std::pair(label_of(count), squares_of(count, view, sets));
    if (factor < 0) {
      terms.minus(-factor * number, label, count.side, squares);
    } else {
      terms.plus(factor * number, label, count.side, squares);
    }
  }
}

template void Linear::explain(const View<1>&, TermList&) const;
template void Linear::explain(const View<2>&, TermList&) const;

namespace {

struct Name {
  const char* name;
  Count::Of of;
  bool has_sides = true;
};

constexpr Name names[] = {
    {"exact_reach", Count::Of::exact_reach},
    {"exact_private", Count::Of::exact_private},
    {"private", Count::Of::private_reach},
    {"exact_shared", Count::Of::exact_shared, false},
    {"shared", Count::Of::shared_reach, false},
    {"exits", Count::Of::exits},
    {"dead_ends", Count::Of::dead_ends},
    {"dead_squares", Count::Of::dead_squares, false},
    {"knight_distance", Count::Of::distance, false},
    {"region", Count::Of::region},
    {"path_bound", Count::Of::path_bound},
};

std::optional<Weight> phase_block(const std::string& name) {
  if (name == "blank_fraction") {
    return Weight([](const Phase& phase) { return double(phase.blanks) / phase.squares; });
  }
  if (name == "role") return Weight([](const Phase& phase) { return double(phase.role); });
  if (name == "to_move") return Weight([](const Phase& phase) { return double(phase.to_move); });
  return std::nullopt;
}

}  // namespace

std::optional<Linear> building_block(const std::string& name,
                                     const std::map<std::string, double>& parameters) {
  if (const auto weight = phase_block(name)) return Linear({{one, *weight}}, name);
  const auto k = parameters.find("k");
  const int moves = k == parameters.end() ? 0 : static_cast<int>(k->second);
  for (const auto& [base, of, has_sides] : names) {
    const Count own{of, Side::own, moves}, opp{of, Side::opp, moves};
    if (!has_sides) {
      if (name == base) return Linear({{{of, Side::both, moves}, 1.0}}, name);
    } else if (name == base) {
      return Linear({{own, 1.0}, {opp, -1.0}}, name);
    } else if (name == base + std::string("_own")) {
      return Linear({{own, 1.0}}, name);
    } else if (name == base + std::string("_opp")) {
      return Linear({{opp, 1.0}}, name);
    }
  }
  return std::nullopt;
}

}  // namespace lastknight
