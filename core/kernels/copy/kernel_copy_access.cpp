// Writes the functions of a copy kernel that consist of one instruction each.
#include "core/kernels/copy/copy_writer.h"

namespace stridescope {
namespace {

// "%0, %1"
std::string numbers(int first, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) append_all(out, i == 0 ? "%" : ", %", first + static_cast<int>(i));
  return out;
}

// "r"(x[0]), "r"(x[1])
std::string registers(std::string_view constraint, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) append_all(out, i == 0 ? "\"" : ", \"", constraint, "\"(x[", i, "])");
  return out;
}

std::string matrix_count(const KernelMatrices& m) { return cat(m.count, m.count == 1 ? " matrix" : " matrices"); }

}  // namespace

void CopyWriter::access_functions() {
  if (masked()) {
    if (threads_load() && plan_.path != CopyPlan::Path::cp_async) {
      append(out_, plain_access("global", false, plan_.src.access_bytes));
    }
    if (threads_store()) append(out_, plain_access("global", true, plan_.dst.access_bytes));
  } else {
    append(out_, filled(templates::copy_access, "move", {}));
  }
  if (plan_.path == CopyPlan::Path::shared) {
    append(out_, plan_.write_matrices.count > 0 ? matrix_access(true, plan_.write_matrices)
                                                : plain_access("shared", true, plan_.smem_write.access_bytes));
  }
  if (through() && threads_store()) {
    append(out_, plan_.read_matrices.count > 0 ? matrix_access(false, plan_.read_matrices)
                                               : plain_access("shared", false, plan_.smem_read.access_bytes));
  }
  if (plan_.path == CopyPlan::Path::cp_async) append(out_, async_access());
  if (turns()) append(out_, turn_functions());
  if (plan_.tma_load || plan_.tma_store) append(out_, engine_access());
  out_.text += '\n';
}

MarkedText CopyWriter::plain_access(std::string_view space, bool write, int bytes) const {
  const bool shared = space == "shared";
  const int count = bytes > 4 ? bytes / 4 : 1;
  // A value that is read only inside the mask is initialized first.
  const std::string_view direction = write ? "" : masked() ? "+" : "=";
  std::string values;
  for (int i = 0; i < count; ++i) {
    append_all(values, i == 0 ? "\"" : ", \"", direction, bytes == 2 ? 'h' : 'r', "\"(x");
    if (count > 1) append_all(values, '.', "xyzw"[i]);
    values += ')';
  }
  std::string number = numbers(write ? 1 : 0, static_cast<std::size_t>(count));
  if (count > 1) number = cat('{', number, '}');
  const std::string_view pointer = write ? "to" : "from";
  const std::string address = shared ? cat("\"r\"(static_cast<unsigned>(__cvta_generic_to_shared(", pointer, ")))")
                                     : cat("\"l\"(", pointer, ')');
  // A byte has no register of its own.
  const Holes common = {
      {"MASKED", masked()},
      {"SPACE", space},
      {"WIDTH", cat(bytes, bytes == 1 ? " byte" : " bytes")},
      {"ACCESS", access_type(bytes)},
      {"HELD", bytes == 1 ? "unsigned int" : access_type(bytes)},
      {"INSTRUCTION", cat(write ? "st." : "ld.", space, write || shared ? "." : ".nc.", access_suffix(bytes))},
      {"INSIDE", count + 1}};
  if (write) {
    return filled(templates::copy_access, "write",
                  {{"NUMBERS_TO", number}, {"VALUES", values}, {"TO_ADDRESS", address}}, common);
  }
  return filled(templates::copy_access, "read",
                {{"NUMBERS", number},
                 {"OUTPUTS", values},
                 {"FROM", count},
                 {"INPUTS", cat(address, masked() ? ", \"r\"(static_cast<unsigned>(inside))" : "",
                                shared ? " : \"memory\"" : "")},
                 {"RESULT", bytes == 1 ? "static_cast<unsigned char>(x)" : "x"}},
                common);
}

// Matrix accesses: registers of the whole warp, and rows that its lanes address.
MarkedText CopyWriter::matrix_access(bool write, const KernelMatrices& m) const {
  const std::string shape = cat(".sync.aligned.m8n8.x", m.count, m.transposed ? ".trans" : "", ".shared.b16");
  const std::string number = cat('{', numbers(write ? 1 : 0, static_cast<std::size_t>(m.count)), '}');
  if (write) {
    return filled(templates::copy_access, "write_matrices",
                  {{"COUNT", matrix_count(m)},
                   {"STORED", cat("stmatrix", shape)},
                   {"NUMBERS_TO", number},
                   {"SOURCES", registers("r", m.count)}});
  }
  return filled(templates::copy_access, "read_matrices",
                {{"COUNT", matrix_count(m)},
                 {"MATRICES", cat("ldmatrix", shape)},
                 {"NUMBERS", number},
                 {"REGISTERS", registers("=r", m.count)},
                 {"FROM", m.count}});
}

MarkedText CopyWriter::async_access() const {
  const int bytes = plan_.src.access_bytes;
  const bool past_l1 = bytes == 16 && plan_.cache_global;
  return filled(templates::copy_access, "copy_async",
                {{"MASKED", masked()}, {"PAST_L1", past_l1}, {"CACHE", past_l1 ? "cg" : "ca"}, {"BYTES", bytes}});
}

MarkedText CopyWriter::turn_functions() const {
  bool between = false;
  bool within = false;
  for (const KernelTurn* turn : {&plan_.load_turn, &plan_.store_turn}) {
    for (const KernelTurn::Exchange& e : turn->exchanges)
      (e.high * plan_.element_bits < turn->word_bits ? within : between) = true;
  }
  return filled(templates::copy_access, "turn", {{"BETWEEN", between}, {"WITHIN", within}});
}

MarkedText CopyWriter::engine_access() const {
  const auto rank = [](const std::optional<TmaTransfer>& t) { return t ? t->atom.modes.size() : std::size_t{0}; };
  const auto integers = [&](const std::optional<TmaTransfer>& t) {
    std::string out;
    for (std::size_t i = 0; i < rank(t); ++i) append_all(out, i == 0 ? "int c" : ", int c", i);
    return out;
  };
  const auto coordinates = [&](const std::optional<TmaTransfer>& t) {
    std::string out;
    for (std::size_t i = 0; i < rank(t); ++i) append_all(out, i == 0 ? "\"r\"(c" : ", \"r\"(c", i, ')');
    return out;
  };
  return filled(templates::copy_access, "engine",
                {{"ENGINE_LOADS", plan_.tma_load.has_value()},
                 {"LOAD_RANK", rank(plan_.tma_load)},
                 {"LOAD_NUMBERS", numbers(3, rank(plan_.tma_load))},
                 {"INTEGERS", integers(plan_.tma_load)},
                 {"COORDINATES", coordinates(plan_.tma_load)},
                 {"ENGINE_STORES", plan_.tma_store.has_value()},
                 {"STORE_RANK", rank(plan_.tma_store)},
                 {"STORE_NUMBERS", numbers(2, rank(plan_.tma_store))},
                 {"STORE_INTEGERS", integers(plan_.tma_store)},
                 {"STORE_COORDINATES", coordinates(plan_.tma_store)},
                 {"FENCED", threads_load()}});
}

MarkedText CopyWriter::trace_functions() const {
  const TraceShape shape = trace_shape(plan_);
  const int bytes = plan_.unit_bytes();
  MarkedText out;
  out.text = "\n";
  append(out, filled(templates::trace, "clock", {{"FIRST", std::string("threadIdx.x")}}));
  append(out, filled(templates::copy_access, "note",
                     {{"WORD", bytes == 1   ? "unsigned char"
                               : bytes == 2 ? "unsigned short"
                                            : "unsigned"},
                      {"WARPS", shape.warps},
                      {"ACCESSES", shape.accesses}}));
  append(out, filled(templates::trace, "timer", {}));
  return out;
}

}  // namespace stridescope
