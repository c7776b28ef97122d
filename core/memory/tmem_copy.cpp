// Sorts the addresses of each instruction and groups them by row; reports an incomplete row by its first address.
#include "core/memory/tmem_copy.h"

#include <algorithm>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/at.h"
#include "core/facts/offsets.h"
#include "core/tiled/tensor_memory.h"

namespace stridescope {
namespace {

// The address range of a descriptor.
constexpr std::int64_t shared_bits = (std::int64_t{1} << 18) * 8;

bool in_memory(TmemCopyMemory memory, std::int64_t bit) {
  if (bit < 0) return false;
  if (memory == TmemCopyMemory::shared) return bit < shared_bits;
  return bit / tmem_lane_bits < tmem_lanes && bit % tmem_lane_bits < tmem_columns(100) * 32;
}

// Elements of the atom that an instruction moves, with and without repeated ones.
struct Moved {
  std::int64_t all = 0;
  std::int64_t distinct = 0;
};

Moved moved(const CopyAtom& atom, int bits) {
  Arith arith;
  const LayoutRef values = LayoutRef(atom.src_bits)[1];
  return {size(arith, values).value / bits, size(arith, filter_zeros(arith, values)).value / bits};
}

// `bits`: bit addresses of one instruction's elements; sorted here.
std::optional<BrokenRow> broken_row(std::vector<std::int64_t>& bits, int element_bits) {
  std::sort(bits.begin(), bits.end());
  bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
  for (std::size_t i = 0; i < bits.size();) {
    const std::int64_t row = bits[i] / tmem_copy_row_bits;
    std::size_t end = i;
    while (end < bits.size() && bits[end] / tmem_copy_row_bits == row) ++end;
    const std::int64_t taken = static_cast<std::int64_t>(end - i) * element_bits;
    if (taken != tmem_copy_row_bits) return BrokenRow{0, bits[i], taken};
    i = end;
  }
  return std::nullopt;
}

Message no_address(TmemCopyMemory memory, std::int64_t offset, int bits) {
  if (memory == TmemCopyMemory::shared)
    return say("offset {} exceeds the range of a descriptor in shared memory", offset);
  return say("{} is not an address in tensor memory: its lanes are {} {element|elements} apart", offset,
             tmem_lane_bits / bits);
}

}  // namespace

Result<TmemCopySide> tmem_copy_side(const CopyAtom& atom, const Value& part, TmemCopyMemory memory,
                                    std::int64_t start) {
  if (atom.operation.instruction != CopyInstruction::tensor_copy)
    return failure(ErrorCode::arguments, say("{} does not copy from shared into tensor memory", atom.name),
                   say("atoms(\"UTCCP\") lists those that do"));
  const int bits = atom.value_type ? atom.value_type->bits : 0;
  if (bits == 0 || tmem_copy_row_bits % bits != 0)
    return failure(ErrorCode::arguments,
                   say("{} {bit|bits} per element: rows of {} {bit|bits} do not contain a whole number of them", bits,
                       tmem_copy_row_bits),
                   say("write Copy_Atom<{},T> with the type of the elements", atom.name));
  const auto offsets = offset_function(part);
  const Layout* domain = domain_of(part);
  if (!offsets || domain == nullptr)
    return failure(ErrorCode::arguments, say("these are not offsets in memory"),
                   say("write the result of partition_S or partition_D of the copy"));
  Arith arith;
  const std::int64_t all = size(arith, LayoutRef(*domain)).value;
  const std::int64_t one = domain->rank() == 0 ? 0 : size(arith, LayoutRef(*domain)[0]).value;
  if (arith.failed()) return arith.error();
  if (all > max_tmem_copy_elements)
    return failure(ErrorCode::too_large,
                   say("{} {element|elements}; at most {} are inspected", all, max_tmem_copy_elements));
  const Moved expected = moved(atom, bits);
  if (one != expected.all && one != expected.distinct)
    return failure(
        ErrorCode::arguments,
        say("mode 0 has {} {element|elements}, but an instruction of {} moves {}", one, atom.name, expected.all),
        say("write the result of partition_S or partition_D of the copy"));
  std::vector<std::int64_t> addresses(at(all));
  offsets->fill(addresses.data(), all);
  TmemCopySide out;
  out.instructions = all / one;
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < out.instructions && !out.broken; ++i) {
    rows.clear();
    for (std::int64_t e = i * one; e < (i + 1) * one; ++e) {
      const std::int64_t offset = addresses[at(e)];
      const Int bit =
          arith.add(arith.mul(static_int(start), static_int(8)), arith.mul(static_int(offset), static_int(bits)));
      if (arith.failed()) return arith.error();
      if (!in_memory(memory, bit.value)) return failure(ErrorCode::arguments, no_address(memory, offset, bits));
      rows.push_back(bit.value);
    }
    out.broken = broken_row(rows, bits);
    if (out.broken) out.broken->instruction = i;
  }
  return out;
}

}  // namespace stridescope
