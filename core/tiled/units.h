// Amounts of memory in the units in which a kernel counts them: elements of a layout, bytes of a copy, and the 16 bytes
// of descriptors and TMA. The one place that writes them: "36,864 elements = 73,728 bytes = 4,608 units".
#pragma once

#include "core/value/tensor.h"
#include "core/value/value.h"

namespace stridescope {

// Memory of an amount: 16-byte units exist only in shared memory and for the hardware that reads it.
enum class Counted : std::uint8_t { bytes, units };

// An integer or a tuple of elements of `bits` bits; bits 0: of bytes. A unit that does not divide every entry is left
// out; bits replace bytes that are not whole. Empty for coordinates, and beyond 64 bits.
Message in_units(TupleRef amount, int bits, Counted counted = Counted::units);
Message in_units(std::int64_t amount, int bits, Counted counted = Counted::units);

// The memory of a tile in shared memory; empty if that does not fit 64 bits.
Message in_units(const AnyLayout& tile, int bits);

// The width in memory, in bits, of the elements of a value that knows it: a tensor with a pointer, or a layout that
// waits for one. 0 if unknown, and for tensor memory.
struct MemoryOf {
  int bits = 0;
  Counted counted = Counted::bytes;
};
MemoryOf memory_of(const Value& value);

// "Sw<3,4,3> on 4-byte elements is not the 128-byte swizzle; that is Sw<3,2,3>": for the hardware's swizzle of bytes,
// or of narrower elements, on wider elements. Empty for any other.
Message wrong_unit(const Swizzle& swizzle, int bits);

// "Sw<3,4,3> on bytes is Sw<3,3,3> on elements of 16 bits": for a layout that waits for a pointer, and a tensor with a
// swizzled one. Empty without such a swizzle, and for elements of one byte.
Message element_swizzle_of(const Value& value);

// The note on the units of a value, or nothing: the strides of a descriptor iterator, a swizzle in the wrong unit.
Message units_note(const Value& value);

}  // namespace stridescope
