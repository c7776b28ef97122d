// Completes the PTX that people bring. Whatever it adds is on a line that is there: places in the text stay lines of
// the given one. Source: Compiler Explorer's filters "Directives", "Comments", "Library functions" and "Demangle" for
// PTX; the output of cuobjdump -ptx; names of registers, call parameters and local memory in LLVM's NVPTX back end.
#include "core/machine/ptx_text.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <unordered_set>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope::machine {
namespace {

constexpr std::string_view supposed_version = "9.0";
constexpr std::string_view supposed_target = "sm_90a";
constexpr std::int64_t supposed_local_bytes = 4096;  // after the last object whose offset is known
constexpr std::int64_t most_offset = 1 << 20;
constexpr std::size_t most_names = 64;
constexpr std::size_t most_declared = 256;  // declarations of one kind in a function: a search among them is linear
constexpr std::size_t most_notes = 8;       // notes of one kind
constexpr std::size_t most_list = 400;      // characters

// Types of registers by the prefixes that compilers give.
struct Prefix {
  std::string_view name;
  std::string_view type;
};
constexpr Prefix prefixes[] = {{"%p", ".pred"}, {"%rs", ".b16"},  {"%r", ".b32"},  {"%rd", ".b64"},
                               {"%f", ".f32"},  {"%fd", ".f64"},  {"%h", ".b16"},  {"%hh", ".b32"},
                               {"%SP", ".b64"}, {"%SPL", ".b64"}, {"%rq", ".b128"}};

// Functions that CUDA's own headers declare.
constexpr Prefix system_functions[] = {
    {"vprintf", ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a); "},
    {"__assertfail",
     ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s); "}};

bool is_name(char c) { return is_word(c) || c == '$' || c == '%'; }
std::string_view without_digits(std::string_view name) {
  while (!name.empty() && is_digit(name.back())) name.remove_suffix(1);
  return name;
}
std::int64_t number_of(std::string_view digits) {
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return error == std::errc() && end == digits.data() + digits.size() ? out : -1;
}

// The place of the bracket that the last character closes, or npos.
std::size_t opening(std::string_view text, char open, char close) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// `scale` of "void ns::scale<float>(float*, int)".
std::string_view plain_name(std::string_view name) {
  for (const auto& [open, close] : {std::pair('(', ')'), std::pair('<', '>')}) {
    if (name.empty() || name.back() != close) continue;
    const std::size_t at = opening(name, open, close);
    if (at != std::string_view::npos) name = trimmed(name.substr(0, at));
  }
  std::size_t begin = name.size();
  while (begin > 0 && is_name(name[begin - 1])) --begin;
  return begin == name.size() ? std::string_view("kernel") : name.substr(begin);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, done)) {
    out.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  if (done > 0) text = out.append(text, done);
}

// The end of a comment or a string that begins there; `at` itself if none does.
std::size_t behind_aside(std::string_view text, std::size_t at) {
  if (text[at] == '"') return std::min(text.find('"', at + 1), text.size() - 1) + 1;
  if (text.substr(at, 2) == "//") return line_end(text, at);
  if (text.substr(at, 2) != "/*") return at;
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

// Calls word(text, character in front of it) for names, numbers and opcodes, mark(character) for all else.
template <class Word, class Mark>
void each_word(std::string_view text, Word&& word, Mark&& mark) {
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = behind_aside(text, at); end != at) {
      at = end;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && (is_name(text[at]) || text[at] == '.' || text.substr(at, 2) == "::"))
      at += text[at] == ':' ? 2 : 1;
    if (at > begin) {
      word(text.substr(begin, at - begin), at);
      if (text.substr(begin, at - begin) == ".loc" || text.substr(begin, at - begin) == ".file")
        at = line_end(text, at);
    } else {
      mark(text[at++]);
    }
  }
}

class TextCompletion {
 public:
  explicit TextCompletion(std::string_view text) : text_(text) {}

  CompletedPtx complete() {
    shorten_names();
    read_module();
    choose_module();
    for (const Body& body : bodies_) supply(body);
    CompletedPtx out;
    describe(out);
    std::size_t done = 0;
    for (const auto& [at, what] : added_) {
      out.text.append(text_, done, at - done).append(what);
      done = at;
    }
    out.text.append(text_, done);
    return out;
  }

 private:
  struct Body {
    std::size_t begin;  // after its bracket
    std::size_t end;
  };
  struct Module {
    std::size_t begin;
    std::string_view target;
  };

  // --- names ---

  void shorten_names() {
    struct Name {
      std::string whole;
      std::string to;
    };
    std::vector<Name> names;
    for (std::string_view rest = text_; !rest.empty() && names.size() < most_names;) {
      const std::string_view line = trimmed(cut_line(rest));
      std::size_t at = line.starts_with('.') ? line.find(".entry ") : std::string_view::npos;
      if (at == std::string_view::npos && line.starts_with('.')) at = line.find(".func ");
      if (at == std::string_view::npos) continue;
      std::string_view name = trimmed(line.substr(line.find(' ', at)));
      if (name.starts_with('(')) name = trimmed(name.substr(std::min(name.find(')'), name.size() - 1) + 1));
      name = trimmed(name.substr(0, name.rfind('(')));
      if (name.find('(') == std::string_view::npos || name.find(".param") != std::string_view::npos) continue;
      std::string to(plain_name(name));
      const auto taken = static_cast<std::size_t>(
          std::count_if(names.begin(), names.end(), [&](const Name& one) { return plain_name(one.whole) == to; }));
      if (taken > 0) append_all(to, '_', taken + 1);
      names.push_back({std::string(name), std::move(to)});
    }
    if (names.empty()) return;
    std::string list;
    // Long ones first: they may contain others.
    for (; !names.empty();) {
      const auto longest = std::max_element(
          names.begin(), names.end(), [](const Name& a, const Name& b) { return a.whole.size() < b.whole.size(); });
      const Name one = std::move(*longest);
      names.erase(longest);
      append_all(list, list.empty() ? "" : "; ", cat(one.whole, " -> ", one.to));
      replace_all(text_, one.whole, one.to);
      // Variables of an instance of a template have its name without the type of its result.
      const std::string_view whole = one.whole;
      const std::size_t blank = whole.find(' ');
      if (blank < whole.find('(') && blank < whole.find('<')) replace_all(text_, whole.substr(blank + 1), one.to);
      replace_all(text_, cat(one.to, "::"), cat(one.to, '_'));
    }
    shortened_ = std::move(list);
  }

  // --- the module ---

  // A line between statements that no PTX begins with. An instruction is an error of the text.
  static bool is_other(std::string_view line) {
    if (std::string_view(".{}();/@").find(line.front()) != std::string_view::npos || line.back() == ';') return false;
    return line.back() != ':' || line.find(' ') != std::string_view::npos;
  }

  // The words outside of functions are names that are declared.
  void read_module() {
    std::size_t depth = 0;
    std::size_t parens = 0;
    std::size_t body = std::string::npos;
    bool closed = true;     // a statement ends here
    bool function = false;  // it is one
    const std::string_view all = text_;
    for (std::size_t at = all.starts_with("\xEF\xBB\xBF") ? 3 : 0; at < all.size();) {
      const std::size_t end = line_end(all, at);
      const std::string_view line = trimmed(all.substr(at, end - at));
      if (closed && depth == 0 && !line.empty() && !line.starts_with("//")) {
        if (is_other(line)) {
          add(at, "//");
          ++left_out_;
          at = end + 1;
          continue;
        }
        if (line.starts_with('{') && leave_out_labels(at)) {
          at = std::min(all.find('}', at), all.size()) + 1;
          continue;
        }
        begin_statement(at, line, parens, function);
      }
      // Skips the rest of the line; a comment may go on after it.
      while (at < end) {
        if (const std::size_t behind = behind_aside(all, at); behind != at) {
          at = behind;
          continue;
        }
        const char c = all[at++];
        if (is_blank(c)) continue;
        if (c == '(') ++parens;
        if (c == ')' && parens > 0) --parens;
        if (c == '{' && depth++ == 0 && function) body = at;
        if (c == '}' && depth > 0 && --depth == 0 && body != std::string::npos) {
          bodies_.push_back({body, at - 1});
          body = std::string::npos;
        }
        closed = depth == 0 && parens == 0 && (c == ';' || c == '}');
      }
      for (const std::string_view one : {".version", ".target", ".address_size", ".file", ".loc"})
        closed = closed || (depth == 0 && line.starts_with(one));
      at = std::max(at, end + 1);
    }
    std::size_t done = 0;
    const auto declare = [&](std::size_t to) {
      each_word(
          all.substr(done, to - done), [&](std::string_view word, std::size_t) { declared_.insert(word); },
          [](char) {});
    };
    for (const Body& one : bodies_) {
      declare(one.begin);
      done = one.end;
    }
    declare(all.size());
  }

  // A section of debug information whose first line and data are filtered away.
  bool leave_out_labels(std::size_t at) {
    const std::size_t end = text_.find('}', at);
    if (end == std::string::npos || text_.find(';', at) < end) return false;
    for (std::size_t line = at; line <= end; line = line_end(text_, line) + 1) {
      add(line, "//");
      ++left_out_;
    }
    return true;
  }

  void begin_statement(std::size_t at, std::string_view line, std::size_t& parens, bool& function) {
    function = line.find(".entry") != std::string_view::npos || line.find(".func") != std::string_view::npos;
    const bool version = line.starts_with(".version");
    if (version) modules_.push_back({at, {}});
    has_version_ = has_version_ || version;
    // Also after the version, in the same line.
    const std::size_t target = line.starts_with(".target") ? 0 : version ? line.find(" .target ") : std::string::npos;
    has_target_ = has_target_ || target != std::string::npos;
    if (target != std::string::npos && !modules_.empty()) {
      const std::string_view value = trimmed(line.substr(std::min(line.find_first_of(" \t", target + 1), line.size())));
      modules_.back().target = value.substr(0, value.find_first_of(", \t/"));
    }
    if (line.starts_with('{')) {
      add(at, ".visible .entry kernel() ");
      if (headless_.size() < most_notes) headless_.emplace_back(".visible .entry kernel()");
      function = true;
    }
    if (!line.starts_with(".param")) return;
    // .param .u64 _Z5scalePf_param_0,
    std::string_view name;
    each_word(
        line,
        [&](std::string_view word, std::size_t) { name = word.starts_with('.') || is_digit(word[0]) ? name : word; },
        [](char) {});
    std::string head = cat(".visible .entry ", name.substr(0, name.find("_param_")), '(');
    add(at, head + ' ');
    if (headless_.size() < most_notes) headless_.push_back(std::move(head));
    parens = 1;
    function = true;
  }

  // The newest architecture is read.
  void choose_module() {
    const auto rank = [](std::string_view target) {
      const std::size_t digit = std::min(target.find_first_of("0123456789"), target.size());
      const std::size_t stop = std::min(target.find_first_not_of("0123456789", digit), target.size());
      return std::pair(number_of(target.substr(digit, stop - digit)), target.size());
    };
    std::string_view newest;
    for (const Module& one : modules_) {
      if (newest.empty() || rank(one.target) > rank(newest)) newest = one.target;
      if (architectures_.size() > most_list || architectures_.find(one.target) != std::string::npos) continue;
      append_all(architectures_, architectures_.empty() ? "" : ", ", one.target);
    }
    newest_ = newest;
    const auto dropped = [&](std::size_t at) {
      const auto behind = std::upper_bound(modules_.begin(), modules_.end(), at,
                                           [](std::size_t place, const Module& one) { return place < one.begin; });
      return behind != modules_.begin() && std::prev(behind)->target != newest_;
    };
    std::erase_if(added_, [&](const auto& one) { return dropped(one.first); });
    std::erase_if(bodies_, [&](const Body& one) { return dropped(one.begin); });
    for (std::size_t i = 0; i < modules_.size(); ++i) {
      const std::size_t end = i + 1 < modules_.size() ? modules_[i + 1].begin : text_.size();
      for (std::size_t at = modules_[i].begin; modules_[i].target != newest_ && at < end; at = line_end(text_, at) + 1)
        add(at, "//");
    }
  }

  // --- functions ---

  struct Word {
    std::string_view text;
    char before;
    std::int64_t offset = 0;  // offset of [name+8]
  };
  struct Uses {
    std::vector<std::pair<std::string_view, std::int64_t>> registers;   // prefix, and the largest number plus one
    std::vector<std::pair<std::string_view, std::int64_t>> parameters;  // parameters of calls: name, bytes
    std::vector<std::string_view> shared;
    std::vector<std::string_view> local;
    std::vector<std::pair<std::string_view, std::int64_t>> assembly;  // registers of inline assembly: name, bits
    std::vector<std::string_view> addresses;  // names whose address is taken: shared or constant memory
    std::unordered_set<std::string_view> labels;
    std::int64_t last_local = 0;
    bool has_registers = false;
    bool has_constants = false;
    bool has_shared = false;
  };

  static void raise(std::vector<std::pair<std::string_view, std::int64_t>>& all, std::string_view name,
                    std::int64_t to) {
    const auto known = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == name; });
    if (known != all.end())
      known->second = std::max(known->second, to);
    else if (all.size() < most_declared)
      all.emplace_back(name, to);
  }

  // The bytes that an opcode like st.param.v2.b32 moves.
  static std::int64_t moved_bytes(std::string_view opcode) {
    const std::string_view type = opcode.substr(std::min(opcode.rfind('.') + 2, opcode.size()));
    std::int64_t out = std::clamp<std::int64_t>(number_of(type) / 8, 1, 16);
    for (const auto& [word, count] : {std::pair(".v2.", 2), std::pair(".v4.", 4)}) {
      if (opcode.find(word) != std::string_view::npos) out *= count;
    }
    return out;
  }

  void use(const std::vector<Word>& words, bool guarded, std::size_t depth, Uses& uses) {
    const std::size_t first = guarded ? 1 : 0;
    if (words.size() <= first) return;
    const std::string_view opcode = words[first].text;
    if (opcode == ".reg") {
      uses.has_registers = uses.has_registers || depth == 0;
      return;
    }
    if (opcode.starts_with('.')) return;
    uses.has_constants = uses.has_constants || opcode.find(".const") != std::string_view::npos;
    uses.has_shared = uses.has_shared || opcode.find(".shared") != std::string_view::npos;
    // Registers of inline assembly have any names: a guard, or the first operand after the opcode.
    if (guarded && is_letter(words[0].text[0])) raise(uses.assembly, words[0].text, 1);
    const std::size_t result = first + 1;
    const bool writes = words.size() > result && words[result].before == ' ' && !opcode.starts_with("bra") &&
                        !opcode.starts_with("call");
    if (writes && is_letter(words[result].text[0]) && words[result].text != "_" &&
        !declared_.contains(words[result].text)) {
      const bool tests = opcode.starts_with("setp.") || opcode.find("_wait.") != std::string_view::npos;
      raise(uses.assembly, words[result].text, tests ? 1 : 8 * moved_bytes(opcode));
    }
    for (const Word& word : words) {
      if (word.text == opcode) continue;
      const std::string_view prefix = without_digits(word.text);
      if (word.text[0] == '%') {
        const auto known = std::find_if(std::begin(prefixes), std::end(prefixes),
                                        [&](const Prefix& one) { return one.name == prefix; });
        const std::string_view digits = word.text.substr(prefix.size());
        if (known != std::end(prefixes) && digits.size() < 9) raise(uses.registers, prefix, number_of(digits) + 1);
        if (prefix.starts_with("%SP")) {
          for (const Word& other : words)
            uses.last_local =
                std::max({uses.last_local, other.offset, is_digit(other.text[0]) ? number_of(other.text) : 0});
        }
        continue;
      }
      if (!is_letter(word.text[0]) || word.text == "_" || declared_.contains(word.text)) continue;
      if (prefix == "param" || prefix == "retval") {
        const bool access = opcode.starts_with("st.param") || opcode.starts_with("ld.param");
        raise(uses.parameters, word.text, access ? std::min(word.offset, most_offset) + moved_bytes(opcode) : 1);
      } else if (prefix == "__local_depot") {
        note_name(uses.local, word.text);
      } else if (opcode.find(".shared") != std::string_view::npos || opcode == "mov.u32" || opcode == "mov.b32") {
        note_name(uses.shared, word.text);
      } else if (opcode == "mov.u64" || opcode == "mov.b64") {
        note_name(uses.addresses, word.text);
      } else if (opcode.starts_with("call")) {
        note_name(called_, word.text);
      }
    }
  }

  static std::string list_of(const std::vector<std::string_view>& names) {
    std::string out;
    for (const std::string_view one : names) {
      if (out.size() < most_list) append_all(out, out.empty() ? "" : ", ", one);
    }
    return out;
  }

  static void note_name(std::vector<std::string_view>& names, std::string_view name) {
    if (names.size() < most_declared && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }

  // Declares what a function uses, if it declares no registers.
  void supply(const Body& body) {
    Uses uses;
    std::vector<Word> words;
    std::size_t depth = 0;
    char before = '\0';
    bool guarded = false;
    const std::string_view text = std::string_view(text_).substr(body.begin, body.end - body.begin);
    each_word(
        text,
        [&](std::string_view word, std::size_t end) {
          if (before == '+' && !words.empty())
            words.back().offset = std::max<std::int64_t>(number_of(word), 0);
          else
            words.push_back({word, before});
          if (words.size() == 1 && end < text.size() && text[end] == ':') {
            uses.labels.insert(word);
            words.clear();
          }
          before = ' ';
        },
        [&](char c) {
          if (!is_blank(c)) before = c;
          if (c == '@' && words.empty()) guarded = true;
          if (words.empty() && (c == '{' || c == '}'))
            depth = c == '{' ? depth + 1 : depth - std::min<std::size_t>(depth, 1);
          if (c != ';') return;
          use(words, guarded, depth, uses);
          words.clear();
          guarded = false;
        });
    if (uses.has_registers || uses.registers.empty()) return;
    filtered_ = true;
    std::string declarations;
    for (const auto& [prefix, count] : uses.registers) {
      const auto type = std::find_if(std::begin(prefixes), std::end(prefixes),
                                     [name = prefix](const Prefix& one) { return one.name == name; });
      append_all(declarations, " .reg ", type->type, ' ', prefix);
      if (!prefix.starts_with("%SP")) append_all(declarations, '<', count, '>');
      declarations += ';';
      note_name(registers_, prefix);
    }
    for (const auto& [name, bytes] : uses.parameters)
      append_all(declarations, " .param .align 16 .b8 ", name, '[', bytes, "];");
    const std::int64_t bytes = std::min(uses.last_local, most_offset) + supposed_local_bytes;
    for (const std::string_view name : uses.local) {
      append_all(declarations, " .local .align 16 .b8 ", name, '[', bytes, "];");
      note_name(local_, name);
      local_bytes_ = std::max(local_bytes_, bytes);
    }
    // The sizes of several arrays are unknown: the first of them is an error of the text.
    for (const std::string_view name : uses.addresses) {
      if (!uses.has_constants && uses.has_shared) note_name(uses.shared, name);
    }
    for (const auto& [name, bits] : uses.assembly) {
      append_all(declarations, " .reg .", bits == 1 ? "pred " : cat('b', std::max<std::int64_t>(bits, 16), ' '), name,
                 ';');
      std::erase(uses.shared, name);
    }
    std::erase_if(uses.shared, [&](std::string_view name) { return uses.labels.contains(name); });
    if (uses.shared.size() == 1) {
      append_all(declarations, " .shared .align 128 .b8 ", uses.shared[0], "[];");
      note_name(shared_, uses.shared[0]);
    }
    add(body.begin, declarations);
  }

  // --- the beginning, and what was done ---

  void describe(CompletedPtx& out) {
    const auto note = [&](Message message) { out.notes.push_back(std::move(message)); };
    std::string begin;
    if (!has_version_) append_all(begin, ".version ", supposed_version, ' ');
    if (!has_target_) append_all(begin, ".target ", supposed_target, ' ');
    for (const Prefix& one : system_functions) {
      if (std::find(called_.begin(), called_.end(), one.name) != called_.end()) begin += one.type;
    }
    if (left_out_ > 0) note(say("{} {line is|lines are} not PTX, and left out", left_out_));
    if (architectures_.find(',') != std::string::npos)
      note(say("the text has PTX for {}; the PTX for {} is read", architectures_, newest_));
    if (!has_version_ && !has_target_)
      note(say("the text has no .version and no .target: PTX ISA {} and {} are assumed", supposed_version,
               supposed_target));
    else if (!has_version_)
      note(say("the text has no .version: PTX ISA {} is assumed", supposed_version));
    else if (!has_target_)
      note(say("the text has no .target: {} is assumed", supposed_target));
    if (!shortened_.empty()) note(say("demangled names are shortened: {}", shortened_));
    for (const std::string& line : headless_) note(say("the first line of a kernel is missing: {} is assumed", line));
    filtered_ = filtered_ || !headless_.empty();
    for (const std::string_view name : called_) {
      const bool known = std::any_of(std::begin(system_functions), std::end(system_functions),
                                     [&](const Prefix& one) { return one.name == name; });
      if (!known && !headless_.empty()) out.lacks = say("the first line of the device function {} is missing", name);
    }
    if (!registers_.empty()) {
      note(say("the registers are not declared: {} have the types that compilers give to these names",
               list_of(registers_)));
    }
    if (!local_.empty())
      note(say("not declared, assumed to be local memory of at most {} bytes: {}", local_bytes_, list_of(local_)));
    if (!shared_.empty()) note(say("not declared, assumed to be dynamic shared memory: {}", list_of(shared_)));
    if (filtered_) {
      note(say("Compiler Explorer shows the declarations without its filter \"Directives\""));
      out.hint = say("copy from Compiler Explorer without its filter \"Directives\"");
    }
    const bool mark = text_.starts_with("\xEF\xBB\xBF");
    if (!begin.empty()) added_[mark ? 3 : 0].insert(0, begin);
  }

  void add(std::size_t at, std::string_view what) { added_[at] += what; }

  std::string text_;
  std::map<std::size_t, std::string> added_;  // by place
  std::vector<Module> modules_;
  std::vector<Body> bodies_;
  std::unordered_set<std::string_view> declared_;
  bool has_version_ = false;
  bool has_target_ = false;
  bool filtered_ = false;
  std::size_t left_out_ = 0;
  std::string architectures_;
  std::string_view newest_;
  std::string shortened_;
  std::vector<std::string> headless_;
  std::vector<std::string_view> registers_;
  std::vector<std::string_view> shared_;
  std::vector<std::string_view> called_;
  std::vector<std::string_view> local_;
  std::int64_t local_bytes_ = 0;
};

}  // namespace

CompletedPtx complete_ptx(std::string_view text) { return TextCompletion(text).complete(); }

bool looks_like_ptx(std::string_view text) {
  // Directives begin a line: objects of Python have members with these names.
  bool version = false;
  bool target = false;
  while (!text.empty()) {
    std::string_view line = trimmed(cut_line(text));
    version = version || line.starts_with(".version ");
    target = target || line.starts_with(".target ");
    if (line.starts_with(".visible ") || line.starts_with(".weak ")) line = trimmed(line.substr(line.find(' ')));
    if ((version && target) || line.starts_with(".entry ") || line.starts_with("ld.param.")) return true;
  }
  return false;
}

Result<AnyPtx> read_any_ptx(std::string_view text) {
  if (text.size() > max_ptx_bytes)
    return failure(ErrorCode::too_large, say("the PTX is larger than {} bytes", max_ptx_bytes));
  CompletedPtx completed = complete_ptx(text);
  auto program = read_ptx(completed.text);
  if (program) return AnyPtx{std::move(*program), std::move(completed.notes)};
  Error error = std::move(program.error());
  if (!completed.lacks.empty()) error = {error.code, std::move(completed.lacks), {}, error.span, {}};
  if (error.hint.empty()) error.hint = std::move(completed.hint);
  const auto to = completed.text.begin() +
                  std::min<std::ptrdiff_t>(error.span.begin, static_cast<std::ptrdiff_t>(completed.text.size()));
  std::size_t begin = 0;
  for (auto line = std::count(completed.text.begin(), to, '\n'); line > 0; --line) begin = line_end(text, begin) + 1;
  error.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(line_end(text, begin))};
  return failure(std::move(error));
}

}  // namespace stridescope::machine
