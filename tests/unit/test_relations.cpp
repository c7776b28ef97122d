// The relation of two layouts: known transformations of random layouts are named, what is named holds by brute force,
// and the first cell that differs is the first one in the two tables.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "core/analysis/compared.h"
#include "core/facts/coordinates.h"
#include "core/facts/offsets.h"
#include "core/facts/relation.h"
#include "core/foreign/evaluate.h"
#include "tests/unit/layouts.h"
#include "tests/unit/notation.h"

namespace stridescope::relations_test {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

using Kind = RelationKind;
using laws::Random;
using Leaf = std::pair<std::int64_t, std::int64_t>;  // extent, stride
using Modes = std::vector<std::vector<Leaf>>;        // of the outermost level

Value evaluated(const std::string& text) {
  const Evaluation e = evaluate(text, IntegerMode::teaching);
  REQUIRE_MESSAGE(e.errors.empty(), text);
  return e.bindings.back().value;
}

std::string words(const std::string& a, const std::string& b) {
  return english(relate(evaluated(a), evaluated(b)).words);
}

// Modes of one leaf have no brackets of their own.
std::string tuple_of(const Modes& modes, std::int64_t Leaf::*part) {
  std::string out;
  for (const auto& mode : modes) {
    std::string one;
    for (const Leaf& leaf : mode) append_all(one, one.empty() ? "" : ",", leaf.*part);
    append_all(out, out.empty() ? "" : ",", mode.size() == 1 ? one : cat('(', one, ')'));
  }
  return cat('(', out, ')');
}

Layout made(const Modes& modes) {
  return layout(cat(tuple_of(modes, &Leaf::first), ':', tuple_of(modes, &Leaf::second)));
}

Modes random_modes(Random& random) {
  Modes out(at(1 + random.below(3)));
  for (auto& mode : out) {
    for (std::int64_t leaves = 1 + random.below(2); leaves > 0; --leaves)
      mode.emplace_back(1 + random.below(5), random.below(40));
  }
  return out;
}

std::vector<Leaf*> leaves_of(Modes& modes) {
  std::vector<Leaf*> out;
  for (auto& mode : modes) {
    for (Leaf& leaf : mode) out.push_back(&leaf);
  }
  return out;
}

// Compact strides in a random order.
void make_compact(Modes& modes, Random& random) {
  std::vector<Leaf*> leaves = leaves_of(modes);
  for (std::size_t i = leaves.size(); i > 1; --i)
    std::swap(leaves[i - 1], leaves[at(random.below(static_cast<std::int64_t>(i)))]);
  std::int64_t stride = 1;
  for (Leaf* leaf : leaves) {
    leaf->second = stride;
    stride *= leaf->first;
  }
}

// A function by its values, and the sizes of its modes.
struct Table {
  std::vector<std::int64_t> values;
  std::vector<std::int64_t> extents;

  explicit Table(const Value& value) {
    Arith arith;
    const Layout& domain = *domain_of(value);
    for (int k = 0; k < domain.rank(); ++k) extents.push_back(product(arith, domain.shape[k]).value);
    const std::int64_t size = *domain_size(value);
    for (std::int64_t i = 0; i < size; ++i)
      values.push_back(value_at(arith, value, IntTuple(dynamic_int(i))).integer().value);
    REQUIRE(arith.ok());
  }
  std::vector<std::int64_t> coordinate(std::int64_t i) const {
    std::vector<std::int64_t> out;
    for (const std::int64_t extent : extents) {
      out.push_back(i % extent);
      i /= extent;
    }
    return out;
  }
  std::int64_t operator()(const std::vector<std::int64_t>& coordinate) const {
    std::int64_t i = 0;
    for (std::size_t k = extents.size(); k-- > 0;) i = i * extents[k] + (k < coordinate.size() ? coordinate[k] : 0);
    return values[at(i)];
  }
};

bool sorted_equal(std::vector<std::int64_t> a, std::vector<std::int64_t> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

// Is the relation true of each value of both functions?
bool holds(const Relation& r, const Value& first, const Value& second) {
  const Table a(r.reversed ? second : first);
  const Table b(r.reversed ? first : second);
  const auto n = [&](std::uint32_t k) { return r.numbers[k]; };
  const auto all = [&](auto&& is) {
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(b.values.size()); ++i) {
      if (!is(i)) return false;
    }
    return true;
  };
  const bool same_size = a.values.size() == b.values.size();
  switch (r.kind) {
    case Kind::same:
    case Kind::modes:
      return a.values == b.values;
    case Kind::transposed:
    case Kind::permuted:
      return same_size && all([&](std::int64_t i) {
               const std::vector<std::int64_t> c = b.coordinate(i);
               std::vector<std::int64_t> from(c.size());
               for (std::size_t k = 0; k < c.size(); ++k) {
                 const std::size_t mode = r.kind == Kind::transposed ? 1 - k : at(n(static_cast<std::uint32_t>(k)));
                 if (a.extents[mode] != b.extents[k]) return false;
                 from[mode] = c[k];
               }
               return a(from) == b.values[at(i)];
             });
    case Kind::factor:
      return same_size && all([&](std::int64_t i) { return b.values[at(i)] * n(1) == a.values[at(i)] * n(0); });
    case Kind::moved:
      return same_size && all([&](std::int64_t i) { return b.values[at(i)] == a.values[at(i)] + n(0); });
    case Kind::repeated:
      return b.values.size() == a.values.size() * at(n(0)) && all([&](std::int64_t i) {
               std::vector<std::int64_t> c = b.coordinate(i);
               const std::size_t mode = at(n(1));
               const std::int64_t extent = mode < a.extents.size() ? a.extents[mode] : 1;
               const std::int64_t copy = c[mode] / extent;
               c[mode] %= extent;
               return a(c) + copy * n(2) == b.values[at(i)];
             });
    case Kind::cut:
      return std::equal(b.extents.begin(), b.extents.end(), r.numbers.begin(), r.numbers.end()) &&
             all([&](std::int64_t i) { return a(b.coordinate(i)) == b.values[at(i)]; });
    case Kind::recast: {
      std::vector<std::int64_t> parts;
      for (const std::int64_t word : a.values) {
        for (std::int64_t part = 0; part < n(0); ++part) parts.push_back(word * n(0) + part);
      }
      return sorted_equal(parts, b.values);
    }
    case Kind::swizzled:
      return Table(Value(*domain_of(first))).values == Table(Value(*domain_of(second))).values;
    case Kind::swapped:
      return same_size && all([&](std::int64_t i) {
               std::vector<std::int64_t> c = b.coordinate(i);
               std::int64_t& x = c[at(n(0))];
               if (x >= n(1) && x < n(1) + n(3)) {
                 x += n(2) - n(1);
               } else if (x >= n(2) && x < n(2) + n(3)) {
                 x -= n(2) - n(1);
               }
               return a(c) == b.values[at(i)];
             });
    case Kind::ordered: {
      std::vector<std::int64_t> all_of(a.values.size());
      std::iota(all_of.begin(), all_of.end(), 0);
      return sorted_equal(a.values, all_of) && sorted_equal(b.values, all_of);
    }
    case Kind::strides: {
      const Layout& x = *domain_of(first);
      const Layout& y = *domain_of(second);
      const auto stride = [](const Layout& l, std::int64_t node) { return l.stride.ref().nodes()[node].integer.value; };
      return same_size && (x.shape == y.shape) == (r.numbers.size() > 0) &&
             std::all_of(r.numbers.begin(), r.numbers.end(), [&](auto k) { return stride(x, k) != stride(y, k); });
    }
    case Kind::inverse:
      return same_size && all([&](std::int64_t i) { return b.values[at(a.values[at(i)])] == i; });
    case Kind::offsets:
      return sorted_equal(a.values, b.values);
    case Kind::extents:
      return domain_of(first)->stride == domain_of(second)->stride;
    case Kind::none:
      return false;
  }
  return false;
}

// A relation that holds, and none that is weaker than the expected one.
void check(Kind expected, const Value& a, const Value& b) {
  const Relation r = relate(a, b);
  CHECK_MESSAGE(r.kind <= expected, to_text(a), " and ", to_text(b), ": ", english(r.words));
  CHECK_MESSAGE(holds(r, a, b), to_text(a), " and ", to_text(b), ": ", english(r.words));
  CHECK(r.words.empty() == (r.kind == Kind::same));
}

}  // namespace

TEST_CASE("relations: known transformations of random layouts are named") {
  Random random(7);
  for (int round = 0; round < 1500; ++round) {
    Modes modes = random_modes(random);
    if (random.below(2) == 0) make_compact(modes, random);
    const Layout a = made(modes);
    const auto with = [&](Kind expected, const Modes& other) { check(expected, Value(a), Value(made(other))); };
    const auto any_mode = [&] { return at(random.below(static_cast<std::int64_t>(modes.size()))); };

    Modes other = modes;
    std::rotate(other.begin(), other.begin() + 1, other.end());
    with(Kind::permuted, other);

    // Splits one leaf, adds an extent of 1, and merges modes.
    other = modes;
    auto& mode = other[any_mode()];
    const Leaf leaf = mode.front();
    mode.front() = {1, random.below(9)};
    const bool even = leaf.first % 2 == 0;
    mode.insert(mode.begin() + 1, {even ? 2 : leaf.first, leaf.second});
    if (even) mode.insert(mode.begin() + 2, {leaf.first / 2, 2 * leaf.second});
    with(Kind::modes, other);
    Arith arith;
    check(Kind::modes, Value(a), Value(coalesce(arith, LayoutRef(a))));

    other = modes;
    if (random.below(2) == 0) {
      other[any_mode()].emplace_back(2 + random.below(3), 1000 + random.below(100));
    } else {
      other.push_back({{2 + random.below(3), 1000 + random.below(100)}});
    }
    with(Kind::repeated, other);
    check(Kind::repeated, Value(made(other)), Value(a));

    other = modes;
    other[any_mode()].back().first *= 2;
    with(Kind::cut, other);
    check(Kind::cut, Value(made(other)), Value(a));

    const std::int64_t factor = 2 + random.below(30);
    other = modes;
    for (Leaf* one : leaves_of(other)) one->second *= factor;
    with(Kind::factor, other);
    check(Kind::factor, Value(made(other)), Value(a));

    const std::int64_t distance = 1 + random.below(50);
    const ComposedLayout moved = {layout("4096:1"), dynamic_int(distance), a};
    check(Kind::moved, Value(a), Value(moved));

    // Blocks 1 and 2 of four change places.
    const std::int64_t length = 1 + random.below(4);
    const std::int64_t stride = 1 + random.below(40);
    const std::size_t swapped = any_mode();
    Modes before = modes;
    other = modes;
    before[swapped] = {{4 * length, stride}};
    other[swapped] = {{length, stride}, {2, 2 * length * stride}, {2, length * stride}};
    check(Kind::swapped, Value(made(before)), Value(made(other)));

    // Two orders of one shape, the inverse of the first, and other elements of the same memory.
    Modes compact = modes;
    make_compact(compact, random);
    other = modes;
    make_compact(other, random);
    const Value x = Value(made(compact));
    check(Kind::ordered, x, Value(made(other)));
    const Value inverse = Value(right_inverse(arith, made(compact)));
    REQUIRE(arith.ok());
    if (domain_size(inverse) == domain_size(x)) check(Kind::inverse, x, inverse);
    if (*domain_size(x) > 1) {
      const Layout narrow = downcast(arith, made(compact), 4);
      if (arith.ok()) check(Kind::recast, x, Value(narrow));
      arith = Arith();
    }
    check(Kind::swizzled, Value(a), to_value(compose(Swizzle{2, 0, 2}, static_int(0), a)));
  }
}

TEST_CASE("relations: the first cell that differs behind a changed stride is that of the two tables") {
  Random random(7);
  for (int round = 0; round < 3000; ++round) {
    Modes modes = random_modes(random);
    if (random.below(2) == 0) make_compact(modes, random);
    Modes other = modes;
    const std::vector<Leaf*> leaves = leaves_of(other);
    leaves[at(random.below(static_cast<std::int64_t>(leaves.size())))]->second += 1 + random.below(9);
    const Value a = Value(made(modes));
    const Value b = Value(made(other));
    Arith arith;
    const Compared compared = compare_values(arith, a, b);
    const Table x(a);
    const Table y(b);
    const auto first = std::mismatch(x.values.begin(), x.values.end(), y.values.begin()).first - x.values.begin();
    if (first == static_cast<std::int64_t>(x.values.size())) {
      CHECK(compared.first == -1);
      continue;
    }
    CHECK(compared.first == first);
    std::string cell;
    for (const std::int64_t one : x.coordinate(first)) append_all(cell, cell.empty() ? "" : ",", one);
    CHECK(compared.box.coordinate(compared.first) == (x.extents.size() > 1 ? cat('(', cell, ')') : cell));
    // Some of the leaves have changed, at least one has not.
    const auto moves = [](const Leaf* leaf) { return leaf->first > 1; };
    const bool several = std::count_if(leaves.begin(), leaves.end(), moves) > 1;
    CHECK(holds(compared.relation, a, b) == (compared.relation.kind != Kind::none));
    if (several) CHECK_MESSAGE(compared.relation.kind <= Kind::strides, to_text(a), " and ", to_text(b));
  }
}

TEST_CASE("relations: in words") {
  CHECK(words("(4,8):(8,1)", "(4,8):(8,1)").empty());
  CHECK(words("(4,8):(8,1)", "(8,4):(1,8)") == "B is A transposed: B(i,j) = A(j,i)");
  CHECK(words("(2,3,4):(12,4,1)", "(4,2,3):(1,12,4)") == "B is A with its modes in the order (2,0,1)");
  CHECK(words("(4,8):(1,4)", "32:1") == "the same function: B merges modes of A");
  CHECK(words("32:1", "(4,8):(1,4)") == "the same function: B splits modes of A");
  CHECK(words("(4,(2,4)):(1,(4,8))", "((4,2),4):((1,4),8)") == "the same function: the modes have other brackets");
  CHECK(words("(4,6):(1,4)", "(6,4):(1,6)") == "the same function: the modes end at other places");
  CHECK(words("(8,4):(4,1)", "(8,4):(32,8)") ==
        "B is A with all strides multiplied by 8 (8 elements of 16 bits are a unit of 16 bytes)");
  CHECK(words("(8,4):(12,3)", "(8,4):(8,2)") == "the offsets of B are 2/3 of those of A");
  CHECK(words("(8,4):(4,1)", "(8,(4,2)):(4,(1,64))") == "B is A repeated along mode 1: factor 2, distance 64");
  CHECK(words("((4,32),8):((64,1),8)", "((4,32,2),8):((64,1,4096),8)") ==
        "B is A repeated along mode 0: factor 2, distance 4096: 2 warpgroups side by side");
  CHECK(words("Sw<3,0,5> o 0 o (64,32):(32,1)", "Sw<3,1,5> o 0 o (64,64):(64,1)") ==
        "B is A in elements of 1/2 of the width");
  CHECK(words("(8,8):(8,1)", "Sw<3,0,3> o 0 o (8,8):(8,1)") ==
        "the same layout under no swizzle in A and Sw<3,0,3> in B");
  CHECK(words("(256,64):(64,1)", "((64,2,2),64):((64,8192,4096),1)") ==
        "64 to 127 and 128 to 191 of mode 0 are exchanged");
  CHECK(words("((4,8),(2,2)):((32,1),(16,8))", "((4,8),(2,2)):((32,1),(8,16))") ==
        "coordinates 1 and 2 of mode 1 are exchanged");
  CHECK(words("(4,8):(8,1)", "(4,8):(1,4)") == "as (4,8), A is row-major and B is column-major");
  CHECK(words("(2,4,8):(1,2,8)", "(2,4,8):(1,16,2)") ==
        "both are compact: A is make_ordered_layout((2,4,8), (0,1,2)), B has the order (0,2,1)");
  CHECK(words("(4,8):(8,1)", "(4,8):(10,1)") == "the stride of mode 0 is 8 in A and 10 in B");
  CHECK(words("((2,2),(3,1)):((24,3),(8,3))", "((2,2),3):((24,2),8)") ==
        "as (2,2,3), the strides are (24,3,8) in A and (24,2,8) in B");
  CHECK(words("(4,6):(6,1)", "(6,4):(4,1)") == "each is the inverse of the other: B(A(i)) = i");
  CHECK(words("(4,8):(9,1)", "(5,8):(9,1)") == "A is B cut to its first (4,8)");
  CHECK(words("(4,8):(9,1)", "(5,7):(9,1)") == "the same strides, other extents");
  CHECK(words("Sw<2,0,3> o 0 o (8,8):(8,1)", "Sw<2,0,3> o 0 o (8,8):(10,1)") ==
        "under the same function: the stride of mode 0 is 8 in A and 10 in B");
  CHECK(relate(evaluated("(4,8):(9,1)"), evaluated("(7,5):(3,2)")).kind == Kind::none);
  CHECK(relate(evaluated("Sw<1,0,1>"), evaluated("4:1")).kind == Kind::none);
}

TEST_CASE("relations: the layouts of posted problems") {
  // cutlass#2920: comments of the Blackwell tutorial against what it prints.
  CHECK(words("(_256,_64,4):(_1,256,16384)", "(_256,_64,4):(256,_1,_64)") ==
        "as (256,256), A is column-major and B is row-major");
  CHECK(words("(_128,_256):(256,_1)", "(_128,_256):(1024,_1)") == "the stride of mode 0 is 256 in A and 1024 in B");
  CHECK(words("((_256,_16),_1,_4,4):((_1,256),_0,4096,16384)", "((_256,_16),_1,_4,4):((256,_1),_0,_16,_64)") ==
        "as (256,256), A is column-major and B is row-major");
  // cutlass#3058
  CHECK(words("(2,1):(_1,8)", "2:1") == "the same function: only modes of extent 1 differ");
  // cutlass#2901: rows of LdMatrix16x16x8bOp against those that the asker expected.
  CHECK(words("((2,2,4,2),16):((16,128,32,256),1)", "(32,16):(16,1)") ==
        "both are compact: A is make_ordered_layout((2,2,4,2,16), (1,3,2,4,0)), B has the order (1,2,3,4,0)");
  // cutlass#2872: the canonical tile is a part of what TMA writes.
  CHECK(words("(64,64):(64,1)", "((8,8),(8,2)):((64,512),(1,8))") == "B is A cut to its first (64,16)");
  // cutlass#3140
  CHECK(words("((_4,_8),_8):((_32,_1),_8)", "((_4,_8),_8):((_64,_1),_8)") ==
        "the stride of mode (0,0) is 32 in A and 64 in B");
  // cutlass#2468: a descriptor's strides and those of its tensor.
  CHECK(words("(_2,(_4,_2),(_1,_2)):(_8192,(_16,_16384),(_0,_32768))",
              "(_2,(_4,_2),(_1,_2)):(_1024,(_2,_2048),(_0,_4096))") ==
        "A is B with all strides multiplied by 8 (8 elements of 16 bits are a unit of 16 bytes)");
}

}  // namespace stridescope::relations_test
