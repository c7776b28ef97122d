// Products of the PTX machine whose A is sparse.
#include <array>
#include <cstdlib>

#include "core/base/bit_cast.h"
#include "core/base/text.h"
#include "tests/unit/machine_runs.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

// A small integer in the bits of a type.
std::uint32_t encoded(std::string_view type, int value) {
  const auto magnitude = static_cast<std::uint32_t>(std::abs(value));
  if (type == "s8") return static_cast<std::uint32_t>(value) & 255;
  if (type == "s4") return static_cast<std::uint32_t>(value) & 15;
  const std::uint32_t sign = value < 0 ? 1 : 0;
  if (type == "f16") return std::array<std::uint32_t, 3>{0, 0x3c00, 0x4000}[magnitude] | sign << 15;
  if (type == "bf16") return std::array<std::uint32_t, 3>{0, 0x3f80, 0x4000}[magnitude] | sign << 15;
  if (type == "e4m3") return std::array<std::uint32_t, 3>{0, 0x38, 0x40}[magnitude] | sign << 7;
  return std::array<std::uint32_t, 3>{0, 0x3f800000, 0x40000000}[magnitude] | sign << 31;
}

struct SparseForm {
  const char* type;
  int bits;
  int k;
  int chunk;      // elements of a row, of which half are stored
  int selectors;  // that are allowed
};

// Numbers that differ from call to call.
std::uint32_t next_number(std::uint32_t& state) {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

}  // namespace

TEST_CASE("machine: mma.sp moves the stored elements to the columns of their metadata") {
  // PTX ISA 9.0, 9.7.14.6.2: fragments by lane, and by whom the metadata of which chunks is given.
  constexpr SparseForm forms[] = {{"f16", 16, 16, 4, 4},  {"f16", 16, 32, 4, 2}, {"bf16", 16, 16, 4, 4},
                                  {"bf16", 16, 32, 4, 2}, {"tf32", 32, 8, 2, 4}, {"tf32", 32, 16, 2, 2},
                                  {"s8", 8, 32, 4, 2},    {"s8", 8, 64, 4, 1},   {"s4", 4, 64, 8, 2},
                                  {"s4", 4, 128, 8, 1},   {"e4m3", 8, 64, 4, 1}};
  std::uint32_t state = 1;
  for (const SparseForm& form : forms) {
    for (int selector = 0; selector < form.selectors; ++selector) {
      CAPTURE(form.type);
      CAPTURE(form.k);
      CAPTURE(selector);
      const int per = 32 / form.bits;
      const int a_registers = form.k / 2 / (4 * per) * 2;
      const int b_registers = form.k / (4 * per);
      const bool integers = form.type[0] == 's';
      // Each nibble of metadata has two indices in order.
      constexpr std::uint32_t nibbles[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
      std::vector<std::uint32_t> a(32 * 4), b(32 * 4), metadata(32);
      std::vector<std::vector<int>> dense(16, std::vector<int>(static_cast<std::size_t>(form.k)));
      std::vector<std::vector<int>> right(8, std::vector<int>(static_cast<std::size_t>(form.k)));
      // By row and chunk.
      std::vector<std::vector<std::uint32_t>> chosen(
          16, std::vector<std::uint32_t>(static_cast<std::size_t>(form.k / form.chunk)));
      for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < 8; ++i) {
          const std::uint32_t nibble =
              form.chunk == 2 ? (next_number(state) % 2 != 0 ? 0xe : 0x4) : nibbles[next_number(state) % 6];
          metadata[static_cast<std::size_t>(lane)] |= nibble << (4 * i);
          // Threads of the four that give metadata: one, two from an even one on, or all.
          const int threads = 4 / form.selectors;
          const int thread = lane % 4 - selector * threads;
          if (thread < 0 || thread >= threads) continue;
          const bool wide = form.bits >= 16;
          const int row = lane / 4 + 8 * (wide ? i / 4 : thread % 2);
          const int chunk = wide ? 4 * thread + i % 4 : 8 * (thread / 2) + i;
          chosen[static_cast<std::size_t>(row)][static_cast<std::size_t>(chunk)] = nibble;
        }
      }
      for (int lane = 0; lane < 32; ++lane) {
        for (int r = 0; r < a_registers; ++r) {
          const int row = lane / 4 + 8 * (r % 2);
          const int first_column = lane % 4 * 2 * per + r / 2 * 8 * per;
          for (int i = 0; i < per; ++i) {
            const int value = static_cast<int>(next_number(state) % 5) - 2;
            a[static_cast<std::size_t>(lane * 4 + r)] |= encoded(form.type, value) << (i * form.bits);
            const int kept = form.chunk / 2;
            const int chunk = first_column / form.chunk + i / kept;
            const std::uint32_t nibble = chosen[static_cast<std::size_t>(row)][static_cast<std::size_t>(chunk)];
            const int column = form.chunk == 2   ? (nibble == 0xe ? 1 : 0)
                               : form.chunk == 4 ? static_cast<int>(nibble >> (2 * (i % 2)) & 3)
                                                 : static_cast<int>(2 * (nibble >> (2 * (i % 4 / 2)) & 3)) + i % 2;
            dense[static_cast<std::size_t>(row)][static_cast<std::size_t>(chunk * form.chunk + column)] = value;
          }
        }
        for (int r = 0; r < b_registers; ++r) {
          for (int i = 0; i < per; ++i) {
            const int value = static_cast<int>(next_number(state) % 5) - 2;
            b[static_cast<std::size_t>(lane * 4 + r)] |= encoded(form.type, value) << (i * form.bits);
            right[static_cast<std::size_t>(lane / 4)][static_cast<std::size_t>(r * 4 * per + lane % 4 * per + i)] =
                value;
          }
        }
      }
      const auto registers = [](const char* name, int first, int count) {
        std::string out = "{";
        for (int i = 0; i < count; ++i) append_all(out, i == 0 ? "" : ", ", name, first + i);
        return out + "}";
      };
      const std::string d_type = integers ? "s32" : "f32";
      const std::string sums = registers(integers ? "%r" : "%f", 0, 4);
      const std::string ptx =
          cat(".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b, .param "
              ".u64 e, .param "
              ".u64 d)\n{\n.reg .b32 %r<20>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<8>;\nmov.u32 %r4, %tid.x;\nmul.wide.u32 "
              "%rd1, %r4, "
              "16;\nmul.wide.u32 %rd2, %r4, 4;\nld.param.u64 %rd3, [a];\nadd.u64 %rd3, %rd3, %rd1;\nld.global.v4.u32 "
              "{%r5, %r6, %r7, "
              "%r8}, [%rd3];\nld.param.u64 %rd3, [b];\nadd.u64 %rd3, %rd3, %rd1;\nld.global.v4.u32 {%r9, %r10, %r11, "
              "%r12}, "
              "[%rd3];\nld.param.u64 %rd3, [e];\nadd.u64 %rd3, %rd3, %rd2;\nld.global.u32 %r13, "
              "[%rd3];\nmma.sp::ordered_metadata"
              ".sync.aligned.m16n8k",
              form.k, ".row.col.", d_type, '.', form.type, '.', form.type, '.', d_type, ' ', sums, ", ",
              registers("%r", 5, a_registers), ", ", registers("%r", 9, b_registers), ", ", sums, ", %r13, ", selector,
              ";\nld.param.u64 %rd3, [d];\nadd.u64 %rd3, %rd3, %rd1;\nst.global.v4.", d_type, " [%rd3], ", sums,
              ";\nret;\n}\n");
      const auto bytes = [](const std::vector<std::uint32_t>& of) {
        return std::string(reinterpret_cast<const char*>(of.data()), of.size() * 4);
      };
      Launch launch = ptx_launch(32, 512);
      launch.arguments = {{bytes(a), true}, {bytes(b), true}, {bytes(metadata), true}, {std::string(512, '\0'), true}};
      const auto done = run_ptx(ptx, launch);
      const std::string message = done ? "" : english(done.error().message);
      REQUIRE_MESSAGE(done, message);
      const std::vector<std::uint32_t> got = ptx_words(done->buffers[3]);
      int different = 0;
      for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < 4; ++i) {
          const int row = lane / 4 + 8 * (i / 2);
          const int column = lane % 4 * 2 + i % 2;
          int sum = 0;
          for (int k = 0; k < form.k; ++k)
            sum += dense[static_cast<std::size_t>(row)][static_cast<std::size_t>(k)] *
                   right[static_cast<std::size_t>(column)][static_cast<std::size_t>(k)];
          const std::uint32_t bits = got[static_cast<std::size_t>(lane * 4 + i)];
          const int result = integers ? static_cast<int>(bits) : static_cast<int>(bit_cast<float>(bits));
          different += result == sum ? 0 : 1;
        }
      }
      CHECK(different == 0);
    }
  }
  const std::string beyond = ptx_kernel(
      "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r1, %r2, %r3, %r4}, {%r1, %r2, "
      "%r3, %r4}, "
      "{%f0, %f1, %f2, %f3}, %r5, 2;\n");
  CHECK(ptx_error(beyond).find(
            "operand 5 of mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 is 2; expected a selector below 2") !=
        std::string::npos);
}
