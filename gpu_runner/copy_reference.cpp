#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "gpu_runner/runner.h"

namespace stridescope::gpu {
namespace {

constexpr std::int64_t max_reference_elements = std::int64_t{1} << 24;

std::string number(std::int64_t n) { return std::to_string(n); }

// Executes block after block. Every offset is checked: what would be a fault on a GPU is one here.
class Machine {
 public:
  explicit Machine(const CopyPlan& plan)
      : plan_(plan),
        through_(plan.path != CopyPlan::Path::registers),
        src_(size(plan.src)),
        dst_(size(plan.dst), poison),
        shared_(through_ ? static_cast<std::size_t>(plan.shared_bytes / plan.element_bytes) : 0) {
    for (std::size_t i = 0; i < src_.size(); ++i) src_[i] = element_code(i, 0);
  }

  // False when the partition leaves its memory; `where` says how.
  bool block(std::int64_t b, std::string& where) {
    std::vector<std::int64_t> tile(plan_.grid.size());
    plan_.tile_coordinates(b, tile.data());
    std::fill(shared_.begin(), shared_.end(), poison);
    for (std::int64_t t = 0; t < plan_.threads; ++t) {
      for (std::int64_t v = 0; v < plan_.load_values; ++v) {
        if (!plan_.inside(t, v, tile.data(), true)) continue;
        const auto* from = at(src_, plan_.src.offset(t, v, tile.data()) - plan_.src.lowest);
        auto* to = through_ ? at(shared_, plan_.smem_write.offset(t, v, nullptr))
                            : at(dst_, plan_.dst.offset(t, v, tile.data()) - plan_.dst.lowest);
        if (from == nullptr || to == nullptr) return outside(b, t, v, where);
        *to = *from;
      }
    }
    for (std::int64_t t = 0; through_ && t < plan_.threads; ++t) {
      for (std::int64_t v = 0; v < plan_.store_values; ++v) {
        if (!plan_.inside(t, v, tile.data(), false)) continue;
        const auto* from = at(shared_, plan_.smem_read.offset(t, v, nullptr));
        auto* to = at(dst_, plan_.dst.offset(t, v, tile.data()) - plan_.dst.lowest);
        if (from == nullptr || to == nullptr) return outside(b, t, v, where);
        *to = *from;
      }
    }
    return true;
  }

  bool right(const TensorIndex& src, const TensorIndex& dst, std::int64_t c) {
    const auto* from = at(src_, src.at(c) - plan_.src.lowest);
    const auto* to = at(dst_, dst.at(c) - plan_.dst.lowest);
    return from != nullptr && to != nullptr && *from == *to;
  }

 private:
  static constexpr std::uint64_t poison = 0xA5A5A5A5A5A5A5A5ULL;

  static std::size_t size(const KernelSide& side) { return static_cast<std::size_t>(side.highest - side.lowest + 1); }
  static std::uint64_t* at(std::vector<std::uint64_t>& memory, std::int64_t offset) {
    return offset >= 0 && offset < static_cast<std::int64_t>(memory.size()) ? &memory[static_cast<std::size_t>(offset)]
                                                                            : nullptr;
  }
  static bool outside(std::int64_t b, std::int64_t t, std::int64_t v, std::string& where) {
    where = "block " + number(b) + ", thread " + number(t) + ", value " + number(v) + " leaves its memory";
    return false;
  }

  const CopyPlan& plan_;
  bool through_;
  std::vector<std::uint64_t> src_;
  std::vector<std::uint64_t> dst_;
  std::vector<std::uint64_t> shared_;
};

}  // namespace

Outcome run_reference(const CopyPlan& plan, const RunRequest&, const RunContext& context) {
  if (context.inject == "hang") {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  if (context.inject == "fault") std::raise(SIGSEGV);
  if (context.inject == "die") std::raise(SIGKILL);
  if (context.inject == "memory") return {error_result("memory", "out of memory (injected)"), false};
  Json result = {
      {"status", "ok"},
      {"device", {{"kind", "reference"}, {"name", "the CPU, thread by thread: it proves, it never tells a time"}}}};
  const std::int64_t reach = std::max(plan.src.highest - plan.src.lowest, plan.dst.highest - plan.dst.lowest);
  if (plan.elements > max_reference_elements || reach > 4 * max_reference_elements) {
    result["verify"] = {
        {"checked", 0},
        {"reason", "the reference device executes at most " + number(max_reference_elements) + " elements"}};
    result["predicted"] = predictions(plan);
    return {std::move(result), false};
  }
  context.event("verify", "executing " + number(plan.tiles) + " blocks on the CPU");
  Machine machine(plan);
  auto told = std::chrono::steady_clock::now();
  for (std::int64_t b = 0; b < plan.tiles; ++b) {
    std::string where;
    if (!machine.block(b, where)) return {error_result("fault", where), false};
    if (b % 16 != 0) continue;
    if (context.cancelled()) return {cancelled_result(), false};
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(500)) continue;
    told = now;
    context.event("verify", number(b) + " of " + number(plan.tiles) + " blocks");
  }
  const auto src = tensor_index(plan.kernel.src);
  const auto dst = tensor_index(plan.kernel.dst);
  std::int64_t wrong = 0;
  std::vector<std::int64_t> examples;
  for (std::int64_t c = 0; c < plan.elements; ++c) {
    if (machine.right(*src, *dst, c)) continue;
    ++wrong;
    if (examples.size() < max_wrong_told) examples.push_back(c);
  }
  result["verify"] = {{"by", "cpu"}, {"checked", plan.elements}, {"wrong", wrong}};
  if (wrong > 0) {
    result["status"] = "wrong";
    result["verify"]["examples"] = wrong_examples(plan, examples);
  }
  result["predicted"] = predictions(plan);
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
