// The window's words in the reader's language. English stands in the code; 中文 comes from the tables of core/data.
#pragma once

#include <string>
#include <string_view>

#include "core/base/message.h"

namespace stridescope::desktop {

enum class Language { english, chinese };
Language language();
void speak(Language language);
// Its sentences; lives as long as the program.
const Catalog& catalog();

// The word in the language in force; what has no translation stays as it is. Lives as long as the program.
const char* tr(std::string_view english);
const char* tr(const Message& message);
std::string shown(const Message& message);
// A word of the page, by its key in core/data/strings.*.json.
const char* page_word(std::string_view key);
// With {name} replaced.
std::string tr(std::string_view english, std::string_view name, std::string_view value);
// Everything that may be said in 中文: which glyphs are needed.
std::string all_chinese_words();

// Embedded files (CMakeLists.txt).
extern const std::string_view embedded_strings_en, embedded_strings_zh, embedded_words_zh;
extern const std::string_view embedded_measured_h100, embedded_measured_h200;
extern const std::string_view embedded_products_h100, embedded_products_h200;

}  // namespace stridescope::desktop
