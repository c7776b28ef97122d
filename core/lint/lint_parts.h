// The parts of the lint. Internal to the folder.
#pragma once

#include "core/lint/lint.h"
#include "core/sources/source_values.h"

namespace stridescope::lint {

// A finding at a byte of the text.
struct Draft {
  Rule rule;
  std::uint32_t at = 0;
  Message what;
  Message fix = {};
  std::string program = {};
};

// Values of a source: coordinates outside, offsets, swizzles, capacity, views of one buffer, laws. (source_rules.cpp)
void check_values(const SourceValues& seen, std::string_view text, std::vector<Draft>& out);
// True if the copies of a partition name no TiledCopy, copy(src, dst): they choose their width themselves, and the
// partition's atom does not move it.
bool is_moved_alone(std::string_view text, const Binding& binding);
// Statements of PTX, and attributes of TTGIR. (text_rules.cpp)
bool is_ptx(std::string_view text);
void check_ptx(std::string_view text, std::vector<Draft>& out);
void check_module(std::string_view text, std::vector<Draft>& out);

}  // namespace stridescope::lint
