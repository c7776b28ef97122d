// Reads the text of another system, character by character: unexpected text is a fault of the call, with the position
// in the text. Linear in the text, whose cost is charged when reading begins.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/value/arith.h"

namespace stridescope {

// Maximum characters of one text.
inline constexpr std::size_t max_foreign_text = 1 << 16;
// Maximum levels of its brackets.
inline constexpr int max_foreign_depth = 32;

class Scanner {
 public:
  // slashes: // begins a comment; none: as in Python, it divides.
  enum class Comments { none, slashes };
  // too_large beyond max_foreign_text.
  Scanner(Arith& arith, std::string_view system, std::string_view text, Comments comments = Comments::none);

  bool ok() const { return arith_.ok(); }
  Arith& arith() { return arith_; }
  std::string_view system() const { return system_; }

  // All of these skip blanks first. After a fault none accepts anything, and the text is at its end.
  bool at_end();
  bool at(std::string_view mark);
  bool accept(std::string_view mark);
  // Fails if the mark is missing.
  bool expect(std::string_view mark);
  // A name: letters, digits and `_`, not beginning with a digit; with dots if requested. Empty if absent.
  std::string_view word(bool dots = false);
  bool accept_word(std::string_view word);
  // An integer, with a sign, decimal or 0x; 0 with a fault if absent.
  std::int64_t integer();
  bool at_integer();
  // The text between quotation marks of either kind, without them; empty, with a fault, if absent.
  std::string_view quoted();
  bool at_quote();
  // Up to, but without, the first of these characters outside of brackets.
  std::string_view until(std::string_view marks);

  std::size_t position() const { return at_; }
  void back_to(std::size_t position) { at_ = position; }
  // Fails with syntax: the error and this position.
  void fail(const Message& what);
  void fail_at(std::size_t position, const Message& what);

 private:
  void blanks();
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  Arith& arith_;
  std::string_view system_;
  std::string_view text_;
  std::size_t at_ = 0;
  Comments comments_;
};

// A further level of brackets while it lives; too_deep beyond max_foreign_depth.
class ForeignLevel {
 public:
  ForeignLevel(Scanner& scanner, int& depth);
  ~ForeignLevel() { --depth_; }
  ForeignLevel(const ForeignLevel&) = delete;
  ForeignLevel& operator=(const ForeignLevel&) = delete;

 private:
  int& depth_;
};

}  // namespace stridescope
