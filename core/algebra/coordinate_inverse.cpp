// Inverses and complements of layouts into coordinates, (4,5):(1@1,1@0): one for each coordinate that the strides
// reach, nested like the coordinates (coprofile). CuTe C++ refuses them; the answers are those of CuTe DSL's compiler.
#include "core/algebra/coordinate_inverse.h"

#include <utility>

#include "core/algebra/by_mode.h"

namespace stridescope {
namespace {

// A mode of one coordinate: its extent, the scale of its stride, and its stride in the compact layout of the shape.
struct CoordinateMode {
  std::int64_t extent;
  std::int64_t scale;
  Int compact;
};
using CoordinateModes = InlineVector<CoordinateMode, 16>;

// Those that move along a coordinate, the smallest scale first.
CoordinateModes modes_along(const FlatLayout& a, const InlineVector<Int, 16>& compact, BasisPath path) {
  CoordinateModes out;
  for (std::uint32_t i = 0; i < a.rank(); ++i) {
    const Int& stride = a.stride[i];
    if (stride.is_plain() || !(stride.basis() == path) || stride.value == 0 || a.shape[i].is_constant(1)) continue;
    out.push_back({a.shape[i].value, stride.value, compact[i]});
    for (std::uint32_t at = out.size() - 1; at > 0 && out[at - 1].scale > out[at].scale; --at)
      std::swap(out[at - 1], out[at]);
  }
  return out;
}

// One layout for each leaf of the profile.
template <class Make>
Layout for_coordinates(Arith& arith, TupleRef profile, BasisPath path, const Make& make) {
  if (!profile.is_tuple()) return make(path);
  LayoutBuilder out(arith);
  out.open();
  for (int i = 0; i < profile.size() && arith.ok(); ++i)
    out.copy(for_coordinates(arith, profile[i], path.appended(i), make));
  out.close();
  return out.take();
}

template <class Make>
Layout along_coordinates(Arith& arith, const char* what, LayoutRef a, const Make& make) {
  const FlatLayout flat = leaves(a);
  bool known = a.shape.is_static() && a.stride.is_static();
  for (std::uint32_t i = 0; i < flat.rank(); ++i)
    known = known && (flat.stride[i].is_basis() || flat.stride[i].value == 0);
  if (!known) {
    arith.fail(ErrorCode::basis,
               say("{}: {}:{} maps to coordinates; its extents and scales must be static, its other strides 0", what,
                   to_text(a.shape), to_text(a.stride)),
               say("write (_4,_5):(_1@0,_1@1)"));
    return {};
  }
  InlineVector<Int, 16> compact;
  Int prefix = static_int(1);
  for (std::uint32_t i = 0; i < flat.rank(); ++i) {
    compact.push_back(prefix);
    prefix = arith.mul(prefix, flat.shape[i]);
  }
  const IntTuple profile = coprofile(arith, a);
  if (arith.failed()) return {};
  return for_coordinates(arith, profile, {}, [&](BasisPath path) {
    FlatLayout out;
    make(modes_along(flat, compact, path), path, out);
    return arith.failed() ? Layout() : to_layout(arith, out);
  });
}

void refuse_overlap(Arith& arith, const char* what, std::int64_t scale, std::int64_t reached) {
  arith.fail(
      ErrorCode::not_injective,
      say("{}: the stride {} does not fit the {} {coordinate|coordinates} of the faster modes", what, scale, reached),
      say("needs a multiple of {}", reached));
}

}  // namespace

Layout right_inverse_of_coordinates(Arith& arith, LayoutRef a) {
  const Layout out =
      along_coordinates(arith, "right_inverse", a, [&](const CoordinateModes& modes, BasisPath, FlatLayout& bucket) {
        std::int64_t reached = 1;
        bucket.mode(static_int(1), static_int(0));
        for (const CoordinateMode& mode : modes) {
          if (mode.scale != reached) continue;
          bucket.mode(static_int(mode.extent), mode.compact);
          reached = arith.mul(static_int(mode.extent), static_int(mode.scale)).value;
        }
      });
  return arith.failed() ? Layout() : coalesce(arith, out, coprofile(arith, a));
}

Layout left_inverse_of_coordinates(Arith& arith, LayoutRef a) {
  const Layout out =
      along_coordinates(arith, "left_inverse", a, [&](const CoordinateModes& modes, BasisPath, FlatLayout& bucket) {
        std::int64_t covered = 1;
        Int stride = static_int(0);
        for (const CoordinateMode& mode : modes) {
          if (mode.scale % covered != 0) return refuse_overlap(arith, "left_inverse", mode.scale, covered);
          bucket.mode(static_int(mode.scale / covered), stride);
          covered = mode.scale;
          stride = mode.compact;
        }
        bucket.mode(static_int(modes.empty() ? 1 : modes.back().extent), stride);
      });
  return arith.failed() ? Layout() : coalesce(arith, out, coprofile(arith, a));
}

Layout complement_of_coordinates(Arith& arith, LayoutRef a) {
  return along_coordinates(arith, "complement", a,
                           [&](const CoordinateModes& modes, BasisPath path, FlatLayout& bucket) {
                             std::int64_t reached = 1;
                             for (const CoordinateMode& mode : modes) {
                               if (mode.scale < reached)
                                 return refuse_overlap(arith, "complement", mode.scale, reached);
                               if (mode.scale / reached > 1)
                                 bucket.mode(static_int(mode.scale / reached), Int(reached, path, true));
                               reached = arith.mul(static_int(mode.extent), static_int(mode.scale)).value;
                             }
                             bucket.mode(static_int(1), Int(reached, path, true));
                           });
}

}  // namespace stridescope
