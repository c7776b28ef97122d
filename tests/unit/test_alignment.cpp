// Alignment of known addresses: a note where an address is not what a swizzle, a TMA, a recast or a vector needs, and
// none where it is.
#include <charconv>
#include <random>

#include "core/algebra/function_chain.h"
#include "core/functions/builtin.h"
#include "core/value/alignment.h"
#include "core/verdicts/verdict.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/programs.h"
#include "tests/unit/reference.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// The notes of a program, one a line; an error is a line, too.
std::string notes(std::string_view program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  std::string out;
  for (const auto& error : e.errors) append_all(out, "error: ", english(error.message), '\n');
  for (const Message& note : e.notes) append_all(out, english(note), '\n');
  return out;
}

Value call(std::string_view function, const std::vector<Value>& args, const std::vector<std::int64_t>& t,
           std::vector<Message>& noted) {
  Arith arith;
  Call c(arith, function, t, args);
  c.notes = &noted;
  Value out = find_builtin(function)->run(c);
  return arith.failed() ? Value(Bool{false, true}) : out;
}

Tensor shared(std::uint64_t address, int bits, const Layout& layout, const Swizzle& swizzle = {}) {
  Tensor out = {{Iterator::Kind::pointer, dynamic_int(0)}, layout};
  out.data.pointer = {MemorySpace::smem, static_cast<std::uint16_t>(bits), true, address, swizzle.bits != 0, swizzle};
  return out;
}

std::int64_t element_of(const Tensor& t, std::int64_t i) {
  Arith arith;
  return element(arith, IntTuple(dynamic_int(i)), t).integer().value;
}

// Elements lie where the hardware looks: the swizzle acts on the bytes of the address.
std::int64_t by_address(const Tensor& t, std::int64_t i) {
  const Pointer& p = t.data.pointer;
  const auto bytes = static_cast<std::int64_t>(p.address) + Function(std::get<Layout>(t.layout))(i) * (p.bits / 8);
  return (by_definition(p.swizzle, bytes) - static_cast<std::int64_t>(p.address)) / (p.bits / 8);
}

}  // namespace

TEST_CASE("law: alignment: a swizzle of addresses is one of elements, or a note gives the first coordinate") {
  std::mt19937 random(1);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Tally tally;
  int noted = 0;
  for (int i = 0; i < 3000; ++i) {
    const int bits = 8 << below(3);
    const int width = bits / 8 == 4 ? 2 : bits / 8 == 2 ? 1 : 0;
    const int swizzle_bits = 1 + below(3);
    const Swizzle swizzle = {swizzle_bits, width + below(4), swizzle_bits + below(2)};
    const Layout tile = layout(below(2) == 0 ? "(8,16):(16,1)" : "(16,8):(1,16)");
    const auto address = static_cast<std::uint64_t>(below(64)) << (width + below(7));
    const Tensor there = shared(address, bits, tile, swizzle);
    std::vector<Message> messages;
    const Value here = call("as_position_independent_swizzle_tensor", {there}, {}, messages);
    const auto* result = here.as<Tensor>();
    REQUIRE(result != nullptr);
    std::int64_t first = -1;
    Counterexample wrong;
    for (std::int64_t c = 127; c >= 0; --c) {
      if (element_of(there, c) != by_address(there, c)) wrong = cat("T(", c, ") = ", element_of(there, c));
      if (element_of(there, c) != element_of(*result, c)) first = c;
    }
    const auto describe = [&] { return to_text(Value(there)); };
    tally.add(wrong, describe);
    const bool expected = first >= 0;
    noted += expected;
    if (messages.empty() != !expected) {
      tally.add(expected ? cat("no note, but they differ at ", first) : english(messages[0]), describe);
    } else if (expected) {
      Arith arith;
      const IntTuple at = idx2crd(arith, IntTuple(dynamic_int(first)), tile.shape);
      const std::string end = cat(" at ", to_text(at), " the element is ", element_of(there, first),
                                  " past the pointer, in the result ", element_of(*result, first));
      tally.add(english(messages[0]).ends_with(end) ? "" : english(messages[0]), describe);
    }
  }
  CHECK(noted > 100);
  CHECK_HELD(tally, 3000);
}

TEST_CASE("alignment: elements count from the pointer, swizzled or not") {
  const std::string tile = " o (8,128):(128,1)\n";
  CHECK(last("T = Sw<3,4,3>_smem_ptr[8b](0x400)" + tile + "T(1,0)") == "144");
  CHECK(last("T = Sw<3,4,3>_smem_ptr[8b](0x80)" + tile + "T(0,0)") == "16");
  CHECK(last("T = Sw<3,4,3>_smem_ptr[8b](0x80)" + tile + "T(1,0)") == "160");
  CHECK(last("T = Sw<3,4,3>_smem_ptr[8b](0x480)" + tile + "T(1,0)") == "160");
  CHECK(last("T = smem_ptr[8b](0x80)" + tile + "T(1,0)") == "128");
  CHECK(last("T = Sw<3,4,3>_smem_ptr[8b](0x80)" + tile + "P = as_position_independent_swizzle_tensor(T)\nP(1,0)") ==
        "144");
}

TEST_CASE("alignment: notes") {
  CHECK(
      notes("as_position_independent_swizzle_tensor(Sw<3,4,3>_smem_ptr[8b](0x80) o (8,128):(128,1))") ==
      "0x80 is not a multiple of 1024 bytes, the period of Sw<3,4,3>: at (0,0) the element is 16 past the pointer, in "
      "the result 0\n");
  CHECK(notes("as_position_independent_swizzle_tensor(Sw<3,4,3>_smem_ptr[8b](0x400) o (8,128):(128,1))").empty());
  const std::string waiting = ", Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1))";
  CHECK(notes("make_tensor(smem_ptr[16b](0x1000)" + waiting).empty());
  CHECK(notes("make_tensor(smem_ptr[16b](0x1010)" + waiting)
            .starts_with("0x1010 is not a multiple of 1024 bytes, the period of Sw<3,4,3>"));
  CHECK(notes("recast<32>(gmem_ptr[8b](0x1000) o (_8):(_1))").empty());
  CHECK(notes("recast<32>(gmem_ptr[8b](0x1002) o (_8):(_1))") ==
        "0x1002 is not a multiple of 4 bytes, the width of the new elements\n");
  CHECK(
      notes("recast<32>(gmem_ptr[8b](?+2) o (_8):(_1))").starts_with("error: recast: 2 bytes from an unknown address"));
  const std::string fit =
      "tma_fit((64,64):(1@1,1@0), gmem_ptr[16b](0x1008) o (64,64):(64,1), smem_ptr[16b](0x1010) o (64,64):(64,1))";
  CHECK(notes(fit) ==
        "0x1008 is not a multiple of 16 bytes, as TMA requires of a tensor in global memory\n"
        "0x1010 is not a multiple of 128 bytes, as TMA requires of a tile in shared memory\n");
  // A printed descriptor whose box fits.
  const auto dump = [](const char* address, const char* interleave) {
    return cat("TMA Desc Addr:   0x7ffd7d2800c0\nformat         6\ndim            3\ngmem_address   ", address,
               "\nglobalDim      (1024,1024,1,1,1)\nglobalStrides  (2,2048,0,0,0)\nboxDim         (64,64,1,1,1)\n"
               "elementStrides (1,1,1,1,1)\ninterleave     ",
               interleave, "\nswizzle        3\nl2Promotion    0\noobFill        0\n");
  };
  CHECK(last(dump("0x7f0000000010", "0")).starts_with("the box fits"));
  CHECK(last(dump("0x7f0000000008", "0")) == "error: the global address 0x7f0000000008 is not a multiple of 16 bytes");
  CHECK(last(dump("0x7f0000000010", "2")) == "error: the global address 0x7f0000000010 is not a multiple of 32 bytes");
}

TEST_CASE("alignment: accesses are as wide as a known address allows") {
  const auto width = [](const char* address) {
    return last(cat("vectorization<16>(gmem_ptr[16b](", address, ") o (_8,_64):(_64,_1))"));
  };
  CHECK(width("0x1000").find("both         16 bytes") != std::string::npos);
  CHECK(width("0x1004").find("the pointer is aligned to 4 bytes only") != std::string::npos);
  CHECK(width("?") == width("0x1000"));
  // The same access, with its base given explicitly.
  const std::string lanes = "(_32,_8):(_8,_1)";
  CHECK(last("coalescing<16>(gmem_ptr[16b](0x1008) o " + lanes + ")") == last("coalescing<16,8>(" + lanes + ")"));
  CHECK(last("coalescing<16>(gmem_ptr[16b](0x1000) o " + lanes + ")") == last("coalescing<16>(" + lanes + ")"));
  CHECK(last("bank_conflicts<16>(smem_ptr[16b](0x1004) o " + lanes + ")") ==
        last("bank_conflicts<16,4>(" + lanes + ")"));
}

TEST_CASE("law: alignment: the words of a recast tensor hold its elements, or the verdict gives the pointer") {
  std::mt19937 random(2);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Tally tally;
  int moved = 0;
  for (int i = 0; i < 4000; ++i) {
    const int bits = 8 << below(2);
    const std::int64_t n = 2 << below(2);
    const std::int64_t unit = below(3) == 0 ? n : 1 << below(2);
    // A contiguous mode, up or down, and one of whole words.
    Arith arith;
    const Int extent = static_int(4 << below(2));
    LayoutBuilder modes(arith);
    modes.open();
    modes.mode(extent, static_int(below(2) == 0 ? unit : -unit));
    modes.mode(static_int(3), static_int((below(2) == 0 ? 1 : -1) * 16 * n));
    modes.close();
    const Layout both = modes.take();
    const std::uint64_t address = 0x10000 + static_cast<std::uint64_t>(below(64) * bits / 8);
    const Tensor narrow = shared(address, bits, both);
    std::vector<Message> messages;
    const std::vector<std::int64_t> t = {n * bits};
    const Value cast = call("recast", {narrow}, t, messages);
    const auto* wide = cast.as<Tensor>();
    if (wide == nullptr) {
      tally.refuse();
      continue;
    }
    const std::int64_t bytes = bits / 8;
    const std::int64_t held = unit < n ? n / unit : 1;
    const Function from(both);
    const Function to(std::get<Layout>(wide->layout));
    // The word of each element, by addresses of bytes.
    const auto words_from = [&](std::int64_t begin) -> Counterexample {
      for (std::int64_t c = 0; c < from.size(); ++c) {
        const std::int64_t byte = static_cast<std::int64_t>(address) + from(c) * bytes;
        const std::int64_t word = c % extent.value / held + c / extent.value * ((extent.value + held - 1) / held);
        const std::int64_t at = begin + to(word) * n * bytes;
        if (byte < at || byte + bytes > at + n * bytes) return cat("element ", c, " is not in word ", word);
      }
      return {};
    };
    const Counterexample found = words_from(static_cast<std::int64_t>(wide->data.pointer.address));
    const Verdict verdict = check_law({"recast", find_builtin("recast")->roles, t, std::vector<Value>{narrow}}, cast);
    const auto describe = [&] { return cat("recast<", n * bits, ">(", to_text(Value(narrow)), ") = ", to_text(cast)); };
    tally.add((verdict.status == LawStatus::satisfied) == found.empty()
                  ? ""
                  : cat("the verdict is '", english(verdict.text), "', but ", found),
              describe);
    if (verdict.cause == Cause::pointer_shift) {
      ++moved;
      const std::string right = english(verdict.should_be);
      std::uint64_t begin = 0;
      std::from_chars(right.data() + 2, right.data() + right.size(), begin, 16);
      tally.add(words_from(static_cast<std::int64_t>(begin)), describe);
    }
    const bool aligned = wide->data.pointer.address % static_cast<std::uint64_t>(n * bytes) == 0;
    tally.add(messages.empty() == aligned ? "" : "the note on the alignment", describe);
  }
  CHECK(moved > 100);
  CHECK_HELD(tally, 1000);
}

TEST_CASE("recast: the verdict includes the pointer, and the order inside a word") {
  const auto verdict = [](std::string_view function, const std::vector<std::int64_t>& t, std::string_view argument) {
    const Evaluation a = evaluate(argument, IntegerMode::cute);
    REQUIRE(a.errors.empty());
    const std::vector<Value> args = {a.bindings.back().value};
    std::vector<Message> messages;
    const Value result = call(function, args, t, messages);
    return check_law({function, find_builtin(function)->roles, t, args}, result);
  };
  const Verdict shifted = verdict("recast", {32}, "gmem_ptr[8b](0x1000) o (_8):(_-1)");
  CHECK(english(shifted.text) == "violated at 0: got 0xffa, should be 0xffd");
  CHECK(shifted.cause == Cause::pointer_shift);
  CHECK(english(shifted.explanation) == "the pointer moves by -6 bytes, the first word begins at -3");
  CHECK(verdict("recast", {32}, "gmem_ptr[8b](0x1000) o (_4):(_-1)").status == LawStatus::satisfied);
  CHECK(verdict("recast", {32}, "gmem_ptr[8b](0x1000) o (_8):(_1)").status == LawStatus::satisfied);
  const Verdict order = verdict("recast", {32, 16}, "Sw<3,0,6> o _0 o (_64,_64):(_64,_1)");
  CHECK(order.status == LawStatus::violated);
  CHECK(order.cause == Cause::word_order);
  CHECK(english(order.explanation) == "in 1024 of 2048 words the elements are in another order");
  CHECK(verdict("recast", {32, 16}, "Sw<3,1,6> o _0 o (_64,_64):(_64,_1)").status == LawStatus::satisfied);
  CHECK(verdict("upcast", {2}, "Sw<3,0,6>").cause == Cause::word_order);
  CHECK(verdict("upcast", {2}, "Sw<3,1,6>").status == LawStatus::satisfied);
  // The swizzle of a pointer acts on bytes.
  CHECK(verdict("recast", {32}, "Sw<2,4,3>_smem_ptr[16b](0x1000) o (_8,_64):(_64,_1)").status == LawStatus::satisfied);
  CHECK(verdict("recast", {32}, "Sw<2,1,3>_smem_ptr[16b](0x1000) o (_8,_64):(_64,_1)").cause == Cause::word_order);
}

}  // namespace stridescope::laws
