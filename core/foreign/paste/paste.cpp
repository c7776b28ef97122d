// Decides what a piece of foreign text is (a statement of C++ or Python, a grid, a line of words with types in it),
// where it ends, and which of it is about layouts at all; the parts are read by the other paste_*.cpp. Each attempt
// that fails is taken back whole.
#include "core/foreign/paste/paste.h"

#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/cpp/demangle.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"
#include "core/lang/token.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

constexpr std::size_t max_frame = 1 << 12;  // of one header

// The state that a failed attempt restores.
struct Mark {
  ForeignTree& tree;
  std::size_t nodes = tree.nodes.size();
  std::size_t statements = tree.statements.size();
  std::size_t literals = tree.literals.size();
  std::size_t texts = tree.texts.size();
  int holes = tree.holes;
  std::size_t special_holes = tree.special_holes.size();

  void undo() const {
    tree.special_holes.resize(special_holes);
    tree.nodes.erase(tree.nodes.begin() + static_cast<std::ptrdiff_t>(nodes), tree.nodes.end());
    tree.statements.resize(statements);
    tree.literals.erase(tree.literals.begin() + static_cast<std::ptrdiff_t>(literals), tree.literals.end());
    tree.texts.resize(texts);
    tree.holes = holes;
  }
};

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

// Past the bracket of a type that closes the one at `open`; 0 if absent.
std::size_t closing(std::string_view text, std::size_t open) {
  const std::size_t end = past_bracket(text, open, {.angles = true, .quotes = Quotes::none, .longest = max_paste});
  return end == std::string_view::npos ? 0 : end;
}

// The name in `name = [const] [cute::]` before a type; empty if absent.
Span name_before(std::string_view text, std::size_t begin, std::size_t at) {
  const auto blanks = [&] {
    while (at > begin && text[at - 1] == ' ') --at;
  };
  if (at > begin + 1 && text.substr(at - 2, 2) == "<\"") at -= 2;
  while (at > begin && (text[at - 1] == ':' || is_word(text[at - 1]))) --at;
  blanks();
  if (at >= begin + 5 && text.substr(at - 5, 5) == "const") {
    at -= 5;
    blanks();
  }
  if (at == begin || text[at - 1] != '=') return {};
  --at;
  blanks();
  const std::size_t end = at;
  while (at > begin && is_word(text[at - 1])) --at;
  const std::string_view name = text.substr(at, end - at);
  static constexpr std::string_view reserved[] = {"", "X", "Sw", "LayoutLeft", "LayoutRight", "tract", "cute", "o"};
  if (std::find(std::begin(reserved), std::end(reserved), name) != std::end(reserved) ||
      (name[0] >= '0' && name[0] <= '9'))
    return {};
  return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
}

// True if a call of a function of ours begins there, recast<half_t>(...), cute::coalesce(...), or a question about a
// type, std::is_same_v<...>: the types in it are not an answer.
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

// True for words of a sentence: two next to each other, neither a function nor an operator, or a word and a number.
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

// The second declaration in int a = 1, b = 2: the statement before it continues.
bool is_behind_comma(std::string_view program, std::size_t begin) {
  while (begin > 0 && is_blank(program[begin - 1])) --begin;
  return begin > 0 && program[begin - 1] == ',';
}

// Finds the types of a text.
class TypeScan {
 public:
  TypeScan(std::string_view text, std::size_t begin, std::size_t end, ForeignTree& tree, PasteWork& work)
      : text_(text), begin_(begin), end_(end), tree_(tree), work_(work), first_(tree.statements.size()) {}

  // Reads layouts; tuples only without layouts. in_words: also those that CuTe prints, between the words of a sentence.
  std::size_t run(const Span* mangled, bool in_words = false) {
    mangled_ = mangled;
    in_words_ = in_words;
    scan(false);
    if (tree_.statements.size() == first_ && !cut_off_) scan(true);
    return tree_.statements.size() - first_;
  }
  // Reads labeled layouts in a message of CuTe DSL, which prints them plainly: A: (1,1):(0,0)
  std::size_t labelled() {
    for (std::size_t i = begin_; i < end_ && tree_.statements.size() - first_ < max_pasted_values; ++i) {
      if (text_[i] != ':') continue;
      std::size_t name = i;
      while (name > begin_ && is_word(text_[name - 1])) --name;
      const std::size_t shape = std::min(text_.find_first_not_of(' ', i + 1), end_);
      const bool word = name < i && !(text_[name] >= '0' && text_[name] <= '9');
      if (!word || shape >= end_ || text_[shape] != '(') continue;
      const std::size_t close = closing(text_, shape);
      const std::size_t stride = close != 0 && close < end_ && text_[close] == ':' ? close + 1 : end_;
      const std::size_t end = stride < end_ && text_[stride] == '(' ? closing(text_, stride) : 0;
      if (!work_.take((close != 0 ? close : end_) - i) || end == 0) continue;
      if (!type(shape, end, {static_cast<std::uint32_t>(name), static_cast<std::uint32_t>(i)}, true)) continue;
      last_ = std::max(last_, end);
      i = end - 1;
    }
    return tree_.statements.size() - first_;
  }

  // Reads what CuTe prints, wherever it is. of_dsl: integers are constants. constants: only layouts with static
  // integers.
  std::size_t prints(bool of_dsl, bool constants) {
    for (std::size_t i = begin_; i < end_ && tree_.statements.size() - first_ < max_pasted_values;) {
      const std::size_t end = begins_print(i) ? layout_end(i) : i;
      const std::string_view text = text_.substr(i, end - i);
      const bool wanted = constants ? has_static_integer(text) : text.find_first_of("(_") != std::string_view::npos;
      if (wanted && type(i, end, label_before(i), of_dsl)) {
        i = end;
        continue;
      }
      const std::size_t named = constants ? i : type_end(i);
      i = named > i && type(i, named) ? named : i + 1;
    }
    return tree_.statements.size() - first_;
  }

  std::size_t last() const { return last_; }  // where the last type ends
  bool saw_mangled() const { return saw_mangled_; }

 private:
  static bool wanted(Head head, std::string_view word, bool tuples) {
    if (tuples) return (head == Head::tuple || head == Head::tiler) && word != "make_tuple" && word != "make_tile";
    return head == Head::layout || head == Head::dsl_coordinates || head == Head::composed || head == Head::tensor ||
           head == Head::dsl_memory || head == Head::dsl_layout || head == Head::tiled_mma ||
           head == Head::tiled_copy || (head == Head::swizzle && word != "make_swizzle");
  }

  void scan(bool tuples) {
    for (std::size_t i = begin_; i < end_ && tree_.statements.size() - first_ < max_pasted_values;) {
      if (text_.substr(i, 2) == "<\"") {  // MLIR: layout_copy_tv = <"(32,4):(4,1)">
        const std::size_t close = text_.substr(0, end_).find('"', i + 2);
        if (close == std::string_view::npos || !work_.take(close - i)) return;
        const bool read = !tuples && type(i + 2, close, {}, true);
        i = read ? close : i + 2;
        if (read) last_ = std::max(last_, close);
        continue;
      }
      if (in_words_ && !tuples && begins_print(i)) {
        const std::size_t end = layout_end(i);
        const bool printed = end > i && text_.substr(i, end - i).find_first_of("(_") != std::string_view::npos;
        // In brackets or static: 12:30 in a sentence may be a time.
        if (printed && type(i, end, label_before(i))) {
          last_ = std::max(last_, end);
          i = end;
          continue;
        }
      }
      if (!is_word(text_[i]) || (i > 0 && is_word(text_[i - 1]))) {
        ++i;
        continue;
      }
      std::size_t word_end = i;
      while (word_end < text_.size() && is_word(text_[word_end])) ++word_end;
      const std::string_view word = text_.substr(i, word_end - i);
      std::size_t next = word_end;
      if (word.starts_with("_Z") && word.size() > 3 && mangled_ == nullptr) {
        if (!tuples) mangled(i, word_end);
        i = next;
        continue;
      }
      const Head head = word_end < text_.size() && text_[word_end] == '<' ? find_head(word) : Head::none;
      if (wanted(head, word, tuples)) {
        std::size_t close = closing(text_, word_end);
        if (!work_.take((close != 0 ? close : std::min(text_.size(), word_end + max_paste)) - word_end)) return;
        // Swizzle<3,4,3> o smem_ptr[16b] o layout: the whole chain, not its first operand.
        if (close != 0 && goes_on(close)) close = std::max(close, layout_end(i));
        cut_off_ = cut_off_ || close == 0;
        // The layouts in a tiling are worth having too.
        const bool tiling = head == Head::tiled_mma || head == Head::tiled_copy;
        const bool read = close != 0 && type(i, close);
        if (read && !tiling) next = close;
        cut_off_ = cut_off_ || (!read && head == Head::layout);
        if (!work_.take(next - i)) return;
      }
      last_ = std::max(last_, next != word_end ? next : last_);
      i = next;
    }
  }

  // The end of a type of C++ or the DSL that begins there, with the chain behind it; `begin` without one.
  std::size_t type_end(std::size_t begin) {
    if (!is_letter(text_[begin]) || (begin > 0 && is_word(text_[begin - 1]))) return begin;
    std::size_t word = begin;
    while (word < end_ && is_word(text_[word])) ++word;
    if (word == end_ || text_[word] != '<' || !wanted(find_head(text_.substr(begin, word - begin)), {}, false))
      return begin;
    const std::size_t close = closing(text_, word);
    if (close == 0 || close > end_ || !work_.take(close - begin)) return begin;
    return goes_on(close) ? std::max(close, layout_end(begin)) : close;
  }

  // True if ` o ` and an operand follow.
  bool goes_on(std::size_t at) const {
    const std::size_t mark = std::min(text_.find_first_not_of(" \t", at), text_.size());
    return mark > at && mark < end_ && text_.substr(mark, 2) == "o ";
  }

  static bool has_static_integer(std::string_view text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] == '_' && is_digit(text[i + 1]) && (i == 0 || !is_word(text[i - 1]))) return true;
    }
    return false;
  }

  // The begin of a print of CuTe: a bracket, a static integer, a pointer, a swizzle. Not a stride.
  bool begins_print(std::size_t at) const {
    const char before = at > begin_ ? text_[at - 1] : ' ';
    if (is_word(before) || before == '.') return false;
    if (before == ':' && at > begin_ + 1 && !is_letter(text_[at - 2])) return false;
    const std::string_view rest = text_.substr(at, end_ - at);
    if (rest.starts_with('(')) return true;
    if (rest.starts_with('_') && rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9') return true;
    static constexpr std::string_view begins[] = {"Sw<",
                                                  "S<",
                                                  "gmem_",
                                                  "smem_",
                                                  "ptr[",
                                                  "rmem_ptr[",
                                                  "tmem_[",
                                                  "subptr[",
                                                  "GMMA::DescriptorIterator",
                                                  "UMMA::DescriptorIterator",
                                                  "ArithTuple"};
    return std::any_of(std::begin(begins), std::end(begins), [&](std::string_view b) { return rest.starts_with(b); });
  }

  // The end of the longest layout or chain that begins there; `begin` without one.
  std::size_t layout_end(std::size_t begin) {
    constexpr std::size_t longest = 1 << 12;
    const std::size_t limit = std::min(end_, begin + longest);
    if (text_[begin] == '(') {
      const std::size_t shape = closing(text_, begin);
      if (shape == 0 || shape >= end_ || text_[shape] != ':') return begin;
    }
    if (!work_.take(limit - begin)) return begin;
    const Mark mark = {tree_};
    PasteParser parser(text_, begin, limit, tree_, true);
    const auto root = parser.expression();
    const Syntax kind = root ? tree_.nodes[*root].kind : Syntax::any;
    const bool read = kind == Syntax::pair || kind == Syntax::chain;
    const std::size_t end = parser.position();
    mark.undo();
    return read ? end : pair_end(begin);
  }

  // The name in `name: ` before a print; empty if absent.
  Span label_before(std::size_t at) const {
    while (at > begin_ && text_[at - 1] == ' ') --at;
    if (at == begin_ || text_[at - 1] != ':') return {};
    const std::size_t end = at - 1;
    std::size_t first = end;
    while (first > begin_ && is_word(text_[first - 1])) --first;
    if (first == end || !is_letter(text_[first])) return {};
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)};
  }

  // The end of a bare shape and stride, (8,64):(64,1), before text that does not belong to it.
  std::size_t pair_end(std::size_t begin) const {
    const std::size_t shape = text_[begin] == '(' ? closing(text_, begin) : 0;
    if (shape == 0 || !text_.substr(shape).starts_with(":(")) return begin;
    const std::size_t stride = closing(text_, shape + 1);
    return stride == 0 || stride > end_ ? begin : stride;
  }

  // label: its name, if it has one that is not a `name =`. printed: by CuTe DSL.
  bool type(std::size_t begin, std::size_t end, Span label = {}, bool printed = false) {
    if (!work_.take(end - begin)) return false;
    const Mark mark = {tree_};
    PasteParser parser(text_, begin, end, tree_, true);
    if (printed) parser.printed_integers();
    const auto root = parser.expression();
    if (!root || !parser.at_end() || names_no_atom(mark.nodes)) {
      mark.undo();
      return false;
    }
    Statement out;
    out.name_span = label.empty() ? name_before(text_, begin_, begin) : label;
    out.name = text_.substr(out.name_span.begin, out.name_span.end - out.name_span.begin);
    out.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    out.root = *root;
    out.pasted = true;
    // A kernel's name says the same layout many times.
    const std::string_view source = text_.substr(begin, end - begin);
    for (const auto& [text, name] : seen_) {
      if (text == source && name == out.name) {
        mark.undo();
        if (mangled_ == nullptr) tree_.skipped.push_back({out.span, RemainderKind::repeated});
        return true;
      }
    }
    seen_.emplace_back(source, out.name);
    tree_.statements.push_back(out);
    if (mangled_ != nullptr) place(mark.nodes);
    return true;
  }

  // A tiling of an instruction that is not known: its layouts are worth having, an error is not.
  bool names_no_atom(std::size_t nodes) {
    constexpr std::size_t cost = 1 << 14;  // of finding out that it is absent, in characters
    return std::any_of(
        tree_.nodes.begin() + static_cast<std::ptrdiff_t>(nodes), tree_.nodes.end(),
        [&](const SyntaxNode& n) { return n.kind == Syntax::type && (!work_.take(cost) || !find_atom(n.text)); });
  }

  // Everything from a mangled name has the position of that name.
  void place(std::size_t nodes) {
    for (std::size_t n = nodes; n < tree_.nodes.size(); ++n) tree_.nodes[n].span = tree_.nodes[n].name_span = *mangled_;
    tree_.statements.back().span = tree_.statements.back().name_span = *mangled_;
  }

  void mangled(std::size_t begin, std::size_t end) {
    saw_mangled_ = true;
    std::string text = demangle(text_.substr(begin, end - begin));
    if (!work_.take(2 * text.size())) return;
    tree_.texts.push_back(std::make_unique<std::string>(std::move(text)));
    const std::string& readable = *tree_.texts.back();
    const Span span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    TypeScan inside(readable, 0, readable.size(), tree_, work_);
    if (inside.run(&span) > 0) last_ = std::max(last_, end);
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t end_;
  ForeignTree& tree_;
  PasteWork& work_;
  std::size_t first_;
  std::size_t last_ = 0;
  bool saw_mangled_ = false;
  bool in_words_ = false;
  bool cut_off_ = false;  // a layout that cannot be read: its tuples alone would mislead
  const Span* mangled_ = nullptr;
  std::vector<std::pair<std::string_view, std::string_view>> seen_;
};

}  // namespace

void keep_statement(std::string_view program, ForeignTree& tree, Statement statement, PasteWork& work) {
  // `n = 4` on a line of its own is ours: it fills what C++ leaves open. A statement of C++ ends with its semicolon.
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
  const Mark mark = {tree};
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
  const Mark mark = {tree};
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
      // A type of extents that are known when it runs is not an interesting value.
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
  // A call is not a message, whatever types it contains.
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
