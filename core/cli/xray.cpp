// `stridescope xray`: lists the layouts in a whole module of another compiler. core/foreign/modules finds them.
#include "core/foreign/modules/xray.h"

#include <memory>

#include "core/base/archive_json.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/records/records_xray.h"

namespace stridescope::cli {
namespace {

constexpr Manual xray_manual = {
    .summary = "list the layouts, tensors, copies and MMAs of a whole module",
    .synopsis = "xray [--json] FILE",
    .description = R"man(
Reads a whole module of CuTe DSL's MLIR (`!cute.memref<...>`,
`!cute.tiled_copy<...>`), of Triton's TTGIR (`#blocked = #ttg.blocked<...>`,
`tensor<128x64xf16, #blocked>`), or a source of CuTe in C++ or Python, from
a file or, for `-`, from standard input.

Parts are the tensors, layouts, copies and MMAs of the module, each with its
line and a statement of the language for its value: put the statement into
the editor, or pass it to `stridescope render`. Integers that the module
does not give remain `?`.

Operations that move data, multiply or partition are listed with their
values, each with the line that defines it and its part: %23@90:sA is the
value %23, defined in line 90, whose type is the part sA. `--json` also has
all other operations.

Findings report errors and costs: accesses wider than alignment or strides
allow, sectors and wavefronts above the ideal, elements without an owner or
with several owners, swizzles and boxes that TMA or wgmma do not support.
Lines that were not read are listed with the reason; the other lines are
read nevertheless.

The limits are 64 MB for a module and 256 KiB for a source.

In page and window, drop, open or paste such a file: its lists appear next
to the program, and any part, or all parts of one kind, can be opened as
cards. Scripts use `stridescope act` with take_file, list_file and bring.
)man",
    .examples = R"man(
A tile in shared memory, and a function that is cut off:
  $ printf '%s\n' '!t = !cute.memref<f16, smem, "(64,8):(8,1)">' 'func.func @f(%a: !t) {' | stridescope xray -
  CuTe DSL's MLIR: 2 lines, 1 part, 0 operations, 0 findings, 1 not read

  Parts
    1: tensor  t = memref<f16, smem, "(64,8):(8,1)">

  Not read
    2: func.func @f(%a: !t) {
        its region is never closed
)man",
    .exit_status = R"man(
0  the text was read
1  the text is too long, or the file cannot be read
2  the command line is invalid
)man",
};

// Slightly more than the limit of modules, which the reader refuses.
constexpr std::size_t most_bytes = (std::size_t{1} << 26) + 1;

struct XrayOptions {
  std::string file;
  bool json = false;
};

int xray(const XrayOptions& options) {
  const auto text = read_input(options.file, most_bytes);
  if (!text) {
    print_error(text.error());
    return 1;
  }
  auto seen = xray_of(*text);
  if (!seen) {
    print_error(seen.error());
    return 1;
  }
  print_line(stdout, options.json ? to_json(*seen, nullptr, language()) : xray_text(*seen, language()));
  return 0;
}

}  // namespace

void add_xray(CLI::App& app, int& status) {
  auto options = std::make_shared<XrayOptions>();
  CLI::App* command = add_command(app, "xray", xray_manual);
  command->add_option("FILE", options->file, "The module; - for standard input.")->required();
  command->add_flag("--json", options->json, "Print JSON: parts, operations, findings and what was not read.");
  command->callback([options, &status] { status = xray(*options); });
}

}  // namespace stridescope::cli
