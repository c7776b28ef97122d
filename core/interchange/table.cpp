// Strides out of values: the modes of a function read off where it stops going on evenly, and tried at every
// coordinate.
#include "core/interchange/table.h"

#include <algorithm>
#include <bit>

#include "core/analysis/offsets.h"
#include "core/base/text.h"
#include "core/interchange/linear.h"

namespace stridescope {
namespace {

struct Mode {
  std::int64_t extent;
  std::int64_t stride;
};

// The modes of f(0), f(step), ..., f((extent - 1) step), as they would be if it had any.
std::vector<Mode> modes_along(const std::vector<std::int64_t>& f, std::int64_t step, std::int64_t extent) {
  std::vector<Mode> out;
  const auto at = [&](std::int64_t i) { return f[static_cast<std::size_t>(i * step)] - f[0]; };
  for (std::int64_t done = 1; done < extent;) {
    const std::int64_t rest = extent / done;
    const std::int64_t stride = at(done);
    std::int64_t run = 2;
    while (run < rest && at(run * done) == run * stride) ++run;
    while (rest % run != 0) --run;
    if (run < 2) run = rest;
    out.push_back({run, stride});
    done *= run;
  }
  if (out.empty()) out.push_back({1, 0});
  return out;
}

}  // namespace

std::int64_t table_size(Arith& arith, std::string_view system, const std::vector<std::int64_t>& extents,
                        std::uint64_t work) {
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 1) {
      arith.fail(ErrorCode::arguments, say("{}: {} is no extent", system, extent));
      return 0;
    }
    if (extent > max_table / size) {
      arith.fail(ErrorCode::too_large, say("{}: more than {} coordinates", system, max_table));
      return 0;
    }
    size *= extent;
  }
  return arith.spend(saturating_product(static_cast<std::uint64_t>(size), work + 4)) ? size : 0;
}

std::string coordinate_text(std::int64_t index, const std::vector<std::int64_t>& extents) {
  std::string out;
  for (const std::int64_t extent : extents) {
    append_all(out, out.empty() ? "" : ",", index % extent);
    index /= extent;
  }
  return extents.size() == 1 ? out : cat("(", out, ")");
}

AnyLayout layout_of_table(Arith& arith, const std::vector<std::int64_t>& extents,
                          const std::vector<std::int64_t>& values) {
  constexpr std::int64_t most = std::int64_t{1} << max_linear_bits;
  for (const std::int64_t value : values) {
    if (value < most && value > -most) continue;
    arith.fail(ErrorCode::too_large, say("no layout: a value of {} is beyond 2^{}", value, max_linear_bits));
    return Layout();
  }
  LayoutBuilder builder(arith);
  std::int64_t step = 1;
  if (extents.size() != 1) builder.open();
  for (const std::int64_t extent : extents) {
    const std::vector<Mode> modes = modes_along(values, step, extent);
    if (modes.size() > 1) builder.open();
    for (const Mode& mode : modes) builder.mode(static_int(mode.extent), static_int(mode.stride));
    if (modes.size() > 1) builder.close();
    step *= extent;
  }
  if (extents.size() != 1) builder.close();
  Layout layout = arith.intact(builder.take());
  if (arith.failed()) return layout;
  std::vector<std::int64_t> got(values.size());
  fill_offsets(layout, got.data(), static_cast<std::int64_t>(got.size()));
  const auto wrong = std::mismatch(values.begin(), values.end(), got.begin());
  if (wrong.first == values.end()) return layout;
  const std::int64_t at = wrong.first - values.begin();
  const bool powers = std::has_single_bit(values.size()) &&
                      std::all_of(values.begin(), values.end(), [](std::int64_t v) { return v >= 0; });
  if (powers && values[0] == 0) {
    LinearMap map;
    std::uint64_t all = 0;
    for (const std::int64_t extent : extents) map.in.push_back(std::countr_zero(static_cast<std::uint64_t>(extent)));
    for (std::size_t i = 1; i < values.size(); i *= 2) {
      map.columns.push_back(static_cast<std::uint64_t>(values[i]));
      all |= map.columns.back();
    }
    while (map.out < 63 && all >> map.out != 0) ++map.out;
    bool linear = map.out <= max_linear_bits;
    for (std::size_t i = 1; linear && i < values.size(); ++i)
      linear = static_cast<std::uint64_t>(values[i]) == (static_cast<std::uint64_t>(values[i & (i - 1)]) ^
                                                         map.columns[static_cast<std::size_t>(std::countr_zero(i))]);
    if (linear) return shortest_form(arith, map).layout;
  }
  if (values[0] != 0) {
    arith.fail(ErrorCode::unsupported, say("no layout: the value at 0 is {}, and a layout has 0 there", values[0]));
    return layout;
  }
  arith.fail(ErrorCode::unsupported, say("no layout: at {} the value is {}, and strides that agree before give {}",
                                         coordinate_text(at, extents), *wrong.first, *wrong.second));
  return layout;
}

std::vector<std::int64_t> values_of(Arith& arith, const Value& layout) {
  const auto f = offset_function(layout);
  const auto size = domain_size(layout);
  if (!f || !size || *size < 1) {
    arith.fail(ErrorCode::unsupported, say("no function from coordinates to offsets"));
    return {};
  }
  if (*size > max_table) {
    arith.fail(ErrorCode::too_large, say("more than {} coordinates", max_table));
    return {};
  }
  if (!arith.spend(static_cast<std::uint64_t>(*size))) return {};
  std::vector<std::int64_t> out(static_cast<std::size_t>(*size));
  f->fill(out.data(), *size);
  return out;
}

}  // namespace stridescope
