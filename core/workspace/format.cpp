// Formats a program in the standard style of this project without changing its meaning.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

bool is_word(TokenKind kind) {
  return kind == TokenKind::name || kind == TokenKind::integer || kind == TokenKind::any || kind == TokenKind::string ||
         kind == TokenKind::mixed_bits;
}

bool is_spaced(TokenKind kind) {
  return kind == TokenKind::compose || kind == TokenKind::divide || kind == TokenKind::multiply ||
         kind == TokenKind::slash || kind == TokenKind::percent || kind == TokenKind::plus ||
         kind == TokenKind::minus || kind == TokenKind::star;
}

bool ends_value(TokenKind kind) {
  return is_word(kind) || kind == TokenKind::close_paren || kind == TokenKind::close_angle;
}

// An open bracket: after its commas comes a blank if it contains arguments, or a tiler of layouts.
struct Bracket {
  bool call = false;
  bool blank = false;
};

class Formatter {
 public:
  Formatter(std::string_view program, const std::vector<Token>& tokens) : program_(program), tokens_(tokens) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size() && tokens_[i].kind != TokenKind::end; ++i) add(i);
    return std::move(out_);
  }

 private:
  TokenKind kind(std::size_t i) const { return i < tokens_.size() ? tokens_[i].kind : TokenKind::end; }

  // True if the angle bracket at `open` contains a layout at its own level.
  bool holds_layout(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      const TokenKind k = tokens_[i].kind;
      if (k == TokenKind::open_angle || k == TokenKind::open_paren) ++depth;
      if (k == TokenKind::close_angle || k == TokenKind::close_paren) --depth;
      if (depth == 1 && k == TokenKind::colon) return true;
      if (depth == 0) return false;
    }
    return false;
  }

  void add(std::size_t i) {
    const Token& token = tokens_[i];
    const TokenKind previous = i > 0 ? tokens_[i - 1].kind : TokenKind::end;
    if (token.kind == TokenKind::newline) {
      while (!out_.empty() && out_.back() == ' ') out_.pop_back();
      out_.push_back('\n');
      out_.append(4, ' ');
      fresh_ = true;
      return;
    }
    const bool assigns = token.kind == TokenKind::equals && open_.empty();
    const bool assigned = previous == TokenKind::equals && open_.empty();
    const bool after_comma = previous == TokenKind::comma && !open_.empty() && open_.back().blank;
    const bool words = is_word(previous) && is_word(token.kind);
    // A minus or plus that does not follow a value is a sign: (-a, 4 - -b).
    const bool is_sign = (token.kind == TokenKind::minus || token.kind == TokenKind::plus) && !ends_value(previous);
    const bool operates = (is_spaced(token.kind) && !is_sign) || (is_spaced(previous) && !sign_);
    const bool blank = operates || assigns || assigned || after_comma || words;
    sign_ = is_sign;
    if (blank && !fresh_ && !out_.empty()) out_.push_back(' ');
    fresh_ = false;
    out_.append(program_.substr(token.span.begin, token.span.end - token.span.begin));
    if (token.kind == TokenKind::open_paren) {
      const bool call = previous == TokenKind::name || (previous == TokenKind::close_angle && closed_template_);
      open_.push_back({call, call});
    } else if (token.kind == TokenKind::open_angle) {
      open_.push_back({token.after_name, !token.after_name && holds_layout(i)});
    } else if ((token.kind == TokenKind::close_paren || token.kind == TokenKind::close_angle) && !open_.empty()) {
      closed_template_ = token.kind == TokenKind::close_angle && open_.back().call;
      open_.pop_back();
    }
  }

  std::string_view program_;
  const std::vector<Token>& tokens_;
  std::string out_;
  std::vector<Bracket> open_;
  bool fresh_ = false;  // at the start of a line
  bool closed_template_ = false;
  bool sign_ = false;  // the previous token is a sign
};

// Text between statements: keeps comments; removes blanks at the ends of lines, and all but one empty line.
std::string between(std::string_view text, bool first) {
  std::string out;
  for (char c : text) {
    // At the end of a line a '\r' is removed; inside a broken line it separates its neighbors.
    if (c == '\r') c = ' ';
    if (c == '\n') {
      while (!out.empty() && (out.back() == ' ' || out.back() == '\t')) out.pop_back();
      const bool empty = out.ends_with("\n\n") || (first && (out.empty() || out == "\n"));
      if (empty) continue;
    }
    out.push_back(c);
  }
  // Text before a statement on its own line is not part of it.
  const std::size_t line = out.rfind('\n');
  const std::size_t begin = line == std::string::npos ? 0 : line + 1;
  if ((line != std::string::npos || first) && out.find_first_not_of(" \t", begin) == std::string::npos)
    out.resize(begin);
  return out;
}

}  // namespace

std::string format_program(std::string_view program) {
  if (program.size() > max_program_bytes) return std::string(program);
  std::vector<Error> errors;
  const SyntaxTree tree = parse(program, errors);
  std::string out;
  std::size_t at = 0;
  for (const Statement& statement : tree.statements) {
    const Span span = statement.span;
    if (span.begin < at || span.end < span.begin || span.end > program.size()) continue;
    const std::string_view text = program.substr(span.begin, span.end - span.begin);
    out.append(between(program.substr(at, span.begin - at), at == 0));
    at = std::max<std::size_t>(span.end, statement.grid.end);
    std::vector<Error> unreadable;
    const auto tokens = tokenize(program, unreadable, Dialect::own, span.begin, span.end);
    const bool commented = text.find('#') != std::string_view::npos || text.find("//") != std::string_view::npos ||
                           text.find("/*") != std::string_view::npos;
    const bool own = !statement.pasted && statement.grid.empty() && unreadable.empty() && !commented;
    out.append(own ? Formatter(program, tokens).run() : std::string(program.substr(span.begin, at - span.begin)));
  }
  out.append(between(program.substr(at), at == 0));
  while (out.ends_with("\n\n")) out.pop_back();
  if (!out.empty() && !out.ends_with('\n')) out.push_back('\n');
  return out;
}

}  // namespace stridescope
