// Wraps long lines into rows. All lines are wrapped again for each text, character by character.
#include "desktop/model/soft_wrap.h"

#include <algorithm>
#include <utility>

#include "desktop/model/character.h"

namespace stridescope::desktop {
namespace {

bool is_blank(std::uint32_t code) { return code == ' ' || code == '\t'; }

}  // namespace

void SoftWrap::lay(const TextBuffer& text, float room, Advance advance) {
  room_ = room;
  version_ = text.version();
  advance_ = std::move(advance);
  rows_.clear();
  first_.clear();
  for (std::size_t i = 0; i < text.line_count(); ++i) {
    first_.push_back(rows_.size());
    lay_line(text, i);
  }
}

void SoftWrap::lay_line(const TextBuffer& text, std::size_t line) {
  const std::string_view here = text.line(line);
  const std::size_t origin = text.line_begin(line);
  float indent = 0;  // indent of the rows after the first
  for (std::size_t i = 0; i < here.size() && is_blank(static_cast<unsigned char>(here[i])); ++i)
    indent += advance_(' ');
  indent = std::min(indent + 2 * advance_(' '), room_ / 3);
  const std::size_t words = std::min(here.find_first_not_of(" \t"), here.size());
  std::size_t begin = 0;
  std::size_t breakable = 0;  // the last possible break within the row
  float x = 0;
  float since = 0;  // width of the text after that break
  for (std::size_t i = 0; i < here.size();) {
    const Character c = character_at(here, i);
    const float width = advance_(c.code);
    if (x + width > room_ && i > begin && !is_blank(c.code)) {
      const bool kept = breakable > begin;
      const std::size_t end = kept ? breakable : i;
      rows_.push_back({line, {origin + begin, origin + end}, begin == 0 ? 0 : indent});
      x = indent + (kept ? since : 0);
      begin = breakable = end;
      since = 0;
      // Text after the last break may be wider than a row.
      if (x + width > room_ && i > begin) continue;
    }
    x += width;
    since += width;
    i += c.length;
    if ((is_blank(c.code) && i > words) || c.code == ',') {
      breakable = i;
      since = 0;
    }
  }
  rows_.push_back({line, {origin + begin, origin + here.size()}, begin == 0 ? 0 : indent});
}

std::size_t SoftWrap::row_of(const TextBuffer& text, std::size_t position) const {
  const std::size_t line = std::min(text.line_of(position), first_.size() - 1);
  const auto begin = rows_.begin();
  const auto after = std::upper_bound(begin + static_cast<std::ptrdiff_t>(first_of(line)) + 1,
                                      begin + static_cast<std::ptrdiff_t>(end_of(line)), position,
                                      [](std::size_t at, const Row& row) { return at < row.text.begin; });
  return static_cast<std::size_t>(after - begin) - 1;
}

float SoftWrap::x_of(const TextBuffer& text, std::size_t row, std::size_t position) const {
  const Row& r = rows_[row];
  const std::size_t end = std::clamp(position, r.text.begin, r.text.end);
  float x = r.indent;
  for (std::size_t i = r.text.begin; i < end;) {
    const Character c = character_at(text.text(), i);
    x += advance_(c.code);
    i += c.length;
  }
  return x;
}

std::size_t SoftWrap::at(const TextBuffer& text, std::size_t row, float x) const {
  const Row& r = rows_[row];
  float at = r.indent;
  std::size_t last = r.text.begin;
  for (std::size_t i = r.text.begin; i < r.text.end;) {
    const Character c = character_at(text.text(), i);
    const float width = advance_(c.code);
    if (x < at + width / 2) return i;
    last = i;
    at += width;
    i += c.length;
  }
  // The position after a continued row belongs to the next row.
  return is_last(row) ? r.text.end : last;
}

void SoftWrap::move_rows(TextBuffer& text, std::ptrdiff_t rows, bool select) {
  const std::size_t from = row_of(text, text.caret());
  if (wanted_at_ != text.caret() || wanted_version_ != text.version()) wanted_ = x_of(text, from, text.caret());
  const float wanted = wanted_;
  const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(from) + rows;
  if (to < 0) {
    text.place(0, select);
  } else if (to >= static_cast<std::ptrdiff_t>(rows_.size())) {
    text.place(text.text().size(), select);
  } else {
    text.place(at(text, static_cast<std::size_t>(to), wanted), select);
  }
  wanted_at_ = text.caret();
  wanted_version_ = text.version();
}

void SoftWrap::move_start(TextBuffer& text, bool select) const {
  const std::size_t row = row_of(text, text.caret());
  const std::size_t begin = rows_[row].text.begin;
  if (row != first_of(rows_[row].line) && text.caret() != begin) return text.place(begin, select);
  text.move(TextBuffer::Move::line_start, select);
}

void SoftWrap::move_end(TextBuffer& text, bool select) const {
  const std::size_t row = row_of(text, text.caret());
  const std::size_t end = at(text, row, 1e9F);
  if (!is_last(row) && text.caret() != end) return text.place(end, select);
  text.move(TextBuffer::Move::line_end, select);
}

}  // namespace stridescope::desktop
