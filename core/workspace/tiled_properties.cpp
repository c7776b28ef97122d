// The properties of atoms and tilings on a card: sizes, threads, registers, shared memory.
#include "core/workspace/tiled_properties.h"

#include "core/tiled/tiled_copy.h"
#include "core/tiled/tma.h"
#include "core/tiled/units.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

Message count_text(const Int& count, const Arith& arith) {
  return arith.ok() ? say("{}", count.value) : say("beyond 64 bits");
}

Message registers_text(const Registers& registers, OperandPlace place) {
  if (place == OperandPlace::shared_memory) return say("shared");
  if (place == OperandPlace::tensor_memory) return say("tmem");
  return say("{}", registers.count);
}

void add_atom(std::vector<Property>& out, const MmaAtom& atom) {
  if (atom.arch != 0) out.push_back(property(term("arch"), architecture_name(atom.arch)));
  const auto add_type = [&](Term operand, const DataType& type) {
    if (type.bits != 0) out.push_back(property(operand, type.name));  // 0: only the layouts are known
  };
  add_type(term("A"), atom.val_a);
  add_type(term("B"), atom.val_b);
  add_type(term("C"), atom.val_c);
  if (atom.a_regs.type.empty()) return;
  out.push_back(
      {say("registers"), say("A {}, B {}, C {}", registers_text(atom.a_regs, atom.a_place),
                             registers_text(atom.b_regs, atom.b_place), registers_text(atom.c_regs, atom.c_place))});
}

// The shared memory of the tiles of both operands, once each and without padding.
void add_shared(std::vector<Property>& out, const TiledMma& tiled) {
  Arith arith;
  const IntTuple shape = tile_shape(arith, tiled);
  if (arith.failed() || shape.rank() != 3) return;
  const auto bytes = [&](int mode, const DataType& type) {
    const Int rows = product(arith, shape.ref()[mode]);
    const Int elements = arith.mul(rows, product(arith, shape.ref()[2]));
    return arith.ceil_div(arith.mul(elements, static_int(type.bits)), static_int(8));
  };
  const MmaAtom& atom = tiled.atom;
  if (atom.val_a.bits == 0 || atom.val_b.bits == 0) return;
  const Int a = bytes(0, atom.val_a);
  const Int b = bytes(1, atom.val_b);
  const Int both = arith.add(a, b);
  if (arith.failed()) return;
  out.push_back({say("shared memory"), say("A {} + B {} = {} {byte|bytes} per stage", a.value, b.value, both.value)});
}

}  // namespace

std::vector<Property> tiled_properties(const Value& value, IntegerMode mode) {
  Arith arith;
  std::vector<Property> out;
  const auto threads = [&](const Int& count) { out.push_back({say("threads"), count_text(count, arith)}); };
  if (const auto* mma = value.as<MmaAtom>()) {
    out.push_back(property(term("shape"), to_text(mma->shape_mnk, mode)));
    threads(size(arith, LayoutRef(mma->thr_id)));
    add_atom(out, *mma);
  } else if (const auto* copy = value.as<CopyAtom>()) {
    threads(size(arith, LayoutRef(copy->thr_id)));
    const Int bits = product(arith, copy->ref_bits.shape[1]);
    out.push_back({say("bits"), count_text(bits, arith)});
    if (copy->arch != 0) out.push_back(property(term("arch"), architecture_name(copy->arch)));
  } else if (const auto* tiled = value.as<TiledMma>()) {
    out.push_back(property(term("tile"), to_text(tile_shape(arith, *tiled), mode)));
    threads(size(arith, LayoutRef(tiled->thr_layout_vmnk)));
    add_atom(out, tiled->atom);
    add_shared(out, *tiled);
  } else if (const auto* tiled_copy = value.as<TiledCopy>()) {
    out.push_back(property(term("tile"), to_text(tiler_shape(arith, tiled_copy->tiler), mode)));
    threads(product(arith, tiled_copy->tv.shape[0]));
    out.push_back({say("values"), count_text(product(arith, tiled_copy->tv.shape[1]), arith)});
    const Int elements = product(arith, tiler_shape(arith, tiled_copy->tiler));
    const int bits = tiled_copy->atom.value_type ? tiled_copy->atom.value_type->bits : 0;
    if (bits != 0 && arith.ok()) out.push_back({say("shared memory"), in_units(elements.value, bits)});
  } else if (const auto* tma = value.as<TmaAtom>()) {
    const int bits = tma->element_bits;
    out.push_back({say("box"), in_units(tma->bits / bits, bits)});
    for (const std::int64_t stride : tma->stride_bytes)
      out.push_back({say("stride"), in_units(stride * 8 / bits, bits)});
    out.push_back({say("instructions"), say("{}", tma->instructions)});
    out.push_back({say("expected transactions"), in_units(moved_elements(*tma), bits)});
  }
  return out;
}

}  // namespace stridescope
