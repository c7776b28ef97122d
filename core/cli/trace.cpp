// `stridescope trace`: runs a CUDA program with the injected tracer and writes its memory accesses into a file, or
// shows such a file. core/trace interprets a trace; gpu_runner runs the program.
#include "core/trace/trace.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/cli/machine_launch.h"
#include "core/cli/ncu.h"
#include "core/cli/trace_source.h"
#include "core/files/open_file.h"
#include "core/machine/machine.h"
#include "core/trace/advice.h"
#include "core/trace/hazards.h"
#include "core/trace/pinned.h"
#include "core/trace/plan_check.h"
#include "core/trace/report.h"
#include "core/workspace/workspace.h"
#include "gpu_runner/trace/trace_program.h"

namespace stridescope::cli {
namespace {

constexpr Manual trace_manual = {
    .summary = "trace a CUDA program's memory accesses, or show a trace",
    .synopsis =
        "trace [--kernel REGEX] [--launch N] [--blocks LIST] [--count FILE] [-o FILE] -- COMMAND...\n"
        "trace [--machine] [--kernel NAME] --grid X,Y,Z --block X,Y,Z [--arg ARG]... FILE.cu|FILE.ptx\n"
        "trace show [--program] [--json] [--counters REPORT] FILE\n"
        "trace show --picture EVENT [--kernel NAME] FILE\n"
        "trace check [--json] [--kernel NAME] [--ints MODE] FILE PROGRAM",
    .description = R"man(
Runs any CUDA program unchanged and records the memory accesses of selected
blocks and launches: the instruction, the lanes and the addresses. The
default is the first launch of each kernel, its first and its middle block.
Tracing does not change the results of the program, but slows it down. It
needs an NVIDIA GPU and the Compute Sanitizer API of the CUDA Toolkit
(libsanitizer-public.so).

--records limits the warp records of a launch. The trace counts the requests
beyond the limit, and the command reports that count.

--grid traces a single kernel of a CUDA source or of PTX, without a GPU: the
PTX machine of Stridescope executes the traced blocks, and stops at the
first access outside of memory. --machine states this explicitly. NVRTC
compiles a source; without NVRTC, or with --clang, clang compiles a source
that includes no CUDA headers. -I adds a folder of headers, such as
CUTLASS's, and --nvrtc passes an option to NVRTC. `stridescope machine
--coverage FILE.ptx` lists the unsupported instructions of a file. --cluster
sets the blocks of a cluster, unless the kernel requires a size; --results
executes all blocks and writes the buffers.

The kernel needs one --arg per parameter, in order:

  f32:(2048,2048):(2048,1)   a buffer of floats with this layout, filled
                             with 0 1 2 ...; starts again after the last
                             exact integer: 2048 in f16, 256 in bf16
  ...=zeros|random|file:NAME  zeros, random numbers, or the bytes of a file
  i32=2048, @0               a number; the buffer of argument 0
  {i32=8,f32:(8,8):(8,1)}    a structure by value; its other bytes are 0
  f16:(1024,512):(512,1)@box(64,128)@sw128
                             a tensor map; contiguous dimension first

Other words of a tensor map are sw32, sw64, sw128_32, steps(1,1), nan,
image(CHANNELS,PIXELS), lower(-1,-1), upper(-1,-1), interleave16 and
interleave32; or write the tile in shared memory after the @, as for
make_tma_atom. The output of the kernel goes to standard output.

--count also counts the same launches, instruction by instruction, by
CUPTI's SASS metrics, and writes a file like Nsight Compute's source page.
The program runs once more to list its launches, and once for each kernel;
it must make the same calls each time. A report of Nsight Compute (`trace
show --counters`) needs only one run.

`trace show` reads a trace on any machine, without a GPU. For every
instruction it prints the map from thread and repetition to address as the
smallest equal layout, in elements of the width of the access, with its
swizzle and the masks of inactive lanes. If no layout equals the map, it
names the first coordinate that differs. Then it prints the wavefronts or
sectors, counted from the addresses, next to the ideal number. For an
excess, it names the cause, and the swizzle or padding that removes it for
all accesses to that memory. For shared memory it lists reads without an
earlier write, accesses of two warps without a barrier between them, and
writes without a later read.

--program writes the result as a layout program for `stridescope eval`, page
and window. --picture draws the shared memory of the first traced block over
time as SVG, around one of its events (an instruction between two barriers,
counted from 0): arrows lead from writes to reads, lines are barriers, and
marks show races, reads without a write and writes without a read.
--counters adds the counts of Nsight Compute for the same program to each
access (`stridescope ncu` describes these files): predicted and measured
counts, instruction by instruction, for the whole launch.

`trace check` compares the trace of a kernel that `stridescope emit` wrote
with its plan: the requests of a traced block must be exactly those that the
layouts of the last value of the program define. --kernel limits the check
to launches of kernels whose names contain NAME.

In page and window, drop or open a trace: its accesses, the advice and the
shared memory of its blocks over time are lists there, and an access can be
opened as a card.

`stridescope help traces` describes the file format.
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
0  the trace was written or shown, or it matches the plan
1  nothing was traced, the file is not a trace, or it differs from the plan
2  the command line is invalid
If the traced program failed, its own exit status.
)man",
};

// For all launches of a trace together: some minutes, only for a file of hard cases.
constexpr std::uint64_t trace_steps = recovery_steps << 6;
// The budget of the next launch, a part of that.
class LaunchBudget {
 public:
  explicit LaunchBudget(Budget& all) : all_(all), own_(std::min(recovery_steps, all.steps_left()), 0) {
    given_ = own_.steps_left();
  }
  LaunchBudget(const LaunchBudget&) = delete;
  LaunchBudget& operator=(const LaunchBudget&) = delete;
  ~LaunchBudget() { all_.spend(given_ - own_.steps_left()); }
  operator Budget&() { return own_; }

 private:
  Budget& all_;
  Budget own_;
  std::uint64_t given_ = 0;
};

// Slightly more than the limit of traces, which the reader refuses.
constexpr std::size_t most_file_bytes = (std::size_t{1} << 26) + 1;

// The architecture that sources are compiled for.
constexpr int machine_architecture = 90;

struct TraceOptions {
  bool machine = false;
  gpu::TraceOptions traced;
  std::int64_t records = 0;  // 0: not given
  SourceWords source;
  std::string out = "kernel.trace";
  std::string count;    // file for the counts
  std::string results;  // file for the buffers after a launch on the machine
  std::string file;
  std::string kernel;   // for check: a part of the kernel's name
  std::string checked;  // for check: the program
  IntegerMode mode = IntegerMode::cute;
  std::string counters;  // for show: a report of Nsight Compute
  bool program = false;
  bool json = false;
  std::int64_t picture = -1;  // for show: the event around which shared memory is drawn
};

Trace load(const std::string& name) { return required(read_trace(required(read_input(name, most_file_bytes)))); }

int show(const TraceOptions& options) {
  const Trace trace = load(options.file);
  if (options.picture >= 0) {
    print_line(stdout, required(app::block_memory_svg(trace, options.kernel, static_cast<std::size_t>(options.picture),
                                                      language())));
    return 0;
  }
  NcuReport counts;
  if (!options.counters.empty()) counts = required(load_ncu(options.counters));
  std::string text;
  Budget all(trace_steps, 0);
  JsonWriter json(text);
  if (options.json) {
    json.open_object();
    json.field("tracer", trace.tracer);
    json.field("device", trace.device);
    json.field("architecture", trace.architecture);
    json.key("launches");
    json.open_array();
  }
  for (const TracedLaunch& launch : trace.launches) {
    LaunchBudget budget(all);
    const LaunchReport report = report_launch(launch, budget);
    const Advice advice = advise(launch, report, budget);
    if (options.program) {
      if (!text.empty()) text += "\n";
      text += report_program(launch, report) + advice_program(report, advice);
      continue;
    }
    const SharedOrder order = shared_order(launch, budget);
    const auto pinned = options.counters.empty() ? std::nullopt : pin_counts(launch, report, counts);
    if (options.json) {
      json.open_object();
      write_report(json, launch, report);
      json.key("advice");
      write_advice(json, report, advice);
      json.key("order");
      write_order(json, report, order);
      if (pinned) {
        json.key("counted");
        write_pinned(json, report, counts, *pinned);
      }
      json.close_object();
      continue;
    }
    if (!text.empty()) text += "\n";
    text += report_text(launch, report, language());
    const std::string counted = pinned ? pinned_text(report, counts, *pinned, language())
                                : options.counters.empty()
                                    ? std::string()
                                    : words(say("the report does not contain this kernel")) + "\n";
    for (const std::string& part :
         {counted, advice_text(report, advice, language()), order_text(launch, report, order, language())}) {
      if (!part.empty()) text += "\n" + part;
    }
  }
  if (!options.counters.empty() && !options.json && !options.program) {
    text += "\n";
    for (const Message& line : included_in(counts)) append_all(text, words(line), "\n");
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

int check(const TraceOptions& options) {
  const Trace trace = load(options.file);
  Workspace workspace;
  if (evaluate(workspace, options.checked, options.mode) < 0) return 1;
  const Value& kernel = workspace.report().bindings.back().value;
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
  Budget all(trace_steps, 0);
  for (const TracedLaunch& launch : trace.launches) {
    if (launch.kernel.find(options.kernel) == std::string::npos || launch.kernel.find(name) == std::string::npos)
      continue;
    LaunchBudget budget(all);
    const LaunchReport report = report_launch(launch, budget);
    const auto one = required(check_plan(launch, report, kernel));
    ++looked_at;
    holds = holds && one.holds();
    if (options.json) {
      write_check(json, launch, report, one);
      continue;
    }
    append_all(text, words(say("{}, launch {}: {}", short_kernel_name(launch.kernel), launch.number, to_message(one))),
               "\n");
    if (!one.missing.empty()) append_all(text, "  ", words(say("not compared: {}", one.missing)), "\n");
    if (const auto& d = one.difference)
      append_all(text, "  ",
                 words(say("{} of warp {} of block {}, at {}, is not in the plan", report.accesses[d->access].name,
                           d->warp, d->block, d->address)),
                 "\n");
  }
  if (looked_at == 0) {
    print_error({ErrorCode::arguments,
                 say("the trace does not contain a launch of {}", name.empty() ? options.kernel : name),
                 {},
                 {},
                 {}});
    return 1;
  }
  if (options.json) {
    json.close_array();
    json.close_object();
  }
  print_line(stdout, text);
  return holds ? 0 : 1;
}

// Writes the trace, and prints its contents.
void keep(const TraceOptions& options, const Trace& trace) {
  const std::string bytes = write_trace(trace);
  write_file(options.out, {bytes});
  for (const TracedLaunch& launch : trace.launches) {
    std::int64_t requests = 0;
    std::int64_t left_out = 0;
    for (const TracedBlock& block : launch.blocks) {
      requests += static_cast<std::int64_t>(block.requests.size());
      left_out += block.left_out;
    }
    print_line(stderr,
               words(say("{}, launch {}: {} {block|blocks}, {} {request|requests}, {} left out",
                         short_kernel_name(launch.kernel), launch.number, launch.blocks.size(), requests, left_out)));
  }
  print_line(stderr, words(say("{}: {} {byte|bytes}", options.out, bytes.size())));
}

void record_counts(const TraceOptions& options) {
  const auto counted = required(gpu::count_program(options.traced));
  write_file(options.count, {counted.pages});
  print_line(stderr, words(say("{}: {} {kernel|kernels} counted", options.count, counted.kernels)));
}

int record(const TraceOptions& options) {
  gpu::TraceOptions wish = options.traced;
  if (options.records > 0) wish.records = options.records;
  wish.progress = [](const Message& line) { print_line(stderr, words(say("note: {}", line))); };
  const auto traced = required(gpu::trace_program(wish));
  for (const std::string& note : traced.notes) {
    if (note != "started") print_line(stderr, words(say("note: {}", note)));
  }
  keep(options, traced.trace);
  if (!options.count.empty()) record_counts(options);
  return traced.status;
}

SourceWords words_of(const TraceOptions& options) {
  SourceWords out = options.source;
  out.file = options.traced.command.front();
  out.given.kernel = options.traced.kernel;
  out.given.blocks = options.traced.blocks;
  out.given.records = options.records > 0 ? options.records : max_traced_requests;
  return out;
}

// Runs a kernel on the machine; all blocks if their results are wanted.
int record_by_machine(const TraceOptions& options) {
  MachineLaunch wanted = required(machine_launch(words_of(options)));
  const auto compiled = required(gpu::compiled_source(wanted.source, machine_architecture));
  const auto program = required_program(compiled.ptx);
  const machine::Function& kernel = *required(machine::find_kernel(program, compiled.kernel));
  wanted.launch.others = !options.results.empty();
  auto done = required(machine::execute(program, kernel, wanted.launch));
  print(stdout, done.printed);
  // The buffers of the arguments after the launch, one after another.
  if (!options.results.empty()) write_file(options.results, {done.buffers.begin(), done.buffers.end()});
  keep(options, machine::trace_of(program, std::move(done.trace)));
  return 0;
}

}  // namespace

void add_trace(CLI::App& app, int& status) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command = add_command(app, "trace", trace_manual);
  command
      ->add_option("--kernel", options->traced.kernel, "Trace only kernels whose names match this regular expression.")
      ->type_name("REGEX");
  command->add_option("--launch", options->traced.launch, "The launch of each kernel, counted from 0, the default.")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N");
  command
      ->add_option("--blocks", options->traced.blocks,
                   "The blocks: numbers, ranges, first, middle, last, all; at most 64. first,middle is the default.")
      ->type_name("LIST");
  command
      ->add_option("--records", options->records,
                   "The limit of records per launch; on a GPU 262144 is the default, on the machine 2097152.")
      ->check(CLI::Range(std::int64_t{1}, max_traced_requests))
      ->type_name("N");
  command->add_option("--api", options->traced.api, "The path of libsanitizer-public.so, if it is not found.")
      ->type_name("FILE");
  command->add_option("--count", options->count, "Also count the launches by CUPTI, and write this file.")
      ->type_name("FILE");
  command->add_option("-o,--output", options->out, "The file to write; kernel.trace is the default.")
      ->type_name("FILE");
  command->add_flag("--machine", options->machine, "For a source: execute it without a GPU, the default.");
  command
      ->add_option("--results", options->results,
                   "For a source: execute all blocks, and write the buffers, one behind another.")
      ->type_name("FILE");
  add_launch_options(*command, options->source);
  command->add_option("--cluster", options->source.cluster, "For a source: the blocks of a cluster.")
      ->type_name("X,Y,Z");
  command->add_option("COMMAND", options->traced.command, "The program and its arguments, after --; or a source.")
      ->type_name("COMMAND...");
  CLI::App* shown = command->add_subcommand("show", "Show a trace.");
  shown->add_option("FILE", options->file, "The trace.")->required()->type_name("FILE");
  shown->add_flag("--program", options->program, "Write a layout program.");
  shown->add_flag("--json", options->json, "Write JSON.");
  CLI::Option* picture = shown
                             ->add_option("--picture", options->picture,
                                          "Draw the shared memory of a block over time, around this event, as SVG.")
                             ->check(CLI::NonNegativeNumber)
                             ->type_name("EVENT");
  shown->add_option("--kernel", options->kernel, "With --picture: select a launch by a part of the name of its kernel.")
      ->needs(picture)
      ->type_name("NAME");
  shown->add_option("--counters", options->counters, "A report of Nsight Compute for the same program.")
      ->type_name("REPORT");
  add_language(*shown);
  CLI::App* checked = command->add_subcommand("check", "Compare the trace of a kernel with its plan.");
  checked->add_option("FILE", options->file, "The trace.")->required()->type_name("FILE");
  add_program(*checked, options->checked)->required();
  add_integer_mode(*checked, options->mode);
  checked->add_option("--kernel", options->kernel, "Check only launches of kernels whose names contain this.")
      ->type_name("NAME");
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
    } else if (!options->source.grid.empty()) {
      if (options->source.block.empty()) throw CLI::RequiredError("--block");
      status = record_by_machine(*options);
    } else if (const std::string& first = options->traced.command.front();
               first.ends_with(".cu") || first.ends_with(".ptx")) {
      throw CLI::RequiredError("--grid");
    } else {
      status = record(*options);
    }
  });
}

}  // namespace stridescope::cli
