// Inverses and complements of layouts into coordinates, (4,5):(1@1,1@0): one for each coordinate that the strides
// reach, nested like the coordinates (coprofile). CuTe C++ refuses them; the answers are those of CuTe DSL's compiler.
#include "core/algebra/coordinate_inverse.h"

#include "core/algebra/by_mode.h"

namespace stridescope {
namespace {

// A mode that moves along a coordinate: its extent, the scale of its stride, and its stride in the compact layout of
// the shape.
struct CoordinateMode {
  BasisPath path;
  std::int64_t extent;
  std::int64_t scale;
  Int compact;
};
// The smallest scale first.
using CoordinateModes = InlineVector<CoordinateMode, 16>;

// Appends the modes of the answer's part for one coordinate, whose modes it gets. Its faults end the whole answer.
using AppendPart = void (*)(Arith&, const CoordinateModes&, BasisPath, FlatLayout& part);

// One part for each leaf of the profile.
Layout parts_of(Arith& arith, const CoordinateModes& modes, TupleRef profile, BasisPath path, AppendPart append_part) {
  if (!profile.is_tuple()) {
    CoordinateModes along;
    for (const CoordinateMode& mode : modes) {
      if (mode.path == path) along.push_back(mode);
    }
    FlatLayout part;
    append_part(arith, along, path, part);
    return arith.failed() ? Layout() : to_layout(arith, part);
  }
  LayoutBuilder out(arith);
  out.open();
  for (int i = 0; i < profile.size() && arith.ok(); ++i)
    out.copy(parts_of(arith, modes, profile[i], path.appended(i), append_part));
  out.close();
  return out.take();
}

Layout along_coordinates(Arith& arith, const char* what, LayoutRef a, AppendPart append_part) {
  const FlatLayout flat = leaves(a);
  bool known = a.shape.is_static() && a.stride.is_static();
  for (const Int& stride : flat.stride) known = known && (stride.is_basis() || stride.value == 0);
  if (!known) {
    arith.fail(ErrorCode::basis,
               say("{}: {}:{} maps to coordinates; its extents and scales must be static, its other strides 0", what,
                   to_text(a.shape), to_text(a.stride)),
               say("write (_4,_5):(_1@0,_1@1)"));
    return {};
  }
  const FlatLayout compact = leaves(make_layout(arith, a.shape));
  const IntTuple profile = coprofile(arith, a);
  if (arith.failed()) return {};
  CoordinateModes modes;
  for (const std::uint32_t i : by_stride(flat)) {
    const Int& stride = flat.stride[i];
    if (stride.is_basis() && stride.value != 0 && !flat.shape[i].is_constant(1))
      modes.push_back({stride.basis(), flat.shape[i].value, stride.value, compact.stride[i]});
  }
  return parts_of(arith, modes, profile, {}, append_part);
}

void refuse_overlap(Arith& arith, const char* what, std::int64_t scale, std::int64_t reached) {
  arith.fail(
      ErrorCode::not_injective,
      say("{}: the stride {} does not fit the {} {coordinate|coordinates} of the faster modes", what, scale, reached),
      say("needs a multiple of {}", reached));
}

}  // namespace

Layout right_inverse_of_coordinates(Arith& arith, LayoutRef a) {
  const Layout out = along_coordinates(arith, "right_inverse", a,
                                       [](Arith& m, const CoordinateModes& modes, BasisPath, FlatLayout& part) {
                                         std::int64_t reached = 1;
                                         part.mode(static_int(1), static_int(0));
                                         for (const CoordinateMode& mode : modes) {
                                           if (mode.scale != reached) continue;
                                           part.mode(static_int(mode.extent), mode.compact);
                                           reached = m.mul(static_int(mode.extent), static_int(mode.scale)).value;
                                         }
                                       });
  return arith.failed() ? Layout() : coalesce(arith, out, coprofile(arith, a));
}

Layout left_inverse_of_coordinates(Arith& arith, LayoutRef a) {
  const Layout out = along_coordinates(arith, "left_inverse", a,
                                       [](Arith& m, const CoordinateModes& modes, BasisPath, FlatLayout& part) {
                                         std::int64_t covered = 1;
                                         Int stride = static_int(0);
                                         for (const CoordinateMode& mode : modes) {
                                           if (mode.scale % covered != 0)
                                             return refuse_overlap(m, "left_inverse", mode.scale, covered);
                                           part.mode(static_int(mode.scale / covered), stride);
                                           covered = mode.scale;
                                           stride = mode.compact;
                                         }
                                         part.mode(static_int(modes.empty() ? 1 : modes.back().extent), stride);
                                       });
  return arith.failed() ? Layout() : coalesce(arith, out, coprofile(arith, a));
}

Layout complement_of_coordinates(Arith& arith, LayoutRef a) {
  return along_coordinates(arith, "complement", a,
                           [](Arith& m, const CoordinateModes& modes, BasisPath path, FlatLayout& part) {
                             std::int64_t reached = 1;
                             for (const CoordinateMode& mode : modes) {
                               if (mode.scale < reached) return refuse_overlap(m, "complement", mode.scale, reached);
                               if (mode.scale / reached > 1)
                                 part.mode(static_int(mode.scale / reached), Int(reached, path, true));
                               reached = m.mul(static_int(mode.extent), static_int(mode.scale)).value;
                             }
                             part.mode(static_int(1), Int(reached, path, true));
                           });
}

}  // namespace stridescope
