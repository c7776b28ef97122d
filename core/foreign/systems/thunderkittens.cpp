// ThunderKittens: tiles in shared memory are panels as wide as their swizzle, whose 16-byte units are exchanged within
// 8 rows; tiles in registers are 16x16 blocks, as in mma.sync. Source: HazyResearch/ThunderKittens
// include/types/shared/st.cuh (swizzle_bytes, idx) and include/types/register/ rt_base.cuh, rt.cuh;
// include/ops/warp/memory/tile/shared_to_register.cuh for the elements of a lane.
#include "core/base/text.h"
#include "core/facts/equality.h"
#include "core/facts/offsets.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/panels.h"
#include "core/foreign/systems/scanner.h"

namespace stridescope {
namespace {

struct ElementName {
  std::string_view name;
  std::int64_t bytes;
};
constexpr ElementName elements[] = {
    {"fl", 4},  {"float", 4},   {"bf", 2},      {"bf16", 2},    {"hf", 2},  {"half", 2},
    {"int", 4}, {"fp8e4m3", 1}, {"fp8e5m2", 1}, {"fp8e8m0", 1}, {"fp8", 1},
};

std::int64_t bytes_of(std::string_view name) {
  for (const ElementName& e : elements) {
    if (e.name == name) return e.bytes;
  }
  return 0;
}

// The widest of 128, 64 and 32 bytes that divides a row.
std::int64_t panel_bytes(std::int64_t row_bytes) { return row_bytes % 128 == 0 ? 128 : row_bytes % 64 == 0 ? 64 : 32; }

AnyLayout shared_tile(Arith& arith, std::int64_t bytes, std::int64_t rows, std::int64_t columns, bool swizzle) {
  LayoutBuilder out(arith);
  out.open();
  const std::int64_t panel = swizzle ? panel_bytes(columns * bytes) / bytes : columns;
  out.mode(static_int(rows), static_int(panel));
  add_columns(out, columns, panel, rows * panel);
  out.close();
  const Layout layout = arith.intact(out.take());
  if (!swizzle) return layout;
  // On bytes, the address bits from 7 on are XORed into those from 4 on; 128 bytes: 3 bits, 64: 2, 32: 1.
  const int bits = panel * bytes == 128 ? 3 : panel * bytes == 64 ? 2 : 1;
  const int base = bytes == 1 ? 4 : bytes == 2 ? 3 : 2;
  return compose(Swizzle{bits, base, 3}, SwizzleOffset(static_int(0)), layout);
}

// (lane, value) of a warp: two neighbors, 8 rows below, 8 columns further; then blocks along a row, then rows of
// blocks.
Layout register_tile(Arith& arith, std::int64_t rows, std::int64_t columns, bool by_column) {
  const std::int64_t along = by_column ? 1 : rows;   // from one neighbor to the next
  const std::int64_t across = by_column ? rows : 1;  // from one group of four lanes to the next
  LayoutBuilder out(arith);
  out.open();
  out.open();
  out.mode(static_int(4), static_int(2 * along));
  out.mode(static_int(8), static_int(across));
  out.close();
  out.open();
  out.mode(static_int(2), static_int(along));
  out.mode(static_int(2), static_int(8 * across));
  out.mode(static_int(2), static_int(8 * along));
  if (columns > 16) out.mode(static_int(columns / 16), static_int(16 * rows));
  if (rows > 16) out.mode(static_int(rows / 16), static_int(16));
  out.close();
  out.close();
  return arith.intact(out.take());
}

}  // namespace

Value read_thunderkittens(Arith& arith, std::string_view text, const ForeignShape& shape) {
  Scanner in(arith, "thunderkittens", text);
  while (in.accept_word("kittens")) in.expect("::");
  const std::size_t begin = in.position();
  const std::string_view word = in.word();
  const bool shared = word.starts_with("st");
  if (!shared && !word.starts_with("rt")) in.fail_at(begin, say("expected st_bf<R,C>, rt_fl<R,C> or a similar type"));
  std::int64_t bytes = word.size() > 3 && word[2] == '_' ? bytes_of(word.substr(3)) : 0;
  ForeignShape extents;
  bool by_column = false;
  bool swizzle = true;
  if (in.accept("<")) {
    if (word.size() == 2) bytes = bytes_of(in.word());
    if (word.size() == 2) in.expect(",");
    while (in.ok() && !in.accept(">")) {
      if (in.at_integer()) {
        extents.push_back(in.integer());
      } else {
        const std::size_t at = in.position();
        const std::string_view option = [&] {
          std::string_view last = in.word();
          while (in.accept("::")) last = in.word();
          return last;
        }();
        if (option == "col" || option == "col_l") {
          by_column = true;
        } else if (option == "false") {
          swizzle = false;
        } else if (option != "row" && option != "row_l" && option != "true") {
          in.fail_at(at, say("'{}' is not an option of a tile", option));
        }
      }
      if (!in.accept(",") && !in.at(">")) in.expect(">");
    }
  } else {
    in.expect("<");
  }
  if (!in.at_end()) in.fail(say("expected the end of the type"));
  if (!shape.empty()) extents = shape;
  if (in.ok() && bytes == 0) in.fail_at(begin, say("'{}' is not a known element type", word));
  if (in.ok() && (extents.size() != 2 || extents[0] < 16 || extents[1] < 16 || extents[0] % 16 != 0 ||
                  extents[1] % 16 != 0 || extents[0] > 1 << 20 || extents[1] > 1 << 20))
    in.fail_at(begin, say("a tile must have rows and columns that are multiples of 16"));
  if (in.ok() && shared && swizzle && extents[1] * bytes % 32 != 0)
    in.fail_at(begin, say("a row of {} {byte|bytes} is not a multiple of 32", extents[1] * bytes));
  if (in.ok() && !shared && bytes == 1)
    in.fail_at(begin, say("register tiles of 8-bit elements are not supported here"));
  if (!in.ok()) return static_int(0);
  if (shared) return to_value(shared_tile(arith, bytes, extents[0], extents[1], swizzle));
  return register_tile(arith, extents[0], extents[1], by_column);
}

std::string write_thunderkittens(Arith& arith, const Value& layout, const ForeignShape& given) {
  const Layout* domain = domain_of(layout);
  if (domain == nullptr || domain->shape.rank() != 2 || !domain->shape.is_tuple()) {
    arith.fail(ErrorCode::unsupported, say("a ThunderKittens tile must have two modes"));
    return {};
  }
  if (!arith.spend(1 << 12)) return {};
  const auto same = [&](const AnyLayout& tile) {
    return compare_functions(to_value(tile), layout).outcome == FunctionComparison::Outcome::equal;
  };
  const IntTuple extents = product_each(arith, domain->shape);
  const ForeignShape modes = {extents[0].integer().value, extents[1].integer().value};
  const auto fits = [](const ForeignShape& s) {
    return s.size() == 2 && s[0] >= 16 && s[1] >= 16 && s[0] % 16 == 0 && s[1] % 16 == 0 && s[0] <= 1 << 20 &&
           s[1] <= 1 << 20;
  };
  if ((given.empty() || given == modes) && fits(modes)) {
    for (const auto& [name, bytes] : {ElementName{"st_bf", 2}, ElementName{"st_fl", 4}, ElementName{"st_fp8e4m3", 1}}) {
      if (modes[1] * bytes % 32 == 0 && same(shared_tile(arith, bytes, modes[0], modes[1], true)))
        return cat(name, "<", modes[0], ", ", modes[1], ">");
    }
    if (same(shared_tile(arith, 2, modes[0], modes[1], false)))
      return cat("st_bf<", modes[0], ", ", modes[1], ", false>");
  }
  if (fits(given)) {
    for (const bool by_column : {false, true}) {
      if (same(register_tile(arith, given[0], given[1], by_column)))
        return cat("rt_fl<", given[0], ", ", given[1], ", ", by_column ? "col_l" : "row_l", ">");
    }
  }
  // Compares with the nearest tile.
  const ForeignShape& shape = given.empty() ? modes : given;
  if (!fits(shape)) {
    arith.fail(ErrorCode::unsupported, say("a tile must have rows and columns that are multiples of 16"));
    return {};
  }
  const bool memory = shape == modes && modes[0] != 32;
  const FunctionComparison difference =
      compare_functions(to_value(memory ? shared_tile(arith, 2, shape[0], shape[1], true)
                                        : AnyLayout(register_tile(arith, shape[0], shape[1], false))),
                        layout);
  arith.fail(ErrorCode::unsupported, say("this layout is not a ThunderKittens tile; compared with {} of that shape: {}",
                                         memory ? "st_bf" : "rt_fl", to_message(difference)));
  return {};
}

}  // namespace stridescope
