// Chains of composed layouts: the tree of a chain and its row, and each operation at every coordinate. Random chains
// are composed of bit permutations of 64 elements and of swizzles, so that a wrong result shows at some coordinate.
#include <random>

#include "core/algebra/function_chain.h"
#include "core/functions/builtin.h"
#include "core/verdicts/verdict.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/programs.h"
#include "tests/unit/reference.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

constexpr std::int64_t elements = 64;

class RandomChains {
 public:
  explicit RandomChains(unsigned seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Swizzle swizzle() {
    const int bits = below(3);
    const int shift = bits + below(3);
    return {bits, below(3), below(2) == 0 ? shift : -shift};
  }

  Layout permutation() {
    static constexpr const char* texts[] = {"_64:_1",
                                            "(_8,_8):(_8,_1)",
                                            "(_8,_8):(_1,_8)",
                                            "(_4,_16):(_16,_1)",
                                            "((_2,_4),_8):((_32,_1),_4)",
                                            "(_8,(_4,_2)):(_2,(_16,_1))",
                                            "(8,_8):(_8,_1)",
                                            "(8,8):(8,1)"};
    return layout(texts[below(all_static_ ? 6 : 8)]);
  }

  SwizzleOffset offset() {
    if (zero_offsets_ || below(2) == 0) return static_int(0);
    const Int added = static_int(128 * below(3));
    return below(2) == 0 ? added : dynamic_int(added.value);
  }

  // A chain of `length` functions; the last one is a layout or, if `open`, any function.
  FunctionChain chain(int length, bool open) {
    if (length == 1) {
      if (open && below(2) == 0) return {swizzle()};
      return {permutation()};
    }
    const int left = 1 + below(length - 1);
    Arith arith;
    const FunctionChain a = chain(left, true);
    const FunctionChain b = chain(length - left, open);
    return join(arith, a, offset(), b);
  }

  void use_static_layouts() { all_static_ = true; }
  void use_zero_offsets() { zero_offsets_ = true; }

 private:
  std::mt19937 random_;
  bool all_static_ = false;
  bool zero_offsets_ = false;
};

// Dynamic modes never merge, so that what is composed with them again and again has more modes than Function takes.
bool has_many_modes(const FunctionChain& chain) {
  if (chain.link() != nullptr) return has_many_modes(chain.link()->a) || has_many_modes(chain.link()->b);
  return chain.layout() != nullptr && chain.layout()->shape.ref().node_count() > 48;
}

// The chain at x, by definition.
std::int64_t value(const FunctionChain& chain, std::int64_t x) {
  if (chain.swizzle() != nullptr) return by_definition(*chain.swizzle(), x);
  if (chain.layout() != nullptr) return Function(*chain.layout())(x);
  const FunctionLink& link = *chain.link();
  return value(link.a, to_integer(link.offset).value + value(link.b, x));
}

bool same_tree(const FunctionChain& a, const FunctionChain& b) {
  if (a.link() == nullptr || b.link() == nullptr) return to_value(a) == to_value(b);
  return a.link()->offset == b.link()->offset && same_tree(a.link()->a, b.link()->a) &&
         same_tree(a.link()->b, b.link()->b);
}

std::string text(const FunctionChain& chain) {
  const FunctionLink* link = chain.link();
  if (link == nullptr) return to_text(to_value(chain));
  std::string offset;
  print(offset, link->offset);
  return cat('[', text(link->a), " o ", offset, " o ", text(link->b), ']');
}

Verdict judged(std::string_view function, const std::vector<Value>& args, const Value& result,
               const std::vector<std::int64_t>& t = {}) {
  return check_law({function, find_builtin(function)->roles, t, args}, result);
}

// The verdict is `satisfied` exactly where every coordinate is right.
Counterexample agrees(const Verdict& verdict, const Counterexample& found) {
  if (verdict.status == LawStatus::not_checked) return english(verdict.text);
  if ((verdict.status == LawStatus::satisfied) == found.empty()) return {};
  return cat("the verdict is '", english(verdict.text), "', every coordinate says '", found, "'");
}

template <class Got, class Should>
Counterexample differing(std::int64_t size, Got&& got, Should&& should) {
  for (std::int64_t c = 0; c < size; ++c) {
    if (got(c) != should(c)) return cat("at ", c, ": got ", got(c), ", should be ", should(c));
  }
  return {};
}

}  // namespace

TEST_CASE("law: chains: the row of a value keeps the tree") {
  RandomChains random(1);
  Tally tally;
  for (int i = 0; i < 3000; ++i) {
    const FunctionChain chain = random.chain(1 + random.below(7), true);
    const Value row = to_value(chain);
    Arith arith;
    const FunctionChain again = chain_of(arith, row);
    tally.add(same_tree(chain, again) ? "" : cat("comes back as ", text(again)), [&] { return text(chain); });
    if (const auto* composed = row.as<ComposedLayout>()) {
      tally.add(differing(
                    elements, [&](std::int64_t c) { return offset_of(*composed, IntTuple(dynamic_int(c))); },
                    [&](std::int64_t c) { return value(chain, c); }),
                [&] { return text(chain); });
    }
  }
  CHECK_HELD(tally, 3000);
}

TEST_CASE("law: chains: R(c) = A(B(c)), or the verdict gives the coordinate") {
  RandomChains random(2);
  Tally tally;
  for (int i = 0; i < 6000; ++i) {
    const FunctionChain a = random.chain(1 + random.below(3), true);
    const FunctionChain b = random.chain(1 + random.below(4), false);
    Arith arith;
    const FunctionChain r = composition(arith, a, b);
    if (arith.failed() || has_many_modes(r)) {
      tally.refuse();
      continue;
    }
    const Counterexample found = differing(
        elements, [&](std::int64_t c) { return value(r, c); }, [&](std::int64_t c) { return value(a, value(b, c)); });
    const auto describe = [&] { return cat(text(a), " after ", text(b), " = ", text(r)); };
    tally.add(agrees(judged("composition", {to_value(a), to_value(b)}, to_value(r)), found), describe);
    // A swizzle on the left of B never changes B.
    if (a.layout() == nullptr && a.link() == nullptr) tally.add(found, describe);
  }
  CHECK_HELD(tally, 3000);
}

TEST_CASE("law: chains: a slice is the chain at the fixed coordinate") {
  RandomChains random(3);
  random.use_static_layouts();
  Tally tally;
  for (int i = 0; i < 4000; ++i) {
    const FunctionChain chain = random.chain(2 + random.below(4), false);
    const AnyLayout whole = to_any_layout(chain);
    const Layout& domain = domain_layout(whole);
    if (domain.rank() != 2) continue;
    const bool first = random.below(2) == 0;
    const Int at = dynamic_int(random.below(static_cast<int>(size_of(domain.shape[first ? 1 : 0]))));
    Arith arith;
    const IntTuple any = IntTuple::any();
    const IntTuple fixed = random.below(2) == 0 ? at : static_int(at.value);
    const IntTuple coord = first ? make_tuple(arith, {any, fixed}) : make_tuple(arith, {fixed, any});
    const Sliced sliced = slice_and_offset(arith, coord, whole);
    if (arith.failed()) {
      tally.refuse();
      continue;
    }
    const std::int64_t size = size_of(domain.shape[first ? 0 : 1]);
    tally.add(differing(
                  size,
                  [&](std::int64_t c) {
                    return sliced.offset.integer().value + offset_of(sliced.layout, IntTuple(dynamic_int(c)));
                  },
                  [&](std::int64_t c) { return offset_of(whole, coord, c); }),
              [&] { return cat(text(chain), " at ", to_text(coord), " = ", to_text(sliced.layout)); });
  }
  CHECK_HELD(tally, 2000);
}

TEST_CASE("law: chains: an inverse undoes the chain, or the verdict gives the coordinate") {
  RandomChains random(4);
  random.use_zero_offsets();
  Tally left;
  Tally twice;
  for (int i = 0; i < 4000; ++i) {
    const FunctionChain chain = random.chain(1 + random.below(4), false);
    Arith arith;
    const FunctionChain inverted = inverse(arith, InverseSide::left, chain);
    if (arith.failed()) {
      left.refuse();
      continue;
    }
    const Value result = to_value(inverted);
    if (!result.is<Layout>() && !result.is<ComposedLayout>()) continue;  // a function without a shape has no verdict
    left.add(agrees(judged("left_inverse", {to_value(chain)}, result),
                    differing(
                        elements, [&](std::int64_t c) { return value(chain, value(inverted, value(chain, c))); },
                        [&](std::int64_t c) { return value(chain, c); })),
             [&] { return cat(text(chain), " has the inverse ", text(inverted)); });
  }
  CHECK_HELD(left, 1000);
  // With offsets each function is inverted alone: twice is the chain again.
  for (int i = 0; i < 1000; ++i) {
    FunctionChain chain = {layout("_64:_1")};
    Arith arith;
    for (int k = random.below(4); k >= 0; --k)
      chain = join(arith, {random.swizzle()}, static_int(64 * (1 + random.below(3))), chain);
    const FunctionChain inverted = inverse(arith, InverseSide::right, chain);
    const FunctionChain again = inverse(arith, InverseSide::right, inverted);
    twice.add(same_tree(chain, again) ? "" : cat("comes back as ", text(again)), [&] { return text(chain); });
    twice.add(differing(
                  elements, [&](std::int64_t c) { return value(inverted, value(chain, c)); },
                  [](std::int64_t c) { return c; }),
              [&] { return text(chain); });
  }
  CHECK_HELD(twice, 1000);
}

TEST_CASE("law: chains: a cast keeps the elements of each word in order, or the verdict gives the coordinate") {
  RandomChains random(5);
  Tally up;
  Tally down;
  random.use_static_layouts();
  for (int i = 0; i < 6000; ++i) {
    const FunctionChain chain = random.chain(1 + random.below(4), false);
    const std::int64_t n = 2 << random.below(2);
    const AnyLayout whole = to_any_layout(chain);
    const Layout& domain = domain_layout(whole);
    Arith arith;
    const FunctionChain wide = upcast(arith, chain, n);
    if (arith.failed()) {
      up.refuse();
    } else {
      // The digits of a coordinate: its word, and its place there.
      const auto word_and_place = [&](std::int64_t c) {
        std::int64_t word = 0;
        std::int64_t place = 0;
        std::int64_t weight = 1;
        const Function modes(domain);
        for (int m = 0; m < modes.leaves(); ++m) {
          const auto [extent, stride] = modes.leaf(m);
          const std::int64_t held = stride < n && n % stride == 0 ? n / stride : 1;
          const std::int64_t digit = c % extent;
          c /= extent;
          word += weight * (digit / held);
          weight *= (extent + held - 1) / held;
          if (held > 1) place += digit % held * stride;
        }
        return std::pair(word, place);
      };
      const Counterexample found = differing(
          elements,
          [&](std::int64_t c) {
            const auto [word, place] = word_and_place(c);
            return n * value(wide, word) + place;
          },
          [&](std::int64_t c) { return value(chain, c); });
      up.add(agrees(judged("upcast", {to_value(chain)}, to_value(wide), {n}), found),
             [&] { return cat("upcast<", n, ">(", text(chain), ") = ", text(wide)); });
    }
    Arith narrow_arith;
    const FunctionChain narrow = downcast(narrow_arith, chain, n);
    if (narrow_arith.failed()) {
      down.refuse();
      continue;
    }
    const Verdict verdict = judged("downcast", {to_value(chain)}, to_value(narrow), {n});
    down.add(verdict.status == LawStatus::not_checked ? english(verdict.text) : "",
             [&] { return cat("downcast<", n, ">(", text(chain), ") = ", text(narrow)); });
  }
  CHECK_HELD(up, 1000);
  CHECK_HELD(down, 1000);
}

TEST_CASE("law: swizzles: the product of two is a Swizzle exactly where the composition, or its hint, gives one") {
  const auto product = [](const Swizzle& a, const Swizzle& b, std::int64_t x) {
    return by_definition(a, by_definition(b, x));
  };
  std::vector<Swizzle> small;
  for (int bits = 0; bits <= 3; ++bits) {
    for (int base = 0; base <= 4; ++base) {
      for (int shift = -5; shift <= 5; ++shift) {
        if (std::abs(shift) >= bits) small.push_back({bits, base, shift});
      }
    }
  }
  // The bits of all that are tried.
  constexpr int bits = 14;
  Tally tally;
  for (const Swizzle& a : small) {
    for (const Swizzle& b : small) {
      const auto describe = [&] { return cat(to_text(a), " after ", to_text(b)); };
      const auto is_product = [&](const Swizzle& r) {
        for (int bit = 0; bit < bits; ++bit) {
          if (by_definition(r, std::int64_t{1} << bit) != product(a, b, std::int64_t{1} << bit)) return false;
        }
        return true;
      };
      Arith arith;
      const Swizzle r = composition(arith, a, b);
      if (arith.ok()) {
        const Verdict verdict = judged("composition", {a, b}, r);
        tally.add((verdict.status == LawStatus::satisfied) == is_product(r) ? "" : english(verdict.text), describe);
        continue;
      }
      const Error error = arith.error().value();
      const std::string hint = english(error.hint);
      const auto found = std::find_if(small.begin(), small.end(), is_product);
      if (found == small.end()) {
        tally.add(hint.find("the product is") == std::string::npos ? "" : hint, describe);
      } else {
        // One is the identity, so the product is the other one.
        const Swizzle& other = a.bits == 0 ? b : a;
        tally.add(is_product(other) && hint.ends_with(cat("the product is ", to_text(other)))
                      ? ""
                      : cat(english(error.message), " | ", hint),
                  describe);
      }
    }
  }
  CHECK_HELD(tally, 10000);
}

TEST_CASE("chains: named cases") {
  const std::string two = "Sw<2,0,3> o _0 o Sw<1,0,4> o _0 o (_8,_8):(_8,_1)";
  CHECK(last("composition(_64:_1, " + two + ")") == "Sw<2,0,3> o _0 o Sw<1,0,4> o _0 o (_8,_8):(_8,_1)");
  CHECK(last("get_swizzle_portion(" + two + ")") == "Sw<2,0,3>");
  CHECK(last("get_nonswizzle_portion(" + two + ")") == "Sw<1,0,4> o _0 o (_8,_8):(_8,_1)");
  CHECK(last("max_common_vector(Sw<2,1,3> o _0 o Sw<1,2,4> o _0 o _64:_1, _64:_1)") == "_2");
  CHECK(last("L = " + two + "\nL(_,_3)") == "Sw<2,0,3> o _3 o ((_2,_2,_2)):((_8,_15,_32))");
  CHECK(last("recast<16,8>(" + two + ")") == "Sw<1,0,3> o _0 o Sw<0,0,4> o _0 o (_8,_4):(_4,_1)");
  CHECK(last("get<0>(recast<16,8>(_64:_1 o 4 o " + two + "))") == "_32:_1 o 2 o Sw<1,0,3> o _0 o _8:_4");
  // Only the leftmost function decides: after a layout, nothing has a swizzle on the left.
  CHECK(last("get_swizzle_portion((_8,_8):(_8,_1) o _0 o " + two + ")").starts_with("error: "));
  // An inverse composed with a layout has a composed A. It is sliced in B, not under the swizzle.
  const std::string nested = "right_inverse((_8,_8):(_8,_1) o _2 o Sw<2,0,3> o _4 o (_8,_8):(_8,_1))";
  CHECK(last(nested) == "(_8,_8):(_8,_1) o _-4 o Sw<2,0,3> o _-2 o (_8,_8):(_8,_1)");
  CHECK(last("slice((_,_3), " + nested + ")") == "(_8,_8):(_8,_1) o _-4 o Sw<2,0,3> o _1 o (_8):(_8)");
  CHECK(last("right_inverse(" + nested + ")") == "(_8,_8):(_8,_1) o _2 o Sw<2,0,3> o _4 o (_8,_8):(_8,_1)");
  // As C++ names the parts, also where A or B is composed.
  CHECK(last("auto S = ComposedLayout<Swizzle<2,0,3>, Int<0>, ComposedLayout<Swizzle<1,0,4>, Int<0>, Layout<_64>>>{};\n"
             "auto b = S.layout_b();") == "Sw<1,0,4> o _0 o _64:_1");
  CHECK(last("auto S = ComposedLayout<ComposedLayout<Swizzle<2,0,3>, Int<4>, Swizzle<1,0,4>>, Int<8>, Layout<_64>>{};\n"
             "auto a = S.layout_a();") == "Sw<2,0,3> o _4 o Sw<1,0,4>");
}

TEST_CASE("chains: a broken law names the function that breaks it") {
  const auto cause = [](std::string_view function, std::string_view argument, const std::vector<std::int64_t>& t = {}) {
    const Evaluation a = evaluate(argument, IntegerMode::cute);
    REQUIRE(a.errors.empty());
    const std::vector<Value> args = {a.bindings.back().value};
    Arith arith;
    const Value result = find_builtin(function)->run(Call(arith, function, t, args));
    REQUIRE(arith.ok());
    return check_law({function, find_builtin(function)->roles, t, args}, result).cause;
  };
  CHECK(cause("upcast", "(_8,_8):(_8,_1) o _0 o _64:_1", {2}) == Cause::layout_in_chain);
  CHECK(cause("left_inverse", "(_8,_8):(_8,_1) o _64 o Sw<2,0,3> o _0 o (_8,_8):(_8,_1)") == Cause::layout_in_chain);
  CHECK(cause("upcast", "Sw<2,0,3> o _0 o Sw<1,0,4> o _0 o (_8,_8):(_8,_1)", {2}) == Cause::word_order);
  // A function without a shape is tried where the chain leads to.
  CHECK(cause("right_inverse", "Sw<1,2,3> o _2 o _4:_1") == Cause::none);
}

TEST_CASE("chains: the offset may be a coordinate where a layout of basis strides follows") {
  const std::string whole = "(_4,_5):(_1,_4) o (_0,_2) o (4,_3):(_1@0,_1@1)";
  CHECK(last(whole) == whole);
  CHECK(last("L = " + whole + "\nL(1,_2)") == "17");
  CHECK(last("slice((_,_1), " + whole + ")") == "(_4,_5):(_1,_4) o (_0,_3) o (4):(_1@0)");
  CHECK(last("slice((_,_1), (_4,_5):(_1,_4) o _0 o (4,_3):(_1@0,_1@1))") == "(_4,_5):(_1,_4) o (_0,_1) o (4):(_1@0)");
  CHECK(last("composition((_4,_5):(_1,_4), (_0,_2), (4,_3):(_1@0,_1@1))") == whole);
  CHECK(last("logical_divide(" + whole + ", (_2,_3))") ==
        "(_4,_5):(_1,_4) o (_0,_2) o ((_2,2),(_3,_1)):((_1@0,_2@0),(_1@1,_0))");
  CHECK(last("right_inverse(" + whole + ")").starts_with("error: right_inverse: the offset of "));
  CHECK(last("upcast<2>(" + whole + ")").starts_with("error: "));
  CHECK(last("Sw<2,0,3> o (_0,_1) o (_4,_3):(_1@0,_1@1)") == "error: a swizzle needs an integer offset, not (_0,_1)");
}

TEST_CASE("chains: a chain that is too long is an error") {
  std::string program = "A = Sw<1,0,1> o 1 o _64:_1\n";
  for (int i = 0; i < 12; ++i) program += "A = composition(A, A)\n";
  CHECK(last(program).starts_with("error: "));
  program = "A = _64:_1 o 1 o _64:_1\n";
  for (int i = 0; i < 12; ++i) program += "A = composition(A, 1, A)\n";
  CHECK(last(program).starts_with("error: "));
  Arith arith;
  FunctionChain chain = {layout("_64:_1")};
  while (arith.ok()) chain = join(arith, {Swizzle{1, 0, 1}}, static_int(0), chain);
  CHECK(english(arith.error().value().message) == "a chain of 257 functions; the limit is 256");
}

}  // namespace stridescope::laws
