// `stridescope run`: sends the last kernel value to stridescope-runner and prints its answer. It measures nothing; the
// core makes the verdict and the words, and the exit status shows whether the elements are right.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "core/base/utf.h"
#include "core/cli/command.h"
#include "core/runs/overlay.h"
#include "core/runs/run_report.h"
#include "core/workspace/kernel.h"
#include "gpu_runner/client.h"

namespace stridescope::cli {
namespace {

constexpr Manual run_manual = {
    .summary = "run a kernel value on a GPU",
    .synopsis = "run [--counters] [--trace] [--json] [--device DEVICE] [--kernel NAME] PROGRAM",
    .description = R"man(
Runs the last kernel value of a program, made by copy_kernel, reduce_kernel,
gemm_kernel, mma_kernel, convert_kernel or probe_kernel, on the GPU of this
machine. It compiles the kernel, checks every element that the kernel wrote,
and then times it. The same run also times a reference on the same GPU:
cuMemcpyDtoD for a copy or a sum, cuBLASLt for a matrix product. Each timed
launch follows another launch of the same kernel, because the data that one
launch writes returns to memory while the next one runs. GB/s count bytes
read plus bytes written. A product is checked against sums in double
precision, within the tolerance of its types. A probe checks an instruction
against the layouts of its atom.

The predicted counts come from the model; --counters adds the counts of the
hardware. --metrics selects others: counters of Nsight Compute, or the
groups memory, l2, instructions, occupancy, tensor and tma. --trace also
runs instrumented kernels, which are never timed: they record when each tile
was on which multiprocessor, and how many cycles each warp access of one
tile took. --picture draws one of these results as SVG.

Without a usable GPU the command reports what is missing, and the CPU
executes the partition, thread by thread and value by value. This verifies
the partition but measures no time. If the kernel is too large for that, the
CPU executes random whole tiles (for a product over all of K) and reports
the number of checked elements. A result that cannot be checked has its own
exit status.

Another program, stridescope-runner in the same folder, does the work. A
kernel that faults or hangs ends only that program. For the GPU of another
machine: --runner 'ssh HOST stridescope-runner'.
)man",
    .examples = R"man(
A transpose, verified on the CPU:
  $ stridescope run --device reference \
      'copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))'
  verified on the CPU, thread by thread: it verifies results but measures no times, ...
  verified: all 4096 elements are right, checked by the CPU
  ...

A matrix product, its registers filled according to the TiledMMA:
  $ stridescope run --device reference \
      'mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), tile=(64,64,32))'
  verified on the CPU, thread by thread: it verifies results but measures no times, ...
  verified: all 4096 elements are right, checked by the CPU
  ...

A partition that does not cover the tile:
  $ stridescope run --device reference \
      'copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_3):(_1,_4), tile=(4,4))'
  run on the CPU, thread by thread: it verifies results but measures no times, ...
  wrong: 4 of 16 elements
    no value arrives at 4 elements
    element (0,3) of tile (0,0): no thread stores it
  ...
)man",
    .exit_status = R"man(
0  all checked elements are right: all elements, or the reported sample
1  the program has errors, the kernel is invalid, or it failed
2  the command line is invalid
4  the kernel ran, and its result is wrong
5  nothing was verified, whether the kernel ran or not
)man",
};

struct RunOptions {
  gpu::RunRequest request;  // its program is the argument until it is read
  IntegerMode mode = IntegerMode::cute;
  std::string runner;
  double watchdog = 5;
  std::string picture;
  bool json = false;
};

// One line of progress on a terminal, erased before other output.
class Progress {
 public:
  explicit Progress(bool shown) : shown_(shown && isatty(2) != 0) {}
  void tell(const std::string& text) {
    if (!shown_) return;
    std::fprintf(stderr, "\r\033[K%s", printable(std::string_view(text).substr(0, 78)).c_str());
    std::fflush(stderr);
    told_ = true;
  }
  void wipe() {
    if (told_) std::fputs("\r\033[K", stderr);
    told_ = false;
  }

 private:
  bool shown_;
  bool told_ = false;
};

volatile std::sig_atomic_t interrupted = 0;

// Prints the picture of a measurement, with its legend.
int print_picture(const Workspace& workspace, const RunOptions& options, const RunResult& result) {
  const auto binding = kernel_binding(workspace, options.request.kernel);
  const auto overlay = overlay_named(options.picture);
  if (!binding || !overlay) return 1;
  const auto picture = overlay_svg(workspace, *binding, result, *overlay, language());
  if (!picture) {
    print(stderr, words(say("error: {}", picture.error().message)) + "\n = " + words(picture.error().hint) + "\n");
    return 1;
  }
  print_line(stdout, *picture);
  return 0;
}

// The exit status of a verdict, as in the manual.
int exit_status(RunVerdict verdict) {
  switch (verdict) {
    case RunVerdict::verified:
    case RunVerdict::sampled:
      return 0;
    case RunVerdict::wrong:
      return 4;
    case RunVerdict::not_verified:
      return 5;
    case RunVerdict::not_run:
      break;
  }
  return 1;
}

int run(const RunOptions& options) {
  gpu::RunRequest request = options.request;
  request.id = 1;
  request.program = program_text(request.program);
  request.teaching = options.mode == IntegerMode::teaching;
  request.counters |= !request.metrics.empty() || options.picture == "counters";
  request.trace |= !options.picture.empty() && options.picture != "counters";
  // Errors in the program are shown with their position.
  Workspace workspace;
  workspace.evaluate(request.program, options.mode);
  if (const int status = print_diagnostics(workspace); status != 0) return status;
  gpu::ClientOptions child;
  child.command = runner_command(options.runner);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", options.watchdog);
  child.command.insert(child.command.end(), {"--watchdog", seconds});
  child.silence_seconds = options.watchdog + 30;
  gpu::Client client(std::move(child));
  std::signal(SIGINT, [](int) { interrupted = 1; });
  Progress line(!options.json);
  const auto progress = [&](const gpu::Answer& answer) {
    line.tell(answer.text);
    if (options.json) print_line(stdout, gpu::event_line(answer));
  };
  const RunResult result = client.run(request, progress, [] { return interrupted != 0; });
  line.wipe();
  const auto binding = kernel_binding(workspace, request.kernel);
  const RunReport report = run_report(result, binding ? kernel_facts(workspace, *binding) : KernelFacts());
  if (!options.picture.empty() && report.status == RunReport::Status::ok) {
    if (const int failed = print_picture(workspace, options, result); failed != 0) return failed;
  } else if (options.json) {
    print_line(stdout, gpu::result_line(request.id, result));
  } else {
    print(report.status == RunReport::Status::error ? stderr : stdout, run_report_text(report, language()));
  }
  return exit_status(report.verdict);
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = add_command(app, "run", run_manual);
  gpu::RunRequest& request = options->request;
  add_program(*command, request.program)->required();
  add_integer_mode(*command, options->mode);
  command->add_option("--kernel", request.kernel, "The kernel's name; the last kernel of the program is the default.")
      ->type_name("NAME");
  command->add_option("--device", request.device, "auto: the GPU if there is one, else the CPU.")
      ->check(CLI::IsMember({"auto", "gpu", "reference"}))
      ->type_name("auto|gpu|reference");
  command->add_flag("--counters", request.counters, "Read hardware counters next to the predicted ones.");
  command
      ->add_option("--metrics", request.metrics,
                   "Counters to read instead of the default ones, at most 12: names of Nsight Compute, or memory, "
                   "l2, instructions, occupancy, tensor, tma.")
      ->delimiter(',')
      ->expected(1, 12)
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  command->add_flag("--trace", request.trace, "Trace the tiles, and the accesses of one, in instrumented kernels.");
  command
      ->add_option("--picture", options->picture,
                   "Print an SVG: counts, bandwidth by tile, timeline by multiprocessor, or cycles by warp access.")
      ->check(CLI::IsMember({"counters", "bandwidth", "timeline", "cycles"}))
      ->type_name("KIND");
  command->add_flag("--json", options->json,
                    "Print the events and the result of the protocol, one JSON object per line.");
  command->add_flag("--text", request.text, "With --json: include the CUDA text and PTX in the result.");
  command->add_flag("--cubin", request.cubin, "With --json: include the machine code in the result, in base64.");
  command->add_flag("--sass", request.sass,
                    "With --json: include the machine code as text, if the runner finds nvdisasm.");
  command->add_option("--seconds", request.seconds, "The limit for timing; 0.05 is the default, 0 times nothing.")
      ->check(CLI::Range(0.0, 60.0))
      ->type_name("SECONDS");
  command
      ->add_option("--watchdog", options->watchdog,
                   "The limit for a launch; 5 is the default. A longer launch counts as a hang.")
      ->check(CLI::Range(0.05, 600.0))
      ->type_name("SECONDS");
  command->add_option("--runner", options->runner, "The command that starts the runner; blanks separate words.")
      ->type_name("COMMAND");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace stridescope::cli
