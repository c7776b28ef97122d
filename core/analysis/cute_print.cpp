#include "core/analysis/cute_print.h"

#include "core/algebra/algebra.h"
#include "core/analysis/offsets.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_printed_cells = 1 << 18;

void append_padded(std::string& out, std::string_view text, std::size_t width) {
  out.append(width > text.size() ? width - text.size() : 0, ' ');
  out.append(text);
}

std::size_t digits(std::int64_t x) { return cat(x).size(); }

Result<void> check_size(const Value& value) {
  const auto size = domain_size(value);
  if (size && *size >= 0 && *size <= max_printed_cells) return {};
  return tl::unexpected<Error>(Error{ErrorCode::too_large,
                                     size ? cat("printing ", *size, " cells; the cap is ", max_printed_cells)
                                          : std::string("printing more cells than fit 64 bits"),
                                     "print a slice, such as L(_,0)",
                                     {},
                                     {}});
}

// cute::print_layout: offsets in a ruled table whose columns are as wide as the cosize.
Result<std::string> layout_text(const Value& value, const Layout& domain) {
  const auto function = offset_function(value);
  Arith arith;
  const std::int64_t rows = product(arith, domain.shape[0]).value;
  const std::int64_t cols = domain.rank() == 1 ? 1 : product(arith, domain.shape[1]).value;
  const std::size_t width = digits(cosize(arith, domain).value);
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(rows * cols));
  function->fill(offsets.data(), rows * cols);
  std::string out = to_text(value);
  out.append("\n    ");
  for (std::int64_t n = 0; n < cols; ++n) {
    out.append("  ");
    append_padded(out, cat(n), width);
    out.push_back(' ');
  }
  out.push_back('\n');
  std::string rule = "    ";
  for (std::int64_t n = 0; n < cols; ++n) rule.append("+").append(width + 2, '-');
  rule.append("+\n");
  for (std::int64_t m = 0; m < rows; ++m) {
    out.append(rule);
    append_padded(out, cat(m), 2);
    out.append("  ");
    for (std::int64_t n = 0; n < cols; ++n) {
      out.append("| ");
      append_padded(out, cat(offsets[static_cast<std::size_t>(m + n * rows)]), width);
      out.push_back(' ');
    }
    out.append("|\n");
  }
  out.append(rule);
  return out;
}

// cute::print_tensor: rows and columns, a rule between the slices of modes 2 and 3.
Result<std::string> tensor_text(const Tensor& tensor) {
  const Layout& domain = domain_layout(tensor.layout);
  const int rank = domain.rank();
  if (rank > 4 || rank == 0)
    return failure(ErrorCode::rank_mismatch, cat("print_tensor needs a tensor of rank 1 to 4, not ", rank),
                   "slice it or group its modes");
  Arith arith;
  std::int64_t size[4] = {1, 1, 1, 1};
  for (int i = 0; i < rank; ++i) size[i] = product(arith, domain.shape[i]).value;
  std::string out = to_text(tensor);
  out.append(":\n");
  const auto cell = [&](std::int64_t index) {
    const IntTuple natural = idx2crd(arith, IntTuple(dynamic_int(index)), domain.shape);
    const IntTuple value = element(arith, natural, tensor);
    if (value.is_integer()) {
      append_padded(out, cat(value.integer().value), 5);
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

// The layout behind a value that print_layout and print_latex take.
Result<const Layout*> printed_domain(const Value& value, std::string_view function) {
  const Layout* domain = value.is<Layout>() || value.is<ComposedLayout>() ? domain_of(value) : nullptr;
  if (domain == nullptr)
    return failure(ErrorCode::arguments,
                   cat(function, " prints a layout, not the ", kind_name(value), ' ', to_text(value)));
  if (auto checked = check_size(value); !checked) return failure(std::move(checked.error()));
  if (domain->rank() > 2 || domain->rank() == 0) {
    return failure(ErrorCode::rank_mismatch, cat(function, " needs a layout of rank 1 or 2, not ", domain->rank()),
                   "slice it, such as L(_,_,0), or group its modes");
  }
  if (!offset_function(value))
    return failure(ErrorCode::unsupported, cat(function, " needs integer offsets"),
                   "print a tensor of coordinates with make_coord_tensor");
  return domain;
}

}  // namespace

Result<std::string> print_layout(const Value& value) {
  const auto domain = printed_domain(value, "print_layout");
  if (!domain) return failure(domain.error());
  return layout_text(value, **domain);
}

Result<std::string> print_tensor(const Value& value) {
  const auto* tensor = value.as<Tensor>();
  if (tensor == nullptr)
    return failure(ErrorCode::arguments,
                   cat("print_tensor prints a tensor, not the ", kind_name(value), ' ', to_text(value)),
                   "make_tensor(counting_iter(0), L) is one of a layout");
  if (auto checked = check_size(value); !checked) return failure(std::move(checked.error()));
  return tensor_text(*tensor);
}

Result<std::string> print_latex(const Value& value) {
  static constexpr std::string_view shades[] = {"00", "40", "20", "60", "10", "50", "30", "70"};
  const auto checked = printed_domain(value, "print_latex");
  if (!checked) return failure(checked.error());
  const Layout& domain = **checked;
  Arith arith;
  const std::int64_t rows = product(arith, domain.shape[0]).value;
  const std::int64_t cols = domain.rank() == 1 ? 1 : product(arith, domain.shape[1]).value;
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(rows * cols));
  offset_function(value)->fill(offsets.data(), rows * cols);
  std::string out =
      cat("% Layout: ", to_text(value),
          "\n\\documentclass[convert]{standalone}\n\\usepackage{tikz}\n\n\\begin{document}\n"
          "\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm, outer sep=0pt}]\n\n");
  for (std::int64_t m = 0; m < rows; ++m) {
    for (std::int64_t n = 0; n < cols; ++n) {
      const std::int64_t offset = offsets[static_cast<std::size_t>(m + n * rows)];
      append_all(out, "\\node[fill=black!", shades[static_cast<std::size_t>(offset & 7)], "] at (", m, ',', n, ") {",
                 offset, "};\n");
    }
  }
  append_all(out, "\\draw[color=black,thick,shift={(-0.5,-0.5)}] (0,0) grid (", rows, ',', cols, ");\n\n");
  for (std::int64_t m = 0; m < rows; ++m) append_all(out, "\\node at (", m, ",-1) {\\Large{\\texttt{", m, "}}};\n");
  for (std::int64_t n = 0; n < cols; ++n) append_all(out, "\\node at (-1,", n, ") {\\Large{\\texttt{", n, "}}};\n");
  out.append("\\end{tikzpicture}\n\\end{document}\n");
  return out;
}

}  // namespace stridescope
