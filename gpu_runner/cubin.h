// Facts from the machine code of a kernel, a cubin (64-bit ELF).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stridescope::gpu {

// Registers per thread. The section .nv.info has them as the attribute REGCOUNT of the kernel's symbol; older files in
// the upper byte of sh_info of the section .text.KERNEL. Empty if the file is invalid or has neither.
std::optional<std::int64_t> cubin_registers(std::string_view cubin, std::string_view kernel);

// Instructions of a kernel between registers and memory, counted by kind.
struct CubinAccesses {
  std::int64_t global_loads = 0;   // LDG
  std::int64_t global_stores = 0;  // STG
  std::int64_t shared_loads = 0;   // LDS; without ldmatrix
  std::int64_t shared_stores = 0;  // STS
};
// For code of sm70 and newer, with 16-byte instructions. Empty if the file has no code of that kernel.
std::optional<CubinAccesses> cubin_accesses(std::string_view cubin, std::string_view kernel);

}  // namespace stridescope::gpu
