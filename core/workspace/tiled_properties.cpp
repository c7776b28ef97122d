// The properties of atoms and tilings on a card: sizes, threads, registers, shared memory.
#include "core/workspace/tiled_properties.h"

#include "core/base/text.h"
#include "core/tiled/tiled_copy.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

std::string count_text(const Int& count, const Arith& arith) {
  return arith.ok() ? cat(count.value) : "beyond 64 bits";
}

std::string registers_text(const Registers& registers, OperandPlace place) {
  if (place == OperandPlace::shared_memory) return "shared";
  if (place == OperandPlace::tensor_memory) return "tmem";
  return cat(registers.count);
}

void add_atom(std::vector<Property>& out, const MmaAtom& atom) {
  if (atom.arch != "any") out.push_back({"arch", atom.arch});
  const auto add_type = [&](std::string_view operand, const DataType& type) {
    if (type.bits != 0) out.push_back({operand, type.name});  // 0: known by its layouts alone
  };
  add_type("A", atom.val_a);
  add_type("B", atom.val_b);
  add_type("C", atom.val_c);
  if (atom.a_regs.type.empty()) return;
  out.push_back(
      {"registers", cat("A ", registers_text(atom.a_regs, atom.a_place), ", B ",
                        registers_text(atom.b_regs, atom.b_place), ", C ", registers_text(atom.c_regs, atom.c_place))});
}

// What the tiles of both operands take in shared memory, once each and unpadded.
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
  out.push_back({"shared memory", cat("A ", a.value, " + B ", b.value, " = ", both.value, " bytes a stage")});
}

}  // namespace

std::vector<Property> tiled_properties(const Value& value, IntegerMode mode) {
  Arith arith;
  std::vector<Property> out;
  const auto threads = [&](const Int& count) { out.push_back({"threads", count_text(count, arith)}); };
  if (const auto* mma = value.as<MmaAtom>()) {
    out.push_back({"shape", to_text(mma->shape_mnk, mode)});
    threads(size(arith, LayoutRef(mma->thr_id)));
    add_atom(out, *mma);
  } else if (const auto* copy = value.as<CopyAtom>()) {
    threads(size(arith, LayoutRef(copy->thr_id)));
    const Int bits = product(arith, copy->ref_bits.shape[1]);
    out.push_back({"bits", count_text(bits, arith)});
    if (copy->arch != "any") out.push_back({"arch", copy->arch});
  } else if (const auto* tiled = value.as<TiledMma>()) {
    out.push_back({"tile", to_text(tile_shape(arith, *tiled), mode)});
    threads(size(arith, LayoutRef(tiled->thr_layout_vmnk)));
    add_atom(out, tiled->atom);
    add_shared(out, *tiled);
  } else if (const auto* tiled_copy = value.as<TiledCopy>()) {
    out.push_back({"tile", to_text(tiler_shape(arith, tiled_copy->tiler), mode)});
    threads(product(arith, tiled_copy->tv.shape[0]));
    out.push_back({"values", count_text(product(arith, tiled_copy->tv.shape[1]), arith)});
    const Int elements = product(arith, tiler_shape(arith, tiled_copy->tiler));
    const int bits = tiled_copy->atom.value_type ? tiled_copy->atom.value_type->bits : 0;
    const Int bytes = arith.ceil_div(arith.mul(elements, static_int(bits)), static_int(8));
    if (bits != 0 && arith.ok()) out.push_back({"shared memory", cat(bytes.value, " bytes for the tile")});
  }
  return out;
}

}  // namespace stridescope
