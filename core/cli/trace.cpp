// `stridescope trace`: runs a CUDA program with the tracer injected and writes what it did to memory into a file, or
// shows such a file. What a trace means is core/trace's; how a program is run is gpu_runner's.
#include "core/trace/trace.h"

#include <fstream>
#include <iterator>
#include <memory>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/trace/advice.h"
#include "core/trace/hazards.h"
#include "core/trace/plan_check.h"
#include "core/trace/report.h"
#include "core/workspace/workspace.h"
#include "gpu_runner/trace/trace_program.h"

namespace stridescope::cli {
namespace {

constexpr Manual manual = {
    .summary = "trace a CUDA program's memory accesses, or show a trace",
    .synopsis =
        "trace [--kernel REGEX] [--launch N] [--blocks LIST] [-o FILE] -- COMMAND...\n"
        "trace show [--program] [--json] FILE\n"
        "trace check [--json] [--kernel NAME] [--ints MODE] FILE PROGRAM",
    .description = R"man(
Runs any CUDA program unchanged and records every access to memory of some
blocks of some launches: which instruction, which lanes, which addresses.
The default is the first launch of each kernel, its first and its middle
block. The program's results stay what they are; it runs slower while it is
traced. It needs an NVIDIA GPU and the Compute Sanitizer API of the CUDA
Toolkit (libsanitizer-public.so).

Of a launch as many warps' records are kept as --records says; how many
requests were left out beyond that is in the trace, and is told.

`trace show` reads a trace anywhere, without a GPU. For every instruction
it writes the map from thread and repetition to address as the smallest
layout that equals it, in elements of the access's width, with a swizzle
where there is one and the masks of lanes that take no part; or it says at
which coordinate no layout does. Beside it stand wavefronts or sectors,
counted from the addresses, and the fewest that would do; where there are
more, the cause, and the swizzle or padding that mends the memory for all
its accesses. Of shared memory it tells reads of what nobody wrote, accesses
of two warps with no barrier between them, and writes that nobody reads.
--program writes the same as a layout program, which `stridescope eval`,
page and window take.

`trace check` holds the trace of a kernel that `stridescope emit` wrote
against its plan: every request of a traced block must be one that the
layouts of the program's last value say, and each that they say must be
made. Only launches whose kernel's name has NAME are looked at, where it is
given.

In page and window a trace is dropped or opened: its accesses, the advice and
the shared memory of its blocks in time are lists there, and an access becomes
a card.

The file is described by `stridescope help traces`.
)man",
    .examples = R"man(
A transpose whose loads conflict, recorded on an H200:
  $ stridescope trace show tests/traces/transpose.trace
  transpose(const float*, float*, int), launch 0: 64 x 64 x 1 blocks of 32 x 8 x 1 threads, ...
  ...

The layouts of a Triton kernel as a program:
  $ stridescope trace show --program tests/traces/triton_transpose.trace
  # transpose_kernel, launch 0
  ...
)man",
    .exit_status = R"man(
0  the trace was written, or shown, or did what the plan says
1  nothing was traced, the file is no trace, or it did something else
2  the command line makes no sense
Otherwise the status of the traced program, when it failed.
)man",
};

// A little more than a trace may have is refused by the reader.
constexpr std::size_t most_file_bytes = (std::size_t{1} << 26) + 1;

struct Options {
  gpu::TraceOptions traced;
  std::string out = "kernel.trace";
  std::string file;
  std::string kernel;   // of check: what the name has
  std::string checked;  // and the program
  IntegerMode mode = IntegerMode::cute;
  bool program = false;
  bool json = false;
};

Result<Trace> load(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  if (!in) return failure(ErrorCode::arguments, say("{} cannot be opened", name), say("give the file of a trace"));
  std::string bytes;
  char buffer[65536];
  while (bytes.size() < most_file_bytes && (in.read(buffer, sizeof buffer) || in.gcount() > 0))
    bytes.append(buffer, static_cast<std::size_t>(in.gcount()));
  return read_trace(bytes);
}

int show(const Options& options) {
  const auto trace = load(options.file);
  if (!trace) {
    print_error(trace.error());
    return 1;
  }
  std::string text;
  Budget budget(recovery_steps, 0);
  JsonWriter json(text);
  if (options.json) {
    json.open_object();
    json.field("tracer", trace->tracer);
    json.field("device", trace->device);
    json.field("architecture", trace->architecture);
    json.key("launches");
    json.open_array();
  }
  for (const TracedLaunch& launch : trace->launches) {
    const LaunchReport report = report_launch(launch, budget);
    const Advice advice = advise(launch, report, budget);
    if (options.program) {
      if (!text.empty()) text += "\n";
      text += report_program(launch, report) + advice_program(report, advice);
      continue;
    }
    const SharedOrder order = shared_order(launch, budget);
    if (options.json) {
      json.open_object();
      write_report(json, launch, report);
      json.key("advice");
      write_advice(json, report, advice);
      json.key("order");
      write_order(json, report, order);
      json.close_object();
      continue;
    }
    if (!text.empty()) text += "\n";
    text += report_text(launch, report, language());
    for (const std::string& part :
         {advice_text(report, advice, language()), order_text(launch, report, order, language())}) {
      if (!part.empty()) text += "\n" + part;
    }
  }
  if (options.json) {
    json.close_array();
    json.close_object();
  }
  print_line(stdout, text);
  return 0;
}

void write_check(JsonWriter& json, const TracedLaunch& launch, const LaunchReport& report, const PlanCheck& check) {
  json.open_object();
  json.field("kernel", launch.kernel);
  json.field("launch", launch.number);
  json.field("holds", check.holds());
  json.field("blocks", check.blocks);
  json.field("accesses", check.accesses);
  json.field("same", check.same);
  json.field("planned_requests", check.planned);
  json.field("made_requests", check.made);
  json.field("joined_requests", check.joined);
  json.field("other_accesses", check.others);
  if (!check.missing.empty()) json.field("not_told", english(check.missing));
  if (check.difference) {
    json.field("difference", report.accesses[check.difference->access].name);
    json.field("block", check.difference->block);
    json.field("warp", check.difference->warp);
    json.field("address", check.difference->address);
  }
  json.close_object();
}

int check(const Options& options) {
  const auto trace = load(options.file);
  if (!trace) {
    print_error(trace.error());
    return 1;
  }
  Workspace workspace;
  const Report& evaluated = workspace.evaluate(program_text(options.checked), options.mode);
  if (const int status = print_diagnostics(workspace); status != 0) return status;
  if (evaluated.bindings.empty()) return refuse_empty_program(evaluated);
  const Value& kernel = evaluated.bindings.back().value;
  const std::string name = planned_kernel_name(kernel);
  std::string text;
  JsonWriter json(text);
  if (options.json) {
    json.open_object();
    json.key("launches");
    json.open_array();
  }
  int looked_at = 0;
  bool holds = true;
  Budget budget(recovery_steps, 0);
  for (const TracedLaunch& launch : trace->launches) {
    if (launch.kernel.find(options.kernel) == std::string::npos || launch.kernel.find(name) == std::string::npos)
      continue;
    const LaunchReport report = report_launch(launch, budget);
    const auto one = check_plan(launch, report, kernel);
    if (!one) {
      print_error(one.error());
      return 1;
    }
    ++looked_at;
    holds = holds && one->holds();
    if (options.json) {
      write_check(json, launch, report, *one);
      continue;
    }
    append_all(text, words(say("{}, launch {}: {}", short_kernel_name(launch.kernel), launch.number, to_message(*one))),
               "\n");
    if (!one->missing.empty()) append_all(text, "  ", words(say("not compared: {}", one->missing)), "\n");
    if (const auto& d = one->difference)
      append_all(text, "  ",
                 words(say("{} of warp {} of block {}, at {}, is not of the plan", report.accesses[d->access].name,
                           d->warp, d->block, d->address)),
                 "\n");
  }
  if (looked_at == 0) {
    print_error(
        {ErrorCode::arguments, say("the trace has no launch of {}", name.empty() ? options.kernel : name), {}, {}, {}});
    return 1;
  }
  if (options.json) {
    json.close_array();
    json.close_object();
  }
  print_line(stdout, text);
  return holds ? 0 : 1;
}

int record(const Options& options) {
  const auto traced = gpu::trace_program(options.traced);
  if (!traced) {
    print_error(traced.error());
    return 1;
  }
  for (const std::string& note : traced->notes) {
    if (note != "started") print_line(stderr, words(say("note: {}", note)));
  }
  const std::string bytes = write_trace(traced->trace);
  std::ofstream out(options.out, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) {
    print_error({ErrorCode::arguments, say("{} cannot be written", options.out), {}, {}, {}});
    return 1;
  }
  for (const TracedLaunch& launch : traced->trace.launches) {
    std::int64_t requests = 0;
    std::int64_t left_out = 0;
    for (const TracedBlock& block : launch.blocks) {
      requests += static_cast<std::int64_t>(block.requests.size());
      left_out += block.left_out;
    }
    print_line(stderr, words(say("{}, launch {}: {} blocks, {} requests, {} left out", short_kernel_name(launch.kernel),
                                 launch.number, launch.blocks.size(), requests, left_out)));
  }
  print_line(stderr, words(say("{}: {} bytes", options.out, bytes.size())));
  return traced->status;
}

}  // namespace

void add_trace(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "trace", manual);
  command->add_option("--kernel", options->traced.kernel, "Only kernels whose name has this regular expression.")
      ->type_name("REGEX");
  command->add_option("--launch", options->traced.launch, "Which launch of each kernel, from 0, the default.")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N");
  command
      ->add_option("--blocks", options->traced.blocks,
                   "Which blocks: numbers, ranges, first, middle, last, all; at most 64. first,middle is the default.")
      ->type_name("LIST");
  command->add_option("--records", options->traced.records, "Records of a launch that are kept; 262144 is the default.")
      ->check(CLI::Range(1, 1 << 23))
      ->type_name("N");
  command->add_option("--api", options->traced.api, "The file libsanitizer-public.so, where it is not found.")
      ->type_name("FILE");
  command->add_option("-o,--output", options->out, "The trace; kernel.trace is the default.")->type_name("FILE");
  command->add_option("COMMAND", options->traced.command, "The program and its arguments, behind --.")
      ->type_name("COMMAND...");
  CLI::App* shown = command->add_subcommand("show", "Show a trace.");
  shown->add_option("FILE", options->file, "The trace.")->required()->type_name("FILE");
  shown->add_flag("--program", options->program, "Write a layout program.");
  shown->add_flag("--json", options->json, "Write JSON.");
  add_language(*shown);
  CLI::App* checked = command->add_subcommand("check", "Hold the trace of a kernel against its plan.");
  checked->add_option("FILE", options->file, "The trace.")->required()->type_name("FILE");
  add_program(*checked, options->checked)->required();
  add_integer_mode(*checked, options->mode);
  checked->add_option("--kernel", options->kernel, "Only launches whose kernel's name has this.")->type_name("NAME");
  checked->add_flag("--json", options->json, "Write JSON.");
  add_language(*checked);
  command->require_subcommand(0, 1);
  command->callback([shown, checked, options, &status] {
    if (shown->parsed()) {
      status = show(*options);
    } else if (checked->parsed()) {
      status = check(*options);
    } else if (options->traced.command.empty()) {
      throw CLI::RequiredError("-- COMMAND");
    } else {
      status = record(*options);
    }
  });
}

}  // namespace stridescope::cli
