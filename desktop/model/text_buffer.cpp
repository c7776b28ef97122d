// The edited text. Every change inserts text at a position and remembers the replaced text, which undo restores.
// Positions are always moved between code points.
#include "desktop/model/text_buffer.h"

#include <algorithm>

#include "core/base/utf.h"
#include "core/workspace/edit.h"

namespace stridescope::desktop {
namespace {

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

// Only one thread edits texts.
std::uint64_t next_version() {
  static std::uint64_t last = 0;
  return ++last;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t length = utf8_sequence(text, i);
    if (c == '\r') {
      if (i + 1 >= text.size() || text[i + 1] != '\n') out.push_back('\n');
      ++i;
    } else if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++i;
    } else if (static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\t') {
      ++i;
    } else {
      out.append(text.substr(i, length));
      i += length;
    }
  }
  return out;
}

std::string_view TextBuffer::selected() const {
  const Range range = selection();
  return std::string_view(text_).substr(range.begin, range.end - range.begin);
}

void TextBuffer::index() {
  lines_.assign(1, 0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') lines_.push_back(i + 1);
  }
}

std::size_t TextBuffer::line_of(std::size_t position) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), position);
  return static_cast<std::size_t>(after - lines_.begin()) - 1;
}

std::size_t TextBuffer::line_end(std::size_t line) const {
  return line + 1 < lines_.size() ? lines_[line + 1] - 1 : text_.size();
}

std::string_view TextBuffer::line(std::size_t line) const {
  return std::string_view(text_).substr(line_begin(line), line_end(line) - line_begin(line));
}

void TextBuffer::apply(std::size_t at, std::size_t length, std::string_view text) {
  text_.replace(at, length, text);
  version_ = next_version();
  index();
}

void TextBuffer::change(Range range, std::string_view text, bool joins) {
  const std::string removed = text_.substr(range.begin, range.end - range.begin);
  if (removed.empty() && text.empty()) return;
  if (removed == text) return;
  redo_.clear();
  const bool run = joins && !undo_.empty() && undo_.back().joins && removed.empty() &&
                   undo_.back().at + undo_.back().added.size() == range.begin && undo_.back().removed.empty();
  if (run) {
    undo_.back().added.append(text);
  } else {
    undo_.push_back({range.begin, removed, std::string(text), caret_, anchor_, joins});
    if (undo_.size() > max_undo_steps) undo_.erase(undo_.begin());
  }
  apply(range.begin, range.end - range.begin, text);
  caret_ = anchor_ = range.begin + text.size();
}

void TextBuffer::set(std::string_view text) {
  const std::size_t caret = caret_;
  change({0, text_.size()}, text, false);
  place(std::min(caret, text_.size()), false);
}

void TextBuffer::reset(std::string text) {
  text_ = std::move(text);
  version_ = next_version();
  index();
  caret_ = anchor_ = 0;
  undo_.clear();
  redo_.clear();
}

void TextBuffer::insert(std::string_view text) {
  const std::string cleaned = clean_text(text);
  const bool typed = cleaned.size() <= 4 && cleaned != "\n" && cleaned != " ";
  change(selection(), cleaned, typed && !has_selection());
}

void TextBuffer::replace(Range range, std::string_view text) {
  range.end = std::min(range.end, text_.size());
  range.begin = std::min(range.begin, range.end);
  change(range, clean_text(text), false);
}

void TextBuffer::append(std::string_view text) {
  const ProgramEdit edit = appended_lines(text_, clean_text(text));
  change({edit.span.begin, edit.span.end}, edit.text, false);
  const Span lines = came(edit);
  select({lines.begin, lines.end});
}

void TextBuffer::newline() {
  const std::string_view here = line(line_of(selection().begin));
  std::size_t blanks = 0;
  while (blanks < here.size() && (here[blanks] == ' ' || here[blanks] == '\t')) ++blanks;
  blanks = std::min(blanks, selection().begin - line_begin(line_of(selection().begin)));
  change(selection(), "\n" + std::string(here.substr(0, blanks)), false);
}

void TextBuffer::backspace(bool word) {
  if (has_selection()) return change(selection(), {}, false);
  change({word ? word_start(caret_) : previous(caret_), caret_}, {}, false);
}

void TextBuffer::erase(bool word) {
  if (has_selection()) return change(selection(), {}, false);
  change({caret_, word ? word_end(caret_) : next(caret_)}, {}, false);
}

void TextBuffer::indent(bool out) {
  const Range range = selection();
  const std::size_t first = line_of(range.begin);
  if (!out && first == line_of(range.end)) return insert("  ");
  std::size_t last = line_of(range.end);
  if (last > first && range.end == line_begin(last)) --last;
  std::string text;
  for (std::size_t i = first; i <= last; ++i) {
    std::string_view here = line(i);
    if (out) {
      for (int n = 0; n < 2 && !here.empty() && here[0] == ' '; ++n) here.remove_prefix(1);
    } else if (!here.empty()) {
      text += "  ";
    }
    text.append(here);
    if (i < last) text.push_back('\n');
  }
  const std::size_t begin = line_begin(first);
  change({begin, line_end(last)}, text, false);
  select({begin, begin + text.size()});
}

void TextBuffer::toggle_comment() {
  const Range range = selection();
  const std::size_t first = line_of(range.begin);
  std::size_t last = line_of(range.end);
  if (last > first && range.end == line_begin(last)) --last;
  const auto blanks = [](std::string_view text) { return std::min(text.find_first_not_of(" \t"), text.size()); };
  bool all = true;
  for (std::size_t i = first; i <= last; ++i) {
    const std::string_view here = line(i);
    const std::size_t at = blanks(here);
    if (at < here.size() && here[at] != '#') all = false;
  }
  std::string text;
  for (std::size_t i = first; i <= last; ++i) {
    const std::string_view here = line(i);
    const std::size_t at = blanks(here);
    text.append(here.substr(0, at));
    std::string_view rest = here.substr(at);
    if (all && !rest.empty()) {
      rest.remove_prefix(1);
      if (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
    } else if (!all && !rest.empty()) {
      text += "# ";
    }
    text.append(rest);
    if (i < last) text.push_back('\n');
  }
  const bool several = first != last;
  const std::size_t begin = line_begin(first);
  change({begin, line_end(last)}, text, false);
  if (several) select({begin, begin + text.size()});
}

std::size_t TextBuffer::previous(std::size_t position) const {
  return position == 0 ? 0 : character_begin(text_, position - 1);
}

std::size_t TextBuffer::next(std::size_t position) const {
  return position >= text_.size() ? text_.size() : character_end(text_, position + 1);
}

std::size_t TextBuffer::word_start(std::size_t position) const {
  while (position > 0 && !is_word_byte(text_[position - 1])) {
    --position;
    if (text_[position] == '\n') return position;
  }
  while (position > 0 && is_word_byte(text_[position - 1])) --position;
  return position;
}

std::size_t TextBuffer::word_end(std::size_t position) const {
  while (position < text_.size() && !is_word_byte(text_[position])) {
    ++position;
    if (text_[position - 1] == '\n') return position;
  }
  while (position < text_.size() && is_word_byte(text_[position])) ++position;
  return position;
}

void TextBuffer::move(Move move, bool select) {
  const std::size_t line = line_of(caret_);
  std::size_t to = 0;
  switch (move) {
    case Move::left:
      to = !select && has_selection() ? selection().begin : previous(caret_);
      break;
    case Move::right:
      to = !select && has_selection() ? selection().end : next(caret_);
      break;
    case Move::word_left:
      to = word_start(caret_);
      break;
    case Move::word_right:
      to = word_end(caret_);
      break;
    case Move::line_start: {
      const std::string_view here = this->line(line);
      const std::size_t text = line_begin(line) + std::min(here.find_first_not_of(" \t"), here.size());
      to = caret_ == text ? line_begin(line) : text;
      break;
    }
    case Move::line_end:
      to = line_end(line);
      break;
    case Move::start:
      to = 0;
      break;
    case Move::end:
      to = text_.size();
      break;
  }
  place(to, select);
}

void TextBuffer::place(std::size_t position, bool select) {
  caret_ = character_begin(text_, std::min(position, text_.size()));
  if (!select) anchor_ = caret_;
  if (!undo_.empty()) undo_.back().joins = undo_.back().joins && caret_ == undo_.back().at + undo_.back().added.size();
}

void TextBuffer::select(Range range) {
  place(range.begin, false);
  place(range.end, true);
}

void TextBuffer::select_word(std::size_t position) {
  std::size_t begin = std::min(position, text_.size());
  std::size_t end = begin;
  while (begin > 0 && is_word_byte(text_[begin - 1])) --begin;
  while (end < text_.size() && is_word_byte(text_[end])) ++end;
  select({begin, end});
}

bool TextBuffer::undo() {
  if (undo_.empty()) return false;
  Step step = std::move(undo_.back());
  undo_.pop_back();
  apply(step.at, step.added.size(), step.removed);
  caret_ = step.caret_before;
  anchor_ = step.anchor_before;
  step.joins = false;
  redo_.push_back(std::move(step));
  return true;
}

bool TextBuffer::redo() {
  if (redo_.empty()) return false;
  Step step = std::move(redo_.back());
  redo_.pop_back();
  apply(step.at, step.removed.size(), step.added);
  caret_ = anchor_ = step.at + step.added.size();
  undo_.push_back(std::move(step));
  return true;
}

}  // namespace stridescope::desktop
