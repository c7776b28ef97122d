// The words of a view and their meanings, for `stridescope help views`.
#include "core/base/text.h"
#include "core/cli/topic.h"

namespace stridescope::cli {
namespace {

void append_word(std::string& out, std::string word, std::string_view meaning) {
  word.resize(18, ' ');
  append_all(out, "    ", word, meaning, '\n');
}

}  // namespace

std::string view_words() {
  std::string out = "PICTURES\n";
#define PICTURE(name, title, question, like, colours, others, meaning) append_word(out, "kind=" #name, meaning);
#include "core/scene/pictures.def"
  out += "\nLABELS\n";
#define LABEL(name, word, meaning) append_word(out, "label=" word, meaning);
#include "core/scene/pictures.def"
  out += "\nCOLOURS\n";
#define COLOR(name, word, meaning) append_word(out, "color=" word, meaning);
#include "core/scene/pictures.def"
  return out;
}

}  // namespace stridescope::cli
