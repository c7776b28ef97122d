// Tensors: slices move the iterator, partitions together hold every element once.
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

Tensor counting(std::int64_t start, const char* a) {
  return {{Iterator::Kind::counting, dynamic_int(start)}, layout(a)};
}

// Elements of a tensor, in the order of its 1-D coordinates.
Offsets elements(const Tensor& t) {
  Offsets out;
  Arith m;
  const std::int64_t total = size_of(domain_layout(t.layout).shape);
  for (std::int64_t i = 0; i < total; ++i) out.push_back(element(m, IntTuple(dynamic_int(i)), t).integer().value);
  return m.ok() ? out : Offsets{};
}

}  // namespace

TEST_CASE("law: the partitions of a tensor hold each of its elements once") {
  Tally tally;
  for (const char* text : {"(8,12):(_1,8)", "(_8,_12):(_12,_1)", "((_2,_4),(_3,_4)):((_1,_24),(_2,_6))"}) {
    const Tensor whole = counting(100, text);
    Offsets expected = elements(whole);
    std::sort(expected.begin(), expected.end());
    REQUIRE(expected.size() == 96);
    for (const std::int64_t rows : {1, 2, 4, 8}) {
      for (const std::int64_t columns : {1, 3, 4, 12}) {
        const Tiler tile = std::vector<Tiler>{IntTuple(static_int(rows)), IntTuple(static_int(columns))};
        const auto describe = [&] { return cat(text, " by <", rows, ',', columns, '>'); };
        Offsets inner;
        Offsets outer;
        Arith m;
        for (std::int64_t i = 0; i < 96 / (rows * columns); ++i) {
          const Offsets part = elements(inner_partition(m, whole, tile, IntTuple(dynamic_int(i))));
          inner.insert(inner.end(), part.begin(), part.end());
        }
        for (std::int64_t i = 0; i < rows * columns; ++i) {
          const Offsets part = elements(outer_partition(m, whole, tile, IntTuple(dynamic_int(i))));
          outer.insert(outer.end(), part.begin(), part.end());
        }
        std::sort(inner.begin(), inner.end());
        std::sort(outer.begin(), outer.end());
        tally.add(m.ok() && inner == expected ? "" : "inner_partition", describe);
        tally.add(m.ok() && outer == expected ? "" : "outer_partition", describe);
        Offsets threads;
        const Layout owners =
            make_layout(m, make_tuple(m, {IntTuple(static_int(rows)), IntTuple(static_int(columns))}), Major::right);
        for (std::int64_t i = 0; i < rows * columns; ++i) {
          const Offsets part = elements(local_partition(m, whole, owners, dynamic_int(i)));
          threads.insert(threads.end(), part.begin(), part.end());
        }
        std::sort(threads.begin(), threads.end());
        tally.add(m.ok() && threads == expected ? "" : "local_partition", describe);
      }
    }
  }
  CHECK_HELD(tally, 100);
}

TEST_CASE("tensors: named cases") {
  CHECK(CUTE(slice(m, tuple("(_,5)"), counting(0, "((_3,2),(2,_5,_2)):((4,1),(_2,13,100))"))) ==
        "counting_iter(28) o ((_3,2)):((4,1))");
  CHECK(CUTE(inner_partition(m, counting(0, "(8,24):(_1,8)"), tiler("<_4,_8>"), tuple("(1,2)"))) ==
        "counting_iter(132) o (_4,_8):(_1,8)");
  CHECK(CUTE(outer_partition(m, counting(0, "(8,24):(_1,8)"), tiler("<_4,_8>"), tuple("5"))) ==
        "counting_iter(9) o (2,3):(_4,64)");
  CHECK(CUTE(local_partition(m, counting(0, "(8,24):(_1,8)"), layout("(_4,_8):(_8,_1)"), dynamic_int(5))) ==
        "counting_iter(40) o (2,3):(_4,64)");
  CHECK(CUTE(element(m, tuple("(3,2)"), counting(42, "(4,5):(_1,4)"))) == "53");
  CHECK(CUTE(make_coord_tensor(m, layout("(4,5):(_1@0,_1@1)"))) == "ArithTuple(_0,_0) o (4,5):(_1@0,_1@1)");
  const Tensor coords = {{Iterator::Kind::coordinate, tuple("(0,0)")}, layout("(4,5):(_1@1,_1@0)")};
  CHECK(CUTE(element(m, tuple("(1,2)"), coords)) == "(2,1)");
  CHECK(CUTE(slice(m, tuple("(1,_)"), coords)) == "ArithTuple(0,1) o (5):(_1@0)");
  const Tensor swizzled = {{Iterator::Kind::counting, dynamic_int(0)},
                           compose(Swizzle{3, 0, 3}, static_int(0), layout("(_16,_32):(_32,_1)"))};
  CHECK(CUTE(slice(m, tuple("(7,_)"), swizzled)) == "counting_iter(192) o Sw<3,0,3> o M_0|(32&32)=32 o (_32):(_1)");
  CHECK(CUTE(outer_partition(m, counting(0, "(_8,_8):(_1,_8)"), tiler("<_2,_4,_2>"), tuple("3"))) ==
        "refused: rank_mismatch");
  CHECK(CUTE(element(m, tuple("1"), Tensor{{Iterator::Kind::counting, dynamic_int(0)}, layout("4:_1@0")})) ==
        "refused: basis");
}

}  // namespace stridescope::laws
