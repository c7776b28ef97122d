// The reference device for kernels that multiply: blocks, threads and registers one by one. What a thread holds comes
// through the partition of the plan, what an instruction does from the atom's thread-value layouts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <limits>
#include <thread>

#include "gpu_runner/mma_runner.h"

namespace stridescope::gpu {
namespace {

// M N K that are executed at most: about two seconds.
constexpr std::int64_t max_reference_work = std::int64_t{1} << 29;
constexpr std::int64_t max_reference_elements = std::int64_t{1} << 24;  // of a matrix, as it lies in memory

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
constexpr double poisoned = std::numeric_limits<double>::quiet_NaN();

// The table of an atom's operand, (thread, value) -> element.
struct AtomTable {
  std::int64_t threads = 0;
  std::int64_t values = 0;
  std::vector<std::int64_t> element;

  AtomTable(Arith& arith, const Layout& tv) {
    const TvTable table = TvTable::make(arith, LayoutRef(tv));
    if (arith.failed()) return;
    threads = table.threads();
    values = table.values();
    for (std::int64_t t = 0; t < threads; ++t) {
      for (std::int64_t v = 0; v < values; ++v) element.push_back(table.element(t, v));
    }
  }
};

// Where a side has each value of each thread, thread by thread, in a memory that all tiles share.
std::vector<std::int64_t> places(const KernelSide& side, std::int64_t threads, std::int64_t values) {
  std::vector<std::int64_t> out(at(threads * values));
  for (std::int64_t t = 0; t < threads; ++t) {
    for (std::int64_t v = 0; v < values; ++v) out[at(t * values + v)] = side.offset(t, v, nullptr);
  }
  return out;
}

// One block: its shared memory, and the registers of its threads.
class Block {
 public:
  Block(const MmaPlan& plan, bool exclusive_or)
      : plan_(plan),
        exclusive_or_(exclusive_or),
        a_table_(arith_, plan.tile.mma.atom.a),
        b_table_(arith_, plan.tile.mma.atom.b),
        c_table_(arith_, plan.tile.mma.atom.c),
        teams_(mma_teams(plan)) {
    for (int i = 0; i < 3; ++i) atom_[at(i)] = product(arith_, plan.tile.mma.atom.shape_mnk[i]).value;
    for (const MmaFragment* f : {&plan.a, &plan.b}) {
      auto& memory = shared(*f);
      if (f->smem) memory.assign(at(f->smem->highest + 1), poisoned);
      if (f->smem && !f->rows) read(*f) = places(*f->smem, plan.threads, f->values);
    }
    works_.assign(at(plan.threads), false);
    for (const auto& team : teams_) {
      for (const std::int64_t t : team) works_[at(t)] = true;
    }
    clear();
  }

  // Threads of the warp that the tiling does not name repeat on a GPU what others do.
  bool works(std::int64_t thread) const { return works_[at(thread)]; }

  bool good() const { return arith_.ok(); }
  void clear() { c_.assign(at(plan_.threads * plan_.c.values), 0.0); }
  std::vector<double>& shared(const MmaFragment& f) { return f.operand == MmaOperand::a ? shared_a_ : shared_b_; }
  double c(std::int64_t thread, std::int64_t value) const { return c_[at(thread * plan_.c.values + value)]; }

  // Fills the registers: of the tile that `element` gives by its index, or from shared memory.
  template <class Element>
  void load(const MmaFragment& f, const Element& element) {
    auto& to = f.operand == MmaOperand::a ? a_ : b_;
    to.assign(at(plan_.threads * f.values), poisoned);
    const auto& memory = shared(f);
    const auto& from = read(f);
    for (std::size_t i = 0; i < from.size(); ++i) to[i] = memory[at(from[i])];
    for (std::int64_t t = 0; t < plan_.threads && !f.smem; ++t) {
      for (std::int64_t v = 0; v < f.values; ++v)
        to[at(t * f.values + v)] = element(f.element.thread.at(t) + f.element.value.at(v));
    }
    if (f.rows) load_matrices(f, to);
  }

  void multiply() {
    const auto [m, n, k] = atom_;
    std::vector<double> a(at(m * k));
    std::vector<double> b(at(n * k));
    const auto gather = [&](const MmaFragment& f, const AtomTable& table, const std::vector<std::int64_t>& team,
                            const std::vector<double>& from, std::int64_t first, std::vector<double>& to) {
      std::fill(to.begin(), to.end(), poisoned);
      for (std::int64_t t = 0; t < table.threads; ++t) {
        for (std::int64_t v = 0; v < table.values; ++v) {
          to[at(table.element[at(t * table.values + v)])] = from[at(team[at(t)] * f.values + first + v)];
        }
      }
    };
    for (const auto& team : teams_) {
      for (std::int64_t kk = 0; kk < plan_.atoms[2]; ++kk) {
        for (std::int64_t mm = 0; mm < plan_.atoms[0]; ++mm) {
          gather(plan_.a, a_table_, team, a_, plan_.a.atom_values * (mm + plan_.atoms[0] * kk), a);
          for (std::int64_t nn = 0; nn < plan_.atoms[1]; ++nn) {
            gather(plan_.b, b_table_, team, b_, plan_.b.atom_values * (nn + plan_.atoms[1] * kk), b);
            const std::int64_t first = plan_.c.atom_values * (mm + plan_.atoms[0] * nn);
            for (std::int64_t t = 0; t < c_table_.threads; ++t) {
              for (std::int64_t v = 0; v < c_table_.values; ++v) {
                const std::int64_t element = c_table_.element[at(t * c_table_.values + v)];
                const std::int64_t row = element % m;
                const std::int64_t column = element / m;
                double sum = 0;
                for (std::int64_t i = 0; i < k; ++i) {
                  const double x = a[at(row + m * i)];
                  const double y = b[at(column + n * i)];
                  sum += exclusive_or_ ? x + y - 2 * x * y : x * y;
                }
                c_[at(team[at(t)] * plan_.c.values + first + v)] += sum;
              }
            }
          }
        }
      }
    }
  }

 private:
  // As the hardware does: lanes 8 i ... 8 i + 7 address the rows of matrix i, which every lane gets a register of.
  void load_matrices(const MmaFragment& f, std::vector<double>& to) {
    const auto& memory = shared(f);
    const std::int64_t per = 32 / f.bits;
    const std::int64_t one_k = f.registers.count * f.rest_mn;
    for (std::int64_t warp = 0; warp < plan_.threads / 32; ++warp) {
      for (std::int64_t k = 0; k < f.rest_k; ++k) {
        for (const MatrixLoad& l : f.loads) {
          for (int i = 0; i < l.count; ++i) {
            for (std::int64_t lane = 0; lane < 32; ++lane) {
              const std::int64_t reg = l.target[at(i)] + one_k * k;
              for (std::int64_t e = 0; e < per; ++e) {
                const std::int64_t row = f.transposed ? 2 * (lane % 4) + e : lane / 4;
                const std::int64_t column = f.transposed ? lane / 4 : per * (lane % 4) + e;
                const std::int64_t giver = std::int64_t{warp} * 32 + std::int64_t{8} * i + row;
                const std::int64_t offset = f.rows->offset(giver, l.address + k * f.matrix_step + column, nullptr);
                to[at((warp * 32 + lane) * f.values + reg * per + e)] = memory[at(offset)];
              }
            }
          }
        }
      }
    }
  }

  std::vector<std::int64_t>& read(const MmaFragment& f) { return f.operand == MmaOperand::a ? read_a_ : read_b_; }

  const MmaPlan& plan_;
  bool exclusive_or_;
  Arith arith_;
  AtomTable a_table_, b_table_, c_table_;
  std::vector<std::vector<std::int64_t>> teams_;
  std::vector<bool> works_;
  std::array<std::int64_t, 3> atom_ = {};
  std::vector<double> shared_a_, shared_b_;
  std::vector<std::int64_t> read_a_, read_b_;  // the places of what registers are loaded from
  std::vector<double> a_, b_, c_;              // by thread, then value
};

Json device_json() {
  return {{"kind", "reference"}, {"name", "the CPU, thread by thread: it proves, it never tells a time"}};
}

std::optional<Outcome> injected(const RunContext& context) {
  if (context.inject == "hang") {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  if (context.inject == "fault") std::raise(SIGSEGV);
  if (context.inject == "die") std::raise(SIGKILL);
  if (context.inject == "memory") return Outcome{error_result("memory", "out of memory (injected)"), false};
  return std::nullopt;
}

// Compares all of C, which lies in memory by its own layout.
void compare(const MmaPlan& plan, const MmaProof& proof, const ProductReference& reference,
             const std::vector<double>& c, std::int64_t lowest, Json& result) {
  std::int64_t wrong = 0;
  std::vector<std::int64_t> examples;
  for (std::int64_t n = 0; n < proof.extents[1]; ++n) {
    for (std::int64_t m = 0; m < proof.extents[0]; ++m) {
      const std::int64_t coordinate = m + proof.extents[0] * n;
      if (reference.right(m, n, c[at(proof.c.at(coordinate) - lowest)])) continue;
      ++wrong;
      if (examples.size() < max_wrong_told) examples.push_back(coordinate);
    }
  }
  result["verify"] = {{"by", "cpu"}, {"checked", proof.extents[0] * proof.extents[1]}, {"wrong", wrong}};
  if (wrong > 0) {
    result["status"] = "wrong";
    result["verify"]["examples"] = wrong_products(plan, proof, examples);
  }
}

Json too_much(const MmaProof& proof) {
  return {{"checked", 0},
          {"reason", "the reference device executes at most " + std::to_string(max_reference_work) +
                         " products of matrices of 2^24 elements, this kernel has " +
                         std::to_string(proof.extents[0] * proof.extents[1] * proof.extents[2])}};
}

}  // namespace

Reach reach_of(const TensorIndex& tensor) {
  Reach out = {tensor.index.smallest(), tensor.index.largest()};
  for (const KernelSwizzle& s : tensor.swizzles) {
    out.highest += s.offset;
    std::int64_t top = 1;
    while (top <= s.swizzle.zzz()) top *= 2;
    if (s.swizzle.bits > 0) out.highest |= top - 1;
  }
  return out;
}

ProductReference::ProductReference(const MmaProof& proof) : proof_(proof), k_(proof.extents[2]) {
  const auto fill = [&](const TensorIndex& tensor, const DataType& type, std::int64_t rows, std::uint32_t seed,
                        std::vector<double>& to) {
    const ValueFormat format = *value_format(type);
    const Reach reach = reach_of(tensor);
    to.resize(at(rows * k_));
    for (std::int64_t k = 0; k < k_; ++k) {
      for (std::int64_t i = 0; i < rows; ++i) {
        const auto x = static_cast<std::uint64_t>(tensor.at(i + rows * k) - reach.lowest);
        to[at(i * k_ + k)] = decoded_value(format, coded_value(format, x, seed));
      }
    }
  };
  fill(proof.a, proof.type_a, proof.extents[0], seed_a, a_);
  fill(proof.b, proof.type_b, proof.extents[1], seed_b, b_);
}

bool ProductReference::right(std::int64_t m, std::int64_t n, double got) const {
  double sum = 0;
  double terms = 0;
  const double* x = &a_[at(m * k_)];
  const double* y = &b_[at(n * k_)];
  for (std::int64_t k = 0; k < k_; ++k) {
    const double one = term(x[k], y[k]);
    sum += one;
    terms += std::fabs(one);
  }
  return std::fabs(got - sum) <= proof_.tolerance.of_terms * terms + proof_.tolerance.of_sum * std::fabs(sum);
}

Json wrong_products(const MmaPlan& plan, const MmaProof& proof, const std::vector<std::int64_t>& coordinates) {
  Json out = Json::array();
  for (const std::int64_t c : coordinates) {
    if (out.size() == max_wrong_told) break;
    const std::int64_t m = c % proof.extents[0];
    const std::int64_t n = c / proof.extents[0];
    const auto pair = [](std::int64_t x, std::int64_t y) {
      return "(" + std::to_string(x) + "," + std::to_string(y) + ")";
    };
    Json one = {{"coordinate", pair(m, n)}, {"tile", pair(m / plan.extents[0], n / plan.extents[1])}};
    const std::int64_t element = m % plan.extents[0] + plan.extents[0] * (n % plan.extents[1]);
    Json owners = Json::array();
    for (std::int64_t t = 0; t < plan.threads && owners.size() < 4; ++t) {
      for (std::int64_t v = 0; v < plan.c.values; ++v) {
        if (plan.c.element.thread.at(t) + plan.c.element.value.at(v) != element) continue;
        owners.push_back({{"thread", t}, {"value", v}});
        break;
      }
    }
    one["stored_by"] = std::move(owners);
    out.push_back(std::move(one));
  }
  return out;
}

Outcome run_reference(const MmaPlan& plan, const RunRequest&, const RunContext& context) {
  if (auto ended = injected(context)) return std::move(*ended);
  const auto proof = proof_of(plan);
  if (!proof) return {error_result(code_name(proof.error().code), proof.error().message, proof.error().hint), false};
  Json result = {{"status", "ok"}, {"device", device_json()}};
  result["predicted"] = {{"flops", plan.flops()}};
  context.event("verify", "executing a tile on the CPU");
  const ProductReference reference(*proof);
  Block block(plan, proof->exclusive_or);
  if (!block.good()) return {error_result("internal", "the atom's layouts have no table"), false};
  for (const MmaFragment* f : {&plan.a, &plan.b}) {
    const bool a = f->operand == MmaOperand::a;
    const std::int64_t rows = plan.extents[a ? 0 : 1];
    const auto element = [&](std::int64_t i) {
      return a ? reference.a(i % rows, i / rows) : reference.b(i % rows, i / rows);
    };
    if (f->smem) {
      const auto smem = tensor_index(a ? *plan.tile.smem_a : *plan.tile.smem_b);
      for (std::int64_t i = 0; i < rows * plan.extents[2]; ++i) block.shared(*f)[at(smem->at(i))] = element(i);
    }
    block.load(*f, element);
  }
  block.multiply();
  std::vector<double> c(at(plan.extents[0] * plan.extents[1]), poisoned);
  for (std::int64_t t = 0; t < plan.threads; ++t) {
    for (std::int64_t v = 0; block.works(t) && v < plan.c.values; ++v) {
      c[at(plan.c.element.thread.at(t) + plan.c.element.value.at(v))] = block.c(t, v);
    }
  }
  compare(plan, *proof, reference, c, 0, result);
  return {std::move(result), false};
}

Outcome run_reference(const GemmPlan& plan, const RunRequest&, const RunContext& context) {
  if (auto ended = injected(context)) return std::move(*ended);
  const auto proof = proof_of(plan);
  if (!proof) return {error_result(code_name(proof.error().code), proof.error().message, proof.error().hint), false};
  Json result = {{"status", "ok"}, {"device", device_json()}};
  result["predicted"] = predictions(plan);
  const std::int64_t m = plan.extents[0];
  const std::int64_t n = plan.extents[1];
  const std::int64_t k = plan.extents[2];
  bool large = m * n > max_reference_work / k;
  for (const TensorIndex* tensor : {&proof->a, &proof->b, &proof->c}) {
    large = large || reach_of(*tensor).elements() > max_reference_elements;
  }
  for (const std::int64_t elements : {m * n, m * k, n * k}) large = large || elements > max_reference_elements;
  if (large) {
    result["verify"] = too_much(*proof);
    return {std::move(result), false};
  }
  context.event("verify", "executing " + std::to_string(plan.tiles) + " blocks on the CPU");
  const ProductReference reference(*proof);
  const MmaPlan& math = plan.math;
  Block block(math, proof->exclusive_or);
  if (!block.good()) return {error_result("internal", "the atom's layouts have no table"), false};
  const Reach reach = reach_of(proof->c);
  std::vector<double> c(at(reach.elements()), poisoned);
  // Global memory as the copies address it: by offset.
  const auto memory = [&](const TensorIndex& tensor, const DataType& type, std::uint32_t seed) {
    const Reach r = reach_of(tensor);
    const ValueFormat format = *value_format(type);
    std::vector<double> out(at(r.elements()));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = decoded_value(format, coded_value(format, i, seed));
    return out;
  };
  const std::vector<double> memory_a = memory(proof->a, proof->type_a, seed_a);
  const std::vector<double> memory_b = memory(proof->b, proof->type_b, seed_b);
  bool inside = true;
  std::vector<std::int64_t> written[2];
  for (int i = 0; i < 2 && plan.path == GemmPlan::Path::threads; ++i) {
    const CopyPlan& copy = i == 0 ? plan.copy_a : plan.copy_b;
    written[i] = places(copy.smem_write, copy.threads, copy.load_values);
  }
  const auto by_threads = [&](const CopyPlan& copy, const std::vector<double>& from, std::vector<double>& to,
                              std::int64_t tile_mn, std::int64_t tile_k) {
    const std::int64_t tile[2] = {tile_mn, tile_k};
    const std::vector<std::int64_t>& targets = written[&copy == &plan.copy_a ? 0 : 1];
    for (std::int64_t t = 0; t < copy.threads; ++t) {
      for (std::int64_t v = 0; v < copy.load_values; ++v) {
        const bool there = copy.inside(t, v, tile, true);
        const std::int64_t x = there ? copy.src.offset(t, v, tile) - copy.src.lowest : 0;
        const std::int64_t y = targets[at(t * copy.load_values + v)];
        inside = inside && x >= 0 && at(x) < from.size() && y >= 0 && at(y) < to.size();
        if (inside) to[at(y)] = there ? from[at(x)] : 0;
      }
    }
  };
  const auto by_boxes = [&](const GemmTma& tma, const MmaFragment& f, std::int64_t rows, std::int64_t first,
                            std::int64_t first_k, std::vector<double>& to) {
    std::array<std::int64_t, 2> box = {1, 1};
    for (std::size_t i = 0; i < tma.atom.modes.size(); ++i) box[at(tma.atom.modes[i])] = tma.atom.box[i];
    const bool k_first = tma.atom.modes[0] == 1;
    const bool a = f.operand == MmaOperand::a;
    for (const TmaBox& b : tma.boxes) {
      for (std::int64_t y = 0; y < box[1]; ++y) {
        for (std::int64_t x = 0; x < box[0]; ++x) {
          const std::int64_t row = first + b.mn + x;
          const std::int64_t depth = first_k + b.k + y;
          const std::int64_t offset = f.smem->swizzled(b.offset + (k_first ? y + box[1] * x : x + box[0] * y));
          const bool there = row < rows && depth < k;
          to[at(offset)] = !there ? 0 : a ? reference.a(row, depth) : reference.b(row, depth);
        }
      }
    }
  };
  auto told = std::chrono::steady_clock::now();
  for (std::int64_t tile = 0; tile < plan.tiles; ++tile) {
    std::int64_t coordinates[2];
    plan.tile_coordinates(tile, coordinates[0], coordinates[1]);
    block.clear();
    for (std::int64_t step = 0; step < plan.grid[2]; ++step) {
      if (plan.path == GemmPlan::Path::threads) {
        by_threads(plan.copy_a, memory_a, block.shared(math.a), coordinates[0], step);
        by_threads(plan.copy_b, memory_b, block.shared(math.b), coordinates[1], step);
        if (!inside) return {error_result("fault", "a copy leaves its memory"), false};
      } else {
        by_boxes(plan.tma_a, math.a, m, coordinates[0] * math.extents[0], step * math.extents[2], block.shared(math.a));
        by_boxes(plan.tma_b, math.b, n, coordinates[1] * math.extents[1], step * math.extents[2], block.shared(math.b));
      }
      const auto none = [](std::int64_t) { return poisoned; };
      block.load(math.a, none);
      block.load(math.b, none);
      block.multiply();
      if (context.cancelled()) return {cancelled_result(), false};
    }
    for (std::int64_t t = 0; t < math.threads; ++t) {
      for (std::int64_t v = 0; block.works(t) && v < math.c.values; ++v) {
        bool there = true;
        for (const KernelEdge& e : plan.edges) {
          there = there && e.load.thread.at(t) + e.load.value.at(v) + e.load.tile[0].at(coordinates[0]) +
                                   e.load.tile[1].at(coordinates[1]) <
                               e.extent;
        }
        if (!there) continue;
        const std::int64_t x = plan.c.offset(t, v, coordinates) - reach.lowest;
        if (x < 0 || x >= reach.elements()) return {error_result("fault", "a thread stores outside C"), false};
        c[at(x)] = block.c(t, v);
      }
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(500)) continue;
    told = now;
    context.event("verify", std::to_string(tile) + " of " + std::to_string(plan.tiles) + " blocks");
  }
  compare(math, *proof, reference, c, reach.lowest, result);
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
