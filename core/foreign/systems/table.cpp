// Strides from values: reads the modes of a function where its values stop growing evenly, and tests them at every
// coordinate; if they fail, does the same below every swizzle that the values can have.
#include "core/foreign/systems/table.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/foreign/systems/linear.h"

namespace stridescope {
namespace {

struct Mode {
  std::int64_t extent;
  std::int64_t stride;
};

// The modes of f(0), f(step), ..., f((extent - 1) step), under the assumption that it has modes.
template <class Function>
std::vector<Mode> modes_along(const Function& f, std::int64_t step, std::int64_t extent) {
  std::vector<Mode> out;
  const std::int64_t origin = f(0);
  const auto at = [&](std::int64_t i) { return f(i * step) - origin; };
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

Layout layout_of_modes(Arith& arith, const std::vector<std::vector<Mode>>& all) {
  LayoutBuilder builder(arith);
  if (all.size() != 1) builder.open();
  for (const std::vector<Mode>& modes : all) {
    if (modes.size() > 1) builder.open();
    for (const Mode& mode : modes) builder.mode(static_int(mode.extent), static_int(mode.stride));
    if (modes.size() > 1) builder.close();
  }
  if (all.size() != 1) builder.close();
  return arith.intact(builder.take());
}

// Searches swizzles over strides for a table of values >= 0.
class SwizzleSearch {
 public:
  SwizzleSearch(Arith& arith, const std::vector<std::int64_t>& extents, const std::vector<std::int64_t>& values)
      : arith_(arith), extents_(extents), values_(values) {
    for (const std::int64_t value : values) all_ |= static_cast<std::uint64_t>(value);
    while (bits_ < 63 && all_ >> bits_ != 0) ++bits_;
  }

  std::optional<AnyLayout> find() {
    if (auto found = single()) return found;
    return arith_.ok() ? chain() : std::nullopt;
  }
  // True if every swizzle on these bits was tried.
  bool complete() const { return complete_; }
  std::int64_t tried() const { return tried_; }

 private:
  static constexpr std::uint64_t max_work = 1 << 25;

  // Tries every swizzle on the bits of these values, the fewest bits first.
  std::optional<AnyLayout> single() {
    std::optional<AnyLayout> out;
    for (int b = 1; 2 * b <= bits_ && !out; ++b) {
      for (int distance = b; distance + b <= bits_ && !out; ++distance) {
        for (const int shift : {distance, -distance}) {
          for (int base = 0; base + distance + b <= bits_ && !out && complete_; ++base) {
            const Swizzle swizzle = {b, base, shift};
            if ((static_cast<std::uint64_t>(swizzle.yyy()) & all_) == 0) continue;
            ++tried_;
            out = below({swizzle});
            complete_ = work_ <= max_work;
          }
        }
      }
    }
    charge();
    return out;
  }

  // The swizzles for the part of the coordinates with power-of-two extents.
  std::optional<AnyLayout> chain() {
    LinearMap map;
    std::vector<std::int64_t> places = {0};  // places of the part, in the table
    std::int64_t step = 1;
    for (const std::int64_t extent : extents_) {
      for (std::int64_t bit = 1; bit < (extent & -extent); bit *= 2) {
        map.columns.push_back(static_cast<std::uint64_t>(values_[static_cast<std::size_t>(bit * step)]));
        const std::size_t before = places.size();
        for (std::size_t i = 0; i < before; ++i) places.push_back(places[i] + bit * step);
      }
      step *= extent;
    }
    work_ += places.size();
    for (std::size_t i = 1; i < places.size(); ++i) {
      const auto value = [&](std::size_t k) {
        return static_cast<std::uint64_t>(values_[static_cast<std::size_t>(places[k])]);
      };
      const auto low = static_cast<std::size_t>(std::countr_zero(i));
      if (value(i) != (value(i & (i - 1)) ^ map.columns[low])) return std::nullopt;
    }
    const auto swizzles = shortest_swizzles(arith_, map.columns, bits_);
    if (!swizzles || swizzles->size() < 2) return std::nullopt;
    auto out = below(*swizzles);
    charge();
    return out;
  }

  // The swizzles over strides, if the values without the swizzles are strides.
  std::optional<AnyLayout> below(const std::vector<Swizzle>& swizzles) {
    const auto f = [&](std::int64_t i) {
      ++work_;
      std::int64_t value = values_[static_cast<std::size_t>(i)];
      for (const Swizzle& swizzle : swizzles) value = swizzled(swizzle, value);
      return value;
    };
    std::vector<std::vector<Mode>> modes;
    std::int64_t step = 1;
    for (const std::int64_t extent : extents_) {
      modes.push_back(modes_along(f, step, extent));
      step *= extent;
    }
    // The contribution of each coordinate, tested at all of them.
    std::vector<std::vector<std::int64_t>> adds;
    step = 1;
    for (const std::vector<Mode>& along : modes) {
      std::vector<std::int64_t> sums = {0};
      for (const Mode& mode : along) {
        const std::size_t before = sums.size();
        for (std::int64_t k = 1; k < mode.extent; ++k) {
          for (std::size_t i = 0; i < before; ++i) {
            const std::int64_t sum = sums[i] + k * mode.stride;
            if (sum != f(static_cast<std::int64_t>(sums.size()) * step)) return std::nullopt;
            sums.push_back(sum);
          }
        }
      }
      step *= static_cast<std::int64_t>(sums.size());
      adds.push_back(std::move(sums));
    }
    std::vector<std::size_t> at(extents_.size(), 0);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      std::int64_t sum = 0;
      for (std::size_t d = 0; d < at.size(); ++d) sum += adds[d][at[d]];
      if (sum != f(static_cast<std::int64_t>(i))) return std::nullopt;
      for (std::size_t d = 0; d < at.size() && ++at[d] == adds[d].size(); ++d) at[d] = 0;
    }
    AnyLayout out = layout_of_modes(arith_, modes);
    for (std::size_t i = swizzles.size(); i-- > 0;)
      out = compose(swizzles[i], SwizzleOffset(static_int(0)), std::move(out));
    return out;
  }

  void charge() {
    (void)arith_.spend(work_ / 2);  // ok() reports it
    work_ = 0;
  }

  Arith& arith_;
  const std::vector<std::int64_t>& extents_;
  const std::vector<std::int64_t>& values_;
  std::uint64_t all_ = 0;  // the union of the bits of all values
  int bits_ = 0;
  std::uint64_t work_ = 0;
  std::int64_t tried_ = 0;
  bool complete_ = true;
};

}  // namespace

std::int64_t table_size(Arith& arith, std::string_view system, const std::vector<std::int64_t>& extents,
                        std::uint64_t work) {
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 1) {
      arith.fail(ErrorCode::arguments, say("{}: {} is not an extent", system, extent));
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
    arith.fail(ErrorCode::too_large, say("not a layout: a value of {} is beyond 2^{}", value, max_linear_bits));
    return Layout();
  }
  std::vector<std::vector<Mode>> modes;
  std::int64_t step = 1;
  for (const std::int64_t extent : extents) {
    modes.push_back(modes_along([&](std::int64_t i) { return values[static_cast<std::size_t>(i)]; }, step, extent));
    step *= extent;
  }
  Layout layout = layout_of_modes(arith, modes);
  if (arith.failed()) return layout;
  std::vector<std::int64_t> got(values.size());
  fill_offsets(layout, got.data(), static_cast<std::int64_t>(got.size()));
  const auto wrong = std::mismatch(values.begin(), values.end(), got.begin());
  if (wrong.first == values.end()) return layout;
  const std::int64_t at = wrong.first - values.begin();
  if (values[0] != 0) {
    arith.fail(ErrorCode::unsupported, say("not a layout: the value at 0 is {}, but a layout has 0 there", values[0]));
    return layout;
  }
  const std::string where = coordinate_text(at, extents);
  if (std::any_of(values.begin(), values.end(), [](std::int64_t v) { return v < 0; })) {
    arith.fail(ErrorCode::unsupported, say("not strides: at {} the value is {}, but the strides of the previous "
                                           "coordinates give {}; values below 0 cannot be swizzled",
                                           where, *wrong.first, *wrong.second));
    return layout;
  }
  if (std::has_single_bit(values.size())) {
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
  SwizzleSearch search(arith, extents, values);
  if (auto found = search.find()) return *std::move(found);
  if (arith.failed()) return layout;
  const Message strides = say("at {} the value is {}, but strides that fit the previous values give {}", where,
                              *wrong.first, *wrong.second);
  // This does not prove that no layout exists: not all chains of several swizzles are tried.
  arith.fail(ErrorCode::unsupported,
             search.complete()
                 ? say("no layout was found: {}; none of the {} {swizzle|swizzles} on these bits fits over strides, "
                       "nor does the chain suggested by the powers of two in its extents",
                       strides, search.tried())
                 : say("no layout was found: {}; {} {swizzle|swizzles} over strides were tried, but not all", strides,
                       search.tried()));
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
