// Checks the requirements of a source's copies on memory: each partition of a tensor in memory by a TiledCopy, counted
// over all threads.
#include <map>

#include "core/algebra/algebra.h"
#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/foreign/modules/checks.h"
#include "core/functions/builtin.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope::ir {
namespace {

// The copy in the arguments of a partition: partition_S(thr_copy, tensor), or with the copy and the thread.
const TiledCopy* copy_of(const Binding& binding) {
  if (binding.origin.args.empty()) return nullptr;
  const Value& first = binding.origin.args.front();
  if (const auto* thread = first.as<ThrCopy>()) return &thread->tiled;
  return first.as<TiledCopy>();
}

}  // namespace

void check_source(const std::vector<Binding>& bindings, const std::vector<std::uint32_t>& lines,
                  const std::vector<int>& part_of, Budget& budget, std::vector<XrayFinding>& findings) {
  std::map<std::tuple<std::string, int, bool>, bool> seen;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Binding& binding = bindings[i];
    const TiledCopy* copy = copy_of(binding);
    if (copy == nullptr || binding.origin.roles.link != roles::Link::partition || binding.origin.args.size() < 2)
      continue;
    const auto* tensor = binding.origin.args.back().as<Tensor>();
    if (tensor == nullptr || tensor->data.kind != Iterator::Kind::pointer) continue;
    const MemorySpace space = tensor->data.pointer.space;
    if (space != MemorySpace::gmem && space != MemorySpace::smem) continue;
    Arith arith(&budget);
    if (size(arith, domain_layout(tensor->layout)).value > max_counted || arith.failed()) continue;
    const bool source = binding.origin.function.ends_with('S');
    const int of = binding.origin.bindings.empty() ? -1 : binding.origin.bindings.back();
    if (!seen.try_emplace({print_tiled(*copy, IntegerMode::teaching), of, source}, true).second) continue;
    const std::vector<Value> arguments = {Object::make(*copy), to_value(tensor->layout),
                                          Value(Text{source ? "src" : "dst"})};
    const Builtin* count = find_builtin(space == MemorySpace::gmem ? "coalescing" : "bank_conflicts");
    const Value access = count->run(Call(arith, count->name, {}, arguments));
    if (arith.failed()) {
      // A copy of boxes has no accesses by lanes.
      const Error why = arith.error().value();
      if (copy->atom.bulk_bits == 0 && atom_access_bits(copy->atom, CopySide::source) > 0 &&
          why.code != ErrorCode::too_large)
        findings.push_back({XrayGrade::error, lines[i], part_of[i], why.message, why.hint, {}, XrayRule::width});
      continue;
    }
    tell_cost(findings, lines[i], part_of[i], access, false, {});
  }
}

}  // namespace stridescope::ir
