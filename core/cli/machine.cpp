// `stridescope machine`: executes a kernel and checks it, lists the instructions of a PTX file that the PTX machine
// does not execute, and makes PTX of a CUDA source.
#include "core/machine/machine.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>

#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/cli/machine_launch.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/folded_loops.h"
#include "core/machine/checks/interleavings.h"
#include "core/machine/checks/wait_chart.h"
#include "core/trace/kernel_argument.h"
#include "core/workspace/workspace.h"

namespace stridescope::cli {
namespace {

constexpr Manual machine_manual = {
    .summary = "check a kernel without a GPU, or make PTX for that",
    .synopsis =
        "machine --check [--kernel NAME] --grid X,Y,Z --block X,Y,Z [--arg ARG]... [--json] FILE.ptx|FILE.cu\n"
        "machine --waits [--iterations FIRST[+COUNT]] [-o FILE.svg] ...\n"
        "machine --interleavings [--states N] ...\n"
        "machine --coverage FILE.ptx\n"
        "machine --ptx FILE.cu",
    .description = R"man(
The PTX machine executes kernels without a GPU; `stridescope trace --machine`
records their memory accesses.

--check executes a kernel and reports accesses that its synchronization does
not order. Threads synchronize at bar.sync, __syncwarp and mbarriers, by
waits for commit groups, and by atomics that release and acquire.

  race                 two accesses to a byte that nothing orders
  early_access         bytes of an asynchronous copy before the wait for it
  missing_proxy_fence  written bytes that a bulk copy uses without
                       fence.proxy.async
  unwritten            a read of shared memory that no thread wrote
  out_of_bounds        an access outside of every allocation
  outside_layout       an element outside of its argument's or tile's layout
  outside_tile         a row of ldmatrix or stmatrix outside of the variable
                       or tile of its matrix
  misaligned           an address that is not a multiple of the width
  divergent_barrier    a barrier that only a part of a warp reaches
  barrier_count        two counts of threads for one barrier
  arrivals             more arrivals at an mbarrier than it expects
  unfinished_phase     an mbarrier whose last phase is not complete
  in_flight            a register of a wgmma, its accumulator or A, that is
                       used before wgmma.wait_group
  missing_wgmma_fence  a wgmma whose registers were used after the last
                       wgmma.fence, also by a wgmma of another shape, or
                       without any wgmma.fence before it
  unawaited            a bulk copy that reads or writes shared memory of a
                       block that may have ended
  deadlock             warps that wait for each other, and their barriers

Each finding names both accesses: line of the PTX and of the source, thread,
address, and the element where the layout of the argument is known. The
result does not depend on the order in which warps take turns. Only blocks
of --blocks are executed; `all` executes the whole grid. Arguments are those
of `stridescope trace`. --tile As=f16:(64,32):(40,1) describes a tile in the
shared variable As; As+4096 begins 4096 bytes later. --json writes JSON.

--waits executes a kernel and lists the waits of each warp, each with the
arrival that ends it; the phases of the mbarriers; and, for the bytes that
asynchronous copies write, the instruction that writes them, their first and
last read, and the copy that replaces them. Times are steps, not durations:
an event of a warp is one step after its previous event, and a wait ends
with the arrival that it needs. -o draws this as SVG: a row for each warp,
each barrier with its phases, and the bytes of each stage. --iterations
selects a part of a long loop.

--interleavings checks all orders of the warps of a block or a cluster. It
first tries a proof from one run: if, in every order, each arrival and each
wait belong to the same phase, all orders are equivalent to that run.
Otherwise it executes the orders of the synchronizing instructions and of
the moments at which copies are complete, and prints the first bad order:
`0*12 2*5 +1` is twelve instructions of warp 0, five of warp 2, then late
copy 1 is complete. The page plays it as steps. --states limits the states
between two that all orders reach. An undecided search is repeated with
folded loops: a lock in a loop then needs the states of one iteration.

--coverage reads PTX, as nvcc --ptx, NVRTC or Triton write it, and lists the
instructions that the machine does not support, with the first line and the
count of each.

--ptx compiles a CUDA source by NVRTC for sm_90a and prints its PTX, with the
lines of the source. Without NVRTC, or with --clang, clang compiles it. This
needs no CUDA toolkit, but the source must not include its headers. The page
steps through the resulting file: drop it there.
)man",
    .examples = R"man(
A kernel whose instructions are all supported:
  $ printf '.version 8.0 .target sm_90 .address_size 64 .entry k() { ret; }' | stridescope machine --coverage -
  1 instruction, 0 forms not supported

A reversal without its barrier:
  $ grep -v bar.sync tests/machine/faults/reverse.ptx | stridescope machine --check --grid 1 --block 64 --arg i32:64:1 -
  unwritten: shared memory at 1276 is read, but no thread wrote it
    line 33, ld.shared.u32: thread (0,0,0) of block 0 reads it
    32 times
  race: nothing orders two accesses to shared memory at 1152
    line 33, ld.shared.u32: thread (31,0,0) of block 0 reads it
    line 25, st.shared.u32: thread (32,0,0) of block 0 writes it
    32 times
  race: nothing orders two accesses to shared memory at 1148
    line 25, st.shared.u32: thread (31,0,0) of block 0 writes it
    line 33, ld.shared.u32: thread (32,0,0) of block 0 reads it
    32 times
  reverse: 3 findings, 256 accesses of threads checked
)man",
    .exit_status = R"man(
0   no finding; all instructions are supported; or the PTX is printed
1   a finding; undecided orders; an unsupported instruction; or the file is
    not PTX, or does not compile
2   the command line is invalid
)man",
};

struct MachineOptions {
  bool check = false;
  bool waits = false;
  bool orders = false;
  std::uint64_t states = 0;
  bool json = false;
  std::string drawing;     // a file
  std::string iterations;  // "8+4"
  std::vector<std::string> tiles;
  SourceWords source;
};

// The architecture that sources are compiled for.
constexpr int compiled_architecture = 90;

// A kernel that is ready for an observer.
struct ObservedKernel {
  machine::Program program;
  const machine::Function* kernel = nullptr;
  machine::Launch launch;
};

std::optional<machine::ElementMap> element_map_of(std::size_t index, const KernelArgument& argument) {
  Workspace workspace;
  const Report& report = workspace.evaluate(argument.layout, IntegerMode::teaching);
  if (report.bindings.empty()) return std::nullopt;
  return machine::element_map(index, argument.type->bytes, report.bindings.back().value);
}

Result<machine::ElementMap> tile_map(const std::string& word, const ObservedKernel& kernel) {
  const machine::TileWord tile = machine::tile_word(word);
  if (!machine::has_shared(tile.variable, kernel.program, *kernel.kernel)) return failure(machine::not_a_tile(word));
  const auto argument = kernel_argument(tile.memory, reach_of);
  if (!argument) return failure(argument.error());
  auto map = element_map_of(0, *argument);
  if (!map || map->coordinates.empty()) return failure(machine::not_a_tile(word));
  map->variable = tile.variable;
  map->offset = tile.offset;
  return *std::move(map);
}

// Elements of the buffers, by the layouts of their arguments, and of tiles.
std::vector<machine::ElementMap> element_maps(const MachineOptions& options, const ObservedKernel& kernel) {
  const SourceWords& words = options.source;
  std::vector<machine::ElementMap> out;
  for (const std::string& tile : options.tiles) out.push_back(required(tile_map(tile, kernel)));
  for (std::size_t i = 0; i < words.arguments.size(); ++i) {
    // After @ is a box of a tensor map, after =file: a name.
    const std::string word = words.arguments[i].substr(0, words.arguments[i].find('@'));
    const auto argument = kernel_argument(word.substr(0, word.find("=file:")), reach_of);
    if (!argument || argument->layout.empty()) continue;
    if (auto map = element_map_of(i, *argument)) out.push_back(*std::move(map));
  }
  return out;
}

std::unique_ptr<ObservedKernel> observed_kernel(const MachineOptions& options) {
  MachineLaunch run = required(machine_launch(options.source));
  const gpu::CompiledSource compiled = required(gpu::compiled_source(run.source, compiled_architecture));
  auto out = std::make_unique<ObservedKernel>();
  out->program = required_program(compiled.ptx);
  out->kernel = required(machine::find_kernel(out->program, compiled.kernel));
  out->launch = std::move(run.launch);
  out->launch.others = options.source.given.blocks == "all";
  if (out->launch.others) out->launch.recorded.clear();
  out->launch.records = 0;
  return out;
}

// "8+4": four from 8 on.
std::optional<machine::ChartWindow> chart_window(const std::string& words) {
  machine::ChartWindow out;
  const char* const end = words.data() + words.size();
  auto [at, error] = std::from_chars(words.data(), end, out.iteration);
  if (error == std::errc() && at != end && *at == '+') {
    const auto [rest, wrong] = std::from_chars(at + 1, end, out.iterations);
    at = rest;
    error = wrong;
  }
  if (words.empty()) return out;
  if (error != std::errc() || at != end || out.iteration < 0 || out.iterations < 0) return std::nullopt;
  return out;
}

int waits(const MachineOptions& options) {
  const auto window = chart_window(options.iterations);
  if (!window) {
    print_error({ErrorCode::arguments,
                 say("{} is not a valid {}", options.iterations, "--iterations"),
                 say("write 8 for iteration 8, or 8+4 for four iterations from 8 on"),
                 {},
                 {}});
    return 2;
  }
  const auto run = observed_kernel(options);
  ObservedKernel& one = *run;
  machine::WaitRecorder recorder(one.launch);
  one.launch.observer = &recorder;
  const auto done = machine::execute(one.program, *one.kernel, one.launch);
  std::string text;
  if (!options.drawing.empty()) {
    const auto chart = machine::wait_chart(recorder.timeline(), one.program, *window);
    write_file(options.drawing, {machine::chart_svg(chart, language())});
  } else if (options.json) {
    JsonWriter json(text);
    machine::write_timeline(json, recorder.timeline());
  } else {
    text = machine::timeline_text(recorder.timeline(), one.program, language());
  }
  if (!text.empty()) print_line(stdout, text);
  if (!done) print_error(done.error());
  return done ? 0 : 1;
}

int orders(const MachineOptions& options) {
  const auto run = observed_kernel(options);
  const ObservedKernel& one = *run;
  machine::InterleavingLimits limits;
  limits.folded = machine::folded_states;
  if (options.states != 0) limits.states = options.states;
  const machine::InterleavingReport report =
      required(machine::interleavings(one.program, *one.kernel, one.launch, element_maps(options, one), limits));
  const machine::FindingContext context = {&one.program, one.launch.block};
  const std::string order = machine::turns_text(report.order, report.warps);
  const bool proved = report.verdict == machine::OrderVerdict::proved;
  std::string text;
  if (options.json) {
    JsonWriter json(text);
    json.open_object();
    json.field("kernel", one.kernel->name);
    json.field("verdict", machine::order_verdict_names[static_cast<std::size_t>(report.verdict)]);
    json.field("warps", report.warps);
    json.field("synchronizing_steps", report.events);
    json.field("states", report.states);
    json.field("folded_states", report.folded_states);
    json.field("checked_orders", report.orders);
    json.field("order", order);
    json.list("findings", report.findings,
              [&](const machine::Finding& found) { machine::write_finding(json, found, context); });
    json.close_object();
  } else {
    const auto line = [&](const Message& message) { append_all(text, words(message), '\n'); };
    line(say("{}: {}", one.kernel->name, machine::to_message(report)));
    if (!order.empty()) line(say("  order: {}", order));
    for (const machine::Finding& found : report.findings) text += machine::finding_text(found, context, language());
    for (const machine::OrderDoubt& doubt : report.doubts) {
      line(say("note: {}", doubt.what));
      if (doubt.instruction != nullptr) line(say("  {}", machine::line_of(*doubt.instruction, one.program)));
      if (doubt.other != nullptr) line(say("  {}", machine::line_of(*doubt.other, one.program)));
    }
  }
  print_line(stdout, text);
  return proved ? 0 : 1;
}

int check(const MachineOptions& options) {
  const auto run = observed_kernel(options);
  ObservedKernel& one = *run;
  const machine::Program& program = one.program;
  machine::Checker checker(program, one.launch, element_maps(options, one));
  one.launch.observer = &checker;
  const auto done = machine::execute(program, *one.kernel, one.launch);
  // If the error follows from a finding, the finding is its reason.
  if (!done && (checker.findings().empty() || !checker.stopped())) {
    print_error(done.error());
    return 1;
  }
  const machine::FindingContext context = {&program, one.launch.block};
  std::string text;
  if (options.json) {
    JsonWriter json(text);
    json.open_object();
    json.field("kernel", one.kernel->name);
    json.field("accesses", checker.accesses());
    json.key("complete");
    json.boolean(done.has_value());
    json.list("findings", checker.findings(),
              [&](const machine::Finding& found) { machine::write_finding(json, found, context); });
    json.list("unchecked", checker.unchecked(), [&](const Message& reason) { json.string(english(reason)); });
    json.close_object();
  } else {
    for (const machine::Finding& found : checker.findings()) text += machine::finding_text(found, context, language());
    for (const Message& reason : checker.unchecked()) text += words(say("note: {}", reason)) + "\n";
    text += words(say("{}: {} {finding|findings}, {} {access|accesses} of threads checked", one.kernel->name,
                      checker.findings().size(), checker.accesses()));
  }
  print_line(stdout, text);
  return checker.findings().empty() ? 0 : 1;
}

int coverage(const std::string& file) {
  const machine::Coverage coverage =
      machine::coverage_of(required_program(required(read_input(file, machine::max_ptx_bytes))));
  for (const machine::Missing& one : coverage.missing)
    print_line(stdout, words(say("line {}: {}, {} {place|places}", one.line, one.opcode, one.count)));
  print_line(stdout, words(say("{} {instruction|instructions}, {} {form|forms} not supported", coverage.instructions,
                               coverage.missing.size())));
  return coverage.missing.empty() ? 0 : 1;
}

int print_ptx(SourceWords words) {
  words.grid = words.block = "1";  // no launch
  gpu::SourceOptions options = required(source_options(words));
  options.is_ptx = false;
  options.name = words.file == "-" ? "kernel.cu" : words.file.substr(words.file.find_last_of('/') + 1);
  print(stdout, required(gpu::compiled_source(options, compiled_architecture)).ptx);
  return 0;
}

}  // namespace

void add_machine(CLI::App& app, int& status) {
  auto file = std::make_shared<std::string>();
  auto options = std::make_shared<MachineOptions>();
  CLI::App* command = add_command(app, "machine", machine_manual);
  CLI::Option* covers =
      command->add_option("--coverage", *file, "The PTX file; `-` is standard input.")->type_name("FILE");
  auto cuda = std::make_shared<std::string>();
  CLI::Option* compiles =
      command->add_option("--ptx", *cuda, "The CUDA source; `-` is standard input.")->type_name("FILE");
  CLI::Option* checks = command->add_flag("--check", options->check, "Execute a kernel and check its accesses.");
  CLI::Option* waiting = command->add_flag("--waits", options->waits, "Execute a kernel and list who waits for whom.");
  CLI::Option* ordering = command->add_flag("--interleavings", options->orders, "Answer for all orders of the warps.");
  CLI::Option* const modes[] = {covers, compiles, checks, waiting, ordering};
  for (std::size_t i = 0; i < std::size(modes); ++i) {
    for (std::size_t k = 0; k < i; ++k) modes[i]->excludes(modes[k]);
  }
  command->add_option("--states", options->states, "With --interleavings: the most states, 65536 by default.")
      ->needs(ordering)
      ->type_name("N");
  CLI::Option* draws = command->add_option("-o,--output", options->drawing, "With --waits: draw it in this SVG file.")
                           ->needs(waiting)
                           ->type_name("FILE");
  command->add_option("--iterations", options->iterations, "With -o: the first iteration, and how many.")
      ->needs(draws)
      ->type_name("FIRST+COUNT");
  CLI::Option* json = command->add_flag("--json", options->json, "Write what is found as JSON.");
  for (CLI::Option* const other : {covers, compiles, draws}) json->excludes(other);
  command->add_option("--tile", options->tiles, "A tile in a variable of shared memory, for the checks.")
      ->allow_extra_args(false)
      ->type_name("NAME=TYPE:LAYOUT");
  command->add_option("--kernel", options->source.given.kernel, "The kernel, if the file has several.")
      ->type_name("NAME");
  add_launch_options(*command, options->source);
  command->add_option("--cluster", options->source.cluster, "The blocks of a cluster.")->type_name("X,Y,Z");
  command->add_option("--blocks", options->source.given.blocks, "The blocks; first,middle is the default.")
      ->type_name("LIST");
  command->add_option("FILE", options->source.file, "The PTX or the CUDA source; `-` is PTX on standard input.")
      ->type_name("FILE");
  command->callback([file, cuda, options, &status] {
    if (!options->check && !options->waits && !options->orders) {
      if (file->empty() && cuda->empty()) throw CLI::RequiredError("--check");
      if (!cuda->empty()) options->source.file = *cuda;
      status = file->empty() ? print_ptx(options->source) : coverage(*file);
      return;
    }
    if (options->waits && !options->tiles.empty()) throw CLI::RequiredError("--check");
    if (options->source.file.empty()) throw CLI::RequiredError("FILE");
    if (options->source.grid.empty()) throw CLI::RequiredError("--grid");
    if (options->source.block.empty()) throw CLI::RequiredError("--block");
    status = options->waits ? waits(*options) : options->orders ? orders(*options) : check(*options);
  });
}

}  // namespace stridescope::cli
