// Alignment of the addresses that iterators know.
#include "core/value/alignment.h"

#include <algorithm>
#include <bit>

#include "core/base/hexadecimal.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

// Tensor memory has rows and columns, not bytes.
bool has_address(const Iterator& data) {
  return data.kind == Iterator::Kind::pointer && data.pointer.known && data.pointer.space != MemorySpace::tmem;
}

// Elements past the address: of less than a byte each, if any.
bool inside_byte(const Iterator& data) { return data.position.integer().value != 0; }

}  // namespace

std::string hex_address(std::uint64_t address) { return cat("0x", hex_digits(address)); }

std::int64_t swizzle_period(const Swizzle& bytes) {
  if (bytes.bits == 0) return 1;
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max(bytes.yyy(), bytes.zzz())) + 1));
}

std::int64_t alignment_of(const Iterator& data, std::int64_t most) {
  if (!has_address(data)) return most;
  if (inside_byte(data)) return 1;
  const std::uint64_t address = data.pointer.address | static_cast<std::uint64_t>(most);
  return std::int64_t{1} << std::countr_zero(address);
}

Message misalignment(const Iterator& data, std::int64_t bytes, const Message& reason) {
  if (!has_address(data)) return {};
  const std::uint64_t address = data.pointer.address;
  if (address % static_cast<std::uint64_t>(bytes) == 0 && !inside_byte(data)) return {};
  return say("{} is not a multiple of {} {byte|bytes}, {}", hex_address(address), bytes, reason);
}

}  // namespace stridescope
