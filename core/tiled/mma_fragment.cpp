// Fragments in the order of CuTe's make_fragment_A, _B and _C: the values of one thread first, then the modes of the
// atoms.
#include "core/tiled/mma_fragment.h"

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/tiled/smem_operand.h"
#include "core/tiled/tensor_memory.h"

namespace stridescope {
namespace {

// The first mode of a part, the operand of one atom, with the swizzle of the layout or of the pointer.
AnyLayout of_one_atom(Arith& arith, const Tensor& part, int bits) {
  LayoutBuilder out(arith);
  out.copy(LayoutRef(domain_layout(part.layout))[0]);
  Layout first = out.take();
  if (const auto* composed = std::get_if<ComposedLayout>(&part.layout)) {
    ComposedLayout swizzled = *composed;
    swizzled.b = std::move(first);
    return swizzled;
  }
  if (part.data.kind == Iterator::Kind::pointer && part.data.pointer.swizzled)
    return ComposedLayout{part.data.pointer.swizzle, UnsetPointer{bits}, std::move(first)};
  return first;
}

// The error if the part does not have a descriptor.
std::optional<Error> undescribed(Arith& arith, const MmaAtom& atom, MmaOperand operand, const Tensor& part, int bits) {
  const Iterator& data = part.data;
  if (data.kind == Iterator::Kind::pointer && data.pointer.space != MemorySpace::smem)
    return Error{
        ErrorCode::arguments,
        say("this operand is read from shared memory, but the tensor starts at a {}ptr", prefix_of(data.pointer.space)),
        say("make_smem_ptr makes a pointer into shared memory"),
        {},
        {}};
  const AnyLayout layout = of_one_atom(arith, part, bits);
  const std::int64_t elements = size(arith, LayoutRef(domain_layout(layout))).value;
  constexpr std::uint64_t each = 32;  // steps of an element
  if (arith.failed() || !arith.spend(saturating_product(static_cast<std::uint64_t>(elements), each)))
    return std::nullopt;
  const OperandMajor major = operand == MmaOperand::a ? atom.a_major : atom.b_major;
  auto described = smem_operand(layout, bits, major);
  // Printed layouts do not determine the instruction or its major modes.
  if (!described && atom.instruction == MmaInstruction::other) {
    const bool k = major == OperandMajor::k;
    if (smem_operand(layout, bits, k ? OperandMajor::mn : OperandMajor::k)) return std::nullopt;
  }
  if (described) return std::nullopt;
  return std::move(described.error());
}

}  // namespace

Layout make_fragment(Arith& arith, const TiledMma& mma, MmaOperand operand, LayoutRef layout) {
  const std::int64_t values = size(arith, LayoutRef(operand_layout(mma, operand))[1]).value;
  if (arith.failed()) return {};
  if (layout.rank() < 3 || size(arith, layout[0]).value != values) {
    arith.fail(ErrorCode::arguments,
               say("a fragment is built from the result of a partition: expected {} {value|values} in mode 0 and at "
                   "least two more modes",
                   values),
               say("partition_A, partition_B or partition_C gives it"));
    return {};
  }
  const MmaAtom& atom = mma.atom;
  const bool a = operand == MmaOperand::a;
  if ((a ? atom.a_place : operand == MmaOperand::c ? atom.c_place : atom.b_place) == OperandPlace::tensor_memory)
    return tensor_memory_fragment(arith, atom, operand, layout);
  if (operand == MmaOperand::c) return make_layout(arith, layout.shape);
  if ((a ? atom.a_place : atom.b_place) == OperandPlace::registers) return make_fragment_like(arith, layout);
  // A descriptor has 16 bytes, and describes the whole operand of one atom.
  const int bits = (a ? atom.val_a : atom.val_b).bits;
  if (bits < 1 || 128 % bits != 0) {
    arith.fail(ErrorCode::unsupported,
               bits < 1 ? say("partition_fragment: this atom's layouts do not give its types")
                        : say("partition_fragment: no whole number of {}-bit elements fits 16 bytes", bits),
               bits < 1 ? say("name the atom: atom_facts(atom) lists those with these layouts") : Message());
    return {};
  }
  LayoutBuilder out(arith);
  const Layout wide = upcast(arith, layout, 128 / bits);
  if (arith.failed()) return {};
  const Layout descriptor = {static_int(1), static_int(0)};
  out.open();
  out.copy(LayoutRef(descriptor));
  for (int i = 1; i < wide.rank(); ++i) out.copy(LayoutRef(wide)[i]);
  out.close();
  return out.take();
}

Layout make_fragment(Arith& arith, const TiledMma& mma, MmaOperand operand, const Tensor& part) {
  Layout out = make_fragment(arith, mma, operand, LayoutRef(domain_layout(part.layout)));
  const MmaAtom& atom = mma.atom;
  const bool a = operand == MmaOperand::a;
  // For sparse operands the descriptor is that of the compressed elements, not of the part.
  if (arith.failed() || operand == MmaOperand::c || atom.e ||
      (a ? atom.a_place : atom.b_place) != OperandPlace::shared_memory)
    return out;
  if (auto why = undescribed(arith, atom, operand, part, (a ? atom.val_a : atom.val_b).bits))
    arith.fail(why->code, std::move(why->message), std::move(why->hint));
  return out;
}

Layout partition_fragment(Arith& arith, const ThrMma& thread, MmaOperand operand, const Tensor& tensor) {
  const Tensor part = partition(arith, thread, operand, tensor);
  if (arith.failed()) return {};
  return make_fragment(arith, thread.tiled, operand, part);
}

}  // namespace stridescope
