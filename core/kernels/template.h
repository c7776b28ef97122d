// Templates of CUDA text: the files of core/kernels/cuda. They are valid CUDA, so that a CUDA programmer can read,
// format and compile them. Elements:
//
//   #define THREADS 128      a hole; the definition serves when the file is compiled alone
//   #define CACHE "cg"       a hole within a literal: "cp.async." CACHE ".shared" becomes "cp.async.cg.shared"
//   // @text copy ... // @end                        a text; everything outside of texts serves compilation alone
//   #if MASKED ... #elif ... #else ... #endif        conditional lines
//   // @for BOX ... // @next                         lines repeated for each item of BOX
//
// A hole is replaced wherever it is a word of the text, or a part of one between underscores: load_OPERAND. A hole
// alone on a line can be replaced by several lines with its indentation, or by nothing, which removes the line.
//
// Internal to core/kernels.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/kernels/kernel_text.h"

namespace stridescope {

// The texts of a file of core/kernels/cuda; made by core/kernels/cuda/embed.cmake.
struct Template {
  std::string_view name;
  std::string_view holes;  // names of the holes, "THREADS "CACHE "; a quotation mark marks a hole within a literal
  std::string_view text;   // from the first @text on
};

struct Hole;
using Holes = std::vector<Hole>;

// The contents of a hole: marked text, or the items of a loop.
struct Hole {
  Hole(std::string_view hole, TextPart part);
  Hole(std::string_view hole, MarkedText text);
  Hole(std::string_view hole, std::vector<Holes> values);
  // The condition of an #if.
  template <std::same_as<bool> Flag>
  Hole(std::string_view hole, Flag on) : Hole(hole, TextPart(on ? '1' : '0')) {}

  std::string_view name;
  MarkedText value;
  std::vector<Holes> items;
};

// Fills a text of the template. `holes` belong to this text, and each of them must occur in it; `common` are shared by
// several texts of the file. If a hole has no value, or one of `holes` does not occur, the text ends with an #error, so
// that it never compiles and tests find it.
MarkedText filled(const Template& from, std::string_view text, const Holes& holes, const Holes& common = {});

// Appends `added` to `out`.
void append(MarkedText& out, MarkedText added);

// The templates by name, one per file: templates::copy_access.
namespace templates {
#define STRIDESCOPE_TEMPLATE(name) extern const Template name;
#include "core/kernels/cuda/templates.def"
#undef STRIDESCOPE_TEMPLATE
}  // namespace templates

}  // namespace stridescope
