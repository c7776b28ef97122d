// Reads layouts of other systems on lines of a program: each becomes a call of the function that reads its system.
// core/foreign/systems has their meaning; this file knows only their look and their end.
#include <algorithm>
#include <optional>
#include <unordered_set>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/marks.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/systems/index_text.h"
#include "core/foreign/systems/interchange.h"

namespace stridescope {
namespace {

constexpr std::size_t max_text = 1 << 14;  // bytes of one layout
constexpr std::size_t max_lines = 64;      // lines of encodings

// Rule for texts of other systems, in which a single quotation mark can occur.
constexpr BracketRule any_bracket = {.quotes = Quotes::none, .longest = max_text};

// The end of the line outside of brackets; `begin` if too far away, or if no work is left.
std::size_t text_end(std::string_view text, std::size_t begin, PasteWork& work) {
  const std::size_t limit = std::min(text.size(), begin + max_text);
  std::size_t end = begin;
  for (; end < limit && text[end] != '\n' && text[end] != ';'; ++end) {
    const char c = text[end];
    if (c == '(' || c == '[' || c == '{') end = std::min(past_bracket(text, end, any_bracket), limit) - 1;
  }
  return work.take(end - begin) && (end < limit || limit == text.size()) ? end : begin;
}

// `offset = 0 sizes = [4, 8] strides = [8, 1]` of MLIR's dump of a memref; `end` moves past the rows after `data =`.
std::string_view placed_by_dump(std::string_view program, std::string_view text, std::size_t& end) {
  const std::size_t first = text.find("offset = ");
  if (first == std::string_view::npos || text.find("sizes = ") < first) return text;
  const std::size_t data = text.find(" data =", first);
  const std::size_t rows = skip_blanks(program, end);
  if (data != std::string_view::npos && program.substr(rows).starts_with('['))
    end = std::min(past_bracket(program, rows, any_bracket), program.size());
  return text.substr(first, data - first);
}

}  // namespace

void add_text_call(ForeignTree& tree, std::string_view name, Span name_span, Span span, std::string_view function,
                   std::string text) {
  tree.literals.emplace_back(Text{std::move(text)});
  const std::uint32_t literal = tree.add({.kind = Syntax::literal,
                                          .span = span,
                                          .integer = static_int(static_cast<std::int64_t>(tree.literals.size() - 1))});
  Statement statement;
  statement.name = name;
  statement.name_span = name_span;
  statement.span = span;
  statement.root = tree.add({.kind = Syntax::call,
                             .span = span,
                             .name_span = span,
                             .text = function,
                             .has_arguments = true,
                             .children = {literal}});
  statement.pasted = true;
  tree.statements.push_back(std::move(statement));
}

std::string_view read_text(const ForeignTree& tree, const Statement& statement, std::string_view function) {
  const SyntaxNode& call = tree.nodes[statement.root];
  if (call.kind != Syntax::call || call.text != function || call.children.empty()) return {};
  const SyntaxNode& literal = tree.nodes[call.children[0]];
  if (literal.kind != Syntax::literal) return {};
  const auto* text = tree.literals[static_cast<std::size_t>(literal.integer.value)].as<Text>();
  return text == nullptr ? std::string_view() : std::string_view(text->text);
}

namespace {

// A line #name = #ttg.kind<...>, or #ttg.kind<...> alone.
struct EncodingLine {
  std::string_view name;
  Span name_span;
  Span span;
  std::string_view text;  // all of it
};

std::optional<EncodingLine> encoding_line(std::string_view program, std::size_t begin, std::size_t end) {
  const auto is_encoding = [&](std::size_t at) { return begins_encoding(program.substr(at, end - at)); };
  while (end > begin && (program[end - 1] == ' ' || program[end - 1] == '\r')) --end;
  EncodingLine out = {
      {}, {}, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, program.substr(begin, end - begin)};
  // #ttg.shared_memory is a memory space, not a layout.
  if (out.text.find('<') == std::string_view::npos) return std::nullopt;
  if (is_encoding(begin)) return out;
  std::size_t at = word_end(program, begin + 1, end);
  out.name = program.substr(begin + 1, at - begin - 1);
  out.name_span = {static_cast<std::uint32_t>(begin + 1), static_cast<std::uint32_t>(at)};
  while (at < end && program[at] == ' ') ++at;
  if (at == end || program[at] != '=' || out.name.empty() || is_digit(out.name[0])) return std::nullopt;
  ++at;
  while (at < end && program[at] == ' ') ++at;
  return is_encoding(at) ? std::optional(out) : std::nullopt;
}

// The first position at which the text uses #name.
std::size_t use_of(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = text.find('#', from); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const std::size_t end = at + 1 + name.size();
    if (text.substr(at + 1, name.size()) == name && (end >= text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

// True if a line of a module is an operation: %0 = ..., tt.return, scf.yield %1, module {, }, a block ^bb0.
bool is_operation(std::string_view line) {
  if (line.empty()) return false;
  if (line[0] == '%' || line[0] == '}' || line[0] == '^' || line[0] == '!') return true;
  std::size_t word = 0;
  while (word < line.size() && (is_word(line[word]) || line[word] == '.')) ++word;
  const std::string_view name = line.substr(0, word);
  const bool alone = word == line.size() || line[word] == ' ' || line[word] == '\r';
  const bool dialect = name.find('.') != std::string_view::npos && !is_digit(name[0]);
  return alone && (dialect || name == "module");
}

// `64x32xf16, #name` from the first type of the program with the encoding; empty if none has it.
std::string_view typed_use(std::string_view program, const EncodingLine& line) {
  for (std::size_t at = use_of(program, line.name, line.span.end); at != std::string_view::npos;
       at = use_of(program, line.name, at + 1)) {
    std::size_t begin = at;
    // Past the brackets of an element's type, !tt.ptr<f32>.
    for (int inside = 0; begin > 0 && at - begin < 80 && program[begin - 1] != '\n'; --begin) {
      if (program[begin - 1] == '>') ++inside;
      if (program[begin - 1] == '<' && --inside < 0) break;
    }
    const bool first = program.substr(begin, at - begin).find('#') == std::string_view::npos;
    if (begin > 0 && program[begin - 1] == '<' && begin < at && is_digit(program[begin]) && first)
      return program.substr(begin, at + 1 + line.name.size() - begin);
  }
  return {};
}

// A function `T* idx(T *ptr, int2 coord) { ... }` on the line at `begin`: becomes index_function of its text over
// (rows, cols), which the text does not give; returns its end, or `begin`.
std::size_t read_index(std::string_view program, std::size_t begin, ForeignTree& tree) {
  const std::string_view line = program.substr(begin, line_end(program, begin) - begin);
  const std::size_t name = line.find(" idx(");
  if (name == std::string_view::npos || line.substr(0, name).find_first_of("=;(.") != std::string_view::npos)
    return begin;
  const std::size_t open = program.find('{', begin + name);
  const std::string_view head = program.substr(begin + name, open == std::string_view::npos ? 0 : open - begin - name);
  if (head.empty() || head.size() > 256 || head.find(';') != std::string_view::npos) return begin;
  const std::size_t end = past_bracket(program, open, any_bracket);
  if (end == std::string_view::npos || program.substr(open, end - open).find("return") == std::string_view::npos)
    return begin;
  const Span span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  add_text_call(tree, {}, {}, span, "index_function", std::string(program.substr(begin, end - begin)));
  const auto named = [&](std::string_view text) {
    return tree.add({.kind = Syntax::name, .span = span, .name_span = span, .integer = static_int(1), .text = text});
  };
  const std::uint32_t rows = named("rows");
  const std::uint32_t columns = named("cols");
  const std::uint32_t shape = tree.add({.kind = Syntax::tuple, .span = span, .children = {rows, columns}});
  SyntaxNode call = tree.nodes[tree.statements.back().root];
  call.children.push_back(shape);
  tree.statements.back().root = tree.add(std::move(call));
  return end;
}

// Rows of 0 and 1, or bases printed by Triton: become the linear layout; returns their end, or `begin`.
std::size_t read_bits(std::string_view program, std::size_t begin, ForeignTree& tree) {
  const auto at = static_cast<std::uint32_t>(begin);
  const Span rows = bit_rows(program, at);
  const bool matrix = rows.end > at;
  const Span lines = matrix ? rows : printed_bases(program, at);
  const std::string_view text = program.substr(at, lines.end - at);
  if (lines.end > at) add_text_call(tree, {}, {}, lines, matrix ? "linear_layout" : "triton", std::string(text));
  return lines.end;
}

// The extents of the smallest tensor of BlockedLayout([1, 8], [8, 4], [4, 1], [1, 0]): the products of its first three
// lists; empty if any is missing.
std::vector<std::int64_t> smallest_tensor(std::string_view text) {
  constexpr std::size_t lists = 3;
  std::vector<std::int64_t> out;
  std::size_t at = text.find('(');
  for (std::size_t list = 0; list < lists; ++list) {
    at = text.find_first_of("[(", at + 1);
    const std::size_t end = at == std::string_view::npos ? at : text.find_first_of("])", at + 1);
    if (end == std::string_view::npos) return {};
    const std::vector<std::int64_t> entries = integers_of(text.substr(at + 1, end - at - 1), max_foreign_rank + 1);
    if (list == 0) out.assign(entries.size(), 1);
    if (entries.size() != out.size() || out.size() > max_foreign_rank) return {};
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::min(out[i] * std::min<std::int64_t>(entries[i], 1 << 16), std::int64_t{1} << 32);
    at = end;
  }
  return out;
}

// Gives the last statement's call a shape of holes; each has its extent as default, if known (not 0).
void ask_shape(ForeignTree& tree, const std::vector<std::int64_t>& shape) {
  SyntaxNode call = tree.nodes[tree.statements.back().root];
  std::vector<std::uint32_t> extents;
  for (const std::int64_t extent : shape) {
    tree.texts.push_back(std::make_unique<std::string>(cat('n', ++tree.holes)));
    SyntaxNode hole = {.kind = Syntax::hole, .span = call.span, .text = *tree.texts.back()};
    if (extent != 0) hole.template_args = {extent};
    extents.push_back(tree.add(std::move(hole)));
  }
  call.children.push_back(
      tree.add({.kind = Syntax::tuple, .span = call.span, .trailing_comma = true, .children = std::move(extents)}));
  tree.statements.back().root = tree.add(std::move(call));
}

// Memory layouts of Gluon give no shape: the default is the smallest tensor of the registers before it, unless earlier
// lines give another.
void add_shape_of_registers(ForeignTree& tree) {
  const auto text_of = [&](const Statement& one) {
    return tree.nodes[one.root].children.size() == 1 ? read_text(tree, one, "triton") : std::string_view();
  };
  const std::string_view memory = text_of(tree.statements.back());
  if (!memory.starts_with("SwizzledSharedLayout(") && !memory.starts_with("NVMMASharedLayout(")) return;
  std::vector<std::int64_t> shape;
  for (const Statement& one : tree.statements) {
    const std::string_view text = text_of(one);
    if (text.starts_with("BlockedLayout(")) shape = smallest_tensor(text);
  }
  if (!shape.empty()) ask_shape(tree, shape);
}

// Adds holes for the extents of a map over dimensions (d0, d1).
void ask_extents(ForeignTree& tree, std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t close = open == std::string_view::npos ? open : text.find(')', open);
  if (close == std::string_view::npos || close == open + 1) return;
  const std::string_view names = text.substr(open, close - open);
  const auto dimensions = static_cast<std::size_t>(1 + std::count(names.begin(), names.end(), ','));
  if (dimensions > max_foreign_rank) return;
  ask_shape(tree, std::vector<std::int64_t>(dimensions, 0));
}

// The digits of `name = 128` on a line of its own before the place; empty without one.
std::string_view integer_before(std::string_view program, std::size_t place, std::string_view name) {
  for (std::size_t at = program.find(name); at < place; at = program.find(name, at + name.size())) {
    const std::string_view rest = program.substr(at + name.size(), line_end(program, at) - at - name.size());
    const std::size_t value = rest.find_first_not_of(" =");
    if ((at > 0 && program[at - 1] != '\n') || value == 0 || value == std::string_view::npos) continue;
    const std::string_view digits = rest.substr(value, rest.find_first_not_of("0123456789", value) - value);
    if (rest.substr(0, value).find('=') != std::string_view::npos && !digits.empty()) return digits;
  }
  return {};
}

// An index map on a line of its own, (r, c) -> (r + 64 * floor(c / N), c mod N): affine_map over extents that the text
// does not give. A name that an earlier line binds to an integer is that integer. Its end, or `begin`.
std::size_t read_index_map(std::string_view program, std::size_t begin, ForeignTree& tree) {
  constexpr std::string_view arrow = ") -> (";
  constexpr std::size_t longest = 512;
  const std::string_view line = program.substr(begin, line_end(program, begin) - begin);
  const std::size_t behind = line.find(arrow);
  if (behind == std::string_view::npos || line[0] != '(' || is_digit(line[1]) || line.size() > longest) return begin;
  const auto in_names = [](char c) { return is_word(c) || c == ',' || c == ' '; };
  const std::string_view names = line.substr(1, behind - 1);
  if (!std::all_of(names.begin(), names.end(), in_names)) return begin;
  const std::size_t end = past_bracket(program, begin + behind + arrow.size() - 1, any_bracket);
  if (end == std::string_view::npos || end > begin + line.size()) return begin;
  std::string text;
  for (std::size_t at = begin; at < end;) {
    const std::size_t next = word_end(program, at, end);
    const std::string_view word = program.substr(at, next - at);
    const bool divides = program.substr(at, 2) == "//";
    const std::string_view value =
        at < begin + behind || word.empty() ? std::string_view() : integer_before(program, begin, word);
    append_all(text, divides          ? " floordiv "
                     : !value.empty() ? value
                                      : program.substr(at, std::max<std::size_t>(next - at, 1)));
    at = divides ? at + 2 : std::max(next, at + 1);
  }
  add_text_call(tree, {}, {}, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, "affine_map",
                std::move(text));
  ask_extents(tree, line);
  return end;
}

// Reads the layout that begins at `begin` on a line, with or without `name =`; returns its end, or `begin`.
std::size_t read_system(std::string_view program, std::size_t begin, ForeignTree& tree, PasteWork& work,
                        bool only_gluon) {
  const std::span<const SystemMark> marks = system_marks();
  std::size_t at = begin;
  Span name;
  // The name begins with a letter.
  const std::size_t word = word_end(program, at);
  if (word == at || is_digit(program[at])) return begin;
  std::size_t equals = word;
  while (equals < program.size() && program[equals] == ' ') ++equals;
  // layout: gl.constexpr = ...
  if (program.substr(equals).starts_with(':')) {
    const std::size_t type = std::min(program.find_first_of("=\n", equals), program.size());
    if (program.substr(equals, type - equals).find("constexpr") != std::string_view::npos) equals = type;
  }
  if (equals < program.size() && program[equals] == '=') {
    name = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(word)};
    at = equals + 1;
    while (at < program.size() && program[at] == ' ') ++at;
  }
  // size=(64, 32), stride=(1, 64): not the name of a value.
  if (name.end > name.begin && std::any_of(marks.begin(), marks.end(), [&](const SystemMark& mark) {
        return mark.begin.find('=') != std::string_view::npos && program.substr(begin).starts_with(mark.begin) &&
               program.substr(begin, text_end(program, begin, work) - begin).find(mark.also) != std::string_view::npos;
      })) {
    name = {};
    at = begin;
  }
  // A constructor of Gluon follows the name of its module, which can be any import name.
  const std::size_t qualified = at;
  if (const std::size_t bracket = program.find_first_of("( \n", at); bracket != std::string_view::npos) {
    const std::string_view before = program.substr(at, bracket - at);
    const std::size_t last = before.find("Layout");
    const std::size_t dot = last == std::string_view::npos ? last : before.rfind('.', last);
    if (dot != std::string_view::npos && std::all_of(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(dot),
                                                     [](char c) { return is_word(c) || c == '.'; }))
      at += dot + 1;
  }
  std::string_view rest = program.substr(at);
  const bool gluon = at > qualified && std::any_of(marks.begin(), marks.end(), [&](const SystemMark& mark) {
                       return mark.function == "triton" && rest.starts_with(mark.begin);
                     });
  if (!gluon) {
    at = qualified;
    rest = program.substr(at);
  }
  for (const SystemMark& mark : marks) {
    if (!rest.starts_with(mark.begin) || (only_gluon && mark.function != "triton")) continue;
    const char next = rest.size() > mark.begin.size() ? rest[mark.begin.size()] : ' ';
    if (mark.digit && !is_digit(next) && next != '?') continue;
    std::size_t end = text_end(program, at, work);
    if (end == at) continue;
    if (mark.function == "triton") {  // only a comment after its bracket
      end = past_bracket(program, at + mark.begin.size() - 1, any_bracket);
      if (end == std::string_view::npos) continue;
      const std::string_view behind = program.substr(end, line_end(program, end) - end);
      const std::size_t more = behind.find_first_not_of(" \t\r;");
      if (more != std::string_view::npos && behind[more] != '#') continue;
    }
    std::string_view text = program.substr(at, end - at);
    const bool named = mark.function == "tilus" && mark.also == ")" && !is_of_tilus(program, text);
    if (named || text.find(mark.also) == std::string_view::npos) continue;
    if (mark.also == "strides = [") text = placed_by_dump(program, text, end);
    add_text_call(tree, name.empty() ? std::string_view() : program.substr(name.begin, name.end - name.begin), name,
                  {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, mark.function,
                  std::string(text));
    if (mark.function == "triton") add_shape_of_registers(tree);
    if (mark.function == "affine_map") ask_extents(tree, text);
    if (mark.begin == "tlx.swizzled_layout(" || mark.begin == "forward_thread") ask_shape(tree, {0, 0});
    return end;
  }
  return begin;
}

// A layout after words of a message, `loop Fragment(...)`: a single word is its name. Returns its end, or `begin`.
std::size_t read_after_words(std::string_view program, std::size_t begin, ForeignTree& tree, PasteWork& work) {
  constexpr std::size_t longest = 120;
  static constexpr std::string_view code[] = {"return", "def", "class", "new", "import", "from", "auto", "const"};
  const std::span<const SystemMark> marks = system_marks();
  const std::size_t stop = std::min(line_end(program, begin), begin + longest);
  std::size_t words = 0;
  Span first;
  for (std::size_t at = begin; at < stop;) {
    const std::size_t end = word_end(program, at, stop);
    const std::string_view word = program.substr(at, end - at);
    if (word.empty() || is_digit(word[0]) || std::find(std::begin(code), std::end(code), word) != std::end(code))
      return begin;
    const bool begins = words > 0 && std::any_of(marks.begin(), marks.end(), [&](const SystemMark& mark) {
                          return (mark.function == "tilelang" || mark.function == "triton") &&
                                 program.substr(at).starts_with(mark.begin);
                        });
    if (begins) {
      const std::size_t read = read_system(program, at, tree, work, false);
      if (read == at) return begin;
      if (words == 1 && tree.statements.back().name.empty()) {
        tree.statements.back().name = program.substr(first.begin, first.end - first.begin);
        tree.statements.back().name_span = first;
      }
      return read;
    }
    if (words++ == 0) first = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    at = end < stop && program[end] == ':' ? end + 1 : end;
    if (at < stop && program[at] != ' ') return begin;
    while (at < stop && program[at] == ' ') ++at;
  }
  return begin;
}

// True if a function of C++ binds the name itself: `name = ...`, or as a parameter.
bool binds_itself(std::string_view function, std::string_view name) {
  const std::size_t head = std::min(function.find('{'), function.size());
  for (std::size_t at = function.find(name); at != std::string_view::npos; at = function.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at > 0 && is_word(function[at - 1])) || (end < function.size() && is_word(function[end]))) continue;
    const std::size_t next = std::min(function.find_first_not_of(" \t\n", end), function.size());
    const std::string_view mark = function.substr(next, 2);
    if (at > head ? mark.starts_with('=') && mark != "==" : mark.starts_with(',') || mark.starts_with(')')) return true;
  }
  return false;
}

// The names in a function, without members.
std::unordered_set<std::string_view> names_in(std::string_view function) {
  std::unordered_set<std::string_view> out;
  for (std::size_t i = 0; i < function.size();) {
    const std::size_t end = word_end(function, i);
    if (end > i && !is_digit(function[i]) && (i == 0 || function[i - 1] != '.'))
      out.insert(function.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return out;
}

// Adds the bindings before a pasted function to its arguments: "name", name.
void add_bound_names(ForeignTree& tree, Span span, SyntaxNode& call) {
  constexpr std::size_t most = 28;
  const auto* text = tree.literals[static_cast<std::size_t>(tree.nodes[call.children[0]].integer.value)].as<Text>();
  if (text == nullptr) return;
  const std::string function = without_cpp_comments(text->text);
  std::vector<std::string_view> names;
  std::unordered_set<std::string_view> left = names_in(function);
  const auto take = [&](std::string_view name, Span at) {
    if (at.begin >= span.begin || names.size() >= most || left.erase(name) == 0) return;
    // The condition of a block is evaluated before the block binds its own names.
    const bool decides = function.find(cat("if constexpr (", name, ")")) != std::string::npos ||
                         function.find(cat("if constexpr (!", name, ")")) != std::string::npos;
    if (decides || !binds_itself(function, name)) names.push_back(name);
  };
  for (const Statement& statement : tree.statements) {
    take(statement.name, statement.span);
    for (const BoundName& one : statement.names) take(one.name, one.span);
  }
  for (const auto& [name, at] : tree.failed_names) take(name, at);
  for (const auto& [name, at] : tree.skipped_names) take(name, at);
  for (const std::string_view name : names) {
    tree.literals.emplace_back(Text{std::string(name)});
    const auto number = static_cast<std::int64_t>(tree.literals.size() - 1);
    call.children.push_back(tree.add({.kind = Syntax::literal, .span = span, .integer = static_int(number)}));
    call.children.push_back(tree.add({.kind = Syntax::name, .span = span, .name_span = span, .text = name}));
  }
}

}  // namespace

void ForeignTree::append(ForeignTree calls) {
  skipped.insert(skipped.end(), calls.skipped.begin(), calls.skipped.end());
  if (calls.statements.empty()) return;
  for (auto& text : calls.texts) texts.push_back(std::move(text));
  holes += calls.holes;
  const auto copy = [&](auto& self, std::uint32_t index) -> std::uint32_t {
    SyntaxNode node = calls.nodes[index];
    for (auto* below : {&node.children, &node.template_nodes}) {
      for (std::uint32_t& child : *below) child = self(self, child);
    }
    return add(std::move(node));
  };
  for (Statement& statement : calls.statements) {
    const SyntaxNode& call = calls.nodes[statement.root];
    SyntaxNode literal = calls.nodes[call.children[0]];
    literals.push_back(std::move(calls.literals[static_cast<std::size_t>(literal.integer.value)]));
    literal.integer = static_int(static_cast<std::int64_t>(literals.size() - 1));
    SyntaxNode here = call;
    here.children = {add(std::move(literal))};
    // A tuple of names after the text.
    for (std::size_t k = 1; k < call.children.size(); ++k) {
      SyntaxNode tuple = calls.nodes[call.children[k]];
      for (std::uint32_t& name : tuple.children) name = copy(copy, name);
      here.children.push_back(add(std::move(tuple)));
    }
    if (call.text == "index_function") add_bound_names(*this, statement.span, here);
    statement.root = add(std::move(here));
    statements.push_back(std::move(statement));
  }
  sort_stable(std::span(statements),
              [](const Statement& a, const Statement& b) { return a.span.begin < b.span.begin; });
}

// The reason why an operation has no value of its own: its types use encodings of other lines, or undefined ones.
static RemainderKind kind_of_operation(std::string_view text, const std::vector<EncodingLine>& lines) {
  const bool named = std::any_of(lines.begin(), lines.end(), [&](const EncodingLine& line) {
    return !line.name.empty() && use_of(text, line.name, 0) != std::string_view::npos;
  });
  if (named) return RemainderKind::typed;
  const bool names_one = text.find(", #") != std::string_view::npos && text.find("tensor<") != std::string_view::npos;
  return names_one && lines.empty() ? RemainderKind::undefined : RemainderKind::operation;
}

std::vector<Span> read_encodings(std::string_view program, ForeignTree& calls) {
  std::vector<Span> others;
  std::vector<EncodingLine> lines;
  for (std::size_t at = program.find('#'); at != std::string_view::npos && lines.size() < max_lines;) {
    const std::size_t end = line_end(program, at);
    if ((at == 0 || program[at - 1] == '\n') && end - at <= max_text) {
      if (const auto line = encoding_line(program, at, end)) lines.push_back(*line);
    }
    at = program.find('#', end);
  }
  others = read_inline_types(program, calls);
  const std::size_t types = others.size();
  const bool typed = program.find("!tt.") != std::string_view::npos;
  if (lines.empty() && !typed) return others;
  bool in_module = false;
  for (std::size_t at = 0; at < program.size() && !in_module; at = line_end(program, at) + 1) {
    const std::string_view line = program.substr(at, line_end(program, at) - at);
    const std::size_t first = line.find_first_not_of(" \t");
    in_module = first != std::string_view::npos && is_operation(line.substr(first));
  }
  std::size_t left = 4 * program.size() + max_text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const EncodingLine& line = lines[i];
    // Its parts precede it.
    std::vector<bool> wanted(i, false);
    std::string text;
    const auto want = [&](std::string_view part) {
      for (std::size_t k = 0; k < i; ++k)
        wanted[k] = wanted[k] || use_of(part, lines[k].name, 0) != std::string_view::npos;
    };
    want(line.text);
    for (std::size_t k = i; k-- > 0;) {
      if (wanted[k]) want(lines[k].text);
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (wanted[k]) append_all(text, lines[k].text, '\n');
    }
    text += line.text;
    const std::string_view use = line.name.empty() ? std::string_view() : typed_use(program, line);
    if (!use.empty()) append_all(text, "\ntensor<", use, '>');
    // Memory layouts do not give the shape of the tensor: in a module they are skipped; alone, the error asks for the
    // shape.
    const bool memory = line.text.find("shared") != std::string_view::npos;
    const bool alone = line.name.empty() || use_of(program, line.name, line.span.end) == std::string_view::npos;
    if (text.size() > left || (memory && use.empty() && !(alone && !in_module))) {
      calls.skipped.push_back({line.span, RemainderKind::encoding});
      continue;
    }
    left -= text.size();
    add_text_call(calls, line.name, line.name_span, line.span, "triton", std::move(text));
  }
  // The other statements of the module are operations on the names of these lines.
  for (std::size_t at = 0; at < program.size();) {
    const std::size_t end = line_end(program, at);
    while (at < end && (program[at] == ' ' || program[at] == '\t')) ++at;
    const std::string_view text = program.substr(at, end - at);
    // Types of CuTe DSL are layouts, which the parser reads.
    if (is_operation(text) && text.find("!cute") == std::string_view::npos) {
      others.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
      const bool read = std::any_of(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(types),
                                    [&](Span type) { return type.begin >= at && type.end <= end; });
      calls.skipped.push_back({others.back(), read ? RemainderKind::part : kind_of_operation(text, lines)});
    }
    at = end + 1;
  }
  return others;
}

std::vector<Span> read_systems(std::string_view program, ForeignTree& tree, bool only_gluon) {
  std::vector<Span> out;
  PasteWork work(program.size(), SourceKind::own);
  for (std::size_t at = 0; at < program.size() && out.size() < max_pasted_values;) {
    while (at < program.size() && (program[at] == ' ' || program[at] == '\t')) ++at;
    // Not inside a text of several lines.
    constexpr std::string_view quotes = "\"\"\"";
    const std::size_t open = program.substr(at, line_end(program, at) - at).find(quotes);
    const std::size_t close = open == std::string_view::npos ? open : program.find(quotes, at + open + quotes.size());
    if (close != std::string_view::npos) {
      at = line_end(program, close) + 1;
      continue;
    }
    std::size_t end = read_system(program, at, tree, work, only_gluon);
    if (end == at && !only_gluon) end = read_index(program, at, tree);
    if (end == at && !only_gluon) end = read_bits(program, at, tree);
    if (end == at && !only_gluon) end = read_index_map(program, at, tree);
    if (end == at && !only_gluon) end = read_descriptor(program, at, tree);
    if (end == at && !only_gluon) end = read_after_words(program, at, tree, work);
    if (end > at) out.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
    at = line_end(program, std::max(at, end)) + 1;
  }
  return out;
}

}  // namespace stridescope
