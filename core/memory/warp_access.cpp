// Groups the values of each thread into instructions, in the order of the values. All instructions have the same width:
// the widest that the adjacency and alignment of every thread allow. A lane without an element inside the tensor is
// masked and keeps its place in the warp.
#include "core/memory/warp_access.h"

#include <algorithm>

#include "core/base/at.h"
#include "core/facts/offsets.h"

namespace stridescope {
namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// The offsets of all coordinates of a layout with plain strides; an error otherwise, or if there are too many.
std::vector<std::int64_t> all_offsets(Arith& arith, const AnyLayout& layout) {
  const Value value = to_value(layout);
  const auto count = domain_size(value);
  std::vector<std::int64_t> out;
  if (!count || *count > max_tv_pairs) {
    arith.fail(ErrorCode::too_large, say("an access pattern can have at most {} elements", max_tv_pairs));
    return out;
  }
  if (*count > 0 && !arith.spend(4 * static_cast<std::uint64_t>(*count))) return out;
  const auto function = memory_function(value);
  if (!function) {
    arith.fail(ErrorCode::basis, say("memory is accessed at integer offsets below 2^62"),
               say("give a layout with integer strides"));
    return out;
  }
  out.resize(at(*count));
  function->fill(out.data(), *count);
  // The bit address of such an offset fits 64 bits.
  constexpr std::int64_t limit = std::int64_t{1} << 54;
  for (const std::int64_t x : out) {
    if (x > limit || x < -limit) {
      arith.fail(ErrorCode::too_large, say("an offset is beyond 2^54 elements"));
      return {};
    }
  }
  return out;
}

bool can_group(const ThreadOffsets& o, std::int64_t elements, int element_bits, std::int64_t base_bytes) {
  if (o.values % elements != 0) return false;
  const std::int64_t bits = elements * element_bits;
  const std::int64_t aligned = bits & -bits;  // three words need only the alignment of one
  for (std::int64_t first = 0; first < o.values; first += elements) {
    for (std::int64_t t = 0; t < o.threads; ++t) {
      const std::size_t place = at(first * o.threads + t);
      const std::int64_t begin = o.offset[place];
      const bool in = o.inside.empty() || o.inside[place];
      const std::int64_t bit = begin * element_bits + base_bytes * 8;
      if (in && bit % aligned != 0) return false;
      for (std::int64_t v = 1; v < elements; ++v) {
        const std::size_t next = place + at(v * o.threads);
        if (o.offset[next] != begin + v) return false;
        // All elements of an access are inside, or none is.
        if (!o.inside.empty() && o.inside[next] != in) return false;
      }
    }
  }
  return true;
}

}  // namespace

WarpRequest WarpAccess::request(std::int64_t warp, std::int64_t instruction) const {
  WarpRequest out;
  out.active = active[at(instruction * warps() + warp)];
  const std::int64_t first = warp * lanes_per_warp;
  const std::int64_t lanes = std::min(lanes_per_warp, threads - first);
  for (std::int64_t lane = 0; lane < lanes; ++lane) {
    if ((out.active >> lane & 1) != 0) out.address[at(lane)] = address[at(instruction * threads + first + lane)];
  }
  return out;
}

ThreadOffsets thread_offsets(Arith& arith, const AnyLayout& pattern) {
  ThreadOffsets out;
  const Layout& domain = domain_layout(pattern);
  const Int threads = domain.shape.is_tuple()
                          ? domain.rank() > 0 ? product(arith, domain.shape.ref()[0]) : static_int(1)
                          : product(arith, domain.shape);
  out.offset = all_offsets(arith, pattern);
  if (arith.failed() || out.offset.empty()) return out;
  out.threads = threads.value;
  out.values = static_cast<std::int64_t>(out.offset.size()) / out.threads;
  return out;
}

ThreadOffsets thread_offsets(Arith& arith, const AnyLayout& tensor, LayoutRef tv, const TupleRef* inside) {
  ThreadOffsets out;
  const std::vector<std::int64_t> offsets = all_offsets(arith, tensor);
  const TvTable table = TvTable::make(arith, tv);
  if (arith.failed() || table.threads() * table.values() == 0) return out;
  const auto count = static_cast<std::int64_t>(offsets.size());
  if (table.smallest() < 0 || table.largest() >= count) {
    arith.fail(ErrorCode::index_range, say("the thread-value layout reaches element {} of a tensor of {}",
                                           table.smallest() < 0 ? table.smallest() : table.largest(), count));
    return out;
  }
  std::optional<TvPredicate> predicate;
  if (inside != nullptr) {
    predicate = tv_predicate(arith, table, domain_layout(tensor).shape, *inside);
    if (arith.failed()) return out;
  }
  out.threads = table.threads();
  out.values = table.values();
  if (!arith.spend(2 * static_cast<std::uint64_t>(out.threads * out.values))) return out;
  out.offset.reserve(at(out.threads * out.values));
  if (predicate) out.inside.reserve(at(out.threads * out.values));
  for (std::int64_t v = 0; v < out.values; ++v) {
    for (std::int64_t t = 0; t < out.threads; ++t) {
      out.offset.push_back(offsets[at(table.element(t, v))]);
      if (predicate) out.inside.push_back(predicate->inside(t, v));
    }
  }
  return out;
}

ThreadOffsets thread_offsets(Arith& arith, const TiledCopy& copy, CopySide side, const AnyLayout& tensor) {
  const AnyLayout pattern = on_domain(tensor, [&](const Layout& layout) { return tidfrg(arith, copy, side, layout); });
  if (arith.failed()) return {};
  return thread_offsets(arith, pattern);
}

int widest_access(const ThreadOffsets& offsets, int element_bits, std::int64_t base_bytes, int limit) {
  for (int bytes = limit; bytes > 1; bytes /= 2) {
    if (bytes * 8 <= element_bits) return bytes;
    if (bytes * 8 % element_bits == 0 && can_group(offsets, bytes * 8 / element_bits, element_bits, base_bytes)) {
      return bytes;
    }
  }
  return 1;
}

WarpAccess warp_access(Arith& arith, const ThreadOffsets& offsets, const AccessOptions& options) {
  WarpAccess out;
  const int bits = options.element_bits;
  if (bits < 1 || bits > 128 || (bits & (bits - 1)) != 0) {
    arith.fail(ErrorCode::arguments, say("an element has {} {bit|bits}", bits),
               say("expected 1, 2, 4, 8, 16, 32, 64 or 128 bits"));
    return out;
  }
  // Tries every width on every element.
  if (arith.failed() || !arith.spend(8 * offsets.offset.size())) return out;
  out.element_bits = bits;
  out.base_bytes = options.base_bytes;
  out.threads = offsets.threads;
  out.access_bytes = options.access_bytes != 0
                         ? options.access_bytes
                         : std::max(widest_access(offsets, bits, options.base_bytes, max_access_bytes), bits / 8);
  const std::int64_t group = std::max<std::int64_t>(out.access_bytes * 8 / bits, 1);
  const int aligned = out.access_bytes & -out.access_bytes;
  const bool narrow = group > 1 && !can_group(offsets, group, bits, options.base_bytes);
  if (narrow && options.access_bytes != 0) {
    arith.fail(ErrorCode::unsupported,
               say("the layout does not vectorize: each access takes {} neighboring {value|values} of a thread, "
                   "aligned to {} {byte|bytes}, but only {} {byte|bytes} are contiguous",
                   group, aligned, widest_access(offsets, bits, options.base_bytes, max_access_bytes)),
               say("vectorization(S, D) names the mode that breaks it"));
    return out;
  }
  // A thread with an odd number of 4-bit values accesses whole bytes one by one.
  const std::int64_t step = narrow ? 1 : group;
  out.instructions = offsets.values / step;
  out.address.reserve(at(out.instructions * out.threads));
  out.active.assign(at(out.requests()), 0);
  for (std::int64_t i = 0; i < out.instructions; ++i) {
    for (std::int64_t t = 0; t < out.threads; ++t) {
      const std::size_t place = at(i * step * offsets.threads + t);
      const std::int64_t byte = options.base_bytes + floor_div(offsets.offset[place] * bits, 8);
      out.address.push_back(byte);
      if (offsets.inside.empty() || offsets.inside[place]) {
        out.active[at(i * out.warps() + t / lanes_per_warp)] |= std::uint32_t{1} << (t % lanes_per_warp);
      }
    }
  }
  return out;
}

int atom_access_bits(const CopyAtom& atom, CopySide side) {
  if (atom.operation.instruction == CopyInstruction::any_width) return 0;
  const Layout& bits = side == CopySide::source ? atom.src_bits : atom.dst_bits;
  if (bits.rank() != 2) return 0;
  Arith arith;
  const Int count = product(arith, bits.shape.ref()[1]);
  const std::int64_t most = atom.arch >= 100 ? max_global_bytes : max_access_bytes;
  return arith.failed() || count.value > 8 * most ? 0 : static_cast<int>(count.value);
}

}  // namespace stridescope
