// MLIR's affine maps: from coordinates to one offset, or to several coordinates of memory.
// Source: MLIR Affine dialect, affine expressions (mod, floordiv and ceildiv; division rounds down).
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/foreign/systems/expression.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/strides.h"
#include "core/foreign/systems/table.h"

namespace stridescope {
namespace {

std::vector<std::string> names(Scanner& in, std::string_view open, std::string_view close) {
  std::vector<std::string> out;
  if (!in.expect(open)) return out;
  while (in.ok() && !in.accept(close)) {
    const std::string_view name = in.word();
    if (name.empty() || out.size() >= max_foreign_rank)
      in.fail(say("expected the names of at most {} dimensions", max_foreign_rank));
    out.emplace_back(name);
    if (!in.accept(",") && !in.at(close)) in.expect(close);
  }
  return out;
}

}  // namespace

Value read_affine_map(Arith& arith, std::string_view text, const ForeignShape& shape) {
  Scanner in(arith, "affine_map", text, Scanner::Comments::slashes);
  if (in.accept("#")) {
    in.word();
    in.expect("=");
  }
  const bool framed = in.accept_word("affine_map");
  if (framed) in.expect("<");
  const std::vector<std::string> dimensions = names(in, "(", ")");
  if (in.at("[")) {
    const std::size_t at = in.position();
    if (!names(in, "[", "]").empty()) in.fail_at(at, say("a symbol has no value here, so the layout is unknown"));
  }
  in.expect("->");
  in.expect("(");
  std::vector<Expression> results;
  while (in.ok() && !in.accept(")")) {
    if (results.size() >= max_foreign_rank)
      in.fail(say("expected the names of at most {} dimensions", max_foreign_rank));
    const std::size_t begin = in.position();
    if (in.word().empty() || !in.accept("=")) in.back_to(begin);  // lane = r + 64 * floor(c / 64)
    results.push_back(Expression::read(in, dimensions));
    if (!in.accept(",") && !in.at(")")) in.expect(")");
  }
  if (framed) in.expect(">");
  if (!in.at_end()) in.fail(say("expected the end of the map"));
  if (in.ok() && shape.size() != dimensions.size())
    in.fail(say("the map has {} {dimension|dimensions}: give as many extents, affine_map(\"...\", (M,N))",
                dimensions.size()));
  if (in.ok() && results.empty()) in.fail(say("the map does not return a result"));
  if (!in.ok()) return static_int(0);
  std::uint64_t work = 1;
  for (const Expression& e : results) work += e.nodes();
  const std::int64_t size = table_size(arith, "affine_map", shape, work);
  std::vector<Value> layouts;
  for (const Expression& e : results) {
    std::vector<std::int64_t> values;
    std::vector<std::int64_t> at(shape.size(), 0);
    for (std::int64_t i = 0; in.ok() && i < size; ++i) {
      values.push_back(e(in, at));
      for (std::size_t d = 0; d < at.size() && ++at[d] == shape[d]; ++d) at[d] = 0;
    }
    if (!in.ok()) return static_int(0);
    layouts.push_back(to_value(layout_of_table(arith, shape, values)));
    if (!in.ok()) return static_int(0);
  }
  if (layouts.size() == 1) return layouts[0];
  return ValueTuple{std::move(layouts)};
}

std::string write_affine_map(Arith& arith, const Value& layout, const ForeignShape&) {
  const auto* plain = layout.as<Layout>();
  if (plain == nullptr || !offset_function(layout)) {
    refuse_swizzle(arith,
                   say("an affine map adds, multiplies by constants, divides and takes remainders; it cannot express "
                       "the xor of a swizzle"),
                   layout);
    return {};
  }
  std::string dimensions;
  std::string sum;
  const int rank = plain->shape.is_tuple() ? plain->rank() : 1;
  for (int d = 0; d < rank; ++d) {
    append_all(dimensions, d > 0 ? ", d" : "d", d);
    const LayoutRef mode = plain->shape.is_tuple() ? LayoutRef(*plain)[d] : LayoutRef(*plain);
    std::int64_t step = 1;
    std::int64_t all = product(arith, mode.shape).value;
    for (std::uint32_t i = 0; i < mode.shape.node_count(); ++i) {
      const Node& extent = mode.shape.nodes()[i];
      if (extent.kind != NodeKind::integer) continue;
      const std::int64_t stride = mode.stride.nodes()[i].integer.value;
      const std::int64_t n = extent.integer.value;
      if (n > 1 && stride != 0) {
        std::string term = cat("d", d);
        if (step > 1) term = cat("(", term, " floordiv ", step, ")");
        if (step * n < all) term = cat("(", term, " mod ", n, ")");
        append_all(sum, sum.empty() ? "" : " + ", term, stride == 1 ? "" : cat(" * ", stride));
      }
      step *= n;
    }
  }
  return cat("affine_map<(", dimensions, ") -> (", sum.empty() ? "0" : sum, ")>");
}

}  // namespace stridescope
