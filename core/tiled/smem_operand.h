// The operands of wgmma and tcgen05.mma in shared memory: the layout atoms of CUTLASS, the layouts that a descriptor
// can describe, and the descriptor itself. A layout here maps (mn, k) to offsets in elements, and its swizzle acts on
// elements, too: on 16-bit elements the 128-byte swizzle, Sw<3,4,3> on bytes, is Sw<3,3,3>. Source: PTX ISA 9.0,
// 9.7.15.5.1 (canonical layouts, descriptor of wgmma), 9.7.16.4 (tcgen05); CUTLASS include/cute/atom/
// mma_traits_sm90_gmma.hpp (Layout_*_Atom, make_gmma_desc), include/cute/arch/mma_sm90_desc.hpp, mma_sm100_desc.hpp.
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

// Cap: elements of one operand that are looked at. Shared memory of a block holds fewer of 8 bits.
inline constexpr std::int64_t max_operand_elements = 1 << 18;

// The swizzles that the hardware knows, by the bytes over which they permute: Sw<0..3,4,3> on byte addresses, and
// b128_32, Sw<2,5,2>.
enum class SwizzleMode : std::uint8_t {
  none,
  b32,
  b64,
  b128,
  b128_32
};  // b128_32: 128 bytes in chunks of 32, tcgen05 only

// As CUTLASS's layout atoms are called.
std::string_view name_of(SwizzleMode mode);  // "INTER", "SW32", "SW64", "SW128", "SW128_32B"
// Bytes over which the swizzle permutes 16-byte chunks; 16 without one.
int span_bytes(SwizzleMode mode);
// The hardware's swizzle for the swizzle of a layout of elements; bad_swizzle with the expected one, arguments for
// elements not of 4, 8, ... 128 bits. A plain layout has none. pre: element_bits is the width that its swizzle counts;
// a layout without its pointer counts bytes.
Result<SwizzleMode> swizzle_mode(const AnyLayout& layout, int element_bits);

// The value of `GMMA::Layout_K_SW128_Atom<half_t>`, `UMMA::Layout_MN_SW32_Atom<float>`,
// `GMMA::Layout_SW64_Atom<half_t, GMMA::Major::K>`, as CUTLASS prints it: a swizzle of bytes that waits for a pointer
// over 8 rows (or columns) of one span, 4 columns of SW128_32B. arguments for other template arguments or a width
// that does not fit; unknown_name for the type.
// pre: is_smem_layout_atom(name.head): whether the name is one of these.
Result<AnyLayout> smem_layout_atom(const TypeName& name);
bool is_smem_layout_atom(std::string_view head);
// Appends their names that say the major, without the type: 17 in all.
void smem_layout_names(std::vector<std::string>& out);

// The contents of an operand's descriptor. LBO and SBO as CUTLASS fills them in; post of smem_operand: multiples of 16
// bytes from 0 to below 2^18, 0 if the operand is too small to have a next one.
struct SmemOperand {
  SwizzleMode mode = SwizzleMode::none;
  OperandMajor major = OperandMajor::k;
  std::int64_t leading_bytes = 0;  // K-major: from one 16-byte chunk to the next along K (16 when swizzled)
                                   // MN-major: from one swizzle span to the next along MN (none: along K)
  std::int64_t stride_bytes = 0;   // from 8 rows (or columns) to the next 8 (MN-major, none: along MN)
};

// pre: a rank-2 layout (MN, K) of elements of the given number of bits (rank_mismatch, basis, too_large beyond
// max_operand_elements). K-major needs MN a multiple of 8 and K of the 32 bytes that one instruction reads, MN-major MN
// a multiple of the span and K of 8. unsupported, "not canonical", with the coordinate where it first differs from the
// canonical form, if no descriptor describes it: such an operand gives wrong results or does not compile. Every element
// is compared.
Result<SmemOperand> smem_operand(const AnyLayout& layout, int element_bits, OperandMajor major);

// The fields of a matrix descriptor, in bytes; in the word they are counted in 16 bytes, in 14 bits each.
struct SmemDescriptor {
  std::int64_t address = 0;        // bytes, below 2^18, a multiple of 16
  std::int64_t leading_bytes = 0;  // multiples of 16 below 2^18
  std::int64_t stride_bytes = 0;
  int base_offset = 0;  // 0 to 7: 128-byte rows by which a swizzle's pattern starts off its alignment
  SwizzleMode mode = SwizzleMode::none;
  bool operator==(const SmemDescriptor&) const = default;
};

// The 64-bit matrix descriptor of wgmma (arch 90) or tcgen05.mma (arch 100). arguments: a field that does not fit, an
// architecture that has no descriptor, SW128_32B of wgmma. {0, 16, 1024, 0, b128} for 90 is 0x4000004000010000.
// post: decode_descriptor(encode_descriptor(d, arch), arch) = d.
Result<std::uint64_t> encode_descriptor(const SmemDescriptor& descriptor, int arch);
// The fields of a word; arguments for an architecture without descriptors or an unknown swizzle code. Bits outside the
// fields are ignored.
Result<SmemDescriptor> decode_descriptor(std::uint64_t bits, int arch);
// The meaning of its fields, a sentence each: their unit, and the steps of LBO and SBO by major mode and swizzle.
std::vector<Message> fields_told(const SmemDescriptor& descriptor);

}  // namespace stridescope
