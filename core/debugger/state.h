// The display of a session: records that the panes of page and window draw.
#pragma once

#include "core/debugger/session.h"

namespace stridescope::debugger {

// The part of the state that is shown.
struct Look {
  std::int64_t lane = 0;
  // The view of shared memory: the index of a tile, whose layout arranges it; or -1: rows of 128 bytes.
  std::int64_t tile = -2;       // -2: the first tile, or memory without one
  std::int64_t buffer = -1;     // index of the parameter; -1: the first written one
  std::int64_t shared_row = 0;  // the first shown rows and columns
  std::int64_t shared_column = 0;
  std::int64_t buffer_row = 0;
  std::int64_t buffer_column = 0;
  bool before = false;  // the buffer before the run
};

// tests: it tests an mbarrier whose phase is not over.
enum class WarpStatus : std::uint8_t { ready, tests, waits, done };
inline constexpr std::string_view warp_status_names[] = {"ready", "tests", "waits", "done"};

struct WarpRow {
  std::int64_t block = 0;  // its number in the grid
  std::int64_t line = 0;   // line of the PTX; 0: ended
  WarpStatus status = WarpStatus::ready;
  std::string code;  // the next instruction
  std::int64_t active = 0;
  std::int64_t alive = 0;
  Message note;
};

struct RegisterRow {
  std::string name;
  std::string type;
  std::string value;
  std::string other;  // the same bits in another notation; or empty
  bool changed = false;
  bool uniform = false;  // all active lanes have this value
};

// A grid of cells. Cells are listed row by row; -1: none.
struct CellGrid {
  std::int64_t rows = 0;     // all rows
  std::int64_t columns = 0;  // all columns
  std::int64_t first_row = 0;
  std::int64_t first_column = 0;
  std::int64_t shown_rows = 0;
  std::int64_t shown_columns = 0;
  std::vector<std::string> values;
  std::vector<std::int32_t> threads;  // shared memory: the writer
  std::vector<std::int32_t> lines;    // shared memory: the writer's line
  std::vector<std::int32_t> lives;    // shared memory: its contents, an index of SharedPane::lives
  std::vector<std::int64_t> addresses;
  std::vector<std::int32_t>
      marks;  // 1: read, 2: written by the warp's last instruction; 4: changed since the beginning
};

struct TileChoice {
  std::int64_t tile = -1;
  Message title;
};

// Sentences about bytes of shared memory that are written together, until others replace them: the writer, the first
// reader, and the arrivals that they waited for.
struct StageWords {
  std::vector<Message> about;
};

struct ThreadName {
  std::int64_t thread = 0;
  std::string coordinates;  // "(3,1,0)"
};

struct SharedPane {
  std::int64_t bytes = 0;
  std::vector<TileChoice> choices;
  std::int64_t tile = -1;
  std::string layout;  // layout of the tile
  std::int64_t cell_bytes = 4;
  CellGrid grid;
  std::vector<StageWords> lives;    // the stages of the cells
  std::vector<ThreadName> writers;  // the threads of the cells
  // pre: it wrote a cell.
  const std::string& coordinates_of(std::int64_t thread) const;
};

struct BufferChoice {
  std::int64_t parameter = 0;
  std::string name;
};

struct BufferPane {
  std::vector<BufferChoice> choices;
  std::int64_t parameter = -1;
  std::string type;
  std::string layout;
  std::int64_t cell_bytes = 4;
  CellGrid grid;
};

struct MachineState {
  std::int64_t instant = 0;
  std::int64_t length = 0;
  std::int64_t warp = 0;
  std::int64_t lane = 0;
  std::string thread;  // "(3,1,0)"
  std::string block;
  std::int64_t line = 0;  // line of the next instruction of the chosen warp
  std::int64_t ran = 0;   // line of the instruction that the warp executed last
  Message ending;         // the end of the run, once it is reached
  Message hint;
  bool failed = false;
  bool checked = true;  // the run was
  Message note;         // note on the last move, or on an order that is played
  std::vector<WarpRow> warps;
  std::vector<RegisterRow> registers;
  SharedPane shared;
  BufferPane buffer;
  std::vector<std::int64_t> barriers;
  std::vector<FindingRow> findings;  // findings of the whole run; only with its first state
};

// The registers that were shown last: changed ones are marked while the thread stays.
struct SeenRegisters {
  std::size_t warp = 0;
  std::int64_t lane = -1;
  std::vector<std::uint64_t> bits;
};

MachineState shown(const Session& session, const Look& look, SeenRegisters& seen);

void members(Archive& a, Look& r);
void members(Archive& a, MachineState& r);
// The reason for a move that found no instant.
Message note_of(const Move& move, const Session& session);

}  // namespace stridescope::debugger
