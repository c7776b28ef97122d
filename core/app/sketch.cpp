// Previews a program without opening it.
#include "core/app/sketch.h"

#include "core/pictures/choice.h"

namespace stridescope::app {

Sketch sketch(Workspace& workspace, std::string_view program, IntegerMode mode, std::string_view view,
              const Catalog& catalog) {
  constexpr std::size_t most = 200;
  workspace.evaluate(program, mode);
  Sketch out;
  out.report = door::report_of(workspace, most);
  for (auto binding = out.report.bindings.rbegin(); binding != out.report.bindings.rend(); ++binding) {
    if (binding->views.empty()) continue;
    out.pictured = binding->id;
    out.picture = make_picture(workspace, binding->id, chosen_view(read_choice(view), binding->views), catalog);
    if (auto analysis = workspace.analyze(binding->id)) out.analysis = std::move(*analysis);
    break;
  }
  return out;
}

}  // namespace stridescope::app
