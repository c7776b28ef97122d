// The sweeps have the expected sizes, and the generator gives the same random layouts on every machine.
#include <set>

#include "core/value/print.h"
#include "tests/unit/families.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {

TEST_CASE("families: compact and varied strides") {
  CHECK(compact_strides({3}) == std::vector<Integers>{{1}});
  CHECK(compact_strides({2, 3}) == std::vector<Integers>{{1, 2}, {3, 1}});
  CHECK(compact_strides({2, 3, 4}).size() == 6);
  CHECK(compact_strides({2, 3, 4, 4}).size() == 24);
  CHECK(varied_strides({2, 3}) == std::vector<Integers>{{-3, 1},
                                                        {-1, 2},
                                                        {0, 1},
                                                        {0, 2},
                                                        {1, -2},
                                                        {1, 0},
                                                        {1, 2},
                                                        {1, 4},
                                                        {2, 4},
                                                        {3, -1},
                                                        {3, 0},
                                                        {3, 1},
                                                        {6, 1},
                                                        {6, 2}});
}

TEST_CASE("families: nestings") {
  CHECK(nestings(1).size() == 1);
  CHECK(nestings(2).size() == 1);
  CHECK(nestings(3).size() == 3);
  CHECK(nestings(4).size() == 11);  // Schröder's numbers
  std::set<std::string> texts;
  for (const IntTuple& nesting : nestings(4)) texts.insert(to_text(nesting));
  CHECK(texts.size() == 11);
  CHECK(texts.count("((_0,_0),(_0,_0))") == 1);
}

TEST_CASE("families: sizes") {
  const auto count = [](auto&& family) {
    long members = 0;
    family([&](const Layout&) { ++members; });
    return members;
  };
  if (!complete) return;
  CHECK(count([](auto visit) { every_compact(visit); }) == 1458496);
  CHECK(count([](auto visit) { every_varied(4, visit); }) == 478936);
  CHECK(count([](auto visit) { every_static(4, visit); }) == 69457);
  CHECK(count([](auto visit) { every_stride(visit); }) == 67648);
  CHECK(count([](auto visit) { every_nesting(3, visit); }) == 74376);
}

TEST_CASE("families: random layouts are the same everywhere, and as varied as they should be") {
  Random random(1);
  std::set<int> depths;
  std::uint64_t hash = 0;
  for (int i = 0; i < 1000; ++i) {
    const Layout a = random_layout(random, {});
    depths.insert(a.depth());
    for (const char c : to_text(a)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  CHECK(depths == std::set<int>{0, 1, 2, 3, 4});
  CHECK(hash == 15689027503699395464u);
}

}  // namespace stridescope::laws
