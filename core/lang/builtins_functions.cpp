// Builtins that ask what a layout is as a function, and how shapes are ordered.
#include "core/analysis/compatibility.h"
#include "core/base/text.h"
#include "core/lang/builtin.h"

namespace stridescope {
namespace {

// The shape of argument i; only plain integers can be compared.
IntTuple plain_shape(const Call& c, std::size_t i) {
  const TupleRef shape = c.shape(i);
  if (!shape.has_any() && !shape.has_basis()) return IntTuple(shape);
  c.wrong(i, "a shape of plain integers");
  return static_int(1);
}

}  // namespace

Value builtin_weakly_compatible(const Call& c) {
  const IntTuple a = plain_shape(c, 0);
  return weakly_compatible(c.arith, a, plain_shape(c, 1));
}

Value builtin_coarsenings(const Call& c) {
  TupleBuilder out(c.arith);
  out.open();
  for (const IntTuple& shape : coarsenings(c.arith, plain_shape(c, 0))) out.copy(shape);
  out.close();
  return out.take();
}

Value builtin_compatibility_order(const Call& c) {
  std::vector<IntTuple> shapes;
  if (c.count() == 1) shapes = coarsenings(c.arith, plain_shape(c, 0));
  for (std::size_t i = 0; c.count() > 1 && i < c.count(); ++i) shapes.push_back(plain_shape(c, i));
  if (c.arith.failed()) return static_int(0);
  const CompatibilityOrder order = compatibility_order(c.arith, shapes);
  return Text{to_text(order, IntegerMode::teaching)};
}

}  // namespace stridescope
