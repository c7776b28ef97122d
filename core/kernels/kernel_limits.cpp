// Derives the requirements of a kernel from its plan, without writing its text.
#include "core/kernels/kernel_limits.h"

#include <charconv>

#include "core/hardware/occupancy.h"
#include "core/tiled/units.h"

namespace stridescope {
namespace {

// "sm90a": 90; empty: 0.
int number_of(std::string_view architecture) {
  int out = 0;
  if (architecture.starts_with("sm"))
    std::from_chars(architecture.data() + 2, architecture.data() + architecture.size(), out);
  return out;
}

std::optional<Error> error(ErrorCode code, Message message) {
  Error out;
  out.code = code;
  out.message = std::move(message);
  return out;
}

struct Demand {
  std::string_view needs;
  std::int64_t shared_bytes = 0;
};
Demand demand(const CopyPlan& p) { return {p.needs, p.shared_bytes}; }
Demand demand(const MmaPlan& p) { return {p.needs, p.shared_bytes}; }
Demand demand(const GemmPlan& p) { return {p.math.needs, p.shared_bytes}; }
Demand demand(const ReducePlan& p) { return {p.load.needs, p.shared_bytes}; }
Demand demand(const ConvertPlan& p) { return {p.needs, p.shared_bytes()}; }
Demand demand(const ProbePlan& p) { return {p.needs, 0}; }

}  // namespace

std::optional<Error> lacking(std::string_view needs, std::int64_t shared_bytes, int arch,
                             std::int64_t block_shared_bytes) {
  const int wanted = number_of(needs);
  // "sm90a": its instructions exist on no other architecture, older or newer.
  if (arch < wanted || (needs.ends_with('a') && arch != wanted))
    return error(ErrorCode::unsupported, say("the kernel needs {}, but this GPU is sm{}", needs, arch));
  if (shared_bytes > block_shared_bytes) {
    return error(ErrorCode::too_large, say("the tile takes {} of shared memory; a block has {} on this GPU",
                                           in_units(shared_bytes, 0), in_units(block_shared_bytes, 0)));
  }
  return std::nullopt;
}

std::optional<Error> lacking(const KernelPlan& plan, std::string_view architecture) {
  const Architecture* arch = find_architecture(architecture);
  if (arch == nullptr) return std::nullopt;
  const Demand d = plan.visit([](const auto& p) { return demand(p); });
  return lacking(d.needs, d.shared_bytes, number_of(arch->name), arch->block_shared_bytes);
}

}  // namespace stridescope
