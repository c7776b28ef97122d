// Operands in shared memory: CUTLASS's layout atoms, which layouts are canonical, descriptors encoded and decoded; and
// the boxes of TMA.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/tiled/smem_operand.h"
#include "core/tiled/tma.h"
#include "core/value/print.h"
#include "tests/unit/notation.h"

using namespace stridescope;

namespace {

AnyLayout atom(const std::string& name) {
  const auto parsed = parse_type_name(name);
  REQUIRE(parsed);
  auto out = smem_layout_atom(*parsed);
  REQUIRE_MESSAGE(out.has_value(), name);
  return *out;
}

AnyLayout tiled(const std::string& name, const char* shape) {
  Arith arith;
  const AnyLayout block = atom(name);
  const auto& composed = std::get<ComposedLayout>(block);
  ComposedLayout out = composed;
  out.b = tile_to_shape(arith, composed.b, tuple(shape), nullptr);
  REQUIRE(arith.ok());
  return out;
}

std::string refusal(const Result<SmemOperand>& operand) {
  return operand ? std::string() : english(operand.error().message);
}
std::string refusal(const Result<TmaAtom>& atom) { return atom ? std::string() : english(atom.error().message); }

}  // namespace

TEST_CASE("layout atoms of shared memory: as CUTLASS has them, on elements") {
  CHECK(to_text(atom("GMMA::Layout_K_SW128_Atom<half_t>")) == "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  CHECK(to_text(atom("GMMA::Layout_K_SW64_Atom<half_t>")) == "Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)");
  CHECK(to_text(atom("GMMA::Layout_K_SW32_Atom<int8_t>")) == "Sw<1,4,3> o smem_ptr[8b](unset) o (_8,_32):(_32,_1)");
  CHECK(to_text(atom("GMMA::Layout_K_INTER_Atom<float>")) == "Sw<0,4,3> o smem_ptr[32b](unset) o (_8,_4):(_4,_1)");
  CHECK(to_text(atom("GMMA::Layout_MN_SW128_Atom<bfloat16_t>")) ==
        "Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64)");
  CHECK(to_text(atom("GMMA::Layout_SW128_Atom<half_t,GMMA::Major::MN>")) ==
        "Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64)");
  CHECK(to_text(atom("UMMA::Layout_MN_SW128_32B_Atom<float>")) ==
        "Sw<2,5,2> o smem_ptr[32b](unset) o (_32,_4):(_1,_32)");
  for (const char* name :
       {"GMMA::Layout_K_SW128_Atom", "GMMA::Layout_K_SW128_Atom<half_t,half_t>", "GMMA::Layout_SW128_Atom<half_t>",
        "GMMA::Layout_K_SW128_Atom<nothing>", "GMMA::Layout_K_SW128_Atom<float_e2m3_t>"}) {
    CHECK(!smem_layout_atom(*parse_type_name(name)));
  }
  CHECK(!is_smem_layout_atom("GMMA::Layout_K_SW256_Atom"));
  CHECK(!is_smem_layout_atom("GMMA::Layout_MN_SW128_32B_Atom"));
}

TEST_CASE("operands: every atom, tiled, is canonical in its own major and mode") {
  struct Type {
    const char* name;
    int bits;
  };
  for (const Type& type : {Type{"int8_t", 8}, Type{"half_t", 16}, Type{"tfloat32_t", 32}}) {
    for (const SwizzleMode mode : {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128}) {
      for (const bool k_major : {true, false}) {
        const std::string name = std::string("GMMA::Layout_") + (k_major ? "K_" : "MN_") + std::string(name_of(mode)) +
                                 "_Atom<" + type.name + ">";
        CAPTURE(name);
        const AnyLayout tile = tiled(name, "(_128,_128)");
        const auto operand = smem_operand(tile, type.bits, k_major ? OperandMajor::k : OperandMajor::mn);
        REQUIRE_MESSAGE(operand.has_value(), refusal(operand));
        CHECK(operand->mode == mode);
        CHECK(operand->stride_bytes % 16 == 0);
        CHECK(!smem_operand(tile, type.bits, k_major ? OperandMajor::mn : OperandMajor::k).has_value());
      }
    }
  }
}

TEST_CASE("operands: byte offsets") {
  const auto k = smem_operand(tiled("GMMA::Layout_K_SW128_Atom<half_t>", "(_128,_64)"), 16, OperandMajor::k);
  REQUIRE(k);
  CHECK(k->leading_bytes == 16);
  CHECK(k->stride_bytes == 1024);
  const auto mn = smem_operand(tiled("GMMA::Layout_MN_SW128_Atom<half_t>", "(_128,_64)"), 16, OperandMajor::mn);
  REQUIRE(mn);
  CHECK(mn->leading_bytes == 1024);
  CHECK(mn->stride_bytes == 2048);
}

TEST_CASE("operands: what is not canonical is refused with the reason") {
  CHECK(refusal(smem_operand(layout("(_128,_64):(_64,_1)"), 16, OperandMajor::k)).find("(1,0) is at offset 64") !=
        std::string::npos);
  const AnyLayout bytes = ComposedLayout{Swizzle{3, 4, 3}, static_int(0), layout("(_8,_64):(_64,_1)")};
  CHECK(refusal(smem_operand(bytes, 16, OperandMajor::k)).find("not a hardware swizzle") != std::string::npos);
  CHECK(refusal(smem_operand(layout("(_12,_64):(_64,_1)"), 16, OperandMajor::k)).find("multiple of 8 rows") !=
        std::string::npos);
  CHECK(refusal(smem_operand(layout("(_8,_8):(_8,_1)"), 16, OperandMajor::k)).find("32 bytes") != std::string::npos);
  CHECK(refusal(smem_operand(layout("_64:_1"), 16, OperandMajor::k)).find("rank 2") != std::string::npos);
  CHECK(refusal(smem_operand(layout("(1000000000,1000000000):(1,1)"), 16, OperandMajor::k)).find("does not fit") !=
        std::string::npos);
  CHECK(!smem_operand(layout("(_8,_64):(_64,_1)"), 6, OperandMajor::k).has_value());
}

TEST_CASE("descriptors: encoding and decoding are inverse, fields where the manual has them") {
  for (const int arch : {90, 100}) {
    for (const SwizzleMode mode :
         {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128, SwizzleMode::b128_32}) {
      for (std::int64_t bytes = 0; bytes < (1 << 18); bytes += 8208) {
        const SmemDescriptor d = {bytes, (bytes * 3) % (1 << 18), (1 << 18) - 16 - bytes,
                                  static_cast<int>(bytes / 16 % 8), mode};
        const auto word = encode_descriptor(d, arch);
        if (arch == 90 && mode == SwizzleMode::b128_32) {
          CHECK(!word.has_value());
          continue;
        }
        REQUIRE(word);
        const auto back = decode_descriptor(*word, arch);
        REQUIRE(back);
        CHECK(*back == d);
      }
    }
  }
  CHECK(encode_descriptor({1024, 16, 1024, 0, SwizzleMode::b128}, 90).value() == 0x4000004000010040ULL);
  CHECK(encode_descriptor({1024, 16, 1024, 0, SwizzleMode::b128}, 100).value() == 0x4000404000010040ULL);
  CHECK(!encode_descriptor({8, 16, 1024, 0, SwizzleMode::b128}, 90).has_value());
  CHECK(!encode_descriptor({1 << 18, 16, 1024, 0, SwizzleMode::b128}, 90).has_value());
  CHECK(!encode_descriptor({0, 16, 1024, 8, SwizzleMode::b128}, 90).has_value());
  CHECK(!encode_descriptor({0, 16, 1024, 0, SwizzleMode::b128}, 80).has_value());
}

TEST_CASE("TMA: box, strides and swizzle follow from the two layouts") {
  const Layout gmem = layout("(4096,8192):(8192,_1)");
  const auto one = make_tma(gmem, tiled("GMMA::Layout_K_SW128_Atom<half_t>", "(_128,_64)"), 16, 0);
  REQUIRE_MESSAGE(one.has_value(), refusal(one));
  CHECK(one->box == std::vector<std::int64_t>{64, 128});
  CHECK(one->modes == std::vector<int>{1, 0});
  CHECK(one->stride_bytes == std::vector<std::int64_t>{16384});
  CHECK(one->swizzle == SwizzleMode::b128);
  CHECK(one->instructions == 1);
  const auto two = make_tma(gmem, tiled("GMMA::Layout_K_SW128_Atom<half_t>", "(_128,_128)"), 16, 0);
  REQUIRE(two);
  CHECK(two->box == std::vector<std::int64_t>{64, 128});
  CHECK(two->instructions == 2);
  const auto dynamic = make_tma(gmem, layout("(128,64):(64,1)"), 16, 0);
  REQUIRE(dynamic);
  CHECK(dynamic->box == std::vector<std::int64_t>{64, 128});
  const auto batched = make_tma(layout("(64,4096,32):(1,64,262144)"), layout("(_64,_8,_1):(_1,_64,_0)"), 16, 0);
  REQUIRE(batched);
  CHECK(batched->box == std::vector<std::int64_t>{64, 8, 1});
}

TEST_CASE("TMA: what the hardware refuses is refused with that reason") {
  const Layout rows = layout("(4096,8192):(8192,1)");
  const auto said = [&](const Layout& gmem, const AnyLayout& smem, int bits, std::int64_t address, const char* words) {
    const std::string message = refusal(make_tma(gmem, smem, bits, address));
    CAPTURE(message);
    CHECK(message.find(words) != std::string::npos);
  };
  const AnyLayout good = layout("(_128,_64):(_64,_1)");
  said(rows, layout("(_512,_64):(_64,_1)"), 16, 0, "512 elements along mode 0; expected at most 256");
  said(rows, ComposedLayout{Swizzle{2, 3, 3}, static_int(0), layout("(_8,_64):(_64,_1)")}, 16, 0,
       "the span of SW64 is 64");
  said(rows, ComposedLayout{Swizzle{3, 4, 3}, static_int(0), layout("(_8,_64):(_64,_1)")}, 16, 0,
       "not a hardware swizzle");
  said(layout("(4096,4095):(4095,1)"), good, 16, 0, "8,190 bytes: expected a multiple of 16 bytes");
  said(rows, good, 16, 8, "not a multiple of 16 bytes");
  said(layout("(4096,8192):(1,4096)"), good, 16, 0, "stride in global memory is 4096, not 1");
  said(rows, layout("(_8,_4):(_4,_1)"), 16, 0, "8 bytes, not a multiple of 16");
  said(layout("(2,2,2,2,2,2):(1,2,4,8,16,32)"), layout("(_2,_2,_2,_2,_2,_2):(_1,_2,_4,_8,_16,_32)"), 16, 0,
       "at most 5");
  said(rows, good, 12, 0, "not among its types");
  said(rows, layout("_64:_1"), 16, 0, "rank");
}

TEST_CASE("type names without their end are refused, and nothing outside of the text is read") {
  // Each text in memory of exactly its length, so that a sanitizer finds reads beyond it.
  for (const std::string text :
       {"A<B<0", "A<B<0,", "A<B<0 ", "A<B<C<", "A<B<0>", "A<B<0> ", "A< ", "A<B , C", "A<B<0,C<1"}) {
    CAPTURE(text);
    const std::vector<char> alone(text.begin(), text.end());
    CHECK(!parse_type_name({alone.data(), alone.size()}));
  }
}
