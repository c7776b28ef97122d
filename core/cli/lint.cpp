// `stridescope lint`: reports faults of layouts in source files. core/lint finds them.
#include "core/lint/lint.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/lint/report.h"

namespace stridescope::cli {
namespace {

namespace fs = std::filesystem;

constexpr Manual lint_manual = {
    .summary = "report faults of layouts in source files",
    .synopsis = "lint [--format FORMAT] [--baseline FILE] [--summary FILE] PATH...",
    .description = R"man(
Reads sources of CuTe in C++ and Python, MLIR of CuTe DSL, TTGIR, TileLang
and PTX, without a GPU, and reports faults of their layouts. In a folder it
reads the files with a known suffix, also in all folders below it that are
not hidden; `-` is standard input.

A finding has a computed coordinate or count. Layouts whose value does not
follow from their file are not checked; a comment gives values to names that
the file leaves open:

  // stride: kBlockM = 128, kHeadDim = 64

Notes name the declarations that a finding depends on, where it is usually
fixed: the layout, the threads of the copy, the number of rows.

Thread and block are 0. The rules, each explained in the page `lint` of the
documentation:

  tv-coverage      elements without an owner
  tv-overlap       elements with several owners
  atom-bijection   an atom that does not hold each element once
  bank-conflict    more wavefronts than necessary
  uncoalesced      more sectors than necessary
  narrow-copy      fewer bits at once than the tensors allow
  copy-width       more bits at once than the tensors allow
  misaligned       an access wider than the alignment of its address
  swizzle-unit     a swizzle of the wrong unit or span
  out-of-bounds    elements outside of a tensor, without a predicate
  offset-overflow  an offset beyond 32 bits
  capacity         shared or tensor memory over its capacity
  two-layouts      two layouts of one buffer between barriers
  law              a result that violates the law of its operation

A comment `stridescope: ignore`, or `stridescope: ignore(RULE, RULE)`, on
the line or alone on the line before it excludes findings; `stridescope:
ignore-file(RULE)` excludes those of the whole file.

Formats: text; json; sarif, of version 2.1.0; github, the annotations of a
workflow. `--summary` appends a page of Markdown with pictures.
)man",
    .examples = R"man(
A tile of 100 rows that is read in tiles of 64:
  $ printf '%s\n' 'auto A = make_tensor(make_gmem_ptr(p), make_shape(100, 64));' 'auto B = local_tile(A, make_shape(64, 64), make_coord(1, 0));' | stridescope lint -
  -:2:10: warning: element (36,0) of the part is (100,0) of the tensor, outside of (100,64); 1792 of 4096 elements are outside [out-of-bounds]
    auto B = local_tile(A, make_shape(64, 64), make_coord(1, 0));
    = exclude such elements by a predicate
  -:1:6: note: 'A' is made here
    auto A = make_tensor(make_gmem_ptr(p), make_shape(100, 64));
)man",
    .exit_status = R"man(
0  no finding
1  findings
2  the command line is invalid, or a file cannot be read
)man",
};

struct LintOptions {
  std::vector<std::string> paths;
  std::string format = "text";
  std::string baseline;
  std::string write_baseline;
  std::string summary;
};

// Slightly more than the limit of modules.
constexpr std::size_t most_linted_bytes = (std::size_t{1} << 26) + 1;
constexpr std::size_t most_included_bytes = std::size_t{1} << 18;
constexpr int lint_unreadable = 2;

// The files below a folder, in the order of their paths.
std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    if (name.starts_with('.')) {
      at.disable_recursion_pending();
    } else if (at->is_regular_file(ignored) && lint::is_source_name(name)) {
      out.push_back(at->path().string());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool append_file(const std::string& name, std::string_view text, const char* mode) {
  std::FILE* to = std::fopen(name.c_str(), mode);
  const bool written = to != nullptr && std::fwrite(text.data(), 1, text.size(), to) == text.size();
  const bool closed = to == nullptr || std::fclose(to) == 0;
  if (written && closed) return true;
  print_error({ErrorCode::arguments, Message::verbatim("cannot write '" + name + "'"), {}, {}, {}});
  return false;
}

// The files next to a source that it includes; those of installed libraries are left out.
IncludeReader includes_of(const std::string& path) {
  return [folder = fs::path(path).parent_path()](const std::string& name) -> std::optional<std::string> {
    const fs::path file = folder / name;
    std::error_code ignored;
    if (!lint::is_source_name(name) || !fs::is_regular_file(file, ignored)) return std::nullopt;
    auto text = read_input(file.string(), most_included_bytes);
    return text ? std::optional(std::move(*text)) : std::nullopt;
  };
}

int run_lint(const LintOptions& options) {
  bool failed = false;
  std::map<std::string, std::vector<lint::Finding>> found;
  std::size_t values = 0;
  std::size_t open = 0;
  std::string open_name;
  const auto read = [&](const std::string& path, bool named) {
    const auto text = read_input(path, most_linted_bytes);
    auto linted =
        text ? lint::lint(*text, includes_of(path)) : Result<lint::Linted>(tl::unexpected<Error>(text.error()));
    if (!linted) {
      print(stderr, path + ": ");
      // A file of a folder that is beyond the limits is skipped.
      if (!named && linted.error().code == ErrorCode::too_large)
        return print_line(stderr, words(say("note: {}", linted.error().message)));
      failed = true;
      return print_error(linted.error());
    }
    values += linted->values;
    open += linted->open;
    if (named) open_name = linted->open_name;
    for (lint::Finding& one : linted->findings) {
      const bool included = !one.file.empty();
      if (included) one.through = path;
      const auto name_of = [&](const std::string& file) {
        return file.empty() ? path : (fs::path(path).parent_path() / file).lexically_normal().string();
      };
      const std::string name = name_of(one.file);
      for (lint::FindingPlace& place : one.related) place.file = name_of(place.file);
      // A file that several sources include has its findings once.
      const auto same = [&](const lint::Finding& other) { return other.line == one.line && other.rule == one.rule; };
      std::vector<lint::Finding>& known = found[name];
      if (std::none_of(known.begin(), known.end(), same)) known.push_back(std::move(one));
    }
  };
  for (const std::string& path : options.paths) {
    std::error_code ignored;
    if (path == "-" || !fs::is_directory(path, ignored)) {
      read(path, true);
    } else {
      for (const std::string& file : files_below(path)) read(file, false);
    }
  }
  std::vector<lint::FileFindings> files;
  for (auto& [path, findings] : found) {
    std::sort(findings.begin(), findings.end(),
              [](const lint::Finding& a, const lint::Finding& b) { return a.line < b.line; });
    files.push_back({path, std::move(findings)});
  }
  if (!options.write_baseline.empty())
    failed = !append_file(options.write_baseline, lint::Baseline::write(files), "wb") || failed;
  if (!options.baseline.empty()) {
    const auto known = read_input(options.baseline, most_linted_bytes);
    if (!known) {
      print_error(known.error());
      return lint_unreadable;
    }
    lint::Baseline baseline(*known);
    for (lint::FileFindings& file : files) baseline.remove(file);
    std::erase_if(files, [](const lint::FileFindings& file) { return file.findings.empty(); });
  }
  const auto* format = std::find(std::begin(lint::format_names), std::end(lint::format_names), options.format);
  print(stdout, lint::report(files, static_cast<lint::Format>(format - lint::format_names), language()));
  // A value that is unknown gives no finding.
  if (options.format == "text" && open > 0) {
    Message note = say("evaluated layouts, tensors, copies and MMAs: {} of {}; the others were not checked", values,
                       values + open);
    if (!open_name.empty()) note = say("{}; most need '{}': // stride: {} = VALUE", note, open_name, open_name);
    print_line(stderr, words(say("note: {}", note)));
  }
  if (!options.summary.empty())
    failed = !append_file(options.summary, lint::summary(files, language()), "ab") || failed;
  return failed ? lint_unreadable : files.empty() || !options.write_baseline.empty() ? 0 : 1;
}

}  // namespace

void add_lint(CLI::App& app, int& status) {
  auto options = std::make_shared<LintOptions>();
  CLI::App* command = add_command(app, "lint", lint_manual);
  command->add_option("PATH", options->paths, "Files and folders; - for standard input.")->required();
  std::vector<std::string> names(std::begin(lint::format_names), std::end(lint::format_names));
  command->add_option("--format", options->format, "The form of the report: text, json, sarif or github.")
      ->check(CLI::IsMember(names))
      ->type_name("FORMAT");
  command->add_option("--baseline", options->baseline, "A file of known findings, which are not reported.")
      ->type_name("FILE");
  command->add_option("--write-baseline", options->write_baseline, "Write the findings into a file; the status is 0.")
      ->type_name("FILE");
  command->add_option("--summary", options->summary, "Append a summary with pictures, in Markdown, to a file.")
      ->type_name("FILE");
  command->callback([options, &status] { status = run_lint(*options); });
}

}  // namespace stridescope::cli
