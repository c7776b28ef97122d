// Nothing that is pasted vanishes: each token lies in a binding, in a listed remainder or on a line of an error, and a
// layout is never a remainder. Over the fragments of tests/paste and their mutations.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "core/analysis/compared.h"
#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/value/print.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

// The fragments of a file of tests/paste, without the lines of their results.
std::vector<std::string> fragments_of(const std::string& name) {
  std::ifstream in("tests/paste/" + name, std::ios::binary);
  REQUIRE(in);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::vector<std::string> out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = cut_line(rest);
    if (line.starts_with("=== ")) {
      out.emplace_back();
    } else if (!line.starts_with("=>") && !line.starts_with("~>") && !line.starts_with("!>") && !out.empty()) {
      append_all(out.back(), line, '\n');
    }
  }
  for (std::string& one : out) one = std::string(trimmed(one));
  return out;
}

std::string replaced(std::string text, std::string_view from, std::string_view by) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), by);
}

// Texts that differ from the fragment as what people paste does: words around it, lines joined, lines cut, types that
// nothing defines.
std::vector<std::string> mutations(const std::string& text) {
  std::vector<std::string> out = {
      text,
      "I have " + text,
      "the output is\n" + text,
      text + " is what it prints",
      text + "\nand this is what it prints",
      replaced(text, "\n", " "),
      text.substr(0, text.size() / 2),
      text.substr(0, text.size() * 3 / 4),
      replaced(replaced(replaced(text, "half_t", "my_type_t"), "f16", "f17"), "float", "real"),
      "frob_t x = frobnicate(y);\n" + text,
      text + "; some words here"};
  const std::size_t first = text.find('\n');
  if (first != std::string::npos) {
    const std::size_t last = text.rfind('\n');
    out.push_back(text.substr(first + 1));
    out.push_back(text.substr(0, last));
    out.push_back(text.substr(0, first) + "\nwords between the lines" + text.substr(first));
    if (last > first) out.push_back(text.substr(0, first) + text.substr(last));
  }
  return out;
}

std::vector<Span> tokens_of(std::string_view text) {
  std::vector<Span> out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == i) ++end;
    if (!is_blank(text[i])) out.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(end)});
    i = end;
  }
  return out;
}

void fill(std::vector<bool>& bytes, Span span) {
  for (std::size_t i = span.begin; i < std::min<std::size_t>(span.end, bytes.size()); ++i) bytes[i] = true;
}

// The whole lines that the span touches.
Span lines_of(std::string_view text, Span span) {
  const std::size_t begin = span.begin == 0 ? 0 : text.rfind('\n', span.begin - 1) + 1;  // npos + 1 is 0
  const std::size_t end = std::min(text.find('\n', std::max(span.begin, span.end)), text.size());
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

bool is_layout(std::string_view text) {
  const Evaluation e = evaluate(text, IntegerMode::cute);
  if (!e.errors.empty() || e.bindings.size() != 1 || !e.remainders.empty()) return false;
  const Value& value = e.bindings[0].value;
  return value.is<Layout>() || value.is<ComposedLayout>() || value.is<Tensor>();
}

// A layout in a text without a value; empty if absent.
std::string_view layout_in(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '(' || (i > 0 && is_word(text[i - 1]))) continue;
    const std::size_t shape = past_bracket(text, i);
    if (shape == std::string_view::npos || !text.substr(shape).starts_with(":(")) continue;
    const std::size_t stride = past_bracket(text, shape + 1);
    if (stride == std::string_view::npos) continue;
    const std::string_view one = text.substr(i, stride - i);
    if (is_layout(one)) return one;
  }
  return {};
}

// These parts are read, or what evaluates alone is not the layout of the text.
bool is_understood(RemainderKind kind) {
  static constexpr RemainderKind kinds[] = {
      RemainderKind::comment, RemainderKind::grid,   RemainderKind::repeated,    RemainderKind::inlined,
      RemainderKind::failed,  RemainderKind::waits,  RemainderKind::passed_over, RemainderKind::directive,
      RemainderKind::branch,  RemainderKind::header, RemainderKind::condition,
  };
  return std::find(std::begin(kinds), std::end(kinds), kind) != std::end(kinds);
}

struct Tally {
  int fragments = 0;
  std::size_t tokens = 0;
  std::size_t bound = 0;
  std::size_t unread = 0;
  std::size_t pairs = 0;     // of layouts that the text seems to compare
  std::size_t compared = 0;  // those that differ
};

// mixed: of parts of several fragments, so that a statement of a source may hold other text.
void check(const std::string& text, Tally& tally, bool mixed = false) {
  const Evaluation e = evaluate(text, IntegerMode::cute);
  std::vector<bool> bound(text.size());
  for (const Binding& b : e.bindings) fill(bound, b.span);
  std::vector<Error> errors;
  tally.pairs += parse(text, errors).pairs.size();
  for (const Binding& b : e.bindings) tally.compared += b.value.is<Compared>() ? 1 : 0;
  std::vector<bool> covered = bound;
  std::vector<bool> unread(text.size());
  for (const Remainder& one : e.remainders) {
    fill(covered, one.span);
    CHECK_FALSE(remainder_reason(one.kind).empty());
    if (one.kind == RemainderKind::unread) fill(unread, one.span);
    const bool code = one.kind == RemainderKind::statement || one.kind == RemainderKind::structure;
    if (is_understood(one.kind) || (mixed && code)) continue;
    const std::string_view layout =
        layout_in(std::string_view(text).substr(one.span.begin, one.span.end - one.span.begin));
    CHECK_MESSAGE(layout.empty(), text, "\n  remainder (", english(remainder_reason(one.kind)), "): ", layout);
  }
  for (const Error& error : e.errors) fill(covered, lines_of(text, error.span));
  ++tally.fragments;
  std::string lost;
  for (const Span token : tokens_of(text)) {
    ++tally.tokens;
    tally.bound += bound[token.begin] ? 1 : 0;
    tally.unread += unread[token.begin] ? 1 : 0;
    if (!covered[token.begin])
      append_all(lost, ' ', std::string_view(text).substr(token.begin, token.end - token.begin));
  }
  CHECK_MESSAGE(lost.empty(), text, "\n  lost:", lost);
}

std::string words_of(std::string_view program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  std::string out;
  for (const Remainder& one : e.remainders) {
    if (remainder_note(one.kind) == RemainderNote::quiet) continue;
    append_all(out, out.empty() ? "" : "|", program.substr(one.span.begin, one.span.end - one.span.begin));
  }
  return out;
}

std::string values_of(std::string_view program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  std::string out;
  for (const Binding& b : e.bindings) append_all(out, b.name, b.name.empty() ? "" : " = ", to_text(b.value), '\n');
  for (const Error& error : e.errors) append_all(out, "error: ", english(error.message), '\n');
  return out;
}

}  // namespace

TEST_CASE("paste: each token lies in a binding, a remainder or an error, and no layout is a remainder") {
  Tally tally;
  for (const std::string name : {"corpus.txt", "wrong.txt", "messages.txt"}) {
    for (const std::string& fragment : fragments_of(name)) {
      for (const std::string& text : mutations(fragment)) check(text, tally);
    }
  }
  CHECK(tally.fragments >= 2000);
  // The reader of 66d37822 bound 81,617 of 142,366 tokens of these texts, as that of 037bc165 did.
  CHECK(tally.bound >= 81'617);
  // The fragment "expected and actual" and nine of its mutations; no other text compares two layouts.
  CHECK(tally.pairs == 10);
  CHECK(tally.compared == 10);
  MESSAGE(tally.fragments, " fragments, ", tally.tokens, " tokens, ", tally.bound, " in bindings, ", tally.unread,
          " not understood, ", tally.pairs, " pairs, ", tally.compared, " compared");
}

TEST_CASE("paste: mixtures of fragments lose no token") {
  std::vector<std::string> fragments;
  for (const std::string name : {"corpus.txt", "wrong.txt", "messages.txt"}) {
    for (std::string& one : fragments_of(name)) fragments.push_back(std::move(one));
  }
  std::uint64_t state = 43;
  const auto below = [&](std::size_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state >> 33) % n);
  };
  constexpr int mixtures = 2000;
  constexpr std::string_view marks = " \n;:,()<>[]{}o_#/\"'=%!.0a";
  Tally tally;
  for (int k = 0; k < mixtures; ++k) {
    std::string text = fragments[below(fragments.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
      const std::string& other = fragments[below(fragments.size())];
      const std::size_t at = below(text.size() + 1);
      const std::size_t length = below(20);
      switch (below(5)) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, text.substr(at, length));
          break;
        case 2:
          text.insert(at, other.substr(below(other.size()), 3 * length));
          break;
        case 3:
          text.insert(at, 1, marks[below(marks.size())]);
          break;
        default:
          append_all(text, '\n', other);
      }
    }
    check(text, tally, true);
  }
  CHECK(tally.fragments == mixtures);
}

TEST_CASE("paste: the reasons of remainders are one list") {
  std::set<std::string> reasons;
  std::size_t kinds = 0;
#define REMAINDER(kind, note, reason) \
  ++kinds;                            \
  reasons.insert(english(remainder_reason(RemainderKind::kind)));
#include "core/lang/remainders.def"
  CHECK(kinds == reasons.size());
  CHECK(kinds <= 40);
}

TEST_CASE("paste: the whole chain behind a swizzle is read, and the words around it are listed") {
  CHECK(values_of("Swizzle<3,4,3> o smem_ptr[16b] o (8,64):(64,1)") ==
        "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)\n");
  const std::string_view words = "I have sA = Swizzle<3,4,3> o (8,64):(64,1)";
  CHECK(values_of(words) == "sA = Sw<3,4,3> o _0 o (8,64):(64,1)\n");
  CHECK(words_of(words) == "I have");
  const std::string_view two = "The layout of sA is (8,64):(64,1) and that of sB is (_64,_8):(_1,_64).";
  CHECK(values_of(two) == "(8,64):(64,1)\n(_64,_8):(_1,_64)\n");
  CHECK(words_of(two) == "The layout of sA is|and that of sB is");
  CHECK(values_of("Swizzle<3,4,3> o smem_ptr[1b] o (8,1024):(1024,1)") ==
        "Sw<3,4,3> o smem_ptr[1b](unset) o (8,1024):(1024,1)\n");
  // A program of the language with a mistake is not a sentence.
  CHECK(values_of("(4,8):(8,1) composition (4,2)").starts_with("error: "));
  CHECK(values_of("A = (4,8):(8,1) and more").starts_with("error: "));
}

TEST_CASE("paste: descriptors of wgmma are tensors of 16-byte units") {
  const std::string_view text = "tCrA: GMMA::DescriptorIterator o (_1,_2,(_4,_2)):(_0,_1024,(_2,_2048))";
  CHECK(values_of(text) == "tCrA = smem_ptr[128b](?) o (_1,_2,(_4,_2)):(_0,_1024,(_2,_2048))\n");
  const Evaluation e = evaluate(text, IntegerMode::cute);
  REQUIRE(e.notes.size() == 1);
  CHECK(english(e.notes[0]) ==
        "the strides (0,1024,(2,2048)) count units of 16 bytes: (0,16384,(32,32768)) bytes, or (0,8192,(16,16384)) "
        "elements of 16 bits");
}

TEST_CASE("paste: a copy atom without its reference layout has that of its destination") {
  const std::string text =
      "Copy Atom\n  ThrID:         32:1\n  TV Layout Src: ((2,2,4,2),16):((16,128,32,256),1)\n"
      "  TV Layout Dst: ((4,8),(1,2,2,4)):((32,1),(1,16,8,128))\n  Value type:    i8";
  CHECK(values_of(text).find("ValLayoutRef: ((_4,_8),(_1,_2,_2,_4))") != std::string::npos);
  CHECK(evaluate(text, IntegerMode::cute).notes.size() == 1);
}

TEST_CASE("paste: arrays of C++ are the pointers of their tensors") {
  CHECK(values_of("float sa[12], da[6];\nTensor src = make_tensor(&sa[0], Shape<_4,_3>{});") ==
        "sa = ptr[32b](?)\nsrc = ptr[32b](?) o (_4,_3):(_1,_4)\n");
  CHECK(values_of("float sa[12], da[6];\nA = 4:1") == "A = 4:1\n");
  CHECK(words_of("float sa[12], da[6];\nA = 4:1") == "float sa[12], da[6]");
}

TEST_CASE("paste: fragments of TileLang are read behind the words of its message") {
  const std::string text =
      "Layout infer conflict between A_local and B_local in T.Parallel loop:\n"
      "    loop Fragment([8, 4] -> [4], replicate: 1, thread: 8, forward_thread: _i, forward_index: [_j])\n"
      "    fragment Fragment([8, 4] -> [4], replicate: 1, thread: 8, forward_thread: _i, forward_index: [_j])";
  const Evaluation e = evaluate(text, IntegerMode::cute);
  CHECK(e.errors.empty());
  REQUIRE(e.bindings.size() == 2);
  CHECK(e.bindings[0].name == "loop");
  CHECK(e.bindings[1].name == "fragment");
  CHECK(words_of(text).starts_with("Layout infer conflict"));
}

TEST_CASE("paste: buffers of TileLang's shared memory") {
  CHECK(values_of("A = T.alloc_shared((128, 32), \"float16\")") == "A = (_128,_32):(_32,_1)\n");
  // The line before is not a part of the name.
  CHECK(values_of("n = 128\nk = 32\nA = T.alloc_shared((n, k // 2), dtype)") ==
        "n = 128\nk = 32\nA = (_128,_16):(_16,_1)\n");
  // The default of a parameter is the example.
  CHECK(values_of("import tilelang.language as T\ndef f(block_M=128, block_K: int = 32):\n"
                  "    A = T.alloc_shared((block_M, block_K // 2), dtype)\n") == "A = (_128,_16):(_16,_1)\n");
  CHECK(values_of("import tilelang.language as T\ndtype: str = \"float16\"\nA = T.alloc_shared((8, 64), dtype)\n"
                  "T.annotate_layout({A: make_swizzled_layout(A)})")
            .find("A_annotated = Sw<3,3,3> o _0 o (_8,_64):(_64,_1)\n") != std::string::npos);
}

TEST_CASE("paste: operations of Triton report what their types name") {
  const auto kinds = [](std::string_view program) {
    std::set<RemainderKind> out;
    for (const Remainder& one : evaluate(program, IntegerMode::cute).remainders) out.insert(one.kind);
    return out;
  };
  const std::string store = "tt.store %10, %12 : tensor<128x64x!tt.ptr<f16>, #blocked>";
  CHECK(kinds(store) == std::set{RemainderKind::undefined});
  CHECK(kinds("#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = "
              "[1, 0]}>\n" +
              store) == std::set{RemainderKind::typed});
}

TEST_CASE("paste: layouts in lines of a message are read") {
  const std::string text =
      "see sA = Layout<Shape<_4,_8>,Stride<_8,_1>>{} of (8,8):(8,1)\n"
      "where gmem_ptr[](0x7f5e7a000000) o (128,64):(64,_1) is read";
  CHECK(values_of(text) == "sA = (_4,_8):(_8,_1)\n(8,8):(8,1)\n(128,64):(64,_1)\n");
  // An operation of Triton does not take the types of CuTe DSL with it.
  CHECK(values_of("tt.store %10, %12 : tensor<128x64x!tt.ptr<f16>, #blocked>\n"
                  "%lay = cute.make_layout(%shape, %stride) : !cute.layout<\"(128,64):(64,1)\">") ==
        "(_128,_64):(_64,_1)\n");
  // Lines below the name of an operation repeat it.
  CHECK(words_of("SM75_U32x1_LDSM_N\n  ThrID:        _32:_1\n  BitLayoutRef: (_32,_32):(_32,_1)").empty());
}

TEST_CASE("paste: an atom of Intel is not taken for one of NVIDIA") {
  CHECK(english(first_error("MMA_Atom<XE_8x16x16_F32BF16BF16F32_TT>").hint) ==
        "did you mean 'XE_DPAS_TT<8,float,bfloat16_t,bfloat16_t,float>'?");
  CHECK(english(first_error("A = MMA_Atom<XE>").hint).find("SM") == std::string::npos);
}

TEST_CASE("paste: lines of words are counted by line breaks") {
  CHECK(english(first_error("one two three here; four five six here; seven eight nine here\nten eleven twelve here")
                    .message) == "2 lines of words without a layout or a statement");
}

}  // namespace stridescope
