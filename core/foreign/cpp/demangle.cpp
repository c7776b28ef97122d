// Converts Itanium-mangled names to C++ text, by recursive descent with substitutions. Supports only the productions of
// kernels and their template arguments; at an unknown production it stops, and the name stays mangled.
#include "core/foreign/cpp/demangle.h"

#include <vector>

#include "core/base/characters.h"
#include "core/base/depth.h"

namespace stridescope {
namespace {

constexpr int max_nesting = 128;

class Demangler {
 public:
  explicit Demangler(std::string_view text) : text_(text) {}

  std::string run() {
    at_ = 2;  // _Z
    encoding();
    return std::move(out_);
  }

 private:
  // A component that S_, S0_, ... can repeat: its position in the output.
  struct Part {
    std::size_t begin;
    std::size_t end;
  };

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool take(std::string_view what) {
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  bool put(std::string_view what) {
    if (out_.size() + what.size() > max_demangled) return false;
    out_.append(what);
    return true;
  }
  bool repeat(Part part) {
    if (out_.size() + (part.end - part.begin) > max_demangled) return false;
    const std::string copy = out_.substr(part.begin, part.end - part.begin);
    out_.append(copy);
    return true;
  }
  void remember(std::size_t begin) { parts_.push_back({begin, out_.size()}); }

  bool encoding() {
    const Deeper level(depth_);
    if (!level.ok() || !name()) return false;
    for (bool first = true; at_ < text_.size() && peek() != 'E' && peek() != '.' && peek() != '@'; first = false) {
      if (!put(first ? "(" : ",") || !type()) return false;
    }
    return true;
  }

  // Names with template arguments are components, and so is the scope before each part.
  bool name() {
    const Deeper level(depth_);
    if (!level.ok()) return false;
    const std::size_t begin = out_.size();
    if (take("N")) {
      while (peek() == 'r' || peek() == 'V' || peek() == 'K' || peek() == 'R' || peek() == 'O') ++at_;
      return nested(begin);
    }
    if (take("Z")) {  // a function; its name follows
      if (!encoding() || !take("E") || !put("::")) return false;
      if (take("s")) return true;
      return name();
    }
    bool substituted = false;
    if (take("St")) {
      if (!put("std::") || !source_name()) return false;
    } else if (peek() == 'S') {
      if (!substitution()) return false;
      substituted = true;
    } else if (!source_name()) {
      return false;
    }
    if (peek() != 'I') return true;
    if (!substituted) remember(begin);
    return template_arguments();  // type() remembers whole types
  }

  bool nested(std::size_t begin) {
    for (bool first = true; !take("E"); first = false) {
      if (peek() == 'I') {
        if (!template_arguments()) return false;
      } else if (first && peek() == 'S') {
        if (take("St")) {
          if (!put("std")) return false;
        } else if (!substitution()) {
          return false;
        }
        continue;  // remembered already
      } else if (first && peek() == 'T') {
        if (!template_parameter()) return false;
      } else {
        if (!first && !put("::")) return false;
        if (!source_name()) return false;
      }
      if (peek() != 'E') remember(begin);  // type() remembers the whole, if it is a type
    }
    return true;
  }

  bool source_name() {
    while (take("L")) {
    }  // internal linkage
    if (take("C1") || take("C2") || take("D1") || take("D2")) return put("ctor");
    if (take("clL")) return false;
    if (take("cl")) return put("operator()");
    if (take("12_GLOBAL__N_1")) return put("(anonymous namespace)");
    if (take("Ut") || take("Ul")) {  // unnamed type, lambda
      if (text_[at_ - 1] == 'l') {
        while (peek() != 'E' && at_ < text_.size()) {
          const std::size_t end = out_.size();
          if (!type()) return false;
          out_.resize(end);
        }
        if (!take("E")) return false;
      }
      while (is_digit(peek())) ++at_;
      return take("_") && put("{unnamed}");
    }
    if (!is_digit(peek())) return false;
    std::size_t length = 0;
    for (; is_digit(peek()); ++at_) {
      length = length * 10 + static_cast<std::size_t>(peek() - '0');
      if (length > text_.size()) return false;
    }
    if (length == 0 || at_ + length > text_.size()) return false;
    const std::string_view word = text_.substr(at_, length);
    at_ += length;
    return put(word.substr(0, 11) == "_GLOBAL__N_" ? std::string_view("(anonymous namespace)") : word);
  }

  // I ... E; J ... E is a pack
  bool template_arguments() {
    const Deeper level(depth_);
    if (!level.ok() || !take("I") || !put("<")) return false;
    bool first = true;
    return arguments(first) && put(">");
  }
  bool arguments(bool& first) {
    while (!take("E")) {
      if (take("J")) {
        const Deeper level(depth_);
        if (!level.ok() || !arguments(first)) return false;
        continue;
      }
      if (!first && !put(",")) return false;
      first = false;
      if (!(peek() == 'L' ? literal() : peek() != 'X' && type())) return false;
    }
    return true;
  }

  // Li128E, Lb1E, Lin4E (-4), LN4cute5MajorE0E, L_Z1fE
  bool literal() {
    ++at_;
    if (peek() == '_') return false;
    const bool boolean = peek() == 'b';
    const std::size_t end = out_.size();
    const bool plain = peek() == 'i' || peek() == 'j' || peek() == 'l' || peek() == 'm' || peek() == 'x' ||
                       peek() == 'y' || peek() == 's' || peek() == 't' || peek() == 'a' || peek() == 'h' ||
                       peek() == 'c' || boolean;
    if (plain) {
      ++at_;
    } else if (!put("(") || !type() || !put(")")) {
      return false;
    }
    if (take("n") && !put("-")) return false;
    const std::size_t digits = at_;
    while (is_digit(peek())) ++at_;
    if (at_ == digits || peek() != 'E') return false;
    const std::string_view number = text_.substr(digits, at_ - digits);
    ++at_;
    if (boolean) {
      out_.resize(end);
      return put(number == "1" ? "true" : "false");
    }
    return put(number);
  }

  bool substitution() {
    ++at_;  // S
    struct Short {
      char code;
      std::string_view text;
    };
    static constexpr Short shorts[] = {
        {'a', "std::allocator"}, {'b', "std::basic_string"}, {'s', "std::string"}, {'t', "std"}};
    for (const Short& s : shorts) {
      if (peek() == s.code) {
        ++at_;
        return put(s.text);
      }
    }
    std::size_t index = 0;
    if (!take("_")) {
      while (is_digit(peek()) || (peek() >= 'A' && peek() <= 'Z')) {
        index = index * 36 + static_cast<std::size_t>(is_digit(peek()) ? peek() - '0' : peek() - 'A' + 10);
        if (index > parts_.size()) return false;
        ++at_;
      }
      if (!take("_")) return false;
      ++index;
    }
    return index < parts_.size() && repeat(parts_[index]);
  }

  bool template_parameter() {  // T_, T0_
    const std::size_t begin = at_++;
    while (is_digit(peek()) || (peek() >= 'A' && peek() <= 'Z')) ++at_;
    return take("_") && put(text_.substr(begin, at_ - 1 - begin));
  }

  bool type() {
    const Deeper level(depth_);
    return level.ok() && type_inside();
  }

  bool type_inside() {
    const std::size_t begin = out_.size();
    static constexpr std::string_view codes = "vwbcahstijlmxynofdegz";
    static constexpr std::string_view names[] = {"void",        "wchar_t",
                                                 "bool",        "char",
                                                 "signed char", "unsigned char",
                                                 "short",       "unsigned short",
                                                 "int",         "unsigned int",
                                                 "long",        "unsigned long",
                                                 "long long",   "unsigned long long",
                                                 "__int128",    "unsigned __int128",
                                                 "float",       "double",
                                                 "long double", "__float128",
                                                 "..."};
    if (const std::size_t code = codes.find(peek()); at_ < text_.size() && code != std::string_view::npos) {
      ++at_;
      return put(names[code]);
    }
    switch (peek()) {
      case 'P':
      case 'R':
      case 'O':
      case 'K':
      case 'V': {
        const char kind = peek();
        ++at_;
        if (!type()) return false;
        if (!put(kind == 'P' ? "*" : kind == 'R' ? "&" : kind == 'O' ? "&&" : kind == 'K' ? " const" : " volatile"))
          return false;
        remember(begin);
        return true;
      }
      case 'T':
        if (!template_parameter()) return false;
        remember(begin);
        if (peek() == 'I') {
          if (!template_arguments()) return false;
          remember(begin);
        }
        return true;
      case 'D':
        if (take("DF16_")) return put("half");
        if (take("DF16b")) return put("bfloat16_t");
        if (take("Dn")) return put("nullptr_t");
        if (take("Dp")) {
          if (!type()) return false;
          remember(begin);
          return true;
        }
        return false;
      case 'S':
        if (text_.substr(at_, 2) != "St") {
          if (!substitution()) return false;
          if (peek() == 'I') {
            if (!template_arguments()) return false;
            remember(begin);
          }
          return true;
        }
        [[fallthrough]];
      case 'N':
      case 'Z':
      case 'L':
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9':
        if (!name()) return false;
        remember(begin);
        return true;
      default:
        return false;
    }
  }

  std::string_view text_;
  std::string out_;
  std::vector<Part> parts_;
  std::size_t at_ = 0;
  Depth depth_{max_nesting};
};

}  // namespace

std::string demangle(std::string_view mangled) {
  return mangled.starts_with("_Z") ? Demangler(mangled).run() : std::string();
}

}  // namespace stridescope
