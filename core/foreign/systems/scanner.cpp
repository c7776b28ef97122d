// Reads the characters of foreign texts.
#include "core/foreign/systems/scanner.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/hexadecimal.h"

namespace stridescope {

Scanner::Scanner(Arith& arith, std::string_view system, std::string_view text, Comments comments)
    : arith_(arith), system_(system), text_(text), comments_(comments) {
  if (text.size() > max_foreign_text) {
    arith_.fail(ErrorCode::too_large, say("{}: a text of {} {character|characters}; at most {} are read", system,
                                          text.size(), max_foreign_text));
  }
  (void)arith_.spend(text.size());  // ok() reports it
}

void Scanner::fail(const Message& what) { fail_at(at_, what); }

void Scanner::fail_at(std::size_t position, const Message& what) {
  if (arith_.failed()) return;
  const std::size_t end = std::min(text_.size(), position + 24);
  if (position >= text_.size()) {
    arith_.fail(ErrorCode::syntax,
                say("{}: the text ends after {} {character|characters}: {}", system_, text_.size(), what));
  } else {
    arith_.fail(ErrorCode::syntax, say("{}: at character {}, '{}': {}", system_, position + 1,
                                       text_.substr(position, end - position), what));
  }
}

void Scanner::blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (comments_ == Comments::slashes && c == '/' && peek(1) == '/') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at_;
    } else {
      break;
    }
  }
}

bool Scanner::at_end() {
  blanks();
  return at_ >= text_.size() || arith_.failed();
}

bool Scanner::at(std::string_view mark) {
  blanks();
  return arith_.ok() && text_.substr(at_, mark.size()) == mark;
}

bool Scanner::accept(std::string_view mark) {
  if (!at(mark)) return false;
  at_ += mark.size();
  return true;
}

bool Scanner::expect(std::string_view mark) {
  if (accept(mark)) return true;
  fail(say("expected '{}'", mark));
  return false;
}

std::string_view Scanner::word(bool dots) {
  blanks();
  if (arith_.failed() || !is_letter(peek())) return {};
  const std::size_t begin = at_;
  while (is_letter(peek()) || is_digit(peek()) || (dots && peek() == '.' && is_letter(peek(1)))) ++at_;
  return text_.substr(begin, at_ - begin);
}

bool Scanner::accept_word(std::string_view wanted) {
  blanks();
  const std::size_t begin = at_;
  if (word() == wanted) return true;
  at_ = begin;
  return false;
}

bool Scanner::at_integer() {
  blanks();
  return arith_.ok() && (is_digit(peek()) || ((peek() == '-' || peek() == '+') && is_digit(peek(1))));
}

std::int64_t Scanner::integer() {
  if (!at_integer()) {
    fail(say("expected an integer"));
    return 0;
  }
  const std::size_t begin = at_;
  const bool negative = peek() == '-';
  if (!is_digit(peek())) ++at_;
  const bool hexadecimal = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
  if (hexadecimal) at_ += 2;
  std::int64_t value = 0;
  bool fits = true;
  for (;; ++at_) {
    const char c = peek();
    const int digit = hexadecimal || is_digit(c) ? hex_digit(c) : -1;
    if (digit < 0) break;
    fits = fits && !mul_overflows(value, hexadecimal ? 16 : 10, value) && !add_overflows(value, digit, value);
  }
  if (!fits) {
    fail_at(begin, say("an integer has 64 bits"));
    return 0;
  }
  return negative ? -value : value;
}

bool Scanner::at_quote() {
  blanks();
  return arith_.ok() && (peek() == '"' || peek() == '\'');
}

std::string_view Scanner::quoted() {
  if (!at_quote()) {
    fail(say("expected a text in quotation marks"));
    return {};
  }
  const std::size_t begin = at_ + 1;
  const std::size_t end = text_.find(text_[at_], begin);
  if (end == std::string_view::npos) {
    fail(say("the quotation mark is never closed"));
    return {};
  }
  at_ = end + 1;
  return text_.substr(begin, end - begin);
}

std::string_view Scanner::until(std::string_view marks) {
  blanks();
  const std::size_t begin = at_;
  int depth = 0;
  while (arith_.ok() && at_ < text_.size()) {
    const char c = text_[at_];
    if (depth == 0 && marks.find(c) != std::string_view::npos) break;
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    ++at_;
  }
  return text_.substr(begin, at_ - begin);
}

ForeignLevel::ForeignLevel(Scanner& scanner, int& depth) : depth_(depth) {
  if (++depth_ > max_foreign_depth) {
    scanner.arith().fail(ErrorCode::too_deep,
                         say("{}: brackets nest deeper than {} levels", scanner.system(), max_foreign_depth));
  }
}

}  // namespace stridescope
