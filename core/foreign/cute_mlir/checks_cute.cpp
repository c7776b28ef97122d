// Checks the requirements of CuTe DSL's copies on memory: width and alignment of each access, sectors and wavefronts of
// a whole tile, swizzles that TMA and wgmma support.
#include <algorithm>
#include <bit>
#include <map>

#include "core/algebra/algebra.h"
#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/foreign/modules/checks.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope::ir {
namespace {

const CopyAtom* atom_of(const Looked* copy) {
  if (copy == nullptr || copy->value == nullptr) return nullptr;
  if (const auto* tiled = copy->value->as<TiledCopy>()) return &tiled->atom;
  return copy->value->as<CopyAtom>();
}

const Tensor* tensor_of(const Looked* operand) {
  return operand == nullptr || operand->value == nullptr ? nullptr : operand->value->as<Tensor>();
}

bool in_memory(const Tensor& tensor) {
  const MemorySpace space = tensor.data.pointer.space;
  return tensor.data.kind == Iterator::Kind::pointer && tensor.data.pointer.bits > 0 &&
         (space == MemorySpace::gmem || space == MemorySpace::smem);
}

// The alignment from align<16>; otherwise the alignment of an element.
std::int64_t promised_alignment(std::string_view type, int bits) {
  const std::size_t at = type.find("align<");
  std::int64_t out = 0;
  for (std::size_t i = at + 6; at != std::string_view::npos && i < type.size() && type[i] >= '0' && type[i] <= '9'; ++i)
    out = std::min<std::int64_t>(10 * out + (type[i] - '0'), 1 << 20);
  return out > 0 ? out : std::max(1, bits / 8);
}

// cute.copy(copy, source, destination): compares the width of the instruction with the width that the tensors allow.
void check_width(Checked& all, const ModuleOperation& op) {
  if (op.operands.size() < 3) return;
  const CopyAtom* atom = atom_of(all.looked(op.operands[0]));
  if (atom == nullptr || atom->bulk_bits > 0) return;
  std::int64_t both = max_vector_bits;
  bool plain = true;
  for (const CopySide side : {CopySide::source, CopySide::destination}) {
    const ModuleValue& operand = op.operands[side == CopySide::source ? 1 : 2];
    const Looked* looked = all.looked(operand);
    const Tensor* tensor = tensor_of(looked);
    if (tensor == nullptr) return;
    if (!in_memory(*tensor)) continue;
    const int bits = tensor->data.pointer.bits;
    const int wanted = atom_access_bits(*atom, side);
    const std::int64_t promised = promised_alignment(looked->text, bits);
    if (!all.budget.take(1 << 12)) return;
    const VectorWidth width = vector_width(tensor->layout, bits, std::min<std::int64_t>(8 * promised, max_vector_bits));
    both = std::min(both, width.bits);
    plain = plain && wanted > 0;
    if (wanted == 0 || width.bits >= wanted) continue;
    // Mode 0 has the atom's own values: the values of one access must be adjacent and aligned.
    if (8 * promised < wanted) {
      all.findings.push_back(
          {XrayGrade::error,
           op.line,
           all.part(operand),
           say("{} moves {} {byte|bytes} at once, but the pointer to {} is known to be aligned only to {}", atom->name,
               wanted / 8,
               tensor->data.pointer.space == MemorySpace::gmem ? say("global memory") : say("shared memory"), promised),
           say("declare it where the pointer is made: assumed_align={}, and strides that keep it", wanted / 8),
           {},
           XrayRule::alignment});
    } else {
      all.findings.push_back(
          {XrayGrade::error,
           op.line,
           all.part(operand),
           say("{} moves {} {bit|bits} at once, but the tensor allows {}: {}", atom->name, wanted, width.bits,
               width.limit),
           say("make its strides multiples of {} {element|elements}, or use an atom of {} {bit|bits}", wanted / bits,
               width.bits),
           {},
           XrayRule::width});
    }
    return;
  }
  const int used = std::max(atom_access_bits(*atom, CopySide::source), atom_access_bits(*atom, CopySide::destination));
  if (plain && used > 0 && used < both && both >= 32 && atom->name.starts_with("UniversalCopy")) {
    all.findings.push_back({XrayGrade::note,
                            op.line,
                            all.part(op.operands[0]),
                            say("{} moves {} {bit|bits} at once, but both tensors allow {}", atom->name, used, both),
                            {},
                            {},
                            XrayRule::narrow});
  }
}

using Seen = std::map<std::tuple<int, int, bool>, bool>;

// cute.tiled.copy.partition_S(copy, tensor, ...): the cost of one pass over the whole tensor.
void check_partition(Checked& all, const ModuleOperation& op, bool source, Seen& seen) {
  if (op.operands.size() < 2) return;
  const Looked* copy = all.looked(op.operands[0]);
  const Looked* looked = all.looked(op.operands[1]);
  const Tensor* tensor = tensor_of(looked);
  if (copy == nullptr || copy->value == nullptr || !copy->value->is<TiledCopy>() || tensor == nullptr) return;
  const int part = all.part(op.operands[1]);
  if (!in_memory(*tensor) || !seen.try_emplace({all.part(op.operands[0]), part, source}, true).second) return;
  const bool global = tensor->data.pointer.space == MemorySpace::gmem;
  if (looked->open && !global) return;  // the start of the tile affects the banks
  Arith arith;
  const Int elements = size(arith, domain_layout(tensor->layout));
  if (arith.failed() || elements.value > max_counted) return;
  // A swizzle of the pointer acts on bytes.
  std::string tile(looked->spread);
  if (const Pointer& pointer = tensor->data.pointer; pointer.swizzled) {
    const int unit = std::countr_zero(static_cast<unsigned>(std::max(pointer.bits / 8, 1)));
    const std::size_t quote = tile.find('"');
    if (pointer.swizzle.base < unit || quote == std::string::npos) return;
    tile = cat("Sw<", pointer.swizzle.bits, ',', pointer.swizzle.base - unit, ',', pointer.swizzle.shift, "> o 0 o ",
               tile.substr(quote + 1, tile.rfind('"') - quote - 1));
  }
  const std::string program = cat("C = ", copy->filled, "\nT = ", tile, '\n', global ? "coalescing" : "bank_conflicts",
                                  "(C, T, ", source ? "\"src\")" : "\"dst\")");
  const auto access = value_of_program(program, all.budget);
  if (access) tell_cost(all.findings, op.line, part, *access, looked->open, program);
}

}  // namespace

void tell_cost(std::vector<XrayFinding>& findings, std::uint32_t line, int part, const Value& access, bool open,
               std::string program) {
  if (const auto* asked = access.as<GlobalAccess>()) {
    const GlobalMemory& counts = asked->counts;
    if (counts.sectors <= counts.ideal_sectors) return;
    const Message what =
        open ? say("{} {request|requests} of {} {byte|bytes} per lane: {} {sector|sectors} of 32 bytes (ideal: {}), if "
                   "the strides that the type leaves open are large multiples of a sector",
                   counts.requests, counts.access_bytes, counts.sectors, counts.ideal_sectors)
             : say("{} {request|requests} of {} {byte|bytes} per lane: {} {sector|sectors} of 32 bytes (ideal: {})",
                   counts.requests, counts.access_bytes, counts.sectors, counts.ideal_sectors);
    findings.push_back({XrayGrade::warning, line, part, what, {}, std::move(program), XrayRule::sectors});
  } else if (const auto* shared = access.as<SharedAccess>()) {
    const SharedMemory& counts = shared->counts;
    if (counts.wavefronts <= counts.ideal_wavefronts) return;
    findings.push_back(
        {XrayGrade::warning,
         line,
         part,
         say("bank conflicts: {} {request|requests} of {} {byte|bytes} per lane: {} {wavefront|wavefronts} (ideal: {})",
             counts.requests, counts.access_bytes, counts.wavefronts, counts.ideal_wavefronts),
         {},
         std::move(program),
         XrayRule::conflicts});
  }
}

namespace {

// Parses a type's swizzle: S<B,M,S>.
bool swizzle_of(std::string_view text, int (&numbers)[3]) {
  const std::size_t at = text.find("S<");
  if (at == std::string_view::npos) return false;
  std::size_t i = at + 2;
  for (int& number : numbers) {
    number = 0;
    bool any = false;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && number < 100; ++i, any = true)
      number = 10 * number + (text[i] - '0');
    if (!any || i >= text.size() || (text[i] != ',' && text[i] != '>')) return false;
    ++i;
  }
  return true;
}

int bits_of(std::string_view element) {
  std::size_t digit = element.find_first_of("0123456789");
  if (element == "tf32") return 32;
  int out = 0;
  for (; digit < element.size() && element[digit] >= '0' && element[digit] <= '9' && out < 1000; ++digit)
    out = 10 * out + (element[digit] - '0');
  return out;
}

// The first element type between the angles: of !cute.memref<f16, ...>.
std::string_view element_of(std::string_view memref) {
  const std::size_t open = memref.find('<');
  if (open == std::string_view::npos) return {};
  return memref.substr(open + 1, memref.find_first_of(",>", open) - open - 1);
}

// The copy engine and the tensor cores support swizzles of 16-byte units over 32, 64 or 128 bytes; a module writes them
// on bytes, S<B,4,3>, or on elements.
void check_swizzle(Checked& all, const ModuleOperation& op, const ModuleValue& operand, int bits, const Message& who) {
  const Looked* looked = all.looked(operand);
  int s[3] = {};
  if (looked == nullptr || bits <= 0 || !swizzle_of(looked->text, s) || s[0] == 0) return;
  const int unit = std::countr_zero(static_cast<unsigned>(std::max(bits, 8) / 8));
  const bool known = s[0] <= 3 && s[2] == 3 && (s[1] == 4 || s[1] + unit == 4);
  // Atoms of 32 bytes, for transposed operands of 32 bits.
  const bool wide = s[0] == 2 && s[2] == 2 && (s[1] == 5 || s[1] + unit == 5);
  if (known || wide) return;
  all.findings.push_back({XrayGrade::error,
                          op.line,
                          all.part(operand),
                          say("{} does not support the swizzle S<{},{},{}>: expected units of 16 bytes over 32, 64 or "
                              "128 bytes, S<1..3,4,3> of bytes or S<1..3,{},3> of these elements",
                              who, s[0], s[1], s[2], 4 - unit),
                          {},
                          {},
                          XrayRule::swizzle});
}

void check_tma(Checked& all, const ModuleOperation& op) {
  if (op.operands.size() < 2) return;
  const Looked* global = all.looked(op.operands[0]);
  if (global == nullptr) return;
  const int bits = bits_of(element_of(global->text));
  check_swizzle(all, op, op.operands[1], bits, say("TMA"));
  const Looked* shared = all.looked(op.operands[1]);
  int s[3] = {};
  if (shared == nullptr || op.results.empty() || !swizzle_of(shared->text, s) || s[0] < 1 || s[0] > 3) return;
  const Looked* made = all.looked(op.results[0]);
  const auto* box = made == nullptr || made->value == nullptr ? nullptr : made->value->as<Layout>();
  if (box == nullptr) return;
  // The first mode of the box is adjacent in both memories.
  Arith arith;
  const Layout flat = flatten(arith, *box);
  if (arith.failed() || flat.rank() == 0) return;
  const std::int64_t bytes = flat.shape[0].integer().value * bits / 8;
  const std::int64_t span = std::int64_t{16} << s[0];
  if (bytes <= span) return;
  all.findings.push_back(
      {XrayGrade::error,
       op.line,
       all.part(op.results[0]),
       say("the box is {} {byte|bytes} along the contiguous dimension, but the swizzle spans {}", bytes, span),
       say("use a box of at most {} elements along that dimension", 8 * span / std::max(bits, 1)),
       {},
       XrayRule::swizzle});
}

}  // namespace

void check_cute(Checked& all) {
  Seen seen;
  for (const ModuleOperation& op : all.module.operations) {
    if (op.name == "cute.copy" || op.name == "cute.copy_atom_call") {
      check_width(all, op);
    } else if (op.name == "cute.tiled.copy.partition_S") {
      check_partition(all, op, true, seen);
    } else if (op.name == "cute.tiled.copy.partition_D") {
      check_partition(all, op, false, seen);
    } else if (op.name.starts_with("cute_nvgpu.atom.make_non_exec_tiled_tma") ||
               op.name.starts_with("cute_nvgpu.atom.make_tiled_tma")) {
      check_tma(all, op);
    } else if (op.name == "cute.mma.make_fragment" && op.operands.size() == 2) {
      const Looked* mma = all.looked(op.operands[0]);
      const Looked* view = all.looked(op.operands[1]);
      const bool shared = mma != nullptr && view != nullptr && view->text.find(", smem") != std::string_view::npos &&
                          (mma->text.find("sm90.mma") != std::string_view::npos ||
                           mma->text.find("sm100.mma") != std::string_view::npos);
      if (shared) {
        const bool hopper = mma->text.find("sm90.mma") != std::string_view::npos;
        check_swizzle(all, op, op.operands[1], bits_of(element_of(view->text)),
                      hopper ? say("wgmma") : say("tcgen05.mma"));
      }
    }
  }
}

}  // namespace stridescope::ir
