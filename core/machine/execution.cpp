// Execution: checks of the launch, memory, and the clusters of the grid one after another.
#include <algorithm>

#include "core/base/text.h"
#include "core/machine/decoder.h"
#include "core/machine/execution_state.h"
#include "core/machine/schedule.h"

namespace stridescope::machine {
namespace {

constexpr std::int64_t most_dynamic_bytes = 1 << 20;
constexpr std::int64_t most_grid = std::int64_t{1} << 31;
constexpr std::int64_t most_cluster = 16;

std::int64_t product_of(const std::array<std::int64_t, 3>& of) { return of[0] * of[1] * of[2]; }

// The extents are positive, and their product is at most `most`, which is at most most_grid.
bool fits(const std::array<std::int64_t, 3>& extents, std::int64_t most) {
  for (const std::int64_t extent : extents) {
    if (extent < 1 || extent > most) return false;
    most /= extent;
  }
  return true;
}

Error argument_error(Message what) { return {ErrorCode::arguments, std::move(what), {}, {}, {}}; }

// Checks grid, block and cluster, each alone and against what the kernel requires.
std::optional<Error> refusal(const Function& kernel, const Launch& launch) {
  if (!fits(launch.grid, most_grid))
    return argument_error(
        say("the grid is {}; expected positive extents and at most {} {block|blocks}", triple(launch.grid), most_grid));
  if (auto error = block_fault(launch.block)) return error;
  if (launch.shared_bytes < 0 || launch.shared_bytes > most_dynamic_bytes)
    return argument_error(say("{} {byte|bytes} of shared memory are too many", launch.shared_bytes));
  if (kernel.required_block[0] > 0 && kernel.required_block != launch.block)
    return argument_error(
        say("the block is {}; the kernel requires {}", triple(launch.block), triple(kernel.required_block)));
  if (!fits(launch.cluster, most_cluster))
    return argument_error(say("the cluster is {}; expected positive extents and at most {} {block|blocks}",
                              triple(launch.cluster), most_cluster));
  for (std::size_t i = 0; i < 3; ++i) {
    if (launch.grid[i] % launch.cluster[i] != 0)
      return argument_error(
          say("the grid {} is not a multiple of the cluster {}", triple(launch.grid), triple(launch.cluster)));
  }
  if (kernel.parameters.size() != launch.arguments.size())
    return argument_error(say("{} takes {} {parameter|parameters}, but {} {argument is|arguments are} given",
                              kernel.name, kernel.parameters.size(), launch.arguments.size()));
  return std::nullopt;
}

void sort_blocks(TracedLaunch& trace) {
  std::sort(trace.blocks.begin(), trace.blocks.end(),
            [](const TracedBlock& a, const TracedBlock& b) { return a.block < b.block; });
}

// Gives the program's variables their addresses in global memory, and writes their contents and references.
std::vector<std::uint64_t> place_variables(const Program& program, Memory& memory) {
  std::vector<std::uint64_t> addresses(program.variables.size());
  for (std::size_t i = 0; i < program.variables.size(); ++i) {
    const Variable& variable = program.variables[i];
    if (variable.space == Space::shared) continue;
    std::string contents = variable.data;
    contents.resize(static_cast<std::size_t>(variable.bytes));
    addresses[i] = memory.allocate(std::move(contents), static_cast<std::uint64_t>(variable.alignment));
  }
  for (std::size_t i = 0; i < program.variables.size(); ++i) {
    for (const Variable::Reference& reference : program.variables[i].references) {
      for (std::size_t k = 0; k < program.variables.size(); ++k) {
        if (program.variables[k].name != reference.name) continue;
        const std::uint64_t value = addresses[k] + static_cast<std::uint64_t>(reference.addend);
        if (char* const to = memory.at(addresses[i] + static_cast<std::uint64_t>(reference.offset), 8))
          std::memcpy(to, &value, 8);
      }
    }
  }
  return addresses;
}

}  // namespace

std::optional<Error> block_fault(const std::array<std::int64_t, 3>& block) {
  if (fits(block, max_traced_threads)) return std::nullopt;
  return argument_error(say("the block is {}; expected positive extents and at most {} {thread|threads}", triple(block),
                            max_traced_threads));
}

// The address of an argument's buffer: a new one, or that of an earlier argument.
Result<std::uint64_t> Execution::State::buffer_of(std::size_t index, const Argument& argument, std::string contents) {
  bases.resize(index + 1);
  if (const auto& other = argument.buffer_of) {
    if (*other >= index || bases[*other] == 0)
      return failure(ErrorCode::arguments,
                     say("argument {} takes the buffer of argument {}, which is not an earlier buffer", index, *other));
    bases[index] = bases[*other];
    return bases[index];
  }
  const auto bytes = static_cast<std::int64_t>(contents.size());
  bases[index] = m.memory.allocate(std::move(contents), 512, argument.whole_bytes);
  buffers.push_back(bases[index]);
  allocations.push_back({static_cast<std::int64_t>(bases[index]), bytes});
  if (m.observer != nullptr) m.observer->allocated(index, bases[index], static_cast<std::uint64_t>(bytes));
  return bases[index];
}

Result<std::string> Execution::State::value_of(std::size_t index, Argument& argument) {
  std::string out;
  for (Argument& member : argument.members) {
    auto value = value_of(index, member);
    if (!value) return value;
    const std::size_t unit = std::clamp(value->size(), std::size_t{1}, tensor_map_alignment);
    out.resize((out.size() + unit - 1) / unit * unit);
    out += *value;
  }
  if (!argument.members.empty()) return out;
  if (!argument.buffer && !argument.buffer_of) return std::move(argument.bytes);
  const auto base = buffer_of(index, argument, std::move(argument.bytes));
  if (!base) return failure(base.error());
  if (!argument.map) return std::string(reinterpret_cast<const char*>(&*base), 8);
  argument.map->address = *base;
  if (auto wrong = tensor_map_fault(*argument.map)) return failure(std::move(*wrong));
  return encode(*argument.map);
}

// ptxas assembles no more.
constexpr std::int64_t most_parameter_bytes = 0x7ffc;

std::optional<Error> Execution::State::pass_arguments() {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    Argument& argument = launch.arguments[i];
    const Parameter& parameter = kernel.parameters[i];
    const std::int64_t unit = std::max<std::int64_t>(parameter.alignment, 1);
    const std::int64_t begin = (static_cast<std::int64_t>(m.parameters.size()) + unit - 1) / unit * unit;
    if (const std::int64_t end = begin + parameter.bytes; end > most_parameter_bytes)
      return argument_error(say("the parameters take {} {byte|bytes}; expected at most {}", end, most_parameter_bytes));
    m.parameters.resize(static_cast<std::size_t>(begin));
    auto value = value_of(i, argument);
    if (!value) return value.error();
    const auto bytes = static_cast<std::int64_t>(value->size());
    if ((argument.buffer || argument.buffer_of) && bytes != parameter.bytes)
      return argument_error(argument.map
                                ? say("parameter {} is not a tensor map: it has {} {byte|bytes}", i, parameter.bytes)
                                : say("parameter {} is not a pointer: it has {} {byte|bytes}", i, parameter.bytes));
    if (bytes > parameter.bytes)
      return argument_error(
          say("parameter {} has {} {byte|bytes}, but its argument has {}", i, parameter.bytes, bytes));
    value->resize(static_cast<std::size_t>(parameter.bytes));
    m.parameters += *value;
  }
  return std::nullopt;
}

void Execution::State::next_cluster() {
  const auto all = static_cast<std::uint64_t>(product_of(launch.grid) / product_of(launch.cluster));
  const std::uint64_t count = launch.others ? all : clusters.size();
  if (next >= count) {
    over = true;
    return;
  }
  start_cluster(m, launch.others ? next : clusters[static_cast<std::size_t>(next)]);
  ++next;
  records.assign(m.blocks.size(), {});
  for (std::size_t i = 0; i < m.blocks.size(); ++i) {
    Block& block = m.blocks[i];
    records[i].block = static_cast<std::int64_t>(block.number);
    const bool recorded =
        std::find(launch.recorded.begin(), launch.recorded.end(), block.number) != launch.recorded.end();
    block.record = recorded ? &records[i] : nullptr;
  }
  if (m.observer == nullptr) return;
  std::vector<std::uint32_t> numbers;
  for (const Block& block : m.blocks) numbers.push_back(static_cast<std::uint32_t>(block.number));
  m.observer->begin(numbers);
}

void Execution::State::keep_records() {
  if (m.observer != nullptr) m.observer->end();
  for (std::size_t i = 0; i < m.blocks.size(); ++i) {
    if (m.blocks[i].record != nullptr) finished.push_back(std::move(records[i]));
  }
}

bool Execution::State::cluster_ended() const {
  for (const Block& block : m.blocks) {
    for (const Warp& warp : block.warps) {
      if (!warp.done) return false;
    }
  }
  return true;
}

bool Execution::State::over_limit() {
  if (!m.over_limit()) return false;
  m.error = Error{ErrorCode::too_large,
                  say("the kernel did not end within {} {instruction|instructions} of threads", launch.steps),
                  m.blocks.empty() ? Message() : say("block {}", place_of(launch.grid, m.blocks.front().number)),
                  {},
                  {}};
  return true;
}

Execution::Execution(std::unique_ptr<State> state) : state_(std::move(state)) {}
Execution::Execution(Execution&&) noexcept = default;
Execution& Execution::operator=(Execution&&) noexcept = default;
Execution::~Execution() = default;

Result<Execution> Execution::start(const Program& program, const Function& kernel, Launch launch) {
  if (kernel.required_cluster[0] > 0) launch.cluster = kernel.required_cluster;
  if (auto error = refusal(kernel, launch)) return failure(std::move(*error));
  auto state = std::make_unique<State>(program, kernel, std::move(launch));
  Machine& m = state->m;
  std::uint64_t bytes = 0;
  for (const Variable& variable : program.variables) bytes += static_cast<std::uint64_t>(variable.bytes);
  for (const Argument& argument : state->launch.arguments) {
    bytes += argument.bytes.size();
    for (const Argument& member : argument.members) bytes += member.bytes.size();
  }
  const std::int64_t most_bytes = std::min(state->launch.bytes, max_machine_bytes);
  if (bytes > static_cast<std::uint64_t>(most_bytes))
    return failure(ErrorCode::too_large,
                   say("the kernel needs {} {byte|bytes} of global memory; expected at most {}", bytes, most_bytes));
  const std::vector<std::uint64_t> addresses = place_variables(program, m.memory);
  if (auto error = state->pass_arguments()) return failure(std::move(*error));
  Decoder decoder(program, state->code);
  if (!decoder.decode(kernel, addresses)) return failure(*decoder.error());

  const auto blocks = static_cast<std::uint64_t>(product_of(state->launch.grid));
  const auto together = static_cast<std::uint64_t>(product_of(state->launch.cluster));
  const auto threads = static_cast<std::uint64_t>(product_of(state->launch.block));
  const std::uint64_t rows = (threads + lanes_of_warp - 1) / lanes_of_warp * state->code.rows;
  const std::uint64_t shared =
      shared_base + state->code.dynamic_shared + static_cast<std::uint64_t>(state->launch.shared_bytes);
  if (together * (threads * state->code.local_bytes + rows * sizeof(Row) + shared) >
      static_cast<std::uint64_t>(most_bytes))
    return failure(ErrorCode::too_large,
                   say("the registers, the local and the shared memory of the blocks that run together do not fit {} "
                       "{byte|bytes}",
                       most_bytes));
  for (const std::uint64_t number : state->launch.recorded) {
    if (number >= blocks)
      return failure(ErrorCode::arguments, say("block {} does not exist; expected a number below {}", number, blocks));
    if (state->launch.others) continue;
    const std::array<std::uint32_t, 3> at = coordinates(state->launch.grid, number);
    std::uint64_t cluster = 0;
    for (std::size_t i = 3; i-- > 0;) {
      const auto extent = static_cast<std::uint64_t>(state->launch.cluster[i]);
      cluster = cluster * (static_cast<std::uint64_t>(state->launch.grid[i]) / extent) + at[i] / extent;
    }
    if (std::find(state->clusters.begin(), state->clusters.end(), cluster) == state->clusters.end())
      state->clusters.push_back(cluster);
  }
  for (const Code::SharedVariable& one : state->code.shared) {
    const std::int64_t size = one.variable->bytes != 0 ? one.variable->bytes : state->launch.shared_bytes;
    if (m.observer != nullptr) m.observer->placed(one.variable->name, one.address, static_cast<std::uint64_t>(size));
  }
  m.records_left = state->launch.records;
  m.kinds.resize(state->code.places.size());
  for (std::size_t i = 0; i < state->code.places.size(); ++i) m.kinds[i] = state->code.places[i].kind;
  state->next_cluster();
  return Execution(std::move(state));
}

void Execution::step(std::size_t index) {
  Machine& m = state_->m;
  Warp& warp = state_->warp(index);
  m.progress = false;
  if (ended() || warp.done || warp.waiting >= 0) return;
  machine::step(m, warp);
  if (m.failed() || state_->over_limit()) return;
  release(m);
  if (!state_->cluster_ended()) return;
  m.late.clear();
  state_->keep_records();
  state_->next_cluster();
}

void Execution::run() {
  Machine& m = state_->m;
  std::vector<FailedTests> failed(warp_count());
  while (!ended()) {
    m.progress = false;
    bool waits = true;
    for (Block& block : m.blocks) {
      for (Warp& w : block.warps) {
        if (w.done || w.waiting >= 0) continue;
        run_turn(m, w);
        waits = waits && (w.done || w.waiting >= 0 || w.yielded);
        if (m.failed() || state_->over_limit()) return;
      }
    }
    if (state_->cluster_ended()) {
      state_->keep_records();
      state_->next_cluster();
      failed.assign(warp_count(), {});
      continue;
    }
    release(m);
    if (m.progress || !waits) {
      failed.assign(failed.size(), {});
      continue;
    }
    bool hangs = true;
    for (std::size_t i = 0; i < failed.size(); ++i) {
      const Warp& w = state_->warp(i);
      if (w.done || w.waiting >= 0) continue;
      failed[i].note(*this, i);
      hangs = hangs && failed[i].are_endless();
    }
    if (hangs) hang(m);
  }
}

bool Execution::ended() const { return state_->m.failed() || state_->over; }

std::uint64_t Execution::steps() const { return state_->m.steps + state_->m.work; }
const std::optional<Error>& Execution::error() const { return state_->m.error; }

// The outcome without accesses and contents of buffers.
Outcome Execution::State::heading() const {
  Outcome out;
  out.steps = m.steps;
  out.printed = m.printed;
  TracedLaunch& trace = out.trace;
  trace.allocations = allocations;
  trace.kernel = kernel.name;
  trace.grid = launch.grid;
  trace.block = launch.block;
  trace.shared_bytes = static_cast<std::int64_t>(code.dynamic_shared) + launch.shared_bytes;
  trace.shared_base = shared_base;
  trace.waits_recorded = true;
  trace.unrecorded = code.unrecorded;
  trace.instructions = code.places;
  for (std::size_t i = 0; i < trace.instructions.size(); ++i) trace.instructions[i].kind = m.kinds[i];
  return out;
}

const std::string& Execution::State::contents(std::uint64_t buffer) const {
  const auto& all = m.memory.allocations();
  return std::find_if(all.begin(), all.end(), [&](const Memory::Allocation& one) { return one.base == buffer; })->bytes;
}

Outcome Execution::outcome() const {
  Outcome out = state_->heading();
  out.trace.blocks = state_->finished;
  for (const Block& block : state_->m.blocks) {
    if (block.record != nullptr && !state_->over) out.trace.blocks.push_back(*block.record);
  }
  sort_blocks(out.trace);
  for (const std::uint64_t buffer : state_->buffers) out.buffers.push_back(state_->contents(buffer));
  return out;
}

Result<Outcome> execute(const Program& program, const Function& kernel, const Launch& launch) {
  auto run = Execution::start(program, kernel, launch);
  if (!run) return failure(run.error());
  run->run();
  if (run->error()) return failure(*run->error());
  return run->outcome();
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
