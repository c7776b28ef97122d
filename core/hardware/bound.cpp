// Reads the table of GPUs, and computes the time that each pipe needs at its peak, in integers: picoseconds, rounded
// up, so that a bound is never below the exact value.
#include "core/hardware/bound.h"

#include <array>

#include "core/base/checked.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr Gpu table[] = {
#define STRIDESCOPE_GPU(name, product, arch, sms, mhz, dram, l2, tflops, source, drivers) \
  {#name, product, #arch, sms, mhz, dram, l2, tflops, source, drivers},
#include "core/hardware/gpus.def"
#undef STRIDESCOPE_GPU
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Computes amount * unit / rate, rounded up.
bool time_of(std::int64_t amount, std::int64_t unit, std::int64_t rate, std::int64_t& out) {
  if (mul_overflows(amount, unit, out) || add_overflows(out, rate - 1, out)) return false;
  out /= rate;
  return true;
}

// Rounds to the nearest hundredth of the unit: "111.85 us".
std::string time_text(std::int64_t ps) {
  static constexpr std::array<std::string_view, 4> units = {" ps", " ns", " us", " ms"};
  if (ps < 1000) return cat(ps, units[0]);
  std::size_t unit = 1;
  std::int64_t scale = 1000;
  // 999.995 of a unit would print as 1000.00: use 1.00 of the next unit.
  while (unit + 1 < units.size() && ps >= scale * 1000 - scale / 200) {
    scale *= 1000;
    ++unit;
  }
  std::int64_t whole = ps / scale;
  std::int64_t hundredths = (ps % scale * 100 + scale / 2) / scale;
  whole += hundredths / 100;
  hundredths %= 100;
  return cat(whole, '.', hundredths / 10, hundredths % 10, units[unit]);
}

}  // namespace

std::span<const Gpu> gpus() { return table; }

const Gpu* find_gpu(std::string_view name) {
  for (const Gpu& gpu : table) {
    bool same = gpu.name.size() == name.size();
    for (std::size_t i = 0; same && i < name.size(); ++i) same = lower(gpu.name[i]) == lower(name[i]);
    if (same) return &gpu;
  }
  return nullptr;
}

Term name_of(Bound::Pipe pipe) {
  constexpr std::array<Term, 4> names = {term("DRAM"), term("L2"), term("shared memory"), term("tensor cores")};
  return names[static_cast<std::size_t>(pipe)];
}

Result<Bound> bound(const Gpu& gpu, const Work& work) {
  if (work.dram_bytes < 0 || work.l2_bytes < 0 || work.shared_wavefronts < 0 || work.tensor_operations < 0) {
    return failure(ErrorCode::arguments, say("work cannot be negative"));
  }
  Bound out;
  const auto pipe = [&](Bound::Pipe which, std::optional<std::int64_t>& to, std::int64_t amount, std::int64_t unit,
                        std::int64_t rate) {
    if (rate == 0) return true;
    std::int64_t ps = 0;
    if (!time_of(amount, unit, rate, ps)) return false;
    to = ps;
    if (ps > out.predicted_ps) {
      out.predicted_ps = ps;
      out.binding = which;
    }
    return true;
  };
  // 1 GB/s is a byte per nanosecond; 1 TFLOP/s is an operation per picosecond; a multiprocessor serves a wavefront per
  // clock.
  const bool fits =
      pipe(Bound::Pipe::dram, out.dram_ps, work.dram_bytes, 1000, gpu.dram_gb_per_s) &&
      pipe(Bound::Pipe::l2, out.l2_ps, work.l2_bytes, 1'000'000, gpu.l2_bytes_per_clock * gpu.clock_mhz) &&
      pipe(Bound::Pipe::shared_memory, out.shared_ps, work.shared_wavefronts, 1'000'000,
           gpu.multiprocessors * gpu.clock_mhz) &&
      pipe(Bound::Pipe::tensor, out.tensor_ps, work.tensor_operations, 10, gpu.tensor_tflops_e1);
  if (!fits) return failure(ErrorCode::overflow, say("the predicted time does not fit 64 bits"));
  return out;
}

std::vector<AnalysisRow> rows_of(const Bound& b, const Gpu& gpu, const Work& work) {
  const auto row = [](Bound::Pipe pipe, const std::optional<std::int64_t>& ps, Message what) -> AnalysisRow {
    if (!ps) return {name_of(pipe), say("unknown: the rate is not published"), {}};
    return {name_of(pipe), Message::verbatim(time_text(*ps)), std::move(what)};
  };
  return {
      {{},
       say("prediction for {}: at least {}, limited by {}", gpu.product, time_text(b.predicted_ps), name_of(b.binding)),
       {}},
      row(Bound::Pipe::dram, b.dram_ps, say("{} {byte|bytes} at {} GB/s", work.dram_bytes, gpu.dram_gb_per_s)),
      row(Bound::Pipe::l2, b.l2_ps,
          say("{} {byte|bytes} at {} {byte|bytes} per clock of {} MHz", work.l2_bytes, gpu.l2_bytes_per_clock,
              gpu.clock_mhz)),
      row(Bound::Pipe::shared_memory, b.shared_ps,
          say("{} {wavefront|wavefronts} over {} {multiprocessor|multiprocessors} of {} MHz", work.shared_wavefronts,
              gpu.multiprocessors, gpu.clock_mhz)),
      row(Bound::Pipe::tensor, b.tensor_ps,
          say("{} {operation|operations} at {} TFLOP/s", work.tensor_operations,
              cat(gpu.tensor_tflops_e1 / 10, '.', gpu.tensor_tflops_e1 % 10))),
  };
}

}  // namespace stridescope
