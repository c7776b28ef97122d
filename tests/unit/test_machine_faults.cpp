// The checks of the PTX machine: kernels without a fault are silent, and faults that are planted in them are named at
// the right line (tests/machine/faults/README.md).
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "core/base/message.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/waits.h"
#include "doctest/doctest.h"
#include "tests/unit/machine_faults.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

struct Checked {
  std::vector<Finding> findings;
  std::set<std::string> kinds;
  std::string text;
  bool named = false;
};

Checked checked(const PlantedFault& fault) {
  Checked out;
  const auto program = read_ptx(fault.ptx);
  if (!program) {
    out.text = english(program.error().message);
    return out;
  }
  const auto kernel = find_kernel(*program, "");
  REQUIRE(kernel);
  Launch launch = fault.launch;
  Checker checker(*program, launch);
  launch.observer = &checker;
  launch.steps = 1 << 24;
  const auto done = execute(*program, **kernel, launch);
  if (!done && !checker.stopped()) out.text += english(done.error().message) + "\n";
  const FindingContext context = {&*program, launch.block};
  for (const Finding& one : checker.findings()) {
    out.text += finding_text(one, context, Catalog());
    out.named = out.named || names(fault, one);
  }
  out.findings = checker.findings();
  return out;
}

// A kernel with an mbarrier `m`.
std::string barrier_kernel(const std::string& body) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %r<4>;\n.reg .pred %p<4>;\n"
         ".shared .align 8 .b8 m[8];\n" +
         body + "ret;\n}\n";
}

}  // namespace

TEST_CASE("machine: planted faults are named at their lines, and kernels without one are silent") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/machine/faults")) {
    if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::size_t faults = 0;
  std::size_t named = 0;
  // STRIDESCOPE_FAULTS=1 prints what the checks report of each.
  const bool verbose = std::getenv("STRIDESCOPE_FAULTS") != nullptr;
  for (const std::filesystem::path& file : files) {
    const std::vector<PlantedFault> all = planted_faults(file);
    const Checked silent = checked(all[0]);
    CHECK_MESSAGE(silent.findings.empty(), all[0].name, ": ", silent.text);
    CHECK_MESSAGE(silent.text.empty(), all[0].name, ": ", silent.text);
    for (std::size_t i = 1; i < all.size(); ++i) {
      const Checked one = checked(all[i]);
      if (verbose) MESSAGE(all[i].name, one.named ? "" : " NOT NAMED", "\n", one.text);
      ++faults;
      named += one.named ? 1 : 0;
      if (!one.named && !verbose) MESSAGE(all[i].name, ": not named\n", one.text);
    }
  }
  MESSAGE(named, " of ", faults, " faults in ", files.size(), " kernels are named");
  CHECK(files.size() == 20);
  CHECK(faults > 250);
  CHECK(named * 100 >= faults * 95);
}

TEST_CASE("machine: a shadow keeps its memory, also for bytes that are far apart") {
  Shadow shadow(1000);
  std::size_t visited = 0;
  for (std::uint64_t i = 0; i < 100; ++i)
    shadow.visit(
        i << 12, 1, 1, [&](Cell&, std::uint64_t, std::uint64_t) { ++visited; }, [](Cell&, std::uint32_t) {});
  CHECK(shadow.full());
  CHECK(visited == 4);
}

TEST_CASE("machine: a deadlock at the barrier of a large cluster counts its threads") {
  PlantedFault fault;
  fault.ptx = barrier_kernel(R"(mov.u32 %r1, %tid.x;
mov.u32 %r2, %cluster_ctarank;
mov.u32 %r3, m;
setp.gt.u32 %p1, %r1, 31;
setp.ne.u32 %p2, %r2, 0;
or.pred %p1, %p1, %p2;
@%p1 bra MEET;
setp.eq.u32 %p3, %r1, 0;
@%p3 mbarrier.init.shared.b64 [%r3], 1;
bar.warp.sync -1;
AGAIN: mbarrier.try_wait.parity.shared.b64 %p3, [%r3], 0;
@!%p3 bra AGAIN;
MEET: barrier.cluster.arrive;
barrier.cluster.wait;
)");
  fault.launch.grid[0] = fault.launch.cluster[0] = 16;
  fault.launch.block[0] = 1024;
  const Checked done = checked(fault);
  REQUIRE(done.findings.size() == 1);
  CHECK(done.findings[0].kind == FindingKind::deadlock);
  CHECK_MESSAGE(
      done.text.find("waits at the barrier of the cluster; it has 16352 of 16384 arrivals") != std::string::npos,
      done.text);
}

TEST_CASE("machine: mbarriers that are made again and again are silent") {
  PlantedFault fault;
  fault.ptx = barrier_kernel(R"(mov.u32 %r1, m;
mov.u32 %r2, 0;
AGAIN: mbarrier.init.shared.b64 [%r1], 1;
mbarrier.arrive.shared.b64 _, [%r1];
mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p2, %r2, 5000;
@%p2 bra AGAIN;
)");
  const Checked done = checked(fault);
  CHECK(done.findings.empty());
  CHECK_MESSAGE(done.text.empty(), done.text);
}

TEST_CASE("machine: a write after reads of a wider access is a race with each reader") {
  // Both warps read 16 bytes; thread 0 then writes one of them.
  const std::string ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<9>;\n.reg .pred %p1;\n"
      ".shared .align 16 .b8 s[16];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\nsetp.ne.u32 %p1, %r1, 0;\n"
      "@!%p1 st.shared.v4.u32 [%r2], {%r1,%r1,%r1,%r1};\nbar.sync 0;\nld.shared.v4.u32 {%r3,%r4,%r5,%r6}, [%r2];\n"
      "@!%p1 st.shared.u8 [%r2+5], 7;\nret;\n}\n";
  PlantedFault fault;
  fault.ptx = ptx;
  fault.launch.block[0] = 64;
  fault.kinds = {"race"};
  fault.lines = {14};
  const Checked found = checked(fault);
  CHECK(found.named);
  // The write after the reads of its own warp, and the reads of the other warp after the write.
  REQUIRE(found.findings.size() == 2);
  for (const Finding& one : found.findings) CHECK(one.address % 16 == 5);
}
