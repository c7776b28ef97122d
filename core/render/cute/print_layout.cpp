// Writes print_layout and print_tensor in characters, as CuTe does; checks the size of the output in advance.
#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/facts/offsets.h"
#include "core/render/cute/cute_print.h"
#include "core/value/kind_word.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

std::size_t digits(std::int64_t x) { return cat(x).size(); }

Result<void> check_size(const Value& value) {
  const auto size = domain_size(value);
  if (size && *size >= 0 && *size <= max_printed_cells) return {};
  return tl::unexpected<Error>(Error{ErrorCode::too_large,
                                     size ? say("printing {} {cell|cells}; the limit is {}", *size, max_printed_cells)
                                          : say("the number of printed cells does not fit 64 bits"),
                                     say("print a slice, such as L(_,0)"),
                                     {},
                                     {}});
}

constexpr std::uint64_t steps_of_element = 32;  // to split a coordinate, and for its offset
// An element that is a coordinate is written leaf by leaf.
constexpr std::uint64_t steps_of_leaf = 64;

}  // namespace

Result<bool> check_printed(std::string_view name, const PrintedSize& size, const Budget* budget) {
  const auto refuse = [&](std::string message) {
    return failure(ErrorCode::too_large, say("{}: {}", name, message), say("print a slice, such as L(_,0)"));
  };
  for (const std::int64_t side : {size.rows, size.cols}) {
    if (side < 0 || side > max_printed_cells)
      return refuse(cat(size.rows, " rows of ", size.cols, " cells; the limit is ", max_printed_cells, " each way"));
  }
  // Without columns, the rows are still written.
  const std::int64_t cells = std::max<std::int64_t>(size.rows, 1) * std::max<std::int64_t>(size.cols, 1);
  if (cells > max_printed_cells) return refuse(cat(cells, " cells; the limit is ", max_printed_cells));
  const std::uint64_t bytes = static_cast<std::uint64_t>(cells) * size.cell_bytes +
                              static_cast<std::uint64_t>(size.rows + size.cols + 2) * size.side_bytes;
  if (bytes > max_printed_bytes)
    return refuse(cat(cells, " cells would be up to ", bytes, " bytes; the limit is ", max_printed_bytes));
  if (budget != nullptr && !budget->has(bytes, bytes)) {
    Arith arith;
    arith.exhausted();
    return arith.error();
  }
  return true;
}

// Columns are as wide as the cosize.
Result<std::string> print_layout(const Value& given, Budget* budget) {
  Arith arith;
  const auto* waiting = given.as<ComposedLayout>();
  const Value value = waiting != nullptr ? to_value(in_memory(arith, *waiting)) : given;
  if (arith.failed()) return arith.error();
  if (!value.is<Layout>() && !value.is<ComposedLayout>()) {
    return failure(ErrorCode::arguments, say("print_layout prints layouts, not {}", a_kind(value)),
                   value.is<Tensor>() ? say("use print_tensor, or layout_of(T)") : Message());
  }
  if (auto checked = check_size(value); !checked) return failure(std::move(checked.error()));
  const Layout& domain = *domain_of(value);
  const auto function = offset_function(value);
  if (!function)
    return failure(ErrorCode::unsupported, say("print_layout needs integer offsets"),
                   say("print a tensor of coordinates with make_coord_tensor"));
  if (domain.rank() > 2 || domain.rank() == 0) {
    return failure(ErrorCode::rank_mismatch, say("print_layout needs a layout of rank 1 or 2, not {}", domain.rank()),
                   say("slice it, such as L(_,_,0), or group its modes"));
  }
  const std::int64_t rows = product(arith, domain.shape[0]).value;
  const std::int64_t cols = domain.rank() == 1 ? 1 : product(arith, domain.shape[1]).value;
  const std::size_t width = digits(cosize(arith, domain).value);
  // A cell and the rule below it; in addition, for each row its number and the ends of its rule, and for each column
  // its head and rule.
  if (auto checked = check_printed("print_layout", {rows, cols, 2 * (width + 3), 2 * width + 40}, budget); !checked)
    return failure(std::move(checked.error()));
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(rows * cols));
  function->fill(offsets.data(), rows * cols);
  std::string out = to_text(value);
  out.append("\n    ");
  for (std::int64_t n = 0; n < cols; ++n) {
    out.append("  ");
    out += right_aligned(cat(n), width);
    out.push_back(' ');
  }
  out.push_back('\n');
  std::string rule = "    ";
  for (std::int64_t n = 0; n < cols; ++n) rule.append("+").append(width + 2, '-');
  rule.append("+\n");
  for (std::int64_t m = 0; m < rows; ++m) {
    out.append(rule);
    out += right_aligned(cat(m), 2);
    out.append("  ");
    for (std::int64_t n = 0; n < cols; ++n) {
      out.append("| ");
      out += right_aligned(cat(offsets[static_cast<std::size_t>(m + n * rows)]), width);
      out.push_back(' ');
    }
    out.append("|\n");
  }
  out.append(rule);
  return out;
}

// Writes rows and columns, with a rule between the slices of modes 2 and 3.
Result<std::string> print_tensor(const Tensor& tensor, Budget* budget) {
  if (auto checked = check_size(tensor); !checked) return failure(std::move(checked.error()));
  const Layout& domain = domain_layout(tensor.layout);
  const int rank = domain.rank();
  if (rank > 4 || rank == 0)
    return failure(ErrorCode::rank_mismatch, say("print_tensor needs a tensor of rank 1 to 4, not {}", rank),
                   say("slice it or group its modes"));
  Arith arith;
  std::int64_t size[4] = {1, 1, 1, 1};
  for (int i = 0; i < rank; ++i) size[i] = product(arith, domain.shape[i]).value;
  // An extent of 0 ends only its own loop, not the outer ones: it counts as 1.
  Int rows = dynamic_int(1);
  for (const int i : {0, 2, 3})
    rows = arith.mul(rows, dynamic_int(size[i] < 0 ? -1 : std::max<std::int64_t>(size[i], 1)));
  if (arith.failed()) return arith.error();
  if (auto checked = check_printed("print_tensor", {rows.value, size[1], 64, 8}, budget); !checked)
    return failure(std::move(checked.error()));
  arith = Arith(budget);
  const bool coordinates = domain.stride.ref().has_basis();
  const std::uint64_t steps = steps_of_element + (coordinates ? steps_of_leaf * domain.shape.ref().node_count() : 0);
  if (!arith.spend(saturating_product(steps, static_cast<std::uint64_t>(rows.value * size[1])))) return arith.error();
  std::string out = to_text(tensor);
  out.append(":\n");
  const auto cell = [&](std::int64_t index) {
    const IntTuple natural = idx2crd(arith, IntTuple(dynamic_int(index)), domain.shape);
    const IntTuple value = element(arith, natural, tensor);
    if (value.is_integer()) {
      out += right_aligned(cat(value.integer().value), 5);
    } else {
      out.append("  ").append(to_text(value, IntegerMode::teaching));
    }
  };
  std::int64_t index = 0;
  for (std::int64_t p = 0; p < size[3]; ++p) {
    if (p > 0) out.append(static_cast<std::size_t>(5 * size[1]), '=').push_back('\n');
    for (std::int64_t k = 0; k < size[2]; ++k) {
      if (k > 0) out.append(static_cast<std::size_t>(5 * size[1]), '-').push_back('\n');
      for (std::int64_t m = 0; m < size[0]; ++m) {
        for (std::int64_t n = 0; n < size[1]; ++n) cell(index + m + n * size[0]);
        out.push_back('\n');
      }
      index += size[0] * size[1];
    }
  }
  if (arith.failed()) return arith.error();
  return out;
}

}  // namespace stridescope
