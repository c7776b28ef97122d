// Occupancy by hand and by NVIDIA's calculator; bounds by hand.
#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/hardware/bound.h"
#include "core/hardware/occupancy.h"
#include "core/runs/devices.h"

namespace stridescope {
namespace {

constexpr std::int64_t kib = 1024;

Occupancy fits(std::string_view arch, std::int64_t threads, std::int64_t registers, std::int64_t shared) {
  const Architecture* a = find_architecture(arch);
  REQUIRE(a != nullptr);
  const auto out = occupancy(*a, {threads, registers, shared});
  REQUIRE(out);
  return *out;
}

bool refused(std::string_view arch, std::int64_t threads, std::int64_t registers, std::int64_t shared) {
  return !occupancy(*find_architecture(arch), {threads, registers, shared});
}

}  // namespace

TEST_CASE("occupancy: one block is one block in words") {
  const BlockResources block = {1024, 64, 0};
  const Architecture& a = *find_architecture("sm90");
  const auto out = occupancy(a, block);
  REQUIRE(out);
  REQUIRE(out->blocks == 1);
  for (const AnalysisRow& row : rows_of(*out, a, block))
    CHECK_MESSAGE((" " + english(row.value)).find(" 1 blocks") == std::string::npos, english(row.value));
}

TEST_CASE("occupancy: blocks by each limit") {
  const Occupancy small = fits("sm90", 128, 32, 0);
  CHECK(small.blocks == 16);
  CHECK(small.limit == Occupancy::Limit::threads);
  CHECK(small.warps == small.max_warps);
  // 168 registers: 5376 a warp, 3 warps in each quarter of the registers.
  const Occupancy fat = fits("sm90", 128, 168, 98304);
  CHECK(fat.blocks_by_registers == 3);
  CHECK(fat.blocks_by_shared_memory == 2);
  CHECK(fat.blocks == 2);
  CHECK(fat.limit == Occupancy::Limit::shared_memory);
  CHECK(fat.shared_bytes_per_block == 98304 + 1024);
  CHECK(fits("sm80", 32, 16, 0).limit == Occupancy::Limit::blocks);
  CHECK(fits("sm80", 32, 16, 0).warps == 32);
  // A register is allocated in units of 8 per thread.
  CHECK(fits("sm75", 256, 65, 0).blocks_by_registers == fits("sm75", 256, 72, 0).blocks_by_registers);
  CHECK(fits("sm75", 256, 64, 0).blocks == 4);
  CHECK(fits("sm70", 96, 255, 0).blocks_by_registers == 2);
  CHECK(fits("sm120", 1024, 64, 99 * kib).blocks == 1);
  CHECK(find_architecture("sm_90a") == find_architecture("90"));
  CHECK(find_architecture("sm42") == nullptr);
}

TEST_CASE("occupancy: blocks that can never run are refused") {
  CHECK(refused("sm90", 0, 32, 0));
  CHECK(refused("sm90", 1025, 32, 0));
  CHECK(refused("sm90", 128, 256, 0));
  CHECK(refused("sm90", 1024, 72, 0));
  CHECK(refused("sm90", 128, 32, 227 * kib + 1));
  CHECK_FALSE(refused("sm90", 128, 32, 227 * kib));
  CHECK(refused("sm75", 128, 32, 65 * kib));
}

TEST_CASE("the architectures of the table keep what holds of all") {
  for (const Architecture& a : architectures()) {
    CAPTURE(a.name);
    CHECK(a.registers == 65536);
    CHECK(a.threads % 512 == 0);
    CHECK(a.block_shared_bytes + a.reserved_shared_bytes == a.shared_bytes);
  }
  for (const Gpu& gpu : gpus()) {
    CAPTURE(gpu.name);
    CHECK(find_architecture(gpu.architecture) != nullptr);
    // The tensor cores' rate is a whole number of operations a clock and multiprocessor, near a power of two.
    const double rate = static_cast<double>(gpu.tensor_tflops_e1) * 1e11 /
                        static_cast<double>(gpu.multiprocessors * gpu.clock_mhz) / 1e6;
    double power = 512;
    while (power * 1.5 < rate) power *= 2;
    CHECK(rate / power > 0.9);
    CHECK(rate / power < 1.05);
  }
}

TEST_CASE("bounds: times print to the nearest hundredth, without false decimals") {
  const Gpu* h200 = find_gpu("H200");
  REQUIRE(h200);
  const auto dram = [&](std::int64_t ps) {
    Bound b;
    b.dram_ps = b.predicted_ps = ps;
    return english(rows_of(b, *h200, {})[1].value);
  };
  // 536,870,912 bytes at 4,800 GB/s take 111.848 us.
  const auto read = bound(*h200, {536870912, 0, 0, 0});
  REQUIRE(read);
  CHECK(english(rows_of(*read, *h200, {536870912, 0, 0, 0})[1].value) == "111.85 us");
  CHECK(dram(0) == "0 ps");
  CHECK(dram(999) == "999 ps");
  CHECK(dram(1000) == "1.00 ns");
  CHECK(dram(1004) == "1.00 ns");
  CHECK(dram(1005) == "1.01 ns");
  CHECK(dram(999'994) == "999.99 ns");
  CHECK(dram(999'995) == "1.00 us");
  CHECK(dram(138'911'415) == "138.91 us");
  CHECK(dram(999'995'000) == "1.00 ms");
  CHECK(dram(123'456'789'012'345) == "123456.79 ms");
}

TEST_CASE("bounds: the longest time binds") {
  const Gpu* h100 = find_gpu("h100");
  REQUIRE(h100 != nullptr);
  // A GEMM of 4096: 137 GFLOP at 989 TFLOP/s, 139 us; 100 MB at 3352 GB/s, 30 us.
  const auto gemm = bound(*h100, {100663296, 0, 0, 137438953472});
  REQUIRE(gemm);
  CHECK(gemm->binding == Bound::Pipe::tensor);
  CHECK(gemm->predicted_ps / 1000000 == 138);
  CHECK(*gemm->dram_ps / 1000000 == 30);
  CHECK_FALSE(gemm->l2_ps);
  const auto copy = bound(*h100, {std::int64_t{1} << 32, 0, 1, 0});
  REQUIRE(copy);
  CHECK(copy->binding == Bound::Pipe::dram);
  // One wavefront a clock on each of 132 multiprocessors.
  const auto shared = bound(*h100, {0, 0, std::int64_t{132} * 1980, 0});
  REQUIRE(shared);
  CHECK(shared->predicted_ps == 1000000);
  CHECK_FALSE(bound(*h100, {-1, 0, 0, 0}));
  CHECK_FALSE(bound(*h100, {std::int64_t{1} << 62, 0, 0, 0}));
  CHECK(english(rows_of(*gemm, *h100, {100663296, 0, 0, 137438953472}).front().value).find("prediction") == 0);
}

TEST_CASE("devices: the peak of a driver's name, of no slower form and no other product") {
  const auto peak = [](std::string_view name) {
    const Gpu* gpu = gpu_of_driver(name);
    return gpu == nullptr ? 0 : gpu->dram_gb_per_s;
  };
  CHECK(peak("NVIDIA H200") == 4800);
  CHECK(peak("NVIDIA H100 80GB HBM3") == 3352);
  CHECK(peak("NVIDIA A100-SXM4-80GB") == 2039);
  CHECK(peak("NVIDIA GeForce RTX 4090") == 1008);
  CHECK(peak("GeForce RTX 4090") == 1008);
  CHECK(peak("NVIDIA GeForce RTX 3090") == 936);
  CHECK(peak("NVIDIA GeForce RTX 5090") == 1792);
  CHECK(peak("Tesla V100-SXM2-32GB") == 900);
  CHECK(peak("Tesla T4") == 320);
  CHECK(peak("NVIDIA L40S") == 864);
  CHECK(peak("NVIDIA B200") == 8000);
  for (const Gpu& gpu : gpus()) {
    CAPTURE(gpu.name);
    CHECK_FALSE(gpu.driver_names.empty());
    CHECK(gpu_of_driver(cat("NVIDIA ", gpu.driver_names.substr(0, gpu.driver_names.find('|')))) == &gpu);
  }
  // Names of products as the driver's README lists them.
  for (const char* other : {"",
                            "CPU",
                            "NVIDIA",
                            "NVIDIA H100 PCIe",
                            "NVIDIA H100 NVL",
                            "NVIDIA H100 80GB HBM3 MIG 1g.10gb",
                            "NVIDIA H100 64GB HBM2",
                            "NVIDIA H100 80GB HBM2e",
                            "NVIDIA H200 NVL",
                            "NVIDIA GH200 480GB",
                            "NVIDIA H800",
                            "NVIDIA H20",
                            "NVIDIA A100-PCIE-40GB",
                            "NVIDIA A100 80GB PCIe",
                            "NVIDIA A100-SXM4-40GB",
                            "NVIDIA A100X",
                            "NVIDIA A10",
                            "NVIDIA GeForce RTX 3090 Ti",
                            "NVIDIA GeForce RTX 4090 D",
                            "NVIDIA GeForce RTX 4090 Laptop GPU",
                            "NVIDIA GeForce RTX 5090 D",
                            "NVIDIA GeForce RTX 5090 Laptop GPU",
                            "NVIDIA L40",
                            "NVIDIA L4",
                            "NVIDIA T400 4GB",
                            "NVIDIA T4G",
                            "Tesla V100-PCIE-16GB",
                            "Tesla V100-SXM3-32GB",
                            "NVIDIA B200 MIG 1g.23gb",
                            "NVIDIA GB200",
                            "NVIDIA B300 SXM6 AC"}) {
    CAPTURE(other);
    CHECK(gpu_of_driver(other) == nullptr);
  }
}

}  // namespace stridescope
