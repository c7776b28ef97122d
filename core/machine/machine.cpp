// Runs the blocks of a grid one after another: warps take turns until all have ended or wait for each other.
#include "core/machine/machine.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/machine/decoder.h"
#include "core/machine/warp.h"

namespace stridescope::machine {
namespace {

constexpr int turn = 512;  // instructions of a warp before the next one's turn
constexpr int most_idle_turns = 256;
constexpr std::int64_t most_shared_bytes = 1 << 20;
constexpr std::int64_t most_grid = std::int64_t{1} << 31;

std::string place_of(const std::array<std::int64_t, 3>& extents, std::uint64_t index) {
  const auto x = index % static_cast<std::uint64_t>(extents[0]);
  const auto y = index / static_cast<std::uint64_t>(extents[0]) % static_cast<std::uint64_t>(extents[1]);
  const auto z = index / static_cast<std::uint64_t>(extents[0]) / static_cast<std::uint64_t>(extents[1]);
  return cat('(', x, ',', y, ',', z, ')');
}

std::string triple(const std::array<std::int64_t, 3>& of) { return cat('(', of[0], ',', of[1], ',', of[2], ')'); }

std::array<std::uint32_t, 3> coordinates(const std::array<std::int64_t, 3>& extents, std::uint64_t index) {
  const auto x = static_cast<std::uint64_t>(extents[0]);
  const auto y = static_cast<std::uint64_t>(extents[1]);
  return {static_cast<std::uint32_t>(index % x), static_cast<std::uint32_t>(index / x % y),
          static_cast<std::uint32_t>(index / x / y)};
}

std::uint64_t special_value(std::string_view name, const Launch& launch, const Block& block, std::uint32_t thread) {
  const std::size_t axis =
      name.size() > 1 && name[name.size() - 2] == '.' ? static_cast<std::size_t>(name.back() - 'x') : 0;
  const auto extent = [&](const std::array<std::int64_t, 3>& all) {
    return static_cast<std::uint64_t>(axis < 3 ? all[axis] : 1);
  };
  const std::uint32_t lane = thread % lanes_of_warp;
  if (name.starts_with("%tid")) return axis < 3 ? coordinates(launch.block, thread)[axis] : 0;
  if (name.starts_with("%ntid")) return extent(launch.block);
  if (name.starts_with("%ctaid")) return axis < 3 ? block.index[axis] : 0;
  if (name.starts_with("%nctaid")) return extent(launch.grid);
  if (name.starts_with("%clusterid")) return axis < 3 ? block.index[axis] : 0;
  if (name.starts_with("%nclusterid")) return extent(launch.grid);
  if (name.starts_with("%cluster_nctaid") || name == "%cluster_nctarank") return 1;
  if (name == "%laneid") return lane;
  if (name == "%warpid") return thread / lanes_of_warp;
  if (name == "%nwarpid")
    return (static_cast<std::uint64_t>(launch.block[0] * launch.block[1] * launch.block[2]) + 31) / 32;
  if (name == "%lanemask_eq") return std::uint64_t{1} << lane;
  if (name == "%lanemask_lt") return (std::uint64_t{1} << lane) - 1;
  if (name == "%lanemask_le") return (std::uint64_t{2} << lane) - 1;
  if (name == "%lanemask_gt") return ~((std::uint64_t{2} << lane) - 1) & 0xffffffff;
  if (name == "%lanemask_ge") return ~((std::uint64_t{1} << lane) - 1) & 0xffffffff;
  if (name == "%nsmid") return 1;
  if (name == "%dynamic_smem_size") return static_cast<std::uint64_t>(launch.shared_bytes);
  // %smid, %gridid, %cluster_ctaid, %cluster_ctarank: the machine has one of each.
  return 0;
}

// Threads of the block that have not ended.
std::uint32_t threads_alive(const Block& block) {
  std::uint32_t out = 0;
  for (const Warp& warp : block.warps)
    out += warp.done ? 0 : static_cast<std::uint32_t>(__builtin_popcount(warp.alive()));
  return out;
}

void clear_lanes(Warp& w, std::size_t from, std::uint32_t lanes) {
  for (std::size_t i = from; i < w.frames.size(); ++i) w.frames[i].active &= ~lanes;
}

// Frames above the call that a lane returns from.
std::size_t call_frame(const Warp& w) {
  for (std::size_t i = w.frames.size(); i-- > 0;) {
    if (w.frames[i].call) return i;
  }
  return 0;
}

void branch(Warp& w, const Step& s, std::uint32_t taken) {
  Frame& top = w.frames.back();
  const std::uint32_t rest = top.active & ~taken;
  if (taken == 0) {
    ++top.pc;
    return;
  }
  if (rest == 0) {
    top.pc = s.target;
    return;
  }
  const std::uint32_t next = top.pc + 1;
  const bool call = top.call;
  if (s.meet == nowhere) {
    // The lanes do not meet again: two frames instead of one.
    const std::uint32_t meet = top.meet;
    if (call || w.frames.size() == 1) {
      top.pc = nowhere;
    } else {
      w.frames.pop_back();
    }
    w.frames.push_back({next, meet, rest, false});
    w.frames.push_back({s.target, meet, taken, false});
    return;
  }
  top.pc = s.meet;
  if (next != s.meet) w.frames.push_back({next, s.meet, rest, false});
  if (s.target != s.meet) w.frames.push_back({s.target, s.meet, taken, false});
}

void branch_by_table(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  Frame top = w.frames.back();
  std::vector<Frame> added;
  std::uint32_t left = active;
  while (left != 0) {
    const int lane = __builtin_ctz(left);
    const std::uint64_t index = w.rows[s.a][static_cast<std::size_t>(lane)];
    if (index >= s.mode) {
      m.fail(ErrorCode::index_range, say("the branch has {} targets, but its index is {}", s.mode, index), s, w, lane);
      return;
    }
    std::uint32_t same = 0;
    for_lanes(left, [&](int other) {
      if (w.rows[s.a][static_cast<std::size_t>(other)] == index) same |= std::uint32_t{1} << other;
    });
    added.push_back(
        {m.code.lists[static_cast<std::size_t>(s.list + index)], s.meet == nowhere ? top.meet : s.meet, same, false});
    left &= ~same;
  }
  if (const std::uint32_t rest = top.active & ~active; rest != 0)
    added.push_back({top.pc + 1, s.meet == nowhere ? top.meet : s.meet, rest, false});
  if (added.size() == 1) {
    w.frames.back().pc = added[0].pc;
    return;
  }
  w.frames.back().pc = s.meet;
  if (s.meet == nowhere && !top.call && w.frames.size() > 1) w.frames.pop_back();
  for (const Frame& one : added) {
    if (one.pc != one.meet) w.frames.push_back(one);
  }
}

void arrive(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const int lane = __builtin_ctz(active);
  const std::uint64_t number = w.rows[s.a][static_cast<std::size_t>(lane)];
  if (number >= m.block.barriers.size()) {
    m.fail(ErrorCode::index_range, say("barrier {} does not exist; expected 0 to 15", number), s, w, lane);
    return;
  }
  if (active != w.alive() && (s.mode & 1) != 0) {
    m.fail(ErrorCode::unsupported,
           say("{} of {} {lane|lanes} of the warp {reaches|reach} the barrier", __builtin_popcount(active),
               __builtin_popcount(w.alive())),
           s, w, lane, say("let all threads of a warp reach a barrier together"));
    return;
  }
  Barrier& barrier = m.block.barriers[static_cast<std::size_t>(number)];
  barrier.arrived += static_cast<std::uint32_t>(__builtin_popcount(active));
  if (const std::uint64_t count = w.rows[s.b][static_cast<std::size_t>(lane)]; count != 0)
    barrier.expected = static_cast<std::uint32_t>(count);
  if ((s.mode & 6) != 0) {
    for_lanes(active, [&](int i) {
      barrier.population += (w.rows[s.c][static_cast<std::size_t>(i)] != 0) != (s.value != 0) ? 1 : 0;
    });
  }
  const bool whole = w.rows[s.b][static_cast<std::size_t>(lane)] == 0 && (s.mode & 1) != 0;
  if (s.place != nowhere && m.block.record != nullptr)
    m.record(s, w, whole ? AccessKind::barrier : AccessKind::other_wait, active, nullptr);
  m.progress = true;
  if ((s.mode & 1) != 0) {
    w.waiting = static_cast<int>(number);
    w.barrier_lanes = active;
  }
  ++w.frames.back().pc;
}

// Lets the warps go on that wait at barriers which are complete.
void release(Machine& m) {
  for (std::size_t number = 0; number < m.block.barriers.size(); ++number) {
    Barrier& barrier = m.block.barriers[number];
    if (barrier.arrived == 0) continue;
    const std::uint32_t expected = barrier.expected != 0 ? barrier.expected : threads_alive(m.block);
    if (barrier.arrived < expected) continue;
    const Barrier done = barrier;
    barrier = {};
    m.progress = true;
    for (Warp& w : m.block.warps) {
      if (w.waiting != static_cast<int>(number)) continue;
      w.waiting = -1;
      const Step& s = m.code.steps[w.frames.back().pc - 1];
      if ((s.mode & 6) == 0) continue;
      const std::uint64_t value = (s.mode & 6) == 2   ? done.population
                                  : (s.mode & 6) == 4 ? std::uint64_t{done.population == done.arrived}
                                                      : std::uint64_t{done.population != 0};
      for_lanes(w.barrier_lanes, [&](int lane) { w.rows[s.d][static_cast<std::size_t>(lane)] = value; });
    }
  }
}

// Runs a warp for a turn, or until it waits or ends.
void run(Machine& m, Warp& w) {
  const Step* const steps = m.code.steps.data();
  w.yielded = false;
  for (int n = 0; n < turn && !m.failed(); ++n) {
    while (!w.frames.empty() &&
           (w.frames.back().active == 0 || w.frames.back().pc == w.frames.back().meet || w.frames.back().pc == nowhere))
      w.frames.pop_back();
    if (w.frames.empty()) {
      w.done = true;
      m.progress = true;
      return;
    }
    Frame& top = w.frames.back();
    const Step& s = steps[top.pc];
    std::uint32_t active = top.active;
    if (s.guard >= 0) {
      const Row& guard = w.rows[s.guard];
      std::uint32_t holds = 0;
      for (std::size_t lane = 0; lane < lanes_of_warp; ++lane)
        holds |= static_cast<std::uint32_t>(guard[lane] != 0) << lane;
      active &= s.guard_negated ? ~holds : holds;
    }
    const auto lanes = static_cast<std::uint64_t>(__builtin_popcount(active));
    m.steps += lanes == 0 ? 1 : lanes;
    ++m.clock;
    switch (s.flow) {
      case Flow::next:
        ++top.pc;
        if (active == 0) break;
        s.execute(m, w, s, active);
        if (w.yielded) return;
        break;
      case Flow::branch:
        branch(w, s, active);
        break;
      case Flow::branch_table:
        if (active == 0)
          ++top.pc;
        else
          branch_by_table(m, w, s, active);
        break;
      case Flow::call:
        ++top.pc;
        if (active != 0) w.frames.push_back({s.target, nowhere, active, true});
        break;
      case Flow::leave: {
        ++top.pc;
        const std::size_t frame = call_frame(w);
        clear_lanes(w, frame, active);
        break;
      }
      case Flow::exit:
        ++top.pc;
        clear_lanes(w, 0, active);
        break;
      case Flow::barrier:
        if (active == 0) {
          ++top.pc;
          break;
        }
        arrive(m, w, s, active);
        return;
    }
  }
}

Message waiters(const Machine& m) {
  std::string out;
  std::size_t count = 0;
  for (const Warp& w : m.block.warps) {
    if (w.done || count++ >= 4) continue;
    const std::uint32_t pc = w.frames.empty() ? 0 : w.frames.back().pc;
    const std::uint32_t at = w.waiting >= 0 && pc > 0 ? pc - 1 : pc;
    const Instruction* const one = at < m.code.instructions.size() ? m.code.instructions[at] : nullptr;
    append_all(out, out.empty() ? "" : ", ", "warp ", w.index, ": line ", one == nullptr ? 0U : one->line);
  }
  return say("they wait at {}", out);
}

bool run_block(Machine& m, std::uint64_t number, std::vector<Row>& rows) {
  const Launch& launch = m.launch;
  const auto threads = static_cast<std::uint32_t>(launch.block[0] * launch.block[1] * launch.block[2]);
  const std::uint32_t warps = (threads + lanes_of_warp - 1) / lanes_of_warp;
  m.block.index = coordinates(launch.grid, number);
  m.block.shared.assign(
      static_cast<std::size_t>(shared_base + m.code.dynamic_shared) + static_cast<std::size_t>(launch.shared_bytes),
      '\0');
  m.block.local.assign(static_cast<std::size_t>(threads * m.code.local_bytes), '\0');
  m.block.barriers = {};
  m.block.warps.assign(warps, {});
  std::fill(rows.begin(), rows.end(), Row{});
  for (std::uint32_t i = 0; i < warps; ++i) {
    Warp& w = m.block.warps[i];
    w.index = i;
    const std::uint32_t left = threads - i * lanes_of_warp;
    const std::uint32_t lanes = left >= lanes_of_warp ? all_lanes : (std::uint32_t{1} << left) - 1;
    w.frames.push_back({0, nowhere, lanes, false});
    w.rows = rows.data() + std::size_t{i} * m.code.rows;
    for (const auto& [row, value] : m.code.constants) w.rows[row].fill(value);
    for (const Code::SpecialRow& special : m.code.specials) {
      for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane)
        w.rows[special.row][lane] = special_value(special.name, launch, m.block, i * lanes_of_warp + lane);
    }
  }
  for (int idle = 0; !m.failed();) {
    m.progress = false;
    bool ended = true;
    bool waits = true;
    for (Warp& w : m.block.warps) {
      if (w.done) continue;
      ended = false;
      if (w.waiting >= 0) continue;
      run(m, w);
      waits = waits && (w.done || w.waiting >= 0 || w.yielded);
      if (m.failed()) return false;
    }
    if (ended) return true;
    release(m);
    if (m.steps > launch.steps) {
      m.error = Error{ErrorCode::too_large,
                      say("the kernel did not end within {} {instruction|instructions} of threads", launch.steps),
                      say("block {}", place_of(launch.grid, number)),
                      {},
                      {}};
      return false;
    }
    idle = m.progress || !waits ? 0 : idle + 1;
    if (idle >= most_idle_turns) {
      m.error = Error{ErrorCode::arguments,
                      say("block {} hangs: all its warps wait", place_of(launch.grid, number)),
                      waiters(m),
                      {},
                      {}};
      return false;
    }
  }
  return false;
}

}  // namespace

bool is_special(std::string_view name) {
  constexpr std::string_view vectors[] = {"%tid",       "%ntid",       "%ctaid",         "%nctaid",
                                          "%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid"};
  constexpr std::string_view scalars[] = {"%laneid",          "%warpid",          "%nwarpid",     "%smid",
                                          "%nsmid",           "%gridid",          "%lanemask_eq", "%lanemask_lt",
                                          "%lanemask_le",     "%lanemask_gt",     "%lanemask_ge", "%dynamic_smem_size",
                                          "%cluster_ctarank", "%cluster_nctarank"};
  if (std::find(std::begin(scalars), std::end(scalars), name) != std::end(scalars)) return true;
  if (name.size() < 3 || name[name.size() - 2] != '.' || name.back() < 'x' || name.back() > 'z') return false;
  return std::find(std::begin(vectors), std::end(vectors), name.substr(0, name.size() - 2)) != std::end(vectors);
}

char* Machine::at(const Step& step, const Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes,
                  Space& space) {
  if (bytes > 1 && bytes <= 16 && (address & (bytes - 1)) != 0 && step.execute != nullptr) {
    fail(ErrorCode::arguments, say("address {} is not a multiple of {} {byte|bytes}", address, bytes), step, warp,
         lane);
    return nullptr;
  }
  std::uint64_t offset = address;
  if (space == Space::generic) {
    const std::uint64_t window = address & ~(window_bytes - 1);
    if (window == shared_window || window == local_window || window == parameter_window) {
      space = window == shared_window ? Space::shared : window == local_window ? Space::local : Space::parameter;
      offset = address - window;
    } else {
      space = Space::global;
    }
  }
  char* out = nullptr;
  std::uint64_t size = 0;
  Message where;
  switch (space) {
    case Space::shared:
      size = block.shared.size();
      if (offset >= shared_base && offset <= size && bytes <= size - offset) out = block.shared.data() + offset;
      where = say("shared memory, which ends at {}", size);
      break;
    case Space::local:
      size = code.local_bytes;
      if (offset <= size && bytes <= size - offset)
        out = block.local.data() + std::size_t{thread_of(warp, lane)} * size + offset;
      where = say("local memory of {} {byte|bytes}", size);
      break;
    case Space::parameter:
      size = parameters.size();
      if (offset <= size && bytes <= size - offset) out = parameters.data() + offset;
      where = say("the parameters of {} {byte|bytes}", size);
      break;
    default:
      out = memory.at(offset, bytes);
      where = say("every allocation");
  }
  if (out == nullptr)
    fail(ErrorCode::index_range,
         say("an access of {} {byte|bytes} at address {} is outside of {}", bytes, offset, where), step, warp, lane);
  return out;
}

void Machine::fail(ErrorCode error_code, Message what, const Step& step, const Warp& warp, int lane, Message hint) {
  if (error) return;
  const std::size_t index = static_cast<std::size_t>(&step - code.steps.data());
  const Instruction* const one = index < code.instructions.size() ? code.instructions[index] : nullptr;
  const std::uint64_t number =
      block.index[0] + static_cast<std::uint64_t>(launch.grid[0]) *
                           (block.index[1] + static_cast<std::uint64_t>(launch.grid[1]) * block.index[2]);
  error = Error{error_code,
                say("line {} of the PTX, block {}, thread {}: {}", one == nullptr ? 0U : one->line,
                    place_of(launch.grid, number), place_of(launch.block, thread_of(warp, lane)), std::move(what)),
                std::move(hint),
                one == nullptr ? Span() : one->span,
                {}};
}

void Machine::record(const Step& step, const Warp& warp, AccessKind kind, std::uint32_t active,
                     const std::uint64_t* addresses, const std::uint64_t* others) {
  if (step.place == nowhere || active == 0) return;
  if (records_left <= 0) {
    ++block.record->left_out;
    return;
  }
  --records_left;
  TracedRequest request;
  request.instruction = step.place;
  request.warp = warp.index;
  request.active = active;
  request.first = static_cast<std::uint32_t>(block.record->numbers.size());
  kinds[step.place] = kind;
  const int numbers = numbers_of(kind);
  for_lanes(active, [&](int lane) {
    if (numbers == 0) return;
    // A generic address is kept as one of its memory.
    const auto plain = [](std::uint64_t address) {
      const std::uint64_t window = address & ~(window_bytes - 1);
      return static_cast<std::int64_t>(window == shared_window || window == local_window ? address - window : address);
    };
    block.record->numbers.push_back(plain(addresses[lane]));
    if (numbers > 1) block.record->numbers.push_back(plain(others[lane]));
  });
  block.record->requests.push_back(request);
}

Result<Outcome> execute(const Program& program, const Function& kernel, const Launch& launch) {
  std::int64_t threads = 1;
  std::int64_t blocks = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    if (launch.grid[i] < 1 || launch.block[i] < 1 || launch.grid[i] > most_grid || launch.block[i] > 1024 ||
        blocks > most_grid / launch.grid[i])
      return failure(ErrorCode::arguments,
                     say("a grid or a block has an extent that is not positive, or is too large"));
    threads *= launch.block[i];
    blocks *= launch.grid[i];
  }
  if (threads > max_traced_threads)
    return failure(ErrorCode::arguments,
                   say("a block has {} {thread|threads}; expected at most {}", threads, max_traced_threads));
  if (launch.shared_bytes < 0 || launch.shared_bytes > most_shared_bytes)
    return failure(ErrorCode::arguments, say("{} {byte|bytes} of shared memory are too many", launch.shared_bytes));
  if (kernel.required_block[0] > 0 && kernel.required_block != launch.block)
    return failure(ErrorCode::arguments,
                   say("the block is {}; the kernel requires {}", triple(launch.block), triple(kernel.required_block)));
  const auto& cluster = kernel.required_cluster;
  if (cluster[0] > 1 || cluster[1] > 1 || cluster[2] > 1)
    return failure(ErrorCode::unsupported,
                   say("the kernel requires clusters of shape {}, which are not supported", triple(cluster)));
  if (kernel.parameters.size() != launch.arguments.size())
    return failure(ErrorCode::arguments,
                   say("{} takes {} {parameter|parameters}, but {} {argument is|arguments are} given", kernel.name,
                       kernel.parameters.size(), launch.arguments.size()));
  Code code;
  Machine m(program, code, launch);
  std::uint64_t bytes = 0;
  for (const Variable& variable : program.variables) bytes += static_cast<std::uint64_t>(variable.bytes);
  for (const Argument& argument : launch.arguments) bytes += argument.bytes.size();
  if (bytes > static_cast<std::uint64_t>(max_machine_bytes))
    return failure(ErrorCode::too_large, say("the kernel needs {} {byte|bytes} of global memory; expected at most {}",
                                             bytes, max_machine_bytes));
  std::vector<std::uint64_t> addresses(program.variables.size());
  for (std::size_t i = 0; i < program.variables.size(); ++i) {
    const Variable& variable = program.variables[i];
    if (variable.space == Space::shared) continue;
    std::string contents = variable.data;
    contents.resize(static_cast<std::size_t>(variable.bytes));
    addresses[i] = m.memory.allocate(std::move(contents), static_cast<std::uint64_t>(variable.alignment));
  }
  for (std::size_t i = 0; i < program.variables.size(); ++i) {
    for (const Variable::Reference& reference : program.variables[i].references) {
      for (std::size_t k = 0; k < program.variables.size(); ++k) {
        if (program.variables[k].name != reference.name) continue;
        const std::uint64_t value = addresses[k] + static_cast<std::uint64_t>(reference.addend);
        if (char* const to = m.memory.at(addresses[i] + static_cast<std::uint64_t>(reference.offset), 8))
          std::memcpy(to, &value, 8);
      }
    }
  }
  Outcome out;
  std::vector<std::uint64_t> buffers;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    const Parameter& parameter = kernel.parameters[i];
    const auto unit = static_cast<std::size_t>(std::max<std::int64_t>(parameter.alignment, 1));
    m.parameters.resize((m.parameters.size() + unit - 1) / unit * unit);
    std::string value = argument.bytes;
    if (argument.buffer) {
      if (parameter.bytes != 8)
        return failure(ErrorCode::arguments,
                       say("parameter {} is not a pointer: it has {} {byte|bytes}", i, parameter.bytes));
      buffers.push_back(m.memory.allocate(argument.bytes, 512));
      out.trace.allocations.push_back(
          {static_cast<std::int64_t>(buffers.back()), static_cast<std::int64_t>(argument.bytes.size())});
      value.assign(reinterpret_cast<const char*>(&buffers.back()), 8);
    } else if (static_cast<std::int64_t>(value.size()) > parameter.bytes) {
      return failure(ErrorCode::arguments, say("parameter {} has {} {byte|bytes}, but its argument has {}", i,
                                               parameter.bytes, value.size()));
    }
    value.resize(static_cast<std::size_t>(parameter.bytes));
    m.parameters += value;
  }
  Decoder decoder(program, code);
  if (!decoder.decode(kernel, addresses)) return failure(*decoder.error());
  const std::uint64_t local = static_cast<std::uint64_t>(threads) * code.local_bytes;
  const std::uint64_t rows = (static_cast<std::uint64_t>(threads) + 31) / 32 * code.rows;
  if (local + rows * sizeof(Row) > static_cast<std::uint64_t>(max_machine_bytes))
    return failure(ErrorCode::too_large,
                   say("the registers and the local memory of a block do not fit {} {byte|bytes}", max_machine_bytes));
  std::vector<Row> storage(static_cast<std::size_t>(rows));
  m.records_left = launch.records;
  m.kinds.resize(code.places.size());
  for (std::size_t i = 0; i < code.places.size(); ++i) m.kinds[i] = code.places[i].kind;

  const std::uint64_t count = launch.others ? static_cast<std::uint64_t>(blocks) : launch.recorded.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t number = launch.others ? i : launch.recorded[static_cast<std::size_t>(i)];
    if (number >= static_cast<std::uint64_t>(blocks))
      return failure(ErrorCode::arguments, say("block {} does not exist; expected a number below {}", number, blocks));
    const bool records = std::find(launch.recorded.begin(), launch.recorded.end(), number) != launch.recorded.end();
    TracedBlock record;
    record.block = static_cast<std::int64_t>(number);
    m.block.record = records ? &record : nullptr;
    if (!run_block(m, number, storage)) return failure(std::move(*m.error));
    if (records) out.trace.blocks.push_back(std::move(record));
  }
  out.trace.kernel = kernel.name;
  out.trace.grid = launch.grid;
  out.trace.block = launch.block;
  out.trace.shared_bytes = static_cast<std::int64_t>(code.dynamic_shared) + launch.shared_bytes;
  out.trace.shared_base = shared_base;
  out.trace.waits_recorded = true;
  out.trace.unrecorded = code.unrecorded;
  out.trace.instructions = code.places;
  for (std::size_t i = 0; i < code.places.size(); ++i) out.trace.instructions[i].kind = m.kinds[i];
  std::sort(out.trace.blocks.begin(), out.trace.blocks.end(),
            [](const TracedBlock& a, const TracedBlock& b) { return a.block < b.block; });
  for (const std::uint64_t base : buffers) {
    const auto found = std::find_if(m.memory.allocations().begin(), m.memory.allocations().end(),
                                    [&](const Memory::Allocation& one) { return one.base == base; });
    out.buffers.push_back(found->bytes);
  }
  out.steps = m.steps;
  return out;
}

Coverage coverage_of(const Program& program) {
  Coverage out;
  std::vector<const Instruction*> missing;
  for (const Function& function : program.functions) {
    if (!function.defined) continue;
    out.instructions += function.instructions.size();
    Code code;
    Decoder decoder(program, code);
    decoder.list_missing(missing);
    (void)decoder.decode(function, std::vector<std::uint64_t>(program.variables.size()));
  }
  for (const Instruction* const one : missing) {
    const auto known =
        std::find_if(out.missing.begin(), out.missing.end(), [&](const Missing& m) { return m.opcode == one->opcode; });
    if (known == out.missing.end())
      out.missing.push_back({std::string(one->opcode), one->line, 1});
    else
      ++known->count;
  }
  return out;
}

}  // namespace stridescope::machine
