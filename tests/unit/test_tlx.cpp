// TLX: what its dump_layout prints, its layouts, both ways. The samples are those of its own tests.
#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/foreign/modules/xray.h"
#include "tests/unit/foreign_systems.h"
#include "tests/unit/offset_table.h"

namespace stridescope {
namespace {

const std::string dump =
    "// tlx.dump_layout @ loc(\"/home/me/kernel.py\":12:8)\n"
    "//   type: tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = "
    "[0]}>>\n"
    "//   cute: ((_32,_2,_2),_1):((_1,_32,_0),_0)\n"
    "// tlx.dump_layout @ loc(\"/home/me/kernel.py\":16:8)\n"
    "//   type: !ttg.memdesc<32x32xf32, #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>, "
    "#ttg.shared_memory, mutable>\n"
    "//   cute: Swizzle<2,1,5> o (_32,_32):(_32,_1)\n"
    "// tlx.dump_layout @ loc(\"/home/me/kernel.py\":16:8)\n"
    "//   type: !ttg.memdesc<64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, "
    "#ttg.shared_memory, mutable>\n"
    "//   cute: _64:_1\n";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("tlx: a pasted dump has a value for each block, named by the kernel's line") {
  const Evaluation e = evaluate(dump, IntegerMode::teaching);
  CHECK(e.errors.empty());
  std::string all;
  for (const Binding& b : e.bindings) all += b.name + " = " + to_text(b.value, IntegerMode::teaching) + "\n";
  CHECK(all ==
        "dump_12 = ((32,2,2),(1,1)):((1,32,0),(1,0))\ndump_16 = Sw<2,1,5> o 0 o (32,32):(32,1)\ndump_16_2 = 64:1\n");
  const auto looked = xray_of(dump);
  REQUIRE(looked);
  CHECK(looked->parts.size() == 3);
  CHECK(looked->unknown.empty());
}

TEST_CASE("tlx: the layout that was printed is held against the type") {
  const std::size_t second = dump.find("// tlx", 1);
  const std::size_t third = dump.find("// tlx", second + 1);
  const std::string registers = dump.substr(0, second);
  const std::string swizzled = dump.substr(second, third - second);
  CHECK(refused("tlx", registers) == "");
  CHECK(refused("tlx", with(registers, "(_1,_32,_0)", "(_2,_1,_0)")) ==
        "tlx: at 1 the dump's layout gives 2, but its type gives 1");
  CHECK(refused("tlx", with(registers, "_32,_2,_2", "_32,_2,_4")).find("coordinates") != std::string::npos);
  CHECK(refused("tlx", with(swizzled, "<2,1,5>", "<1,1,5>")).find("the dump's layout gives") != std::string::npos);
  // A layout that is none of CuTe's is printed as Triton's bases, which the type has.
  CHECK(refused("tlx", with(registers, "cute: ((_32,_2,_2),_1):((_1,_32,_0),_0)",
                            "(not representable as a CuTe layout; linear layout follows)\n - register=1 -> (1)")) ==
        "");
  CHECK(refused("tlx", "// tlx.dump_layout @ x\n//   encoding: <none>\n").find("//   type") != std::string::npos);
}

TEST_CASE("tlx: an accumulator of Blackwell by rows, as its test has it") {
  // (thread, value) shape and stride of the tile of 128 x 128 in rows, and Triton's bases of it.
  const std::string text = "tlx.layout(shape=((32, 4, 2), (32, 2)), stride=((128, 4096, 32), (1, 64)))";
  const Value ours = read("tlx", text, {128, 128});
  const Value bases = read(
      "triton",
      "#ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 64]], lane = [[1, 0], [2, 0], [4, 0], "
      "[8, 0], [16, 0]], warp = [[32, 0], [64, 0], [0, 32]], block = []}>",
      {128, 128});
  CHECK(offsets_of(ours) == offsets_of(bases));
  CHECK(offsets_of(read("tlx", write("tlx", bases, {128, 128}), {128, 128})) == offsets_of(bases));
  // Without the tile's shape the elements are those by rows.
  CHECK(shown(read("tlx", text)) == "((32,4,2),(32,2)):((128,4096,32),(1,64))");
  CHECK(refused("tlx", text, {64, 128}).find("is outside a tile of 8192") != std::string::npos);
  CHECK(write("tlx", ours) == "error: TLX counts a tile's elements by rows, so m + M n depends on its shape");
}

TEST_CASE("tlx: swizzled_layout over a tile") {
  // The examples of its documentation, by (vec, perPhase, maxPhase).
  const auto triton = [](int vec, int per, int max) {
    return cat("#ttg.swizzled_shared<{vec = ", vec, ", perPhase = ", per, ", maxPhase = ", max, ", order = [1, 0]}>");
  };
  const auto same = [&](const std::string& text, const std::string& encoding, const ForeignShape& shape) {
    CHECK(offsets_of(read("tlx", text, shape)) == offsets_of(read("triton", encoding, shape)));
  };
  same("tlx.swizzled_layout(2, 0, 2, order=[1, 0])", triton(1, 1, 4), {4, 4});
  same("tlx.swizzled_layout(2, 0, 3, order=[1, 0])", triton(1, 2, 4), {8, 4});
  same("tlx.swizzled_layout(2, 1, 2, order=[1, 0])", triton(2, 1, 4), {4, 8});
  CHECK(write("tlx", read("tlx", "tlx.swizzled_layout(3, 3, 3, order=[0, 1])", {64, 32}), {64, 32}) ==
        "tlx.swizzled_layout(3, 3, 3, order=[0, 1])");
  CHECK(refused("tlx", "tlx.swizzled_layout(3, 3, 3)").find("give the shape") != std::string::npos);
  CHECK(refused("tlx", "tlx.swizzled_layout(3, 3, 2)", {64, 64}).find("at least as many bits") != std::string::npos);
  CHECK(refused("tlx", "tlx.layout(shape=((32, 4)), stride=((1, 32)))").find("threads and values") !=
        std::string::npos);
}

}  // namespace stridescope
