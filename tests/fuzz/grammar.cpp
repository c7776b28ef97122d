// Makes programs from the productions of the grammar, with small sizes, and calls that match the functions' signatures.
#include "tests/fuzz/grammar.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/functions/builtin.h"

namespace stridescope::fuzz {
namespace {

constexpr std::string_view extremes[] = {"0",
                                         "_0",
                                         "-1",
                                         "_-1",
                                         "-7",
                                         "_-7",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "_-9223372036854775808",
                                         "4611686018427387904",
                                         "_4294967296",
                                         "2147483648",
                                         "_2147483647",
                                         "_65536",
                                         "16777216",
                                         "999999937",
                                         "_1@0",
                                         "3@1",
                                         "_2@0@1",
                                         "_"};
constexpr std::string_view swizzles[] = {"Sw<3,4,3>", "Sw<2,3,3>",  "Sw<1,2,3>",  "Sw<0,4,3>", "Sw<3,3,3>",
                                         "Sw<1,0,1>", "Sw<2,0,-2>", "Sw<3,2,-3>", "Sw<2,1,2>"};
constexpr std::string_view types[] = {"half_t", "float", "double", "int8_t", "uint4b_t", "uint1b_t", "float_e4m3_t"};
constexpr std::string_view words[] = {"load", "store", "ldmatrix", "stmatrix", "src", "dst",   "A",      "B",
                                      "C",    "sm90",  "wgmma",    "tma",      "mma", "SW128", "half_t", "0x10"};
constexpr std::string_view atoms[] = {"SM80_16x8x16_F32F16F16F32_TN",
                                      "SM80_16x8x8_F16F16F16F16_TN",
                                      "SM75_8x8x16_S32S8S8S32_TN",
                                      "SM70_8x8x4_F16F16F16F16_NT",
                                      "SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>",
                                      "SM90_64x8x16_F16F16F16_RS<GMMA::Major::K,GMMA::Major::MN>",
                                      "UniversalFMA<float>",
                                      "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::K>",
                                      "SM75_U32x4_LDSM_N",
                                      "SM75_U16x8_LDSM_T",
                                      "SM90_U32x2_STSM_N",
                                      "Copy_Atom<SM75_U32x4_LDSM_N,half_t>",
                                      "Copy_Atom<UniversalCopy<uint128_t>,half_t>",
                                      "Copy_Atom<UniversalCopy<float>,float>",
                                      "Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>",
                                      "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>",
                                      "SM90_TMA_LOAD",
                                      "GMMA::Layout_K_SW64_Atom<half_t>",
                                      "GMMA::Layout_MN_SW32_Atom<float>",
                                      "SM100_TMEM_LOAD_32dp32b4x"};
constexpr std::string_view names[] = {"A", "B", "L", "x"};

}  // namespace

std::string Grammar::small() {
  static constexpr std::string_view powers[] = {"2", "4", "8", "16", "32", "64", "128", "256"};
  if (random_.one_in(4)) return std::string(random_.of(powers));
  return std::to_string(random_.one_in(8) ? random_.below(40) : 1 + random_.below(6));
}

std::string Grammar::integer() {
  if (random_.one_in(24)) return std::string(random_.of(extremes));
  return (random_.one_in(2) ? "_" : "") + small();
}

std::string Grammar::profile(int depth) {
  if (depth == 0 || random_.one_in(3)) return "#";
  std::string out = "(";
  const std::size_t rank = random_.one_in(24) ? 0 : 1 + random_.below(3);
  for (std::size_t i = 0; i < rank; ++i) out += (i > 0 ? "," : "") + profile(random_.one_in(3) ? depth - 1 : 0);
  return out + ")";
}

std::string Grammar::filled(std::string_view profile, const std::vector<std::int64_t>& leaves) {
  const std::size_t statics = random_.below(3);  // all, none, some
  std::string out;
  std::size_t at = 0;
  for (const char c : profile) {
    if (c != '#') {
      out += c;
      continue;
    }
    if (statics == 0 || (statics == 2 && random_.one_in(2))) out += '_';
    out += std::to_string(leaves[at++]);
  }
  return out;
}

std::string Grammar::tuple() {
  const std::string form = profile(3);
  std::string out;
  for (const char c : form) out += c == '#' ? integer() : std::string(1, c);
  return out;
}

std::string Grammar::layout() {
  const std::string form = profile(3);
  const auto leaves = static_cast<std::size_t>(std::count(form.begin(), form.end(), '#'));
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides(leaves, 0);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < leaves; ++i) {
    extents.push_back(random_.one_in(2) ? std::int64_t{1} << random_.below(4)
                                        : static_cast<std::int64_t>(1 + random_.below(6)));
    order.push_back(i);
  }
  for (std::size_t i = leaves; random_.one_in(2) && i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
  std::int64_t step = 1;
  for (const std::size_t i : order) {
    strides[i] = step;
    step *= extents[i];
    if (random_.one_in(6)) step += static_cast<std::int64_t>(random_.below(4));
  }
  if (leaves > 0 && random_.one_in(3)) {
    strides[random_.below(leaves)] = random_.one_in(3) ? 0 : static_cast<std::int64_t>(random_.below(17)) - 3;
  }
  std::string out = filled(form, extents) + ":" + filled(form, strides);
  if (random_.one_in(12)) out += random_.one_in(2) ? "@0" : "@1";
  return out;
}

std::string Grammar::swizzled() {
  std::string out(random_.of(swizzles));
  if (random_.one_in(4)) return out;
  return out + " o " + (random_.one_in(3) ? integer() : "0") + " o " + layout();
}

std::string Grammar::tiler() {
  if (random_.one_in(3)) return random_.one_in(2) ? layout() : tuple();
  std::string out = "<";
  for (std::size_t i = 0, rank = 1 + random_.below(3); i < rank; ++i) {
    out += (i > 0 ? "," : "") + (random_.one_in(6) ? "_" : random_.one_in(2) ? integer() : layout());
  }
  return out + ">";
}

std::string Grammar::tensor() {
  switch (random_.below(5)) {
    case 0:
      return "make_tensor(counting_iter(" + integer() + "), " + layout() + ")";
    case 1:
      return "make_identity_tensor(" + tuple() + ")";
    case 2:
      return cat("smem_ptr[", small(), "b](0x", small(), ") o ", layout());
    case 3:
      return cat("make_tensor(make_gmem_ptr<", random_.of(types), ">(0), ", layout(), ")");
    default:
      return "ArithTuple(_0,_0) o " + layout();
  }
}

std::string Grammar::morphism() {
  const std::size_t rank = random_.below(4);
  std::string domain = "(";
  std::string map = "(";
  for (std::size_t i = 0; i < rank; ++i) {
    domain += (i > 0 ? "," : "") + small();
    map += (i > 0 ? "," : "") + (random_.one_in(4) ? std::string("*") : std::to_string(1 + random_.below(4)));
  }
  return domain + ")--" + map + ")-->" + tuple();
}

std::string Grammar::atom() { return std::string(random_.of(atoms)); }

std::string Grammar::argument(std::string_view parameter, int depth) {
  const auto option = parameter.find('=');
  if (option != std::string_view::npos) {
    return std::string(parameter.substr(0, option + 1)) + argument(parameter.substr(option + 1), depth);
  }
  if (random_.one_in(10)) return value(depth);
  static constexpr std::string_view as_layout[] = {"L", "A", "B",      "P",    "TV",   "threads", "values", "block",
                                                   "R", "M", "layout", "smem", "gmem", "data",    "src",    "dst"};
  static constexpr std::string_view as_integer[] = {"i", "n", "a", "b", "start", "N", "index", "thread", "address"};
  static constexpr std::string_view as_tuple[] = {"t", "shape", "S", "stride", "c", "order", "profile", "from", "to"};
  static constexpr std::string_view as_atom[] = {"atom", "mma", "copy", "tiling", "tiled_mma", "operation"};
  const auto is = [&](const auto& list) {
    return std::find(std::begin(list), std::end(list), parameter) != std::end(list);
  };
  if (is(as_layout)) return random_.one_in(6) ? swizzled() : layout();
  if (is(as_integer)) return integer();
  if (is(as_tuple)) return random_.one_in(4) ? layout() : tuple();
  if (parameter == "T" || parameter == "tensor") return tensor();
  if (parameter == "tiler" || parameter == "inside" || parameter == "tile") return tiler();
  if (is(as_atom) && !random_.one_in(3)) return atom();
  if (parameter.starts_with('"')) return random_.one_in(3) ? cat('"', random_.of(words), '"') : std::string(parameter);
  return value(depth);
}

std::string Grammar::call(int depth) {
  const Builtin& function = random_.of(builtins());
  if (random_.one_in(3)) {
    std::string out(documentation_of(function).example);
    if (random_.one_in(2)) change(out, {});
    return out;
  }
  // One of the signatures, which three blanks separate.
  std::string_view signature = documentation_of(function).signature;
  for (std::size_t end = signature.find("   "); end != std::string_view::npos && random_.one_in(2);) {
    signature.remove_prefix(end + 3);
    end = signature.find("   ");
  }
  signature = signature.substr(0, signature.find("   "));
  std::string out(function.name);
  const bool list = function.max_template_args > 0 && (function.min_template_args > 0 || random_.one_in(2));
  if (list) {
    const int most = std::min<int>(function.max_template_args, function.min_template_args + 2);
    const std::size_t count = random_.one_in(12)
                                  ? random_.below(4)
                                  : static_cast<std::size_t>(function.min_template_args) +
                                        random_.below(static_cast<std::size_t>(most - function.min_template_args + 1));
    out += '<';
    for (std::size_t i = 0; i < count; ++i)
      out += (i > 0 ? "," : "") + (random_.one_in(2) ? small() : std::to_string(random_.below(3)));
    out += '>';
  }
  out += '(';
  const std::size_t open = signature.find('(');
  std::size_t begin = open == std::string_view::npos ? signature.size() : open + 1;
  int nesting = 0;
  bool first = true;
  for (std::size_t i = begin; i < signature.size(); ++i) {
    const char c = signature[i];
    nesting += c == '(' || c == '<' ? 1 : 0;
    if (nesting == 0 && (c == ',' || c == ')')) {
      std::string_view parameter = signature.substr(begin, i - begin);
      while (parameter.starts_with(' ')) parameter.remove_prefix(1);
      const bool many = parameter.ends_with("...");
      if (many) parameter.remove_suffix(3);
      const std::size_t count = random_.one_in(24) ? 0 : many ? random_.below(4) : 1;
      for (std::size_t k = 0; k < count && !parameter.empty(); ++k) {
        out += (first ? "" : ",") + argument(parameter, depth - 1);
        first = false;
      }
      begin = i + 1;
      if (c == ')') break;
    }
    nesting -= c == ')' || c == '>' ? 1 : 0;
  }
  return out + ")";
}

std::string Grammar::value(int depth) {
  switch (random_.below(depth > 0 ? 24 : 12)) {
    case 0:
    case 1:
      return integer();
    case 2:
    case 3:
      return tuple();
    case 4:
      return swizzled();
    case 5:
      return std::string(random_.of(names));
    case 6:
      return random_.one_in(3) ? cat('"', random_.of(words), '"') : tiler();
    case 7:
      return random_.one_in(2) ? morphism() : atom();
    case 8:
      return random_.one_in(2)   ? tensor()
             : random_.one_in(2) ? "LayoutRight"
                                 : "make_layout(" + tuple() + "," + tuple() + ")";
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
    case 17:
      return call(depth - 1);
    case 18:
      return value(0) + " o " + value(depth - 1);
    case 19:
      return value(depth - 1) + (random_.one_in(2) ? " / " : " % ") + value(0);
    case 20:
      return value(0) + (random_.one_in(2) ? " ⊘ " : " ⊗ ") + value(0);
    case 21:
      return std::string(random_.of(names)) + tuple();
    case 22:
      return "(" + value(depth - 1) + "," + value(0) + ")";
    case 23:
      return tuple() + ":" + tuple();
    default:
      return layout();
  }
}

std::string Grammar::statement() {
  if (random_.one_in(2)) return value(2);
  return cat(random_.of(names), " = ", value(2));
}

// A call whose result has a law.
std::string Grammar::operation() {
  static constexpr std::string_view of_one[] = {"coalesce",  "filter",     "right_inverse", "left_inverse",
                                                "nullspace", "complement", "upcast<2>",     "downcast<2>",
                                                "flatten",   "coalesce",   "upcast<4>",     "downcast<4>"};
  static constexpr std::string_view of_two[] = {
      "composition",    "composition",   "composition",  "logical_divide",    "logical_product",
      "zipped_divide",  "tiled_divide",  "flat_divide",  "blocked_product",   "raked_product",
      "zipped_product", "tiled_product", "flat_product", "max_common_layout", "max_common_vector"};
  switch (random_.below(8)) {
    case 0:
    case 1:
      return cat(random_.of(of_one), '(', layout(), ')');
    case 2:
      return cat("complement(", layout(), ", ", integer(), ')');
    case 3:
      return cat(random_.one_in(2) ? "coalesce(" : "tile_to_shape(", layout(), ", ", tuple(), ')');
    case 4:
      return cat(random_.of(of_two), '(', random_.one_in(3) ? swizzled() : layout(), ", ", tiler(), ')');
    default:
      return cat(random_.of(of_two), '(', layout(), ", ", layout(), ')');
  }
}

}  // namespace stridescope::fuzz
