// What a reader may choose of a kernel without writing it: the size of its problem and the type of its elements, as
// fields of a form. What a field is made to say becomes the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/app/atom_form.h"
#include "core/base/result.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// A field each, with what its call says now. None of a value that is no kernel, or of one that its statement does not
// make by a call. A field that has no options says why.
std::vector<FormField> kernel_fields(const Workspace& workspace, int binding);

// The program in which the field says `value`. unsupported: there is no such field or no such option.
Result<std::string> with_kernel_field(const Workspace& workspace, int binding, std::string_view id,
                                      std::string_view value);

}  // namespace stridescope::app
