#include "desktop/view/words.h"

#include <deque>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace stridescope::desktop {
namespace {

using Table = std::unordered_map<std::string, std::string>;

Language spoken = Language::english;

const Table& chinese() {
  static const Table table = [] {
    Table out;
    const auto read = [](std::string_view text) { return nlohmann::json::parse(text, nullptr, false); };
    const auto english_words = read(embedded_strings_en);
    const auto chinese_words = read(embedded_strings_zh);
    if (english_words.is_object() && chinese_words.is_object()) {
      for (const auto& [key, value] : english_words.items()) {
        if (chinese_words.contains(key)) out[value.get<std::string>()] = chinese_words[key].get<std::string>();
      }
    }
    for (const std::string_view file : {embedded_terms_zh, embedded_words_zh}) {
      const auto terms = read(file);
      if (!terms.is_object()) continue;
      for (const auto& [key, value] : terms.items()) out[key] = value.get<std::string>();
    }
    return out;
  }();
  return table;
}

const std::string* find(const std::string& text) {
  const auto found = chinese().find(text);
  return found == chinese().end() ? nullptr : &found->second;
}

// The same words for every number.
std::string with_numbers(const std::string& text) {
  std::string pattern;
  std::deque<std::string> numbers;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] < '0' || text[i] > '9') {
      pattern.push_back(text[i++]);
      continue;
    }
    std::string number;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') number.push_back(text[i++]);
    numbers.push_back(std::move(number));
    pattern.push_back('#');
  }
  const std::string* translated = numbers.empty() ? nullptr : find(pattern);
  if (translated == nullptr) return text;
  std::string out;
  for (const char c : *translated) {
    if (c != '#' || numbers.empty()) {
      out.push_back(c);
      continue;
    }
    out += numbers.front();
    numbers.pop_front();
  }
  return out;
}

}  // namespace

Language language() { return spoken; }
void speak(Language next) { spoken = next; }

const char* tr(std::string_view english) {
  static std::unordered_map<std::string, std::string> kept[2];
  auto& table = kept[static_cast<std::size_t>(spoken)];
  const std::string text(english);
  const auto known = table.find(text);
  if (known != table.end()) return known->second.c_str();
  // Words are few; texts with numbers in them are endless.
  if (table.size() > 20000) table.clear();
  std::string said = text;
  if (spoken == Language::chinese) {
    const std::string* whole = find(text);
    said = whole != nullptr ? *whole : with_numbers(text);
  }
  return table.emplace(text, std::move(said)).first->second.c_str();
}

std::string tr(std::string_view english, std::string_view name, std::string_view value) {
  std::string out = tr(english);
  const std::string key = "{" + std::string(name) + "}";
  for (std::size_t at = out.find(key); at != std::string::npos; at = out.find(key, at + value.size()))
    out.replace(at, key.size(), value);
  return out;
}

std::string all_chinese_words() {
  std::string out;
  for (const auto& entry : chinese()) out += entry.second;
  return out;
}

}  // namespace stridescope::desktop
