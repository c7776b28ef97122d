// TiledMMA: an MMA atom repeated over threads and values, and how it partitions the tensors A (M,K), B (N,K), C (M,N).
//
//   thr_layout_vmnk   (thread of the atom, atom in M, in N, in K) -> thread index
//   permutation       how each of M, N, K is reordered before the atoms are laid over it: a tile size, a layout,
//                     or `_`, the extent of the atoms side by side
//
// Results are CuTe's, static and dynamic integers included. An operand is partitioned as
//   ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,...)))
// the threads first, then what each of them holds: FrgV of one atom, repeated Rest times.
// Source: CUTLASS include/cute/atom/mma_atom.hpp, media/docs/cpp/cute/0t_mma_atom.md.
#pragma once

#include "core/algebra/algebra.h"
#include "core/tiled/atom.h"

namespace stridescope {

// The tiler that takes a mode whole: `_`.
inline Tiler whole_mode() { return IntTuple::any(); }

// post of make_tiled_mma: thr_layout_vmnk has rank 4 and as many threads in mode 0 as the atom, permutation has 3
// modes.
struct TiledMma {
  MmaAtom atom;
  Layout thr_layout_vmnk;
  std::vector<Tiler> permutation;  // 3: integer, layout or `_`

  static const ObjectKind object_kind;
};

// One thread of a TiledMMA.
// Its coordinate (V,M,N,K): the thread of the atom, and the atom.
struct ThrMma {
  TiledMma tiled;
  IntTuple thr_vmnk;

  static const ObjectKind object_kind;
};

// A is (M,K), B is (N,K), C is (M,N).
enum class MmaOperand { a, b, c };

// atoms: (atom in M, N, K) -> position among the atoms, of rank 1 to 3, or of rank 4 thr_layout_vmnk itself;
// permutation: up to 3 modes. rank_mismatch for more; dynamic_value when the permutation is not static; arguments when
// thr_layout_vmnk has another number of threads in an atom.
TiledMma make_tiled_mma(Arith&, const MmaAtom& atom, LayoutRef atoms, const std::vector<Tiler>& permutation);
// The thread of that index, or of that coordinate (V,M,N,K).
ThrMma get_slice(Arith&, const TiledMma& mma, const Int& thread);
ThrMma get_slice(Arith&, const TiledMma& mma, TupleRef vmnk);

Tiler permutation_mnk(Arith&, const TiledMma& mma, int mode);  // with `_` replaced by its extent
Int tile_size_mnk(Arith&, const TiledMma& mma, int mode);
IntTuple tile_shape(Arith&, const TiledMma& mma);  // (M,N,K)

// The operand's layout in the atom, (thread, value) -> element.
const Layout& operand_layout(const TiledMma& mma, MmaOperand operand);
// The two of M = 0, N = 1, K = 2 that index the operand.
std::pair<int, int> operand_modes(MmaOperand operand);

// The head of this file describes the result. rank_mismatch below rank 2.
Layout thrfrg(Arith&, const TiledMma& mma, MmaOperand operand, LayoutRef tensor);
// (thread index, value) -> element of the operand's tile, the first mode fastest.
Layout layout_tv(Arith&, const TiledMma& mma, MmaOperand operand);
// (thread index, (FrgV,(RestM,RestN))) -> what the tensor has there: offsets in memory, or coordinates. Threads along a
// mode that the operand has not hold the same.
Layout layout_tv(Arith&, const TiledMma& mma, MmaOperand operand, LayoutRef tensor);
// The part that one thread holds: (FrgV, RestM, RestN, ...).
Tensor partition(Arith&, const ThrMma& thread, MmaOperand operand, const Tensor& tensor);
// The shape of what a thread holds of a tile of that shape.
IntTuple partition_shape(Arith&, const TiledMma& mma, MmaOperand operand, TupleRef shape);
// The layout of the registers that hold a thread's part; of an operand that the instruction reads from shared memory,
// the layout of its descriptors, one of 16 bytes an atom.
Layout partition_fragment(Arith&, const ThrMma& thread, MmaOperand operand, const Tensor& tensor);

// cute::print's text.
std::string print_tiled(const TiledMma& mma, IntegerMode mode);
std::string print_tiled(const ThrMma& thread, IntegerMode mode);

// A tiler as a value of the language, and its printed form.
Value to_value(const Tiler& tiler);
// The extent of each mode of a tiler: its layouts' shapes, its integers.
IntTuple tiler_shape(Arith&, const Tiler& tiler);
// Number of elements.
Int tiler_size(Arith&, const Tiler& tiler);
bool is_static(const Tiler& tiler);

}  // namespace stridescope
