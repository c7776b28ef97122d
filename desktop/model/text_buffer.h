// The edited program: UTF-8 bytes with a caret, a selection and undo. All positions are in bytes, between code points.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::desktop {

class TextBuffer {
 public:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  enum class Move { left, right, word_left, word_right, line_start, line_end, start, end };

  const std::string& text() const { return text_; }
  std::size_t caret() const { return caret_; }
  Range selection() const { return {std::min(caret_, anchor_), std::max(caret_, anchor_)}; }
  bool has_selection() const { return caret_ != anchor_; }
  std::string_view selected() const;
  // A different number after each change and for each buffer: no two texts share one.
  std::uint64_t version() const { return version_; }

  // Replaces everything in one undo step.
  void set(std::string_view text);
  // Replaces everything and clears undo, for another document.
  void reset(std::string text);
  void insert(std::string_view text);                // replaces the selection
  void replace(Range range, std::string_view text);  // one undo step; the caret moves after the text
  void append(std::string_view text);                // lines at the end, selected
  void newline();                                    // with the indentation of the line
  void backspace(bool word);
  void erase(bool word);
  void indent(bool out);
  void toggle_comment();
  void move(Move move, bool select);  // up and down move by rows: soft_wrap.h
  void place(std::size_t position, bool select);
  void select(Range range);
  void select_all() { select({0, text_.size()}); }
  void select_word(std::size_t position);
  bool undo();
  bool redo();
  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }

  std::size_t line_count() const { return lines_.size(); }
  std::size_t line_of(std::size_t position) const;  // from 0
  std::size_t line_begin(std::size_t line) const { return lines_[std::min(line, lines_.size() - 1)]; }
  std::size_t line_end(std::size_t line) const;  // without the line break
  std::string_view line(std::size_t line) const;

 private:
  struct Step {
    std::size_t at;
    std::string removed;
    std::string added;
    std::size_t caret_before;
    std::size_t anchor_before;
    bool joins;  // consecutive typed letters are undone together
  };
  void change(Range range, std::string_view text, bool joins);
  void apply(std::size_t at, std::size_t length, std::string_view text);
  void index();
  std::size_t previous(std::size_t position) const;
  std::size_t next(std::size_t position) const;
  std::size_t word_start(std::size_t position) const;
  std::size_t word_end(std::size_t position) const;

  std::string text_;
  std::size_t caret_ = 0;
  std::size_t anchor_ = 0;
  std::uint64_t version_ = 0;
  std::vector<std::size_t> lines_ = {0};
  std::vector<Step> undo_;
  std::vector<Step> redo_;
};

// Limit of undo.
inline constexpr std::size_t max_undo_steps = 2000;

// Converts to well-formed UTF-8 with one kind of line breaks and no control characters except tabs; everything else
// becomes U+FFFD.
std::string clean_text(std::string_view text);

}  // namespace stridescope::desktop
