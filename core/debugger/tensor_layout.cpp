// Reads a shape and its strides in step: each is a number or a list of the same nesting.
#include "core/debugger/tensor_layout.h"

#include <charconv>
#include <cstdio>

#include "core/base/depth.h"

namespace stridescope::debugger {
namespace {

constexpr int deepest = 16;
constexpr std::size_t most_leaves = 64;

// Numbers of a nested tuple in order, and the tuple with each number replaced by x: "((x,x),x)".
struct Tuple {
  std::vector<std::int64_t> numbers;
  std::string nesting;
  std::size_t first_mode = 0;  // leaves of the first mode
};

class TupleReader {
 public:
  explicit TupleReader(std::string_view text) : text_(text) {}

  bool read(Tuple& out) {
    const bool tuple = next() == '(';
    if (!item(out, 0)) return false;
    if (!tuple) out.first_mode = out.numbers.size();
    return next() == 0;
  }

 private:
  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '_')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool item(Tuple& out, int level) {
    const Deeper deeper(depth_);
    if (!deeper.ok() || out.numbers.size() >= most_leaves) return false;
    if (next() != '(') {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
      if (error != std::errc()) return false;
      at_ = static_cast<std::size_t>(end - text_.data());
      out.numbers.push_back(number);
      out.nesting += 'x';
      return true;
    }
    out.nesting += '(';
    do {
      ++at_;
      if (!item(out, level + 1)) return false;
      if (level == 0 && out.first_mode == 0) out.first_mode = out.numbers.size();
      out.nesting += ',';
    } while (next() == ',');
    if (next() != ')') return false;
    ++at_;
    out.nesting += ')';
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Depth depth_ = Depth(deepest);
};

std::int64_t product(const std::vector<TensorLayout::Leaf>& leaves) {
  std::int64_t out = 1;
  for (const TensorLayout::Leaf& leaf : leaves) out *= leaf.extent;
  return out;
}

std::int64_t offset_in(const std::vector<TensorLayout::Leaf>& leaves, std::int64_t index) {
  std::int64_t out = 0;
  for (const TensorLayout::Leaf& leaf : leaves) {
    out += index % leaf.extent * leaf.stride;
    index /= leaf.extent;
  }
  return out;
}

Error not_a_layout(const std::string& text) {
  return {ErrorCode::syntax,
          say("{} is not a layout", text),
          say("write a shape and its strides, such as (64,64):(64,1), or a number of elements"),
          {},
          {}};
}

}  // namespace

std::int64_t TensorLayout::row_count() const { return product(rows); }
std::int64_t TensorLayout::column_count() const { return product(columns); }

std::int64_t TensorLayout::offset(std::int64_t row, std::int64_t column) const {
  return put_under(swizzles, start + offset_in(rows, row) + offset_in(columns, column));
}

std::int64_t TensorLayout::reach() const {
  std::int64_t out = start + 1;
  for (const std::vector<Leaf>* leaves : {&rows, &columns}) {
    for (const Leaf& leaf : *leaves) out += (leaf.extent - 1) * leaf.stride;
  }
  // A swizzle stays within blocks of its highest bit.
  std::int64_t block = 1;
  for (const Swizzle& swizzle : swizzles) {
    while (block <= (swizzle.yyy() | swizzle.zzz())) block *= 2;
  }
  return (out + block - 1) / block * block;
}

namespace {

// "Sw<3,3,3> o 0 o " or "Sw<3,4,3> o smem_ptr[16b](unset) o ", whose swizzle is one of bytes, in front of a layout.
// Removes it; false if it is not one.
bool read_swizzle(std::string& text, TensorLayout& out) {
  if (!text.starts_with("Sw<")) return true;
  int bits = 0, base = 0, shift = 0, start = 0, element = 8, length = 0;
  if (std::sscanf(text.c_str(), "Sw<%2d,%2d,%2d> o smem_ptr[%3db](unset) o %n", &bits, &base, &shift, &element,
                  &length) < 4)
    (void)std::sscanf(text.c_str(), "Sw<%2d,%2d,%2d> o %9d o %n", &bits, &base, &shift, &start, &length);
  for (; element > 8; element /= 2) --base;
  constexpr int widest = 16;
  if (length == 0 || bits < 0 || base < 0 || shift < bits || start < 0 || bits > widest || base > widest ||
      shift > widest)
    return false;
  out.start = start;
  out.swizzles = {{bits, base, shift}};
  text.erase(0, static_cast<std::size_t>(length));
  return true;
}

}  // namespace

Result<TensorLayout> read_tensor_layout(const std::string& text) {
  TensorLayout out;
  std::string plain = text;
  if (!read_swizzle(plain, out)) return failure(not_a_layout(text));
  const std::string_view all = plain;
  const std::size_t colon = all.find(':');
  Tuple shape;
  Tuple strides;
  if (!TupleReader(all.substr(0, colon)).read(shape)) return failure(not_a_layout(text));
  if (colon == std::string_view::npos) {
    // Compact strides are checked below, where an extent could make them overflow.
    strides = shape;
  } else if (!TupleReader(all.substr(colon + 1)).read(strides)) {
    return failure(not_a_layout(text));
  }
  if (shape.nesting != strides.nesting)
    return failure(ErrorCode::arguments, say("{} is not a layout: shape and strides are nested differently", text));
  std::int64_t elements = 1;
  std::int64_t reach = 1;
  for (std::size_t i = 0; i < shape.numbers.size(); ++i) {
    const std::int64_t extent = shape.numbers[i];
    const std::int64_t stride = colon == std::string_view::npos ? elements : strides.numbers[i];
    if (extent < 1)
      return failure(ErrorCode::arguments,
                     say("{} is not the layout of a buffer: the extent {} is not positive", text, extent));
    if (stride < 0)
      return failure(ErrorCode::arguments,
                     say("{} is not the layout of a buffer: the stride {} is negative", text, stride));
    if (extent > most_elements / elements || (extent > 1 && stride > (most_elements - reach) / (extent - 1)))
      return failure(ErrorCode::too_large, say("{} has or reaches more than {} elements", text, most_elements));
    elements *= extent;
    reach += (extent - 1) * stride;
    (i < shape.first_mode ? out.rows : out.columns).push_back({extent, stride});
  }
  return out;
}

}  // namespace stridescope::debugger
