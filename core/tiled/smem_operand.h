// The operands of wgmma and tcgen05.mma in shared memory: CUTLASS's layout atoms, the layouts that a descriptor can
// describe, and the descriptor. A layout here maps (mn, k) to offsets in elements, and its swizzle applies to elements,
// too: for 16-bit elements the 128-byte swizzle, Sw<3,4,3> in bytes, is Sw<3,3,3>. Source: PTX ISA 9.0, 9.7.15.5.1
// (canonical layouts, descriptor of wgmma), 9.7.16.4 (tcgen05); CUTLASS include/cute/atom/ mma_traits_sm90_gmma.hpp
// (Layout_*_Atom, make_gmma_desc), include/cute/arch/mma_sm90_desc.hpp, mma_sm100_desc.hpp.
//   Layout_K_SW128_Atom tiled to (64,64) half_t     K-major SW128, LBO 16 bytes (not used), SBO 1024 bytes
//   Layout_MN_SW128_Atom tiled to (128,64) half_t   MN-major SW128, LBO 1024 bytes, SBO 2048 bytes
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tiled/atom.h"
#include "core/tiled/type_name.h"
#include "core/value/composed_layout.h"

namespace stridescope {

// Limit of the elements of one operand; the shared memory of a block has room for fewer 8-bit elements.
inline constexpr std::int64_t max_operand_elements = 1 << 18;

// The hardware's swizzles, by the bytes over which they permute: Sw<0..3,4,3> on byte addresses, and b128_32,
// Sw<2,5,2>.
enum class SwizzleMode : std::uint8_t {
  none,
  b32,
  b64,
  b128,
  b128_32
};  // b128_32: 128 bytes in chunks of 32, tcgen05 only

// As in the names of CUTLASS's layout atoms.
std::string_view name_of(SwizzleMode mode);  // "INTER", "SW32", "SW64", "SW128", "SW128_32B"
// In the words of a tensor map (map_words): "", "sw32", "sw64", "sw128", "sw128_32".
std::string_view word_of(SwizzleMode mode);
// Bytes over which the swizzle permutes 16-byte chunks; 16 without a swizzle.
int span_bytes(SwizzleMode mode);
// The hardware's swizzle for the swizzle of a layout of elements. bad_swizzle: with the expected one; arguments:
// elements not of 4, 8, ... 128 bits. A plain layout has no swizzle. pre: element_bits is the unit of its swizzle; a
// layout that waits for a pointer counts bytes.
Result<SwizzleMode> swizzle_mode(const AnyLayout& layout, int element_bits);

// The value of `GMMA::Layout_K_SW128_Atom<half_t>`, `UMMA::Layout_MN_SW32_Atom<float>`, `GMMA::Layout_SW64_Atom<half_t,
// GMMA::Major::K>`, as CUTLASS prints it: a byte swizzle that waits for a pointer, over 8 rows (or columns) of one
// span, or 4 columns of SW128_32B. arguments: other template arguments, or a width that does not fit; unknown_name: the
// type. pre: is_smem_layout_atom(name.head), which checks the name.
Result<AnyLayout> smem_layout_atom(const TypeName& name);
bool is_smem_layout_atom(std::string_view head);
// Appends the names that include the major mode, without the type: 17 in total.
void smem_layout_names(std::vector<std::string>& out);

// The contents of an operand's descriptor, with LBO and SBO as in CUTLASS. post of smem_operand: multiples of 16 bytes
// from 0 to below 2^18; 0 if the operand has no next chunk.
struct SmemOperand {
  SwizzleMode mode = SwizzleMode::none;
  OperandMajor major = OperandMajor::k;
  // K-major: from one 16-byte chunk to the next along K (16 if swizzled); MN-major: from one swizzle span to the next
  // along MN (without a swizzle along K)
  std::int64_t leading_bytes = 0;
  std::int64_t stride_bytes = 0;  // from 8 rows (or columns) to the next 8 (MN-major without a swizzle: along MN)
};

// pre: a rank-2 layout (MN, K) of elements with `element_bits` bits (rank_mismatch, basis, too_large above
// max_operand_elements). K-major requires MN to be a multiple of 8, and K of the 32 bytes per instruction; MN-major
// requires MN to be a multiple of the span, and K of 8. unsupported, "not canonical", with the first coordinate that
// differs from the canonical form: no descriptor describes the layout, so the operand would give wrong results or not
// compile. Every element is compared.
Result<SmemOperand> smem_operand(const AnyLayout& layout, int element_bits, OperandMajor major);

// The fields of a matrix descriptor, in bytes; in the word they have 14 bits each and count 16 bytes.
struct SmemDescriptor {
  std::int64_t address = 0;        // bytes, below 2^18, a multiple of 16
  std::int64_t leading_bytes = 0;  // multiples of 16 below 2^18
  std::int64_t stride_bytes = 0;
  int base_offset = 0;  // 0 to 7: offset of a swizzle's pattern from its alignment, in rows of 128 bytes
  SwizzleMode mode = SwizzleMode::none;
  bool operator==(const SmemDescriptor&) const = default;
};

// The 64-bit matrix descriptor of wgmma (arch 90) or tcgen05.mma (arch 100). arguments: a field out of range, an
// architecture without descriptors, SW128_32B for wgmma. {0, 16, 1024, 0, b128} for 90 is 0x4000004000010000. post:
// decode_descriptor(encode_descriptor(d, arch), arch) = d.
Result<std::uint64_t> encode_descriptor(const SmemDescriptor& descriptor, int arch);
// The fields of a word. arguments: an architecture without descriptors, an unknown swizzle code. Other bits are
// ignored.
Result<SmemDescriptor> decode_descriptor(std::uint64_t bits, int arch);
// The meaning of the fields, one sentence each: their unit, and the steps of LBO and SBO by major mode and swizzle.
std::vector<Message> field_sentences(const SmemDescriptor& descriptor);

}  // namespace stridescope
