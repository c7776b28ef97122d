// Lists the layouts of a whole module: every tensor, layout, copy and MMA in it with its line, the program text that
// makes it a card, the operations between them, and their errors. It reads modules of CuTe DSL's MLIR and of Triton's
// (TTGIR), and sources of CuTe in C++ and Python. Unreadable parts are listed with line and reason, and do not affect
// the rest; integers that a type leaves open are not guessed.
//
//   func.func @k(%a: !cute.memref<f16, gmem, align<16>, "(128,64):(64,1)">)   in line 2 of a module is the part
//   tensor_2 = memref<f16, gmem, align<16>, "(128,64):(64,1)">                 a statement of the language
//
// Text alone decides what it is: no compiler is asked, nothing is run. Lines count from 1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"

namespace stridescope {

// The kind of a part. copy: a TiledCopy, a copy atom or a thread's slice of one; mma likewise; swizzles and composed
// layouts are layouts.
enum class XrayKind { layout, tensor, copy, mma };
// "layout", ... in the order of XrayKind. The text of an X-ray has these words.
inline constexpr std::string_view xray_kind_names[] = {"layout", "tensor", "copy", "mma"};

// cute: MLIR of CuTe DSL; triton: TTGIR, or a type of it; mlir: a module of other dialects, without readable layouts;
// source: anything else, read as a pasted program. The marks of the types decide, anywhere in the text.
enum class XraySource { cute, triton, mlir, source };
inline constexpr std::string_view xray_source_names[] = {"cute", "triton", "mlir", "source"};

// A tensor, a layout, a copy or an MMA: in a module each type once, in a source each value. Operations, findings and
// values refer to it by its index in Xray::parts.
struct XrayPart {
  XrayKind kind = XrayKind::layout;
  // The name in the statement below: the module's own if it is a name of the language; unique among the parts.
  std::string name;
  // The line of its first occurrence.
  std::uint32_t line = 0;
  // Its original text, at most 1000 bytes and then `...`.
  std::string text;
  // A statement of the language for the value: `name = expression`. It does not depend on other parts.
  std::string program;
  // Printed in teaching mode, at most 2000 bytes; empty while integers are unknown.
  std::string value;
  // The number of unknown integers, each a `?` in the program. Checks that depend on one are skipped.
  std::size_t open = 0;
  // The number of times that the module names it; in a source, the number of later values that use it.
  std::size_t uses = 0;
};

// A value of an operation, with its origin.
struct XrayValue {
  // %12 in a module, a variable in a source; may be empty there.
  std::string name;
  // The line that defines it; 0 if none does.
  std::uint32_t line = 0;
  // Index into Xray::parts of its type, or of itself in a source; -1: none.
  int part = -1;
};

// An operation with a part as operand or result. Other operations are not listed.
struct XrayOperation {
  std::uint32_t line = 0;
  // With its dialect, cute.copy; in a source the function, or `=`.
  std::string name;
  // True if it moves data, multiplies or partitions; false if it only makes views. A word of the name decides: copy,
  // gemm, mma, dot, load, store, convert, alloc, partition, ... In a source all operations count.
  bool moves = false;
  // In the order of the operation.
  std::vector<XrayValue> operands;
  std::vector<XrayValue> results;
};

// error: cannot work, or gives wrong data; warning: works, but costs more than necessary; note: an assumption.
enum class XrayGrade { error, warning, note };
inline constexpr std::string_view xray_grade_names[] = {"error", "warning", "note"};

// The check of a finding. note: a fact or an assumption.
enum class XrayRule : std::uint8_t {
  note,
  uncovered,
  shared,
  atom,
  width,
  narrow,
  alignment,
  sectors,
  conflicts,
  swizzle
};

// A check's finding, about a part or about a line.
struct XrayFinding {
  XrayGrade grade = XrayGrade::note;
  std::uint32_t line = 0;
  // Index into Xray::parts; -1: none.
  int part = -1;
  // The error, in a sentence with its numbers.
  Message what;
  // A fix; may be empty.
  Message fix;
  // A program of the language with a value that shows it, if possible; otherwise empty.
  std::string program;
  XrayRule rule = XrayRule::note;
};

// A part that was not read: a type of unknown form, an unreadable operation, a statement with an error.
struct XrayUnknown {
  std::uint32_t line = 0;
  // Its original text, at most 1000 bytes, and the reason why it was not read.
  std::string text;
  Message why;
};

// The maximum size of each list; the rest is counted.
struct XrayLimits {
  std::size_t parts = 4096;
  std::size_t operations = 8192;
  std::size_t findings = 1000;
  std::size_t unknown = 1000;
};

// The answer. Owns all its text. `left_out` counts items beyond the limits, not unreadable ones.
struct Xray {
  // The detected kind of the text.
  XraySource source = XraySource::source;
  std::uint32_t lines = 0;
  // By line. Lists by line keep the order of discovery within one.
  std::vector<XrayPart> parts;
  // By line for a module.
  std::vector<XrayOperation> operations;
  // By line, of all grades.
  std::vector<XrayFinding> findings;
  // By line; empty if everything was read.
  std::vector<XrayUnknown> unknown;
  std::size_t parts_left_out = 0;
  std::size_t operations_left_out = 0;
  std::size_t findings_left_out = 0;
  std::size_t unknown_left_out = 0;
};

// too_large for a text beyond 64 MiB, and for a source beyond the limit of a program (max_program_bytes). No other
// errors: a text that is neither module nor source has no parts. Time is linear in the text: about a tenth of a second
// per megabyte; values and checks have budgets of about half a second each, beyond which they are omitted.
Result<Xray> xray_of(std::string_view text, const XrayLimits& limits = {});

// The checks of the values of a source alone, within a budget of their own. lines: of each binding. A finding's part is
// the index of its binding.
struct Binding;
std::vector<XrayFinding> check_bindings(const std::vector<Binding>& bindings, const std::vector<std::uint32_t>& lines);

// "CuTe DSL's MLIR: 2 lines, 1 part, ..." The numbers include omitted items.
Message xray_title(const Xray& xray);
// The number of unknown integers of a part, as a sentence; empty without unknown integers.
Message open_integers(const XrayPart& part);
// Joins a text of several lines into one: each run of blanks and line breaks becomes one blank; no leading blank.
std::string in_one_line(std::string_view text);
// Used by xray_text below; declared in core/base/message.h.
class Catalog;
// For a terminal: the parts with their statements, the operations that move or multiply, the findings and the unread
// text, each nonempty list below its title, and the number of omitted items.
std::string xray_text(const Xray& xray, const Catalog& catalog);

}  // namespace stridescope
