// The texts of builtins.def, separate from the evaluator, which does not need them.
#include "core/base/text.h"
#include "core/functions/builtin.h"

namespace stridescope {
namespace {

constexpr Documentation documentation[] = {
#define STRIDESCOPE_BUILTIN(name, min_t, max_t, min_a, max_a, signature, doc, example, ...) \
  {signature, term(doc), example},
#include "core/functions/builtins.def"
#undef STRIDESCOPE_BUILTIN
};

}  // namespace

const Documentation& documentation_of(const Builtin& builtin) { return documentation[&builtin - builtins().data()]; }

std::string first_sentence(const std::string& paragraph) {
  for (const std::string_view end : {". ", "。"}) {
    if (const std::size_t at = paragraph.find(end); at != std::string::npos)
      return paragraph.substr(0, at + end.size() - (end == ". "));
  }
  return paragraph;
}

std::string signatures(const Builtin& builtin, std::string_view between) {
  static constexpr std::string_view gap = "   ";
  std::string out;
  for (std::string_view rest = documentation_of(builtin).signature; !rest.empty();) {
    const std::size_t end = std::min(rest.find(gap), rest.size());
    append_all(out, out.empty() ? "" : between, rest.substr(0, end));
    rest.remove_prefix(std::min(end + gap.size(), rest.size()));
  }
  return out;
}

Message signature_words(const Builtin& builtin) {
  const std::string all = signatures(builtin, "\n");
  Message out;
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t end = line_end(rest, 0);
    const Message one = Message::verbatim(rest.substr(0, end));
    out = out.empty() ? one : say("{} or {}", out, one);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

bool takes_mode(const Builtin& builtin) {
  return documentation_of(builtin).signature.substr(builtin.name.size()).starts_with("<I");
}

namespace {

std::string_view example_of_parameter(const Builtin& builtin, std::size_t i) {
  struct Example {
    std::string_view parameter;
    std::string_view value;
  };
  static constexpr std::string_view layout = "(4,8):(1,4)";
  static constexpr std::string_view tensor = "make_tensor(make_gmem_ptr<half_t>(0), (4,8):(1,4))";
  static constexpr std::string_view mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)";
  static constexpr std::string_view copy =
      "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8))";
  static constexpr Example examples[] = {
      {"A", layout},
      {"B", layout},
      {"C", layout},
      {"L", layout},
      {"P", layout},
      {"S", layout},
      {"D", layout},
      {"TV", layout},
      {"t", layout},
      {"block", layout},
      {"smem", layout},
      {"gmem", layout},
      {"src", layout},
      {"dst", layout},
      {"threads", layout},
      {"values", layout},
      {"T", tensor},
      {"part", tensor},
      {"shared", tensor},
      {"global", tensor},
      {"tensor", tensor},
      {"mma", mma},
      {"tiled_mma", mma},
      {"tiling", copy},
      {"copy", copy},
      {"thread", "0"},
      {"iterator", "make_gmem_ptr<half_t>(0)"},
      {"type", "half_t"},
      {"tma", "make_tma_atom((64,64):(64,1), (64,64):(64,1), half_t)"},
  };
  std::string_view rest = documentation_of(builtin).signature;
  rest = rest.substr(0, rest.find("   "));
  const std::size_t open = rest.find('(');
  rest = rest.substr(std::min(open + 1, rest.size()), rest.rfind(')') - open - 1);
  for (; i > 0 && !rest.empty(); --i) rest.remove_prefix(std::min(rest.find(','), rest.size() - 1) + 1);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  const std::string_view parameter = rest.substr(0, rest.find(','));
  if (parameter == "atom") {
    if (builtin.name.starts_with("tma")) return "make_tma_atom((64,64):(64,1), (64,64):(64,1), half_t)";
    return builtin.name.find("copy") != std::string_view::npos ? "Copy_Atom<UniversalCopy<uint128_t>,half_t>"
                                                               : "SM80_16x8x16_F32F16F16F32_TN";
  }
  for (const Example& example : examples) {
    if (example.parameter == parameter) return example.value;
  }
  return "128";
}

}  // namespace

// The name decides whether a slice belongs to a TiledCopy or a TiledMMA.
std::string_view example_argument(const Builtin& builtin, std::size_t i, std::size_t count, std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  const bool names_mma = has("mma") || has("MMA") || has("Mma");
  const bool sliced = documentation_of(builtin).signature.find("(get_slice(") != std::string_view::npos;
  if (sliced && count == 2) {  // thr_mma.partition_C(T): a slice contains its thread
    if (i == 1) return example_of_parameter(builtin, 2);
    return example_of_parameter(builtin, 0).starts_with("make_tiled_mma(")
               ? "get_slice(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN), 0)"
               : "get_slice(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8)), 0)";
  }
  const std::string_view example = example_of_parameter(builtin, i);
  return names_mma && example.starts_with("make_tiled_copy(")
             ? "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1))"
             : example;
}

}  // namespace stridescope
