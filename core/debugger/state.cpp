// Makes the panes of a debugging session from its state.
#include "core/debugger/state.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/debugger/tensor_layout.h"
#include "core/debugger/value_text.h"
#include "core/trace/kernel_argument.h"

namespace stridescope::debugger {
namespace {

constexpr std::int64_t shown_lines = 32;    // rows of a grid
constexpr std::int64_t shown_columns = 64;  // columns of a grid
constexpr std::int64_t bank_columns = 32;   // columns of memory without a tile
constexpr std::int64_t bank_bytes = 4;
constexpr std::int32_t mark_read = 1;
constexpr std::int32_t mark_written = 2;
constexpr std::int32_t mark_changed = 4;

WarpStatus status_of(machine::WarpPlace::State state) {
  switch (state) {
    case machine::WarpPlace::State::ended:
      return WarpStatus::done;
    case machine::WarpPlace::State::waits:
      return WarpStatus::waits;
    case machine::WarpPlace::State::yields:
      return WarpStatus::tests;
    default:
      return WarpStatus::ready;
  }
}

std::string code_of(const machine::Program& program, const machine::Instruction& one) {
  std::string out(std::string_view(*program.text).substr(one.span.begin, one.span.end - one.span.begin));
  for (char& c : out) c = c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
  return out;
}

std::vector<RegisterRow> registers_of(const Session& session, std::int64_t lane, SeenRegisters& seen) {
  std::vector<RegisterRow> out;
  const std::vector<machine::RegisterValue> values =
      session.execution().registers(session.warp(), static_cast<std::size_t>(lane));
  const bool compared = seen.warp == session.warp() && seen.lane == lane && seen.bits.size() == values.size();
  std::vector<std::uint64_t> bits;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const machine::RegisterValue& value = values[i];
    RegisterRow& row = out.emplace_back();
    row.name = std::string(value.of->name);
    row.type = std::string(machine::name_of(value.of->type));
    row.value = value_text(value.bits, value.of->type);
    const machine::Type type = value.of->type;
    if (machine::kind_of(type) == machine::TypeKind::bits && machine::bits_of(type) <= 64) {
      // Registers of bits hold integers most often.
      row.other = row.value;
      row.value = value_text(value.bits, machine::type_named(cat('s', std::max(machine::bits_of(type), 8))));
    }
    row.uniform = value.uniform;
    row.changed = compared && seen.bits[i] != value.bits;
    bits.push_back(value.bits);
  }
  seen = {session.warp(), lane, std::move(bits)};
  return out;
}

// The marks of the bytes that the last instruction accessed.
class LastAccess {
 public:
  LastAccess(const std::optional<Event>& event, AccessSpace space) : event_(event ? &*event : nullptr), space_(space) {}
  std::int32_t of(std::int64_t address, std::int64_t bytes) const {
    std::int32_t out = 0;
    if (event_ == nullptr) return 0;
    for (const TouchedBytes& one : event_->touched) {
      if (one.meets(space_, address, bytes)) out |= one.writes ? mark_written : mark_read;
    }
    return out;
  }

 private:
  const Event* event_;
  AccessSpace space_;
};

void clip(CellGrid& grid, std::int64_t first_row, std::int64_t first_column) {
  grid.first_row = std::clamp<std::int64_t>(first_row, 0, std::max<std::int64_t>(grid.rows - shown_lines, 0));
  grid.first_column =
      std::clamp<std::int64_t>(first_column, 0, std::max<std::int64_t>(grid.columns - shown_columns, 0));
  grid.shown_rows = std::min(grid.rows - grid.first_row, shown_lines);
  grid.shown_columns = std::min(grid.columns - grid.first_column, shown_columns);
}

// Gives each cell the stage of the timeline that it is in at this instant, the last one that has been begun.
void note_lives(const Session& session, SharedPane& out) {
  const std::vector<machine::StageLife>& stages = session.waits().stages;
  const std::uint64_t block = session.execution().place(session.warp()).block;
  std::vector<std::int32_t> at(session.execution().shared(session.warp()).size(), -1);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (stages[i].block != block || stages[i].writer.instant >= session.instant()) continue;
    for (const auto& [begin, end] : stages[i].ranges) {
      for (std::uint64_t byte = begin; byte < std::min<std::uint64_t>(end, at.size()); ++byte)
        at[static_cast<std::size_t>(byte)] = static_cast<std::int32_t>(i);
    }
  }
  std::vector<std::size_t> shown_stages;
  std::vector<std::int32_t> known(stages.size(), -1);
  for (std::size_t i = 0; i < out.grid.addresses.size(); ++i) {
    // A stage is begun before all of its cells are written.
    const std::int32_t stage = out.grid.threads[i] < 0 ? -1 : at[static_cast<std::size_t>(out.grid.addresses[i])];
    if (stage >= 0 && known[static_cast<std::size_t>(stage)] < 0) {
      known[static_cast<std::size_t>(stage)] = static_cast<std::int32_t>(shown_stages.size());
      shown_stages.push_back(static_cast<std::size_t>(stage));
    }
    out.grid.lives.push_back(stage < 0 ? -1 : known[static_cast<std::size_t>(stage)]);
  }
  for (auto& sentences : machine::about_stages(session.waits(), session.program(), shown_stages))
    out.lives.push_back({std::move(sentences)});
}

SharedPane shared_of(const Session& session, const Look& look) {
  SharedPane out;
  const std::string_view memory = session.execution().shared(session.warp());
  const std::int64_t base = session.trace().launches.front().shared_base;
  const auto end = static_cast<std::int64_t>(memory.size());
  out.bytes = end - base;
  if (out.bytes <= 0) {
    out.bytes = 0;
    return out;
  }
  const std::vector<SharedTile>& tiles = session.tiles();
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const auto& [rows, columns] = std::pair(tiles[i].rows, tiles[i].columns);
    out.choices.push_back({static_cast<std::int64_t>(i), tiles[i].name.empty()
                                                             ? say("tile of {} x {}", rows, columns)
                                                             : say("{}: {} x {}", tiles[i].name, rows, columns)});
  }
  out.choices.push_back({-1, say("words by bank")});
  const auto count = static_cast<std::int64_t>(tiles.size());
  out.tile = look.tile >= 0 && look.tile < count ? look.tile : look.tile == -1 || tiles.empty() ? -1 : 0;
  SharedTile banks;
  banks.begin = base;
  banks.element = "u32";
  banks.columns = bank_columns;
  banks.cell_bytes = bank_bytes;
  banks.pitch = bank_columns * bank_bytes;
  banks.rows = (out.bytes + banks.pitch - 1) / banks.pitch;
  const SharedTile& tile = out.tile >= 0 ? tiles[static_cast<std::size_t>(out.tile)] : banks;
  out.layout = tile.layout;
  out.cell_bytes = tile.cell_bytes;
  CellGrid& grid = out.grid;
  grid.rows = tile.rows;
  grid.columns = tile.columns;
  clip(grid, look.shared_row, look.shared_column);
  const LastAccess last(session.last(), AccessSpace::shared);
  for (std::int64_t row = grid.first_row; row < grid.first_row + grid.shown_rows; ++row) {
    for (std::int64_t column = grid.first_column; column < grid.first_column + grid.shown_columns; ++column) {
      const std::int64_t address = tile.address(row, column);
      const bool there = address >= base && address + tile.cell_bytes <= end;
      const auto at = static_cast<std::size_t>(address);
      grid.addresses.push_back(there ? address : -1);
      const Writer writer = there ? session.writers()[at] : Writer();
      grid.threads.push_back(static_cast<std::int32_t>(writer.thread) - 1);
      grid.lines.push_back(writer.line);
      grid.values.push_back(
          writer.thread == 0 ? std::string()
                             : value_text(memory.substr(at, static_cast<std::size_t>(tile.cell_bytes)), tile.element));
      grid.marks.push_back(there ? last.of(address, tile.cell_bytes) : 0);
    }
  }
  note_lives(session, out);
  for (const std::int32_t thread : grid.threads) {
    if (thread < 0 ||
        std::any_of(out.writers.begin(), out.writers.end(), [&](const auto& one) { return one.thread == thread; }))
      continue;
    out.writers.push_back(
        {thread, machine::place_of(session.trace().launches.front().block, static_cast<std::uint64_t>(thread))});
  }
  return out;
}

BufferPane buffer_of(const Session& session, const Look& look) {
  BufferPane out;
  const std::vector<ParameterForm>& parameters = session.form().parameters;
  std::int64_t written = -1;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].buffer) continue;
    out.choices.push_back({static_cast<std::int64_t>(i), parameters[i].name});
    if (written < 0 && parameters[i].written) written = static_cast<std::int64_t>(i);
  }
  if (out.choices.empty()) return out;
  const auto chosen = std::find_if(out.choices.begin(), out.choices.end(),
                                   [&](const BufferChoice& one) { return one.parameter == look.buffer; });
  out.parameter = chosen != out.choices.end() ? look.buffer : written >= 0 ? written : out.choices.front().parameter;
  const auto at =
      static_cast<std::size_t>(std::find_if(out.choices.begin(), out.choices.end(),
                                            [&](const BufferChoice& one) { return one.parameter == out.parameter; }) -
                               out.choices.begin());
  const ParameterForm& parameter = parameters[static_cast<std::size_t>(out.parameter)];
  out.type = parameter.type;
  out.layout = parameter.layout;
  const auto layout = read_tensor_layout(parameter.layout);
  const ElementType* const type = element_type_named(parameter.type);
  if (!layout || type == nullptr) return out;
  out.cell_bytes = type->bytes;
  const std::string_view now = session.execution().buffer(at);
  const std::string_view before = session.buffers_before()[at];
  CellGrid& grid = out.grid;
  grid.rows = layout->row_count();
  grid.columns = layout->column_count();
  // A vector gets separate rows.
  const bool folds = grid.columns == 1;
  const std::int64_t length = grid.rows;
  if (folds) {
    grid.columns = std::min(length, bank_columns);
    grid.rows = (length + grid.columns - 1) / grid.columns;
  }
  clip(grid, look.buffer_row, look.buffer_column);
  const LastAccess last(session.last(), AccessSpace::global);
  const auto base = static_cast<std::int64_t>(session.execution().buffer_address(at));
  const auto width = static_cast<std::size_t>(type->bytes);
  for (std::int64_t row = grid.first_row; row < grid.first_row + grid.shown_rows; ++row) {
    for (std::int64_t column = grid.first_column; column < grid.first_column + grid.shown_columns; ++column) {
      const std::int64_t index = folds ? row * grid.columns + column : row;
      if (folds && index >= length) {
        grid.addresses.push_back(-1);
        grid.values.emplace_back();
        grid.marks.push_back(0);
        continue;
      }
      const std::size_t offset = static_cast<std::size_t>(layout->offset(index, folds ? 0 : column)) * width;
      const std::string_view old_bytes = before.substr(offset, width);
      const std::string_view new_bytes = now.substr(offset, width);
      grid.addresses.push_back(base + static_cast<std::int64_t>(offset));
      grid.values.push_back(value_text(look.before ? old_bytes : new_bytes, parameter.type));
      grid.marks.push_back(last.of(base + static_cast<std::int64_t>(offset), type->bytes) |
                           (old_bytes != new_bytes ? mark_changed : 0));
    }
  }
  return out;
}

}  // namespace

const std::string& SharedPane::coordinates_of(std::int64_t thread) const {
  return std::find_if(writers.begin(), writers.end(), [&](const ThreadName& one) { return one.thread == thread; })
      ->coordinates;
}

MachineState shown(const Session& session, const Look& look, SeenRegisters& seen) {
  MachineState out;
  const machine::Execution& execution = session.execution();
  const LaunchForm& form = session.form();
  out.instant = static_cast<std::int64_t>(session.instant());
  out.length = static_cast<std::int64_t>(session.length());
  out.warp = static_cast<std::int64_t>(session.warp());
  out.lane = std::clamp<std::int64_t>(look.lane, 0, 31);
  const auto in_block = static_cast<std::int64_t>(session.warp() % session.warps_of_block());
  const TracedLaunch& launch = session.trace().launches.front();
  out.thread = machine::place_of(launch.block, static_cast<std::uint64_t>(32 * in_block + out.lane));
  out.block = machine::place_of(launch.grid, execution.place(session.warp()).block);
  for (std::size_t i = 0; i < execution.warp_count(); ++i) {
    const machine::WarpPlace warp = execution.place(i);
    WarpRow& row = out.warps.emplace_back();
    row.block = static_cast<std::int64_t>(warp.block);
    row.status = status_of(warp.state);
    row.active = warp.active;
    row.alive = warp.alive;
    if (warp.state == machine::WarpPlace::State::waits && warp.barrier < 0)
      row.note = say("the barrier of its cluster");
    else if (warp.state == machine::WarpPlace::State::waits && warp.expected == 0)
      row.note = say("the products of its warpgroup");
    else if (warp.state == machine::WarpPlace::State::waits)
      row.note = say("barrier {}: {} of {} {thread|threads}", warp.barrier, warp.arrived, warp.expected);
    else if (warp.state == machine::WarpPlace::State::yields)
      row.note = say("its mbarrier is not complete");
    if (warp.next == nullptr) continue;
    row.line = warp.next->line;
    row.code = code_of(session.program(), *warp.next);
    if (i == session.warp()) out.line = row.line;
  }
  out.checked = form.checks;
  // After the last instruction of a kernel without `ret`, the end of the warp is a separate step.
  if (const auto& last = session.last(); last && last->instruction != nullptr) out.ran = last->instruction->line;
  if (session.instant() == session.length()) {
    out.failed = session.ending().has_value();
    out.ending = out.failed ? session.ending()->message : say("the block has ended");
    if (out.failed) out.hint = session.ending()->hint;
  }
  if (out.ending.empty() && !form.order.empty()) out.note = say("the warps take turns in the order of the launch form");
  if (out.ending.empty() && !session.limit().empty()) out.note = session.limit();
  out.registers = registers_of(session, out.lane, seen);
  out.shared = shared_of(session, look);
  out.buffer = buffer_of(session, look);
  for (const std::uint64_t barrier : session.barriers()) out.barriers.push_back(static_cast<std::int64_t>(barrier));
  return out;
}

Message note_of(const Move& move, const Session& session) {
  const auto warp = static_cast<std::int64_t>(session.warp());
  switch (move.unit) {
    case Unit::barrier:
      return move.back ? say("warp {} has not waited at a barrier before", warp)
                       : say("warp {} does not wait at another barrier", warp);
    case Unit::iteration:
      return move.back ? say("warp {} has not executed this instruction before", warp)
                       : say("warp {} does not execute this instruction again", warp);
    case Unit::line:
      return say("warp {} does not reach line {}", warp, move.line);
    case Unit::breakpoint:
      return say("the run does not reach a breakpoint");
    default:
      return {};
  }
}

}  // namespace stridescope::debugger
