// Alignment of known addresses: the one check behind every note, warning and verdict on it. An unknown address is taken
// to be aligned.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/message.h"
#include "core/value/tensor.h"

namespace stridescope {

// "0x480".
std::string hex_address(std::uint64_t address);
// The bytes after which a swizzle of byte addresses repeats, a power of two: it moves the elements of a tensor that
// begins at a multiple of them as if the tensor began at 0. 1 for the identity.
std::int64_t swizzle_period(const Swizzle& bytes);
// The largest power of two, at most `most`, that divides the address where an iterator begins, in bytes. `most` if the
// address is unknown; 1 in the middle of a byte. pre: most is a power of two.
std::int64_t alignment_of(const Iterator& data, std::int64_t most);
// "0x480 is not a multiple of 1024 bytes, REASON", or empty if the address is unknown or a multiple.
Message misalignment(const Iterator& data, std::int64_t bytes, const Message& reason);

}  // namespace stridescope
