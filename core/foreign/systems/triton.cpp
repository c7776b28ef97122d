// Triton's encodings of tensors in registers as linear maps, and texts that contain encodings.
#include "core/foreign/systems/triton.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace stridescope::triton {
namespace {

using Integers = std::vector<std::int64_t>;

std::vector<int> to_order(Scanner& in, const Attribute& of, std::string_view key, const Integers& list) {
  std::vector<int> out;
  std::vector<bool> seen(list.size(), false);
  for (const std::int64_t d : list) {
    if (d < 0 || d >= static_cast<std::int64_t>(list.size()) || seen[static_cast<std::size_t>(d)]) {
      in.fail_at(of.position, say("'{}' must contain each dimension exactly once", key));
      break;
    }
    seen[static_cast<std::size_t>(d)] = true;
    out.push_back(static_cast<int>(d));
  }
  if (out.size() < list.size()) {
    out.resize(list.size());
    std::iota(out.begin(), out.end(), 0);
  }
  return out;
}

bool same_rank(Scanner& in, const Attribute& of, std::string_view key, std::size_t got, std::size_t rank) {
  if (got == rank) return true;
  in.fail_at(of.position, say("'{}' has {} {entry|entries} for {} {dimension|dimensions}", key, got, rank));
  return false;
}

// The bases of an input as a list of lists.
void read_bases(Scanner& in, const Attribute& list, std::string_view name, NamedMap& out) {
  if (list.kind != Attribute::Kind::list) in.fail_at(list.position, say("'{}' must be a list of bases", name));
  for (const Attribute& basis : list.items) {
    Integers row;
    if (basis.kind == Attribute::Kind::integer) row.push_back(basis.integer);
    for (const Attribute& item : basis.items) row.push_back(item.integer);
    if (basis.kind == Attribute::Kind::word || basis.kind == Attribute::Kind::attribute)
      in.fail_at(basis.position, say("'{}' must be a list of bases", name));
    if (out.size.empty()) out.size.assign(row.size(), 1);
    if (!in.ok() || !same_rank(in, basis, name, row.size(), out.size.size())) return;
    for (std::size_t d = 0; d < row.size(); ++d) {
      if (row[d] < 0 || row[d] >= std::int64_t{1} << 30) {
        in.fail_at(basis.position, say("{} is not a coordinate of a basis", row[d]));
        return;
      }
      const auto reach = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(row[d]) + 1));
      out.size[d] = std::max(out.size[d], reach);
    }
    out.input(name).bases.push_back(std::move(row));
  }
}

// Combines the maps of CTA and cluster, fitted to the shape.
NamedMap combined(Scanner& in, NamedMap cta, NamedMap cga, Integers& shape, const std::vector<int>& order) {
  if (!in.ok()) return cta;
  if (shape.empty()) {
    for (std::size_t d = 0; d < cta.size.size(); ++d) shape.push_back(cta.size[d] * cga.size[d]);
  }
  for (NamedInput& blocks : cga.inputs) {
    for (Integers& basis : blocks.bases) {
      for (std::size_t d = 0; d < shape.size(); ++d) {
        if (basis[d] >= shape[d]) basis[d] = 0;
      }
    }
  }
  for (std::size_t d = 0; d < shape.size(); ++d) cga.size[d] = std::min(cga.size[d], shape[d]);
  cta.fit(in.arith(), "register", block_shape(cga, shape), order);
  if (in.ok()) cta.product(cga);
  return cta;
}

NamedMap registers(std::size_t rank) { return {rank, {"register", "lane", "warp", "block"}}; }

bool fits(Scanner& in, const Attribute& encoding, std::size_t rank, const Integers& shape) {
  if (rank == 0 || rank > max_foreign_rank) {
    in.fail_at(encoding.position, say("an encoding must have 1 to {} dimensions, not {}", max_foreign_rank, rank));
    return false;
  }
  if (!shape.empty() && shape.size() != rank) {
    in.fail_at(encoding.position,
               say("the encoding has {} {dimension|dimensions}, but the tensor has {}", rank, shape.size()));
    return false;
  }
  return in.ok();
}

NamedMap blocked(Scanner& in, const Attribute& e, Integers& shape) {
  const Integers registers_each = e.integers_of(in, "sizePerThread", true);
  const Integers lanes = e.integers_of(in, "threadsPerWarp", true);
  const Integers warps = e.integers_of(in, "warpsPerCTA", true);
  const Integers order = e.integers_of(in, "order", true);
  const std::size_t rank = order.size();
  NamedMap out = registers(rank);
  if (!fits(in, e, rank, shape) || !same_rank(in, e, "sizePerThread", registers_each.size(), rank) ||
      !same_rank(in, e, "threadsPerWarp", lanes.size(), rank) || !same_rank(in, e, "warpsPerCTA", warps.size(), rank))
    return out;
  const std::vector<int> by = to_order(in, e, "order", order);
  out.identities(in.arith(), "register", registers_each, by);
  out.identities(in.arith(), "lane", lanes, by);
  out.identities(in.arith(), "warp", warps, by);
  return combined(in, std::move(out), cluster(in, e, rank), shape, by);
}

// The tile of mma.sync and wgmma: kWidth neighbors of a lane, 4 lanes, 8 lanes across, then the rest of both extents.
void mma_tile(Scanner& in, NamedMap& out, const Integers& tile, std::int64_t k_width, const std::vector<int>& order) {
  const int inner = order[0];
  const int outer = order[1];
  const std::int64_t m = tile[static_cast<std::size_t>(outer)];
  const std::int64_t n = tile[static_cast<std::size_t>(inner)];
  if (k_width < 1 || k_width > 64 || m % 8 != 0 || n % (4 * k_width) != 0 || m < 8 || n < 4 * k_width) {
    in.arith().fail(ErrorCode::unsupported,
                    say("no MMA instruction has a {}x{} tile with {} {neighbor|neighbors} per lane", m, n, k_width));
    return;
  }
  out.identity(in.arith(), "register", inner, k_width);
  out.identity(in.arith(), "lane", inner, 4);
  out.identity(in.arith(), "lane", outer, 8);
  out.identity(in.arith(), "register", outer, m / 8);
  out.identity(in.arith(), "register", inner, n / (4 * k_width));
}

bool is_hopper(Scanner& in, const Attribute& e) {
  const std::int64_t major = e.integer_of(in, "versionMajor", std::nullopt);
  if (major != 2 && major != 3)
    in.arith().fail(ErrorCode::unsupported,
                    say("nvidia_mma of version {}: 2 (mma.sync) and 3 (wgmma) are known", major));
  return major == 3;
}

NamedMap nvidia_mma(Scanner& in, const Attribute& e, Integers& shape) {
  const Integers warps = e.integers_of(in, "warpsPerCTA", true);
  Integers tile = e.integers_of(in, "instrShape", true);
  const bool hopper = is_hopper(in, e);
  const std::size_t rank = warps.size();
  NamedMap out = registers(rank);
  if (!fits(in, e, rank, shape)) return out;
  if (hopper && tile.size() == 3) tile.pop_back();
  if (rank < 2 || !same_rank(in, e, "instrShape", tile.size(), rank)) return out;
  const std::vector<int> order = matrix_order(rank, true);
  mma_tile(in, out, tile, 2, order);
  if (in.ok()) out.identities(in.arith(), "warp", warps, matrix_order(rank, !hopper));
  return combined(in, std::move(out), cluster(in, e, rank), shape, order);
}

NamedMap amd_mfma(Scanner& in, const Attribute& e, Integers& shape) {
  const Integers warps = e.integers_of(in, "warpsPerCTA", true);
  const Integers instruction = e.integers_of(in, "instrShape", true);
  Integers tiles_per_warp = e.integers_of(in, "tilesPerWarp", false);
  const bool transposed = e.flag_of(in, "isTransposed");
  const std::int64_t height = e.integer_of(in, "elementBitWidth", 32) == 64 ? 1 : 4;
  const std::size_t rank = warps.size();
  NamedMap out = registers(rank);
  if (tiles_per_warp.empty()) tiles_per_warp.assign(rank, 1);
  if (!fits(in, e, rank, shape) || !same_rank(in, e, "tilesPerWarp", tiles_per_warp.size(), rank)) return out;
  if (rank < 2 || instruction.size() < 2 || instruction[0] < 1 || instruction[1] < 1 || instruction[0] > 64 ||
      instruction[1] > 64) {
    in.fail_at(e.position, say("'{}' must be [M, N]", "instrShape"));
    return out;
  }
  const auto dim_m = static_cast<int>(rank) - 2;
  const auto dim_n = dim_m + 1;
  const std::int64_t m = instruction[0];
  const std::int64_t n = instruction[1];
  constexpr std::int64_t lanes = 64;
  // across: the dimension in which lanes are adjacent; along: the dimension of a lane's values.
  const int across = transposed ? dim_m : dim_n;
  const int along = transposed ? dim_n : dim_m;
  const std::int64_t wide = transposed ? m : n;
  Arith& arith = in.arith();
  out.identity(arith, "register", along, height);
  out.identity(arith, "lane", across, wide);
  out.identity(arith, "lane", along, std::max<std::int64_t>(lanes / wide, 1));
  if (const std::int64_t tiles = m * n / (lanes * height); tiles > 0) out.identity(arith, "register", along, tiles);
  const auto at = [](const Integers& list, int d) { return list[static_cast<std::size_t>(d)]; };
  out.identity(arith, "register", dim_n, at(tiles_per_warp, dim_n));
  out.identity(arith, "warp", dim_n, at(warps, dim_n));
  if (in.ok() && !shape.empty()) {
    // Tiles repeat along N over the whole tensor before they repeat along M.
    const std::int64_t more = at(shape, dim_n) / std::max<std::int64_t>(at(out.size, dim_n), 1);
    if (more > 0) out.identity(arith, "register", dim_n, more);
  }
  out.identity(arith, "register", dim_m, at(tiles_per_warp, dim_m));
  out.identity(arith, "warp", dim_m, at(warps, dim_m));
  for (int d = 0; in.ok() && d < dim_m; ++d) out.identity(arith, "warp", d, at(warps, d));
  return combined(in, std::move(out), cluster(in, e, rank), shape, matrix_order(rank, true));
}

// Warps by number, or as bases in units of the instruction's tile.
void add_wmma_warps(Scanner& in, const Attribute& e, NamedMap& out, int fixed) {
  const std::size_t rank = out.size.size();
  if (const Attribute* layout = e.find("ctaLayout")) {
    NamedMap tiles(rank, {"register", "warp"});
    for (std::size_t i = 0; i < layout->keys.size(); ++i) read_bases(in, layout->values[i], layout->keys[i], tiles);
    if (!in.ok() || tiles.size.size() != rank) return;
    if (fixed >= 0) {
      for (NamedInput& one : tiles.inputs) {
        for (Integers& basis : one.bases) basis[static_cast<std::size_t>(fixed)] = 0;
      }
      tiles.size[static_cast<std::size_t>(fixed)] = 1;
      std::erase_if(tiles.input("register").bases,
                    [](const Integers& b) { return std::all_of(b.begin(), b.end(), [](auto x) { return x == 0; }); });
    }
    out.product(tiles);
    return;
  }
  const Integers warps = e.integers_of(in, "warpsPerCTA", true);
  if (in.ok() && same_rank(in, e, "warpsPerCTA", warps.size(), rank))
    out.identities(in.arith(), "warp", warps, matrix_order(rank, true), fixed);
}

std::size_t wmma_rank(Scanner& in, const Attribute& e) {
  if (const Attribute* layout = e.find("ctaLayout")) {
    for (const Attribute& input : layout->values) {
      if (!input.items.empty()) return input.items[0].items.size();
    }
    return 2;
  }
  return e.integers_of(in, "warpsPerCTA", true).size();
}

std::int64_t wmma_version(Scanner& in, const Attribute& e) {
  const std::int64_t version = e.integer_of(in, "version", std::nullopt);
  if (version < 1 || version > 3)
    in.arith().fail(ErrorCode::unsupported, say("amd_wmma of version {}: 1 to 3 are known", version));
  return version;
}

NamedMap amd_wmma(Scanner& in, const Attribute& e, Integers& shape) {
  const std::int64_t version = wmma_version(in, e);
  const bool transposed = e.flag_of(in, "isTranspose") || e.flag_of(in, "isTransposed");
  const std::size_t rank = wmma_rank(in, e);
  NamedMap out = registers(rank);
  if (!fits(in, e, rank, shape) || rank < 2) return out;
  const std::vector<int> threads = matrix_order(rank, !transposed);
  Arith& arith = in.arith();
  // 16 lanes along the columns; a lane has 8 of 16 rows, the other 16 lanes have the rows between them or below.
  out.identity(arith, "lane", threads[0], 16);
  if (version == 1) {
    out.identity(arith, "lane", threads[1], 2);
    out.identity(arith, "register", threads[1], 8);
  } else {
    out.identity(arith, "register", threads[1], 8);
    out.identity(arith, "lane", threads[1], 2);
  }
  add_wmma_warps(in, e, out, -1);
  return combined(in, std::move(out), cluster(in, e, rank), shape, matrix_order(rank, true));
}

NamedMap dot_operand(Scanner& in, const Attribute& e, Integers& shape) {
  const Attribute* parent = e.find("parent");
  const std::int64_t operand = e.integer_of(in, "opIdx", std::nullopt);
  if (parent == nullptr || (operand != 0 && operand != 1)) {
    in.fail_at(e.position, say("a dot_op needs a parent, and opIdx 0 or 1"));
    return {};
  }
  const bool is_a = operand == 0;
  Arith& arith = in.arith();
  if (is_encoding(*parent, "blocked")) {
    Integers sizes = parent->integers_of(in, "sizePerThread", true);
    const Integers lanes = parent->integers_of(in, "threadsPerWarp", true);
    const Integers warps = parent->integers_of(in, "warpsPerCTA", true);
    const Integers order = parent->integers_of(in, "order", true);
    const std::size_t rank = order.size();
    NamedMap out = registers(rank);
    if (!fits(in, e, rank, shape) || rank < 2 || !same_rank(in, e, "sizePerThread", sizes.size(), rank) ||
        !same_rank(in, e, "threadsPerWarp", lanes.size(), rank) || !same_rank(in, e, "warpsPerCTA", warps.size(), rank))
      return out;
    const std::vector<int> by = to_order(in, e, "order", order);
    const auto k = static_cast<int>(rank) - (is_a ? 1 : 2);
    if (!shape.empty()) sizes[static_cast<std::size_t>(k)] = shape[static_cast<std::size_t>(k)];
    out.identities(arith, "register", sizes, by);
    out.identities(arith, "lane", lanes, by, k);
    out.identities(arith, "warp", warps, by, k);
    return combined(in, std::move(out), cluster(in, *parent, rank), shape, by);
  }
  const std::int64_t k_width = e.integer_of(in, "kWidth", 2);
  if (k_width < 1 || k_width > 256) {
    in.fail_at(e.position, say("kWidth {} is not supported", k_width));
    return {};
  }
  const bool wmma = is_encoding(*parent, "amd_wmma");
  const std::size_t rank = wmma ? wmma_rank(in, *parent) : parent->integers_of(in, "warpsPerCTA", true).size();
  NamedMap out = registers(rank);
  if (!fits(in, e, rank, shape) || rank < 2) return out;
  const auto last = static_cast<int>(rank) - 1;
  const int k = is_a ? last : last - 1;
  const int other = is_a ? last - 1 : last;
  const std::vector<int> order = matrix_order(rank, is_a);  // k fastest
  const Integers instruction = parent->integers_of(in, "instrShape", !wmma);
  if (is_encoding(*parent, "nvidia_mma")) {
    const bool hopper = is_hopper(in, *parent);
    if (hopper && !is_a) {
      arith.fail(ErrorCode::unsupported,
                 say("wgmma takes B from shared memory, so it has no dot_op of B in registers"));
      return out;
    }
    Integers tile(rank, 1);
    tile[static_cast<std::size_t>(k)] = 8 * k_width;
    tile[static_cast<std::size_t>(other)] = is_a ? 16 : 8;
    mma_tile(in, out, tile, k_width, order);
    const Integers warps = parent->integers_of(in, "warpsPerCTA", true);
    if (in.ok()) out.identities(arith, "warp", warps, matrix_order(rank, !hopper), k);
    return combined(in, std::move(out), cluster(in, *parent, rank), shape, order);
  }
  if (is_encoding(*parent, "amd_mfma")) {
    if (instruction.size() < 2) {
      in.fail_at(parent->position, say("'{}' must be [M, N]", "instrShape"));
      return out;
    }
    const std::int64_t wide = is_a ? instruction[0] : instruction[1];
    if (wide < 1 || wide > 64) {
      in.fail_at(parent->position, say("'{}' must be [M, N]", "instrShape"));
      return out;
    }
    Integers tiles = parent->integers_of(in, "tilesPerWarp", false);
    if (tiles.empty()) tiles.assign(rank, 1);
    if (!same_rank(in, *parent, "tilesPerWarp", tiles.size(), rank)) return out;
    out.identity(arith, "register", k, k_width);
    out.identity(arith, "lane", other, wide);
    out.identity(arith, "lane", k, 64 / wide);
    // In 64x4 and 4x64 the operand of 64 repeats 16 times.
    if ((is_a && instruction[0] == 64 && instruction[1] == 4) || (!is_a && instruction[0] == 4 && instruction[1] == 64))
      out.identity(arith, "register", k, 16);
    if (in.ok() && !shape.empty()) {
      const std::int64_t more = shape[static_cast<std::size_t>(k)] / out.size[static_cast<std::size_t>(k)];
      if (more > 1) out.identity(arith, "register", k, more);
    }
    out.identity(arith, "register", other, tiles[static_cast<std::size_t>(other)]);
    const Integers warps = parent->integers_of(in, "warpsPerCTA", true);
    // Adjacent warps along k hold the same elements: bases beyond the tensor are 0.
    if (in.ok()) out.identities(arith, "warp", warps, matrix_order(rank, true), shape.empty() ? k : -1);
    return combined(in, std::move(out), cluster(in, *parent, rank), shape, order);
  }
  if (wmma) {
    const std::int64_t version = wmma_version(in, *parent);
    const std::int64_t wide = instruction.size() == 3 ? instruction[is_a ? 0 : 1] : 16;
    const std::int64_t deep = instruction.size() == 3 ? instruction[2] : 16;
    if (wide < 1 || wide > 32 || deep < 1) {
      in.fail_at(parent->position, say("'{}' must be [M, N, K]", "instrShape"));
      return out;
    }
    out.identity(arith, "register", k, k_width);
    out.identity(arith, "lane", other, wide);
    const std::int64_t depth = 32 / wide;
    if (version == 1) {
      out.zeros(arith, "lane", depth);
    } else {
      out.identity(arith, "lane", k, depth);
    }
    if (const std::int64_t more = deep / (depth * k_width); more > 1) out.identity(arith, "register", k, more);
    if (in.ok()) add_wmma_warps(in, *parent, out, k);
    return combined(in, std::move(out), cluster(in, *parent, rank), shape, order);
  }
  arith.fail(ErrorCode::unsupported, say("a dot_op of '{}' is not supported", parent->word));
  return out;
}

NamedMap slice_of(Scanner& in, const Attribute& e, Integers& shape) {
  const Attribute* parent = e.find("parent");
  const std::int64_t dimension = e.integer_of(in, "dim", std::nullopt);
  if (parent == nullptr || !is_distributed(*parent) || dimension < 0 || dimension >= std::int64_t{max_foreign_rank}) {
    in.fail_at(e.position, say("a slice needs a parent and the dimension that is removed"));
    return {};
  }
  Integers whole = shape;
  const auto at = static_cast<std::size_t>(dimension);
  if (!whole.empty()) {
    if (at > whole.size()) {
      in.fail_at(e.position, say("dimension {} does not exist", dimension));
      return {};
    }
    whole.insert(whole.begin() + static_cast<std::ptrdiff_t>(at), 1);
  }
  NamedMap out = distributed(in, *parent, whole);
  if (!in.ok() || at >= out.size.size()) {
    in.fail_at(e.position, say("dimension {} does not exist", dimension));
    return out;
  }
  for (NamedInput& one : out.inputs) {
    for (Integers& basis : one.bases) basis.erase(basis.begin() + static_cast<std::ptrdiff_t>(at));
  }
  out.size.erase(out.size.begin() + static_cast<std::ptrdiff_t>(at));
  whole.erase(whole.begin() + static_cast<std::ptrdiff_t>(at));
  shape = whole;
  // Registers that hold the same elements are merged.
  std::erase_if(out.input("register").bases,
                [](const Integers& b) { return std::all_of(b.begin(), b.end(), [](auto x) { return x == 0; }); });
  return out;
}

NamedMap linear(Scanner& in, const Attribute& e, Integers& shape) {
  NamedMap out = registers(0);
  for (const std::string_view name : {"register", "lane", "warp", "block"}) {
    const Attribute* bases = e.find(name);
    if (bases == nullptr && name != "block") in.fail_at(e.position, say("'{}' is missing", name));
    if (bases != nullptr) read_bases(in, *bases, name, out);
  }
  if (out.size.empty()) out.size.assign(shape.empty() ? 1 : shape.size(), 1);
  if (!fits(in, e, out.size.size(), shape)) return out;
  if (shape.empty()) {
    shape = out.size;
    return out;
  }
  // Further registers continue in the same order: the dimensions in the order of their occurrence.
  std::vector<int> order;
  const auto add = [&](int d) {
    if (std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
  };
  for (const Integers& basis : out.input("register").bases) {
    for (std::size_t d = basis.size(); d-- > 0;) {
      if (basis[d] != 0) add(static_cast<int>(d));
    }
  }
  for (const int d : matrix_order(out.size.size(), true)) add(d);
  out.fit(in.arith(), "register", shape, order);
  return out;
}

}  // namespace

std::vector<int> matrix_order(std::size_t rank, bool row_major) {
  std::vector<int> out(rank);
  std::iota(out.rbegin(), out.rend(), 0);
  if (!row_major && rank > 1) std::swap(out[0], out[1]);
  return out;
}

bool is_encoding(const Attribute& attribute, std::string_view name) {
  if (attribute.kind != Attribute::Kind::attribute) return false;
  const std::size_t dot = attribute.word.find('.');
  if (dot == std::string_view::npos) return false;
  static constexpr std::string_view dialects[] = {"ttg", "triton_gpu", "ttng", "triton_nvidia_gpu"};
  return attribute.word.substr(dot + 1) == name &&
         std::find(std::begin(dialects), std::end(dialects), attribute.word.substr(0, dot)) != std::end(dialects);
}

NamedMap cluster(Scanner& in, const Attribute& e, std::size_t rank) {
  NamedMap out(rank, {"block"});
  const Attribute* layout = e.find("CGALayout");
  if (layout == nullptr && e.find("offset") != nullptr) layout = e.find("block");
  if (layout != nullptr) {
    read_bases(in, *layout, "block", out);
    return out;
  }
  const Integers blocks = e.integers_of(in, "CTAsPerCGA", false);
  if (blocks.empty()) return out;
  const Integers split = e.integers_of(in, "CTASplitNum", true);
  const Integers order = e.integers_of(in, "CTAOrder", true);
  if (!same_rank(in, e, "CTAsPerCGA", blocks.size(), rank) || !same_rank(in, e, "CTASplitNum", split.size(), rank) ||
      !same_rank(in, e, "CTAOrder", order.size(), rank))
    return out;
  for (const int d : to_order(in, e, "CTAOrder", order)) {
    const std::int64_t all = blocks[static_cast<std::size_t>(d)];
    const std::int64_t parts = split[static_cast<std::size_t>(d)];
    if (parts < 1 || all < parts || all % parts != 0) {
      in.fail_at(e.position, say("{} {block|blocks} cannot split a dimension into {} {part|parts}", all, parts));
      return out;
    }
    out.identity(in.arith(), "block", d, parts);
    out.zeros(in.arith(), "block", all / parts);
  }
  return out;
}

Integers block_shape(const NamedMap& cluster, const Integers& shape) {
  Integers out;
  for (std::size_t d = 0; d < shape.size(); ++d) out.push_back(std::max<std::int64_t>(shape[d] / cluster.size[d], 1));
  return out;
}

bool is_distributed(const Attribute& e) {
  static constexpr std::string_view names[] = {"blocked",  "slice",    "dot_op", "nvidia_mma",
                                               "amd_mfma", "amd_wmma", "linear", "generic_linear"};
  return std::any_of(std::begin(names), std::end(names), [&](std::string_view name) { return is_encoding(e, name); });
}

NamedMap distributed(Scanner& in, const Attribute& e, Integers& shape) {
  if (!in.ok()) return {};
  if (is_encoding(e, "blocked")) return blocked(in, e, shape);
  if (is_encoding(e, "nvidia_mma")) return nvidia_mma(in, e, shape);
  if (is_encoding(e, "amd_mfma")) return amd_mfma(in, e, shape);
  if (is_encoding(e, "amd_wmma")) return amd_wmma(in, e, shape);
  if (is_encoding(e, "dot_op")) return dot_operand(in, e, shape);
  if (is_encoding(e, "slice")) return slice_of(in, e, shape);
  return linear(in, e, shape);
}

}  // namespace stridescope::triton
