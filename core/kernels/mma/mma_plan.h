// The product of one tile by a block: the elements of A, B and C in each thread, register by register, and their source
// in shared memory. Text, reference device and checks of mma_kernel and gemm_kernel are made from this one plan.
//
// A thread holds the tile of an operand as values 0, 1, ...: first those of one atom, then the atoms along M (or N),
// then those along K (A and B) or N (C). For an operand that the instruction reads from shared memory, `values` counts
// the elements that the instruction reads.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/copy/copy_plan.h"
#include "core/kernels/kernel.h"
#include "core/kernels/mma/mma_kernel.h"

namespace stridescope {

// Limits: 32-bit registers of one thread, and the work of a tile.
inline constexpr std::int64_t max_accumulator_registers = 256;  // per thread; more would spill
inline constexpr std::int64_t max_operand_registers = 1024;     // per tile; only those of one k are live at a time
inline constexpr std::int64_t max_tile_work = std::int64_t{1} << 26;  // M x N x K of a tile

// One ldmatrix of a thread: the address of its row, and the registers of the operand that it fills; the first `count`
// targets are valid.
struct MatrixLoad {
  // Argument of MmaFragment::rows, for k = 0.
  std::int64_t address = 0;
  std::array<int, 4> target = {};  // registers, numbered within the atoms of one k
  int count = 4;                   // matrices
};

// A thread's part of one operand. law: values = atom_values * rest_mn * rest_k. smem, rows and descriptor are set only
// if the operand is read that way.
struct MmaFragment {
  MmaOperand operand = MmaOperand::a;
  std::string name;  // "a"
  DataType type;
  int bits = 0;     // bits per stored element
  int logical = 1;  // values of the table per stored element: 2 for a sparse A
  OperandPlace place = OperandPlace::registers;
  Registers registers;           // per atom
  std::int64_t values = 0;       // per thread and tile
  std::int64_t atom_values = 0;  // per atom
  std::int64_t rest_mn = 1;      // atoms of a thread along M (A), N (B), M (C)
  std::int64_t rest_k = 1;       // along K (A, B), N (C)
  KernelMap element;             // (thread, value) -> x + X k, or m + M n: index of the element in the tile
  // For A and B in shared memory.
  std::optional<KernelSide> smem;  // (thread, value) -> offset
  // Bytes per stage; the next operand begins at the next multiple of 1024.
  std::int64_t smem_bytes = 0;
  // With ldmatrix: the addresses of the rows by thread, and the loads of one k; those of the next k are matrix_step
  // values further on. The loads are the same for all threads: each fills whole registers with exactly the elements of
  // `element`.
  std::optional<KernelSide> rows;
  std::string matrix_atom;
  bool transposed = false;
  std::vector<MatrixLoad> loads;
  std::int64_t matrix_step = 0;
  // Read by the instruction through a descriptor. The start offsets of its atoms, in elements, are those of smem at
  // every atom_values-th value, each a multiple of 16 bytes. Only for operands in shared memory; A can be in registers
  // instead.
  std::optional<SmemOperand> descriptor;

  // The number of atoms of the operand in a thread, and of the registers (as in `registers`) that they take.
  std::int64_t atoms() const { return rest_mn * rest_k; }
  std::int64_t register_count() const { return registers.count * atoms(); }
};

// The stored elements of a sparse A. Of each `group` elements along K, group / 2 are stored, in order. Four bits select
// them: two numbers of two bits; or, if one of two elements is stored, 4 for the first and 14 for the second. Set only
// for probes. Source: PTX ISA 9.0, 9.7.15.6.1.
struct MmaMetadata {
  KernelMap element;        // (thread, value) -> m + M k, four bits per `group` values
  std::int64_t values = 0;  // per thread
  int group = 4;
  // The threads of each four that provide the metadata (SparseSel).
  int selector = 0;
};

// The product of one tile by one block. post of plan_tile: a, b and c have the same atoms along M, N and K; with shared
// memory, smem, rows or descriptor define the reads of a and b; the threads of each instruction are one warp, or four
// warps of which the first is a multiple of four, in the order of its thr_id.
struct MmaPlan {
  // The unit that executes an atom; it selects the template.
  enum class Form { warp, fma, dot, wgmma };  // mma.sync; scalar; dp4a; wgmma
  Form form = Form::warp;
  std::string instruction;  // the mnemonic
  MmaTile tile;
  // Threads of a block that multiply: whole warps, at most 1024.
  std::int64_t threads = 0;
  // M, N, K of the tile, each a multiple of the extent of the TiledMMA.
  std::array<std::int64_t, 3> extents = {};
  std::array<std::int64_t, 3> atoms = {};  // atoms per thread along M, N, K
  MmaFragment a, b, c;
  std::optional<MmaMetadata> metadata;  // for a sparse A; probes only
  // Bytes of one stage of A and B, each rounded up to 1024; 0 if operands stay in registers.
  std::int64_t shared_bytes = 0;
  // "sm80", or "sm90a" for wgmma; empty for scalar multiply-adds. For a product it includes the needs of its copies
  // ("sm80" for cp.async, "sm90a" for TMA) and of the rounding of its sums.
  std::string needs;

  // Operations of one tile: multiplications and additions.
  std::int64_t flops() const { return 2 * extents[0] * extents[1] * extents[2]; }
};

// `name` begins the messages. unsupported: atoms of other instructions, atoms along K, threads that are not a team of
// the hardware, operands whose shared layout no descriptor describes, loads that do not fit; shape_divisibility: tiles
// that the TiledMMA does not divide, shared memory of other extents; too_large: more registers, threads or shared
// memory than a block has. Sparse atoms require `with_metadata`, for one wgmma: smem_a is then (M, stored elements
// along K).
Result<MmaPlan> plan_tile(const MmaTile& tile, std::string_view name, bool with_metadata = false);
// The plan of mma_kernel, which consists of its tile.
Result<MmaPlan> plan_mma(const MmaKernel& kernel);

// The threads that execute one instruction together, in the order of the atom's threads; one team for each atom along
// M, then N.
std::vector<std::vector<std::int64_t>> mma_teams(const MmaPlan& plan);

}  // namespace stridescope
