// Writes a layout as an encoding of Triton: the first encoding of a family with few parameters that reads back as the
// same map, otherwise the bases themselves.
#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <span>

#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/facts/equality.h"
#include "core/foreign/systems/triton.h"

namespace stridescope {
namespace {

using namespace triton;

constexpr std::int64_t lanes_of_a_warp = 32;
// Cost of one candidate, writing and reading its text, in steps.
constexpr std::uint64_t steps_per_candidate = 2000;

std::string list_of(const ForeignShape& list) {
  std::string out = "[";
  for (std::size_t i = 0; i < list.size(); ++i) append_all(out, i > 0 ? ", " : "", list[i]);
  return out + "]";
}

std::string bases_text(const std::vector<ForeignShape>& bases) {
  std::string out = "[";
  for (std::size_t i = 0; i < bases.size(); ++i) append_all(out, i > 0 ? ", " : "", list_of(bases[i]));
  return out + "]";
}

std::int64_t elements_of(const ForeignShape& shape) {
  std::int64_t out = 1;
  for (const std::int64_t extent : shape) {
    if (mul_overflows(out, extent, out)) return 0;
  }
  return out;
}

bool powers(Arith& arith, const ForeignShape& shape) {
  for (const std::int64_t extent : shape) {
    if (extent > 0 && std::has_single_bit(static_cast<std::uint64_t>(extent))) continue;
    arith.fail(ErrorCode::unsupported, say("{} is not a power of two: no Triton layout has that extent", extent));
    return false;
  }
  return true;
}

ForeignShape coordinate(std::int64_t index, const ForeignShape& shape) {
  ForeignShape out;
  for (const std::int64_t extent : shape) {
    out.push_back(index % extent);
    index /= extent;
  }
  return out;
}

std::vector<ForeignShape> coordinates(const LinearMap& map, std::size_t first, std::size_t count,
                                      const ForeignShape& shape) {
  std::vector<ForeignShape> out;
  for (std::size_t j = first; j < first + count; ++j)
    out.push_back(coordinate(static_cast<std::int64_t>(map.columns[j]), shape));
  return out;
}

// Tests texts against a map, and charges for each.
class Candidates {
 public:
  Candidates(Arith& arith, const ForeignShape& shape, const LinearMap& map) : arith_(arith), shape_(shape), map_(map) {}

  // True if the encoding equals the map.
  bool is(const std::string& text) {
    if (!arith_.spend(steps_per_candidate)) return false;
    Arith own;
    Scanner in(own, "triton", text, Scanner::Comments::slashes);
    const Attribute e = read_attribute(in, {});
    if (own.failed()) return false;
    if (is_shared(e)) {
      const NamedMap read = shared(in, e, shape_);
      if (own.failed()) return false;
      const LinearMap linear = read.linear(own, {{"offset", "partition"}});
      return own.ok() && linear.columns == map_.columns;
    }
    ForeignShape whole = shape_;
    const NamedMap read = distributed(in, e, whole);
    if (own.failed()) return false;
    const LinearMap linear = read.linear(own, {{"lane", "warp"}, {"register"}});
    return own.ok() && linear.in == map_.in && linear.columns == map_.columns;
  }

 private:
  Arith& arith_;
  const ForeignShape& shape_;
  const LinearMap& map_;
};

// The number of bases that move along each dimension, and of those that do not move.
struct Directions {
  ForeignShape count;  // 2 to the power of the number
  int nowhere = 0;
};
Directions directions(const std::vector<ForeignShape>& bases, std::size_t rank) {
  Directions out = {ForeignShape(rank, 1)};
  for (const ForeignShape& basis : bases) {
    bool moves = false;
    for (std::size_t d = 0; d < rank; ++d) {
      if (basis[d] == 0) continue;
      out.count[d] *= 2;
      moves = true;
    }
    out.nowhere += moves ? 0 : 1;
  }
  return out;
}

// Distributions of lanes or warps: bases that do not move are beyond the tensor in one dimension.
std::vector<ForeignShape> spreads(const Directions& of) {
  if (of.nowhere == 0) return {of.count};
  std::vector<ForeignShape> out;
  for (std::size_t d = 0; d < of.count.size(); ++d) {
    out.push_back(of.count);
    out.back()[d] <<= of.nowhere;
  }
  return out;
}

std::string distributed_text(Arith& arith, const Value& layout, const ForeignShape& shape) {
  LinearMap map = linear_map(arith, layout);
  if (!arith.ok() || !powers(arith, shape)) return {};
  if (map.in.size() != 2) {
    arith.fail(ErrorCode::unsupported,
               say("a thread-value layout must have two modes, threads and values; this one has {}", map.in.size()));
    return {};
  }
  const std::int64_t elements = elements_of(shape);
  map.out = std::countr_zero(static_cast<std::uint64_t>(std::max<std::int64_t>(elements, 1)));
  for (std::size_t j = 0; j < map.columns.size(); ++j) {
    if (map.columns[j] >> map.out == 0) continue;
    arith.fail(ErrorCode::index_range, say("L({}) = {} is outside a tensor of {} {element|elements}",
                                           std::int64_t{1} << j, map.columns[j], elements));
    return {};
  }
  const std::size_t rank = shape.size();
  const auto thread_bits = static_cast<std::size_t>(map.in[0]);
  const std::size_t lane_bits =
      std::min(thread_bits, static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(lanes_of_a_warp))));
  const auto lanes = coordinates(map, 0, lane_bits, shape);
  const auto warps = coordinates(map, lane_bits, thread_bits - lane_bits, shape);
  const auto registers = coordinates(map, thread_bits, static_cast<std::size_t>(map.in[1]), shape);
  Candidates candidates(arith, shape, map);

  const auto lane_spreads = spreads(directions(lanes, rank));
  const auto warp_spreads = spreads(directions(warps, rank));
  const Directions held = directions(registers, rank);
  std::vector<int> order(rank);
  std::iota(order.rbegin(), order.rend(), 0);
  for (int permutation = 0; permutation < 6 && rank <= 3 && arith.ok(); ++permutation) {
    const ForeignShape by(order.begin(), order.end());
    for (const ForeignShape& lane : lane_spreads) {
      for (const ForeignShape& warp : warp_spreads) {
        // Adjacent registers, from all to one in each dimension.
        ForeignShape size = held.count;
        for (bool more = true; more && arith.ok();) {
          const std::string text =
              cat("#ttg.blocked<{sizePerThread = ", list_of(size), ", threadsPerWarp = ", list_of(lane),
                  ", warpsPerCTA = ", list_of(warp), ", order = ", list_of(by), "}>");
          if (candidates.is(text)) return text;
          more = false;
          for (std::size_t d = 0; d < rank && !more; ++d) {
            more = size[d] > 1;
            size[d] = more ? size[d] / 2 : held.count[d];
          }
        }
      }
    }
    if (!std::prev_permutation(order.begin(), order.end())) break;
  }
  if (rank == 2) {
    for (const ForeignShape& warp : warp_spreads) {
      const std::string v2 = cat("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = ", list_of(warp),
                                 ", instrShape = [16, 8]}>");
      if (candidates.is(v2)) return v2;
      for (std::int64_t n = 8; n <= 256 && arith.ok(); n *= 2) {
        const std::string v3 = cat("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = ", list_of(warp),
                                   ", instrShape = [16, ", n, ", 16]}>");
        if (candidates.is(v3)) return v3;
      }
      for (int operand = 0; operand < 2; ++operand) {
        for (std::int64_t width = 1; width <= 16 && arith.ok(); width *= 2) {
          const std::string dot = cat("#ttg.dot_op<{opIdx = ", operand, ", parent = ", v2, ", kWidth = ", width, "}>");
          if (candidates.is(dot)) return dot;
        }
      }
    }
  }
  return cat("#ttg.linear<{register = ", bases_text(registers), ", lane = ", bases_text(lanes),
             ", warp = ", bases_text(warps), ", block = []}>");
}

// A tensor in pieces along one dimension, distributed over partitions in turn: the bits of the partition come last.
struct Partitioned {
  std::int64_t partitions = 1;
  std::int64_t groups = 1;
  std::size_t dimension = 0;
  ForeignShape piece;
  std::size_t piece_bits = 0;  // bits of an offset within one piece

  std::string text(const std::string& inner) const {
    return cat("#ttg.partitioned_shared<{numPartitions = ", partitions, ", numGroups = ", groups,
               ", partitionDim = ", dimension, ", partitionLayout = ", inner, "}>");
  }
};
std::optional<Partitioned> partitioned(const std::vector<ForeignShape>& bases, std::size_t partition_bits,
                                       const ForeignShape& shape) {
  Partitioned out;
  out.piece = shape;
  if (partition_bits == 0 || partition_bits > bases.size()) return std::nullopt;
  const ForeignShape& first = bases[bases.size() - partition_bits];
  while (out.dimension < first.size() && first[out.dimension] == 0) ++out.dimension;
  if (out.dimension == first.size()) return std::nullopt;
  const std::size_t d = out.dimension;
  const std::int64_t extent = first[d];
  out.partitions = std::int64_t{1} << partition_bits;
  out.groups = shape[d] / extent / out.partitions;
  if (out.groups < 1) return std::nullopt;
  out.piece[d] = extent;
  const auto group_bits = static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(out.groups)));
  if (group_bits + partition_bits > bases.size()) return std::nullopt;
  out.piece_bits = bases.size() - partition_bits - group_bits;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const bool of_piece = i < out.piece_bits;
    const bool of_group = !of_piece && i < bases.size() - partition_bits;
    ForeignShape expected(shape.size(), 0);
    expected[d] = of_group ? extent * out.partitions << (i - out.piece_bits)
                           : extent << (i - std::min(i, bases.size() - partition_bits));
    if (of_piece ? bases[i][d] >= extent : bases[i] != expected) return std::nullopt;
  }
  return out;
}

// A plain layout with padded rows: strides with one gap.
std::string padded_text(Arith& arith, const Value& layout, const ForeignShape& shape) {
  const auto* plain = layout.as<Layout>();
  if (plain == nullptr || !powers(arith, shape)) return {};
  struct Bit {
    std::int64_t stride;
    ForeignShape at;
  };
  std::vector<Bit> bits;
  std::int64_t index = 1;
  for (std::uint32_t i = 0; i < plain->shape.ref().node_count(); ++i) {
    const Node& extent = plain->shape.ref().nodes()[i];
    const Node& stride = plain->stride.ref().nodes()[i];
    if (extent.kind != NodeKind::integer) continue;
    if (!stride.integer.is_plain() || stride.integer.value < 1 || stride.integer.value > std::int64_t{1} << 40 ||
        extent.integer.value < 1 || !std::has_single_bit(static_cast<std::uint64_t>(extent.integer.value)) ||
        extent.integer.value > 1 << 20 || bits.size() > 64)
      return {};
    for (std::int64_t n = 1; n < extent.integer.value; n *= 2, index *= 2)
      bits.push_back({stride.integer.value * n, coordinate(index, shape)});
  }
  sort_stable(std::span(bits), [](const Bit& a, const Bit& b) { return a.stride < b.stride; });
  std::int64_t interval = 0;
  std::int64_t padding = 0;
  std::int64_t next = 1;
  std::int64_t length = 1;           // up to the last element
  std::size_t buffer = bits.size();  // bits of an offset in one buffer
  std::vector<ForeignShape> bases;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (interval != 0 && bits[i].stride != next && bits[i].stride == length) {
      buffer = i;
      next = length;
    }
    if (bits[i].stride > next && interval == 0) {
      interval = std::int64_t{1} << i;
      padding = bits[i].stride - next;
      next = bits[i].stride;
    }
    if (bits[i].stride != next) return {};
    length += bits[i].stride;
    next *= 2;
    bases.push_back(bits[i].at);
  }
  if (interval == 0) return {};
  const auto padded = [&](const std::vector<ForeignShape>& offsets) {
    return cat("#ttg.padded_shared<[", interval, ":+", padding, "] {offset = ", bases_text(offsets), ", block = []}>");
  };
  std::string text = padded(bases);
  if (buffer < bits.size()) {
    const auto made = partitioned(bases, bits.size() - buffer, shape);
    if (!made) return {};
    bases.resize(made->piece_bits);
    text = made->text(padded(bases));
  }
  Arith own;
  const Value back = read_triton(own, text, shape);
  if (own.failed() || compare_functions(back, layout).outcome != FunctionComparison::Outcome::equal) return {};
  return text;
}

// Memory as an encoding with parameters only; empty if absent.
std::string family_text(Arith& arith, const LinearMap& places, const ForeignShape& shape) {
  Candidates candidates(arith, shape, places);
  const std::size_t rank = shape.size();
  for (int permutation = 0; permutation < 2 && rank <= 3; ++permutation) {
    const std::vector<int> order = matrix_order(rank, permutation == 0);
    const ForeignShape by(order.begin(), order.end());
    for (std::int64_t phases = 1; phases <= 32; phases *= 2) {
      for (std::int64_t vec = 1; vec <= 64 && arith.ok(); vec *= 2) {
        for (std::int64_t per_phase = 1; per_phase <= 16; per_phase *= 2) {
          const std::string text = cat("#ttg.swizzled_shared<{vec = ", vec, ", perPhase = ", per_phase,
                                       ", maxPhase = ", phases, ", order = ", list_of(by), "}>");
          if (candidates.is(text)) return text;
          if (phases == 1) break;
        }
        if (phases == 1) break;
      }
    }
    if (rank < 2) break;
  }
  for (int transposed = 0; transposed < 2 && arith.ok(); ++transposed) {
    for (const int width : {128, 64, 32}) {
      for (const int bits : {16, 8, 32}) {
        const std::string text =
            cat("#ttg.nvmma_shared<{swizzlingByteWidth = ", width,
                ", transposed = ", transposed != 0 ? "true" : "false", ", elementBitWidth = ", bits, "}>");
        if (candidates.is(text)) return text;
      }
    }
  }
  return {};
}

// The same, with pieces of such an encoding.
std::string partitioned_text(Arith& arith, const LinearMap& places, const ForeignShape& shape) {
  const auto bases = coordinates(places, 0, places.columns.size(), shape);
  for (std::size_t bits = 1; bits <= 3 && arith.ok(); ++bits) {
    const auto made = partitioned(bases, bits, shape);
    if (!made || made->groups == 1) continue;
    NamedMap piece(shape.size(), {"offset"});
    piece.size = made->piece;
    piece.input("offset").bases.assign(bases.begin(), bases.begin() + static_cast<std::ptrdiff_t>(made->piece_bits));
    Arith own;
    const LinearMap within = piece.linear(own, {{"offset"}});
    if (own.failed()) continue;
    const std::string inner = family_text(arith, within, made->piece);
    if (!inner.empty()) return made->text(inner);
  }
  return {};
}

std::string memory_text(Arith& arith, const Value& layout, const ForeignShape& shape) {
  Arith own(arith.budget());
  LinearMap offsets = linear_map(own, layout);
  if (own.failed()) {
    if (std::string padded = padded_text(arith, layout, shape); !padded.empty() || arith.failed()) return padded;
    const tl::unexpected<Error> why = own.error();
    arith.fail(why.value().code, why.value().message, why.value().hint);
    return {};
  }
  if (!powers(arith, shape)) return {};
  if (offsets.out != offsets.inputs()) {
    if (std::string padded = padded_text(arith, layout, shape); !padded.empty() || arith.failed()) return padded;
    arith.fail(ErrorCode::unsupported,
               say("{} {element|elements} in {} {place|places}: shared memory in Triton has one place for each element",
                   std::int64_t{1} << offsets.inputs(), std::int64_t{1} << offsets.out));
    return {};
  }
  const LinearMap places = right_inverse(arith, offsets, {offsets.out});
  if (arith.failed()) return {};
  std::string text = family_text(arith, places, shape);
  if (arith.failed()) return {};
  if (!text.empty()) return text;
  // In separate buffers the pieces have other addresses, so for Triton it is another layout.
  if (const std::string pieces = partitioned_text(arith, places, shape); !pieces.empty())
    append_all(text, "// its partitions in buffers of their own: ", pieces, "\n");
  if (arith.failed()) return {};
  append_all(text, "#ttg.shared_linear<{offset = ", bases_text(coordinates(places, 0, places.columns.size(), shape)),
             ", block = []}>");
  return text;
}

// Extents of the layout's modes.
ForeignShape modes_of(const Value& layout) {
  ForeignShape out;
  const Layout* domain = domain_of(layout);
  if (domain == nullptr) return out;
  Arith plain;
  const IntTuple extents = product_each(plain, domain->shape);
  for (int i = 0; plain.ok() && i < extents.rank(); ++i)
    out.push_back(extents.is_tuple() ? extents[i].integer().value : extents.integer().value);
  return out;
}

}  // namespace

std::string write_triton(Arith& arith, const Value& layout, const ForeignShape& shape) {
  const ForeignShape modes = modes_of(layout);
  if (!shape.empty()) {
    if (shape == modes) return memory_text(arith, layout, shape);
    return distributed_text(arith, layout, shape);
  }
  // The meaning of the layout is unknown: it is written as memory and, if the offsets of threads and values fill a
  // tensor, also as registers.
  std::string out;
  Arith memory(arith.budget());
  if (const std::string text = memory_text(memory, layout, modes); memory.ok())
    append_all(out, "// (m, n) -> offset, of a tensor of shape ", list_of(modes), "\n", text, "\n");
  Arith registers(arith.budget());
  const LinearMap map = linear_map(registers, layout);
  if (registers.ok()) {
    const ForeignShape flat = {std::int64_t{1} << map.out};
    const std::string text = distributed_text(registers, layout, flat);
    if (registers.ok())
      append_all(out, "// (thread, value) -> element, of a tensor of shape ", list_of(flat), "\n", text, "\n");
  }
  if (out.empty()) {
    const tl::unexpected<Error> why = memory.failed() ? memory.error() : registers.error();
    arith.fail(why.value().code, why.value().message, why.value().hint);
  }
  return out;
}

}  // namespace stridescope
