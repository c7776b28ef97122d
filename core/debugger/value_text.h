// Values of registers and of memory as text.
#pragma once

#include <string>
#include <string_view>

#include "core/machine/program.h"

namespace stridescope::debugger {

// The low bits of `bits` as a number of this type: "1.5", "-3", "0x3c003c00" for bits and packed types, "true".
std::string value_text(std::uint64_t bits, machine::Type type);
// An element as text; `element` names its type: "f32", "i8", "bf16". Unknown types give hexadecimal bits.
std::string value_text(std::string_view bytes, std::string_view element);

}  // namespace stridescope::debugger
