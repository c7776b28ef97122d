// The work that one evaluation, or one question about a value, may cost: steps (of about ten nanoseconds) and bytes (of
// text and tables). Code whose work a text decides takes it first, so that refused work costs nothing; taken work stays
// taken if the work then fails. Taking is a comparison and a subtraction. A budget is not a clock: the same program is
// refused at the same statement on every machine, and a golden file can contain the refusal.
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
  // The limit of each.
  constexpr Budget(std::uint64_t steps, std::uint64_t bytes) : steps_(steps), bytes_(bytes) {}

  // Takes all of it or, where it is more than is left, nothing. A small request may still be granted after a large
  // one was refused.
  [[nodiscard]] bool take(std::uint64_t steps, std::uint64_t bytes = 0) {
    if (!has(steps, bytes)) return false;
    steps_ -= steps;
    bytes_ -= bytes;
    return true;
  }
  // True if take would succeed; takes nothing.
  bool has(std::uint64_t steps, std::uint64_t bytes = 0) const { return steps <= steps_ && bytes <= bytes_; }
  // For what shows its cost only while it is done: takes what is left of it, down to 0.
  // Used by loops that stop early, and where a part of a budget was lent and its use is known afterwards.
  void spend(std::uint64_t steps) { steps_ -= steps < steps_ ? steps : steps_; }

  // The remaining amount: use it to limit a loop before it starts.
  std::uint64_t steps_left() const { return steps_; }

 private:
  std::uint64_t steps_;
  std::uint64_t bytes_;
};

// Products of counts: the largest number on overflow, which exceeds every budget. So code that multiplies extents for a
// cost need not check for overflow: the refusal is the check.
constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  return __builtin_mul_overflow(a, b, &out) ? ~std::uint64_t{0} : out;
}

}  // namespace stridescope
