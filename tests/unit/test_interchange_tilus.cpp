// Orders of Tilus's modes: each one by its definition, and the layout of its own tests whose modes are in none of the
// common orders.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/base/text.h"
#include "tests/unit/foreign_systems.h"
#include "tests/unit/offset_table.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

// Elements by thread and register, by Tilus's definition (NVIDIA/tilus python/tilus/ir/layout/register_layout.py,
// get_spatial and get_local), for a layout of one dimension without copies: row-major over the modes of each holder.
std::vector<std::int64_t> held_in_order(const std::vector<std::int64_t>& modes, const std::vector<int>& spatial,
                                        const std::vector<int>& local) {
  std::int64_t size = 1;
  for (const std::int64_t mode : modes) size *= mode;
  std::vector<std::int64_t> out(static_cast<std::size_t>(size));
  for (std::int64_t element = 0; element < size; ++element) {
    std::vector<std::int64_t> index(modes.size());
    std::int64_t rest = element;
    for (std::size_t m = modes.size(); m-- > 0; rest /= modes[m]) index[m] = rest % modes[m];
    const auto number = [&](const std::vector<int>& chosen) {
      std::int64_t sum = 0;
      for (const int m : chosen) sum = sum * modes[static_cast<std::size_t>(m)] + index[static_cast<std::size_t>(m)];
      return sum;
    };
    std::int64_t threads = 1;
    for (const int m : spatial) threads *= modes[static_cast<std::size_t>(m)];
    out[static_cast<std::size_t>(number(spatial) + number(local) * threads)] = element;
  }
  return out;
}

}  // namespace

TEST_CASE("interchange: the Tilus layout whose modes are in no common order, of its own test, is read") {
  // tests/ir/layout/register_layout/test_layout_canonicalize.py: the only layout of Tilus's tests and documentation
  // whose threads take the faster mode of a dimension first.
  const std::string layout =
      "tilus(\"RegisterLayout(shape=[6], mode_shape=[2, 3], spatial_modes=[1, 0], local_modes=[])\")";
  CHECK(last(layout) == "((_2,_3),_1):((_3,_1),_0)");
  CHECK(last("T = " + layout + "\n(T(0), T(1), T(2), T(3), T(4), T(5))") == "(0,3,1,4,2,5)");
}

TEST_CASE("interchange: each order of Tilus's modes means what Tilus defines") {
  const std::vector<std::int64_t> modes = {2, 3, 4};
  std::vector<int> order = {0, 1, 2};
  std::size_t tried = 0;
  do {
    for (std::size_t threads = 0; threads <= order.size(); ++threads) {
      const std::vector<int> spatial(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(threads));
      const std::vector<int> local(order.begin() + static_cast<std::ptrdiff_t>(threads), order.end());
      const auto list = [](const std::vector<int>& numbers) {
        std::string out;
        for (const int n : numbers) append_all(out, out.empty() ? "" : ", ", n);
        return out;
      };
      const std::string text = cat("RegisterLayout(shape=[24], mode_shape=[2, 3, 4], spatial_modes=[", list(spatial),
                                   "], local_modes=[", list(local), "])");
      CAPTURE(text);
      CHECK(offsets_of(read("tilus", text)) == held_in_order(modes, spatial, local));
      ++tried;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  CHECK(tried == 24);
}

TEST_CASE("interchange: modes of Tilus need no order that threads and registers share") {
  CHECK(last("tilus(\"RegisterLayout(shape=[8], mode_shape=[2, 4], spatial_modes=[1, 0], local_modes=[])\")") ==
        "((_2,_4),_1):((_4,_1),_0)");
  CHECK(last("tilus(\"RegisterLayout(shape=[8, 4], mode_shape=[2, 4, 2, 2], spatial_modes=[1, 3], local_modes=[2, 0])"
             "\")") == "((_2,_4),(_2,_2)):((_8,_1),(_4,_16))");
}

}  // namespace stridescope
