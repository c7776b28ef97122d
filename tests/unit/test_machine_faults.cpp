// The checks of the PTX machine: kernels without a fault are silent, and faults that are planted in them are named at
// the right line (tests/machine/faults/README.md).
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "core/base/message.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/waits.h"
#include "doctest/doctest.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

struct PlantedFault {
  std::string name;  // "reverse.ptx:20 drop"
  std::string kernel;
  std::string ptx;
  Launch launch;
  std::set<std::string> kinds;  // expected
  std::set<std::uint32_t> lines;
};

std::vector<std::string> split_at(const std::string& text, char at) {
  std::vector<std::string> out;
  std::string part;
  std::istringstream in(text);
  while (std::getline(in, part, at)) {
    const std::size_t from = part.find_first_not_of(' ');
    if (from == std::string::npos) continue;
    out.push_back(part.substr(from, part.find_last_not_of(' ') - from + 1));
  }
  return out;
}

Launch launch_of_words(const std::string& words) {
  Launch out;
  for (const std::string& word : split_at(words, ' ')) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value = word.substr(equals + 1);
    if (name == "grid") out.grid[0] = std::stol(value);
    if (name == "block") out.block[0] = std::stol(value);
    if (name == "shared") out.shared_bytes = std::stol(value);
    if (name != "arg") continue;
    const bool number = value.find('=') != std::string::npos && value.find(':') == std::string::npos;
    if (number) {
      const auto n = static_cast<std::uint32_t>(std::stoul(value.substr(value.find('=') + 1)));
      out.arguments.push_back({std::string(reinterpret_cast<const char*>(&n), 4), false});
      continue;
    }
    std::string bytes;
    const bool zeros = value.ends_with("=zeros");
    const std::size_t width = value.starts_with("u16") ? 2 : 4;
    for (std::uint32_t i = 0; i < std::stoul(value.substr(value.find(':') + 1)); ++i) {
      const std::uint32_t element = zeros ? 0 : i + 1;
      bytes.append(reinterpret_cast<const char*>(&element), width);
    }
    out.arguments.push_back({bytes, true});
  }
  out.records = 0;
  return out;
}

// The kernel itself, and then its faults.
std::vector<PlantedFault> planted_faults(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  PlantedFault whole;
  whole.name = file.filename().string();
  whole.kernel = whole.name;
  std::map<std::string, std::uint32_t> marks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("// launch ")) whole.launch = launch_of_words(lines[i].substr(10));
    if (const std::size_t mark = lines[i].find("// mark "); mark != std::string::npos)
      marks[lines[i].substr(mark + 8)] = static_cast<std::uint32_t>(i + 1);
  }
  const auto joined = [](const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& line : all) out += line + "\n";
    return out;
  };
  whole.ptx = joined(lines);
  std::vector<PlantedFault> out = {whole};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("// fault ")) continue;
    std::size_t target = i;
    while (lines[target].starts_with("//")) ++target;
    const std::string text = lines[i].substr(9);
    const std::size_t colon = text.rfind(": ");
    REQUIRE_MESSAGE(colon != std::string::npos, lines[i]);
    PlantedFault one = whole;
    one.name += ":" + std::to_string(i + 1) + " " + text.substr(0, colon);
    const std::string expected = text.substr(colon + 2);
    const std::size_t at = expected.find(" at ");
    for (const std::string& kind : split_at(expected.substr(0, at), ',')) one.kinds.insert(kind);
    std::vector<std::string> changed = lines;
    std::size_t faulty = target;
    if (text.starts_with("drop")) {
      changed[target].clear();
    } else if (text.starts_with("use \"")) {
      changed[target] = text.substr(5, text.rfind('"') - 5);
    } else {
      const bool up = text.starts_with("up");
      std::size_t to = target;
      for (std::size_t by = std::stoul(text.substr(text.find(' '))); by > 0;) {
        to = up ? to - 1 : to + 1;
        by -= lines[to].starts_with("//") ? 0 : 1;
      }
      const std::string moved = changed[target];
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(target));
      changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(to), moved);
      faulty = to;
    }
    one.ptx = joined(changed);
    // Marks move with their lines.
    std::map<std::string, std::uint32_t> now;
    for (std::size_t k = 0; k < changed.size(); ++k) {
      if (const std::size_t mark = changed[k].find("// mark "); mark != std::string::npos)
        now[changed[k].substr(mark + 8)] = static_cast<std::uint32_t>(k + 1);
    }
    if (at == std::string::npos) {
      one.lines.insert(static_cast<std::uint32_t>(faulty + 1));
    } else {
      for (const std::string& mark : split_at(expected.substr(at + 4), ',')) {
        REQUIRE_MESSAGE(marks.contains(mark), lines[i]);
        one.lines.insert(now.contains(mark) ? now[mark] : marks[mark]);
      }
    }
    out.push_back(std::move(one));
  }
  return out;
}

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
    const std::string kind(name_of(one.kind));
    if (!fault.kinds.contains(kind)) continue;
    const auto is_there = [&](const Instruction* instruction) {
      return instruction != nullptr && fault.lines.contains(instruction->line);
    };
    bool there = is_there(one.here.instruction) || is_there(one.other.instruction);
    for (const Finding::Note& note : one.notes) there = there || is_there(note.instruction);
    out.named = out.named || there;
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

TEST_CASE("machine: the timeline of a pipeline has its waits, the arrivals that end them, and the life of its stages") {
  const std::vector<PlantedFault> all = planted_faults("tests/machine/faults/pipeline.ptx");
  const auto program = read_ptx(all[0].ptx);
  REQUIRE(program);
  const auto kernel = find_kernel(*program, "");
  REQUIRE(kernel);
  Launch launch = all[0].launch;
  WaitRecorder recorder;
  launch.observer = &recorder;
  REQUIRE(execute(*program, **kernel, launch));
  const WaitTimeline& timeline = recorder.timeline();
  // bar.sync 0, and an mbarrier for full and empty of each of three stages.
  CHECK(timeline.targets.size() == 7);
  std::size_t through_arrivals = 0;
  for (const WarpWait& wait : timeline.waits) {
    REQUIRE(wait.end > wait.begin);
    REQUIRE(wait.arrival != no_index);
    const WaitArrival& by = timeline.arrivals[wait.arrival];
    CHECK(by.target == wait.target);
    CHECK(by.phase == wait.phase);
    CHECK(by.time <= wait.end);
    const WaitTarget::Phase& phase = timeline.targets[wait.target].phases[wait.phase];
    CHECK(phase.end <= wait.end);
    if (timeline.targets[wait.target].mbarrier) ++through_arrivals;
  }
  CHECK(through_arrivals >= 5);
  // Eight copies into three stages: each is read before the next one replaces it.
  REQUIRE(timeline.stages.size() == 8);
  std::size_t replaced = 0;
  for (const StageLife& stage : timeline.stages) {
    CHECK(stage.bytes == 256);
    CHECK(stage.first_read > stage.written);
    if (stage.replaced == 0) continue;
    CHECK(stage.last_read < stage.replaced);
    ++replaced;
  }
  CHECK(replaced == 5);
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

TEST_CASE("machine: a timeline keeps its size, whatever the number of barriers and phases") {
  const auto program = read_ptx(barrier_kernel(
      "mov.u32 %r2, 0;\nAGAIN: bar.sync 0;\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, 4000;\n@%p2 bra AGAIN;\n"));
  REQUIRE(program);
  Launch launch;
  launch.grid[0] = 20;
  WaitRecorder recorder;
  launch.observer = &recorder;
  REQUIRE(execute(*program, program->functions[0], launch));
  std::size_t phases = 0;
  for (const WaitTarget& one : recorder.timeline().targets) phases += one.phases.size();
  CHECK(recorder.timeline().targets.size() == 20);
  CHECK(phases == (1 << 16) + 20);
  CHECK(recorder.timeline().cut);
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
