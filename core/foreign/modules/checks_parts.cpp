// Coverage: checks that each element of the tile of a copy or an MMA has exactly one owner.
#include "core/algebra/algebra.h"
#include "core/foreign/modules/checks.h"
#include "core/tiled/thread_value.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tiled_mma.h"

namespace stridescope::ir {
namespace {

constexpr std::int64_t max_pairs = 1 << 16;

// Checks that an MMA's atom holds each operand element, and each element of C once.
void check_mma(const Value& value, std::uint32_t line, int part, Budget& budget, std::vector<XrayFinding>& findings) {
  const auto* tiled = value.as<TiledMma>();
  const MmaAtom* atom = tiled != nullptr ? &tiled->atom : value.as<MmaAtom>();
  if (atom == nullptr || !atom->shape_mnk.ref().is_tuple() || atom->shape_mnk.rank() != 3) return;
  const auto extent = [&](int mode) {
    const TupleRef one = atom->shape_mnk[mode];
    return one.is_integer() ? one.integer().value : 0;
  };
  const struct {
    std::string_view name;
    const Layout& layout;
    std::int64_t elements;
  } operands[] = {{"A", atom->a, extent(0) * extent(2)},
                  {"B", atom->b, extent(1) * extent(2)},
                  {"C", atom->c, extent(0) * extent(1)}};
  for (const auto& operand : operands) {
    Arith arith(&budget);
    const std::int64_t pairs = size(arith, operand.layout).value;
    if (arith.failed() || operand.elements < 1 || operand.elements > max_pairs || pairs > 4 * max_pairs ||
        !arith.spend(2 * static_cast<std::uint64_t>(pairs)))
      continue;
    const TvTable table = TvTable::make(arith, operand.layout);
    if (arith.failed()) continue;
    const TvCoverage coverage = tv_coverage(arith, table, operand.elements);
    if (arith.failed()) continue;
    const bool once = operand.name != "C" || coverage.elements_shared == 0;
    if (coverage.elements_missing == 0 && once) continue;
    findings.push_back({XrayGrade::error,
                        line,
                        part,
                        coverage.elements_missing > 0
                            ? say("of the {} {element|elements} of {}, {} {has|have} no owner", operand.elements,
                                  operand.name, coverage.elements_missing)
                            : say("of the {} {element|elements} of {}, {} {has|have} up to {} owners", operand.elements,
                                  operand.name, coverage.elements_shared, coverage.most_owners),
                        {},
                        {},
                        XrayRule::atom});
  }
}

}  // namespace

void check_parts(const std::vector<Looked>& parts, const std::vector<XrayPart>& listed, Budget& budget,
                 std::vector<XrayFinding>& findings) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Looked& one = parts[i];
    if (one.value == nullptr || one.open) continue;
    check_mma(*one.value, listed[i].line, static_cast<int>(i), budget, findings);
    const auto* copy = one.value->as<TiledCopy>();
    if (copy == nullptr) continue;
    for (const CopySide side : {CopySide::source, CopySide::destination}) {
      Arith arith(&budget);
      const Layout tv = layout_tv(arith, *copy, side);
      const std::int64_t pairs = arith.ok() ? size(arith, tv).value : 0;
      if (arith.failed() || pairs > max_pairs || !arith.spend(2 * static_cast<std::uint64_t>(pairs))) continue;
      const TvTable table = TvTable::make(arith, tv);
      if (arith.failed() || table.smallest() < 0) continue;
      const TvCoverage coverage = tv_coverage(arith, table, std::max(table.largest() + 1, std::int64_t{1}));
      if (arith.failed() || coverage.exact()) continue;
      const Message which = side == CopySide::source ? say("source") : say("destination");
      if (coverage.elements_missing > 0) {
        findings.push_back({XrayGrade::note,
                            listed[i].line,
                            static_cast<int>(i),
                            say("of the {} tile's {} {element|elements}, {} {has|have} no owner", which,
                                coverage.elements, coverage.elements_missing),
                            {},
                            {},
                            XrayRule::uncovered});
      } else if (side == CopySide::destination && coverage.elements_shared > 0) {
        findings.push_back({XrayGrade::note,
                            listed[i].line,
                            static_cast<int>(i),
                            say("of the {} tile's {} {element|elements}, {} {has|have} up to {} owners", which,
                                coverage.elements, coverage.elements_shared, coverage.most_owners),
                            {},
                            {},
                            XrayRule::shared});
      }
    }
  }
}

}  // namespace stridescope::ir
