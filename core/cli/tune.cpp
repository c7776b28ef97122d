// `stridescope tune`: candidates for a kernel by the model, and their times by a runner, one after the other within a
// budget of seconds. What is measured is kept, so that the next call measures what is left.
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>

#include "core/app/tuner.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/cli/command.h"
#include "core/workspace/edit.h"
#include "core/workspace/kernel.h"
#include "gpu_runner/client.h"

namespace stridescope::cli {
namespace {

constexpr Manual manual = {
    .summary = "find the quickest kernel that does the same as one",
    .synopsis =
        "tune [--best N] [--budget SECONDS] [--insert] [--json] PROGRAM\n"
        "tune --predict [--gpu NAME] PROGRAM\n"
        "tune --exhaustive [--budget SECONDS] PROGRAM",
    .description = R"man(
Takes the last gemm_kernel or copy_kernel of a program, lists kernels that
do the same (other tiles, stages, warpgroups, stored pieces, clusters,
bands, swizzles, the copy engine), ranks them by a prediction of their
times, and measures the best of them on the GPU: each is proved element by
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
first 8 are measured; --best N takes others, --exhaustive all of them, at
most 200. No new one begins once --budget seconds are over.

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
  double budget = 60;
  double seconds = 0.2;
  std::size_t best = default_tuned;
  bool predict = false;
  bool exhaustive = false;
  bool fresh = false;
  bool insert = false;
  bool json = false;
};

// Lines of measured candidates, for this user.
class Kept {
 public:
  Kept() {
    std::string folder;
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && state[0] == '/') {
      folder = cat(state, "/stridescope");
      mkdir(state, 0700);
    } else if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/') {
      folder = cat(home, "/.local/state/stridescope");
      for (const char* part : {"/.local", "/.local/state"}) mkdir(cat(home, part).c_str(), 0700);
    }
    if (folder.empty()) return;
    mkdir(folder.c_str(), 0700);
    path_ = folder + "/tuned.jsonl";
  }
  std::string read() const {
    std::ifstream in(path_, std::ios::binary);
    std::string out;
    if (!in) return out;
    out.resize(max_tuned_bytes);
    in.read(out.data(), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(in.gcount()));
    return out;
  }
  // Never fails: what cannot be kept is measured again.
  void add(const TunedLine& line) const {
    if (path_.empty()) return;
    std::ofstream out(path_, std::ios::binary | std::ios::app);
    out << tuned_line(line) << '\n';
  }

 private:
  std::string path_;
};

std::string now() {
  char text[32];
  const std::time_t t = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&t, &utc);
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::vector<std::string> runner_command(const std::string& given) {
  std::vector<std::string> out;
  if (given.empty()) return {gpu::find_runner()};
  std::istringstream words(given);
  for (std::string word; words >> word;) out.push_back(word);
  return out;
}

// What a runner can do, once it has been asked.
struct Device {
  std::string name;  // the driver's; empty: no GPU
};

Device device_of(gpu::Client& client) {
  Device out;
  const gpu::Json answer = client.send(gpu::ping_line(1), 1, {}, [] { return false; });
  out.name = fields::text(fields::part(answer, "gpu"), "name").value_or("");
  return out;
}

// Measures what is still to be measured, until the time is over.
class Measuring {
 public:
  Measuring(const Options& options, const std::string& program, const std::string& kernel, gpu::Client& client,
            std::string device)
      : options_(options), program_(program), kernel_(kernel), client_(client), device_(std::move(device)) {}

  void run(Tuning& tuning) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::int64_t next = next_to_measure(tuning); next >= 0; next = next_to_measure(tuning)) {
      if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > options_.budget) {
        print(stderr, words(say("the budget of {} s is over; {} {kernel is|kernels are} not measured",
                                static_cast<std::int64_t>(options_.budget), left(tuning))) +
                          "\n");
        return;
      }
      one(tuning, static_cast<std::size_t>(next));
    }
  }
  bool wrong() const { return wrong_; }

 private:
  static std::size_t left(const Tuning& tuning) {
    std::size_t out = 0;
    for (const TunedKernel& k : tuning.kernels) out += !k.measured_us && k.problem.empty() ? 1 : 0;
    return out;
  }

  void one(Tuning& tuning, std::size_t number) {
    TunedKernel& k = tuning.kernels[number];
    gpu::RunRequest request;
    request.id = static_cast<int>(number);
    request.program = k.text.empty() ? program_ : k.text;
    request.kernel = k.text.empty() ? kernel_ : std::string();
    request.teaching = k.text.empty() && options_.mode == IntegerMode::teaching;
    request.device = "gpu";
    request.seconds = options_.seconds;
    const gpu::Json result = client_.run(request, {}, [] { return false; });
    const RunReport report = run_report(fields::printed(result));
    wrong_ = wrong_ || report.verdict == RunVerdict::wrong;
    take_measured(tuning, number, report);
    if (k.measured_us && !k.text.empty()) kept_.add({device_, tuning.kernel, k.text, *k.measured_us, now()});
  }

  const Options& options_;
  const std::string& program_;
  const std::string& kernel_;
  gpu::Client& client_;
  std::string device_;
  Kept kept_;
  bool wrong_ = false;
};

gpu::Json as_json(const Tuning& tuning) {
  gpu::Json out = {{"gpu", tuning.gpu},
                   {"fitted", tuning.fitted},
                   {"kernel", tuning.kernel},
                   {"unit", tuning.unit},
                   {"candidates", tuning.looked_at}};
  const TuningShown rows = shown(tuning);
  out["summary"] = english(rows.summary);
  out["rows"] = gpu::Json::array();
  for (std::size_t i = 0; i < tuning.kernels.size(); ++i) {
    const TunedKernel& k = tuning.kernels[i];
    gpu::Json row = {{"number", i}, {"label", english(rows.rows[i].label)}, {"best", rows.rows[i].best}};
    if (k.time) {
      row["predicted_us"] = k.time->us;
      row["predicted_rate"] = k.rate;
      row["binds"] = name_of(k.time->binds).id;
      for (std::size_t p = 0; p < time_limits; ++p) {
        row["parts_us"][name_of(static_cast<TimeLimit>(p)).id] = k.time->part_us[p];
      }
    }
    if (k.measured_us) {
      row["measured_us"] = *k.measured_us;
      row["measured_rate"] = k.measured_rate;
    }
    if (!k.problem.empty()) row["problem"] = english(k.problem);
    if (!k.text.empty()) row["text"] = k.text;
    out["rows"].push_back(std::move(row));
  }
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
  Device device;
  if (!options.predict) {
    gpu::ClientOptions child;
    child.command = runner_command(options.runner);
    child.silence_seconds = 60;
    client = std::make_unique<gpu::Client>(std::move(child));
    device = device_of(*client);
  }
  const TuneOptions tuning_options = {options.best, options.exhaustive};
  auto tuning = tuning_of(workspace, *binding, !options.gpu.empty() ? options.gpu : device.name, tuning_options);
  if (!tuning && options.gpu.empty() && tuning.error().code == ErrorCode::unknown_name)
    tuning = tuning_of(workspace, *binding, {}, tuning_options);
  if (!tuning) {
    print_error(tuning.error());
    return 1;
  }
  if (!device.name.empty() && !options.fresh) take_kept(*tuning, device.name, Kept().read());
  int status = 0;
  if (!device.name.empty()) {
    Measuring measuring(options, program, options.kernel, *client, device.name);
    measuring.run(*tuning);
    if (measuring.wrong()) status = 4;
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
