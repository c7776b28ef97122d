// An atom: one matrix-multiply or copy instruction in CuTe's terms, with the facts of MMA_Traits and Copy_Traits. Found
// by its CUTLASS name with template arguments, `SM80_16x8x16_F32F16F16F32_TN`,
// `SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>`, with or without `cute::`. Families are rules
// (mma_*.cpp, copy_*.cpp), so every member in CUTLASS is found without a list.
// Source: CUTLASS include/cute/atom/{mma,copy}_traits_sm*.hpp, arch/{mma,copy}_sm*.hpp; PTX ISA 9.0, sections 9.7.14
// (mma), 9.7.15 (wgmma), 9.7.16 (tcgen05); tests/golden/atoms.jsonl.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tiled/instruction.h"
#include "core/value/layout.h"
#include "core/value/value.h"

namespace stridescope {

// An element type by its CUTLASS name; equality compares names. For an atom known only by its layouts the name is just
// a width, "16b".
struct DataType {
  std::string name;          // "half_t", "integer_subbyte<4, true>", "sparse_elem<2, half_t>"
  int bits = 0;              // bits per stored element
  int logical = 1;           // elements per stored element: 2 for sparse_elem<2, T>
  bool floating = false;     // for a sparse_elem: whether its element is
  std::string element = {};  // for sparse_elem<2, T>: T

  static const ObjectKind object_kind;
};

// Bits of an element in a register of mma.sync: 4- and 6-bit floats occupy a byte each, unless two are packed in one.
// 4-bit integers and single bits stay packed.
int stored_bits(const DataType& type);

// The registers of one thread for an operand: `uint32_t[4]`. If the operand is not in registers, the register holds a
// descriptor or an address.
struct Registers {
  std::string type;  // "uint32_t", "float"; "void" if the instruction has no separate operand (C is D)
  int count = 0;
  int bits = 0;  // bits per register
};

// The location of a matrix operand. An operand in shared memory is given by a descriptor, in tensor memory by an
// address.
enum class OperandPlace { registers, shared_memory, tensor_memory };
// The contiguous mode of an operand in shared memory: K, or M and N.
enum class OperandMajor { k, mn };

// A matrix-multiply instruction D = A B + C. post of find_mma: each layout covers its tile (a: M x K, b: N x K, c: M x
// N) with every element as often as the instruction reads it, and registers hold exactly the values of a thread.
//   SM80_16x8x16_F32F16F16F32_TN   thr_id _32:_1, c ((_4,_8),(_2,_2)):((_32,_1),(_16,_8)), a_regs uint32_t[4]
struct MmaAtom {
  std::string name;  // the operation in CUTLASS's notation, with the given template arguments
  int arch = 0;      // the first architecture with the instruction, 80 for sm80; 0: needs no special instruction
  MmaInstruction instruction = MmaInstruction::other;
  std::vector<std::string> ptx;  // mnemonics, CUTLASS's choice first; empty if it is not a single instruction
  IntTuple shape_mnk;            // in elements
  Layout thr_id;                 // thread of the atom -> thread of the warp or group
  Layout a, b, c;                // (thread, value) -> m + M k, n + N k, m + M n
  // CUTLASS's text for A if it is not a layout: strides nested deeper than the shape (the 1-bit m16n8k128). Otherwise
  // empty.
  std::string a_printed;
  std::optional<Layout> e;         // sparse metadata: (thread, value) -> m + M k
  std::optional<Layout> sfa, sfb;  // scale factors: (thread, value) -> m + M k, n + N k
  DataType val_a, val_b, val_c, val_d;
  std::optional<DataType> val_e;
  Registers a_regs, b_regs, c_regs, d_regs;
  OperandPlace a_place = OperandPlace::registers;
  OperandPlace b_place = OperandPlace::registers;
  OperandPlace c_place = OperandPlace::registers;
  OperandMajor a_major = OperandMajor::k;  // for operands in shared memory
  OperandMajor b_major = OperandMajor::k;
  bool negates = false;       // A or B is negated (ScaleIn::Neg)
  int sparse_selector = 0;    // threads that provide the metadata (SparseSel)
  bool exclusive_or = false;  // for single bits: counts differing bits; otherwise bits that are both set
  std::string_view source;    // origin of the facts

  static const ObjectKind object_kind;
};

// A copy instruction. Source, destination and reference are bijections of the same bits: an element moves from its
// position in `src` to its position in `dst`. A TiledCopy's thread-value layout uses the numbering of `ref`. They
// differ if a warp exchanges data: a thread of ldmatrix addresses one row, and receives parts of several.
struct CopyAtom {
  std::string name;  // the operation in CUTLASS's notation
  int arch = 0;      // like MmaAtom::arch
  CopyOperation operation;
  std::int64_t bulk_bits = 0;  // bits per instruction of the copy engine, an argument of its traits; 0 for other copies
  std::vector<std::string> ptx;  // mnemonics, CUTLASS's choice first; a bulk tensor copy has one per rank
  Layout thr_id;
  Layout src_bits, dst_bits, ref_bits;  // (thread, value) -> bit
  std::optional<Registers> s_regs, d_regs;
  std::optional<DataType> value_type;  // T of Copy_Atom<Op, T>; empty for a bare operation
  Layout src, dst, ref;                // (thread, value) -> value; without a value type in bits
  std::string_view source;

  static const ObjectKind object_kind;
};

// The atom with that name: the operation, MMA_Atom<Operation> or MMA_Traits<Operation>. unknown_name: with the nearest
// known name; arguments: the template arguments do not fit the operation, with valid ones; syntax: not a type name.
// Tries the families in order, without a cache.
Result<MmaAtom> find_mma(std::string_view name);
// The fixes after the replacement of find_mma's error, if several texts fix the name.
std::vector<std::string> other_mma_fixes(std::string_view name);
// The operation, Copy_Traits<Operation>, or Copy_Atom<Operation, T>, whose layouts count values of T. arguments: the
// operation does not move whole values. Otherwise errors as find_mma; unknown_name also for T.
Result<CopyAtom> find_copy(std::string_view name);
// An atom of either kind as a value of the language, or a layout atom of shared memory,
// GMMA::Layout_K_SW128_Atom<half_t>. Errors are those of find_mma, find_copy and smem_layout_atom.
Result<Value> find_atom(std::string_view name);

// The names of all atoms in CUTLASS, by family in the order of atom_families.def: MMA instructions from older to newer
// architectures, those of other vendors from tables, then copies. Operations with an unbounded number of template
// arguments (UMMA's M and N, the bits of a TMA) have one example. About 2,700. Made at the first call, never freed.
const std::vector<std::string>& atom_names();
// The atoms that contain all words, case-insensitive, one per line. A word is an architecture "sm90" or "any", a kind
// "mma" or "copy", or a part of the name or of a mnemonic. Numbers must match completely: SM10 does not find SM100.
// More than 200 are listed by family, `SM90_64xNx16_... N = 8, 16, ...`. Without words: their number by architecture.
// unknown_name: no match; arguments: an empty word, or one of more than 64 letters (atom_list.cpp).
Result<std::string> atom_list(const std::vector<std::string>& words);
// The operation, without template arguments, whose name is nearest to a misspelled one, case-insensitive; empty if none
// is close (atom_list.cpp).
std::string nearest_atom(std::string_view name);

// The name of the ldmatrix or stmatrix that moves `count` matrices of 8 x 8 16-bit elements: SM75_U32x4_LDSM_N. pre:
// count is 1, 2 or 4 (copy_warp.cpp).
std::string matrix_copy_name(bool load, bool transposed, int count);

// An atom from its layouts alone, as CUTLASS prints one: named MMA_Atom or Copy_Atom, without mnemonic and registers.
// Types are widths, if all CUTLASS atoms with these layouts agree. Layouts as in MmaAtom and CopyAtom; those of a copy
// count values of `bits`, 1 to 1024. dynamic_value: some layout is not static; rank_mismatch: some layout is not
// (thread, value); arguments: threads and ThrID differ, or the shape is not a static (M,N,K) (atom_printed.cpp).
MmaAtom make_mma_atom(Arith&, LayoutRef thr_id, TupleRef shape_mnk, LayoutRef a, LayoutRef b, LayoutRef c);
CopyAtom make_copy_atom(Arith&, LayoutRef thr_id, LayoutRef src, LayoutRef dst, LayoutRef ref, std::int64_t bits);
// True if the atom was made from layouts alone and names no instruction.
bool is_nameless(const MmaAtom& atom);
bool is_nameless(const CopyAtom& atom);
// The names of CUTLASS atoms with the same layouts; if there are more than 16, the first 16 and "..."
// (atom_printed.cpp).
std::vector<std::string> atoms_like(const MmaAtom& atom);
std::vector<std::string> atoms_like(const CopyAtom& atom);

// The text of cute::print; for a bare copy operation its layouts are in bits. Atoms are equal if these texts and the
// names are.
std::string print_atom(const MmaAtom& atom, IntegerMode mode);
std::string print_atom(const CopyAtom& atom, IntegerMode mode);

// All facts in the order and with the names of tests/golden/atoms.jsonl; ptx_all has several values. Facts that do not
// exist, or are unknown from layouts alone, are omitted.
struct AtomFact {
  std::string_view name;
  std::vector<std::string> values;
};
using AtomFacts = std::vector<AtomFact>;
AtomFacts facts_of(const MmaAtom& atom);
AtomFacts facts_of(const CopyAtom& atom);
// One fact per line, the source last; without ptx_all and the kind.
std::string facts_text(std::string_view name, const AtomFacts& facts, std::string_view source);

// An element type by its name in CUTLASS, `half_t`, `cutlass::half_t` or `__half`, in MLIR or in CuTe DSL, `f16`,
// `Float16`; also sparse_elem<2, T> and uint_bit_t<16>. unknown_name: with the nearest name.
Result<DataType> find_type(std::string_view name);
// The same for a single word, without an error message.
std::optional<DataType> type_named(std::string_view word);
// The class in CuTe DSL, `Float16` for cutlass.Float16; or empty.
std::string_view dsl_name(const DataType& type);

// The layout of an operand that CUTLASS prints as invalid text (MmaAtom::a_printed) (atom_printed.cpp).
std::optional<Layout> layout_of_print(std::string_view text);

}  // namespace stridescope
