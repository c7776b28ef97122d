// Finds the marks of marks.def, and statements of MLIR in a text without marks.
#include "core/foreign/marks.h"

#include <algorithm>
#include <iterator>

#include "core/base/characters.h"
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

constexpr std::string_view module_marks[] = {
#define MODULE(text) text,
#include "core/foreign/marks.def"
};

struct FileMark {
  std::string_view text;
  FileReader reader;
  std::string_view also;
};
constexpr FileMark file_marks[] = {
#define FILE_MARK(text, reader, also) {text, FileReader::reader, also},
#include "core/foreign/marks.def"
};

constexpr SystemMark systems[] = {
#define SYSTEM(text, function, also, digit) {text, #function, also, digit},
#include "core/foreign/marks.def"
};

constexpr std::string_view hints[] = {
#define HINT(text) text,
#include "core/foreign/marks.def"
};

constexpr std::string_view source_ends[] = {".mlir", ".ttgir", ".ttir", ".cu",  ".cuh", ".cpp",
                                            ".cc",   ".cxx",   ".h",    ".hpp", ".py",  ".ir"};

// 011, a row of a matrix, at the start of a word.
bool has_row_of_bits(std::string_view program) {
  if (program.empty()) return false;
  for (std::size_t at = program.find('0'); at < program.size() - 1; at = program.find('0', at + 1)) {
    const bool begins = at == 0 || std::string_view(" \t\n").find(program[at - 1]) != std::string_view::npos;
    if (begins && is_digit(program[at + 1])) return true;
  }
  return false;
}

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

bool begins_module_line(std::string_view line) {
  return std::any_of(std::begin(module_marks), std::end(module_marks),
                     [&](std::string_view mark) { return line.starts_with(mark); });
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

FileReader file_reader(std::string_view name, std::string_view text) {
  // The output of other programs may precede a page.
  const std::string_view begin = text.substr(0, 1 << 16);
  for (const FileMark& mark : file_marks) {
    const std::size_t at = mark.also.empty() ? 0 : begin.find(mark.text);
    if (at == std::string_view::npos || !begin.substr(at).starts_with(mark.text)) continue;
    if ((at == 0 || begin[at - 1] == '\n') && begin.find(mark.also, at) != std::string_view::npos) return mark.reader;
  }
  const bool source = std::any_of(std::begin(source_ends), std::end(source_ends),
                                  [&](std::string_view end) { return name.ends_with(end); });
  return source || marked_dialect(text) != MarkDialect::none ? FileReader::module : FileReader::program;
}

std::span<const SystemMark> system_marks() { return systems; }

bool may_hold_systems(std::string_view program) {
  const auto holds = [&](std::string_view text) { return program.find(text) != std::string_view::npos; };
  return has_row_of_bits(program) || std::any_of(std::begin(hints), std::end(hints), holds) ||
         std::any_of(std::begin(systems), std::end(systems), [&](const SystemMark& mark) { return holds(mark.begin); });
}

}  // namespace stridescope
