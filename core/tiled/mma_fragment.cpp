// Fragments as CuTe's make_fragment_A, _B and _C lay them out: the values of one thread first, then the atoms' modes.
#include "core/tiled/mma_fragment.h"

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/tiled/tensor_memory.h"

namespace stridescope {

Layout make_fragment(Arith& arith, const TiledMma& mma, MmaOperand operand, LayoutRef layout) {
  const std::int64_t values = size(arith, LayoutRef(operand_layout(mma, operand))[1]).value;
  if (arith.failed()) return {};
  if (layout.rank() < 3 || size(arith, layout[0]).value != values) {
    arith.fail(
        ErrorCode::arguments,
        say("a fragment is made of what partition gives, {} values in mode 0 and at least two modes more", values),
        say("partition_A, partition_B or partition_C gives it"));
    return {};
  }
  const MmaAtom& atom = mma.atom;
  const bool a = operand == MmaOperand::a;
  if ((a ? atom.a_place : operand == MmaOperand::c ? atom.c_place : atom.b_place) == OperandPlace::tensor_memory)
    return tensor_memory_fragment(arith, atom, operand, layout);
  if (operand == MmaOperand::c) return make_layout(arith, layout.shape);
  if ((a ? atom.a_place : atom.b_place) == OperandPlace::registers) return make_fragment_like(arith, layout);
  // A descriptor addresses 16 bytes and stands for the whole operand of one atom.
  const int bits = (a ? atom.val_a : atom.val_b).bits;
  if (bits < 1 || 128 % bits != 0) {
    arith.fail(ErrorCode::unsupported,
               bits < 1 ? say("partition_fragment: this atom's layouts do not tell its types")
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

Layout partition_fragment(Arith& arith, const ThrMma& thread, MmaOperand operand, const Tensor& tensor) {
  const Tensor part = partition(arith, thread, operand, tensor);
  if (arith.failed()) return {};
  return make_fragment(arith, thread.tiled, operand, LayoutRef(domain_layout(part.layout)));
}

}  // namespace stridescope
