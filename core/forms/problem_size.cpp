// Reads the layouts of a kernel's tensors from the program, and writes them again with other extents.
#include "core/forms/problem_size.h"

#include <algorithm>
#include <span>

#include "core/base/checked.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/workspace/edit.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 40;

struct Leaf {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  bool fixed_extent = false;
  bool fixed_stride = false;
};

// A layout as its modes: each is a nesting, which keeps its printed form, over leaves.
struct Leaves {
  Layout layout;
  std::vector<std::vector<std::size_t>> modes;  // indices of leaves
  std::vector<Leaf> all;
};

void collect(LayoutRef layout, std::vector<std::size_t>& mode, std::vector<Leaf>& all) {
  if (layout.shape.is_tuple()) {
    for (int i = 0; i < layout.rank(); ++i) collect(layout[i], mode, all);
    return;
  }
  const Int extent = layout.shape.integer_or_zero();
  const Int stride = layout.stride.integer_or_zero();
  mode.push_back(all.size());
  all.push_back({extent.value, stride.is_plain() ? stride.value : -1, extent.is_static, stride.is_static});
}

Result<Leaves> read(std::string_view text) {
  const bool written = !text.empty() && text.find_first_not_of("0123456789_(),: \t\n") == std::string_view::npos &&
                       text.find(':') != std::string_view::npos;
  if (!written) return failure(ErrorCode::unsupported, say("it is not written as shape:stride"));
  Workspace workspace;
  const Report& report = workspace.evaluate(std::string(text), IntegerMode::cute);
  if (!report.diagnostics.empty() || report.bindings.size() != 1)
    return failure(ErrorCode::unsupported, say("it is not written as shape:stride"));
  const auto* layout = report.bindings[0].value.as<Layout>();
  if (layout == nullptr) return failure(ErrorCode::unsupported, say("it is not a plain layout"));
  Leaves out;
  out.layout = *layout;
  for (int i = 0; i < layout->rank(); ++i) {
    out.modes.emplace_back();
    collect(layout->shape.is_tuple() ? LayoutRef(*layout)[i] : LayoutRef(*layout), out.modes.back(), out.all);
  }
  return out;
}

// Indices of the leaves with more than one element, in the order of their strides.
Result<std::vector<std::size_t>> in_order(const std::vector<Leaf>& leaves) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].extent > 1) order.push_back(i);
  }
  sort_stable(std::span(order), [&](std::size_t a, std::size_t b) { return leaves[a].stride < leaves[b].stride; });
  std::int64_t span = 1;
  for (const std::size_t i : order) {
    if (leaves[i].stride < span) return failure(ErrorCode::unsupported, say("some of its elements share an offset"));
    if (mul_overflows(leaves[i].stride, leaves[i].extent, span) || span > most_elements)
      return failure(ErrorCode::overflow, say("it is too large"));
  }
  return order;
}

void print(TupleRef shape, const std::vector<Leaf>& leaves, std::size_t& at, bool strides, std::string& out) {
  if (!shape.is_tuple()) {
    const Leaf& leaf = leaves[at++];
    append_all(out, (strides ? leaf.fixed_stride : leaf.fixed_extent) ? "_" : "", strides ? leaf.stride : leaf.extent);
    return;
  }
  out.push_back('(');
  bool first = true;
  for (const TupleRef mode : shape) {
    if (!first) out.push_back(',');
    first = false;
    print(mode, leaves, at, strides, out);
  }
  out.push_back(')');
}

std::int64_t size_of(const Leaves& layout, std::size_t mode, bool inner) {
  std::int64_t out = 1;
  const auto& leaves = layout.modes[mode];
  for (std::size_t i = 0; i < leaves.size() - (inner ? 1 : 0); ++i) {
    if (mul_overflows(out, layout.all[leaves[i]].extent, out)) return 0;
  }
  return out;
}

Result<std::string> resized(const Leaves& before, const std::vector<std::int64_t>& sizes) {
  if (sizes.size() != before.modes.size())
    return failure(ErrorCode::arguments, say("it has a different number of modes"));
  const auto order = in_order(before.all);
  if (!order) return failure(order.error());
  std::vector<Leaf> after = before.all;
  for (std::size_t mode = 0; mode < sizes.size(); ++mode) {
    const std::int64_t tile = size_of(before, mode, true);
    if (tile <= 0 || before.modes[mode].empty()) return failure(ErrorCode::unsupported, say("it has an empty mode"));
    if (sizes[mode] < tile || sizes[mode] % tile != 0)
      return failure(ErrorCode::arguments, say("mode {} must be a multiple of its tile of {}", mode, tile));
    Leaf& outermost = after[before.modes[mode].back()];
    if (before.all[before.modes[mode].back()].extent <= 1 && sizes[mode] != tile)
      return failure(ErrorCode::unsupported, say("mode {} has no stride for a larger extent", mode));
    outermost.extent = sizes[mode] / tile;
  }
  std::int64_t old_span = 1;
  std::int64_t span = 1;
  for (const std::size_t i : *order) {
    after[i].stride = span + (before.all[i].stride - old_span);
    old_span = before.all[i].stride * before.all[i].extent;
    if (mul_overflows(after[i].stride, after[i].extent, span) || span > most_elements)
      return failure(ErrorCode::overflow, say("it would be too large"));
  }
  std::string out;
  std::size_t at = 0;
  print(before.layout.shape, after, at, false, out);
  out.push_back(':');
  at = 0;
  print(before.layout.shape, after, at, true, out);
  return out;
}

std::string label_of(const std::vector<std::int64_t>& sizes) {
  std::string out;
  for (const std::int64_t size : sizes) append_all(out, out.empty() ? "" : " \xC3\x97 ", size);
  return out;
}

struct Operand {
  Span span;  // in the program, of the replaced text
  std::string name;
  std::string text;
  std::vector<std::int64_t> sizes;
};

Message no_size(const Operand& tensor, const Error& why) {
  return say("the size cannot be changed: {}: {}", tensor.name.substr(0, 24), why.message);
}

}  // namespace

Result<std::string> resized_layout(std::string_view layout, const std::vector<std::int64_t>& sizes) {
  const auto before = read(layout);
  if (!before) return failure(before.error());
  return resized(*before, sizes);
}

Result<std::vector<std::int64_t>> layout_sizes(std::string_view layout) {
  const auto read_layout = read(layout);
  if (!read_layout) return failure(read_layout.error());
  if (const auto order = in_order(read_layout->all); !order) return failure(order.error());
  std::vector<std::int64_t> out;
  for (std::size_t mode = 0; mode < read_layout->modes.size(); ++mode)
    out.push_back(size_of(*read_layout, mode, false));
  return out;
}

SizeOffer offer_sizes(const std::string& program, Span statement, const std::vector<NamedSource>& names) {
  SizeOffer out;
  if (statement.end > program.size() || statement.begin > statement.end) return out;
  const std::string text = program.substr(statement.begin, statement.end - statement.begin);
  const auto call = written_call(text);
  const Builtin* kernel = call ? find_builtin(call->function) : nullptr;
  const std::size_t count = kernel != nullptr ? kernel->roles.sized_tensors : 0;
  if (count == 0) {
    out.refused = say("the size is fixed: its extents are literals, or the kernel has a single tile");
    return out;
  }
  const auto& arguments = call->arguments;
  if (arguments.size() < count) return out;
  std::vector<Operand> tensors;
  for (std::size_t i = 0; i < count; ++i) {
    Operand one;
    const Span value = arguments[i].value;
    one.span = {statement.begin + value.begin, statement.begin + value.end};
    one.text = text.substr(value.begin, value.end - value.begin);
    one.name = one.text;
    for (const NamedSource& named : names) {
      if (named.name.empty() || named.name != one.text) continue;
      // A statement ends with its expression.
      const std::size_t length = named.source.size();
      if (length > named.span.end - named.span.begin) continue;
      const Span expression = {named.span.end - static_cast<std::uint32_t>(length), named.span.end};
      if (program.compare(expression.begin, length, named.source) != 0) continue;
      one.text = named.source;
      one.span = expression;
    }
    const auto sizes = layout_sizes(one.text);
    if (!sizes) {
      out.refused = no_size(one, sizes.error());
      return out;
    }
    one.sizes = *sizes;
    // A value that is used twice changes once.
    const bool known =
        std::any_of(tensors.begin(), tensors.end(), [&](const Operand& t) { return t.span == one.span; });
    if (!known) tensors.push_back(std::move(one));
  }
  const std::size_t rank = tensors[0].sizes.size();
  for (const Operand& tensor : tensors) {
    if (tensor.sizes.size() == rank && rank <= 2) continue;
    out.refused = say("the size cannot be changed: the tensors have more than two modes");
    return out;
  }
  out.now = label_of(tensors[0].sizes);
  static constexpr std::int64_t edges[] = {256, 512, 1024, 2048, 4096, 8192, 16384};
  static constexpr std::int64_t lengths[] = {std::int64_t{1} << 16, std::int64_t{1} << 20, std::int64_t{1} << 22,
                                             std::int64_t{1} << 24, std::int64_t{1} << 26, std::int64_t{1} << 28};
  std::vector<std::int64_t> offered(std::begin(edges), std::end(edges));
  if (rank == 1) offered.assign(std::begin(lengths), std::end(lengths));
  for (const std::int64_t size : offered) {
    const std::vector<std::int64_t> sizes(rank, size);
    // Replaces from the end backwards, so that earlier spans stay valid.
    std::vector<std::pair<Span, std::string>> changes;
    for (const Operand& tensor : tensors) {
      auto changed = resized_layout(tensor.text, sizes);
      if (!changed) {
        out.refused = no_size(tensor, changed.error());
        break;
      }
      const bool behind = tensor.span.begin > 0 && program[tensor.span.begin - 1] == '=';
      changes.emplace_back(tensor.span, (behind ? " " : "") + *changed);
    }
    if (changes.size() != tensors.size()) continue;
    sort_stable(std::span(changes), [](const auto& a, const auto& b) { return a.first.begin > b.first.begin; });
    SizeChoice choice = {std::to_string(size), label_of(sizes), true, program};
    for (const Operand& tensor : tensors) choice.now = choice.now && tensor.sizes == sizes;
    for (const auto& change : changes)
      choice.program.replace(change.first.begin, change.first.end - change.first.begin, change.second);
    out.choices.push_back(std::move(choice));
  }
  if (!out.choices.empty()) out.refused = {};
  return out;
}

}  // namespace stridescope
