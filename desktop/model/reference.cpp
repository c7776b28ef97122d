// Searches and pages, asked of the application on a worker, the newest question of each kind.
#include "desktop/model/reference.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/json_fields.h"

namespace stridescope::desktop {
namespace {

// Of the worker.
constexpr int searches = 63;
constexpr int pages = 64;

}  // namespace

app::Library Reference::library() {
  app::Library out;
  for (const Course::Listed& one : course_.lessons()) out.lessons.push_back(one.outline);
  return out;
}

// The glossary for the reader: the word of the language and the other one's.
std::vector<app::Library::Term> Reference::terms() {
  const bool chinese = course_.chinese();
  std::vector<app::Library::Term> out;
  for (const auto& one : nlohmann::json::parse(glossary_file(), nullptr, false)) {
    const auto word = fields::text(one, chinese ? "zh" : "en");
    const auto other = fields::text(one, chinese ? "en" : "zh");
    const auto* meanings = fields::find(one, "meaning");
    const auto meaning = meanings != nullptr ? fields::text(*meanings, chinese ? "zh" : "en") : std::nullopt;
    auto place = fields::text(one, "lesson");
    if (!word || !other || !meaning || !place) continue;
    std::replace(place->begin(), place->end(), '#', '/');
    out.push_back({*word, *other, *meaning, *place});
  }
  return out;
}

void Reference::search(const std::string& words) {
  if (asked_ && words == words_) return;
  words_ = words;
  asked_ = true;
  searched_ = false;
  app::Library library = this->library();
  library.terms = terms();
  worker_.post(searches, [this, words, library = std::move(library), catalog = catalog_]() -> Worker::Done {
    return [this, words, catalog, found = app::search(words, library, *catalog)]() mutable {
      if (words != words_ || catalog != catalog_) return;
      found_ = std::move(found);
      searched_ = true;
    };
  });
}

void Reference::open(std::string_view name) {
  if (name == name_) return;
  name_ = name;
  changed_ = false;
  example.clear();
  page_.reset();
  picture_.reset();
  trouble_ = {};
  ++turn_;
  if (!name_.empty()) ask_page();
}

void Reference::edited() {
  changed_ = true;
  ask_page();
}

void Reference::restore() {
  changed_ = false;
  ask_page();
}

void Reference::speak(const Catalog& catalog) {
  if (catalog_ == &catalog) return;
  catalog_ = &catalog;
  asked_ = false;
  if (!name_.empty()) ask_page();
}

void Reference::ask_page() {
  worker_.post(pages,
               [this, turn = ++turn_, name = name_, library = library(), catalog = catalog_,
                example = changed_ ? example : std::string()]() -> Worker::Done {
                 auto page = app::reference_page(name, library, *catalog, example);
                 std::shared_ptr<const CardPicture> picture;
                 if (page) picture = app::page_picture(*page, *catalog);
                 return [this, turn, page = std::move(page), picture = std::move(picture)]() mutable {
                   if (turn != turn_) return;
                   if (!page) {
                     trouble_ = page.error().message;
                     return;
                   }
                   page_ = std::make_unique<app::ReferencePage>(std::move(*page));
                   picture_ = std::move(picture);
                   if (!changed_) this->example = page_->example;
                 };
               });
}

}  // namespace stridescope::desktop
