// The window's words in the chosen language, each looked up as a whole. A word without a translation is shown in
// English.
#include "desktop/view/words.h"

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/app/languages.h"
#include "core/base/json_fields.h"
#include "core/data/embedded.h"

namespace stridescope::desktop {
namespace {

using Table = std::unordered_map<std::string, std::string>;

Language spoken = Language::english;

Table read(std::string_view text) {
  Table out;
  const auto words = nlohmann::json::parse(text, nullptr, false);
  if (!words.is_object()) return out;
  for (const auto& [key, value] : words.items()) out[key] = fields::text(value).value_or("");
  return out;
}

// What stands in the code.
const Table& chinese_words() {
  static const Table table = read(embedded_words_zh);
  return table;
}

// The page's words, by what they are in English.
const Table& chinese_strings() {
  static const Table table = [] {
    Table out;
    const Table chinese = read(embedded_strings_zh);
    for (const auto& [key, english] : read(embedded_strings_en)) {
      if (const auto found = chinese.find(key); found != chinese.end()) out[english] = found->second;
    }
    return out;
  }();
  return table;
}

std::string in_chinese(const std::string& text) {
  for (const Table* table : {&chinese_words(), &chinese_strings()}) {
    if (const auto found = table->find(text); found != table->end()) return found->second;
  }
  const std::string* said = catalog().find(text);
  return said != nullptr ? *said : text;
}

}  // namespace

Language language() { return spoken; }
void speak(Language next) { spoken = next; }
const Catalog& catalog() { return *catalog_of(spoken == Language::chinese ? "zh" : "en"); }

const char* tr(std::string_view english) {
  static std::unordered_map<std::string, std::string> kept[2];
  auto& table = kept[static_cast<std::size_t>(spoken)];
  const std::string text(english);
  const auto known = table.find(text);
  if (known != table.end()) return known->second.c_str();
  // Words are few; texts with numbers in them are endless.
  if (table.size() > 20000) table.clear();
  return table.emplace(text, spoken == Language::chinese ? in_chinese(text) : text).first->second.c_str();
}

const char* tr(const Message& message) {
  static std::unordered_map<std::string, std::string> kept[2];
  auto& table = kept[static_cast<std::size_t>(spoken)];
  std::string text = english(message);
  const auto known = table.find(text);
  if (known != table.end()) return known->second.c_str();
  if (table.size() > 20000) table.clear();
  std::string shown = render(message, catalog());
  return table.emplace(std::move(text), std::move(shown)).first->second.c_str();
}

const char* page_word(std::string_view key) {
  static const Table tables[] = {read(embedded_strings_en), read(embedded_strings_zh)};
  const Table& table = tables[static_cast<std::size_t>(spoken)];
  const auto found = table.find(std::string(key));
  return found == table.end() ? "?" : found->second.c_str();
}

std::string shown(const Message& message) { return tr(message); }

std::string tr(std::string_view english, std::string_view name, std::string_view value) {
  std::string out = tr(english);
  const std::string key = "{" + std::string(name) + "}";
  for (std::size_t at = out.find(key); at != std::string::npos; at = out.find(key, at + value.size()))
    out.replace(at, key.size(), value);
  return out;
}

std::string all_chinese_words() {
  std::string out;
  for (const Table* table : {&chinese_strings(), &chinese_words()}) {
    for (const auto& entry : *table) out += entry.second;
  }
  out += embedded_messages_zh;
  return out;
}

}  // namespace stridescope::desktop
