// Shared memory of TileLang: alloc_shared(shape, dtype) is by rows; make_swizzled_layout and its relatives cut rows
// into panels of 128, 64 or 32 bytes, whose 16-byte units are exchanged within 8 rows, or pad them. Source:
// tile-ai/tilelang src/layout/gemm_layouts.cc (MakeFullBankSwizzleLayout2D, MakeHalf..., MakeQuarter...,
// makeGemmABLayout, makeGemmABLayoutPadded), tilelang/layout/swizzle.py.
#include <array>

#include "core/base/text.h"
#include "core/interchange/panels.h"
#include "core/interchange/tilelang.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

// What it makes of a buffer; units: of 16 bytes in a panel, 0 by the rule, 1 padded rows, -1 plain rows.
struct Maker {
  std::string_view name;
  int units;
};
constexpr Maker makers[] = {
    {"alloc_shared", -1},
    {"make_linear_layout", -1},
    {"make_swizzled_layout", 0},
    {"make_full_bank_swizzled_layout", 8},
    {"make_half_bank_swizzled_layout", 4},
    {"make_quarter_bank_swizzled_layout", 2},
};

std::int64_t bits_of(std::string_view type) {
  if (type == "bfloat16") return 16;
  if (type.starts_with("float8") || type.starts_with("e4m3") || type.starts_with("e5m2")) return 8;
  const std::size_t digits = type.find_first_of("0123456789");
  const std::string_view kind = type.substr(0, digits);
  const std::string_view number = digits == std::string_view::npos ? std::string_view() : type.substr(digits);
  if (kind != "float" && kind != "int" && kind != "uint") return 0;
  return number == "8" ? 8 : number == "16" ? 16 : number == "32" ? 32 : number == "64" ? 64 : 0;
}

}  // namespace

bool is_tilelang_buffer(std::string_view word) {
  for (const Maker& one : makers) {
    if (one.name == word) return true;
  }
  return false;
}

Value read_tilelang_buffer(Scanner& in, std::string_view word, const ForeignShape& given) {
  int units = 0;
  for (const Maker& one : makers) {
    if (one.name == word) units = one.units;
  }
  ForeignShape shape = given;
  in.expect("(");
  if (in.at("(") || in.at("[")) {
    const std::string_view close = in.accept("(") ? ")" : (in.expect("["), "]");
    ForeignShape told;
    while (in.ok() && !in.accept(close)) {
      told.push_back(in.integer());
      in.accept(",");
    }
    if (shape.empty()) shape = told;
    in.accept(",");
  }
  const std::size_t place = in.position();
  const std::string_view type = in.at_quote() ? in.quoted() : in.word();
  const std::int64_t bits = bits_of(type);
  if (in.ok() && bits == 0) in.fail_at(place, say("expected a type such as float16"));
  const std::string_view options = in.accept(",") ? in.until(")") : std::string_view();
  in.expect(")");
  if (in.ok() && !in.at_end()) in.fail(say("expected the end of the layout"));
  if (in.ok() && (shape.empty() || shape.size() > max_foreign_rank))
    in.fail(say("give the shape: tilelang(\"...\", (M,N))"));
  for (const std::int64_t extent : shape) {
    if (in.ok() && (extent < 1 || extent > (std::int64_t{1} << 24)))
      in.fail(say("an extent of {}; a buffer has from 1 to 2^24", extent));
  }
  if (!in.ok()) return static_int(0);
  Arith& arith = in.arith();
  const std::size_t rank = shape.size();
  const std::int64_t columns = shape[rank - 1];
  const std::int64_t rows = rank > 1 ? shape[rank - 2] : 1;
  const std::int64_t vector = 128 / bits;
  const bool k_outer = options.find("k_major=False") != std::string_view::npos ||
                       options.find("k_major = False") != std::string_view::npos;
  if (units == 0) {
    if (bits == 64) {
      arith.fail(ErrorCode::unsupported, say("tilelang: the swizzled layouts of 64-bit elements are not read"));
      return static_int(0);
    }
    units = k_outer && bits == 8 ? 1 : columns % (8 * vector) == 0 ? 8 : columns % (4 * vector) == 0 ? 4 : 1;
  }
  if (units > 1 && (rank < 2 || rows % 8 != 0 || columns % (units * vector) != 0)) {
    arith.fail(ErrorCode::unsupported,
               say("tilelang: {} rows of {} elements: a swizzle wants rows in eights and multiples of {} elements",
                   rows, columns, units * vector));
    return static_int(0);
  }
  const std::int64_t panel = units > 1 ? units * vector : columns;
  const std::int64_t row = units == 1 && bits * columns % 256 == 0 ? columns + vector : panel;
  LayoutBuilder out(arith);
  if (rank > 1) out.open();
  std::int64_t outer = rows * (row > panel ? row : columns);
  std::vector<std::int64_t> strides(rank);
  for (std::size_t i = rank > 1 ? rank - 2 : 0; i-- > 0;) {
    strides[i] = outer;
    outer = arith.mul(dynamic_int(outer), dynamic_int(shape[i])).value;
  }
  if (arith.failed()) return static_int(0);
  for (std::size_t i = 0; i + 2 < rank; ++i) out.mode(static_int(shape[i]), static_int(strides[i]));
  if (rank > 1) out.mode(static_int(rows), static_int(row));
  add_columns(out, columns, panel, rows * panel);
  if (rank > 1) out.close();
  const Layout layout = arith.intact(out.take());
  if (units < 2) return to_value(AnyLayout(layout));
  // Units of 16 bytes by the row within eight, halved where a panel holds four of them, quartered where two.
  const int field = units == 8 ? 3 : units == 4 ? 2 : 1;
  const int base = vector == 16 ? 4 : vector == 8 ? 3 : vector == 4 ? 2 : 1;
  return to_value(compose(Swizzle{field, base, 3}, SwizzleOffset(static_int(0)), layout));
}

}  // namespace stridescope
