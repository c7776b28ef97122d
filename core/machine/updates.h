// Operations of atomics and of copies that reduce: the new value of a place in memory. Internal to the folder.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/machine/program.h"

namespace stridescope::machine {

using Update = std::uint64_t (*)(std::uint64_t old, std::uint64_t b, std::uint64_t c);

// "add" of f32; nullptr if PTX does not have it.
Update update_of(std::string_view word, Type type);
// Steps keep an update by its number. pre: update_of gave it.
std::uint32_t index_of(Update update);
Update update_at(std::uint32_t index);

}  // namespace stridescope::machine
