#include "evaluate.hpp"

#include <limits>

#include "errors.hpp"
#include "notation.hpp"

namespace lastknight {

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
        return evaluate(kind, view(value, player), poll);
      },
      heuristic, position);
}

}  // namespace lastknight
