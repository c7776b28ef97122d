// The window's words in the chosen language; each is looked up as a whole. A word without a translation is shown in
// English.
#include "desktop/view/words.h"

#include <unordered_map>

#include "core/base/json_value.h"

namespace stridescope::desktop {
namespace {

using Table = std::unordered_map<std::string, std::string>;

const SpokenLanguage* spoken = language_of("en");

// The page's words in English by key, and the key of each English word.
struct PageWords {
  Table words, keys;
};
const PageWords& page_words() {
  static const PageWords tables = [] {
    PageWords out;
    const auto words = JsonValue::parse(embedded_strings_en);
    if (!words) return out;
    for (const auto& [key, value] : words->members()) {
      out.words[key] = value.string();
      out.keys[out.words[key]] = key;
    }
    return out;
  }();
  return tables;
}

std::string translated(const std::string& text) {
  if (const std::string* own = spoken->window.find(text)) return *own;
  const Table& keys = page_words().keys;
  if (const auto found = keys.find(text); found != keys.end()) {
    if (const std::string* word = spoken->page.find(found->second)) return *word;
  }
  const std::string* said = catalog().find(text);
  return said != nullptr ? *said : text;
}

using Tables = std::unordered_map<std::string_view, Table>;

// Words shown so far in the current language.
Table& kept(Tables& tables) {
  Table& table = tables[spoken->code];
  // Limited, since words are few, but texts with numbers are unlimited.
  if (table.size() > 20000) table.clear();
  return table;
}

// The text with values in its holes, by their names; `{one|many}` is a word for the value before it.
std::string filled(std::string_view rest, Values values) {
  std::string out;
  std::string last;
  while (!rest.empty()) {
    const std::size_t open = std::min(rest.find('{'), rest.size());
    const std::size_t close = std::min(rest.find('}', open), rest.size());
    out += rest.substr(0, open);
    if (close == rest.size()) return out;
    const std::string_view hole = rest.substr(open + 1, close - open - 1);
    rest.remove_prefix(close + 1);
    if (const std::size_t bar = hole.find('|'); bar != std::string_view::npos) {
      out += last == "1" ? hole.substr(0, bar) : hole.substr(bar + 1);
      continue;
    }
    for (const auto& [name, value] : values) {
      if (name == hole) out += last = value;
    }
  }
  return out;
}

}  // namespace

std::string_view language() { return spoken->code; }

void speak(std::string_view code) {
  const SpokenLanguage* next = language_of(code);
  spoken = next != nullptr ? next : language_of("en");
}

const Catalog& catalog() { return spoken->sentences; }

const char* tr(std::string_view english) {
  static Tables tables;
  Table& table = kept(tables);
  std::string text(english);
  const auto known = table.find(text);
  if (known != table.end()) return known->second.c_str();
  std::string shown = translated(text);
  return table.emplace(std::move(text), std::move(shown)).first->second.c_str();
}

const char* tr(const Message& message) {
  // Separate from the words: two texts that are equal in English can differ in other languages.
  static Tables tables;
  Table& table = kept(tables);
  std::string text = english(message);
  const auto known = table.find(text);
  if (known != table.end()) return known->second.c_str();
  std::string shown = render(message, catalog());
  return table.emplace(std::move(text), std::move(shown)).first->second.c_str();
}

const char* page_word(std::string_view key) {
  if (const std::string* word = spoken->page.find(key)) return word->c_str();
  const Table& english = page_words().words;
  const auto found = english.find(std::string(key));
  return found == english.end() ? "?" : found->second.c_str();
}

std::string shown(const Message& message) { return tr(message); }

std::string page_word(std::string_view key, Values values) { return filled(page_word(key), values); }

std::string tr(std::string_view english, std::string_view name, std::string_view value) {
  return filled(tr(english), {{name, std::string(value)}});
}

std::string all_words() {
  std::string out;
  for (const LanguageName& one : language_names()) out += one.name;
  return out.append(spoken->file);
}

}  // namespace stridescope::desktop
