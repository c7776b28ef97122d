// MLIR's memref types: a shape with strides or an affine map. Source: MLIR language reference, builtin types (memref)
// and attributes (strided, affine_map).
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/foreign/systems/attribute.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/strides.h"

namespace stridescope {
namespace {

// A number, or `?` for an unknown one.
std::int64_t number(Scanner& in, std::int64_t unknown) {
  if (in.accept("?")) return unknown;
  return in.integer();
}

}  // namespace

Value read_memref(Arith& arith, std::string_view text, const ForeignShape& given) {
  Scanner in(arith, "memref", text, Scanner::Comments::slashes);
  constexpr std::int64_t unknown = -1;
  in.accept("!");
  if (!in.accept_word("memref")) in.fail(say("expected memref<...>"));
  in.expect("<");
  Strided out;
  while (in.at_integer() || in.at("?")) {
    out.shape.push_back(number(in, unknown));
    if (!in.expect("x")) break;
  }
  if (!given.empty() && given.size() != out.shape.size() && in.ok())
    in.fail(say("the type has {} {dimension|dimensions}, but the shape has {}", out.shape.size(), given.size()));
  for (std::size_t d = 0; in.ok() && d < out.shape.size(); ++d) {
    if (!given.empty() && (out.shape[d] == unknown || out.shape[d] == given[d])) out.shape[d] = given[d];
    if (out.shape[d] == unknown) in.fail(say("dimension {} is unknown: give the shape, memref(\"...\", (M,N))", d));
  }
  // The type of an element, which can contain brackets.
  if (in.until(",>").empty()) in.fail(say("expected the type of an element"));
  std::string_view map;
  bool strides = false;
  while (in.accept(",")) {
    if (in.accept_word("strided")) {
      strides = true;
      in.expect("<");
      in.expect("[");
      while (in.ok() && !in.accept("]")) {
        out.stride.push_back(in.at("?") ? 0 : in.integer());
        if (in.at("?")) in.fail(say("stride {} is unknown, so the layout is, too", out.stride.size() - 1));
        if (!in.accept(",") && !in.at("]")) in.expect("]");
      }
      if (in.accept(",")) {
        if (!in.accept_word("offset")) in.fail(say("expected '{}'", "offset"));
        in.expect(":");
        if (in.accept("?")) {
          in.fail(say("the offset is unknown, so the layout is, too"));
        } else {
          out.offset = in.integer();
        }
      }
      in.expect(">");
    } else if (in.accept_word("affine_map")) {
      in.expect("<");
      const std::size_t begin = in.position();
      in.until(">");
      while (in.at(">") && text[in.position() - 1] == '-') {  // an arrow
        in.accept(">");
        in.until(">");
      }
      map = text.substr(begin, in.position() - begin);
      in.expect(">");
    } else {
      in.until(",>");  // the memory space
    }
    if (!in.ok()) break;
  }
  in.expect(">");
  if (!in.at_end()) in.fail(say("expected the end of the type"));
  if (!in.ok()) return static_int(0);
  if (!map.empty()) return read_affine_map(arith, map, out.shape);
  if (!strides) out.stride = row_major(arith, out.shape);
  return layout_of_strides(in, out);
}

std::string write_memref(Arith& arith, const Value& layout, const ForeignShape& shape) {
  const Strided strided = strides_of_layout(arith, "memref", layout, shape);
  if (arith.failed()) return {};
  std::string out = "memref<";
  for (const std::int64_t extent : strided.shape) append_all(out, extent, 'x');
  append_all(out, "f32, strided<", bracketed(strided.stride, '[', ']'), ", offset: ", strided.offset, ">>");
  return out;
}

}  // namespace stridescope
