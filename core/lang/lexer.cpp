// Splits text into tokens, of our language or, in the foreign dialect, of a pasted text. It never fails: text that is
// not a token becomes an error with its position, and a token after which the parser can continue.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

#include "core/base/characters.h"
#include "core/base/hexadecimal.h"
#include "core/base/lookalike.h"
#include "core/base/number_meant.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/lang/atom_name.h"
#include "core/lang/token.h"

namespace stridescope {
namespace {

// Enclose a text of several lines, as in Python.
constexpr std::string_view three_quotes = "\"\"\"";

class Lexer {
 public:
  Lexer(std::string_view text, std::vector<Error>& errors, Dialect dialect, std::size_t begin)
      : text_(text), errors_(errors), at_(begin), foreign_(dialect == Dialect::foreign) {}

  std::vector<Token> run() {
    tokens_.reserve((text_.size() - at_) / 2 + 2);
    while (at_ < text_.size()) next();
    push(TokenKind::end, at_, at_);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  Token& push(TokenKind kind, std::size_t begin, std::size_t end) {
    tokens_.push_back({.kind = kind, .span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}});
    at_ = end;
    return tokens_.back();
  }

  void tell(std::size_t begin, std::size_t end, Message message, Message hint, std::string replacement) {
    const Span span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    if (errors_.size() < max_syntax_errors)
      errors_.push_back({ErrorCode::syntax, std::move(message), std::move(hint), span, std::move(replacement)});
  }

  void error(std::size_t begin, std::size_t end, Message message, Message hint, std::string replacement = {}) {
    tell(begin, end, std::move(message), std::move(hint), std::move(replacement));
    push(TokenKind::bad, begin, end);
  }

  bool previous_is_operand() const {
    if (tokens_.empty()) return false;
    const TokenKind kind = tokens_.back().kind;
    return kind == TokenKind::integer || kind == TokenKind::name || kind == TokenKind::close_paren ||
           kind == TokenKind::any || kind == TokenKind::mixed_bits || kind == TokenKind::close_brace ||
           (kind == TokenKind::close_angle && !foreign_);
  }

  void next() {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at_;
    } else if (const std::size_t blank = wide_blank(text_, at_); blank > 0) {
      at_ += blank;
    } else if (c == '\n') {
      push(TokenKind::newline, at_, at_ + 1);
    } else if (c == ';') {
      push(TokenKind::newline, at_, at_ + 1).forced = true;
    } else if (c == '#' || (c == '/' && peek(1) == '/')) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (is_digit(c) || (c == '-' && is_digit(peek(1)) && !previous_is_operand()) ||
               (c == '_' && (is_digit(peek(1)) || (peek(1) == '-' && is_digit(peek(2)))))) {
      integer();
    } else if (c == 'M' && peek(1) == '_' && is_digit(peek(2))) {
      mixed_bits();
    } else if (is_letter(c)) {
      name();
    } else if (c == '"' && !foreign_) {
      string();
    } else {
      punctuation(c);
    }
  }

  // Reads digits at at_; false if the number does not fit 64 bits.
  bool digits(bool negative, std::int64_t& out) {
    std::uint64_t magnitude = 0;
    bool fits = true;
    for (; is_digit(peek()); ++at_) {
      const auto digit = static_cast<std::uint64_t>(peek() - '0');
      if (magnitude > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
        fits = false;
        continue;
      }
      magnitude = magnitude * 10 + digit;
    }
    const auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) + (negative ? 1 : 0);
    fits = fits && magnitude <= limit;
    out = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
    return fits;
  }

  void integer() {
    const std::size_t begin = at_;
    if (!foreign_ && written_otherwise()) return;
    Int value;
    value.is_static = peek() == '_';
    at_ += value.is_static ? 1 : 0;
    const bool negative = peek() == '-';
    at_ += negative ? 1 : 0;
    if (foreign_ && !negative && !value.is_static && unsigned_word()) return;
    if (!(foreign_ && foreign_digits(negative, value.value)) && !digits(negative, value.value)) {
      constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
      constexpr std::string_view largest_word = "18446744073709551615";
      const std::string_view written = text_.substr(begin, at_ - begin);
      const bool word =
          written.size() < largest_word.size() || (written.size() == largest_word.size() && written <= largest_word);
      error(begin, at_, say("{} does not fit a 64-bit integer", text_.substr(begin, at_ - begin)),
            negative ? say("the smallest integer is {}", std::numeric_limits<std::int64_t>::min())
            : word   ? say("the largest integer is {}; a descriptor's word is written in hexadecimal, 0x...", largest)
                     : say("the largest integer is {}", largest));
      return;
    }
    const std::string_view written = text_.substr(begin, at_ - begin);
    if (written.size() > 1 && written[0] == '0' && is_digit(written[1])) {
      std::int64_t octal = value.value;
      const bool digits = std::from_chars(written.data(), written.data() + written.size(), octal, 8).ptr ==
                          written.data() + written.size();
      error(begin, at_, say("{} begins with 0, which makes it octal in C++", written),
            !digits || octal == value.value ? say("write {}", value.value)
                                            : say("write {}, or {} as C++ reads it", value.value, octal));
      return;
    }
    if (peek() == 'b' && !is_word(peek(1)) && after_value_type()) {  // 16b
      push(TokenKind::integer, begin, at_ + 1).integer = value;
      return;
    }
    if (is_letter(peek())) {
      while (is_word(peek())) ++at_;
      const std::string meant = decimal_meant(text_.substr(begin, at_ - begin));
      error(begin, at_, say("'{}' is not a number or a name", text_.substr(begin, at_ - begin)),
            meant.empty() ? say("names start with a letter") : say("write {}", meant), meant);
      return;
    }
    InlineModes modes;
    while (peek() == '@' && is_digit(peek(1))) {
      ++at_;
      std::int64_t mode = 0;
      if (!digits(false, mode) || mode > BasisPath::max_mode || modes.count == BasisPath::max_rank) {
        error(
            begin, at_,
            say("basis elements can have at most {} modes, each at most {}", BasisPath::max_rank, BasisPath::max_mode),
            {});
        return;
      }
      modes.values[modes.count++] = static_cast<int>(mode);
    }
    for (int i = modes.count; i-- > 0;)
      value.set_basis(value.basis().appended(modes.values[i]));  // printed innermost first
    push(TokenKind::integer, begin, at_).integer = value;
  }

  // 1e3, 4x8: a number in another spelling.
  bool written_otherwise() {
    const std::size_t begin = at_ + (peek() == '-' ? 1 : 0);
    const MeantNumber meant = number_meant(text_.substr(begin));
    if (meant.length == 0) return false;
    error(begin, begin + meant.length, say("'{}' is not an integer", text_.substr(begin, meant.length)),
          say("write {}", meant.text), meant.text);
    return true;
  }

  // In the printed form of a Copy_Atom.
  bool after_value_type() const {
    if (tokens_.size() < 2 || tokens_.back().kind != TokenKind::colon) return false;
    const Span name = tokens_[tokens_.size() - 2].span;
    return text_.substr(name.begin, name.end - name.begin) == "ValueType";
  }

  // A hexadecimal or binary integer, one with ' between its digits, or one with a suffix; reads nothing otherwise.
  bool foreign_digits(bool negative, std::int64_t& out) {
    std::size_t end = at_;
    const char mark = peek() == '0' ? peek(1) : '\0';
    const bool hex = mark == 'x' || mark == 'X';
    const bool binary = mark == 'b' || mark == 'B';
    const int base = hex ? 16 : binary ? 2 : 10;
    std::uint64_t magnitude = 0;
    bool fits = true;
    bool plain = base == 10;
    for (end += plain ? 0 : 2; end < text_.size(); ++end) {
      const char c = text_[end];
      if (c == '\'' && end > at_ && end + 1 < text_.size() && is_digit(text_[end + 1])) {
        plain = false;
        continue;
      }
      const int digit = hex || is_digit(c) ? hex_digit(c) : -1;
      if (digit < 0) break;
      if (digit >= base) return false;
      fits = fits && magnitude <= (static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) -
                                   static_cast<std::uint64_t>(digit)) /
                                      static_cast<std::uint64_t>(base);
      if (fits) magnitude = magnitude * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit);
    }
    for (; end < text_.size() && std::string_view("uUlLzZ").find(text_[end]) != std::string_view::npos; ++end)
      plain = false;
    if (plain || !fits || (base != 10 && end == at_ + 2)) return false;
    at_ = end;
    out = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
    return true;
  }

  // 0xC000000800080000, 2^63 or more: becomes a text for the functions of descriptors, because it is not a 64-bit
  // integer.
  bool unsigned_word() {
    constexpr std::size_t nibbles = 16;
    if (peek() != '0' || (peek(1) != 'x' && peek(1) != 'X')) return false;
    std::size_t first = at_ + 2;
    while (first < text_.size() && text_[first] == '0') ++first;
    std::size_t end = first;
    while (end < text_.size() && std::isxdigit(static_cast<unsigned char>(text_[end])) != 0) ++end;
    if (end - first != nibbles || (is_digit(text_[first]) && text_[first] < '8')) return false;
    const std::size_t begin = at_;
    push(TokenKind::string, begin, end);
    while (std::string_view("uUlL").find(peek()) != std::string_view::npos && peek() != '\0') ++at_;
    return true;
  }

  struct InlineModes {
    int values[BasisPath::max_rank] = {};
    int count = 0;
  };

  void mixed_bits() {  // M_<static>|(<dynamic>&<flags>)=<value>
    const std::size_t begin = at_;
    std::int64_t field[4] = {};
    const std::string_view before[] = {"M_", "|(", "&", ")="};
    for (int i = 0; i < 4; ++i) {
      const bool matches = text_.substr(at_).starts_with(before[i]);
      at_ += matches ? before[i].size() : 0;
      if (!matches || !is_digit(peek()) || !digits(false, field[i]) ||
          field[i] > std::numeric_limits<std::uint32_t>::max()) {
        while (at_ < text_.size() && is_word(peek())) ++at_;
        error(begin, std::max(at_, begin + 1),
              say("a swizzle offset is written M_<static>|(<dynamic>&<flags>)=<value>"), {});
        return;
      }
    }
    if ((field[0] & field[2]) != 0 || (field[1] & ~field[2]) != 0 || field[2] == 0 ||
        (field[0] | field[1]) != field[3]) {
      error(begin, at_, say("the bits of this swizzle offset contradict each other"),
            say("static and dynamic bits are disjoint and add up to the value"));
      return;
    }
    Token& token = push(TokenKind::mixed_bits, begin, at_);
    for (int i = 0; i < 3; ++i) token.mixed[i] = static_cast<std::uint32_t>(field[i]);
  }

  void name() {
    const std::size_t begin = at_;
    while (is_word(peek())) ++at_;
    std::size_t end = at_;  // end of a name such as SM90::GMMA::..., cute::SM80_..., GMMA::Layout_...
    for (int parts = 0;
         parts < 4 && end + 2 < text_.size() && text_[end] == ':' && text_[end + 1] == ':' && is_letter(text_[end + 2]);
         ++parts) {
      for (end += 2; end < text_.size() && is_word(text_[end]);) ++end;
    }
    if (end != at_ && is_atom_name(text_.substr(begin, end - begin))) at_ = end;
    if (!foreign_ && peek() == '.' && is_letter(peek(1)) && text_.substr(begin, at_ - begin) == "tract") {
      for (++at_; is_word(peek());) ++at_;
    }
    const bool letter = at_ == begin + 1;
    if (letter && text_[begin] == '_') {
      push(TokenKind::any, begin, at_);
    } else if (letter && text_[begin] == 'o') {
      push(TokenKind::compose, begin, at_);
    } else {
      push(TokenKind::name, begin, at_);
      if (peek() == '<') push(TokenKind::open_angle, at_, at_ + 1).after_name = true;
    }
  }

  void string() {
    const std::size_t begin = at_;
    const std::size_t end = end_of_string(text_, begin);
    if (end == text_.size() || text_[end] == '\n') {
      error(begin, end, say("'\"' is never closed"),
            say("a text ends on its line with '\"'; three quotes begin a text of several lines"));
      return;
    }
    push(TokenKind::string, begin, end + 1);
  }

  void punctuation(char c) {
    if (foreign_ && c == ':' && peek(1) == ':') {
      push(TokenKind::scope, at_, at_ + 2);
      return;
    }
    if (!foreign_ && (c == '=' || c == '!') && peek(1) == '=') {
      error(at_, at_ + 2, say("'{}' needs a value on each side", text_.substr(at_, 2)), say("write a == b"));
      return;
    }
    static constexpr std::string_view singles = "()<>,:=/%";
    static constexpr TokenKind kinds[] = {TokenKind::open_paren,  TokenKind::close_paren, TokenKind::open_angle,
                                          TokenKind::close_angle, TokenKind::comma,       TokenKind::colon,
                                          TokenKind::equals,      TokenKind::slash,       TokenKind::percent};
    const std::size_t index = singles.find(c);
    if (index != std::string_view::npos) {
      push(kinds[index], at_, at_ + 1);
      return;
    }
    struct Symbol {
      std::string_view text;
      TokenKind kind;
    };
    if (!foreign_ && c == '*' && !previous_is_operand()) {  // a profile, (*,(*,*))
      push(TokenKind::any, at_, at_ + 1);
      return;
    }
    static constexpr Symbol symbols[] = {{"⊘", TokenKind::divide},
                                         {"⊗", TokenKind::multiply},
                                         {"∘", TokenKind::compose},
                                         // Input of a Chinese keyboard.
                                         {"（", TokenKind::open_paren},
                                         {"）", TokenKind::close_paren},
                                         {"，", TokenKind::comma},
                                         {"：", TokenKind::colon},
                                         {"＝", TokenKind::equals},
                                         {"；", TokenKind::newline}};
    for (const Symbol& symbol : symbols) {
      if (static_cast<unsigned char>(c) >= 0x80 && text_.substr(at_).starts_with(symbol.text)) {
        push(symbol.kind, at_, at_ + symbol.text.size()).forced = symbol.kind == TokenKind::newline;
        return;
      }
    }
    if (foreign_) {
      foreign_punctuation(c);
    } else {
      unexpected(c);
    }
  }

  void foreign_punctuation(char c) {
    static constexpr std::string_view marks = "?{}[].+-*";
    static constexpr TokenKind kinds[] = {TokenKind::hole,         TokenKind::open_brace,    TokenKind::close_brace,
                                          TokenKind::open_bracket, TokenKind::close_bracket, TokenKind::dot,
                                          TokenKind::plus,         TokenKind::minus,         TokenKind::star};
    const std::size_t index = marks.find(c);
    push(index == std::string_view::npos ? TokenKind::other : kinds[index], at_,
         at_ + std::max<std::size_t>(1, utf8_sequence(text_, at_)));
  }

  // 'F', “F”: a short text on one line, in other quotation marks.
  bool quoted_otherwise() {
    constexpr std::size_t longest = 100;
    const Lookalike open = lookalike(text_.substr(at_));
    if (open.meant != '"' || (at_ > 0 && is_word(text_[at_ - 1]))) return false;
    const std::size_t begin = at_ + open.length;
    for (std::size_t end = begin; end < text_.size() && end - begin < longest; ++end) {
      const char c = text_[end];
      if (c == '"' || c == '\\' || c == '\n') return false;
      const Lookalike close = lookalike(text_.substr(end));
      if (close.meant != '"') continue;
      std::string meant = cat('"', text_.substr(begin, end - begin), '"');
      error(at_, end + close.length, say("a text must be in double quotes"), say("write {}", meant), meant);
      return true;
    }
    return false;
  }

  // Reads from the first look-alike character to the last one of its statement and line: they are reported together and
  // fixed at once. Each is a token, and so is the text between them: the line may be in another language, where they
  // are right.
  void written_by_lookalikes() {
    constexpr std::size_t longest = 100;
    const std::size_t begin = at_;
    push(TokenKind::bad, begin, begin + lookalike(text_.substr(begin)).length);
    if (begin < lookalikes_told_) return;
    std::string meant;
    std::string between;
    for (std::size_t at = begin; at < text_.size() && at - begin < longest;) {
      if (std::string_view("\n\";#").find(text_[at]) != std::string_view::npos || text_.substr(at, 2) == "//") break;
      const Lookalike like = lookalike(text_.substr(at));
      if (!like.is_punctuation()) {
        between.push_back(text_[at++]);
        continue;
      }
      append_all(meant, between, like.meant);
      between.clear();
      lookalikes_told_ = at += like.length;
    }
    const std::string_view written = text_.substr(begin, lookalikes_told_ - begin);
    tell(begin, lookalikes_told_, say("'{}' must be written '{}' here", written, meant), say("write {}", meant), meant);
  }

  void unexpected(char c) {
    const std::size_t begin = at_;
    if (text_.substr(at_).starts_with("++")) {
      error(begin, begin + 2, say("'++' is not an operator"), say("write n + 1"));
      return;
    }
    if (text_.substr(at_).starts_with("**") && previous_is_operand()) {
      error(begin, begin + 2, say("'**' is not an operator"), say("write n * n, or 1 << n for a power of two"));
      return;
    }
    if (c == '+' || c == '*') {
      push(c == '+' ? TokenKind::plus : TokenKind::star, begin, begin + 1);
      return;
    }
    if (c == '-') {
      const int length = text_.substr(at_).starts_with("-->") ? 3 : peek(1) == '-' ? 2 : 1;
      static constexpr TokenKind kinds[] = {TokenKind::minus, TokenKind::dashes, TokenKind::arrow};
      push(kinds[length - 1], begin, begin + static_cast<std::size_t>(length));
      return;
    }
    if (std::string_view("&|^!~").find(c) != std::string_view::npos) {
      error(begin, begin + 1,
            c == '!' || c == '~' ? say("'{}' needs a value after it", c) : say("'{}' needs a value on each side", c),
            say("write a & b, a | b, a ^ b, ~a, or !c for conditions"));
      return;
    }
    const std::size_t length = utf8_sequence(text_, begin);
    const std::size_t end = begin + std::max<std::size_t>(1, length);
    if (length == 0) {
      while (at_ < text_.size() && utf8_sequence(text_, at_) == 0) ++at_;
      error(begin, at_, say("these bytes are not UTF-8 text"), say("remove them"));
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      error(begin, end, say("unexpected control character {}", static_cast<int>(static_cast<unsigned char>(c))),
            say("remove it"));
    } else if (quoted_otherwise()) {
      return;
    } else if (lookalike(text_.substr(begin)).is_punctuation()) {
      written_by_lookalikes();
    } else if (const std::size_t word = letters_of_others(text_.substr(begin)); word > 0) {
      error(begin, begin + word, say("'{}' is not a name", text_.substr(begin, word)),
            say("names consist of ASCII letters, digits and '_'"));
    } else if (const std::size_t dots = text_.find_first_not_of('.', begin); c == '.' && dots - begin > 1) {
      error(begin, std::min(dots, text_.size()), say("unexpected character '{}'", c), say("all numbers are integers"));
    } else {
      error(begin, end, say("unexpected character '{}'", text_.substr(begin, end - begin)),
            c == '.' && begin > 0 && is_digit(text_[begin - 1]) ? say("all numbers are integers") : say("remove it"));
    }
  }

  std::string_view text_;
  std::vector<Error>& errors_;
  std::vector<Token> tokens_;
  std::size_t at_;
  std::size_t lookalikes_told_ = 0;  // reported by an earlier error
  bool foreign_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view program, std::vector<Error>& errors, Dialect dialect, std::size_t begin,
                            std::size_t end) {
  return Lexer(program.substr(0, end), errors, dialect, begin).run();
}

std::size_t end_of_string(std::string_view text, std::size_t begin) {
  if (text.substr(begin).starts_with(three_quotes)) {
    const std::size_t close = text.find(three_quotes, begin + three_quotes.size());
    if (close != std::string_view::npos) return close + three_quotes.size() - 1;
  }
  std::size_t at = begin + 1;
  for (; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
  }
  return std::min(at, text.size());
}

std::string unescaped(std::string_view literal) {
  const std::string_view two = three_quotes.substr(1);
  if (literal.size() >= 2 * two.size() && literal.starts_with(two) && literal.ends_with(two))
    literal = literal.substr(two.size(), literal.size() - 2 * two.size());
  std::string out;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const char next = literal[i] == '\\' && i + 1 < literal.size() ? literal[i + 1] : '\0';
    if (next == 'n' || next == '"' || next == '\\') {
      out.push_back(next == 'n' ? '\n' : next);
      ++i;
    } else {
      out.push_back(literal[i]);
    }
  }
  return out;
}

}  // namespace stridescope
