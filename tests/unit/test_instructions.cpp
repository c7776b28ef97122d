// Tests the executor of an atom, the needs of a kernel, and its kind: read in one place, compared as enumerations and
// integers.
#include <doctest/doctest.h>

#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/kernel_plan.h"
#include "core/kernels/plan_tools.h"
#include "core/records/records.h"
#include "core/tiled/instruction.h"
#include "core/workspace/atom_architectures.h"
#include "core/workspace/workspace.h"

namespace stridescope {

TEST_CASE("instructions: what executes an atom, and since when, is read from its name in one place") {
  struct Row {
    const char* name;
    CopyInstruction instruction;
    int arch;
    bool transposed = false;
    bool past_l1 = false;
    bool zero_fill = false;
  };
  using enum CopyInstruction;
  for (const Row& row : {Row{"UniversalCopy<uint128_t>", universal, 0},
                         {"AutoVectorizingCopyWithAssumedAlignment<128>", any_width, 0},
                         {"DefaultCopy", any_width, 0},
                         {"SM80_CP_ASYNC_CACHEALWAYS<uint64_t>", cp_async, 80},
                         {"SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>", cp_async, 80, false, true},
                         {"SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>", cp_async, 80, false, true, true},
                         {"SM75_U32x4_LDSM_N", ldmatrix, 75},
                         {"SM75_U16x8_LDSM_T", ldmatrix, 75, true},
                         {"SM90_U32x4_STSM_N", stmatrix, 90},
                         {"SM100_U8x16_STSM_T", stmatrix, 100, true},
                         {"SM75_U32x1_MOVM_T", movmatrix, 75},
                         {"SM90_BULK_COPY_G2S<8192 bits>", bulk, 90},
                         {"SM90_TMA_LOAD<8192 bits>", tma, 90},
                         {"SM90_TMA_STORE_IM2COL<8192 bits>", tma_image, 90},
                         {"SM90_TMA_LOAD::PREFETCH<8192 bits>", prefetch, 90},
                         {"SM50_Shuffle_U32_2x2Trans_XOR1", other, 50}}) {
    CAPTURE(row.name);
    const auto atom = find_atom(row.name);
    REQUIRE(atom.has_value());
    const auto* copy = atom->as<CopyAtom>();
    REQUIRE(copy != nullptr);
    const CopyOperation operation = copy->operation;
    CHECK(operation.instruction == row.instruction);
    CHECK(operation.transposed == row.transposed);
    CHECK(operation.past_l1 == row.past_l1);
    CHECK(operation.zero_fill == row.zero_fill);
    CHECK(copy->arch == row.arch);
  }
  // Both the mnemonic and the name mark every transposed matrix.
  for (const std::string& name : atom_names()) {
    const auto atom = find_atom(name);
    const auto* copy = atom ? atom->as<CopyAtom>() : nullptr;
    if (copy == nullptr) continue;
    const CopyOperation operation = copy->operation;
    if (operation.instruction != ldmatrix && operation.instruction != stmatrix) continue;
    CAPTURE(name);
    CHECK(operation.transposed == name.ends_with("_T"));
  }
  const auto mma = [](const char* name) {
    const auto atom = find_atom(name);
    REQUIRE(atom.has_value());
    return std::pair{atom->as<MmaAtom>()->instruction, atom->as<MmaAtom>()->arch};
  };
  CHECK(mma("UniversalFMA<float>") == std::pair{MmaInstruction::fma, 0});
  CHECK(mma("SM61_DP4A") == std::pair{MmaInstruction::dot, 61});
  CHECK(mma("SM80_16x8x16_F32F16F16F32_TN") == std::pair{MmaInstruction::mma_sync, 80});
  CHECK(mma("SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>") == std::pair{MmaInstruction::wgmma, 90});
}

TEST_CASE("what a kernel needs is compared as an integer: sm100 is newer than sm75") {
  std::string needs;
  raise_need(needs, 75);
  CHECK(needs == "sm75");
  raise_need(needs, 100);
  CHECK(needs == "sm100");
  raise_need(needs, 80);
  CHECK(needs == "sm100");
  needs = "sm90a";
  raise_need(needs, 90);
  CHECK(needs == "sm90a");
  raise_need(needs, 61);
  CHECK(needs == "sm90a");
}

TEST_CASE("kernel kinds: a kernel is of one kind, which its plan has and a report says") {
  const char* const programs[][2] = {
      {"copy", "copy_kernel((48,64):(64,1), (48,64):(1,48), (_32,_8):(_8,_1), tile=(16,16))"},
      {"mma", "mma_kernel(SM80_16x8x16_F32F16F16F32_TN)"},
      {"probe", "probe_kernel(SM75_U32x4_LDSM_N)"},
  };
  for (const auto& row : programs) {
    const char* const kind = row[0];
    const char* const program = row[1];
    CAPTURE(program);
    Workspace workspace;
    const Report& report = workspace.evaluate(program, IntegerMode::teaching);
    REQUIRE(report.bindings.size() == 1);
    CHECK(kernel_kind(report.bindings[0].value) == kind);
    CHECK(to_json(door::report_of(workspace, 10)).find(cat("\"kernel\":\"", kind, '"')) != std::string::npos);
    const auto plan = plan_kernel(report.bindings[0].value);
    REQUIRE(plan.has_value());
    CHECK(refusal(*plan).why.empty());
    CHECK(predict(*plan).has_value() == (std::string_view(kind) == "copy"));
    CHECK(trace_text(*plan).empty() == (std::string_view(kind) != "copy"));
  }
  Workspace workspace;
  workspace.evaluate("(4,8):(8,1)", IntegerMode::teaching);
  CHECK(to_json(door::report_of(workspace, 10)).find("\"kernel\"") == std::string::npos);
}

TEST_CASE("atoms: the architectures that are offered are those that atoms have") {
  const std::vector<std::string_view> offered = atom_architectures();
  CHECK(offered.front().starts_with("sm1"));
  CHECK(offered.back() == "any");
  for (std::size_t i = 0; i < offered.size(); ++i) {
    CAPTURE(offered[i]);
    const auto found = door::listed_atoms({std::string(offered[i])});
    REQUIRE(found.has_value());
    CHECK(!found->empty());
  }
}

}  // namespace stridescope
