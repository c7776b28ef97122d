// What the machine code of a kernel says of itself: a cubin is an ELF file of 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stridescope::gpu {

// Registers of a thread. The section .nv.info holds them as the attribute REGCOUNT of the kernel's symbol; older files
// have them in the upper byte of sh_info of the section .text.KERNEL. None where neither is there, or the file is none.
std::optional<std::int64_t> cubin_registers(std::string_view cubin, std::string_view kernel);

}  // namespace stridescope::gpu
