// The declarations that a finding depends on: an access shows the fault, and the layout, the copy or the number behind
// it is where the fix is made.
#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string_view>

#include "core/algebra/algebra.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/lint/lint_parts.h"
#include "core/value/print.h"

namespace stridescope::lint {
namespace {

constexpr std::size_t most_visited = 256;
constexpr std::size_t longest_value = 64;

// Kinds of declarations, and memory, which has no value; a set of them as the sum of its members.
enum class Parts { none, layout = 1, tensor = 2, copy = 4, mma = 8, number = 16, type = 32, memory = 64 };
static_assert(static_cast<int>(Parts::type) == 1 << static_cast<int>(DeclarationKind::other));

constexpr Parts operator|(Parts a, Parts b) { return static_cast<Parts>(static_cast<int>(a) | static_cast<int>(b)); }

Parts part_of(const SourceName& one) {
  if (!one.value) return one.is_memory ? Parts::memory : Parts::type;
  return static_cast<Parts>(1 << static_cast<int>(kind_of_value(*one.value)));
}

// The rank of a part of a chain as the cause of a fault: 0 is the cause; empty for a part that is never one.
std::optional<int> rank_of(Rule rule, Parts part) {
  using enum Parts;
  // Parts by rank. Where no part has rank 0, a number at fault has it.
  struct Row {
    Rule rule;
    std::array<Parts, 4> parts;
  };
  static constexpr std::array<Parts, 4> of_copies = {copy | mma, layout, tensor, number};
  static constexpr Row rows[] = {
      {Rule::conflicts, {layout, tensor, copy | mma, number}},
      {Rule::swizzle, {layout, tensor, type | memory, copy | mma}},
      {Rule::outside, {none, tensor | number, layout}},
      {Rule::offset, {none, layout | tensor | number}},
      {Rule::capacity, {layout, number, tensor | memory, type}},
      {Rule::alignment, {number, layout, type}},
      {Rule::layouts, {layout, tensor | memory}},
      {Rule::law, {layout, number}},
  };
  const auto* row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& one) { return one.rule == rule; });
  const auto& parts = row == std::end(rows) ? of_copies : row->parts;
  const auto* found = std::find_if(parts.begin(), parts.end(), [&](Parts set) { return (set | part) == set; });
  return found != parts.end() ? std::optional(static_cast<int>(found - parts.begin())) : std::nullopt;
}

template <class Set>
void add_integers(TupleRef tuple, Set& out) {
  for (std::uint32_t i = 0; i < tuple.node_count(); ++i) {
    if (tuple.nodes()[i].kind == NodeKind::integer) out.insert(out.end(), tuple.nodes()[i].integer.value);
  }
}

std::set<std::int64_t> integers_of(const Value& value) {
  std::set<std::int64_t> out;
  if (const auto* tuple = value.as<IntTuple>()) add_integers(tuple->ref(), out);
  if (const Layout* layout = domain_of(value)) {
    add_integers(layout->shape.ref(), out);
    add_integers(layout->stride.ref(), out);
  }
  out.erase(0);
  out.erase(1);
  return out;
}

struct Cause {
  const SourceName* name;
  Parts part;
  int rank;
  std::size_t distance;  // position in a breadth-first search from the finding
};

// The names behind a value, the nearest first.
std::vector<Cause> causes_of(const SourceValues& seen, const Draft& draft) {
  std::vector<int> next = draft.needs;
  std::set<int> known(next.begin(), next.end());
  std::vector<Cause> out;
  for (std::size_t i = 0; i < next.size() && i < most_visited; ++i) {
    const SourceName& one = seen.names[static_cast<std::size_t>(next[i])];
    const Parts part = part_of(one);
    const std::optional<int> rank = rank_of(draft.rule, part);
    // The slice of a thread is the copy that it is a slice of.
    const bool slice = one.value && (one.value->is<ThrCopy>() || one.value->is<ThrMma>()) && !one.needs.empty();
    const bool truth = part == Parts::type && one.value;
    if (rank && !slice && !truth && !one.span.empty()) out.push_back({&one, part, *rank, i});
    for (const int need : one.needs) {
      if (known.insert(need).second) next.push_back(need);
    }
  }
  return out;
}

// The byte of the text that makes the layout or the order of threads, within the expression of a name.
std::pair<std::uint32_t, bool> place_in(const SourceName& one, std::string_view text,
                                        std::initializer_list<std::string_view> words) {
  const std::string_view own = text.substr(one.expression.begin, one.expression.end - one.expression.begin);
  std::size_t at = std::string_view::npos;
  for (const std::string_view word : words) at = std::min(at, own.find(word));
  if (at == std::string_view::npos) return {one.span.begin, false};
  return {one.expression.begin + static_cast<std::uint32_t>(at), true};
}

DraftPlace place_of(const Cause& cause, Rule rule, std::string_view text) {
  const SourceName& one = *cause.name;
  const std::string_view written =
      text.substr(one.span.begin, std::min<std::size_t>(one.span.end - one.span.begin, 40));
  const std::string name(one.name.empty() ? written : std::string_view(one.name));
  const bool of_bits = rule == Rule::conflicts || rule == Rule::swizzle;
  std::string value = one.value ? to_text(*one.value, IntegerMode::teaching) : one.text;
  const bool is_short = !value.empty() && value.size() <= longest_value;
  const bool is_layout = cause.part == Parts::layout;
  const auto [swizzle, swizzled] = place_in(one, text, {"Swizzle<", "make_swizzle("});
  if (is_layout && of_bits && swizzled) return {swizzle, say("the swizzle of '{}' is here", name)};
  const auto [threads, arranged] = place_in(one, text, {"Layout<", "make_layout(", "make_ordered_layout("});
  if (cause.part == Parts::copy && !of_bits && arranged)
    return {threads, say("the threads of '{}' are arranged here", name)};
  if (cause.part == Parts::memory) return {one.span.begin, say("the memory of '{}' is declared here", name)};
  const bool printed = is_layout || cause.part == Parts::number || cause.part == Parts::type;
  return {one.span.begin, is_short && printed ? say("'{}' is {} here", name, value) : say("'{}' is made here", name)};
}

}  // namespace

std::vector<std::int64_t> extents_of(const Layout& layout) {
  std::vector<std::int64_t> out;
  add_integers(layout.shape.ref(), out);
  Arith arith;
  for (int mode = 0; mode < layout.rank(); ++mode) out.push_back(size(arith, LayoutRef(layout)[mode]).value);
  std::sort(out.begin(), out.end(), std::greater<>());
  return out;
}

void add_causes(const SourceValues& seen, Draft& draft) {
  std::vector<Cause> all = causes_of(seen, draft);
  // Numbers are causes if the finding, or a layout behind it, has them.
  std::set<std::int64_t> numbers(draft.numbers.begin(), draft.numbers.end());
  for (const Cause& one : all) {
    const bool shaped = one.part == Parts::layout || one.part == Parts::tensor;
    if (draft.numbers.empty() && shaped) numbers.merge(integers_of(*one.name->value));
  }
  std::erase_if(all, [&](Cause& one) {
    if (one.part != Parts::number) return false;
    const std::set<std::int64_t> own = integers_of(*one.name->value);
    if (!draft.numbers.empty() && own.contains(draft.numbers[0])) {
      if (own.size() == 1) one.rank = 0;
      return false;
    }
    ++one.rank;
    return std::none_of(own.begin(), own.end(), [&](std::int64_t number) { return numbers.contains(number); });
  });
  sort_stable(std::span(all), [](const Cause& a, const Cause& b) { return a.rank < b.rank; });
  // Keeps at most one name per line, and none on the finding's line.
  const auto line_of = [&](std::uint32_t at) { return seen.text.rfind('\n', at == 0 ? 0 : at - 1); };
  std::vector<std::pair<Cause, DraftPlace>> kept;
  std::set<std::size_t> lines = {line_of(draft.at)};
  std::erase_if(draft.related, [&](const DraftPlace& one) { return !lines.insert(line_of(one.at)).second; });
  for (const Cause& one : all) {
    if (kept.size() + draft.related.size() >= most_related) break;
    const DraftPlace place = place_of(one, draft.rule, seen.text);
    if (lines.insert(line_of(place.at)).second) kept.emplace_back(one, place);
  }
  sort_stable(std::span(kept), [](const auto& a, const auto& b) { return a.first.distance < b.first.distance; });
  for (auto& [cause, place] : kept) draft.related.push_back(std::move(place));
}

}  // namespace stridescope::lint
