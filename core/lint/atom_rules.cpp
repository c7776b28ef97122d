// Atoms that a source defines: each element of A and B has an owner, each of C one; both sides of a copy have the same
// bits.
#include <algorithm>
#include <array>
#include <map>

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
                   std::vector<Draft>& out) {
  const auto coverage = coverage_of(one, elements);
  if (!coverage) return;
  const auto report = [&](Message what) {
    out.push_back({Rule::atom, one.name_span.begin, std::move(what), {}, one.program});
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
    if (found != traits.layouts.end()) check_operand(one.name, *found->second, one.elements, one.name == "C", out);
  }
}

void check_copy(const Traits& traits, std::vector<Draft>& out) {
  const auto source = traits.layouts.find("SrcLayout");
  const auto destination = traits.layouts.find("DstLayout");
  if (source == traits.layouts.end() || destination == traits.layouts.end()) return;
  // A warp's copy: other copies have one thread, or repeat what they move.
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
                  out);
  }
}

}  // namespace

void check_atoms(const SourceValues& seen, std::string_view text, std::vector<Draft>& out) {
  if (text.find("Layout = ") == std::string_view::npos) return;
  Traits traits;
  std::size_t last = 0;
  const auto close = [&] {
    if (traits.shape != nullptr) check_mma(traits, out);
    check_copy(traits, out);
    traits = {};
  };
  for (const Declaration& one : seen.declarations) {
    const std::size_t at = one.name_span.begin;
    if (at > last && text.substr(last, at - last).find("};") != std::string_view::npos) close();
    last = at;
    static constexpr std::array<std::string_view, 5> names = {"ALayout", "BLayout", "CLayout", "SrcLayout",
                                                              "DstLayout"};
    if (one.name == "Shape_MNK") traits.shape = &one;
    if (std::find(names.begin(), names.end(), one.name) != names.end()) traits.layouts[one.name] = &one;
  }
  close();
}

}  // namespace stridescope::lint
