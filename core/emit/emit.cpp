// Emits programs: dispatch to the languages (cpp.cpp, python.cpp; tilings in tiled.cpp), reserved names, and the
// comment that lists dynamic integers.
#include "core/emit/emit.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/base/text.h"
#include "core/tiled/atom.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::string_view language_names[] = {"cpp", "dsl", "pycute", "python"};

// True if all integers of its layouts and tuples are static.
struct IsStatic {
  bool operator()(const IntTuple& v) const { return v.ref().is_static(); }
  bool operator()(const Layout& v) const { return v.is_static(); }
  bool operator()(const Tensor& v) const { return std::visit(*this, v.layout); }
  bool operator()(const ComposedLayout& v) const {
    const auto fixed = [&](const StageFunction& function, const SwizzleOffset& offset) {
      const auto* layout = std::get_if<Layout>(&function);
      return is_static(offset) && (layout == nullptr || layout->is_static());
    };
    return v.b.is_static() && fixed(v.a, v.offset) &&
           std::all_of(v.outer.begin(), v.outer.end(),
                       [&](const auto& stage) { return fixed(stage.function, stage.offset); });
  }
  bool operator()(const ValueTuple& v) const {
    return std::all_of(v.modes.begin(), v.modes.end(),
                       [&](const Value& mode) { return std::visit(*this, static_cast<const Value::variant&>(mode)); });
  }
  template <class Other>
  bool operator()(const Other&) const {
    return true;
  }
};

// The comment after a value on its line, or empty.
std::string note(const Value& value, Language language) {
  if (language != Language::dsl || value.integer() != nullptr) return {};
  if (std::visit(IsStatic{}, static_cast<const Value::variant&>(value))) return {};
  return cat("static integers have an underscore: ", to_text(value));
}

// Names that a statement must not declare, since they would hide names that later statements use: those of the
// language, and those that the emitted text calls.
bool is_taken(std::string_view name, Language language) {
  static constexpr std::string_view cpp[] = {"C",
                                             "ComposedLayout",
                                             "E",
                                             "Int",
                                             "Layout",
                                             "LayoutLeft",
                                             "LayoutRight",
                                             "MixedBits",
                                             "ScaledBasis",
                                             "Shape",
                                             "Stride",
                                             "Swizzle",
                                             "alignas",
                                             "alignof",
                                             "and",
                                             "and_eq",
                                             "asm",
                                             "auto",
                                             "bitand",
                                             "bitor",
                                             "bool",
                                             "break",
                                             "case",
                                             "catch",
                                             "char",
                                             "char16_t",
                                             "char32_t",
                                             "char8_t",
                                             "class",
                                             "co_await",
                                             "co_return",
                                             "co_yield",
                                             "compl",
                                             "composition",
                                             "concept",
                                             "const",
                                             "const_cast",
                                             "consteval",
                                             "constexpr",
                                             "constinit",
                                             "continue",
                                             "counting_iterator",
                                             "cute",
                                             "decltype",
                                             "default",
                                             "delete",
                                             "do",
                                             "double",
                                             "dynamic_cast",
                                             "else",
                                             "enum",
                                             "explicit",
                                             "export",
                                             "extern",
                                             "false",
                                             "false_type",
                                             "float",
                                             "for",
                                             "friend",
                                             "goto",
                                             "if",
                                             "inline",
                                             "int",
                                             "int64_t",
                                             "long",
                                             "make_coord",
                                             "make_inttuple_iter",
                                             "make_layout",
                                             "make_shape",
                                             "make_stride",
                                             "make_tensor",
                                             "make_tile",
                                             "make_tuple",
                                             "mutable",
                                             "namespace",
                                             "new",
                                             "noexcept",
                                             "not",
                                             "not_eq",
                                             "nullptr",
                                             "operator",
                                             "or",
                                             "or_eq",
                                             "private",
                                             "protected",
                                             "public",
                                             "register",
                                             "reinterpret_cast",
                                             "requires",
                                             "return",
                                             "short",
                                             "signed",
                                             "sizeof",
                                             "static",
                                             "static_assert",
                                             "static_cast",
                                             "struct",
                                             "switch",
                                             "template",
                                             "this",
                                             "thread_local",
                                             "throw",
                                             "true",
                                             "true_type",
                                             "try",
                                             "typedef",
                                             "typeid",
                                             "typename",
                                             "union",
                                             "unsigned",
                                             "using",
                                             "virtual",
                                             "void",
                                             "volatile",
                                             "wchar_t",
                                             "while",
                                             "xor",
                                             "xor_eq"};
  static constexpr std::string_view python[] = {"ComposedLayout",
                                                "False",
                                                "Layout",
                                                "None",
                                                "Swizzle",
                                                "True",
                                                "and",
                                                "as",
                                                "assert",
                                                "async",
                                                "await",
                                                "break",
                                                "class",
                                                "continue",
                                                "cute",
                                                "def",
                                                "del",
                                                "elif",
                                                "else",
                                                "except",
                                                "finally",
                                                "for",
                                                "from",
                                                "global",
                                                "if",
                                                "import",
                                                "in",
                                                "is",
                                                "lambda",
                                                "nonlocal",
                                                "not",
                                                "or",
                                                "pass",
                                                "raise",
                                                "return",
                                                "try",
                                                "while",
                                                "with",
                                                "yield"};
  if (language == Language::cpp) return std::binary_search(std::begin(cpp), std::end(cpp), name);
  return std::binary_search(std::begin(python), std::end(python), name);
}

class Names {
 public:
  explicit Names(Language language) : language_(language) {}

  // `name`, or name_2, name_3, ... if it is in use; for a bare expression result, result_2, ...
  std::string declare(std::string_view name) {
    const std::string base(name.empty() ? std::string_view("result") : name);
    std::string chosen = base;
    int& n = used_.try_emplace(base, 0).first->second;
    if (n > 0 || is_taken(base, language_)) {
      n = std::max(n, 1);
      do chosen = cat(base, '_', ++n);
      while (!used_.try_emplace(chosen, 1).second);
    } else {
      n = 1;
    }
    return chosen;
  }

 private:
  Language language_;
  std::map<std::string, int, std::less<>> used_;  // the last suffix of each name; 1: the name without suffix
};

}  // namespace

std::optional<Language> language_named(std::string_view name) {
  const auto found = std::find(std::begin(language_names), std::end(language_names), name);
  if (found == std::end(language_names)) return std::nullopt;
  return static_cast<Language>(found - std::begin(language_names));
}

Result<std::string> code(const Value& value, Language language) {
  auto text = language == Language::cpp ? cpp_code(value) : python_code(value, language);
  const std::string comment = text ? note(value, language) : std::string();
  if (!comment.empty()) append_all(*text, "  # ", comment);
  return text;
}

Result<std::string> code(std::span<const CodeStatement> statements, Language language) {
  const bool cpp = language == Language::cpp;
  const std::string_view mark = cpp ? "// " : "# ";
  static constexpr std::string_view heads[] = {
      "// CuTe C++, inside a function: #include <cute/tensor.hpp>, using namespace cute;\n",
      "# CuTe DSL: import cutlass.cute as cute\n", "# from pycute import *\n", ""};
  std::string out(heads[static_cast<int>(language)]);
  Names names(language);
  for (const CodeStatement& s : statements) {
    const auto text = cpp ? cpp_code(s.value) : python_code(s.value, language);
    if (!text) {
      append_all(out, mark, s.name.empty() ? s.source : s.name, ": ", english(text.error().message), '\n');
      continue;
    }
    append_all(out,
               !cpp                     ? ""
               : s.value.is<DataType>() ? "using "
                                        : "auto ",
               names.declare(s.name), " = ", *text, cpp ? ";" : "", "  ", mark, s.source);
    const std::string comment = note(s.value, language);
    if (!comment.empty()) append_all(out, "; ", comment);
    out.push_back('\n');
    if (out.size() > max_emitted_bytes) {
      return failure(ErrorCode::too_large, say("the text is longer than {} bytes", max_emitted_bytes),
                     say("emit one value at a time"));
    }
  }
  return out;
}

}  // namespace stridescope
