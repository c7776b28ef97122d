// Facts from the machine code of a kernel: a cubin is an ELF file of 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stridescope::gpu {

// Registers of a thread. The section .nv.info holds them as the attribute REGCOUNT of the kernel's symbol; older files
// have them in the upper byte of sh_info of the section .text.KERNEL. None where neither is there, or the file is none.
std::optional<std::int64_t> cubin_registers(std::string_view cubin, std::string_view kernel);

// Instructions of a kernel's code between registers and memory, counted by kind.
struct CubinAccesses {
  std::int64_t global_loads = 0;   // LDG
  std::int64_t global_stores = 0;  // STG
  std::int64_t shared_loads = 0;   // LDS; ldmatrix is none
  std::int64_t shared_stores = 0;  // STS
};
// For code of sm70 and newer, whose instructions have 16 bytes. Empty if the file has no code of that kernel.
std::optional<CubinAccesses> cubin_accesses(std::string_view cubin, std::string_view kernel);

}  // namespace stridescope::gpu
