// `stridescope machine`: lists the instructions of a PTX file that the PTX machine does not execute, and makes PTX of a
// CUDA source.
#include "core/machine/machine.h"

#include <memory>

#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/trace/ptx.h"
#include "gpu_runner/trace/trace_source.h"

namespace stridescope::cli {
namespace {

constexpr Manual machine_manual = {
    .summary = "make PTX for the PTX machine, and list what it does not support",
    .synopsis =
        "machine --coverage FILE.ptx\n"
        "machine --ptx FILE.cu",
    .description = R"man(
The PTX machine executes kernels without a GPU; `stridescope trace --machine`
records their memory accesses. --coverage reads PTX, as nvcc --ptx, NVRTC or
Triton write it, and lists the instructions that the machine does not
support, with the first line and the count of each.

--ptx compiles a CUDA source by NVRTC for sm_90a and prints its PTX, with the
lines of the source. The page steps through such a file: drop it there.
)man",
    .examples = R"man(
A kernel whose instructions are all supported:
  $ printf '.version 8.0 .target sm_90 .address_size 64 .entry k() { ret; }' | stridescope machine --coverage -
  1 instruction, 0 forms not supported
)man",
    .exit_status = R"man(
0   all instructions are supported, or the PTX is printed
1   some are not, the file is not PTX, or it does not compile
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

// The architecture that sources are compiled for.
constexpr int compiled_architecture = 90;

int print_ptx(const std::string& file) {
  auto text = read_input(file, max_ptx_bytes);
  if (!text) {
    print_error(text.error());
    return 1;
  }
  gpu::SourceOptions options;
  options.name = file == "-" ? "kernel.cu" : file.substr(file.find_last_of('/') + 1);
  options.text = std::move(*text);
  const auto compiled = gpu::compiled_source(options, compiled_architecture);
  if (!compiled) {
    print_error(compiled.error());
    return 1;
  }
  print(stdout, compiled->ptx);
  return 0;
}

}  // namespace

void add_machine(CLI::App& app, int& status) {
  auto file = std::make_shared<std::string>();
  auto source = std::make_shared<std::string>();
  CLI::App* command = add_command(app, "machine", machine_manual);
  CLI::Option* covered =
      command->add_option("--coverage", *file, "The PTX file; `-` is standard input.")->type_name("FILE");
  CLI::Option* compiled =
      command->add_option("--ptx", *source, "The CUDA source; `-` is standard input.")->type_name("FILE");
  compiled->excludes(covered);
  command->callback([file, source, &status] {
    if (file->empty() && source->empty()) throw CLI::RequiredError("--coverage");
    status = file->empty() ? print_ptx(*source) : coverage(*file);
  });
}

}  // namespace stridescope::cli
