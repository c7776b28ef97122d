// Limits of one question about a value: its budgets, and how much of an answer is drawn, listed or followed. Limits of
// a program are in core/lang/ast.h and core/lang/evaluator.h, those of a function of the language next to that
// function, those of a picture in core/scene/scene.h, those of a derivation in core/explain/explain.h. Code that
// reaches a limit reports it, with both numbers, before it does the work.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/budget.h"

namespace stridescope {

// --- verdicts ---
// The number of coordinates at which all operations of one value are tested, one step each; if it is used up, each
// operation is still tested at the minimum.
inline constexpr Budget max_verdict_budget = {std::uint64_t{1} << 22, 0};
inline constexpr std::int64_t least_tried = std::int64_t{1} << 16;
inline constexpr std::size_t max_walked_leaves = 16;  // leaves of a tiler whose modes are visited

// --- analyses ---
inline constexpr std::int64_t max_compared = 1 << 16;  // compared coordinates of a layout and itself in memory
inline constexpr std::int64_t max_table_rows = 4096;   // listed coordinates
inline constexpr std::size_t max_order_shapes = 256;   // a diagram with more shapes is unreadable: too_large
inline constexpr std::int64_t max_tv_rows = 64;        // threads with listed values

// --- trials of swizzles ---
inline constexpr std::size_t max_candidates = 48;  // reported ones, of the tested ones

// --- output of functions: rows, columns, cells and bytes ---
inline constexpr std::int64_t max_printed_cells = 1 << 18;
inline constexpr std::uint64_t max_printed_bytes = 1 << 25;

// --- pictures ---
inline constexpr std::int64_t max_memory_span = 1 << 20;  // elements, and addresses, of a strip of memory
inline constexpr std::int64_t max_strip_places = 48;      // coordinates, and addresses, of two strips
inline constexpr std::int64_t max_map_places = 48;        // coordinates, and addresses, of two columns
inline constexpr std::int64_t max_walk_span = 1024;       // addresses of one strip
inline constexpr std::int64_t max_walk_arrows = 256;      // arrows of one strip
inline constexpr int max_inner_levels = 8;                // inner levels of a walk
inline constexpr std::size_t max_diagram_entries = 128;   // entries of one tuple
inline constexpr std::int64_t max_boxes = 16;             // in each direction
inline constexpr std::int64_t max_heads = 512;
inline constexpr int max_head_levels = 4;
// Longer or deeper axes have one head per leaf and level: complete coordinates would widen every cell.
inline constexpr std::int64_t max_written_coordinates = 16;
inline constexpr int max_written_leaves = 2;
inline constexpr std::int64_t max_hits_shown = 6;  // legend entries

// --- linked cells ---
inline constexpr std::size_t max_linked_cells = 4096;
inline constexpr std::int64_t max_part_elements = 1 << 20;
inline constexpr std::size_t max_entry_links = 256;  // entries followed from one entry
inline constexpr std::size_t max_group = 4096;
inline constexpr std::int64_t max_tile_elements = 1 << 17;  // visited for each hover
inline constexpr std::size_t max_statements = 4096;         // searched for uses of a layout

}  // namespace stridescope
