// Every function on values that are empty, negative, enormous or of the wrong kind; and on large ones, again and again.
#include <algorithm>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/lang/ast.h"
#include "tests/adversarial/programs.h"

namespace stridescope::adversarial {
namespace {

// Replacements of an integer of an example.
constexpr std::string_view integers[] = {"0",
                                         "_0",
                                         "1",
                                         "_1",
                                         "-1",
                                         "_-1",
                                         "3",
                                         "_65536",
                                         "2147483648",
                                         "_1099511627776",
                                         "4611686018427387904",
                                         "9223372036854775807",
                                         "_9223372036854775807",
                                         "-9223372036854775808",
                                         "_-9223372036854775808",
                                         "()",
                                         "(0,0)",
                                         "_",
                                         "_1@0"};

// Replacements of an argument.
constexpr std::string_view values[] = {
    "0",
    "_0",
    "-1",
    "_9223372036854775807",
    "-9223372036854775808",
    "()",
    "(())",
    "(0,_0)",
    "(1099511627776,1099511627776)",
    "():()",
    "0:0",
    "_0:_1",
    "0:1",
    "1:9223372036854775807",
    "_9223372036854775807:_1",
    "4:-9223372036854775808",
    "(0,4):(1,0)",
    "(_999999937,_0):(_2,_3)",
    "(_0,_999999937):(_2,_3)",
    "(16777216,0):(2,3)",
    "(0,4611686018427387904):(1,1)",
    "(4611686018427387904,0):(1,1)",
    "(4,8):(-1,-9223372036854775808)",
    "(_4,_8):(_0,_0)",
    "(_1048576,_1):(_1,_1)",
    "(_32,(_4,_2)):(_8,(_1,_4))",
    "(2,2):(_1@0,_1@1)",
    "(0,2):(_1@0,_1@1)",
    "Sw<3,4,3>",
    "Sw<0,62,0>",
    "Sw<20,20,20>",
    "Sw<3,4,3> o 0 o (8,64):(64,1)",
    "Sw<3,4,3> o 9223372036854775807 o (8,0):(64,1)",
    "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)",
    "smem_ptr[16b](0x10) o (0,4):(1,1)",
    "counting_iter(9223372036854775807) o (4,0):(1,1)",
    "make_identity_tensor((0,9223372036854775807))",
    "(<4:1,0>)",
    "LayoutLeft",
    "\"\"",
    "\"half_t\"",
    "true",
    "(2,2)--(1,0)-->(2)",
    "SM80_16x8x16_F32F16F16F32_TN",
    "Copy_Atom<UniversalCopy<uint128_t>,half_t>",
    "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1))",
    "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8))",
};

constexpr std::string_view template_arguments[] = {
    "", "<0>", "<1>", "<16>", "<-1>", "<9223372036854775807>", "<0,0>", "<16,8>", "<1,0>", "<1,2,3>"};

// The largest arguments that functions accept, bound to names before use.
struct Heavy {
  std::string_view name;
  std::string_view text;
};
constexpr Heavy heavy[] = {
    {"H0", "(_1048576,_1):(_1,_1)"},
    {"H1", "(1024,1024):(1024,1)"},
    {"H2", "(512,512):(1,512)"},
    {"H3", "Sw<3,4,3> o 0 o (512,512):(512,1)"},
    {"H4", "((_32,_32),(_16,_64)):((_1024,_1),(_32768,_32))"},
    {"H5", "(_128,(_8,_1024)):(_8,(_1,_1024))"},
    {"H6", "counting_iter(0) o (512,512):(512,1)"},
    {"H7", "make_identity_tensor((512,512))"},
    {"H8", "make_tiled_mma(SM90_64x256x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))"},
    {"H9", "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_64):(_64,_1), (_8,_8))"},
    {"H10", "(262144,0):(2,3)"},
    {"H11", "4611686018427387903:1"},
    {"H12", "SM80_16x8x16_F32F16F16F32_TN"},
    {"H13", "make_tensor(make_smem_ptr<half_t>(0), (512,512):(512,1))"},
    {"H14", "(2,3,5,7,11,13,17,19,23,29)--(1,2,3,4,5,6,7,8,9,10)-->(2,3,5,7,11,13,17,19,23,29)"},
};

std::string ones(std::size_t n, std::string_view each) {
  std::string out = "(";
  for (std::size_t i = 0; i < n; ++i) out.append(i == 0 ? "" : ",").append(each);
  return out + ")";
}

std::string preamble() {
  std::string out;
  for (const Heavy& h : heavy) out.append(h.name).append(" = ").append(h.text).append("\n");
  // Many modes, and deep ones.
  out += "T0 = " + ones(1000, "2") + ":" + ones(1000, "0") + "\n";
  out += "T1 = " + ones(60, "2") + ":" + ones(60, "1") + "\n";
  out += "T2 = " + std::string(30, '(') + "2" + std::string(30, ')') + ":" + std::string(30, '(') + "1" +
         std::string(30, ')') + "\n";
  out += "T3 = " + ones(4000, "1") + "\n";
  return out;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Place {
  std::size_t begin;
  std::size_t end;
};

// Integers of a text outside names and quotation marks.
std::vector<Place> integer_places(std::string_view text) {
  std::vector<Place> out;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted || !is_word(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::size_t digits = text[i] == '_' ? i + 1 : i;
    const bool number = digits < end && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(digits),
                                                    text.begin() + static_cast<std::ptrdiff_t>(end), is_digit);
    if (number) out.push_back({i, end});
    i = end;
  }
  return out;
}

std::string replaced(std::string_view text, const std::vector<Place>& places, std::string_view by) {
  std::string out;
  std::size_t at = 0;
  for (const Place& place : places) {
    out.append(text.substr(at, place.begin - at)).append(by);
    at = place.end;
  }
  return out.append(text.substr(at));
}

std::string call(const Builtin& builtin, std::string_view t, const std::vector<std::string_view>& args) {
  std::string out(builtin.name);
  out.append(t).append("(");
  for (std::size_t i = 0; i < args.size(); ++i) out.append(i == 0 ? "" : ", ").append(args[i]);
  return out + ")";
}

bool takes(const Builtin& builtin, std::size_t count) {
  return static_cast<int>(count) >= builtin.min_args && static_cast<int>(count) <= builtin.max_args;
}

void templates(const Builtin& builtin, const std::function<void(std::string_view)>& use) {
  for (const std::string_view t : template_arguments) {
    const int n = t.empty() ? 0 : 1 + static_cast<int>(std::count(t.begin(), t.end(), ','));
    if (n >= builtin.min_template_args && n <= builtin.max_template_args) use(t);
  }
}

}  // namespace

void function_programs(Programs& out) {
  for (const Builtin& builtin : builtins()) {
    const std::vector<Place> places = integer_places(documentation_of(builtin).example);
    for (const std::string_view by : integers) {
      for (std::size_t i = 0; i <= places.size(); ++i) {
        out.add([&] {
          const std::string text = i < places.size() ? replaced(documentation_of(builtin).example, {places[i]}, by)
                                                     : replaced(documentation_of(builtin).example, places, by);
          return Program{text, text};
        });
      }
    }
    templates(builtin, [&](std::string_view t) {
      const auto add = [&](const std::vector<std::string_view>& args) {
        if (!takes(builtin, args.size())) return;
        out.add([&] {
          const std::string text = call(builtin, t, args);
          return Program{text, text};
        });
      };
      add({});
      for (const std::string_view a : values) {
        add({a});
        for (const std::string_view b : values) add({a, b});
        add({a, a, a});
        add({a, a, a, a});
        for (const std::string_view b : {"0", "()", "0:1", "(_999999937,_0):(_2,_3)", "\"half_t\""}) {
          add({a, a, b});
          add({a, b, b});
          add({b, a, a});
          add({b, b, a, a});
          add({a, b, a, b});
        }
      }
    });
  }
}

void repeated_programs(Programs& out) {
  std::vector<std::string_view> names;
  for (const Heavy& h : heavy) names.push_back(h.name);
  for (const std::string_view name : {"T0", "T1", "T2", "T3"}) names.push_back(name);
  const auto lines = [](const std::string& first, const std::string& line) {
    const std::size_t n = std::min<std::size_t>(3'000, (max_program_bytes - first.size()) / (line.size() + 1));
    std::string text = first;
    for (std::size_t i = 0; i < n; ++i) text.append(line).append("\n");
    return Program{line + " x " + std::to_string(n), std::move(text), 0};
  };
  for (const Builtin& builtin : builtins()) {
    out.add([&] { return lines("", std::string(documentation_of(builtin).example)); });
    templates(builtin, [&](std::string_view t) {
      const auto add = [&](const std::vector<std::string_view>& args) {
        if (takes(builtin, args.size())) out.add([&] { return lines(preamble(), call(builtin, t, args)); });
      };
      for (const std::string_view a : names) {
        add({a});
        add({a, a});
        add({a, a, a});
        for (const std::string_view b : {"H1", "H4", "H9", "T0", "16", "\"half_t\""}) {
          add({a, b});
          add({b, a});
          add({a, b, b});
        }
      }
    });
  }
}

}  // namespace stridescope::adversarial
