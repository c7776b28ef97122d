// Makes kernels: tensors with modes in any order, partitions that permute the bits of a tile's index freely.
#include <algorithm>

#include "core/base/text.h"
#include "tests/fuzz/grammar.h"

namespace stridescope::fuzz {

std::string Grammar::permuted(std::vector<std::int64_t> extents, std::int64_t& cosize) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < extents.size(); ++i) order.push_back(i);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
  std::vector<std::int64_t> strides(extents.size(), 0);
  std::int64_t step = 1;
  for (const std::size_t i : order) {
    strides[i] = step;
    step *= extents[i];
    if (random_.one_in(8)) step += static_cast<std::int64_t>(1 + random_.below(8));
  }
  cosize = step;
  std::string out;
  for (const std::int64_t stride : strides) out += (out.empty() ? "(" : ",") + std::to_string(stride);
  return out + ")";
}

std::string Grammar::kernel() {
  static constexpr std::string_view types[] = {"float", "half_t", "double", "int8_t", "uint4b_t"};
  static constexpr std::string_view mma[] = {"SM80_16x8x16_F32F16F16F32_TN", "SM80_16x8x8_F32F16F16F32_TN",
                                             "UniversalFMA<float>", "SM75_8x8x16_S32S8S8S32_TN"};
  switch (random_.below(16)) {
    case 0:
      return cat("mma_kernel(make_tiled_mma(", random_.of(mma), ", (", 1 + random_.below(2), ',', 1 + random_.below(2),
                 ")))");
    case 1:
      return cat("probe_kernel(", atom(), ')');
    case 2: {
      const std::size_t m = 8 * (1 + random_.below(4));
      const std::size_t n = 8 * (1 + random_.below(4));
      const std::size_t k = 8 * (1 + random_.below(3));
      return cat(
          "mma = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (1,1))\ncp = make_tiled_copy(Copy_Atom<UniversalCopy<",
          random_.one_in(2) ? "uint16_t" : "uint32_t", ">,half_t>, (_8,_4):(_4,_1), (_1,_2))\ngemm_kernel((", m, ',', k,
          "):(", k, ",1), (", n, ',', k, "):(", k, ",1), (", m, ',', n, "):(", n,
          ",1), cp, ((16,8):(8,1), (8,8):(8,1)), mma, dtype=\"float\")");
    }
    default:
      break;
  }
  // The bits of the tile's index, dealt to threads and values in any order.
  const std::size_t rows = 1 + random_.below(4);
  const std::size_t columns = 1 + random_.below(4);
  const std::size_t bits = rows + columns;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < bits; ++i) places.push_back(i);
  for (std::size_t i = bits; random_.below(4) != 0 && i > 1; --i) std::swap(places[i - 1], places[random_.below(i)]);
  const auto part_of_tile = [&](std::size_t threads) {
    std::string extents[2];
    std::string strides[2];
    for (std::size_t i = 0; i < bits; ++i) {
      const std::size_t side = i < threads ? 0 : 1;
      extents[side] += extents[side].empty() ? "_2" : ",_2";
      strides[side] += cat(strides[side].empty() ? "_" : ",_", std::int64_t{1} << places[i]);
    }
    const auto either = [](const std::string& text, std::string_view none) {
      return text.empty() ? std::string(none) : "(" + text + ")";
    };
    return cat('(', either(extents[0], "_1"), ',', either(extents[1], "_1"), "):(", either(strides[0], "_0"), ',',
               either(strides[1], "_0"), ')');
  };
  if (random_.one_in(4)) {
    static constexpr std::string_view methods[] = {"registers", "shuffles", "shared", "plain"};
    const std::size_t threads = random_.below(bits + 1);
    const std::string before = part_of_tile(threads);
    for (std::size_t i = bits; i > 1; --i) std::swap(places[i - 1], places[random_.below(i)]);
    const std::string method = random_.one_in(2) ? cat(", method=\"", random_.of(methods), '"') : std::string();
    return cat("convert_kernel(", before, ", ", part_of_tile(threads), ", dtype=\"", random_.of(types), '"', method,
               ')');
  }
  std::int64_t cosize = 0;
  const auto m = static_cast<std::int64_t>((1 + random_.below(3)) << rows) - (random_.one_in(4) ? 1 : 0);
  const auto n = static_cast<std::int64_t>((1 + random_.below(3)) << columns) - (random_.one_in(4) ? 1 : 0);
  const auto tile_m = std::int64_t{1} << rows;
  const auto tile_n = std::int64_t{1} << columns;
  if (random_.one_in(5)) {
    static constexpr std::string_view summed[] = {"half_t", "float", "bfloat16_t", "int8_t", "int32_t"};
    const std::int64_t kept_m = random_.one_in(2) ? 1 : m;
    const std::int64_t kept_n = kept_m == 1 && random_.one_in(2) ? n : 1;
    const std::string source = cat('(', m, ',', n, "):", permuted({m, n}, cosize));
    return cat("reduce_kernel(", source, ", (", kept_m, ',', kept_n, "):", permuted({kept_m, kept_n}, cosize), ", ",
               part_of_tile(random_.below(bits + 1)), ", tile=(", tile_m, ',', tile_n, "), dtype=\"",
               random_.of(summed), random_.one_in(2) ? "\", combine=\"shared\"" : "\"",
               ", split=", 1 + random_.below(2), ')');
  }
  std::string out = cat("copy_kernel((", m, ',', n, "):", permuted({m, n}, cosize), ", (", m, ',', n,
                        "):", permuted({m, n}, cosize), ", ");
  const std::string load = part_of_tile(random_.below(bits + 1));
  if (random_.one_in(3)) {
    out += load;
  } else {
    const std::string store = random_.one_in(2) ? load : part_of_tile(random_.below(bits + 1));
    out += store == load ? load : cat('(', load, ", ", store, ')');
    out += random_.one_in(3) ? cat(", Sw<1,", random_.below(3), ",2> o 0 o (") : std::string(", (");
    out += cat(tile_m, ',', tile_n, "):", permuted({tile_m, tile_n}, cosize));
  }
  out += cat(", tile=(", tile_m, ',', tile_n, "), dtype=\"", random_.of(types), '"');
  if (random_.one_in(4)) out += cat(", bytes=", std::int64_t{1} << random_.below(5));
  if (random_.one_in(4)) out += cat(", stages=", 1 + random_.below(3));
  if (random_.one_in(4)) out += ", persistent=1";
  if (random_.one_in(4)) out += ", turn=1";
  return out + ")";
}

}  // namespace stridescope::fuzz
