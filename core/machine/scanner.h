// Characters and numbers of a PTX text, and the first error in it. Internal to the folder.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/bit_cast.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/machine/program.h"

namespace stridescope::machine {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}
  Error error() && { return std::move(*error_); }

 protected:
  static bool is_name_char(char c) { return is_word(c) || c == '$' || c == '%'; }

  bool ok() const { return !error_; }

  void fail(Message what, Message hint = {}, ErrorCode code = ErrorCode::syntax) {
    if (error_) return;
    const std::size_t place = std::min(at_, text_.size());
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(place), '\n') + 1;
    const auto begin = static_cast<std::uint32_t>(place);
    error_ = Error{code,
                   say("line {} of the PTX: {}", line, std::move(what)),
                   std::move(hint),
                   {begin, static_cast<std::uint32_t>(line_end(text_, place))},
                   {}};
  }

  // --- characters ---

  // False at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_blank(c)) {
        ++at_;
      } else if (c == '/' && text_.substr(at_, 2) == "//") {
        at_ = line_end(text_, at_);
      } else if (c == '/' && text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (at_ == 0 && text_.starts_with("\xEF\xBB\xBF")) {
        at_ = 3;  // a byte order mark
      } else {
        return true;
      }
    }
    return false;
  }
  char peek() { return skip_blanks() ? text_[at_] : '\0'; }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!ok() || accept(c)) return;
    const std::string wanted(1, c);
    if (at_ >= text_.size())
      fail(say("the text ends before '{}'", wanted));
    else
      fail(say("found '{}'; expected '{}'", rest_of_line(), wanted));
  }
  std::string_view rest_of_line() const {
    return text_.substr(at_, std::min<std::size_t>(line_end(text_, at_) - at_, 40));
  }

  // A name, or an empty view.
  std::string_view name() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // ".reg", or an empty view.
  std::string_view directive() {
    if (peek() != '.') return {};
    const std::size_t begin = at_++;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_.substr(at_, 2) == "::"))
      at_ += text_[at_] == ':' ? 2 : 1;
    return text_.substr(begin, at_ - begin);
  }
  void skip_line() { at_ = line_end(text_, at_); }
  void skip_statement() {
    int depth = 0;
    while (skip_blanks()) {
      const char c = text_[at_++];
      if (c == '"') {
        at_ = std::min(text_.find('"', at_), text_.size() - 1) + 1;
      } else if (c == '{' || c == '(' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ')' || c == ']') {
        --depth;
      } else if (c == ';' && depth <= 0) {
        return;
      }
    }
    fail(say("the text ends inside of a statement"));
  }
  void skip_block() {
    int depth = 0;
    while (skip_blanks()) {
      const char c = text_[at_++];
      if (c == '"') at_ = std::min(text_.find('"', at_), text_.size() - 1) + 1;
      if (c == '{') ++depth;
      if (c == '}' && --depth == 0) return;
    }
    fail(say("the text ends inside of a block"));
  }

  // --- numbers ---

  bool at_number() {
    const char c = peek();
    return is_digit(c) || ((c == '-' || c == '+') && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]));
  }
  // An integer or a floating literal: 12, -1, 0x1F, 017, 0b11, 12U, 0f3F800000, 0d3FF0000000000000, 1.5.
  Operand number() {
    Operand out;
    out.kind = Operand::Kind::immediate;
    skip_blanks();
    bool negative = false;
    while (peek() == '-' || peek() == '+') negative ^= text_[at_++] == '-';
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '.' ||
                                  ((text_[at_] == '-' || text_[at_] == '+') && is_exponent(begin))))
      ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    const auto bits = [&](std::string_view digits, int base, std::size_t most) -> std::uint64_t {
      std::uint64_t value = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
      if (error != std::errc() || end != digits.data() + digits.size() || digits.size() > most) {
        at_ = begin;
        fail(say("'{}' is not a number that fits 64 bits", word));
      }
      return value;
    };
    const std::string_view prefix = word.substr(0, 2);
    if (prefix == "0f" || prefix == "0F") {
      const auto value = bit_cast<float>(static_cast<std::uint32_t>(bits(word.substr(2), 16, 8)));
      // A NaN keeps its bits: a conversion would make it quiet.
      out.floating = true;
      out.value = bit_cast<std::uint64_t>(static_cast<double>(negative ? -value : value));
      return out;
    }
    if (prefix == "0d" || prefix == "0D") {
      out.floating = true;
      out.value = bits(word.substr(2), 16, 16) ^ (negative ? std::uint64_t{1} << 63 : 0);
      return out;
    }
    if (word.find('.') != std::string_view::npos ||
        (prefix != "0x" && prefix != "0X" && word.find_first_of("eE") != std::string_view::npos)) {
      out.floating = true;
      char* end = nullptr;
      const std::string copy(word);
      const double value = std::strtod(copy.c_str(), &end);
      if (*end != '\0') fail(say("'{}' is not a number", word));
      out.value = bit_cast<std::uint64_t>(negative ? -value : value);
      return out;
    }
    if (word.ends_with('U') || word.ends_with('u')) word.remove_suffix(1);
    if (prefix == "0x" || prefix == "0X")
      out.value = bits(word.substr(2), 16, 18);
    else if (prefix == "0b" || prefix == "0B")
      out.value = bits(word.substr(2), 2, 64);
    else if (word.size() > 1 && word[0] == '0')
      out.value = bits(word.substr(1), 8, 24);
    else
      out.value = bits(word, 10, 20);
    if (negative) out.value = 0 - out.value;
    return out;
  }
  bool is_exponent(std::size_t begin) const {
    const std::string_view word = text_.substr(begin, at_ - begin);
    return !word.empty() && (word.back() == 'e' || word.back() == 'E') && word.find('.') != std::string_view::npos;
  }
  std::int64_t integer() {
    if (!at_number()) {
      fail(say("found '{}'; expected an integer", rest_of_line()));
      return 0;
    }
    return static_cast<std::int64_t>(number().value);
  }
  std::array<std::int64_t, 3> extents() {
    std::array<std::int64_t, 3> out = {1, 1, 1};
    for (std::size_t i = 0; i < 3 && ok(); ++i) {
      out[i] = integer();
      if (!accept(',')) break;
    }
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace stridescope::machine
