// Reads from CUTLASS's name and its mnemonics which instruction an atom is and which architecture first had it. The
// only place that looks into names; everything above compares the enumerations that come out.
#include "core/tiled/instruction.h"

#include <cstdlib>

namespace stridescope {
namespace {

int number_of(const std::string& arch) { return arch.starts_with("sm") ? std::atoi(arch.c_str() + 2) : 0; }

struct CopyName {
  std::string_view part;
  CopyInstruction instruction;
};

// The first that the name has a part of.
constexpr CopyName copies[] = {
    {"PREFETCH", CopyInstruction::prefetch},
    {"UniversalCopy", CopyInstruction::universal},
    {"AutoVectorizingCopy", CopyInstruction::any_width},
    {"DefaultCopy", CopyInstruction::any_width},
    {"_CP_ASYNC_", CopyInstruction::cp_async},
    {"_LDSM_", CopyInstruction::ldmatrix},
    {"_STSM_", CopyInstruction::stmatrix},
    {"_MOVM_", CopyInstruction::movmatrix},
    {"SM90_BULK_COPY_", CopyInstruction::bulk},
    {"_IM2COL", CopyInstruction::tma_image},
    {"SM90_TMA_", CopyInstruction::tma},
};

}  // namespace

MmaInstruction instruction_of(const MmaAtom& atom) {
  if (atom.name.starts_with("UniversalFMA")) return MmaInstruction::fma;
  if (atom.ptx.empty()) return MmaInstruction::other;
  const std::string& mnemonic = atom.ptx.front();
  return mnemonic.starts_with("wgmma")      ? MmaInstruction::wgmma
         : mnemonic.starts_with("mma.sync") ? MmaInstruction::mma_sync
         : mnemonic.starts_with("dp")       ? MmaInstruction::dot
                                            : MmaInstruction::other;
}

CopyOperation operation_of(const CopyAtom& atom) {
  const auto has = [&](std::string_view part) { return atom.name.find(part) != std::string::npos; };
  CopyOperation out;
  for (const CopyName& row : copies) {
    if (!has(row.part)) continue;
    out.instruction = row.instruction;
    break;
  }
  const bool matrices = out.instruction == CopyInstruction::ldmatrix || out.instruction == CopyInstruction::stmatrix;
  out.transposed = matrices && !atom.ptx.empty() && atom.ptx.front().find(".trans") != std::string::npos;
  out.past_l1 = out.instruction == CopyInstruction::cp_async && has("CACHEGLOBAL");
  out.zero_fill = out.instruction == CopyInstruction::cp_async && has("ZFILL");
  return out;
}

int architecture_of(const MmaAtom& atom) { return number_of(atom.arch); }
int architecture_of(const CopyAtom& atom) { return number_of(atom.arch); }

}  // namespace stridescope
