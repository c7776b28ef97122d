// Templates of CUDA text: the files of core/kernels/cuda, which a CUDA programmer reads, formats and compiles as they
// are. What they consist of:
//
//   #define THREADS 128      a hole, with what stands for it when the file is compiled alone
//   #define CACHE "cg"       a hole within a literal: "cp.async." CACHE ".shared" becomes "cp.async.cg.shared"
//   // @text copy ... // @end                        a text; what stands outside of texts is for that compilation alone
//   #if MASKED ... #elif ... #else ... #endif        lines that are there or not
//   // @for BOX ... // @next                         lines for each of the items that BOX stands for
//
// A hole is replaced wherever it is a word of the text, or a part of one between underscores: load_OPERAND. A hole
// alone on a line can be replaced by several lines, which are indented like it; or by nothing, which removes the line.
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

// A file of core/kernels/cuda without what it is compiled alone with; made by core/kernels/cuda/embed.cmake.
struct Template {
  std::string_view name;
  std::string_view holes;  // "THREADS "CACHE ": a name each, one of a literal behind a quotation mark
  std::string_view text;   // from the first @text on
};

struct Hole;
using Holes = std::vector<Hole>;

// The contents of a hole: text with the bytes that belong to modes, or the items of a loop.
struct Hole {
  Hole(std::string_view hole, TextPart part);
  Hole(std::string_view hole, MarkedText text);
  Hole(std::string_view hole, std::vector<Holes> values);
  // For #if.
  template <std::same_as<bool> Flag>
  Hole(std::string_view hole, Flag on) : Hole(hole, TextPart(on ? '1' : '0')) {}

  std::string_view name;
  MarkedText value;
  std::vector<Holes> items;
};

// A text of the template. `holes` are for it alone: each of them must occur in it; `common` are for several texts of
// the file. If a used hole has no value, or a value no hole, the text ends with an #error that says so: it never
// compiles, and the tests look for it.
MarkedText filled(const Template& from, std::string_view text, const Holes& holes, const Holes& common = {});

// `added` behind `out`.
void append(MarkedText& out, MarkedText added);

// The templates by name, one a file: templates::copy_access.
namespace templates {
#define STRIDESCOPE_TEMPLATE(name) extern const Template name;
#include "core/kernels/cuda/templates.def"
#undef STRIDESCOPE_TEMPLATE
}  // namespace templates

}  // namespace stridescope
