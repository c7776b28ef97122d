// The algebra on layouts of ordinary size makes no allocation. Native only: counts what reaches the C library's malloc,
// which a sanitizer or another C library would hide.
#include <cstdlib>

#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

#if defined(__GLIBC__) && !defined(STRIDESCOPE_SANITIZED)

namespace {
long allocations = 0;
}

extern "C" void* __libc_malloc(std::size_t);  // NOLINT(bugprone-reserved-identifier): glibc's name for its own malloc
extern "C" void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}

namespace stridescope {
namespace {

template <class Operation>
long allocations_of(Operation&& operation) {
  Arith arith;
  const long before = allocations;
  operation(arith);
  const long after = allocations;
  CHECK(arith.ok());
  return after - before;
}

}  // namespace

TEST_CASE("no allocation: values and operations of up to 8 leaves") {
  CHECK(allocations_of([](Arith&) {
          void* volatile block = std::malloc(100);  // volatile, otherwise the compiler removes the pair
          std::free(block);
        }) == 1);

  const Layout a = layout("((_2,_4),(_2,_4),(_2,_4),(_2,_4)):((_1,_2),(_8,_16),(_64,_128),(_512,_1024))");
  const Layout gapped = layout("(_2,_4,_2,_4,_2,_4):(_1,_4,_32,_128,_1024,_4096)");
  const Layout tile = layout("(_4,_8):(_1,_64)");
  const Tiler tiler_layout = tile;
  CHECK(allocations_of([&](Arith&) {
          const Layout copy = a;
          (void)copy;
        }) == 0);
  CHECK(allocations_of([&](Arith& m) {
          size(m, a);
          cosize(m, a);
        }) == 0);
  CHECK(allocations_of([&](Arith& m) {
          coalesce(m, a);
          filter(m, gapped);
        }) == 0);
  CHECK(allocations_of([&](Arith& m) { composition(m, LayoutRef(a), LayoutRef(tile)); }) == 0);
  CHECK(allocations_of([&](Arith& m) { complement(m, gapped, IntTuple(static_int(1 << 16))); }) == 0);
  CHECK(allocations_of([&](Arith& m) { logical_divide(m, a, tiler_layout); }) == 0);
  CHECK(allocations_of([&](Arith& m) { apply(m, a, IntTuple(dynamic_int(77))); }) == 0);
  CHECK(allocations_of([&](Arith& m) { make_layout(m, a.shape); }) == 0);
}

}  // namespace stridescope

#endif
