// Blanks out unread text: comments of C++ and Python, and the inactive branches of the preprocessor. Lengths stay the
// same, so positions in errors refer to the pasted text.
#include "core/foreign/cpp/source_text.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/base/words.h"
#include "core/lang/token.h"

namespace stridescope {
namespace {

constexpr std::string_view dsl_prefix = "[DSL INFO]";  // in prints of CuTe DSL's examples

std::string_view first_word(std::string_view text) { return text.substr(0, word_end(text, 0)); }

// Decides by the first line that is unique to one kind.
SourceKind kind_by_lines(std::string_view program) {
  for (std::size_t at = 0; at < program.size(); at = line_end(program, at) + 1) {
    const std::string_view line = trimmed(program.substr(at, line_end(program, at) - at));
    const std::string_view word = first_word(line);
    const std::string_view rest = line.substr(word.size());
    if (line.starts_with("#include") || line.starts_with("#pragma") || line.ends_with('{') || line == "}" ||
        line == "};" || (word == "template" && trimmed(rest).starts_with('<')) ||
        (word == "using" && trimmed(rest).starts_with("namespace")) || line.starts_with("CUTE_STATIC_ASSERT"))
      return SourceKind::cpp;
    if (line.starts_with("@cute") || line.starts_with("@cutlass") || (word == "import" && rest.size() > 1) ||
        (word == "from" && rest.find(" import ") != std::string_view::npos) ||
        ((word == "def" || word == "class") && line.ends_with(':')))
      return SourceKind::python;
  }
  return SourceKind::own;
}

SourceKind kind_of(std::string_view program) {
  static constexpr std::string_view words[] = {"template", "using", "CUTE_STATIC_ASSERT", "import", "def", "class"};
  const auto marks = [](char c) { return c == '#' || c == '{' || c == '}' || c == '@'; };
  const bool foreign = std::any_of(program.begin(), program.end(), marks) ||
                       std::any_of(std::begin(words), std::end(words),
                                   [&](std::string_view word) { return program.find(word) != std::string_view::npos; });
  return foreign ? kind_by_lines(program) : SourceKind::own;
}

// True if `// M` is a division of Python: a comment would consist of words.
bool divides(std::string_view line, std::size_t begin, std::size_t at) {
  std::size_t before = at;
  while (before > begin && is_blank(line[before - 1])) --before;
  if (before == begin || !(is_word(line[before - 1]) || line[before - 1] == ')' || line[before - 1] == ']'))
    return false;
  const std::string_view rest = trimmed(line.substr(at + 2));
  return !rest.empty() && (is_word(rest[0]) || rest[0] == '(');
}

class Blanker {
 public:
  Blanker(std::string_view text, std::vector<Error>& errors) : text_(text), errors_(errors) {}

  SourceText run() {
    out_.kind = kind_of(text_);
    std::size_t line = 0;  // the begin of the line
    while (at_ < text_.size()) {
      if (!later_.empty() && at_ >= later_.back().first) {
        at_ = std::max(at_, later_.back().second);
        later_.pop_back();
        continue;
      }
      const char c = text_[at_];
      if (c == '\n') {
        line = ++at_;
      } else if (c == '#') {
        const bool first = trimmed(text_.substr(line, at_ - line)).empty();
        if (!first || !directive()) blank(at_, line_end(text_, at_));
      } else if (text_.substr(at_, 2) == "//") {
        slashes(line);
      } else if (text_.substr(at_, 2) == "/*") {
        block();
      } else if (c == '"' || c == '\'') {
        quoted(c);
      } else if (c == '[' && text_.substr(at_).starts_with(dsl_prefix) &&
                 trimmed(text_.substr(line, at_ - line)).empty()) {
        dsl_line();
      } else if (const std::size_t wide = wide_blank(text_, at_); wide > 0) {
        blank(at_, at_ + wide);
      } else {
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  // Replaces everything but line breaks by blanks, and continues after it.
  void blank(std::size_t begin, std::size_t end) {
    if (end > begin && out_.text.empty()) out_.text = text_;
    for (std::size_t i = begin; i < end; ++i) {
      if (text_[i] != '\n') out_.text[i] = ' ';
    }
    at_ = end;
  }

  // [DSL INFO]   tiler_mn = (16, 128) per thread block: keeps the text after the mark, without the words after a value.
  // Skips lines of words alone.
  void dsl_line() {
    const std::size_t begin = at_;
    const std::size_t end = line_end(text_, begin);
    std::size_t words = end;
    while (words > begin && (is_blank(text_[words - 1]) || (text_[words - 1] >= 'a' && text_[words - 1] <= 'z')))
      --words;
    const std::string_view said = text_.substr(begin + dsl_prefix.size(), end - begin - dsl_prefix.size());
    if (said.find_first_of("0123456789") == std::string_view::npos) {
      leave_out(begin, end);
      return;
    }
    if (words > begin && text_[words - 1] == ')') blank(words, end);
    blank(begin, begin + dsl_prefix.size());
    // A label, which can be the name of a function.
    const std::size_t equals = text_.find_first_of("=\n", begin);
    const std::size_t value = text_.find_first_not_of(" =", equals);
    if (value != std::string_view::npos && text_[equals] == '=' && text_[value] == '(') out_.text[equals] = ':';
  }

  void slashes(std::size_t line) {
    const std::size_t end = line_end(text_, at_);
    if (out_.kind == SourceKind::python && divides(text_.substr(0, end), line, at_)) {
      blank(at_ + 1, at_ + 2);  // one `/` remains
    } else {
      blank(at_, end);
    }
  }

  void block() {
    const std::size_t close = text_.find("*/", at_ + 2);
    if (close == std::string_view::npos) {
      const auto begin = static_cast<std::uint32_t>(at_);
      errors_.push_back(
          {ErrorCode::syntax, say("'/*' is never closed"), say("close the comment with '*/'"), {begin, begin + 2}, {}});
      blank(at_, text_.size());
    } else {
      blank(at_, close + 2);
    }
  }

  // A quoted text keeps what looks like a comment. An apostrophe within a word, and a mark without a partner on its
  // line, do not open a text; Python's texts of three marks are comments, except as an argument.
  void quoted(char mark) {
    const std::string triple(3, mark);
    if (text_.substr(at_, 3) == triple) {
      const std::size_t close = text_.find(triple, at_ + 3);
      if (close != std::string_view::npos) {
        const std::size_t before = at_ == 0 ? std::string_view::npos : text_.find_last_not_of(" \t\r\n", at_ - 1);
        const bool argument =
            mark == '"' && before != std::string_view::npos && (text_[before] == '(' || text_[before] == ',');
        if (argument) {
          at_ = close + 3;
        } else {
          blank(at_, close + 3);
        }
        return;
      }
    }
    const bool prefix = at_ > 0 && (text_[at_ - 1] == 'f' || text_[at_ - 1] == 'r' || text_[at_ - 1] == 'b') &&
                        (at_ < 2 || !is_word(text_[at_ - 2]));
    if (mark == '\'' && at_ > 0 && is_word(text_[at_ - 1]) && !prefix) {
      ++at_;
      return;
    }
    std::size_t close = at_ + 1;
    for (; close < text_.size() && text_[close] != mark && text_[close] != '\n'; ++close) {
      if (text_[close] == '\\' && close + 1 < text_.size() && text_[close + 1] != '\n') ++close;
    }
    at_ = close < text_.size() && text_[close] == mark ? close + 1 : at_ + 1;
  }

  // --- the preprocessor ---

  struct Directive {
    std::string_view word;  // empty: not a directive
    std::string_view rest;
    std::size_t end = 0;  // end of its lines
  };

  Directive read_directive(std::size_t hash) const {
    static constexpr std::string_view words[] = {"include", "define", "undef", "pragma", "if",    "ifdef",
                                                 "ifndef",  "elif",   "else",  "endif",  "error", "line"};
    Directive out;
    const std::size_t end = line_end(text_, hash);
    const std::string_view line = trimmed(text_.substr(hash + 1, end - hash - 1));
    out.word = first_word(line);
    if (std::find(std::begin(words), std::end(words), out.word) == std::end(words)) return {};
    out.rest = trimmed(line.substr(out.word.size()));
    out.rest = trimmed(out.rest.substr(0, std::min(out.rest.find("//"), out.rest.find("/*"))));
    out.end = end;
    const auto goes_on = [&] {
      std::size_t last = out.end;
      while (last > hash && is_blank(text_[last - 1])) --last;
      return text_[last - 1] == '\\' && out.end < text_.size();
    };
    while (goes_on()) out.end = line_end(text_, out.end + 1);
    return out;
  }

  struct Branch {
    std::size_t begin;  // begin of its directive
    Directive directive;
  };

  // The branches from #if to its #endif; empty without an #endif.
  std::vector<Branch> branches(std::size_t hash, const Directive& first) {
    std::vector<Branch> out = {{hash, first}};
    int depth = 0;
    for (std::size_t at = first.end + 1; at < text_.size() && steps_ < 8 * text_.size();) {
      const std::size_t end = line_end(text_, at);
      steps_ += end - at + 1;
      std::size_t begin = at;
      while (begin < end && is_blank(text_[begin])) ++begin;
      at = end + 1;
      if (begin >= end || text_[begin] != '#') continue;
      const Directive d = read_directive(begin);
      if (d.word.empty()) continue;
      at = d.end + 1;
      if (d.word.starts_with("if")) {
        ++depth;
      } else if (d.word == "endif" && depth-- == 0) {
        out.push_back({begin, d});
        return out;
      } else if (depth == 0 && (d.word == "else" || d.word == "elif")) {
        out.push_back({begin, d});
      }
    }
    return {};
  }

  // The current definition of that macro; null if absent.
  const Macro* macro(std::string_view name) const {
    const auto found =
        std::find_if(out_.macros.rbegin(), out_.macros.rend(), [&](const Macro& m) { return m.name == name; });
    return found == out_.macros.rend() || found->undefined ? nullptr : &*found;
  }
  bool is_false(const Directive& d) const {
    constexpr std::size_t most = 512;  // limit of searched macros
    const Macro* named = out_.macros.size() > most ? nullptr : macro(d.rest);
    if (d.word == "ifndef") return named != nullptr;
    const std::string_view value = named != nullptr && d.word != "ifdef" ? named->body : d.rest;
    return value == "0" || value == "false";
  }

  // #define and #undef; a comment `# define it so` does not count.
  void define(const Directive& d) {
    if (out_.kind == SourceKind::python || (out_.kind == SourceKind::own && is_blank(text_[at_ + 1]))) return;
    Macro out;
    const std::size_t name = static_cast<std::size_t>(d.rest.data() - text_.data());
    out.name = first_word(d.rest);
    out.from = static_cast<std::uint32_t>(d.end);
    out.undefined = d.word == "undef";
    if (out.name.empty() || is_digit(out.name[0])) return;
    std::size_t body = name + out.name.size();
    if (text_.substr(body).starts_with('(')) {
      const std::size_t close = std::min(text_.find(')', body), d.end);
      out.is_called = true;
      std::string_view list = trimmed(text_.substr(body + 1, close - body - 1));
      while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        out.parameters.push_back(trimmed(list.substr(0, comma)));
        list.remove_prefix(std::min(comma + 1, list.size()));
      }
      body = std::min(close + 1, d.end);
    }
    for (std::size_t i = body; i < d.end; ++i) {
      const std::string_view rest = text_.substr(i, d.end - i);
      if (rest.starts_with("//")) break;
      if (rest.starts_with("/*")) {
        const std::size_t close = rest.find("*/");
        i = close == std::string_view::npos ? d.end : i + close + 1;
        out.body.push_back(' ');
      } else {
        const bool goes_on = rest[0] == '\\' && trimmed(rest.substr(1, rest.find('\n') - 1)).empty();
        out.body.push_back(goes_on || is_blank(rest[0]) || rest[0] == '\n' ? ' ' : rest[0]);
      }
    }
    out.body = trimmed(out.body);
    out_.macros.push_back(std::move(out));
  }

  // At a `#` that begins a line; false if it begins a comment.
  bool directive() {
    const Directive d = read_directive(at_);
    return !d.word.empty() && follow(d);
  }

  bool follow(const Directive& d) {
    if (d.word != "if" && d.word != "ifdef" && d.word != "ifndef") {
      if (d.word == "define" || d.word == "undef") define(d);
      blank(at_, d.end);
      return true;
    }
    const std::vector<Branch> all = branches(at_, d);
    if (all.empty()) return false;
    // The first branch that is not `0` is read; nested ones are handled when they are reached.
    std::size_t chosen = 0;
    while (chosen + 1 < all.size() && is_false(all[chosen].directive)) ++chosen;
    const std::size_t last = all.back().begin;
    blank(at_, d.end);
    if (chosen > 0) {
      leave_out(d.end, all[chosen].begin);
      blank(all[chosen].begin, all[chosen].directive.end);
    }
    if (chosen + 2 < all.size()) {
      leave_out(all[chosen + 1].begin, last);
      later_.emplace_back(all[chosen + 1].begin, last);
    }
    at_ = all[chosen].directive.end;
    return true;
  }

  void leave_out(std::size_t begin, std::size_t end) {
    while (begin < end && (text_[begin] == '\n' || is_blank(text_[begin]))) ++begin;
    while (end > begin && (text_[end - 1] == '\n' || is_blank(text_[end - 1]))) --end;
    if (end == begin) return;
    out_.skipped.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    blank(begin, end);
  }

  std::string_view text_;
  std::vector<Error>& errors_;
  SourceText out_;
  std::size_t at_ = 0;
  std::size_t steps_ = 0;                                   // steps of searches for the ends of #if
  std::vector<std::pair<std::size_t, std::size_t>> later_;  // branches to skip, the next one last
};

}  // namespace

SourceText without_comments(std::string_view program, std::vector<Error>& errors) {
  const bool plain = std::none_of(program.begin(), program.end(), [](char c) {
    return c == '#' || c == '/' || c == '[' || c == '"' || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
  });
  if (plain) return {kind_of(program), {}, {}, {}};
  return Blanker(program, errors).run();
}

}  // namespace stridescope
