// The gallery's kernels in the launch that their values give, with whole tensors: no check and no order of the warps
// has a fault. A session of the page keeps a part of a tensor that is too large for it.
#include <set>

#include "core/debugger/debugger.h"
#include "core/debugger/tensor_layout.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/interleavings.h"
#include "core/machine/execution.h"
#include "tests/unit/gallery_kernels.h"

using namespace stridescope;
using namespace stridescope::debugger;

namespace {

constexpr std::int64_t native_bytes = std::int64_t{3} << 29;  // of buffers

// The findings of blocks, and the verdict on the orders of the first.
void check_kernel(const GalleryEntry& entry, bool orders) {
  const GalleryKernel kernel = gallery_kernel(entry);
  if (kernel.ptx.empty()) return;
  const std::string id(entry.id);
  CAPTURE(id);
  const auto program = machine::read_ptx(std::string(kernel.ptx));
  REQUIRE(program);
  const machine::Function& function = program->functions.front();
  LaunchForm form = launch_form(*program, function, kernel.shape, most_trial_instructions, native_bytes);
  for (const ParameterForm& parameter : form.parameters) CHECK(parameter.whole == 0);
  const std::int64_t blocks = form.grid[0];
  for (const std::int64_t at : std::set<std::int64_t>{0, blocks / 2, blocks - 1}) {
    CAPTURE(at);
    form.at = at;
    auto launch = launch_of(form, native_bytes);
    REQUIRE(launch);
    launch->records = 0;
    launch->steps = std::uint64_t{1} << 33;
    std::vector<machine::ElementMap> maps;
    REQUIRE(!add_element_maps(*program, function, form, maps));
    machine::Checker checker(*program, *launch, maps);
    launch->observer = &checker;
    const auto done = machine::execute(*program, function, *launch);
    const std::string failure = done ? "" : english(done.error().message);
    CHECK(failure == "");
    for (const machine::Finding& one : checker.findings())
      FAIL_CHECK(machine::finding_text(one, {&*program, launch->block}, Catalog()));
    // A block of sum_1 reads 64 MB.
    if (entry.id != "sum_1") CHECK(checker.unchecked().empty());
    if (!orders || at != 0) continue;
    launch->observer = nullptr;
    const auto report = machine::interleavings(*program, function, *launch, maps);
    REQUIRE(report);
    const std::string answer = english(machine::to_message(*report));
    CHECK_MESSAGE(report->verdict == machine::OrderVerdict::proved, answer);
  }
}

}  // namespace

TEST_CASE("long: no check of the gallery's kernels and no order of their warps has a fault") {
  for (const GalleryEntry& entry : gallery()) check_kernel(entry, true);
}

TEST_CASE("machine gallery: a launch has the tensors and the tiles of its kernel") {
  const GalleryKernel kernel = gallery_kernel(*find_entry("kernels/run_transpose"));
  REQUIRE(!kernel.ptx.empty());
  const auto program = machine::read_ptx(std::string(kernel.ptx));
  REQUIRE(program);
  const LaunchForm form = launch_form(*program, program->functions.front(), kernel.shape, 0);
  REQUIRE(form.parameters.size() == 2);
  CHECK(form.parameters[0].type == "f32");
  CHECK(form.parameters[0].layout == "(1024,1024):(1024,1)");
  CHECK(form.parameters[1].layout == "(1024,1024):(1,1024)");
  CHECK(form.tiles == std::vector<std::string>{"shared_bytes=f32:(32,32):(33,1)"});
  check_kernel(*find_entry("kernels/run_transpose"), true);
}

namespace {

// The findings of a kernel of the gallery in which a text is replaced by another, after a third one.
std::vector<FindingRow> findings_with(const char* id, const std::string& behind, const std::string& text,
                                      const std::string& by) {
  const GalleryKernel kernel = gallery_kernel(*find_entry(id));
  std::string ptx(kernel.ptx);
  const std::size_t at = ptx.find(text, ptx.find(behind));
  REQUIRE(at < ptx.size());
  ptx.replace(at, text.size(), by);
  Debugger debugger;
  PtxText asked{std::move(ptx), kernel.shape};
  auto opened = debugger.read(asked);
  REQUIRE(opened);
  auto begun = debugger.begin(opened->kernels.front().form);
  REQUIRE(begun);
  return begun->findings;
}

bool has_kind(const std::vector<FindingRow>& rows, std::string_view kind) {
  return std::any_of(rows.begin(), rows.end(), [&](const FindingRow& one) { return one.kind == kind; });
}

}  // namespace

TEST_CASE("machine gallery: an access to the padding of a tile is a fault without being asked for") {
  CHECK(findings_with("kernels/run_transpose", "st.shared", "", "").empty());
  // The last column of a row is written one element further on.
  CHECK(has_kind(findings_with("kernels/run_transpose", "st.shared", "]", "+4]"), "outside_layout"));
}

TEST_CASE("machine gallery: an operand of a product is in its tile") {
  CHECK(findings_with("kernels/run_wgmma", ".entry", "", "").empty());
  // B begins 128 bytes early: at the end of A.
  const auto rows = findings_with("kernels/run_wgmma", "add.s32 \t%r107", "16384", "16256");
  CHECK(has_kind(rows, "outside_tile"));
}

TEST_CASE("machine gallery: a register in flight has its use, its product and the wait that leaves it") {
  const auto rows =
      findings_with("kernels/run_wgmma", "", "wgmma.wait_group.sync.aligned 0", "wgmma.wait_group.sync.aligned 1");
  REQUIRE(has_kind(rows, "in_flight"));
  REQUIRE(rows[0].parts.size() == 3);
  CHECK(rows[0].parts[0].line == rows[0].line);
  CHECK(rows[0].parts[2].line == 325);
  CHECK(english(rows[0].parts[2].text).find("leaves 1 group") != std::string::npos);
}

TEST_CASE("machine gallery: a tensor that is too large for a session has the parts that a block accesses") {
  const auto begun = [](Debugger& debugger, const char* id, std::int64_t (*block)(std::int64_t)) {
    const GalleryKernel kernel = gallery_kernel(*find_entry(id));
    REQUIRE(!kernel.ptx.empty());
    PtxText asked{std::string(kernel.ptx), kernel.shape};
    auto opened = debugger.read(asked);
    REQUIRE(opened);
    LaunchForm form = opened->kernels.front().form;
    CHECK(form.parameters[0].whole > 0);
    form.at = block(form.grid[0]);
    auto state = debugger.begin(form);
    REQUIRE(state);
    MachineAction to_end;
    to_end.instant = state->length;
    const auto end = debugger.act(to_end);
    REQUIRE(end);
    state->ending = end->ending;
    return *state;
  };
  Debugger debugger;
  for (const auto& block : {+[](std::int64_t) { return std::int64_t{0}; }, +[](std::int64_t n) { return n - 1; }}) {
    const MachineState state = begun(debugger, "ladder/transpose_2", block);
    CHECK(state.findings.empty());
    CHECK(english(state.ending) == "the block has ended");
  }
  // A block that is longer than a session ends there, which is not a fault.
  SessionLimits limits;
  limits.instants = 1 << 12;
  Debugger small(limits);
  const MachineState state = begun(small, "ladder/sum_1", [](std::int64_t) { return std::int64_t{0}; });
  REQUIRE(state.findings.size() == 1);
  CHECK(state.findings[0].kind == "unchecked");
  CHECK(english(state.ending) == "the block did not end within 4096 instructions of warps");
}

TEST_CASE("machine: a session goes on behind the accesses that its trace has room for") {
  Debugger debugger;
  PtxText asked;
  asked.text =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<3>;\n.reg .pred %p<2>;\n"
      ".shared .align 4 .b8 s[4];\nmov.u32 %r1, s;\nmov.u32 %r2, 0;\nLOOP:\nst.shared.u32 [%r1], %r2;\n"
      "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 131080;\n@%p1 bra LOOP;\nret;\n}\n";
  auto opened = debugger.read(asked);
  REQUIRE(opened);
  LaunchForm form = opened->kernels.front().form;
  form.grid = {1};
  form.block = {1};
  form.checks = false;
  const auto state = debugger.begin(form);
  REQUIRE(state);
  CHECK(state->length == 4 * 131080 + 3);
  CHECK(english(state->note) == "the trace has the first 131072 accesses to memory; 8 more are not kept");
  MachineAction to_end;
  to_end.instant = state->length;
  const auto end = debugger.act(to_end);
  REQUIRE(end);
  CHECK(english(end->ending) == "the block has ended");
}

TEST_CASE("machine gallery: layouts of tiles may have a swizzle") {
  const auto layout = read_tensor_layout("Sw<2,1,3> o 0 o (8,8):(8,1)");
  REQUIRE(layout);
  CHECK(layout->reach() == 64);
  CHECK(layout->offset(0, 5) == 5);
  CHECK(layout->offset(2, 5) == (21 ^ 2));
  const auto bytes = read_tensor_layout("Sw<2,2,3> o smem_ptr[16b](unset) o (8,8):(8,1)");
  REQUIRE(bytes);
  CHECK(bytes->offset(2, 5) == (21 ^ 2));
  for (const char* const wrong : {"Sw<2,1> o 0 o 8:1", "Sw<2,1,1> o 0 o 8:1", "Sw<2,1,3> o x o 8:1",
                                  "Sw<2,0,3> o smem_ptr[16b](unset) o 8:1", "Sw<99,1,3> o 0 o 8:1"})
    CHECK_MESSAGE(!read_tensor_layout(wrong), wrong);
}
