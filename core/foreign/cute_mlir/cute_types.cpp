// Types of CuTe DSL's modules as statements of the language: layouts and tensors in printed form, copies and MMAs by
// CUTLASS's names of their instructions.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/modules/dialect.h"
#include "core/tiled/atom.h"
#include "core/tiled/type_name.h"

namespace stridescope::ir {
namespace {

// The types that place or move data.
enum class Form { none, layout, tile, memory, coordinates, descriptors, tiled_copy, tiled_mma, tma };
struct Head {
  std::string_view begin;
  Form form;
};
constexpr Head heads[] = {
#define CUTE_TYPE(name, form, head) {"!cute." name "<", Form::form},
#define CUTE_MODULE_TYPE(name, form) {"!" name "<", Form::form},
#include "core/foreign/cute_mlir/types.def"
    {"!cute_nvgpu.atom.", Form::tiled_copy},
};

Form form_of(std::string_view type) {
  for (const Head& head : heads) {
    if (type.starts_with(head.begin)) return head.form;
  }
  return Form::none;
}

// The text after `key` and ` = <"`, up to the quotation mark; empty if absent.
std::string_view quoted_after(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  const std::size_t open = text.find('"', at);
  const std::size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
  return close == std::string_view::npos ? std::string_view() : text.substr(open + 1, close - open - 1);
}

std::string_view last_quoted(std::string_view text) {
  const std::size_t close = text.rfind('"');
  const std::size_t open = close == std::string_view::npos || close == 0 ? close : text.rfind('"', close - 1);
  return open == std::string_view::npos || open >= close ? std::string_view() : text.substr(open + 1, close - open - 1);
}

// The values between the angles of an atom's type, separated by commas: "f16", "cache = global", "128 b".
std::vector<std::string_view> arguments_of(std::string_view type) {
  const std::size_t open = type.find('<');
  const std::size_t close = open == std::string_view::npos ? open : closing_bracket(type, open);
  if (close == std::string_view::npos) return {};
  return split_outside(type.substr(open + 1, close - open - 2), ',', {.angles = true, .quotes = Quotes::whole});
}

std::string_view value_of(const std::vector<std::string_view>& arguments, std::string_view key) {
  for (const std::string_view one : arguments) {
    if (!one.starts_with(key)) continue;
    std::string_view rest = trimmed(one.substr(key.size()));
    if (!rest.starts_with('=')) continue;
    return trimmed(rest.substr(1));
  }
  return {};
}

bool has(const std::vector<std::string_view>& arguments, std::string_view word) {
  return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
}

// Elements of "(f16, f16, f32)".
std::vector<std::string_view> listed(std::string_view text) {
  std::vector<std::string_view> out;
  if (text.starts_with('(')) text = text.substr(1, text.find(')') - 1);
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    out.push_back(trimmed(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return out;
}

// MLIR's and CUTLASS's names of element types, and the code of each in the names of instructions.
struct ElementName {
  std::string_view mlir;
  std::string_view cutlass;
  std::string_view code;
};
constexpr ElementName element_names[] = {
    {"f16", "half_t", "F16"},
    {"bf16", "bfloat16_t", "BF16"},
    {"f32", "float", "F32"},
    {"tf32", "tfloat32_t", "TF32"},
    {"f64", "double", "F64"},
    {"i8", "int8_t", "S8"},
    {"si8", "int8_t", "S8"},
    {"ui8", "uint8_t", "U8"},
    {"i16", "int16_t", "S16"},
    {"i32", "int32_t", "S32"},
    {"i64", "int64_t", "S64"},
    {"f8E4M3FN", "float_e4m3_t", "E4M3"},
    {"f8E5M2", "float_e5m2_t", "E5M2"},
    {"f8E8M0FNU", "float_ue8m0_t", "UE8M0"},
    {"f4E2M1FN", "float_e2m1_t", "E2M1"},
    {"f6E2M3FN", "float_e2m3_t", "E2M3"},
    {"f6E3M2FN", "float_e3m2_t", "E3M2"},
    {"i4", "int4b_t", "S4"},
    {"i1", "uint1b_t", "B1"},
};
const ElementName* element_named(std::string_view mlir) {
  const auto* found = std::find_if(std::begin(element_names), std::end(element_names),
                                   [&](const ElementName& e) { return e.mlir == mlir; });
  return found == std::end(element_names) ? nullptr : found;
}

// `[32:1;16:1]` as <32:1,16:1>.
std::string tiler_of(std::string_view tile) {
  std::string out;
  for (const char c : tile) out.push_back(c == '[' ? '<' : c == ']' ? '>' : c == ';' ? ',' : c);
  return out;
}

// Replaces S<3,3,3> by Sw<3,3,3>.
std::string with_swizzles(std::string_view layout) {
  std::string out;
  for (std::size_t i = 0; i < layout.size(); ++i) {
    if (layout.substr(i, 2) == "S<" && (i == 0 || !is_word(layout[i - 1]))) {
      out += "Sw";
    } else {
      out.push_back(layout[i]);
    }
  }
  return out;
}

// Replaces each `?`, `?{div=8}`, `?{i64 div=8}` by a number (dialect.h).
enum class Fill { odd, spread };
std::string filled(std::string_view layout, Fill fill, std::size_t& open) {
  const std::int64_t far = fill == Fill::odd ? 1'000'003 : 1 << 20;
  std::string out;
  open = 0;
  bool stride = false;
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const char c = layout[i];
    if (c == ':') stride = true;
    if (c == 'o' && layout.substr(i, 2) == "o ") stride = false;
    if (c != '?') {
      out.push_back(c);
      continue;
    }
    ++open;
    std::int64_t divisor = 1;
    if (layout.substr(i + 1, 1) == "{") {
      const std::size_t close = std::min(layout.find('}', i), layout.size());
      const std::string_view facts = layout.substr(i + 2, close - i - 2);
      if (const std::size_t div = facts.find("div="); div != std::string_view::npos) {
        divisor = 0;
        for (std::size_t k = div + 4; k < facts.size() && facts[k] >= '0' && facts[k] <= '9' && divisor < 100'000'000;
             ++k)
          divisor = divisor * 10 + (facts[k] - '0');
        divisor = std::max<std::int64_t>(divisor, 1);
      }
      i = close;
    }
    append_all(out, divisor * (stride ? far : 3));
  }
  return out;
}

struct Instruction {
  std::string name;  // name in CUTLASS
  Message refused;
};

Instruction refuse(const Message& why) { return {{}, why}; }

// Reads a copy atom: Copy_Atom<Operation, T>.
Instruction copy_instruction(std::string_view type) {
  const auto arguments = arguments_of(type);
  std::string_view kind = type.substr(0, type.find('<'));
  kind = kind.substr(kind.rfind('.') + 1);
  std::string_view element = arguments.empty() ? std::string_view() : arguments[0];
  if (const std::string_view named = value_of(arguments, "val_type"); !named.empty()) element = named;
  const ElementName* of = element_named(element);
  if (of == nullptr) return refuse(say("the element type '{}' is not known", element));
  std::string bits;
  int data_paths = 0;
  int tmem_bits = 0;
  std::string times;
  for (const std::string_view one : arguments) {
    const auto number = [&] {
      int out = 0;
      for (const char c : one) {
        if (c < '0' || c > '9' || out > 100'000) break;
        out = out * 10 + (c - '0');
      }
      return out;
    };
    if (one.ends_with(" b")) bits = std::string(one.substr(0, one.size() - 2));
    if (one.ends_with(" DP")) data_paths = number();
    if (one.ends_with(" bit")) tmem_bits = number();
    if (one.size() > 1 && one[0] == 'x' && one[1] >= '0' && one[1] <= '9') times = std::string(one.substr(1));
  }
  std::string operation;
  if (kind == "universal_copy") {
    operation = cat("UniversalCopy<", bits.empty() ? std::string(of->cutlass) : cat("uint", bits, "_t"), '>');
  } else if (kind == "simt_async_copy") {
    const bool always = value_of(arguments, "cache") == "always";
    operation = cat("SM80_CP_ASYNC_CACHE", always ? "ALWAYS" : "GLOBAL", "<uint", bits, "_t>");
  } else if (kind == "ldsm" || kind == "stsm") {
    const std::string_view count = value_of(arguments, "num_matrices");
    if (count != "1" && count != "2" && count != "4") return refuse(say("{} moves 1, 2 or 4 matrices", kind));
    if (const std::string_view pattern = value_of(arguments, "sz_pattern"); !pattern.empty() && pattern != "u16")
      return refuse(say("only matrices of 16-bit elements are in the tables of {}", kind));
    operation = matrix_copy_name(kind == "ldsm", has(arguments, "t"), count[0] - '0');
  } else if (kind == "tmem_load" || kind == "tmem_store") {
    operation =
        cat("SM100_TMEM_", kind == "tmem_load" ? "LOAD" : "STORE", '_', data_paths, "dp", tmem_bits, 'b', times, 'x');
    for (const std::string_view word : {"pack16b", "pack", "unpack16b", "unpack"}) {
      if (has(arguments, word)) operation += kind == "tmem_load" ? "_16b" : "_16b";
    }
  } else {
    return refuse(say("the copy '{}' is not in the tables", kind));
  }
  return {cat("Copy_Atom<", operation, ',', of->cutlass, '>'), {}};
}

std::string_view major(std::string_view word) { return word == "mn" ? "MN" : "K"; }

Instruction mma_instruction(std::string_view type) {
  const auto arguments = arguments_of(type);
  std::string_view kind = type.substr(0, type.find('<'));
  kind.remove_prefix(std::min(kind.size(), std::string_view("!cute_nvgpu.").size()));
  const auto refused = [&] { return refuse(say("the MMA '{}' is not in the tables", kind)); };
  if (arguments.size() < 2) return refused();
  const std::string_view shape = arguments[0];
  if (kind == "atom.universal_fma") {
    const auto elements = listed(arguments[1]);
    const ElementName* a = elements.empty() ? nullptr : element_named(elements[0]);
    if (a == nullptr) return refused();
    return {cat("UniversalFMA<", a->cutlass, ',', a->cutlass, ',', a->cutlass, ',', a->cutlass, '>'), {}};
  }
  const auto elements = listed(value_of(arguments, "elem_type"));
  if (elements.size() < 3) return refused();
  const ElementName* a = element_named(elements[0]);
  const ElementName* b = element_named(elements[1]);
  const ElementName* c = element_named(elements[2]);
  for (std::size_t i = 0; i < 3; ++i) {
    if (element_named(elements[i]) == nullptr) return refuse(say("the element type '{}' is not known", elements[i]));
  }
  const auto majors = listed(value_of(arguments, "ab_major"));
  const std::string_view major_a = majors.size() == 2 ? major(majors[0]) : "K";
  const std::string_view major_b = majors.size() == 2 ? major(majors[1]) : "K";
  const std::string_view from = value_of(arguments, "frag_kind");
  if (kind == "sm80.mma") return {cat("SM80_", shape, '_', c->code, a->code, b->code, c->code, "_TN"), {}};
  if (kind == "sm90.mma") {
    const bool eight = a->code == "E4M3" || a->code == "E5M2" || a->code == "S8" || a->code == "U8";
    const std::string head = cat("SM90_", shape, '_', c->code, a->code, b->code, '_', from == "rs" ? "RS" : "SS");
    if (eight || a->code == "TF32") return {cat(head, "_TN"), {}};
    return {cat(head, "<GMMA::Major::", major_a, ",GMMA::Major::", major_b, '>'), {}};
  }
  if (kind != "sm100.mma") return refused();
  std::vector<std::string_view> mnk;
  for (std::string_view rest = shape; !rest.empty();) {
    const std::size_t x = std::min(rest.find('x'), rest.size());
    mnk.push_back(rest.substr(0, x));
    rest.remove_prefix(std::min(x + 1, rest.size()));
  }
  if (mnk.size() != 3) return refused();
  const bool pair = value_of(arguments, "num_cta") == "2";
  const std::string_view source = from == "ts" ? "TS" : "SS";
  const std::string_view family = a->code == "F16" || a->code == "BF16" ? "F16BF16"
                                  : a->code == "TF32"                   ? "TF32"
                                  : a->code == "S8" || a->code == "U8"  ? "S8"
                                                                        : "F8F6F4";
  return {cat("SM100_MMA_", family, pair ? "_2x1SM_" : "_", source, '<', a->cutlass, ',', b->cutlass, ',', c->cutlass,
              ',', mnk[0], ',', mnk[1], ",UMMA::Major::", major_a, ",UMMA::Major::", major_b, '>'),
          {}};
}

void set(ReadType& out, std::string_view before, std::string_view layout, std::string_view behind = {}) {
  out.expression = cat(before, layout, behind);
  out.filled = cat(before, filled(layout, Fill::odd, out.open), behind);
  out.spread = cat(before, filled(layout, Fill::spread, out.open), behind);
}

}  // namespace

bool is_cute_type(std::string_view type) { return type.starts_with("!cute") && form_of(type) != Form::none; }

ReadType read_cute_type(const Module&, const ModuleType& type) {
  ReadType out;
  const std::string_view text = type.text;
  const Form form = form_of(text);
  const std::string_view layout = last_quoted(text);
  if (layout.empty() && form != Form::tiled_copy && form != Form::tiled_mma) {
    out.refused = say("it does not contain a layout in quotation marks");
    return out;
  }
  if (form == Form::layout) {
    out.stem = "layout";
    set(out, "", with_swizzles(layout));
  } else if (form == Form::tile) {
    out.stem = "tile";
    set(out, "", tiler_of(layout));
  } else if (form == Form::descriptors) {
    out.kind = XrayKind::tensor;
    out.stem = "descriptors";
    set(out, "", layout);
  } else if (form == Form::memory || form == Form::coordinates) {
    out.kind = XrayKind::tensor;
    out.stem = form == Form::memory ? "tensor" : "coordinates";
    set(out, "", text.substr(std::string_view("!cute.").size()));
  } else if (form == Form::tma) {
    out.kind = XrayKind::copy;
    out.stem = "tma";
    const std::string_view box = quoted_after(text, "tma_gbasis");
    if (box.empty()) {
      out.refused = say("it does not contain a tma_gbasis");
      return out;
    }
    set(out, "", box);
  } else {
    const bool copy = form == Form::tiled_copy;
    out.kind = copy ? XrayKind::copy : XrayKind::mma;
    out.stem = copy ? "copy" : "mma";
    const std::string_view head = copy ? "!cute.tiled_copy<" : "!cute.tiled_mma<";
    const bool tiled = text.starts_with(head);
    const std::string_view atom = tiled ? text.substr(head.size()) : text;
    const Instruction instruction = copy ? copy_instruction(atom) : mma_instruction(atom);
    const std::string_view tv = quoted_after(text, "layout_copy_tv");
    const std::string_view tiler = quoted_after(text, "tiler_mn");
    if (instruction.name.empty()) {
      out.refused = instruction.refused;
    } else if (!tiled) {
      set(out, instruction.name, "");
    } else if (!copy) {
      const std::string_view atoms = quoted_after(text, "atom_layout_MNK");
      const std::string_view permutation = quoted_after(text, "permutation_MNK");
      std::string rest(atoms.empty() ? "(1,1,1):(0,0,0)" : atoms);
      if (!permutation.empty()) append_all(rest, ", ", tiler_of(permutation));
      set(out, cat("make_tiled_mma(", instruction.name, ", "), rest, ")");
    } else if (tv.empty() || tiler.empty()) {
      out.refused = say("a tiled copy needs layout_copy_tv and tiler_mn");
    } else {
      set(out, cat("make_tiled_copy_impl(", instruction.name, ", "), cat(tv, ", ", tiler_of(tiler)), ")");
    }
  }
  return out;
}

}  // namespace stridescope::ir
