// The window's words in the user's language. English is in the code; the others are files of core/data/languages.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/app/languages.h"
#include "core/base/message.h"

namespace stridescope::desktop {

// The code of the current language; lives as long as the program.
std::string_view language();
// An unknown code selects English.
void speak(std::string_view code);
// The sentences of the current language; lives as long as the program.
const Catalog& catalog();

// The word in the current language; without a translation it is returned unchanged. Lives as long as the program.
const char* tr(std::string_view english);
const char* tr(const Message& message);
std::string shown(const Message& message);
// A word of the page, by its key in core/data/strings.en.json.
const char* page_word(std::string_view key);
// The same, with values in its holes, by their names; `{one|many}` is a word for the value before it.
using Values = std::initializer_list<std::pair<std::string_view, std::string>>;
std::string page_word(std::string_view key, Values values);
// The word, with {name} replaced.
std::string tr(std::string_view english, std::string_view name, std::string_view value);
// All texts of the current language, and the names of all languages, for the glyphs that they need.
std::string all_words();

// Embedded files (CMakeLists.txt).
extern const std::string_view embedded_strings_en;
extern const std::string_view embedded_measured_h100, embedded_measured_h200;
extern const std::string_view embedded_products_h100, embedded_products_h200, embedded_ladder_h100;
extern const std::string_view embedded_texts_h100;
// The included measurements, of an H100 and of an H200.
inline std::array<std::vector<std::string_view>, 2> recorded_files() {
  return {{{embedded_measured_h100, embedded_products_h100, embedded_ladder_h100},
           {embedded_measured_h200, embedded_products_h200}}};
}

}  // namespace stridescope::desktop
