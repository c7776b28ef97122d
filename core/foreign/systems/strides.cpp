// Tensors by strides: torch counts them in elements, NumPy in bytes, and NumPy's can be negative. Sources: PyTorch
// docs, torch.Tensor.stride and torch.as_strided; NumPy reference, ndarray.strides.
#include "core/foreign/systems/strides.h"

#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/foreign/systems/table.h"

namespace stridescope {
namespace {

bool opens(Scanner& in) { return in.at("(") || in.at("["); }

// size, stride and offset by name, or a list for the size and one for the strides.
Strided read_named(Scanner& in, const ForeignShape& given, std::int64_t& item_bytes) {
  Strided out;
  bool has_shape = false;
  bool has_stride = false;
  while (!in.at_end()) {
    const std::size_t begin = in.position();
    std::string_view word = in.word(true);
    if (const std::size_t dot = word.rfind('.'); dot != std::string_view::npos) word = word.substr(dot + 1);
    while (in.accept("()")) {
    }
    while (in.accept("=") || in.accept(":")) {
    }
    if (word == "strides" || word == "stride") {
      out.stride = read_list(in);
      has_stride = true;
    } else if (word == "shape" || word == "size" || word == "sizes" || word == "Size") {
      if (!opens(in)) continue;  // size=torch.Size([4])
      out.shape = read_list(in);
      has_shape = true;
    } else if (word == "storage_offset" || word == "offset") {
      out.offset = in.integer();
    } else if (word == "itemsize") {
      item_bytes = in.integer();
    } else if (word == "dtype" || word == "torch") {
      if (in.at_quote()) {
        word = in.quoted();
      } else {
        word = in.word(true);
      }
      const std::size_t digits = word.find_first_of("0123456789");
      if (word.find("bool") != std::string_view::npos) item_bytes = 1;
      if (digits != std::string_view::npos) {
        std::int64_t bits = 0;
        for (const char c : word.substr(digits)) {
          if (c < '0' || c > '9' || bits > 1024) break;
          bits = 10 * bits + (c - '0');
        }
        // '<f4' counts bytes, float32 bits.
        item_bytes = bits > 8 || word.size() > digits + 1 || word.starts_with("int") || word.starts_with("uint")
                         ? bits / 8
                         : bits;
      }
    } else if (opens(in)) {
      if (!has_shape && given.empty()) {
        out.shape = read_list(in);
        has_shape = true;
      } else {
        out.stride = read_list(in);
        has_stride = true;
      }
    } else if (word.empty()) {
      in.fail_at(begin, say("expected shape and strides: (64,32), (32,1)"));
    }
    while (in.accept(",") || in.accept(";") || in.accept(")")) {
    }
  }
  if (!given.empty()) out.shape = given;
  if (!has_stride && in.ok()) out.stride = row_major(in.arith(), out.shape);
  if (!has_shape && given.empty() && in.ok()) in.fail(say("expected shape and strides: (64,32), (32,1)"));
  return out;
}

}  // namespace

std::vector<std::int64_t> row_major(Arith& arith, const ForeignShape& shape) {
  std::vector<std::int64_t> out(shape.size(), 1);
  Int stride = static_int(1);
  for (std::size_t d = shape.size(); d-- > 0;) {
    out[d] = stride.value;
    stride = arith.mul(stride, static_int(shape[d]));
  }
  return out;
}

Value layout_of_strides(Scanner& in, const Strided& strided) {
  Arith& arith = in.arith();
  if (strided.shape.size() != strided.stride.size())
    in.fail(say("{} {extent|extents}, but {} {stride|strides}", strided.shape.size(), strided.stride.size()));
  for (const std::int64_t extent : strided.shape) {
    if (extent < 0) in.fail(say("{} is not an extent", extent));
  }
  if (!in.ok()) return static_int(0);
  if (strided.shape.empty()) return Layout();
  LayoutBuilder out(arith);
  const bool flat = strided.shape.size() == 1;
  if (!flat) out.open();
  for (std::size_t d = 0; d < strided.shape.size(); ++d)
    out.mode(static_int(strided.shape[d]), static_int(strided.stride[d]));
  if (!flat) out.close();
  Layout layout = arith.intact(out.take());
  if (strided.offset == 0) return layout;
  return Tensor{Iterator{Iterator::Kind::counting, IntTuple(dynamic_int(strided.offset)), {}}, layout};
}

namespace {

// The result of using one stride per dimension, and the position of the first difference.
struct Compared {
  Strided strided;
  std::size_t count = 0;         // number of coordinates
  bool covers = false;           // the shape has the same number of coordinates
  std::int64_t differs_at = -1;  // the first index, -1 if none differs
  std::int64_t expected = 0;
  std::int64_t value = 0;

  std::string place() const { return coordinate_text(differs_at, strided.shape); }
};

Compared compare_strides(Arith& arith, const Value& layout, const ForeignShape& shape) {
  Compared out;
  const std::vector<std::int64_t> values = values_of(arith, layout);
  if (arith.failed()) return out;
  Strided& s = out.strided;
  out.count = values.size();
  s.shape = shape;
  if (const Layout* domain = domain_of(layout); domain != nullptr && shape.empty()) {
    const IntTuple extents = product_each(arith, domain->shape);
    for (int d = 0; d < extents.rank(); ++d)
      s.shape.push_back(extents.is_tuple() ? extents[d].integer().value : extents.integer().value);
  }
  std::int64_t step = 1;
  s.offset = values[0];
  for (const std::int64_t extent : s.shape) {
    const auto at = static_cast<std::size_t>(step);
    s.stride.push_back(extent > 1 && at < values.size() ? values[at] - values[0] : 0);
    if (extent < 1 || mul_overflows(step, extent, step)) step = -1;
    if (step < 1) break;
  }
  out.covers = step == static_cast<std::int64_t>(values.size());
  for (std::size_t i = 0; out.covers && i < values.size() && out.differs_at < 0; ++i) {
    out.expected = s.offset;
    std::int64_t rest = static_cast<std::int64_t>(i);
    for (std::size_t d = 0; d < s.shape.size(); ++d) {
      out.expected += rest % s.shape[d] * s.stride[d];
      rest /= s.shape[d];
    }
    out.value = values[i];
    if (out.expected != out.value) out.differs_at = static_cast<std::int64_t>(i);
  }
  return out;
}

}  // namespace

Strided strides_of_layout(Arith& arith, std::string_view system, const Value& layout, const ForeignShape& shape) {
  Compared found = compare_strides(arith, layout, shape);
  if (arith.failed()) return {};
  if (!found.covers) {
    arith.fail(ErrorCode::arguments,
               say("{}: the shape does not have the {} {coordinate|coordinates} of the layout", system, found.count));
  } else if (found.differs_at >= 0) {
    arith.fail(ErrorCode::unsupported,
               say("{} has one stride for each dimension: at {} they give {}, but the layout gives {}", system,
                   found.place(), found.expected, found.value));
  }
  return std::move(found.strided);
}

void refuse_swizzle(Arith& arith, const Message& what, const Value& layout) {
  Arith tried(arith.budget());
  const Compared found = compare_strides(tried, layout, {});
  const bool shown = tried.ok() && found.differs_at >= 0;
  arith.fail(ErrorCode::unsupported, shown ? say("{}: at {} the strides give {}, but the layout gives {}", what,
                                                 found.place(), found.expected, found.value)
                                           : what);
}

std::vector<std::int64_t> read_list(Scanner& in) {
  std::vector<std::int64_t> out;
  int depth = 0;
  do {
    if (in.accept("(") || in.accept("[")) {
      if (++depth > max_foreign_depth) in.fail(say("brackets nest deeper than {} levels", max_foreign_depth));
    } else if (in.accept(")") || in.accept("]")) {
      --depth;
    } else if (in.at_integer()) {
      out.push_back(in.integer());
    } else if (!in.accept(",")) {
      in.fail(say("expected a list of integers: (64,32)"));
    }
  } while (in.ok() && depth > 0);
  return out;
}

std::string bracketed(const std::vector<std::int64_t>& list, char open, char close) {
  std::string out(1, open);
  for (std::size_t i = 0; i < list.size(); ++i) append_all(out, i > 0 ? ", " : "", list[i]);
  if (open == '(' && list.size() == 1) out.push_back(',');
  out.push_back(close);
  return out;
}

Value read_torch(Arith& arith, std::string_view text, const ForeignShape& shape) {
  Scanner in(arith, "torch", text);
  std::int64_t item_bytes = 0;
  const Strided strided = read_named(in, shape, item_bytes);
  return in.ok() ? layout_of_strides(in, strided) : Value(static_int(0));
}

std::string write_torch(Arith& arith, const Value& layout, const ForeignShape& shape) {
  const Strided s = strides_of_layout(arith, "torch", layout, shape);
  if (arith.failed()) return {};
  for (std::size_t d = 0; d < s.stride.size(); ++d) {
    if (s.stride[d] >= 0) continue;
    arith.fail(ErrorCode::unsupported,
               say("torch does not support negative strides, but dimension {} has {}", d, s.stride[d]));
    return {};
  }
  return cat("size=", bracketed(s.shape, '(', ')'), ", stride=", bracketed(s.stride, '(', ')'),
             ", storage_offset=", s.offset);
}

Value read_numpy(Arith& arith, std::string_view text, const ForeignShape& shape) {
  Scanner in(arith, "numpy", text);
  std::int64_t item_bytes = 0;
  Strided strided = read_named(in, shape, item_bytes);
  if (item_bytes < 1 && in.ok())
    in.fail(say("strides are in bytes: give the width of an element, dtype=float32 or itemsize=4"));
  for (std::size_t d = 0; in.ok() && d < strided.stride.size(); ++d) {
    if (strided.stride[d] % item_bytes != 0)
      in.fail(say("stride {} of dimension {} is not a multiple of {} {byte|bytes}, so the elements are not whole",
                  strided.stride[d], d, item_bytes));
    strided.stride[d] /= item_bytes;
  }
  return in.ok() ? layout_of_strides(in, strided) : Value(static_int(0));
}

std::string write_numpy(Arith& arith, const Value& layout, const ForeignShape& shape) {
  const Strided s = strides_of_layout(arith, "numpy", layout, shape);
  if (arith.failed()) return {};
  return cat("shape=", bracketed(s.shape, '(', ')'), ", strides=", bracketed(s.stride, '(', ')'),
             ", itemsize=1, offset=", s.offset);
}

}  // namespace stridescope
