// Where a line of Chinese ends: a walk over its characters.
#include "desktop/model/chinese_lines.h"

#include <algorithm>
#include <iterator>

#include "desktop/model/character.h"

namespace stridescope::desktop {
namespace {

bool is_blank(std::uint32_t code) { return code == ' ' || code == '\t'; }
bool is_chinese(std::uint32_t code) { return code >= 0x2e80 && code <= 0xffef; }
// ， 。 、 ； ： ？ ！ ） 」 』 》 】
bool closes(std::uint32_t code) {
  static constexpr std::uint32_t marks[] = {0xff0c, 0x3002, 0x3001, 0xff1b, 0xff1a, 0xff1f, 0xff01,
                                            0xff09, 0x300d, 0x300f, 0x300b, 0x3011, ',',    '.',
                                            ';',    ':',    ')',    '?',    '!'};
  return std::find(std::begin(marks), std::end(marks), code) != std::end(marks);
}
// （ 「 『 《 【
bool opens(std::uint32_t code) {
  static constexpr std::uint32_t marks[] = {0xff08, 0x300c, 0x300e, 0x300a, 0x3010, '('};
  return std::find(std::begin(marks), std::end(marks), code) != std::end(marks);
}

}  // namespace

std::string chinese_lines(std::string_view text, float width,
                          const std::function<float(std::uint32_t character)>& advance) {
  std::string out;
  std::size_t begin = 0;      // of the line
  std::size_t breakable = 0;  // the last place within it where it may end
  float x = 0;
  float since = 0;
  bool chinese = false;
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    chinese = chinese || is_chinese(c.code);
    if (c.code == '\n') {
      out.append(text.substr(begin, i + 1 - begin));
      begin = breakable = i + 1;
      x = since = 0;
    } else {
      const bool between = is_blank(before) || ((is_chinese(c.code) || is_chinese(before)) && !opens(before));
      if (i > begin && between && !closes(c.code) && !is_blank(c.code)) {
        breakable = i;
        since = 0;
      }
      const float advanced = advance(c.code);
      if (x + advanced > width && breakable > begin && !is_blank(c.code)) {
        std::string_view line = text.substr(begin, breakable - begin);
        while (!line.empty() && is_blank(static_cast<unsigned char>(line.back()))) line.remove_suffix(1);
        out.append(line).push_back('\n');
        begin = breakable;
        x = since;
      }
      x += advanced;
      since += advanced;
    }
    before = c.code;
    i += c.length;
  }
  if (!chinese) return std::string(text);
  return out.append(text.substr(begin));
}

}  // namespace stridescope::desktop
