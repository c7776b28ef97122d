// Writes the text of a kernel, and remembers which bytes of it stand for which mode of which layout. Internal to
// core/codegen.
#pragma once

#include "core/base/text.h"
#include "core/codegen/kernel.h"
#include "core/codegen/template.h"

namespace stridescope {

// NAME(i): one index of a layout as a function, with its layout as a comment. The digits are called `what`, or
// `owner`: `what`.
MarkedText index_text(std::string_view name, std::string_view what, const KernelIndex& index, bool wide,
                      std::string_view owner = {});
// NAME_swizzle(x): swizzles as a function; nothing when there are none.
MarkedText swizzle_text(std::string_view name, const std::vector<KernelSwizzle>& swizzles,
                        std::string_view type = "int", std::string_view owner = {});

class KernelWriter {
 public:
  template <class... Parts>
  void line(const Parts&... parts) {
    append_all(out_.text, parts..., '\n');
  }
  template <class... Parts>
  void add(const Parts&... parts) {
    append_all(out_.text, parts...);
  }
  // NAME(i): one index of a layout as a function, with its layout as a comment. The digits are called `what`, or
  // `owner`: `what`.
  void map(std::string_view name, std::string_view what, const KernelIndex& index, bool wide,
           std::string_view owner = {});
  // NAME(x): swizzles as a function; nothing is written when there are none.
  void swizzle(std::string_view name, const std::vector<KernelSwizzle>& swizzles, std::string_view type = "int",
               std::string_view owner = {});

  KernelText& text() { return out_; }

 private:
  KernelText out_;
};

// "unsigned char" ... "uint4"
std::string_view access_type(std::int64_t bytes);
// Whether no stride of the index is other than 0.
bool is_zero(const KernelIndex& index);
// The index as text: 0 when it is zero, else NAME(argument).
std::string call(std::string_view name, const KernelIndex& index, std::string_view argument);

}  // namespace stridescope
