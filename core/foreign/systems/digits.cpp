// Converts digits to strides, and strides to digits.
#include "core/foreign/systems/digits.h"

#include <algorithm>

#include "core/foreign/systems/strides.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_extent = std::int64_t{1} << 30;

std::int64_t step_of(const ForeignShape& shape, int dimension) {
  std::int64_t out = 1;
  for (int d = 0; d < dimension; ++d) out *= shape[static_cast<std::size_t>(d)];
  return out;
}

// A digit of the layout with its strides.
struct Place {
  Digit digit;
  std::int64_t weight = 0;        // weight in its dimension
  std::int64_t significance = 0;  // among the digits of its holder: larger is slower
};

}  // namespace

ForeignShape shape_of_digits(Arith& arith, const std::vector<Digit>& digits, std::size_t rank) {
  ForeignShape out(rank, 1);
  for (const Digit& digit : digits) {
    if (digit.dimension < 0) continue;
    std::int64_t& extent = out[static_cast<std::size_t>(digit.dimension)];
    if (digit.extent > max_extent / extent) {
      arith.fail(ErrorCode::too_large, say("dimension {} would be longer than {}", digit.dimension, max_extent));
      return ForeignShape(rank, 1);
    }
    extent *= digit.extent;
  }
  return out;
}

ForeignShape whole_tensor(const Value& layout) {
  const auto* plain = layout.as<Layout>();
  Arith arith;
  if (plain == nullptr || plain->stride.ref().has_basis()) return {};
  const Int elements = cosize(arith, *plain);
  if (arith.failed() || elements.value < 1) return {};
  return {elements.value};
}

Layout layout_of_digits(Arith& arith, const std::vector<Digit>& digits, const ForeignShape& shape) {
  LayoutBuilder out(arith);
  out.open();
  for (const Holder holder : {Holder::thread, Holder::value}) {
    struct Mode {
      std::int64_t extent;
      Int stride;
    };
    std::vector<Mode> modes;
    for (std::size_t i = digits.size(); i-- > 0;) {
      const Digit& digit = digits[i];
      if (digit.holder != holder || digit.extent == 1) continue;
      Int stride = static_int(0);
      if (digit.dimension >= 0) {
        stride = static_int(step_of(shape, digit.dimension));
        if (digit.weight > 0) stride = arith.mul(stride, static_int(digit.weight));
        for (std::size_t k = i + 1; digit.weight == 0 && k < digits.size(); ++k) {
          if (digits[k].dimension == digit.dimension) stride = arith.mul(stride, static_int(digits[k].extent));
        }
      }
      if (!modes.empty() && arith.mul(modes.back().stride, static_int(modes.back().extent)) == stride) {
        modes.back().extent *= digit.extent;
      } else {
        modes.push_back({digit.extent, stride});
      }
    }
    if (modes.empty()) modes.push_back({1, static_int(0)});
    if (modes.size() > 1) out.open();
    for (const Mode& mode : modes) out.mode(static_int(mode.extent), mode.stride);
    if (modes.size() > 1) out.close();
  }
  out.close();
  return arith.intact(out.take());
}

std::vector<Digit> digits_of_layout(Arith& arith, std::string_view system, const Value& layout,
                                    const ForeignShape& shape) {
  const auto refuse = [&](const Message& why) {
    arith.fail(ErrorCode::unsupported, say("{} builds layouts from digits of the dimensions: {}", system, why));
    return std::vector<Digit>();
  };
  const auto* plain = layout.as<Layout>();
  if (plain == nullptr) {
    refuse_swizzle(arith, say("{} builds layouts from digits of the dimensions; it cannot express a swizzle", system),
                   layout);
    return {};
  }
  if (!plain->shape.is_tuple() || plain->rank() != 2)
    return refuse(say("this is not a thread-value layout with strides"));
  if (shape.empty()) return refuse(say("give the shape of the tensor"));
  std::vector<Place> places;
  std::int64_t elements = 1;
  for (const std::int64_t extent : shape) {
    if (mul_overflows(elements, extent, elements)) return refuse(say("the tensor is too large"));
  }
  for (int part = 0; part < 2; ++part) {
    const LayoutRef mode = LayoutRef(*plain)[part];
    std::int64_t significance = 0;
    for (std::uint32_t i = 0; i < mode.shape.node_count(); ++i) {
      const Node& extent = mode.shape.nodes()[i];
      const Node& stride = mode.stride.nodes()[i];
      if (extent.kind != NodeKind::integer || extent.integer.value == 1) continue;
      std::int64_t n = extent.integer.value;
      std::int64_t step = stride.integer.value;
      if (!stride.integer.is_plain() || step < 0 || n < 1) return refuse(say("stride {} is not supported", step));
      // A run of elements can continue from one dimension to the next.
      while (n > 1) {
        Place place = {{-1, n, part == 0 ? Holder::thread : Holder::value}, 0, ++significance};
        if (step > 0) {
          std::int64_t below = 1;
          for (std::size_t d = 0; d < shape.size(); ++d) {
            if (step >= below && step < below * shape[d]) {
              place.digit.dimension = static_cast<int>(d);
              place.weight = step / below;
              if (step % below != 0) return refuse(say("stride {} moves along two dimensions at once", step));
              const std::int64_t room = shape[d] / place.weight;
              if (shape[d] % place.weight != 0 || (room < n && n % room != 0))
                return refuse(say("{} steps of {} do not fit an extent of {}", n, place.weight, shape[d]));
              place.digit.extent = std::min(n, room);
              break;
            }
            below *= shape[d];
          }
          if (place.digit.dimension < 0)
            return refuse(say("stride {} leads outside the tensor of {} {element|elements}", step, elements));
          step *= place.digit.extent;
        }
        n /= place.digit.extent;
        places.push_back(place);
        if (places.size() > 256) return refuse(say("the layout has more than {} digits", 256));
      }
    }
  }
  // Within a dimension the digits must follow each other without gap or overlap; digits are split at the boundaries of
  // extents.
  std::vector<Digit> out;
  std::vector<Place> left = places;
  std::vector<std::int64_t> rest = shape;  // for each dimension, the part that the digits so far do not distinguish
  while (!left.empty()) {
    // The slowest digit of its holder and of its dimension.
    const auto ready = [&](const Place& p) {
      for (const Place& other : left) {
        if (other.digit.holder == p.digit.holder && other.significance > p.significance) return false;
      }
      return p.digit.dimension < 0 || p.weight * p.digit.extent == rest[static_cast<std::size_t>(p.digit.dimension)];
    };
    const auto next = std::find_if(left.begin(), left.end(), ready);
    if (next == left.end()) {
      return refuse(say("no order of its digits fits threads, values and coordinates at the same time; {} are left",
                        left.size()));
    }
    if (next->digit.dimension >= 0) rest[static_cast<std::size_t>(next->digit.dimension)] = next->weight;
    out.push_back(next->digit);
    left.erase(next);
  }
  for (std::size_t d = 0; d < rest.size(); ++d) {
    if (rest[d] != 1) return refuse(say("coordinate {} of dimension {} has no owner", 1, d));
  }
  return out;
}

}  // namespace stridescope
