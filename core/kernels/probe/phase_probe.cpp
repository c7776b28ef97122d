// The probe of shared memory's phases: patterns of addresses for each pair of lanes, the text of its kernel, and how a
// count of a whole launch is read back as digits, one a pattern.
#include "core/kernels/probe/phase_probe.h"

#include <algorithm>
#include <bit>

#include "core/base/at.h"
#include "core/kernels/kernel_writer.h"

namespace stridescope {
namespace {

constexpr int row_bytes = bank_count * bank_bytes;

int patterns_of(int launch) { return std::min(phase_digits, phase_patterns - launch * phase_digits); }

// The kernel of one width.
MarkedText kernel_text(int bytes) {
  const bool two = bytes == 8;
  return filled(templates::probe_phases, "kernel",
                {{"WIDTH", bytes},
                 {"DIGITS", phase_digits},
                 {"BASE", phase_base},
                 {"MEMORY", phase_memory_bytes},
                 {"VARIABLES", two ? "x, y" : "x, y, z, w"},
                 {"VECTOR", access_suffix(bytes)},
                 {"NUMBERS", two ? "{%0, %1}" : "{%0, %1, %2, %3}"},
                 {"FROM", two ? 2 : 4},
                 {"OUTPUTS", two ? "\"=r\"(x), \"=r\"(y)" : "\"=r\"(x), \"=r\"(y), \"=r\"(z), \"=r\"(w)"},
                 {"SUM", two ? "x ^ y" : "x ^ y ^ z ^ w"},
                 {"STORED", two ? "{%1, %1}" : "{%1, %1, %1, %1}"}});
}

}  // namespace

LanePair phase_pair(int number) {
  int i = 0;
  for (; number >= 31 - i; ++i) number -= 31 - i;
  return {i, i + 1 + number};
}

WarpRequest phase_request(int bytes, LanePair pair, PhasePattern pattern) {
  WarpRequest out;
  if (pattern != PhasePattern::alone) {
    out.active = ~std::uint32_t{0};
    out.address.fill(std::int64_t{2} * bytes);
  }
  out.active |= std::uint32_t{1} << pair.i | std::uint32_t{1} << pair.j;
  out.address[at(pair.i)] = row_bytes;
  out.address[at(pair.j)] = 2 * row_bytes + (pattern == PhasePattern::clash ? 0 : bytes);
  return out;
}

std::vector<std::uint32_t> phase_table(int bytes) {
  std::vector<std::uint32_t> out(at(phase_launches * phase_table_words), ~std::uint32_t{0});
  for (int p = 0; p < phase_patterns; ++p) {
    const WarpRequest request = phase_request(bytes, phase_pair(p / 3), static_cast<PhasePattern>(p % 3));
    for (int lane = 0; lane < 32; ++lane) {
      if ((request.active >> lane & 1) != 0)
        out[at(32 * p + lane)] = static_cast<std::uint32_t>(request.address[at(lane)]);
    }
  }
  return out;
}

std::int64_t phase_accesses(int launch) {
  std::int64_t out = 0;
  std::int64_t repetitions = 1;
  for (int d = 0; d < patterns_of(launch); ++d, repetitions *= phase_base) out += repetitions;
  return out;
}

bool read_phase_count(std::uint64_t count, int launch, std::span<int> wavefronts) {
  for (int d = 0; d < patterns_of(launch); ++d, count /= phase_base)
    wavefronts[at(launch * phase_digits + d)] = static_cast<int>(count % phase_base);
  return count == 0;
}

std::vector<int> predicted_phases(int bytes, SharedOperation operation) {
  std::vector<int> out(at(phase_patterns));
  for (int p = 0; p < phase_patterns; ++p) {
    const WarpRequest request = phase_request(bytes, phase_pair(p / 3), static_cast<PhasePattern>(p % 3));
    out[at(p)] = shared_request(request, bytes, {operation}).wavefronts;
  }
  return out;
}

PhaseRelation phase_relation(std::span<const int> wavefronts, bool crowd) {
  PhaseRelation out = {};
  for (int lane = 0; lane < 32; ++lane) out[at(lane)] = std::uint32_t{1} << lane;
  for (int number = 0; number < phase_pairs; ++number) {
    const LanePair pair = phase_pair(number);
    const auto count = [&](PhasePattern pattern) { return wavefronts[at(3 * number + static_cast<int>(pattern))]; };
    const bool known = count(PhasePattern::apart) >= 0 && count(PhasePattern::clash) >= 0;
    const bool shared =
        crowd ? known && count(PhasePattern::clash) - count(PhasePattern::apart) == 1 : count(PhasePattern::alone) == 1;
    if (!shared) continue;
    out[at(pair.i)] |= std::uint32_t{1} << pair.j;
    out[at(pair.j)] |= std::uint32_t{1} << pair.i;
  }
  return out;
}

KernelText phase_probe_text() {
  KernelText out;
  out.name = "stridescope_phases_8";
  out.blocks = 1;
  out.threads = 32;
  append(out, filled(templates::probe_phases, "head", {{"DIGITS", phase_digits}, {"BASE", phase_base}}));
  append(out, kernel_text(8));
  append(out, kernel_text(16));
  return out;
}

std::string phase_standalone_text() {
  MarkedText out = filled(templates::host_probe, "phases_head", {});
  out.text += phase_probe_text().text;
  append(out, filled(templates::host_probe, "phases_main",
                     {{"TABLE_BYTES", 4 * phase_table_words},
                      {"TABLE_WORDS", phase_table_words},
                      {"ROW", row_bytes},
                      {"TWO_ROWS", 2 * row_bytes}}));
  return std::move(out.text);
}

}  // namespace stridescope
