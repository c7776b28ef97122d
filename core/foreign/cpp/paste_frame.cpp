// Foreign text: the C++ around the layouts. A pasted kernel, or the struct of its traits, is read statement by
// statement; headers, braces and statements without layouts are skipped.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/lang/token.h"

namespace stridescope {
namespace {

constexpr std::size_t max_looked_back = 64;  // branches between an if and its else

template <std::size_t n>
bool is_one_of(const std::string_view (&words)[n], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// A position in the text, with the steps that a frame needs. Each stays within `limit`.
struct Cursor {
  std::string_view text;
  std::size_t at;
  std::size_t limit;

  bool done() const { return at >= limit; }
  char peek() const { return done() ? '\0' : text[at]; }
  void skip_blanks() {
    while (!done()) {
      if (is_blank(text[at])) {
        ++at;
      } else if (text[at] == '#' || text.substr(at, 2) == "//") {
        at = std::min(text.find('\n', at), limit);
      } else {
        break;
      }
    }
  }
  std::string_view word() {
    const std::size_t begin = at;
    while (!done() && is_word(text[at])) ++at;
    return text.substr(begin, at - begin);
  }
  // From an opening bracket past its closing one; false if it is not closed.
  bool skip_brackets(char open, char close) {
    int depth = 0;
    for (; !done(); ++at) {
      if (text[at] == open) ++depth;
      if (text[at] == close && --depth == 0) {
        ++at;
        return true;
      }
    }
    return false;
  }
  // Past the next `mark` outside round brackets; false if a `stop` comes before it.
  bool skip_past(char mark, std::string_view stop) {
    int depth = 0;
    for (; !done(); ++at) {
      const char c = text[at];
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (depth == 0 && c == mark) {
        ++at;
        return true;
      }
      if (depth == 0 && stop.find(c) != std::string_view::npos) return false;
    }
    return false;
  }
};

// The last word of each entry of a list of parameters: (int m, TA const* A). Parameters with a default are read as
// statements.
void read_parameters(std::string_view text, std::size_t begin, std::size_t end, ForeignTree& tree) {
  constexpr std::size_t most = 64;
  for (const std::string_view parameter : split_outside(text.substr(begin, end - begin), ',', {.angles = true})) {
    if (tree.parameters.size() >= most) return;
    const auto entry = static_cast<std::size_t>(parameter.data() - text.data());
    const std::size_t name = word_begin(parameter, parameter.size());
    if (parameter.find('=') != std::string_view::npos) {
      PasteParser parser(text, entry, entry + parameter.size(), tree, false);
      Statement statement;
      const std::size_t nodes = tree.nodes.size();
      if (parser.statement(statement) && parser.at_end()) {
        tree.statements.push_back(statement);
      } else {
        tree.nodes.erase(tree.nodes.begin() + static_cast<std::ptrdiff_t>(nodes), tree.nodes.end());
      }
    } else if (name < parameter.size()) {
      tree.parameters.push_back({parameter.substr(name), true, static_cast<std::uint32_t>(entry + name)});
    }
  }
}

// `for (int k = 0; ...` and `for (auto const& x : ...`: inside, the variable hides an earlier one of that name.
void read_loop_variable(std::string_view text, std::size_t open, Span header, ForeignTree& tree) {
  const std::string_view head = text.substr(open, header.end - open);
  std::size_t last = head.find_first_of("=:;{");
  while (head.substr(std::min(last, head.size())).starts_with("::")) last = head.find_first_of("=:;{", last + 2);
  if (last == std::string_view::npos) return;
  while (last > 0 && is_blank(head[last - 1])) --last;
  const std::size_t first = word_begin(head, last);
  if (first > 0 && first < last) tree.skipped_names.emplace_back(head.substr(first, last - first), header);
}

// type name(parameters) [const] { ; false for any other text
bool function_header(Cursor& c, ForeignTree& tree) {
  const std::size_t begin = c.at;
  std::size_t open = 0;
  std::size_t close = 0;
  int lines = 0;
  for (; !c.done(); ++c.at) {
    const char at = c.text[c.at];
    if (at == '(') {
      open = c.at;
      if (!c.skip_brackets('(', ')')) return false;
      close = c.at--;
    } else if (at == '{') {
      break;
    } else if (at == '\n') {  // the type of the result, and the brace, can be on separate lines
      if (++lines > (close == 0 ? 2 : 4)) return false;
    } else if (at == ';' || at == '=' || at == '}' ||
               (at == ':' && c.text[c.at - 1] != ':' && !c.text.substr(c.at + 1).starts_with(':'))) {
      return false;
    }
  }
  if (c.done() || close == 0) return false;
  Cursor behind = {c.text, close, c.at};
  for (behind.skip_blanks(); !behind.done(); behind.skip_blanks()) {
    const std::string_view word = behind.word();
    if (word != "const" && word != "noexcept" && word != "override" && word != "mutable") return false;
  }
  // A call has one word before its bracket, a function at least two.
  const std::size_t name = word_begin(c.text, open, begin);
  std::size_t before = name;
  while (before > begin && is_blank(c.text[before - 1])) --before;
  if (before == begin || name == open) return false;
  read_parameters(c.text, open + 1, close - 1, tree);
  ++c.at;
  return true;
}

std::uint32_t indent_of(std::string_view text, std::size_t at) {
  const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  return static_cast<std::uint32_t>(std::min(text.find_first_not_of(" \t", line), at) - line);
}

// The end of a block that begins after a colon at `begin`: before the first line that is not indented further than its
// header. Lines inside brackets do not count.
std::size_t block_end(std::string_view text, std::size_t begin, std::uint32_t indent) {
  int brackets = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++brackets;
    if (c == ')' || c == ']' || c == '}') --brackets;
    if (c == '"') {
      const std::size_t close = end_of_string(text, i);
      if (close < text.size() && text[close] == '"') i = close;
    }
    if (c != '\n' || brackets > 0) continue;
    brackets = 0;
    const std::size_t word = text.find_first_not_of(" \t\r\n", i);
    if (word == std::string_view::npos) return text.size();
    if (indent_of(text, word) <= indent) return i;
    i = word - 1;
  }
  return text.size();
}

// Adds the condition under which a Python block runs, from its header.
void add_branch(std::string_view text, std::string_view word, std::size_t begin, std::size_t colon, ForeignTree& tree) {
  using Kind = Branch::Kind;
  struct Rule {
    std::string_view word;
    Kind kind;
    bool goes_on;
  };
  static constexpr Rule rules[] = {{"if", Kind::condition, false},  {"elif", Kind::condition, true},
                                   {"else", Kind::otherwise, true}, {"for", Kind::loop, false},
                                   {"while", Kind::loop, false},    {"try", Kind::otherwise, false},
                                   {"except", Kind::unknown, true}, {"case", Kind::unknown, true}};
  const auto* rule = std::find_if(std::begin(rules), std::end(rules), [&](const Rule& r) { return r.word == word; });
  if (rule == std::end(rules)) return;
  Branch out;
  out.kind = rule->kind;
  out.indent = indent_of(text, begin);
  out.header = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(colon + 1)};
  const std::size_t line = std::min(text.find('\n', colon), text.size());
  const bool one_line = text.find_first_not_of(" \t\r", colon + 1) < line;
  const std::size_t end = one_line ? line : block_end(text, colon + 1, out.indent);
  out.block = {static_cast<std::uint32_t>(colon + 1), static_cast<std::uint32_t>(end)};
  out.text = {static_cast<std::uint32_t>(begin + word.size()), static_cast<std::uint32_t>(colon)};
  auto last = static_cast<int>(tree.branches.size()) - 1;
  const auto at = [&](int i) -> const Branch& { return tree.branches[static_cast<std::size_t>(i)]; };
  while (last >= 0 && at(last).indent > out.indent) --last;
  if (rule->goes_on && last >= 0 && at(last).indent == out.indent &&
      text.find_first_not_of(" \t\r\n", at(last).block.end) == begin)
    out.previous = last;
  tree.branches.push_back(out);
}

// `if constexpr (...)` of C++, or without the position `open` of its bracket, the `else` of one; `end` is the position
// after it.
void add_branch_of_cpp(std::string_view text, std::size_t begin, std::size_t open, std::size_t end, ForeignTree& tree) {
  Branch out;
  out.kind = open > 0 ? Branch::Kind::condition : Branch::Kind::otherwise;
  out.both = true;
  out.header = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  if (open > 0) out.text = {static_cast<std::uint32_t>(open + 1), static_cast<std::uint32_t>(end - 1)};
  std::size_t first = std::min(text.find_first_not_of(" \t\r\n", end), text.size());
  const bool braces = first < text.size() && text[first] == '{';
  Cursor c = {text, first, text.size()};
  if (braces ? !c.skip_brackets('{', '}') : !c.skip_past(';', "{}")) return;
  first += braces ? 1 : 0;
  out.block = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(c.at - 1)};
  // The previous branch ends directly before the `else`.
  std::size_t before = begin;
  if (open > 0) {
    while (before > 0 && is_blank(text[before - 1])) --before;
    before = before >= 4 && text.substr(before - 4, 4) == "else" ? before - 4 : text.size();
  }
  for (std::size_t i = tree.branches.size(); i-- > 0 && out.previous < 0;) {
    const std::size_t behind = text.find_first_not_of(" \t\r\n", tree.branches[i].block.end + 1);
    if (behind == before && tree.branches[i].both) out.previous = static_cast<int>(i);
    if (tree.branches.size() - i > max_looked_back) break;
  }
  if (open == 0 && out.previous < 0) return;
  tree.branches.push_back(out);
}

// Reads `def f(a, b=4):`, `for k in range(n):`, `if x:` of Python, up to the colon that ends the line; otherwise
// returns its begin. In a source, text can follow the colon. Arguments and loop variables have no value.
std::uint32_t python_header(std::string_view word, Cursor c, ForeignTree& tree, bool source) {
  static constexpr std::string_view words[] = {"def",  "class", "for", "while",  "with",    "if",
                                               "elif", "else",  "try", "except", "finally", "case"};
  const auto begin = static_cast<std::uint32_t>(c.at);
  if (!is_one_of(words, word) || (word == "case" && !source)) return begin;
  std::size_t open = 0;
  std::size_t close = 0;
  for (; !c.done() && c.peek() != '\n' && c.peek() != ';'; ++c.at) {
    const char at = c.peek();
    if (at == '(' || at == '[' || at == '{') {
      const std::size_t bracket = c.at;
      if (!c.skip_brackets(at, at == '(' ? ')' : at == '[' ? ']' : '}')) return begin;
      if (open == 0) open = bracket + 1;
      if (close == 0) close = c.at - 1;
      --c.at;
    } else if (at == ':' && (source || c.at + 1 == c.text.size() ||
                             c.text.find_first_not_of(" \t\r", c.at + 1) == c.text.find('\n', c.at + 1))) {
      break;
    } else if (at == '"' && source) {
      c.at = std::min(end_of_string(c.text, c.at), c.limit - 1);
    }
  }
  if (c.done() || c.peek() != ':') return begin;
  if (source) add_branch(c.text, word, begin, c.at, tree);
  const auto parameter = [&](std::string_view entry, bool hides) {
    Cursor name = {entry, 0, entry.size()};
    while (!name.done() && !is_word(name.peek())) ++name.at;
    const std::string_view word_of = name.word();
    if (word_of.empty() || tree.parameters.size() >= 256) return;
    tree.parameters.push_back({word_of, hides, static_cast<std::uint32_t>(word_of.data() - c.text.data())});
  };
  if (word == "def" && close > open) {
    for (const std::string_view entry : split_outside(c.text.substr(open, close - open), ',')) parameter(entry, source);
  }
  if (word == "for") {
    const std::string_view head = c.text.substr(begin + 3, c.at - begin - 3);
    std::string_view names = head.substr(0, std::min(head.find(" in "), head.size()));
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(','));
      parameter(name, false);
      names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
  }
  return static_cast<std::uint32_t>(c.at + 1);
}

// Words that begin a block of declarations, and access specifiers.
constexpr std::string_view scopes[] = {"struct", "class", "union", "namespace", "enum"};
constexpr std::string_view accesses[] = {"public", "private", "protected"};
// Words that precede a statement and say nothing about layouts.
constexpr std::string_view marks[] = {"else",         "do",         "CUTE_UNROLL",      "CUTE_NO_UNROLL",
                                      "CUTE_DEVICE",  "CUTE_HOST",  "CUTE_HOST_DEVICE", "CUTLASS_DEVICE",
                                      "__global__",   "__device__", "__host__",         "__forceinline__",
                                      "CUTE_RESTRICT"};

}  // namespace

bool is_mark(std::string_view word) {
  static constexpr std::string_view words[] = {"static", "inline", "constexpr"};
  return is_one_of(words, word) || is_one_of(marks, word);
}

bool is_frame_alone(std::string_view frame) {
  // In addition to scopes, access specifiers and marks.
  static constexpr std::string_view words[] = {"template",  "using",  "import",           "from",
                                               "def",       "return", "static",           "inline",
                                               "constexpr", "try",    "__launch_bounds__"};
  Cursor c = {frame, 0, frame.size()};
  if (frame.find_first_not_of("{}();") == std::string_view::npos || frame[0] == '@') return true;
  const std::string_view word = c.word();
  const bool condition = word == "if" || word == "for" || word == "while" || word == "switch" || word == "elif";
  const bool known =
      is_one_of(words, word) || is_one_of(scopes, word) || is_one_of(accesses, word) || is_one_of(marks, word);
  return known || (frame.ends_with('{') && !condition);
}

bool is_foreign_word(std::string_view word) {
  return word.starts_with("CUTE_") || word == "auto" || word == "constexpr" || word == "void" || word == "static" ||
         word == "inline" || word == "dim3" || word == "break" || word == "continue" || word == "return" ||
         word == "else" || word == "pass" || word == "yield";
}

// expect_tx, arrive_and_expect_tx, set_barrier_transaction_bytes, initialize_barrier
static bool names_barrier(std::string_view function) {
  return function.ends_with("expect_tx") || function.find("arrier") != std::string_view::npos;
}

bool makes_no_value(std::string_view function) {
  static constexpr std::string_view functions[] = {"assert",
                                                   "axpby",
                                                   "clear",
                                                   "cluster_sync",
                                                   "copy",
                                                   "copy_if",
                                                   "cp_async_fence",
                                                   "cp_async_wait",
                                                   "cudaDeviceSynchronize",
                                                   "cudaFree",
                                                   "cudaMalloc",
                                                   "cudaMemcpy",
                                                   "fill",
                                                   "gemm",
                                                   "prefetch",
                                                   "printf",
                                                   "static_assert",
                                                   "syncthreads",
                                                   "tma_store_arrive",
                                                   "tma_store_fence",
                                                   "tma_store_wait",
                                                   "warpgroup_arrive",
                                                   "warpgroup_commit_batch",
                                                   "warpgroup_fence_operand",
                                                   "warpgroup_wait"};
  return std::binary_search(std::begin(functions), std::end(functions), function) ||
         function.starts_with("__syncthreads") || function.starts_with("CUTE_STATIC_ASSERT") ||
         function.starts_with("CUTLASS_ASSERT") || names_barrier(function);
}

// bar.arrive_and_expect_tx(8192), cute::set_barrier_transaction_bytes(bar, 8192)
static bool calls_barrier(Cursor c) {
  bool found = names_barrier(c.word());
  while (!c.done() && std::string_view(".:->").find(c.peek()) != std::string_view::npos) {
    ++c.at;
    found = names_barrier(c.word()) || found;
  }
  return found && c.peek() == '(';
}

std::uint32_t lambda_body(std::string_view text, std::uint32_t begin, std::size_t limit, ForeignTree& tree,
                          std::size_t& looked_at) {
  Cursor c = {text, begin, limit};
  const bool assigns = c.skip_past('=', ";{}[");
  looked_at = c.at - begin;
  if (!assigns) return 0;
  std::size_t name_end = c.at - 1;
  while (name_end > begin && is_blank(text[name_end - 1])) --name_end;
  const std::size_t name = word_begin(text, name_end, begin);
  c.skip_blanks();
  const bool captures = name > begin && name < name_end && c.peek() == '[' && c.skip_brackets('[', ']');
  if (!captures) return 0;
  c.skip_blanks();
  const std::size_t open = c.at + 1;
  const bool parameters = c.peek() == '(';
  if (parameters && !c.skip_brackets('(', ')')) return 0;
  const std::size_t close = c.at;
  const bool opens = c.skip_past('{', ";=");
  looked_at = c.at - begin;
  if (!opens) return 0;
  if (parameters) read_parameters(text, open, close - 1, tree);
  const Span all = {begin, static_cast<std::uint32_t>(c.at)};
  tree.skipped_names.emplace_back(text.substr(name, name_end - name), all);
  return all.end;
}

// {4,8}, {4}: values in the brackets of other languages, not a block.
static bool is_braced_value(std::string_view text, std::size_t begin, std::size_t limit) {
  const std::string_view line = text.substr(0, std::min(line_end(text, begin), limit));
  const std::size_t end = past_bracket(line, begin);
  if (end == std::string_view::npos) return false;
  const std::string_view inside = line.substr(begin + 1, end - begin - 2);
  return inside.find_first_of(";=") == std::string_view::npos &&
         inside.find_first_not_of(' ') != std::string_view::npos;
}

std::uint32_t frame_end(std::string_view text, std::uint32_t begin, std::size_t limit, SourceKind kind,
                        ForeignTree& tree, std::size_t& looked_at) {
  Cursor c = {text, begin, limit};
  const auto here = [&] { return static_cast<std::uint32_t>(c.at); };
  if (c.peek() == '{') return kind == SourceKind::own && is_braced_value(text, begin, limit) ? begin : begin + 1;
  if (c.peek() == '}') {
    ++c.at;
    const std::size_t brace = c.at;
    if (c.peek() == '(') c.skip_brackets('(', ')');  // a lambda called in place
    if (c.peek() == ';' || c.peek() == ')') {
      ++c.at;
    } else {
      c.at = brace;
    }
    return here();
  }
  const Cursor start = c;
  if (c.peek() == '@') return static_cast<std::uint32_t>(std::min(text.find('\n', begin), text.size()));  // @cute.jit
  const std::string_view word = c.word();
  if (word.empty()) return begin;
  c.skip_blanks();
  static constexpr std::string_view conditions[] = {"if", "for", "while", "switch"};
  const bool python = kind == SourceKind::python;
  if (const std::uint32_t end = python_header(word, {text, begin, limit}, tree, python); end > begin) return end;
  if (word == "template" && c.peek() == '<') {
    const std::size_t open = c.at + 1;
    if (!c.skip_brackets('<', '>')) return begin;
    read_parameters(text, open, c.at - 1, tree);
    return here();
  }
  if (is_one_of(scopes, word)) {
    Cursor declared = c;
    if (const std::size_t end = word == "enum" ? read_enumeration(text, c.at, limit, kind, tree) : 0; end > 0)
      return static_cast<std::uint32_t>(end);
    if (c.skip_past('{', ";=")) return here();
    return declared.skip_past(';', "=") ? static_cast<std::uint32_t>(declared.at) : begin;
  }
  if (is_one_of(accesses, word) && c.peek() == ':') return here() + 1;
  if (is_one_of(conditions, word)) {
    const bool fixed = text.substr(c.at).starts_with("constexpr");
    if (fixed) {
      c.word();
      c.skip_blanks();
    }
    const std::size_t open = c.at;
    if (c.peek() != '(' || !c.skip_brackets('(', ')')) return begin;
    if (word == "for" && kind == SourceKind::cpp) read_loop_variable(text, open + 1, {begin, here()}, tree);
    if (word == "if" && fixed && kind == SourceKind::cpp) add_branch_of_cpp(text, begin, open, c.at, tree);
    return here();
  }
  if (word == "else" && kind == SourceKind::cpp && !tree.branches.empty()) {
    Cursor next = c;
    if (next.word() != "if") add_branch_of_cpp(text, begin, 0, start.at + word.size(), tree);
  }
  if (is_one_of(marks, word)) return here();
  // The header of a function that continues below, or after one of the marks.
  if ((word == "static" || word == "inline" || word == "constexpr") &&
      (c.text.substr(start.at + word.size(), c.at - start.at - word.size()).find('\n') != std::string_view::npos ||
       c.text.substr(c.at).starts_with("__")))
    return here();
  static constexpr std::string_view statements[] = {"raise", "assert", "pass",  "yield",
                                                    "del",   "global", "await", "nonlocal"};
  // It can end with its word: the next line does not belong to it.
  const std::size_t behind = std::min(text.find_first_not_of(" \t", start.at + word.size()), text.size());
  if (is_one_of(statements, word) &&
      (behind == text.size() || std::string_view("=(:").find(text[behind]) == text.npos)) {
    c.at = behind;
    while (!c.done() && c.peek() != '\n' && c.peek() != ';') {
      const bool bracket = c.peek() == '(';
      if (!bracket || !c.skip_brackets('(', ')')) ++c.at;
    }
    return here();
  }
  if (word == "import" || word == "from")
    return static_cast<std::uint32_t>(std::min(text.find('\n', begin), text.size()));
  if (word == "__launch_bounds__" && c.peek() == '(' && c.skip_brackets('(', ')')) return here();
  if (word == "return" && c.peek() == ';') return here();
  const bool space = word == "using" && text.substr(c.at).starts_with("namespace");
  const bool shared = word == "__shared__" || (word == "extern" && text.substr(c.at).starts_with("__shared__"));
  const bool message = word == "print" && text.substr(c.at).starts_with("(\"");
  const bool call = (makes_no_value(word) && (c.peek() == '(' || c.peek() == '<')) || calls_barrier(start);
  const bool assembly = word == "asm" || word == "__asm__";
  const bool jump = word == "break" || word == "continue" || word == "goto";
  const std::string_view ahead = text.substr(begin, limit - begin);
  const std::string_view line = ahead.substr(0, ahead.find_first_of("\n;"));
  const bool launch = line.find("<<<") != std::string_view::npos;
  if (call || assembly || jump || space || shared || message || launch || word == "dim3") {
    // A line without a semicolon, except in C++.
    if (c.skip_past(';', kind == SourceKind::cpp || launch ? "" : "\n")) return here() - 1;
    return c.done() ? static_cast<std::uint32_t>(std::min(text.find('\n', begin), text.size())) : here();
  }
  Cursor header = start;
  const bool found = function_header(header, tree);
  looked_at = header.at - begin;
  return found ? static_cast<std::uint32_t>(header.at) : begin;
}

}  // namespace stridescope
