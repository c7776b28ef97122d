// The swizzle search and the vector width against brute force.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/analysis/memory_value.h"
#include "tests/unit/layouts.h"
#include "tests/unit/notation.h"

namespace stridescope {
namespace {

// Rows of lanes 8 i ... 8 i + 7 each in one phase: stores of 16 bytes and ldmatrix alike.
int eight_lane_wavefronts(const std::vector<std::int64_t>& bytes) {
  int out = 0;
  for (std::size_t first = 0; first < bytes.size(); first += 8) {
    std::map<std::int64_t, std::set<std::int64_t>> banks;
    for (std::size_t i = first; i < first + 8; ++i) {
      for (std::int64_t word = bytes[i] / 4; word < bytes[i] / 4 + 4; ++word) banks[word % 32].insert(word);
    }
    std::size_t most = 0;
    for (const auto& [bank, words] : banks) most = std::max(most, words.size());
    out += static_cast<int>(most);
  }
  return out;
}

std::int64_t moved(int b, int m, int s, std::int64_t x) {
  std::int64_t out = x;
  for (int i = 0; i < b; ++i) {
    const int from = s >= 0 ? m + s + i : m + i;
    const int to = s >= 0 ? m + i : m - s + i;
    out ^= (x >> from & 1) << to;
  }
  return out;
}

TileAccess access_of(LayoutRef tile, const char* tv, SharedOperation operation) {
  Arith arith;
  const Layout layout = {IntTuple(tile.shape), IntTuple(tile.stride)};
  TileAccess out = {thread_offsets(arith, layout, Literal(tv).layout(), nullptr), {operation, 4}, 0};
  REQUIRE(arith.ok());
  return out;
}

}  // namespace

TEST_CASE("a 64x64 half tile written by 16-byte stores and read by ldmatrix: Sw<3,3,3>, as exhaustive search says") {
  const Layout tile = Literal("(64,64):(64,1)").layout();
  // 128 threads write rows: thread t has 8 neighbors of row t / 8, four times. (m,k) has index m + 64 k: values along k
  // are 64 apart.
  const char* write = "((8,16),(8,4)):((512,1),(64,16))";
  // ldmatrix.x4 of a warp: 16 rows, two columns of 8; four warps over m, four steps over k.
  const char* read = "((16,2,4),(8,4)):((1,512,16),(64,1024))";
  const TileAccess stores = access_of(tile, write, SharedOperation::store);
  const TileAccess loads = access_of(tile, read, SharedOperation::ldmatrix);
  Arith arith;
  const SwizzleSearch search = search_swizzle(arith, tile, {stores, loads}, 16);
  REQUIRE(arith.ok());
  CHECK(search.requests == 32);
  CHECK(search.best.swizzle == Swizzle{3, 3, 3});
  CHECK(search.best.hardware);
  CHECK(search.wavefronts == 64 + 16 * 32);
  CHECK(search.best.wavefronts == 128);
  CHECK(search.ideal_wavefronts == 128);
  CHECK(search.best_by_access == std::vector<std::int64_t>{64, 64});
  REQUIRE(search.padding);
  CHECK(search.padding->elements == 8);
  CHECK(search.padding->row_elements == 64);
  CHECK(search.padding->wavefronts == 128);
  CHECK(search.padding->bytes_added == 63 * 16);

  // Every triple by brute force, with another simulator.
  std::map<std::tuple<int, int, int>, int> all;
  for (int b = 1; b <= 6; ++b) {
    for (int m = 3; m <= 12; ++m) {
      for (int s = -12; s <= 12; ++s) {
        if (std::abs(s) < b || m + std::abs(s) + b > 12) continue;
        if (!laws::wanted()) {
          all[{b, m, s}] = -1;  // not counted
          continue;
        }
        int sum = 0;
        for (const auto* which : {&stores, &loads}) {
          for (std::int64_t first = 0; first < which->offsets.values; first += 8) {
            std::vector<std::int64_t> bytes;
            for (std::int64_t t = 0; t < which->offsets.threads; ++t) {
              bytes.push_back(
                  2 *
                  moved(b, m, s, which->offsets.offset[static_cast<std::size_t>(first * which->offsets.threads + t)]));
            }
            sum += eight_lane_wavefronts(bytes);
          }
        }
        all[{b, m, s}] = sum;
      }
    }
  }
  CHECK(search.candidates.size() == all.size() + 1);
  for (const auto& candidate : search.candidates) {
    const Swizzle& z = candidate.swizzle;
    if (z.bits == 0) continue;
    CAPTURE(z.bits);
    CAPTURE(z.base);
    CAPTURE(z.shift);
    REQUIRE(all.count({z.bits, z.base, z.shift}) == 1);
    const int counted = all[{z.bits, z.base, z.shift}];
    if (counted >= 0) REQUIRE(counted == candidate.wavefronts);
    CHECK(search.best.wavefronts <= candidate.wavefronts);
  }
  // TMA and wgmma agree: rows are 128 bytes.
  for (const auto constraint : {SwizzleConstraint::tma, SwizzleConstraint::wgmma}) {
    CHECK(search_swizzle(arith, tile, {stores, loads}, 16, constraint).best.swizzle == Swizzle{3, 3, 3});
  }
}

TEST_CASE("an access that comes again costs again, and is tried once") {
  const Layout tile = Literal("(64,64):(64,1)").layout();
  const TileAccess stores = access_of(tile, "((8,16),(8,4)):((512,1),(64,16))", SharedOperation::store);
  const TileAccess loads = access_of(tile, "((16,2,4),(8,4)):((1,512,16),(64,1024))", SharedOperation::ldmatrix);
  Arith arith;
  const SwizzleSearch once = search_swizzle(arith, tile, {stores, loads}, 16);
  std::vector<TileAccess> accesses = {loads};
  for (int i = 0; i < 1000; ++i) accesses.push_back(i % 2 == 0 ? stores : loads);
  const SwizzleSearch often = search_swizzle(arith, tile, accesses, 16);
  REQUIRE(arith.ok());
  CHECK(often.best.swizzle == once.best.swizzle);
  CHECK(often.requests == 16'000 + 16);
  CHECK(often.wavefronts == 500 * 64 + 501 * 16 * 32);
  CHECK(often.ideal_wavefronts == 1001 * 64);
  CHECK(often.best_by_access == std::vector<std::int64_t>(1001, 64));
  CHECK(often.evaluated == once.evaluated);
  REQUIRE(often.padding);
  CHECK(often.padding->elements == once.padding->elements);
}

TEST_CASE("accesses of the same addresses are one only where memory serves them alike") {
  const Layout tile = Literal("(64,8):(32,1)").layout();
  TileAccess nvidia = access_of(tile, "(64,8):(1,64)", SharedOperation::load);
  TileAccess amd = nvidia;
  amd.kind.lds = lds_rule("gfx950 ds_read_b128");
  REQUIRE(amd.kind.lds != nullptr);
  Arith arith;
  const auto plain = [&](const std::vector<TileAccess>& accesses) {
    return search_swizzle(arith, tile, accesses, 16).wavefronts;
  };
  REQUIRE(plain({nvidia}) != plain({amd}));
  CHECK(plain({nvidia, amd}) == plain({nvidia}) + plain({amd}));
  REQUIRE(arith.ok());
}

TEST_CASE("a swizzle never breaks an access, leaves the tile, or is what the hardware does not know") {
  struct Case {
    const char* tile;
    const char* write;
    const char* read;
    int bits;
  };
  const Case cases[] = {
      {"(32,32):(32,1)", "(32,32):(32,1)", "(32,32):(1,32)", 32},
      {"(32,32):(1,32)", "(32,32):(1,32)", "(32,32):(32,1)", 32},
      {"(64,32):(32,1)", "((4,32),(8,2)):((512,1),(64,32))", "((16,2,4),8):((1,512,16),64)", 16},
      {"(16,64):(64,1)", "((8,16),8):((128,1),16)", "(32,32):(32,1)", 16},
      {"(8,24):(24,1)", "(32,6):(6,1)", "(32,6):(1,32)", 32},
  };
  for (const Case& c : cases) {
    CAPTURE(c.tile);
    const Layout tile = Literal(c.tile).layout();
    Arith arith;
    const std::vector<TileAccess> accesses = {access_of(tile, c.write, SharedOperation::store),
                                              access_of(tile, c.read, SharedOperation::load)};
    const SwizzleSearch search = search_swizzle(arith, tile, accesses, c.bits);
    REQUIRE(arith.ok());
    const std::int64_t reach = cosize(arith, tile).value;
    for (const auto& candidate : search.candidates) {
      const Swizzle& z = candidate.swizzle;
      std::set<std::int64_t> image;
      for (std::int64_t x = 0; x < reach; ++x) image.insert(moved(z.bits, z.base, z.shift, x));
      CHECK(*image.begin() == 0);
      CHECK(*image.rbegin() == reach - 1);
      CHECK(static_cast<std::int64_t>(image.size()) == reach);
      CHECK(search.best.wavefronts <= candidate.wavefronts);
    }
    CHECK(search.best.wavefronts <= search.wavefronts);
    CHECK(search.best.wavefronts >= search.ideal_wavefronts);
    CHECK(std::accumulate(search.best_by_access.begin(), search.best_by_access.end(), std::int64_t{0}) ==
          search.best.wavefronts);
  }
  // The transpose through shared memory, word by word: a swizzle of 5 bits or a padding of one word.
  Arith arith;
  const Layout square = Literal("(32,32):(32,1)").layout();
  TileAccess rows = access_of(square, "(32,32):(32,1)", SharedOperation::store);
  TileAccess columns = access_of(square, "(32,32):(1,32)", SharedOperation::load);
  rows.access_bytes = columns.access_bytes = 4;
  const SwizzleSearch transpose = search_swizzle(arith, square, {rows, columns}, 32);
  CHECK(transpose.best.wavefronts == 64);
  CHECK(transpose.best.swizzle == Swizzle{5, 0, 5});
  REQUIRE(transpose.padding);
  CHECK(transpose.padding->elements == 1);
  // TMA has no swizzle for rows of 192 bytes.
  const Layout wide = Literal("(8,48):(48,1)").layout();
  search_swizzle(arith, wide, {access_of(wide, "(32,12):(12,1)", SharedOperation::store)}, 32, SwizzleConstraint::tma);
  REQUIRE(arith.failed());
  CHECK(arith.error().value().code == ErrorCode::unsupported);
}

TEST_CASE("the only swizzle that hardware knows may cost more than none: the rows say so") {
  // Lane t reads the t-th 16 bytes of row t: the swizzle brings them all into the same banks.
  const Layout tile = Literal("(8,64):(64,1)").layout();
  const TileAccess diagonal = access_of(tile, "(8,8):(65,8)", SharedOperation::load);
  const auto told = [&](SwizzleConstraint constraint) {
    Arith arith;
    const SwizzleSearch search = search_swizzle(arith, tile, {diagonal}, 16, constraint);
    REQUIRE(arith.ok());
    return english(rows_of(search)[1].explanation);
  };
  CHECK(told(SwizzleConstraint::none) == "wavefronts");
  CHECK(told(SwizzleConstraint::tma) ==
        "wavefronts: fewer than with the only swizzle that TMA supports for these rows; TMA also copies without a "
        "swizzle");
  CHECK(told(SwizzleConstraint::wgmma) ==
        "wavefronts: fewer than with the only swizzle that wgmma supports for these rows");
}

TEST_CASE("the width of a copy is CuTe's where CuTe knows it, and the reason names the mode") {
  struct Case {
    const char* source;
    const char* destination;
    int bits;
    std::int64_t source_bits, destination_bits, both_bits;
    const char* limit;
  };
  const Case cases[] = {
      {"(_8,_4):(_1,_8)", "(_8,_4):(_1,_8)", 16, 128, 128, 128, ""},
      {"(_8,_4):(_1,_36)", "(_8,_4):(_1,_8)", 16, 64, 128, 64,
       "source: mode 1 has stride 36, not a multiple of 8 elements"},
      {"(_8,_4):(_4,_1)", "(_8,_4):(_1,_8)", 16, 128, 128, 16,
       "the source is contiguous along its mode 1, but the destination has stride 8 there"},
      {"(_4,_4):(_1,_8)", "(_4,_4):(_1,_8)", 16, 64, 64, 64,
       "source: only 4 elements are adjacent: mode 0 ends there, and no mode continues with stride 4"},
      {"(_8,_4):(_2,_16)", "(_8,_4):(_1,_8)", 32, 32, 128, 32,
       "source: no mode has stride 1: the smallest stride is 2, of mode 0"},
      {"(_6,_4):(_1,_6)", "(_6,_4):(_1,_6)", 32, 128, 128, 128, ""},
      {"(_6,_4):(_1,_8)", "(_6,_4):(_1,_8)", 32, 64, 64, 64,
       "source: only 6 elements are adjacent, up to the end of mode 0, and this does not divide 4"},
      {"(_2,(_4,_2)):(_1,(_2,_16))", "(_2,(_4,_2)):(_1,(_2,_8))", 16, 128, 128, 128, ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.source);
    CAPTURE(c.destination);
    Arith arith;
    const Layout a = Literal(c.source).layout();
    const Layout b = Literal(c.destination).layout();
    const Vectorization v = vectorization(arith, a, b, c.bits);
    REQUIRE(arith.ok());
    CHECK(v.source.bits == c.source_bits);
    CHECK(v.destination.bits == c.destination_bits);
    CHECK(v.both.bits == c.both_bits);
    CHECK(v.both.limit == c.limit);
    // The width of CuTe's copy(): the gcd of the common elements and of both alignments.
    const std::int64_t common = max_common_vector(arith, a, b).value;
    const std::int64_t aligned = std::gcd(max_alignment(arith, a).value, max_alignment(arith, b).value);
    CHECK(v.both.bits == std::gcd(std::gcd(common, aligned) * c.bits, max_vector_bits));
  }
}

TEST_CASE("swizzles, dynamic integers and pointers limit the width too") {
  Arith arith;
  const Layout row = Literal("(_64,_8):(_1,_64)").layout();
  const auto swizzled = compose(Swizzle{3, 2, 3}, static_int(0), row);
  CHECK(vector_width(swizzled, 16).bits == 64);
  CHECK(vector_width(swizzled, 16).limit == "Sw<3,2,3> keeps only 4 elements together");
  CHECK(vector_width(compose(Swizzle{3, 3, 3}, static_int(0), row), 16).bits == 128);
  CHECK(vector_width(row, 16, 64).limit == "the pointer is aligned to 8 bytes only");
  const Vectorization v = vectorization(arith, Literal("(64,8):(1,64)").layout(), row, 16);
  CHECK(v.both.bits == 128);
  CHECK(english(v.both.limit).starts_with("source: mode 0 is known only at run time"));
  vectorization(arith, row, Literal("_8:_1").layout(), 16);
  CHECK(arith.failed());
}

TEST_CASE("the widest access leaves every access aligned and adjacent: random layouts") {
  std::mt19937 random(11);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < (laws::complete ? 2000 : 300); ++round) {
    Arith arith;
    LayoutBuilder builder(arith);
    builder.open();
    std::int64_t size = 1;
    for (int mode = 0; mode < 3; ++mode) {
      const std::int64_t extent = below(3) == 0 ? 1 + below(6) : 1 << below(4);
      builder.mode(static_int(extent), static_int(below(4) == 0 ? 1 + below(40) : 1 << below(6)));
      size *= extent;
    }
    builder.close();
    const Layout layout = builder.take();
    const std::int64_t width = vector_width(layout, 16).bits / 16;
    CAPTURE(to_text(layout));
    // Every block of `width` offsets is accessed completely or not at all.
    std::set<std::int64_t> image;
    for (std::int64_t i = 0; i < size; ++i) image.insert(apply(arith, layout, IntTuple(static_int(i))).integer().value);
    for (const std::int64_t x : image) {
      for (std::int64_t k = 0; k < width; ++k) REQUIRE(image.count(x / width * width + k) == 1);
    }
  }
}

}  // namespace stridescope
