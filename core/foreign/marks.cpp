// Finds the marks of marks.def, and statements of MLIR in a text without marks.
#include "core/foreign/marks.h"

#include <algorithm>
#include <iterator>

#include "core/foreign/modules/module.h"

namespace stridescope {
namespace {

struct Mark {
  std::string_view text;
  MarkDialect dialect;
  MarkKind kind;
};
constexpr Mark marks[] = {
#define MARK(text, dialect, kind) {text, MarkDialect::dialect, MarkKind::kind},
#include "core/foreign/marks.def"
};

constexpr std::string_view source_ends[] = {".mlir", ".ttgir", ".ttir", ".cu",  ".cuh", ".cpp",
                                            ".cc",   ".cxx",   ".h",    ".hpp", ".py",  ".ir"};

}  // namespace

MarkDialect marked_dialect(std::string_view text) {
  const auto* mark = std::find_if(std::begin(marks), std::end(marks),
                                  [&](const Mark& m) { return text.find(m.text) != std::string_view::npos; });
  return mark != std::end(marks) ? mark->dialect : MarkDialect::none;
}

bool begins_encoding(std::string_view text) {
  return std::any_of(std::begin(marks), std::end(marks),
                     [&](const Mark& m) { return m.kind == MarkKind::encoding && text.starts_with(m.text); });
}

bool has_mark(std::string_view line) {
  return std::any_of(std::begin(marks), std::end(marks), [&](const Mark& m) {
    return m.kind != MarkKind::function && line.find(m.text) != std::string_view::npos;
  });
}

TextReader reader_of(std::string_view text) {
  switch (marked_dialect(text)) {
    case MarkDialect::cute:
      return TextReader::cute_module;
    case MarkDialect::triton:
      return TextReader::triton_module;
    case MarkDialect::none:
      break;
  }
  return ir::is_module(text) ? TextReader::mlir_module : TextReader::source;
}

bool is_opened_beside(std::string_view file_name, std::string_view text) {
  return std::any_of(std::begin(source_ends), std::end(source_ends),
                     [&](std::string_view end) { return file_name.ends_with(end); }) ||
         marked_dialect(text) != MarkDialect::none;
}

}  // namespace stridescope
