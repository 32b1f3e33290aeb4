#include "evaluate.hpp"

#include <limits>

#include "errors.hpp"
#include "notation.hpp"

namespace lastknight {

namespace {

template <class Kind>
Heuristic make(const Parameters& parameters) {
  if constexpr (std::is_constructible_v<Kind, const Parameters&>) {
    return Kind(parameters);
  } else {
    return Kind{};
  }
}

template <class... Kinds>
std::optional<Heuristic> find(const std::variant<Kinds...>&, const std::string& name,
                              const Parameters& parameters) {
  std::optional<Heuristic> found;
  ((name == Kinds::name ? void(found = make<Kinds>(parameters)) : void()), ...);
  return found;
}

}  // namespace

Heuristic native_heuristic(const std::string& name, const Parameters& parameters) {
  if (auto found = find(WithNative<>{}, name, parameters)) return *std::move(found);
  if (auto block = building_block(name, parameters)) return *std::move(block);
  throw ArgumentError("no native heuristic is called '" + name + "'");
}

namespace {

Composite composite(Expression expression) {
  return Composite{std::make_shared<const Expression>(std::move(expression))};
}

// The counts of moves within reach: one for every number of moves.
void add_reach(LinearForm& form, Side side, int moves, double weight) {
  for (int exact = 1; exact <= moves; ++exact) {
    form.emplace(Count{Count::Of::exact_reach, side, exact}, weight);
  }
}

struct MakeForm {
  using Form = std::optional<LinearForm>;

  Form operator()(const Linear& linear) const { return linear.form(); }
  Form operator()(const Null&) const { return LinearForm{}; }
  Form operator()(const Open&) const { return reach(1, false); }
  Form operator()(const Improved&) const { return reach(1, true); }
  Form operator()(const ReachOwn& own) const { return reach(own.k + 1, false); }
  Form operator()(const Reach& both) const { return reach(both.own.k + 1, true); }
  Form operator()(const SharedMoves&) const {
    return LinearForm{{{Count::Of::exact_shared, Side::both, 1}, 1.0}};
  }
  Form operator()(const Composite& composite) const {
    if (composite.expression->kind) return std::nullopt;
    return LinearForm{{{Count::Of::one}, composite.expression->number}};
  }
  Form operator()(const auto&) const { return std::nullopt; }

 private:
  static Form reach(int moves, bool is_difference) {
    if (moves > most_counted_moves) return std::nullopt;
    LinearForm form;
    add_reach(form, Side::own, moves, 1);
    if (is_difference) add_reach(form, Side::opp, moves, -1);
    return form;
  }
};

std::optional<LinearForm> linear_form(const Heuristic& heuristic) {
  return std::visit(MakeForm{}, heuristic);
}

// A sum taken apart: its linear parts as one form, and the others in order.
struct Sum {
  LinearForm form;
  int linear_parts = 0;
  std::vector<std::pair<Combination, Heuristic>> others;

  // False if the linear parts cannot be added up safely.
  bool add(Combination sign, const Heuristic& part) {
    if (const auto linear = linear_form(part)) {
      auto both = lastknight::combine(sign, 0, form, *linear);
      if (both) form = *std::move(both);
      ++linear_parts;
      return both.has_value();
    }
    const Composite* inner = std::get_if<Composite>(&part);
    if (inner != nullptr && is_sum(inner->expression->kind)) {
      const auto& [kind, number, parts] = *inner->expression;
      const bool is_same = *kind == sign;
      return add(sign, parts[0]) &&
             add(is_same ? Combination::sum : Combination::difference, parts[1]);
    }
    others.emplace_back(sign, part);
    return true;
  }

  static bool is_sum(const std::optional<Combination>& kind) {
    return kind == Combination::sum || kind == Combination::difference;
  }

  Heuristic joined() const {
    Heuristic all = Linear(form);
    for (const auto& [sign, part] : others) all = composite({sign, 0, {all, part}});
    return all;
  }
};

}  // namespace

Heuristic constant(double number) { return composite({std::nullopt, number, {}}); }

Heuristic combine(Combination kind, const Heuristic& first, const Heuristic& second,
                  double number) {
  const auto one = linear_form(first), two = linear_form(second);
  if (one && two) {
    if (auto both = combine(kind, number, *one, *two)) return Linear(*std::move(both));
  } else if (Sum::is_sum(kind)) {
    Sum sum;
    const bool is_safe = sum.add(Combination::sum, first) && sum.add(kind, second);
    if (is_safe && sum.linear_parts > 1) return sum.joined();
  }
  return composite({kind, number, {first, second}});
}

double bounded(double value, const AnyPosition& position) {
  if (std::isnan(value)) {
    throw HeuristicError("the heuristic's value is not a number at " + format_position(position));
  }
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(value, -largest, largest);
}

bool calls_back(const Heuristic& heuristic) {
  if (std::holds_alternative<Callback>(heuristic)) return true;
  const Composite* composite = std::get_if<Composite>(&heuristic);
  return composite != nullptr && std::any_of(composite->expression->parts.begin(),
                                             composite->expression->parts.end(), calls_back);
}

double evaluate(const Heuristic& heuristic, const AnyPosition& position, Player player,
                const std::function<void()>& poll) {
  return std::visit(
      [&](const auto& kind, const auto& value) -> double {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        if (value.is_over()) return player == value.to_move() ? -infinity : infinity;
        return static_cast<double>(evaluate(kind, view(value, player), poll));
      },
      heuristic, position);
}

std::optional<std::vector<Term>> explain(const Heuristic& heuristic, const AnyPosition& position,
                                         Player player, const std::function<void()>& poll) {
  return std::visit(
      [&]<class Kind>(const Kind& kind, const auto& value) -> std::optional<std::vector<Term>> {
        TermList terms;
        if constexpr (is_native<Kind>) {
          if (!value.is_over()) evaluate(kind, view(value, player), terms, poll);
          return terms.take();
        } else if constexpr (std::is_same_v<Kind, Linear>) {
          if (!kind.is_block()) return std::nullopt;
          if (!value.is_over()) kind.explain(view(value, player), terms);
          return terms.take();
        } else {
          return std::nullopt;
        }
      },
      heuristic, position);
}

}  // namespace lastknight
