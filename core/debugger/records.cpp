// Describes the records of a debugger for JSON and for TypeScript's types.
#include "core/debugger/debugger.h"

namespace stridescope::debugger {

void members(Archive& a, Tongue& r) {
  if (!a.record("Tongue", "The sentences of a language.")) return;
  a.member("sentences", r.sentences, "By id, as in core/data/languages; empty: English.");
}

void members(Archive& a, Done&) { a.record("Done", "No members."); }

void members(Archive& a, PtxText& r) {
  if (!a.record("PtxText", "PTX of any compiler.")) return;
  a.member("text", r.text, "The text.");
  a.member("shape", r.shape, "The shape of the launch, if it is known.");
}

static void members(Archive& a, MissingForm& r) {
  if (!a.record("MissingForm", "An instruction that the machine does not execute.")) return;
  a.member("opcode", r.opcode, "Its form, such as wgmma.fence.sync.aligned.");
  a.member("line", r.line, "The first line with it.");
  a.member("count", r.count, "The number of its places.");
}

static void members(Archive& a, KernelRead& r) {
  if (!a.record("KernelRead", "A kernel of the PTX.")) return;
  a.member("name", r.name, "Its name in the source.");
  a.member("line", r.line, "The line of its first instruction.");
  a.member("form", r.form, "The proposed launch.");
}

void members(Archive& a, PtxRead& r) {
  if (!a.record("PtxRead", "The contents of PTX.")) return;
  a.member("target", r.target, "The architecture, such as sm_90a.");
  a.member("notes", r.notes, "What the text lacks, and what is supposed.");
  a.member("kernels", r.kernels, "In the order of the text.");
  a.member("missing", r.missing, "The instructions that are not supported.");
  a.member("sourceLines", r.source_lines, "By line of the PTX: the line of the source, or 0.");
}

static void members(Archive& a, WatchedBytes& r) {
  static constexpr std::string_view spaces[] = {"none", "global", "shared", "local"};
  if (!a.record("WatchedBytes", "Bytes whose accesses stop the run.")) return;
  a.word("space", r.space, spaces, "The memory.");
  a.member("address", r.address, "The first byte.");
  a.member("bytes", r.bytes, "Their number.");
}

static void members(Archive& a, Breakpoints& r) {
  if (!a.record("Breakpoints", "The places that stop a run; they replace earlier ones.")) return;
  a.choice("lines", r.lines, "Lines of the PTX.");
  a.choice("watched", r.watched, "Bytes of memory.");
}

static void members(Archive& a, Move& r) {
  if (!a.record("Move", "A move to another instant.")) return;
  a.word("unit", r.unit, unit_names, "The instants that it leads to.");
  a.choice("back", r.back, "True: to an earlier one.");
  a.choice("line", r.line, "The line of the PTX for the unit line.");
}

void members(Archive& a, Look& r) {
  if (!a.record("Look", "The part of the state that is shown.")) return;
  a.choice("lane", r.lane, "The lane whose registers are shown.");
  a.choice("tile", r.tile, "The tile that arranges shared memory; -1: rows of 128 bytes; -2: the first tile.");
  a.choice("buffer", r.buffer, "The parameter whose buffer is shown; -1: the first written one.");
  a.choice("sharedRow", r.shared_row, "The first shown row of shared memory.");
  a.choice("sharedColumn", r.shared_column, "The first shown column of shared memory.");
  a.choice("bufferRow", r.buffer_row, "The first shown row of the buffer.");
  a.choice("bufferColumn", r.buffer_column, "The first shown column of the buffer.");
  a.choice("before", r.before, "True: the buffer before the run.");
}

void members(Archive& a, MachineAction& r) {
  if (!a.record("MachineAction", "An action; its parts are applied in this order.")) return;
  a.member("breakpoints", r.breakpoints, "The new breakpoints.");
  a.member("warp", r.warp, "The warp that moves follow.");
  a.member("instant", r.instant, "The instant to show.");
  a.member("move", r.move, "The move.");
  a.member("look", r.look, "The shown part of the state.");
}

static void members(Archive& a, WarpRow& r) {
  if (!a.record("WarpRow", "A warp: where it is, and what it does.")) return;
  a.member("block", r.block, "The number of its block in the grid.");
  a.member("line", r.line, "The line of its next instruction; 0: it has ended.");
  a.word("status", r.status, warp_status_names, "Its status.");
  a.member("code", r.code, "The next instruction.");
  a.member("active", r.active, "The lanes that execute it, lane 0 in the lowest bit.");
  a.member("alive", r.alive, "The lanes that have not ended.");
  a.member("note", r.note, "What it waits for; or empty.");
}

static void members(Archive& a, RegisterRow& r) {
  if (!a.record("RegisterRow", "A register of a lane.")) return;
  a.member("name", r.name, "Its name.");
  a.member("type", r.type, "Its type.");
  a.member("value", r.value, "Its value.");
  a.member("other", r.other, "The same bits in another notation; or empty.");
  a.member("changed", r.changed, "The last instruction of the warp has changed it.");
  a.member("uniform", r.uniform, "All lanes have this value.");
}

static void members(Archive& a, CellGrid& r) {
  if (!a.record("CellGrid", "A part of a grid of cells; lists are row by row.")) return;
  a.member("rows", r.rows, "Rows of the whole grid.");
  a.member("columns", r.columns, "Columns of the whole grid.");
  a.member("firstRow", r.first_row, "The first shown row.");
  a.member("firstColumn", r.first_column, "The first shown column.");
  a.member("shownRows", r.shown_rows, "The number of shown rows.");
  a.member("shownColumns", r.shown_columns, "The number of shown columns.");
  a.member("values", r.values, "The text of each cell.");
  a.member("threads", r.threads, "For shared memory: the thread that wrote the cell last; -1: none.");
  a.member("lines", r.lines, "For shared memory: the line of the PTX that wrote it.");
  a.member("lives", r.lives, "For shared memory: the index of its contents among the lives; -1: none.");
  a.member("addresses", r.addresses, "The address of each cell; -1: no memory.");
  a.member("marks", r.marks,
           "Sums of 1: read, 2: written by the last instruction of the warp, 4: changed since the beginning.");
}

static void members(Archive& a, TileChoice& r) {
  if (!a.record("TileChoice", "An arrangement of shared memory.")) return;
  a.member("tile", r.tile, "Its index; -1: rows of 128 bytes.");
  a.member("title", r.title, "Its title.");
}

static void members(Archive& a, StageWords& r) {
  if (!a.record("StageWords", "Bytes of shared memory that are written together, until others replace them.")) return;
  a.member("about", r.about, "Sentences: who wrote them, who reads them first, and what lets them.");
}

static void members(Archive& a, ThreadName& r) {
  if (!a.record("ThreadName", "A thread of the block.")) return;
  a.member("thread", r.thread, "Its number.");
  a.member("coordinates", r.coordinates, "Its coordinates, such as (3,1,0).");
}

static void members(Archive& a, SharedPane& r) {
  if (!a.record("SharedPane", "The shared memory of the block.")) return;
  a.member("bytes", r.bytes, "Its size; 0: the kernel has none.");
  a.member("choices", r.choices, "The arrangements.");
  a.member("tile", r.tile, "The shown arrangement.");
  a.member("layout", r.layout, "The recovered layout of the arrangement; or empty.");
  a.member("cellBytes", r.cell_bytes, "Bytes of a cell.");
  a.member("grid", r.grid, "The cells.");
  a.member("lives", r.lives, "What was written together in the cells.");
  a.member("writers", r.writers, "The threads that wrote the cells.");
}

static void members(Archive& a, BufferChoice& r) {
  if (!a.record("BufferChoice", "A buffer argument.")) return;
  a.member("parameter", r.parameter, "The index of its parameter.");
  a.member("name", r.name, "The name of its parameter.");
}

static void members(Archive& a, BufferPane& r) {
  if (!a.record("BufferPane", "A buffer argument as a matrix.")) return;
  a.member("choices", r.choices, "The buffers.");
  a.member("parameter", r.parameter, "The shown one; -1: the kernel has none.");
  a.member("type", r.type, "The type of its elements.");
  a.member("layout", r.layout, "Its layout.");
  a.member("cellBytes", r.cell_bytes, "The bytes of an element.");
  a.member("grid", r.grid, "Its elements.");
}

void members(Archive& a, MachineState& r) {
  if (!a.record("MachineState", "The state of a run at an instant.")) return;
  a.member("instant", r.instant, "The number of executed instructions of warps.");
  a.member("length", r.length, "That number at the end of the run.");
  a.member("warp", r.warp, "The warp that moves follow.");
  a.member("lane", r.lane, "The lane whose registers are shown.");
  a.member("thread", r.thread, "Its thread in the block.");
  a.member("block", r.block, "The block in the grid.");
  a.member("line", r.line, "The line of the warp's next instruction; 0: it has ended.");
  a.member("ran", r.ran, "The line of the instruction that the warp executed last; 0: none.");
  a.member("ending", r.ending, "At the end of the run: why it ended; otherwise empty.");
  a.member("hint", r.hint, "More on the end; or empty.");
  a.member("failed", r.failed, "The run ends with an error.");
  a.member("checked", r.checked, "The accesses of the run were checked.");
  a.member("note", r.note, "On the last move, or on the order of the warps; or empty.");
  a.member("warps", r.warps, "The warps of the block.");
  a.member("registers", r.registers, "The registers of the lane.");
  a.member("shared", r.shared, "Shared memory.");
  a.member("buffer", r.buffer, "A buffer.");
  a.member("findings", r.findings, "At the beginning of a session: the faults of the run.");
  a.member("barriers", r.barriers, "Instants at which a warp arrives at a barrier.");
}

void members(Archive& a, TraceText& r) {
  if (!a.record("TraceText", "A trace.")) return;
  a.member("base64", r.base64, "The file in base64, its sections unpacked.");
}

}  // namespace stridescope::debugger
