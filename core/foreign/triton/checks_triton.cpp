// Checks the requirements of Triton's operations on memory: wavefronts of moves between registers and shared memory,
// the width and the fewest sectors of loads and stores, shared memory that TMA or wgmma do not support.
#include <algorithm>
#include <map>

#include "core/algebra/algebra.h"
#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/foreign/modules/checks.h"
#include "core/tiled/thread_value.h"

namespace stridescope::ir {
namespace {

// Bits of an element of tensor<64x64xf16, ...>, memdesc<...>, tensor<64x!tt.ptr<f16>, ...>.
int element_bits(std::string_view type) {
  std::string_view shape = type.substr(type.find('<') + 1);
  if (const std::size_t pointer = shape.find("!tt.ptr<"); pointer < shape.find(',')) {
    shape = shape.substr(pointer + 8);
  } else {
    while (!shape.empty() && shape[0] >= '0' && shape[0] <= '9') {
      const std::size_t x = shape.find('x');
      if (x == std::string_view::npos) return 0;
      shape.remove_prefix(x + 1);
    }
  }
  const std::size_t digit = shape.find_first_of("0123456789");
  int out = 0;
  for (std::size_t i = digit; i < shape.size() && shape[i] >= '0' && shape[i] <= '9' && out < 1000; ++i)
    out = 10 * out + (shape[i] - '0');
  return out;
}

std::vector<std::int64_t> shape_of(std::string_view type) {
  std::vector<std::int64_t> out;
  std::string_view rest = type.substr(type.find('<') + 1);
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
    std::int64_t extent = 0;
    while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9' && extent < (1 << 30)) {
      extent = 10 * extent + (rest[0] - '0');
      rest.remove_prefix(1);
    }
    if (!rest.starts_with('x')) break;
    out.push_back(extent);
    rest.remove_prefix(1);
  }
  return out;
}

bool is_shared(const Looked* operand) {
  return operand != nullptr && operand->value != nullptr && operand->text.find("memdesc<") != std::string_view::npos &&
         operand->text.find("tensor_memory") == std::string_view::npos;
}
bool is_registers(const Looked* operand) {
  return operand != nullptr && operand->value != nullptr && operand->text.starts_with("tensor<");
}

using SeenMoves = std::map<std::tuple<int, int, int>, bool>;

// Registers to shared memory or back: counts the accesses of a warp.
void check_shared(Checked& all, const ModuleOperation& op, const ModuleValue& registers, const ModuleValue& memory,
                  bool store, SeenMoves& seen) {
  const Looked* held = all.looked(registers);
  const Looked* lies = all.looked(memory);
  if (!is_registers(held) || !is_shared(lies)) return;
  if (!seen.try_emplace({all.part(registers), all.part(memory), store}, true).second) return;
  const auto* tv = held->value->as<Layout>();
  const int bits = element_bits(lies->text);
  // ldmatrix and stmatrix move the fragments of an MMA, and linear layouts like them, where Triton can use them.
  const auto has = [&](std::string_view encoding) { return held->filled.find(encoding) != std::string_view::npos; };
  if ((!store && has(".dot_op<")) || (bits <= 16 && (has(".nvidia_mma<") || has(".linear<")))) return;
  if (tv == nullptr || tv->rank() != 2 || bits < 8) return;
  Arith arith;
  const Int elements = size(arith, *tv);
  if (arith.failed() || elements.value > max_counted) return;
  const std::string program = cat("M = ", lies->filled, "\nR = ", held->filled, "\nbank_conflicts<", bits, ">(M, R, ",
                                  store ? "\"store\")" : "\"load\")");
  const auto access = value_of_program(program, all.budget);
  if (access && access->is<SharedAccess>()) tell_cost(all.findings, op.line, all.part(memory), *access, false, program);
}

// Elements that several threads load: lanes or warps for which the tile has no work.
void check_coverage(Checked& all, const ModuleOperation& op, const Layout& tv) {
  Arith arith(&all.budget);
  const std::int64_t pairs = size(arith, tv).value;
  if (arith.failed() || pairs > max_counted || !arith.spend(2 * static_cast<std::uint64_t>(pairs))) return;
  const TvTable table = TvTable::make(arith, tv);
  if (arith.failed() || table.smallest() < 0) return;
  const TvCoverage coverage = tv_coverage(arith, table, std::max(table.largest() + 1, std::int64_t{1}));
  if (arith.failed() || coverage.elements_shared == 0) return;
  all.findings.push_back({XrayGrade::note,
                          op.line,
                          all.part(op.operands[0]),
                          say("of the tile's {} {element|elements}, {} {has|have} up to {} owners: the layout of all "
                              "threads covers more elements than the tile has",
                              coverage.elements, coverage.elements_shared, coverage.most_owners),
                          {},
                          {}});
}

// tt.load and tt.store: the minimum number of sectors, for any contiguous dimension.
void check_global(Checked& all, const ModuleOperation& op, SeenMoves& seen) {
  if (op.operands.empty()) return;
  const Looked* pointers = all.looked(op.operands[0]);
  if (!is_registers(pointers) || pointers->text.find("!tt.ptr<") == std::string_view::npos) return;
  if (!seen.try_emplace({all.part(op.operands[0]), -1, 0}, true).second) return;
  const auto* tv = pointers->value->as<Layout>();
  const int bits = element_bits(pointers->text);
  const auto shape = shape_of(pointers->text);
  if (tv == nullptr || tv->rank() != 2 || bits < 8 || shape.empty()) return;
  Arith arith;
  const Int elements = size(arith, *tv);
  if (arith.failed() || elements.value > max_counted) return;
  std::optional<GlobalMemory> best;
  std::string shown;
  std::size_t contiguous = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    std::string extents;
    std::string strides;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      append_all(extents, k > 0 ? "," : "", shape[k]);
      append_all(strides, k > 0 ? "," : "",
                 k == d ? std::int64_t{1} : (std::int64_t{1} << 20) * static_cast<std::int64_t>(k + 1));
    }
    const std::string program =
        cat("G = (", extents, "):(", strides, ")\nR = ", pointers->filled, "\ncoalescing<", bits, ">(G, R)");
    const auto access = value_of_program(program, all.budget);
    const auto* global = access ? access->as<GlobalAccess>() : nullptr;
    if (global == nullptr) return;
    if (best && best->sectors <= global->counts.sectors) continue;
    best = global->counts;
    shown = program;
    contiguous = d;
  }
  if (!best) return;
  check_coverage(all, op, *tv);
  // A thread does not hold adjacent elements in any dimension up to 16 bytes.
  const std::int64_t held = size(arith, LayoutRef(*tv)[1]).value * bits / 8;
  if (arith.ok() && best->access_bytes < 4 && held >= 4 && best->access_bytes < held) {
    all.findings.push_back({XrayGrade::note,
                            op.line,
                            all.part(op.operands[0]),
                            say("at most {} bytes of a lane move at once, although each holds {}: its values are not "
                                "adjacent along any dimension",
                                best->access_bytes, held),
                            say("increase sizePerThread along the dimension that is contiguous in memory"),
                            {},
                            XrayRule::narrow});
  }
  if (best->sectors <= best->ideal_sectors) return;
  all.findings.push_back({XrayGrade::note,
                          op.line,
                          all.part(op.operands[0]),
                          say("even if dimension {} is contiguous in memory, the best case, {} {request|requests} of "
                              "{} {byte|bytes} per lane: {} {sector|sectors} of 32 bytes (ideal: {})",
                              contiguous, best->requests, best->access_bytes, best->sectors, best->ideal_sectors),
                          {},
                          shown,
                          XrayRule::sectors});
}

// Shared memory that only loads and stores can use.
void check_engine(Checked& all, const ModuleOperation& op, const Message& who) {
  for (const ModuleValue& value : op.operands) {
    const Looked* looked = all.looked(value);
    if (!is_shared(looked)) continue;
    const std::size_t at = looked->filled.find(".swizzled_shared<");
    if (at == std::string_view::npos) continue;
    const std::string_view encoding = looked->filled.substr(at);
    if (encoding.find("maxPhase = 1,") != std::string_view::npos) continue;
    all.findings.push_back(
        {XrayGrade::error,
         op.line,
         all.part(value),
         say("{} cannot take a swizzled_shared tile: its swizzle repeats in elements, not in units of "
             "16 bytes over 32, 64 or 128 bytes",
             who),
         say("use nvmma_shared"),
         {},
         XrayRule::swizzle});
  }
}

// ttg.convert_layout: how the values reach the threads that need them.
void check_convert(Checked& all, const ModuleOperation& op, SeenMoves& seen) {
  const Looked* from = all.looked(op.operands[0]);
  const Looked* to = all.looked(op.results[0]);
  if (!is_registers(from) || !is_registers(to)) return;
  if (!seen.try_emplace({all.part(op.operands[0]), all.part(op.results[0]), 2}, true).second) return;
  const auto* a = from->value->as<Layout>();
  const auto* b = to->value->as<Layout>();
  if (a == nullptr || b == nullptr || a->rank() != 2 || b->rank() != 2) return;
  Arith arith(&all.budget);
  const std::int64_t most = std::max(size(arith, *a).value, size(arith, *b).value);
  if (arith.failed() || most > max_counted || !arith.spend(64 * static_cast<std::uint64_t>(most))) return;
  const TvTable held = TvTable::make(arith, *a);
  const TvTable wanted = TvTable::make(arith, *b);
  if (arith.failed()) return;
  const TvConversion conversion = tv_convert(arith, held, wanted, 1);
  if (arith.failed() || conversion.method == TvConversion::Method::impossible) return;
  Message what = say("the conversion moves nothing between threads");
  if (conversion.method == TvConversion::Method::shuffle)
    what = say("the conversion takes {} {shuffle|shuffles} of each warp", conversion.shuffles_per_warp);
  if (conversion.method == TvConversion::Method::shared_memory)
    what = say("the conversion uses shared memory: {} of {} {value|values} come from other warps",
               conversion.pairs_across_warps, conversion.pairs);
  all.findings.push_back({XrayGrade::note,
                          op.line,
                          all.part(op.results[0]),
                          what,
                          {},
                          cat("A = ", from->filled, "\nB = ", to->filled, "\ntv_convert(A, B)")});
}

// Pointers that a kernel receives and loads from, without a known alignment to 16 bytes: their loads are one element
// wide.
void check_alignment(Checked& all) {
  const std::string_view text = all.text;
  std::uint32_t line = 1;
  std::size_t counted = 0;
  std::size_t told = 0;
  for (std::size_t at = text.find("tt.func public"); at != std::string_view::npos && told < 64;
       at = text.find("tt.func public", at + 1)) {
    const std::size_t open = text.find('(', at);
    const std::size_t end = open == std::string_view::npos ? open : closing_bracket(text, open);
    if (end == std::string_view::npos || end - at > (1 << 14)) continue;
    const std::size_t body = text.find("tt.func", end);
    const std::string_view kernel = text.substr(end, std::min(body, text.size()) - end);
    if (kernel.find("tt.load") == std::string_view::npos && kernel.find("tt.store") == std::string_view::npos) continue;
    for (std::size_t p = text.find(": !tt.ptr<", open); p != std::string_view::npos && p < end;
         p = text.find(": !tt.ptr<", p + 1)) {
      const std::size_t next = std::min(text.find('%', p), end);
      if (text.substr(p, next - p).find("tt.divisibility") != std::string_view::npos) continue;
      std::size_t name = p;
      while (name > open && text[name - 1] != '%' && text[name - 1] != '(' && text[name - 1] != ',') --name;
      line += static_cast<std::uint32_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                    text.begin() + static_cast<std::ptrdiff_t>(p), '\n'));
      counted = p;
      ++told;
      all.findings.push_back(
          {XrayGrade::note,
           line,
           -1,
           say("the alignment of pointer %{} is unknown: its loads are one element wide", text.substr(name, p - name)),
           say("tt.divisibility = 16 marks an argument that is a multiple of 16 bytes"),
           {}});
    }
  }
}

}  // namespace

void check_triton(Checked& all) {
  SeenMoves seen;
  check_alignment(all);
  for (const ModuleOperation& op : all.module.operations) {
    const std::string_view name = op.name.substr(op.name.find('.') + 1);
    // The banks and sectors are NVIDIA's.
    if (all.other_hardware && name.find("local") == 0) continue;
    if (name == "local_load" && !op.operands.empty() && !op.results.empty()) {
      check_shared(all, op, op.results[0], op.operands[0], false, seen);
    } else if (name == "local_store" && op.operands.size() >= 2) {
      check_shared(all, op, op.operands[0], op.operands[1], true, seen);
    } else if (name == "local_alloc" && !op.operands.empty() && !op.results.empty()) {
      check_shared(all, op, op.operands[0], op.results[0], true, seen);
    } else if (name == "convert_layout" && op.operands.size() == 1 && op.results.size() == 1) {
      if (!all.other_hardware) check_convert(all, op, seen);
    } else if ((op.name == "tt.load" || op.name == "tt.store") && !all.other_hardware) {
      check_global(all, op, seen);
    } else if (name.starts_with("async_tma_")) {
      check_engine(all, op, say("TMA"));
    } else if (name == "warp_group_dot") {
      check_engine(all, op, say("wgmma"));
    } else if (name.starts_with("tc_gen5_mma")) {
      check_engine(all, op, say("tcgen05.mma"));
    }
  }
}

}  // namespace stridescope::ir
