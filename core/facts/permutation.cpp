// Finds cycles, order and parity of a layout that is a bijection, by following each cycle once. An identity, which is
// frequent and can be huge, is recognized without enumeration.
#include "core/facts/permutation.h"

#include <map>
#include <numeric>

#include "core/base/checked.h"
#include "core/base/text.h"
#include "core/facts/function.h"

namespace stridescope {
namespace {

Permutation identity(std::int64_t size) {
  Permutation out;
  out.size = size;
  out.fixed_points.append({0, size});
  if (size > 0) out.cycle_type.push_back({1, size});
  out.order = 1;
  return out;
}

Permutation decompose(const std::vector<std::int64_t>& to) {
  Permutation out;
  out.size = static_cast<std::int64_t>(to.size());
  std::vector<bool> seen(to.size());
  std::map<std::int64_t, std::int64_t> lengths;
  std::size_t stored = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (seen[i]) continue;
    if (to[i] == static_cast<std::int64_t>(i)) {
      out.fixed_points.append({to[i], to[i] + 1});
      ++lengths[1];
      continue;
    }
    std::int64_t length = 0;
    const bool keep = stored < max_stored_cycle_elements;
    if (keep) out.cycles.emplace_back();
    out.all_cycles &= keep;
    for (std::size_t at = i; !seen[at]; at = static_cast<std::size_t>(to[at])) {
      seen[at] = true;
      ++length;
      if (!keep) continue;
      // A long cycle is cut, and then marked as incomplete.
      if (stored < max_stored_cycle_elements) {
        out.cycles.back().push_back(static_cast<std::int64_t>(at));
        ++stored;
      } else {
        out.all_cycles = false;
      }
    }
    ++lengths[length];
    out.odd ^= length % 2 == 0;
  }
  out.order = 1;
  for (const auto& [length, count] : lengths) {
    out.cycle_type.push_back({length, count});
    std::int64_t product = 0;
    if (out.order && mul_overflows(*out.order / std::gcd(*out.order, length), length, product)) out.order.reset();
    if (out.order) out.order = product;
  }
  return out;
}

}  // namespace

PermutationAnalysis analyze_permutation(const Value& value) {
  PermutationAnalysis out;
  const FunctionAnalysis function = analyze_function(value);
  if (!function.is_function) {
    out.why = function.unchecked;
    return out;
  }
  if (function.permutation() == false) {
    if (function.injective == false) {
      out.why = function.collision ? say("it is not injective: {} and {} both map to {}", function.collision->first,
                                         function.collision->second, function.collision->offset)
                                   : say("it is not injective");
    } else {
      out.why = say("it is not onto [0,{})", function.size);
    }
    return out;
  }
  const auto f = numbered_function(value, out.why);
  if (f->stages.empty() && f->start == 0) {
    const FlatModes modes = flat_modes(f->layout);
    if (modes.empty() || (modes.size() == 1 && modes[0].stride == 1)) {
      out.permutation = identity(function.size);
      return out;
    }
  }
  if (!function.permutation() || function.size > max_enumerated) {
    out.unchecked = true;
    out.why = say("{} {element|elements} exceed the limit of {}", function.size, max_enumerated);
    return out;
  }
  std::vector<std::int64_t> to(static_cast<std::size_t>(function.size));
  f->fill(to.data(), function.size);
  out.permutation = decompose(to);
  return out;
}

std::string cycles_text(const Permutation& permutation) {
  constexpr std::size_t max_shown = 200;  // elements
  if (permutation.moved() == 0) return "()";
  std::string out;
  std::size_t shown = 0;
  for (const auto& cycle : permutation.cycles) {
    if (shown >= max_shown) break;
    out.push_back('(');
    std::size_t i = 0;
    for (; i < cycle.size() && shown < max_shown; ++i, ++shown) append_all(out, i == 0 ? "" : " ", cycle[i]);
    out += i == cycle.size() ? ")" : " ...";
  }
  if (static_cast<std::int64_t>(shown) < permutation.moved() && !out.ends_with("...")) out += " ...";
  return out;
}

}  // namespace stridescope
