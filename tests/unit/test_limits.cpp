// Tests of a program's limits: the depth of every recursion, the budget of work that its statements share, the output
// of pictures, and divisions by values that a user can set to 0. tests/adversarial searches for such cases
// automatically.
#include <doctest/doctest.h>

#include <string>

#include "core/algebra/algebra.h"
#include "core/base/budget.h"
#include "core/base/depth.h"
#include "core/base/json_value.h"
#include "core/base/text.h"
#include "core/category/operad.h"
#include "core/foreign/cpp/demangle.h"
#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "core/workspace/workspace.h"
#include "tests/processor_time.h"
#include "tests/unit/layouts.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

std::string times(std::string_view text, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out.append(text);
  return out;
}

std::string nested(std::string_view open, std::string_view core, std::string_view close, std::size_t n) {
  return times(open, n) + std::string(core) + times(close, n);
}

IntTuple last_tuple(std::string_view program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE(e.errors.empty());
  return *e.bindings.back().value.as<IntTuple>();
}

// Ratio of the time to that of the native program, of WebAssembly with node's compiler threads and of sanitizers.
constexpr double slower = laws::complete ? 1 : 3;

// Processor time, as natively.
template <class Work>
double seconds_of(Work&& work) {
  const double start = processor_ms();
  work();
  return (processor_ms() - start) / 1000 / slower;
}

constexpr std::string_view more_work = "this program needs more work than the limit allows";

int below(Depth& depth) {
  const Deeper level(depth);
  return level.ok() ? 1 + below(depth) : 0;
}

}  // namespace

TEST_CASE("depth: a Deeper is one level while it lives") {
  Depth depth(7);
  CHECK(below(depth) == 7);
  CHECK(below(depth) == 7);
  Depth none(0);
  CHECK(below(none) == 0);
}

TEST_CASE("budget: all is taken or nothing") {
  Budget budget(10, 4);
  CHECK(budget.take(6));
  CHECK_FALSE(budget.take(5));
  CHECK_FALSE(budget.take(1, 5));
  CHECK(budget.has(4, 4));
  CHECK(budget.take(4, 4));
  CHECK_FALSE(budget.take(1));
  budget = Budget(10, 0);
  budget.spend(11);
  CHECK(budget.steps_left() == 0);
  CHECK(saturating_product(std::uint64_t{1} << 40, std::uint64_t{1} << 40) == ~std::uint64_t{0});
  Arith granted;
  CHECK(granted.spend(~std::uint64_t{0}));
  Budget small(1, 1);
  Arith arith(&small);
  CHECK_FALSE(arith.spend(2));
  CHECK(arith.error().value().code == ErrorCode::too_large);
}

TEST_CASE(
    "depth: profiles, brackets, calls and operators in each other are refused, and cost no other line its value") {
  std::string rows = "1";
  for (int i = 0; i < 60; ++i) rows = cat('(', rows, times("/1", 60), ')');
  for (const std::string& program :
       {times("(1)_", 5'000) + "(1)", "(1,2)" + times("_(*,*)", 5'000), nested("(", "1", ")", 5'000),
        nested("<", "1", ">", 5'000), nested("coalesce(", "4:1", ")", 5'000), nested("L(", "0", ")", 5'000),
        nested("(1)--(1)-->(", "1", ")", 5'000), rows, nested("Layout<Shape<", "_1", ">>", 5'000),
        nested("Tensor<ViewEngine<", "gmem_ptr<half_t*>", ">,Layout<_8,_1>>", 5'000),
        nested("auto x = Int<1+", "1", ">{}", 2'000), nested("make_gmem_ptr<complex<", "float", ">>(p)", 2'000)}) {
    CAPTURE(program.substr(0, 40));
    const Evaluation e = evaluate("A = 4:1\n" + program + "\nB = 8:2", IntegerMode::cute);
    CHECK_FALSE(e.errors.empty());
    REQUIRE(e.bindings.size() == 2);
    CHECK(to_text(e.bindings[1].value) == "8:2");
  }
  CHECK(last("(1,2)_(*,*)") == "(1,2)");
  CHECK(first_error(times("(1)_", 100) + "(1)").message == "nesting deeper than 64 levels");
}

TEST_CASE("depth: no tree is higher than its cap") {
  std::string text = "1";
  for (int i = 0; i < 30; ++i) text = cat("get<0>((", text, "/1/1/1/1/1/1/1/1,2))");
  std::vector<Error> errors;
  const SyntaxTree tree = parse(text, errors);
  for (const SyntaxNode& node : tree.nodes) CHECK(node.height <= max_tree_height + 1);
  CHECK(tree.statements.empty());
  REQUIRE_FALSE(errors.empty());
  CHECK(errors[0].message == "nesting deeper than 64 levels");
}

TEST_CASE("depth: mangled names and JSON") {
  CHECK(demangle("_Z" + times("Z1fiE", 50'000) + "1g").size() < 100'000);
  CHECK(demangle("_Z1f" + times("P", 100'000) + "i").size() < 100'000);
  CHECK(JsonValue::parse(nested("[", "1", "]", max_json_depth)));
  CHECK_FALSE(JsonValue::parse(nested("[", "1", "]", max_json_depth + 1)));
  CHECK_FALSE(JsonValue::parse(nested("[", "1", "]", 100'000)));
  CHECK_FALSE(JsonValue::parse(nested("{\"a\":", "1", "}", 100'000)));
}

TEST_CASE("faults: shape and stride of a layout fit together after one") {
  const IntTuple shape = last_tuple("(4,(2,8))");
  const IntTuple order = last_tuple("(1,(2,3))");
  const IntTuple coordinate = last_tuple("(_,(1,_))");
  Arith right;
  const Layout a = make_layout(right, shape);
  Arith arith;
  arith.fail(ErrorCode::overflow, say("an earlier fault"));
  const Layout made[] = {make_layout(arith, shape),
                         make_layout(arith, shape, Major::right),
                         make_ordered_layout(arith, shape, order),
                         make_layout_like(arith, a),
                         make_fragment_like(arith, a),
                         make_identity_layout(arith, shape),
                         slice(arith, coordinate, a),
                         dice(arith, coordinate, a),
                         flatten(arith, a),
                         append(arith, a, a, 4),
                         zip(arith, a),
                         filter_zeros(arith, a),
                         filter_zeros(arith, a, order),
                         coalesce(arith, a),
                         composition(arith, LayoutRef(a), LayoutRef(a))};
  for (const Layout& layout : made) CHECK(layout.shape.ref().node_count() == layout.stride.ref().node_count());
}

TEST_CASE("faults: a fault between shape and stride leaves nothing half made") {
  // 2^70 elements: their strides do not fit 64 bits.
  const std::string many = "(2" + times(",2", 69) + ")";
  Arith arith;
  const Layout made = make_layout(arith, last_tuple(many));
  CHECK(arith.failed());
  CHECK(made == Layout{});
  // Links number the cells of an operand with strides 0, and so fit.
  for (const std::string& call : {cat("with_shape(T, (2,2))"), cat("logical_divide(T, 2)"), cat("composition(T, 2:1)"),
                                  cat("T(", many, ")"), cat("zipped_divide(T, 2)")}) {
    Workspace workspace;
    const Report& report =
        workspace.evaluate(cat("T = ", many, ":(0", times(",0", 69), ")\n", call), IntegerMode::cute);
    CAPTURE(call);
    for (std::size_t i = 0; i < report.bindings.size(); ++i) (void)workspace.linked(static_cast<int>(i), 0);
  }
}

TEST_CASE("faults: the map of a morphism stays between its domain and its codomain after one") {
  Arith right;
  const IntTuple domain = last_tuple("((4,5),3)");
  const IntTuple codomain = last_tuple("(5,7,(4,3))");
  const Morphism f = make_morphism(right, domain, codomain, {3, 1, 4});
  const Morphism g = make_morphism(right, last_tuple("7"), codomain, {2});
  REQUIRE(right.ok());
  Arith arith;
  arith.fail(ErrorCode::overflow, say("an earlier fault"));
  const Morphism made[] = {flatten(arith, f),
                           flatten_codomain(arith, f),
                           concat(arith, f, g, true),
                           sum(arith, f, g, false),
                           restrict_to(arith, f, {1, 3}),
                           factorize(arith, f, {1, 3, 4}),
                           sort(arith, f),
                           squeeze(arith, f),
                           coalesce_flat(arith, f, true),
                           coalesce(arith, f),
                           standard_form(arith, f),
                           complement(arith, f),
                           pullback(arith, f, codomain),
                           pushforward(arith, f, domain),
                           weak_composite(arith, f, identity_morphism(codomain)),
                           standard_representation(arith, encoded_layout(right, f), true),
                           make_span(arith, f).legs};
  for (const Morphism& m : made) {
    CHECK(static_cast<int>(m.map.size()) == m.domain.ref().leaf_count());
    for (const int j : m.map) CHECK(j <= m.codomain.ref().leaf_count());
  }
  const std::string long_one = "(2,3,5,7,11)--(1,2,3,4,5)-->(2,3,5,7,11)";
  for (const std::string_view function : {"flat_divide", "logical_divide", "flat_product", "logical_product", "concat",
                                          "is_complementary_to", "is_product_admissible", "compose"}) {
    CHECK(first_error(cat("tract.", function, "(16, ", long_one, ')')).code == ErrorCode::arguments);
    CHECK(first_error(cat("tract.", function, '(', long_one, ", 16)")).code == ErrorCode::arguments);
  }
}

TEST_CASE("division: extents and widths of 0 are answered") {
  CHECK(last("vectorization<16>(0:1,0:1)").find("no elements") != std::string::npos);
  CHECK(last("vectorization<16>((4,0):(1,4),(0,4):(1,1))").find("no elements") != std::string::npos);
  CHECK(last("vectorization<16>((4,8):(1,-9223372036854775807),(4,8):(1,4))").find("error") == std::string::npos);
  CHECK(first_error("make_tma_atom(SM90_TMA_LOAD, (1024,512):(512,1), (128,0):(0,1), \"half_t\")").message ==
        "make_tma_atom: (128,0):(0,1) has an extent of 0; expected at least 1");
  CHECK(first_error("make_tma_atom(SM90_TMA_LOAD, ():(), ():(), \"half_t\")").code == ErrorCode::rank_mismatch);
  for (const std::string_view by : {"0", "-1"}) {
    for (const std::string_view function : {"upcast", "downcast"}) {
      CHECK(first_error(cat(function, '<', by, ">(Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1))")).code ==
            ErrorCode::arguments);
    }
  }
  Workspace workspace;
  workspace.evaluate("0:1", IntegerMode::cute);
  CHECK(workspace.analyze(0, "half"));
}

TEST_CASE("extents: what moves or tiles memory refuses every layout with one below 1") {
  Arith made;
  const auto shape = [](const Int& a, const Int& b) {
    Arith arith;
    return make_tuple(arith, {IntTuple(a), IntTuple(b)});
  };
  const Layout negative = {shape(static_int(64), static_int(-128)), shape(static_int(128), static_int(1))};
  const Layout empty = {shape(static_int(64), static_int(0)), shape(static_int(128), static_int(1))};
  const auto swizzled = [&](const Layout& layout) {
    return Value(ComposedLayout{make_swizzle(made, 3, 4, 3), UnsetPointer{16}, layout});
  };
  int functions = 0;
  for (const Builtin& builtin : builtins()) {
    if (builtin.roles.extents == roles::Extents::any) continue;
    ++functions;
    const bool positive = builtin.roles.extents == roles::Extents::positive;
    for (const Layout* layout : {&negative, &empty}) {
      if (layout == &empty && !positive) continue;
      const Value values[] = {*layout, swizzled(*layout), Value(ValueTuple{{Value(negative), Value(*layout)}})};
      for (const Value& value : values) {
        const std::vector<Value> args(std::max<std::size_t>(builtin.min_args, 1), value);
        Arith arith;
        (void)run_builtin(builtin, Call(arith, builtin.name, {}, args));
        CAPTURE(builtin.name);
        REQUIRE(arith.failed());
        CHECK(english(arith.error().value().message).find("has an extent of ") != std::string::npos);
      }
    }
  }
  CHECK(functions >= 20);
}

TEST_CASE("extents: a tile of a negative number of elements is not made") {
  const std::string_view atom = "GMMA::Layout_K_SW128_Atom<half_t>";
  CHECK(first_error(cat("tile_to_shape(", atom, ", (_64,-128))")).message ==
        "tile_to_shape: (_64,-128) has an extent of -128; expected at least 0");
  CHECK(last(cat("tile_to_shape(", atom, ", (_64,0))")) ==
        "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_8),(_64,0)):((_64,_512),(_1,_4096))");
  // make_layout gives CuTe's value, which no kernel and no descriptor takes.
  const std::string tile = "s = make_layout((_64,_-128), LayoutRight)\n";
  for (const std::string& use :
       {cat("make_tma_atom(SM90_TMA_LOAD, make_gmem_ptr<half_t>(0) o (64,64):(64,1), s)"),
        cat("copy_kernel((64,64):(64,1), (64,64):(64,1), \"tma\", s)"), cat("smem_operand(s, \"half_t\", \"K\")"),
        cat("tma_fit((64,128):(1@1,1@0), (128,64,4):(1@1,1@0,64@0), s)"),
        cat("make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>, (_16,_8), s)"),
        cat("mma_kernel(SM80_16x8x16_F32F16F16F32_TN, smem=(s, s))")}) {
    CAPTURE(use);
    CHECK(english(first_error(tile + use).message).find("has an extent of -128; expected at least 1") !=
          std::string::npos);
  }
  CHECK(english(first_error("tma_fit((64,128):(1@1,1@0), (128,64,0):(1@1,1@0,64@0), (128,64):(64,1))").message) ==
        "tma_fit: (128,64,0):(1@1,1@0,64@0) has an extent of 0; expected at least 1");
}

TEST_CASE("derivations of what has no modes") {
  for (const std::string_view program : {"composition(4:1, ())", "composition((4,2):(1,4), ():())",
                                         "composition(4:1, (()))", "logical_product(4:1, ():())"}) {
    Workspace workspace;
    workspace.evaluate(program, IntegerMode::cute);
    CAPTURE(program);
    CHECK(workspace.explain(0));
  }
}

TEST_CASE("a mode that is not there is a static 0") {
  const IntTuple empty = last_tuple("()");
  CHECK(empty[0].is_constant(0));
  CHECK(last_tuple("(4,(5,6))")[2].is_constant(0));
  CHECK(first_error(
            "retile_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8)), ():())")
            .code == ErrorCode::arguments);
}

TEST_CASE("pictures of what was made from a layout without modes") {
  Workspace workspace;
  REQUIRE(workspace.evaluate("flat_divide(():(), (_4,_8):(_0,_0))", IntegerMode::cute).bindings.size() == 1);
  const auto views = workspace.views(0);
  REQUIRE(views);
  for (const OfferedView& offered : *views) {
    View view;
    view.picture = offered.picture;
    const auto scene = workspace.scene(0, view);
    if (!scene) continue;
    for (const std::int64_t offset : scene->offsets) CHECK(offset == 0);
  }
}

TEST_CASE("a domain of negative extents is not walked through") {
  for (const std::string_view program : {"inner_partition(make_identity_tensor((8,8)), <_-1,2>, (1,2))",
                                         "inner_partition(make_identity_tensor((_-1,_-1)), <_-1,_-1>, (_-1,_-1))",
                                         "left_inverse((_4,_2):(_-1,_16))", "left_inverse((_4,_2):(-1,_16))"}) {
    for (const IntegerMode mode : {IntegerMode::cute, IntegerMode::teaching}) {
      Workspace workspace;
      if (workspace.evaluate(program, mode).bindings.empty()) continue;
      CAPTURE(program);
      CHECK_FALSE(workspace.scene(0, {}));
      (void)workspace.verdict(0);
      (void)workspace.analyze(0, "half_t");
    }
  }
}

TEST_CASE("printing: a side may be long although the other is 0") {
  for (const std::string_view layout :
       {"(_999999937,_0):(_2,_3)", "(_0,_999999937):(_2,_3)", "(16777216,0):(2,3)", "(4611686018427387904,0):(1,1)"}) {
    for (const std::string_view function : {"print_layout", "print_latex", "print_svg", "print2D"}) {
      const Error e = first_error(cat(function, '(', layout, ')'));
      CAPTURE(english(e.message));
      CHECK(e.code == ErrorCode::too_large);
      CHECK_FALSE(e.hint.empty());
    }
    const Error e = first_error(cat("print_tensor(counting_iter(0) o ", layout, ')'));
    CHECK(e.code == ErrorCode::too_large);
    Workspace workspace;
    workspace.evaluate(layout, IntegerMode::cute);
    for (const std::string_view format : {"ascii", "cute_latex", "python", "svg", "text", "latex", "json", "figure"}) {
      const auto text = workspace.emit(0, format, {});
      CAPTURE(format);
      if (text) CHECK(text->size() < 100'000);
    }
  }
  CHECK(first_error("print_latex_tv(make_identity_tensor((2,2)), (0,999999999))").code == ErrorCode::too_large);
  CHECK(first_error("print_tensor(counting_iter(0) o (0,1,1,999999999):(1,1,1,1))").code == ErrorCode::too_large);
  // A coordinate is made leaf by leaf.
  CHECK(first_error("print_tensor(make_identity_tensor(((5,5,(2,5,2),5),(2,5,2),5)))").code == ErrorCode::too_large);
  CHECK(last("print_tensor(make_identity_tensor((256,64)))").size() > 100'000);
  // Empty outputs, and those that just fit, are printed.
  CHECK(last("print_layout((3,0):(1,1))").starts_with("(3,0):(1,1)\n"));
  CHECK(last("print_layout((262144,1):(1,1))").size() > 1'000'000);
}

TEST_CASE("budget: what a program asks for too often is refused on its line, and the rest keeps its values") {
  const std::string picture = "print_svg(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1)))\n";
  const Evaluation e = evaluate(times(picture, 2'000) + "A = (4,8):(1,4)\nsize(A)", IntegerMode::cute);
  REQUIRE_FALSE(e.errors.empty());
  CHECK(e.errors[0].message == more_work);
  CHECK_FALSE(e.errors[0].hint.empty());
  std::uint64_t bytes = 0;
  for (const Binding& b : e.bindings) bytes += b.value.is<Text>() ? b.value.as<Text>()->text.size() : 0;
  CHECK(bytes > 1'000'000);
  CHECK(bytes <= max_program_text);
  CHECK(to_text(e.bindings.back().value) == "32");  // after all refused statements
}

TEST_CASE("budget: what goes from one end of memory to the other is charged for it") {
  for (const std::string line :
       {"cycles((1021,1019):(1019,1))\n", "is_injective(Sw<3,4,3> o 0 o (1024,1024):(1000003,7))\n"}) {
    CAPTURE(line);
    std::string program;
    for (int i = 0; i < 40; ++i) program += line;
    CHECK(evaluate(program, IntegerMode::cute).bindings.size() <= 8);
  }
}

TEST_CASE("budget: the properties of many large values are looked into as far as it goes") {
  std::string program;
  for (int i = 0; i < 20; ++i) program += cat("((_32,_32),(_16,_64)):((_1025,_3),(_32769001,_", 37 + i, "))\n");
  Workspace workspace;
  REQUIRE(workspace.evaluate(program, IntegerMode::cute).bindings.size() == 20);
  const auto injective = [&](int binding) {
    const auto properties = workspace.properties(binding);
    REQUIRE(properties);
    for (const Property& p : *properties) {
      if (p.name == "injective") return p.value;
    }
    return Message();
  };
  CHECK(injective(0) == "no");
  CHECK(injective(19) == "not checked");
}

TEST_CASE("budget: to tell the line of what is left out costs no walk through the program") {
  constexpr std::string_view head = "template <class T>\nvoid f(T x) {\nauto n = x.load();";
  const std::string programs[] = {cat(head, '\n', times("auto y = make_layout(n);\n", 10'000), "}\n"),
                                  cat(head, times("auto y = make_layout(n);", 10'000), "}\n"),
                                  cat(head, times("auto y = x.load();", 13'000), "L = 4:1;}\n")};
  for (const std::string& program : programs) {
    Workspace workspace;
    CHECK(seconds_of([&] { workspace.evaluate(program, IntegerMode::cute); }) < 1);  // with a walk each it takes six
    CHECK(workspace.report().left_out == "skipped because it is not about layouts: line 3");
  }
}

TEST_CASE("budget: branches that bind nothing take time by their number, not by its square") {
  std::string program = "import cutlass.cute as cute\ndef f(n):\n  if n == 0:\n    print(n)\n";
  for (int i = 0; i < 8000; ++i) program.append("  elif n == 1:\n    print(n)\n");
  CHECK(seconds_of([&] { evaluate(program, IntegerMode::cute); }) < 1);
}

TEST_CASE("budget: an order of many modes takes time by the square of them") {
  const std::string program = cat("make_layout_like((1", times(",1", 3'999), "):(0", times(",0", 3'999), "))");
  std::string text;
  CHECK(seconds_of([&] { text = last(program); }) < 3);
  CHECK(text.starts_with("(1,1,"));
}

TEST_CASE("budget: few macros that stand for much text are refused where it is too much, and the rest is read") {
  const auto doubled = [](std::string_view of, std::string_view sign) {
    std::string out = cat("#define a0 ", of, "\n");
    for (int i = 1; i < 40; ++i) out += cat("#define a", i, " a", i - 1, sign, "a", i - 1, "\n");
    return out + "A = 4:1\nauto x = a39;\nB = 8:1";
  };
  for (const std::string& program : {doubled("1", "+"), doubled("", " ")}) {
    Evaluation e;
    CHECK(seconds_of([&] { e = evaluate(program, IntegerMode::cute); }) < 2);
    REQUIRE_FALSE(e.errors.empty());
    CHECK(e.errors[0].message == cat("with its macros and aliases expanded the program is longer than the limit of ",
                                     max_program_bytes, " bytes"));
    CHECK(program.substr(e.errors[0].span.begin, 3) == "a39");
    CHECK(to_text(e.bindings.front().value) == "4:1");
    CHECK(to_text(e.bindings.back().value) == "8:1");
  }
  const std::string many = cat(times("#define a 4\n", 20'000), "x = a");
  CHECK(seconds_of([&] { evaluate(many, IntegerMode::cute); }) < 1);
}

TEST_CASE("budget: arguments of macros and templates that nothing closes are looked for as far as it goes") {
  const std::string programs[] = {
      times("template <", 20'000), cat("#define f(x, y) (x+y)\nauto z = ", times("f(1,", 20'000), "1)"),
      cat("template <int N> using L = Layout<Shape<Int<N>>>;\nauto y = ", times("L<", 50'000), "4>"),
      cat("#define f(x) x\nauto y = ", times("f(", 50'000))};
  for (const std::string& program : programs)
    CHECK(seconds_of([&] { evaluate(program, IntegerMode::cute); }) < 2);  // 30 and more if each scans to the end
}

TEST_CASE("budget: a picture of three operands is refused before the first of them is made") {
  const std::string mma =
      "m = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))\n";
  Budget budget = max_program_budget;
  evaluate(mma, IntegerMode::cute, budget);
  const std::uint64_t before = max_program_budget.steps_left() - budget.steps_left();
  budget = max_program_budget;
  const Evaluation e = evaluate(cat(mma, "print_svg(m)"), IntegerMode::cute, budget);
  REQUIRE(e.errors.size() == 1);
  CHECK(e.errors[0].message == "print_svg: the limit is 262144 cells");
  CHECK(max_program_budget.steps_left() - budget.steps_left() < before + 500'000);
}

TEST_CASE("budget: heads and bodies of functions that nothing ends are looked for as far as it goes") {
  for (const std::string_view part : {"auto f(int m) {", "auto f(int m) { return ", "{def f():\n  def f():\n"}) {
    CAPTURE(part);
    const std::string program = times(part, 200'000 / part.size());
    CHECK(seconds_of([&] { evaluate(program, IntegerMode::cute); }) < 1);  // 2 to 12 if each scans to the end
  }
}

TEST_CASE("budget: pieces of a remainder look for brackets within themselves") {
  const std::string program = times("Sw<3,4,3>_smem_ptr[16b](", 8'000);
  CHECK(seconds_of([&] { evaluate(program, IntegerMode::cute); }) < 0.5);  // 1.5 if each piece scans the text after it
}

TEST_CASE("budget: items of words are not parsed one by one") {
  const std::string program = times("- a b\n", 41'000);
  CHECK(seconds_of([&] { evaluate(program, IntegerMode::cute); }) < 2);  // 3 if each is read as a statement
}

TEST_CASE("budget: lists that nothing closes are looked for as far as it goes") {
  for (const std::string_view line :
       {"sizes: [4\n", "rank = 2 sizes = [4\n", "BlockedLayout([1\n", "T.alloc_shared((4\n"}) {
    CAPTURE(line);
    const std::string program = times(line, 250'000 / line.size());
    CHECK(seconds_of([&] { evaluate(program, IntegerMode::cute); }) < 1);  // 2 if each line scans the text after it
  }
}

TEST_CASE("budget: grids without their layouts are named in time by their number, not by its cube") {
  const std::string program = times("       0   1 \n    +---+---+\n 0  | 0 | 1 |\n", 3'600);
  CHECK(seconds_of([&] { evaluate(program, IntegerMode::cute); }) < 5);  // 14 and more when each counts from 1
}

TEST_CASE("budget: what fails has cost what it did") {
  // 2^20 offsets are enumerated before an argument turns out to be wrong: a few times are enough to test it.
  const std::string search = "best_swizzle<16>(L, (_1024,_1024):(_1024,_1), 5)\n";
  Budget budget = max_program_budget;
  const Evaluation one = evaluate("L = (_1048576,_1):(_1,_1)\n" + search, IntegerMode::cute, budget);
  REQUIRE(one.errors.size() == 1);
  CHECK(one.errors[0].message == "best_swizzle: the third argument must be a layout, not the integer 5");
  CHECK(max_program_budget.steps_left() - budget.steps_left() > std::uint64_t{1} << 20);
  const Evaluation many = evaluate("L = (_1048576,_1):(_1,_1)\n" + times(search, 3'000), IntegerMode::cute);
  REQUIRE_FALSE(many.errors.empty());
  CHECK(many.errors.back().message == more_work);
  std::size_t wrong = 0;
  for (const Error& error : many.errors) wrong += error.code == ErrorCode::arguments;
  CHECK(wrong < 100);
}

}  // namespace stridescope
