// The shared memory of a traced block over time: a column per event, in the order of the barriers, and a row per line
// of the banks. Like measurements, the picture does not belong to a value of the program.
#pragma once

#include <string>
#include <vector>

#include "core/scene/scene.h"

namespace stridescope {

struct BlockMemory {
  // An instruction between two barriers, summed over its warps.
  struct Event {
    std::string what;   // "load", "cp.async"
    std::string place;  // source line, or address in the code
    std::string name;   // its name in other reports
    std::int64_t phase = 0;
    std::int64_t written = 0;  // bytes of shared memory
    std::int64_t read = 0;
    std::int64_t loaded = 0;  // bytes of global memory
    std::int64_t again = 0;   // part of `loaded`: bytes that the block had loaded before
  };
  // Bytes of an event in a row, by use.
  struct Use {
    std::size_t event = 0;
    std::size_t row = 0;
    std::int64_t written = 0;
    std::int64_t read = 0;
    std::int64_t unwritten = 0;  // part of `read`: uninitialized bytes
    std::int64_t unread = 0;     // part of `written`: bytes that are never read
    std::int64_t unordered = 0;  // bytes that another warp also accesses without a barrier in between
    std::int64_t from = -1;      // the event that wrote the bytes that are read; -1: none, or not shown
    bool several = false;        // several events wrote them
  };
  struct Flow {
    std::size_t from = 0;
    std::size_t to = 0;
    bool unordered = false;  // bytes of other warps, without a barrier in between
  };
  Message title;
  std::vector<Event> events;       // by phase
  std::vector<std::int64_t> rows;  // first address of each
  std::int64_t row_bytes = 0;
  std::vector<Use> uses;
  std::vector<Flow> flows;
  Message note;  // omitted or unjudged parts
};

// The id of a cell is row * events + event; cells of row 0 are the events themselves. pre: the indices in uses and
// flows are valid; at most max_labelled_cells cells.
Scene block_memory_scene(const BlockMemory& memory);

}  // namespace stridescope
