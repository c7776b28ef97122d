// Panes of the debugger that show a launch's own tiles, and a run that hangs.
#include <algorithm>

#include "core/debugger/state.h"
#include "core/machine/checks/wait_chart.h"
#include "doctest/doctest.h"
#include "tests/unit/machine_faults.h"

using namespace stridescope;
using namespace stridescope::debugger;

namespace {

// Each of 32 threads stores its number as f16.
constexpr char halves[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry halves() .reqntid 32\n{\n.reg .b32 %r<9>; .reg "
    ".b16 %h<3>;\n.shared .align 16 .b8 As[1024];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, As;\nmad.lo.u32 %r3, %r1, 2, "
    "%r2;\ncvt.rn.f16.u32 %h1, %r1;\nst.shared.b16 [%r3+512], %h1;\nret;\n}\n";

std::unique_ptr<Session> run_with_tiles(const std::string& text, LaunchForm form, std::vector<std::string> tiles) {
  auto program = machine::read_ptx(text);
  REQUIRE(program);
  auto shared = std::make_shared<const machine::Program>(std::move(*program));
  if (form.block.empty()) form = launch_form(*shared, shared->functions.front());
  form.tiles = std::move(tiles);
  auto session = Session::start(shared, form);
  REQUIRE(session);
  return std::move(*session);
}

SharedPane shared_at_end(Session& session, const Look& look = {}) {
  session.go_to(session.length());
  SeenRegisters seen;
  return shown(session, look, seen).shared;
}

}  // namespace

TEST_CASE("debugger: shared memory is shown by the tiles of its launch, with values of their type") {
  const auto session = run_with_tiles(halves, {}, {"As+512=f16:(4,8):(8,1)", "As=u8:(2,512):(512,1)"});
  const SharedPane pane = shared_at_end(*session);
  REQUIRE(pane.choices.size() == 4);
  CHECK(english(pane.choices[0].title) == "As+512: 4 x 8");
  CHECK(english(pane.choices[2].title) == "tile of 1 x 32");
  CHECK(pane.layout == "(4,8):(8,1)");
  CHECK(pane.grid.rows == 4);
  CHECK(pane.grid.values[31] == "31");
  CHECK(pane.grid.threads[31] == 31);
  // A wide tile has further columns.
  Look look;
  look.tile = 1;
  look.shared_column = 500;
  const SharedPane wide = shared_at_end(*session, look);
  CHECK(wide.grid.columns == 512);
  CHECK(wide.grid.first_column == 448);
}

TEST_CASE("debugger: a recovered tile that the launch has is one tile") {
  const auto session = run_with_tiles(halves, {}, {"As+512=f16:(1,32):(32,1)"});
  const SharedPane pane = shared_at_end(*session);
  REQUIRE(pane.choices.size() == 2);
  CHECK(english(pane.choices[0].title) == "As+512: 1 x 32");
  CHECK(english(pane.choices[1].title) == "words by bank");
}

TEST_CASE("debugger: a tensor copy writes all cells of its box, and each of them can stop the run") {
  const std::string text =
      ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .align 64 .b8 map[128])\n{\n"
      ".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;\n.shared .align 1024 .b8 s[1024]; .shared .align 8 .b8 "
      "m[8];\nmov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1;\nmov.u32 %r1, s; mov.u32 %r2, m;\n"
      "mbarrier.init.shared.b64 [%r2], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [%r2], 1024;\n"
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {0, 0}], [%r2];\n"
      "WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0; @!%p1 bra WAIT;\nret;\n}\n";
  LaunchForm form;
  form.kernel = "k";
  form.grid = {1, 1, 1};
  form.block = {1, 1, 1};
  ParameterForm& map = form.parameters.emplace_back();
  map.name = "map";
  map.buffer = true;
  map.bytes = 128;
  map.type = "u16";
  map.layout = "(8,64):(64,1)";
  map.fill = "iota";
  map.map = "box(64,8)@sw128";
  const auto session = run_with_tiles(text, form, {"s=u16:Sw<3,3,3> o 0 o (8,64):(64,1)"});
  const SharedPane pane = shared_at_end(*session);
  REQUIRE(pane.grid.threads.size() == 512);
  CHECK(std::count(pane.grid.threads.begin(), pane.grid.threads.end(), 0) == 512);
  CHECK(pane.grid.values[64 * 3 + 5] == "197");
  session->go_to(0);
  session->set_breakpoints({{}, {{AccessSpace::shared, pane.grid.addresses[64 * 3 + 5], 2}}});
  REQUIRE(session->move({Unit::breakpoint}));
  CHECK(session->last()->instruction->words[3] == "tensor");
}

TEST_CASE("debugger: waits that never end have room in the picture, and their mbarriers a row") {
  std::string text = machine::planted_faults("tests/machine/faults/pipeline.ptx")[0].ptx;
  const std::string right = "%p3, [%r9], %r10;";
  text.replace(text.find(right), right.size(), "%p3, [%r9], %r7;");
  LaunchForm form;
  form.kernel = "pipeline";
  form.grid = {1, 1, 1};
  form.block = {96, 1, 1};
  for (const char* const name : {"from", "to"}) {
    ParameterForm& parameter = form.parameters.emplace_back();
    parameter.name = name;
    parameter.buffer = true;
    parameter.type = "u32";
    parameter.layout = "512";
    parameter.fill = "zeros";
  }
  const auto session = run_with_tiles(text, form, {});
  const machine::WaitChart chart = machine::wait_chart(session->waits(), session->program(), {});
  std::string titles;
  for (const machine::ChartRow& row : chart.rows) titles += english(row.title) + "; ";
  CAPTURE(titles);
  CHECK(titles.find("mbarrier 1816; ") != std::string::npos);
  CHECK(titles.find("mbarrier 1792; ") != std::string::npos);
  std::size_t stuck = 0;
  for (const machine::ChartSpan& one : chart.spans) {
    if (one.kind != machine::ChartSpanKind::stuck) continue;
    ++stuck;
    CHECK(one.end - one.begin >= 2);
    CHECK(one.label == "0");
  }
  CHECK(stuck == 2);
  // Each word of the message about the end is translated.
  REQUIRE(session->ending());
  const std::vector<std::pair<std::string, std::string>> words = {{"warp {}: line {}", "warp {}：第 {} 行"}};
  CHECK(render(session->ending()->hint, Catalog(words)).find("warp 1：第 ") != std::string::npos);
}
