#include "core/codegen/phase_probe.h"

#include <algorithm>
#include <bit>

#include "core/codegen/kernel_writer.h"

namespace stridescope {
namespace {

constexpr int row_bytes = bank_count * bank_bytes;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

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
  return cat(R"cuda(// Only counters tell wavefronts. `stridescope run` counts all pairs of lanes; this launches one:
//   nvcc -std=c++17 -O3 -arch=native -o phases phases.cu && ncu --metrics $COUNTERS ./phases 8|16 I J
//   COUNTERS=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
// Three launches: lanes I and J alone; in a crowd, their words apart; in a crowd, both in the same banks. They share
// a wavefront alone when the first takes one, in a crowd when the third takes one more than the second.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

)cuda",
             phase_probe_text().text, R"cuda(
int main(int argc, char** argv) {
  const int bytes = argc == 4 ? std::atoi(argv[1]) : 0, i = argc == 4 ? std::atoi(argv[2]) : 0;
  const int j = argc == 4 ? std::atoi(argv[3]) : 0;
  if ((bytes != 8 && bytes != 16) || i < 0 || j < 0 || i > 31 || j > 31 || i == j) {
    std::printf("usage: phases 8|16 I J, two lanes of 0 to 31\n");
    return 2;
  }
  unsigned *table = nullptr, *sums = nullptr;
  cudaMalloc(&table, )cuda",
             4 * phase_table_words, R"cuda();
  cudaMalloc(&sums, 128);
  for (int pattern = 0; pattern < 3; ++pattern) {
    unsigned lanes[)cuda",
             phase_table_words, R"cuda(];
    for (int k = 0; k < )cuda",
             phase_table_words, R"cuda(; ++k) lanes[k] = k < 32 && pattern > 0 ? 2u * bytes : ~0u;
    lanes[i] = )cuda",
             row_bytes, R"cuda(;
    lanes[j] = )cuda",
             2 * row_bytes, R"cuda( + (pattern == 2 ? 0 : bytes);
    cudaMemcpy(table, lanes, sizeof lanes, cudaMemcpyHostToDevice);
    if (bytes == 8) {
      stridescope_phases_8<<<1, 32>>>(table, 0, sums);
    } else {
      stridescope_phases_16<<<1, 32>>>(table, 0, sums);
    }
  }
  const cudaError_t e = cudaDeviceSynchronize();
  std::printf("%s\n", e == cudaSuccess ? "launched" : cudaGetErrorString(e));
  return e == cudaSuccess ? 0 : 1;
}
)cuda");
}

}  // namespace stridescope
