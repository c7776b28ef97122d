// Reads the embedded files of core/data/languages when a language other than English is first needed.
#include "core/app/languages.h"

#include "core/base/json_value.h"
#include "core/base/utf.h"
#include "core/data/embedded.h"

namespace stridescope {
namespace {

Catalog catalog_in(const JsonValue& texts) {
  std::vector<std::pair<std::string, std::string>> sentences;
  for (const auto& [id, translated] : texts.members()) sentences.emplace_back(id, translated.string());
  return Catalog(std::move(sentences));
}

// Malformed JSON yields an empty catalog.
SpokenLanguage read(const EmbeddedLanguage& file) {
  const JsonValue texts = JsonValue::parse(file.texts).value_or(JsonValue());
  return {file.code,
          file.name,
          file.texts,
          catalog_in(texts["sentences"]),
          catalog_in(texts["page"]),
          catalog_in(texts["window"])};
}

}  // namespace

const std::vector<LanguageName>& language_names() {
  static const std::vector<LanguageName> names = [] {
    std::vector<LanguageName> out = {{"en", "English", {}}};
    for (const EmbeddedLanguage& file : embedded_languages) out.push_back({file.code, file.name, {}});
    for (LanguageName& one : out) {
      if (columns_of(one.name) <= 6) {
        one.label = one.name;
        continue;
      }
      for (const char c : one.code) one.label += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return out;
  }();
  return names;
}

std::vector<std::string> language_codes() {
  std::vector<std::string> out;
  for (const LanguageName& one : language_names()) out.emplace_back(one.code);
  return out;
}

const SpokenLanguage* language_of(std::string_view code) {
  static const SpokenLanguage english = {"en", "English", {}, {}, {}, {}};
  if (code == english.code) return &english;
  static const std::vector<SpokenLanguage> others = [] {
    std::vector<SpokenLanguage> out;
    for (const EmbeddedLanguage& file : embedded_languages) out.push_back(read(file));
    return out;
  }();
  for (const SpokenLanguage& one : others) {
    if (one.code == code) return &one;
  }
  return nullptr;
}

const Catalog* catalog_of(std::string_view code) {
  const SpokenLanguage* language = language_of(code);
  return language == nullptr ? nullptr : &language->sentences;
}

}  // namespace stridescope
