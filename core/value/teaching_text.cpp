// Removes underscores directly before a number that do not follow a letter.
#include "core/value/teaching_text.h"

#include "core/base/characters.h"
#include "core/base/message_texts.h"
#include "core/base/text.h"

namespace stridescope {

std::string without_underscores(std::string_view text) {
  const auto digit = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = text[i] == '_' && (i == 0 || !is_word(text[i - 1]));
    const bool number = digit(i + 1) || (i + 1 < text.size() && text[i + 1] == '-' && digit(i + 2));
    if (!starts || !number) out.push_back(text[i]);
  }
  return out;
}

Message without_underscores(const Message& message) {
  return with_texts(message, [](std::string_view text) { return without_underscores(text); });
}

}  // namespace stridescope
