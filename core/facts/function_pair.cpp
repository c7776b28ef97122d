// Gives two swizzles a common domain.
#include "core/facts/function_pair.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/facts/function.h"

namespace stridescope {

std::pair<Value, Value> as_functions(const Value& a, const Value& b) {
  Value f = as_function(a);
  Value g = as_function(b);
  const auto* s = a.as<Swizzle>();
  const auto* t = b.as<Swizzle>();
  if (s == nullptr || t == nullptr) return {std::move(f), std::move(g)};
  const std::int64_t both = std::max(domain_size(f).value_or(1), domain_size(g).value_or(1));
  const auto over = [&](const Swizzle& swizzle) {
    return to_value(compose(swizzle, static_int(0), Layout{static_int(both), static_int(1)}));
  };
  return {over(*s), over(*t)};
}

}  // namespace stridescope
