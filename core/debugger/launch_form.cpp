// Derives a launch form from a kernel's parameters and from the instructions that use them.
#include "core/debugger/launch_form.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/debugger/parameter_use.h"
#include "core/debugger/tensor_layout.h"
#include "core/machine/execution.h"
#include "core/machine/observer.h"
#include "core/machine/tensor_words.h"
#include "core/trace/kernel_argument.h"

namespace stridescope::debugger {
namespace {

using machine::Function;
using machine::Instruction;
using machine::Operand;
using machine::Program;

constexpr std::int64_t proposed_threads = 128;
constexpr std::int64_t proposed_elements = 1024;
constexpr int trial_turn = 64;  // instructions of a warp before the next one's
// Besides the buffers.
constexpr std::int64_t more_launch_bytes = std::int64_t{1} << 25;
constexpr std::uint64_t trial_steps = 256;              // steps of a trial for each instruction of a warp, in the mean
constexpr std::int64_t trial_shared_bytes = 227 << 10;  // dynamic shared memory of a trial: the most of a block
constexpr std::int64_t mbarrier_bytes = 8;
constexpr std::int64_t most_structure_bytes = 1 << 15;

bool reads_special(const Function& kernel, std::string_view name) {
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(), [&](const Instruction& one) {
    return std::any_of(one.operands.begin(), one.operands.end(),
                       [&](const Operand& operand) { return operand.text == name; });
  });
}

// The name of the dynamic shared memory; empty: the kernel has none.
std::string_view dynamic_shared(const Program& program, const Function& kernel) {
  for (const auto* variables : {&program.variables, &kernel.variables}) {
    for (const machine::Variable& one : *variables) {
      if (one.space == machine::Space::shared && one.bytes == 0) return one.name;
    }
  }
  return {};
}

// Raises each buffer's number of bytes to those that the recorded requests of a block reach.
void note_reach(const machine::Execution& run, const TracedBlock& record, const std::vector<TracedAllocation>& buffers,
                std::vector<std::int64_t>& reach) {
  for (const TracedRequest& request : record.requests) {
    const TracedInstruction& instruction = run.traced(request.instruction);
    const int numbers = numbers_of(instruction.kind);
    for (int i = 0; i < numbers * request.lanes(); ++i) {
      if (space_of(instruction.kind, i % numbers) != AccessSpace::global) continue;
      const std::int64_t address = record.numbers[request.first + static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < buffers.size(); ++k) {
        const std::int64_t offset = address - buffers[k].base;
        if (offset >= 0 && offset < buffers[k].bytes)
          reach[k] = std::max(reach[k], offset + std::max(instruction.bytes, 1));
      }
    }
  }
}

// The bytes of the dynamic shared memory that a trial reaches.
class SharedReach : public machine::Observer {
 public:
  explicit SharedReach(std::string_view name) : name_(name) {}
  std::int64_t bytes() const { return end_ - begin_; }

  void placed(std::string_view name, std::uint64_t address, std::uint64_t) override {
    if (name == name_) begin_ = end_ = static_cast<std::int64_t>(address);
  }
  void access(const machine::Place& place, const machine::Access& one) override {
    machine::each_lane(place.lanes, [&](std::size_t lane) {
      if (one.space_of(lane) == machine::Space::shared)
        reach(one.addresses[lane], static_cast<std::int64_t>(one.bytes));
    });
  }
  void mbarrier(const machine::Place&, const machine::MbarrierEvent& one) override {
    reach(one.address, mbarrier_bytes);
  }

 private:
  void reach(std::uint64_t address, std::int64_t bytes) {
    end_ = std::max(end_, static_cast<std::int64_t>(address) + bytes);
  }

  std::string_view name_;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
};

// Executes a block of the launch until it ends, fails, or has had its share of instructions.
void try_block(const Program& program, const Function& kernel, machine::Launch launch, std::int64_t instructions,
               std::vector<std::int64_t>& reach) {
  auto run = machine::Execution::start(program, kernel, std::move(launch));
  if (!run) return;
  const std::vector<TracedAllocation> buffers = run->outcome().trace.allocations;
  reach.resize(buffers.size());
  const std::size_t warps = run->warp_count();
  for (std::int64_t left = instructions; left > 0 && !run->ended();) {
    const std::int64_t before = left;
    for (std::size_t warp = 0; warp < warps && !run->ended(); ++warp) {
      for (int n = 0; n < trial_turn && !run->ended(); ++n) {
        const auto state = run->place(warp).state;
        const bool goes =
            state == machine::WarpPlace::State::ready || (n == 0 && state == machine::WarpPlace::State::yields);
        if (!goes) break;
        run->step(warp);
        --left;
      }
      note_reach(*run, run->record(warp), buffers, reach);
      run->forget_records();
    }
    if (left == before) break;
  }
  // The last requests of a block that has ended.
  for (const TracedBlock& block : run->outcome().trace.blocks) note_reach(*run, block, buffers, reach);
}

// The bytes of a buffer; 0 if its layout is not one.
std::int64_t bytes_of(const ParameterForm& parameter) {
  const ElementType* const type = element_type_named(parameter.type);
  const auto layout = read_tensor_layout(parameter.layout);
  return parameter.buffer && type != nullptr && layout ? layout->reach() * type->bytes : 0;
}

bool is_unknown(const ParameterForm& parameter) {
  return parameter.buffer && parameter.map.empty() && !parameter.known && element_type_named(parameter.type) != nullptr;
}

// Gives each buffer without a known tensor the elements that the first and the last block of the launch reach, and
// dynamic shared memory without a size, which is called `dynamic`, its bytes.
void fit_memory(const Program& program, const Function& kernel, std::int64_t instructions, std::int64_t most_bytes,
                std::string_view dynamic, LaunchForm& form) {
  LaunchForm trial = form;
  const bool fits_shared = !dynamic.empty() && form.shared == 0;
  if (fits_shared) trial.shared = trial_shared_bytes;
  std::int64_t unknown = 0;
  std::int64_t left = most_bytes;
  for (const ParameterForm& parameter : form.parameters) {
    if (is_unknown(parameter))
      ++unknown;
    else
      left -= bytes_of(parameter);
  }
  if (unknown == 0 && !fits_shared) return;
  for (ParameterForm& parameter : trial.parameters) {
    if (is_unknown(parameter))
      parameter.layout = cat(std::max<std::int64_t>(left / unknown / element_type_named(parameter.type)->bytes, 1));
  }
  auto launch = launch_of(trial, most_bytes);
  if (!launch) return;
  launch->steps = trial_steps * static_cast<std::uint64_t>(instructions);
  SharedReach shared(dynamic);
  if (fits_shared) launch->observer = &shared;
  std::vector<std::int64_t> reach;
  try_block(program, kernel, *launch, instructions, reach);
  std::int64_t blocks = 1;
  for (const std::int64_t extent : form.grid) {
    if (__builtin_mul_overflow(blocks, extent, &blocks)) return;
  }
  if (blocks > 1 && blocks <= UINT32_MAX) {
    launch->recorded = {static_cast<std::uint32_t>(blocks - 1)};
    try_block(program, kernel, std::move(*launch), instructions, reach);
  }
  if (fits_shared) form.shared = shared.bytes();
  std::size_t next = 0;
  for (ParameterForm& parameter : form.parameters) {
    if (!parameter.buffer || next >= reach.size()) continue;
    const std::int64_t bytes = reach[next++];
    const ElementType* const type = element_type_named(parameter.type);
    if (bytes > 0 && is_unknown(parameter)) parameter.layout = cat((bytes + type->bytes - 1) / type->bytes);
  }
}

// A layout with its outermost extents halved until it reaches at most `most_elements`: the block
// that is stepped reads zeros after them.
std::string cut_layout(const std::string& text, std::int64_t most_elements) {
  const auto layout = read_tensor_layout(text);
  if (!layout) return text;
  std::vector<TensorLayout::Leaf> leaves = layout->rows;
  leaves.insert(leaves.end(), layout->columns.begin(), layout->columns.end());
  const auto reach = [&] {
    std::int64_t out = 1;
    for (const TensorLayout::Leaf& leaf : leaves) out += (leaf.extent - 1) * leaf.stride;
    return out;
  };
  while (reach() > most_elements) {
    const auto outermost = std::max_element(leaves.begin(), leaves.end(), [](const auto& a, const auto& b) {
      return (a.extent - 1) * a.stride < (b.extent - 1) * b.stride;
    });
    outermost->extent = (outermost->extent + 1) / 2;
  }
  std::string extents;
  std::string strides;
  for (const TensorLayout::Leaf& leaf : leaves) {
    append_all(extents, extents.empty() ? "" : ",", leaf.extent);
    append_all(strides, strides.empty() ? "" : ",", leaf.stride);
  }
  return cat('(', extents, "):(", strides, ')');
}

// Gives pointers the tensors that are known, or the parts of them that fit their share of the memory.
void take_tensors(const std::vector<std::string>& tensors, std::int64_t most_bytes, LaunchForm& form) {
  std::int64_t left = most_bytes;
  for (const ParameterForm& parameter : form.parameters) left -= parameter.map.empty() ? 0 : bytes_of(parameter);
  std::size_t next = 0;
  for (ParameterForm& parameter : form.parameters) {
    if (parameter.bytes != 8 || next == tensors.size()) continue;
    const std::string& tensor = tensors[next++];
    const std::size_t colon = tensor.find(':');
    const ElementType* const type = element_type_named(std::string_view(tensor).substr(0, colon));
    if (!parameter.buffer || type == nullptr) continue;
    std::string text = tensor.substr(colon + 1);
    const auto layout = read_tensor_layout(text);
    if (!layout) continue;
    parameter.known = true;
    parameter.type = std::string(type->name);
    const std::int64_t most = left / static_cast<std::int64_t>(tensors.size()) / type->bytes;
    parameter.whole = layout->reach() > most ? layout->reach() : 0;
    parameter.layout = parameter.whole > 0 ? cut_layout(text, most) : std::move(text);
  }
}

// A compact tensor, and a box of 64 elements along each of its first two dimensions.
void propose_map(ParameterForm& form, int rank) {
  form.buffer = true;
  if (form.type.empty()) form.type = "f16";
  form.fill = form.written && !form.read ? "zeros" : "iota";
  for (int k = 0; k < rank; ++k) {
    append_all(form.layout, k == 0 ? "(" : ",", k < 2 ? 128 : 1);
    append_all(form.map, k == 0 ? "box(" : ",", k < 2 ? 64 : 1);
  }
  form.layout += ')';
  form.map += ')';
}

// The map of a buffer, whose layout is read without the language.
Result<machine::TensorMap> map_of(const ParameterForm& form) {
  const auto layout = read_tensor_layout(form.layout);
  if (!layout) return failure(layout.error());
  std::vector<machine::TensorDimension> dimensions;
  for (const auto& leaves : {layout->rows, layout->columns}) {
    for (const TensorLayout::Leaf& leaf : leaves) dimensions.push_back({leaf.extent, leaf.stride});
  }
  machine::sort_dimensions(dimensions);
  return machine::tensor_map_of(form.type, dimensions, form.layout, form.map);
}

// `param_0` of the kernel `k` for k_param_0: compilers repeat the kernel's name, which can be long.
std::string short_name(const Function& kernel, std::string_view name) {
  if (name.starts_with(kernel.name) && name.substr(kernel.name.size()).starts_with("_param_"))
    name.remove_prefix(kernel.name.size() + 1);
  return std::string(name);
}

// Adds a member to the structure in front of it, after zeros.
std::optional<Error> add_member(const ParameterForm& form, std::int64_t& end, machine::Argument member,
                                machine::Argument& structure) {
  if (form.offset < end || form.offset > most_structure_bytes)
    return Error{
        ErrorCode::arguments, say("{}: offset {} overlaps the member before it", form.name, form.offset), {}, {}, {}};
  for (; end < form.offset; ++end) structure.members.push_back({std::string(1, '\0')});
  end += form.bytes;
  structure.members.push_back(std::move(member));
  return std::nullopt;
}

}  // namespace

LaunchForm launch_form(const Program& program, const Function& kernel, const std::optional<LaunchShape>& shape,
                       std::int64_t trial, std::int64_t most_bytes) {
  LaunchForm out;
  out.kernel = std::string(kernel.name);
  out.grid = {1, 1, 1};
  out.fixed_block = kernel.required_block[0] > 0;
  if (out.fixed_block)
    out.block.assign(kernel.required_block.begin(), kernel.required_block.end());
  else if (kernel.largest_block[0] > 0)
    out.block.assign(kernel.largest_block.begin(), kernel.largest_block.end());
  else if (reads_special(kernel, "%tid.y"))
    out.block = {32, 8, 1};
  else
    out.block = {reads_special(kernel, "%tid.x") ? proposed_threads : 32, 1, 1};
  if (shape) {
    out.grid = shape->grid;
    out.block = shape->block;
    out.shared = shape->shared;
    out.grid.resize(3, 1);
    out.block.resize(3, 1);
  }
  const std::vector<TensorMapForm> maps = shape ? shape->maps : std::vector<TensorMapForm>();
  std::size_t map_number = 0;
  for (const ParameterUse& use : parameter_uses(kernel)) {
    ParameterForm& form = out.parameters.emplace_back();
    form.name = short_name(kernel, kernel.parameters[use.parameter].name);
    form.bytes = use.bytes;
    form.buffer = use.pointer;
    form.read = use.read;
    form.written = use.written;
    form.type = use.element;
    if (use.member) {
      form.of = static_cast<std::int64_t>(use.parameter);
      form.offset = use.offset;
      if (use.offset > 0) append_all(form.name, '+', use.offset);
    }
    if (form.buffer) {
      form.layout = cat(proposed_elements);
      form.fill = form.read ? "iota" : "zeros";
      if (form.type.empty()) form.type = "i32";
      continue;
    }
    if (use.map_rank > 0) {
      propose_map(form, use.map_rank);
      if (map_number >= maps.size()) continue;
      const TensorMapForm& known = maps[map_number++];
      const ElementType* const type = element_type_named(known.type);
      form.type = known.type;
      form.map = known.map;
      form.layout = cut_layout(known.layout, most_bytes / 4 / (type == nullptr ? 8 : type->bytes));
      continue;
    }
    form.opaque = use.type == machine::Type::none;
    if (form.opaque) continue;
    form.type = element_name(use.type);
    const ElementType* const type = element_type_named(form.type);
    if (type == nullptr || (type->floating && type->bytes < 4)) form.type = cat('u', 8 * form.bytes);
    std::int64_t threads = 1;
    if (__builtin_mul_overflow(out.grid[0], out.block[0], &threads)) threads = 1;
    threads = std::min<std::int64_t>(threads, form.bytes == 1 ? INT8_MAX : form.bytes == 2 ? INT16_MAX : INT32_MAX);
    form.value = type != nullptr && type->floating && type->bytes >= 4 ? "1" : cat(threads);
  }
  if (shape) take_tensors(shape->tensors, most_bytes, out);
  const std::string_view dynamic = dynamic_shared(program, kernel);
  out.dynamic_shared = !dynamic.empty();
  if (trial > 0) fit_memory(program, kernel, trial, most_bytes, dynamic, out);
  if (!shape || !out.dynamic_shared) return out;
  for (const std::string& tile : shape->tiles) out.tiles.push_back(cat(dynamic, tile));
  return out;
}

Result<machine::Launch> launch_of(const LaunchForm& form, std::int64_t most_bytes) {
  machine::Launch out;
  for (const auto& [numbers, to] : {std::pair(&form.grid, &out.grid), std::pair(&form.block, &out.block)}) {
    if (numbers->size() > 3) return failure(ErrorCode::arguments, say("a grid and a block have at most 3 extents"));
    std::copy(numbers->begin(), numbers->end(), to->begin());
  }
  if (auto wrong = machine::block_fault(out.block)) return failure(std::move(*wrong));
  out.shared_bytes = form.shared;
  if (form.at < 0) return failure(ErrorCode::arguments, say("block {} does not exist", form.at));
  out.recorded = {static_cast<std::uint32_t>(std::min<std::int64_t>(form.at, UINT32_MAX))};
  out.others = false;
  out.bytes = most_bytes + more_launch_bytes;
  out.steps = most_launch_steps;
  const auto reach_of = [](const std::string& text) -> Result<std::int64_t> {
    const auto layout = read_tensor_layout(text);
    if (!layout) return failure(layout.error());
    return layout->reach();
  };
  std::int64_t bytes = 0;
  std::int64_t structure = -1;  // the parameter whose members are passed
  std::int64_t end = 0;         // end of its members
  for (const ParameterForm& parameter : form.parameters) {
    if (parameter.opaque) {
      structure = -1;
      out.arguments.push_back({});
      continue;
    }
    auto argument = kernel_argument(parameter.buffer ? cat(parameter.type, ':', parameter.layout, '=', parameter.fill)
                                                     : cat(parameter.type, '=', parameter.value),
                                    reach_of);
    if (!argument)
      return failure(argument.error().code, say("{}: {}", parameter.name, argument.error().message),
                     argument.error().hint);
    bytes += argument->buffer_bytes;
    if (bytes > most_bytes)
      return failure(ErrorCode::too_large, say("the buffers have more than {} bytes together", most_bytes));
    const bool buffer = argument->buffer_bytes > 0;
    machine::Argument passed = {buffer ? filled(*argument) : argument->scalar, buffer};
    passed.whole_bytes = static_cast<std::uint64_t>(parameter.whole * argument->type->bytes);
    if (!parameter.map.empty() && buffer) {
      const auto map = map_of(parameter);
      if (!map) return failure(map.error().code, say("{}: {}", parameter.name, map.error().message), map.error().hint);
      passed.map = *map;
    }
    if (parameter.of < 0 || parameter.of != structure) {
      out.arguments.emplace_back();
      end = 0;
    }
    structure = parameter.of;
    if (structure < 0)
      out.arguments.back() = std::move(passed);
    else if (auto wrong = add_member(parameter, end, std::move(passed), out.arguments.back()))
      return failure(std::move(*wrong));
  }
  return out;
}

void members(Archive& a, ParameterForm& r) {
  if (!a.record("ParameterForm", "A parameter of a kernel, and its argument.")) return;
  a.member("name", r.name, "Its name in the PTX.");
  a.choice("buffer", r.buffer, "True: a pointer to a buffer.");
  a.choice("read", r.read, "The kernel reads the buffer.");
  a.choice("written", r.written, "The kernel writes the buffer.");
  a.choice("type", r.type, "The type of the elements or of the number, such as f32.");
  a.choice("layout", r.layout, "The layout of the buffer.");
  a.choice("whole", r.whole, "The elements of the tensor, if the buffer is a part.");
  a.choice("fill", r.fill, "The contents of the buffer: zeros, iota or random.");
  a.choice("map", r.map, "The words of a tensor map of the buffer; none: the argument is a pointer.");
  a.choice("value", r.value, "The number.");
  a.choice("bytes", r.bytes, "The size of the parameter.");
  a.choice("opaque", r.opaque, "True: neither a pointer nor a number; zeros are passed.");
  a.choice("of", r.of, "The number of the parameter whose member it is; -1: it is a parameter.");
  a.choice("offset", r.offset, "The offset of the member.");
}

static void members(Archive& a, TensorMapForm& r) {
  if (!a.record("TensorMapForm", "A tensor map, and the tensor's type and layout.")) return;
  a.member("type", r.type, "The type of the elements, such as f16.");
  a.member("layout", r.layout, "The layout of the tensor.");
  a.member("map", r.map, "The words of the map, such as box(64,128)@sw128.");
}

void members(Archive& a, LaunchShape& r) {
  if (!a.record("LaunchShape", "The shape of a launch.")) return;
  a.member("grid", r.grid, "The extents of the grid.");
  a.member("block", r.block, "The extents of a block.");
  a.choice("shared", r.shared, "Bytes of dynamic shared memory.");
  a.choice("maps", r.maps, "The tensor maps among the parameters, in their order.");
  a.choice("tensors", r.tensors, "The tensors of the pointers, in order.");
  a.choice("tiles", r.tiles, "Tiles in dynamic shared memory.");
}

void members(Archive& a, LaunchForm& r) {
  if (!a.record("LaunchForm", "A launch of a kernel: what its PTX determines, and proposals for the rest.")) return;
  a.member("kernel", r.kernel, "The name of the kernel in the PTX.");
  a.member("grid", r.grid, "The extents of the grid.");
  a.member("block", r.block, "The extents of a block.");
  a.choice("fixedBlock", r.fixed_block, "True: the kernel requires this block.");
  a.choice("shared", r.shared, "Bytes of dynamic shared memory.");
  a.choice("dynamicShared", r.dynamic_shared, "True: the kernel has dynamic shared memory.");
  a.choice("at", r.at, "The number of the block that is stepped.");
  a.choice("checks", r.checks, "False: the run is not checked.");
  a.choice("order", r.order, "Turns of warps before the usual ones, such as 0*12 2*5 +1; or empty.");
  a.member("parameters", r.parameters, "The arguments, in order.");
  a.choice("tiles", r.tiles, "Tiles in shared memory.");
}

}  // namespace stridescope::debugger
