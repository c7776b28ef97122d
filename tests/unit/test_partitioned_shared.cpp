// Triton's partitioned tensors, against the layouts of their pieces, by brute force.
#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/facts/equality.h"
#include "tests/unit/foreign_systems.h"
#include "tests/unit/offset_table.h"

namespace stridescope {

TEST_CASE("triton: the pieces of a partitioned tensor lie in the buffers of their partitions") {
  const auto partitioned = [](int partitions, int groups, int dimension, std::string_view piece) {
    return cat("#ttg.partitioned_shared<{numPartitions = ", partitions, ", numGroups = ", groups,
               ", partitionDim = ", dimension, ", partitionLayout = ", piece, "}>");
  };
  const std::string plain = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>";
  // Eight pieces of 16 rows: buffer 0 has 0, 2, 4, 6, buffer 1 the others.
  const Value eight = read("triton", partitioned(2, 4, 0, plain), {128, 32});
  CHECK(shown(eight) == "((16,2,4),32):((32,2048,512),1)");
  // By brute force from the piece's own layout, for each dimension and each encoding of a piece.
  const std::string pieces[] = {plain, "#ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>",
                                "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 2, order = [0, 1]}>",
                                "#ttg.padded_shared<[64:+8] {order = [1, 0]}>"};
  for (const std::string& piece : pieces) {
    for (int dimension = 0; dimension < 2; ++dimension) {
      for (const int partitions : {1, 2, 4}) {
        for (const int groups : {1, 2, 4}) {
          const std::string text = partitioned(partitions, groups, dimension, piece);
          CAPTURE(text);
          const ForeignShape shape = {64, 64};
          ForeignShape small = shape;
          auto& extent = small[static_cast<std::size_t>(dimension)];
          extent /= partitions * groups;
          const Value whole = read("triton", text, shape);
          const bool padded = piece.find("padded") != std::string::npos;
          const auto offsets = offsets_of(whole);
          const auto within = offsets_of(read("triton", padded ? plain : piece, small));
          const std::int64_t buffer = 64 * 64 / partitions;
          const std::int64_t stride = padded && partitions > 1 ? buffer + (buffer / 64 - 1) * 8 : buffer;
          for (std::int64_t m = 0; m < 64; m += 3) {
            for (std::int64_t n = 0; n < 64; ++n) {
              std::int64_t at[] = {m, n};
              const std::int64_t number = at[dimension] / extent;
              at[dimension] %= extent;
              std::int64_t offset = within[static_cast<std::size_t>(at[0] + small[0] * at[1])] +
                                    small[0] * small[1] * (number / partitions);
              if (padded) offset += offset / 64 * 8;
              REQUIRE(offsets[static_cast<std::size_t>(m + 64 * n)] == offset + number % partitions * stride);
            }
          }
          const std::string back = write("triton", whole, shape);
          CAPTURE(back);
          CHECK(compare_functions(read("triton", back, shape), whole).outcome == FunctionComparison::Outcome::equal);
          if (partitions > 1 && groups > 1) CHECK(back.find("partitioned_shared") != std::string::npos);
        }
      }
    }
  }
  CHECK(refused("triton", partitioned(2, 4, 0, plain), {4, 32}) ==
        "triton: at character 1, '#ttg.partitioned_shared<': dimension 0 cannot have 8 pieces: the tensor has shape "
        "[4, 32]");
  CHECK(refused("triton", partitioned(3, 4, 0, plain), {64, 32}).find("powers of two up to 1024") != std::string::npos);
  CHECK(refused("triton", partitioned(2, 4, 2, plain), {64, 32}).find("dimension 2") != std::string::npos);
  CHECK(refused("triton", partitioned(2, 4, 0, partitioned(2, 1, 0, plain)), {64, 32}).find("not partitioned itself") !=
        std::string::npos);
  CHECK(refused("triton", "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0}>", {64, 32})
            .find("'partitionLayout' is missing") != std::string::npos);
}

}  // namespace stridescope
