// The gallery: every program runs, and every picture that it names is available and can be drawn.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "core/data/gallery.h"
#include "core/records/records.h"
#include "core/render/render.h"
#include "core/value/print.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

const GalleryEntry* entry_of(std::string_view group, std::string_view id) {
  for (const GalleryEntry& entry : gallery()) {
    if (entry.group == group && entry.id == id) return &entry;
  }
  return nullptr;
}

int binding_of(const Workspace& w, std::string_view name) {
  for (std::size_t i = w.report().bindings.size(); i-- > 0;) {
    if (w.report().bindings[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

TEST_CASE("gallery: every program evaluates in both integer modes") {
  CHECK(gallery().size() > 40);
  std::set<std::string> ids;
  for (const GalleryEntry& entry : gallery()) {
    const std::string id = std::string(entry.group) + "/" + std::string(entry.id);
    CAPTURE(id);
    CHECK(ids.insert(id).second);
    CHECK_FALSE(entry.title.empty());
    CHECK(entry.title.size() <= 48);
    CHECK(entry.about.ends_with('.'));
    CHECK_FALSE(entry.program.empty());
    // The answer to a posted problem may be an error (test_posted_problems.cpp).
    if (entry.group == "problems") continue;
    CHECK_FALSE(entry.views.empty());
    for (const IntegerMode mode : {IntegerMode::cute, IntegerMode::teaching}) {
      Workspace w;
      for (const Diagnostic& d : w.evaluate(entry.program, mode).diagnostics) FAIL_CHECK(english(d.message));
    }
  }
}

TEST_CASE("gallery: comments have the reader's language, and nothing else of a program changes") {
  const auto entries = door::entries();
  for (std::size_t i = 0; i < entries.size(); ++i) CHECK(english(entries[i].program) == gallery()[i].program);
  const std::vector<std::pair<std::string, std::string>> sentences = {
      {"B walks over the elements of A", "B 在 A 的元素上走"}};
  const Catalog catalog(sentences);
  CHECK(render(entries.front().program, catalog).starts_with("# B 在 A 的元素上走\nA = (6,2):(8,2)\nB = "));
}

TEST_CASE("gallery: the transposition shows the conflict that its text tells of, and both mends") {
  const GalleryEntry* entry = entry_of("kernels", "transpose");
  REQUIRE(entry != nullptr);
  Workspace w;
  w.evaluate(entry->program, IntegerMode::teaching);
  const auto conflict = [&](std::string_view name) {
    const int binding = binding_of(w, name);
    REQUIRE(binding >= 0);
    const Value& value = w.report().bindings[static_cast<std::size_t>(binding)].value;
    return to_text(value, IntegerMode::teaching).find("32-way") != std::string::npos;
  };
  CHECK(conflict("plain"));
  for (const std::string_view name : {"store", "padded", "swizzled"}) CHECK_FALSE(conflict(name));
}

TEST_CASE("gallery: every picture is on offer as it is named, and can be drawn") {
  for (const GalleryEntry& entry : gallery()) {
    Workspace w;
    w.evaluate(entry.program, IntegerMode::teaching);
    for (const GalleryEntry::View& named : entry.views) {
      CAPTURE(entry.id);
      CAPTURE(named.name);
      const int binding = binding_of(w, named.name);
      REQUIRE(binding >= 0);
      const auto view = w.view(binding, named.view);
      REQUIRE(view.has_value());
      const View wanted = parse_view(named.view, *view);
      CHECK(view->picture == wanted.picture);
      CHECK(view->label == wanted.label);
      CHECK(view->color == wanted.color);
      const auto scene = w.scene(binding, *view);
      REQUIRE(scene.has_value());
      CHECK(scene->rows * scene->cols > 0);
      if (scene->labelled()) CHECK(paint(*scene, {true}).has_value());
    }
  }
}

// The figures of the tutorials, by their subjects.
TEST_CASE("gallery: the values of the figures") {
  struct Row {
    const char* group;
    const char* id;
    const char* name;
    const char* text;
    Picture picture;
  };
  for (const Row& row : {
           Row{"S1", "composition1", "R", "(3,(2,4)):(236,(26,1))", Picture::parent},
           Row{"S1", "composition2", "R", "(3,(4,2)):(59,(13,1))", Picture::parent},
           Row{"S1", "complement1", "C", "(3,2):(2,12)", Picture::codomain},
           Row{"S1", "divide1", "R", "((2,2),(2,3)):((4,1),(2,8))", Picture::parent},
           Row{"S1", "divide2", "R", "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))", Picture::parent},
           Row{"S1", "divide3", "R", "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))", Picture::grid},
           Row{"S1", "product1", "P", "((2,2),(2,3)):((4,1),(2,8))", Picture::product},
           Row{"S1", "product2", "P", "((2,2),(4,2)):((4,1),(8,2))", Picture::product},
           Row{"S1", "product2d", "P", "((2,3),(5,4)):((5,10),(1,30))", Picture::grid},
           Row{"S1", "productblocked2d", "P", "((2,3),(5,4)):((5,10),(1,30))", Picture::grid},
           Row{"S1", "productraked2d", "P", "((3,2),(4,5)):((10,5),(30,1))", Picture::grid},
           Row{"S2", "table", "L", "(3,(2,3)):(3,(12,1))", Picture::grid},
           Row{"S3", "strips", "minus", "8:-1", Picture::strips},
           Row{"S3", "strips", "zero", "8:0", Picture::strips},
           Row{"S3", "rows", "L", "(2,3):(3,1)", Picture::strips},
           Row{"S3", "blocks", "C", "(4,(2,4)):(2,(1,8))", Picture::strips},
           Row{"S3", "coordinate", "c", "((1,3),(2,4))", Picture::grid},
           Row{"S4", "walk", "L", "(2,(2,2)):(4,(2,1))", Picture::walk},
           Row{"S4", "map", "L", "(2,(2,2)):(4,(2,1))", Picture::map},
           Row{"S4", "composition1", "C", "(4,5):(2,8)", Picture::grid},
           Row{"S4", "composition2", "C", "(4,5):(16,64)", Picture::parent},
           Row{"S4", "division", "d", "(4,(2,3)):(4,(2,16))", Picture::grid},
       }) {
    CAPTURE(row.id);
    const GalleryEntry* entry = entry_of(row.group, row.id);
    REQUIRE(entry != nullptr);
    Workspace w;
    w.evaluate(entry->program, IntegerMode::teaching);
    const int binding = binding_of(w, row.name);
    REQUIRE(binding >= 0);
    CHECK(w.report().bindings[static_cast<std::size_t>(binding)].text == row.text);
    for (const GalleryEntry::View& named : entry->views) {
      if (named.name == row.name) CHECK(parse_view(named.view, View()).picture == row.picture);
    }
  }
}

TEST_CASE("gallery: one entry is found by its id, and an unknown one is refused") {
  REQUIRE(find_entry("productraked2d") != nullptr);
  CHECK(find_entry("productraked2d") == find_entry("S1/productraked2d"));
  REQUIRE(find_entry("S1/composition") != nullptr);
  REQUIRE(find_entry("tour/composition") != nullptr);
  CHECK(find_entry("S1/composition")->program != find_entry("tour/composition")->program);
  CHECK(find_entry("nope") == nullptr);
  CHECK(gallery_picture("complement1", "", IntegerMode::cute)->starts_with("<svg"));
  const auto unknown = gallery_picture("nope", "", IntegerMode::cute);
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().code == ErrorCode::unknown_name);
  CHECK_FALSE(gallery_picture("complement1", "Z", IntegerMode::cute).has_value());
}

}  // namespace stridescope
