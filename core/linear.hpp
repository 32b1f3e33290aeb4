// Linear heuristics: sums of counts of a view, each times a weight that depends on the phase of the
// game only. A building block of the catalogue is one, and so are sums of blocks times numbers,
// switches between such sums, and their products with `blank_fraction`, `role` and `to_move`.
//
// However many terms such a sum has, its value is a dot product: one row of weights, looked up by
// phase, times one row of counts, whose sets are computed only once.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "counts.hpp"
#include "phase.hpp"

namespace lastknight {

// A number, or a function of the phase.
class Weight {
 public:
  Weight(double number);
  // A function with values from -1 to 1.
  Weight(double (*function)(const Phase&));
  // Two weights combined. Only numbers are divided, and not by 0.
  Weight(Combination kind, double number, const Weight& first, const Weight& second);

  double at(const Phase& phase) const;
  bool is_number() const { return function_ == nullptr && parts_ == nullptr; }

  // An upper bound on its absolute value.
  double most() const { return most_; }

 private:
  struct Parts;

  double number_ = 0;
  double (*function_)(const Phase&) = nullptr;
  std::shared_ptr<const Parts> parts_;
  double most_ = 1;
};

// Counts and their weights. A term without a count is the weight of the count `one`.
using LinearForm = std::map<Count, Weight>;

// The combination as a linear form, if it is one. In a product, one factor must have no counts.
// Only numbers are divided: a count times 1 / n can differ from the count divided by n in the last
// bit. Nothing either if a weight is so large that sums might overflow.
std::optional<LinearForm> combine(Combination kind, double number, const LinearForm& first,
                                  const LinearForm& second);

class Linear {
 public:
  // Only a building block has a name, and terms to explain; other sums have lost their parts.
  explicit Linear(LinearForm form, std::string block_name = {});

  const LinearForm& form() const { return plan_->form; }
  bool is_block() const { return !plan_->block_name.empty(); }

  template <int Words>
  double operator()(const View<Words>& view) const {
    const Plan& plan = *plan_;
    const Sets<Words> sets(view, plan.needed);
    const double* weights = plan.weights(phase(view));
    // Four sums side by side, because an addition has to wait for the one before it.
    double sums[4] = {weights[0], 0, 0, 0};
    const double* weight = weights + 1;
    const SetPair* pair = plan.pairs.data();
    for (std::size_t left = plan.pairs.size() / 4; left > 0; --left, pair += 4, weight += 4) {
      for (int lane = 0; lane < 4; ++lane) {
        sums[lane] += weight[lane] * sets[pair[lane]].count();
      }
    }
    for (const Count& count : plan.others) sums[0] += *weight++ * other_count(count, view, sets);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  // Reports the terms of a building block.
  template <int Words>
  void explain(const View<Words>& view, TermList& terms) const;

 private:
  struct Plan {
    LinearForm form;
    std::string block_name;
    NeededSets needed;
    std::vector<SetPair> pairs;  // padded to a multiple of four
    std::vector<Count> others;

    // The weights of a phase: that of `one`, those of the pairs, those of the others.
    const double* weights(const Phase& phase) const {
      const double* table = tables[phase.squares].load(std::memory_order_acquire);
      if (table == nullptr) table = make_table(phase.squares);
      return table + static_cast<std::size_t>(phase.index()) * row_size();
    }
    std::size_t row_size() const { return 1 + pairs.size() + others.size(); }

    // Weights of all phases, for boards with this many squares: made when first asked for.
    const double* make_table(int squares) const;

    mutable std::array<std::atomic<const double*>, max_squares + 1> tables{};
    mutable std::mutex making;
    mutable std::vector<std::unique_ptr<const double[]>> made;
  };

  std::shared_ptr<const Plan> plan_;
};

// The building block of this name: a function of the phase, or a count. Where each side has a
// count, the name ends in `_own` or `_opp`, or else means their difference. Nothing if there is no
// such block.
std::optional<Linear> building_block(const std::string& name,
                                     const std::map<std::string, double>& parameters);

}  // namespace lastknight
