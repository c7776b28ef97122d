// Analyzes a binding, with its element type and the tile that another statement gives as context.
#include "core/analysis/analysis.h"

#include "core/analysis/memory_value.h"
#include "core/value/kind_word.h"
#include "core/workspace/conversion_section.h"
#include "core/workspace/workspace.h"

namespace stridescope {

Result<Analysis> Workspace::analyze(int binding) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  const Origin& origin = origins_[static_cast<std::size_t>(binding)];
  // The result is a boolean or one line, so the analysis is about the two compared functions.
  if (origin.roles.compares && origin.args.size() == 2) return analyze_two(origin.args[0], origin.args[1]);
  Analysis out = analyze_value(value, report_.mode);
  add_thread_section(out, binding);
  add_memory_sections(out, value, 0);
  add_conversion_section(out, value);
  if (out.sections.empty()) {
    return failure(ErrorCode::unsupported, say("nothing to analyze in {}", a_kind(value)),
                   say("give a layout, a tensor, a swizzle, a shape, an access of memory or a tiling"));
  }
  return out;
}

}  // namespace stridescope
