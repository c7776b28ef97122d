// Rules for the values of a source. Each finding holds for the values as the text gives them.
#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "core/algebra/algebra.h"
#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/facts/equality.h"
#include "core/facts/offsets.h"
#include "core/hardware/occupancy.h"
#include "core/lint/lint_parts.h"
#include "core/memory/warp_access.h"
#include "core/tiled/thread_value.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/units.h"
#include "core/verdicts/verdict.h"

namespace stridescope::lint {

namespace {

std::string_view text_of(std::string_view text, Span span) { return text.substr(span.begin, span.end - span.begin); }

}  // namespace

const Swizzle* swizzle_of(const AnyLayout& layout) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  if (composed == nullptr || !composed->outer.empty()) return nullptr;
  const auto* offset = std::get_if<Int>(&composed->offset);
  return offset != nullptr && offset->value == 0 ? std::get_if<Swizzle>(&composed->a) : nullptr;
}

std::uint32_t swizzle_place(const std::vector<Binding>& bindings, std::size_t of, std::string_view text) {
  constexpr std::size_t most_looked_at = 64;
  std::vector<std::size_t> next = {of};
  for (std::size_t i = 0; i < next.size() && i < most_looked_at; ++i) {
    const Binding& one = bindings[next[i]];
    if (one.span.empty()) continue;
    const std::string_view own = text_of(text, one.span);
    const std::size_t at = std::min(own.find("Swizzle<"), own.find("make_swizzle("));
    if (at != std::string_view::npos) return one.span.begin + static_cast<std::uint32_t>(at);
    for (const int used : one.uses) next.push_back(static_cast<std::size_t>(used));
  }
  return bindings[of].span.begin;
}

namespace {

// Limits of one text.
constexpr std::size_t most_laws = 512;
constexpr std::int64_t most_law_coordinates = 1 << 12;
constexpr std::int64_t most_compared = 1 << 14;
constexpr std::size_t most_views = 32;  // each pair is looked for in the text

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !is_word(text[at + word.size()]);
    if (begins && ends) return true;
  }
  return false;
}

// A text that compares coordinates anywhere can exclude the elements outside.
bool has_predicate(std::string_view text) {
  static constexpr std::array<std::string_view, 6> words = {"copy_if", "elem_less", "pred", "Pred", "residue", "zfill"};
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

void check_swizzle(const std::vector<Binding>& bindings, std::size_t of, std::string_view text,
                   std::vector<Draft>& out) {
  const Binding& binding = bindings[of];
  const auto* tensor = binding.value.as<Tensor>();
  if (tensor == nullptr || tensor->data.kind != Iterator::Kind::pointer) return;
  const Pointer& pointer = tensor->data.pointer;
  const Swizzle* swizzle = swizzle_of(tensor->layout);
  if (pointer.space != MemorySpace::smem || pointer.swizzled || swizzle == nullptr) return;
  const std::size_t before = out.size();
  check_unit(*swizzle, tensor->layout, pointer.bits, swizzle_place(bindings, of, text),
             cat(binding.name, binding.name.empty() ? "" : " = ", to_text(binding.value, IntegerMode::teaching)), text,
             out);
  if (out.size() > before)
    out.back().related.push_back({binding.span.begin, say("the elements have {} {bit|bits} here", pointer.bits)});
}

// Empty for a value without offsets, or with too many; with `first`, of many the first ones.
std::optional<std::vector<std::int64_t>> offsets_of(const Value& value, bool first = false) {
  const auto count = domain_size(value);
  const auto function = offset_function(value);
  if (!count || !function || *count < 1 || (*count > most_compared && !first)) return std::nullopt;
  const std::int64_t some = std::min(*count, most_compared);
  std::vector<std::int64_t> out(static_cast<std::size_t>(some));
  function->fill(out.data(), some);
  return out;
}

// Reports elements that a swizzle moves past the end of the layout.
void check_reach(const Binding& binding, std::vector<Draft>& out) {
  const auto* tensor = binding.value.as<Tensor>();
  if (tensor == nullptr || tensor->data.kind != Iterator::Kind::pointer ||
      tensor->data.pointer.space != MemorySpace::smem || swizzle_of(tensor->layout) == nullptr)
    return;
  const Value layout = to_value(tensor->layout);
  Arith arith;
  const std::int64_t reach = cosize(arith, domain_layout(tensor->layout)).value;
  const auto offsets = offsets_of(layout);
  if (arith.failed() || !offsets) return;
  const auto past = std::find_if(offsets->begin(), offsets->end(), [&](std::int64_t one) { return one >= reach; });
  if (past == offsets->end()) return;
  out.push_back({Rule::outside, binding.span.begin,
                 say("the swizzle moves element {} to offset {}, but the layout spans {} {element|elements}",
                     past - offsets->begin(), *past, reach),
                 say("pad the tile to a multiple of the swizzle's period"), to_text(layout, IntegerMode::teaching)});
}

// True if the expression of a binding, or of one that it is made from, names the block: its coordinate goes over all
// tiles.
bool names_block(const std::vector<Binding>& bindings, std::size_t of, std::string_view text) {
  constexpr std::size_t most_looked_at = 64;
  std::vector<std::size_t> next = {of};
  for (std::size_t i = 0; i < next.size() && i < most_looked_at; ++i) {
    const Binding& one = bindings[next[i]];
    const std::string_view own = one.span.empty() ? std::string_view() : text_of(text, one.span);
    if (own.find("blockIdx") != std::string_view::npos || own.find("block_idx") != std::string_view::npos) return true;
    for (const int used : one.uses) next.push_back(static_cast<std::size_t>(used));
  }
  return false;
}

// Tiles of a tensor in memory: one after the last one, or, without a predicate, the last one of an extent that the
// tile does not divide.
void check_tiles(const std::vector<Binding>& bindings, std::size_t of, std::string_view text, bool predicated,
                 std::vector<Draft>& out) {
  const Binding& binding = bindings[of];
  const auto& args = binding.origin.args;
  if (binding.origin.roles.link != roles::Link::partition || args.size() < 3) return;
  const auto* tensor = args[0].as<Tensor>();
  const auto* tiler = args[1].as<IntTuple>();
  const auto* coord = args[2].as<IntTuple>();
  const Layout* result = domain_of(binding.value);
  const auto* used = args.size() > 3 ? args[3].as<IntTuple>() : nullptr;
  if (tensor == nullptr || tiler == nullptr || coord == nullptr || result == nullptr ||
      (args.size() > 3 && used == nullptr) || tensor->data.kind != Iterator::Kind::pointer ||
      tensor->data.pointer.space != MemorySpace::gmem)
    return;
  Arith arith;
  const IntTuple tile = used != nullptr ? dice(arith, *used, *tiler) : *tiler;
  const IntTuple at = used != nullptr ? dice(arith, *used, *coord) : *coord;
  const Layout& whole = domain_layout(tensor->layout);
  if (arith.failed() || !tile.ref().is_tuple() || !at.ref().is_tuple() || tile.rank() > whole.rank() ||
      at.rank() != tile.rank())
    return;
  const bool over_blocks = !predicated && names_block(bindings, of, text);
  for (int mode = 0; mode < tile.rank(); ++mode) {
    const TupleRef extent = tile.ref()[mode];
    const TupleRef place = at.ref()[mode];
    const Int elements = size(arith, LayoutRef(whole)[mode]);
    if (arith.failed() || !extent.is_integer() || extent.integer().value < 1 || elements.value < 1) continue;
    // A part that has an element of each tile is not a tile.
    if (mode >= result->rank() || size(arith, LayoutRef(*result)[mode]).value != extent.integer().value) return;
    const std::int64_t step = extent.integer().value;
    const std::int64_t count = (elements.value + step - 1) / step;
    if (place.is_integer() && place.integer().value >= count) {
      out.push_back({Rule::outside, binding.span.begin,
                     say("tile {} of mode {} begins at element {}, but the tensor has {}", place.integer().value, mode,
                         arith.mul(place.integer(), dynamic_int(step)).value, elements.value)});
      out.back().numbers = {place.integer().value, elements.value};
      // The coordinate, if the statement writes it.
      const std::size_t coordinate = text_of(text, binding.span).find("make_coord(");
      if (coordinate != std::string_view::npos) out.back().at += static_cast<std::uint32_t>(coordinate);
      return;
    }
    const bool moves = place.is_any() || (place.is_integer() && place.integer().value == 0 && over_blocks);
    if (!over_blocks || !moves || elements.value % step == 0) continue;
    out.push_back({Rule::outside, binding.span.begin,
                   say("tiles of {} do not divide the {} {element|elements} of mode {}: {} {element|elements} of tile "
                       "{} are outside, the first one at {}",
                       step, elements.value, mode, count * step - elements.value, count - 1, elements.value),
                   say("exclude them by a predicate, or give the tensor a multiple of the tile")});
    out.back().numbers = {elements.value, step};
    return;
  }
}

// Bits of an element in alloc_shared(shape, "float16"); 0 if unknown.
int allocated_bits(std::string_view statement) {
  const std::size_t open = statement.find("alloc_shared(");
  if (open == std::string_view::npos) return 0;
  const std::size_t quote = statement.find_first_of("\"'", open);
  if (quote == std::string_view::npos) return 0;
  const std::string_view type = statement.substr(quote + 1, statement.find(statement[quote], quote + 1) - quote - 1);
  int bits = 0;
  const std::size_t digit = type.find_first_of("0123456789");
  for (std::size_t i = digit; i < type.size() && is_digit(type[i]) && bits < 1000; ++i)
    bits = 10 * bits + (type[i] - '0');
  return bits;
}

void check_capacity(const Binding& binding, std::string_view text, std::vector<Draft>& out) {
  const auto* tensor = binding.value.as<Tensor>();
  const bool shared = tensor != nullptr && tensor->data.kind == Iterator::Kind::pointer &&
                      tensor->data.pointer.space == MemorySpace::smem && binding.origin.args.size() == 2 &&
                      binding.origin.roles.link != roles::Link::partition;
  const int bits = shared ? tensor->data.pointer.bits : allocated_bits(text_of(text, binding.span));
  const Layout* layout = domain_of(binding.value);
  if (bits <= 0 || layout == nullptr) return;
  Arith arith;
  const Int elements = cosize(arith, *layout);
  const std::int64_t bytes = arith.mul(elements, dynamic_int(bits)).value / 8;
  int most = 0;
  for (const Architecture& one : architectures()) most = std::max(most, one.block_shared_bytes);
  if (arith.failed() || bytes <= most) return;
  out.push_back(
      {Rule::capacity, binding.span.begin,
       say("{} {element|elements} of {} {bit|bits} are {} {byte|bytes} of shared memory; a block has at most {}",
           elements.value, bits, bytes, most)});
  out.back().numbers = extents_of(*layout);
}

// Elements of memory that several threads of a copy write.
void check_owners(const Binding& binding, std::string_view text, std::vector<Draft>& out) {
  const auto& args = binding.origin.args;
  if (binding.origin.roles.link != roles::Link::partition || args.size() < 2 || !binding.origin.function.ends_with('D'))
    return;
  const auto* thread = args[0].as<ThrCopy>();
  const TiledCopy* copy = thread != nullptr ? &thread->tiled : args[0].as<TiledCopy>();
  const auto* tensor = args.back().as<Tensor>();
  if (copy == nullptr || tensor == nullptr || tensor->data.kind != Iterator::Kind::pointer) return;
  const MemorySpace space = tensor->data.pointer.space;
  // An instruction that moves matrices has addresses of some lanes only.
  if ((space != MemorySpace::gmem && space != MemorySpace::smem) ||
      atom_access_bits(copy->atom, CopySide::destination) == 0)
    return;
  if (is_moved_alone(text, binding)) return;
  Arith arith;
  // An atom that moves matrices names one element for several lanes, of which one has the address.
  const TvTable own = TvTable::make(arith, copy->atom.dst);
  if (arith.failed() || tv_coverage(arith, own, own.largest() + 1).elements_shared > 0) return;
  const Layout tv = layout_tv(arith, *copy, CopySide::destination);
  if (arith.failed() || size(arith, tv).value > most_compared) return;
  const TvTable table = TvTable::make(arith, tv);
  if (arith.failed() || table.smallest() < 0) return;
  const TvCoverage coverage = tv_coverage(arith, table, table.largest() + 1);
  if (arith.failed() || coverage.elements_shared == 0 || coverage.shared.empty()) return;
  out.push_back({Rule::shared, binding.span.begin,
                 say("{} {thread|threads} write element {} of the tile, and several write {} of {} {element|elements}",
                     coverage.most_owners, coverage.shared[0], coverage.elements_shared, coverage.elements)});
}

// A view of a buffer in shared memory, with the text of its pointer.
struct View {
  const Binding* binding;
  std::size_t index;  // index of the binding
  std::string_view pointer;
  std::vector<std::int64_t> offsets;
  std::uint32_t reading;  // reading of the function
};

// The argument of make_smem_ptr; for make_tensor(A.data(), ...) and make_tensor(A.iterator, ...) the name of A.
std::string_view pointer_text(std::string_view statement) {
  const std::size_t at = statement.find("make_smem_ptr");
  const std::size_t open = at == std::string_view::npos ? at : statement.find('(', at);
  if (open != std::string_view::npos) {
    const std::size_t end = past_bracket(statement, open, {.quotes = Quotes::none});
    return end == std::string_view::npos ? std::string_view() : statement.substr(open + 1, end - open - 2);
  }
  const std::size_t call = statement.find("make_tensor(");
  if (call == std::string_view::npos) return {};
  const std::string_view first = trimmed(statement.substr(call + 12));
  const std::size_t end = std::min(first.find(".data()"), first.find(".iterator"));
  if (end == std::string_view::npos || !std::all_of(first.begin(), first.begin() + end, is_word)) return {};
  return first.substr(0, end);
}

// The first coordinate where two views of equal shape differ, unless one is the other transposed.
std::optional<std::size_t> first_difference(const View& a, const View& b) {
  const Layout* x = domain_of(a.binding->value);
  const Layout* y = domain_of(b.binding->value);
  if (x == nullptr || y == nullptr || x->rank() != y->rank()) return std::nullopt;
  Arith arith;
  for (int i = 0; i < x->rank(); ++i) {
    if (size(arith, LayoutRef(*x)[i]).value != size(arith, LayoutRef(*y)[i]).value) return std::nullopt;
  }
  const std::vector<std::int64_t>& first = a.offsets;
  const std::vector<std::int64_t>& second = b.offsets;
  if (arith.failed() || first == second) return std::nullopt;
  if (x->rank() == 2) {
    const auto rows = static_cast<std::size_t>(size(arith, LayoutRef(*x)[0]).value);
    const auto columns = static_cast<std::size_t>(size(arith, LayoutRef(*x)[1]).value);
    bool transposed = rows == columns;
    // A large view has only its first offsets here.
    if (transposed && rows * columns > first.size()) return std::nullopt;
    for (std::size_t i = 0; i < first.size() && transposed; ++i)
      transposed = first[i] == second[i / rows + columns * (i % rows)];
    if (transposed) return std::nullopt;
  }
  return static_cast<std::size_t>(std::mismatch(first.begin(), first.end(), second.begin()).first - first.begin());
}

// The position in `text` where both names are used without a barrier between; npos without one.
std::size_t used_together(std::string_view text, std::string_view a, std::string_view b) {
  bool seen_a = false;
  bool seen_b = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '}' && (at == 0 || text[at - 1] == '\n')) return std::string_view::npos;
    if (text.substr(at).starts_with("def ")) return std::string_view::npos;
    if (!is_letter(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.find("sync") != std::string_view::npos || word.find("barrier") != std::string_view::npos ||
        word.find("wait") != std::string_view::npos || word.find("arrive") != std::string_view::npos ||
        word.find("fence") != std::string_view::npos)
      seen_a = seen_b = false;
    seen_a = seen_a || word == a;
    seen_b = seen_b || word == b;
    if (seen_a && seen_b) return at;
    at = end;
  }
  return std::string_view::npos;
}

void check_views(const SourceValues& seen, std::string_view text, std::vector<Draft>& out) {
  std::vector<View> views;
  for (std::size_t i = 0; i < seen.made.bindings.size(); ++i) {
    const Binding& one = seen.made.bindings[i];
    if (views.size() == most_views) break;
    const auto* tensor = one.value.as<Tensor>();
    if (tensor == nullptr || tensor->data.pointer.space != MemorySpace::smem || one.name.empty() || one.span.empty())
      continue;
    const std::string_view pointer = pointer_text(text_of(text, one.span));
    // A tensor that another one may name.
    const bool is_whole = one.origin.roles.link != roles::Link::partition;
    auto offsets = pointer.empty() && !is_whole ? std::nullopt : offsets_of(one.value, true);
    if (!offsets) continue;
    const View view = {&one, i, pointer, std::move(*offsets), seen.readings[i]};
    for (const View& before : views) {
      const Binding& other = *before.binding;
      const bool shares = !pointer.empty() && (before.pointer == pointer || other.name == pointer);
      if (!shares || other.name == one.name || before.reading != view.reading) continue;
      if (one.span.begin < other.span.end) continue;
      if (text.substr(other.span.end, one.span.begin - other.span.end).find("\n}") != std::string_view::npos) continue;
      const auto where = first_difference(before, view);
      if (!where || used_together(text.substr(one.span.end), other.name, one.name) == std::string_view::npos) continue;
      out.push_back({Rule::layouts, one.span.begin,
                     say("{} and {} are the same memory, and coordinate {} is at offset {} of one and {} of the other",
                         other.name, one.name, *where, before.offsets[*where], view.offsets[*where]),
                     say("use one layout, or a barrier between the two")});
      const std::vector<int>& of_other = seen.needs[before.index];
      out.back().needs = seen.needs[i];
      out.back().needs.insert(out.back().needs.end(), of_other.begin(), of_other.end());
      out.back().related.push_back({other.span.begin, say("'{}' is made here", other.name)});
    }
    views.push_back(view);
  }
}

// A tensor in global memory whose last elements have offsets that an int does not hold, if its strides are ints.
void check_offsets(const Binding& binding, bool wide, std::string_view text, std::vector<Draft>& out) {
  const auto* tensor = binding.value.as<Tensor>();
  if (wide || tensor == nullptr || tensor->data.kind != Iterator::Kind::pointer ||
      tensor->data.pointer.space != MemorySpace::gmem || binding.origin.args.empty() ||
      !binding.origin.args[0].is<Iterator>())
    return;
  const auto* layout = std::get_if<Layout>(&tensor->layout);
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  if (layout == nullptr || has_word(text_of(text, binding.span), "int64_t")) return;
  Arith arith;
  const std::int64_t last = cosize(arith, *layout).value - 1;
  if (arith.failed() || last <= largest) return;
  out.push_back(
      {Rule::offset, binding.span.begin,
       say("the last element has offset {}, but the strides are 32-bit integers, which hold at most {}", last, largest),
       say("give the strides the type int64_t")});
  out.back().numbers = extents_of(*layout);
}

void check_laws(const SourceValues& seen, std::vector<Draft>& out) {
  const std::size_t count = std::min(seen.operations.size(), most_laws);
  for (std::size_t i = 0; i < count; ++i) {
    const RecordedOperation& one = seen.operations[i];
    const Verdict verdict =
        check_law({one.function, one.roles, one.template_args, one.args}, one.result, most_law_coordinates);
    if (verdict.status != LawStatus::violated || !verdict.at || one.span.empty()) continue;
    out.push_back({Rule::law, one.span.begin, verdict.text, verdict.explanation});
    out.back().needs = seen.needs[one.binding];
  }
}

// The name and the number of arguments of the call around a byte of the text; no name outside of a call.
std::pair<std::string_view, std::size_t> call_around(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 1024;
  int levels = 0;
  std::size_t open = at;
  const std::size_t first = at < longest ? 0 : at - longest;
  while (open > first && levels >= 0) {
    --open;
    const char c = text[open];
    if (c == ';' || c == '{' || c == '}') return {};
    levels += c == ')' ? 1 : c == '(' ? -1 : 0;
  }
  if (levels >= 0) return {};
  std::size_t begin = open;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  const std::size_t close = past_bracket(text, open, {.quotes = Quotes::none, .longest = longest});
  if (close == std::string_view::npos) return {};
  return {text.substr(begin, open - begin), split_outside(text.substr(open + 1, close - open - 2), ',').size()};
}

}  // namespace

void check_unit(const Swizzle& swizzle, const AnyLayout& layout, int bits, std::uint32_t at, std::string program,
                std::string_view text, std::vector<Draft>& out) {
  const Message wrong = wrong_unit(swizzle, bits);
  if (wrong.empty()) return;
  Arith arith;
  const Swizzle meant = element_swizzle(arith, Swizzle{swizzle.bits, 4, 3}, bits);
  const std::int64_t reach = std::min(cosize(arith, domain_layout(layout)).value, most_compared);
  for (std::int64_t offset = 0; offset < reach && arith.ok(); ++offset) {
    const std::int64_t got = apply(arith, swizzle, dynamic_int(offset)).value;
    const std::int64_t expected = apply(arith, meant, dynamic_int(offset)).value;
    if (got == expected) continue;
    Draft one = {Rule::swizzle, at, say("{}: offset {} goes to {}, expected {}", wrong, offset, got, expected),
                 say("write {}", to_text(meant)), std::move(program)};
    // Swizzle<bits, 4, 3> and make_swizzle(bits, 4, 3): the two numbers after the first.
    const std::size_t open = text.find_first_of("<(", at);
    const std::size_t comma = text.find(',', at);
    const std::size_t end = text.find_first_of(">)", std::min(comma, text.size()));
    if (text.substr(at).starts_with("Swizzle<") || text.substr(at).starts_with("make_swizzle(")) {
      if (open < comma && end != std::string_view::npos && end - comma < 16) {
        one.changed = {static_cast<std::uint32_t>(comma), static_cast<std::uint32_t>(end)};
        one.change = cat(", ", meant.base, ", ", meant.shift);
      }
    }
    out.push_back(std::move(one));
    return;
  }
}

bool is_python(std::string_view text) {
  return text.find("import cutlass") != std::string_view::npos || text.find("\ndef ") != std::string_view::npos;
}

bool is_moved_alone(std::string_view text, const Binding& binding) {
  if (binding.name.empty()) return false;
  std::size_t end = text.find("\n}", binding.span.end);
  end = std::min(end, text.size());
  bool alone = false;
  for (std::size_t at = text.find(binding.name, binding.span.end); at < end; at = text.find(binding.name, at + 1)) {
    const std::size_t behind = at + binding.name.size();
    if (is_word(text[at - 1]) || (behind < text.size() && is_word(text[behind]))) continue;
    const auto [call, arguments] = call_around(text, at);
    if (call != "copy") continue;
    if (arguments > 2) return false;
    alone = true;
  }
  return alone;
}

void check_values(const SourceValues& seen, std::string_view text, std::vector<Draft>& out) {
  const Evaluation& made = seen.made;
  const bool python = is_python(text);
  const bool predicated = has_predicate(text);
  std::set<std::size_t> outside;  // bindings whose tile has a finding
  for (std::size_t i = 0; i < made.bindings.size(); ++i) {
    const Binding& binding = made.bindings[i];
    if (binding.span.empty()) continue;
    const std::size_t before = out.size();
    check_swizzle(made.bindings, i, text, out);
    check_reach(binding, out);
    check_tiles(made.bindings, i, text, predicated, out);
    check_owners(binding, text, out);
    check_capacity(binding, text, out);
    if (!python) check_offsets(binding, seen.wide[i], text, out);
    for (std::size_t one = before; one < out.size(); ++one) {
      out[one].needs = seen.needs[i];
      if (out[one].rule == Rule::outside) outside.insert(i);
    }
  }
  check_views(seen, text, out);
  check_laws(seen, out);
  for (std::size_t i = 0; i < made.assumed.size(); ++i) {
    const ProgramError& one = made.assumed[i];
    const bool offset = one.code == ErrorCode::offset_range;
    if ((!offset && one.code != ErrorCode::index_range) || one.span.empty()) continue;
    if (offset ? python || has_word(text_of(text, one.span), "int64_t")
               : predicated || outside.contains(seen.assumed_of[i]))
      continue;
    out.push_back({offset ? Rule::offset : Rule::outside, one.span.begin, one.message, one.hint});
    if (seen.assumed_of[i] < seen.needs.size()) out.back().needs = seen.needs[seen.assumed_of[i]];
  }
  for (std::size_t i = 0; i < made.errors.size(); ++i) {
    const ProgramError& one = made.errors[i];
    if (one.span.empty() || text_of(text, one.span).find("tiled_copy") == std::string_view::npos) continue;
    // Not divisible: the atom moves more values than a thread of the copy has.
    const bool owners = one.code == ErrorCode::not_injective;
    if (!owners && one.code != ErrorCode::divisibility) continue;
    out.push_back({owners ? Rule::shared : Rule::width, one.span.begin, one.message, one.hint});
    out.back().needs = seen.error_needs[i];
  }
}

}  // namespace stridescope::lint
