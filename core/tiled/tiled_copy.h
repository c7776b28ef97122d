// TiledCopy: a copy atom repeated over threads and values, and the partition of source and destination tensors.
//
//   tv      (thread index, value) -> element of the tile that the thread copies
//   tiler   the tile within the tensor, by mode
//
// Both are static. The atom's source and destination layouts may differ (ldmatrix: a thread addresses other elements
// than it receives); tv uses the numbering of the atom's reference layout. A tensor is partitioned as
//   ((ThrV,ThrX), FrgV, (RestM,RestN,...))
// Source: CUTLASS include/cute/atom/copy_atom.hpp, include/cute/atom/copy_traits_sm90_tma.hpp (tma_partition).
#pragma once

#include "core/tiled/tiled_mma.h"

namespace stridescope {

// post of the makers: tv is (threads, values), both multiples of the atom's, and its elements are those of the tiler's
// tile.
struct TiledCopy {
  CopyAtom atom;
  Layout tv;
  Tiler tiler = IntTuple(static_int(1));

  static const ObjectKind object_kind;
};

// One thread of a TiledCopy, by index; a dynamic index makes a partition with a dynamic offset.
struct ThrCopy {
  TiledCopy tiled;
  Int thread;

  static const ObjectKind object_kind;
};

// The tensors of a copy.
enum class CopySide { source, destination };

// The general form. divisibility: threads or values are not a multiple of the atom's; dynamic_value: a layout is not
// static; arguments: an atom without a value type; rank_mismatch: tv is not (thread, value).
TiledCopy make_tiled_copy_impl(Arith&, const CopyAtom& atom, const Layout& tv, const Tiler& tiler);
// From the arrangement of threads and values: (m,n) -> thread, (m,n) -> value.
TiledCopy make_tiled_copy(Arith&, const CopyAtom& atom, LayoutRef threads, LayoutRef values);
// The copy after which threads hold that operand of the MMA.
TiledCopy make_tiled_copy(Arith&, const CopyAtom& atom, const TiledMma& mma, MmaOperand operand);
// The smallest copy that the accumulators' layout can be retiled to, for epilogues that store in several steps.
TiledCopy make_tiled_copy_c_atom(Arith&, const CopyAtom& atom, const TiledMma& mma);
// The copy with this side of another copy as its layout.
TiledCopy make_tiled_copy(Arith&, const CopyAtom& atom, const TiledCopy& like, CopySide side);
// From the addresses: (thread, value) -> address and coordinate -> address.
TiledCopy make_cotiled_copy(Arith&, const CopyAtom& atom, LayoutRef atom_tv, LayoutRef data);

// ((ThrV,ThrX), FrgV, (Rest...)) of a tensor, CuTe's tidfrg_S and tidfrg_D. rank_mismatch: the tensor has fewer modes
// than the tiler.
//   a tile (16,64) of 128 threads x 8 halves over (_64,_64):(_64,_1):
//   ((_8,_16),(_8,_1),(_4,_1)):((_8,_64),(_1,_0),(_1024,_0))
Layout tidfrg(Arith&, const TiledCopy& copy, CopySide side, LayoutRef tensor);
// (thread index, value) -> element of the tile, first mode fastest.
Layout layout_tv(Arith&, const TiledCopy& copy, CopySide side);
// The part that one thread reads or writes: (FrgV, RestM, RestN, ...).
Tensor partition(Arith&, const ThrCopy& thread, CopySide side, const Tensor& tensor);
// A fragment of another partition in the arrangement of this copy: (FrgV, RestM, ...).
Layout retile(Arith&, const TiledCopy& copy, LayoutRef tensor);

// The result of tma_partition, a pair in CuTe.
struct TmaPartition {
  Tensor global;  // ((TMA,TMA_Iter), Rest...)
  Tensor shared;
};
// The tiles that one CTA copies with TMA. shared and global: (tile, rest...); cta_layout maps the CTA's coordinate in
// the multicast group to the CTA's index in the group.
TmaPartition tma_partition(Arith&, const CopyAtom& atom, TupleRef cta_coord, LayoutRef cta_layout, const Tensor& shared,
                           const Tensor& global);

// cute::print's text.
std::string print_tiled(const TiledCopy& copy, IntegerMode mode);
std::string print_tiled(const ThrCopy& thread, IntegerMode mode);

}  // namespace stridescope
