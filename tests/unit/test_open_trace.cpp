// Tests of a trace next to the program: its accesses, the causes of their cost, and its shared memory in time.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/app/app.h"
#include "core/base/base64.h"
#include "core/base/utf.h"
#include "core/trace/shared_timeline.h"
#include "tests/unit/traces.h"

namespace stridescope::app {
namespace {

OpenFile opened(const std::string& bytes) { return open_trace(encode_base64(bytes, Base64::standard), "kernel.trace"); }

OpenFile opened_kept(const std::string& name) {
  const auto unpacked = unpacked_trace(kept_file(name));
  REQUIRE(unpacked.has_value());
  return opened(*unpacked);
}

OpenFile opened_launch(TracedLaunch launch) {
  Trace trace;
  trace.tracer = "a test";
  trace.launches.push_back(std::move(launch));
  return opened(std::string(trace_magic) + write_trace_payload(trace));
}

const FileList& list_of(const OpenFile& file, std::string_view word) {
  for (const FileList& list : file.lists) {
    if (list.word == word) return list;
  }
  FAIL("no such list");
  return file.lists.front();
}

// 64 threads write 256 bytes, wait or not, and read what the other warp wrote.
TracedLaunch exchange(bool barrier) {
  TracedLaunch launch = launch_of(64, {0}, 1);
  launch.shared_bytes = 256;
  launch.waits_recorded = true;
  add_access(launch, AccessKind::global_load, 4, 2,
             [](std::int64_t t, std::int64_t, std::int64_t) { return 4096 + 4 * t; });
  add_access(launch, AccessKind::shared_store, 4, 1, [](std::int64_t t, std::int64_t, std::int64_t) { return 4 * t; });
  if (barrier) add_barrier(launch);
  add_access(launch, AccessKind::shared_load, 4, 1,
             [](std::int64_t t, std::int64_t, std::int64_t) { return 4 * (63 - t); });
  return launch;
}

}  // namespace

TEST_CASE("open trace: a long name of a kernel is cut between letters") {
  for (int before = 0; before < 4; ++before) {
    TracedLaunch launch = exchange(true);
    launch.kernel = "k<" + std::string(static_cast<std::size_t>(before), 'a');
    for (int i = 0; i < 20; ++i) launch.kernel += "\xE5\xB8\x83";
    launch.kernel += std::string(static_cast<std::size_t>(3 - before), 'b') + ">()";
    const OpenFile file = opened_launch(std::move(launch));
    for (const FileList& list : file.lists) {
      for (const FileItem& item : list.items) {
        CHECK(is_utf8(item.row.name));
        CHECK(is_utf8(item.row.text));
        CHECK(is_utf8(item.row.place));
      }
      for (const FileKind& kind : list.kinds) CHECK(is_utf8(english(kind.title)));
    }
  }
}

TEST_CASE("trace file: each access is a row with its cost and a program, and leads to its advice") {
  const OpenFile file = opened_kept("transpose.trace");
  CHECK(file.refused.empty());
  const FileList& accesses = list_of(file, "accesses");
  CHECK(accesses.items.size() == 16);
  const auto load = std::find_if(accesses.items.begin(), accesses.items.end(),
                                 [](const FileItem& item) { return item.row.name == "load_x1390"; });
  REQUIRE(load != accesses.items.end());
  CHECK(load->row.text == "((32,8),1):((32,1),0)");
  CHECK(load->row.sentence == "8 requests, 256 wavefronts, ideal 8");
  CHECK(load->row.grade == FileGrade::warning);
  CHECK(load->code == "LDS R9, [R0+-0x40]");
  CHECK(load->program.starts_with("load_x1390 = ((32,8),1):((32,1),0)\nload_x1390_banks = bank_conflicts<32>("));
  const FileList& advice = list_of(file, "advice");
  CHECK(
      std::any_of(load->links.begin(), load->links.end(), [](const FileLink& link) { return link.list == "advice"; }));
  const FileItem& tile = advice.items.back();
  CHECK(tile.program == "tile_1024 = Sw<5,0,5> o 0 o 1024:1");
  CHECK(tile.links.size() == 8);
}

TEST_CASE("trace file: an access becomes a card, with its banks") {
  App app;
  const auto unpacked = unpacked_trace(kept_file("transpose.trace"));
  REQUIRE(unpacked.has_value());
  app.run(action::TakeFile{"transpose.trace", encode_base64(*unpacked, Base64::standard)});
  REQUIRE(app.file() != nullptr);
  app.run(action::Bring{8}, -1);
  CHECK(app.state().diagnostics.empty());
  CHECK(app.state().cards.size() == 2);
}

TEST_CASE("trace file: traced anew, what is seen stays seen and the cards of its accesses are as they are now") {
  // Two loads of a column and of a row; traced again the first one is a row, too, and its source line another.
  const auto bytes_of = [](std::int64_t stride, const char* line) {
    TracedLaunch launch = launch_of(32, {0}, 1);
    add_access(launch, AccessKind::global_load, 4, 1,
               [=](std::int64_t t, std::int64_t, std::int64_t) { return 4096 + 4 * stride * t; });
    add_access(launch, AccessKind::global_load, 4, 1,
               [](std::int64_t t, std::int64_t, std::int64_t) { return 65536 + 4 * t; });
    launch.instructions[0].line = std::atoi(line);
    launch.instructions[0].file = "a.cu";
    Trace trace;
    trace.launches.push_back(std::move(launch));
    return encode_base64(std::string(trace_magic) + write_trace_payload(trace), Base64::standard);
  };
  App app;
  const auto take = [&](const std::string& text) { return app.run(action::TakeFile{"kernel.trace", text}, -1); };
  app.run(action::Open{"load_7 = 3:1\n"});
  take(bytes_of(64, "7"));
  app.run(action::Bring{0}, -1);
  const std::string brought = app.state().program;
  CHECK(brought.find("load_72 = (32,1):(64,0)") != std::string::npos);
  app.run(action::ListFile{{"accesses", "", "", 1}});
  const Changes anew = take(bytes_of(1, "9"));
  CHECK(anew.file);
  CHECK(anew.evaluated);
  const std::string renewed = app.state().program;
  CHECK(renewed.starts_with("load_7 = 3:1\n"));
  CHECK(renewed.find("load_72 = (32,1):(1,0)") != std::string::npos);
  CHECK(renewed.find("coalescing<32>(load_72)") != std::string::npos);
  CHECK(renewed.find(":(64,0)") == std::string::npos);
  CHECK(renewed.find("load_9") == std::string::npos);
  CHECK(app.state().diagnostics.empty());
  CHECK(app.file()->choice.list == "accesses");
  CHECK(app.file()->choice.row == 1);
  // Manual changes stay.
  const action::Edit edit = {.program = "load_7 = 3:1\nload_72 = (32,1):(2,0)\n", .budget = -1};
  app.run(edit);
  take(bytes_of(64, "9"));
  CHECK(app.state().program == edit.program);
}

TEST_CASE("trace file: what one warp writes and another reads, with and without a barrier between") {
  for (const bool barrier : {true, false}) {
    const OpenFile file = opened_launch(exchange(barrier));
    const FileList& timeline = list_of(file, "timeline");
    REQUIRE(timeline.items.size() == 3);
    CHECK(timeline.items[0].row.sentence == "loads 512 bytes of global memory");
    CHECK(std::count(timeline.items[0].sentences.begin(), timeline.items[0].sentences.end(),
                     say("the block had already loaded {} {byte|bytes} of it", 256)) == 1);
    CHECK(timeline.items[1].row.sentence == "writes 256 bytes");
    const FileItem& read = timeline.items[2];
    CHECK(read.row.place == (barrier ? "0:1" : "0:0"));
    CHECK(read.row.grade == (barrier ? FileGrade::plain : FileGrade::error));
    CHECK((list_of(file, "order").items.empty() == barrier));
  }
}

TEST_CASE("timeline: of bytes that nobody wrote, and of a budget that is spent, it is said") {
  TracedLaunch launch = launch_of(32, {0}, 1);
  add_access(launch, AccessKind::shared_load, 4, 1, [](std::int64_t t, std::int64_t, std::int64_t) { return 4 * t; });
  Budget budget(1 << 24, 0);
  const SharedTimeline all = shared_timeline(launch, 0, budget);
  REQUIRE(all.events.size() == 1);
  CHECK(all.events[0].unwritten == 128);
  CHECK(all.flows.empty());
  CHECK_FALSE(all.cut);
  Budget none(1, 0);
  CHECK(shared_timeline(launch, 0, none).cut);
}

TEST_CASE("trace file: what is none is refused with a reason") {
  CHECK_FALSE(opened("stridescope-trace 2\nwhatever").refused.empty());
  CHECK_FALSE(opened("stridescope-trace 1\n\xff\xff").refused.empty());
  CHECK_FALSE(open_trace("c3RyaWRlc2NvcGUtdHJhY2Ug!", "x").refused.empty());
  for (const char* name : {"torch.trace", "traced.trace", "triton.trace"}) CHECK(opened_kept(name).refused.empty());
}

TEST_CASE("trace file: findings are seen by severity, and writes that nobody reads share a row") {
  TracedLaunch launch = exchange(false);
  launch.shared_bytes = 2048;
  for (std::int64_t i = 1; i <= 3; ++i) {
    add_access(launch, AccessKind::shared_store, 4, 1,
               [i](std::int64_t t, std::int64_t, std::int64_t) { return 256 * i + 4 * t; });
  }
  // The race is found after the dead writes.
  App app;
  Trace trace;
  trace.launches.push_back(std::move(launch));
  const std::string bytes = std::string(trace_magic) + write_trace_payload(trace);
  app.run(action::TakeFile{"kernel.trace", encode_base64(bytes, Base64::standard)});
  app.run(action::ListFile{{.list = "order"}});
  const ShownFile shown = shown_file(*app.file(), {}, english_catalog());
  REQUIRE(shown.rows.size() == 2);
  CHECK(shown.rows[0].grade == FileGrade::error);
  CHECK(english(shown.rows[0].sentence).find("without a barrier") != std::string::npos);
  CHECK(shown.rows[1].grade == FileGrade::warning);
  CHECK(shown.rows[1].sentence == "3 accesses write shared memory that is never read");
  // The first row is looked at until another one is chosen.
  REQUIRE(shown.looked);
  CHECK(shown.looked->row.index == shown.rows[0].index);
  CHECK(shown.choice.row == shown.rows[0].index);
  CHECK(shown.at == 0);
  app.run(action::ListFile{{.list = "order", .row = shown.rows[1].index}});
  const ShownFile second = shown_file(*app.file(), {}, english_catalog());
  CHECK(second.looked->sentences.size() == 3);
  CHECK(second.looked->links.size() == 3);
  CHECK(second.at == 1);
}

TEST_CASE("trace file: accesses can be sorted by what they cost beyond the least") {
  App app;
  const auto unpacked = unpacked_trace(kept_file("transpose.trace"));
  REQUIRE(unpacked.has_value());
  app.run(action::TakeFile{"transpose.trace", encode_base64(*unpacked, Base64::standard)});
  app.run(action::ListFile{{.list = "accesses", .by_excess = true}});
  const ShownFile shown = shown_file(*app.file(), {}, english_catalog());
  CHECK(shown.sortable);
  REQUIRE(shown.rows.size() == 16);
  CHECK(shown.rows[0].excess == 248);
  CHECK(std::is_sorted(shown.rows.begin(), shown.rows.end(),
                       [](const FileRow& a, const FileRow& b) { return a.excess > b.excess; }));
  CHECK(shown.looked->row.index == shown.rows[0].index);
  app.run(action::ListFile{{.list = "timeline"}});
  CHECK_FALSE(shown_file(*app.file(), {}, english_catalog()).sortable);
}

TEST_CASE("trace file: a launch has its template arguments, and stays chosen in every list") {
  Trace trace;
  for (const char* name :
       {"void copy<float, 4>(float*)", "void copy<half, 8>(half*)", "at::(anonymous namespace)::f(int)",
        "void gemm<cutlass::arch::Sm90, cutlass::gemm::Shape<128, 64>, true>(int)"}) {
    TracedLaunch launch = exchange(true);
    launch.kernel = name;
    launch.number = static_cast<std::int64_t>(trace.launches.size());
    trace.launches.push_back(std::move(launch));
  }
  const OpenFile file = opened(std::string(trace_magic) + write_trace_payload(trace));
  const auto& kinds = list_of(file, "accesses").kinds;
  REQUIRE(kinds.size() == 4);
  CHECK(kinds[0].word == "copy<float, 4> #0");
  CHECK(kinds[1].word == "copy<half, 8> #1");
  CHECK(kinds[2].word == "f #2");
  CHECK(kinds[3].word == "gemm<cutlass::ar\xE2\x80\xA6, 64>, true> #3");
  const FileState state = {std::make_shared<const OpenFile>(file), {.list = "timeline", .kind = kinds[1].word}};
  const ShownFile shown = shown_file(state, {}, english_catalog());
  CHECK(shown.choice.kind == kinds[1].word);
  CHECK(shown.total == 3);
  // The order of a launch without hazards has no row: all are seen, and the choice stays.
  const ShownFile other = shown_file({state.file, {.list = "advice", .kind = kinds[1].word}}, {}, english_catalog());
  CHECK(other.choice.kind == kinds[1].word);
  CHECK(other.total == list_of(file, "advice").items.size());
}

}  // namespace stridescope::app
