// The work that one evaluation, or one question about a value, may cost: steps (of about ten nanoseconds) and bytes (of
// text and tables). Code whose work depends on the input takes the cost first, so that refused work costs nothing; the
// cost stays taken if the work fails later. Taking is a comparison and a subtraction. A budget is not a clock: every
// machine refuses the same program at the same statement, and a golden file can contain the refusal.
#pragma once

#include <cstdint>

namespace stridescope {

// post of take: either both are taken or neither. An exhausted budget stays exhausted. Passed by reference to share it;
// a copy is a second budget of the same size, so that an evaluation can be repeated with the same result.
//
//   if (!budget.take(elements, bytes)) return too_large();    // nothing was done, nothing was taken
//
class Budget {
 public:
  // The limits.
  constexpr Budget(std::uint64_t steps, std::uint64_t bytes) : steps_(steps), bytes_(bytes) {}

  // Takes the whole cost, or nothing if less is left. A small request can succeed after a large one was refused.
  [[nodiscard]] bool take(std::uint64_t steps, std::uint64_t bytes = 0) {
    if (!has(steps, bytes)) return false;
    steps_ -= steps;
    bytes_ -= bytes;
    return true;
  }
  // True if take would succeed; takes nothing.
  bool has(std::uint64_t steps, std::uint64_t bytes = 0) const { return steps <= steps_ && bytes <= bytes_; }
  // For work whose cost is known only afterwards: takes at most the rest, down to 0. Used by loops that stop early, and
  // after a part of a budget was lent.
  void spend(std::uint64_t steps) { steps_ -= steps < steps_ ? steps : steps_; }

  // The remaining amount: use it to limit a loop before it starts.
  std::uint64_t steps_left() const { return steps_; }

 private:
  std::uint64_t steps_;
  std::uint64_t bytes_;
};

// Products of counts: the largest number on overflow, which exceeds every budget. Code that multiplies extents for a
// cost then needs no overflow check: the budget refuses the cost.
constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  return __builtin_mul_overflow(a, b, &out) ? ~std::uint64_t{0} : out;
}

}  // namespace stridescope
