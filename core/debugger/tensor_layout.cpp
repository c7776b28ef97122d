// Reads a shape and its strides in step: each is a number or a list of the same nesting.
#include "core/debugger/tensor_layout.h"

#include <charconv>

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
  return offset_in(rows, row) + offset_in(columns, column);
}

std::int64_t TensorLayout::reach() const {
  std::int64_t out = 1;
  for (const std::vector<Leaf>* leaves : {&rows, &columns}) {
    for (const Leaf& leaf : *leaves) out += (leaf.extent - 1) * leaf.stride;
  }
  return out;
}

Result<TensorLayout> read_tensor_layout(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string_view all = text;
  Tuple shape;
  Tuple strides;
  if (!TupleReader(all.substr(0, colon)).read(shape)) return failure(not_a_layout(text));
  if (colon == std::string::npos) {
    // Compact strides are checked below, where an extent could make them overflow.
    strides = shape;
  } else if (!TupleReader(all.substr(colon + 1)).read(strides)) {
    return failure(not_a_layout(text));
  }
  if (shape.nesting != strides.nesting)
    return failure(ErrorCode::arguments,
                   say("{} is not a layout: its strides have another nesting than its shape", text));
  TensorLayout out;
  std::int64_t elements = 1;
  std::int64_t reach = 1;
  for (std::size_t i = 0; i < shape.numbers.size(); ++i) {
    const std::int64_t extent = shape.numbers[i];
    const std::int64_t stride = colon == std::string::npos ? elements : strides.numbers[i];
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
