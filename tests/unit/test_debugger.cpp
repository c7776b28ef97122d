// The debugger of PTX: launch forms, instants and the way back to them, breakpoints, tiles of shared memory, hostile
// requests.
#include <algorithm>
#include <cstring>
#include <set>

#include "core/base/archive_json.h"
#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/debugger/debugger.h"
#include "core/debugger/kept_ptx.h"
#include "core/debugger/tensor_layout.h"
#include "core/debugger/value_text.h"
#include "core/machine/tensor_words.h"
#include "core/workspace/kernel.h"
#include "doctest/doctest.h"
#include "tests/unit/gallery_kernels.h"

using namespace stridescope;
using namespace stridescope::debugger;

namespace {

// Two warps: each thread writes its number to shared memory, waits, and reads that of its mirror; then a loop of three.
const std::string mirror = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry mirror(.param .u64 from, .param .u64 to, .param .u32 n) .maxntid 64, 1, 1
{
.reg .b32 %r<12>;
.reg .b64 %rd<8>;
.reg .f32 %f<4>;
.reg .pred %p<2>;
.shared .align 4 .b8 tile[256];
ld.param.u64 %rd1, [from];
ld.param.u64 %rd2, [to];
cvta.to.global.u64 %rd3, %rd1;
cvta.to.global.u64 %rd4, %rd2;
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd5, %r1, 4;
add.s64 %rd6, %rd3, %rd5;
ld.global.f32 %f1, [%rd6];
mov.u32 %r2, tile;
mad.lo.s32 %r3, %r1, 4, %r2;
st.shared.f32 [%r3], %f1;
bar.sync 0;
sub.s32 %r4, 63, %r1;
mad.lo.s32 %r5, %r4, 4, %r2;
ld.shared.f32 %f2, [%r5];
mov.u32 %r6, 0;
$again:
add.f32 %f2, %f2, 0f3F800000;
add.s32 %r6, %r6, 1;
setp.lt.s32 %p1, %r6, 3;
@%p1 bra $again;
add.s64 %rd7, %rd4, %rd5;
st.global.f32 [%rd7], %f2;
ret;
}
)";

std::shared_ptr<const machine::Program> program_of(const std::string& text) {
  auto program = machine::read_ptx(text);
  REQUIRE(program);
  return std::make_shared<const machine::Program>(std::move(*program));
}

LaunchForm form_of(const machine::Program& program) { return launch_form(program, program.functions.front()); }

std::unique_ptr<Session> session_of(const std::string& text) {
  const auto program = program_of(text);
  auto session = Session::start(program, form_of(*program));
  REQUIRE(session);
  return std::move(*session);
}

MachineState look_at(const Session& session) {
  SeenRegisters seen;
  return shown(session, {}, seen);
}

std::string ask(Debugger& debugger, const std::string& method, const std::string& request) {
  return debugger.call(method, request);
}

}  // namespace

TEST_CASE("debugger: a launch form has pointers, their types, and the sizes of a trial") {
  const auto program = program_of(mirror);
  const LaunchForm form = launch_form(*program, program->functions.front());
  REQUIRE(form.parameters.size() == 3);
  CHECK(form.parameters[0].buffer);
  CHECK(form.parameters[0].read);
  CHECK_FALSE(form.parameters[0].written);
  CHECK(form.parameters[0].type == "f32");
  CHECK(form.parameters[0].layout == "64");
  CHECK(form.parameters[0].fill == "iota");
  CHECK(form.parameters[1].written);
  CHECK(form.parameters[1].layout == "64");
  CHECK(form.parameters[1].fill == "zeros");
  CHECK_FALSE(form.parameters[2].buffer);
  CHECK(form.parameters[2].type == "u32");
  CHECK(form.block == std::vector<std::int64_t>{64, 1, 1});
  CHECK_FALSE(form.dynamic_shared);
}

TEST_CASE("debugger: a launch form has tensor maps, whose words a user changes") {
  // Copies a box from (0,1) on, and stores one of its elements.
  const auto program = program_of(
      ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .align 64 .b8 map[128], .param .u64 "
      "out)\n{\n"
      ".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;\n.shared .align 128 .b8 s[512]; .shared .align 8 .b8 "
      "m[8];\n"
      "mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1; ld.param.u64 %rd2, [out];\nmov.u32 %r1, s; mov.u32 %r2, m;\n"
      "mbarrier.init.shared.b64 [%r2], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;\n"
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {0, 1}], [%r2];\n"
      "WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0; @!%p1 bra WAIT;\n"
      "ld.shared.b32 %r3, [%r1+36]; st.global.b32 [%rd2], %r3; ret;\n}\n");
  LaunchForm form = launch_form(*program, program->functions.front());
  REQUIRE(form.parameters.size() == 2);
  CHECK(form.parameters[0].buffer);
  CHECK_FALSE(form.parameters[0].opaque);
  CHECK(form.parameters[0].type == "f16");
  CHECK(form.parameters[0].layout == "(128,128)");
  CHECK(form.parameters[0].map == "box(64,64)");
  form.block = {1, 1, 1};
  form.parameters[0].type = "u32";
  form.parameters[0].layout = "(16,16):(16,1)";
  form.parameters[0].map = "box(8,4)";
  form.parameters[1].layout = "4";
  auto session = Session::start(program, form);
  const std::string message = session ? "" : english(session.error().message);
  REQUIRE_MESSAGE(session, message);
  (*session)->go_to((*session)->length());
  // Element 1 of row 2.
  std::uint32_t stored = 0;
  const std::string_view out = (*session)->execution().buffer(1);
  std::memcpy(&stored, out.data(), 4);
  CHECK(stored == 33);
  for (const std::string words : {"box(8)", "box(8,4,)"}) {
    form.parameters[0].map = words;
    const auto wrong = launch_of(form);
    REQUIRE(!wrong);
    CHECK(english(wrong.error().message) == "map: '" + words + "' does not describe a tensor map of 2 dimensions");
  }
}

TEST_CASE("debugger: each instant is the same forwards and backwards") {
  const auto session = session_of(mirror);
  REQUIRE(session->length() > 60);
  CHECK(session->instant() == 0);
  CHECK_FALSE(session->ending());
  std::vector<std::string> forwards;
  for (std::uint64_t i = 0; i <= session->length(); ++i) {
    session->go_to(i);
    SeenRegisters seen;
    MachineState state = shown(*session, {}, seen);
    forwards.push_back(to_json(state));
  }
  CHECK(std::set<std::string>(forwards.begin(), forwards.end()).size() == forwards.size());
  for (std::uint64_t i = session->length() + 1; i-- > 0;) {
    session->go_to(i);
    SeenRegisters seen;
    MachineState state = shown(*session, {}, seen);
    CHECK(to_json(state) == forwards[i]);
  }
}

TEST_CASE("debugger: moves lead to instructions, waits, iterations and lines, and back") {
  const auto session = session_of(mirror);
  const auto line = [&] { return look_at(*session).line; };
  CHECK(line() == 11);
  CHECK(session->move({Unit::instruction, false, 0}));
  CHECK(line() == 12);
  CHECK(session->move({Unit::instruction, true, 0}));
  CHECK(line() == 11);
  CHECK_FALSE(session->move({Unit::instruction, true, 0}));
  CHECK(session->move({Unit::barrier, false, 0}));
  CHECK(line() == 22);
  CHECK(session->move({Unit::instruction, false, 0}));
  CHECK(line() == 23);
  CHECK(session->move({Unit::barrier, true, 0}));
  CHECK(line() == 22);
  CHECK(session->move({Unit::line, false, 28}));
  const std::uint64_t first = session->instant();
  CHECK(session->move({Unit::iteration, false, 0}));
  CHECK(line() == 28);
  CHECK(session->move({Unit::iteration, false, 0}));
  CHECK_FALSE(session->move({Unit::iteration, false, 0}));
  CHECK(line() == 28);
  CHECK(session->move({Unit::iteration, true, 0}));
  CHECK(session->move({Unit::iteration, true, 0}));
  CHECK(session->instant() == first);
  CHECK_FALSE(session->move({Unit::line, false, 12}));
  session->choose(1);
  CHECK(session->move({Unit::all, false, 0}));
  CHECK(session->instant() == session->length());
  CHECK(line() == 0);
  CHECK(look_at(*session).ending == "the block has ended");
}

TEST_CASE("debugger: breakpoints stop at a line, and behind an access to a cell") {
  const auto session = session_of(mirror);
  session->set_breakpoints({{28}, {}});
  CHECK(session->move({Unit::breakpoint, false, 0}));
  CHECK(look_at(*session).line == 28);
  // Cell 40: written by thread 40 of warp 1, read by thread 23 of warp 0.
  session->go_to(0);
  session->set_breakpoints({{}, {{AccessSpace::shared, 1024 + 160, 4}}});
  CHECK(session->move({Unit::breakpoint, false, 0}));
  REQUIRE(session->last());
  CHECK(session->last()->warp == 1);
  REQUIRE_FALSE(session->last()->touched.empty());
  CHECK(session->last()->touched[0].writes);
  CHECK(session->last()->instruction->line == 21);
  CHECK(session->move({Unit::breakpoint, false, 0}));
  CHECK(session->last()->warp == 0);
  CHECK(session->last()->instruction->line == 25);
  CHECK_FALSE(session->move({Unit::breakpoint, false, 0}));
  CHECK(session->move({Unit::breakpoint, true, 0}));
  CHECK(session->last()->warp == 1);
}

TEST_CASE("debugger: shared memory has the writer of each cell, buffers their changes") {
  const auto session = session_of(mirror);
  CHECK(look_at(*session).shared.grid.threads == std::vector<std::int32_t>(64, -1));
  session->go_to(session->length());
  const MachineState state = look_at(*session);
  CHECK(state.shared.bytes == 256);
  REQUIRE(state.shared.tile == 0);
  CHECK(state.shared.layout == "(1,64):(64,1)");
  for (std::int32_t i = 0; i < 64; ++i) CHECK(state.shared.grid.threads[static_cast<std::size_t>(i)] == i);
  CHECK(state.shared.grid.values[5] == "5");
  CHECK(state.shared.grid.lines[5] == 21);
  CHECK(state.shared.writers.size() == 64);
  CHECK(state.shared.coordinates_of(5) == "(5,0,0)");
  CHECK(state.buffer.parameter == 1);
  CHECK(state.buffer.grid.values[0] == "66");
  CHECK(state.buffer.grid.values[63] == "3");
  CHECK((state.buffer.grid.marks[0] & 4) != 0);
}

TEST_CASE("debugger: an error of the kernel and a hang are the end of the run") {
  const auto program = program_of(mirror);
  LaunchForm form = form_of(*program);
  form.parameters[1].layout = "40";
  auto session = Session::start(program, form);
  REQUIRE(session);
  REQUIRE((*session)->ending());
  CHECK(english((*session)->ending()->message).find("line 33 of the PTX") == 0);
  (*session)->go_to((*session)->length());
  CHECK(look_at(**session).failed);
  CHECK((*session)->move({Unit::instruction, true, 0}));
  const std::string waits =
      ".version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n.reg .pred %p<2>;\n.reg .b32 %r<2>;\n"
      "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 32;\n@%p1 bar.sync 1, 64;\nret;\n}\n";
  const auto hanging = program_of(waits);
  LaunchForm two = launch_form(*hanging, hanging->functions.front());
  two.block = {64, 1, 1};
  auto hang = Session::start(hanging, two);
  REQUIRE(hang);
  REQUIRE((*hang)->ending());
  CHECK(english((*hang)->ending()->message) == "block (0,0,0) hangs: all its warps wait");
  (*hang)->go_to((*hang)->length());
  CHECK(look_at(**hang).warps[0].status == WarpStatus::waits);
  CHECK(look_at(**hang).warps[0].note == "barrier 1: 32 of 64 threads");
}

TEST_CASE("debugger: a wait that counts its tests ends as it does in a run") {
  const auto session = session_of(
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() .maxntid 32, 1, 1\n{\n.reg .b32 %r<4>;\n"
      ".reg .pred %p<3>;\n.shared .align 8 .b8 m[8];\nmov.u32 %r2, m;\nmbarrier.init.shared.b64 [%r2], 1;\n"
      "mov.u32 %r3, 0;\nL: mbarrier.test_wait.parity.shared.b64 %p2, [%r2], 0;\nadd.u32 %r3, %r3, 1;\n"
      "setp.lt.u32 %p1, %r3, 500;\n@%p1 bra L;\nret;\n}\n");
  CHECK_FALSE(session->ending());
  const std::uint64_t length = session->length();
  CHECK(length == 4 + 4 * 500);
  session->go_to(length - 2);
  session->go_to(length);
  CHECK(session->instant() == length);
}

TEST_CASE("debugger: a kernel ends behind its last instruction, and may have none") {
  for (const std::string body : {"", "mov.u32 %r1, 1;"}) {
    const auto session = session_of(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() .maxntid 32, 1, 1\n{\n.reg .b32 %r<2>;\n" +
        body + "\n}\n");
    REQUIRE(session->length() == (body.empty() ? 1 : 2));
    for (const std::uint64_t at : {2, 1, 0}) {
      session->go_to(std::min<std::uint64_t>(at, session->length()));
      CHECK(look_at(*session).ran == (at == 0 || body.empty() ? 0 : 7));
    }
    CHECK_FALSE(session->ending());
  }
}

TEST_CASE("debugger: an endless kernel is stepped up to a limit") {
  const auto program =
      program_of(".version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n$l:\nbra $l;\nret;\n}\n");
  LaunchForm form = launch_form(*program, program->functions.front());
  auto session = Session::start(program, form);
  REQUIRE(session);
  REQUIRE((*session)->ending());
  CHECK((*session)->ending()->code == ErrorCode::too_large);
  // The reader knows at once, and the findings are not complete.
  CHECK(english(look_at(**session).note) ==
        "the run ends at line 7, at a limit: the block did not end within 4194304 instructions of warps");
  REQUIRE((*session)->findings().size() == 1);
  CHECK((*session)->findings()[0].kind == "unchecked");
  (*session)->go_to((*session)->length());
  CHECK(look_at(**session).note.empty());
  CHECK((*session)->move({Unit::iteration, true, 0}));
  // Smaller limits of a fuzzer.
  SessionLimits limits;
  limits.instants = 100;
  session = Session::start(program, form, limits);
  REQUIRE(session);
  CHECK((*session)->length() == 100);
  limits.steps = 64;
  session = Session::start(program, form, limits);
  REQUIRE(session);
  CHECK((*session)->length() < 100);
}

TEST_CASE("debugger: a launch keeps the limits of a page, in memory and in work") {
  const std::string large =
      ".version 8.0\n.target sm_90\n.address_size 64\n.global .b8 g[268435456];\n"
      ".entry k() {\n.reg .b64 %rd<2>;\nmov.u64 %rd1, g;\nret;\n}\n";
  auto program = program_of(large);
  auto session = Session::start(program, form_of(*program));
  REQUIRE(!session);
  CHECK(session.error().code == ErrorCode::too_large);
  CHECK(english(session.error().message).find("of global memory; expected at most 67108864") != std::string::npos);
  // An endless loop of copies ends earlier than one of additions.
  const std::string copies =
      ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n.shared "
      ".align 16 .b8 s[1048576];\nmov.u32 %r1, s;\nmbarrier.init.shared.b64 [%r1+524288], 1;\nAGAIN: "
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx"
      "::bytes [%r1], [%r1], 524288, [%r1+524288];\nmbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1+524288], "
      "524288;\nbra AGAIN;\n}\n";
  program = program_of(copies);
  LaunchForm form = form_of(*program);
  form.block = {1, 1, 1};
  session = Session::start(program, form);
  REQUIRE(session);
  REQUIRE((*session)->ending());
  CHECK((*session)->ending()->code == ErrorCode::too_large);
  CHECK((*session)->length() < 1 << 14);
  // Extents whose product is not a number, and watched bytes at the end of all addresses.
  const auto mirrored = program_of(mirror);
  const LaunchForm huge =
      launch_form(*mirrored, mirrored->functions.front(), LaunchShape{{INT64_MAX, 1, 1}, {1024, 1, 1}, 0}, 0);
  CHECK(huge.parameters[2].value == "1");
  LaunchForm cube = launch_form(*mirrored, mirrored->functions.front());
  cube.block = {INT32_MAX, INT32_MAX, INT32_MAX};
  CHECK(!Session::start(mirrored, cube));
  CHECK(!find_orders(*mirrored, cube));
  const auto watching = session_of(mirror);
  Breakpoints breakpoints;
  breakpoints.watched = {{AccessSpace::shared, INT64_MAX, INT64_MAX}, {AccessSpace::shared, INT64_MIN, INT64_MAX}};
  watching->set_breakpoints(breakpoints);
  CHECK(!watching->move({Unit::breakpoint}));
}

TEST_CASE("debugger: layouts of buffers, and texts that are none") {
  const auto layout = read_tensor_layout("((_2,4),(3,_5)):((1,2),(8,24))");
  REQUIRE(layout);
  CHECK(layout->row_count() == 8);
  CHECK(layout->column_count() == 15);
  CHECK(layout->offset(3, 4) == 3 + 8 + 24);
  CHECK(layout->reach() == 120);
  CHECK(read_tensor_layout("(4,8)")->offset(1, 2) == 9);
  CHECK(read_tensor_layout("12")->reach() == 12);
  for (const std::string wrong : {"", "(", "(4", "4:", "(4,8):(1)", "(0,4)", "4:-1", "(4,8))", "x", "4:1:2", "(,)",
                                  "(99999999999,99999999999)", "9223372036854775807:9223372036854775807"})
    CHECK_FALSE(read_tensor_layout(wrong));
  CHECK_FALSE(read_tensor_layout(std::string(5000, '(')));
}

TEST_CASE("debugger: values as text") {
  using machine::Type;
  CHECK(value_text(0x3fc00000, Type::f32) == "1.5");
  CHECK(value_text(0x3c00, Type::f16) == "1");
  CHECK(value_text(0xffffffff, Type::s32) == "-1");
  CHECK(value_text(0xffffffff, Type::u32) == "4294967295");
  CHECK(value_text(0xff, Type::b32) == "0x000000ff");
  CHECK(value_text(1, Type::pred) == "true");
  CHECK(value_text(std::string_view("\x01\x00", 2), "i16") == "1");
}

TEST_CASE("debugger: hostile requests are refused") {
  Debugger debugger;
  const auto refused = [&](const std::string& method, const std::string& request) {
    const auto json = JsonValue::parse(ask(debugger, method, request));
    return json && json->has("error");
  };
  CHECK(refused("nothing", "{}"));
  CHECK(refused("read", "no json"));
  CHECK(refused("read", R"({"text":"no ptx"})"));
  CHECK(refused("read", R"({"text":".version 8.0\n.target sm_90\n.address_size 64\n"})"));
  CHECK(refused("act", R"({"instant":1})"));
  CHECK(refused("trace", "{}"));
  std::string text;
  JsonWriter(text).string(mirror);
  CHECK_FALSE(refused("read", cat("{\"text\":", text, "}")));
  const std::string parameters =
      R"("parameters":[{"name":"from","buffer":true,"type":"f32","layout":"64","fill":"iota"},)"
      R"({"name":"to","buffer":true,"type":"f32","layout":"64","fill":"zeros"},{"name":"n","type":"i32","value":"1"}]})";
  CHECK(refused("begin", R"({"kernel":"other","grid":[1],"block":[64],)" + parameters));
  CHECK(refused("begin", R"({"kernel":"mirror","grid":[],"block":[0],)" + parameters));
  CHECK(refused("begin", R"({"kernel":"mirror","grid":[1,1,1,1],"block":[64],)" + parameters));
  CHECK(refused("begin", R"({"kernel":"mirror","grid":[1],"block":[64],"at":1,)" + parameters));
  CHECK(refused("begin", R"({"kernel":"mirror","grid":[1],"block":[64],"shared":99999999,)" + parameters));
  CHECK_FALSE(refused("begin", R"({"kernel":"mirror","grid":[1],"block":[64],)" + parameters));
  CHECK_FALSE(refused("act", R"({"instant":99999999})"));
  CHECK_FALSE(refused(
      "act", R"({"look":{"lane":-5,"tile":99,"buffer":7,"sharedRow":-1,"bufferRow":9999999,"bufferColumn":-3}})"));
  CHECK(refused("act", R"({"warp":2})"));
  CHECK(refused("act", R"({"warp":-1})"));
  CHECK_FALSE(refused(
      "act",
      R"({"breakpoints":{"lines":[-1,0],"watched":[{"space":"shared","address":-9,"bytes":-1}]},"move":{"unit":"breakpoint","back":true}})"));
  CHECK_FALSE(refused("trace", "{}"));
}

TEST_CASE("debugger: the checks of a run are rows with their instants, and can be left out") {
  std::string ptx = mirror;
  ptx.replace(ptx.find("bar.sync 0;"), 11, "");
  const auto program = program_of(ptx);
  LaunchForm form = launch_form(*program, program->functions[0]);
  auto session = Session::start(program, form);
  REQUIRE(session);
  const std::vector<FindingRow>& findings = (*session)->findings();
  REQUIRE(!findings.empty());
  const auto race =
      std::find_if(findings.begin(), findings.end(), [](const FindingRow& one) { return one.kind == "race"; });
  REQUIRE(race != findings.end());
  CHECK(race->severity == debugger::Severity::error);
  CHECK(race->parts.size() >= 2);
  // The instant leads to the instruction of the row, in its warp.
  (*session)->choose(static_cast<std::size_t>(race->warp));
  (*session)->go_to(static_cast<std::uint64_t>(race->instant));
  const machine::WarpPlace place = (*session)->execution().place((*session)->warp());
  REQUIRE(place.next != nullptr);
  CHECK(place.next->line == race->line);
  form.checks = false;
  session = Session::start(program, form);
  REQUIRE(session);
  CHECK((*session)->findings().empty());
  SeenRegisters seen;
  CHECK_FALSE(shown(**session, {}, seen).checked);
}

TEST_CASE("debugger: an order of the warps is played, forwards and backwards") {
  const auto program = program_of(mirror);
  LaunchForm form = launch_form(*program, program->functions[0]);
  form.order = "1*9 0*3 1*2";
  auto session = Session::start(program, form);
  REQUIRE(session);
  const auto executed = [&] {
    std::vector<std::size_t> out;
    for (std::uint64_t instant = 1; instant <= 14; ++instant) {
      const std::uint32_t before = (*session)->execution().place(1).next->line;
      (*session)->go_to(instant);
      out.push_back((*session)->execution().place(1).next->line != before ? 1 : 0);
    }
    return out;
  };
  const std::vector<std::size_t> warps = executed();
  CHECK(warps == std::vector<std::size_t>{1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1});
  (*session)->go_to(0);
  CHECK(executed() == warps);
  SeenRegisters seen;
  CHECK(english(shown(**session, {}, seen).note) == "the warps take turns in the order of the launch form");
  form.order = "7*1";
  CHECK(!Session::start(program, form));
  form.order = "0*4000000000 1*4000000000 +5 0*1";
  CHECK(Session::start(program, form));
}

TEST_CASE("debugger: copies are complete at once behind an order, which may be blank") {
  const auto program = program_of(
      ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n"
      ".reg .pred %p<2>;\n.shared .align 16 .b8 s[64];\nmov.u32 %r1, s;\nmbarrier.init.shared.b64 [%r1], 1;\n"
      "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r1], 16;\n"
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1+16], [%r1+32], 16, [%r1];\n"
      "WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;\n@!%p1 bra WAIT;\nret;\n}\n");
  LaunchForm form = form_of(*program);
  form.block = {1, 1, 1};
  for (const char* const order : {"", " ", "0*2"}) {
    form.order = order;
    const auto session = Session::start(program, form);
    REQUIRE(session);
    CHECK_MESSAGE(!(*session)->ending(), order);
  }
}

TEST_CASE("debugger: who waits for whom is drawn, and all orders are answered") {
  Debugger debugger;
  PtxText text{mirror, {}};
  const auto read = debugger.read(text);
  REQUIRE(read);
  WaitsAsked asked{0, 4};
  CHECK_FALSE(debugger.waits(asked));
  LaunchForm form = read->kernels[0].form;
  REQUIRE(debugger.begin(form));
  const auto waits = debugger.waits(asked);
  REQUIRE(waits);
  CHECK(waits->chart.rows.size() >= 3);
  CHECK(waits->svg.find("data-span=\"0\"") != std::string::npos);
  const auto orders = debugger.orders(form);
  REQUIRE(orders);
  CHECK(orders->verdict == machine::OrderVerdict::proved);
  // The page reads it as JSON.
  CHECK(ask(debugger, "waits", "{}").find("\"svg\"") != std::string::npos);
}

TEST_CASE("debugger: the PTX of the gallery's kernels is found by their CUDA") {
  const GalleryEntry* const entry = find_entry("kernels/run_transpose");
  REQUIRE(entry != nullptr);
  Workspace workspace;
  const auto cuda = kernel_text(workspace.evaluate(entry->program, IntegerMode::cute).bindings.back().value, "cuda");
  REQUIRE(cuda);
  const std::string_view ptx = kept_ptx(*cuda);
  REQUIRE(!ptx.empty());
  CHECK(machine::read_ptx(std::string(ptx)));
  CHECK(kept_ptx(*cuda + " ").empty());
}

TEST_CASE("debugger: kernels of the gallery with tensor maps run in the launch that their values give") {
  for (const char* const id : {"kernels/run_wgmma", "kernels/run_tma"}) {
    CAPTURE(id);
    const GalleryKernel kernel = gallery_kernel(*find_entry(id));
    CHECK(kernel.shape.maps.size() == 2);
    const auto program = program_of(std::string(kernel.ptx));
    auto session = Session::start(program, launch_form(*program, program->functions.front(), kernel.shape));
    REQUIRE(session);
    const std::string ending = (*session)->ending() ? english((*session)->ending()->message) : "";
    CHECK(ending == "");
    CHECK((*session)->findings().empty());
    CHECK((*session)->length() > 50);
  }
}

TEST_CASE("debugger: the tensor map of a kernel keeps its swizzle") {
  for (const auto& [tile, words, swizzle] : std::vector<std::tuple<std::string, std::string, SwizzleMode>>{
           {"(_64,_32):(_32,_1)", "box(32,64)", SwizzleMode::none},
           {"Sw<1,2,3> o 0 o (_64,_8):(_8,_1)", "box(8,64)@sw32", SwizzleMode::b32},
           {"Sw<2,3,2> o 0 o (_64,_32):(_32,_1)", "box(32,64)@sw128_32", SwizzleMode::b128_32}}) {
    Workspace workspace;
    const std::string program = "T = (2048,1024):(1024,1)\ncopy_kernel(T, T, \"tma\", " + tile + ", stages=4)";
    const auto text = kernel_text(workspace.evaluate(program, IntegerMode::cute).bindings.back().value, "cuda_json");
    REQUIRE(text);
    const JsonValue map = (*JsonValue::parse(*text))["maps"].items().front();
    CHECK(map["type"].string() == "f32");
    CHECK(map["layout"].string() == "(1024,2048):(1,1024)");
    CHECK(map["map"].string() == words);
    CHECK(machine::tensor_map_of("f32", {{1024, 1}, {2048, 1024}}, "", words)->swizzle == swizzle);
  }
}

TEST_CASE("debugger: a cell of shared memory leads to its writer, its reader and what lets them") {
  const auto session = session_of(mirror);
  session->go_to(session->length());
  const MachineState state = look_at(*session);
  const CellGrid& grid = state.shared.grid;
  REQUIRE(grid.lives.size() == grid.addresses.size());
  REQUIRE(grid.lives[0] >= 0);
  std::string text;
  for (const Message& one : state.shared.lives[static_cast<std::size_t>(grid.lives[0])].about)
    text += english(one) + "; ";
  CAPTURE(text);
  CHECK(text.find("written by warp 0, line 21, st.shared.f32") != std::string::npos);
  CHECK(text.find("read by warp 0, line 25, ld.shared.f32") != std::string::npos);
  CHECK(text.find("allowed by: phase 0 of barrier 0 ends with the arrival of warp 1") != std::string::npos);
  session->go_to(0);
  CHECK(look_at(*session).shared.grid.lives[0] == -1);
  // Warp 0 has written its half, and warp 1 has not.
  while (look_at(*session).shared.grid.threads[0] < 0) session->go_to(session->instant() + 1);
  const CellGrid half = look_at(*session).shared.grid;
  CHECK(half.lives.front() == 0);
  CHECK(half.threads.back() == -1);
  CHECK(half.lives.back() == -1);
}
