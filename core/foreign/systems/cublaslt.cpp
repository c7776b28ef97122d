// cuBLASLt: the orders of a matrix of R rows and C columns, and the blocks of scale factors, as maps from (row, column)
// to the offset. The leading dimension counts elements from one column (ROW: row; the tiled orders: 32 columns) to the
// next. Source: cuBLAS documentation, cublasLtOrder_t and "block scaling factors layout"; the offsets within the tiles
// of COL4_4R2_8C and COL32_2R_4R4 agree with FasterTransformer's transforms.
#include "core/base/text.h"
#include "core/facts/equality.h"
#include "core/facts/offsets.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/scanner.h"
#include "core/foreign/systems/strides.h"

namespace stridescope {
namespace {

enum class Order { column, row, column32, column4, column32_2, scales };

struct OrderName {
  std::string_view name;
  Order order;
  std::int64_t rows;  // rows of a tile
  std::int64_t columns;
};
constexpr OrderName orders[] = {
    {"CUBLASLT_ORDER_COL", Order::column, 1, 1},
    {"CUBLASLT_ORDER_ROW", Order::row, 1, 1},
    {"CUBLASLT_ORDER_COL32", Order::column32, 1, 32},
    {"CUBLASLT_ORDER_COL4_4R2_8C", Order::column4, 8, 32},
    {"CUBLASLT_ORDER_COL32_2R_4R4", Order::column32_2, 32, 32},
    {"CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3", Order::scales, 128, 4},
    {"CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0", Order::scales, 128, 4},
};

// A mode of several digits, without those of extent 1.
void mode(LayoutBuilder& out, std::initializer_list<std::pair<std::int64_t, std::int64_t>> digits) {
  int count = 0;
  for (const auto& [extent, stride] : digits) count += extent > 1 ? 1 : 0;
  if (count == 0) {
    out.mode(static_int(1), static_int(0));
    return;
  }
  if (count > 1) out.open();
  for (const auto& [extent, stride] : digits) {
    if (extent > 1) out.mode(static_int(extent), static_int(stride));
  }
  if (count > 1) out.close();
}

std::int64_t smallest(Order order, std::int64_t rows, std::int64_t columns) {
  switch (order) {
    case Order::column:
      return rows;
    case Order::row:
      return columns;
    case Order::scales:
      return columns / 4 * 512;
    default:
      return 32 * rows;
  }
}

Layout layout_of(Arith& arith, Order order, std::int64_t r, std::int64_t c, std::int64_t ld) {
  LayoutBuilder out(arith);
  out.open();
  switch (order) {
    case Order::column:
      mode(out, {{r, 1}});
      mode(out, {{c, ld}});
      break;
    case Order::row:
      mode(out, {{r, ld}});
      mode(out, {{c, 1}});
      break;
    case Order::column32:
      mode(out, {{r, 32}});
      mode(out, {{32, 1}, {c / 32, ld}});
      break;
    case Order::column4:
      mode(out, {{2, 128}, {4, 4}, {r / 8, 256}});
      mode(out, {{4, 1}, {2, 16}, {4, 32}, {c / 32, ld}});
      break;
    case Order::column32_2:
      mode(out, {{2, 32}, {4, 256}, {4, 64}, {r / 32, 1024}});
      mode(out, {{32, 1}, {c / 32, ld}});
      break;
    case Order::scales:
      mode(out, {{32, 16}, {4, 4}, {r / 128, ld}});
      mode(out, {{4, 1}, {c / 4, 512}});
      break;
  }
  out.close();
  return arith.intact(out.take());
}

}  // namespace

Value read_cublaslt(Arith& arith, std::string_view text, const ForeignShape& given) {
  Scanner in(arith, "cublaslt", text);
  const std::size_t begin = in.position();
  const std::string_view word = in.word();
  const OrderName* order = nullptr;
  for (const OrderName& o : orders) {
    if (o.name == word || (o.name.starts_with("CUBLASLT_ORDER_") && o.name.substr(15) == word) ||
        (o.name.starts_with("CUBLASLT_MATMUL_MATRIX_SCALE_") && o.name.substr(29) == word))
      order = &o;
  }
  if (order == nullptr) in.fail_at(begin, say("expected an order, CUBLASLT_ORDER_..., or VEC16_UE4M3, VEC32_UE8M0"));
  std::int64_t rows = given.size() == 2 ? given[0] : 0;
  std::int64_t columns = given.size() == 2 ? given[1] : 0;
  std::int64_t ld = 0;
  while (!in.at_end()) {
    in.accept(",");
    const std::size_t at = in.position();
    const std::string_view key = in.word();
    in.accept("=");
    if (key == "rows") {
      rows = in.integer();
    } else if (key == "cols" || key == "columns") {
      columns = in.integer();
    } else if (key == "ld") {
      ld = in.integer();
    } else {
      in.fail_at(at, say("expected rows=, cols= or ld="));
    }
  }
  if (in.ok() && order->order == Order::scales && rows == 0 && columns == 0) {
    rows = 128;
    columns = 4;
  }
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (in.ok() && (rows < 1 || columns < 1 || rows > most || columns > most))
    arith.fail(ErrorCode::arguments, say("cublaslt: {} does not give rows and columns, from 1 to {}", word, most),
               say("give them: cublaslt(\"{}\", (M,N))", word));
  if (in.ok() && (rows % order->rows != 0 || columns % order->columns != 0)) {
    const auto padded = [](std::int64_t n, std::int64_t tile) { return (n + tile - 1) / tile * tile; };
    arith.fail(ErrorCode::arguments,
               say("cublaslt: {} x {} is not made of tiles of {} x {}", rows, columns, order->rows, order->columns),
               say("pad the matrix: cublaslt(\"{}\", ({},{}))", word, padded(rows, order->rows),
                   padded(columns, order->columns)));
  }
  if (!in.ok()) return static_int(0);
  const std::int64_t least = smallest(order->order, rows, columns);
  if (ld == 0) ld = least;
  if (ld < least) {
    arith.fail(ErrorCode::arguments, say("cublaslt: a leading dimension of {}; expected at least {}", ld, least),
               say("write ld={}", least));
  }
  if (!in.ok()) return static_int(0);
  return layout_of(arith, order->order, rows, columns, ld);
}

std::string write_cublaslt(Arith& arith, const Value& layout, const ForeignShape& given) {
  const Layout* domain = domain_of(layout);
  ForeignShape shape = given;
  if (domain != nullptr && shape.empty() && domain->shape.is_tuple()) {
    for (int d = 0; d < domain->rank(); ++d) shape.push_back(product(arith, domain->shape[d]).value);
  }
  const auto* plain = layout.as<Layout>();
  if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1 || plain == nullptr || !plain->shape.is_tuple()) {
    refuse_swizzle(arith, say("cublaslt: a matrix must have rows and columns, and no swizzle"), layout);
    return {};
  }
  if (!arith.spend(1 << 12)) return {};
  // The leading dimension is the offset of the second column or row, or the second tile of columns.
  for (const OrderName& order : orders) {
    const auto [r, c] = std::pair(shape[0], shape[1]);
    if (r % order.rows != 0 || c % order.columns != 0 || r > 1 << 30 || c > 1 << 30) continue;
    std::int64_t ld = smallest(order.order, r, c);
    const bool by_row = order.order == Order::row || order.order == Order::scales;
    const std::int64_t at = by_row ? order.rows : r * order.columns;  // 1-D coordinate
    Arith own;
    if (at < r * c && !(by_row && order.rows >= r))
      ld = apply(own, LayoutRef(*plain), IntTuple(static_int(at))).integer().value;
    if (own.failed() || ld < smallest(order.order, r, c)) continue;
    if (compare_functions(layout_of(own, order.order, r, c, ld), layout).outcome != FunctionComparison::Outcome::equal)
      continue;
    return cat(order.name, ", rows=", r, ", cols=", c, ", ld=", ld);
  }
  const FunctionComparison difference =
      compare_functions(layout_of(arith, Order::column, shape[0], shape[1], shape[0]), layout);
  arith.fail(ErrorCode::unsupported, say("this layout is not an order of cuBLASLt; compared with {}: {}",
                                         orders[0].name, to_message(difference)));
  return {};
}

}  // namespace stridescope
