// The languages of the program: English, in the sources, and one more for each file of core/data/languages. The page
// has its own copy of the files and passes the sentences (the door's `speak`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace stridescope {

struct SpokenLanguage {
  std::string_view code;  // "en", "zh": also the name of its file
  std::string_view name;  // in itself: "English", "中文"
  std::string_view file;  // JSON; of English none
  // Its contents.
  Catalog sentences;  // of the core, by their ids
  Catalog page;       // the page's words, by their keys in strings.en.json
  Catalog window;     // the window's words, by what they are in English
};

struct LanguageName {
  std::string_view code;
  std::string_view name;
  std::string label;  // on a switch: its name where that is short, else its code, "EN"
};
// All languages, English first.
const std::vector<LanguageName>& language_names();
std::vector<std::string> language_codes();

// By its code; null for another. Lives as long as the program.
const SpokenLanguage* language_of(std::string_view code);
// Its sentences.
const Catalog* catalog_of(std::string_view code);

}  // namespace stridescope
