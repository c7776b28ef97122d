// The choices of a kernel without typing: the size of its problem and the type of its elements, as fields of a form. A
// changed field changes the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/forms/atom_form.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// The fields, with the current values of the call. Empty if the value is not a kernel, or if its statement does not
// make it by a call. A field without options gives the reason.
std::vector<FormField> kernel_fields(const Workspace& workspace, int binding);

// The program in which the field has `value`. unsupported: the field or the option does not exist.
Result<std::string> with_kernel_field(const Workspace& workspace, int binding, std::string_view id,
                                      std::string_view value);

}  // namespace stridescope::app
