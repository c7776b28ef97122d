// A tensor map, as a kernel gets it: 128 bytes in an encoding of the machine's own. The driver's is not documented.
// Source: PTX ISA 9.0, 5.5 (tensors, tiled and im2col mode, interleave, swizzling); CUDA driver API,
// cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col (fields and limits). What they leave open was found on an H200 by
// tests/gpu/tensor_maps.py:
// - a copy faults unless its first coordinate is a multiple of 16 bytes, and the first pixel of an image within its
// corners;
// - the element stride of dimension 0 is ignored, unless the map is interleaved;
// - a NaN that fills has 0x7ff7 in each 16 bits, whatever its type;
// - a store writes pieces of 16 bytes whole, also the one at the edge of the tensor;
// - dimension 0 of an interleaved map counts vectors, the last but one counts slices, and a copy takes one slice.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/machine/program.h"
#include "core/tiled/smem_operand.h"

namespace stridescope::machine {

inline constexpr std::size_t tensor_map_bytes = 128;
inline constexpr std::size_t tensor_map_alignment = 64;
inline constexpr std::size_t most_tensor_rank = 5;

// Dimensions from the contiguous one on; those from `rank` on are not used.
struct TensorMap {
  std::uint64_t magic = 0x70616d726f736e74;
  std::uint64_t address = 0;                              // address of the first element
  std::array<std::uint64_t, most_tensor_rank> extents{};  // elements
  std::array<std::uint64_t, 4> strides{};                 // bytes, of dimensions 1, 2, ...
  std::array<std::uint16_t, most_tensor_rank> box{};      // elements, before element strides
  std::array<std::uint8_t, most_tensor_rank> steps{};     // element strides
  Type type = Type::none;                                 // type of an element
  std::uint8_t rank = 0;
  SwizzleMode swizzle = SwizzleMode::none;
  std::uint8_t fills_nan = 0;  // elements outside of the tensor are NaNs instead of zeros
  // Bytes of the vectors that dimension 0 counts, one after another, with the channels of a slice: 16 or 32. 0:
  // elements.
  std::uint8_t interleave = 0;
  // im2col: pixels between the corners, of the dimensions from first_pixel_dimension() on, without the last one.
  std::uint8_t image = 0;
  std::array<std::int16_t, 3> lower{};  // first pixel
  std::array<std::int16_t, 3> upper{};  // last pixel, from the last one of the tensor
  std::uint16_t channels = 0;           // elements of a pixel that a copy moves
  std::uint16_t pixels = 0;             // pixels of a copy

  std::uint64_t element_bytes() const { return static_cast<std::uint64_t>(bytes_for(bits_of(type))); }
  // Bytes of an element, or of a vector: what dimension 0 counts.
  std::uint64_t unit_bytes() const { return interleave != 0 ? interleave : element_bytes(); }
  std::size_t first_pixel_dimension() const { return interleave != 0 ? 0 : 1; }
  // The step between two elements that a copy moves. Elements of dimension 0 are adjacent, vectors are not.
  std::uint64_t step(std::size_t dimension) const { return dimension == 0 && interleave == 0 ? 1 : steps[dimension]; }
  // Elements, or vectors, along a dimension that a copy moves.
  std::uint64_t count(std::size_t dimension) const {
    if (interleave != 0 && dimension + 2 == rank) return 1;
    return (box[dimension] + step(dimension) - 1) / step(dimension);
  }
  // Elements, or vectors, of a row of a box, or of a pixel.
  std::uint64_t width() const { return image == 0 ? count(0) : interleave != 0 ? 1 : channels; }
};

// The limits of the driver: nothing, or the first one that the map exceeds. The address is not checked.
std::optional<Error> tensor_map_fault(const TensorMap& map);

// post: tensor_map_bytes bytes.
std::string encode(const TensorMap& map);
// arguments: the bytes are not a tensor map of the machine.
Result<TensorMap> decode_tensor_map(const char* bytes);

}  // namespace stridescope::machine
