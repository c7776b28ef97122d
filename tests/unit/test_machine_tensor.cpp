// Tensor copies and clusters of the PTX machine.
#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/machine/checks/checker.h"
#include "core/machine/machine.h"
#include "core/machine/numbers.h"
#include "core/machine/tensor_words.h"
#include "tests/unit/machine_runs.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

std::string iota(std::uint32_t count) {
  std::string out;
  for (std::uint32_t i = 0; i < count; ++i) out.append(reinterpret_cast<const char*>(&i), 4);
  return out;
}

// A kernel of a tensor map and an output: thread 0 of block 0 issues `copy` with 4096 bytes of shared memory at %r1,
// the map at %rd1 and an mbarrier at %r2, which expects `bytes`; then all 32 threads write shared memory to the output.
std::string tensor_kernel(const std::string& copy, int bytes, const std::string& before = "") {
  return cat(
      ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .align 64 .b8 map[128], .param .u64 "
      "out)\n{\n.reg .b32 %r<20>;\n.reg .b64 %rd<20>;\n.reg .pred %p<9>;\n.reg .b16 %h<9>;\n.shared .align 1024 .b8 "
      "s[4096];\n.shared .align 8 .b8 m[8];\n"
      "mov.b64 %rd1, map;\ncvta.param.u64 %rd1, %rd1;\nld.param.u64 %rd2, [out];\nmov.u32 %r0, %tid.x;\nmov.u32 %r1, "
      "s;\n"
      "mov.u32 %r2, m;\nsetp.ne.u32 %p1, %r0, 0;\nshl.b32 %r4, %r0, 2;\nadd.u32 %r5, %r1, %r4;\n",
      before,
      "@!%p1 mbarrier.init.shared.b64 [%r2], 1;\nfence.mbarrier_init.release.cluster;\nbar.sync 0;\n@%p1 bra WAIT;\n",
      bytes > 0 ? cat("mbarrier.arrive.expect_tx.shared.b64 _, [%r2], ", bytes, ";\n") : "", copy,
      bytes > 0 ? ""
                : "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nmbarrier.arrive.shared.b64 _, [%r2];\n",
      "\nWAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;\n@!%p2 bra WAIT;\ncvt.u64.u32 %rd3, %r4;\nadd.s64 "
      "%rd2, %rd2, %rd3;\nmov.u32 %r6, 0;\nLOOP: ld.shared.b32 %r7, [%r5];\nst.global.b32 [%rd2], %r7;\nadd.u32 %r5, "
      "%r5, 128;\nadd.s64 %rd2, %rd2, 128;\nadd.u32 %r6, %r6, 1;\nsetp.lt.u32 %p3, %r6, 32;\n@%p3 bra "
      "LOOP;\nret;\n}\n");
}

// A map of 32 x 32 words of 32 bits.
TensorMap map_of(std::uint16_t width, std::uint16_t height) {
  TensorMap out;
  out.type = Type::u32;
  out.rank = 2;
  out.extents = {32, 32};
  out.strides = {128};
  out.box = {width, height};
  out.steps = {1, 1, 1, 1, 1};
  return out;
}

Result<Outcome> run_tensor(const std::string& ptx, const TensorMap& map, std::string contents = iota(1024)) {
  const auto program = read_ptx(ptx);
  if (!program) return failure(program.error());
  Launch launch;
  launch.block[0] = 32;
  Argument tensor = {std::move(contents), true};
  tensor.map = map;
  launch.arguments = {tensor, {std::string(4096, '\0'), true}};
  return execute(*program, program->functions[0], launch);
}
std::vector<std::uint32_t> loaded(const std::string& copy, int bytes, const TensorMap& map) {
  const auto done = run_tensor(tensor_kernel(copy, bytes), map);
  const std::string message = done ? "" : english(done.error().message);
  REQUIRE_MESSAGE(done, message);
  return ptx_words(done->buffers[1]);
}

// Calls check(number, {w, h, n}) for pixels of an image whose corners are (-1, -1) and (7, rows_end), the latter
// outside, in their order.
template <class F>
void each_pixel(std::array<int, 3> at, int rows_end, std::size_t count, F&& check) {
  for (std::size_t pixel = 0; pixel < count; ++pixel) {
    check(pixel, at);
    if (++at[0] < 7) continue;
    at[0] = -1;
    if (++at[1] < rows_end) continue;
    at[1] = -1;
    ++at[2];
  }
}

constexpr const char* load_2d =
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {4, -1}], [%r2];";

}  // namespace

TEST_CASE("machine: a tensor copy loads a box, with zeros or NaNs outside of the tensor, and counts its bytes") {
  TensorMap map = map_of(8, 4);
  std::vector<std::uint32_t> got = loaded(load_2d, 128, map);
  for (std::uint32_t y = 0; y < 4; ++y) {
    for (std::uint32_t x = 0; x < 8; ++x) CHECK(got[8 * y + x] == (y == 0 ? 0 : 32 * (y - 1) + 4 + x));
  }
  map.type = Type::f32;
  map.fills_nan = 1;
  got = loaded(load_2d, 128, map);
  CHECK(got[0] == 0x7ff77ff7);
  CHECK(got[8] == 4);
  // Every second row: half as many. The step of the contiguous dimension is ignored.
  map = map_of(8, 4);
  map.steps = {2, 2, 1, 1, 1};
  got = loaded(load_2d, 64, map);
  for (std::uint32_t x = 0; x < 8; ++x) CHECK(got[8 + x] == 32 + 4 + x);
}

TEST_CASE("machine: a tensor copy permutes chunks by its swizzle") {
  for (const auto& [mode, span] :
       {std::pair(SwizzleMode::b32, 32U), {SwizzleMode::b64, 64U}, {SwizzleMode::b128, 128U}}) {
    const std::uint32_t width = span / 4;
    TensorMap map = map_of(static_cast<std::uint16_t>(width), 16);
    map.swizzle = mode;
    const auto got = loaded(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {0, 3}], [%r2];",
        static_cast<int>(16 * span), map);
    for (std::uint32_t y = 0; y < 16; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        const std::uint32_t offset = y * span + 4 * x;
        CHECK(got[(offset ^ (offset >> 7 & (span / 16 - 1)) << 4) / 4] == 32 * (y + 3) + x);
      }
    }
  }
}

TEST_CASE("machine: four rows by their numbers, and pixels of an image") {
  std::vector<std::uint32_t> got = loaded(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [%r1], [%rd1, {8, 5, "
      "0, "
      "31, 32}], [%r2];",
      128, map_of(8, 1));
  for (std::uint32_t x = 0; x < 8; ++x) {
    CHECK(got[x] == 5 * 32 + 8 + x);
    CHECK(got[8 + x] == 8 + x);
    CHECK(got[16 + x] == 31 * 32 + 8 + x);
    CHECK(got[24 + x] == 0);
  }
  // 4 channels, 8 x 8 pixels, 4 images; a 3 x 3 filter with a border of one pixel: 8 x 8 positions.
  TensorMap map;
  map.type = Type::u32;
  map.rank = 4;
  map.extents = {4, 8, 8, 4};
  map.strides = {16, 128, 1024};
  map.steps = {1, 1, 1, 1, 1};
  map.image = 1;
  map.channels = 4;
  map.pixels = 64;
  map.lower = {-1, -1};
  map.upper = {-1, -1};
  // The element of the filter at (2, 0); from pixel (5, 6) of image 1 on, into image 2.
  got = loaded(
      "{ .reg .b16 a, b; mov.b16 a, 2; mov.b16 b, 0; cp.async.bulk.tensor.4d.shared::cluster.global.im2col"
      ".mbarrier::complete_tx::bytes [%r1], [%rd1, {0, 5, 6, 1}], [%r2], {a, b}; }",
      1024, map);
  each_pixel({5, 6, 1}, 7, 64, [&](std::size_t pixel, const std::array<int, 3>& at) {
    const int x = at[0] + 2;
    const bool inside = x >= 0 && x < 8 && at[1] >= 0 && at[1] < 8;
    CHECK(got[4 * pixel + 3] == (inside ? static_cast<std::uint32_t>(256 * at[2] + 32 * at[1] + 4 * x) + 3 : 0));
  });
}

TEST_CASE("machine: an interleaved tensor map copies vectors of 16 or 32 bytes of one slice") {
  // Two images of 8 x 4 pixels in 3 slices: NC/8HWC8 with channels of 16 bits.
  TensorMap map;
  map.type = Type::f16;
  map.rank = 4;
  map.interleave = 16;
  map.extents = {8, 4, 3, 2};
  map.strides = {128, 512, 1536};
  map.box = {8, 3, 5, 2};
  map.steps = {1, 1, 2, 1, 1};
  map.fills_nan = 1;
  const auto load = [](const char* coordinates) {
    return cat("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {",
               coordinates, "}], [%r2];");
  };
  // Pixels (7, -1) ... (14, 1): those of columns 8 and on, and of row -1, are outside.
  std::vector<std::uint32_t> got = loaded(load("7, -1, 1, 0"), 768, map);
  for (std::uint32_t vector = 0; vector < 48; ++vector) {
    const std::uint32_t row = vector / 8 % 3;
    const bool inside = vector % 8 == 0 && row != 0;
    const std::uint32_t first = 384 * (vector / 24) + 128 + 32 * (row - 1) + 4 * 7;
    for (std::uint32_t i = 0; i < 4; ++i) CHECK(got[4 * vector + i] == (inside ? first + i : 0x7ff77ff7));
  }
  // Every second column.
  map.box = {8, 1, 1, 1};
  map.steps[0] = 2;
  got = loaded(load("1, 2, 0, 0"), 64, map);
  CHECK(got[0] == 32 * 2 + 4);
  CHECK(got[4] == 32 * 2 + 4 * 3);
  // Vectors of 32 bytes: their halves change places in each second line of 128 bytes.
  map.interleave = 32;
  map.swizzle = SwizzleMode::b32;
  map.extents = {8, 4, 4, 1};
  map.strides = {256, 1024, 4096};
  map.steps[0] = 1;
  got = loaded(load("0, 1, 2, 0"), 256, map);
  for (std::uint32_t word = 0; word < 64; ++word) CHECK(got[word ^ (word >> 5 & 1) << 2] == 2 * 256 + 64 + word);
}

TEST_CASE("machine: an image through an interleaved tensor map has one vector a pixel") {
  // Two images of 8 x 4 pixels in 2 slices, with a border of one pixel: 8 x 4 positions of a 3 x 3 filter.
  TensorMap map;
  map.type = Type::f16;
  map.rank = 4;
  map.interleave = 16;
  map.extents = {8, 4, 2, 2};
  map.strides = {128, 512, 1024};
  map.steps = {1, 1, 1, 1, 1};
  map.image = 1;
  map.channels = 64;
  map.pixels = 40;
  map.lower = {-1, -1};
  map.upper = {-1, -1};
  // The element of the filter at (2, 1); from pixel (5, 1) of image 0 on, in slice 1.
  const std::vector<std::uint32_t> got = loaded(
      "{ .reg .b16 a, b; mov.b16 a, 2; mov.b16 b, 1; cp.async.bulk.tensor.4d.shared::cluster.global.im2col"
      ".mbarrier::complete_tx::bytes [%r1], [%rd1, {5, 1, 1, 0}], [%r2], {a, b}; }",
      640, map);
  each_pixel({5, 1, 0}, 3, 40, [&](std::size_t pixel, const std::array<int, 3>& at) {
    const int x = at[0] + 2;
    const int y = at[1] + 1;
    const bool inside = x >= 0 && x < 8 && y >= 0 && y < 4 && at[2] < 2;
    CHECK(got[4 * pixel + 3] == (inside ? static_cast<std::uint32_t>(256 * at[2] + 128 + 32 * y + 4 * x) + 3 : 0));
  });
}

TEST_CASE("machine: a store through an interleaved tensor map leaves what is outside") {
  TensorMap map;
  map.type = Type::u16;
  map.rank = 4;
  map.interleave = 16;
  map.extents = {8, 4, 8, 1};
  map.strides = {128, 512, 4096};
  map.box = {8, 1, 2, 1};
  map.steps = {1, 1, 1, 1, 1};
  const auto done = run_tensor(
      tensor_kernel("fence.proxy.async.shared::cta;\ncp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [%rd1, "
                    "{6, 3, 5, 0}], [%r1];",
                    0, "st.shared.b32 [%r5], %r0;\n"),
      map);
  REQUIRE(done);
  const std::vector<std::uint32_t> got = ptx_words(done->buffers[0]);
  for (std::uint32_t i = 0; i < 8; ++i) CHECK(got[128 * 5 + 32 * 3 + 24 + i] == i);
  CHECK(got[128 * 6 + 32 * 3 + 24] == 128 * 6 + 32 * 3 + 24);
  CHECK(got[128 * 5 + 32 * 3 + 23] == 128 * 5 + 32 * 3 + 23);
}

TEST_CASE("machine: an interleaved tensor map has the driver's limits") {
  TensorMap map;
  map.type = Type::f16;
  map.rank = 3;
  map.interleave = 32;
  map.swizzle = SwizzleMode::b32;
  map.extents = {8, 4, 4};
  map.strides = {256, 1024};
  map.box = {8, 1, 1};
  map.steps = {1, 1, 1, 1, 1};
  const auto fault = [&](const auto& change) {
    TensorMap changed = map;
    change(changed);
    const auto wrong = tensor_map_fault(changed);
    return wrong ? english(wrong->message) : "";
  };
  CHECK(fault([](TensorMap&) {}) == "");
  // The span of a swizzle does not limit the box: 16 vectors of 16 bytes.
  CHECK(fault([](TensorMap& m) { m.interleave = 16, m.box[0] = 16; }) == "");
  CHECK(fault([](TensorMap& m) { m.rank = 2; }) == "a tensor map has 2 dimensions; expected 3 to 5");
  CHECK(fault([](TensorMap& m) { m.strides[0] = 272; }) ==
        "dimension 1 of a tensor map has a stride of 272 bytes; expected a multiple of 32 below 2^40");
  CHECK(fault([](TensorMap& m) { m.interleave = 8; }) == "a tensor map is interleaved by 8 bytes; expected 16 or 32");
  // The driver counts elements here, although the box counts vectors.
  const std::string narrow = "the inner dimension of the box is 8 bytes, not a multiple of 16";
  CHECK(fault([](TensorMap& m) { m.box[0] = 4; }) == narrow);
  CHECK(fault([](TensorMap& m) { m.image = 1, m.channels = 4, m.pixels = 1; }) == narrow);
}

TEST_CASE("machine: the words of an interleaved tensor map name all modes, the vector first") {
  const auto map_of_words = [](std::vector<TensorDimension> modes, const char* words) {
    return tensor_map_of("f16", modes, "L", words);
  };
  const auto map = map_of_words({{8, 1}, {10, 8}, {6, 80}, {2, 480}}, "box(8,4,1)@interleave16");
  REQUIRE(map);
  CHECK(map->rank == 3);
  CHECK(map->interleave == 16);
  CHECK(map->extents[0] == 10);
  CHECK(map->strides[0] == 160);
  CHECK(map->strides[1] == 960);
  const auto wrong = map_of_words({{4, 1}, {10, 8}, {6, 80}, {2, 480}}, "box(8,4,1)@interleave16");
  REQUIRE(!wrong);
  CHECK(english(wrong.error().message) ==
        "the contiguous modes of L have the extents 4 and 10 and the strides 1 and 8; "
        "expected vectors of 8 elements, one after another");
}

TEST_CASE("machine: a tensor copy stores, and reduces") {
  // Shared memory has the threads' numbers.
  const std::string before = "st.shared.b32 [%r5], %r0;\n";
  const std::string fill = "fence.proxy.async.shared::cta;\n";
  const auto done = run_tensor(
      tensor_kernel(fill + "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {28, 2}], [%r1];", 0,
                    before),
      map_of(8, 4));
  REQUIRE(done);
  std::vector<std::uint32_t> got = ptx_words(done->buffers[0]);
  // Columns 32 and on are outside.
  for (std::uint32_t x = 0; x < 4; ++x) CHECK(got[32 * 3 + 28 + x] == 8 + x);
  CHECK(got[32 * 4] == 32 * 4);
  const auto added = run_tensor(
      tensor_kernel(
          fill + "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd1, {0, 2}], [%r1];", 0,
          before),
      map_of(8, 4));
  REQUIRE(added);
  got = ptx_words(added->buffers[0]);
  for (std::uint32_t x = 0; x < 8; ++x) CHECK(got[32 * 3 + x] == 32 * 3 + x + 8 + x);
  // A tensor of 29 columns: the piece of 16 bytes at its edge is written whole.
  TensorMap narrow = map_of(8, 4);
  narrow.extents[0] = 29;
  const auto padded = run_tensor(
      tensor_kernel(fill + "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {24, 2}], [%r1];", 0,
                    before),
      narrow);
  REQUIRE(padded);
  got = ptx_words(padded->buffers[0]);
  for (std::uint32_t x = 0; x < 8; ++x) CHECK(got[32 * 3 + 24 + x] == 8 + x);
}

TEST_CASE("machine: copies without a type or with a word instead of dimensions are not executed") {
  const auto refused = [](const std::string& copy) {
    const auto done = run_tensor(tensor_kernel(copy, 0), map_of(8, 4));
    return done ? std::string("executed") : english(done.error().message);
  };
  // Elements of 0 bytes would never end.
  CHECK(refused("cp.reduce.async.bulk.global.shared::cta.bulk_group.and [%rd2], [%r1], 16;").find("cp.reduce") !=
        std::string::npos);
  // 'g' is not a digit: 55 coordinates.
  std::string coordinates = "0";
  for (int i = 1; i < 55; ++i) coordinates += ", 0";
  CHECK(refused("cp.async.bulk.tensor.global.shared::cta.tile.bulk_group [%rd1, {" + coordinates + "}], [%r1];")
            .find("expected 1 to 5 dimensions") != std::string::npos);
}

TEST_CASE("machine: wrong tensor maps and copies are errors that say why") {
  const auto error_of = [](const std::string& copy, const TensorMap& map) {
    const auto done = run_tensor(tensor_kernel(copy, 128), map);
    REQUIRE(!done);
    return english(done.error().message);
  };
  TensorMap map = map_of(8, 4);
  map.box[0] = 7;
  CHECK(error_of(load_2d, map).find("not a multiple of 16") != std::string::npos);
  map = map_of(256, 256);
  map.rank = 3;
  map.box[2] = 256;
  map.extents[2] = 1;
  CHECK(error_of(load_2d, map).find("does not fit shared memory") != std::string::npos);
  map = map_of(64, 4);
  map.swizzle = SwizzleMode::b128;
  CHECK(error_of(load_2d, map).find("the span of SW128") != std::string::npos);
  map = map_of(8, 4);
  CHECK(
      error_of("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {0}], [%r2];",
               map)
          .find("has 1 coordinate, but the tensor map has 2") != std::string::npos);
  CHECK(error_of(
            "add.u32 %r3, %r1, 16; cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], "
            "[%rd1, {0, 0}], [%r2];",
            map)
            .find("not a multiple of 128") != std::string::npos);
  CHECK(
      error_of(
          "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {-1, 0}], [%r2];",
          map)
          .find("the first coordinate of the copy is -1, -4 bytes from the tensor's edge; expected a multiple of 16 "
                "bytes") != std::string::npos);
  CHECK(error_of(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd2, {0, 0}], [%r2];",
            map)
            .find("not a tensor map") != std::string::npos);
  // A pixel outside of the corners: the GPU faults, too.
  map = map_of(8, 4);
  map.rank = 3;
  map.extents = {4, 8, 8};
  map.strides = {16, 128};
  map.image = 1;
  map.channels = 4;
  map.pixels = 8;
  map.upper = {-1};
  CHECK(error_of(
            "{ .reg .b16 a; mov.b16 a, 0; cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx"
            "::bytes [%r1], [%rd1, {0, 7, 0}], [%r2], {a}; }",
            map)
            .find("coordinate 1 of the copy is 7, which the corners of the image exclude; expected 0 to 6") !=
        std::string::npos);
}

TEST_CASE("machine: blocks of a cluster write to each other, arrive at each other's mbarriers and meet") {
  // Each block of four writes its rank to the next one's shared memory, and arrives at its mbarrier.
  const std::string ptx =
      ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 out)\n.reqnctapercluster "
      "4\n{\n.reg .b32 %r<20>;\n.reg .b64 %rd<9>;\n.reg .pred %p<9>;\n.shared .align 8 .b8 s[128];\n.shared .align 8 "
      ".b8 "
      "m[8];\nld.param.u64 %rd1, [out];\nmov.u32 %r1, s;\nmov.u32 %r2, m;\nmov.u32 %r3, %cluster_ctarank;\nmov.u32 "
      "%r4, "
      "%tid.x;\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 mbarrier.init.shared.b64 [%r2], 32;\nbarrier.cluster.arrive.release;\n"
      "barrier.cluster.wait.acquire;\nadd.u32 %r5, %r3, 1;\nand.b32 %r5, %r5, 3;\nmapa.shared::cluster.u32 %r6, %r1, "
      "%r5;\n"
      "getctarank.shared::cluster.u32 %r7, %r6;\nshl.b32 %r8, %r4, 2;\nadd.u32 %r6, %r6, %r8;\nmad.lo.u32 %r9, %r3, "
      "100, "
      "%r7;\nst.shared::cluster.u32 [%r6], %r9;\natom.shared::cluster.add.u32 %r10, [%r6], "
      "1000;\nmapa.shared::cluster.u32 %r11, "
      "%r2, %r5;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];\nWAIT: "
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r2], 0;\n@!%p2 bra WAIT;\nadd.u32 %r1, %r1, "
      "%r8;\nld.shared.u32 %r12, [%r1];\nmov.u32 %r13, %ctaid.x;\nmad.lo.u32 %r13, %r13, 32, %r4;\nmul.wide.u32 %rd2, "
      "%r13, "
      "4;\nadd.s64 %rd1, %rd1, %rd2;\nst.global.u32 [%rd1], "
      "%r12;\nbarrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;\nret;\n}\n";
  const auto program = read_ptx(ptx);
  REQUIRE(program);
  Launch launch;
  launch.block[0] = 32;
  launch.grid[0] = 8;
  launch.arguments = {{std::string(8 * 128, '\0'), true}};
  const auto done = execute(*program, program->functions[0], launch);
  const std::string message = done ? "" : english(done.error().message);
  REQUIRE_MESSAGE(done, message);
  const std::vector<std::uint32_t> got = ptx_words(done->buffers[0]);
  for (std::uint32_t i = 0; i < 256; ++i) CHECK(got[i] == 1000 + 100 * ((i / 32 + 3) % 4) + i / 32 % 4);
}

TEST_CASE("machine: a copy goes to all blocks that its mask names, and counts at the mbarrier of each") {
  // Block 0 of the two blocks loads for both.
  const std::string copy =
      "{ .reg .b16 mask; .reg .pred q; .reg .b32 rank; mov.b16 mask, 3; mov.u32 rank, %cluster_ctarank; setp.eq.u32 q, "
      "rank, "
      "0;\n@q cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], "
      "[%rd1, {0, "
      "1}], [%r2], mask; }";
  std::string ptx = tensor_kernel(copy, 128);
  const auto replace = [&](const std::string& from, const std::string& to) {
    REQUIRE(ptx.find(from) != std::string::npos);
    ptx.replace(ptx.find(from), from.size(), to);
  };
  replace("\n{\n", "\n.reqnctapercluster 2\n{\n");
  replace("bar.sync 0;\n", "barrier.cluster.arrive;\nbarrier.cluster.wait;\n");
  replace("mov.u32 %r6, 0;\n",
          "mov.u32 %r6, 0;\nmov.u32 %r8, %ctaid.x;\nmul.wide.u32 %rd4, %r8, 4096;\nadd.s64 %rd2, %rd2, %rd4;\n");
  const auto program = read_ptx(ptx);
  REQUIRE(program);
  Launch launch;
  launch.block[0] = 32;
  launch.grid[0] = 2;
  Argument tensor = {iota(1024), true};
  tensor.map = map_of(8, 4);
  launch.arguments = {tensor, {std::string(8192, '\0'), true}};
  const auto done = execute(*program, program->functions[0], launch);
  const std::string message = done ? "" : english(done.error().message);
  REQUIRE_MESSAGE(done, message);
  const std::vector<std::uint32_t> got = ptx_words(done->buffers[1]);
  for (std::uint32_t i = 0; i < 32; ++i) {
    CHECK(got[i] == 32 * (i / 8 + 1) + i % 8);
    CHECK(got[1024 + i] == got[i]);
  }
}

TEST_CASE("machine: the kernels of the gallery have all their instructions") {
  int kernels = 0;
  for (const auto& file : std::filesystem::directory_iterator("core/data/ptx")) {
    if (file.path().extension() != ".ptx") continue;
    CAPTURE(file.path().string());
    std::ifstream in(file.path(), std::ios::binary);
    const auto program = read_ptx(std::string(std::istreambuf_iterator<char>(in), {}));
    REQUIRE(program);
    CHECK(coverage_of(*program).missing.empty());
    ++kernels;
  }
  CHECK(kernels == 32);
}

TEST_CASE("machine: the gallery's product by wgmma has the right sums in the tile of a block") {
  std::ifstream in("core/data/ptx/kernels_run_wgmma.ptx", std::ios::binary);
  const auto program = read_ptx(std::string(std::istreambuf_iterator<char>(in), {}));
  REQUIRE(program);
  // (1024,512) of f16: 1 and 2, so that all sums are exact.
  const auto number = [](std::int64_t row, std::int64_t k) { return (row * 3 + k * row % 7 + k) % 2; };
  std::string operand(std::size_t{1024} * 512 * 2, '\0');
  for (std::int64_t i = 0; i < 1024 * 512; ++i)
    operand[static_cast<std::size_t>(2 * i + 1)] = static_cast<char>(number(i / 512, i % 512) == 0 ? 0x3c : 0x40);
  Launch launch;
  launch.grid[0] = 64;
  launch.block[0] = 384;
  launch.shared_bytes = 132160;
  launch.recorded = {0};
  launch.others = false;
  Argument tensor = {operand, true};
  tensor.map = map_of(64, 128);
  tensor.map->type = Type::f16;
  tensor.map->extents = {512, 1024};
  tensor.map->strides = {1024};
  tensor.map->swizzle = SwizzleMode::b128;
  launch.arguments = {tensor,
                      tensor,
                      {std::string(std::size_t{1024} * 1024 * 2, '\0'), true},
                      {std::string(4, '\0')},
                      {std::string(4, '\0')}};
  launch.arguments.resize(program->functions[0].parameters.size());
  Checker checker(*program, launch);
  launch.observer = &checker;
  const auto done = execute(*program, program->functions[0], launch);
  const std::string message = done ? "" : english(done.error().message);
  REQUIRE_MESSAGE(done, message);
  CHECK(checker.findings().empty());
  for (const std::int64_t row : {0, 1, 63, 64, 127}) {
    for (const std::int64_t column : {0, 5, 77, 127}) {
      std::int64_t expected = 0;
      for (std::int64_t k = 0; k < 512; ++k) expected += (1 + number(row, k)) * (1 + number(column, k));
      std::uint16_t got = 0;
      std::memcpy(&got, done->buffers[2].data() + (row * 1024 + column) * 2, 2);
      // Sums of at most 2048, where f16 has all integers.
      CHECK(value_of(format_f16, got) == static_cast<double>(expected));
    }
  }
}
