// Writes the tables of coordinates and the number line of a layout's codomain. Each row calls the functions of the
// algebra (idx2crd, apply), so the tables always agree with it.
#include "core/facts/coordinates.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/facts/function.h"
#include "core/value/kind_word.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_line = 128;
constexpr std::size_t max_listed_hits = 3;

std::string shown(const IntTuple& tuple) { return to_text(tuple, IntegerMode::teaching); }

bool all_extents_natural(TupleRef shape) {
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    const Node& node = shape.nodes()[i];
    if (node.kind == NodeKind::tuple) continue;
    if (node.kind == NodeKind::any || node.integer.is_basis() || node.integer.value < 0) return false;
  }
  return true;
}

// Columns next to each other, each as wide as its widest entry, with numbers right-aligned.
std::string aligned(const std::vector<const std::vector<std::string>*>& rows) {
  std::vector<std::size_t> widths(rows.front()->size());
  for (const auto* row : rows) {
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], columns_of((*row)[c]));
  }
  std::string out;
  for (const auto* row : rows) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      append_all(out, c == 0 ? "" : "  ", right_aligned((*row)[c], widths[c]));
    }
    out.push_back('\n');
  }
  return out;
}

}  // namespace

IntTuple value_at(Arith& arith, const Value& value, TupleRef coord) {
  if (const auto* layout = value.as<Layout>()) return apply(arith, *layout, coord);
  if (const auto* composed = value.as<ComposedLayout>()) return apply(arith, *composed, coord);
  if (const auto* tensor = value.as<Tensor>()) return element(arith, coord, *tensor);
  arith.fail(ErrorCode::arguments, say("{} does not have offsets", a_kind(value)));
  return static_int(0);
}

CoordinateTable coordinate_table(Arith& arith, const Value& value, std::int64_t count) {
  CoordinateTable out;
  const Layout* domain = domain_of(value);
  const auto* tuple = value.as<IntTuple>();
  if ((domain == nullptr && tuple == nullptr) || !all_extents_natural(domain != nullptr ? domain->shape : *tuple)) {
    arith.fail(ErrorCode::arguments, say("{}, {}, does not have a table of coordinates", a_kind(value), to_text(value)),
               say("give a shape, a layout or a tensor"));
    return out;
  }
  const TupleRef shape = domain != nullptr ? domain->shape.ref() : tuple->ref();
  out.size = product(arith, shape).value;
  const IntTuple modes = product_each(arith, shape);
  const bool nested = shape.is_tuple() && shape.rank() > 1 && shape.depth() > 1;
  out.head.emplace_back("1-D");
  if (nested) out.head.push_back(cat(shape.rank(), "-D"));
  if (shape.is_tuple()) out.head.emplace_back("natural");
  if (domain != nullptr) out.head.emplace_back("offset");
  count = std::min({count, out.size, max_table_rows});
  for (std::int64_t i = 0; i < count && arith.ok(); ++i) {
    const IntTuple index = dynamic_int(i);
    std::vector<std::string> row = {cat(i)};
    if (nested) row.push_back(shown(idx2crd(arith, index, modes)));
    if (shape.is_tuple()) row.push_back(shown(idx2crd(arith, index, shape)));
    if (domain != nullptr) row.push_back(shown(as_arithmetic_tuple(arith, value_at(arith, value, index))));
    out.rows.push_back(std::move(row));
  }
  return out;
}

std::string to_text(const CoordinateTable& table) {
  std::vector<const std::vector<std::string>*> rows = {&table.head};
  for (const auto& row : table.rows) rows.push_back(&row);
  std::string out = aligned(rows);
  const std::int64_t left = table.size - static_cast<std::int64_t>(table.rows.size());
  if (left > 0) append_all(out, "... ", left, " more\n");
  return out;
}

std::string number_line(Arith& arith, const Value& value) {
  Message why;
  const auto f = numbered_function(value, why);
  const FunctionAnalysis analysis = f ? analyze_function(value) : FunctionAnalysis();
  if (f && analysis.has_coordinates) why = say("its offsets are coordinates");
  if (!why.empty()) {
    arith.fail(ErrorCode::arguments, say("number_line: {}", why), say("give a layout with integer strides"));
    return {};
  }
  if (analysis.size > max_line || !analysis.codomain || analysis.codomain->size() > max_line) {
    arith.fail(ErrorCode::too_large, say("number_line: more than {} numbers or coordinates", max_line),
               say("give a smaller layout"));
    return {};
  }
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(analysis.size));
  f->fill(offsets.data(), analysis.size);
  std::vector<std::string> logical = {"logical"};
  std::vector<std::string> physical = {"physical"};
  for (std::int64_t x = analysis.codomain->begin; x < analysis.codomain->end; ++x) {
    physical.push_back(cat(x));
    std::string hits;
    std::size_t count = 0;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (offsets[i] != x) continue;
      if (count < max_listed_hits) append_all(hits, count == 0 ? "" : ",", i);
      if (count++ == max_listed_hits) hits += ",...";
    }
    logical.push_back(std::move(hits));
  }
  return aligned({&logical, &physical});
}

}  // namespace stridescope
