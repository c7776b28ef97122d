// The machine code of a run as text (SASS), by NVIDIA's nvdisasm where this machine has one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_result.h"

namespace stridescope::gpu {

struct Disassembly {
  std::string sass;  // empty: `why` gives the reason in a line
  Message why;
};

Message no_machine_code();
Message damaged_machine_code();
Message no_nvdisasm();

inline constexpr std::size_t max_sass_bytes = 4 << 20;

// Search path of nvdisasm, in this order: the PATH; bin of CUDA_HOME and CUDA_PATH; /usr/local/cuda*/bin, the newest
// first; pip's packages of a virtual environment, of conda, of PYTHONPATH, of the user, and of the Python on the PATH.
// `root` is put before the absolute paths, for tests.
std::vector<std::string> nvdisasm_places(const std::string& root = {});
// The first of them that can be run; or empty.
std::string find_nvdisasm(const std::string& root = {});

// The part of a cubin that is the kernel `entry`: the kernels that fill, check and trace are in it, too. All of it if
// that part is not found. Starts a program: not for a frame.
Disassembly disassemble(std::string_view cubin, std::string_view entry, const std::string& nvdisasm);
// The kernel of a result of the runner, in its machine code or in that of a kernel that was only compiled.
Disassembly disassemble(const RunResult& result, const std::string& nvdisasm);
// The result with the text of its machine code, or the reason why it is missing: like the answer of a runner that
// disassembles.
RunResult with_sass(RunResult result, const std::string& nvdisasm);

}  // namespace stridescope::gpu
