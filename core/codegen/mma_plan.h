// How a block multiplies one tile: what each thread holds of A, B and C, register by register, and where in shared
// memory it comes from. Kernel text, the reference device and the checks of mma_kernel and gemm_kernel are made from
// this one plan.
//
// A thread holds the tile of an operand as its values 0, 1, ...: those of one atom first, then the atoms along M (or
// N), then those along K (A and B) or N (C). `values` of an operand that the instruction reads from shared memory count
// what the instruction reads.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/codegen/copy_plan.h"
#include "core/codegen/kernel.h"
#include "core/tiled/mma_kernel.h"

namespace stridescope {

// Caps.
inline constexpr std::int64_t max_accumulator_registers = 256;  // of one thread; more spill
inline constexpr std::int64_t max_operand_registers = 1024;     // of a tile; only those of one k are live at a time
inline constexpr std::int64_t max_tile_work = std::int64_t{1} << 26;  // M x N x K of a tile that is looked at

// One ldmatrix of a thread: where its row begins, and which registers of the operand it fills.
struct MatrixLoad {
  std::int64_t address = 0;        // value of the row side's map
  std::array<int, 4> target = {};  // registers, counted within the atoms of one k
  int count = 4;                   // matrices
};

// What a thread has of one operand.
struct MmaFragment {
  MmaOperand operand = MmaOperand::a;
  std::string name;  // "a"
  DataType type;
  int bits = 0;     // of an element where it is stored
  int logical = 1;  // values of the table that one stored element stands for: 2 of a sparse A
  OperandPlace place = OperandPlace::registers;
  Registers registers;           // of one atom
  std::int64_t values = 0;       // of a thread, in the tile
  std::int64_t atom_values = 0;  // of one atom
  std::int64_t rest_mn = 1;      // atoms of a thread along M (A), N (B), M (C)
  std::int64_t rest_k = 1;       // along K (A, B), N (C)
  KernelMap element;             // (thread, value) -> x + X k, or m + M n: its index in the tile
  // A and B that come from shared memory.
  std::optional<KernelSide> smem;  // (thread, value) -> offset
  std::int64_t smem_bytes = 0;     // of one stage
  // By ldmatrix: the rows as the threads address them, and the loads of one k; those of the next are matrix_step values
  // on.
  std::optional<KernelSide> rows;
  std::string matrix_atom;
  bool transposed = false;
  std::vector<MatrixLoad> loads;
  std::int64_t matrix_step = 0;
  // By the instruction itself: what its descriptor says, and the offsets in elements at which its atoms begin are
  // smem's, of every atom_values-th value.
  std::optional<SmemOperand> descriptor;

  std::int64_t atoms() const { return rest_mn * rest_k; }
  std::int64_t register_count() const { return registers.count * atoms(); }
};

// Which elements of a sparse A are stored. Of each `group` elements along K, group / 2 are stored, in their order; four
// bits say which: two numbers of two bits, or, where one of two elements is stored, 4 for the first and 14 for the
// second. Source: PTX ISA 9.0, 9.7.15.6.1.
struct MmaMetadata {
  KernelMap element;        // (thread, value) -> m + M k, four bits for each `group` values
  std::int64_t values = 0;  // of one thread
  int group = 4;
  int selector = 0;  // which threads of four the instruction takes it from
};

// post of plan_tile: a, b and c have the same atoms along M, N and K; with shared memory, smem, rows or descriptor say
// how a and b are read from it.
struct MmaPlan {
  enum class Form { warp, fma, dot, wgmma };  // mma.sync; scalar; dp4a; wgmma
  Form form = Form::warp;
  std::string instruction;  // the mnemonic
  MmaTile tile;
  std::int64_t threads = 0;                  // of a block that multiply
  std::array<std::int64_t, 3> extents = {};  // M, N, K of the tile
  std::array<std::int64_t, 3> atoms = {};    // of a thread along M, N, K
  MmaFragment a, b, c;
  std::optional<MmaMetadata> metadata;  // of a sparse A; probes only
  std::int64_t shared_bytes = 0;        // of one stage of A and B
  std::string needs;                    // "sm80", "sm90a"

  // Operations of one tile: a multiplication and an addition each.
  std::int64_t flops() const { return 2 * extents[0] * extents[1] * extents[2]; }
};

// Refused: atoms that are none of these instructions, tiles that the TiledMMA does not divide, operands whose layout in
// shared memory no descriptor describes, loads that do not fit, more registers than a thread has. `name` begins the
// messages. A sparse atom only `with_metadata`, for one wgmma: smem_a is then (M, stored elements along K).
Result<MmaPlan> plan_tile(const MmaTile& tile, std::string_view name, bool with_metadata = false);
Result<MmaPlan> plan_mma(const MmaKernel& kernel);

// The team of threads that execute one instruction of the tiling, by thread of the atom; the first team's for team 0.
std::vector<std::vector<std::int64_t>> mma_teams(const MmaPlan& plan);

}  // namespace stridescope
