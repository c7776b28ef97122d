// Looks up the rate by the properties of an instruction, never by the name of an atom or of a type.
#include "core/tune/sync_rate.h"

#include <array>
#include <cstddef>

#include "core/hardware/occupancy.h"

namespace stridescope {
namespace {

// The columns of sync_rates.def.
enum class Kind : std::size_t { f16_f16, f16_f32, tf32, f64, f64_wide, f8_f16, f8_f32, s8, s4, b1_and, b1_xor, none };
constexpr auto kinds = static_cast<std::size_t>(Kind::none);

struct Row {
  std::string_view gpu;
  std::array<double, kinds> tflops;
  std::string_view source;
};
constexpr Row rows[] = {
#define STRIDESCOPE_SYNC_RATES(gpu, f16_f16, f16_f32, tf32, f64, f64_wide, f8_f16, f8_f32, s8, s4, b1_and, b1_xor, \
                               source)                                                                             \
  {#gpu, {f16_f16, f16_f32, tf32, f64, f64_wide, f8_f16, f8_f32, s8, s4, b1_and, b1_xor}, source},
#include "core/tune/sync_rates.def"
#undef STRIDESCOPE_SYNC_RATES
};

Kind kind_of(const MmaAtom& atom) {
  const bool narrow = atom.val_d.bits == 16;
  if (atom.val_a.floating) {
    switch (atom.val_a.bits) {
      case 8:
        return narrow ? Kind::f8_f16 : Kind::f8_f32;
      case 16:
        return narrow ? Kind::f16_f16 : Kind::f16_f32;
      case 32:
        return Kind::tf32;
      case 64:
        return atom.arch >= 90 ? Kind::f64_wide : Kind::f64;
      default:
        return Kind::none;
    }
  }
  switch (atom.val_a.bits) {
    case 1:
      return atom.exclusive_or ? Kind::b1_xor : Kind::b1_and;
    case 4:
      return Kind::s4;
    case 8:
      return Kind::s8;
    default:
      return Kind::none;
  }
}

}  // namespace

bool has_instruction(const Gpu& gpu, const MmaAtom& atom) {
  const std::string since = architecture_name(atom.arch);
  if (atom.instruction == MmaInstruction::wgmma) return gpu.architecture == since;
  // Both point into one table, the oldest first; an architecture older than the table gives null.
  const Architecture* first = find_architecture(since);
  const Architecture* own = find_architecture(gpu.architecture);
  return first == nullptr || (own != nullptr && first <= own);
}

double sync_rate(const MmaAtom& atom, const Gpu& gpu) {
  const Kind kind = kind_of(atom);
  if (atom.instruction != MmaInstruction::mma_sync || kind == Kind::none || gpu.tensor_tflops_e1 == 0) return 0;
  if (!has_instruction(gpu, atom)) return 0;
  // PTX ISA 9.0, 9.7.14.5: m8n8k4 for f16 is optimized for sm70 and may be much slower on others.
  if (atom.arch == 70 && gpu.architecture != architecture_name(70)) return 0;
  for (const Row& row : rows) {
    if (row.gpu == gpu.name) {
      return row.tflops[static_cast<std::size_t>(kind)] * 10 / static_cast<double>(gpu.tensor_tflops_e1);
    }
  }
  return 0;
}

}  // namespace stridescope
