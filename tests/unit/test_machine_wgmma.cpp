// wgmma of the PTX machine: operands that layouts of the core place in shared memory, products against sums over their
// elements, and results at the places that PTX documents.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/bit_cast.h"
#include "core/base/text.h"
#include "core/machine/machine.h"
#include "core/machine/numbers.h"
#include "core/tiled/smem_operand.h"
#include "core/tiled/thread_value.h"
#include "tests/unit/notation.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

struct Element {
  std::string_view ptx;
  std::string_view cutlass;
  int bits;
  const Format* format;  // none: an integer
};
constexpr Element f16 = {"f16", "half_t", 16, &format_f16};
constexpr Element bf16 = {"bf16", "bfloat16_t", 16, &format_bf16};
constexpr Element tf32 = {"tf32", "tfloat32_t", 32, &format_f32};
constexpr Element e4m3 = {"e4m3", "float_e4m3_t", 8, &format_e4m3};
constexpr Element e5m2 = {"e5m2", "float_e5m2_t", 8, &format_e5m2};
constexpr Element s8 = {"s8", "int8_t", 8, nullptr};
constexpr Element u8 = {"u8", "uint8_t", 8, nullptr};

int number_at(int seed, std::int64_t mn, std::int64_t k) {
  return static_cast<int>((mn * 7 + k * 3 + seed + mn * k % 5) % 9) - 4;
}
// Unsigned bytes wrap.
std::int64_t value_at(const Element& type, int seed, std::int64_t mn, std::int64_t k) {
  const int value = number_at(seed, mn, k);
  return type.ptx == "u8" ? value & 0xff : value;
}
std::uint32_t bits_at(const Element& type, int seed, std::int64_t mn, std::int64_t k) {
  const int value = number_at(seed, mn, k);
  return type.format == nullptr ? static_cast<std::uint32_t>(value & 0xff)
                                : rounded(*type.format, value, Rounding::nearest);
}

// An operand of 64 rows and its place in memory.
struct Operand64 {
  Element type;
  OperandMajor major;
  std::string mode;     // "SW128"
  std::int64_t depth;   // extent of K in shared memory
  std::int64_t at = 0;  // bytes from the begin of the variable
};

void place(const Operand64& one, int seed, std::string& memory, SmemOperand& described, std::int64_t& first,
           std::int64_t k_from) {
  const std::string text = cat("GMMA::Layout_", one.major == OperandMajor::k ? "K_" : "MN_", one.mode, "_Atom<",
                               one.type.cutlass, ">");
  const auto name = parse_type_name(text);
  REQUIRE(name);
  const auto atom = smem_layout_atom(*name);
  REQUIRE(atom);
  Arith arith;
  ComposedLayout tile = std::get<ComposedLayout>(*atom);
  tile.b = tile_to_shape(arith, tile.b, Literal(cat("(_64,_", one.depth, ")")).tuple(), nullptr);
  const auto operand = smem_operand(tile, one.type.bits, one.major);
  REQUIRE(operand);
  described = *operand;
  const TvTable offsets = TvTable::make(arith, tile.b);
  REQUIRE(arith.ok());
  const int bytes = one.type.bits / 8;
  for (std::int64_t mn = 0; mn < 64; ++mn) {
    for (std::int64_t k = 0; k < one.depth; ++k) {
      // The swizzle permutes chunks of 16 bytes by the row of 128 bytes.
      std::int64_t offset = offsets.element(mn, k) * bytes;
      offset ^= (offset >> 7 & (span_bytes(operand->mode) / 16 - 1)) << 4;
      const std::uint32_t bits = bits_at(one.type, seed, mn, k);
      std::memcpy(memory.data() + one.at + offset, &bits, static_cast<std::size_t>(bytes));
    }
  }
  first = one.at + offsets.element(0, k_from) * bytes;
}

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

struct WgmmaCase {
  Operand64 a, b;
  std::string result;  // type of D
  bool registers = false;
  int sign_a = 1;
  bool keeps = false;  // D is added to
};

constexpr std::int64_t operand_bytes = 16384;

void check_product(const WgmmaCase& one) {
  CAPTURE(one.a.type.ptx);
  CAPTURE(one.b.type.ptx);
  CAPTURE(one.a.mode);
  CAPTURE(one.b.mode);
  CAPTURE(one.registers);
  const int k = 256 / one.a.type.bits;
  std::string memory(2 * operand_bytes, '\0');
  SmemOperand a;
  SmemOperand b;
  std::int64_t first_a = 0;
  std::int64_t first_b = 0;
  // The second step along K.
  place(one.a, 1, memory, a, first_a, k);
  place(one.b, 2, memory, b, first_b, k);
  const auto word = [](const SmemOperand& from, std::int64_t first) {
    const auto out = encode_descriptor({1024 + first, from.leading_bytes, from.stride_bytes, 0, from.mode}, 90);
    REQUIRE(out);
    return hex(*out);
  };
  const bool integers = one.result == "s32";
  const int registers = one.result == "f16" ? 16 : 32;
  const bool halves = one.a.type.bits == 16;
  std::string d;
  std::string stores;
  std::string zeros;
  for (int i = 0; i < registers; ++i) {
    append_all(d, i == 0 ? "{" : ", ", "%d", i);
    append_all(stores, "st.global.b32 [%rd3+", i * 512, "], %d", i, ";\n");
    append_all(zeros, "mov.b32 %d", i, ", ", one.keeps ? "0x40400000" : "0", ";\n");
  }
  std::string from_registers;
  std::string loads;
  if (one.registers) {
    // Elements of A at the places that PTX documents, from the buffer after both operands.
    for (int i = 0; i < 4; ++i) {
      append_all(from_registers, i == 0 ? "{" : ", ", "%a", i);
      append_all(loads, "ld.global.b32 %a", i, ", [%rd2+", 2 * operand_bytes + 512 * i, "];\n");
    }
    from_registers += "}";
    const int per = 32 / one.a.type.bits;
    for (std::int64_t i = 0; i < 4; ++i) {
      for (std::int64_t t = 0; t < 128; ++t) {
        std::uint32_t packed = 0;
        for (int e = 0; e < per; ++e) {
          const std::int64_t row = 16 * (t / 32) + t % 32 / 4 + 8 * (i % 2);
          const std::int64_t column = k + t % 4 * per + e + 4 * per * (i / 2);
          packed |= bits_at(one.a.type, 1, row, column) << (e * one.a.type.bits);
        }
        memory.append(reinterpret_cast<const char*>(&packed), 4);
      }
    }
  }
  const std::string flags = integers ? "" : cat(", ", one.sign_a, ", 1");
  const std::string majors =
      !halves ? ""
              : cat(one.registers ? "" : cat(", ", one.a.major == OperandMajor::mn ? 1 : 0), ", ",
                    one.b.major == OperandMajor::mn ? 1 : 0);
  const std::string ptx = cat(
      ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n.reg .b32 "
      "%r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<9>;\n.reg .b32 %d<32>;\n.reg .b32 %a<4>;\n.shared .align 1024 .b8 s[",
      2 * operand_bytes,
      "];\nld.param.u64 %rd1, [in];\nld.param.u64 %rd3, [out];\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\n"
      "cvt.u64.u32 %rd4, %r2;\nadd.s64 %rd2, %rd1, %rd4;\nadd.s64 %rd3, %rd3, %rd4;\nmov.u32 %r3, s;\nadd.u32 %r3, %r3, "
      "%r2;\nmov.u64 %rd5, %rd2;\nadd.s64 %rd6, %rd2, ",
      2 * operand_bytes,
      ";\nLOOP: ld.global.b32 %r4, [%rd5];\nst.shared.b32 [%r3], %r4;\nadd.u32 %r3, %r3, 512;\nadd.s64 %rd5, %rd5, 512;\n"
      "setp.lt.u64 %p1, %rd5, %rd6;\n@%p1 bra LOOP;\n",
      loads, zeros, "mov.b64 %rd7, ", word(a, first_a), ";\nmov.b64 %rd8, ", word(b, first_b),
      ";\nsetp.ne.b32 %p2, 0, ", one.keeps ? 1 : 0,
      ";\nfence.proxy.async.shared::cta;\nbar.sync 0;\nwgmma.fence.sync.aligned;\nwgmma.mma_async.sync.aligned.m64n64k", k,
      '.', one.result, '.', one.a.type.ptx, '.', one.b.type.ptx, ' ', d, "}, ",
      one.registers ? from_registers : "%rd7", ", %rd8, %p2", flags, majors,
      ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n", stores, "ret;\n}\n");
  const auto program = read_ptx(ptx);
  const std::string syntax = program ? "" : english(program.error().message);
  REQUIRE_MESSAGE(program, syntax);
  Launch launch;
  launch.block = {128, 1, 1};
  launch.arguments = {{memory, true}, {std::string(128 * 4 * 32, '\0'), true}};
  const auto done = execute(*program, program->functions[0], launch);
  const std::string message = done ? "" : english(done.error().message);
  REQUIRE_MESSAGE(done, message);
  std::int64_t wrong = 0;
  for (std::int64_t t = 0; t < 128; ++t) {
    for (std::int64_t i = 0; i < 32; ++i) {
      const std::int64_t row = 16 * (t / 32) + t % 32 / 4 + 8 * (i / 2 % 2);
      const std::int64_t column = 8 * (i / 4) + 2 * (t % 4) + i % 2;
      std::int64_t expected = one.keeps ? 3 : 0;
      for (std::int64_t step = k; step < 2 * k; ++step)
        expected += one.sign_a * value_at(one.a.type, 1, row, step) * value_at(one.b.type, 2, column, step);
      std::uint32_t got = 0;
      const std::int64_t index = one.result == "f16" ? i / 2 : i;
      std::memcpy(&got, done->buffers[1].data() + (index * 128 + t) * 4, 4);
      if (one.result == "f32")
        wrong += bit_cast<float>(got) == static_cast<float>(expected) ? 0 : 1;
      else if (one.result == "f16")
        wrong += value_of(format_f16, got >> (16 * (i % 2)) & 0xffff) == static_cast<double>(expected) ? 0 : 1;
      else
        wrong += static_cast<std::int32_t>(got) == expected ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

Operand64 k_major(const Element& type, const char* mode, std::int64_t at) {
  return {type, OperandMajor::k, mode, 1024 / type.bits, at};
}
Operand64 mn_major(const Element& type, const char* mode, std::int64_t at) {
  return {type, OperandMajor::mn, mode, 64, at};
}

}  // namespace

TEST_CASE("machine: wgmma reads operands by the swizzle and the major of their descriptors") {
  for (const char* mode : {"INTER", "SW32", "SW64", "SW128"}) {
    check_product({k_major(f16, mode, 0), k_major(f16, "SW128", operand_bytes), "f32"});
    check_product({mn_major(f16, mode, 0), k_major(f16, mode, operand_bytes), "f32"});
    check_product({k_major(bf16, "SW128", 0), mn_major(bf16, mode, operand_bytes), "f32"});
  }
}

TEST_CASE("machine: wgmma has all types, signs and A in registers") {
  check_product({k_major(f16, "SW128", 0), k_major(f16, "SW128", operand_bytes), "f16"});
  check_product({k_major(tf32, "SW128", 0), k_major(tf32, "SW64", operand_bytes), "f32"});
  check_product({k_major(e4m3, "SW128", 0), k_major(e5m2, "SW128", operand_bytes), "f32"});
  check_product({k_major(e5m2, "SW32", 0), k_major(e4m3, "SW128", operand_bytes), "f16"});
  check_product({k_major(s8, "SW128", 0), k_major(u8, "SW128", operand_bytes), "s32"});
  check_product({k_major(u8, "SW128", 0), k_major(s8, "INTER", operand_bytes), "s32"});
  check_product({k_major(f16, "SW128", 0), k_major(f16, "SW128", operand_bytes), "f32", false, -1, true});
  for (const Element& type : {f16, tf32, e4m3, s8})
    check_product({k_major(type, "SW128", 0), k_major(type, "SW128", operand_bytes), type.format == nullptr ? "s32" : "f32", true});
}
