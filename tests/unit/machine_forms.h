// Kernels for forms of PTX instructions (tests/machine/forms.txt): each computes its operands from the thread's number,
// so that it needs no input, and stores the results of one instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stridescope {

struct MachineForm {
  std::string name;  // "add.s32", with numbers of the instruction after it
  std::string ptx;   // a module with the kernel `form`, whose parameter is the buffer
};
inline constexpr int form_threads = 256;
inline constexpr int form_results = 2;  // 64-bit numbers per thread
inline constexpr int form_shared_bytes = 16384;

// The forms of the file, expanded.
std::vector<MachineForm> machine_forms(const std::string& text);
// A hash of a buffer: 64-bit FNV-1a, in hexadecimal.
std::string buffer_hash(const std::string& bytes);

}  // namespace stridescope
