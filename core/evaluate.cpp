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
  auto found = find(WithNative<>{}, name, parameters);
  if (!found) throw ArgumentError("no native heuristic is called '" + name + "'");
  return *std::move(found);
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
        if constexpr (is_native<Kind>) {
          TermList terms;
          if (!value.is_over()) evaluate(kind, view(value, player), terms, poll);
          return terms.take();
        } else {
          return std::nullopt;
        }
      },
      heuristic, position);
}

}  // namespace lastknight
