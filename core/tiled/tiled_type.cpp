#include "core/tiled/tiled_type.h"

#include "core/base/text.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope {
namespace {

bool is_tuple(const TypeName& name) {
  for (const std::string_view word : {"tuple", "Shape", "Stride", "Tile", "Coord", "Step"}) {
    if (name.head == word) return true;
  }
  return false;
}

bool is_any(const TypeName& name) { return name.head == "_" || name.head == "Underscore" || name.head == "X"; }

// False for what is no tuple of static integers.
bool write(TupleBuilder& out, const TypeName& name) {
  if (is_tuple(name)) {
    out.open();
    for (const TypeName& mode : name.args) {
      if (!write(out, mode)) return false;
    }
    out.close();
    return true;
  }
  if (is_any(name)) {
    out.any();
    return true;
  }
  const std::int64_t value = name.integer();
  if (value >= 0) out.integer(static_int(value));
  return value >= 0;
}

std::optional<IntTuple> tuple_of(Arith& arith, const TypeName& name) {
  TupleBuilder out(arith);
  if (!write(out, name)) return std::nullopt;
  return out.take();
}

std::optional<Layout> layout_of(Arith& arith, const TypeName& name) {
  if (name.head != "Layout" || name.args.empty() || name.args.size() > 2) return std::nullopt;
  const auto shape = tuple_of(arith, name.args[0]);
  if (!shape || shape->ref().has_any()) return std::nullopt;
  if (name.args.size() == 1) return make_layout(arith, *shape);
  const auto stride = tuple_of(arith, name.args[1]);
  if (!stride || stride->ref().has_any() || !congruent(*shape, *stride).value) return std::nullopt;
  return Layout{*shape, *stride};
}

std::optional<Tiler> tiler_of(Arith& arith, const TypeName& name) {
  if (name.head == "Layout") {
    auto layout = layout_of(arith, name);
    return layout ? std::optional<Tiler>(std::move(*layout)) : std::nullopt;
  }
  if (!is_tuple(name)) {
    const auto leaf = tuple_of(arith, name);
    return leaf ? std::optional<Tiler>(*leaf) : std::nullopt;
  }
  std::vector<Tiler> modes;
  for (const TypeName& mode : name.args) {
    auto tiler = tiler_of(arith, mode);
    if (!tiler) return std::nullopt;
    modes.push_back(std::move(*tiler));
  }
  return Tiler(std::move(modes));
}

template <class T>
Result<Value> made(Arith& arith, T value) {
  if (arith.failed()) return failure(std::move(arith.error().value()));
  return Value(Object::make(std::move(value)));
}

}  // namespace

bool is_tiled_type(std::string_view head) { return head == "TiledMMA" || head == "TiledCopy"; }

Result<Value> tiled_of_type(const TypeName& name) {
  Arith arith;
  const std::size_t count = name.args.size();
  const auto refused = [&](std::size_t i, std::string_view expected) {
    return failure(ErrorCode::arguments, cat(name.head, ": template argument ", i + 1, " must be ", expected),
                   "integers are static: C<2>, Int<2> or _2");
  };
  if (name.head == "TiledMMA") {
    if (count < 1 || count > 3)
      return failure(ErrorCode::arguments,
                     cat("TiledMMA takes an atom, a layout of atoms and a tile, not ", count, " template arguments"),
                     "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1)) makes one");
    const auto atom = find_mma(name.args[0].text());
    if (!atom) return failure(atom.error());
    const Layout one = make_layout(arith, repeat(arith, IntTuple(static_int(1)), 3));
    const std::optional<Layout> atoms = count > 1 ? layout_of(arith, name.args[1]) : one;
    if (!atoms) return refused(1, "a layout of atoms, Layout<Shape<_2,_2,_1>>");
    std::vector<Tiler> permutation;
    if (count > 2) {
      const auto tile = tiler_of(arith, name.args[2]);
      if (!tile || tile->modes() == nullptr) return refused(2, "a tile, Tile<_32,_32,_16>");
      permutation = *tile->modes();
    }
    if (arith.failed()) return failure(std::move(arith.error().value()));
    TiledMma mma = make_tiled_mma(arith, *atom, *atoms, permutation);
    return made(arith, std::move(mma));
  }
  if (count != 3)
    return failure(ErrorCode::arguments,
                   cat("TiledCopy takes a copy atom, a TV layout and a tile, not ", count, " template arguments"),
                   "make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>, (_8,_4)) makes one");
  const auto atom = find_copy(name.args[0].text());
  if (!atom) return failure(atom.error());
  const auto tv = layout_of(arith, name.args[1]);
  if (!tv) return refused(1, "a layout (thread, value) -> element");
  const auto tile = tiler_of(arith, name.args[2]);
  if (!tile) return refused(2, "a tile, Tile<_16,_64>");
  if (arith.failed()) return failure(std::move(arith.error().value()));
  TiledCopy copy = make_tiled_copy_impl(arith, *atom, *tv, *tile);
  return made(arith, std::move(copy));
}

}  // namespace stridescope
