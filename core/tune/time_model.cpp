// The model and its constants. Each constant has a comment; rates.def gives their sources.
#include "core/tune/time_model.h"

#include <algorithm>
#include <cmath>

#include "core/hardware/occupancy.h"
#include "core/kernels/gemm/gemm_fetch.h"
#include "core/kernels/kernel_limits.h"
#include "core/memory/global_memory.h"
#include "core/tune/sync_rate.h"

namespace stridescope {
namespace {

// --- constants ---

constexpr double launch_us = 3.8;  // from the start of a launch to the first tile, and from the last tile to its end
constexpr double wave_us = 1.14;   // to fill and to drain the pipeline of a tile of mma.sync
// For wgmma: its blocks iterate over tiles and load the stages of the next tile while they store.
constexpr double launch_wgmma_us = 5.22;
constexpr double fill_us = 1.0;            // to fill the pipeline of the first tile
constexpr double tile_us = 0.07;           // for each further tile
constexpr double cluster_us = 0.76;        // to start blocks together
constexpr double multiply_of_peak = 0.97;  // fraction of the data sheet's dense rate without any waiting
constexpr double turn_us = 0.55;           // from the request for a stage to its first product
constexpr double turn_cluster_us = 0.42;   // in addition if both blocks of a cluster must be ready
constexpr double pipeline_norm = 3.27;     // exponent of the norm that combines overlapping parts
constexpr double far_tiles = 0.101;        // slowdown per doubling of A and B beyond 64 MiB, which L2 caches less
constexpr double store_elements = 5.07;    // of C by threads, per multiprocessor: elements per ns, of 16 or 32 bits
constexpr double store_engine_gb = 98;     // by the copy engine, during the next tile: bytes per ns
constexpr double add_elements = 7.6;       // elements of C per ns that the epilogue reads
constexpr double fetch_elements = 32;      // the same if the copy engine has loaded it before
constexpr double curve_elements = 11;      // elements per ns, for activations with exponentials
constexpr double split_us = 1.24;          // for two waits of the blocks of a cluster for each other
constexpr double sums_gb = 61;             // bytes per ns of sums to shared memory and from that of other blocks
constexpr double sums_us = 0.01;           // in addition per thousand sums, for each block with a part of them
constexpr double pass_gb = 26;             // bytes per ns of sums that go through L2 to another block
constexpr double parts_of_l2 = 0.6;        // fraction of L2's rate if few blocks at a time read parts of K
constexpr double multiply_sync = 0.937;    // fraction of the peak of mma.sync, which is reached only from registers
// The number of clusters of each size that run at a time on an H100 with 132 multiprocessors, according to its driver:
// a cluster must not span the parts of the GPU, which have at most 18 multiprocessors.
constexpr std::int64_t clusters_of[] = {0, 132, 66, 39, 30, 22, 17, 15, 15, 7, 7, 7, 7, 7, 7, 7, 7};
constexpr double stage_us = 0.075;      // a step of mma.sync along K: a barrier, and the loads before the next one
constexpr double store_sync_gb = 16.3;  // the same if pairs of elements go to 8 rows, as for mma.sync
// slowdown if rows begin within a sector of 32 bytes: boxes read more of them
constexpr double straddled_sector = 2.63;
// The clock relative to its nominal rate, for a product that takes `us` microseconds: power limits it.
struct ClockPoint {
  double us, clock;
};
constexpr ClockPoint clocks_wgmma[] = {{20, 1.117}, {60, 1}, {400, 0.927}, {700, 0.933}};
constexpr ClockPoint clocks_sync[] = {{20, 1.067}, {60, 1}, {400, 1}, {700, 0.904}};
constexpr double clock_sync = 0.773;  // fraction of the boost clock, for loads from shared memory during mma.sync
// Between 60 and 360 us, idle multiprocessors of the last wave increasingly leave their power to the others.
constexpr double shared_power_from_us = 60;
constexpr double shared_power_over_us = 300;

constexpr double copy_latency_us = 0.88;    // from the first load of a block to its last store
constexpr double barrier_latency_us = 0.4;  // in addition if its threads write shared memory, wait, and read it
// For sums; fitted to all 1,087 candidates of tests/gpu/sums_h100.json.
constexpr double load_latency_us = 0.43;  // from the loads that a thread issues together to their addition
constexpr double loads_ahead = 3;         // loads per thread, including later steps, if the loads and its sums need
constexpr std::int64_t words_ahead = 12;  // fewer words than this, for which the compiler has registers
constexpr double meeting_us = 0.24;       // in addition if threads of a block add in shared memory
constexpr double reads_of_l2 = 1.3;       // times L2's rate for copies, which also write
constexpr double arrival_us = 1.45;       // until the last block of a sum knows that it is the last
constexpr double share_us = 0.055;        // then per number that each of its threads adds from the other blocks
constexpr double part_of_line = 1.2;      // slowdown from DRAM for 128-byte lines that several blocks share
// fraction of the memory time: above it, the number of loads in flight matters, too
constexpr double waits_alike = 0.9;
constexpr double l1_bytes = 128 * 1024;  // bytes of the tiles in flight that L1 keeps
constexpr double row_ns = 1.75;          // time of the copy engine for a row of a box, per multiprocessor
constexpr double norm = 2.6;             // exponent of the norm that combines overlapping parts

struct Rates {
  std::string_view gpu;
  double dram_of_peak, sectors_gb, tiles_gb;
};
constexpr Rates rates[] = {
#define STRIDESCOPE_RATES(gpu, dram, sectors, tiles) {#gpu, dram, sectors, tiles},
#include "core/tune/rates.def"
#undef STRIDESCOPE_RATES
};

const Rates* rates_of(const Gpu& gpu) {
  for (const Rates& r : rates) {
    if (r.gpu == gpu.name) return &r;
  }
  return nullptr;
}

// For a GPU without measurements: the rates of an H100, scaled by clock and number of multiprocessors.
Rates rates_or_scaled(const Gpu& gpu) {
  if (const Rates* known = rates_of(gpu)) return *known;
  const Gpu* h100 = find_gpu("H100");
  Rates out = rates[0];
  const double scale = static_cast<double>(gpu.multiprocessors * gpu.clock_mhz) /
                       static_cast<double>(h100->multiprocessors * h100->clock_mhz);
  out.sectors_gb *= scale;
  out.tiles_gb *= scale;
  return out;
}

double clock_at(const ClockPoint (&clocks)[4], double us) {
  if (us <= clocks[0].us) return clocks[0].clock;
  for (std::size_t i = 1; i < std::size(clocks); ++i) {
    const ClockPoint& a = clocks[i - 1];
    const ClockPoint& b = clocks[i];
    if (us <= b.us) return a.clock + (b.clock - a.clock) * (us - a.us) / (b.us - a.us);
  }
  return clocks[std::size(clocks) - 1].clock;
}

double dbl(std::int64_t x) { return static_cast<double>(x); }

double& part(TimePrediction& p, TimeLimit limit) { return p.part_us[static_cast<std::size_t>(limit)]; }

void set_binding(TimePrediction& p) {
  p.binds = TimeLimit::dram;
  for (std::size_t i = 1; i < time_limits; ++i) {
    if (p.part_us[i] > p.part(p.binds)) p.binds = static_cast<TimeLimit>(i);
  }
  if (p.part(TimeLimit::launch) * 2 > p.us) p.binds = TimeLimit::launch;
}

// Number of blocks with that many threads and registers per thread that run together on a multiprocessor.
std::int64_t resident(const Gpu& gpu, std::int64_t threads, std::int64_t registers, std::int64_t shared_bytes) {
  const Architecture* arch = find_architecture(gpu.architecture);
  if (arch == nullptr) return 1;
  const auto fit = occupancy(*arch, {(threads + 31) / 32 * 32, std::min<std::int64_t>(255, registers), shared_bytes});
  return fit ? std::max<std::int64_t>(1, fit->blocks) : 1;
}

constexpr double short_us = 15;
Message short_doubt() {
  return say("a launch of a few microseconds: the overhead around the kernel varies from run to run");
}

// --- copies ---

std::int64_t count_of(const CopyPrediction& counts, std::string_view begin, std::string_view end) {
  std::int64_t out = 0;
  for (const PredictedCount& c : counts.counts) {
    if (c.counter.starts_with(begin) && c.counter.ends_with(end)) out += c.count;
  }
  return out;
}

// Number of blocks of a copy that run together on a multiprocessor.
std::int64_t resident(const CopyPlan& plan, const Gpu& gpu) {
  const std::int64_t held =
      std::max(plan.load_threads == 1 ? 0 : plan.load_values, plan.store_threads == 1 ? 0 : plan.store_values) *
      std::max(plan.element_bits, 8) / 32;
  return resident(gpu, plan.threads, 16 + held, plan.shared_bytes);
}

double rows_of(const TmaTransfer& transfer, std::int64_t elements) {
  const std::int64_t row = transfer.atom.box.empty() ? 1 : std::max<std::int64_t>(1, transfer.atom.box[0]);
  return dbl(elements) / dbl(row);
}

// The number of sectors that are requested from L2. L1 serves repeated requests of a warp within a few lines, and a
// tile that is read in pieces if the tiles in flight fit.
double sectors_of(const CopyPlan& plan, const CopyPrediction& counts, std::int64_t blocks) {
  const double ideal = dbl(plan.bytes_of(plan.elements)) / 32;
  double read =
      dbl(count_of(counts, "l1tex__t_sectors_", "op_ld.sum") + count_of(counts, "l1tex__m_xbar2l1tex", ".sum"));
  double written =
      dbl(count_of(counts, "l1tex__t_sectors_", "op_st.sum") + count_of(counts, "l1tex__m_l1tex2xbar", ".sum"));
  const double tile = dbl(plan.bytes_of(plan.elements)) / dbl(std::max<std::int64_t>(1, plan.tiles));
  const bool one_piece = plan.kernel.access_bytes < 16 && plan.load_values * plan.element_bits <= 128;
  if (one_piece || tile * dbl(blocks) <= l1_bytes) read = std::min(read, ideal);
  if (one_piece) written = std::min(written, ideal);
  return read + written;
}

TimePrediction copy_time(const CopyPlan& plan, const Gpu& gpu) {
  const Rates r = rates_or_scaled(gpu);
  TimePrediction out;
  const double processors = dbl(gpu.multiprocessors);
  const CopyPrediction counts = predict(plan);
  const std::int64_t together_blocks = resident(plan, gpu);
  const double wavefronts = dbl(count_of(counts, "l1tex__data_pipe_lsu_wavefronts_mem_shared", ".sum"));
  part(out, TimeLimit::launch) = launch_us;
  part(out, TimeLimit::dram) = dbl(plan.bytes_moved()) / (dbl(gpu.dram_gb_per_s) * r.dram_of_peak * 1e3);
  part(out, TimeLimit::l2) = sectors_of(plan, counts, together_blocks) * 32 / (r.sectors_gb * 1e3);
  part(out, TimeLimit::shared_memory) = wavefronts / (processors * dbl(gpu.clock_mhz));
  double rows = 0;
  if (plan.tma_load) rows += rows_of(*plan.tma_load, plan.elements / plan.unit_elements());
  if (plan.tma_store) rows += rows_of(*plan.tma_store, plan.elements / plan.unit_elements());
  part(out, TimeLimit::engine) = rows * row_ns / (processors * 1e3);
  const double together = processors * dbl(together_blocks) * dbl(plan.stages);
  const double rounds = std::max(1.0, dbl(plan.tiles) / together);
  const bool through = plan.path == CopyPlan::Path::shared;
  part(out, TimeLimit::latency) = rounds * (copy_latency_us + (through ? barrier_latency_us : 0));
  out.busy = std::min(1.0, dbl(plan.tiles) / processors);
  double sum = std::pow(std::max(out.part(TimeLimit::dram), out.part(TimeLimit::l2)), norm);
  for (const TimeLimit l : {TimeLimit::shared_memory, TimeLimit::engine, TimeLimit::latency}) {
    sum += std::pow(out.part(l), norm);
  }
  out.us = launch_us + std::pow(sum, 1 / norm);
  const double written = dbl(count_of(counts, "l1tex__t_sectors_", "op_st.sum"));
  if (written > 1.05 * dbl(plan.bytes_of(plan.elements)) / 32)
    out.doubt = say("it writes partial sectors: the fewer of them L2 can merge, the longer it takes");
  else if (out.us < short_us)
    out.doubt = short_doubt();
  set_binding(out);
  return out;
}

}  // namespace

Term name_of(TimeLimit limit) {
  constexpr Term names[] = {term("launch"),    term("DRAM"),          term("L2"),      term("tensor cores"),
                            term("storing C"), term("shared memory"), term("latency"), term("copy engine")};
  return names[static_cast<std::size_t>(limit)];
}

bool is_fitted(const Gpu& gpu) { return rates_of(gpu) != nullptr; }

TimePrediction predict_time(const ProductFacts& f, const Gpu& gpu) {
  const Rates r = rates_or_scaled(gpu);
  TimePrediction out;
  const double processors = dbl(gpu.multiprocessors);
  const auto [m, n, k] = f.extents;
  const auto [bm, bn, bk] = f.tile;
  const double bytes = f.bits / 8.0;
  const std::int64_t steps = ((k + bk - 1) / bk + f.split - 1) / f.split;  // per block
  const double depth = dbl(steps * bk);
  const double tiles = dbl((m + bm - 1) / bm) * dbl((n + bn - 1) / bn) * dbl(f.split);
  const std::int64_t together = std::clamp<std::int64_t>(f.cluster[0] * f.cluster[1] * f.split, 1, 16);
  const double clusters = std::floor(dbl(clusters_of[together]) * processors / 132);
  const double slots = f.stream > 0    ? dbl(f.stream)
                       : together == 1 ? processors * dbl(f.blocks)
                                       : std::max(1.0, clusters) * dbl(together);
  out.waves = static_cast<std::int64_t>(std::ceil(tiles / slots));
  // Operations per us of one multiprocessor.
  const double peak = dbl(gpu.tensor_tflops_e1) * 1e5 / processors;
  const double elements = dbl(bm * bn) / 1e3;  // elements of a tile of C, in thousands
  double multiply = 2 * dbl(bm) * dbl(bn) * depth / peak;
  double store = elements * f.bits_c / 8;
  double read = 0;
  double turn = 0;
  if (f.wgmma) {
    multiply *= f.bits / 16.0 / multiply_of_peak;
    // A wgmma of 64 x N takes N / 2 cycles to multiply, and 16 + N / 4 to read A and B from shared memory.
    multiply *= std::max(1.0, (16 + dbl(f.instruction_n) / 4) / (dbl(f.instruction_n) / 2));
    store = f.boxed ? store / store_engine_gb : elements / store_elements;
    if (f.split > 1) {
      store = store / dbl(f.split) + split_us + elements * (2 * 4 / sums_gb + sums_us * dbl(f.split));
    }
    const bool whole =
        std::all_of(std::begin(f.row_bytes), std::end(f.row_bytes), [](std::int64_t row) { return row % 32 == 0; });
    const double far = std::max(0.0, std::log2((dbl(m) + dbl(n)) * dbl(k) * bytes / (64 << 20)));
    // Multiprocessors without a tile leave their part of L2's rate to the others.
    const double rate =
        r.tiles_gb * 1e3 * (f.split > 1 ? parts_of_l2 : 1) / std::min(tiles, slots) / (1 + far_tiles * far);
    read = (dbl(bm) / dbl(f.cluster[1]) + dbl(bn) / dbl(f.cluster[0])) * depth * bytes *
           (whole ? 1 : straddled_sector) / rate;
    turn = (dbl(steps) * (turn_us + (together > 1 ? turn_cluster_us : 0)) + read + multiply) / dbl(f.stages);
  } else {
    multiply *= dbl(f.blocks) / (multiply_sync * f.rate);
    multiply += dbl(steps) * stage_us;
    store *= dbl(f.blocks) / (f.boxed ? store_engine_gb : store_sync_gb);
  }
  if (f.adds_c) store += elements / (f.fetched ? fetch_elements : add_elements);
  if (f.curved) store += elements / curve_elements;
  const double loads = f.wavefronts * dbl(f.blocks) / (dbl(gpu.clock_mhz) * clock_sync);
  const double one = store + (f.wgmma ? std::pow(std::pow(multiply, pipeline_norm) + std::pow(read, pipeline_norm) +
                                                     std::pow(turn, pipeline_norm),
                                                 1 / pipeline_norm)
                                      : std::max(multiply, loads));
  // With two teams, one tile is stored while another is multiplied: only the store of the last tile is exposed, and
  // each team has twice the time per tile.
  const double seen = std::max(0.0, 2 * store - one) / 2 + store / dbl(out.waves);
  const double hidden = f.teams > 1 ? std::max(0.0, store - seen) : 0;
  const double dram = (dbl(m) * dbl(k) + dbl(n) * dbl(k)) * bytes + dbl(m) * dbl(n) * f.bits_c / 8 * (f.adds_c ? 2 : 1);
  const double dram_us = dram / (dbl(gpu.dram_gb_per_s) * r.dram_of_peak * 0.93 * 1e3);
  const double begin = f.wgmma ? launch_wgmma_us : launch_us;
  // If blocks share the steps along K, the last wave is not short; but each block passes the sums of a tile to another,
  // which adds them.
  const double rounds = tiles / slots;
  const StreamOrder order = {std::max<std::int64_t>(1, f.stream / together),
                             static_cast<std::int64_t>(tiles) / together, steps};
  const bool shared = f.stream > 0 && order.shared() > 0;
  const double pass = shared ? 2 * elements * 4 / pass_gb : 0;
  const double fixed =
      begin + pass + (f.wgmma ? fill_us + dbl(out.waves - 1) * tile_us + (together > 1 ? cluster_us : 0) : wave_us);
  double waves = shared ? rounds : dbl(out.waves);
  double clock = 1;
  const double each = one - hidden;
  out.us = fixed + waves * each;
  for (int i = 0; i < 12; ++i) {  // iterates, since the clock depends on the time
    clock = clock_at(f.wgmma ? clocks_wgmma : clocks_sync, out.us);
    const double power = std::clamp((out.us - shared_power_from_us) / shared_power_over_us, 0.0, 1.0);
    if (tiles > slots && !shared) waves = dbl(out.waves) - power * (dbl(out.waves) - tiles / slots);
    out.us = (out.us + std::max(waves * each / clock, dram_us) + fixed) / 2;
  }
  part(out, TimeLimit::launch) = begin;
  part(out, TimeLimit::dram) = dram_us;
  part(out, TimeLimit::l2) = waves * read / clock;
  part(out, TimeLimit::tensor) = waves * multiply / clock;
  part(out, TimeLimit::store) = waves * (store - hidden) / clock;
  part(out, TimeLimit::shared_memory) = waves * loads / clock;
  part(out, TimeLimit::store) += pass;
  part(out, TimeLimit::latency) = fixed - begin - pass + waves * turn / clock;
  out.busy = shared ? 1 : tiles / (dbl(out.waves) * slots);
  const bool aligned =
      std::all_of(std::begin(f.row_bytes), std::end(f.row_bytes), [](std::int64_t row) { return row % 128 == 0; });
  if (f.wgmma && !f.boxed && f.split == 1 && dbl(out.waves) * store > 0.25 * out.us)
    out.doubt = say("its threads store C in partial sectors, which L2 merges to a varying degree");
  else if (!f.wgmma && f.blocks > 1 && dbl(out.waves) * store > 0.25 * out.us)
    out.doubt = say("blocks that run together store C while others multiply, to a varying degree");
  else if (f.waits)
    out.doubt = say("its threads have no registers to load the next operands ahead, so they wait");
  else if (f.narrow)
    out.doubt = say("it reads A or B less than 16 bytes at a time, which the model does not count");
  else if (f.wgmma && shared && together == 1)
    out.doubt = say("blocks at different steps along K share less in L2, unless a cluster multicasts it");
  else if (f.wgmma && shared && rounds < 1)
    out.doubt = say("several blocks share each tile; the time that they wait for each other's sums is not modeled");
  else if (f.wgmma && f.stages == 2)
    out.doubt = say("with two stages the copy engine waits for products, and products wait for it");
  else if (f.wgmma && !aligned)
    out.doubt =
        say("rows begin inside a memory line: which part of the line is still in L2 depends on the order of the boxes");
  else if (f.wgmma && read > 0.9 * multiply)
    out.doubt =
        say("the share of A and B that is still in L2 for the next read depends on the tiles that run together");
  else if (out.us < short_us)
    out.doubt = short_doubt();
  set_binding(out);
  return out;
}

ProductFacts facts_of(const GemmKernel& kernel) {
  Arith arith;
  ProductFacts out;
  const Layout& a = domain_layout(kernel.a);
  const Layout& b = domain_layout(kernel.b);
  out.extents[0] = product(arith, a.shape[0]).value;
  out.extents[1] = product(arith, b.shape[0]).value;
  out.extents[2] = product(arith, a.shape[1]).value;
  out.bits = stored_bits(kernel.tile.mma.atom.val_a);
  out.bits_c = kernel.type_c.bits;
  out.adds_c = kernel.epilogue.beta != 0;
  out.curved = is_curved(kernel.epilogue.activation);
  return out;
}

std::int64_t product_blocks(const Gpu& gpu, std::int64_t threads, std::int64_t sums, std::int64_t shared_bytes) {
  // About a hundred registers in addition to the sums.
  return resident(gpu, threads, sums + 100, shared_bytes);
}

SumFacts facts_of(const ReducePlan& plan) {
  SumFacts out;
  // If predict_reads cannot count them, tiles begin inside sectors: each access has its own sector.
  const std::int64_t counted = count_of(predict_reads(plan.load), "l1tex__t_sectors_", "op_ld.sum");
  out.sectors = counted > 0 ? counted : plan.load.elements / plan.load.access_elements(plan.load.src);
  out.bytes = plan.bytes_moved();
  out.threads = plan.threads;
  out.words = plan.values * std::max(plan.load.element_bits, 8) / 32 + plan.sums;
  out.loads = plan.values / plan.load.access_elements(plan.load.src);
  out.shared_bytes = plan.shared_bytes;
  out.blocks = plan.blocks();
  out.steps = (plan.steps + plan.parts - 1) / plan.parts;
  out.meets = plan.groups > 1;
  // A mode along which the next tile, of another block, begins at the end of a row of this tile.
  for (std::size_t i = 0; i < plan.load.grid.size(); ++i) {
    const std::vector<KernelDigit>& digits = plan.load.src.map.tile[i].digits;
    if (plan.load.grid[i] > 1 && (!plan.summed[i] || plan.split()) && !digits.empty() &&
        digits[0].stride == plan.load.tile[i])
      out.row_bytes = plan.load.bytes_of(plan.load.tile[i]);
  }
  if (plan.split()) out.shares = plan.last_block().shares_of_thread();
  return out;
}

TimePrediction predict_time(const SumFacts& f, const Gpu& gpu) {
  const Rates r = rates_or_scaled(gpu);
  TimePrediction out;
  const double processors = dbl(gpu.multiprocessors);
  const double resident_blocks = dbl(resident(gpu, f.threads, 24 + f.words, f.shared_bytes));
  const double rounds = std::max(1.0, dbl(f.blocks) / (processors * resident_blocks));
  // All loads of a step are in flight at once, or a few loads of several steps.
  const double at_once = std::max(dbl(f.loads), f.words < words_ahead ? loads_ahead : 1);
  const double turns = std::max(1.0, dbl(f.steps * f.loads) / at_once);
  const double active = std::min(processors, dbl(f.blocks));
  const bool parted = f.row_bytes > 0 && f.row_bytes < cache_line_bytes;
  part(out, TimeLimit::launch) = launch_us;
  part(out, TimeLimit::dram) =
      dbl(f.bytes) / (dbl(gpu.dram_gb_per_s) * r.dram_of_peak * 1e3) * (parted ? part_of_line : 1);
  part(out, TimeLimit::l2) = dbl(f.sectors) * 32 / (r.sectors_gb * reads_of_l2 * 1e3);
  // Per multiprocessor: the time that its blocks wait, and one sector per clock for scattered loads.
  part(out, TimeLimit::latency) = std::max(rounds * (turns * load_latency_us + (f.meets ? meeting_us : 0)),
                                           dbl(f.sectors) / (active * dbl(gpu.clock_mhz)));
  out.busy = std::min(1.0, dbl(f.blocks) / processors);
  const double memory = std::max(out.part(TimeLimit::dram), out.part(TimeLimit::l2));
  const double waits = out.part(TimeLimit::latency);
  // While the last block adds, nothing else runs.
  const double last = f.shares > 0 ? arrival_us + share_us * dbl(f.shares) : 0;
  part(out, TimeLimit::latency) += last;
  out.us = launch_us + std::pow(std::pow(memory, norm) + std::pow(waits, norm), 1 / norm) + last;
  if (out.us < short_us)
    out.doubt = short_doubt();
  else if (waits > waits_alike * memory)
    out.doubt = say("latency-bound: depends on how many loads the compiler keeps in flight");
  else if (out.part(TimeLimit::l2) > out.part(TimeLimit::dram))
    out.doubt = say("its lanes read parts of lines; L1 may hold the rest");
  set_binding(out);
  return out;
}

Result<ProductFacts> facts_of(const GemmPlan& plan, const Gpu& gpu) {
  const MmaPlan& math = plan.math;
  ProductFacts out = facts_of(plan.kernel);
  out.wgmma = math.form == MmaPlan::Form::wgmma;
  const MmaAtom& atom = math.tile.mma.atom;
  if (!out.wgmma && math.form != MmaPlan::Form::warp) {
    return failure(ErrorCode::unsupported, say("no time is predicted for {}: its rate is not recorded", atom.name));
  }
  if (!has_instruction(gpu, atom)) {
    return failure(ErrorCode::unsupported,
                   say("no time is predicted for {}: {} does not support it", atom.name, gpu.product),
                   say("it is an instruction of {}", architecture_name(atom.arch)));
  }
  out.rate = out.wgmma ? 1 : sync_rate(atom, gpu);
  if (out.rate == 0 || gpu.tensor_tflops_e1 == 0) {
    return failure(ErrorCode::unsupported,
                   say("no time is predicted for {}: the speed of {} is not documented", atom.name, gpu.product));
  }
  out.bits = math.a.bits;  // for sparse matrices the bits of the stored elements
  for (std::size_t i = 0; i < 3; ++i) out.tile[i] = math.extents[i];
  Arith arith;
  out.instruction_n = product(arith, atom.shape_mnk[1]).value;
  out.split = plan.split;
  out.stream = plan.stream;
  out.teams = plan.teams;
  out.cluster[0] = plan.cluster[0];
  out.cluster[1] = plan.cluster[1];
  out.boxed = plan.boxed.has_value();
  out.stages = std::max<std::int64_t>(1, plan.stages);
  out.fetched = fetch_of(plan).stages > 0;
  if (plan.path == GemmPlan::Path::tma) {
    out.waits = !out.wgmma && !plan.loads_next();
    for (std::size_t i = 0; i < 2; ++i) {
      const TmaAtom& box = (i == 0 ? plan.tma_a : plan.tma_b).atom;
      out.row_bytes[i] = box.stride_bytes.empty() ? 128 : box.stride_bytes[0];
    }
    return out;
  }
  out.narrow = std::min(plan.copy_a.src.access_bytes, plan.copy_b.src.access_bytes) < 16;
  out.blocks = product_blocks(gpu, plan.threads, math.c.register_count(), plan.shared_bytes);
  const std::int64_t wavefronts =
      count_of(predict_mma(math, 1, plan.grid[2]), "l1tex__data_pipe_lsu_wavefronts_mem_shared", "op_ld.sum");
  out.wavefronts = dbl(wavefronts);
  return out;
}

Result<TimePrediction> predict_time(const KernelPlan& plan, const Gpu& gpu) {
  const auto* gemm = plan.as<GemmPlan>();
  const auto facts = gemm != nullptr ? facts_of(*gemm, gpu) : ProductFacts{};
  if (!facts) return failure(facts.error());
  if (auto why = lacking(plan, gpu.architecture)) return failure(std::move(*why));
  if (gemm != nullptr) return predict_time(*facts, gpu);
  if (const auto* copy = plan.as<CopyPlan>()) return copy_time(*copy, gpu);
  if (const auto* sum = plan.as<ReducePlan>()) return predict_time(facts_of(*sum), gpu);
  return failure(ErrorCode::unsupported, say("no time is predicted for a kernel that does not multiply or copy"));
}

}  // namespace stridescope
