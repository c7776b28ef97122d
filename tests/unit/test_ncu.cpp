// Tests of the counts of Nsight Compute: its report and its source page agree, and with the trace of the same kernel
// the prediction equals the count (tests/ncu).
#include "core/app/app.h"
#include "core/base/base64.h"
#include "core/base/text.h"
#include "core/trace/ncu.h"
#include "core/trace/pinned.h"
#include "tests/unit/traces.h"

namespace stridescope {
namespace {

std::string counted_file(const char* name) {
  std::ifstream in(cat("tests/ncu/", name), std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

NcuReport counted(const char* name) {
  const auto report = read_ncu(counted_file(name));
  REQUIRE(report.has_value());
  return *report;
}

const NcuInstruction& at(const NcuKernel& kernel, std::int64_t pc) {
  for (const NcuInstruction& one : kernel.instructions) {
    if (one.pc == pc) return one;
  }
  FAIL("no such place");
  return kernel.instructions.front();
}

// A source page of one kernel: its name, the columns, and lines.
std::string page(std::string_view kernel, std::string_view lines) {
  return cat("\"Kernel Name\",\"", kernel, "\"\n",
             "\"Address\",\"Source\",\"Instructions Executed\",\"Predicated-On Thread Instructions Executed\","
             "\"Address Space\",\"Access Operation\",\"Access Size\",\"L1 Wavefronts Shared\","
             "\"L1 Wavefronts Shared Ideal\",\"L2 Theoretical Sectors Global\","
             "\"L2 Theoretical Sectors Global Ideal\"\n",
             lines);
}

}  // namespace

TEST_CASE("ncu: a report and its source page have the same counts") {
  const NcuReport file = counted("transpose.ncu-rep");
  const NcuReport text = counted("transpose.csv");
  CHECK(file.device == "NVIDIA H200");
  CHECK(file.architecture == 90);
  REQUIRE(file.kernels.size() == 1);
  REQUIRE(text.kernels.size() == 1);
  CHECK(file.kernels[0].name == "tr(const float *, float *, int)");
  CHECK(file.kernels[0].grid == std::array<std::int64_t, 3>{64, 64, 1});
  CHECK(file.kernels[0].block == std::array<std::int64_t, 3>{32, 8, 1});
  const auto executed = by_excess(file.kernels[0]);
  CHECK(executed.size() == 16);
  CHECK(by_excess(text.kernels[0]).size() == 16);
  for (const NcuInstruction* one : executed) {
    CAPTURE(one->pc);
    const NcuInstruction& other = at(text.kernels[0], one->pc);
    CHECK(one->global == other.global);
    CHECK(one->shared == other.shared);
    CHECK(one->loads == other.loads);
    CHECK(one->stores == other.stores);
    CHECK(one->bytes == other.bytes);
    CHECK_FALSE(other.sass.empty());
    for (std::size_t i = 0; i < ncu_counter_count; ++i) {
      CAPTURE(ncu_counters[i].metric);
      // The source page has zeros where the report lacks a count.
      CHECK(std::max<std::int64_t>(one->counts[i], 0) == std::max<std::int64_t>(other.counts[i], 0));
    }
  }
}

TEST_CASE("ncu: the planted conflict comes first, with its cause") {
  const NcuReport report = counted("transpose.csv");
  const NcuInstruction& first = *by_excess(report.kernels[0]).front();
  CHECK(first.pc == 0x1390);
  CHECK(first.sass == "LDS R9, [R0+-0x40]");
  CHECK(first.excess_wavefronts() == 1015808);
  CHECK(cause_of(first) == NcuCause::banks);
  CHECK(cause_words(first) ==
        "each execution takes 32 wavefronts (ideal: 1): 32 lanes meet in one bank, as with neighbors a "
        "multiple of 128 bytes apart");
  CHECK(to_message(first) == "load of 4 bytes per lane from shared memory");
}

TEST_CASE("ncu: what is predicted from the trace of the kernel is what was counted, for each access") {
  const Trace trace = kept_trace("transpose.trace");
  Budget budget(recovery_steps, 0);
  const LaunchReport report = report_launch(trace.launches[0], budget);
  for (const char* name : {"transpose.ncu-rep", "transpose.csv"}) {
    CAPTURE(name);
    const NcuReport counts = counted(name);
    // The program was started differently: it is recognized by the positions of its accesses.
    const auto pinned = pin_counts(trace.launches[0], report, counts);
    REQUIRE(pinned.has_value());
    CHECK_FALSE(pinned->by_name);
    CHECK(pinned->unplaced == 0);
    CHECK(pinned->compared == 16);
    CHECK(pinned->equal == 16);
    for (const PinnedAccess& one : pinned->accesses) {
      CHECK(one.equal());
      CHECK_FALSE(one.by_executions);
      CHECK(one.predicted_ideal == one.counted_ideal);
    }
  }
}

TEST_CASE("ncu: what CUPTI counted of the gallery's kernels and of CuTe's tutorial is what their traces predict") {
  struct Kept {
    const char* name;
    std::size_t compared;
  };
  constexpr Kept kernels[] = {{"run_copy", 2},
                              {"run_transpose", 16},
                              {"run_ldmatrix", 28},
                              {"run_gemm", 60},
                              {"run_wgmma", 32},
                              {"tutorial_sgemm_1", 208},
                              {"tutorial_sgemm_2", 198},
                              {"tutorial_sgemm_sm80", 216},
                              {"tutorial_hopper_wgmma_sm90", 176},
                              {"tutorial_hopper_wgmma_tma_sm90", 128}};
  for (const Kept& kept : kernels) {
    CAPTURE(kept.name);
    const Trace trace = kept_trace(cat(kept.name, ".trace"));
    Budget budget(recovery_steps, 0);
    const LaunchReport report = report_launch(trace.launches.at(0), budget);
    const NcuReport counts = counted(cat(kept.name, ".csv").c_str());
    const auto pinned = pin_counts(trace.launches[0], report, counts);
    REQUIRE(pinned.has_value());
    CHECK(pinned->by_name);
    CHECK(pinned->unplaced == 0);
    CHECK(pinned->compared == kept.compared);
    CHECK(pinned->equal == kept.compared);
  }
}

TEST_CASE("ncu: counts of another kernel are pinned to none, and what differs is told") {
  TracedLaunch launch = launch_of(64, {0, 1}, 4);
  launch.kernel = "void ns::copy<float>(float*)";
  add_access(launch, AccessKind::shared_load, 4, 1, [](std::int64_t t, std::int64_t, std::int64_t) { return 8 * t; });
  Budget budget(1 << 24, 0);
  const LaunchReport report = report_launch(launch, budget);
  const auto pin = [&](std::string_view kernel, std::string_view counts) {
    const auto read = read_ncu(page(kernel, cat("\"0x7f00\",\"LDS R1, [R2]\",", counts)));
    REQUIRE(read.has_value());
    return pin_counts(launch, report, *read);
  };
  constexpr std::string_view two_ways = "\"8\",\"256\",\"Shared\",\"Load\",\"32\",\"16\",\"8\",\"0\",\"0\"\n";
  const auto equal = pin("copy(float *)", two_ways);
  REQUIRE(equal.has_value());
  CHECK(equal->by_name);
  CHECK(equal->equal == 1);
  const auto other = pin("copy(float *)", "\"8\",\"256\",\"Shared\",\"Load\",\"32\",\"24\",\"8\",\"0\",\"0\"\n");
  REQUIRE(other.has_value());
  // Two of four blocks were traced: the others may be masked.
  CHECK(other->accesses.at(0).state == PinState::extrapolated);
  CHECK(english(to_message(report.accesses.at(0), other->accesses.at(0))).find("covers 2 of 4 blocks") !=
        std::string::npos);
  const auto more = pin("copy(float *)", "\"9\",\"288\",\"Shared\",\"Load\",\"32\",\"17\",\"9\",\"0\",\"0\"\n");
  REQUIRE(more.has_value());
  CHECK(more->accesses.at(0).state == PinState::uneven);
  CHECK(more->accesses.at(0).by_executions);
  // Another name, and no access to shared memory at its position.
  CHECK_FALSE(pin("other(int)", "\"8\",\"256\",\"Global\",\"Load\",\"32\",\"0\",\"0\",\"32\",\"32\"\n").has_value());
}

TEST_CASE("ncu: of kernels that are alike the one of the same namespace is counted") {
  TracedLaunch launch = launch_of(64, {0}, 4);
  launch.kernel = "b::copy(float*)";
  add_access(launch, AccessKind::shared_load, 4, 1, [](std::int64_t t, std::int64_t, std::int64_t) { return 8 * t; });
  Budget budget(1 << 24, 0);
  const LaunchReport report = report_launch(launch, budget);
  const auto line = [](std::string_view wavefronts) {
    return cat("\"0x7f00\",\"LDS R1, [R2]\",\"8\",\"256\",\"Shared\",\"Load\",\"32\",\"", wavefronts,
               "\",\"8\",\"0\",\"0\"\n");
  };
  const auto counts = read_ncu(cat(page("a::copy(float *)", line("24")), page("void b::copy<1>(float *)", line("16")),
                                   page("c::copy(float *)", line("32"))));
  REQUIRE(counts.has_value());
  const auto pinned = pin_counts(launch, report, *counts);
  REQUIRE(pinned.has_value());
  CHECK(pinned->kernel == 1);
  CHECK(pinned->equal == 1);
}

TEST_CASE("ncu: where all blocks are traced, executions without an active lane change nothing") {
  TracedLaunch launch = launch_of(64, {0, 1}, 2);
  launch.kernel = "copy(float*)";
  add_access(launch, AccessKind::shared_load, 4, 1, [](std::int64_t t, std::int64_t, std::int64_t block) {
    return block == 0 ? std::optional(8 * t) : std::nullopt;
  });
  Budget budget(1 << 24, 0);
  const LaunchReport report = report_launch(launch, budget);
  constexpr std::string_view line =
      "\"0x7f00\",\"@P0 LDS R1, [R2]\",\"4\",\"64\",\"Shared\",\"Load\",\"32\",\"4\",\"2\",\"0\",\"0\"\n";
  const auto counts = read_ncu(page("copy(float *)", line));
  REQUIRE(counts.has_value());
  const auto pin = [&](const TracedLaunch& traced) { return pin_counts(traced, report, *counts)->accesses.at(0); };
  CHECK(pin(launch).equal());
  CHECK(pin(launch).predicted == 4);
  const auto more = read_ncu(page("copy(float *)",
                                  "\"0x7f00\",\"@P0 LDS R1, [R2]\",\"4\",\"64\",\"Shared\",\"Load\",\"32\","
                                  "\"5\",\"2\",\"0\",\"0\"\n"));
  REQUIRE(more.has_value());
  CHECK(pin_counts(launch, report, *more)->accesses.at(0).state == PinState::differs);
  CHECK_FALSE(pin(launch).by_executions);
  // With dropped requests, the executions scale the count.
  TracedLaunch cut = launch;
  cut.blocks[0].left_out = 1;
  CHECK(pin(cut).by_executions);
}

TEST_CASE("ncu: causes that counts tell") {
  struct Counted {
    const char* counts;
    NcuCause cause;
  };
  constexpr Counted all[] = {
      {R"("64","2048","Shared","Store","32","64","64","0","0")", NcuCause::none},
      {R"("64","2048","Shared","Store","32","512","64","0","0")", NcuCause::banks},
      {R"("64","2048","Shared","Store","32","100","64","0","0")", NcuCause::uneven},
      {R"("64","2,048","Global","Load","32","0","0","2048","256")", NcuCause::lanes},
      {R"("64","2048","Global","Load","32","0","0","320","256")", NcuCause::alignment},
      {R"("64","2048","Global","Load","32","0","0","512","256")", NcuCause::gaps},
  };
  for (const Counted& one : all) {
    CAPTURE(one.counts);
    const auto report = read_ncu(page("k()", cat("==PROF== noise\n\"0x10\",\"X\",", one.counts, "\n")));
    REQUIRE(report.has_value());
    const NcuInstruction& i = report->kernels.at(0).instructions.at(0);
    CHECK(cause_of(i) == one.cause);
    CHECK(cause_words(i).empty() == (one.cause == NcuCause::none));
  }
}

TEST_CASE("ncu: kernels of one page, each from its own begin") {
  constexpr std::string_view line =
      "\"0x7f10\",\"LDS R1, [R2]\",\"8\",\"256\",\"Shared\",\"Load\",\"32\",\"16\",\"8\",\"0\",\"0\"\n";
  const auto report = read_ncu(
      cat("==PROF== Connected\n",
          page("a(int)", cat("\"0x7f00\",\"NOP\",\"8\",\"256\",\"-\",\"-\",\"-\",\"0\",\"0\",\"0\",\"0\"\n", line)),
          page("b(int)", line)));
  REQUIRE(report.has_value());
  REQUIRE(report->kernels.size() == 2);
  CHECK(report->kernels[0].instructions.at(0).pc == 16);
  CHECK(report->kernels[1].name == "b(int)");
  CHECK(report->kernels[1].instructions.at(0).pc == 0);
}

TEST_CASE("ncu: what is cut off, claims what it has not, or is none is refused with a reason") {
  const std::string whole = counted_file("transpose.ncu-rep");
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    CAPTURE(size);
    const auto report = read_ncu(std::string_view(whole).substr(0, size));
    if (!report) CHECK_FALSE(english(report.error().message).empty());
  }
  // Every byte of the head and of the first block's head with an impossible value.
  for (std::size_t at = 0; at < 2048; ++at) {
    std::string broken = whole;
    broken[at] = static_cast<char>(~broken[at]);
    const auto report = read_ncu(broken);
    if (!report) CHECK_FALSE(english(report.error().message).empty());
  }
  CHECK_FALSE(read_ncu("").has_value());
  CHECK_FALSE(read_ncu(std::string_view("NVR\0\xff\xff\xff\xff", 8)).has_value());
  CHECK_FALSE(read_ncu("\"Kernel Name\",\"k\"\n").has_value());
  CHECK_FALSE(read_ncu(page("k()", "")).has_value());
}

TEST_CASE("ncu: dropped alone it lists accesses, beside the trace of its kernel it gives them their counts") {
  app::App app;
  const auto take = [&](const std::string& name, const std::string& text) {
    app.run(app::action::TakeFile{name, text});
    REQUIRE(app.file() != nullptr);
    return app.file()->file;
  };
  const std::string report = encode_base64(counted_file("transpose.ncu-rep"), Base64::standard);
  for (const std::string& text : {report, counted_file("transpose.csv")}) {
    const auto alone = take("transpose.ncu-rep", text);
    CHECK(alone->refused.empty());
    REQUIRE(alone->lists.size() == 2);
    CHECK(alone->lists[0].items.size() == 16);
    CHECK(alone->lists[0].items[0].row.grade == app::FileGrade::warning);
    CHECK(alone->lists[1].items.size() == 8);
  }
  const auto unpacked = unpacked_trace(kept_file("transpose.trace"));
  REQUIRE(unpacked.has_value());
  take("transpose.trace", encode_base64(*unpacked, Base64::standard));
  const auto both = take("transpose.ncu-rep", report);
  CHECK(both->name == "transpose.trace");
  REQUIRE(both->lists.size() == 5);
  CHECK(both->lists[4].word == "counted");
  CHECK(both->lists[4].items.size() == 17);
  // An access leads to its counts.
  bool led = false;
  for (const app::FileLink& link : both->lists[0].items.at(0).links) led = led || link.list == "counted";
  CHECK(led);
  CHECK_FALSE(take("x.ncu-rep", "TlZSAA==")->refused.empty());
}

}  // namespace stridescope
