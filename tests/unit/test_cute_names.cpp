// Functions that cutlass.cute and CuTe C++ name: the next coordinate, differences, modes of extent 1, the leading mode.
#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "core/base/text.h"
#include "tests/unit/programs.h"

namespace stridescope {

TEST_CASE("cute names: increment visits all coordinates in the order of crd2idx") {
  CHECK(last("increment((3,1), (4,8))") == "(0,2)");
  CHECK(last("increment((0,1), (4,8))") == "(1,1)");
  CHECK(last("increment(3, 8)") == "4");
  CHECK(last("increment((3,7), (4,8))") == "(0,8)");  // after the last coordinate
  CHECK(last("increment((1,(2,0)), (2,(3,4)))") == "(0,(0,1))");
  CHECK(last("increment_coord((1,2), (2,4))") == "(0,3)");
  for (const std::string shape : {"(2,3,4)", "(2,(3,2),2)", "7", "((2,2),(2,2))"}) {
    const std::string size = last(cat("size(", shape, ")"));
    for (int i = 0; i + 1 < std::stoi(size); ++i) {
      const std::string coordinate = cat("idx2crd(", i, ", ", shape, ")");
      CHECK(last(cat("increment(", coordinate, ", ", shape, ")")) == last(cat("idx2crd(", i + 1, ", ", shape, ")")));
    }
  }
  CHECK(first_error("increment((1,2), (2,3,4))").code == ErrorCode::arguments);
}

TEST_CASE("cute names: the difference of tuples is taken mode by mode") {
  CHECK(last("(4,8)-(1,2)") == "(3,6)");
  CHECK(last("sub((4,(8,2)),(1,(2,1)))") == "(3,(6,1))");
  CHECK(last("(4,8)-(1,2,3)") == "(3,6,-3)");
  CHECK(last("_1@0 - _1@1") == "(_1,_-1)");
  CHECK(last("sub(5, _2)") == "3");
  CHECK(first_error("(4,8)-3").code == ErrorCode::basis);
}

TEST_CASE("cute names: modes of extent 1") {
  CHECK(last("append_ones((2,4):(1,2), 4)") == "(2,4,_1,_1):(1,2,_0,_0)");
  CHECK(last("append_ones((2,4), up_to_rank=3)") == "(2,4,_1)");
  CHECK(last("append_ones((2,4))") == "(2,4,_1)");
  CHECK(last("append_ones((2,4), -1)").starts_with("error: "));
  CHECK(last("append_ones((2,4), 4611686018427387904)").starts_with("error: "));
  CHECK(last("prepend_ones((2,4):(1,2), 3)") == "(_1,2,4):(_0,1,2)");
  CHECK(last("cute.prepend_ones((2,4), up_to_rank=3)") == "(_1,_2,_4)");
}

TEST_CASE("cute names: the leading mode has the static stride 1") {
  CHECK(last("leading_dim((4,8), (8,_1))") == "_1");
  CHECK(last("leading_dim((4,(2,8)), (8,(64,_1)))") == "(_1,_1)");
  CHECK(last("leading_dim((_1,8), (_1,_1))") == "_1");  // an extent of 1 does not count
  CHECK(last("leading_dim((4,8):(_1,4))") == "_0");
  CHECK(first_error("leading_dim((4,8), (8,2))").code == ErrorCode::arguments);
}

TEST_CASE("cute names: the place of a leaf, and what is known to divide an integer") {
  CHECK(last("find((_3,_4), _4)") == "_1");
  CHECK(last("find((_3,(_4,_1)), _1)") == "(_1,_1)");
  CHECK(last("find((_3,(_4,_1)), _1, false)") == "_1");
  CHECK(last("find(_3, 3)") == "_0");
  CHECK(last("cute.find((3, (4, 1)), 1)") == "(_1,_1)");
  CHECK(last("cute.find(t=(3, (4, 1)), x=1, hierarchical=False)") == "_1");
  CHECK(first_error("find((_3,4), 4)").code == ErrorCode::arguments);  // a dynamic leaf is not compared
  CHECK(first_error("find((_3,_4), 5)").code == ErrorCode::arguments);
  CHECK(last("get_divisibility(_48)") == "_48");
  CHECK(last("get_divisibility(48)") == "_1");
  CHECK(last("assume(64, 8)") == "64");
  CHECK(last("cute.assume(64, divby=8)") == "_64");
  CHECK(first_error("assume(65, 8)").code == ErrorCode::divisibility);
  CHECK(first_error("assume(65, 0)").code == ErrorCode::divisibility);
}

TEST_CASE("cute names: a function of the leaves of tuples") {
  CHECK(last("cute.transform_leaf(lambda x: x + 1, (1, 2))") == "(_2,_3)");
  CHECK(last("cute.transform_leaf(lambda x, y: x + y, (1, 2), (3, 4))") == "(_4,_6)");
  CHECK(last("cute.transform_leaf(lambda x: x * 2, ((1, 2), (3, 4)))") == "((_2,_4),(_6,_8))");
  CHECK(last("cute.transform_leaf(cute.ceil_div, (9, (8,)), (4, (3,)))") == "(_3,(_3))");
  CHECK(last("t = (1,(2,3))\ncute.transform_leaf(lambda x: cute.size((x, 2)), t)") == "(2,(4,6))");
  CHECK(last("double = lambda x: 2 * x\ncute.transform_leaf(double, (3, 4))") == "(_6,_8)");
  CHECK(first_error("cute.transform_leaf(lambda x, y: x + y, (1, 2), (3, (4, 5)))").code == ErrorCode::syntax);
  // A tuple that only evaluation knows.
  CHECK(last("cute.transform_leaf(lambda x: x + 1, cute.make_layout((1,(2,5))).shape)") == "(_2,(_3,_6))");
  CHECK(last("L = (_4,8):(_8,1)\nt = shape(L)\ntransform_leaf(lambda x: x, t)") == "(_4,8)");
  CHECK(last("L = cute.make_layout((4, 8))\ncute.transform_leaf(lambda x: x + 1, L.shape)") == "(_5,_9)");
  // Its profile depends on the integer mode, as in CuTe.
  const std::string of_mode = "transform_leaf(lambda x: x, coalesce((4,8):(1,4)).shape)";
  CHECK(last(of_mode) == "(4,8)");
  const Evaluation teaching = evaluate(of_mode, IntegerMode::teaching);
  REQUIRE(teaching.bindings.size() == 1);
  CHECK(to_text(teaching.bindings[0].value, IntegerMode::teaching) == "32");
  CHECK(last("transform(coalesce((_4,_8):(_1,_4)).shape, [](auto x) { return x + _1{}; })") == "_33");
  CHECK(first_error("cute.transform_leaf(5, (1, 2))").code == ErrorCode::syntax);
}

TEST_CASE("cute names: functions of tuples that take a function") {
  // CuTe's predicate takes a mode; the rank is the answer without one.
  CHECK(last("find_if((3,_4,5), is_static)") == "_1");
  CHECK(last("find_if((3,4), is_static{})") == "_2");
  CHECK(last("find_if((3,4), [](auto x) { return x == 4; })") == "_1");
  // The predicate of CuTe DSL takes a leaf and its place.
  CHECK(last("cute.find_if((3, (4, 1)), lambda x, place: x == 1)") == "(_1,_1)");
  CHECK(last("cute.find_if((3, 4), pred_fn=lambda x, place: x > 3)") == "_1");
  CHECK(last("cute.find_if((3, 4), lambda x, place: x == 1)") == "_");
  CHECK(last("cute.transform_apply((1, 2), (3, 4), f=lambda x, y: x * y, g=max)") == "_8");
  CHECK(last("transform_apply((7,9), (2,4), ceil_div, make_shape)") == "(4,3)");
  CHECK(last("cute.filter_tuple((1, 2, 3), f=lambda x: (x,) if x > 1 else ())") == "(_2,_3)");
  CHECK(last("t = ((1,2),3)\nfilter_tuple(t, flatten)") == "(1,2,3)");
  CHECK(last("transform((1,2), (3,4), (5,6), [](auto a, auto b, auto c) { return a + b + c; })") == "(9,12)");
  CHECK(last("transform(shape((4,8):(8,1)), [](auto x) { return x * 2; })") == "(8,16)");
  CHECK(last("fold((1,2,3), 10, [](auto a, auto b) { return a + b; })") == "16");
  CHECK(english(first_error("fold((1,2), [](auto a, auto b) { return a + b; })").hint) == "write fold((1,2), 0, max)");
  // Functions of any number of arguments.
  CHECK(last("transform_apply((1,7), (3,4), [](auto... a) { return max(a...); }, [](auto const&... r) { return "
             "make_shape(r...); })") == "(3,7)");
  CHECK(last("transform_apply((1,2), [](auto a, auto... more) { return make_shape(a, a, more...); }, make_shape)") ==
        "((1,1),(2,2))");
  CHECK(last("cute.transform_apply((1, 2), (3, 4), f=lambda a, b: a * b, g=lambda *x: max(*x))") == "_8");
  CHECK(last("cute.transform_leaf(lambda *x: (*x, 0), (1, 2), (3, 4))") == "((_1,_3,_0),(_2,_4,_0))");
  CHECK(last("transform((1,2), (3,4), [](auto a, auto b, auto... c) { return a; })") == "(1,2)");
  CHECK(first_error("transform((1,2), [](auto a, auto b, auto... c) { return a; })").code == ErrorCode::syntax);
  const Error none = first_error("filter_tuple((1,2), 3)");
  CHECK(english(none.message) == "filter_tuple takes tuples, and 1 function: a lambda, or the name of one");
  CHECK(english(none.hint) == "write filter_tuple(((1,2),3), flatten)");
  CHECK(english(first_error("find_if((4,8):(8,1), is_static)").message) ==
        "the modes of this value are not known before it is evaluated");
  CHECK(first_error("t = (1,t2)\nt2 = (t,1)\ncute.find_if(t2, lambda x, place: x == 9)").code != ErrorCode::internal);
}

TEST_CASE("cute names: predicates of modes, and a call with them") {
  CHECK(last("any_of((4,8), [](auto x) { return x == 4; })") == "true");
  CHECK(last("any_of((4,8), [](auto x) { return x > 8; })") == "false");
  CHECK(last("all_of((4,8), [](auto x) { return x > 2; })") == "true");
  CHECK(last("all_of((4,_8), is_static)") == "false");
  CHECK(last("none_of((4,8), is_static)") == "true");
  CHECK(last("any_of((), is_static)") == "false");
  CHECK(last("apply((4,8), [](auto x, auto y) { return x * y; })") == "32");
  CHECK(last("apply((4,(8,2)), [](auto... x) { return make_shape(x..., _1{}); })") == "(4,(8,2),_1)");
  CHECK(last("apply((4,8):(8,1), 2, 3)") == "19");
  const Error none = first_error("for_each((4,8), [](auto x) { print(x); })");
  CHECK(english(none.message) == "for_each calls a function for each mode and has no value");
  CHECK(english(first_error("cute.static((4,8))").hint).starts_with("static(type) of CuTe DSL"));
  CHECK(last("cute.is_integer(4)") == "true");
  CHECK(last("is_integer((4,8))") == "false");
  CHECK(last("is_int_tuple((4,(8,_2)))") == "true");
  CHECK(last("is_int_tuple((4,_))") == "false");
  CHECK(last("is_int_tuple(1@0)") == "false");
  CHECK(last("is_int_tuple((4,8):(8,1))") == "false");
  CHECK(last("cute.pretty_str((4, (8, None)))") == "(_4,(_8,_))");
}

TEST_CASE("cute names: names of cutlass.cute are those of the functions here") {
  CHECK(last("cute.append((4,8):(8,1), 1:0, up_to_rank=4)") == "(_4,_8,_1,_1):(_8,_1,_0,_0)");
  CHECK(last("cute.prepend((4,8), 1, up_to_rank=3)") == "(_1,_4,_8)");
  CHECK(last("cute.repeat(3, 2)") == "(_3,_3)");
  CHECK(last("cute.repeat(3, 1)") == "_3");
  CHECK(last("cute.make_fragment((4,8):(8,1), cutlass.Float32)") == "ptr[32b](?) o (_4,_8):(_8,_1)");
  CHECK(last("is_congruent((1,2),(3,4))") == "true");
  CHECK(last("is_weakly_congruent(1,(3,4))") == "true");
  CHECK(last("flatten_to_tuple((1,(2,3)))") == "(1,2,3)");
  CHECK(last("flatten_to_tuple(4)") == "(4)");
  CHECK(last("cute.get_leaves((4, (2, 3)))") == "(_4,_2,_3)");
  CHECK(last("recast_tensor(gmem_ptr[16b](0x0) o (_4,_8):(_8,_1), cutlass.Float32)") ==
        "gmem_ptr[32b](0x0) o (_4,_4):(_4,_1)");
  CHECK(last("size_in_bytes(cutlass.Float16, (4,8):(8,1))") == "64");
  CHECK(last("blocked_product((_2,_5):(_5,_1), tiler=(_3,_4):(_1,_3))") == "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))");
  CHECK(last("raked_product((_2,_5):(_5,_1), tiler=(_3,_4):(_1,_3))") == "((_3,_2),(_4,_5)):((_10,_5),(_30,_1))");
  CHECK(first_error("blocked_product((2,5):(5,1), (3,4):(1,3), tiler=(2,2))").message ==
        "blocked_product has argument 'tiler' twice, by its position and by its name");
  CHECK(last("tuple_cat((1,2), ((3,4),5))") == "(1,2,(3,4),5)");
  CHECK(last("has_underscore((_,3))") == "true");
  CHECK(last("cute.has_scaled_basis((1@0, 3))") == "true");
  CHECK(last("has_scaled_basis((1,3))") == "false");
  CHECK(last("cute.repeat_like(0, (1, (2, 3)))") == "(_0,(_0,_0))");
  CHECK(last("has_underscore((2,3))") == "false");
  CHECK(last("is_major(1, (8,_1))") == "true");
  CHECK(last("is_major(0, (8,_1))") == "false");
  CHECK(first_error("is_major(2, (8,_1))").code == ErrorCode::index_range);
  CHECK(last("repeat_as_tuple(7, 3)") == "(7,7,7)");
  CHECK(last("repeat_as_tuple(7, 1)") == "(7)");
  CHECK(last("make_layout_image_mask((_1,_2,_4,_1):(_0,_1,_2,_0), (0,1,0,0), 2)") ==
        last("create_tma_multicast_mask<2>((_1,_2,_4,_1):(_0,_1,_2,_0), (0,1,0,0))"));
  CHECK(last("select<1>(<4:1,8:2>)") == "(8:2)");
  CHECK(last("select<1,0>(<4:1,8:2>)") == "(8:2,4:1)");
  CHECK(first_error("select<2>(<4:1,8:2>)").code == ErrorCode::index_range);
}

TEST_CASE("cute names: tuples that only evaluation knows are taken apart one after the other, each once") {
  std::string chain = "A = make_layout((4,8))\nt0 = shape(A)\n";
  for (int i = 1; i <= 60; ++i) append_all(chain, "t", i, " = transform(flatten(t", i - 1, "), lambda x: x + 1)\n");
  const auto begin = std::chrono::steady_clock::now();
  CHECK(last(chain) == "(64,68)");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));  // 0.1 s; it failed at the third
}

}  // namespace stridescope
