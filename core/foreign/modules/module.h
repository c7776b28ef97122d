// An MLIR module as text: its aliases, its operations, and the uses of each value. It knows only the spelling of
// dialects. One pass over the text: each statement is a line, or the lines until its brackets close; an unreadable part
// is a fault at its line, and does not affect other statements. Source: MLIR language reference
// (mlir.llvm.org/docs/LangRef).
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/message.h"

namespace stridescope::ir {

inline constexpr std::size_t max_module_text = std::size_t{1} << 26;
inline constexpr std::size_t max_module_types = 8192;
inline constexpr std::size_t max_module_operations = 1 << 16;
inline constexpr std::size_t max_module_faults = 1000;

// #name = ... or !name = ...; its value, valid from that section on.
struct ModuleAlias {
  std::string_view text;
  std::uint32_t line = 0;
  std::uint32_t section = 0;
};
// By name, without the # or !; in the order of sections.
using ModuleAliases = std::unordered_map<std::string_view, std::vector<ModuleAlias>>;
// Null if absent in that section and before it.
const ModuleAlias* find_alias(const ModuleAliases& aliases, std::string_view name, std::uint32_t section);

// A type in the module, one entry per text; for an alias the text is its value, and `name` the alias.
struct ModuleType {
  std::string_view text;
  std::string_view name;
  std::uint32_t line = 0;     // line of the alias, or of the first use
  std::uint32_t section = 0;  // a test file has several modules, each with its own aliases
  std::size_t uses = 0;
};

// A value of an operation, with the line that defines it; 0 if none does.
struct ModuleValue {
  std::string_view name;
  std::uint32_t line = 0;
  int type = -1;  // index in Module::types
};

struct ModuleOperation {
  std::string_view name;
  std::string_view text;  // text of the whole statement
  std::uint32_t line = 0;
  std::vector<ModuleValue> operands;
  std::vector<ModuleValue> results;
};

struct ModuleFault {
  std::uint32_t line = 0;
  std::string_view text;
  Message why;
};

struct Module {
  std::uint32_t lines = 0;
  std::vector<ModuleType> types;
  std::vector<ModuleOperation> operations;  // operations with a value of a wanted type
  std::vector<ModuleFault> faults;
  std::size_t types_left_out = 0;
  std::size_t operations_left_out = 0;
  std::size_t faults_left_out = 0;
  ModuleAliases attributes;
  ModuleAliases type_names;
};

// True if a type has a reader; the type is spelled as in the module, with aliases resolved.
using Wanted = bool (*)(std::string_view type);
// post: views into `text`. Reads at most max_module_text bytes of it.
Module read_module(std::string_view text, Wanted wanted);

// True if a text is MLIR of any dialect.
bool is_module(std::string_view text);

// Past the closing quotation mark of the text that begins at `at`; npos if absent. (module_text.cpp)
std::size_t past_quote(std::string_view text, std::size_t at);
// Past quoted text or a comment that begins at `at`, up to the end of its line; `at` if neither begins there.
std::size_t past_unread(std::string_view text, std::size_t at);
// The position after the bracket that closes the one at `open`; npos if it is never closed. Quoted text and `->` are
// skipped.
std::size_t closing_bracket(std::string_view text, std::size_t open);

}  // namespace stridescope::ir
