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

// The modes that the copy partitions: further ones repeat the tile, gA has (BLK_M,BLK_K,k).
AnyLayout first_tile(Arith& arith, const TiledCopy& copy, const AnyLayout& layout) {
  const auto* plain = std::get_if<Layout>(&layout);
  const auto* modes = std::get_if<std::vector<Tiler>>(&copy.tiler.form);
  const int rank = modes != nullptr ? static_cast<int>(modes->size()) : 0;
  if (plain == nullptr || rank < 1 || !plain->shape.ref().is_tuple() || plain->rank() <= rank) return layout;
  TupleBuilder shape(arith);
  TupleBuilder stride(arith);
  shape.open();
  stride.open();
  for (int i = 0; i < rank; ++i) {
    shape.copy(plain->shape.ref()[i]);
    stride.copy(plain->stride.ref()[i]);
  }
  shape.close();
  stride.close();
  return Layout{shape.take(), stride.take()};
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
    const AnyLayout layout = first_tile(arith, *copy, tensor->layout);
    if (size(arith, domain_layout(layout)).value > max_counted || arith.failed()) continue;
    const bool source = binding.origin.function.ends_with('S');
    const int of = binding.origin.bindings.empty() ? -1 : binding.origin.bindings.back();
    if (!seen.try_emplace({print_tiled(*copy, IntegerMode::teaching), of, source}, true).second) continue;
    const std::vector<Value> arguments = {Object::make(*copy), to_value(layout), Value(Text{source ? "src" : "dst"})};
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
