// Writes print_latex and print_svg. Both kinds of picture are lists of cells and labels; they differ only in the output
// of one.
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/render/cute/cute_print.h"
#include "core/value/kind_word.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::string_view latex_head =
    "\\documentclass[convert]{standalone}\n\\usepackage{tikz}\n\n\\begin{document}\n"
    "\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm, outer sep=0pt}]\n\n";
constexpr std::string_view latex_tail = "\\end{tikzpicture}\n\\end{document}\n";

std::int64_t class_of(std::int64_t number) { return ((number % 8) + 8) % 8; }

// --- layouts ---

// Maximum bytes of each part, with numbers of 20 digits.
struct WrittenBytes {
  std::uint64_t cell;
  std::uint64_t label;  // label of a row or a column; owned cells have them on both sides
};
constexpr WrittenBytes latex_offset_bytes = {64, 48};
constexpr WrittenBytes svg_offset_bytes = {240, 112};
constexpr WrittenBytes latex_owned_bytes = {160, 96};
constexpr WrittenBytes svg_owned_bytes = {420, 224};

struct Grid {
  std::string text;  // text of the layout with a second mode
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<std::int64_t> offsets;  // mode 0 is the fastest
};

Result<Grid> grid_of(const Value& given, std::string_view name, WrittenBytes bytes, Budget* budget) {
  Arith arith(budget);
  const auto* waiting = given.as<ComposedLayout>();
  const Value value = waiting != nullptr ? to_value(in_memory(arith, *waiting)) : given;
  if (arith.failed()) return arith.error();
  if (!value.is<Layout>() && !value.is<ComposedLayout>()) {
    return failure(ErrorCode::arguments,
                   say("{} draws layouts, TiledMMAs and TiledCopies, not {}", name, a_kind(value)),
                   value.is<Tensor>()     ? say("layout_of(T) is the layout of a tensor")
                   : value.is<CopyAtom>() ? say("make_tiled_copy(atom, threads, values) tiles it")
                                          : Message());
  }
  const Layout& domain = *domain_of(value);
  if (domain.rank() > 2) {
    return failure(ErrorCode::rank_mismatch, say("{} needs a layout of rank 1 or 2, not {}", name, domain.rank()),
                   say("slice it, such as L(_,_,0), or group its modes"));
  }
  const auto function = offset_function(value);
  const auto count = domain_size(value);
  if (!function || !count) return failure(ErrorCode::unsupported, say("{} needs integer offsets", name));
  if (*count < 0 || *count > max_printed_cells) {
    return failure(ErrorCode::too_large, say("{}: {} {cell|cells}; the limit is {}", name, *count, max_printed_cells),
                   say("print a slice, such as L(_,0)"));
  }
  Grid out;
  const Layout one{static_int(1), static_int(0)};
  const Layout flat = append(arith, domain, one, 2);
  if (const auto* composed = value.as<ComposedLayout>()) {
    ComposedLayout whole = *composed;
    whole.b = flat;
    out.text = to_text(whole);
  } else {
    out.text = to_text(flat);
  }
  out.rows = product(arith, flat.shape[0]).value;
  out.cols = product(arith, flat.shape[1]).value;
  if (arith.failed()) return arith.error();
  if (auto checked = check_printed(name, {out.rows, out.cols, bytes.cell, bytes.label}, budget); !checked)
    return failure(std::move(checked.error()));
  if (!arith.spend(4 * static_cast<std::uint64_t>(*count))) return arith.error();
  out.offsets.resize(static_cast<std::size_t>(*count));
  function->fill(out.offsets.data(), *count);
  return out;
}

void latex_rule(std::string& out, std::int64_t top, std::int64_t left, std::int64_t bottom, std::int64_t right) {
  append_all(out, "\\draw[color=black,thick,shift={(-0.5,-0.5)}] (", top, ',', left, ") grid (", bottom, ',', right,
             ");\n\n");
}

void latex_label(std::string& out, std::int64_t row, std::int64_t col, std::int64_t number) {
  append_all(out, "\\node at (", row, ',', col, ") {\\Large{\\texttt{", number, "}}};\n");
}

// --- thread-value tensors ---

// The first thread and value that hold an element.
struct Owned {
  std::int64_t thread;
  std::int64_t value;
  std::int64_t row;
  std::int64_t col;
};

class OwnedList {
 public:
  OwnedList(std::string_view name, WrittenBytes bytes, Budget* budget) : name_(name), bytes_(bytes), budget_(budget) {}

  // Checks that the whole picture fits before making any part of it.
  Result<bool> fits(const Tensor& tensor, std::int64_t rows, std::int64_t cols) const {
    Arith arith;
    const Layout& domain = domain_layout(tensor.layout);
    if (domain.rank() != 2) return refuse(say("a (thread, value) tensor must have rank 2, not {}", domain.rank()));
    const std::int64_t threads = product(arith, domain.shape[0]).value;
    const std::int64_t values = product(arith, domain.shape[1]).value;
    const std::int64_t count = arith.mul(dynamic_int(threads), dynamic_int(values)).value;
    const std::int64_t cells = arith.mul(dynamic_int(rows), dynamic_int(cols)).value;
    if (arith.failed() || count > max_printed_cells || cells > max_printed_cells ||
        visits(threads, values) > max_printed_cells) {
      return failure(ErrorCode::too_large, say("{}: the limit is {} cells", name_, max_printed_cells));
    }
    return check_printed(name_, {rows, cols, bytes_.cell, bytes_.label}, budget_);
  }

  // Elements in the order of threads and values.
  Result<std::vector<Owned>> of(const Tensor& tensor, std::int64_t rows, std::int64_t cols) {
    if (auto fit = fits(tensor, rows, cols); !fit) return failure(std::move(fit.error()));
    Arith arith(budget_);
    const Layout& domain = domain_layout(tensor.layout);
    const std::int64_t threads = product(arith, domain.shape[0]).value;
    const std::int64_t values = product(arith, domain.shape[1]).value;
    const std::int64_t cells = arith.mul(dynamic_int(rows), dynamic_int(cols)).value;
    constexpr std::uint64_t steps_of_cell = 32;
    if (!arith.spend(steps_of_cell * visits(threads, values))) return arith.error();
    std::vector<bool> filled(static_cast<std::size_t>(cells < 0 ? 0 : cells), false);
    std::vector<Owned> out;
    for (std::int64_t t = 0; t < threads; ++t) {
      for (std::int64_t v = 0; v < values; ++v) {
        const IntTuple at = make_tuple(arith, {IntTuple(dynamic_int(t)), IntTuple(dynamic_int(v))});
        const IntTuple where = element(arith, at, tensor);
        if (arith.failed()) return arith.error();
        if (!where.is_tuple() || where.rank() != 2 || !where[0].is_integer() || !where[1].is_integer()) {
          return refuse(say("its elements must be coordinates (row,col), not {}", to_text(where)));
        }
        const std::int64_t row = where[0].integer().value;
        const std::int64_t col = where[1].integer().value;
        if (row < 0 || row >= rows || col < 0 || col >= cols) {
          return refuse(say("the element ({},{}) is outside the tile ({},{})", row, col, rows, cols));
        }
        auto cell = filled[static_cast<std::size_t>(row + col * rows)];
        if (!cell) out.push_back({t, v, row, col});
        cell = true;
      }
    }
    return out;
  }

 private:
  // A thread without values is visited, too.
  static std::uint64_t visits(std::int64_t threads, std::int64_t values) {
    if (threads <= 0) return 0;
    return saturating_product(static_cast<std::uint64_t>(threads),
                              static_cast<std::uint64_t>(std::max<std::int64_t>(values, 1)));
  }
  tl::unexpected<Error> refuse(const Message& why) const {
    return failure(ErrorCode::arguments, say("{}: {}", name_, why));
  }
  std::string_view name_;
  WrittenBytes bytes_;
  Budget* budget_;
};

constexpr std::string_view latex_thread_colors[] = {"red,175;green,175;blue,255", "red,175;green,255;blue,175",
                                                    "red,255;green,255;blue,175", "red,255;green,175;blue,175",
                                                    "red,210;green,210;blue,255", "red,210;green,255;blue,210",
                                                    "red,255;green,255;blue,210", "red,255;green,210;blue,210"};
constexpr std::string_view svg_thread_colors[] = {"175,175,255", "175,255,175", "255,255,175", "255,175,175",
                                                  "210,210,255", "210,255,210", "255,255,210", "255,210,210"};

// The sizes of a tile; -1 if one does not fit.
struct Sizes {
  std::int64_t of[3] = {-1, -1, -1};
};
Result<Sizes> tile_sizes(TupleRef tile, int rank, std::string_view name) {
  Arith arith;
  Sizes out;
  if (tile.size() != rank) {
    return failure(ErrorCode::rank_mismatch,
                   say("{}: the tile {} has rank {}, not {}", name, to_text(IntTuple(tile)), tile.rank(), rank));
  }
  for (int i = 0; i < rank; ++i) out.of[i] = product(arith, tile[i]).value;
  if (arith.failed()) return arith.error();
  return out;
}

// The order of the axes: a cell is (row, col), or (col, row) in CuTe's picture of B.
struct Place {
  std::int64_t top = 0;
  std::int64_t left = 0;
  bool transposed = false;
  std::int64_t row(const Owned& o) const { return top + (transposed ? o.col : o.row); }
  std::int64_t col(const Owned& o) const { return left + (transposed ? o.row : o.col); }
};

void latex_cells(std::string& out, const std::vector<Owned>& cells, Place place) {
  for (const Owned& o : cells) {
    append_all(out, "\\node[fill={rgb,255:", latex_thread_colors[class_of(o.thread)], "}] at (", place.row(o), ',',
               place.col(o), ") {\\shortstack{T", o.thread, " \\\\ V", o.value, "}};\n");
  }
}

// Writes the numbers along both sides of a grid of rows x cols at (top, left).
void latex_labels(std::string& out, std::int64_t top, std::int64_t left, std::int64_t rows, std::int64_t cols) {
  for (std::int64_t i = 0; i < rows; ++i) latex_label(out, top + i, left - 1, i);
  for (std::int64_t j = 0; j < cols; ++j) latex_label(out, top - 1, left + j, j);
}

constexpr std::int64_t svg_cell = 20;

void svg_text(std::string& out, std::int64_t x, std::int64_t y, int size, std::string_view text) {
  append_all(out, "<text x=\"", x, "\" y=\"", y,
             "\" text-anchor=\"middle\" alignment-baseline=\"central\" font-size=\"", size, "\">", text, "</text>\n");
}

// `close`: CuTe ends the rectangles of A and B with a blank, those of C without one.
void svg_rect(std::string& out, std::int64_t row, std::int64_t col, std::string_view fill, std::string_view close) {
  append_all(out, "<rect x=\"", col * svg_cell, "\" y=\"", row * svg_cell, "\" width=\"", svg_cell, "\" height=\"",
             svg_cell, "\" fill=\"rgb(", fill, ")\" stroke=\"black\"", close, '\n');
}

void svg_cells(std::string& out, const std::vector<Owned>& cells, Place place, std::string_view close) {
  for (const Owned& o : cells) {
    const std::int64_t row = place.row(o);
    const std::int64_t col = place.col(o);
    svg_rect(out, row, col, svg_thread_colors[class_of(o.thread)], close);
    svg_text(out, col * svg_cell + svg_cell / 2, row * svg_cell + svg_cell / 4, 8, cat('T', o.thread));
    svg_text(out, col * svg_cell + svg_cell / 2, row * svg_cell + 3 * svg_cell / 4, 8, cat('V', o.value));
  }
}

void svg_label(std::string& out, std::int64_t row, std::int64_t col, std::int64_t number) {
  svg_text(out, col * svg_cell + svg_cell / 2, row * svg_cell + svg_cell / 2, 12, cat(number));
}

void svg_head(std::string& out, std::int64_t cols, std::int64_t rows) {
  append_all(out, "<svg width=\"100%\" height=\"100%\" viewBox=\"0 0 ", cols * svg_cell, ' ', rows * svg_cell,
             "\" preserveAspectRatio=\"xMidYMid meet\" xmlns=\"http://www.w3.org/2000/svg\">\n");
}

// The three operands of an MMA and their tile.
struct MmaCells {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::vector<Owned> c;
  std::vector<Owned> a;
  std::vector<Owned> b;
};

Result<MmaCells> mma_cells(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk, std::string_view name,
                           WrittenBytes bytes, Budget* budget) {
  const auto sizes = tile_sizes(tile_mnk, 3, name);
  if (!sizes) return failure(sizes.error());
  MmaCells out;
  out.m = sizes->of[0];
  out.n = sizes->of[1];
  out.k = sizes->of[2];
  OwnedList list(name, bytes, budget);
  const auto fit_c = list.fits(c, out.m, out.n);
  const auto fit_a = list.fits(a, out.m, out.k);
  const auto fit_b = list.fits(b, out.n, out.k);
  for (const auto* fit : {&fit_c, &fit_a, &fit_b}) {
    if (!*fit) return failure(fit->error());
  }
  auto cells_c = list.of(c, out.m, out.n);
  if (!cells_c) return failure(cells_c.error());
  auto cells_a = list.of(a, out.m, out.k);
  if (!cells_a) return failure(cells_a.error());
  auto cells_b = list.of(b, out.n, out.k);
  if (!cells_b) return failure(cells_b.error());
  out.c = std::move(*cells_c);
  out.a = std::move(*cells_a);
  out.b = std::move(*cells_b);
  return out;
}

}  // namespace

Result<std::string> print_latex(const Value& value, Budget* budget) {
  const auto grid = grid_of(value, "print_latex", latex_offset_bytes, budget);
  if (!grid) return failure(grid.error());
  // The bits of the offset are reversed, so that neighbors differ visibly.
  static constexpr std::string_view greys[] = {"00", "40", "20", "60", "10", "50", "30", "70"};
  std::string out = cat("% Layout: ", grid->text, '\n', latex_head);
  for (std::int64_t m = 0; m < grid->rows; ++m) {
    for (std::int64_t n = 0; n < grid->cols; ++n) {
      const std::int64_t offset = grid->offsets[static_cast<std::size_t>(m + n * grid->rows)];
      append_all(out, "\\node[fill=black!", greys[class_of(offset)], "] at (", m, ',', n, ") {", offset, "};\n");
    }
  }
  latex_rule(out, 0, 0, grid->rows, grid->cols);
  latex_labels(out, 0, 0, grid->rows, grid->cols);
  out.append(latex_tail);
  return out;
}

Result<std::string> print_svg(const Value& value, Budget* budget) {
  const auto grid = grid_of(value, "print_svg", svg_offset_bytes, budget);
  if (!grid) return failure(grid.error());
  static constexpr std::string_view greys[] = {"255,255,255", "230,230,230", "205,205,205", "180,180,180",
                                               "155,155,155", "130,130,130", "105,105,105", "080,080,080"};
  std::string out = cat("<!--  Layout: ", grid->text, "  -->\n");
  svg_head(out, grid->cols + 1, grid->rows + 1);
  for (std::int64_t m = 0; m < grid->rows; ++m) {
    for (std::int64_t n = 0; n < grid->cols; ++n) {
      const std::int64_t offset = grid->offsets[static_cast<std::size_t>(m + n * grid->rows)];
      svg_rect(out, m + 1, n + 1, greys[class_of(offset)], "/>");
      svg_text(out, (n + 1) * svg_cell + svg_cell / 2, (m + 1) * svg_cell + svg_cell / 2, 8, cat(offset));
    }
  }
  for (std::int64_t m = 0; m < grid->rows; ++m) svg_label(out, m + 1, 0, m);
  for (std::int64_t n = 0; n < grid->cols; ++n) svg_label(out, 0, n + 1, n);
  out.append("</svg>\n");
  return out;
}

Result<std::string> print_latex_tv(const Tensor& tv, TupleRef tile_mn, Budget* budget) {
  const auto sizes = tile_sizes(tile_mn, 2, "print_latex_tv");
  if (!sizes) return failure(sizes.error());
  const auto cells = OwnedList("print_latex_tv", latex_owned_bytes, budget).of(tv, sizes->of[0], sizes->of[1]);
  if (!cells) return failure(cells.error());
  std::string out = cat("% Layout TV: ", to_text(tv), '\n', latex_head);
  latex_cells(out, *cells, {});
  latex_rule(out, 0, 0, sizes->of[0], sizes->of[1]);
  latex_labels(out, 0, 0, sizes->of[0], sizes->of[1]);
  out.append(latex_tail);
  return out;
}

Result<std::string> print_latex_copy(const Tensor& s, const Tensor& d, TupleRef tile_mn, Budget* budget) {
  const auto sizes = tile_sizes(tile_mn, 2, "print_latex");
  if (!sizes) return failure(sizes.error());
  const std::int64_t m = sizes->of[0];
  const std::int64_t n = sizes->of[1];
  OwnedList list("print_latex", latex_owned_bytes, budget);
  const auto source = list.of(s, m, n);
  if (!source) return failure(source.error());
  const auto destination = list.of(d, m, n);
  if (!destination) return failure(destination.error());
  std::string out = cat("% Layout S TV: ", to_text(s), "\n% Layout D TV: ", to_text(d), '\n', latex_head);
  latex_cells(out, *source, {});
  latex_rule(out, 0, 0, m, n);
  latex_labels(out, 0, 0, m, n);
  // The destination is next to the source, with its row numbers on its right.
  const std::int64_t left = n + 3;
  latex_cells(out, *destination, {0, left});
  latex_rule(out, 0, left, m, left + n);
  for (std::int64_t i = 0; i < m; ++i) latex_label(out, i, left + n, i);
  for (std::int64_t j = 0; j < n; ++j) latex_label(out, -1, left + j, j);
  out.append(latex_tail);
  return out;
}

Result<std::string> print_latex_mma(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk,
                                    Budget* budget) {
  const auto cells = mma_cells(c, a, b, tile_mnk, "print_latex", latex_owned_bytes, budget);
  if (!cells) return failure(cells.error());
  const std::int64_t beside = -cells->k - 1;  // start of A, to the left of C, and of B, above it
  std::string out =
      cat("% LayoutC: ", to_text(c), "\n% LayoutA: ", to_text(a), "\n% LayoutB: ", to_text(b), '\n', latex_head);
  latex_cells(out, cells->c, {});
  latex_rule(out, 0, 0, cells->m, cells->n);
  latex_cells(out, cells->a, {0, beside});
  latex_rule(out, 0, beside, cells->m, -1);
  latex_labels(out, 0, beside, cells->m, cells->k);
  latex_cells(out, cells->b, {beside, 0, true});
  latex_rule(out, beside, 0, -1, cells->n);
  for (std::int64_t j = 0; j < cells->n; ++j) latex_label(out, beside - 1, j, j);
  for (std::int64_t i = 0; i < cells->k; ++i) latex_label(out, beside + i, -1, i);
  out.append(latex_tail);
  return out;
}

Result<std::string> print_svg_mma(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk,
                                  Budget* budget) {
  const auto cells = mma_cells(c, a, b, tile_mnk, "print_svg", svg_owned_bytes, budget);
  if (!cells) return failure(cells.error());
  const std::int64_t corner = cells->k + 2;
  std::string out = cat("<!--  Tile: ", to_text(IntTuple(tile_mnk)), "  -->\n<!--     A: ", to_text(a),
                        "  -->\n<!--     B: ", to_text(b), "  -->\n<!--     C: ", to_text(c), "  -->\n");
  svg_head(out, cells->k + cells->n + 2, cells->k + cells->m + 2);
  svg_cells(out, cells->c, {corner, corner}, "/>");
  svg_cells(out, cells->a, {corner, 1}, " />");
  for (std::int64_t i = 0; i < cells->m; ++i) svg_label(out, corner + i, 0, i);
  for (std::int64_t j = 0; j < cells->k; ++j) svg_label(out, corner - 1, j + 1, j);
  svg_cells(out, cells->b, {1, corner, true}, " />");
  for (std::int64_t j = 0; j < cells->n; ++j) svg_label(out, 0, corner + j, j);
  for (std::int64_t i = 0; i < cells->k; ++i) svg_label(out, i + 1, corner - 1, i);
  out.append("</svg>\n");
  return out;
}

Result<std::string> print_svg_copy(const Tensor& s, const Tensor& d, TupleRef tile_mn, Budget* budget) {
  const auto sizes = tile_sizes(tile_mn, 2, "print_svg");
  if (!sizes) return failure(sizes.error());
  const std::int64_t m = sizes->of[0];
  const std::int64_t n = sizes->of[1];
  OwnedList list("print_svg", svg_owned_bytes, budget);
  const auto source = list.of(s, m, n);
  if (!source) return failure(source.error());
  const auto destination = list.of(d, m, n);
  if (!destination) return failure(destination.error());
  const std::int64_t left = n + 2;  // left edge of the destination: a blank column separates the two
  std::string out = cat("<!--  Tile: ", to_text(IntTuple(tile_mn)), "  -->\n<!--     S: ", to_text(s),
                        "  -->\n<!--     D: ", to_text(d), "  -->\n");
  svg_head(out, left + n + 1, m + 1);
  svg_cells(out, *source, {1, 1}, "/>");
  svg_cells(out, *destination, {1, left}, "/>");
  for (std::int64_t i = 0; i < m; ++i) svg_label(out, i + 1, 0, i);
  for (std::int64_t i = 0; i < m; ++i) svg_label(out, i + 1, left + n, i);
  for (std::int64_t j = 0; j < n; ++j) svg_label(out, 0, j + 1, j);
  for (std::int64_t j = 0; j < n; ++j) svg_label(out, 0, left + j, j);
  out.append("</svg>\n");
  return out;
}

}  // namespace stridescope
