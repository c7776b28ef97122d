// Building blocks of every kernel's text: layouts as functions, marked with modes, and types of accesses. Internal to
// core/kernels.
#pragma once

#include "core/base/text.h"
#include "core/kernels/kernel.h"
#include "core/kernels/template.h"

namespace stridescope {

// NAME(i): one index of a layout as a function, with the layout as a comment. Digits are described as `what`, or
// `owner`: `what`.
MarkedText index_text(std::string_view name, std::string_view what, const KernelIndex& index, bool wide,
                      std::string_view owner = {});
// NAME_swizzle(x): swizzles as a function; empty without swizzles.
MarkedText swizzle_text(std::string_view name, const std::vector<KernelSwizzle>& swizzles,
                        std::string_view type = "int", std::string_view owner = {});

// "unsigned char" ... "uint4"
std::string_view access_type(std::int64_t bytes);
// "u8" ... "v4.u32": the PTX type of an access of that many bytes.
std::string_view access_suffix(std::int64_t bytes);
// "(64,32)"
std::string extents_text(const std::vector<std::int64_t>& extents);
// True if all strides of the index are 0.
bool is_zero(const KernelIndex& index);

}  // namespace stridescope
