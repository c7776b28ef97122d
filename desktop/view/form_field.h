// Draws a field of a form of the core as widgets: forms give the choices and their meaning.
#pragma once

#include <string>
#include <vector>

#include "core/forms/atom_form.h"

namespace stridescope::desktop {

// A choice among options, with its name for scripts; true if the user chose another one. `width` 0: as wide as the
// widest label.
bool draw_options(const std::string& name, const std::vector<app::FieldOption>& all, std::string& value,
                  float width = 0);

// True if the user changed it. In its name for scripts, `prefix` precedes its id.
bool draw_field(const std::string& prefix, app::FormField& field);

}  // namespace stridescope::desktop
