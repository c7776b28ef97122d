// The makers of TileLang's layouts, against the formulas of its source, each element of each buffer.
#include <doctest/doctest.h>

#include <functional>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "tests/unit/foreign_systems.h"
#include "tests/unit/offset_table.h"

namespace stridescope {
namespace {

using Formula = std::function<std::int64_t(std::int64_t, std::int64_t)>;

void follows(const std::string& text, std::int64_t rows, std::int64_t columns, const Formula& at) {
  CAPTURE(text);
  CAPTURE(rows);
  CAPTURE(columns);
  const std::vector<std::int64_t> offset = offsets_of(read("tilelang", text, {rows, columns}));
  REQUIRE(offset.size() == static_cast<std::size_t>(rows * columns));
  for (std::int64_t j = 0; j < columns; ++j) {
    for (std::int64_t i = 0; i < rows; ++i) REQUIRE(offset[static_cast<std::size_t>(i + rows * j)] == at(i, j));
  }
}

// Tiles of 4 rows of 16 doubles, down the rows first.
std::int64_t in_tile(std::int64_t i, std::int64_t j, std::int64_t index, std::int64_t rows) {
  return (j / 16 * (rows / 4) + i / 4) * 64 + index;
}

}  // namespace

TEST_CASE("tilelang: swizzles of 64-bit elements") {
  for (const std::int64_t rows : {4, 8, 16, 60}) {
    for (const std::int64_t columns : {16, 32, 64}) {
      const auto inner = [=](std::int64_t i, std::int64_t j) {
        const std::int64_t c = j % 16;
        const std::int64_t s = i % 4;
        return in_tile(i, j, c / 4 * 4 + ((c % 4) ^ s) + s * 16, rows);
      };
      const auto outer = [=](std::int64_t i, std::int64_t j) {
        const std::int64_t c = j % 16;
        const std::int64_t s = i % 4;
        return in_tile(i, j, c % 4 + ((c / 4) ^ s) * 4 + s * 16, rows);
      };
      follows("make_swizzled_layout(\"float64\")", rows, columns, inner);
      follows("make_swizzled_layout(\"float64\", k_major=False)", rows, columns, outer);
      follows("make_swizzled_layout(\"float64\", False)", rows, columns, outer);
      follows("make_wgmma_swizzled_layout(\"float64\", k_major=False)", rows, columns, outer);
    }
  }
  CHECK(shown(read("tilelang", "make_swizzled_layout(\"float64\")", {8, 32})) ==
        "Sw<2,0,4> o 0 o (8,(16,2)):(16,(1,128))");
  CHECK(shown(read("tilelang", "make_swizzled_layout(\"float64\", k_major=False)", {8, 16})) ==
        "Sw<2,2,2> o 0 o (8,16):(16,1)");
  CHECK(shown(read("tilelang", "make_swizzled_layout(\"float64\")", {8, 8})) == "(8,8):(10,1)");
  // Without padding, as wgmma wants them: 32 bytes of two doubles, or plain.
  CHECK(shown(read("tilelang", "make_swizzled_layout(\"float64\", allow_pad=False)", {8, 8})) ==
        "Sw<1,1,3> o 0 o (8,(4,2)):(4,(1,32))");
  CHECK(shown(read("tilelang", "make_wgmma_swizzled_layout(\"float64\")", {12, 8})) == "(12,8):(8,1)");
  CHECK(refused("tilelang", "make_tcgen05mma_swizzled_layout(\"float64\")", {8, 16}).find("64-bit") !=
        std::string::npos);
}

TEST_CASE("tilelang: layouts for wgmma and tcgen05.mma are never padded") {
  for (const char* maker : {"make_wgmma_swizzled_layout", "make_tcgen05mma_swizzled_layout"}) {
    const auto of = [&](std::int64_t rows, std::int64_t columns) {
      return shown(read("tilelang", cat(maker, "(\"bfloat16\")"), {rows, columns}));
    };
    CHECK(of(64, 64) == "Sw<3,3,3> o 0 o (64,64):(64,1)");
    CHECK(of(64, 32) == "Sw<2,3,3> o 0 o (64,32):(32,1)");
    CHECK(of(64, 16) == "Sw<1,3,3> o 0 o (64,16):(16,1)");
    CHECK(of(64, 8) == "(64,8):(8,1)");
    CHECK(of(12, 64) == "(12,64):(64,1)");
    CHECK(refused("tilelang", cat(maker, "(\"bfloat16\")"), {64, 12}).find("16 bytes") != std::string::npos);
  }
}

TEST_CASE("tilelang: make_mma_swizzle_layout and make_mfma_swizzle_layout") {
  for (const std::int64_t columns : {32, 64, 128}) {
    follows("make_mma_swizzle_layout(\"float16\")", 24, columns, [=](std::int64_t i, std::int64_t j) {
      const std::int64_t vectors = std::min<std::int64_t>(128, columns * 2) / 16;
      const std::int64_t unit = j / 8;
      const std::int64_t swizzled = ((unit % vectors) ^ (i % 8 / (8 / vectors))) * 8 + j % 8;
      return unit / vectors * 24 * vectors * 8 + i * vectors * 8 + swizzled;
    });
  }
  CHECK(shown(read("tilelang", "make_mma_swizzle_layout(\"float16\", is_smooth=True)", {16, 64})) == "(16,64):(64,1)");
  CHECK(shown(read("tilelang", "make_mma_swizzle_layout(\"float16\")", {16, 16})) == "(16,16):(16,1)");
  CHECK(refused("tilelang", "make_mma_swizzle_layout(\"float16\")", {16, 96}).find("half a panel") !=
        std::string::npos);
  for (const std::int64_t columns : {16, 32, 64, 128, 256}) {
    for (const std::int64_t vector : {4, 8}) {
      follows(cat("make_mfma_swizzle_layout(\"float16\", vecSize=", vector, ")"), 32, columns,
              [=](std::int64_t i, std::int64_t j) {
                const std::int64_t per = std::max<std::int64_t>(1, 64 / columns);
                const std::int64_t phase = i / per % std::min(16 / per, columns / vector);
                return i * columns + ((j / vector) ^ phase) * vector + j % vector;
              });
    }
  }
}

TEST_CASE("tilelang: Volta's layouts") {
  follows("make_volta_swizzled_layout(\"float16\")", 64, 32, [](std::int64_t i, std::int64_t j) {
    const std::int64_t v = j / 4;
    const std::int64_t w = v % 8;
    const std::int64_t bit2 = (i % 32 / 16 + i % 16 / 8 + w / 4) % 2;
    const std::int64_t bit1 = (i % 8 / 4 + w % 4 / 2) % 2;
    return j % 4 + (i / 16 * 16 + i % 4 * 4 + bit2 * 2 + bit1) * 4 + v * 64 * 4;
  });
  for (const bool is_a : {true, false}) {
    follows(cat("make_volta_swizzled_layout(\"float16\", is_a=", is_a ? "True" : "False", ", k_inner=False)"), 16, 128,
            [=](std::int64_t i, std::int64_t j) {
              const std::int64_t residual = j / 8 % 8;
              const std::int64_t strided = is_a ? residual / 2 : residual % 4;
              const std::int64_t contiguous = (is_a ? residual % 2 : residual / 4) * 4 + ((i % 4) ^ strided);
              return (strided + i / 4 * 4) * 128 + j % 8 + (contiguous + j / 8 / 8 * 8) * 8;
            });
  }
  CHECK(shown(read("tilelang", "make_volta_swizzled_layout(\"float16\")", {16, 48})) == "(16,48):(56,1)");
}

TEST_CASE("tilelang: metadata of sparse A") {
  follows("make_cutlass_metadata_layout(\"int16\", mma_dtype=\"float16\", arch=\"8.0\")", 64, 8,
          [](std::int64_t i, std::int64_t j) {
            i = i / 32 * 32 + i % 8 * 4 + i % 32 / 8;
            const std::int64_t right = (1 - i % 2) & j % 2;
            const std::int64_t left = (i % 2) & (1 - j % 2);
            i += right - left;
            j -= right - left;
            return j / 2 * 64 * 2 + i * 2 + j % 2;
          });
  // CUTLASS's own atom of metadata for half_t with K = 128.
  CHECK(shown(read("tilelang",
                   "make_cutlass_metadata_layout(\"uint8\", mma_dtype=\"float16\", arch=\"9.0\", block_k=128)",
                   {64, 16})) == "((8,2,4),(2,2,4)):((16,2,256),(1,128,4))");
  CHECK(shown(read("tilelang", "make_cutlass_metadata_layout(\"uint8\", mma_dtype=T.int8, arch=\"9.0\", block_k=64)",
                   {128, 16})) == "(128,(8,2)):(8,(1,1024))");
  CHECK(refused("tilelang", "make_cutlass_metadata_layout(\"uint8\")", {64, 16}).find("arch") != std::string::npos);
}

TEST_CASE("tilelang: fragments by name") {
  CHECK(shown(read("tilelang", "make_gemm_fragment_8x8()")) == "((4,8),2):((16,1),8)");
  CHECK(shown(read("tilelang", "T.make_gemm_fragment_8x8_transposed()")) == "(32,2):(2,1)");
  CHECK(shown(read("tilelang", "make_fully_replicated_layout_fragment(threads=128)", {4, 8})) ==
        "(128,(8,4)):(0,(4,1))");
  CHECK(refused("tilelang", "make_fully_replicated_layout_fragment(128)").find("give the shape") != std::string::npos);
}

}  // namespace stridescope
