// The parts of the lint. Internal to the folder.
#pragma once

#include "core/lint/lint.h"
#include "core/sources/source_values.h"

namespace stridescope::lint {

// A place that explains a finding, at a byte of the text.
struct DraftPlace {
  std::uint32_t at = 0;
  Message what;
};

// A finding at a byte of the text.
struct Draft {
  Rule rule;
  std::uint32_t at = 0;
  Message what;
  Message fix = {};
  std::string program = {};
  // A change of the text, within a line.
  Span changed = {};
  std::string change = {};
  // needs: the value's names, indices of SourceValues::names. numbers: the numbers of the finding, the one at fault
  // first; if empty, the numbers of the layouts behind it.
  std::vector<int> needs = {};
  std::vector<std::int64_t> numbers = {};
  std::vector<DraftPlace> related = {};
};

// The extents of a layout and the sizes of its modes, the largest one first.
std::vector<std::int64_t> extents_of(const Layout& layout);
// Adds the declarations behind the value of a finding to its related places. (causes.cpp)
void add_causes(const SourceValues& seen, Draft& draft);

// Values of a source: coordinates outside, offsets, swizzles, capacity, views of one buffer, laws. (source_rules.cpp)
void check_values(const SourceValues& seen, std::string_view text, std::vector<Draft>& out);
bool is_python(std::string_view text);
// Memory that structures and kernels reserve: alignment, capacity, swizzles. (storage_rules.cpp)
void check_buffers(const SourceValues& seen, std::string_view text, std::vector<Draft>& out);
// Atoms that the source defines, MMA_Traits and Copy_Traits, and tiles next to their copies. (atom_rules.cpp)
void check_atoms(const SourceValues& seen, std::string_view text, std::vector<Draft>& out);
// The swizzle of elements in a layout without further functions; null for any other. (source_rules.cpp)
const Swizzle* swizzle_of(const AnyLayout& layout);
// The place of the swizzle of a binding in the text: in its expression, or in that of a binding that it is made from.
std::uint32_t swizzle_place(const std::vector<Binding>& bindings, std::size_t of, std::string_view text);
// The finding of a swizzle in the wrong unit for elements of `bits` bits; nothing for the right one.
void check_unit(const Swizzle& swizzle, const AnyLayout& layout, int bits, std::uint32_t at, std::string program,
                std::string_view text, std::vector<Draft>& out);
// True if the copies of a partition name no TiledCopy, copy(src, dst): they choose their width themselves, and the
// partition's atom does not move it.
bool is_moved_alone(std::string_view text, const Binding& binding);
// Statements of PTX, and attributes of TTGIR. (text_rules.cpp)
bool is_ptx(std::string_view text);
void check_ptx(std::string_view text, std::vector<Draft>& out);
void check_module(std::string_view text, std::vector<Draft>& out);

}  // namespace stridescope::lint
