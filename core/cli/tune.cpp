// `stridescope tune`: lists candidates for a kernel by the model, and measures them with a runner, one after the other
// within a budget of seconds. Measurements are stored, so that the next call measures only the rest.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>

#include "core/app/tuner.h"
#include "core/base/json.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/runs/devices.h"
#include "core/workspace/edit.h"
#include "core/workspace/kernel.h"
#include "gpu_runner/tuning_run.h"

namespace stridescope::cli {
namespace {

struct TunedProblem {
  std::string name;  // name of the kernel in its program, or a placeholder
  std::optional<Tuning> tuning;
  Message problem;  // the reason if missing
};

// "measured: 93.50 us, 720.1 TFLOP/s by wgmma 128x256x64, 4 stages; 180.1 us unchanged". The times are measured ones if
// the fastest kernel is measured, otherwise predicted. Empty without a time.
Message told(const Tuning& tuning) {
  const TunedKernel* best = tuning.best();
  if (best == nullptr) return {};
  const bool measured = best->measured_us.has_value();
  const auto us_of = [&](const TunedKernel& k) {
    return measured ? k.measured_us : k.time ? k.time->us : std::optional<double>();
  };
  const double us = *us_of(*best);
  const Message figures = say("{} us, {} {}", us_text(us), fixed(tuning.rate_of(us), 1), tuning.unit);
  const TunedKernel& given = tuning.kernels.front();
  if (best == &given)
    return measured ? say("measured: {}, unchanged; no candidate is faster", figures)
                    : say("predicted: {}, unchanged; no candidate is faster", figures);
  const Message quickest =
      measured ? say("measured: {} by {}", figures, best->label) : say("predicted: {} by {}", figures, best->label);
  const auto before = us_of(given);
  return before ? say("{}; {} us unchanged", quickest, us_text(*before)) : quickest;
}

// One line per kernel, after its name: the result, or the reason why it is missing.
std::string to_text(const std::vector<TunedProblem>& problems, const Catalog& catalog) {
  std::size_t width = 0;
  for (const TunedProblem& p : problems) width = std::max(width, p.name.size());
  std::string out;
  for (const TunedProblem& p : problems) {
    Message line = p.tuning ? told(*p.tuning) : p.problem;
    if (line.empty()) line = p.tuning->kernels.front().unpredicted;
    append_all(out, p.name, std::string(width - p.name.size() + 2, ' '), render(line, catalog), '\n');
  }
  return out;
}

constexpr Manual tune_manual = {
    .summary = "find the fastest kernel that is equivalent to a given one",
    .synopsis =
        "tune [--best N] [--budget SECONDS] [--insert] [--json] PROGRAM\n"
        "tune --predict [--gpu NAME] PROGRAM\n"
        "tune --exhaustive [--budget SECONDS] PROGRAM\n"
        "tune --all [--predict] [--json] PROGRAM",
    .description = R"man(
Takes the last gemm_kernel, copy_kernel or reduce_kernel of a program, lists
equivalent kernels (other tiles, stages, warpgroups, stored pieces,
clusters, bands, swizzles, permuted registers, the copy engine, blocks that
share a sum), ranks them by predicted time, and measures the best of them on
the GPU: each is verified element by element first, then timed. The table
has predicted and measured times, the bottleneck of each kernel, and the
bottleneck that differs between the given kernel and the best one. The best
kernel is printed as a statement to add to the program; --insert writes it
into the file.

The prediction is a model of this project's kernels, fitted to recorded
times of an H100 and an H200: waves of tiles, tensor cores at the clock that
power allows, bytes by level of memory, rows that straddle lines, latencies.
For other GPUs it is scaled by the ratios of their data sheets, and the
table states that.

Without a usable GPU, or with --predict, nothing is measured, and the table
states that. By default, the 8 candidates with the best predictions are
measured, then up to 4 that differ from the best in a single property. If a
launch takes less than 30 us, or if predictions are almost equal, up to 16
more follow. --best N changes the 8, --exhaustive measures all candidates,
at most 200. After --budget seconds no new measurement begins.

--all tunes every kernel of the program, one after the other, each with its
share of the remaining budget. For a program with one kernel per line, a
list of shapes, the answer is a table with one line per kernel.

Measurements are stored by GPU, tensors and types in
$XDG_STATE_HOME/stridescope/tuned.jsonl (~/.local/state) and are not
repeated; --fresh repeats them.
)man",
    .examples = R"man(
Predictions for a transpose, without a GPU:
  $ stridescope tune --predict --gpu H200 --best 4 \
      'copy_kernel((64,64):(64,1), (64,64):(1,64), (_256,_16):(_16,_1), tile=(64,64))'
  candidates for H200 SXM5 141 GB: predictions; nothing is measured
  ...

Two kernels in one table:
  $ stridescope tune --all --predict \
      'small = copy_kernel(4096:1, 4096:1, (_256,_4):(_4,_1))
       large = copy_kernel(67108864:1, 67108864:1, (_256,_1):(_1,_1))'
  small  predicted: ...
  large  predicted: ...
  ...
)man",
    .exit_status = R"man(
0  the table was printed, with measurements or with predictions only
1  the program has errors, or its kernel has no candidates
2  the command line is invalid
4  a candidate ran, and its result is wrong
)man",
};

struct TuneCommandOptions {
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
  bool all = false;
  bool fresh = false;
  bool insert = false;
  bool json = false;
};

// Measures the remaining kernels within the given seconds. False if a result was wrong.
bool measure_all(Tuning& tuning, double budget, double seconds, const gpu::TunedProgram& of, gpu::Client& client) {
  const auto begin = std::chrono::steady_clock::now();
  bool right = true;
  tuning.budget_s = budget;
  for (std::int64_t next = next_to_measure(tuning); next >= 0; next = next_to_measure(tuning)) {
    const RunVerdict verdict =
        gpu::measure(tuning, static_cast<std::size_t>(next), of, seconds, client, [] { return false; });
    right = right && verdict != RunVerdict::wrong;
    tuning.spent_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  if (const Message note = shown(tuning).note; !note.empty()) print(stderr, words(note) + "\n");
  return right;
}

void write_number(JsonWriter& json, std::string_view name, double value) {
  json.key(name);
  json.exact(value);
}

// The members of a candidate.
void write_candidate(JsonWriter& json, const TunedKernel& k) {
  json.field("label", k.text.empty() ? std::string("the given kernel") : english(k.label));
  if (!k.group.empty()) json.field("group", k.group);
  if (k.time) {
    write_number(json, "predicted_us", k.time->us);
    write_number(json, "predicted_rate", k.rate);
    json.field("binds", name_of(k.time->binds).id);
    json.key("parts_us");
    json.open_object();
    for (std::size_t p = 0; p < time_limits; ++p)
      write_number(json, name_of(static_cast<TimeLimit>(p)).id, k.time->part_us[p]);
    json.close_object();
    if (!k.time->doubt.empty()) json.field("doubt", english(k.time->doubt));
  }
  if (k.measured_us) {
    write_number(json, "measured_us", *k.measured_us);
    write_number(json, "measured_rate", k.measured_rate);
  }
  if (!k.problem.empty()) json.field("problem", english(k.problem));
  if (!k.text.empty()) json.field("text", k.text);
}

// The members of a tuning.
void write_tuning(JsonWriter& json, const Tuning& tuning) {
  const TuningShown rows = shown(tuning);
  json.field("gpu", tuning.gpu);
  json.field("fitted", tuning.fitted);
  json.field("kernel", tuning.kernel);
  json.field("unit", tuning.unit);
  json.field("candidates", tuning.looked_at);
  json.field("summary", english(rows.summary));
  json.key("rows");
  json.open_array();
  for (std::size_t i = 0; i < tuning.kernels.size(); ++i) {
    json.open_object();
    write_candidate(json, tuning.kernels[i]);
    json.field("number", i);
    json.field("best", rows.rows[i].best);
    json.close_object();
  }
  json.close_array();
  if (tuning.nearby.empty()) return;
  // Variants that are measured after the best tile is known.
  json.objects("nearby", tuning.nearby, [&](const TunedKernel& k) { write_candidate(json, k); });
}

// Adds the lines after the program's last line, if the argument is a file.
int insert(const TuneCommandOptions& options, const std::string& program, const std::string& lines) {
  if (options.program == "-" || program_source(options.program) == ProgramSource::text) {
    print(stderr, words(say("error: --insert writes into a file, but {} is not a file", "PROGRAM")) + "\n");
    return 1;
  }
  // Appends only: a full disk loses the new lines, but not the program.
  std::ofstream out(options.program, std::ios::binary | std::ios::app);
  out << (program.empty() || program.back() == '\n' ? "" : "\n") << lines;
  out.close();
  if (out) return 0;
  print_error({ErrorCode::arguments, say("{} cannot be written", options.program), {}, {}, {}});
  return 1;
}

// Tunes the kernels of one program on one GPU.
class Tunings {
 public:
  Tunings(const TuneCommandOptions& options, const Workspace& workspace) : options_(options), workspace_(workspace) {
    if (options.predict) return;
    gpu::ClientOptions child;
    child.command = runner_command(options.runner);
    child.silence_seconds = 60;
    client_ = std::make_unique<gpu::Client>(std::move(child));
    device_ = gpu::gpu_name(*client_);
    if (device_.empty()) {
      if (!options.json) print(stderr, words(say("no usable GPU: predictions only")) + "\n");
    } else if (!options.gpu.empty() && !is_same_product(options.gpu, device_)) {
      print(stderr, words(say("the GPU here is {}: predictions only for {}", device_, options.gpu)) + "\n");
      device_.clear();
    }
  }

  // Limits its measurement to the budget, in seconds.
  Result<Tuning> tune(int binding, const gpu::TunedProgram& of, double budget) {
    const TuneOptions how = {options_.best, options_.exhaustive};
    auto tuning = tuning_of(workspace_, binding, !options_.gpu.empty() ? options_.gpu : device_, how);
    if (!tuning && options_.gpu.empty() && tuning.error().code == ErrorCode::unknown_name)
      tuning = tuning_of(workspace_, binding, {}, how);
    if (!tuning || device_.empty()) return tuning;
    if (!options_.fresh) add_kept(*tuning, device_, gpu::read_tunings());
    right_ = measure_all(*tuning, budget, options_.seconds, of, *client_) && right_;
    return tuning;
  }

  // True if no result was wrong.
  bool right() const { return right_; }

 private:
  const TuneCommandOptions& options_;
  const Workspace& workspace_;
  std::unique_ptr<gpu::Client> client_;
  std::string device_;  // the driver's name; empty: nothing is measured
  bool right_ = true;
};

int finish(const TuneCommandOptions& options, const std::string& program, const std::string& lines, bool right) {
  if (!options.json && !lines.empty()) print(stdout, "\n" + lines);
  if (options.insert && !lines.empty() && insert(options, program, lines) != 0) return 1;
  return right ? 0 : 4;
}

// The best candidate as a statement; empty if none is better than the given kernel.
std::string statement_of(const Tuning& tuning, const std::string& program, const std::string& name) {
  const TunedKernel* best = tuning.best();
  return best == nullptr || best->text.empty() ? std::string() : fresh_name(program, name) + " = " + best->text + "\n";
}

int run_one(const TuneCommandOptions& options, const std::string& program, const Workspace& workspace) {
  const auto binding = kernel_binding(workspace, options.kernel);
  if (!binding) {
    print_error(binding.error());
    return 1;
  }
  Tunings tunings(options, workspace);
  const auto tuning =
      tunings.tune(*binding, {program, options.kernel, options.mode == IntegerMode::teaching}, options.budget);
  if (!tuning) {
    print_error(tuning.error());
    return 1;
  }
  if (options.json) {
    std::string out;
    JsonWriter json(out);
    json.open_object();
    write_tuning(json, *tuning);
    json.close_object();
    print_line(stdout, out);
  } else {
    print(stdout, to_text(*tuning, language()));
  }
  return finish(options, program, statement_of(*tuning, program, "tuned"), tunings.right());
}

int run_all(const TuneCommandOptions& options, const std::string& program, const Workspace& workspace) {
  const auto& bindings = workspace.report().bindings;
  std::vector<int> kernels;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (is_kernel(bindings[i].value)) kernels.push_back(static_cast<int>(i));
  }
  if (kernels.empty()) {
    print_error(kernel_binding(workspace, {}).error());
    return 1;
  }
  Tunings tunings(options, workspace);
  std::vector<TunedProblem> table;
  std::string rows;
  JsonWriter json(rows);
  json.open_array();
  std::string lines;
  double left = options.budget;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const auto& binding = bindings[static_cast<std::size_t>(kernels[i])];
    TunedProblem& one = table.emplace_back();
    one.name = binding.name.empty() ? cat('#', i + 1) : binding.name;
    // A name can be bound again, and a kernel can be unnamed: it is the last kernel of the program up to its statement.
    const gpu::TunedProgram of = {program.substr(0, binding.span.end), {}, options.mode == IntegerMode::teaching};
    auto tuning = tunings.tune(kernels[i], of, left / static_cast<double>(kernels.size() - i));
    json.open_object();
    if (tuning) {
      left = std::max(0.0, left - tuning->spent_s);
      if (options.json) write_tuning(json, *tuning);
      const std::string wish = binding.name.empty() ? "tuned" : binding.name + "_tuned";
      lines += statement_of(*tuning, program + "\n" + lines, wish);
      one.tuning = std::move(*tuning);
    } else {
      one.problem = tuning.error().message;
      json.field("problem", english(one.problem));
    }
    json.field("name", one.name);
    json.close_object();
  }
  json.close_array();
  if (options.json) {
    print_line(stdout, rows);
  } else {
    print(stdout, to_text(table, language()));
  }
  return finish(options, program, lines, tunings.right());
}

int run(const TuneCommandOptions& options) {
  const std::string program = program_text(options.program);
  Workspace workspace;
  workspace.evaluate(program, options.mode);
  if (const int status = print_diagnostics(workspace); status != 0) return status;
  return options.all ? run_all(options, program, workspace) : run_one(options, program, workspace);
}

}  // namespace

void add_tune(CLI::App& app, int& status) {
  auto options = std::make_shared<TuneCommandOptions>();
  CLI::App* command = add_command(app, "tune", tune_manual);
  add_program(*command, options->program)->required();
  add_integer_mode(*command, options->mode);
  command->add_option("--kernel", options->kernel, "The kernel's name; the last kernel of the program is the default.")
      ->type_name("NAME");
  command->add_flag("--predict", options->predict, "Measure nothing: print predictions only.");
  command
      ->add_option("--gpu", options->gpu,
                   "Predict for this GPU: H100, H200, A100, ...; the default is the GPU of this machine.")
      ->type_name("NAME");
  command->add_option("--best", options->best, "The number of candidates to measure; 8 is the default.")
      ->check(CLI::Range(std::size_t{1}, max_tuned))
      ->type_name("N");
  command->add_flag("--exhaustive", options->exhaustive, "Measure all candidates, at most 200.");
  command->add_flag("--all", options->all, "Tune every kernel of the program, in one table.")->excludes("--kernel");
  command->add_option("--budget", options->budget, "The time after which no new measurement begins; 60 is the default.")
      ->check(CLI::Range(0.0, 36000.0))
      ->type_name("SECONDS");
  command->add_option("--seconds", options->seconds, "The limit for timing one kernel; 0.2 is the default.")
      ->check(CLI::Range(0.01, 60.0))
      ->type_name("SECONDS");
  command->add_flag("--fresh", options->fresh, "Repeat stored measurements.");
  command->add_flag("--insert", options->insert, "Add the best one to the file PROGRAM.");
  command->add_flag("--json", options->json, "Print the table as a JSON object; with --all: an array of objects.");
  command->add_option("--runner", options->runner, "The command that starts the runner; blanks separate words.")
      ->type_name("COMMAND");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace stridescope::cli
