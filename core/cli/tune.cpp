// `stridescope tune`: candidates for a kernel by the model, and their times by a runner, one after the other within a
// budget of seconds. What is measured is kept, so that the next call measures what is left.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>

#include "core/app/tuner.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/workspace/edit.h"
#include "core/workspace/kernel.h"
#include "gpu_runner/tuning_run.h"

namespace stridescope::cli {
namespace {

constexpr Manual manual = {
    .summary = "find the quickest kernel that does the same as one",
    .synopsis =
        "tune [--best N] [--budget SECONDS] [--insert] [--json] PROGRAM\n"
        "tune --predict [--gpu NAME] PROGRAM\n"
        "tune --exhaustive [--budget SECONDS] PROGRAM",
    .description = R"man(
Takes the last gemm_kernel, copy_kernel or reduce_kernel of a program,
lists kernels that do the same (other tiles, stages, warpgroups, stored
pieces, clusters, bands, swizzles, elements turned in registers, the copy
engine, blocks that share a sum), ranks them by a prediction of their times, and measures the best of them on the GPU: each is proved element by
element first, then timed. The table has what was predicted beside what
was measured, what binds each kernel, and which bound moved from the given
one to the best. The best one is printed as a statement to add to the
program; --insert writes it into the file.

The prediction is a model of this project's kernels, fitted to recorded
times of an H100 and an H200: waves of tiles, tensor cores at the clock
that power allows, bytes by level of memory, rows that straddle lines,
latencies. Of other GPUs it goes by the ratios of their data sheets, and
says so.

Where there is no GPU that can be used, and with --predict, nothing is
measured and the table says so. Of the candidates that the model ranks
first 8 are measured, then up to 4 that differ from the best in one thing;
where a launch takes less than 30 us, or predictions are alike, up to 16
more; --best N takes others, --exhaustive all of them, at most 200. No new one
begins once --budget seconds are over.

What was measured is kept, by GPU, tensors and types, in
$XDG_STATE_HOME/stridescope/tuned.jsonl (~/.local/state), and is not
measured again; --fresh measures all anew.
)man",
    .examples = R"man(
What the model says of a transpose, with no GPU:
  $ stridescope tune --predict --gpu H200 --best 4 \
      'copy_kernel((64,64):(64,1), (64,64):(1,64), (_256,_16):(_16,_1), tile=(64,64))'
  candidates for H200 SXM5 141 GB: predictions, nothing is measured
  ...
)man",
    .exit_status = R"man(
0  the table is there: measured, or predictions and labelled so
1  the program has errors, or its kernel has no candidates
2  the command line makes no sense
4  a candidate ran, and its result is wrong
)man",
};

struct Options {
  std::string program;
  IntegerMode mode = IntegerMode::cute;
  std::string kernel;
  std::string gpu;
  std::string runner;
  double budget = default_tuning_seconds;
  double seconds = 0.2;
  std::size_t best = default_tuned;
  bool predict = false;
  bool exhaustive = false;
  bool fresh = false;
  bool insert = false;
  bool json = false;
};

std::vector<std::string> runner_command(const std::string& given) {
  std::vector<std::string> out;
  if (given.empty()) return {gpu::find_runner()};
  std::istringstream words(given);
  for (std::string word; words >> word;) out.push_back(word);
  return out;
}

// Measures what is still to be measured, until the time is over. False when a result was wrong.
bool measure_all(Tuning& tuning, const Options& options, const std::string& program, gpu::Client& client) {
  const auto begin = std::chrono::steady_clock::now();
  const gpu::TunedProgram of = {program, options.kernel, options.mode == IntegerMode::teaching};
  bool right = true;
  tuning.budget_s = options.budget;
  for (std::int64_t next = next_to_measure(tuning); next >= 0; next = next_to_measure(tuning)) {
    const RunVerdict verdict =
        gpu::measure(tuning, static_cast<std::size_t>(next), of, options.seconds, client, [] { return false; });
    right = right && verdict != RunVerdict::wrong;
    tuning.spent_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  if (const Message note = shown(tuning).note; !note.empty()) print(stderr, words(note) + "\n");
  return right;
}

gpu::Json as_json(const Tuning& tuning) {
  gpu::Json out = {{"gpu", tuning.gpu},
                   {"fitted", tuning.fitted},
                   {"kernel", tuning.kernel},
                   {"unit", tuning.unit},
                   {"candidates", tuning.looked_at}};
  const TuningShown rows = shown(tuning);
  out["summary"] = english(rows.summary);
  const auto row_of = [](const TunedKernel& k) {
    gpu::Json row = {{"label", k.text.empty() ? std::string("as it is") : english(k.label)}};
    if (!k.group.empty()) row["group"] = k.group;
    if (k.time) {
      row["predicted_us"] = k.time->us;
      row["predicted_rate"] = k.rate;
      row["binds"] = name_of(k.time->binds).id;
      for (std::size_t p = 0; p < time_limits; ++p) {
        row["parts_us"][name_of(static_cast<TimeLimit>(p)).id] = k.time->part_us[p];
      }
      if (!k.time->doubt.empty()) row["doubt"] = english(k.time->doubt);
    }
    if (k.measured_us) {
      row["measured_us"] = *k.measured_us;
      row["measured_rate"] = k.measured_rate;
    }
    if (!k.problem.empty()) row["problem"] = english(k.problem);
    if (!k.text.empty()) row["text"] = k.text;
    return row;
  };
  out["rows"] = gpu::Json::array();
  for (std::size_t i = 0; i < tuning.kernels.size(); ++i) {
    gpu::Json row = row_of(tuning.kernels[i]);
    row["number"] = i;
    row["best"] = rows.rows[i].best;
    out["rows"].push_back(std::move(row));
  }
  // Those that are measured once the best tile is known.
  for (const TunedKernel& k : tuning.nearby) out["nearby"].push_back(row_of(k));
  return out;
}

// The best one after the program's last line, where the argument is a file.
int insert(const Options& options, const std::string& program, const std::string& line) {
  std::ifstream is_file(options.program);
  if (!is_file) {
    print(stderr, words(say("error: --insert writes into a file, and {} is none", "PROGRAM")) + "\n");
    return 1;
  }
  is_file.close();
  std::ofstream out(options.program, std::ios::binary | std::ios::trunc);
  out << program << (program.empty() || program.back() == '\n' ? "" : "\n") << line << '\n';
  return out ? 0 : 1;
}

int run(const Options& options) {
  const std::string program = program_text(options.program);
  Workspace workspace;
  workspace.evaluate(program, options.mode);
  if (const int status = print_diagnostics(workspace); status != 0) return status;
  const auto binding = kernel_binding(workspace, options.kernel);
  if (!binding) {
    print_error(binding.error());
    return 1;
  }
  std::unique_ptr<gpu::Client> client;
  std::string device;
  if (!options.predict) {
    gpu::ClientOptions child;
    child.command = runner_command(options.runner);
    child.silence_seconds = 60;
    client = std::make_unique<gpu::Client>(std::move(child));
    device = gpu::gpu_name(*client);
  }
  const TuneOptions tuning_options = {options.best, options.exhaustive};
  auto tuning = tuning_of(workspace, *binding, !options.gpu.empty() ? options.gpu : device, tuning_options);
  if (!tuning && options.gpu.empty() && tuning.error().code == ErrorCode::unknown_name)
    tuning = tuning_of(workspace, *binding, {}, tuning_options);
  if (!tuning) {
    print_error(tuning.error());
    return 1;
  }
  if (!device.empty() && !options.fresh) take_kept(*tuning, device, gpu::read_tunings());
  int status = 0;
  if (!device.empty()) {
    if (!measure_all(*tuning, options, program, *client)) status = 4;
  } else if (!options.predict && !options.json) {
    print(stderr, words(say("no GPU that can be used: predictions alone")) + "\n");
  }
  if (options.json) {
    print_line(stdout, as_json(*tuning).dump());
  } else {
    print(stdout, to_text(*tuning, language()));
  }
  const TunedKernel* best = tuning->best();
  if (best == nullptr || best->text.empty()) return status;
  const std::string line = fresh_name(program, "tuned") + " = " + best->text;
  if (!options.json) print(stdout, "\n" + line + "\n");
  return options.insert && insert(options, program, line) != 0 ? 1 : status;
}

}  // namespace

void add_tune(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "tune", manual);
  add_program(*command, options->program)->required();
  add_integer_mode(*command, options->mode);
  command->add_option("--kernel", options->kernel, "The kernel's name; the last kernel of the program is the default.")
      ->type_name("NAME");
  command->add_flag("--predict", options->predict, "Measure nothing: predictions alone.");
  command
      ->add_option("--gpu", options->gpu, "Predict for this GPU: H100, H200, A100, ...; the one of the machine else.")
      ->type_name("NAME");
  command->add_option("--best", options->best, "How many candidates are measured; 8 is the default.")
      ->check(CLI::Range(std::size_t{1}, max_tuned))
      ->type_name("N");
  command->add_flag("--exhaustive", options->exhaustive, "All candidates, at most 200.");
  command
      ->add_option("--budget", options->budget, "No new measurement begins after so many seconds; 60 is the default.")
      ->check(CLI::Range(0.0, 36000.0))
      ->type_name("SECONDS");
  command->add_option("--seconds", options->seconds, "For timing one kernel, at most; 0.2 is the default.")
      ->check(CLI::Range(0.01, 60.0))
      ->type_name("SECONDS");
  command->add_flag("--fresh", options->fresh, "Measure anew what was measured before.");
  command->add_flag("--insert", options->insert, "Add the best one to the file PROGRAM.");
  command->add_flag("--json", options->json, "The table as one JSON object.");
  command->add_option("--runner", options->runner, "The runner's command; blanks separate words.")
      ->type_name("COMMAND");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace stridescope::cli
