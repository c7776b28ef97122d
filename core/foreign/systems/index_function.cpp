// A function of C++ that says where an element lies, as kernels have it: `idx(ptr, {r, c})` of ThunderKittens and its
// like. Its statements are evaluated at every coordinate of a shape, and what comes out is read as a layout.
//
//   using T = float;                                             what it is made of may stand before it
//   __device__ static inline T* idx(T *ptr, int2 coord) {        integers and int2 are coordinates, pointers the memory
//     int r = coord.x, c = coord.y;
//     const uint64_t addr = (uint64_t)(&ptr[r * cols + c]);      an address: bytes from where ptr begins
//     const int swizzle = ((addr % 1024) >> 7) << 4;
//     return (T*)(addr ^ swizzle);                               bytes again; an index where no address was taken
//   }
//
// An integer in addition to sufficient coordinates is an address, idx(uint32_t ptr, int2 coord): 0, and the result
// bytes. Unbound names: rows and cols are the shape's, the type of an element has 2 bytes, swizzle_bytes is the widest
// of 128, 64 and 32 that divides the bytes of a row, as in ThunderKittens; each is reported. All others are errors.
#include "core/foreign/systems/index_function.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/systems/expression.h"
#include "core/foreign/systems/index_text.h"
#include "core/foreign/systems/table.h"

namespace stridescope {
namespace {

constexpr std::size_t max_statements = 64;
constexpr std::string_view system_name = "index_function";

class IndexFunction {
 public:
  IndexFunction(Arith& arith, const ForeignShape& shape, const IndexKnown& known, std::vector<Message>& assumed)
      : arith_(arith), shape_(shape), known_(known), assumed_(assumed) {}

  Value read(std::string_view given) {
    if (shape_.empty()) {
      arith_.fail(ErrorCode::arguments, say("index_function: give the extents of its coordinates"),
                  say("write index_function(\"...\", (M,N))"));
    }
    const std::string text = without_cpp_comments(given);
    for (const IndexBinding& one : known_.bound) bind(one);
    std::string_view rest = before_function(text);
    const std::size_t open = rest.find('{');
    const std::string_view head = rest.substr(0, std::min(open, rest.size()));
    if (arith_.ok() && (open == std::string_view::npos || !signature(head)))
      arith_.fail(ErrorCode::syntax, say("index_function: expected a function of coordinates with its body"),
                  say("as in {}", "int idx(int r, int c) { return r * 64 + c; }"));
    if (arith_.failed()) return static_int(0);
    const std::string plain = rewritten(taken_branches(rest.substr(open + 1)));
    if (arith_.failed()) return static_int(0);
    if (in_bytes_ && in_elements_) {
      arith_.fail(ErrorCode::unsupported,
                  say("index_function: the function counts bytes and adds them to '{}', which counts elements",
                      pointers_[0].name),
                  say("write &{}[...] for the address of an element", pointers_[0].name));
    }
    const std::int64_t bytes = in_bytes_ ? element_bytes() : 1;
    defaults(plain);
    Scanner in(arith_, system_name, plain);
    body(in, plain);
    if (arith_.failed()) return static_int(0);
    std::uint64_t work = 1;
    for (const Expression& step : steps_) work += step.nodes();
    const std::int64_t size = table_size(arith_, system_name, shape_, work);
    std::vector<std::int64_t> values;
    std::vector<std::int64_t> at(shape_.size(), 0);
    for (std::int64_t i = 0; in.ok() && i < size; ++i) {
      std::vector<std::int64_t> held = at;
      held.insert(held.end(), constants_.begin(), constants_.end());
      for (const Expression& step : steps_) held.push_back(step(in, held));
      const std::int64_t result = held.back();
      if (result % bytes != 0 && in.ok())
        in.fail(say("address {} is not a multiple of an element's {} {byte|bytes}", result, bytes));
      values.push_back(result / bytes);
      for (std::size_t d = 0; d < at.size() && ++at[d] == shape_[d]; ++d) at[d] = 0;
    }
    if (arith_.failed()) return static_int(0);
    return to_value(layout_of_table(arith_, shape_, values));
  }

 private:
  struct Pointer {
    std::string name;
    std::string type;
  };
  // A further level of brackets or blocks while it lives.
  struct Level {
    explicit Level(IndexFunction& function) : of(function) {
      if (++of.depth_ > max_foreign_depth) {
        of.arith_.fail(ErrorCode::too_deep,
                       say("{}: brackets nest deeper than {} levels", system_name, max_foreign_depth));
      }
    }
    ~Level() { --of.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    IndexFunction& of;
  };

  void unknown(const Message& what, const Message& fix) { arith_.fail(ErrorCode::unknown_name, what, fix); }

  void bind(const IndexBinding& one) {
    std::erase_if(bound_, [&](const IndexBinding& other) { return other.name == one.name; });
    bound_.push_back(one);
  }
  const IndexBinding* bound(std::string_view name) const {
    for (const IndexBinding& one : bound_) {
      if (one.name == name) return &one;
    }
    return nullptr;
  }

  // sizeof(type), if known.
  std::int64_t known_bytes(std::string_view type) const {
    type = bare_type(type);
    const IndexBinding* one = bound(type);
    return one == nullptr ? bytes_of_type(type) : one->is_type ? one->value : 0;
  }

  std::int64_t size_of(std::string_view type) {
    type = bare_type(type);
    const std::int64_t known = known_bytes(type);
    if (known == 0 && type.ends_with('*')) return 8;
    // Only the type that can be the element type has a default.
    const bool other =
        !pointers_.empty() && bare_type(pointers_[0].type) != type && known_bytes(pointers_[0].type) != 0;
    const bool second = !guessed_.empty() && guessed_ != type;
    if (known == 0 && (other || bound(type) != nullptr || (known_.bytes == 0 && second))) {
      unknown(say("index_function: the size of {} in bytes is unknown", type),
              say("write {} = bf16, or the right type, on an earlier line", type));
      return 1;
    }
    const std::int64_t out = known != 0 ? known : known_.bytes != 0 ? known_.bytes : 2;
    if (known == 0 && known_.bytes == 0 && guessed_.empty()) {
      guessed_ = std::string(type);
      assumed_.push_back(say(
          "the type {} is unknown: assuming 2 bytes, as for bf16; bind it on an earlier line, {} = float", type, type));
    }
    if (std::find(sizes_.begin(), sizes_.end(), out) == sizes_.end()) sizes_.push_back(out);
    return out;
  }

  std::int64_t element_bytes() {
    if (!pointers_.empty()) {
      const std::int64_t out = size_of(pointers_[0].type);
      if (known_.bytes != 0 && out != known_.bytes && arith_.ok()) {
        arith_.fail(ErrorCode::arguments, say("index_function: an element of {} has {} {byte|bytes}, but {} are given",
                                              pointers_[0].type, out, known_.bytes));
      }
      return out;
    }
    if (known_.bytes != 0) return known_.bytes;
    if (sizes_.size() == 1) return sizes_[0];
    if (sizes_.empty()) return size_of("T");
    unknown(say("index_function: {} types are given, so the element type is unknown", sizes_.size()),
            say("give the bytes of an element: index_function(\"...\", (M,N), 2)"));
    return 1;
  }

  // Reads the statements before the function; returns the rest.
  std::string_view before_function(std::string_view text) {
    for (std::size_t count = 0; arith_.ok(); ++count) {
      if (count > max_statements)
        arith_.fail(ErrorCode::too_large, say("{}: more than {} statements", system_name, max_statements));
      text = trimmed(text);
      const std::size_t end = std::min(text.find_first_of(";\n{("), text.size());
      const std::string_view one = trimmed(text.substr(0, std::min(text.find_first_of(";\n{"), text.size())));
      const std::size_t equals = one.find('=');
      const bool alias = one.starts_with("typedef ") || one.starts_with("using ");
      const bool assigns = equals != std::string_view::npos && (alias || end >= equals) && !one.starts_with("template");
      if (one.empty() || (!alias && !assigns)) return text;
      std::string_view name;
      std::string_view value;
      if (one.starts_with("typedef ")) {
        const std::size_t cut = one.rfind(' ');
        name = one.substr(cut + 1);
        value = trimmed(one.substr(8, cut > 8 ? cut - 8 : 0));
      } else {
        name = trimmed(one.substr(0, equals));
        value = trimmed(one.substr(equals + 1));
      }
      const std::size_t words = name.find_last_of(" \t");
      if (words != std::string_view::npos) name.remove_prefix(words + 1);
      if (const std::int64_t bytes = known_bytes(value); bytes != 0) {
        bind({std::string(name), bytes, true});
      } else if (alias) {
        unknown(say("index_function: the size of {} in bytes is unknown", value),
                say("write {} = bf16, or the right type, on an earlier line", name));
      } else {
        std::vector<std::string> names;
        std::vector<std::int64_t> values;
        for (const IndexBinding& other : bound_) {
          if (other.is_type) continue;
          names.push_back(other.name);
          values.push_back(other.value);
        }
        const std::string plain = rewritten(value);
        Scanner in(arith_, system_name, plain);
        const Expression expression = Expression::read(in, names);
        if (!in.at_end()) in.fail(say("expected the end of the value of {}", name));
        if (in.ok()) bind({std::string(name), expression(in, values), false});
      }
      text.remove_prefix(std::min(one.size() + static_cast<std::size_t>(one.data() - text.data()) + 1, text.size()));
    }
    return text;
  }

  // Keeps the compiled block of `if constexpr (name) { ... } else { ... }`.
  std::string taken_branches(std::string_view text) {
    std::string out;
    const Level level(*this);
    for (std::size_t at = 0; arith_.ok();) {
      const std::size_t found = text.find("if constexpr", at);
      out += text.substr(at, found == std::string_view::npos ? found : found - at);
      if (found == std::string_view::npos) break;
      const std::size_t open = std::min(text.find('(', found), text.size());
      const std::size_t close = behind_bracket(text, open);
      const std::string_view condition = trimmed(text.substr(std::min(open + 1, text.size()), close - open - 2));
      const std::string_view name = trimmed(condition.substr(condition.starts_with('!') ? 1 : 0));
      const Block then = block_at(text, close);
      const std::size_t word = std::min(text.find_first_not_of(" \t\r\n", then.end), text.size());
      const bool has_else = text.substr(word).starts_with("else");
      const Block otherwise = has_else ? block_at(text, word + 4) : Block{then.end, then.end, then.end};
      if (then.end == 0 || otherwise.end == 0) {
        arith_.fail(ErrorCode::syntax, say("index_function: expected a block in braces after `if constexpr`"));
        return out;
      }
      const IndexBinding* one = bound(name);
      if (one == nullptr || one->is_type) {
        unknown(say("index_function: '{}' has no value", name),
                say("write {} = true, or false, on an earlier line", name));
        return out;
      }
      const Block& taken = (one->value != 0) != condition.starts_with('!') ? then : otherwise;
      out += taken_branches(text.substr(taken.first, taken.last - taken.first));
      at = otherwise.end;
    }
    return out;
  }

  bool signature(std::string_view head) {
    // The last brackets: __attribute__((device)) precedes them.
    const std::size_t close = head.rfind(')');
    std::size_t open = close;
    for (int depth = 0; open != std::string_view::npos; open = open == 0 ? std::string_view::npos : open - 1) {
      depth += head[open] == ')' ? 1 : head[open] == '(' ? -1 : 0;
      if (depth == 0) break;
    }
    if (open == std::string_view::npos || close == std::string_view::npos) return false;
    struct Parameter {
      std::string name;
      int coordinates;
    };
    std::vector<Parameter> parameters;
    std::string_view list = head.substr(open + 1, close - open - 1);
    bool vector = false;
    while (!list.empty()) {
      const std::size_t comma = std::min(list.find(','), list.size());
      const std::string_view one = trimmed(list.substr(0, comma));
      list.remove_prefix(std::min(comma + 1, list.size()));
      const std::size_t cut = one.find_last_of(" *&");
      const std::string name(cut == std::string_view::npos ? one : one.substr(cut + 1));
      if (name.empty()) continue;
      const std::string_view type = bare_type(one.substr(0, one.size() - name.size()));
      if (const std::size_t star = type.find('*'); star != std::string_view::npos) {
        pointers_.push_back({name, std::string(bare_type(type.substr(0, star)))});
        continue;
      }
      const int count = type == "int2" || type == "uint2"                     ? 2
                        : type == "int3" || type == "uint3" || type == "dim3" ? 3
                                                                              : 1;
      vector = vector || count > 1;
      parameters.push_back({name, count});
    }
    std::size_t count = 0;
    for (const Parameter& one : parameters) count += static_cast<std::size_t>(one.coordinates);
    for (const Parameter& one : parameters) {
      static constexpr std::string_view members[] = {".x", ".y", ".z"};
      const auto names = [&](std::string_view part) { return one.name.find(part) != std::string::npos; };
      const bool address = one.coordinates == 1 && count > shape_.size() && pointers_.empty() &&
                           (vector || names("ptr") || names("addr") || names("base"));
      if (address) {
        --count;
        in_bytes_ = true;
        constants_before_.push_back({one.name, 0, false});
        assumed_.push_back(say("'{}' is an address in bytes; 0 is assumed", one.name));
      } else if (one.coordinates == 1) {
        add_name(one.name);
      } else {
        for (int k = 0; k < one.coordinates; ++k) add_name(cat(one.name, members[k]));
      }
    }
    if (names_.size() != shape_.size() && arith_.ok()) {
      arith_.fail(ErrorCode::arguments,
                  say("index_function: the function has {} {coordinate|coordinates}, but the shape has {}",
                      names_.size(), shape_.size()),
                  say("give as many extents"));
    }
    return true;
  }

  const Pointer* pointer(std::string_view name) const {
    for (const Pointer& one : pointers_) {
      if (one.name == name) return &one;
    }
    return nullptr;
  }

  // The length of a type in brackets before a value, including the brackets; otherwise 0.
  std::size_t cast_at(std::string_view text, std::size_t open, const std::string& out) {
    const std::string_view before = trimmed(out);
    if (!before.empty() && (is_word(before.back()) || before.back() == ')' || before.back() == ']') &&
        !before.ends_with("return"))
      return 0;
    const std::size_t end = behind_bracket(text, open);
    if (!arith_.spend(end - open)) return 0;
    const std::string_view type = trimmed(text.substr(open + 1, end - open - 2));
    const std::size_t next = std::min(text.find_first_not_of(" \t\n\r", end), text.size());
    if (next == text.size() || !(is_word(text[next]) || text[next] == '(' || text[next] == '&')) return 0;
    const bool to_pointer = type.ends_with('*');
    const std::string_view base = bare_type(to_pointer ? type.substr(0, type.size() - 1) : type);
    if (to_pointer && !base.empty() &&
        std::all_of(base.begin(), base.end(), [](char c) { return is_word(c) || c == ' '; })) {
      in_bytes_ = true;
      return end - open;
    }
    if (!is_wide_integer(base)) return 0;
    cast_ = true;
    return end - open;
  }

  // Replaces sizeof by a number and addresses by bytes, and skips casts: only integers remain.
  std::string rewritten(std::string_view text) {
    std::string out;
    const Level level(*this);
    for (std::size_t i = 0; i < text.size() && arith_.ok();) {
      const char c = text[i];
      if (c == '(') {
        if (const std::size_t length = cast_at(text, i, out); length != 0) {
          i += length;
          continue;
        }
      }
      if (is_letter(c) && (i == 0 || !is_word(text[i - 1]))) {
        std::size_t end = word_end(text, i);
        const std::string_view word = text.substr(i, end - i);
        const std::size_t next = std::min(text.find_first_not_of(" \t\n", end), text.size());
        const char mark = next < text.size() ? text[next] : ' ';
        if (word == "sizeof" && mark == '(') {
          end = behind_bracket(text, next);
          append_all(out, size_of(text.substr(next + 1, end - next - 2)));
        } else if (word.ends_with("_cast") && mark == '<') {
          const std::size_t close = std::min(text.find('>', next), text.size() - 1);
          in_bytes_ = in_bytes_ || text.substr(next, close - next).find('*') != std::string_view::npos;
          cast_ = true;
          end = close + 1;
        } else if (const Pointer* memory = pointer(word)) {
          end = element(text, end, *memory, mark == '[' ? next : std::string_view::npos, out);
        } else {
          append_all(out, word);
        }
        i = end;
        if (word.ends_with("_cast")) continue;
        cast_ = false;
        continue;
      }
      if (c != ' ' && c != '(' && c != '&') cast_ = false;
      out.push_back(c);
      ++i;
    }
    return out;
  }

  // Replaces a name of memory by its value: ptr[x], &ptr[x], or its start. Returns its end.
  std::size_t element(std::string_view text, std::size_t end, const Pointer& memory, std::size_t open,
                      std::string& out) {
    if (open == std::string_view::npos) {
      (cast_ ? in_bytes_ : in_elements_) = true;
      out += '0';
      return end;
    }
    end = behind_bracket(text, open);
    const std::string inside = rewritten(text.substr(open + 1, end - open - 2));
    while (!out.empty() && out.back() == ' ') out.pop_back();
    if (out.empty() || out.back() != '&') {
      in_elements_ = true;
      append_all(out, '(', inside, ')');
      return end;
    }
    out.pop_back();
    in_bytes_ = true;
    append_all(out, "((", inside, ") * ", size_of(memory.type), ')');
    return end;
  }

  // A rebound name hides the earlier one.
  void add_name(std::string name) {
    std::replace(names_.begin(), names_.end(), name, std::string());
    names_.push_back(std::move(name));
  }

  void add_constant(std::string name, std::int64_t value) {
    add_name(std::move(name));
    constants_.push_back(value);
  }

  static bool uses(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      const bool word =
          (at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.')) && (end == text.size() || !is_word(text[end]));
      if (word) return true;
    }
    return false;
  }

  // Adds the unbound names that have a default.
  void defaults(std::string_view plain) {
    for (const IndexBinding& one : constants_before_) add_constant(one.name, one.value);
    const auto wanted = [&](std::string_view name) {
      return arith_.ok() && shape_.size() == 2 && bound(name) == nullptr && uses(plain, name);
    };
    const auto add = [&](std::string_view name, std::int64_t value) { bind({std::string(name), value, false}); };
    if (wanted("rows")) {
      add("rows", shape_[0]);
      assumed_.push_back(say("{} is assumed to be {}, from the shape", "rows", shape_[0]));
    }
    if (wanted("cols")) {
      add("cols", shape_[1]);
      assumed_.push_back(say("{} is assumed to be {}, from the shape", "cols", shape_[1]));
    }
    if (wanted("swizzle_bytes")) {
      const IndexBinding* columns = bound("cols");
      std::int64_t row = 0;
      const bool fits = !mul_overflows(columns != nullptr ? columns->value : shape_[1], element_bytes(), row);
      if (!fits || row < 32 || row % 32 != 0) {
        unknown(say("index_function: swizzle_bytes is unknown, and ThunderKittens has none for rows of {} {byte|bytes}",
                    row),
                say("write swizzle_bytes = 128, or the right value, on an earlier line"));
        return;
      }
      const std::int64_t widest = row % 128 == 0 ? 128 : row % 64 == 0 ? 64 : 32;
      add("swizzle_bytes", widest);
      assumed_.push_back(say(
          "assuming swizzle_bytes = {}, as in ThunderKittens for rows of {} {byte|bytes}; bind it on an earlier line",
          widest, row));
    }
    for (const IndexBinding& one : bound_) {
      const bool coordinate = std::find(names_.begin(), names_.end(), one.name) != names_.end();
      if (!one.is_type && !coordinate) add_constant(one.name, one.value);
    }
  }

  // Reads to the end of the statement; reports an unbound name with its fix.
  Expression expression(Scanner& in, std::string_view plain) {
    const std::size_t begin = in.position();
    const std::string_view text = plain.substr(begin, plain.find(';', begin) - begin);
    for (std::size_t i = 0; in.ok() && i < text.size();) {
      if (!is_letter(text[i]) || (i > 0 && (is_word(text[i - 1]) || text[i - 1] == '.'))) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < text.size() &&
             (is_word(text[end]) || (text[end] == '.' && end + 1 < text.size() && is_letter(text[end + 1]))))
        ++end;
      const std::string_view word = text.substr(i, end - i);
      const std::size_t next = std::min(text.find_first_not_of(" \t\n", end), text.size());
      const char mark = next < text.size() ? text[next] : ' ';
      const bool binds = mark == '=' && text.substr(next, 2) != "==";
      const std::string simple(word);
      if (mark != '(' && !binds && std::find(names_.begin(), names_.end(), simple) == names_.end() &&
          text.substr(0, i).find(cat(word, " =")) == std::string_view::npos) {
        unknown(say("index_function: '{}' has no value", word),
                say("write {} = 64, or the right value, on an earlier line", word));
      }
      i = end;
      if (mark == ',' && !binds) break;
    }
    return Expression::read(in, names_);
  }

  void body(Scanner& in, std::string_view plain) {
    while (in.ok() && !in.at_end() && !in.at("}")) {
      if (steps_.size() > max_statements) {
        arith_.fail(ErrorCode::too_large, say("{}: more than {} statements", system_name, max_statements));
        return;
      }
      if (in.accept_word("return")) {
        steps_.push_back(expression(in, plain));
        in.expect(";");
        return;
      }
      std::size_t before = in.position();
      std::string_view word = in.word();
      while (is_type_word(word)) {
        before = in.position();
        word = in.word();
      }
      if (word.empty() || !in.at("=") || in.at("==")) {
        in.fail_at(before, say("expected a statement `name = expression;` or `return expression;`"));
        return;
      }
      // `int r = ..., c = ...;`
      for (;;) {
        const std::string name(word);
        if (!in.expect("=")) return;
        steps_.push_back(expression(in, plain));
        add_name(name);
        if (!in.accept(",")) break;
        word = in.word();
      }
      in.expect(";");
    }
    in.fail(say("the function does not return a value"));
  }

  Arith& arith_;
  const ForeignShape& shape_;
  const IndexKnown& known_;
  std::vector<Message>& assumed_;
  std::vector<IndexBinding> bound_;
  std::vector<IndexBinding> constants_before_;  // addresses
  std::vector<Pointer> pointers_;
  std::vector<std::int64_t> sizes_;  // sizes of the types in sizeof
  int depth_ = 0;
  std::string guessed_;  // the type with the default
  bool in_bytes_ = false;
  bool in_elements_ = false;
  bool cast_ = false;               // a cast precedes the next part
  std::vector<std::string> names_;  // coordinates, constants, then names bound by statements
  std::vector<std::int64_t> constants_;
  std::vector<Expression> steps_;
};

}  // namespace

Value read_index_function(Arith& arith, std::string_view text, const ForeignShape& shape, const IndexKnown& known,
                          std::vector<Message>& assumed) {
  if (text.size() > max_foreign_text) {
    arith.fail(ErrorCode::too_large, say("{}: a text can have at most {} characters", system_name, max_foreign_text));
    return static_int(0);
  }
  return IndexFunction(arith, shape, known, assumed).read(text);
}

}  // namespace stridescope
