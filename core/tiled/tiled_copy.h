// TiledCopy: a copy atom repeated over threads and values, and how it partitions source and destination tensors.
//
//   tv      (thread index, value) -> element of the tile, what each thread copies
//   tiler   the tile: how it lies in the tensor, by mode
//
// Both are static. The atom's source and destination layouts may differ (ldmatrix: a thread addresses other elements
// than it receives); tv is meant in the atom's reference layout. A tensor is partitioned as
//   ((ThrV,ThrX), FrgV, (RestM,RestN,...))
// Source: CUTLASS include/cute/atom/copy_atom.hpp, include/cute/atom/copy_traits_sm90_tma.hpp (tma_partition).
#pragma once

#include "core/tiled/tiled_mma.h"

namespace stridescope {

// post of the makers: tv is (threads, values) with both a multiple of the atom's, and its elements are those of the
// tiler's tile.
struct TiledCopy {
  CopyAtom atom;
  Layout tv;
  Tiler tiler = IntTuple(static_int(1));

  static const ObjectKind object_kind;
};

// One thread of a TiledCopy, by its index; a dynamic index makes a partition with a dynamic offset.
struct ThrCopy {
  TiledCopy tiled;
  Int thread;

  static const ObjectKind object_kind;
};

// One of a copy's tensors.
enum class CopySide { source, destination };

// The general form; divisibility when threads or values are not a multiple of the atom's, dynamic_value when one of the
// layouts is not static.
// Also arguments for an atom without a value type, and rank_mismatch for a tv that is not (thread, value).
TiledCopy make_tiled_copy_impl(Arith&, const CopyAtom& atom, const Layout& tv, const Tiler& tiler);
// From where threads and values lie: (m,n) -> thread, (m,n) -> value.
TiledCopy make_tiled_copy(Arith&, const CopyAtom& atom, LayoutRef threads, LayoutRef values);
// The copy whose threads hold that operand of the MMA in the end.
TiledCopy make_tiled_copy(Arith&, const CopyAtom& atom, const TiledMma& mma, MmaOperand operand);
// The smallest copy that the accumulators' layout can be retiled to, for epilogues that store in steps.
TiledCopy make_tiled_copy_c_atom(Arith&, const CopyAtom& atom, const TiledMma& mma);
// The copy that has this side of another copy as its layout.
TiledCopy make_tiled_copy(Arith&, const CopyAtom& atom, const TiledCopy& like, CopySide side);
// From where the bytes lie: (thread, value) -> address and coordinate -> address.
TiledCopy make_cotiled_copy(Arith&, const CopyAtom& atom, LayoutRef atom_tv, LayoutRef data);

// ((ThrV,ThrX), FrgV, (Rest...)) of a tensor, CuTe's tidfrg_S and tidfrg_D. rank_mismatch for a tensor of fewer modes
// than the tiler.
//   a tile (16,64) of 128 threads x 8 halves over (_64,_64):(_64,_1):
//   ((_8,_16),(_8,_1),(_4,_1)):((_8,_64),(_1,_0),(_1024,_0))
Layout tidfrg(Arith&, const TiledCopy& copy, CopySide side, LayoutRef tensor);
// (thread index, value) -> element of the tile, the first mode fastest.
Layout layout_tv(Arith&, const TiledCopy& copy, CopySide side);
// The part that one thread reads or writes: (FrgV, RestM, RestN, ...).
Tensor partition(Arith&, const ThrCopy& thread, CopySide side, const Tensor& tensor);
// A fragment of another partition, seen as this copy partitions it: (FrgV, RestM, ...).
Layout retile(Arith&, const TiledCopy& copy, LayoutRef tensor);

// The result of tma_partition, a pair in CuTe.
struct TmaPartition {
  Tensor global;  // ((TMA,TMA_Iter), Rest...)
  Tensor shared;
};
// The tiles that one CTA copies by TMA. shared and global: (tile, rest...); cta_layout: coordinate of the CTA in the
// multicast group -> its number there.
TmaPartition tma_partition(Arith&, const CopyAtom& atom, TupleRef cta_coord, LayoutRef cta_layout, const Tensor& shared,
                           const Tensor& global);

// cute::print's text.
std::string print_tiled(const TiledCopy& copy, IntegerMode mode);
std::string print_tiled(const ThrCopy& thread, IntegerMode mode);

}  // namespace stridescope
