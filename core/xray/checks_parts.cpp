// Coverage: is each element of a copy's or an MMA's tile held, and once?
#include "core/algebra/algebra.h"
#include "core/tiled/thread_value.h"
#include "core/tiled/tiled_copy.h"
#include "core/xray/checks.h"

namespace stridescope::ir {
namespace {

constexpr std::int64_t max_pairs = 1 << 16;

}  // namespace

void check_parts(const std::vector<Looked>& parts, const std::vector<XrayPart>& listed, Budget& budget,
                 std::vector<XrayFinding>& findings) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Looked& one = parts[i];
    const auto* copy = one.value == nullptr || one.open ? nullptr : one.value->as<TiledCopy>();
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
                            say("of the {} tile's {} elements {} are held by no thread", which, coverage.elements,
                                coverage.elements_missing),
                            {},
                            {}});
      } else if (side == CopySide::destination && coverage.elements_shared > 0) {
        findings.push_back({XrayGrade::note,
                            listed[i].line,
                            static_cast<int>(i),
                            say("of the {} tile's {} elements {} are held by up to {} threads", which,
                                coverage.elements, coverage.elements_shared, coverage.most_owners),
                            {},
                            {}});
      }
    }
  }
}

}  // namespace stridescope::ir
