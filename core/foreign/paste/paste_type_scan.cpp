// Finds the types of a text.
#include "core/foreign/paste/paste_type_scan.h"

#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/words.h"
#include "core/foreign/cpp/demangle.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

// Past the bracket that closes the one of a type at `open`; 0 if absent.
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
  at = word_begin(text, at, begin);
  const std::string_view name = text.substr(at, end - at);
  static constexpr std::string_view reserved[] = {"", "X", "Sw", "LayoutLeft", "LayoutRight", "tract", "cute", "o"};
  if (std::find(std::begin(reserved), std::end(reserved), name) != std::end(reserved) || is_digit(name[0])) return {};
  return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
}

// Types to read: layouts, or only tuples.
bool is_wanted(Head head, std::string_view word, bool tuples) {
  if (tuples) return (head == Head::tuple || head == Head::tiler) && word != "make_tuple" && word != "make_tile";
  return head == Head::layout || head == Head::dsl_coordinates || head == Head::composed || head == Head::tensor ||
         head == Head::dsl_memory || head == Head::dsl_layout || head == Head::tiled_mma || head == Head::tiled_copy ||
         (head == Head::swizzle && word != "make_swizzle");
}

bool has_static_integer(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '_' && is_digit(text[i + 1]) && (i == 0 || !is_word(text[i - 1]))) return true;
  }
  return false;
}

}  // namespace

std::size_t TypeScan::run(const Span* mangled, bool in_words) {
  mangled_ = mangled;
  in_words_ = in_words;
  scan(false);
  if (tree_.statements.size() == first_ && !cut_off_) scan(true);
  return tree_.statements.size() - first_;
}

std::size_t TypeScan::labelled() {
  for (std::size_t i = begin_; i < end_ && tree_.statements.size() - first_ < max_pasted_values; ++i) {
    if (text_[i] != ':') continue;
    const std::size_t name = word_begin(text_, i, begin_);
    const std::size_t shape = std::min(text_.find_first_not_of(' ', i + 1), end_);
    const bool word = name < i && !is_digit(text_[name]);
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

std::size_t TypeScan::prints(bool of_dsl, bool constants) {
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

void TypeScan::scan(bool tuples) {
  for (std::size_t i = begin_; i < end_ && tree_.statements.size() - first_ < max_pasted_values;) {
    if (text_.substr(i, 2) == "<\"") {  // MLIR: layout_copy_tv = <"(32,4):(4,1)">
      const std::size_t close = text_.substr(0, end_).find('"', i + 2);
      if (close == std::string_view::npos || !work_.take(close - i)) return;
      // !cute.tile<"[8:1;16:1]"> is a tiler, not a layout.
      const bool tile = text_.substr(begin_, i - begin_).ends_with("!cute.tile") && text_.substr(close, 2) == "\">";
      const bool read = !tuples && (tile ? type(i - 4, close + 2, {}, true) : type(i + 2, close, {}, true));
      i = read ? close : i + 2;
      if (read) last_ = std::max(last_, close);
      continue;
    }
    if (in_words_ && !tuples && begins_print(i)) {
      const std::size_t end = layout_end(i);
      // In brackets or static, or with words on it: 12:30 in a sentence can be a time.
      const bool printed = end > i && (text_.substr(i, end - i).find_first_of("(_") != std::string_view::npos ||
                                       role_before(text_, i) != ClaimRole::none);
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
    const std::size_t past = word_end(text_, i);
    const std::string_view word = text_.substr(i, past - i);
    std::size_t next = past;
    if (word.starts_with("_Z") && word.size() > 3 && mangled_ == nullptr) {
      if (!tuples) mangled(i, past);
      i = next;
      continue;
    }
    // A call of layouts in a sentence: why does composition((4,8):(8,1), (2,2):(1,4)) fail?
    const std::size_t call = in_words_ && !tuples && past < end_ && text_[past] == '(' ? closing(text_, past) : 0;
    if (call != 0 && call <= end_ && text_.substr(past, call - past).find("):(") != std::string_view::npos &&
        find_builtin(word) != nullptr && type(i, call, {}, false, false)) {
      i = call;
      last_ = std::max(last_, call);
      continue;
    }
    const Head head = past < text_.size() && text_[past] == '<' ? find_head(word) : Head::none;
    if (is_wanted(head, word, tuples)) {
      std::size_t close = closing(text_, past);
      if (!work_.take((close != 0 ? close : std::min(text_.size(), past + max_paste)) - past)) return;
      // Swizzle<3,4,3> o smem_ptr[16b] o layout: the whole chain, not its first operand.
      if (close != 0 && goes_on(close)) close = std::max(close, layout_end(i));
      cut_off_ = cut_off_ || close == 0;
      // The layouts in a tiling are useful, too.
      const bool tiling = head == Head::tiled_mma || head == Head::tiled_copy;
      const bool read = close != 0 && type(i, close);
      if (read && !tiling) next = close;
      cut_off_ = cut_off_ || (!read && head == Head::layout);
      if (!work_.take(next - i)) return;
    }
    last_ = std::max(last_, next != past ? next : last_);
    i = next;
  }
}

std::size_t TypeScan::type_end(std::size_t begin) {
  if (!is_letter(text_[begin]) || (begin > 0 && is_word(text_[begin - 1]))) return begin;
  const std::size_t word = word_end(text_, begin, end_);
  const std::string_view name = text_.substr(begin, word - begin);
  const bool call = word < end_ && text_[word] == '(' && name == "make_layout";
  if (!call && (word == end_ || text_[word] != '<' || !is_wanted(find_head(name), {}, false))) return begin;
  const std::size_t close = closing(text_, word);
  if (close == 0 || close > end_ || !work_.take(close - begin)) return begin;
  return goes_on(close) ? std::max(close, layout_end(begin)) : close;
}

bool TypeScan::goes_on(std::size_t at) const {
  const std::size_t mark = std::min(text_.find_first_not_of(" \t", at), text_.size());
  return mark > at && mark < end_ && text_.substr(mark, 2) == "o ";
}

bool TypeScan::begins_print(std::size_t at) const {
  const char before = at > begin_ ? text_[at - 1] : ' ';
  if (is_word(before) || before == '.') return false;
  if (before == ':' && at > begin_ + 1 && !is_letter(text_[at - 2])) return false;
  const std::string_view rest = text_.substr(at, end_ - at);
  if (rest.starts_with('(')) return true;
  if (rest.starts_with('_') && rest.size() > 1 && is_digit(rest[1])) return true;
  if (in_words_ && (is_digit(rest[0]) || rest[0] == '?')) return role_before(text_, at) != ClaimRole::none;
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

std::size_t TypeScan::layout_end(std::size_t begin) {
  constexpr std::size_t longest = 1 << 12;
  const std::size_t limit = std::min(end_, begin + longest);
  if (text_[begin] == '(') {
    const std::size_t shape = closing(text_.substr(0, end_), begin);
    if (!work_.take((shape != 0 ? shape : std::min(end_, begin + max_paste)) - begin)) return begin;
    if (shape == 0 || shape >= end_ || text_[shape] != ':') return begin;
  }
  if (!work_.take(limit - begin)) return begin;
  const TreeMark mark = {tree_};
  PasteParser parser(text_, begin, limit, tree_, true);
  const auto root = parser.expression();
  const Syntax kind = root ? tree_.nodes[*root].kind : Syntax::any;
  const bool read = kind == Syntax::pair || kind == Syntax::chain;
  const std::size_t end = parser.position();
  mark.undo();
  return read ? end : pair_end(begin);
}

Span TypeScan::label_before(std::size_t at) const {
  while (at > begin_ && text_[at - 1] == ' ') --at;
  if (at == begin_ || text_[at - 1] != ':') return {};
  const std::size_t end = at - 1;
  const std::size_t first = word_begin(text_, end, begin_);
  if (first == end || !is_letter(text_[first])) return {};
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)};
}

std::size_t TypeScan::pair_end(std::size_t begin) const {
  const std::size_t shape = text_[begin] == '(' ? closing(text_.substr(0, end_), begin) : 0;
  if (shape == 0 || !text_.substr(shape).starts_with(":(")) return begin;
  const std::size_t stride = closing(text_.substr(0, end_), shape + 1);
  return stride == 0 || stride > end_ ? begin : stride;
}

bool TypeScan::type(std::size_t begin, std::size_t end, Span label, bool printed, bool strict) {
  if (!work_.take(end - begin)) return false;
  const TreeMark mark = {tree_};
  PasteParser parser(text_, begin, end, tree_, strict);
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
  // A kernel's name repeats the same layout.
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

bool TypeScan::names_no_atom(std::size_t nodes) {
  constexpr std::size_t cost = 1 << 14;  // cost, in characters, of finding that it is absent
  return std::any_of(
      tree_.nodes.begin() + static_cast<std::ptrdiff_t>(nodes), tree_.nodes.end(),
      [&](const SyntaxNode& n) { return n.kind == Syntax::type && (!work_.take(cost) || !find_atom(n.text)); });
}

void TypeScan::place(std::size_t nodes) {
  for (std::size_t n = nodes; n < tree_.nodes.size(); ++n) tree_.nodes[n].span = tree_.nodes[n].name_span = *mangled_;
  tree_.statements.back().span = tree_.statements.back().name_span = *mangled_;
}

void TypeScan::mangled(std::size_t begin, std::size_t end) {
  saw_mangled_ = true;
  std::string text = demangle(text_.substr(begin, end - begin));
  if (!work_.take(2 * text.size())) return;
  tree_.texts.push_back(std::make_unique<std::string>(std::move(text)));
  const std::string& readable = *tree_.texts.back();
  const Span span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  TypeScan inside(readable, 0, readable.size(), tree_, work_);
  if (inside.run(&span) > 0) last_ = std::max(last_, end);
}

}  // namespace stridescope
