// Makes foreign texts, and mutations for any text with brackets.
#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "tests/fuzz/grammar.h"

namespace stridescope::fuzz {
namespace {

constexpr std::size_t max_parts = 192;  // maximum number of parts of a text

bool is_symbol(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '.';
}
bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin() + (text[0] == '_' || text[0] == '-' ? 1 : 0), text.end(),
                                      [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::vector<Part> parts_of(std::string_view text) {
  std::vector<Part> out;
  struct Open {
    char closer;
    std::size_t word;   // start of the name before the bracket
    std::size_t entry;  // start of the entry
  };
  std::vector<Open> open = {{'\n', 0, 0}};
  std::size_t word = 0;  // start of the word before this position
  const auto add = [&](std::size_t begin, std::size_t end) {
    while (begin < end && text[begin] == ' ') ++begin;
    if (begin < end) out.push_back({begin, end});
  };
  for (std::size_t i = 0; i < text.size() && out.size() < max_parts; ++i) {
    const char c = text[i];
    if (is_symbol(c)) {
      if (i == 0 || !is_symbol(text[i - 1])) word = i;
      if (i + 1 == text.size() || !is_symbol(text[i + 1])) add(word, i + 1);
      continue;
    }
    if (c == '(' || c == '<' || c == '[' || c == '{') {
      const std::size_t name = i > 0 && is_symbol(text[i - 1]) ? word : i;
      open.push_back({c == '(' ? ')' : c == '<' ? '>' : c == '[' ? ']' : '}', name, i + 1});
    } else if (c == ',') {
      add(open.back().entry, i);
      open.back().entry = i + 1;
    } else if (c == '\n' || c == ';') {
      add(open.front().entry, i);
      open.front().entry = i + 1;
    } else if (open.size() > 1 && c == open.back().closer) {
      add(open.back().entry, i);
      add(open.back().word, i + 1);
      word = open.back().word;
      open.pop_back();
    }
  }
  add(open.front().entry, text.size());
  return out;
}

std::string Grammar::foreign(int depth) {
  const auto list = [&](std::string_view separator, auto one) {
    std::string out;
    for (std::size_t i = 0, n = 1 + random_.below(3); i < n; ++i) out += (i > 0 ? std::string(separator) : "") + one();
    return out;
  };
  const auto number = [&] {
    static constexpr std::string_view forms[] = {"_#",  "Int<#>{}",       "cute::C<#>", "C<(int)#>", "#",     "#ULL",
                                                 "int", "cute::Int<#>{}", "0x#",        "?",         "E<0>{}"};
    std::string out(random_.of(forms));
    if (const auto at = out.find('#'); at != std::string::npos) out.replace(at, 1, small());
    return out;
  };
  const auto nested = [&] { return depth > 0 && random_.one_in(3) ? foreign(depth - 1) : number(); };
  switch (random_.below(18)) {
    case 0:
      return "Layout<Shape<" + list(",", nested) + ">,Stride<" + list(",", nested) + ">>{}";
    case 1:
      return "make_layout(make_shape(" + list(", ", nested) + "), make_stride(" + list(", ", nested) + "))";
    case 2:
      return "cute.make_layout((" + list(", ", nested) + "), stride=(" + list(", ", nested) + "))";
    case 3:
      return "cute::tuple<" + list(", ", nested) + ">";
    case 4:
      return "cute::Layout<cute::tuple<" + list(", ", nested) + ">, cute::tuple<" + list(", ", nested) + ">>";
    case 5:
      return "Layout([" + list(", ", nested) + "], [" + list(", ", nested) + "])";
    case 6:
      return cat("tensor<ptr<f16,gmem,align<", small(), ">> o ", layout(), ">");
    case 7:
      return "composition(Swizzle<3,4,3>{}, Int<0>{}, " + foreign(depth > 0 ? depth - 1 : 0) + ")";
    case 8:
      return "auto " + std::string(random_.one_in(2) ? "A" : "B") + " = " + foreign(depth > 0 ? depth - 1 : 0) + ";";
    case 9:
      return "using A = decltype(" + foreign(depth > 0 ? depth - 1 : 0) + ");";
    case 10:
      return "_ZN4cute6LayoutINS_5tupleIJNS_1CILi" + small() + "EEENS2_ILi" + small() + "EEEEEES5_E";
    case 11:
      return cat(random_.one_in(2) ? "Sw<3,4,3>_smem_ptr[16b](0x7f00)" : "gmem_ptr[32b](0x7f00)", " o ", layout());
    case 12:
      return "error: no instance matches (" + foreign(depth > 0 ? depth - 1 : 0) + ")";
    case 13:
      return "make_tile(" + list(", ", nested) + ")";
    case 14:
      return "template <class T> void f(" + foreign(depth > 0 ? depth - 1 : 0) + " a) {";
    case 15:
      return layout() + "\n      0    1\n    +----+----+\n 0  |  0 |  1 |\n    +----+----+";
    case 16:
      return "size<" + small() + ">(" + foreign(depth > 0 ? depth - 1 : 0) + ")";
    default:
      return random_.one_in(2) ? value(1) : number();
  }
}

std::string Grammar::json(int depth) {
  static constexpr std::string_view scalars[] = {"null",
                                                 "true",
                                                 "false",
                                                 "0",
                                                 "-1",
                                                 "1e300",
                                                 "\"\"",
                                                 "\"x\"",
                                                 "[]",
                                                 "{}",
                                                 "1e-9",
                                                 "0.5",
                                                 "7",
                                                 "[1]",
                                                 "{\"a\":1}",
                                                 "\"\\u0000\"",
                                                 "9223372036854775807",
                                                 "18446744073709551616",
                                                 "\"2026-11-22T11:19:48Z\"",
                                                 "\"NVIDIA H100 80GB HBM3\"",
                                                 "\"ok\"",
                                                 "\"error\"",
                                                 "1e999",
                                                 "-0.0"};
  if (depth == 0 || random_.one_in(2)) return std::string(random_.of(scalars));
  const bool object = random_.one_in(2);
  std::string out = object ? "{" : "[";
  for (std::size_t i = 0, n = random_.below(4); i < n; ++i) {
    out += i > 0 ? "," : "";
    if (object) out += cat('"', static_cast<char>('a' + random_.below(4)), "\":");
    out += json(depth - 1);
  }
  return out + (object ? "}" : "]");
}

std::string Grammar::link() {
  std::string out = random_.one_in(2) ? "teaching\n" : "cute\n";
  for (std::size_t i = 0, n = random_.below(3); i < n; ++i) {
    out +=
        cat(random_.one_in(2) ? "A" : "#2", random_.one_in(3) ? "#1 " : " ", random_.one_in(2) ? "grid" : "walk", '\n');
  }
  return out + "\n" + statement() + "\n";
}

std::string Grammar::part() {
  switch (input_) {
    case Input::json:
      return json(2);
    case Input::foreign:
      return foreign(2);
    case Input::ptx:
      return random_.one_in(2) ? ptx_number() : ptx_form();
    case Input::operation:
    case Input::kernel:
      return random_.one_in(4) ? value(1) : random_.one_in(3) ? integer() : layout();
    default:
      return value(1);
  }
}

std::string Grammar::fresh() {
  switch (input_) {
    case Input::operation:
      return operation();
    case Input::kernel:
      return kernel();
    case Input::foreign:
      return random_.one_in(3) ? foreign(3) + "\n" + foreign(2) : foreign(3);
    case Input::link:
      return link();
    case Input::json:
      return json(4);
    case Input::ptx:
      return ptx();
    case Input::program:
    case Input::bytes:
      break;
  }
  std::string out = statement();
  for (std::size_t i = 0, n = random_.below(3); i < n; ++i) out += (random_.one_in(2) ? "; " : "\n") + statement();
  return out;
}

void Grammar::change(std::string& text, std::string_view other) {
  for (std::size_t changes = random_.one_in(2) ? 1 : 1 + random_.below(3); changes > 0; --changes) {
    if (input_ == Input::json && !random_.one_in(16) && change_json(text, other)) continue;
    if (input_ == Input::ptx && !random_.one_in(32)) {
      for (int tries = 0; tries < 4 && !change_ptx(text, other);) ++tries;
      continue;
    }
    const std::vector<Part> parts = parts_of(text);
    if (parts.empty()) {
      text = fresh();
      continue;
    }
    // Replacing an integer by another one keeps most programs valid.
    Part chosen = random_.of(parts);
    for (std::size_t tries = random_.below(8);
         tries > 0 && !is_number(std::string_view(text).substr(chosen.begin, chosen.end - chosen.begin)); --tries) {
      chosen = random_.of(parts);
    }
    const Part second = random_.of(parts);
    const std::size_t size = chosen.end - chosen.begin;
    const std::string_view here = std::string_view(text).substr(chosen.begin, size);
    // If a kernel or an operation changes its kind, the input belongs to another target.
    const std::size_t kinds = (input_ == Input::kernel || input_ == Input::operation) && !random_.one_in(8) ? 9 : 12;
    switch (random_.below(kinds)) {
      case 0:
      case 1:
      case 2:
        if (is_number(here)) {  // a nearby integer
          std::string to = random_.one_in(2) ? integer() : std::string(here);
          if (random_.one_in(2) && to.size() > 1 && to[0] == '_')
            to.erase(0, 1);
          else if (random_.one_in(3) && to[0] != '_' && input_ != Input::json)
            to.insert(0, "_");
          else if (random_.one_in(3))
            to.back() = static_cast<char>('0' + random_.below(10));
          text.replace(chosen.begin, size, to);
        } else {
          text.replace(chosen.begin, size, part());
        }
        break;
      case 3:
        text.replace(chosen.begin, size, part());
        break;
      case 4:
        text.replace(chosen.begin, size, std::string(text, second.begin, second.end - second.begin));
        break;
      case 5: {  // a part of the other input
        const std::vector<Part> theirs = parts_of(other);
        if (theirs.empty()) break;
        const Part from = random_.of(theirs);
        text.replace(chosen.begin, size, other.substr(from.begin, from.end - from.begin));
        break;
      }
      case 6:  // remove it, with its comma
        text.erase(chosen.begin, size + (chosen.end < text.size() && text[chosen.end] == ',' ? 1 : 0));
        break;
      case 7:
        text.insert(chosen.end, "," + std::string(text, chosen.begin, size));
        break;
      case 8: {
        static constexpr std::string_view around[] = {"(", "[", "{", "<"};
        const std::string_view with = input_ == Input::json || input_ == Input::foreign ? random_.of(around) : "(";
        text.insert(chosen.end, with == "(" ? ")" : with == "[" ? "]" : with == "{" ? "}" : ">");
        text.insert(chosen.begin, with);
        break;
      }
      case 9:  // wrap it in a call
        if (input_ == Input::json) break;
        text.insert(chosen.end, ")");
        text.insert(chosen.begin, cat(random_.of(builtins()).name, "("));
        break;
      case 10:  // another function with these arguments
        if (const auto bracket = here.find_first_of("(<"); bracket != std::string_view::npos && bracket > 0) {
          text.replace(chosen.begin, bracket, random_.of(builtins()).name);
          break;
        }
        text.replace(chosen.begin, size, part());
        break;
      default:  // add a statement or an operand
        if (input_ == Input::json) {
          text.insert(chosen.end, "," + part());
        } else if (random_.one_in(2)) {
          text.insert(chosen.end, (random_.one_in(2) ? " o " : " / ") + part());
        } else {
          text += (random_.one_in(2) ? "; " : "\n") + (input_ == Input::foreign ? foreign(2) : statement());
        }
    }
  }
}

}  // namespace stridescope::fuzz
