// Limits of one question about a value, in one list: its budgets, and how much of an answer is drawn, listed or
// followed. Limits of a program are in core/lang/ast.h and core/lang/evaluator.h, those of a function of the language
// next to that function, those of a picture in core/scene/scene.h, those of a derivation in core/explain/explain.h.
// Code that reaches a limit names it, with both numbers, before the work that it would take.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/budget.h"

namespace stridescope {

// --- verdicts ---
// Coordinates that all operations of one value are tried at, one by one, a step each; when they are used up, each is
// still tried at the least.
inline constexpr Budget max_verdict_budget = {std::uint64_t{1} << 22, 0};
inline constexpr std::int64_t least_tried = std::int64_t{1} << 16;
inline constexpr std::size_t max_walked_leaves = 16;  // of a tiler whose modes are gone through

// --- analyses ---
inline constexpr std::int64_t max_compared = 1 << 16;  // coordinates of a layout with itself in memory
inline constexpr std::int64_t max_table_rows = 4096;   // coordinates that are listed
inline constexpr std::size_t max_order_shapes = 256;   // more are too_large: such a diagram is unreadable
inline constexpr std::int64_t max_tv_rows = 64;        // threads whose values are listed

// --- trials of swizzles ---
inline constexpr std::size_t max_candidates = 48;  // told, of those that are tried

// --- what functions print: rows, columns, cells and bytes ---
inline constexpr std::int64_t max_printed_cells = 1 << 18;
inline constexpr std::uint64_t max_printed_bytes = 1 << 25;

// --- pictures ---
inline constexpr std::int64_t max_memory_span = 1 << 20;  // elements, and addresses, of a strip of memory
inline constexpr std::int64_t max_strip_places = 48;      // coordinates, and addresses, of two strips
inline constexpr std::int64_t max_map_places = 48;        // coordinates, and addresses, of two columns
inline constexpr std::int64_t max_walk_span = 1024;       // addresses of one strip
inline constexpr std::int64_t max_walk_arrows = 256;      // of one strip
inline constexpr int max_inner_levels = 8;                // of a walk
inline constexpr std::size_t max_diagram_entries = 128;   // of one tuple
inline constexpr std::int64_t max_boxes = 16;             // each way
inline constexpr std::int64_t max_heads = 512;
inline constexpr int max_head_levels = 4;
// Longer or deeper, an axis has one level of heads a leaf: written out, its coordinates would widen every cell.
inline constexpr std::int64_t max_written_coordinates = 16;
inline constexpr int max_written_leaves = 2;
inline constexpr std::int64_t max_hits_shown = 6;  // legend entries

// --- cells that belong together ---
inline constexpr std::size_t max_linked_cells = 4096;
inline constexpr std::int64_t max_part_elements = 1 << 20;
inline constexpr std::size_t max_entry_links = 256;  // entries followed from one
inline constexpr std::size_t max_group = 4096;
inline constexpr std::int64_t max_tile_elements = 1 << 17;  // looked at for each hover
inline constexpr std::size_t max_statements = 4096;         // that are looked at for a use of a layout

}  // namespace stridescope
