// The reference: pages on all functions, the lessons that teach them, and the search over pages, lessons and the
// gallery.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/app/languages.h"
#include "core/app/library.h"
#include "core/app/notation.h"
#include "core/functions/builtin.h"

namespace stridescope {
namespace {

app::Library library() {
  app::LessonOutline first;
  first.id = "composition";
  first.title = "Composition: picking elements";
  first.about = "A o B applies B first.";
  first.teaches = {"composition"};
  first.steps.push_back({"pick", "B picks", {}, {"composition", "coalesce"}});
  app::LessonOutline other;
  other.id = "coalesce";
  other.title = "Coalesce";
  other.about = "Fewer modes.";
  other.teaches = {"coalesce"};
  other.steps.push_back({"rules", "Three rules", {}, {"coalesce"}});
  return {{first, other}, {{"complement", "补", "The layout of the rest.", "complement/rest"}}};
}

std::vector<std::string> places(const std::vector<app::Found>& found) {
  std::vector<std::string> out;
  for (const app::Found& one : found) out.push_back(one.place);
  return out;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

TEST_CASE("library: every function and every notation has a page with what its example comes to") {
  std::vector<std::string> names;
  for (const Builtin& function : builtins()) names.emplace_back(function.name);
  for (const Notation& notation : notations()) {
    CHECK(find_builtin(notation.name) == nullptr);  // its page would not be found
    names.emplace_back(notation.name);
  }
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto page = app::reference_page(name, {}, english_catalog());
    REQUIRE(page);
    CHECK_FALSE(page->signature.empty());
    CHECK((page->title == name || page->title == page->signature));
    CHECK_FALSE(page->documentation.empty());
    CHECK_FALSE(page->example.empty());
    REQUIRE(!page->outcomes.empty());
    // At least one mode gives a value, and two appear only if they differ.
    CHECK((!page->outcomes.front().text.empty() || !page->outcomes.back().text.empty()));
    if (page->outcomes.size() == 2) CHECK(page->outcomes[0].text != page->outcomes[1].text);
  }
  CHECK(app::reference_page("nothing", {}, english_catalog()).error().code == ErrorCode::unknown_name);
}

TEST_CASE("library: an atom has a page, and a reader's example takes the place of a page's own") {
  const auto atom = app::reference_page("SM80_16x8x8_F32F16F16F32_TN", {}, english_catalog());
  REQUIRE(atom);
  CHECK(atom->signature.find("m16n8k8") != std::string::npos);
  CHECK(atom->svg.starts_with("<svg"));
  const auto typed = app::reference_page("size", {}, english_catalog(), "size((3,5))");
  CHECK(typed->outcomes.front().text == "15");
  const auto wrong = app::reference_page("size", {}, english_catalog(), "size((3,5)");
  REQUIRE(wrong);
  CHECK_FALSE(wrong->outcomes.front().refused.empty());
  CHECK(wrong->svg.empty());
}

TEST_CASE("library: a page tells law, derivation and where the function is taught, the lesson of its own first") {
  const auto page = app::reference_page("coalesce", library(), english_catalog());
  REQUIRE(page);
  CHECK_FALSE(page->law.empty());
  CHECK(page->derivation);
  CHECK(page->svg.starts_with("<svg"));
  REQUIRE(page->outcomes.size() == 1);  // 12:1 and _12:_1 are the same
  CHECK(page->outcomes[0].text == "_12:_1");
  CHECK(app::reference_page("size", {}, english_catalog(), "(10,2):(16,4) o (5,4):(1,5)")->outcomes.size() == 2);
  REQUIRE(page->taught.size() == 2);
  CHECK(page->taught[0].lesson == "coalesce");
  CHECK(page->taught[1].step == "pick");
  const Catalog& chinese = *catalog_of("zh");
  CHECK(render(app::reference_page("rank", library(), chinese)->documentation, chinese) == "mode 个数；整数为 1。");
}

TEST_CASE("library: a search finds what has all words, the title before what is said") {
  const auto found = places(app::search("Coalesce", library(), english_catalog()));
  REQUIRE(found.size() > 3);
  CHECK(found.front() == "coalesce");
  CHECK(has(found, "coalesce/rules"));
  CHECK(has(found, "composition/pick"));
  CHECK(places(app::search("logical divide", library(), english_catalog())).front() == "logical_divide");
  CHECK(app::search("three rules", library(), english_catalog()).front().place == "coalesce/rules");
  CHECK(app::search("mode 个数", library(), *catalog_of("zh")).front().place == "rank");
  CHECK(app::search("no such thing as this", library(), english_catalog()).empty());
  // Words of the same meaning, words without one, and of several words one that no text has.
  CHECK(has(places(app::search("out of bounds", {}, english_catalog())), "tv_predicate"));
  CHECK(has(places(app::search("swizzle bytes", {}, english_catalog())), "make_tma_atom"));
  CHECK(has(places(app::search("越界", {}, *catalog_of("zh"))), "tv_predicate"));
  CHECK_FALSE(app::search("how many threads", {}, english_catalog()).empty());
  CHECK(has(places(app::search("vectorized load", {}, english_catalog())), "vectorization"));
  CHECK(has(places(app::search("boundary", {}, english_catalog())), "tv_predicate"));
  // The whole reference, followed by the glossary.
  const auto all = app::search("  ", library(), english_catalog());
  CHECK(all.size() == builtins().size() + notations().size() + 1);
  CHECK(all.back().kind == app::Found::Kind::term);
  for (const char* word : {"补", "complement", "layout rest"}) {
    CAPTURE(word);
    const auto terms = app::search(word, library(), english_catalog());
    const auto term = std::find_if(terms.begin(), terms.end(),
                                   [](const app::Found& one) { return one.kind == app::Found::Kind::term; });
    REQUIRE(term != terms.end());
    CHECK(term->place == "complement/rest");
    CHECK(term->title == "complement · 补");
    CHECK(term->about == "The layout of the rest.");
  }
  CHECK(has(places(app::search("Int<4>", library(), english_catalog())), "static_integer"));
  CHECK(has(places(app::search("sm75 ldmatrix", library(), english_catalog())), "SM75_U32x4_LDSM_N"));
  const auto examples = app::search("products", library(), english_catalog());
  CHECK(std::any_of(examples.begin(), examples.end(),
                    [](const app::Found& one) { return one.kind == app::Found::Kind::example; }));
}

TEST_CASE("library: the functions that a program calls") {
  CHECK(app::called_functions("A = 4:1\nB = coalesce(A)\nR = A o B\nx = coalesce(size(R))") ==
        std::vector<std::string>{"coalesce", "composition", "size"});
  CHECK(app::called_functions("(((").empty());
  // For morphisms, which can be written as literals, calls mean the functions on morphisms with the same names.
  CHECK(has(app::called_functions("f = (4,5)--(1,3)-->(4,16,5)\nc = coalesce(f)"), "tract.coalesce"));
  CHECK_FALSE(has(app::called_functions("c = coalesce(4:1)"), "tract.coalesce"));
  CHECK(app::called_functions("m = morphism(L)\nh = compose(m, m)") ==
        std::vector<std::string>{"tract.morphism", "tract.compose"});
}

}  // namespace stridescope
