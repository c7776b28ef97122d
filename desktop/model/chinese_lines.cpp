// Inserts line breaks into Chinese text, character by character.
#include "desktop/model/chinese_lines.h"

#include "desktop/model/character.h"

namespace stridescope::desktop {
namespace {

bool is_blank(std::uint32_t code) { return code == ' ' || code == '\t'; }

}  // namespace

std::string chinese_lines(std::string_view text, float width,
                          const std::function<float(std::uint32_t character)>& advance) {
  std::string out;
  std::size_t begin = 0;      // begin of the line
  std::size_t breakable = 0;  // the last place within it where it may end
  float x = 0;
  float since = 0;
  bool chinese = false;
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    chinese = chinese || is_wide(c.code);
    if (c.code == '\n') {
      out.append(text.substr(begin, i + 1 - begin));
      begin = breakable = i + 1;
      x = since = 0;
    } else {
      const bool between = is_blank(before) || ((is_wide(c.code) || is_wide(before)) && !opens(before));
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
