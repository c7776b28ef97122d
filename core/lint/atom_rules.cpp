// Atoms that a source defines: each element of A and B has an owner, each of C one; both sides of a copy have the same
// bits. And layouts of tiles in shared memory, with the copies of the same structure.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/lint/lint_parts.h"
#include "core/tiled/thread_value.h"

namespace stridescope::lint {
namespace {

constexpr std::int64_t most_pairs = 1 << 16;

// The declarations of one structure, by their names.
struct Traits {
  const Declaration* shape = nullptr;
  std::map<std::string_view, const Declaration*> layouts = {};
};

std::optional<TvCoverage> coverage_of(const Declaration& one, std::int64_t elements) {
  const auto* layout = one.value ? one.value->as<Layout>() : nullptr;
  if (layout == nullptr || elements < 1 || elements > most_pairs || layout->rank() != 2) return std::nullopt;
  Arith arith;
  if (size(arith, *layout).value > 4 * most_pairs || arith.failed()) return std::nullopt;
  const TvTable table = TvTable::make(arith, *layout);
  if (arith.failed()) return std::nullopt;
  const TvCoverage out = tv_coverage(arith, table, elements);
  return arith.failed() ? std::nullopt : std::optional(out);
}

void check_operand(std::string_view name, const Declaration& one, std::int64_t elements, bool once,
                   const Declaration& other, std::vector<Draft>& out) {
  const auto coverage = coverage_of(one, elements);
  if (!coverage) return;
  const auto report = [&](Message what) {
    out.push_back({Rule::atom, one.name_span.begin, std::move(what), {}, one.program});
    out.back().related.push_back(
        {other.name_span.begin, say("'{}' is {} here", other.name, to_text(*other.value, IntegerMode::teaching))});
  };
  if (coverage->elements_missing > 0) {
    report(
        say("of the {} {element|elements} of {}, {} {has|have} no owner", elements, name, coverage->elements_missing));
  } else if (coverage->pairs_outside > 0) {
    report(say("{} {value|values} of {} {is|are} outside of its {} {element|elements}", coverage->pairs_outside, name,
               elements));
  } else if (once && coverage->elements_shared > 0) {
    report(say("of the {} {element|elements} of {}, {} {has|have} up to {} owners", elements, name,
               coverage->elements_shared, coverage->most_owners));
  }
}

void check_mma(const Traits& traits, std::vector<Draft>& out) {
  const auto* shape = traits.shape->value ? traits.shape->value->as<IntTuple>() : nullptr;
  if (shape == nullptr || !shape->ref().is_tuple() || shape->rank() != 3) return;
  const auto extent = [&](int mode) {
    const TupleRef one = shape->ref()[mode];
    return one.is_integer() ? one.integer().value : 0;
  };
  const struct {
    std::string_view layout;
    std::string_view name;
    std::int64_t elements;
  } operands[] = {{"ALayout", "A", extent(0) * extent(2)},
                  {"BLayout", "B", extent(1) * extent(2)},
                  {"CLayout", "C", extent(0) * extent(1)}};
  for (const auto& one : operands) {
    const auto found = traits.layouts.find(one.layout);
    if (found != traits.layouts.end())
      check_operand(one.name, *found->second, one.elements, one.name == "C", *traits.shape, out);
  }
}

void check_copy(const Traits& traits, std::vector<Draft>& out) {
  const auto source = traits.layouts.find("SrcLayout");
  const auto destination = traits.layouts.find("DstLayout");
  if (source == traits.layouts.end() || destination == traits.layouts.end()) return;
  // Checks copies by a warp only: other copies have one thread, or move elements repeatedly.
  for (const auto& one : {source, destination}) {
    const auto* layout = one->second->value ? one->second->value->as<Layout>() : nullptr;
    Arith arith;
    if (layout == nullptr || layout->rank() != 2 || size(arith, LayoutRef(*layout)[0]).value != lanes_per_warp) return;
  }
  for (const bool of_source : {true, false}) {
    const Declaration& own = *(of_source ? source : destination)->second;
    const Declaration& other = *(of_source ? destination : source)->second;
    const auto* layout = other.value ? other.value->as<Layout>() : nullptr;
    if (layout == nullptr) return;
    Arith arith;
    const std::int64_t bits = cosize(arith, *layout).value;
    if (arith.failed()) return;
    check_operand(of_source ? std::string_view("the source") : std::string_view("the destination"), own, bits, false,
                  other, out);
  }
}

// The layout of a tile in shared memory, SmemLayoutAtomA, and the copies of the same structure that move its elements,
// SmemCopyAtomA and GmemTiledCopyA.
struct TileTraits {
  const Declaration* layout = nullptr;
  const Declaration* memory = nullptr;
  const Declaration* registers = nullptr;
};

const CopyAtom* copy_of(const Declaration* one) {
  if (one == nullptr || !one->value) return nullptr;
  const auto* tiled = one->value->as<TiledCopy>();
  return tiled != nullptr ? &tiled->atom : one->value->as<CopyAtom>();
}

// True if a copy moves one value at a time, which may be a vector of elements. DefaultCopy does not fix its width.
bool moves_one_value(const CopyAtom& copy) {
  Arith arith;
  return copy.operation.instruction != CopyInstruction::any_width && size(arith, LayoutRef(copy.src)[1]).value == 1;
}

// Wavefronts of one matrix of ldmatrix: eight rows of 16 bytes along the mode whose elements are adjacent.
std::int64_t matrix_wavefronts(const AnyLayout& layout, int bits) {
  constexpr std::int64_t rows = 8;
  const Layout& domain = domain_layout(layout);
  const std::int64_t adjacent = 128 / bits;
  Arith arith;
  if (domain.rank() != 2) return 0;
  const std::int64_t sizes[] = {size(arith, LayoutRef(domain)[0]).value, size(arith, LayoutRef(domain)[1]).value};
  const auto offset = [&](std::int64_t a, std::int64_t b) {
    const IntTuple out = std::visit(
        [&](const auto& one) { return apply(arith, one, IntTuple(dynamic_int(a + sizes[0] * b)).ref()); }, layout);
    return out.ref().is_integer() ? out.ref().integer().value : -1;
  };
  for (const bool by_columns : {false, true}) {
    const auto at = [&](std::int64_t row, std::int64_t element) {
      return by_columns ? offset(element, row) : offset(row, element);
    };
    if (sizes[by_columns ? 1 : 0] < rows || sizes[by_columns ? 0 : 1] < adjacent) continue;
    if (at(0, adjacent - 1) != at(0, 0) + adjacent - 1) continue;
    // Rows of one place are read once.
    std::map<std::int64_t, std::set<std::int64_t>> places;
    std::size_t most = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t place = at(row, 0) * bits / 128;
      places[place % rows].insert(place);
      most = std::max(most, places[place % rows].size());
    }
    return arith.failed() ? 0 : static_cast<std::int64_t>(most);
  }
  return 0;
}

void check_tile(const TileTraits& traits, std::string_view text, std::vector<Draft>& out) {
  const CopyAtom* to_registers = copy_of(traits.registers);
  const CopyAtom* copy = to_registers != nullptr ? to_registers : copy_of(traits.memory);
  if (traits.layout == nullptr || !traits.layout->value || copy == nullptr || !copy->value_type) return;
  if (to_registers == nullptr && moves_one_value(*copy)) return;
  const int bits = copy->value_type->bits;
  const auto* composed = traits.layout->value->as<ComposedLayout>();
  const auto* plain = traits.layout->value->as<Layout>();
  if (bits < 8 || (composed == nullptr && plain == nullptr)) return;
  const AnyLayout layout = composed != nullptr ? AnyLayout(*composed) : AnyLayout(*plain);
  const std::uint32_t name = traits.layout->name_span.begin;
  const std::size_t end = text.find(';', name);
  const std::size_t written = text.find("Swizzle<", name);
  const auto at = written < end ? static_cast<std::uint32_t>(written) : name;
  const std::size_t before = out.size();
  if (const Swizzle* swizzle = swizzle_of(layout))
    check_unit(*swizzle, layout, bits, at, traits.layout->program, text, out);
  const Declaration& mover = *(to_registers != nullptr ? traits.registers : traits.memory);
  const auto add_mover = [&] {
    out.back().related.push_back(
        {mover.name_span.begin, say("'{}' moves elements of {} {bit|bits}", mover.name, bits)});
  };
  if (out.size() > before) add_mover();
  const bool by_matrix = to_registers != nullptr && to_registers->name.find("LDSM") != std::string::npos;
  if (out.size() > before || !by_matrix || (composed != nullptr && swizzle_of(layout) == nullptr)) return;
  const std::int64_t wavefronts = matrix_wavefronts(layout, bits);
  if (wavefronts <= 1) return;
  out.push_back(
      {Rule::conflicts, at,
       say("a matrix of ldmatrix, eight rows of 16 bytes, takes {} {wavefront|wavefronts} (ideal: 1)", wavefronts),
       say("`best_swizzle` finds a swizzle without conflicts"), traits.layout->program});
  add_mover();
}

}  // namespace

void check_atoms(const SourceValues& seen, std::string_view text, std::vector<Draft>& out) {
  if (text.find("Layout = ") == std::string_view::npos && text.find("SmemLayoutAtom") == std::string_view::npos) return;
  Traits traits;
  std::map<std::string_view, TileTraits> tiles;
  std::size_t last = 0;
  const auto close = [&] {
    if (traits.shape != nullptr) check_mma(traits, out);
    check_copy(traits, out);
    for (const auto& [name, one] : tiles) check_tile(one, text, out);
    traits = {};
    tiles.clear();
  };
  for (const Declaration& one : seen.declarations) {
    const std::size_t at = one.name_span.begin;
    if (at > last && text.substr(last, at - last).find("};") != std::string_view::npos) close();
    last = at;
    static constexpr std::array<std::string_view, 5> names = {"ALayout", "BLayout", "CLayout", "SrcLayout",
                                                              "DstLayout"};
    if (one.name == "Shape_MNK") traits.shape = &one;
    const std::string_view name = one.name;
    for (const std::string_view begin : {"SmemLayoutAtom", "SmemCopyAtom", "GmemTiledCopy"}) {
      if (!name.starts_with(begin)) continue;
      TileTraits& of = tiles[name.substr(begin.size())];
      if (begin == "SmemLayoutAtom") of.layout = &one;
      if (begin == "SmemCopyAtom") of.registers = &one;
      if (begin == "GmemTiledCopy") of.memory = &one;
    }
    if (std::find(names.begin(), names.end(), one.name) != names.end()) traits.layouts[one.name] = &one;
  }
  close();
}

}  // namespace stridescope::lint
