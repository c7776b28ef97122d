// `stridescope ncu`: lists the counts of Nsight Compute for each access of a kernel. core/trace interprets the counts.
#include "core/cli/ncu.h"

#include <memory>

#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/trace/pinned.h"

namespace stridescope::cli {
namespace {

constexpr Manual ncu_manual = {
    .summary = "list the accesses that Nsight Compute counted, with excess and cause",
    .synopsis = "ncu [--json] FILE",
    .description = R"man(
Reads a report of Nsight Compute: the file itself (`ncu --set full -o FILE`,
or --section SourceCounters), or its source page as text (`ncu -i FILE
--page source --csv`). It needs neither a GPU nor Nsight Compute.

For each kernel it lists the executed accesses with their counts and their
offset in the machine code. The accesses with the most excess over the ideal
come first, each with its cause if the counts show one. The SASS text is in
the source page only: a report contains machine code.

The list ends with an explanation of Nsight's counters.

If the same program was traced, `stridescope trace show TRACE --counters
FILE` shows, for each access of the trace, its layout, the counts predicted
from its addresses, and the measured counts.

In page and window, drop or open such a file. If a trace of the same kernel
is open, its accesses get the counts.
)man",
    .examples = R"man(
A transpose whose loads conflict, counted on an H200:
  $ stridescope ncu tests/ncu/transpose.ncu-rep
  NVIDIA H200, sm_90

  tr(const float *, float *, int): 64 x 64 x 1 blocks of 32 x 8 x 1 threads

  0x1390
    load of 4 bytes per lane from shared memory; 32768 executions, 1048576 wavefronts, ideal 32768
  ...
)man",
    .exit_status = R"man(
0  the report was read
1  the file is not a report, or cannot be read
2  the command line is invalid
)man",
};

struct NcuOptions {
  std::string file;
  bool json = false;
};

int ncu(const NcuOptions& options) {
  const auto report = load_ncu(options.file);
  if (!report) {
    print_error(report.error());
    return 1;
  }
  std::string text;
  if (options.json) {
    JsonWriter json(text);
    write_ncu(json, *report);
  } else {
    text = ncu_text(*report, language());
  }
  print_line(stdout, text);
  return 0;
}

}  // namespace

Result<NcuReport> load_ncu(const std::string& name) {
  // Slightly more than the limit of reports, which the reader refuses.
  const auto bytes = read_input(name, max_ncu_bytes);
  if (!bytes) return failure(bytes.error());
  return read_ncu(*bytes);
}

void add_ncu(CLI::App& app, int& status) {
  auto options = std::make_shared<NcuOptions>();
  CLI::App* command = add_command(app, "ncu", ncu_manual);
  command->add_option("FILE", options->file, "The report, or its source page as text; - for standard input.")
      ->required();
  command->add_flag("--json", options->json, "Write JSON.");
  command->callback([options, &status] { status = ncu(*options); });
}

}  // namespace stridescope::cli
