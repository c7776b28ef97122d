// What a whole module says of layouts: every tensor, layout, copy and MMA in it with its line, the program text that
// makes it a card, the operations between them, and what is wrong with them. Read are modules of CuTe DSL's MLIR and of
// Triton's (TTGIR), and sources of CuTe in C++ and Python. What cannot be read is listed with its line and the reason,
// and costs the rest nothing; what a type leaves open is not guessed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"

namespace stridescope {

enum class XrayKind { layout, tensor, copy, mma };
// "layout", ... in the order of XrayKind.
inline constexpr std::string_view xray_kind_names[] = {"layout", "tensor", "copy", "mma"};

// mlir: a module of other dialects, which has no layouts that are read.
enum class XraySource { cute, triton, mlir, source };
inline constexpr std::string_view xray_source_names[] = {"cute", "triton", "mlir", "source"};

// A tensor, a layout, a copy or an MMA: in a module each type once, in a source each value.
struct XrayPart {
  XrayKind kind = XrayKind::layout;
  std::string name;        // of the statement below
  std::uint32_t line = 0;  // 1-based
  std::string text;        // as it stands there
  std::string program;     // a statement of the language
  std::string value;       // printed; empty while integers are open
  std::size_t open = 0;    // integers that the text does not tell: `?`, which the program leaves to be filled in
  std::size_t uses = 0;    // how often the module names it
};

// A value of an operation: who made it where.
struct XrayValue {
  std::string name;        // %12
  std::uint32_t line = 0;  // that defines it; 0 where none does
  int part = -1;           // of Xray::parts
};

// An operation that takes or gives a part.
struct XrayOperation {
  std::uint32_t line = 0;
  std::string name;    // cute.copy
  bool moves = false;  // data moves, is multiplied or shared out; others only make views
  std::vector<XrayValue> operands;
  std::vector<XrayValue> results;
};

enum class XrayGrade { error, warning, note };
inline constexpr std::string_view xray_grade_names[] = {"error", "warning", "note"};

// What a check found.
struct XrayFinding {
  XrayGrade grade = XrayGrade::note;
  std::uint32_t line = 0;
  int part = -1;  // of Xray::parts
  Message what;
  Message mend;         // may be empty
  std::string program;  // that shows it, where one does; else empty
};

// What was not read.
struct XrayUnknown {
  std::uint32_t line = 0;
  std::string text;
  Message why;
};

// How many things of each list are given at most; the rest is counted.
struct XrayLimits {
  std::size_t parts = 4096;
  std::size_t operations = 8192;
  std::size_t findings = 1000;
  std::size_t unknown = 1000;
};

struct Xray {
  XraySource source = XraySource::source;
  std::uint32_t lines = 0;
  std::vector<XrayPart> parts;  // by line
  std::vector<XrayOperation> operations;
  std::vector<XrayFinding> findings;  // by line
  std::vector<XrayUnknown> unknown;   // by line
  std::size_t parts_left_out = 0;
  std::size_t operations_left_out = 0;
  std::size_t findings_left_out = 0;
  std::size_t unknown_left_out = 0;
};

// too_large for a text beyond 64 MB, of a source beyond what a program may have. Time is linear in the text: about a
// tenth of a second for a megabyte.
Result<Xray> xray_of(std::string_view text, const XrayLimits& limits = {});

// "CuTe DSL's MLIR: 2 lines, 1 part, ..."
Message xray_title(const Xray& xray);
// How many integers of a part are open; empty where none is.
Message open_integers(const XrayPart& part);
// A text of several lines in one.
std::string in_one_line(std::string_view text);
// For a terminal: the parts with what makes them cards, the operations that move or multiply, the findings and what was
// not read.
class Catalog;
std::string xray_text(const Xray& xray, const Catalog& catalog);

}  // namespace stridescope
