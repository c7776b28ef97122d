// The shared memory of a block in time, as it was traced: an event a column, in the order of the barriers, a line of
// the banks a row. Like a picture of a measurement it is of no value of the program.
#pragma once

#include <string>
#include <vector>

#include "core/scene/scene.h"

namespace stridescope {

struct BlockMemory {
  // An instruction between two barriers, all its warps together.
  struct Event {
    std::string what;   // "load", "cp.async"
    std::string place;  // its source line, or where it is in the code
    std::string name;   // that it has elsewhere
    std::int64_t phase = 0;
    std::int64_t written = 0;  // bytes of shared memory
    std::int64_t read = 0;
    std::int64_t loaded = 0;  // bytes of global memory
    std::int64_t again = 0;   // of those: that the block had loaded before
  };
  // Bytes of an event in a row, by use.
  struct Use {
    std::size_t event = 0;
    std::size_t row = 0;
    std::int64_t written = 0;
    std::int64_t read = 0;
    std::int64_t unwritten = 0;  // of the read ones: uninitialized
    std::int64_t unread = 0;     // of the written ones: never read
    std::int64_t unordered = 0;  // that another warp touches with no barrier between
    std::int64_t from = -1;      // the event that wrote what is read; -1: none, or none of those that are shown
    bool several = false;        // others did, too
  };
  struct Flow {
    std::size_t from = 0;
    std::size_t to = 0;
    bool unordered = false;  // bytes of other warps, with no barrier between
  };
  Message title;
  std::vector<Event> events;       // by phase
  std::vector<std::int64_t> rows;  // the first address of each
  std::int64_t row_bytes = 0;
  std::vector<Use> uses;
  std::vector<Flow> flows;
  Message note;  // what is not shown or not judged
};

// Cells have ids: row * events + event, of row 0 those of the events themselves. pre: events and rows of uses and flows
// are there; at most max_labelled_cells cells.
Scene block_memory_scene(const BlockMemory& memory);

}  // namespace stridescope
