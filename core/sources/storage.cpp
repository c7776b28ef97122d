// Memory that structures and kernels of a source reserve, with its place: arrays of elements, their alignment, and the
// layout whose cosize is their length.
#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {
namespace {

constexpr std::size_t most_buffers = 4096;
constexpr int deepest_storage = 8;
constexpr std::int64_t box_alignment = 128;  // TMA's alignment: a member with it does not depend on those before it

struct Container {
  std::string_view name;
  std::int64_t alignment;  // alignment of its type; 0: that of its elements
};
constexpr std::array<Container, 7> containers = {{{"array_aligned", 16},
                                                  {"ArrayEngine", 0},
                                                  {"array", 0},
                                                  {"Array", 0},
                                                  {"AlignedArray", 0},
                                                  {"AlignedBuffer", 16},
                                                  {"smem_storage", 0}}};

std::int64_t rounded(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

}  // namespace

std::optional<std::int64_t> CppReader::integer_of(Part part, Scope* scope, std::vector<int>& reads) {
  if (part.empty()) return std::nullopt;
  const Entity* made = expression(part, scope);
  add_reads(reads, *made);
  const Int* integer = made->kind == Entity::Kind::value ? made->value->integer() : nullptr;
  return integer != nullptr && integer->is_plain() ? std::optional(integer->value) : std::nullopt;
}

// Larger ones are not alignments of a GPU, and sums with them could overflow.
std::optional<std::int64_t> CppReader::alignment_of(Part part, Scope* scope, std::vector<int>& reads) {
  constexpr std::int64_t most_alignment = std::int64_t{1} << 20;
  const auto given = integer_of(part, scope, reads);
  return given && *given >= 1 && *given <= most_alignment ? given : std::nullopt;
}

// cosize_v<L>, cosize(L{}), cute.cosize(L): the layout; null for another number.
const Entity* CppReader::counted_layout(Part part, Scope* scope) {
  const CppOutline& in = outline_;
  for (std::uint32_t i = part.begin; i + 1 < part.end; ++i) {
    if (in.word(i) != "cosize_v" && in.word(i) != "cosize") continue;
    const bool angles = in.word(i + 1) == "<";
    const std::uint32_t behind = angles ? in.past_angles(i + 1, part.end) : in.tokens[i + 1].pair + 1;
    if (behind <= i + 2 || behind > part.end) return nullptr;
    const Part inner = {i + 2, behind - 1};
    const Entity* made = angles ? type(inner, scope) : expression(inner, scope);
    const bool layout = made->kind == Entity::Kind::value && kind_of_value(*made->value) == DeclarationKind::layout;
    return layout ? made : nullptr;
  }
  return nullptr;
}

// The memory of a member or a variable: T a[n], array_aligned<T, n>, MemRange[T, n], T a. Nothing if its alignment is
// open.
std::optional<SourceBuffer> CppReader::buffer_of(const CppItem& item, Scope* scope) {
  const CppOutline& in = outline_;
  SourceBuffer out;
  out.span = item.name_span;
  out.name = item.name;
  std::int64_t own = 0;
  Part element;
  std::vector<Part> counts;
  const Part type_part = bare_type(item.type);
  for (std::uint32_t i = item.whole.begin; i < type_part.begin; ++i) {
    if ((in.word(i) != "alignas" && in.word(i) != "__align__") || in.word(i + 1) != "(") continue;
    const auto given = alignment_of({i + 2, in.tokens[i + 1].pair}, scope, out.needs);
    if (!given) return std::nullopt;
    out.alignment = std::max(out.alignment, *given);
    out.is_aligned = true;
  }
  for (std::uint32_t i = type_part.begin; i < type_part.end; ++i) {
    if (is_python_ && in.word(i) == "Align" && in.word(i + 1) == "[") {
      const std::vector<Part> parts = in.split({i + 2, in.tokens[i + 1].pair}, ",");
      if (parts.size() < 2) return std::nullopt;
      const auto given = alignment_of(parts[1], scope, out.needs);
      if (!given) return std::nullopt;
      out.alignment = *given;
      out.is_aligned = true;
    }
    const bool range = is_python_ && in.word(i) == "MemRange" && in.word(i + 1) == "[";
    const auto* container = std::find_if(containers.begin(), containers.end(),
                                         [&](const Container& one) { return one.name == in.word(i); });
    const bool templated = !is_python_ && container != containers.end() && in.word(i + 1) == "<";
    if (!range && !templated) continue;
    const std::uint32_t close = range ? in.tokens[i + 1].pair : in.past_angles(i + 1, type_part.end) - 1;
    if (close <= i + 1) return std::nullopt;
    const std::vector<Part> parts = in.split({i + 2, close}, ",");
    if (parts.size() < 2) return std::nullopt;
    element = parts[0];
    counts = {parts[1]};
    if (templated) own = container->alignment;
    if (templated && own > 0 && parts.size() > 2) {
      const auto given = alignment_of(parts[2], scope, out.needs);
      if (!given) return std::nullopt;
      own = *given;
    }
    break;
  }
  if (element.empty()) {
    element = type_part;
    for (std::uint32_t i = item.type.end; i + 1 < in.tokens.size() && i < item.type.end + 2; ++i) {
      if (in.word(i) != item.name || is_python_) continue;
      for (std::uint32_t open = i + 1; in.word(open) == "[" && in.tokens[open].pair > open;
           open = in.tokens[open].pair + 1)
        counts.push_back({open + 1, in.tokens[open].pair});
    }
  }
  const Entity* of = element.empty() ? nullptr : type(element, scope);
  if (of != nullptr && of->kind == Entity::Kind::type) {
    out.element = of->text;
    out.bits = out.element.ends_with("Barrier") ? 64 : bits_of(out.element);
  }
  constexpr std::int64_t most_elements = std::int64_t{1} << 40;
  out.elements = 1;
  for (const Part count : counts) {
    const auto one = integer_of(count, scope, out.needs);
    const bool known =
        one && out.elements >= 0 && *one >= 0 && *one <= most_elements / std::max<std::int64_t>(out.elements, 1);
    out.elements = known ? out.elements * *one : -1;
    for (std::uint32_t i = count.begin; i < count.end; ++i)
      out.is_tile = out.is_tile || in.word(i).starts_with("cosize") || cosizes_.contains(in.word(i));
    if (const Entity* counted = out.is_tile && !out.layout ? counted_layout(count, scope) : nullptr) {
      out.layout = counted->value;
      add_reads(out.needs, *counted);
    }
  }
  out.alignment = std::max({out.alignment, own, static_cast<std::int64_t>(out.bits / 8)});
  return out;
}

// size(Layout{}) * sizeof(T): the type of a layout's elements, without memory of its own.
void CppReader::keep_sizes(Part part, Scope* scope) {
  const CppOutline& in = outline_;
  constexpr std::uint32_t most_between = 6;  // size(L{}) * 2 * sizeof(T)
  for (std::uint32_t i = part.begin; i + 1 < part.end && buffers_.size() < most_buffers; ++i) {
    const bool sized = (in.word(i) == "size" || in.word(i) == "cosize") && in.word(i + 1) == "(";
    if (!sized || in.tokens[i + 1].pair <= i + 1) continue;
    const std::uint32_t close = in.tokens[i + 1].pair;
    std::uint32_t of = close + 1;
    while (of < part.end && of < close + most_between && in.word(of) != "sizeof" && in.word(of) != "+") ++of;
    if (of >= part.end || in.word(of) != "sizeof" || in.word(of + 1) != "(") continue;
    const Entity* layout = expression({i + 2, close}, scope);
    const Entity* element = type({of + 2, in.tokens[of + 1].pair}, scope);
    if (layout->kind != Entity::Kind::value || element->kind != Entity::Kind::type ||
        kind_of_value(*layout->value) != DeclarationKind::layout)
      continue;
    SourceBuffer buffer;
    buffer.span = in.span({i, close});
    buffer.element = element->text;
    buffer.bits = bits_of(element->text);
    buffer.elements = 0;
    buffer.layout = layout->value;
    add_reads(buffer.needs, *layout);
    buffer.reading = reading_;
    buffers_.push_back(std::move(buffer));
  }
}

// The size and the alignment of a structure; without them from the first member on whose size is open.
CppReader::Extent CppReader::keep_members(const CppItem& item, Scope* scope, int level) {
  const CppOutline& in = outline_;
  Extent out;
  const bool joined = in.word(item.whole.begin) == "union";
  std::int64_t at = 0;
  std::int64_t multiple = joined ? -1 : std::int64_t{1} << 12;
  const CppItem* behind = nullptr;
  bool placed = level < deepest_storage;
  for (const CppItem& one : item.items) {
    if (one.kind == CppItem::Kind::structure && one.name.empty() && level < deepest_storage) {
      // A union without a name.
      const Extent inner = keep_members(one, scope, level + 1);
      placed = placed && inner.known;
      multiple = -1;
      if (placed) {
        at = rounded(at, inner.alignment) + inner.bytes;
        out.alignment = std::max(out.alignment, inner.alignment);
      }
      continue;
    }
    if (one.kind != CppItem::Kind::variable || one.name.empty() || one.is_constexpr || one.form == '=') continue;
    bool is_static = false;
    for (std::uint32_t i = one.whole.begin; i < one.type.begin; ++i) is_static = is_static || in.word(i) == "static";
    if (is_static) continue;
    auto buffer = buffer_of(one, scope);
    if (!buffer) {
      placed = false;
      multiple = -1;
      continue;
    }
    // An unknown number of small elements, such as one barrier per stage. Tiles are assumed to be multiples.
    if (multiple > 0 && buffer->alignment >= multiple) {
      multiple = buffer->alignment;
      if (multiple >= box_alignment) behind = nullptr;
    }
    buffer->multiple = multiple;
    if (behind != nullptr) {
      buffer->behind = behind->name;
      buffer->behind_span = behind->name_span;
    }
    if (buffer->bits == 0) multiple = -1;
    if (multiple > 0 && !buffer->is_tile) {
      const std::int64_t unit =
          std::max<std::int64_t>(buffer->bits / 8, 1) * std::max<std::int64_t>(buffer->elements, 1);
      const std::int64_t step = unit & -unit;
      if (step < multiple) {
        multiple = step;
        behind = &one;
      }
    }
    placed = placed && buffer->elements >= 0 && buffer->bits > 0;
    if (placed) {
      const std::int64_t bytes = (buffer->elements * buffer->bits + 7) / 8;
      at = joined ? 0 : rounded(at, buffer->alignment);
      buffer->offset = at;
      at += bytes;
      out.bytes = std::max(out.bytes, at);
      out.alignment = std::max(out.alignment, buffer->alignment);
    }
    buffer->reading = reading_;
    buffer->owner = item.name_span;
    if (buffers_.size() < most_buffers) buffers_.push_back(std::move(*buffer));
  }
  out.known = placed;
  out.bytes = rounded(std::max(out.bytes, at), out.alignment);
  return out;
}

}  // namespace stridescope::sources
