// An atom: one matrix-multiply or copy instruction as CuTe describes it, the facts of MMA_Traits and Copy_Traits.
// Found by CUTLASS's name with its template arguments, `SM80_16x8x16_F32F16F16F32_TN`,
// `SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>`, with or without `cute::`; families are rules
// (mma_*.cpp, copy_*.cpp), so every member that CUTLASS has is found, not only those that someone listed.
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

// An element type by CUTLASS's name. Two are equal where their names are. Of an atom known by its layouts alone the
// name is only a width, "16b".
struct DataType {
  std::string name;          // "half_t", "integer_subbyte<4, true>", "sparse_elem<2, half_t>"
  int bits = 0;              // of one element as it is stored; of a sparse_elem, those of one stored element
  int logical = 1;           // elements per stored element: 2 for sparse_elem<2, T>
  bool floating = false;     // of a sparse_elem: its element is
  std::string element = {};  // of sparse_elem<2, T>: T

  static const ObjectKind object_kind;
};

// Bits of an element in a register of mma.sync: 4- and 6-bit floats have a byte each, unless two are packed in one.
// 4-bit integers and single bits stay packed.
int stored_bits(const DataType& type);

// The registers that one thread gives to an operand: `uint32_t[4]`. A matrix operand may be elsewhere: then the
// register is a descriptor or an address.
struct Registers {
  std::string type;  // "uint32_t", "float"; "void" if the instruction has no operand of its own (C is D)
  int count = 0;
  int bits = 0;  // of one register
};

// The memory of a matrix operand. In shared memory it takes a descriptor, in tensor memory an address.
enum class OperandPlace { registers, shared_memory, tensor_memory };
// The contiguous mode of an operand in shared memory: K, or M and N.
enum class OperandMajor { k, mn };

// A matrix-multiply instruction D = A B + C. post of find_mma: each layout covers its tile (a by M x K, b by N x K, c
// by M x N), every element as often as the instruction reads it, and registers hold exactly the values of a thread.
//   SM80_16x8x16_F32F16F16F32_TN   thr_id _32:_1, c ((_4,_8),(_2,_2)):((_32,_1),(_16,_8)), a_regs uint32_t[4]
struct MmaAtom {
  std::string name;  // the operation as CUTLASS writes it, with the template arguments that were given
  int arch = 0;      // the first architecture that has it, 80 of sm80; 0: it needs no instruction of its own
  MmaInstruction instruction = MmaInstruction::other;
  std::vector<std::string> ptx;  // mnemonics, first CUTLASS's choice; empty if it is not one instruction
  IntTuple shape_mnk;            // in elements of A, B, C
  Layout thr_id;                 // thread of the atom -> thread of the warp or group
  Layout a, b, c;                // (thread, value) -> m + M k, n + N k, m + M n
  // CUTLASS's text for A if it is not a layout: strides nested deeper than the shape (the 1-bit m16n8k128). Empty for
  // all others.
  std::string a_printed;
  std::optional<Layout> e;         // sparse metadata: (thread, value) -> m + M k
  std::optional<Layout> sfa, sfb;  // scale factors: (thread, value) -> m + M k, n + N k
  DataType val_a, val_b, val_c, val_d;
  std::optional<DataType> val_e;
  Registers a_regs, b_regs, c_regs, d_regs;
  OperandPlace a_place = OperandPlace::registers;
  OperandPlace b_place = OperandPlace::registers;
  OperandPlace c_place = OperandPlace::registers;
  OperandMajor a_major = OperandMajor::k;  // of operands in shared memory
  OperandMajor b_major = OperandMajor::k;
  bool negates = false;       // A or B enters with its sign changed (ScaleIn::Neg)
  int sparse_selector = 0;    // which threads give the metadata (SparseSel)
  bool exclusive_or = false;  // of single bits: those that differ are counted; else those that are both set
  std::string_view source;    // where the facts come from

  static const ObjectKind object_kind;
};

// A copy instruction. Source, destination and reference are bijections of the same bits, so an element goes from
// where `src` has it to where `dst` has it; `ref` is the numbering that a TiledCopy's thread-value layout is meant
// in. They differ where a warp exchanges data: a thread of ldmatrix addresses a row, and receives parts of several.
struct CopyAtom {
  std::string name;  // the operation as CUTLASS writes it
  int arch = 0;      // as of an MmaAtom
  CopyOperation operation;
  std::int64_t bulk_bits = 0;  // what one instruction of the copy engine moves: an argument of its traits; 0: of others
  std::vector<std::string> ptx;  // mnemonics, the first CUTLASS's own choice; a bulk tensor copy has one a rank
  Layout thr_id;
  Layout src_bits, dst_bits, ref_bits;  // (thread, value) -> bit
  std::optional<Registers> s_regs, d_regs;
  std::optional<DataType> value_type;  // of Copy_Atom<Op, T>; empty for a bare operation
  Layout src, dst, ref;                // (thread, value) -> value; with no value type the layouts in bits
  std::string_view source;

  static const ObjectKind object_kind;
};

// The atom of that name: the operation, MMA_Atom<Operation> or MMA_Traits<Operation>. unknown_name, with the nearest
// known name; arguments, if the template arguments do not fit the operation, with those that would; syntax if it is not
// a type name. The families are asked in turn, without a cache.
Result<MmaAtom> find_mma(std::string_view name);
// The operation, Copy_Traits<Operation>, or Copy_Atom<Operation, T>, whose layouts are counted in values of T:
// arguments if the operation does not move whole ones. Other errors as find_mma, unknown_name also for T.
Result<CopyAtom> find_copy(std::string_view name);
// Either kind as a value of the language, or a layout atom of shared memory, GMMA::Layout_K_SW128_Atom<half_t>.
// Errors are those of find_mma, find_copy and smem_layout_atom.
Result<Value> find_atom(std::string_view name);

// The names of all atoms in CUTLASS, family by family as in atom_families.def: MMA instructions from older to newer
// architectures, those of other makers from tables, then copies; of an operation with endlessly many template
// arguments (UMMA's M and N, the bits of a TMA) one example. About 2,700. Made once, at the first call, never freed.
const std::vector<std::string>& atom_names();
// The atoms that contain all words, case-insensitive, one per line: an architecture "sm90" or "any", a kind "mma" or
// "copy", a part of the name or of a mnemonic. Numbers match whole: SM10 does not find SM100. More than 200 are listed
// by family, `SM90_64xNx16_... N = 8, 16, ...`. Without words: their number, by architecture. unknown_name if none
// matches; arguments for a word of no letters or more than 64. (atom_list.cpp)
Result<std::string> atom_list(const std::vector<std::string>& words);
// The operation, without template arguments, whose name is nearest to a misspelled one, case-insensitive; empty if none
// is near. (atom_list.cpp)
std::string nearest_atom(std::string_view name);

// The name of ldmatrix or stmatrix that moves 1, 2 or 4 matrices of 8 x 8 16-bit elements: SM75_U32x4_LDSM_N. Requires
// such a count. (copy_warp.cpp)
std::string matrix_copy_name(bool load, bool transposed, int count);

// An atom from its layouts alone, as CUTLASS prints one: named MMA_Atom or Copy_Atom, without mnemonic and registers;
// types are widths, as far as all of CUTLASS's atoms with these layouts agree. Layouts as in MmaAtom and CopyAtom,
// those of a copy in values of `bits`, 1 to 1024. dynamic_value unless all are static; rank_mismatch unless each is
// (thread, value); arguments if threads and ThrID differ or the shape is not a static (M,N,K). (atom_printed.cpp)
MmaAtom make_mma_atom(Arith&, LayoutRef thr_id, TupleRef shape_mnk, LayoutRef a, LayoutRef b, LayoutRef c);
CopyAtom make_copy_atom(Arith&, LayoutRef thr_id, LayoutRef src, LayoutRef dst, LayoutRef ref, std::int64_t bits);
// True if the atom is one of these: it has layouts, but names no instruction.
bool is_nameless(const MmaAtom& atom);
bool is_nameless(const CopyAtom& atom);
// The names of CUTLASS's atoms with the same layouts; of more than 16 the first 16 and "...". (atom_printed.cpp)
std::vector<std::string> atoms_like(const MmaAtom& atom);
std::vector<std::string> atoms_like(const CopyAtom& atom);

// Exactly cute::print's text; of a bare copy operation, its layouts in bits. Atoms are equal where these texts and
// the names are.
std::string print_atom(const MmaAtom& atom, IntegerMode mode);
std::string print_atom(const CopyAtom& atom, IntegerMode mode);

// All facts in the order and with the names of tests/golden/atoms.jsonl; ptx_all has several values. Facts that an atom
// does not have, or that its layouts alone do not give, are omitted.
struct AtomFact {
  std::string_view name;
  std::vector<std::string> values;
};
using AtomFacts = std::vector<AtomFact>;
AtomFacts facts_of(const MmaAtom& atom);
AtomFacts facts_of(const CopyAtom& atom);
// A fact a line, the source last; without ptx_all and the kind.
std::string facts_text(std::string_view name, const AtomFacts& facts, std::string_view source);

// An element type by its name in CUTLASS, `half_t`, `cutlass::half_t` or `__half`, in MLIR or in CuTe DSL, `f16`,
// `Float16`; also sparse_elem<2, T> and uint_bit_t<16>. unknown_name, with the nearest name.
Result<DataType> find_type(std::string_view name);
// The same of one word, with nothing told where it is none.
std::optional<DataType> type_named(std::string_view word);
// Its class in CuTe DSL, `Float16` of cutlass.Float16; or empty.
std::string_view dsl_name(const DataType& type);

// The layout of an operand that CUTLASS prints as a text that is not a layout (MmaAtom::a_printed). (atom_printed.cpp)
std::optional<Layout> layout_of_print(std::string_view text);

}  // namespace stridescope
