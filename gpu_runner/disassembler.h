// The machine code of a run as text (SASS), by NVIDIA's nvdisasm if it is installed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_result.h"

namespace stridescope::gpu {

struct Disassembly {
  std::string sass;  // empty: `why` has the reason
  Message why;
};

Message no_machine_code();
Message damaged_machine_code();
Message no_nvdisasm();

inline constexpr std::size_t max_sass_bytes = 4 << 20;

// The search path of nvdisasm, in this order: the PATH; bin of CUDA_HOME and CUDA_PATH; /usr/local/cuda*/bin, newest
// first; pip packages of a virtual environment, of conda, of PYTHONPATH, of the user, and of the Python on the PATH.
// Tests prefix absolute paths with `root`.
std::vector<std::string> nvdisasm_places(const std::string& root = {});
// The first executable one; or empty.
std::string find_nvdisasm(const std::string& root = {});

// The code of kernel `entry` in a cubin, which also contains the kernels that fill, check and trace. The whole code if
// that part is not found. Starts a program: too slow for a frame.
Disassembly disassemble(std::string_view cubin, std::string_view entry, const std::string& nvdisasm);
// The kernel of a result: its machine code, or that of a kernel that was only compiled.
Disassembly disassemble(const RunResult& result, const std::string& nvdisasm);
// Adds the text of the machine code to the result, or the reason why it is missing, like a runner that disassembles.
RunResult with_sass(RunResult result, const std::string& nvdisasm);

}  // namespace stridescope::gpu
