// Wraps long lines of a program to the available width: the rows of each line, positions within rows, and caret moves
// by rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "desktop/model/text_buffer.h"

namespace stridescope::desktop {

class SoftWrap {
 public:
  // Widths and horizontal positions have the unit of a character's advance.
  using Advance = std::function<float(std::uint32_t character)>;
  struct Row {
    std::size_t line;        // from 0
    TextBuffer::Range text;  // range in the program, without the line break
    float indent;            // indentation of the second and later rows of a line: its blanks and two columns more
  };

  // A row ends after a blank or a comma if possible, else at the available width; blanks at its end may exceed the
  // width. Each row has at least one character. post: the rows of a line are its text, in order.
  void lay(const TextBuffer& text, float room, Advance advance);
  // True if wrapped for that text and width.
  bool is_of(const TextBuffer& text, float room) const { return version_ == text.version() && room_ == room; }

  const std::vector<Row>& rows() const { return rows_; }
  std::size_t first_of(std::size_t line) const { return first_[line]; }
  std::size_t end_of(std::size_t line) const { return line + 1 < first_.size() ? first_[line + 1] : rows_.size(); }
  // A position between two rows of a line belongs to the second.
  std::size_t row_of(const TextBuffer& text, std::size_t position) const;
  // Distance of a position in the row from the left edge.
  float x_of(const TextBuffer& text, std::size_t row, std::size_t position) const;
  // The position in a row that is nearest to x.
  std::size_t at(const TextBuffer& text, std::size_t row, float x) const;

  // Moves the caret by that many rows, down or up; above the first row to its start, below the last to its end. A
  // series of such moves keeps its initial horizontal position.
  void move_rows(TextBuffer& text, std::ptrdiff_t rows, bool select);
  // Moves to the start or end of the row; from there to that of the line.
  void move_start(TextBuffer& text, bool select) const;
  void move_end(TextBuffer& text, bool select) const;

 private:
  void lay_line(const TextBuffer& text, std::size_t line);
  bool is_last(std::size_t row) const { return row + 1 == rows_.size() || rows_[row + 1].line != rows_[row].line; }

  std::vector<Row> rows_;
  std::vector<std::size_t> first_;  // first row of each line
  Advance advance_;
  float room_ = -1;
  std::uint64_t version_ = 0;
  // While moving up and down: the initial horizontal position, and the current caret of the series.
  float wanted_ = 0;
  std::size_t wanted_at_ = std::string::npos;
  std::uint64_t wanted_version_ = 0;
};

}  // namespace stridescope::desktop
