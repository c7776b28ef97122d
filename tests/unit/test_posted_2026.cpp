// The newer problems of the gallery's group "Problems people had": pasted, they show their answers. Answers that no
// thread confirms are enumerated here.
#include <set>

#include "core/foreign/evaluate.h"
#include "tests/unit/offset_table.h"
#include "tests/unit/posted.h"

namespace stridescope {
namespace {

std::string_view program_of(const char* thread) {
  const GalleryEntry* entry = find_entry(cat("problems/", thread));
  REQUIRE(entry != nullptr);
  return entry->program;
}

void check_said(const char* thread, const std::string& part) {
  const std::string all = said_of(program_of(thread));
  CAPTURE(all);
  CHECK_MESSAGE(all.find(part) != std::string::npos, part);
}

// The offsets of an expression on a line after the program.
std::vector<std::int64_t> offsets_after(const char* thread, const std::string& expression) {
  const Evaluation one = evaluate(cat(program_of(thread), expression, '\n'), IntegerMode::teaching);
  REQUIRE(one.errors.empty());
  return offsets_of(one.bindings.back().value);
}

}  // namespace

TEST_CASE("posted 2026: compositions, complements and inverses") {
  check_posted({
      {"NVIDIA/cutlass#3469",
       {"no difference in 384 cells; the same function: B merges modes of A", "?1 is not given: 384 is used",
        "coalesced for any n2: 192*n2:1"},
       "192*?:1"},
      {"NVIDIA/cutlass#3470",
       {" = (32,1024,8,128):(1,32768,4096,32)", "?1 is not given: 1024 is used",
        "composition for any n1: (32,n1,8,128):(1,32768,4096,32)"},
       "(32,?,8,128):(1,32768,4096,32)"},
      {"NVIDIA/cutlass#2657",
       {"stride 3 does not fit mode 0 of the left layout (extent 2)", "composition needs 3 % 2 == 0 or 3 < 2",
        "R = ((2,2),3):((24,3),8)"},
       "Stride 3 does not fit extent 2"},
      {"NVIDIA/cutlass#3058", {"result = 2:1", "a static mode of size 1 is dropped, a dynamic one stays"}, "2:1"},
      {"NVIDIA/cutlass#2094", {" = (65536,128):(128,1)", "satisfied, all 20480"}, "(65536,128):(128,1)"},
      {"NVIDIA/cutlass#2633",
       {"R = (3,(2,2)):(20,(30,1))", "at 5: got 70, should be 11", "Offsets of two modes of B carry into each other"},
       "A(B(5)) is 11 and R(5) 70"},
      {"NVIDIA/cutlass#1906", {" = ((2,4),3,2):((24,1),8,4)"}, "((2,4),3,2):((24,1),8,4)"},
  });
}

TEST_CASE("posted 2026: swizzles, widths and units") {
  check_posted({
      {"NVIDIA/cutlass#2468",
       {"(1,2,(4,2),(1,2)):(0,1024,(2,2048),(0,4096))", "(0,8192,(16,16384),(0,32768)) elements of 16 bits",
        "(0,0,(16,12288),(0,24576)) elements of 16 bits"},
       "(0,8192,(16,16384),(0,32768)) and (0,0,(16,12288),(0,24576))"},
      {"NVIDIA/cutlass#2634",
       {" = 32\n", " = 36\n", "Sw<3,4,3> on 4-byte elements is not the 128-byte swizzle; that is Sw<3,2,3>"},
       "Sw<3,2,3> of tf32"},
      {"NVIDIA/cutlass#3560",
       {"got 0x1001, should be 0x1004", "the pointer moves by -6 bytes, the first word begins at -3"},
       "by -3 bytes, not by -6"},
      {"tile-ai/tilelang#2379",
       {"0x80 is not a multiple of 1024 bytes, the period of Sw<3,4,3>", "1024 of 1024 cells differ"},
       "the base must be a multiple of 1024"},
      {"tile-ai/tilelang#2609",
       {"a = Sw<3,0,5> o 0 o (64,32):(32,1)", " = Sw<3,1,5> o 0 o (64,64):(64,1)",
        "in 1024 of 2048 words the elements are in another order"},
       "1024 of 2048 words"},
      {"ROCm/FlyDSL#634",
       {" = Sw<3,3,3> o 0 o (8,64):(64,1)", " = Sw<3,2,3> o 0 o (8,32):(32,1)", " = Sw<3,4,3> o 0 o (8,128):(128,1)"},
       "Sw<3,3,3> for 16 bits"},
      {"NVIDIA/cutlass#2872",
       {"canonical K-major SW128, LBO 16 bytes, SBO 1024 bytes", "SBO 512 elements = 1,024 bytes = 64 units"},
       "64 units"},
  });
}

TEST_CASE("posted 2026: who holds which element") {
  check_posted({
      {"NVIDIA/cutlass#2920",
       {"gB = (256,64,4):(256,1,64)", "gB, A on line 5, B on line 2: 65280 of 65536 cells differ",
        "as (256,256), A is row-major and B is column-major", "the stride of mode 0 is 1024 in A and 256 in B"},
       "(256,64,4):(256,1,64)"},
      {"NVIDIA/cutlass#2901",
       {"0    1    8    9    2    3   10   11    4    5   12   13    6    7   14   15 ",
        "counting_iter(0) o ((1,2,2,4)):((1,16,8,128))"},
       "0,1,8,9,2,3,10,11,4,5,12,13,6,7,14,15"},
      {"triton-lang/triton#10924",
       {"of 2048 (thread, value) pairs: 16 in place",
        "2032 of 2048 values come from another thread: the first is that of T0 V4, from T1 V0"},
       "thread 1 writes (0,4), thread 0 reads it"},
      {"apache/tvm#20075", {" = ((64,(64,2)):(1,(0,64)),(64,(64,2)):(0,(1,0)))"}, "lane 69, of warp 2"},
      {"NVIDIA/cutlass#3604",
       {" = 2147483648\n",
        "offset 2147483648 does not fit 32 bits: coordinate 536870912 of mode 0 is the first whose offset does not "
        "fit"},
       "one more than an Int32 holds"},
      {"NVIDIA/cutlass#3488",
       {"0    1    2    3    2    3    4    5    4    5    6    7",
        "mode 0 of the copy has 4 elements in the source and 2 in the destination",
        "element (2,2) is at offset 6, beyond its 6 elements"},
       "past the end of da[6]"},
      {"NVIDIA/cutlass#2980",
       {"of the part is (600) of the tensor, outside of (192); 2 of 2 elements are outside",
        "thread 96 is the first with elements outside of the tensor"},
       "600 and 601 of 192"},
      {"intel/sycl-tla#194", {" = ArithTuple(32,64) o (8,4,4):(1@0,8@0,16@1)"}, "rows 32 to 63"},
      {"NVIDIA/cutlass#3140", {"not held: 96, such as (0,20)", "(0,4) by T0 V4, T1 V0"}, "k = 20 to 31"},
  });
}

TEST_CASE("posted 2026: every problem is here once, and they stay short") {
  std::size_t bytes = 0;
  int problems = 0;
  std::set<std::string_view> threads;
  for (const GalleryEntry& entry : gallery()) {
    if (entry.group != "problems") continue;
    ++problems;
    CHECK(threads.insert(entry.id).second);
    CHECK(entry.id.find('#') != std::string_view::npos);
    bytes += entry.title.size() + entry.about.size() + entry.program.size();
  }
  CHECK(problems == 48);
  CHECK(bytes < 14'000);
}

// --- by brute force ---

TEST_CASE("posted 2026: threads that read what another one stored, counted") {
  // Triton's blocked encodings: elements of a thread, of a warp, of the warps, then repeated over 8 x 256.
  const auto holder = [](int row, int column, int per_thread, int warps_m, int warps_n) {
    const int lane = column / per_thread % 32;
    const int warp_m = row % warps_m;
    const int warp_n = column / (32 * per_thread) % warps_n;
    return lane + 32 * (warp_m * warps_n + warp_n);
  };
  int changed = 0;
  int wrote_first = -1;
  int read_first = -1;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 256; ++column) {
      const int wrote = holder(row, column, 4, 2, 2);
      const int read = holder(row, column, 8, 4, 1);
      if (wrote == read) continue;
      if (changed++ > 0) continue;
      wrote_first = wrote;
      read_first = read;
      CHECK((row == 0 && column == 4));
    }
  }
  check_said("triton-lang/triton#10924",
             cat(changed, " of 2048 values come from another thread: the first is that of T", read_first, " V4, from T",
                 wrote_first, " V0"));
}

TEST_CASE("posted 2026: a swizzled tile at base + 128, byte by byte") {
  const auto swizzled = [](int address) { return address ^ ((address >> 7 & 7) << 4); };
  int moved = 0;
  for (int row = 0; row < 8; ++row) {
    for (int chunk = 0; chunk < 8; ++chunk) {
      const int engine = swizzled(128 + 128 * row + 16 * chunk) - 128;
      const int reader = 128 * row + 16 * (chunk ^ row % 8);
      moved += engine != reader ? 1 : 0;
      CHECK(swizzled(1024 + 128 * row + 16 * chunk) - 1024 == reader);
    }
  }
  check_said("tile-ai/tilelang#2379", cat(16 * moved, " of 1024 cells differ"));
}

TEST_CASE("posted 2026: what ldmatrix addresses and delivers, enumerated") {
  const std::vector<std::int64_t> source = offsets_after("NVIDIA/cutlass#2901", "a.layout_src_tv");
  const std::vector<std::int64_t> destination = offsets_after("NVIDIA/cutlass#2901", "a.layout_dst_tv");
  REQUIRE(source.size() == 512);
  REQUIRE(destination.size() == 512);
  for (int t = 0; t < 32; ++t) {
    const int row = (t % 2) + 8 * (t / 2 % 2) + 2 * (t / 4 % 4) + 16 * (t / 16);
    for (int v = 0; v < 16; ++v) {
      const std::size_t at = static_cast<std::size_t>(t + 32 * v);
      CHECK(source[at] == 16 * row + v);
      CHECK(destination[at] == 32 * (t % 4) + t / 4 + 16 * (v % 2) + 8 * (v / 2 % 2) + 128 * (v / 4));
    }
  }
  for (const auto& offsets : {source, destination}) CHECK(std::set(offsets.begin(), offsets.end()).size() == 512);
}

TEST_CASE("posted 2026: rows and columns of a subgroup, enumerated") {
  // The permutations give a subgroup 4 atoms of 8 rows and 4 of 16 columns next to each other.
  std::set<std::int64_t> rows;
  std::set<std::int64_t> columns;
  for (int thread = 144; thread < 160; ++thread) {
    const std::string held = cat("tv_thread(get_layoutC_TV(mma), ", thread, ")");
    for (const std::int64_t element : offsets_after("intel/sycl-tla#194", held)) {
      rows.insert(element % 256);
      columns.insert(element / 256);
    }
  }
  CHECK(rows.size() == 32);
  CHECK(*rows.begin() == 32);
  CHECK(*rows.rbegin() == 63);
  CHECK(columns.size() == 64);
  CHECK(*columns.begin() == 64);
  CHECK(*columns.rbegin() == 127);
}

}  // namespace stridescope
