// Keeps the begins of lines while a text changes.
#include "core/lsp/document.h"

#include <algorithm>

#include "core/base/utf.h"

namespace stridescope::lsp {
namespace {

// Appends the begins of the lines after `from`, the begin of a line, up to `end`.
void add_begins(std::string_view text, std::uint32_t from, std::uint32_t end, std::vector<std::uint32_t>& out) {
  for (std::size_t at = text.find_first_of("\r\n", from); at < end; at = text.find_first_of("\r\n", at)) {
    at += text.substr(at, 2) == "\r\n" ? 2 : 1;
    out.push_back(static_cast<std::uint32_t>(at));
  }
}

std::uint32_t units_of(std::string_view character) { return character.size() == 4 ? 2 : 1; }

}  // namespace

void Document::reset(std::string text) {
  text_ = std::move(text);
  begins_.assign(1, 0);
  add_begins(text_, 0, static_cast<std::uint32_t>(text_.size()), begins_);
}

void Document::replace(Span range, std::string_view with) {
  const auto line_of = [&](std::uint32_t byte) {
    return static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), byte) - begins_.begin()) - 1;
  };
  // One line more on each side: the text may join or part a \r and a \n.
  const std::size_t first = std::max<std::size_t>(line_of(range.begin), 1) - 1;
  const std::size_t last = std::min(line_of(range.end) + 2, begins_.size());
  text_.replace(range.begin, range.end - range.begin, with);
  const auto moved = static_cast<std::uint32_t>(with.size()) - (range.end - range.begin);
  for (std::size_t i = last; i < begins_.size(); ++i) begins_[i] += moved;
  const std::uint32_t end = last < begins_.size() ? begins_[last] : static_cast<std::uint32_t>(text_.size());
  std::vector<std::uint32_t> made;
  add_begins(text_, begins_[first], end, made);
  // The begin of the line after the changed ones is there already.
  if (last < begins_.size()) made.pop_back();
  const auto at = begins_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  const auto kept = begins_.begin() + static_cast<std::ptrdiff_t>(last);
  begins_.insert(begins_.erase(at, kept), made.begin(), made.end());
}

std::string_view Document::line(std::uint32_t number) const {
  if (number >= begins_.size()) return {};
  const std::size_t end = number + 1 < begins_.size() ? begins_[number + 1] : text_.size();
  std::string_view out = std::string_view(text_).substr(begins_[number], end - begins_[number]);
  while (out.ends_with('\n') || out.ends_with('\r')) out.remove_suffix(1);
  return out;
}

std::uint32_t Document::byte(Position at) const {
  if (at.line >= begins_.size()) return static_cast<std::uint32_t>(text_.size());
  const std::string_view text = line(at.line);
  std::size_t here = 0;
  for (std::uint32_t units = 0; here < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, utf8_sequence(text, here));
    units += units_of(text.substr(here, length));
    if (units > at.character) break;
    here += length;
  }
  return begins_[at.line] + static_cast<std::uint32_t>(here);
}

Position Document::position(std::uint32_t byte) const {
  byte = std::min(byte, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), byte);
  Position out{static_cast<std::uint32_t>(after - begins_.begin()) - 1, 0};
  const std::string_view text = line(out.line);
  const std::size_t end = character_begin(text, std::min<std::size_t>(byte - after[-1], text.size()));
  // UTF-16 units: one for the first byte of a character, two if it has four. A hot loop for long generated lines.
  for (const char c : text.substr(0, end)) {
    const auto bits = static_cast<unsigned char>(c);
    out.character += (bits & 0xc0) != 0x80 ? 1U : 0U;
    out.character += bits >= 0xf0 ? 1U : 0U;
  }
  return out;
}

}  // namespace stridescope::lsp
