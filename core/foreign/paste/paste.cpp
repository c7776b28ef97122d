// Decides the kind of a piece of foreign text (a statement of C++ or Python, a grid, a line of words with types in it),
// its end, and the parts that are about layouts; the other paste_*.cpp read the parts. A failed attempt is undone
// completely.
#include "core/foreign/paste/paste.h"

#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/foreign/paste/paste_type_scan.h"
#include "core/functions/builtin.h"
#include "core/lang/token.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

constexpr std::size_t max_frame = 1 << 12;  // bytes of one header

// The end of a line of words with types in it: a `;` inside brackets does not count ([with T = ...; U = ...]).
std::size_t text_end(std::string_view text, std::size_t begin) {
  int brackets = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++brackets;
    if (c == ')' || c == ']' || c == '}') --brackets;
    if (c == '\n' || (c == ';' && brackets <= 0)) return i;
  }
  return text.size();
}

// True if a call of one of our functions begins there, recast<half_t>(...), cute::coalesce(...), or a test of a type,
// std::is_same_v<...>: the types in it are not results.
bool calls_ours(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (true) {
    end = word_end(text, end);
    if (!text.substr(end).starts_with("::")) break;
    begin = end += 2;
  }
  const std::string_view word = text.substr(begin, end - begin);
  if (end == text.size() || (text[end] != '(' && text[end] != '<')) return false;
  return word == "sizeof" || word.starts_with("is_") || find_builtin(word) != nullptr;
}

// True for words of a sentence: two adjacent words, neither a function nor an operator, or a word and a number.
bool is_sentence(std::string_view text) {
  bool before = false;
  bool word_before = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    while (!word.empty() && std::string_view(",.:").find(word.back()) != std::string_view::npos) word.remove_suffix(1);
    const bool letters = !word.empty() && std::all_of(word.begin(), word.end(), is_letter) && word != "o";
    const bool number = !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
    const bool said = letters && find_builtin(word) == nullptr;
    if ((said && before) || (number && word_before)) return true;
    before = said;
    word_before = letters;
  }
  return false;
}

// True for a line of Markdown with layouts: `(4,8):(8,1)`, | A | (4,8):(8,1) |, and for (4,8):(8,1) -> (8,4):(1,8).
bool is_marked(std::string_view text) {
  return text.find_first_of("|*`") == 0 || text.find('`', 1) != std::string_view::npos ||
         text.find(" -> ") != std::string_view::npos;
}

// The second declaration in int a = 1, b = 2: the previous statement continues.
bool is_behind_comma(std::string_view program, std::size_t begin) {
  while (begin > 0 && is_blank(program[begin - 1])) --begin;
  return begin > 0 && program[begin - 1] == ',';
}

}  // namespace

std::optional<std::string_view> test_operator(std::string_view macro) {
  static constexpr std::string_view operators[][2] = {{"_EQ", "=="}, {"_NE", "!="}, {"_LT", "<"},  {"_LE", "<="},
                                                      {"_GT", ">"},  {"_GE", ">="}, {"_TRUE", ""}, {"_FALSE", "!"}};
  if (macro == "CHECK" || macro == "REQUIRE") return "";
  for (const auto& [suffix, op] : operators) {
    if (!macro.ends_with(suffix)) continue;
    const std::string_view kind = macro.substr(0, macro.size() - suffix.size());
    if (kind == "EXPECT" || kind == "ASSERT" || kind == "CHECK" || kind == "REQUIRE") return op;
  }
  return {};
}

void keep_statement(std::string_view program, ForeignTree& tree, Statement statement, PasteWork& work) {
  // `n = 4` on its own line is our language: it fills holes of C++. A statement of C++ ends with its semicolon.
  const std::size_t behind = skip_blanks(program, statement.span.end);
  const bool untyped = !statement.name.empty() && statement.name_span.begin == statement.span.begin &&
                       behind < program.size() && program[behind] == ';';
  if (statement.source && work.kind == SourceKind::cpp && untyped && work.take(tree.statements.size()) &&
      std::any_of(tree.statements.begin(), tree.statements.end(),
                  [&](const Statement& s) { return s.source && s.name == statement.name; })) {
    tree.skipped_names.emplace_back(statement.name, statement.span);
    tree.skipped.push_back({statement.span, RemainderKind::reassigned});
    return;
  }
  tree.statements.push_back(std::move(statement));
}

namespace {

// Reads the condition of the last branch, if readable.
void read_condition(std::string_view program, ForeignTree& tree, PasteWork& work) {
  const Span text = tree.branches.back().text;
  if (tree.branches.back().kind != Branch::Kind::condition || !work.take(2 * (text.end - text.begin))) return;
  const TreeMark mark = {tree};
  PasteParser parser(program, text.begin, text.end, tree, false);
  if (work.kind == SourceKind::cpp) {
    parser.integer_of_cpp();
  } else {
    parser.constant_integers(true);
  }
  const auto root = parser.expression();
  if (root && parser.at_end()) {
    tree.branches.back().root = static_cast<int>(*root);
  } else {
    mark.undo();
  }
}

bool writes_layout(std::string_view text) {
  return text.find("Layout<") != std::string_view::npos || text.find("make_layout(") != std::string_view::npos;
}

// Reads one piece of foreign text, step by step. A step returns true if it decides the result: the text is what the
// step looks for, or no work is left.
class PieceReader {
 public:
  PieceReader(std::string_view program, std::uint32_t begin, ForeignTree& tree, PasteWork& work)
      : program_(program),
        begin_(begin),
        limit_(std::min(program.size(), begin + max_frame)),
        end_(begin),
        tree_(tree),
        work_(work) {}

  Paste read() {
    const bool decided = !work_.take(1) || dump() || condition() || output() || item() || instruction() ||
                         shared_array() || frame() || !find_end() || named_function() || number() || arrays() ||
                         statement() || function_body();
    if (decided) return std::move(out_);
    name_result();
    if (!outside_layouts() && !is_failed_code()) message();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view text_to(std::size_t end) const { return program_.substr(begin_, end - begin_); }
  // The text up to here is read, and gives no value.
  bool leave_out(std::size_t end, Remainder remainder) {
    out_.read = true;
    out_.end = static_cast<std::uint32_t>(end);
    remainder.span = {begin_, out_.end};
    tree_.skipped.push_back(std::move(remainder));
    return true;
  }
  // The names that the text up to there declares have no value.
  void skip_names(std::size_t end, SourceKind kind) {
    for (const Span name : declared_names(program_, begin_, end, kind))
      tree_.skipped_names.emplace_back(program_.substr(name.begin, name.end - name.begin),
                                       Span{begin_, static_cast<std::uint32_t>(end)});
  }

  bool dump();
  PasteParser::Index given(std::string_view text, std::optional<std::string_view> test, bool python);
  void keep_value(std::uint32_t root, std::string_view text);
  bool condition();
  bool output();
  bool item();
  bool instruction();
  bool shared_array();
  bool frame();
  bool find_end();
  bool named_function();
  bool number();
  bool arrays();
  bool statement();
  bool keep(PasteParser& parser, Statement statement, const TreeMark& mark);
  bool function_body();
  void name_result();
  bool outside_layouts();
  bool is_failed_code();
  void message();

  std::string_view program_;
  std::uint32_t begin_;
  std::size_t limit_;  // limit of a header
  std::size_t end_;    // end of the code
  ForeignTree& tree_;
  PasteWork& work_;
  bool code_ = false;                          // not a message, even if it contains types
  bool claims_ = false;                        // words such as "expected" precede a layout
  std::vector<std::string_view> others_ = {};  // further names that it would bind
  Paste out_ = {};
};

// Memory as a debugger prints it: an error.
bool PieceReader::dump() {
  std::size_t looked_at = 0;
  const MemoryDump dump =
      program_.substr(begin_).starts_with("0x") ? memory_dump(program_, begin_, looked_at) : MemoryDump();
  if (!work_.take(looked_at)) return true;
  if (dump.bytes == 0) return false;
  const bool map = dump.bytes % 128 == 0;
  out_.foreign = true;
  out_.end = static_cast<std::uint32_t>(dump.end);
  out_.error = {
      ErrorCode::unsupported,
      map ? say("{} {byte|bytes} of memory: a CUtensorMap has 128, but the meaning of its bits is not documented",
                dump.bytes)
          : say("{} {byte|bytes} of memory, which alone do not describe a layout", dump.bytes),
      map ? say("compare the arguments of cuTensorMapEncodeTiled, as in compare(make_tma_atom(A, sA, \"half_t\"), "
                "make_tma_atom(B, sB, \"half_t\"))")
          : say("read a descriptor of wgmma or tcgen05.mma by decode_descriptor(\"0x4000004000010040\")"),
      {begin_, out_.end},
      {}};
  return true;
}

// Reads the expression at the text, or the arguments of a test. In a source, and in a test that writes a layout out,
// only names that the text gives. A test without a layout calls one of our functions, or a layout.
PasteParser::Index PieceReader::given(std::string_view text, std::optional<std::string_view> test, bool python) {
  const auto begin = static_cast<std::size_t>(text.data() - program_.data());
  const TreeMark mark = {tree_};
  PasteParser parser(program_, begin, begin + text.size(), tree_, false);
  parser.functions(work_);
  parser.constant_integers(python);
  const auto root = test ? parser.tested(*test) : parser.expression();
  bool whole = root && parser.at_end();
  bool ours = !test || writes_layout(text);
  const bool strict = work_.kind != SourceKind::own || (test && ours);
  for (std::size_t n = mark.nodes; n < tree_.nodes.size() && whole; ++n) {
    const SyntaxNode& node = tree_.nodes[n];
    const bool compares = node.text == "equal" || node.text == "less";
    ours = ours || (node.kind == Syntax::call && !compares &&
                    (find_builtin(node.text) != nullptr || parser.bound(node.text) != nullptr));
    if (strict && node.kind == Syntax::name) whole = work_.take(16) && parser.bound(node.text) != nullptr;
  }
  if (whole && ours) return root;
  mark.undo();
  return {};
}

void PieceReader::keep_value(std::uint32_t root, std::string_view text) {
  const auto begin = static_cast<std::uint32_t>(text.data() - program_.data());
  Statement statement;
  statement.span = {begin, begin + static_cast<std::uint32_t>(text.size())};
  statement.root = root;
  statement.pasted = true;
  statement.source = statement.other = work_.kind != SourceKind::own;
  keep_statement(program_, tree_, std::move(statement), work_);
}

// static_assert(condition, "..."), assert condition, "...", `if (condition)` of C++, and the macros of tests: a
// condition that writes a layout out is a value, and so is a test of one. If it names what the text does not give, its
// layouts are.
bool PieceReader::condition() {
  const std::size_t word = word_end(program_, begin_);
  const std::string_view name = text_to(word);
  const bool own = work_.kind == SourceKind::own;
  const bool branch = name == "if" && work_.kind == SourceKind::cpp;
  const auto test = test_operator(name);
  if (!branch && !test && name != "static_assert" && name != "assert" && !name.starts_with("CUTE_STATIC_ASSERT"))
    return false;
  const std::size_t open = std::min(skip_blanks(program_, word), program_.size());
  const bool call = program_.substr(open).starts_with('(');
  if (!call && name != "assert") return false;
  const std::size_t close = call ? past_bracket(program_, open, {.longest = max_frame}) : line_end(program_, open) + 1;
  if (close == std::string_view::npos || !work_.take(2 * (close - begin_))) return false;
  const std::size_t first = call ? open + 1 : open;
  const std::vector<std::string_view> parts =
      split_outside(program_.substr(first, close - 1 - first), ',', {.angles = true});
  std::string_view condition = parts.empty() ? std::string_view() : parts[0];
  if (test && parts.size() > 1)
    condition = {condition.data(), static_cast<std::size_t>(parts[1].data() + parts[1].size() - condition.data())};
  if (condition.empty() || !(test || writes_layout(condition))) return false;
  auto end = static_cast<std::uint32_t>(std::min(call ? close : close - 1, program_.size()));
  // EXPECT_EQ(a, b) << "words";
  if (test && program_.substr(skip_blanks(program_, end)).starts_with("<<"))
    end = static_cast<std::uint32_t>(std::min(program_.find_first_of(";\n", end), program_.size()));
  const auto root = given(condition, test, !call);
  if (!root) {
    const auto begin = static_cast<std::size_t>(condition.data() - program_.data());
    TypeScan scan(program_, begin, begin + condition.size(), tree_, work_);
    return (test || !own) && scan.prints(false, false) > 0 && leave_out(end, {{}, RemainderKind::condition});
  }
  keep_value(*root, text_to(end));
  out_.read = true;
  out_.end = end;
  return true;
}

// printf("%d\n", int(size(L))): arguments that are about layouts are values.
bool PieceReader::output() {
  constexpr std::string_view call = "printf(";
  if (!program_.substr(begin_).starts_with(call)) return false;
  const std::size_t close = past_bracket(program_, begin_ + call.size() - 1, {.longest = max_frame});
  if (close == std::string_view::npos || !work_.take(2 * (close - begin_))) return false;
  const std::size_t first = begin_ + call.size();
  bool found = false;
  for (const std::string_view part : split_outside(program_.substr(first, close - 1 - first), ',', {.angles = true})) {
    if (part.starts_with('"')) continue;
    const auto root = given(part, std::string_view(), false);
    if (root) keep_value(*root, part);
    found = found || root;
  }
  return found && leave_out(close, {{}, RemainderKind::part});
}

// - A = (4,8):(8,1), 2. B = (4,8):(8,1): items of a list. Words with a colon before them are its title.
bool PieceReader::item() {
  const std::size_t title = program_.find_first_of(":(;\n", begin_);
  if (program_.substr(std::min(title, program_.size())).starts_with(":\n")) {
    const std::size_t next = std::min(program_.find_first_not_of(' ', title + 2), program_.size());
    if (program_.substr(next).starts_with("- ")) return leave_out(title + 1, {{}, RemainderKind::words});
  }
  std::size_t line = begin_;
  while (line > 0 && program_[line - 1] == ' ') --line;
  std::size_t mark = begin_;
  while (mark < program_.size() && is_digit(program_[mark])) ++mark;
  const std::string_view marks = mark > begin_ ? "." : "-+";
  const bool marked =
      mark + 1 < program_.size() && program_[mark + 1] == ' ' && marks.find(program_[mark]) != std::string_view::npos;
  if (!marked || (line > 0 && program_[line - 1] != '\n')) return false;
  // An item of words alone would cost a parser and a diagnosis each.
  const std::size_t sign = std::min(program_.find_first_of("=:(;\n", mark + 1), program_.size());
  if (sign == program_.size() || program_[sign] == ';' || program_[sign] == '\n')
    return work_.take(sign - mark) && is_sentence(program_.substr(mark + 1, sign - mark - 1)) &&
           leave_out(sign, {{}, RemainderKind::words});
  const Paste inner = read_paste(program_, static_cast<std::uint32_t>(skip_blanks(program_, mark + 1)), tree_, work_);
  if (!inner.read) return false;
  out_ = inner;
  tree_.skipped.push_back({{begin_, static_cast<std::uint32_t>(mark + 1)}, RemainderKind::structure});
  return true;
}

// ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%r5]; @%p bra.uni L; .reg .b32 %r<5>: a line of PTX,
// or of SASS.
bool PieceReader::instruction() {
  static constexpr std::string_view alone =
      " bar barrier cp fence griddepcontrol mbarrier membar setmaxnreg tcgen05 wgmma ";
  if (work_.kind != SourceKind::own) return false;
  const auto word = [&](std::size_t at) {
    while (at < program_.size() && (is_word(program_[at]) || program_[at] == '.' || program_.substr(at, 2) == "::"))
      at += program_[at] == ':' ? 2 : 1;
    return at;
  };
  std::size_t first = begin_ + (program_[begin_] == '"' ? 1 : 0);
  if (program_.substr(first).starts_with('@'))
    first = std::min(skip_blanks(program_, program_.find_first_of(" \n", first)), program_.size());
  const std::size_t behind = word(first);
  const std::string_view name = program_.substr(first, behind - first);
  const bool apart = behind == program_.size() || is_blank(program_[behind]) || program_[behind] == ';';
  if (!apart || name.find('.') == std::string_view::npos) return false;
  std::size_t end = line_end(program_, behind);
  if (const std::size_t brace = program_.find('{', behind); brace < end) {
    const std::size_t past = past_bracket(program_, brace, {.longest = max_frame});
    if (past != std::string_view::npos) end = line_end(program_, past);
  }
  const std::string_view rest = program_.substr(behind, end - behind);
  const auto has = [&](std::string_view mark) { return rest.find(mark) != std::string_view::npos; };
  const bool known = alone.find(cat(' ', name.substr(0, name.find('.')), ' ')) != std::string_view::npos;
  // A type of MLIR, or a layout, is read.
  if (!work_.take(end - begin_) || has("):(") || has(" : ") || !(known || has("%") || has("[") || has(", R")))
    return false;
  return leave_out(end, {{}, RemainderKind::operation});
}

// __shared__ float t[32][33]; other declarations of shared memory are frames.
bool PieceReader::shared_array() {
  return program_.substr(begin_).starts_with("__shared__") && (!find_end() || arrays());
}

// The head of a function, a class, a loop or a branch.
bool PieceReader::frame() {
  std::size_t looked_at = 0;
  const std::size_t branches = tree_.branches.size();
  const std::uint32_t frame = frame_end(program_, begin_, limit_, work_.kind, tree_, looked_at);
  if (frame <= begin_) return !work_.take(looked_at);
  out_.read = work_.take(frame - begin_);
  out_.end = frame;
  if (!out_.read) return true;
  const bool branch = tree_.branches.size() > branches;
  if (branch) {
    read_condition(program_, tree_, work_);
  } else {
    record_function(program_, begin_, frame, work_);
  }
  const RemainderKind kind = branch                           ? RemainderKind::condition
                             : is_frame_alone(text_to(frame)) ? RemainderKind::structure
                                                              : RemainderKind::header;
  return leave_out(frame, {{}, kind});
}

// Finds the end of the code; false if no work is left.
bool PieceReader::find_end() {
  std::size_t looked_at = 0;
  end_ = code_end(program_, begin_, looked_at);
  return work_.take(looked_at + 2 * (end_ - begin_));
}

// auto f = [](...) { return ...; }: calls of it are written out.
bool PieceReader::named_function() {
  const std::size_t lambda = named_lambda(program_, begin_, end_, work_);
  return lambda > 0 && leave_out(lambda, {{}, RemainderKind::inlined});
}

// A declaration of a number with a point.
bool PieceReader::number() {
  const std::string_view text = text_to(end_);
  if (!declares_float(text)) return false;
  skip_names(end_, text.find(": float =") != std::string_view::npos ? SourceKind::python : SourceKind::cpp);
  return leave_out(end_, {{}, RemainderKind::number});
}

bool PieceReader::arrays() {
  if (!read_arrays(program_, begin_, end_, tree_, work_)) return false;
  out_.read = true;
  out_.end = static_cast<std::uint32_t>(end_);
  return true;
}

// A statement with a value. Otherwise the tree is as before, and the result has the fault of the text.
bool PieceReader::statement() {
  const TreeMark mark = {tree_};
  PasteParser parser(program_, begin_, end_, tree_, false);
  parser.functions(work_);
  parser.constant_integers(work_.kind == SourceKind::python);
  Statement statement;
  const bool read = parser.statement(statement);
  out_.end = static_cast<std::uint32_t>(end_);
  const bool typed = statement.name_span.begin > statement.span.begin || is_behind_comma(program_, begin_);
  const bool declared = read && typed && parser.at_bare_declarators();
  if (read && (parser.at_end() || parser.at_colon_end() || declared || parser.at_declarator()))
    return keep(parser, std::move(statement), mark);
  code_ = parser.code();
  out_.foreign = parser.foreign();
  out_.error = parser.failed() ? parser.release_error()
                               : Error{ErrorCode::syntax,
                                       say("expected the end of the pasted statement before '{}'", parser.next_text()),
                                       say("separate statements by a line break or ';'"),
                                       parser.next_span(),
                                       {}};
  mark.undo();
  return false;
}

// Adds a statement that was read, if its value is about layouts.
bool PieceReader::keep(PasteParser& parser, Statement statement, const TreeMark& mark) {
  out_.read = true;
  if (parser.at_declarator()) out_.end = parser.next_position();
  if (parser.at_colon_end()) {  // print_tensor: the elements follow
    const auto rows = static_cast<std::uint32_t>(std::min(line_end(program_, end_) + 1, program_.size()));
    statement.grid = {rows, grid_end(program_, rows, true)};
    if (!statement.grid.empty()) out_.end = statement.grid.end;
  }
  const std::string_view text = text_to(out_.end);
  statement.source = work_.kind != SourceKind::own;
  // A type whose extents are known only at run time is not an interesting value.
  const bool of_running = parser.is_alias() && tree_.holes > mark.holes;
  statement.other = statement.source && (of_running || !is_about_layouts(text));
  if (statement.source && statement.name.empty() && statement.names.empty() && returns_number(text)) {
    mark.undo();
    tree_.skipped.push_back({statement.span, RemainderKind::number});
  } else if (statement.source && parser.is_foreign_alias(statement)) {
    tree_.skipped_names.emplace_back(statement.name, statement.span);
    tree_.skipped.push_back({statement.span, RemainderKind::alias});
  } else {
    keep_statement(program_, tree_, std::move(statement), work_);
  }
  return true;
}

// A call that takes a function without a name: the statements of its body are read.
bool PieceReader::function_body() {
  if (work_.kind != SourceKind::cpp) return false;
  std::size_t looked_at = 0;
  const std::uint32_t body = lambda_body(program_, begin_, limit_, tree_, looked_at);
  if (!work_.take(looked_at)) {
    if (body > begin_) out_.end = body;
    return true;
  }
  return body > begin_ && leave_out(body, {{}, RemainderKind::structure});
}

// The names that the text would bind.
void PieceReader::name_result() {
  if (!out_.foreign && work_.kind == SourceKind::own) return;
  for (const Span name : declared_names(program_, begin_, end_, work_.kind)) {
    const std::string_view text = program_.substr(name.begin, name.end - name.begin);
    if (out_.name.empty()) {
      out_.name = text;
    } else {
      others_.push_back(text);
    }
  }
}

// A statement of a source that is not about layouts.
bool PieceReader::outside_layouts() {
  if (work_.kind == SourceKind::own) return false;
  const bool cpp = work_.kind == SourceKind::cpp;
  std::size_t looked_at = 0;
  const std::size_t stop = cpp ? cpp_end(program_, begin_, looked_at) : end_;
  if (!work_.take(looked_at + 2 * (stop - begin_))) return true;
  const std::string_view text = text_to(stop);
  if (calls_layouts(text) && !(cpp && (assigns_in_place(text) || fills_members(text)))) return false;
  skip_names(stop, work_.kind);
  return leave_out(std::max<std::size_t>(stop, begin_ + 1), {});
}

// Code that does not parse: its names have no value.
bool PieceReader::is_failed_code() {
  const bool mlir =
      program_[begin_] == '%' || program_[begin_] == '!' ||
      text_to(std::min(line_end(program_, begin_), program_.size())).find("'!cute") != std::string_view::npos;
  claims_ = work_.kind == SourceKind::own && has_claim(text_to(text_end(program_, begin_)));
  if (mlir || claims_ || !(code_ || calls_ours(program_, begin_) || is_call(text_to(end_)))) return false;
  for (const std::string_view name : others_) tree_.failed_names.emplace_back(name, Span{begin_, begin_ + 1});
  return true;
}

// Words with types in them: a statement for each layout.
void PieceReader::message() {
  const std::size_t stop = text_end(program_, begin_);
  if (!work_.take(3 * (stop - begin_))) return;
  TypeScan scan(program_, begin_, stop, tree_, work_);
  const std::string_view text = text_to(stop);
  const bool of_dsl = text.find("'cute.") != std::string_view::npos || text.find("\"cute.") != std::string_view::npos;
  const bool found = of_dsl && find_misaligned(program_, begin_, stop, tree_);
  if (scan.run(nullptr, !of_dsl && (claims_ || is_sentence(text) || is_marked(text))) > 0 ||
      (of_dsl && scan.labelled() > 0) || found) {
    out_.read = out_.text = true;
    out_.end = static_cast<std::uint32_t>(scan.last() > stop ? text_end(program_, scan.last()) : stop);
  } else if (scan.saw_mangled()) {
    out_.foreign = true;
    out_.error = {ErrorCode::syntax,
                  say("no layout or tuple in this mangled name"),
                  say("paste the name of a kernel that has layouts among its template arguments"),
                  {begin_, static_cast<std::uint32_t>(stop)},
                  {}};
  }
}

}  // namespace

Paste read_paste(std::string_view program, std::uint32_t begin, ForeignTree& tree, PasteWork& work) {
  return PieceReader(program, begin, tree, work).read();
}

}  // namespace stridescope
