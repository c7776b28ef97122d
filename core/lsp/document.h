// The text of an open document. Positions of the protocol are a line and UTF-16 code units in it; the core counts
// bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace stridescope::lsp {

inline constexpr std::size_t max_document_bytes = 1 << 20;

// Both from 0.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  bool operator==(const Position&) const = default;
};
struct Range {
  Position begin;
  Position end;
};

// A line ends with \n, \r\n or \r. Any text that is UTF-8.
class Document {
 public:
  explicit Document(std::string text = {}) { reset(std::move(text)); }

  const std::string& text() const { return text_; }
  void reset(std::string text);
  // Replaces a range of bytes. pre: begin <= end <= size, both at borders of characters.
  void replace(Span range, std::string_view with);

  // The offset of a position. A position past the end of its line counts as that end, past the last line as the end of
  // the text, and inside a character as the character's begin.
  std::uint32_t byte(Position at) const;
  Position position(std::uint32_t byte) const;
  Range range(Span span) const { return {position(span.begin), position(span.end)}; }
  // The line without its end.
  std::string_view line(std::uint32_t number) const;
  std::uint32_t lines() const { return static_cast<std::uint32_t>(begins_.size()); }
  std::uint32_t line_begin(std::uint32_t number) const { return begins_[number]; }

 private:
  std::string text_;
  std::vector<std::uint32_t> begins_;  // begin of each line
};

}  // namespace stridescope::lsp
