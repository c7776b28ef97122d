// Rules for memory that structures and kernels reserve. Source: CUDA C++ Programming Guide, tensor map (boxes in shared
// memory begin at multiples of 128 bytes, and their pattern repeats after the swizzle's period); PTX ISA, matrix
// descriptors.
#include <algorithm>
#include <map>
#include <set>

#include "core/algebra/algebra.h"
#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/hardware/occupancy.h"
#include "core/lint/lint_parts.h"

namespace stridescope::lint {
namespace {

constexpr std::int64_t box_alignment = 128;
constexpr std::int64_t static_bytes = default_shared_bytes;

std::optional<AnyLayout> layout_of(const SourceBuffer& buffer) {
  if (!buffer.layout) return std::nullopt;
  if (const auto* plain = buffer.layout->as<Layout>()) return AnyLayout(*plain);
  if (const auto* composed = buffer.layout->as<ComposedLayout>()) return AnyLayout(*composed);
  return std::nullopt;
}

std::int64_t bytes_of(const SourceBuffer& buffer) {
  std::int64_t elements = buffer.elements;
  if (const auto layout = layout_of(buffer); layout && elements < 0) {
    Arith arith;
    elements = cosize(arith, domain_layout(*layout)).value;
    if (arith.failed()) return 0;
  }
  // More than any memory has, so that the bits can be counted.
  elements = std::min(elements, std::int64_t{1} << 40);
  return buffer.bits > 0 && elements > 0 ? (elements * buffer.bits + 7) / 8 : 0;
}

// The number in alignas(N) before a member, and the other one to write.
void change_alignment(Draft& one, const SourceBuffer& buffer, std::string_view text, std::int64_t bytes) {
  const std::string_view before = text.substr(0, buffer.span.begin);
  const std::size_t begin = before.find_last_of(";{}");
  const std::size_t word = before.rfind("alignas(");
  if (word == std::string_view::npos || begin == std::string_view::npos || word < begin) return;
  const std::size_t open = word + 8;
  const std::size_t close = text.find(')', open);
  const std::string_view number = text.substr(open, close - open);
  if (number.empty() || !std::all_of(number.begin(), number.end(), is_digit)) return;
  one.changed = {static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(close)};
  one.change = cat(bytes);
}

// True if hardware addresses the tiles of the text: TMA, or the descriptors of wgmma and tcgen05.
bool has_boxes(std::string_view text) {
  for (const std::string_view word : {"TMA", "tma_", "GMMA", "UMMA", "warpgroup", "tcgen05"}) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

// Bytes after which the pattern of a layout's swizzle repeats; 0 without one. A swizzle of elements is before a number,
// one of bytes before a pointer.
std::int64_t period_of(const AnyLayout& layout, int element_bits) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  const auto* swizzle = composed != nullptr ? std::get_if<Swizzle>(&composed->a) : nullptr;
  if (swizzle == nullptr || swizzle->bits == 0 || element_bits == 0) return 0;
  const int bits = swizzle->bits + swizzle->base + std::abs(swizzle->shift);
  if (bits >= 20) return 0;
  const bool of_elements = std::holds_alternative<Int>(composed->offset);
  return (std::int64_t{1} << bits) * (of_elements ? element_bits : 8) / 8;
}

bool has_word_at(std::string_view text, std::size_t at, std::string_view word) {
  const std::size_t behind = at + word.size();
  return (at == 0 || !is_word(text[at - 1])) && (behind >= text.size() || !is_word(text[behind]));
}

// The name of the variable that a statement with the member makes: `sA` of `sA = storage.smem_a.get_tensor(...)`.
std::string_view variable_of(std::string_view text, std::size_t member) {
  constexpr std::size_t longest_statement = 256;
  const std::size_t first = member < longest_statement ? 0 : member - longest_statement;
  std::string_view before = text.substr(first, member - first);
  if (const std::size_t begin = before.find_last_of(";{}"); begin != std::string_view::npos)
    before.remove_prefix(begin);
  const std::size_t equal = before.rfind('=');
  if (equal == std::string_view::npos) return {};
  std::size_t end = equal;
  while (end > 0 && is_blank(before[end - 1])) --end;
  std::size_t name = end;
  while (name > 0 && is_word(before[name - 1])) --name;
  return before.substr(name, end - name);
}

// The tiles that a text partitions by a copy of TMA: tma_partition(..., sA, ...), tma_a.partition_D(sA). Each call and
// each member is read once.
class Boxes {
 public:
  explicit Boxes(std::string_view text) : text_(text) {
    each("tma_partition(", [&](std::size_t at) {
      const std::string_view arguments = text.substr(at, longest_call);
      const std::string_view list = arguments.substr(0, past_bracket(arguments, arguments.find('(')));
      for (std::size_t i = list.find('('); i < list.size();) {
        const std::size_t end = word_end(list, i);
        if (end > i) tiles_.insert(list.substr(i, end - i));
        i = std::max(end, i + 1);
      }
    });
    for (const std::string_view call : {"partition_D(", "partition_S("}) {
      each(call, [&](std::size_t at) {
        const std::size_t name = at + call.size();
        const std::size_t end = word_end(text, name);
        const std::size_t begin = at < longest_call ? 0 : at - longest_call;
        std::string_view line = text.substr(begin, at - begin);
        line.remove_prefix(line.rfind('\n') + 1);
        if (end < text.size() && text[end] == ')' && line.find("tma") != std::string_view::npos)
          tiles_.insert(text.substr(name, end - name));
      });
    }
  }

  bool contain(std::string_view member) {
    const auto entry = members_.try_emplace(std::string(member), false);
    bool& known = entry.first->second;
    if (entry.second && !tiles_.empty()) {
      each(member, [&](std::size_t at) {
        known = known || (has_word_at(text_, at, member) && tiles_.contains(variable_of(text_, at)));
      });
    }
    return known;
  }

 private:
  static constexpr std::size_t longest_call = 400;

  template <class Visit>
  void each(std::string_view word, const Visit& visit) const {
    for (std::size_t at = text_.find(word); at != std::string_view::npos; at = text_.find(word, at + 1)) visit(at);
  }

  std::string_view text_;
  std::set<std::string_view> tiles_;
  std::map<std::string, bool> members_;
};

// Adds the preceding member, and the number that could align it.
void add_place(Draft& draft, const SourceBuffer& buffer) {
  draft.needs = buffer.needs;
  draft.numbers = {buffer.alignment};
  if (!buffer.behind_span.empty())
    draft.related.push_back({buffer.behind_span.begin, say("'{}' is declared before it", buffer.behind)});
}

void check_place(const SourceBuffer& buffer, std::string_view text, Boxes& boxes, std::vector<Draft>& out) {
  if (!buffer.is_tile) return;
  const auto layout = layout_of(buffer);
  const std::int64_t period = layout ? period_of(*layout, buffer.bits) : 0;
  if (period > 0 && buffer.offset >= 0) {
    if (buffer.offset % period == 0) return;
    Draft one = {Rule::alignment, buffer.span.begin,
                 say("{} begins at byte {} of its structure, {} {byte|bytes} past a multiple of {}, the period of its "
                     "swizzle",
                     buffer.name, buffer.offset, buffer.offset % period, period),
                 say("align it to {} {byte|bytes}", period)};
    change_alignment(one, buffer, text, period);
    add_place(one, buffer);
    out.push_back(std::move(one));
    return;
  }
  const bool moved = buffer.multiple > 0 && buffer.multiple < box_alignment && !buffer.behind.empty();
  if (!moved || (buffer.offset >= 0 && buffer.offset % box_alignment == 0) || !boxes.contain(buffer.name)) return;
  out.push_back({Rule::alignment, buffer.span.begin,
                 buffer.offset >= 0 ? say("{} begins at byte {} of its structure, {} {byte|bytes} past a multiple of "
                                          "{}; a box of TMA must begin at such a multiple",
                                          buffer.name, buffer.offset, buffer.offset % box_alignment, box_alignment)
                                    : say("{} follows {} and begins at a multiple of {} {byte|bytes}; a box of TMA "
                                          "must begin at a multiple of {}",
                                          buffer.name, buffer.behind, buffer.multiple, box_alignment),
                 say("align it to {} {byte|bytes}", box_alignment)});
  add_place(out.back(), buffer);
}

// The sum over the members of a structure, or over the variables of one reading of a kernel.
void check_sums(const std::vector<SourceBuffer>& buffers, std::vector<Draft>& out) {
  struct Sum {
    std::int64_t bytes = 0;
    const SourceBuffer* largest = nullptr;
    std::uint32_t reading = 0;
  };
  int most = 0;
  for (const Architecture& one : architectures()) most = std::max(most, one.block_shared_bytes);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sum> sums;
  for (const SourceBuffer& one : buffers) {
    const std::int64_t bytes = bytes_of(one);
    // Members of a union share their place.
    const bool tiled = one.is_tile || one.owner.empty();
    if (bytes == 0 || !tiled || (!one.owner.empty() && one.offset < 0)) continue;
    // An allocation counts alone: a compiler may give two of them one place.
    Sum& sum = sums[{one.name.empty() ? one.span.begin : one.owner.begin, one.reading}];
    sum.bytes = one.owner.empty() ? sum.bytes + bytes : std::max(sum.bytes, one.offset + bytes);
    if (sum.largest == nullptr || bytes > bytes_of(*sum.largest)) sum.largest = &one;
  }
  for (const auto& [key, sum] : sums) {
    const bool is_static =
        sum.largest->owner.empty() && sum.largest->element.find('.') == std::string::npos && !sum.largest->name.empty();
    const std::int64_t limit = is_static ? static_bytes : most;
    if (sum.bytes <= limit) continue;
    const Message what =
        is_static ? say("the kernel has {} {byte|bytes} of static shared memory; the limit is {}", sum.bytes, limit)
                  : say("the structure has {} {byte|bytes} of shared memory; a block has at most {}", sum.bytes, limit);
    out.push_back({Rule::capacity, sum.largest->span.begin, what,
                   is_static ? say("declare it as extern __shared__, and request its size at the launch")
                             : say("use fewer stages or a smaller tile")});
    out.back().needs = sum.largest->needs;
    if (const auto layout = layout_of(*sum.largest)) out.back().numbers = extents_of(domain_layout(*layout));
  }
}

}  // namespace

void check_buffers(const SourceValues& seen, std::string_view text, std::vector<Draft>& out) {
  const bool of_hardware = has_boxes(text);
  Boxes boxes(of_hardware ? text : std::string_view());
  const bool python = is_python(text);
  for (const SourceBuffer& one : seen.buffers) {
    if (of_hardware) check_place(one, text, boxes, out);
    const auto layout = layout_of(one);
    const Swizzle* swizzle = layout ? swizzle_of(*layout) : nullptr;
    // The swizzle of a member in Python may be that of its pointer, in bytes.
    if (swizzle == nullptr || one.bits == 0 || (python && !one.owner.empty())) continue;
    std::uint32_t at = one.span.begin;
    for (std::size_t i = seen.made.bindings.size(); i-- > 0;) {
      if (!(seen.made.bindings[i].value == *one.layout) || seen.made.bindings[i].span.empty()) continue;
      at = swizzle_place(seen.made.bindings, i, text);
      break;
    }
    const std::size_t before = out.size();
    check_unit(*swizzle, *layout, one.bits, at, to_text(*one.layout, IntegerMode::teaching), text, out);
    if (out.size() == before) continue;
    out.back().related.push_back({one.span.begin, say("the elements have {} {bit|bits} here", one.bits)});
    out.back().needs = one.needs;
  }
  check_sums(seen.buffers, out);
}

}  // namespace stridescope::lint
