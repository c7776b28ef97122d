// Each key of a tiling's answer is a function of the language: one program evaluates all of them.
#include "core/cli/golden_lines.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/tiled/atom.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::cli {
namespace {

struct Question {
  std::string_view kind;
  std::string_view key;  // key of the answer, and the function for its value
  char operand;          // A, B, C, L (layout) or 0
  bool of_thread;
};

constexpr Question questions[] = {
    {"tiled_mma", "thr_layout_vmnk", 0, false},
    {"tiled_mma", "atom_shape_mnk", 0, false},
    {"tiled_mma", "tile_size_mnk", 0, false},
    {"tiled_mma", "permutation_mnk", 0, false},
    {"tiled_mma", "num_threads", 0, false},
    {"tiled_mma", "layoutA_TV", 0, false},
    {"tiled_mma", "layoutB_TV", 0, false},
    {"tiled_mma", "layoutC_TV", 0, false},
    {"thrfrg", "thrfrg_A", 'L', false},
    {"thrfrg", "thrfrg_B", 'L', false},
    {"thrfrg", "thrfrg_C", 'L', false},
    {"partition", "partition_A", 'A', true},
    {"partition", "partition_B", 'B', true},
    {"partition", "partition_C", 'C', true},
    {"partition", "partition_shape_C", 'C', false},
    {"partition", "partition_C_identity", 'C', true},
    {"tiled_copy", "tiler_mn", 0, false},
    {"tiled_copy", "tiled_layout_tv", 0, false},
    {"tiled_copy", "num_threads", 0, false},
    {"tiled_copy", "num_values", 0, false},
    {"tiled_copy", "layoutS_TV", 0, false},
    {"tiled_copy", "layoutD_TV", 0, false},
    {"copy_partition", "tidfrg_S", 'L', false},
    {"copy_partition", "tidfrg_D", 'L', false},
    {"copy_partition", "partition_S", 'L', true},
    {"copy_partition", "partition_D", 'L', true},
    {"copy_partition", "partition_S_identity", 'L', true},
};

}  // namespace

Result<std::string> atom_json(std::string_view name) {
  const auto value = find_atom(name);
  if (!value) return failure(value.error());
  const auto* mma = value->as<MmaAtom>();
  const auto* copy = value->as<CopyAtom>();
  std::string text;
  JsonWriter out(text);
  out.open_object();
  for (const AtomFact& fact : mma != nullptr ? facts_of(*mma) : facts_of(*copy)) {
    if (fact.values.size() == 1) {
      out.field(fact.name, fact.values[0]);
      continue;
    }
    out.key(fact.name);
    out.open_array();
    for (const std::string& one : fact.values) out.string(one);
    out.close_array();
  }
  out.close_object();
  return text;
}

bool is_tiled_line(std::string_view kind) {
  for (const Question& question : questions) {
    if (question.kind == kind) return true;
  }
  return false;
}

Result<std::vector<std::pair<std::string, std::string>>> answer_tiled_line(const TiledLine& line, Workspace& workspace,
                                                                           IntegerMode mode) {
  // A single program: the tiling, then a statement for each key.
  std::string program = cat("tiling_ = ", line.expr, '\n');
  std::vector<std::string_view> keys;
  for (const Question& question : questions) {
    if (question.kind != line.kind) continue;
    const std::string& operand = question.operand == 'A'   ? line.a
                                 : question.operand == 'B' ? line.b
                                 : question.operand == 'C' ? line.c
                                                           : line.layout;
    if ((question.operand != 0 && operand.empty()) || (question.of_thread && line.thread.empty())) continue;
    append_all(program, question.key, "(tiling_");
    if (question.of_thread) append_all(program, ", ", line.thread);
    if (question.operand != 0) append_all(program, ", ", operand);
    program.append(")\n");
    keys.push_back(question.key);
  }
  const Report& report = workspace.evaluate(program, mode);
  if (const Diagnostic* wrong = first_failure(report))
    return failure(ErrorCode::arguments, wrong->message, wrong->hint);
  if (report.bindings.size() != keys.size() + 1)
    return failure(ErrorCode::syntax, say("each expression of the line must be a single expression"));
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t i = 0; i < keys.size(); ++i) out.emplace_back(keys[i], report.bindings[i + 1].text);
  return out;
}

}  // namespace stridescope::cli
