// `stridescope analyze`: analyzes a value as a function and, with an element type, its cost in memory. The manual page
// is the text below; Workspace::analyze makes the answers.
#include <algorithm>
#include <memory>

#include "core/base/archive_json.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/cli/command.h"
#include "core/records/records.h"

namespace stridescope::cli {
namespace {

constexpr Manual analyze_manual = {
    .summary = "analyze the last value of a program as a function",
    .synopsis = "analyze [--ints MODE] [--dtype TYPE] [--all] [--json] PROGRAM",
    .description = R"man(
Analyzes a layout, a swizzled layout or a tensor as a function: domain,
codomain and range, gaps, whether it is injective, surjective, contiguous,
row- or column-major; the cycles, order and parity of a permutation; the
matrix over F2 of a layout of power-of-two size; its coordinates. For a
shape: its sizes and the coordinate sets that it accepts.

The strides decide most properties at any size. Otherwise the command
enumerates all coordinates, up to 2^20; beyond that limit the result is
`not checked`, with the reason.

--dtype adds the cost in memory: the widest access and the mode that limits
it; the 32-byte sectors in global memory and the wavefronts in shared memory
if mode 0 are threads and the other modes the values of each thread. If
another statement uses the layout as a thread-value layout of a tile, the
accesses are those to that tile. Values of coalescing(...) and
bank_conflicts(...), TiledCopies and TiledMMAs have this section without
--dtype.
)man",
    .examples = R"man(
A layout with gaps:
  $ stridescope analyze '4:2'
  4:2

  Layout
    shape         4: the extents of its modes
    stride        2: the step of the offset along each mode
    size          4: number of coordinates
    rank          1: modes at the top level
    depth         0: levels of nesting
    coshape       7: the smallest shape that holds every offset
    cosize        7: 1 + the sum of (extent-1)*|stride|

  As a function
    domain        [0,4): the 1-D coordinates of 4
    codomain      [0,7): [0, cosize)
    range         {0, 2, 4, 6}: the image, 4 different offsets
    gaps          {1, 3, 5}: 3 integers of the codomain are not offsets
    injective     yes: no two coordinates have the same offset
    aliasing      none
    surjective    no: 1 is not an offset
    contiguous    no
    bijective     no
    monotone      strictly increasing: as the 1-D coordinate grows

     logical  0     1     2     3
    physical  0  1  2  3  4  5  6

  Structure
    column-major  no
    row-major     no
    compact       no
    projection    no
    dilation      by 2: every offset is a multiple of 2

  Over F2
    linear        yes: L(i ^ j) = L(i) ^ L(j)
    rank          2: the image has 2^2 offsets
    kernel        0: no bits of the coordinate are lost

                  coordinate
                   0 1
    offset bit 0   0 0
    offset bit 1   1 0
    offset bit 2   0 1

  Coordinates
    1-D  offset
      0       0
      1       2
      2       4
      3       6

Bank conflicts of a TiledCopy:
  $ stridescope analyze 'bank_conflicts<16>((32,8):(64,1), "ldmatrix")'
  ...

The range as data:
  $ stridescope analyze --json '(4,2):(1,8)'
  ...
)man",
};

void append_lines(std::string& out, std::string_view text) {
  while (!text.empty()) append_all(out, "  ", cut_line(text), '\n');
}

// One line `name  value: explanation` per row, tables indented.
std::string analysis_text(const Analysis& analysis) {
  std::size_t names = 0;
  for (const AnalysisSection& section : analysis.sections) {
    for (const AnalysisRow& row : section.rows) names = std::max(names, columns_of(words(row.name)));
  }
  std::string out;
  for (const AnalysisSection& section : analysis.sections) {
    append_all(out, out.empty() ? "" : "\n", words(section.title), '\n');
    for (const AnalysisRow& row : section.rows) {
      const std::string name = words(row.name);
      const Message text = row.explanation.empty() ? row.value : say("{}: {}", row.value, row.explanation);
      append_all(out, "  ", name, std::string(names + 2 - columns_of(name), ' '), words(text), '\n');
    }
    if (!section.rows.empty() && !section.text.empty()) out.push_back('\n');
    append_lines(out, section.text);
  }
  return out;
}

struct AnalyzeOptions {
  std::string program;
  IntegerMode mode = IntegerMode::cute;
  std::string dtype;
  bool all = false;
  bool json = false;
};

Result<Analysis> analysis_of(const Workspace& workspace, int binding, const std::string& dtype) {
  return dtype.empty() ? workspace.analyze(binding) : workspace.analyze(binding, dtype);
}

int analyze(const AnalyzeOptions& options) {
  Workspace workspace;
  const int last = evaluate(workspace, options.program, options.mode);
  if (last < 0) return 1;
  bool first = true;
  int answered = 0;
  if (options.all && options.json) print(stdout, "[");
  for (int i = options.all ? 0 : last; i <= last; ++i) {
    const auto analysis = analysis_of(workspace, i, options.dtype);
    if (!analysis) {
      if (options.all) continue;  // an integer among layouts
      print_error(analysis.error());
      return 1;
    }
    ++answered;
    const ReportBinding& b = workspace.report().bindings[static_cast<std::size_t>(i)];
    if (options.json) {
      print(stdout, first ? "" : ",\n");
      print(stdout, to_json(*analysis, nullptr, language()));
    } else {
      // For an access or a tiling, the report below is more informative than its text of many lines.
      const std::string& shown = b.text.find('\n') == std::string::npos ? b.text : b.source;
      print_line(stdout, (first ? "" : "\n") + (b.name.empty() ? shown : b.name + " = " + shown) + "\n\n");
      print_line(stdout, analysis_text(*analysis));
    }
    first = false;
  }
  if (options.json) print_line(stdout, options.all ? "]" : "\n");
  if (answered > 0) return 0;
  print_error(analysis_of(workspace, last, options.dtype).error());
  return 1;
}

}  // namespace

void add_analyze(CLI::App& app, int& status) {
  auto options = std::make_shared<AnalyzeOptions>();
  CLI::App* command = add_command(app, "analyze", analyze_manual);
  add_program(*command, options->program)->required();
  add_integer_mode(*command, options->mode);
  command->add_option(
      "--dtype", options->dtype,
      "The type of the elements (half, float, int8_t, ... or a number of bits): adds the widest access, "
      "and the sectors and wavefronts if mode 0 are threads.");
  command->add_flag("--all", options->all,
                    "Analyze every value of the program that can be analyzed, not only the last one.");
  command->add_flag("--json", options->json,
                    "Print JSON: the sections with their rows, and the data behind them (function, permutation, f2), "
                    "without unknown facts. With --all: an array.");
  command->callback([options, &status] { status = analyze(*options); });
}

}  // namespace stridescope::cli
