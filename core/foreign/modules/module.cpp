// Statements of a module, their results, operands and types.
#include "core/foreign/modules/module.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/foreign/marks.h"

namespace stridescope::ir {
namespace {

constexpr std::size_t max_statement = 1 << 20;
constexpr std::size_t max_statement_lines = 256;

bool is_name(char c) { return is_word(c) || c == '.' || c == '$' || c == '-'; }
bool is_open(char c) { return c == '(' || c == '[' || c == '{' || c == '<'; }
bool is_close(char c) { return c == ')' || c == ']' || c == '}' || c == '>'; }

// Calls f(i) for each character outside of quoted text and brackets.
template <class F>
void outside_brackets(std::string_view text, const F& f) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      const std::size_t end = past_quote(text, i);
      if (end == std::string_view::npos) return;
      i = end - 1;
    } else if (is_open(c)) {
      ++depth;
    } else if (is_close(c) && (c != '>' || i == 0 || text[i - 1] != '-')) {
      --depth;
    } else if (depth == 0) {
      f(i);
    }
  }
}

// True if a line begins a statement whatever precedes it: an alias, or results and `=`.
bool begins_statement(std::string_view line) {
  if (line.starts_with("//") || line.starts_with("}")) return false;
  const std::size_t equals = line.find(" = ");
  if (equals == std::string_view::npos || equals + 3 >= line.size()) return false;
  if (line[0] == '#' || line[0] == '!') return true;
  if (line[0] != '%') return false;
  const std::string_view names = line.substr(0, equals);
  const char next = line[equals + 3];
  // Not an argument of a function, `%M: i32) attributes {noinline = false} {`.
  return names.find_first_of("()<{") == std::string_view::npos && names.find(": ") == std::string_view::npos &&
         next != '%' && !is_digit(next);
}

class Reader {
 public:
  Reader(std::string_view text, Wanted wanted) : text_(text), wanted_(wanted) {}

  Module run() {
    while (at_ < text_.size()) {
      const std::uint32_t line = out_.lines + 1;
      const std::string_view text = next_statement();
      unclosed_ = false;
      if (!text.empty()) statement(text, line);
    }
    for (const Region& region : open_) fault(region.line, region.text, say("its region is never closed"));
    sort_stable(std::span(out_.faults), [](const ModuleFault& a, const ModuleFault& b) { return a.line < b.line; });
    return std::move(out_);
  }

 private:
  struct Region {
    std::string_view text;
    std::uint32_t line = 0;
    ModuleOperation operation;
    std::vector<std::string_view> results;
    bool waits = false;  // its signature follows the region
  };
  struct Defined {
    std::uint32_t line = 0;
    std::vector<int> types;
  };

  // Without surrounding blanks and a trailing comment.
  static std::string_view content(std::string_view line) {
    line = trimmed(line);
    bool quoted = false;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      if (line[i] == '"') quoted = !quoted;
      if (line[i] == '/' && line[i + 1] == '/' && !quoted && i > 0) return trimmed(line.substr(0, i));
    }
    return line;
  }

  std::string_view next_line() {
    const std::size_t begin = at_;
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    at_ = std::min(end + 1, text_.size());
    ++out_.lines;
    return text_.substr(begin, end - begin);
  }

  // The depth of open brackets in a piece; a `{` at its end begins a region and does not count.
  static int depth_of(std::string_view piece) {
    int depth = 0;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      const char c = piece[i];
      if (c == '"') {
        const std::size_t end = past_quote(piece, i);
        if (end == std::string_view::npos) return depth;
        i = end - 1;
      } else if (c == '/' && piece.substr(i, 2) == "//") {
        break;
      } else if (is_open(c)) {
        ++depth;
      } else if (is_close(c) && (c != '>' || i == 0 || piece[i - 1] != '-')) {
        --depth;
      }
    }
    return depth;
  }

  // The length of the alias in a line that begins with one: the whole line, or up to another statement after its value.
  static std::size_t alias_length(std::string_view line) {
    std::size_t at = line.find('=');
    if (at == std::string_view::npos) return line.size();
    at = line.find_first_not_of(" \t\n", at + 1);
    if (at == std::string_view::npos) return line.size();
    while (at < line.size() && !is_blank(line[at]) && line[at] != '\n' && !is_open(line[at])) ++at;
    if (at < line.size() && is_open(line[at])) at = std::min(closing_bracket(line, at), line.size());
    const std::size_t next = std::min(line.find_first_not_of(" \t\n", at), line.size());
    const std::string_view rest = line.substr(next);
    const bool apart = next > at || rest.starts_with('#');
    const bool another = apart && (begins_statement(rest) || rest.starts_with("module "));
    return another && rest[0] != '%' ? next : line.size();
  }

  // From its first line until its brackets close; after text that opens or closes regions.
  std::string_view next_statement() {
    std::size_t start = at_;
    std::string_view line = content(next_line());
    // A verifier's message quotes its operation.
    constexpr std::string_view shown = "see current operation: ";
    if (const std::size_t operation = line.find(shown); operation != std::string_view::npos) {
      line = line.substr(operation + shown.size());
      start = static_cast<std::size_t>(line.data() - text_.data());
    }
    if (line.starts_with("//")) {
      if (line.starts_with("// -----")) new_section();
      return {};
    }
    if (line.empty()) return {};
    if (line.starts_with("{-#")) {  // resources, which end the file
      at_ = text_.size();
      return {};
    }
    // For an alias, and in `<{`, the brace belongs to an attribute.
    const bool alias = line[0] == '#' || line[0] == '!';
    const auto cut = [alias](std::string_view piece) {
      if (alias) return piece;
      const bool closes = piece.starts_with('}');
      while (piece.starts_with('}')) piece.remove_prefix(1);
      if (closes && piece.starts_with(')')) piece.remove_prefix(1);
      if (piece.ends_with("<{")) return piece;
      if (piece.ends_with("({")) return piece.substr(0, piece.size() - 2);
      if (piece.ends_with("{")) return piece.substr(0, piece.size() - 1);
      return piece;
    };
    const std::uint32_t first = out_.lines;
    if (const std::size_t length = alias ? alias_length(line) : line.size(); length < line.size()) {
      at_ = static_cast<std::size_t>(line.data() - text_.data()) + length;
      --out_.lines;
      return trimmed(line.substr(0, length));
    }
    int depth = depth_of(cut(line));
    std::size_t end = at_;
    const auto opens_region = [&] { return !alias && line.ends_with('{') && !line.ends_with("<{"); };
    while (depth > 0 && !opens_region() && at_ < text_.size()) {
      const std::size_t before = at_;
      const std::string_view next = content(next_line());
      if (begins_statement(next) || at_ - start > max_statement || out_.lines - first > max_statement_lines) {
        at_ = before;
        --out_.lines;
        break;
      }
      line = next;
      depth += depth_of(cut(next));
      end = at_;
    }
    std::string_view clean = text_.substr(start, end - start);
    if (clean.ends_with('\n')) clean.remove_suffix(1);
    clean = out_.lines == first ? content(clean) : trimmed(clean);
    if (const std::size_t length = alias && depth <= 0 ? alias_length(clean) : clean.size(); length < clean.size()) {
      at_ = static_cast<std::size_t>(clean.data() - text_.data()) + length;
      out_.lines = first - 1 +
                   static_cast<std::uint32_t>(
                       std::count(clean.begin(), clean.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
      clean = trimmed(clean.substr(0, length));
    }
    if (depth > 0) fault(first, clean, say("a bracket is never closed"));
    return clean;
  }

  void new_section() {
    ++section_;
    known_ = {};
    values_ = {};
    open_.clear();
  }

  void fault(std::uint32_t line, std::string_view text, Message why) {
    if (out_.faults.size() >= max_module_faults) {
      ++out_.faults_left_out;
      return;
    }
    out_.faults.push_back({line, text.substr(0, text.find('\n')), std::move(why)});
  }

  // The type that begins at `at`, verbatim; empty if none begins there.
  std::string_view type_at(std::string_view text, std::size_t at) {
    static constexpr std::string_view heads[] = {"tensor<", "memref<", "vector<"};
    const bool named = text[at] == '!';
    const bool builtin = !named && std::any_of(std::begin(heads), std::end(heads),
                                               [&](std::string_view h) { return text.substr(at).starts_with(h); });
    if ((!named && !builtin) || unclosed_) return {};
    if (builtin && at > 0 && (is_word(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '!')) return {};
    std::size_t end = at + 1;
    while (end < text.size() && is_name(text[end]) && text.substr(end, 2) != "->") ++end;
    if (end < text.size() && text[end] == '<') {
      const std::size_t close = closing_bracket(text, end);
      unclosed_ = close == std::string_view::npos;
      if (unclosed_) return {};
      end = close;
    }
    return text.substr(at, end - at);
  }

  // The number of the type, or -1 if it is not wanted.
  int type_number(std::string_view spelled, std::uint32_t line) {
    const auto [found, is_new] = known_.try_emplace(spelled, -1);
    if (!is_new) {
      if (found->second >= 0) ++out_.types[static_cast<std::size_t>(found->second)].uses;
      return found->second;
    }
    ModuleType type = {spelled, {}, line, section_, 1};
    if (spelled.starts_with('!')) {
      const ModuleAlias* alias = find_alias(out_.type_names, spelled.substr(1), section_);
      if (alias != nullptr) type = {alias->text, spelled.substr(1), alias->line, section_, 1};
    }
    if (!wanted_(type.text)) return -1;
    if (out_.types.size() >= max_module_types) {
      ++out_.types_left_out;
      return -1;
    }
    out_.types.push_back(type);
    found->second = static_cast<int>(out_.types.size()) - 1;
    return found->second;
  }

  // The begin of the types in a statement's signature: after the last ` : ` outside of brackets.
  static std::size_t signature(std::string_view text) {
    std::size_t out = text.size();
    outside_brackets(text, [&](std::size_t i) {
      const bool alone = (i == 0 || text[i - 1] == ' ') && i + 1 < text.size() && text[i + 1] == ' ';
      if (text[i] == ':' && alone) out = i + 1;
    });
    return out;
  }

  static std::string_view value_name(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && is_name(text[end])) ++end;
    return text.substr(at, end - at);
  }

  void alias(std::string_view text, std::uint32_t line) {
    const std::size_t equals = text.find(" = ");
    const std::string_view name = text.substr(1, equals == std::string_view::npos ? 0 : equals - 1);
    if (name.empty() || !std::all_of(name.begin(), name.end(), is_name)) {
      if (text[0] == '!') register_types(text, line);  // a type alone
      return;
    }
    const std::string_view means = trimmed(text.substr(equals + 3));
    std::vector<ModuleAlias>& meanings = (text[0] == '#' ? out_.attributes : out_.type_names)[name];
    if (!meanings.empty() && meanings.back().text == means) return;
    if (!meanings.empty() && meanings.back().section == section_) {
      // A new definition without a line between: another module begins.
      ++section_;
      known_ = {};
    }
    meanings.push_back({means, line, section_});
    if (text[0] != '!') return;
    // A type is kept even if no value has it.
    const int type = type_number(text.substr(0, equals), line);
    if (type >= 0) out_.types[static_cast<std::size_t>(type)].uses = 0;
  }

  void define(std::string_view name, std::uint32_t line, int type) {
    Defined& to = values_[name];
    if (to.line != line) to = {line, {}};
    to.types.push_back(type);
  }

  ModuleValue used(std::string_view name, std::size_t part) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return {name, 0, -1};
    const std::vector<int>& types = found->second.types;
    return {name, found->second.line, part < types.size() ? types[part] : -1};
  }

  // `%a, %b:2 =` at the beginning; returns the rest.
  static std::string_view results_of(std::string_view text, std::vector<std::string_view>& out) {
    if (!text.starts_with('%')) return text;
    std::size_t at = 0;
    std::vector<std::string_view> names;
    while (at < text.size() && text[at] == '%') {
      names.push_back(value_name(text, at));
      at += names.back().size();
      if (at < text.size() && text[at] == ':') {
        std::size_t count = 0;
        for (++at; at < text.size() && is_digit(text[at]) && count < 1000; ++at)
          count = count * 10 + static_cast<std::size_t>(text[at] - '0');
        for (std::size_t i = 1; i < std::min<std::size_t>(count, 1000); ++i) names.push_back(names.back());
      }
      while (at < text.size() && (text[at] == ' ' || text[at] == ',')) ++at;
    }
    if (at >= text.size() || text[at] != '=') return text;
    out = std::move(names);
    return trimmed(text.substr(at + 1));
  }

  void statement(std::string_view text, std::uint32_t line) {
    if (text[0] == '#' || text[0] == '!') {
      alias(text, line);
      return;
    }
    bool closes = false;
    Region region;
    while (text.starts_with('}')) {
      text.remove_prefix(1);
      closes = true;
      region = {};
      if (!open_.empty()) {
        region = std::move(open_.back());
        open_.pop_back();
      }
    }
    if (closes) {
      const bool next = text.starts_with(", {") || trimmed(text).starts_with("else") || trimmed(text).ends_with('{');
      if (text.starts_with(')')) text.remove_prefix(1);
      text = trimmed(text);
      if (next) {
        if (region.line == 0) region.text = text, region.line = line;  // nothing was open
        open_.push_back(std::move(region));
        return;
      }
      if (region.waits) {
        region.operation.text = text;
        operation(std::move(region.operation), std::move(region.results), text, region.line);
      } else if (!text.empty()) {
        register_types(text, line);
      }
      return;
    }
    std::vector<std::string_view> results;
    const std::string_view rest = results_of(text, results);
    ModuleOperation op;
    op.line = line;
    op.text = text;
    if (rest.starts_with('"')) {
      const std::size_t end = past_quote(rest, 0);
      if (end != std::string_view::npos) op.name = rest.substr(1, end - 2);
    } else {
      std::size_t end = 0;
      while (end < rest.size() && (is_word(rest[end]) || rest[end] == '.')) ++end;
      op.name = rest.substr(0, end);
    }
    const std::string_view last = op.name.substr(op.name.rfind('.') + 1);
    if (last == "func" || op.name == "cuda.kernel" || op.name == "cute.kernel") values_ = {};
    const bool opens = text.ends_with('{');
    const bool waits = opens && text.ends_with("({");
    if (waits) {
      Region opened = {text, line, std::move(op), std::move(results), true};
      operands(opened.operation, rest, line);
      register_types(rest, line);
      for (const std::string_view name : opened.results) define(name, line, -1);
      open_.push_back(std::move(opened));
      return;
    }
    operation(std::move(op), std::move(results), rest, line);
    if (opens) open_.push_back({text, line, {}, {}, false});
  }

  // Values that a text names: `%a: type` and `%a = %b` define, all others use.
  void operands(ModuleOperation& op, std::string_view text, std::uint32_t line) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (const std::size_t end = past_unread(text, i); end != i) {
        if (end == std::string_view::npos) return;
        i = end - 1;
        continue;
      }
      if (text[i] != '%') continue;
      const std::string_view name = value_name(text, i);
      if (name.size() < 2) continue;
      i += name.size();
      std::size_t part = 0;
      if (i < text.size() && text[i] == '#') {
        for (++i; i < text.size() && is_digit(text[i]) && part < 10000; ++i)
          part = part * 10 + static_cast<std::size_t>(text[i] - '0');
      }
      std::size_t next = i;
      while (next < text.size() && text[next] == ' ') ++next;
      const char mark = next < text.size() ? text[next] : '\0';
      const bool argument = mark == ':' && next == i;
      if (argument) {
        std::size_t type = next + 1;
        while (type < text.size() && text[type] == ' ') ++type;
        const std::string_view spelled = type < text.size() ? type_at(text, type) : std::string_view();
        define(name, line, spelled.empty() ? -1 : type_number(spelled, line));
        if (!spelled.empty()) i = type + spelled.size();
      } else if (mark == '=') {
        define(name, line, -1);
      } else if (op.operands.size() < 256) {
        op.operands.push_back(used(name, part));
      }
      --i;
    }
  }

  std::vector<int> register_types(std::string_view text, std::uint32_t line) {
    std::vector<int> out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (const std::size_t end = past_unread(text, i); end != i) {
        if (end == std::string_view::npos) break;
        i = end - 1;
        continue;
      }
      const bool head =
          text[i] == '!' || ((text[i] == 't' || text[i] == 'm' || text[i] == 'v') && (i == 0 || !is_word(text[i - 1])));
      if (!head) continue;
      const std::string_view spelled = type_at(text, i);
      if (unclosed_) break;
      if (spelled.empty()) continue;
      out.push_back(type_number(spelled, line));
      i += spelled.size() - 1;
    }
    return out;
  }

  // All types in order, including unwanted ones: i32, index.
  std::vector<int> listed(std::string_view text, std::uint32_t line) {
    std::vector<int> out;
    std::size_t begin = 0;
    text = trimmed(text);
    if (text.starts_with('(')) {
      const std::size_t close = closing_bracket(text, 0);
      text = text.substr(1, close == std::string_view::npos ? close : close - 2);
    }
    const auto add = [&](std::size_t end) {
      const std::string_view one = trimmed(text.substr(begin, end - begin));
      if (!one.empty()) {
        const std::vector<int> found = register_types(one, line);
        out.push_back(found.empty() ? -1 : found[0]);
      }
      begin = end + 1;
    };
    outside_brackets(text, [&](std::size_t i) {
      if (text[i] == ',' || (text[i] == '*' && i > 0 && text[i - 1] == ' ')) add(i);
    });
    add(text.size());
    return out;
  }

  static std::string_view without_location(std::string_view text) {
    const std::size_t at = text.rfind(" loc(");
    return at == std::string_view::npos ? text : text.substr(0, at);
  }

  void operation(ModuleOperation op, std::vector<std::string_view> results, std::string_view text, std::uint32_t line) {
    text = without_location(text);
    const std::size_t begin = signature(text);
    const std::string_view head = text.substr(0, begin < text.size() ? begin - 1 : begin);
    if (op.operands.empty()) operands(op, head, line);
    std::vector<int> in;
    std::vector<int> out;
    if (begin < text.size()) {
      register_types(head, line);
      const std::string_view types = text.substr(begin);
      std::size_t arrow = types.find("->");
      std::size_t past = arrow == std::string_view::npos ? arrow : arrow + 2;
      if (types.starts_with(" (")) {  // an arrow inside a type does not count
        const std::size_t close = closing_bracket(types, 1);
        if (close != std::string_view::npos) {
          arrow = types.find("->", close);
          past = arrow == std::string_view::npos ? arrow : arrow + 2;
        }
      }
      if (arrow == std::string_view::npos && !results.empty()) {
        arrow = types.find(" to ");
        past = arrow == std::string_view::npos ? arrow : arrow + 4;
      }
      in = listed(types.substr(0, arrow), line);
      if (arrow != std::string_view::npos) out = listed(types.substr(past), line);
      if (results.empty()) in.insert(in.end(), out.begin(), out.end());
      // A single type without a subject: in elementwise dialects it is the type of all values.
      if (arrow == std::string_view::npos && !results.empty()) {
        const bool elementwise = !op.name.starts_with("cute");
        if (elementwise && in.size() == 1) out.assign(results.size(), in[0]);
        // cute.make_tiled_copy(%atom) : !copy names the result, cute.get_iter(%a) : !memref the operand.
        const std::string_view verb = op.name.substr(op.name.rfind('.') + 1);
        const bool made = verb.starts_with("make") || verb.starts_with("alloc") || verb == "static";
        if (op.operands.empty() || (!elementwise && made)) out = std::exchange(in, {});
        if (elementwise && !in.empty() && out.empty()) out.assign(results.size(), in.back());
        // A copy: `assign` with an element of the same vector would read freed memory.
        if (const int only = elementwise && in.size() == 1 ? in[0] : -1; only >= 0) in.assign(op.operands.size(), only);
      }
    } else {
      const std::vector<int> found = register_types(text, line);
      const std::size_t arrow = head.rfind("->");
      if (arrow != std::string_view::npos && !results.empty()) out = listed(head.substr(arrow + 2), line);
    }
    // tt.store %p, %v : tensor<...> names the type of the pointers, whose encoding the values share.
    if (results.empty() && in.size() == 1 && !op.name.starts_with("cute")) {
      for (ModuleValue& value : op.operands) value.type = value.type < 0 ? in[0] : value.type;
    }
    if (in.size() == op.operands.size()) {
      for (std::size_t i = 0; i < in.size(); ++i) {
        if (in[i] >= 0) op.operands[i].type = in[i];
      }
    }
    bool wanted = false;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const int type = i < out.size() ? out[i] : -1;
      define(results[i], line, type);
      if (op.results.size() < 256) op.results.push_back({results[i], line, type});
      wanted = wanted || type >= 0;
    }
    for (const ModuleValue& value : op.operands) wanted = wanted || value.type >= 0;
    for (const int type : in) wanted = wanted || type >= 0;
    if (!wanted || op.name.empty()) return;
    if (out_.operations.size() >= max_module_operations) {
      ++out_.operations_left_out;
      return;
    }
    out_.operations.push_back(std::move(op));
  }

  std::string_view text_;
  Wanted wanted_;
  std::size_t at_ = 0;
  std::uint32_t section_ = 0;
  Module out_;
  std::unordered_map<std::string_view, int> known_;
  std::unordered_map<std::string_view, Defined> values_;
  std::vector<Region> open_;
  bool unclosed_ = false;  // a bracket of this statement: the search continues for no other
};

}  // namespace

bool is_module(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trimmed(text.substr(at, end - at));
    if (line.starts_with('%') && begins_statement(line)) return true;
    if (begins_module_line(line)) return true;
    at = end + 1;
  }
  return false;
}

const ModuleAlias* find_alias(const ModuleAliases& aliases, std::string_view name, std::uint32_t section) {
  const auto found = aliases.find(name);
  if (found == aliases.end()) return nullptr;
  const auto& meanings = found->second;
  const auto after = std::upper_bound(meanings.begin(), meanings.end(), section,
                                      [](std::uint32_t s, const ModuleAlias& a) { return s < a.section; });
  return after == meanings.begin() ? nullptr : &*std::prev(after);
}

Module read_module(std::string_view text, Wanted wanted) {
  return Reader(text.substr(0, max_module_text), wanted).run();
}

}  // namespace stridescope::ir
