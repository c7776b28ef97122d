// Mojo's layout package has CuTe's notation, with every integer known: Layout(IntTuple(4, 8), IntTuple(8, 1)), the
// printed ((4, 8):(8, 1)), Layout.row_major(4, 8) and Layout.col_major(4, 8).
// Source: modular/modular max/kernels layout package, layout.mojo and int_tuple.mojo.
#include "core/base/text.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/scanner.h"
#include "core/foreign/systems/strides.h"
#include "core/foreign/systems/tuple_text.h"

namespace stridescope {
namespace {

// An integer, Int[4] or Idx(4); skips IntTuple before a tuple.
bool integer_of_mojo(Scanner& in, TupleBuilder& out) {
  if (in.at_integer()) {
    out.integer(static_int(in.integer()));
    return true;
  }
  if (in.accept_word("Int") || in.accept_word("Idx")) {
    const bool square = in.accept("[");
    if (!square) in.expect("(");
    out.integer(static_int(in.integer()));
    in.expect(square ? "]" : ")");
    in.accept("()");
    return true;
  }
  in.accept_word("IntTuple");
  return false;
}

}  // namespace

Value read_mojo(Arith& arith, std::string_view text, const ForeignShape&) {
  Scanner in(arith, "mojo", text);
  ForeignTuples tuples(in, integer_of_mojo);
  std::string_view word = in.word(true);
  if (word.starts_with("Layout.")) word = word.substr(7);
  Layout out;
  if (word == "row_major" || word == "col_major") {
    const bool brackets = in.accept("[");
    if (!brackets) in.expect("(");
    TupleBuilder shape(arith);
    shape.open();
    while (in.ok() && !in.accept(brackets ? "]" : ")")) {
      shape.copy(tuples.read());
      if (!in.accept(",") && !in.at(brackets ? "]" : ")")) in.expect(")");
    }
    shape.close();
    in.accept("()");
    IntTuple extents = shape.take();
    // IntTuple(4, 8) as the only argument is the shape itself.
    if (in.ok() && extents.rank() == 1) extents = IntTuple(extents[0]);
    if (in.ok()) out = make_layout(arith, extents, word == "row_major" ? Major::right : Major::left);
  } else {
    const bool called = word == "Layout";
    if (!word.empty() && !called) in.fail_at(0, say("expected Layout(...), row_major(...) or col_major(...)"));
    const bool wrapped = in.expect("(");
    out.shape = tuples.read();
    if (in.accept(":") || in.accept(",")) {
      out.stride = tuples.read();
    } else if (in.ok()) {
      out = make_layout(arith, out.shape);
    }
    if (wrapped) in.expect(")");
    if (in.ok() && !congruent(out.shape, out.stride).value) in.fail(say("shape and stride are nested differently"));
  }
  if (!in.at_end()) in.fail(say("expected the end of the layout"));
  for (std::uint32_t i = 0; in.ok() && i < out.shape.ref().node_count(); ++i) {
    const Node& extent = out.shape.ref().nodes()[i];
    if (extent.kind == NodeKind::integer && extent.integer.value < 0)
      in.fail(say("{} is not an extent", extent.integer.value));
  }
  if (!in.ok()) return static_int(0);
  return out;
}

namespace {

std::string tuple_text(TupleRef t) {
  if (!t.is_tuple()) return cat(t.integer().value);
  std::string out = "IntTuple(";
  for (int i = 0; i < t.size(); ++i) append_all(out, i > 0 ? ", " : "", tuple_text(t[i]));
  return out + ")";
}

}  // namespace

std::string write_mojo(Arith& arith, const Value& layout, const ForeignShape&) {
  const auto* plain = layout.as<Layout>();
  if (plain == nullptr || plain->stride.ref().has_basis()) {
    refuse_swizzle(arith, say("a Mojo Layout has integer strides; write the swizzle separately"), layout);
    return {};
  }
  return cat("Layout(", tuple_text(plain->shape), ", ", tuple_text(plain->stride), ")");
}

}  // namespace stridescope
