// Triton's encodings of shared and of tensor memory.
#include <algorithm>
#include <bit>
#include <optional>

#include "core/base/checked.h"
#include "core/base/power.h"
#include "core/base/text.h"
#include "core/foreign/systems/triton.h"

namespace stridescope::triton {
namespace {

using Integers = std::vector<std::int64_t>;

constexpr std::int64_t max_pieces = 1024;

bool powers(Scanner& in, const Integers& shape) {
  for (const std::int64_t extent : shape) {
    if (is_power_of_two(extent) && extent <= std::int64_t{1} << 30) continue;
    in.arith().fail(ErrorCode::unsupported, say("{} is not a power of two: no Triton layout has that extent", extent));
    return false;
  }
  return true;
}

std::vector<int> order_of(Scanner& in, const Attribute& e, std::size_t rank) {
  const Integers list = e.integers_of(in, "order", false);
  if (list.empty()) return matrix_order(rank, true);
  std::vector<int> out;
  for (const std::int64_t d : list) {
    const bool known = d >= 0 && d < static_cast<std::int64_t>(rank) &&
                       std::find(out.begin(), out.end(), static_cast<int>(d)) == out.end();
    if (known) out.push_back(static_cast<int>(d));
  }
  if (list.size() != rank || out.size() != rank) {
    in.fail_at(e.position, say("'order' must contain each of {} {dimension|dimensions} exactly once", rank));
    return matrix_order(rank, true);
  }
  return out;
}

void add_basis(NamedMap& out, std::initializer_list<std::pair<int, std::int64_t>> at) {
  Integers basis(out.size.size(), 0);
  for (const auto& [dimension, coordinate] : at) basis[static_cast<std::size_t>(dimension)] = coordinate;
  out.input("offset").bases.push_back(std::move(basis));
}

// Triton's swizzle: vectors of `vec` elements change places within `max_phase` of them, by the phase of their row.
NamedMap swizzled(Scanner& in, const Attribute& e, const Integers& shape, bool rotating) {
  const std::int64_t vec = e.integer_of(in, "vec", std::nullopt);
  const std::int64_t per_phase = e.integer_of(in, "perPhase", std::nullopt);
  const std::int64_t max_phase = e.integer_of(in, "maxPhase", std::nullopt);
  const std::vector<int> order = order_of(in, e, shape.size());
  NamedMap out(shape.size(), {"offset"});
  if (!in.ok()) return out;
  if (!is_power_of_two(vec) || !is_power_of_two(per_phase) || !is_power_of_two(max_phase) || vec > 1 << 20 ||
      per_phase > 1 << 20 || max_phase > 1 << 20) {
    in.fail_at(e.position, say("vec, perPhase and maxPhase must be powers of two"));
    return out;
  }
  if (shape.size() == 1) {
    out.identity(in.arith(), "offset", 0, shape[0]);
    return out;
  }
  const int column = order[0];
  const int row = order[1];
  const std::int64_t columns = shape[static_cast<std::size_t>(column)];
  const std::int64_t rows = shape[static_cast<std::size_t>(row)];
  out.identity(in.arith(), "offset", column, columns);
  for (std::int64_t r = 1; r < rows; r *= 2) {
    std::int64_t phase = r / per_phase % max_phase;
    if (rotating) phase ^= r / max_phase / per_phase % max_phase;
    add_basis(out, {{row, r}, {column, vec * phase % columns}});
  }
  out.size[static_cast<std::size_t>(row)] = rows;
  for (std::size_t i = 2; i < order.size(); ++i)
    out.identity(in.arith(), "offset", order[i], shape[static_cast<std::size_t>(order[i])]);
  return out;
}

// Boxes as TMA fills them: 8 rows of the swizzle's width, then further rows up to 256, then further boxes.
NamedMap nvmma(Scanner& in, const Attribute& e, const Integers& shape) {
  const std::int64_t width = e.integer_of(in, "swizzlingByteWidth", std::nullopt);
  const std::int64_t bits = e.integer_of(in, "elementBitWidth", 16);
  const bool transposed = e.flag_of(in, "transposed");
  const bool padded = e.flag_of(in, "fp4Padded");
  const std::size_t rank = shape.size();
  NamedMap out(rank, {"offset"});
  if (!in.ok()) return out;
  if ((width != 0 && width != 32 && width != 64 && width != 128) || !is_power_of_two(bits) || bits < 4 || bits > 128) {
    in.fail_at(e.position, say("swizzlingByteWidth must be 0, 32, 64 or 128, and elementBitWidth a power of two"));
    return out;
  }
  const auto extent = [&](int d) { return shape[static_cast<std::size_t>(d)]; };
  std::vector<int> boxes;
  for (int d = 0; d < static_cast<int>(rank); ++d) boxes.push_back(d);
  Arith& arith = in.arith();
  if (width == 0) {
    out.identity(arith, "offset", static_cast<int>(rank) - 1,
                 std::min<std::int64_t>(extent(static_cast<int>(rank) - 1), 256));
    for (int d = static_cast<int>(rank) - 1; d-- > 0;)
      out.identity(arith, "offset", d, std::min<std::int64_t>(extent(d), 256));
    out.fit(arith, "offset", shape, boxes);
    return out;
  }
  const std::int64_t columns = 8 * width / bits;  // columns of a row of the swizzle, with padding
  const std::int64_t packed = padded ? columns / 2 : columns;
  // The box, its dimensions from the slowest to the fastest; transposed if the first is to be the fastest.
  std::vector<int> by = boxes;
  if (transposed && rank > 1) std::rotate(by.begin(), by.begin() + 1, by.end());
  std::vector<std::int64_t> box;
  for (const int d : by) box.push_back(d == by.back() ? packed : std::min<std::int64_t>(extent(d), 256));
  // The tensor as rows and columns: the last dimension alone, and all others combined.
  std::int64_t elements = 1;
  for (const std::int64_t n : box) elements *= n;
  const std::int64_t last = transposed && rank > 1 ? box[rank - 2] : box[rank - 1];
  const std::int64_t wide = transposed ? elements / std::max<std::int64_t>(last, 1) : last;
  const std::int64_t rows = elements / std::max<std::int64_t>(wide, 1);
  // With fewer than 8 rows, as in a descriptor that gathers rows, the first ones are used.
  if (rank < 2 || extent(by.back()) < packed) {
    in.arith().fail(
        ErrorCode::unsupported,
        say("a swizzle of {} {byte|bytes} needs rows of {} {element|elements}; the tensor has {} {row|rows} of {}",
            width, packed, rows, extent(by.back())));
    return out;
  }
  const auto add = [&](std::int64_t row, std::int64_t column) {
    Integers basis(rank, 0);
    std::int64_t index = row * wide + column;
    for (std::size_t i = rank; i-- > 0;) {
      basis[static_cast<std::size_t>(by[i])] = index % box[i];
      index /= box[i];
    }
    out.input("offset").bases.push_back(std::move(basis));
  };
  const auto pack = [&](std::int64_t c) { return padded ? c / 16 * 8 + c % 8 : c; };
  const std::int64_t vec = std::max<std::int64_t>(128 / bits, 1);
  for (std::int64_t c = 1; c < columns; c *= 2) add(0, pack(c));
  for (std::int64_t r = 1; r < rows; r *= 2) add(r, r < 8 ? pack(vec * (r / (128 / width) % (width / 16))) : 0);
  for (std::int64_t c = packed; c < wide; c *= 2) add(0, c);
  for (std::size_t i = 0; i < rank; ++i) out.size[static_cast<std::size_t>(by[i])] = box[i];
  out.fit(arith, "offset", shape, boxes);
  return out;
}

NamedMap by_bases(Scanner& in, const Attribute& e, const Integers& shape) {
  NamedMap out(shape.size(), {"offset"});
  const Attribute* bases = e.find("offset");
  if (bases == nullptr || bases->kind != Attribute::Kind::list) {
    in.fail_at(e.position, say("'{}' is missing", "offset"));
    return out;
  }
  for (const Attribute& basis : bases->items) {
    Integers row;
    for (const Attribute& item : basis.items) row.push_back(item.integer);
    if (row.size() != shape.size()) {
      in.fail_at(basis.position,
                 say("'{}' has {} {entry|entries} for {} {dimension|dimensions}", "offset", row.size(), shape.size()));
      return out;
    }
    for (std::size_t d = 0; d < row.size(); ++d) {
      if (row[d] < 0 || row[d] >= std::int64_t{1} << 30) {
        in.fail_at(basis.position, say("{} is not a coordinate of a basis", row[d]));
        return out;
      }
      out.size[d] =
          std::max(out.size[d], static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(row[d]) + 1)));
    }
    out.input("offset").bases.push_back(std::move(row));
  }
  out.fit(in.arith(), "offset", shape, matrix_order(shape.size(), true));
  return out;
}

// The extents that the bases of offsets and blocks cover.
Integers reached_by(Scanner& in, const Attribute& e) {
  Integers out;
  for (const std::string_view key : {"offset", "block"}) {
    const Attribute* bases = e.find(key);
    if (bases == nullptr) continue;
    for (const Attribute& basis : bases->items) {
      if (out.empty()) out.assign(basis.items.size(), 1);
      for (std::size_t d = 0; d < std::min(out.size(), basis.items.size()); ++d) {
        const std::int64_t at = basis.items[d].integer;
        if (at < 0 || at >= std::int64_t{1} << 30) {
          in.fail_at(basis.position, say("{} is not a coordinate of a basis", at));
          return {};
        }
        out[d] = std::max(out[d], static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(at) + 1)));
      }
    }
  }
  return out;
}

std::vector<int> bits_of(const Integers& shape) {
  std::vector<int> out;
  for (const std::int64_t extent : shape) out.push_back(std::countr_zero(static_cast<std::uint64_t>(extent)));
  return out;
}

// x -> x + the paddings before it, up to `total`; with `buffers` buffers, each after the last element of the previous
// one.
Layout padding(Scanner& in, const Attribute& e, std::int64_t total, std::int64_t buffers) {
  LayoutBuilder out(in.arith());
  out.open();
  std::int64_t reached = 1;
  std::int64_t stride = 1;  // stride of the next part
  std::int64_t length = 1;  // length of a buffer up to its last element
  for (const Attribute& list : e.items) {
    for (const Attribute& one : list.items) {
      const std::int64_t interval = one.integer;
      if (!is_power_of_two(interval) || interval < reached || one.padding < 0 || one.padding > 1 << 30 ||
          interval > 1 << 30) {
        in.fail_at(one.position, say("expected INTERVAL:+ELEMENTS, with ascending powers of two as intervals"));
        break;
      }
      if (interval >= total) break;
      out.mode(static_int(interval / reached), static_int(stride));
      length += (interval / reached - 1) * stride;
      stride = stride * (interval / reached) + one.padding;
      reached = interval;
    }
  }
  const std::int64_t last = std::max<std::int64_t>(total / reached, 1);
  out.mode(static_int(last), static_int(stride));
  length += (last - 1) * stride;
  if (buffers > 1) out.mode(static_int(buffers), static_int(length));
  out.close();
  return in.arith().intact(out.take());
}

// For an encoding that is not partitioned: the tensor or a piece of it.
NamedMap within(Scanner& in, const Attribute& e, const Integers& part) {
  if (is_encoding(e, "nvmma_shared") || (is_encoding(e, "shared") && e.flag_of(in, "hasLeadingOffset"))) {
    if (is_encoding(e, "shared")) {
      in.arith().fail(
          ErrorCode::unsupported, say("a shared encoding with a leading offset needs the width of its elements"),
          say("write #ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}}>"));
      return {};
    }
    return nvmma(in, e, part);
  }
  if (is_encoding(e, "shared_linear")) return by_bases(in, e, part);
  if (is_encoding(e, "padded_shared")) {
    if (e.find("offset") != nullptr) return by_bases(in, e, part);
    NamedMap out(part.size(), {"offset"});
    for (const int d : order_of(in, e, part.size()))
      out.identity(in.arith(), "offset", d, part[static_cast<std::size_t>(d)]);
    return out;
  }
  return swizzled(in, e, part, is_encoding(e, "amd_rotating_shared"));
}

// Pieces of a tensor along one dimension, distributed over separate buffers.
struct Pieces {
  std::int64_t partitions = 1;
  std::int64_t groups = 1;
  int dimension = 0;
};
Pieces pieces_of(Scanner& in, const Attribute& e) {
  Pieces out;
  if (!is_encoding(e, "partitioned_shared") || !in.ok()) return out;
  out.partitions = e.integer_of(in, "numPartitions", std::nullopt);
  out.groups = e.integer_of(in, "numGroups", std::nullopt);
  const std::int64_t dimension = e.integer_of(in, "partitionDim", std::nullopt);
  const Attribute* inner = e.find("partitionLayout");
  if (inner == nullptr) in.fail_at(e.position, say("'{}' is missing", "partitionLayout"));
  if (!in.ok()) return {};
  if (!is_shared(*inner) || is_encoding(*inner, "partitioned_shared"))
    in.fail_at(
        inner->position,
        say("a piece of a partitioned tensor must have a shared-memory encoding that is not partitioned itself"));
  if (!is_power_of_two(out.partitions) || !is_power_of_two(out.groups) || out.partitions > max_pieces ||
      out.groups > max_pieces)
    in.fail_at(e.position, say("numPartitions and numGroups must be powers of two up to {}", max_pieces));
  if (dimension < 0 || dimension >= static_cast<std::int64_t>(max_foreign_rank))
    in.fail_at(e.position, say("{} is not a dimension of the tensor", dimension));
  if (!in.ok()) return {};
  out.dimension = static_cast<int>(dimension);
  return out;
}

// The shape of the tensor with this piece.
Integers whole_of(Scanner& in, const Attribute& e, const Pieces& pieces, Integers piece) {
  if (!in.ok() || piece.empty()) return {};
  const auto d = static_cast<std::size_t>(pieces.dimension);
  if (d >= piece.size()) {
    in.fail_at(e.position, say("{} is not a dimension of the tensor", pieces.dimension));
    return {};
  }
  if (mul_overflows(piece[d], pieces.partitions * pieces.groups, piece[d])) piece[d] = 0;
  return piece;
}

std::string shape_text(const Integers& shape) {
  std::string out = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) append_all(out, i > 0 ? ", " : "", shape[i]);
  return out + "]";
}

}  // namespace

bool is_shared(const Attribute& e) {
  static constexpr std::string_view names[] = {"swizzled_shared",   "shared",        "nvmma_shared",
                                               "shared_linear",     "padded_shared", "amd_rotating_shared",
                                               "partitioned_shared"};
  return std::any_of(std::begin(names), std::end(names), [&](std::string_view name) { return is_encoding(e, name); });
}

const Attribute& piece_encoding(const Attribute& e) {
  const Attribute* inner = is_encoding(e, "partitioned_shared") ? e.find("partitionLayout") : nullptr;
  return inner == nullptr ? e : *inner;
}

NamedMap shared(Scanner& in, const Attribute& e, const Integers& given) {
  Integers shape = given;
  const Pieces pieces = pieces_of(in, e);
  const Attribute& piece = piece_encoding(e);
  // Bases cover the tensor, or the piece of it that the encoding describes.
  if (shape.empty() && piece.find("offset") != nullptr && in.ok())
    shape = whole_of(in, e, pieces, reached_by(in, piece));
  if (shape.empty() && piece.find("shape") != nullptr && in.ok())
    shape = whole_of(in, e, pieces, piece.integers_of(in, "shape", true));
  if (!in.ok()) return {};
  if (shape.empty()) {
    in.arith().fail(ErrorCode::arguments, say("a shared-memory encoding does not give the tensor's shape"),
                    say("give the shape: triton(\"...\", (M,N))"));
    return {};
  }
  if (!powers(in, shape)) return {};
  Integers part = block_shape(cluster(in, piece, shape.size()), shape);
  if (!in.ok()) return {};
  if (&piece == &e) return within(in, e, part);
  const auto dimension = static_cast<std::size_t>(pieces.dimension);
  if (dimension >= part.size() || part[dimension] < pieces.partitions * pieces.groups) {
    in.fail_at(e.position, say("dimension {} cannot have {} {piece|pieces}: the tensor has shape {}", pieces.dimension,
                               pieces.partitions * pieces.groups, shape_text(part)));
    return {};
  }
  part[dimension] /= pieces.partitions * pieces.groups;
  NamedMap out = within(in, piece, part);
  if (!in.ok()) return {};
  // Pieces are distributed over the partitions in turn; the pieces of one partition are adjacent.
  out.identity(in.arith(), "partition", pieces.dimension, pieces.partitions);
  out.identity(in.arith(), "offset", pieces.dimension, pieces.groups);
  return out;
}

namespace {

// Memory without a swizzle has strides, also for extents that are not powers of two.
std::optional<Layout> plain_strides(Scanner& in, const Attribute& e, const Integers& shape) {
  if (!is_encoding(e, "swizzled_shared") || e.integer_of(in, "maxPhase", 0) != 1) return std::nullopt;
  const bool powers = std::all_of(shape.begin(), shape.end(), [](std::int64_t one) { return is_power_of_two(one); });
  const bool sizes =
      std::all_of(shape.begin(), shape.end(), [](std::int64_t one) { return one >= 1 && one <= 1 << 30; });
  if (powers || !sizes || !in.ok() || block_shape(cluster(in, e, shape.size()), shape) != shape) return std::nullopt;
  Integers strides(shape.size(), 0);
  std::int64_t step = 1;
  for (const int d : order_of(in, e, shape.size())) {
    strides[static_cast<std::size_t>(d)] = step;
    if (mul_overflows(step, shape[static_cast<std::size_t>(d)], step)) return std::nullopt;
  }
  if (!in.ok()) return std::nullopt;
  LayoutBuilder out(in.arith());
  if (shape.size() != 1) out.open();
  for (std::size_t d = 0; d < shape.size(); ++d) out.mode(static_int(shape[d]), static_int(strides[d]));
  if (shape.size() != 1) out.close();
  return out.take();
}

}  // namespace

AnyLayout shared_layout(Scanner& in, const Attribute& e, const Integers& shape) {
  if (auto plain = plain_strides(in, e, shape)) return *std::move(plain);
  if (!in.ok()) return {};
  const NamedMap map = shared(in, e, shape);
  if (!in.ok()) return {};
  Arith& arith = in.arith();
  // The buffer of a partition follows the previous one.
  const LinearMap places = map.linear(arith, {{"offset", "partition"}});
  if (!in.ok()) return {};
  const LinearMap offsets = right_inverse(arith, places, bits_of(map.size));
  if (!in.ok()) return {};
  AnyLayout out = shortest_form(arith, offsets).layout;
  const Attribute& piece = piece_encoding(e);
  if (!in.ok() || !is_encoding(piece, "padded_shared")) return out;
  const auto parts = static_cast<int>(map.input("partition").bases.size());
  const Layout padded = padding(in, piece, std::int64_t{1} << (offsets.out - parts), std::int64_t{1} << parts);
  if (!in.ok()) return {};
  if (const auto* plain = std::get_if<Layout>(&out)) {
    Arith tried;
    Layout whole = composition(tried, LayoutRef(padded), LayoutRef(*plain));
    if (tried.ok()) return whole;
  }
  return compose(StageFunction(padded), SwizzleOffset(static_int(0)), std::move(out));
}

bool is_tensor_memory(const Attribute& e) {
  return is_encoding(e, "tensor_memory_encoding") || is_encoding(e, "tensor_memory_scales_encoding");
}

Layout tensor_memory_layout(Scanner& in, const Attribute& e, const Integers& whole) {
  Arith& arith = in.arith();
  Integers shape = whole;
  const bool scales = is_encoding(e, "tensor_memory_scales_encoding");
  const std::int64_t block_m = scales ? 128 : e.integer_of(in, "blockM", std::nullopt);
  const std::int64_t block_n = scales ? 4 : e.integer_of(in, "blockN", std::nullopt);
  // Elements narrower than a 32-bit column that are not packed skip positions.
  const std::int64_t stride = e.integer_of(in, "colStride", 1);
  if (shape.empty()) shape = {block_m, block_n};
  for (const std::string_view key : {"CTASplitM", "CTASplitN"}) {
    const std::int64_t split = e.integer_of(in, key, 1);
    std::int64_t& extent = shape[key == "CTASplitM" ? 0 : 1];
    if (split < 1 || split > 16)
      in.fail_at(e.position, say("a dimension is split over {} {block|blocks}; expected 1 to 16", split));
    if (in.ok()) extent = std::max<std::int64_t>(extent / split, 1);
  }
  NamedMap map(2, {"row", "col"});
  if (!in.ok() || !powers(in, shape)) return {};
  if (shape.size() != 2 || (block_m != 64 && block_m != 128) || !is_power_of_two(block_n) || block_n > 1024 ||
      !is_power_of_two(stride) || stride > 64) {
    in.fail_at(
        e.position,
        say("blockM must be 64 or 128, blockN and colStride powers of two, and the tensor must have 2 dimensions"));
    return {};
  }
  const std::int64_t n = std::min(block_n, shape[1]);
  if (scales) {
    map.identity(arith, "row", 0, 32);
    map.zeros(arith, "row", 4);
    map.identity(arith, "col", 1, 4);
    map.identity(arith, "col", 0, 2);
  } else if (block_m == 64) {
    map.zeros(arith, "col", stride);
    map.identity(arith, "row", 0, 16);
    map.identity(arith, "col", 1, n);
    // 16 of each 32 rows: the others belong to the next block, if any.
    auto& rows = map.input("row").bases;
    rows.push_back(shape[0] > 64 ? Integers{64, 0} : shape[1] > n ? Integers{0, n} : Integers{0, 0});
    rows.push_back({16, 0});
    rows.push_back({32, 0});
    map.size = {shape[0] > 64 ? 128 : 64, shape[0] <= 64 && shape[1] > n ? 2 * n : n};
  } else {
    map.zeros(arith, "col", stride);
    map.identity(arith, "row", 0, 128);
    map.identity(arith, "col", 1, n);
  }
  if (in.ok()) map.fit(arith, "col", shape, {0, 1});
  const LinearMap places = in.ok() ? map.linear(arith, {{"row"}, {"col"}}) : LinearMap();
  const LinearMap at = in.ok() ? right_inverse(arith, places, bits_of(shape)) : LinearMap();
  if (!in.ok()) return {};
  // Each bit of a coordinate belongs to a row or to a column, so strides express it.
  const int row_bits = places.in[0];
  LayoutBuilder out(arith);
  out.open();
  std::size_t bit = 0;
  for (const int bits : at.in) {
    std::vector<std::pair<std::int64_t, Int>> modes;
    for (int i = 0; i < bits; ++i, ++bit) {
      const std::uint64_t place = at.columns[bit];
      const std::uint64_t row = place & ((std::uint64_t{1} << row_bits) - 1);
      const std::uint64_t column = place >> row_bits;
      if (row != 0 && column != 0) {
        arith.fail(ErrorCode::unsupported, say("a coordinate moves along rows and columns at once"));
        return {};
      }
      const Int step = {static_cast<std::int64_t>(row != 0 ? row : column), BasisPath().appended(row != 0 ? 0 : 1),
                        true};
      if (!modes.empty() && modes.back().second.basis() == step.basis() &&
          modes.back().second.value * modes.back().first == step.value) {
        modes.back().first *= 2;
      } else {
        modes.emplace_back(2, step);
      }
    }
    if (modes.empty()) modes.emplace_back(1, Int{0, BasisPath().appended(at.in.size() > 1 && bit == 0 ? 0 : 1), true});
    if (modes.size() > 1) out.open();
    for (const auto& [extent, step] : modes) out.mode(static_int(extent), step);
    if (modes.size() > 1) out.close();
  }
  out.close();
  return arith.intact(out.take());
}

}  // namespace stridescope::triton
