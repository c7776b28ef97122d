// The languages of the program: English, in the sources, and one for each file of core/data/languages. The page has its
// own copy of the files and passes the sentences (the door's `speak`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace stridescope {

struct SpokenLanguage {
  std::string_view code;  // "en", "zh": also the name of its file
  std::string_view name;  // in the language itself: "English", "中文"
  std::string_view file;  // its JSON; empty for English
  // Its contents.
  Catalog sentences;  // sentences of the core, by id
  Catalog page;       // words of the page, by their keys in strings.en.json
  Catalog window;     // words of the window, by their English text
};

struct LanguageName {
  std::string_view code;
  std::string_view name;
  std::string label;  // for a switch: its name if that is short, otherwise its code, "EN"
};
// All languages, English first.
const std::vector<LanguageName>& language_names();
std::vector<std::string> language_codes();

// Null if the code is unknown. Lives as long as the program.
const SpokenLanguage* language_of(std::string_view code);
// The sentences of that language.
const Catalog* catalog_of(std::string_view code);

}  // namespace stridescope
