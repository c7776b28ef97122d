// `stridescope machine`: lists the instructions of a PTX file that the PTX machine does not execute.
#include "core/machine/machine.h"

#include <memory>

#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/trace/ptx.h"

namespace stridescope::cli {
namespace {

constexpr Manual machine_manual = {
    .summary = "list the instructions that the PTX machine does not support",
    .synopsis = "machine --coverage FILE.ptx",
    .description = R"man(
The PTX machine executes kernels without a GPU; `stridescope trace --machine`
records their memory accesses. --coverage reads PTX, as nvcc --ptx, NVRTC or
Triton write it, and lists the instructions that the machine does not
support, with the first line and the count of each.
)man",
    .examples = R"man(
A kernel whose instructions are all supported:
  $ printf '.version 8.0 .target sm_90 .address_size 64 .entry k() { ret; }' | stridescope machine --coverage -
  1 instruction, 0 forms not supported
)man",
    .exit_status = R"man(
0   all instructions are supported
1   some are not, or the file is not PTX
2   the command line is invalid
)man",
};

int coverage(const std::string& file) {
  const auto text = read_input(file, max_ptx_bytes);
  if (!text) {
    print_error(text.error());
    return 1;
  }
  const auto program = machine::read_ptx(*text);
  if (!program) {
    print_error(program.error());
    return 1;
  }
  const machine::Coverage coverage = machine::coverage_of(*program);
  for (const machine::Missing& one : coverage.missing)
    print_line(stdout, words(say("line {}: {}, {} {place|places}", one.line, one.opcode, one.count)));
  print_line(stdout, words(say("{} {instruction|instructions}, {} {form|forms} not supported", coverage.instructions,
                               coverage.missing.size())));
  return coverage.missing.empty() ? 0 : 1;
}

}  // namespace

void add_machine(CLI::App& app, int& status) {
  auto file = std::make_shared<std::string>();
  CLI::App* command = add_command(app, "machine", machine_manual);
  command->add_option("--coverage", *file, "The PTX file; `-` is standard input.")->required()->type_name("FILE");
  command->callback([file, &status] { status = coverage(*file); });
}

}  // namespace stridescope::cli
