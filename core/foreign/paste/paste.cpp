// Decides the kind of a piece of foreign text (a statement of C++ or Python, a grid, a line of words with types in it),
// its end, and the parts that are about layouts; the other paste_*.cpp read the parts. A failed attempt is undone
// completely.
#include "core/foreign/paste/paste.h"

#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/cpp/demangle.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/foreign/paste/paste_type_scan.h"
#include "core/functions/builtin.h"
#include "core/lang/token.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

constexpr std::size_t max_frame = 1 << 12;  // of one header

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
    while (end < text.size() && is_word(text[end])) ++end;
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

// The second declaration in int a = 1, b = 2: the previous statement continues.
bool is_behind_comma(std::string_view program, std::size_t begin) {
  while (begin > 0 && is_blank(program[begin - 1])) --begin;
  return begin > 0 && program[begin - 1] == ',';
}

}  // namespace

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

std::size_t read_prints(std::string_view program, Span span, bool of_dsl, bool constants, ForeignTree& tree,
                        PasteWork& work) {
  return TypeScan(program, span.begin, span.end, tree, work).prints(of_dsl, constants);
}

// Reads the condition of the last branch, if readable.
static void read_condition(std::string_view program, ForeignTree& tree, PasteWork& work) {
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

Paste read_paste(std::string_view program, std::uint32_t begin, ForeignTree& tree, PasteWork& work) {
  Paste out;
  if (!work.take(1)) return out;
  std::size_t dumped = 0;
  const MemoryDump dump = program.substr(begin).starts_with("0x") ? memory_dump(program, begin, dumped) : MemoryDump();
  if (!work.take(dumped)) return out;
  if (dump.bytes > 0) {
    const bool map = dump.bytes % 128 == 0;
    out.foreign = true;
    out.end = static_cast<std::uint32_t>(dump.end);
    out.error = {
        ErrorCode::unsupported,
        map ? say("{} {byte|bytes} of memory: a CUtensorMap has 128, but the meaning of its bits is not documented",
                  dump.bytes)
            : say("{} {byte|bytes} of memory, which alone do not describe a layout", dump.bytes),
        map ? say("compare the arguments of cuTensorMapEncodeTiled, as in compare(make_tma_atom(A, sA, \"half_t\"), "
                  "make_tma_atom(B, sB, \"half_t\"))")
            : say("a descriptor of wgmma or tcgen05.mma is read by decode_descriptor(\"0x4000004000010040\")"),
        {begin, out.end},
        {}};
    return out;
  }
  const std::size_t limit = std::min(program.size(), begin + max_frame);
  std::size_t framed = 0;
  const std::size_t branches = tree.branches.size();
  if (const std::uint32_t frame = frame_end(program, begin, limit, work.kind, tree, framed); frame > begin) {
    out.read = work.take(frame - begin);
    out.end = frame;
    const bool branch = tree.branches.size() > branches;
    if (out.read && !branch) record_function(program, begin, frame, work);
    if (out.read && branch) read_condition(program, tree, work);
    const bool alone = is_frame_alone(program.substr(begin, frame - begin));
    const RemainderKind kind = branch  ? RemainderKind::condition
                               : alone ? RemainderKind::structure
                                       : RemainderKind::header;
    if (out.read) tree.skipped.push_back({{begin, frame}, kind});
    return out;
  }
  if (!work.take(framed)) return out;
  std::size_t looked_at = 0;
  const std::size_t end = code_end(program, begin, looked_at);
  if (!work.take(looked_at + 2 * (end - begin))) return out;
  if (const std::size_t lambda = named_lambda(program, begin, end, work); lambda > 0) {
    out.read = true;
    out.end = static_cast<std::uint32_t>(lambda);
    tree.skipped.push_back({{begin, out.end}, RemainderKind::inlined});
    return out;
  }
  if (declares_float(program.substr(begin, end - begin))) {
    const Span all = {begin, static_cast<std::uint32_t>(end)};
    const bool annotated = program.substr(begin, end - begin).find(": float =") != std::string_view::npos;
    for (const Span name : declared_names(program, begin, end, annotated ? SourceKind::python : SourceKind::cpp))
      tree.skipped_names.emplace_back(program.substr(name.begin, name.end - name.begin), all);
    tree.skipped.push_back({all, RemainderKind::number});
    out.read = true;
    out.end = all.end;
    return out;
  }
  if (read_arrays(program, begin, end, tree, work)) {
    out.read = true;
    out.end = static_cast<std::uint32_t>(end);
    return out;
  }
  const TreeMark mark = {tree};
  bool code = false;
  {
    PasteParser parser(program, begin, end, tree, false);
    parser.functions(work);
    parser.constant_integers(work.kind == SourceKind::python);
    Statement statement;
    const bool read = parser.statement(statement);
    const bool tensor = read && parser.at_colon_end();
    out.end = static_cast<std::uint32_t>(end);
    const bool typed = statement.name_span.begin > statement.span.begin || is_behind_comma(program, begin);
    const bool declared = typed && parser.at_bare_declarators();
    if (read && (parser.at_end() || tensor || declared || parser.at_declarator())) {
      out.read = true;
      if (parser.at_declarator()) out.end = parser.next_position();
      if (tensor) {  // print_tensor: the elements follow
        const auto rows = static_cast<std::uint32_t>(std::min(line_end(program, end) + 1, program.size()));
        statement.grid = {rows, grid_end(program, rows, true)};
        if (!statement.grid.empty()) out.end = statement.grid.end;
      }
      statement.source = work.kind != SourceKind::own;
      // A type whose extents are known only at run time is not an interesting value.
      const bool of_running = parser.is_alias() && tree.holes > mark.holes;
      statement.other = statement.source && (of_running || !is_about_layouts(program.substr(begin, out.end - begin)));
      const bool computed = statement.source && statement.name.empty() && statement.names.empty() &&
                            returns_number(program.substr(begin, out.end - begin));
      if (computed) mark.undo();
      if (computed || (statement.source && parser.is_foreign_alias(statement))) {
        if (!computed) tree.skipped_names.emplace_back(statement.name, statement.span);
        tree.skipped.push_back({statement.span, computed ? RemainderKind::number : RemainderKind::alias});
        return out;
      }
      keep_statement(program, tree, statement, work);
      return out;
    }
    code = parser.code();
    out.foreign = parser.foreign();
    out.error = parser.failed() ? parser.take_error()
                                : Error{ErrorCode::syntax,
                                        say("expected the end of the pasted statement before '{}'", parser.next_text()),
                                        say("separate statements by a line break or ';'"),
                                        parser.next_span(),
                                        {}};
  }
  mark.undo();
  std::size_t header = 0;
  if (const std::uint32_t body = work.kind == SourceKind::cpp ? lambda_body(program, begin, limit, tree, header) : 0;
      body > begin) {
    out.read = work.take(header);
    out.end = body;
    if (out.read) tree.skipped.push_back({{begin, body}, RemainderKind::structure});
    return out;
  }
  if (!work.take(header)) return out;
  std::vector<std::string_view> others;  // further names that it would bind
  if (out.foreign || work.kind != SourceKind::own) {
    const std::vector<Span> names = declared_names(program, begin, end, work.kind);
    for (const Span name : names) {
      const std::string_view text = program.substr(name.begin, name.end - name.begin);
      if (out.name.empty()) {
        out.name = text;
      } else {
        others.push_back(text);
      }
    }
  }
  if (work.kind != SourceKind::own) {
    looked_at = 0;
    const std::size_t stop = work.kind == SourceKind::cpp ? cpp_end(program, begin, looked_at) : end;
    if (!work.take(looked_at + 2 * (stop - begin))) return out;
    const std::string_view all_of_it = program.substr(begin, stop - begin);
    const bool cpp = work.kind == SourceKind::cpp;
    if (!calls_layouts(all_of_it) || (cpp && (assigns_in_place(all_of_it) || fills_members(all_of_it)))) {
      out.read = true;
      out.end = static_cast<std::uint32_t>(std::max<std::size_t>(stop, begin + 1));
      const Span all = {begin, out.end};
      for (const Span name : declared_names(program, begin, stop, work.kind))
        tree.skipped_names.emplace_back(program.substr(name.begin, name.end - name.begin), all);
      tree.skipped.push_back({all});
      return out;
    }
  }
  // A call is not a message, even if it contains types.
  code = code || calls_ours(program, begin) || is_call(program.substr(begin, end - begin));
  const bool mlir = program[begin] == '%' || program[begin] == '!' ||
                    program.substr(begin, std::min(line_end(program, begin), program.size()) - begin).find("'!cute") !=
                        std::string_view::npos;
  if (code && !mlir) {
    for (const std::string_view name : others) tree.failed_names.emplace_back(name, Span{begin, begin + 1});
    return out;
  }
  const std::size_t stop = text_end(program, begin);
  if (!work.take(3 * (stop - begin))) return out;
  TypeScan scan(program, begin, stop, tree, work);
  const std::string_view message = program.substr(begin, stop - begin);
  const bool of_dsl =
      message.find("'cute.") != std::string_view::npos || message.find("\"cute.") != std::string_view::npos;
  const bool found = of_dsl && find_misaligned(program, begin, stop, tree);
  if (scan.run(nullptr, !of_dsl && is_sentence(message)) > 0 || (of_dsl && scan.labelled() > 0) || found) {
    out.read = out.text = true;
    out.end = static_cast<std::uint32_t>(scan.last() > stop ? text_end(program, scan.last()) : stop);
  } else if (scan.saw_mangled()) {
    out.foreign = true;
    out.error = {ErrorCode::syntax,
                 say("no layout or tuple in this mangled name"),
                 say("paste the name of a kernel that has layouts among its template arguments"),
                 {begin, static_cast<std::uint32_t>(stop)},
                 {}};
  }
  return out;
}

}  // namespace stridescope
