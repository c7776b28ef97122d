// A field of a form of the core, as widgets: forms state the choices and their meaning.
#pragma once

#include <string>
#include <vector>

#include "core/forms/atom_form.h"

namespace stridescope::desktop {

// One of several, by the name by which scripts find it; true when another one was chosen. `width` 0: as wide as its
// widest label.
bool draw_options(const std::string& name, const std::vector<app::FieldOption>& all, std::string& value,
                  float width = 0);

// True when it says something else. `prefix` comes before its id in its name.
bool draw_field(const std::string& prefix, app::FormField& field);

}  // namespace stridescope::desktop
