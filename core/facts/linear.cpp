// Propagates the digits of a coordinate through the steps of a term symbolically: through a layout if the digits step
// over whole modes, through a division if the fractions stay below one. Gives up if a digit would carry; never guesses,
// since verdicts treat the result as a proof.
#include "core/facts/linear.h"

#include "core/base/checked.h"
#include "core/facts/refine.h"

namespace stridescope::verdicts {
namespace {

std::optional<std::int64_t> times(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (mul_overflows(a, b, out)) return std::nullopt;
  return out;
}

// Rewrites digits c / divisor as plain digits; the part of a digit below the divisor gets stride 0.
bool without_divisors(LinearModes& modes) {
  LinearModes out;
  for (const LinearMode& mode : modes) {
    if (mode.divisor == 1) {
      out.push_back(mode);
    } else if (mode.extent <= mode.divisor) {
      out.push_back({mode.extent, 0});
    } else if (mode.extent % mode.divisor == 0) {
      out.push_back({mode.divisor, 0});
      out.push_back({mode.extent / mode.divisor, mode.stride});
    } else {
      return false;
    }
  }
  modes = out;
  return true;
}

bool has_negative(const LinearModes& modes) {
  for (const LinearMode& mode : modes) {
    if (mode.stride < 0 && mode.extent > 1) return true;
  }
  return false;
}

// The offsets of a layout at the coordinates `index`, which are all >= 0.
bool through_layout(LinearModes& index, const LinearModes& layout) {
  if (has_negative(index) || layout.empty()) return false;
  InlineVector<std::int64_t, 64> used;  // the largest digit of each mode
  for (std::uint32_t i = 0; i < layout.size(); ++i) used.push_back(0);
  LinearModes out;
  for (const LinearMode& mode : index) {
    std::int64_t extent = mode.extent;
    std::int64_t step = mode.stride;
    if (step == 0 || extent <= 1) {
      out.push_back({extent, 0});
      continue;
    }
    const auto emit = [&](std::int64_t count, std::int64_t stride) {
      const auto product = times(step, stride);
      if (product) out.push_back({count, *product});
      return product.has_value();
    };
    std::uint32_t level = 0;
    for (; level + 1 < layout.size() && extent > 1; ++level) {
      const std::int64_t modulus = layout[level].extent;
      if (step % modulus == 0) {
        step /= modulus;
        continue;
      }
      const auto last = times(extent - 1, step);
      if (last && *last < modulus) {
        used[level] += *last;
        if (!emit(extent, layout[level].stride)) return false;
        extent = 1;
        break;
      }
      if (step >= modulus || modulus % step != 0) return false;
      const std::int64_t held = modulus / step;
      if (extent % held != 0) return false;
      used[level] += modulus - step;
      if (!emit(held, layout[level].stride)) return false;
      extent /= held;
      step = 1;
    }
    if (extent > 1 && !emit(extent, layout.back().stride)) return false;
  }
  for (std::uint32_t i = 0; i + 1 < layout.size(); ++i) {
    if (used[i] >= layout[i].extent) return false;
  }
  index = out;
  return true;
}

// index / by, rounded down, if the fractions together stay below one.
bool through_division(LinearModes& index, std::int64_t by) {
  if (has_negative(index)) return false;
  LinearModes out;
  std::int64_t fractions = 0;
  for (const LinearMode& mode : index) {
    if (mode.stride % by == 0) {
      out.push_back({mode.extent, mode.stride / by});
      continue;
    }
    if (by % mode.stride != 0) return false;
    const std::int64_t whole = by / mode.stride;
    if (mode.extent <= whole) {
      out.push_back({mode.extent, 0});
      fractions += (mode.extent - 1) * mode.stride;
    } else if (mode.extent % whole == 0) {
      out.push_back({whole, 0});
      out.push_back({mode.extent / whole, 1});
      fractions += by - mode.stride;
    } else {
      return false;
    }
    if (fractions >= by) return false;
  }
  index = out;
  return true;
}

std::optional<Linear> linear_term(const Term& term) {
  Linear out = {term.index, 0};
  if (!without_divisors(out.modes)) return std::nullopt;
  for (const Step& step : term.steps) {
    switch (step.kind) {
      case Step::Kind::add:
        out.constant += step.value;
        break;
      case Step::Kind::multiply:
        for (LinearMode& mode : out.modes) mode.stride *= step.value;
        out.constant *= step.value;
        break;
      case Step::Kind::divide:
        if (out.constant != 0 || !through_division(out.modes, step.value)) return std::nullopt;
        break;
      case Step::Kind::swizzle:
        return std::nullopt;
      case Step::Kind::layout:
        if (out.constant != 0 || !through_layout(out.modes, step.modes)) return std::nullopt;
        break;
    }
  }
  return out;
}

// Removes the common last steps if they are bijective: only the steps before them can make a difference.
void drop_common_end(Sum& got, Sum& should) {
  if (got.size() != 1 || should.size() != 1) return;
  std::vector<Step>& a = got[0].steps;
  std::vector<Step>& b = should[0].steps;
  while (!a.empty() && !b.empty() && a.back() == b.back() &&
         (a.back().kind == Step::Kind::swizzle || a.back().kind == Step::Kind::add)) {
    a.pop_back();
    b.pop_back();
  }
}

}  // namespace

std::optional<Linear> linear_form(const Sum& sum) {
  std::optional<Linear> out;
  for (const Term& term : sum) {
    auto next = linear_term(term);
    if (!next) return std::nullopt;
    if (!out) {
      out = std::move(next);
      continue;
    }
    Linear both = {{}, out->constant + next->constant};
    const bool fits = refine(out->modes, next->modes, [&](std::int64_t extent, std::int64_t x, std::int64_t y) {
      both.modes.push_back({extent, x + y});
    });
    if (!fits) return std::nullopt;
    out = std::move(both);
  }
  return out ? out : Linear{};
}

std::optional<std::int64_t> first_difference(const Sum& got, const Sum& should) {
  Sum left = got;
  Sum right = should;
  drop_common_end(left, right);
  auto a = linear_form(left);
  auto b = linear_form(right);
  if (!a || !b) return std::nullopt;
  if (a->constant != b->constant) return 0;
  // The empty sum is 0 everywhere, on any domain.
  if (left.empty()) {
    a->modes = b->modes;
    for (LinearMode& mode : a->modes) mode.stride = 0;
  }
  if (right.empty()) {
    b->modes = a->modes;
    for (LinearMode& mode : b->modes) mode.stride = 0;
  }
  std::int64_t unit = 1;
  std::int64_t at = -1;
  const bool fits = refine(a->modes, b->modes, [&](std::int64_t extent, std::int64_t x, std::int64_t y) {
    if (at < 0 && x != y) at = unit;
    unit *= extent;
  });
  // All digits before a difference agree, so it is one even if the later digits cannot be compared.
  if (at >= 0) return at;
  if (!fits) return std::nullopt;
  return -1;
}

}  // namespace stridescope::verdicts
