// The machine code of a run as text (SASS), by NVIDIA's nvdisasm where this machine has one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope::desktop {

struct Disassembly {
  std::string sass;  // empty: why says so in a line
  std::string why;
};

// Sentences that have a translation.
inline constexpr const char* no_machine_code = "No SASS: the run brought no machine code, its runner found no NVRTC.";
inline constexpr const char* damaged_machine_code = "No SASS: the machine code in the result is damaged, run it again.";
inline constexpr const char* no_nvdisasm =
    "No SASS: nvdisasm was not found on the PATH, under CUDA_HOME, CUDA_PATH or /usr/local/cuda*, nor among Python's "
    "packages. The CUDA toolkit has it.";

inline constexpr std::size_t max_sass_bytes = 4 << 20;

// Where nvdisasm is looked for, in this order: the PATH; bin of CUDA_HOME and CUDA_PATH; /usr/local/cuda*/bin, the
// newest first; what pip installs, in the packages of a virtual environment, of conda, of PYTHONPATH, of the user, and
// of the Python on the PATH. `root` is put before the absolute paths, for tests.
std::vector<std::string> nvdisasm_places(const std::string& root = {});
// The first of them that can be run; empty when there is none.
std::string find_nvdisasm(const std::string& root = {});

// Of a result of the runner, as it came: the kernel "entry" in its "cubin", or in that of "compiled". Starts a program:
// not for a frame.
Disassembly disassemble(std::string_view result_json, const std::string& nvdisasm);

}  // namespace stridescope::desktop
