// Reads the outline of a Python source by its indentation. A statement of any other form is a statement.
#include <algorithm>
#include <array>
#include <optional>

#include "core/base/text.h"
#include "core/sources/cpp_outline.h"

namespace stridescope::sources {
namespace {

constexpr int most_python_levels = 48;

class PythonOutline {
 public:
  explicit PythonOutline(CppOutline& out) : out_(out) {}

  void run() {
    find_lines();
    read_block(0, lines_.size(), out_.items);
  }

 private:
  // A statement, or the header of one with a block.
  struct Line {
    Part part;
    std::size_t indent;
  };
  using Items = std::vector<CppItem>;

  std::string_view word(std::uint32_t at) const { return out_.word(at); }
  bool opens(std::uint32_t at) const { return at < out_.tokens.size() && out_.tokens[at].pair > at; }

  // Statements end with their line outside of brackets, or at a semicolon.
  void find_lines() {
    const auto& tokens = out_.tokens;
    std::size_t indent = 0;
    std::uint32_t begin = 0;
    const auto close = [&](std::uint32_t end) {
      if (end > begin) lines_.push_back({{begin, end}, indent});
      begin = end;
    };
    for (std::uint32_t i = 0; i < tokens.size(); i = opens(i) ? tokens[i].pair + 1 : i + 1) {
      const std::uint32_t before = i == 0 ? 0 : tokens[i - 1].end;
      const std::string_view gap = out_.text.substr(before, tokens[i].begin - before);
      const std::size_t last = gap.rfind('\n');
      if (i > 0 && (last == std::string_view::npos || gap.find('\\') != std::string_view::npos)) {
        if (word(i) != ";") continue;
        close(i);
        begin = i + 1;
        continue;
      }
      close(i);
      indent = last == std::string_view::npos ? gap.size() : gap.size() - last - 1;
    }
    close(static_cast<std::uint32_t>(tokens.size()));
  }

  // The first token of this spelling outside of brackets; the end without one.
  std::uint32_t find(Part part, std::string_view mark) const {
    std::uint32_t at = part.begin;
    bool in_lambda = false;
    for (; at < part.end && (in_lambda || word(at) != mark); at = opens(at) ? out_.tokens[at].pair + 1 : at + 1) {
      if (word(at) == "lambda")
        in_lambda = mark == ":";
      else if (in_lambda && word(at) == ":")
        in_lambda = false;
    }
    return std::min(at, part.end);
  }

  Span span_of(std::uint32_t at) const { return {out_.tokens[at].begin, out_.tokens[at].end}; }

  void read_block(std::size_t first, std::size_t last, Items& out) {
    if (++levels_ <= most_python_levels) {
      while (first < last) first = std::max(read_line(first, last, out), first + 1);
    }
    --levels_;
  }

  // The lines of the block below a header; a statement on the line of the header is read as one of it.
  std::size_t read_body(std::size_t header, std::size_t last, std::uint32_t colon, Items& out) {
    std::size_t behind = header + 1;
    while (behind < last && lines_[behind].indent > lines_[header].indent) ++behind;
    const Part rest = {colon + 1, lines_[header].part.end};
    if (!rest.empty()) read_simple(rest, out);
    read_block(header + 1, behind, out);
    return behind;
  }

  std::size_t read_line(std::size_t at, std::size_t last, Items& out) {
    const Part part = lines_[at].part;
    std::uint32_t begin = part.begin;
    if (word(begin) == "async") ++begin;
    const std::string_view first = word(begin);
    if (first == "@") {
      decorators_.push_back({begin + 1, part.end});
      return at + 1;
    }
    std::vector<Part> decorators;
    decorators.swap(decorators_);
    const std::uint32_t colon = find({begin, part.end}, ":");
    CppItem item;
    item.whole = part;
    item.decorators = std::move(decorators);
    if (colon < part.end && (first == "def" || first == "class") && out_.is_word(begin + 1)) {
      item.kind = first == "def" ? CppItem::Kind::function : CppItem::Kind::structure;
      item.name = word(begin + 1);
      item.name_span = span_of(begin + 1);
      const bool listed = word(begin + 2) == "(" && opens(begin + 2);
      const Part list = listed ? Part{begin + 3, out_.tokens[begin + 2].pair} : Part();
      if (first == "def") item.parameters = parameters(list);
      if (first == "class") item.bases = out_.split(list, ",");
      const std::size_t behind = read_body(at, last, colon, item.items);
      end_at(item, behind);
      out.push_back(std::move(item));
      return behind;
    }
    if (colon < part.end && first == "if") return read_if(at, last, begin, out);
    if (colon < part.end && (first == "for" || first == "while")) {
      item.kind = CppItem::Kind::loop;
      item.value = {begin + 1, colon};
      if (first == "for") {
        const std::uint32_t in = find({begin, colon}, "in");
        item.value = {std::min(in + 1, colon), colon};
        const std::vector<Part> targets = out_.split(unbracketed({begin + 1, in}), ",");
        const Part start = targets.size() == 1 ? first_of(item.value) : Part();
        if (counts(item.value) || !start.empty()) {
          for (const Part target : targets) first_value(target, start, item.items);
        } else {
          assign({begin + 1, in}, item.value, {}, {begin + 1, colon}, item.items);
          item.items.back().form = 'f';
        }
      }
      const std::size_t behind = read_body(at, last, colon, item.items);
      end_at(item, behind);
      out.push_back(std::move(item));
      return behind;
    }
    if (colon < part.end && first == "with") {
      item.kind = CppItem::Kind::block;
      for (const Part one : out_.split({begin + 1, colon}, ",")) read_context(one, item.items);
      const std::size_t behind = read_body(at, last, colon, item.items);
      out.push_back(std::move(item));
      return behind;
    }
    if (colon < part.end && (first == "try" || first == "except" || first == "finally" || first == "else")) {
      item.kind = CppItem::Kind::block;
      const std::size_t behind = read_body(at, last, colon, item.items);
      out.push_back(std::move(item));
      return behind;
    }
    read_simple({begin, part.end}, out);
    return at + 1;
  }

  void end_at(CppItem& item, std::size_t behind) const {
    item.whole.end = behind > 0 ? std::max(lines_[behind - 1].part.end, item.whole.begin) : item.whole.end;
  }

  std::size_t read_if(std::size_t at, std::size_t last, std::uint32_t begin, Items& out) {
    const Line line = lines_[at];
    const std::uint32_t colon = find({begin, line.part.end}, ":");
    CppItem item;
    item.kind = CppItem::Kind::branch;
    item.value = {begin + 1, colon};
    item.whole = line.part;
    std::size_t next = read_body(at, last, colon, item.items);
    if (next < last && lines_[next].indent == line.indent) {
      const Part other = lines_[next].part;
      const std::uint32_t end = find(other, ":");
      if (word(other.begin) == "elif" && end < other.end && ++levels_ <= most_python_levels) {
        next = read_if(next, last, other.begin, item.otherwise);
        --levels_;
      } else if (word(other.begin) == "else" && end < other.end) {
        next = read_body(next, last, end, item.otherwise);
      }
    }
    end_at(item, next);
    out.push_back(std::move(item));
    return next;
  }

  // range(a, b) begins with a, (a, b) with a; empty for any other expression.
  Part first_of(Part value) const {
    if (value.empty()) return {};
    std::uint32_t open = value.begin;
    while (open < value.end && (out_.is_word(open) || word(open) == ".")) ++open;
    if (open == value.end || !opens(open) || out_.tokens[open].pair + 1 != value.end) return {};
    const std::vector<Part> parts = out_.split({open + 1, value.end - 1}, ",");
    const bool is_call = open > value.begin;
    const bool is_range = is_call && word(open - 1).starts_with("range");
    if (parts.empty() || (is_call && (!is_range || parts.size() < 2))) return {};
    const bool keyed = is_call && (word(parts[0].begin + 1) == "=" || word(parts[1].begin + 1) == "=");
    return keyed || word(parts[0].begin) == "*" ? Part() : parts[0];
  }

  // True for a call whose values count from 0: range(n), cutlass.range_constexpr(n), T.Parallel(m, n).
  bool counts(Part value) const {
    std::uint32_t open = value.begin;
    while (open < value.end && (out_.is_word(open) || word(open) == ".")) ++open;
    if (open == value.begin || open == value.end || word(open) != "(") return false;
    const std::string_view called = word(open - 1);
    return called.find("range") != std::string_view::npos || (word(value.begin) == "T" && open > value.begin + 1);
  }

  // for k in range(n): the first value is 0, or what a comment gives.
  void first_value(Part target, Part start, Items& out) const {
    if (target.end != target.begin + 1 || !out_.is_word(target.begin)) return;
    CppItem item;
    item.kind = CppItem::Kind::variable;
    item.name = word(target.begin);
    item.name_span = span_of(target.begin);
    item.form = '0';
    item.value = start;
    item.whole = target;
    out.push_back(std::move(item));
  }

  // with T.Kernel(m, n, threads=128) as (bx, by): the first block.
  void read_context(Part part, Items& out) {
    const std::uint32_t as = find(part, "as");
    const bool kernel = as > part.begin + 3 && word(as - 1) == ")" && word(out_.tokens[as - 1].pair - 1) == "Kernel";
    if (as == part.end || kernel) {
      CppItem item;
      item.value = {part.begin, as};
      item.whole = part;
      out.push_back(std::move(item));
      if (as == part.end) return;
    }
    const Part target = unbracketed({as + 1, part.end});
    if (kernel) {
      for (const Part one : out_.split(target, ",")) first_value(one, {}, out);
    } else {
      assign(target, {part.begin, as}, {}, part, out);
    }
  }

  Part unbracketed(Part part) const {
    const bool whole = !part.empty() && opens(part.begin) && out_.tokens[part.begin].pair + 1 == part.end;
    return whole ? Part{part.begin + 1, part.end - 1} : part;
  }

  std::vector<CppParameter> parameters(Part list) const {
    std::vector<CppParameter> out;
    for (Part one : out_.split(list, ",")) {
      CppParameter made;
      while (!one.empty() && (word(one.begin) == "*" || word(one.begin) == "**")) {
        made.is_pack = true;
        ++one.begin;
      }
      if (one.empty() || !out_.is_word(one.begin)) continue;
      made.name = word(one.begin);
      made.name_span = span_of(one.begin);
      const std::uint32_t equal = find(one, "=");
      if (word(one.begin + 1) == ":") made.type = {one.begin + 2, equal};
      if (equal < one.end) made.initial = {equal + 1, one.end};
      out.push_back(made);
    }
    return out;
  }

  // A member of an object, or a name.
  std::optional<CppItem> target_of(Part part) const {
    const bool member = part.end == part.begin + 3 && word(part.begin + 1) == "." && out_.is_word(part.begin + 2);
    if (part.empty() || !out_.is_word(part.begin) || (part.end != part.begin + 1 && !member)) return std::nullopt;
    CppItem out;
    out.kind = CppItem::Kind::variable;
    out.name = word(part.end - 1);
    out.name_span = span_of(part.end - 1);
    if (member) out.of = word(part.begin);
    return out;
  }

  void assign(Part target, Part value, Part type, Part whole, Items& out) const {
    const std::vector<Part> parts = out_.split(unbracketed(target), ",");
    CppItem item;
    if (parts.size() == 1) {
      if (auto one = target_of(parts[0])) item = std::move(*one);
    } else {
      for (const Part one : parts) {
        const auto part = target_of(one);
        if (!part) continue;
        item.kind = CppItem::Kind::variable;
        item.of = part->of;
      }
      for (const Part one : parts) {
        const auto part = target_of(one);
        item.names.emplace_back(part && part->of == item.of ? part->name : std::string_view(),
                                part ? part->name_span : Span());
      }
    }
    item.whole = whole;
    item.type = type;
    item.value = value;
    item.form = value.empty() ? '\0' : '=';
    if (item.kind == CppItem::Kind::statement) item.value = whole;
    out.push_back(std::move(item));
  }

  void read_simple(Part part, Items& out) {
    const std::string_view first = word(part.begin);
    static constexpr std::array<std::string_view, 9> without_value = {"import", "from",   "pass",  "break", "continue",
                                                                      "del",    "assert", "yield", "print"};
    if (std::find(without_value.begin(), without_value.end(), first) != without_value.end()) return;
    if (first == "global" || first == "nonlocal") {
      CppItem item;
      item.form = first[0];
      item.whole = part;
      for (std::uint32_t i = part.begin + 1; i < part.end; ++i) {
        if (out_.is_word(i)) item.names.emplace_back(word(i), span_of(i));
      }
      out.push_back(std::move(item));
      return;
    }
    if (first == "return" || first == "raise") {
      CppItem item;
      item.kind = CppItem::Kind::result;
      if (first == "return") item.value = {part.begin + 1, part.end};
      item.whole = part;
      out.push_back(std::move(item));
      return;
    }
    std::vector<Part> sides;
    for (Part rest = part;;) {
      const std::uint32_t equal = find(rest, "=");
      sides.push_back({rest.begin, equal});
      if (equal == rest.end) break;
      rest = {equal + 1, rest.end};
    }
    Part annotation;
    const std::uint32_t colon = find(sides[0], ":");
    if (colon < sides[0].end) {
      annotation = {colon + 1, sides[0].end};
      sides[0].end = colon;
    }
    if (sides.size() == 1) {
      if (!annotation.empty()) {
        assign(sides[0], {}, annotation, part, out);
        return;
      }
      CppItem item;
      item.value = item.whole = part;
      out.push_back(std::move(item));
      return;
    }
    const Part value = sides.back();
    sides.pop_back();
    for (const Part target : sides) assign(target, value, annotation, part, out);
  }

  CppOutline& out_;
  std::vector<Line> lines_;
  std::vector<Part> decorators_;
  int levels_ = 0;
};

}  // namespace

CppOutline python_outline_of(std::string_view text) {
  CppOutline out;
  out.text = text;
  out.is_python = true;
  out.tokens = tokens_of(text);
  PythonOutline(out).run();
  return out;
}

}  // namespace stridescope::sources
