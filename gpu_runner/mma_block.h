// One block of a multiplying kernel on the reference device: its shared memory, the registers of its threads, and the
// instruction as defined by its atom's thread-value layouts.
#pragma once

#include <algorithm>
#include <limits>

#include "core/base/at.h"
#include "gpu_runner/mma_runner.h"

namespace stridescope::gpu::reference {

inline constexpr double poisoned = std::numeric_limits<double>::quiet_NaN();

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

// The offset of each value of each thread of a side, thread by thread, relative to a tile.
inline std::vector<std::int64_t> places(const KernelSide& side, std::int64_t threads, std::int64_t values) {
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

  // False for threads of a warp outside of the tiling; on a GPU they repeat the work of others.
  bool works(std::int64_t thread) const { return works_[at(thread)]; }

  bool good() const { return arith_.ok(); }
  void clear() { c_.assign(at(plan_.threads * plan_.c.values), 0.0); }
  std::vector<double>& shared(const MmaFragment& f) { return f.operand == MmaOperand::a ? shared_a_ : shared_b_; }
  double c(std::int64_t thread, std::int64_t value) const { return c_[at(thread * plan_.c.values + value)]; }
  std::vector<double>& sums() { return c_; }  // thread by thread

  // Fills the registers from the tile, where `element` returns an element by its index, or from shared memory.
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
  // Like the hardware: lanes 8 i ... 8 i + 7 address the rows of matrix i, and lanes get a register of each matrix.
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
  std::vector<std::int64_t> read_a_, read_b_;  // source positions of the registers
  std::vector<double> a_, b_, c_;              // by thread, then value
};

}  // namespace stridescope::gpu::reference
