#include "core/workspace/diagnostics.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope {
namespace {

constexpr std::size_t max_shown = 200;  // bytes of a source line

// The part of the line around the span, and where the caret goes in it.
struct Excerpt {
  std::string line;
  std::string carets;
};

Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end) {
  std::size_t first = begin > max_shown / 2 ? begin - max_shown / 2 : 0;
  while (first > 0 && (static_cast<unsigned char>(line[first]) & 0xc0) == 0x80) --first;
  std::size_t last = std::min(line.size(), first + max_shown);
  while (last < line.size() && (static_cast<unsigned char>(line[last]) & 0xc0) == 0x80) ++last;
  Excerpt out;
  const auto put = [&](char caret, char shown) {
    out.line.push_back(shown);
    out.carets.push_back(caret);
  };
  for (std::size_t at = first; at < last;) {
    const char caret = at >= begin && at < end ? '^' : ' ';
    const std::size_t length = utf8_sequence(line, at);
    const auto byte = static_cast<unsigned char>(line[at]);
    if (byte == '\t') {
      put(caret, ' ');
    } else if (length == 0 || byte < 0x20 || byte == 0x7f) {
      put(caret, '?');  // nothing that a terminal could act on
    } else {
      out.line.append(line.substr(at, length));
      out.carets.push_back(caret);
    }
    at += std::max<std::size_t>(1, length);
  }
  if (begin >= line.size()) out.carets.push_back('^');
  out.carets.erase(out.carets.find_last_not_of(' ') + 1);
  return out;
}

}  // namespace

std::string format_diagnostic(std::string_view program, const Diagnostic& d) {
  const TextMap text(program);
  const TextMap::Place place = text.place(d.span.begin);
  const std::string_view line = text.line_text(place.line);
  const auto line_begin = static_cast<std::size_t>(line.data() - program.data());
  const std::size_t begin = std::min<std::size_t>(d.span.begin - line_begin, line.size());
  const std::size_t end = std::min<std::size_t>(std::max(d.span.end, d.span.begin + 1) - line_begin, line.size());
  const Excerpt shown = excerpt(line, begin, end);
  const std::string number = cat(place.line);
  const std::string indent(number.size(), ' ');
  std::string out = cat(d.severity == Severity::error ? "error: " : "warning: ", d.message, '\n');
  append_all(out, indent, "--> program:", place.line, ':', place.column, '\n');
  append_all(out, indent, " |\n", number, " | ", shown.line, '\n', indent, " | ", shown.carets, '\n');
  if (!d.hint.empty()) append_all(out, indent, " = ", d.hint, '\n');
  return out;
}

}  // namespace stridescope
