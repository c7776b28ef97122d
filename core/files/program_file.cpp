// Refuses a file as the program where it has nothing of the language, so that a picture, an archive or a file of
// another program does not take the place of the user's text.
#include <algorithm>

#include "core/base/characters.h"
#include "core/base/utf.h"
#include "core/files/open_file.h"
#include "core/foreign/evaluate.h"

namespace stridescope::app {
namespace {

// As a binary file is after its bytes became text: with characters that no text has, or with the mark of malformed
// UTF-8.
bool is_binary(std::string_view text) {
  constexpr std::string_view replacement = "\xef\xbf\xbd";
  if (text.find(replacement) != std::string_view::npos) return true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0x7f || (byte < 0x20 && !is_blank(text[i]) && byte != '\f' && byte != '\v')) return true;
    if (byte < 0x80) continue;
    const std::size_t length = utf8_sequence(text, i);
    if (length == 0) return true;
    i += length - 1;
  }
  return false;
}

}  // namespace

Message why_not_a_program(std::string_view name, std::string_view text) {
  if (is_binary(text)) return say("the file '{}' is not text", name);
  if (text.size() > max_program_bytes)
    return say("the file '{}' has {} {byte|bytes}; a program has at most {}", name, text.size(), max_program_bytes);
  const Evaluation made = evaluate(text, IntegerMode::teaching);
  // Comments alone are a program.
  const bool quiet = std::all_of(made.remainders.begin(), made.remainders.end(),
                                 [](const Remainder& one) { return remainder_note(one.kind) == RemainderNote::quiet; });
  if (!made.bindings.empty() || (made.errors.empty() && quiet)) return {};
  return say("the file '{}' has no line with a value; the program is unchanged", name);
}

}  // namespace stridescope::app
