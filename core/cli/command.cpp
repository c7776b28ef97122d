// Output of every command: diagnostics with a caret on standard error, values on standard output, control characters
// made visible on a terminal.
#include "core/cli/command.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "core/app/languages.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/cli/input.h"
#include "core/workspace/diagnostics.h"
#include "gpu_runner/client.h"

namespace stridescope::cli {

CLI::Option* add_program(CLI::App& command, std::string& program, const std::string& what) {
  return command.add_option("PROGRAM", program, what)->check(unreadable_program);
}

void add_integer_mode(CLI::App& command, IntegerMode& mode) {
  const std::map<std::string, IntegerMode> modes = {{"cute", IntegerMode::cute}, {"teaching", IntegerMode::teaching}};
  command
      .add_option(
          "--ints", mode,
          mode == IntegerMode::cute
              ? "The meaning of a plain integer. cute, the default: 4 is dynamic and _4 static. teaching: every "
                "integer is static and nothing prints an underscore."
              : "The meaning of a plain integer of PROGRAM. teaching, the default: every integer is static and nothing "
                "prints an underscore. cute: 4 is dynamic and _4 static. A request has its own mode.")
      ->transform(CLI::CheckedTransformer(modes))
      ->type_name("cute|teaching");
}

namespace {

const Catalog* spoken = nullptr;

}  // namespace

void add_language(CLI::App& command) {
  const std::vector<std::string> codes = language_codes();
  std::string usage;
  for (const std::string& code : codes) append_all(usage, usage.empty() ? "" : "|", code);
  command
      .add_option_function<std::string>(
          "--lang", [](const std::string& name) { spoken = catalog_of(name); },
          "The language of errors, verdicts and derivations, en if none is named. What CuTe prints is the same in all.")
      ->check(CLI::IsMember(codes))
      ->envname("STRIDESCOPE_LANG")
      ->type_name(usage);
}

void speak_early(int argc, char** argv) {
  const char* asked = std::getenv("STRIDESCOPE_LANG");
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--lang" && i + 1 < argc) asked = argv[i + 1];
    if (word.starts_with("--lang=")) asked = argv[i] + 7;
  }
  if (asked != nullptr) spoken = catalog_of(asked);
}

const Catalog& language() { return spoken != nullptr ? *spoken : english_catalog(); }

std::string words(const Message& message) { return render(message, language()); }

std::string program_text(const std::string& argument) {
  if (program_source(argument) == ProgramSource::text) return argument;
  // Longer than any program: the evaluator refuses it, and the rest need not be read.
  return required(read_input(argument, 1 << 20));
}

void print(std::FILE* to, std::string_view text) {
  const std::string shown = printable(text);
  std::fwrite(shown.data(), 1, shown.size(), to);
}

void print_line(std::FILE* to, std::string_view text) {
  print(to, text);
  if (!text.ends_with('\n')) print(to, "\n");
}

int print_diagnostics(const Workspace& workspace) {
  const Report& report = workspace.report();
  std::fflush(stdout);  // values precede errors, even if both go to one file
  if (!report.left_out.empty()) print_line(stderr, words(say("note: {}", report.left_out)));
  for (const Diagnostic& d : report.diagnostics) print(stderr, format_diagnostic(workspace.program(), d, language()));
  return first_failure(report) == nullptr ? 0 : 1;
}

void print_error(const Error& error) {
  print(stderr, words(say("error: {}", error.message)) + "\n");
  if (!error.hint.empty()) print(stderr, " = " + words(error.hint) + "\n");
}

int print_result(const Result<std::string>& text) {
  if (!text) {
    print_error(text.error());
    return 1;
  }
  print_line(stdout, *text);
  return 0;
}

int refuse_empty_program(const Report& report) {
  print_error({ErrorCode::arguments,
               report.left_out.empty() ? say("the program is empty") : say("no layout in this text"),
               say("write an expression, such as (4,8):(1,4)"),
               {},
               {}});
  return 1;
}

std::vector<std::string> runner_command(const std::string& given) {
  if (given.empty()) return {gpu::find_runner()};
  std::vector<std::string> out;
  std::istringstream words(given);
  for (std::string word; words >> word;) out.push_back(word);
  return out;
}

int evaluate(Workspace& workspace, const std::string& argument, IntegerMode mode) {
  const Report& report = workspace.evaluate(program_text(argument), mode);
  if (print_diagnostics(workspace) != 0) return -1;
  if (report.bindings.empty()) refuse_empty_program(report);
  return static_cast<int>(report.bindings.size()) - 1;
}

}  // namespace stridescope::cli
