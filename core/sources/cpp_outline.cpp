// Reads the outline of a C++ source. Text of any other form becomes a statement.
#include "core/sources/cpp_outline.h"

#include <algorithm>
#include <array>

#include "core/base/characters.h"

namespace stridescope::sources {
namespace {

constexpr int most_levels = 48;  // levels of nested blocks

class OutlineReader {
 public:
  explicit OutlineReader(const CppOutline& out) : out_(out) {}

  std::vector<CppItem> run() {
    std::vector<CppItem> items;
    read_items(0, static_cast<std::uint32_t>(out_.tokens.size()), items, Place::outside);
    return items;
  }
  CppItem function(Part list, std::uint32_t body) {
    CppItem out;
    out.kind = CppItem::Kind::function;
    out.parameters = parameters(list, false);
    read_items(body + 1, out_.tokens[body].pair, out.items, Place::function);
    return out;
  }

 private:
  enum class Place { outside, structure, function };

  std::string_view word(std::uint32_t at) const { return out_.word(at); }
  bool is_word_at(std::uint32_t at) const { return out_.is_word(at); }
  bool opens(std::uint32_t at, char c) const {
    return at < out_.tokens.size() && out_.text[out_.tokens[at].begin] == c && out_.tokens[at].pair > at;
  }
  std::uint32_t past_pair(std::uint32_t at) const { return out_.tokens[at].pair + 1; }

  // The `;` that ends a statement, or `end`.
  std::uint32_t semicolon(std::uint32_t at, std::uint32_t end) const {
    while (at < end && word(at) != ";") at = out_.tokens[at].pair > at ? past_pair(at) : at + 1;
    return at;
  }

  // Words before a declaration that do not matter to its value, and attributes.
  std::uint32_t past_specifiers(std::uint32_t at, std::uint32_t end, bool& is_constexpr) const {
    static constexpr std::array<std::string_view, 22> words = {
        "static",       "inline",    "extern",     "volatile",    "mutable",         "virtual",
        "explicit",     "friend",    "__shared__", "__device__",  "__host__",        "__global__",
        "__constant__", "public",    "private",    "protected",   "__forceinline__", "__inline__",
        "register",     "constexpr", "consteval",  "thread_local"};
    while (at < end) {
      const std::string_view one = word(at);
      if (one == "[" && word(at + 1) == "[" && opens(at, '[')) {
        at = past_pair(at);
      } else if ((one == "alignas" || one == "__launch_bounds__" || one == "__align__" || one == "__attribute__") &&
                 opens(at + 1, '(')) {
        at = past_pair(at + 1);
      } else if (std::find(words.begin(), words.end(), one) != words.end()) {
        is_constexpr = is_constexpr || one == "constexpr";
        at += word(at + 1) == ":" ? 2 : 1;
      } else if (is_macro(at)) {
        ++at;
      } else {
        break;
      }
    }
    return at;
  }

  // CUTE_HOST_DEVICE, CUTLASS_PRAGMA_UNROLL: capitals before a word.
  bool is_macro(std::uint32_t at) const {
    const std::string_view one = word(at);
    const auto capital = [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c); };
    return one.size() > 5 && is_word_at(at) && (is_word_at(at + 1) || word(at + 1) == "[") &&
           (one.starts_with("CUTE_") || one.starts_with("CUTLASS_")) && std::all_of(one.begin(), one.end(), capital);
  }

  std::vector<CppParameter> parameters(Part part, bool of_template) const {
    std::vector<CppParameter> out;
    if (part.empty()) return out;
    for (Part one : out_.split(part, ",")) {
      CppParameter made;
      const std::vector<Part> sides = out_.split(one, "=");
      if (sides.empty()) continue;
      if (sides.size() > 1) made.initial = {sides[1].begin, one.end};
      Part left = sides[0];
      const std::string_view first = word(left.begin);
      made.is_type = of_template && (first == "class" || first == "typename") &&
                     (left.end - left.begin <= 2 || word(left.begin + 1) == "...");
      std::uint32_t last = left.end;
      while (last > left.begin && word(last - 1) == "]" && out_.tokens[last - 1].pair > 0)
        last = out_.tokens[last - 1].pair;
      const bool named = last > left.begin && is_word_at(last - 1) && last - left.begin >= 2 &&
                         !is_type_word(word(last - 1)) && word(last - 2) != "::";
      if (named) {
        made.name = word(last - 1);
        made.name_span = {out_.tokens[last - 1].begin, out_.tokens[last - 1].end};
        left.end = last - 1;
      }
      for (std::uint32_t i = left.begin; i < left.end; ++i) made.is_pack = made.is_pack || word(i) == "...";
      made.type = left;
      out.push_back(made);
    }
    return out;
  }

  static bool is_type_word(std::string_view one) {
    static constexpr std::array<std::string_view, 14> words = {"int",      "char",  "bool",  "float",   "double",
                                                               "long",     "short", "void",  "const",   "signed",
                                                               "unsigned", "auto",  "class", "typename"};
    return std::find(words.begin(), words.end(), one) != words.end();
  }

  // The token after a type at `at`: qualified names with arguments, const, * and &; `at` without one.
  std::uint32_t past_type(std::uint32_t at, std::uint32_t end) const {
    const std::uint32_t begin = at;
    bool named = false;
    while (at < end) {
      const std::string_view one = word(at);
      if (one == "const" || one == "volatile" || one == "typename" || one == "struct" || one == "class" ||
          one == "constexpr" || one == "inline" || one == "static" || one.starts_with("__") || is_macro(at)) {
        ++at;
      } else if (one == "::") {
        ++at;
        named = false;
      } else if (one == "*" || one == "&" || one == "&&" || one == "__restrict__") {
        if (!named) return begin;
        ++at;
      } else if (one == "decltype" && opens(at + 1, '(') && !named) {
        at = past_pair(at + 1);
        named = true;
      } else if (is_word_at(at) && (!named || (is_type_word(one) && is_type_word(word(at - 1))))) {
        if (one == "return" || one == "delete" || one == "new" || one == "goto" || one == "case" || one == "throw" ||
            one == "else" || one == "operator" || one == "sizeof")
          return begin;
        named = true;
        ++at;
        if (word(at) == "template") ++at;
        if (word(at) == "<") {
          const std::uint32_t behind = out_.past_angles(at, end);
          if (behind == at) return begin;
          at = behind;
        }
        if (word(at) == "::") {
          ++at;
          named = false;
          if (word(at) == "template") ++at;
        }
      } else {
        break;
      }
    }
    return named ? at : begin;
  }

  void read_items(std::uint32_t at, std::uint32_t end, std::vector<CppItem>& out, Place place) {
    if (++levels_ <= most_levels) {
      while (at < end) {
        const std::uint32_t next = read_item(at, end, out, place);
        at = std::max(next, at + 1);
      }
    }
    --levels_;
  }

  std::uint32_t read_item(std::uint32_t at, std::uint32_t end, std::vector<CppItem>& out, Place place) {
    CppItem item;
    const std::uint32_t begin = at;
    if (word(at) == ";" || word(at) == "}") return at + 1;
    while (word(at) == "template" && word(at + 1) == "<") {
      const std::uint32_t behind = out_.past_angles(at + 1, end);
      if (behind == at + 1) return at + 1;
      const auto all = parameters({at + 2, behind - 1}, true);
      item.template_parameters.insert(item.template_parameters.end(), all.begin(), all.end());
      at = behind;
    }
    if (word(at) == "requires" && opens(at + 1, '(')) at = past_pair(at + 1);
    at = past_specifiers(at, end, item.is_constexpr);
    if (at >= end) return end;
    const std::string_view first = word(at);
    if (opens(at, '{')) {
      item.kind = CppItem::Kind::block;
      read_items(at + 1, out_.tokens[at].pair, item.items, place);
      return keep(out, std::move(item), begin, past_pair(at));
    }
    if (first == "namespace" || (first == "extern" && out_.tokens[at].kind == CppToken::Kind::text)) {
      std::uint32_t open = at;
      while (open < end && !opens(open, '{') && word(open) != ";") ++open;
      if (!opens(open, '{')) return open + 1;
      read_items(open + 1, out_.tokens[open].pair, out, Place::outside);
      return past_pair(open);
    }
    if (first == "struct" || first == "class" || first == "union" || first == "enum") {
      const std::uint32_t past = read_structure(at, end, item, first == "enum");
      // struct { ... } name;
      if (past > at && item.name.empty() && is_word_at(past) && word(past + 1) == ";") {
        item.kind = CppItem::Kind::variable;
        item.name = word(past);
        item.name_span = {out_.tokens[past].begin, out_.tokens[past].end};
        return keep(out, std::move(item), begin, past + 2);
      }
      if (past > at) return keep(out, std::move(item), begin, past);
    }
    if (first == "using" || first == "typedef") return read_alias(at, end, out, std::move(item), begin);
    if (place == Place::function || first == "static_assert") {
      const std::uint32_t past = read_control(at, end, item);
      if (past > at) return keep(out, std::move(item), begin, past);
    }
    if (const std::uint32_t past = read_declaration(at, end, item, place); past > at) {
      const std::uint32_t whole = item.whole.end;
      // Further declarators: int a = 1, b = 2;
      CppItem next = item;
      keep(out, std::move(item), begin, whole);
      std::uint32_t more = whole;
      while (next.kind == CppItem::Kind::variable && word(more) == "," && is_word_at(more + 1)) {
        CppItem other;
        other.type = next.type;
        other.is_constexpr = next.is_constexpr;
        other.kind = CppItem::Kind::variable;
        std::uint32_t name = more + 1;
        while (word(name) == "*") ++name;
        const std::uint32_t stop = read_declarator(name, end, other);
        keep(out, std::move(other), name, stop);
        more = std::max(stop, more + 1);
      }
      return std::max(past, more);
    }
    const std::uint32_t stop = semicolon(at, end);
    item.value = {at, stop};
    return keep(out, std::move(item), begin, stop + 1);
  }

  std::uint32_t keep(std::vector<CppItem>& out, CppItem item, std::uint32_t begin, std::uint32_t end) {
    item.whole = {begin, end};
    out.push_back(std::move(item));
    return end;
  }

  std::uint32_t read_structure(std::uint32_t at, std::uint32_t end, CppItem& item, bool is_enum) {
    std::uint32_t name = at + 1;
    bool unused = false;
    if (is_enum && word(name) == "class") ++name;
    name = past_specifiers(name, end, unused);
    std::uint32_t open = name;
    if (is_word_at(name)) {
      open = name + 1;
      if (word(open) == "<") open = out_.past_angles(open, end);
      if (word(open) == "final") ++open;
    }
    std::uint32_t bases = open;
    if (word(open) == ":") {
      while (open < end && !opens(open, '{') && word(open) != ";") {
        const std::uint32_t behind = word(open) == "<" ? out_.past_angles(open, end) : open;
        open = behind > open ? behind : out_.tokens[open].pair > open ? past_pair(open) : open + 1;
      }
      if (!is_enum) {
        for (Part base : out_.split({bases + 1, open}, ",")) {
          while (word(base.begin) == "public" || word(base.begin) == "private" || word(base.begin) == "protected" ||
                 word(base.begin) == "virtual")
            ++base.begin;
          item.bases.push_back(base);
        }
      }
    }
    if (!opens(open, '{')) return at;
    item.kind = CppItem::Kind::structure;
    if (is_word_at(name)) {
      item.name = word(name);
      item.name_span = {out_.tokens[name].begin, out_.tokens[name].end};
    }
    if (!is_enum) read_items(open + 1, out_.tokens[open].pair, item.items, Place::structure);
    return past_pair(open);
  }

  std::uint32_t read_alias(std::uint32_t at, std::uint32_t end, std::vector<CppItem>& out, CppItem item,
                           std::uint32_t begin) {
    const std::uint32_t stop = semicolon(at, end);
    if (word(at) == "using" && is_word_at(at + 1) && word(at + 2) == "=") {
      item.kind = CppItem::Kind::alias;
      item.name = word(at + 1);
      item.name_span = {out_.tokens[at + 1].begin, out_.tokens[at + 1].end};
      item.value = {at + 3, stop};
    } else if (word(at) == "typedef" && is_word_at(stop - 1)) {
      item.kind = CppItem::Kind::alias;
      item.name = word(stop - 1);
      item.name_span = {out_.tokens[stop - 1].begin, out_.tokens[stop - 1].end};
      item.value = {at + 1, stop - 1};
    }
    return keep(out, std::move(item), begin, stop + 1);
  }

  // A statement as the only one of a body, or the statements of its block.
  std::uint32_t read_body(std::uint32_t at, std::uint32_t end, std::vector<CppItem>& out) {
    if (opens(at, '{')) {
      read_items(at + 1, out_.tokens[at].pair, out, Place::function);
      return past_pair(at);
    }
    if (++levels_ > most_levels) {
      --levels_;
      return semicolon(at, end) + 1;
    }
    const std::uint32_t next = std::max(read_item(at, end, out, Place::function), at + 1);
    --levels_;
    return next;
  }

  std::uint32_t read_control(std::uint32_t at, std::uint32_t end, CppItem& item) {
    const std::string_view first = word(at);
    if (first == "if") {
      std::uint32_t open = at + 1;
      if (word(open) == "constexpr") {
        item.is_constexpr = true;
        ++open;
      }
      if (!opens(open, '(')) return at;
      item.kind = CppItem::Kind::branch;
      item.value = {open + 1, out_.tokens[open].pair};
      std::uint32_t next = read_body(past_pair(open), end, item.items);
      if (word(next) == "else") next = read_body(next + 1, end, item.otherwise);
      return next;
    }
    if (first == "for" || first == "while" || first == "switch") {
      if (!opens(at + 1, '(')) return at;
      item.kind = CppItem::Kind::loop;
      item.value = {at + 2, out_.tokens[at + 1].pair};
      if (first == "for") {
        const std::uint32_t stop = semicolon(at + 2, item.value.end);
        if (stop < item.value.end) read_item(at + 2, stop, item.items, Place::function);
      }
      return read_body(past_pair(at + 1), end, item.items);
    }
    if (first == "do" && opens(at + 1, '{')) {
      item.kind = CppItem::Kind::loop;
      return read_body(at + 1, end, item.items);
    }
    if (first == "return") {
      item.kind = CppItem::Kind::result;
      const std::uint32_t stop = semicolon(at, end);
      item.value = {at + 1, stop};
      return stop + 1;
    }
    return at;
  }

  // The value after a variable's name at `at`; sets whole.end to the `;` or `,` after it.
  std::uint32_t read_declarator(std::uint32_t at, std::uint32_t end, CppItem& item) {
    item.name = word(at);
    item.name_span = {out_.tokens[at].begin, out_.tokens[at].end};
    std::uint32_t next = at + 1;
    while (opens(next, '[')) next = past_pair(next);
    const auto stop_of = [&](std::uint32_t from) {
      while (from < end && word(from) != ";" && word(from) != ",") {
        const std::uint32_t behind = word(from) == "<" && is_word_at(from - 1) ? out_.past_angles(from, end) : from;
        from = behind > from ? behind : out_.tokens[from].pair > from ? past_pair(from) : from + 1;
      }
      return from;
    };
    if (word(next) == "=") {
      item.form = '=';
      item.value = {next + 1, stop_of(next + 1)};
      next = item.value.end;
    } else if (opens(next, '{') || opens(next, '(')) {
      item.form = opens(next, '{') ? '{' : '(';
      item.value = {next + 1, out_.tokens[next].pair};
      next = past_pair(next);
    }
    item.whole.end = next;
    return next;
  }

  std::uint32_t read_declaration(std::uint32_t at, std::uint32_t end, CppItem& item, Place place) {
    const std::uint32_t name = past_type(at, end);
    // auto [a, b] = value;
    if (name > at && word(at) != "[" && opens(name, '[') && word(out_.tokens[name].pair + 1) == "=") {
      bool is_auto = false;
      for (std::uint32_t i = at; i < name; ++i) is_auto = is_auto || word(i) == "auto";
      if (!is_auto) return at;
      item.kind = CppItem::Kind::variable;
      item.type = {at, name};
      for (std::uint32_t i = name + 1; i < out_.tokens[name].pair; ++i) {
        if (is_word_at(i)) item.names.emplace_back(word(i), Span{out_.tokens[i].begin, out_.tokens[i].end});
      }
      item.form = '=';
      const std::uint32_t stop = semicolon(name, end);
      item.value = {out_.tokens[name].pair + 2, stop};
      item.whole.end = stop;
      return stop + 1;
    }
    bool names = name > at && is_word_at(name) && !is_type_word(word(name));
    std::uint32_t where = name;
    // The name of a constructor, and qualified names of functions: F::g(...).
    if (name > at && opens(name, '(') && place != Place::function && is_word_at(name - 1)) {
      names = true;
      where = name - 1;
    }
    // f<int>(...) { ... }: a specialization is read, but a call of f does not find it by its name.
    if (place != Place::function && name > at) {
      const std::uint32_t behind = names && word(name + 1) == "<" ? out_.past_angles(name + 1, end) : name;
      if (behind < end && opens(behind, '(') && word(behind - 1) == ">") {
        const std::uint32_t stop = read_function(behind - 1, behind, end, item, {at, behind});
        item.name = {};
        return stop;
      }
    }
    if (!names) return at;
    std::uint32_t next = where + 1;
    if (word(where) == "operator") {
      // operator()(...), operator+(...)
      while (next < end && !opens(next, '(')) ++next;
      if (next < end && past_pair(next) == next + 2 && opens(next + 2, '(')) next += 2;
      return next < end ? read_function(where, next, end, item, {at, where}) : at;
    }
    if (opens(next, '(') && (place != Place::function || is_function_head(next, end)))
      return read_function(where, next, end, item, {at, where});
    const std::string_view behind = word(next);
    if (behind != "=" && behind != ";" && behind != "," && behind != ":" && !opens(next, '{') && !opens(next, '(') &&
        !opens(next, '[') && next != end)
      return at;
    item.kind = CppItem::Kind::variable;
    item.type = {at, name};
    const std::uint32_t stop = read_declarator(where, end, item);
    if (named_lambda(item)) return stop + 1;
    return word(stop) == "," ? stop : semicolon(stop, end) + 1;
  }

  bool is_function_head(std::uint32_t open, std::uint32_t end) const {
    std::uint32_t next = past_pair(open);
    return next < end && opens(next, '{');
  }

  // auto f = [...](...) { ... }: a function.
  bool named_lambda(CppItem& item) {
    std::uint32_t at = item.value.begin;
    if (item.form != '=' || !opens(at, '[')) return false;
    at = past_pair(at);
    Part list;
    if (opens(at, '(')) {
      list = {at + 1, out_.tokens[at].pair};
      at = past_pair(at);
    }
    while (at < item.value.end && !opens(at, '{')) ++at;
    if (at >= item.value.end || past_pair(at) != item.value.end) return false;
    item.kind = CppItem::Kind::function;
    item.parameters = parameters(list, false);
    read_items(at + 1, out_.tokens[at].pair, item.items, Place::function);
    return true;
  }

  std::uint32_t read_function(std::uint32_t name, std::uint32_t open, std::uint32_t end, CppItem& item, Part result) {
    std::uint32_t next = past_pair(open);
    item.kind = CppItem::Kind::function;
    item.name = word(name);
    item.name_span = {out_.tokens[name].begin, out_.tokens[name].end};
    item.type = result;
    item.parameters = parameters({open + 1, out_.tokens[open].pair}, false);
    while (next < end && !opens(next, '{') && word(next) != ";") {
      if (word(next) == "=") {  // = default, = delete
        next = semicolon(next, end);
        break;
      }
      next = out_.tokens[next].pair > next ? past_pair(next) : next + 1;
      // Members of a constructor: : a{1}, b(2) { ... }
      if (opens(next, '{') && is_word_at(next - 1) && is_initializer(next, end)) next = past_pair(next);
    }
    if (next < end && opens(next, '{')) {
      read_items(next + 1, out_.tokens[next].pair, item.items, Place::function);
      next = past_pair(next);
    } else {
      ++next;
    }
    item.whole.end = next;
    return next;
  }

  bool is_initializer(std::uint32_t open, std::uint32_t end) const {
    const std::uint32_t next = past_pair(open);
    return next < end && (word(next) == "," || opens(next, '{'));
  }

  const CppOutline& out_;
  int levels_ = 0;
};

}  // namespace

CppOutline outline_of(std::string_view text) {
  CppOutline out;
  out.text = text;
  out.tokens = tokens_of(text);
  out.items = OutlineReader(out).run();
  return out;
}

CppItem lambda_of(const CppOutline& outline, Part parameters, std::uint32_t body) {
  return OutlineReader(outline).function(parameters, body);
}

}  // namespace stridescope::sources
