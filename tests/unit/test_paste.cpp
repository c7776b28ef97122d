// Foreign text in the core: what we write as C++ and Python is read back, and hostile text costs no more than its cap.
// The fragments that people paste are in tests/paste/corpus.txt.
#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "core/codegen/codegen.h"
#include "core/lang/builtin.h"
#include "core/lang/demangle.h"
#include "core/lang/evaluator.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

std::string last(std::string_view program, IntegerMode mode = IntegerMode::cute) {
  const Evaluation e = evaluate(program, mode);
  if (!e.errors.empty()) return "error: " + e.errors[0].message;
  if (e.bindings.empty()) return "nothing";
  return to_text(e.bindings.back().value, mode);
}

std::string repeat(std::string_view text, std::size_t bytes = 60'000) {
  std::string out;
  while (out.size() + text.size() <= bytes) out.append(text);
  return out;
}

// The examples of all builtins as source text of a language; returns how many have a form in it.
int read_back(Language language, IntegerMode mode) {
  int count = 0;
  for (const Builtin& builtin : builtins()) {
    const Evaluation e = evaluate(builtin.example, mode);
    if (!e.errors.empty() || e.bindings.empty()) continue;
    const Value& value = e.bindings.back().value;
    // An iterator over integers is an integer in Python.
    const auto* tensor = value.as<Tensor>();
    const bool integers =
        value.is<Iterator>() || value.is<ValueTuple>() ||
        (tensor != nullptr && tensor->data.kind == Iterator::Kind::coordinate && tensor->data.position.is_integer());
    if (language != Language::cpp && integers) continue;
    // The DSL's classes of instructions are written, but not read.
    if (language == Language::dsl && value.is<Object>()) continue;
    const auto source = code(value, language);
    if (!source) continue;
    CAPTURE(builtin.name);
    CAPTURE(*source);
    CHECK(last(*source, mode) == to_text(value, mode));
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("paste: the code that we write is read back") {
  CHECK(read_back(Language::cpp, IntegerMode::cute) > 80);
  CHECK(read_back(Language::dsl, IntegerMode::teaching) > 80);
  CHECK(read_back(Language::pycute, IntegerMode::teaching) > 80);
}

TEST_CASE("paste: what a literal means depends on the integer mode only") {
  for (const std::string_view text :
       {"(2,4):(1,2)", "make_layout(make_shape(2, 4), make_stride(1, 2))", "make_layout((2,4), stride=(1,2))",
        "(2, 4) : (1, 2)", "!cute.layout<\"(2,4):(1,2)\">", "Layout((2, 4), (1, 2))"}) {
    CAPTURE(text);
    CHECK(last(text) == "(2,4):(1,2)");
    CHECK(last(text, IntegerMode::teaching) == "(2,4):(1,2)");
    CHECK(last(cat("is_static(", text, ")")) == "false");
    CHECK(last(cat("is_static(", text, ")"), IntegerMode::teaching) == "true");
  }
  CHECK(last("is_static(Layout<Shape<_2,Int<4>>,Stride<_1,C<2>>>{})") == "true");
}

TEST_CASE("paste: our own language keeps its errors") {
  CHECK(last("complemnt(4:1, 8)") == "error: unknown name 'complemnt'");
  CHECK(last("(4,8):(1,4") == "error: '(' is never closed");
  CHECK(last("4 + 4") == "error: there is no infix '+'");
  CHECK(last("\"never closed") == "error: '\"' is never closed");
}

TEST_CASE("paste: mangled names") {
  CHECK(demangle("_Z1fIN4cute1CILi128EEEEvv").starts_with("f<cute::C<128>>("));
  CHECK(demangle("_Z1fIN4cute1CILin4EEEEvT_").starts_with("f<cute::C<-4>>("));
  CHECK(demangle("_Z1fIN4cute5tupleIJNS0_1CILi2EEES3_EEEEvT_").starts_with("f<cute::tuple<cute::C<2>,cute::C<2>>>("));
  CHECK(demangle("_Z").empty());
  CHECK(demangle("nothing").empty());
  // Substitutions that double the text, sixty times.
  std::string bomb = "_Z1fIN4cute5tupleIJNS0_1CILi2EEES3_EEE";
  for (int i = 0; i < 60; ++i) bomb += cat("NS0_5tupleIJT", i == 0 ? "" : cat(i - 1), "_S4_S4_EEE");
  CHECK(demangle(bomb).size() <= max_demangled);
}

TEST_CASE("paste: hostile text ends") {
  for (const std::string_view text : {"Layout<",
                                      "cute::Layout<\n",
                                      "a::",
                                      "(int)",
                                      "Int<",
                                      "?;",
                                      "?\n",
                                      "make_layout(make_shape(",
                                      "<\"",
                                      "\"",
                                      "auto ",
                                      "_Z1fIN4cute6LayoutI",
                                      "x cute::TiledMMA<cute::MMA_Atom<Q>, cute::C<1>>\n",
                                      "TiledMMA\n  ThrID: 1:1\n",
                                      "A\nThrID: (1,2):(1,2)\n",
                                      "Swizzle<a,b,c>{};",
                                      "[",
                                      "gmem_ptr[16b](",
                                      "1:1\n 0\n +--\n",
                                      "a: 1:1\n",
                                      "a;"}) {
    CAPTURE(text);
    const Evaluation e = evaluate(repeat(text), IntegerMode::cute);
    CHECK(e.errors.size() <= 100);
  }
}

}  // namespace stridescope
