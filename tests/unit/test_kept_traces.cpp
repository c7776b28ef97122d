// Tests of traces of real programs: the recovered layouts against each recorded address, and the reported faults
// against the planted ones (tests/gpu/traced.cu).
#include <algorithm>
#include <map>
#include <sstream>

#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/trace/advice.h"
#include "core/trace/hazards.h"
#include "core/trace/plan_check.h"
#include "core/workspace/workspace.h"
#include "tests/unit/traces.h"

namespace stridescope {
namespace {

// A launch with its reports.
struct Judged {
  TracedLaunch launch;
  LaunchReport report;
  Advice advice;
};

std::vector<Judged> judged(const std::string& name) {
  std::vector<Judged> out;
  Budget budget(recovery_steps, 0);
  for (TracedLaunch& launch : kept_trace(name).launches) {
    Judged one;
    one.launch = std::move(launch);
    one.report = report_launch(one.launch, budget);
    one.advice = advise(one.launch, one.report, budget);
    out.push_back(std::move(one));
  }
  return out;
}

// Number of its addresses that the layout reproduces, each evaluated by thread, repetition and block.
std::int64_t right(const TracedLaunch& launch, const AccessLayout& layout) {
  std::int64_t out = 0;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::int64_t> executed;  // block, warp
  for (const TracedBlock& block : launch.blocks) {
    std::size_t base = 0;
    while (base < layout.bases.size() && layout.bases[base].block != block.block) ++base;
    for (const TracedRequest& r : block.requests) {
      if (r.instruction != layout.instruction) continue;
      const std::int64_t repetition = executed[{block.block, r.warp}]++;
      std::size_t at = r.first + static_cast<std::size_t>(layout.number);
      for (std::int64_t lane = 0; lane < 32; ++lane) {
        if ((r.active >> lane & 1) == 0) continue;
        REQUIRE(base < layout.bases.size());
        out += layout.address(std::int64_t{32} * r.warp + lane, repetition, base) == block.numbers[at] ? 1 : 0;
        at += static_cast<std::size_t>(numbers_of(launch.instructions[r.instruction].kind));
      }
    }
  }
  return out;
}

const Judged& of_kernel(const std::vector<Judged>& all, std::string_view name) {
  for (const Judged& one : all) {
    if (std::string_view(one.launch.kernel).starts_with(name)) return one;
  }
  FAIL("no such kernel: " << std::string(name));
  return all.front();
}

}  // namespace

TEST_CASE("kept traces: each address is where its layout says") {
  struct Kept {
    const char* file;
    std::size_t launches;
    std::size_t accesses;
    std::size_t no_layouts = 0;
  };
  constexpr Kept files[] = {{"transpose.trace", 1, 16},
                            {"triton_transpose.trace", 1, 16},
                            // A loop over rows of 48 that was unrolled, and what the data says.
                            {"traced.trace", 11, 155, 9},
                            {"triton.trace", 5, 96},
                            {"torch.trace", 6, 42},
                            // CuTe's tutorial.
                            {"tutorial_sgemm_1.trace", 1, 208},
                            {"tutorial_sgemm_2.trace", 1, 198},
                            {"tutorial_sgemm_sm80.trace", 1, 264},
                            {"tutorial_hopper_wgmma_sm90.trace", 1, 240},
                            {"tutorial_hopper_wgmma_tma_sm90.trace", 1, 144}};
  for (const Kept& kept : files) {
    CAPTURE(kept.file);
    const auto all = judged(kept.file);
    CHECK(all.size() == kept.launches);
    std::size_t count = 0;
    std::size_t no_layouts = 0;
    for (const Judged& one : all) {
      count += one.report.accesses.size();
      for (const TracedAccess& access : one.report.accesses) {
        CAPTURE(one.launch.kernel);
        CAPTURE(access.name);
        REQUIRE_FALSE(access.layout.undecided);
        REQUIRE(access.layout.agreeing == right(one.launch, access.layout));
        REQUIRE(access.layout.exact() == (access.layout.agreeing == access.layout.addresses));
        no_layouts += access.layout.exact() ? 0 : 1;
      }
    }
    CHECK(count == kept.accesses);
    CHECK(no_layouts == kept.no_layouts);
  }
}

TEST_CASE("kept traces: the gallery's kernels ask for what their partitions show") {
  struct Kept {
    const char* name;
    std::int64_t accesses;
  };
  constexpr Kept kernels[] = {
      {"run_copy", 2}, {"run_transpose", 16}, {"run_ldmatrix", 28}, {"run_gemm", 84}, {"run_wgmma", 32}};
  for (const Kept& kept : kernels) {
    CAPTURE(kept.name);
    const GalleryEntry* entry = find_entry(cat("kernels/", kept.name));
    REQUIRE(entry != nullptr);
    Workspace workspace;
    const Report& report = workspace.evaluate(entry->program, IntegerMode::teaching);
    REQUIRE(report.diagnostics.empty());
    const auto all = judged(cat(kept.name, ".trace"));
    REQUIRE(all.size() == 1);
    const auto checked = check_plan(all[0].launch, all[0].report, report.bindings.back().value);
    REQUIRE(checked.has_value());
    CHECK(checked->holds());
    CHECK(checked->accesses == kept.accesses);
  }
}

TEST_CASE("kept traces: each waste that was planted in a kernel is found, with its cause") {
  std::map<std::string, std::pair<std::string, std::string>> planted;  // kernel -> access, cause
  std::istringstream list(kept_file("mutants.txt"));
  for (std::string kernel, access, cause; list >> kernel >> access >> cause;) planted[kernel] = {access, cause};
  REQUIRE(planted.size() == 200);
  const auto all = judged("mutants.trace");
  REQUIRE(all.size() == planted.size());
  for (const Judged& one : all) {
    CAPTURE(one.launch.kernel);
    const auto& waste_of = planted.at(one.launch.kernel.substr(0, one.launch.kernel.find('(')));
    const auto& wastes = one.advice.wastes;
    CHECK(std::any_of(wastes.begin(), wastes.end(), [&](const AccessWaste& waste) {
      const std::uint32_t instruction = one.report.accesses[waste.access].layout.instruction;
      return name_of(one.launch.instructions[instruction].kind) == waste_of.first &&
             name_of(waste.cause) == waste_of.second;
    }));
  }
}

TEST_CASE("kept traces: swizzled tiles have one swizzle and the fewest modes") {
  // s[j][x ^ j] of 32 x 32 words, written by rows and read by columns, eight rows at a time.
  const auto words = judged("traced.trace");
  std::vector<std::string> shown;
  for (const TracedAccess& access : of_kernel(words, "transpose_swizzled").report.accesses) {
    if (access.layout.space == AccessSpace::shared) shown.push_back(access.expression);
  }
  std::vector<std::string> expected;
  for (int row = 0; row < 1024; row += 256) expected.push_back(cat("Sw<5,0,5> o ", row, " o (256,1):(1,0)"));
  for (int column = 0; column < 32; column += 8)
    expected.push_back(cat("Sw<5,0,5> o ", column, " o ((32,8),1):((32,1),0)"));
  CHECK(shown == expected);
  // Triton's own for a transpose: units of 16 bytes.
  shown.clear();
  const auto triton = judged("triton.trace");
  for (const TracedAccess& access : of_kernel(triton, "transpose_kernel").report.accesses) {
    if (access.layout.space == AccessSpace::shared) shown.push_back(access.expression);
  }
  expected.clear();
  for (const int offset : {0, 8, 4, 12})
    expected.push_back(cat("Sw<3,0,6> o ", offset, " o ((8,2,4,2),1):((64,1,16,2),0)"));
  for (const int offset : {0, 128, 256, 384})
    expected.push_back(cat("Sw<3,0,6> o ", offset, " o ((8,4,2,2),1):((1,16,8,64),0)"));
  CHECK(shown == expected);
}

TEST_CASE("kept traces: a kernel's name takes no more than a line") {
  CHECK(short_kernel_name("product(float const*, int)") == "product(float const*, int)");
  const std::string long_part(200, 'x');
  CHECK(short_kernel_name("void f<" + long_part + "<int>>::g<2>(char)") == "void f<...>::g<...>(char)");
  CHECK(short_kernel_name("f(" + long_part + ")") == "f(...)");
  CHECK(short_kernel_name(long_part) == long_part.substr(0, 117) + "...");
  std::size_t longest = 0;
  for (const char* file : {"triton.trace", "torch.trace"}) {
    for (const TracedLaunch& launch : kept_trace(file).launches) {
      longest = std::max(longest, launch.kernel.size());
      CHECK(short_kernel_name(launch.kernel).size() <= 120);
    }
  }
  CHECK(longest > 1000);
}

TEST_CASE("kept traces: planted conflicts are found, with their cause, and nothing else is") {
  const auto all = judged("traced.trace");
  const auto& conflict = of_kernel(all, "transpose_conflict");
  REQUIRE(conflict.advice.wastes.size() == 4);
  for (const AccessWaste& waste : conflict.advice.wastes) {
    CHECK(waste.cause == WasteCause::stride);
    CHECK(waste.mode == FitMode{32, 128});
    CHECK(waste.ways == 32);
  }
  REQUIRE(conflict.advice.tiles.size() == 1);
  CHECK(to_words(conflict.report, conflict.advice.tiles[0]).cute ==
        "in CuTe C++: composition(Swizzle<5,0,5>{}, Int<0>{}, Layout<_1024,_1>{})");
  // Its accesses are counted, not listed: a row has two lines.
  const std::string what = english(to_words(conflict.report, conflict.advice.tiles[0]).what);
  CHECK(what.find(cat(" and ", conflict.advice.tiles[0].accesses.size() - 2, " more): 2112 wavefronts")) != what.npos);
  SharedTile padded = conflict.advice.tiles[0];
  padded.padding = SharedTile::Padding{128, 4};
  CHECK(to_words(conflict.report, padded).cute == "in CuTe C++: Layout<Shape<_32,_32>,Stride<_1,Int<33>>>{}");
  REQUIRE(conflict.advice.tiles.size() == 1);
  CHECK(conflict.advice.tiles[0].wavefronts == 2112);
  CHECK(conflict.advice.tiles[0].best_wavefronts == 128);
  for (const char* clean : {"transpose_padded", "transpose_swizzled", "reduction", "histogram", "matrices", "bulk"}) {
    CAPTURE(clean);
    CHECK(of_kernel(all, clean).advice.wastes.empty());
    CHECK(of_kernel(all, clean).advice.tiles.empty());
  }
  const auto& strided = of_kernel(all, "strided");
  REQUIRE(strided.advice.wastes.size() == 1);
  CHECK(strided.advice.wastes[0].cause == WasteCause::stride);
  CHECK(strided.advice.wastes[0].mode == FitMode{32, 1024});
  CHECK(strided.advice.wastes[0].ways == 32);
  Budget budget(recovery_steps, 0);
  std::vector<HazardKind> hazards;
  for (const SharedHazard& h : shared_order(of_kernel(all, "hazard").launch, budget).hazards) hazards.push_back(h.kind);
  CHECK(hazards == std::vector{HazardKind::unwritten, HazardKind::unordered});
  for (const char* ordered : {"transpose_conflict", "transpose_padded", "transpose_swizzled", "product", "running"}) {
    CAPTURE(ordered);
    CHECK(shared_order(of_kernel(all, ordered).launch, budget).hazards.empty());
  }
}

}  // namespace stridescope
