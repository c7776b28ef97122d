// TiledMMA: an MMA atom repeated over threads and values, and the partition of the tensors A (M,K), B (N,K), C (M,N).
//
//   thr_layout_vmnk   (thread of the atom, atom in M, in N, in K) -> thread index
//   permutation       the reordering of each of M, N, K before the atoms are laid over it: a tile size, a layout,
//                     or `_`, the extent of the adjacent atoms
//
// Results are CuTe's, including static and dynamic integers. An operand is partitioned as
//   ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,...)))
// first the threads, then the values of each thread: FrgV of one atom, repeated Rest times.
// Source: CUTLASS include/cute/atom/mma_atom.hpp, media/docs/cpp/cute/0t_mma_atom.md.
#pragma once

#include "core/algebra/algebra.h"
#include "core/tiled/atom.h"

namespace stridescope {

// The tiler `_`, which takes a whole mode.
inline Tiler whole_mode() { return IntTuple::any(); }

// post of make_tiled_mma: thr_layout_vmnk has rank 4 and mode 0 with the threads of the atom; permutation has 3 modes.
struct TiledMma {
  MmaAtom atom;
  Layout thr_layout_vmnk;
  std::vector<Tiler> permutation;  // 3: integer, layout or `_`

  static const ObjectKind object_kind;
};

// One thread of a TiledMMA, with its coordinate (V,M,N,K): the thread of the atom, and the atom.
struct ThrMma {
  TiledMma tiled;
  IntTuple thr_vmnk;

  static const ObjectKind object_kind;
};

// A is (M,K), B is (N,K), C is (M,N).
enum class MmaOperand { a, b, c };

// atoms: (atom in M, N, K) -> position among the atoms, with rank 1 to 3; or thr_layout_vmnk itself, with rank 4.
// permutation: up to 3 modes. rank_mismatch: more modes; dynamic_value: the permutation is not static; arguments:
// thr_layout_vmnk has another number of threads per atom.
TiledMma make_tiled_mma(Arith&, const MmaAtom& atom, LayoutRef atoms, const std::vector<Tiler>& permutation);
// The thread with that index, or that coordinate (V,M,N,K).
ThrMma get_slice(Arith&, const TiledMma& mma, const Int& thread);
ThrMma get_slice(Arith&, const TiledMma& mma, TupleRef vmnk);

Tiler permutation_mnk(Arith&, const TiledMma& mma, int mode);  // `_` is replaced by its extent
Int tile_size_mnk(Arith&, const TiledMma& mma, int mode);
IntTuple tile_shape(Arith&, const TiledMma& mma);  // (M,N,K)

// The operand's layout in the atom, (thread, value) -> element.
const Layout& operand_layout(const TiledMma& mma, MmaOperand operand);
// The two modes of the operand, where M = 0, N = 1, K = 2.
std::pair<int, int> operand_modes(MmaOperand operand);

// Result: see the head of this file. rank_mismatch: the tensor has a rank below 2.
Layout thrfrg(Arith&, const TiledMma& mma, MmaOperand operand, LayoutRef tensor);
// (thread index, value) -> element of the operand's tile, first mode fastest.
Layout layout_tv(Arith&, const TiledMma& mma, MmaOperand operand);
// (thread index, (FrgV,(RestM,RestN))) -> the tensor's offset in memory, or coordinate. Threads along a mode that the
// operand does not have hold the same elements.
Layout layout_tv(Arith&, const TiledMma& mma, MmaOperand operand, LayoutRef tensor);
// The part that one thread holds: (FrgV, RestM, RestN, ...).
Tensor partition(Arith&, const ThrMma& thread, MmaOperand operand, const Tensor& tensor);
// The shape of a thread's part of a tile with that shape.
IntTuple partition_shape(Arith&, const TiledMma& mma, MmaOperand operand, TupleRef shape);
// The layout of the registers for a thread's part. For an operand that the instruction reads from shared memory, the
// layout of its descriptors, one of 16 bytes per atom.
Layout partition_fragment(Arith&, const ThrMma& thread, MmaOperand operand, const Tensor& tensor);

// cute::print's text.
std::string print_tiled(const TiledMma& mma, IntegerMode mode);
std::string print_tiled(const ThrMma& thread, IntegerMode mode);

// A tiler as a value of the language, and its printed form.
Value to_value(const Tiler& tiler);
// The extent of each mode of a tiler: the shapes of its layouts, and its integers.
IntTuple tiler_shape(Arith&, const Tiler& tiler);
// Number of elements.
Int tiler_size(Arith&, const Tiler& tiler);
bool is_static(const Tiler& tiler);

}  // namespace stridescope
