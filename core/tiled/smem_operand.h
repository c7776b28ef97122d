// How wgmma and tcgen05.mma read an operand from shared memory: the layout atoms that CUTLASS names, whether a layout
// is one that a descriptor can describe, and the descriptor itself. A layout here maps (mn, k) to offsets in elements,
// its swizzle acts on elements too: on 16-bit elements the 128-byte swizzle, Sw<3,4,3> on bytes, is Sw<3,3,3>. Source:
// PTX ISA 9.0, 9.7.15.5.1 (canonical layouts, descriptor of wgmma), 9.7.16.4 (tcgen05); CUTLASS include/cute/atom/
// mma_traits_sm90_gmma.hpp (Layout_*_Atom, make_gmma_desc), include/cute/arch/mma_sm90_desc.hpp, mma_sm100_desc.hpp.
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

// Cap: elements of one operand that are looked at. Shared memory holds fewer of 8 bits.
inline constexpr std::int64_t max_operand_elements = 1 << 18;

// The swizzles that the hardware knows, by the bytes over which they permute.
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
// What the swizzle of a layout of elements is to the hardware; bad_swizzle with what it would have to be.
Result<SwizzleMode> swizzle_mode(const AnyLayout& layout, int element_bits);

// The value of `GMMA::Layout_K_SW128_Atom<half_t>`, `UMMA::Layout_MN_SW32_Atom<float>`, `GMMA::Layout_SW64_Atom<half_t,
// GMMA::Major::K>`. Whether the name is one of these; `why` as for the families of atoms.
Result<AnyLayout> smem_layout_atom(const TypeName& name);
bool is_smem_layout_atom(std::string_view head);
// Their names that say the major, without the type.
void smem_layout_names(std::vector<std::string>& out);

// What a descriptor says of an operand. LBO and SBO as CUTLASS fills them in.
struct SmemOperand {
  SwizzleMode mode = SwizzleMode::none;
  OperandMajor major = OperandMajor::k;
  std::int64_t leading_bytes = 0;  // K-major: from one 16-byte chunk to the next along K (16 when swizzled)
                                   // MN-major: from one swizzle span to the next along MN (none: along K)
  std::int64_t stride_bytes = 0;   // from 8 rows (or columns) to the next 8 (MN-major, none: along MN)
};

// Requires a rank-2 layout (MN, K). Refused, with the coordinate where it first differs from the canonical form, when
// no descriptor describes it: such an operand gives wrong results or does not compile.
Result<SmemOperand> smem_operand(const AnyLayout& layout, int element_bits, OperandMajor major);

// The fields of a matrix descriptor, in bytes.
struct SmemDescriptor {
  std::int64_t address = 0;        // bytes, below 2^18, a multiple of 16
  std::int64_t leading_bytes = 0;  // multiples of 16 below 2^18
  std::int64_t stride_bytes = 0;
  int base_offset = 0;  // 0 to 7: 128-byte rows by which a swizzle's pattern starts off its alignment
  SwizzleMode mode = SwizzleMode::none;
  bool operator==(const SmemDescriptor&) const = default;
};

// post: decode_descriptor(encode_descriptor(d, arch), arch) = d. arguments: a field that does not fit, an architecture
// that has no descriptor.
// The 64-bit matrix descriptor of wgmma (sm90) or tcgen05.mma (sm100).
Result<std::uint64_t> encode_descriptor(const SmemDescriptor& descriptor, int arch);
Result<SmemDescriptor> decode_descriptor(std::uint64_t bits, int arch);
// What the numbers of its fields are for, a sentence each.
std::vector<Message> fields_told(const SmemDescriptor& descriptor);

}  // namespace stridescope
