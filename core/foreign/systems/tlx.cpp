// TLX, Meta's extension of Triton, writes layouts in CuTe's notation: tlx.layout(shape=..., stride=...) gives a thread
// its values as (thread, value) -> the element by rows, tlx.swizzled_layout(B, M, S) is shared memory, and
// tlx.dump_layout prints what the compiler made of a value,
//   // tlx.dump_layout @ loc("kernel.py":12:8)
//   //   type: tensor<64xf32, #ttg.blocked<{...}>>
//   //   cute: ((_32,_2,_2),_1):((_1,_32,_0),_0)
// Only the type is read; the text after `cute:` is compared with it, element by element. Source:
// facebookexperimental/triton third_party/tlx/dialect/lib/Transforms/DumpLayout.cpp, language/tlx/types.py.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/scanner.h"
#include "core/foreign/systems/strides.h"
#include "core/foreign/systems/table.h"
#include "core/foreign/systems/tuple_text.h"

namespace stridescope {
namespace {

// 32 or _32
bool integer_of_tlx(Scanner& in, TupleBuilder& out) {
  if (in.at("(")) return false;
  const std::string_view word = in.word();
  std::int64_t value = 0;
  bool digits = word.size() > 1 && word[0] == '_' && word.size() < 20;
  for (const char c : word.substr(std::min<std::size_t>(word.size(), 1))) {
    digits = digits && c >= '0' && c <= '9' && value < (std::int64_t{1} << 58);
    value = digits ? 10 * value + (c - '0') : 0;
  }
  if (!word.empty() && !digits) in.fail(say("expected an integer or a tuple of them"));
  out.integer(static_int(word.empty() ? in.integer() : value));
  return true;
}

// Checks a printed layout: extents of at least 1, strides of at least 0, nested alike.
Layout checked(Scanner& in, IntTuple shape, IntTuple stride) {
  if (in.ok() && !congruent(shape, stride).value) in.fail(say("shape and stride are nested differently"));
  for (std::uint32_t i = 0; in.ok() && i < shape.ref().node_count(); ++i) {
    const Node& extent = shape.ref().nodes()[i];
    if (extent.kind == NodeKind::integer && extent.integer.value < 1)
      in.fail(say("{} is not an extent", extent.integer.value));
  }
  if (!in.ok()) return {};
  Layout out;
  out.shape = std::move(shape);
  out.stride = std::move(stride);
  return out;
}

// 2,1,5: the number of exchanged bits, the number of bits below them, and the distance of their partner bits.
Swizzle swizzle_of(Scanner& in) {
  const auto number = [&] { return static_cast<int>(std::clamp<std::int64_t>(in.integer(), -63, 63)); };
  Swizzle out;
  out.bits = number();
  in.expect(",");
  out.base = number();
  in.expect(",");
  out.shift = number();
  const int shift = std::abs(out.shift);
  if (in.ok() && (out.bits < 0 || out.base < 0 || shift < out.bits || out.bits + out.base + shift > 40))
    in.fail(say("a swizzle must shift by at least as many bits as it exchanges"));
  return out;
}

struct CuteShape {
  std::optional<Swizzle> swizzle;
  Layout layout;
};

// Swizzle<2,1,5> o (_32,_32):(_32,_1)
CuteShape read_cute(Scanner& in) {
  CuteShape out;
  if (in.accept_word("Swizzle")) {
    in.expect("<");
    out.swizzle = swizzle_of(in);
    in.expect(">");
    if (!in.accept_word("o")) in.expect("o");
  }
  ForeignTuples tuples(in, integer_of_tlx);
  IntTuple shape = tuples.read();
  in.expect(":");
  IntTuple stride = tuples.read();
  out.layout = checked(in, std::move(shape), std::move(stride));
  return out;
}

// The shape from `64x32xf16, #...` in a type.
ForeignShape shape_of_type(std::string_view type) {
  ForeignShape out;
  std::size_t at = type.find('<');
  while (at != std::string_view::npos && at + 1 < type.size() && type[at + 1] >= '0' && type[at + 1] <= '9') {
    std::int64_t value = 0;
    for (++at; at < type.size() && type[at] >= '0' && type[at] <= '9'; ++at)
      value = std::min<std::int64_t>(10 * value + (type[at] - '0'), max_table + 1);
    if (at >= type.size() || type[at] != 'x') return {};
    out.push_back(value);
  }
  return out;
}

// 0 for anything that is not the shape of a tile.
std::int64_t product(const ForeignShape& shape) {
  std::int64_t out = 1;
  for (const std::int64_t extent : shape) {
    if (extent < 1 || mul_overflows(out, extent, out)) return 0;
  }
  return out;
}

// The row-major position of the coordinate with a colexicographic index.
std::int64_t by_rows(std::int64_t index, const ForeignShape& shape) {
  std::int64_t out = 0;
  std::int64_t step = 1;
  for (const std::int64_t extent : shape) step *= extent;
  for (const std::int64_t extent : shape) {
    step /= extent;
    out += index % extent * step;
    index /= extent;
  }
  return out;
}

// Compares the print with the type.
void compare(Arith& arith, const CuteShape& printed, const Value& value, bool memory, const ForeignShape& shape) {
  const std::vector<std::int64_t> ours = values_of(arith, value);
  const std::vector<std::int64_t> theirs = values_of(
      arith, printed.swizzle ? to_value(compose(*printed.swizzle, SwizzleOffset(static_int(0)), printed.layout))
                             : to_value(AnyLayout(printed.layout)));
  if (arith.failed()) return;
  const auto differs = [&](std::int64_t index, std::int64_t cute, std::int64_t type) {
    if (cute == type) return false;
    arith.fail(ErrorCode::unsupported,
               say("tlx: at {} the dump's layout gives {}, but its type gives {}", index, cute, type));
    return true;
  };
  // (thread, value), with the blocks of a cluster as the slowest threads.
  if (!memory) {
    const Layout* layout = value.as<Layout>();
    const bool clustered = layout != nullptr && layout->rank() == 3;
    const Int threads = layout != nullptr ? size(arith, LayoutRef(*layout)[0]) : static_int(1);
    const Int values = clustered ? size(arith, LayoutRef(*layout)[1]) : static_int(1);
    if (ours.size() != theirs.size()) {
      arith.fail(ErrorCode::unsupported,
                 say("tlx: the dump's layout has {} {coordinate|coordinates}, but its type has {}", theirs.size(),
                     ours.size()));
      return;
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
      auto at = static_cast<std::int64_t>(i);
      if (clustered) {
        const std::int64_t blocks = static_cast<std::int64_t>(ours.size()) / (threads.value * values.value);
        const std::int64_t thread = at % threads.value;
        const std::int64_t block = at / threads.value % blocks;
        at = thread + threads.value * (at / (threads.value * blocks) + values.value * block);
      }
      if (differs(static_cast<std::int64_t>(i), theirs[i], by_rows(ours[static_cast<std::size_t>(at)], shape))) return;
    }
    return;
  }
  // A swizzle maps the coordinate to its position; strides alone map the position to the row-major element.
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    if (printed.swizzle) {
      if (ours.size() != theirs.size() || differs(at, theirs[i], ours[i])) return;
      continue;
    }
    if (ours[i] < 0 || ours[i] >= static_cast<std::int64_t>(theirs.size())) return;
    if (differs(ours[i], theirs[static_cast<std::size_t>(ours[i])], by_rows(at, shape))) return;
  }
}

// The text after the word on a line of the dump; empty if no line has it.
std::string_view behind(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return {};
  std::string_view out = text.substr(at + word.size());
  out = out.substr(0, out.find('\n'));
  while (!out.empty() && (out.back() == ' ' || out.back() == '\r')) out.remove_suffix(1);
  return out;
}

Value read_dump(Arith& arith, std::string_view text) {
  const std::string_view type = behind(text, "//   type:");
  if (type.empty()) {
    arith.fail(ErrorCode::syntax, say("tlx: a dump must have a line '//   type: ...'"));
    return static_int(0);
  }
  Value out = read_triton(arith, type, {});
  const std::string_view cute = behind(text, "//   cute:");
  const ForeignShape shape = shape_of_type(type);
  if (arith.failed() || cute.empty() || shape.empty() || product(shape) == 0) return out;
  Scanner in(arith, "tlx", cute);
  const CuteShape printed = read_cute(in);
  if (!in.at_end()) in.fail(say("expected the end of the layout"));
  if (in.ok()) compare(arith, printed, out, type.find("memdesc<") != std::string_view::npos, shape);
  return arith.ok() ? out : Value(static_int(0));
}

// (thread, value) -> element, with column-major numbers of the elements of this tile replaced by row-major ones; with
// the reversed shape, the inverse.
AnyLayout recounted(Arith& arith, const Layout& layout, const ForeignShape& shape) {
  if (shape.size() < 2) return layout;
  const std::int64_t all = product(shape);
  std::vector<std::int64_t> values = values_of(arith, to_value(AnyLayout(layout)));
  for (std::int64_t& value : values) {
    if (value < 0 || value >= all) {
      arith.fail(ErrorCode::unsupported, say("tlx: element {} is outside a tile of {}", value, all));
      return layout;
    }
    value = by_rows(value, shape);
  }
  const Int threads = size(arith, LayoutRef(layout)[0]);
  const Int held = size(arith, LayoutRef(layout)[1]);
  if (arith.failed()) return layout;
  return layout_of_table(arith, {threads.value, held.value}, values);
}

}  // namespace

Value read_tlx(Arith& arith, std::string_view text, const ForeignShape& shape) {
  if (text.find("//   ") != std::string_view::npos) return read_dump(arith, text);
  Scanner in(arith, "tlx", text);
  std::string_view word = in.word(true);
  if (word.starts_with("tlx.")) word.remove_prefix(4);
  if (word == "swizzled_layout") {
    in.expect("(");
    const Swizzle swizzle = swizzle_of(in);
    std::vector<std::int64_t> order;
    if (in.accept(",")) {
      if (in.accept_word("order")) in.expect("=");
      in.expect("[");
      while (in.ok() && !in.accept("]")) {
        order.push_back(in.integer());
        in.accept(",");
      }
    }
    in.expect(")");
    if (in.ok() && !in.at_end()) in.fail(say("expected the end of the layout"));
    if (in.ok() && (shape.empty() || product(shape) == 0)) in.fail(say("give the shape: tlx(\"...\", (M,N))"));
    if (order.empty()) {
      for (std::size_t d = shape.size(); d-- > 0;) order.push_back(static_cast<std::int64_t>(d));
    }
    std::vector<std::int64_t> strides(shape.size(), 0);
    std::int64_t step = 1;
    for (const std::int64_t d : order) {
      if (!in.ok()) break;
      if (d < 0 || d >= static_cast<std::int64_t>(shape.size()) || order.size() != shape.size() ||
          strides[static_cast<std::size_t>(d)] != 0) {
        in.fail(say("the order of a tile of {} {dimension|dimensions} must name each once", shape.size()));
        break;
      }
      strides[static_cast<std::size_t>(d)] = step;
      step *= shape[static_cast<std::size_t>(d)];
    }
    if (!in.ok()) return static_int(0);
    LayoutBuilder out(arith);
    if (shape.size() > 1) out.open();
    for (std::size_t d = 0; d < shape.size(); ++d) out.mode(static_int(shape[d]), static_int(strides[d]));
    if (shape.size() > 1) out.close();
    Layout layout = arith.intact(out.take());
    if (arith.failed()) return static_int(0);
    if (swizzle.bits == 0) return to_value(AnyLayout(layout));
    return to_value(compose(swizzle, SwizzleOffset(static_int(0)), std::move(layout)));
  }
  if (word != "layout") in.fail_at(0, say("expected tlx.layout(...), tlx.swizzled_layout(...) or a dump"));
  in.expect("(");
  if (in.accept_word("shape")) in.expect("=");
  ForeignTuples tuples(in, integer_of_tlx);
  IntTuple extents = tuples.read();
  in.expect(",");
  if (in.accept_word("stride")) in.expect("=");
  IntTuple strides = tuples.read();
  in.accept(",");
  in.expect(")");
  if (in.ok() && !in.at_end()) in.fail(say("expected the end of the layout"));
  if (in.ok() && (!extents.ref().is_tuple() || extents.rank() != 2))
    in.fail(say("a layout must have threads and values"));
  const Layout layout = checked(in, std::move(extents), std::move(strides));
  if (!in.ok()) return static_int(0);
  const AnyLayout out = recounted(arith, layout, {shape.rbegin(), shape.rend()});
  return arith.ok() ? to_value(out) : Value(static_int(0));
}

namespace {

// (32, 4, 2), for one (128,)
std::string group(TupleRef t) {
  std::string out;
  const std::size_t count = t.node_count();
  std::size_t leaves = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (t.nodes()[i].kind != NodeKind::integer) continue;
    append_all(out, leaves++ > 0 ? ", " : "", t.nodes()[i].integer.value);
  }
  return cat('(', out, leaves == 1 ? ",)" : ")");
}

}  // namespace

std::string write_tlx(Arith& arith, const Value& value, const ForeignShape& given) {
  if (const auto* composed = value.as<ComposedLayout>(); composed != nullptr && composed->outer.empty()) {
    const Layout& domain = composed->b;
    const auto* swizzle = std::get_if<Swizzle>(&composed->a);
    if (swizzle != nullptr && swizzle->shift > 0 && domain.rank() == 2 && domain.shape[0].is_integer() &&
        domain.shape[1].is_integer()) {
      const std::int64_t m = domain.shape[0].integer().value;
      const std::int64_t n = domain.shape[1].integer().value;
      const bool rows = domain.stride[1].is_integer() && domain.stride[1].integer().value == 1;
      const std::string text = cat("tlx.swizzled_layout(", swizzle->bits, ", ", swizzle->base, ", ", swizzle->shift,
                                   ", order=", rows ? "[1, 0]" : "[0, 1]", ')');
      if (arith.ok() && values_of(arith, read_tlx(arith, text, {m, n})) == values_of(arith, value)) return text;
    }
    refuse_swizzle(arith, say("tlx takes one swizzle over a tile by rows or by columns"), value);
    return {};
  }
  const auto* layout = value.as<Layout>();
  if (layout == nullptr || layout->rank() != 2) {
    refuse_swizzle(arith, say("a layout of TLX maps (thread, value) to elements by strides"), value);
    return {};
  }
  if (given.empty()) {
    arith.fail(ErrorCode::unsupported, say("TLX counts a tile's elements by rows, so m + M n depends on its shape"),
               say("write write_layout(L, \"tlx\", (M,N)), or (N,) for a tile of one dimension"));
    return {};
  }
  const AnyLayout written = recounted(arith, *layout, given);
  if (arith.failed()) return {};
  const auto* plain = std::get_if<Layout>(&written);
  if (plain == nullptr || plain->stride.ref().has_basis()) {
    arith.fail(ErrorCode::unsupported, say("a layout of TLX maps (thread, value) to elements by strides"));
    return {};
  }
  return cat("tlx.layout(shape=(", group(plain->shape[0]), ", ", group(plain->shape[1]), "), stride=(",
             group(plain->stride[0]), ", ", group(plain->stride[1]), "))");
}

}  // namespace stridescope
