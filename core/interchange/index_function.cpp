// A function of C++ that says where an element lies, as kernels have it: `idx(ptr, {r, c})` of ThunderKittens and its
// like. Its statements are evaluated at every coordinate of a shape, and what comes out is read as a layout.
//
//   __device__ static inline T* idx(T *ptr, int2 coord) {        integers and int2 are coordinates, pointers the memory
//     int r = coord.x, c = coord.y;
//     const uint64_t addr = (uint64_t)(&ptr[r * cols + c]);      an address: bytes from where ptr begins
//     const int swizzle = ((addr % 1024) >> 7) << 4;
//     return (T*)(addr ^ swizzle);                               bytes again; an index where no address was taken
//   }
//
// Names that the text does not bind: rows and height, cols and width are the shape's; sizeof of any type is `bytes`;
// swizzle_bytes is the widest of 128, 64 and 32 that the bytes of a row are a multiple of, as ThunderKittens has it.
#include "core/interchange/index_function.h"

#include "core/base/text.h"
#include "core/interchange/expression.h"
#include "core/interchange/table.h"

namespace stridescope {
namespace {

constexpr std::size_t max_statements = 64;

// What is no name of a variable before one.
bool is_type_word(std::string_view word) {
  static constexpr std::string_view words[] = {"const",    "constexpr", "static",     "inline",   "auto",     "int",
                                               "unsigned", "long",      "size_t",     "uint32_t", "uint64_t", "int32_t",
                                               "int64_t",  "uintptr_t", "__device__", "uint"};
  for (const std::string_view one : words) {
    if (word == one) return true;
  }
  return false;
}

class IndexFunction {
 public:
  IndexFunction(Arith& arith, std::string_view text, const ForeignShape& shape, std::int64_t bytes)
      : shape_(shape),
        bytes_(bytes),
        plain_(plain(text)),
        in_(arith, "index_function", plain_, Scanner::Comments::slashes) {}

  Value read() {
    if (shape_.empty()) in_.fail(say("give the extents of its coordinates: index_function(\"...\", (M,N))"));
    signature();
    body();
    if (!in_.ok()) return static_int(0);
    std::uint64_t work = 1;
    for (const Step& step : steps_) work += step.value.nodes();
    const std::int64_t size = table_size(in_.arith(), "index_function", shape_, work);
    std::vector<std::int64_t> values;
    std::vector<std::int64_t> at(shape_.size(), 0);
    for (std::int64_t i = 0; in_.ok() && i < size; ++i) {
      std::vector<std::int64_t> held = at;
      held.insert(held.end(), constants_.begin(), constants_.end());
      for (const Step& step : steps_) held.push_back(step.value(in_, held));
      std::int64_t result = held.back();
      if (in_bytes_ && result % bytes_ != 0 && in_.ok())
        in_.fail(say("an address of {} is no multiple of an element's {} bytes", result, bytes_));
      values.push_back(in_bytes_ ? result / bytes_ : result);
      for (std::size_t d = 0; d < at.size() && ++at[d] == shape_[d]; ++d) at[d] = 0;
    }
    if (!in_.ok()) return static_int(0);
    return to_value(layout_of_table(in_.arith(), shape_, values));
  }

 private:
  struct Step {
    Expression value;
  };

  // sizeof(T) as a number, pointer arithmetic as bytes, casts to types passed over: what is left are integers.
  std::string plain(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      const std::string_view rest = text.substr(i);
      if (rest.starts_with("sizeof(")) {
        const std::size_t end = std::min(rest.find(')'), rest.size() - 1);
        append_all(out, bytes_);
        i += end + 1;
        continue;
      }
      std::size_t cast = 0;
      for (const std::string_view type :
           {"(uint64_t)", "(uint32_t)", "(int)", "(unsigned)", "(size_t)", "(uintptr_t)", "(T*)", "(T *)", "(dtype*)",
            "(dtype *)", "(bf16*)", "(bf16 *)", "(half*)", "(float*)"}) {
        if (rest.starts_with(type)) cast = type.size();
      }
      if (cast != 0) {
        in_bytes_ = in_bytes_ || rest[cast - 2] == '*';
        i += cast;
        continue;
      }
      // &ptr[x]: x elements of so many bytes.
      if (rest.starts_with("&")) {
        const std::size_t open = rest.find('[');
        bool name = open != std::string_view::npos && open > 1;
        for (std::size_t k = 1; name && k < open; ++k)
          name = rest[k] == '_' || (rest[k] >= 'a' && rest[k] <= 'z') || (rest[k] >= 'A' && rest[k] <= 'Z');
        if (name) {
          int depth = 0;
          std::size_t close = open;
          for (; close < rest.size(); ++close) {
            depth += rest[close] == '[' ? 1 : rest[close] == ']' ? -1 : 0;
            if (depth == 0) break;
          }
          append_all(out, '(', rest.substr(open + 1, close - open - 1), ") * ", bytes_);
          i += std::min(close + 1, rest.size());
          continue;
        }
      }
      out.push_back(text[i++]);
    }
    return out;
  }

  void add_name(std::string name) { names_.push_back(std::move(name)); }

  void add_constant(std::string name, std::int64_t value) {
    add_name(std::move(name));
    constants_.push_back(value);
  }

  void signature() {
    const std::size_t begin = in_.position();
    const std::string_view head = in_.until("{");
    const std::size_t open = head.find('(');
    const std::size_t close = head.rfind(')');
    if (!in_.accept("{") || open == std::string_view::npos || close == std::string_view::npos || close < open) {
      in_.fail_at(begin, say("expected a function of coordinates with its body"));
      return;
    }
    std::string_view list = head.substr(open + 1, close - open - 1);
    while (!list.empty()) {
      const std::size_t comma = std::min(list.find(','), list.size());
      std::string_view one = list.substr(0, comma);
      list.remove_prefix(std::min(comma + 1, list.size()));
      while (!one.empty() && one.back() == ' ') one.remove_suffix(1);
      const std::size_t cut = one.find_last_of(" *&");
      const std::string name(cut == std::string_view::npos ? one : one.substr(cut + 1));
      if (name.empty() || one.find('*') != std::string_view::npos) continue;
      if (one.find("int2") != std::string_view::npos) {
        add_name(name + ".x");
        add_name(name + ".y");
      } else {
        add_name(name);
      }
    }
    if (names_.size() != shape_.size() && in_.ok()) {
      in_.fail_at(begin, say("the function has {} coordinates: give as many extents", names_.size()));
      return;
    }
    const std::int64_t rows = shape_.front();
    const std::int64_t columns = shape_.back();
    for (const char* name : {"rows", "height"}) add_constant(name, rows);
    for (const char* name : {"cols", "width"}) add_constant(name, columns);
    const std::int64_t row = columns * bytes_;
    add_constant("swizzle_bytes", row % 128 == 0 ? 128 : row % 64 == 0 ? 64 : 32);
  }

  void body() {
    while (in_.ok() && !in_.at_end() && !in_.at("}")) {
      if (steps_.size() > max_statements) {
        in_.fail(say("more than {} statements", max_statements));
        return;
      }
      if (in_.accept_word("return")) {
        steps_.push_back({Expression::read(in_, names_)});
        in_.expect(";");
        return;
      }
      std::size_t before = in_.position();
      std::string_view word = in_.word();
      while (is_type_word(word)) {
        before = in_.position();
        word = in_.word();
      }
      if (word.empty()) {
        in_.fail_at(before, say("expected a statement `name = expression;` or `return expression;`"));
        return;
      }
      // `int r = ..., c = ...;`
      for (;;) {
        const std::string name(word);
        if (!in_.expect("=")) return;
        steps_.push_back({Expression::read(in_, names_)});
        add_name(name);
        if (!in_.accept(",")) break;
        word = in_.word();
      }
      in_.expect(";");
    }
    in_.fail(say("the function returns nothing"));
  }

  const ForeignShape& shape_;
  std::int64_t bytes_;
  bool in_bytes_ = false;
  std::string plain_;
  Scanner in_;
  std::vector<std::string> names_;  // coordinates, constants, then what statements bind
  std::vector<std::int64_t> constants_;
  std::vector<Step> steps_;
};

}  // namespace

Value read_index_function(Arith& arith, std::string_view text, const ForeignShape& shape, std::int64_t bytes) {
  if (text.size() > max_foreign_text) {
    arith.fail(ErrorCode::too_large, say("{}: a text has at most {} characters", "index_function", max_foreign_text));
    return static_int(0);
  }
  return IndexFunction(arith, text, shape, bytes).read();
}

}  // namespace stridescope
