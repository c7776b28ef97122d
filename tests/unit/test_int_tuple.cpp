// Int tuples in memory: nesting, limits, copies, and storage.
#include "core/base/inline_vector.h"
#include "tests/unit/families.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope {
namespace {

// Does the tuple keep its nodes inside itself?
bool lives_inside(const IntTuple& t) {
  const auto* begin = reinterpret_cast<const char*>(&t);
  const auto* nodes = reinterpret_cast<const char*>(t.ref().nodes());
  return nodes >= begin && nodes < begin + sizeof t;
}

// ((...(0)...)) with that many parentheses.
IntTuple nested(Arith& m, int depth) {
  TupleBuilder out(m);
  for (int i = 0; i < depth; ++i) out.open();
  out.integer(static_int(0));
  for (int i = 0; i < depth; ++i) out.close();
  return out.take();
}

IntTuple flat(Arith& m, int leaves) {
  TupleBuilder out(m);
  out.open();
  for (int i = 0; i < leaves; ++i) out.integer(static_int(i));
  out.close();
  return out.take();
}

}  // namespace

TEST_CASE("inline vector: spills to the heap, copies and moves with its elements") {
  using Vector = InlineVector<std::int64_t, 4>;
  for (const std::uint32_t count : {0u, 1u, 4u, 5u, 8u, 100u}) {
    Vector v;
    for (std::uint32_t i = 0; i < count; ++i) v.push_back(std::int64_t{i} * 7);
    const auto check = [&](const Vector& w) {
      REQUIRE(w.size() == count);
      CHECK(w.empty() == (count == 0));
      for (std::uint32_t i = 0; i < count; ++i) CHECK(w[i] == i * 7);
      if (count > 0) CHECK(w.back() == (count - 1) * 7);
      CHECK(w.end() - w.begin() == count);
    };
    check(v);
    Vector copy(v);
    check(copy);
    check(v);
    CHECK(copy == v);
    Vector assigned;
    assigned.push_back(99);
    assigned = v;
    check(assigned);
    Vector& self = assigned;
    assigned = self;
    check(assigned);
    Vector moved(std::move(copy));
    check(moved);
    CHECK(copy.empty());  // NOLINT(bugprone-use-after-move): a moved-from vector is empty and usable
    copy.push_back(1);
    CHECK(copy.size() == 1);
    Vector target;
    for (int i = 0; i < 50; ++i) target.push_back(i);
    target = std::move(moved);
    check(target);
    Vector& same = target;
    target = std::move(same);
    check(target);
    target.truncate(2);
    CHECK(target.size() == std::min(count, 2u));
    target.truncate(50);
    CHECK(target.size() == std::min(count, 2u));
    target.clear();
    CHECK(target.empty());
  }
  Vector own;
  own.push_back(3);
  for (int i = 0; i < 20; ++i) own.push_back(own[0]);  // an element of the buffer that is about to move
  for (const std::int64_t element : own) CHECK(element == 3);
  const std::int64_t more[] = {1, 2, 3};
  own.append(more, 3);
  own.append(nullptr, 0);
  CHECK(own.size() == 24);
  CHECK(own.back() == 3);
}

TEST_CASE("tuples of up to 8 leaves and the tuples around them need no heap") {
  for (const char* text : {"_4", "(_1,_2,_3,_4,_5,_6,_7,_8)", "((1,2),(3,4),(5,6),(7,8))",
                           "(((1,2),(3,4)),((5,6),(7,8)))", "(1,(2,(3,(4,(5,(6,(7,8)))))))"}) {
    const IntTuple t = tuple(text);
    CHECK(lives_inside(t));
    const IntTuple copy = t;  // NOLINT(performance-unnecessary-copy-initialization): the copy is what is tested
    CHECK(lives_inside(copy));
    CHECK(copy == t);
    CHECK(to_text(copy) == text);
  }
  Arith m;
  const IntTuple large = flat(m, 100);
  CHECK_FALSE(lives_inside(large));
  IntTuple copy = large;
  CHECK(copy == large);
  const IntTuple moved = std::move(copy);
  CHECK(moved == large);
  CHECK(moved.ref().nodes() != large.ref().nodes());
}

TEST_CASE("tuple refs: ranks, depths, modes, leaves") {
  const IntTuple t = tuple("(_1,(2,(_3,4)),_,())");
  const TupleRef ref = t;
  CHECK(ref.rank() == 4);
  CHECK(ref.depth() == 3);
  CHECK(ref.leaf_count() == 5);
  CHECK(ref.node_count() == 9);
  CHECK(ref.has_any());
  CHECK_FALSE(ref.all_any());
  CHECK_FALSE(ref.is_static());
  CHECK(ref[0].is_static());
  CHECK(ref[1].rank() == 2);
  CHECK(ref[1][1].depth() == 1);
  CHECK(ref[1][1][1].integer() == dynamic_int(4));
  CHECK(ref[2].is_any());
  CHECK(ref[2].integer_or_zero() == static_int(0));
  CHECK(ref[3].size() == 0);
  CHECK(ref[3].depth() == 1);
  CHECK(ref[3].is_static());
  CHECK(tuple("4").rank() == 1);
  CHECK(tuple("4").ref().size() == 0);
  CHECK(tuple("4")[0].integer() == dynamic_int(4));
  CHECK(tuple("(_,(_,_))").ref().all_any());
  CHECK(tuple("(_1,_2@1@0)").ref().has_basis());
  CHECK_FALSE(tuple("(_1,2)").ref().has_basis());
  CHECK(tuple("(1,(2,3))") == tuple("(1,(2,3))"));
  CHECK_FALSE(tuple("(1,(2,3))") == tuple("((1,2),3)"));
  CHECK_FALSE(tuple("4") == tuple("_4"));
  CHECK_FALSE(tuple("4") == tuple("(4)"));
  int modes = 0;
  for (const TupleRef mode : ref) modes += mode.rank();
  CHECK(modes == 1 + 2 + 1 + 0);
  const IntTuple seven = tuple("7");
  CHECK(seven.ref().begin() == seven.ref().end());  // an integer has no modes to walk over
}

TEST_CASE("tuple builder: nesting and size are capped") {
  Arith m;
  CHECK(nested(m, max_tuple_depth).depth() == max_tuple_depth);
  CHECK(m.ok());
  nested(m, max_tuple_depth + 1);
  REQUIRE(m.failed());
  CHECK(m.error().value().code == ErrorCode::too_deep);

  Arith wrapped;
  const IntTuple deepest = nested(wrapped, max_tuple_depth);
  make_tuple(wrapped, {deepest});
  CHECK(wrapped.error().value().code == ErrorCode::too_deep);

  Arith large;
  const auto most = static_cast<int>(max_tuple_nodes) - 1;
  CHECK(flat(large, most).ref().node_count() == max_tuple_nodes);
  CHECK(large.ok());
  CHECK(flat(large, most + 1) == static_int(0));  // after a fault: a harmless placeholder
  CHECK(large.error().value().code == ErrorCode::too_large);

  Arith copied;
  const IntTuple half = flat(copied, most / 2 + 1);
  make_tuple(copied, {half, half});
  CHECK(copied.error().value().code == ErrorCode::too_large);

  // Closing more than was opened, or building on after an error, is harmless.
  Arith failed;
  failed.fail(ErrorCode::internal, say("told to"));
  TupleBuilder out(failed);
  out.open();
  out.integer(static_int(1));
  out.copy(half);
  out.close();
  out.close();
  CHECK(out.count() == 0);
  CHECK(out.take() == static_int(0));
}

TEST_CASE("tuple builder: modes, copies, counts") {
  Arith m;
  TupleBuilder out(m);
  CHECK(out.count() == 0);
  out.open();
  out.integer(static_int(1));
  out.copy(tuple("(2,3)"));
  CHECK(out.count() == 2);
  out.copy_modes(tuple("(4,(5))"));
  CHECK(out.count() == 4);
  out.copy_modes(tuple("6"));
  out.open();
  CHECK(out.count() == 0);
  out.any();
  out.close();
  CHECK(out.count() == 6);
  out.close();
  const IntTuple t = out.take();
  CHECK(to_text(t) == "(_1,(2,3),4,(5),6,(_))");
  CHECK(t.depth() == 2);
  CHECK(to_text(take_modes(m, t, 1, 3)) == "((2,3),4)");
  CHECK(to_text(take_modes(m, t, 2, 2)) == "()");
  CHECK(to_text(make_tuple(m, {})) == "()");
}

}  // namespace stridescope
