// The product of one tile by a block: the elements of A, B and C in each thread, register by register, and their source
// in shared memory. Kernel text, the reference device and the checks of mma_kernel and gemm_kernel are made from this
// one plan.
//
// A thread holds the tile of an operand as its values 0, 1, ...: those of one atom first, then the atoms along M (or
// N), then those along K (A and B) or N (C). `values` of an operand that the instruction reads from shared memory count
// what the instruction reads.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/copy/copy_plan.h"
#include "core/kernels/kernel.h"
#include "core/kernels/mma/mma_kernel.h"

namespace stridescope {

// Caps: 32-bit registers of one thread, and the work of a tile.
inline constexpr std::int64_t max_accumulator_registers = 256;  // of one thread; more spill
inline constexpr std::int64_t max_operand_registers = 1024;     // of a tile; only those of one k are live at a time
inline constexpr std::int64_t max_tile_work = std::int64_t{1} << 26;  // M x N x K of a tile that is looked at

// One ldmatrix of a thread: where its row begins, and which registers of the operand it fills; only the first `count`
// count.
struct MatrixLoad {
  // The value that MmaFragment::rows takes, for k = 0.
  std::int64_t address = 0;
  std::array<int, 4> target = {};  // registers, counted within the atoms of one k
  int count = 4;                   // matrices
};

// A thread's part of one operand. law: values = atom_values * rest_mn * rest_k. smem, rows and descriptor are set only
// as far as the operand comes from shared memory that way.
struct MmaFragment {
  MmaOperand operand = MmaOperand::a;
  std::string name;  // "a"
  DataType type;
  int bits = 0;     // of an element where it is stored
  int logical = 1;  // values of the table per stored element: 2 for a sparse A
  OperandPlace place = OperandPlace::registers;
  Registers registers;           // of one atom
  std::int64_t values = 0;       // of a thread, in the tile
  std::int64_t atom_values = 0;  // of one atom
  std::int64_t rest_mn = 1;      // atoms of a thread along M (A), N (B), M (C)
  std::int64_t rest_k = 1;       // along K (A, B), N (C)
  KernelMap element;             // (thread, value) -> x + X k, or m + M n: its index in the tile
  // A and B that come from shared memory.
  std::optional<KernelSide> smem;  // (thread, value) -> offset
  // Per stage; the next operand begins at the next multiple of 1024.
  std::int64_t smem_bytes = 0;
  // By ldmatrix: the rows as the threads address them, and the loads of one k; those of the next are matrix_step
  // values on. The same for all threads, since each load fills whole registers with exactly the elements that
  // `element` says.
  std::optional<KernelSide> rows;
  std::string matrix_atom;
  bool transposed = false;
  std::vector<MatrixLoad> loads;
  std::int64_t matrix_step = 0;
  // Read by the instruction itself: by its descriptor; the start offsets of its atoms, in elements, are smem's, of
  // every atom_values-th value, each a multiple of 16 bytes. Only in shared memory; A can be in registers at the same
  // time.
  std::optional<SmemOperand> descriptor;

  // The atoms' parts of the operand that a thread has, and how many registers, as `registers` has them, they take.
  std::int64_t atoms() const { return rest_mn * rest_k; }
  std::int64_t register_count() const { return registers.count * atoms(); }
};

// The stored elements of a sparse A. Of each `group` elements along K, group / 2 are stored, in their order; four bits
// select them: two numbers of two bits, or, if one of two elements is stored, 4 for the first and 14 for the second.
// Only a probe sets it. Source: PTX ISA 9.0, 9.7.15.6.1.
struct MmaMetadata {
  KernelMap element;        // (thread, value) -> m + M k, four bits for each `group` values
  std::int64_t values = 0;  // of one thread
  int group = 4;
  // The threads of four that the instruction takes it from (SparseSel).
  int selector = 0;
};

// The product of one tile by one block. post of plan_tile: a, b and c have the same atoms along M, N and K; with shared
// memory, smem, rows or descriptor give the reads of a and b; the threads of each instruction are one warp, or four
// warps from a multiple of four on, by its thr_id.
struct MmaPlan {
  // The unit that executes an atom, which decides the form of its text.
  enum class Form { warp, fma, dot, wgmma };  // mma.sync; scalar; dp4a; wgmma
  Form form = Form::warp;
  std::string instruction;  // the mnemonic
  MmaTile tile;
  // Threads of a block that multiply: whole warps, at most 1024.
  std::int64_t threads = 0;
  // M, N, K of the tile, each a multiple of what the TiledMMA covers.
  std::array<std::int64_t, 3> extents = {};
  std::array<std::int64_t, 3> atoms = {};  // of a thread along M, N, K
  MmaFragment a, b, c;
  std::optional<MmaMetadata> metadata;  // of a sparse A; probes only
  // For one stage of A and B, each rounded up to 1024; 0 if operands stay in registers.
  std::int64_t shared_bytes = 0;
  // "sm80", or "sm90a" for wgmma; empty for scalar multiply-adds. Of a product what its copies need, too: "sm80" with
  // cp.async, "sm90a" with TMA, and what rounds its sums.
  std::string needs;

  // Operations of one tile: a multiplication and an addition each.
  std::int64_t flops() const { return 2 * extents[0] * extents[1] * extents[2]; }
};

// unsupported: atoms other than these instructions, atoms along K, threads that are not a team of the hardware,
// operands whose layout in shared memory no descriptor describes, loads that do not fit; shape_divisibility: tiles that
// the TiledMMA does not divide, shared memory of other extents; too_large: more registers, threads or shared memory
// than a block has. `name` begins the messages. A sparse atom only `with_metadata`, for one wgmma: smem_a is then (M,
// stored elements along K).
Result<MmaPlan> plan_tile(const MmaTile& tile, std::string_view name, bool with_metadata = false);
// The plan of mma_kernel, which has no more than its tile.
Result<MmaPlan> plan_mma(const MmaKernel& kernel);

// The threads that execute one instruction together, by thread of the atom, a team for each atom along M, then N.
std::vector<std::vector<std::int64_t>> mma_teams(const MmaPlan& plan);

}  // namespace stridescope
