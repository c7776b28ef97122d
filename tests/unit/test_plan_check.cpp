// Tests the plan of a block's work against counts that are predicted in another way; and traces against plans: one that
// follows its plan, and others that do not.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/kernels/copy/planned_access.h"
#include "core/memory/global_memory.h"
#include "core/memory/shared_memory.h"
#include "core/trace/plan_check.h"
#include "core/workspace/workspace.h"
#include "tests/unit/traces.h"

namespace stridescope {
namespace {

struct Kernel {
  const char* program;
  bool whole = true;  // all accesses are reported
};
constexpr Kernel kernels[] = {
    {"copy_kernel(16384:1, 16384:1, (_256,_4):(_4,_1))"},
    {"tile = (32,32):(33,1)\nload = ((_32,_8),_4):((_32,_1),_8)\nstore = ((_32,_8),_4):((_1,_32),_256)\n"
     "copy_kernel((128,64):(64,1), (128,64):(1,128), (load, store), tile, tile=(32,32))"},
    // Tensors that end inside of a tile.
    {"load = ((_32,_8),_4):((_32,_1),_8)\n"
     "copy_kernel((100,70):(70,1), (100,70):(1,100), (load, load), Sw<3,0,5> o 0 o (32,32):(32,1), tile=(32,32))"},
    {"tile = Sw<3,3,3> o 0 o (_64,_64):(_1,_64)\n"
     "put = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_8,_16):(_1,_8), (_8,_1):(_1,_8))\n"
     "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_4,_1,_1), <_64,_8,_64>)\n"
     "fetch = make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T,half_t>, mma)\n"
     "copy_kernel((128,128):(1,128), (128,128):(128,1), (put, fetch), tile)"},
    {"tile = Sw<3,3,3> o 0 o (_64,_64):(_64,_1)\n"
     "copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8))\n"
     "put = make_tiled_copy(Copy_Atom<DefaultCopy,half_t>, (_16,_8):(_8,_1), (_1,_8))\n"
     "copy_kernel((256,128):(128,1), (256,128):(128,1), (copy, put), tile, stages=3)"},
    {"tile = Sw<3,3,3> o 0 o (_64,_64):(_64,_1)\n"
     "copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8))\n"
     "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2), <_32,_32,_16>)\n"
     "gemm_kernel((128,256):(256,1), (128,256):(256,1), (128,128):(128,1), copy, (tile, tile), mma, "
     "load=\"SM75_U32x4_LDSM_N\")"},
    {"A = (256,128):(128,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\n"
     "box = make_tma_atom(A, sA, \"half_t\")\n"
     "mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))\n"
     "gemm_kernel(A, A, (256,256):(256,1), (box, box), (sA, sA), mma, stages=2, dtype=\"half_t\")",
     false},
};

Value kernel_of(const char* program) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, IntegerMode::cute);
  REQUIRE_MESSAGE(report.diagnostics.empty(), program);
  return report.bindings.back().value;
}

std::int64_t launched_blocks(const KernelPlan& plan) {
  const KernelText text = cuda_text(plan);
  return text.persistent ? std::min<std::int64_t>(3, text.blocks) : text.blocks;
}

WarpRequest request_of(const std::vector<std::int64_t>& addresses, std::size_t first) {
  WarpRequest out;
  for (std::size_t lane = 0; lane < 32 && first + lane < addresses.size(); ++lane) {
    if (addresses[first + lane] < 0) continue;
    out.active |= std::uint32_t{1} << lane;
    out.address[lane] = addresses[first + lane];
  }
  return out;
}

// As a tracer sees it, with the tensors at some addresses; the loads in a loop of a product appear once.
TracedLaunch traced_plan(const KernelPlan& plan, const std::vector<std::int64_t>& traced) {
  constexpr std::pair<PlannedKind, AccessKind> kinds[] = {
      {PlannedKind::global_load, AccessKind::global_load}, {PlannedKind::global_store, AccessKind::global_store},
      {PlannedKind::shared_load, AccessKind::shared_load}, {PlannedKind::shared_store, AccessKind::shared_store},
      {PlannedKind::ldmatrix, AccessKind::ldmatrix},       {PlannedKind::stmatrix, AccessKind::stmatrix},
      {PlannedKind::async_copy, AccessKind::async_copy},
  };
  const KernelText text = cuda_text(plan);
  TracedLaunch out = launch_of(text.threads, traced, launched_blocks(plan));
  out.kernel = text.name;
  constexpr std::int64_t shared_begin = 1024;
  const auto tensor_begin = [](int tensor) { return (std::int64_t{1} << 40) + (std::int64_t{1} << 30) * tensor; };
  for (int t = 0; t < 3; ++t) out.allocations.push_back({tensor_begin(t), 1 << 30});
  for (std::size_t b = 0; b < traced.size(); ++b) {
    const auto block = planned_block(plan, traced[b], out.blocks_in_all());
    REQUIRE(block.has_value());
    for (std::size_t a = 0; a < block->accesses.size(); ++a) {
      const PlannedAccess& access = block->accesses[a];
      if (b == 0) {
        TracedInstruction instruction;
        instruction.pc = 16 * static_cast<std::int64_t>(a);
        for (const auto& [planned, kind] : kinds) {
          if (planned == access.kind) instruction.kind = kind;
        }
        instruction.bytes = access.bytes;
        instruction.matrices = access.matrices;
        out.instructions.push_back(instruction);
      }
      for (std::size_t first = 0; first < static_cast<std::size_t>(text.threads); first += 32) {
        TracedRequest request;
        request.instruction = static_cast<std::uint32_t>(a);
        request.warp = static_cast<std::uint32_t>(first / 32);
        request.first = static_cast<std::uint32_t>(out.blocks[b].numbers.size());
        for (const auto* side : {&access.global, &access.shared}) {
          if (!side->empty()) request.active = request_of(*side, first).active;
        }
        if (request.active == 0) continue;
        for (std::size_t lane = 0; lane < 32; ++lane) {
          if ((request.active >> lane & 1) == 0) continue;
          if (!access.global.empty())
            out.blocks[b].numbers.push_back(tensor_begin(access.tensor) + access.global[first + lane]);
          if (!access.shared.empty()) out.blocks[b].numbers.push_back(shared_begin + access.shared[first + lane]);
        }
        out.blocks[b].requests.push_back(request);
      }
    }
  }
  return out;
}

// Merges requests like a compiler that sees two neighbors in shared memory: one request for both, at the first one's
// place. Returns the number of merged requests.
std::int64_t join_neighbours(TracedLaunch& launch) {
  std::int64_t joined = 0;
  for (TracedBlock& block : launch.blocks) {
    std::vector<TracedRequest> requests;
    for (const TracedRequest& r : block.requests) {
      const TracedInstruction of = launch.instructions[r.instruction];
      const auto is_before = [&](const TracedRequest& other) {
        const TracedInstruction& of_other = launch.instructions[other.instruction];
        return of_other.kind == of.kind && of_other.bytes == of.bytes && other.warp == r.warp &&
               other.active == r.active && block.numbers[other.first] + of.bytes == block.numbers[r.first];
      };
      const bool shared = of.kind == AccessKind::shared_load || of.kind == AccessKind::shared_store;
      const auto before = std::find_if(requests.begin(), requests.end(), is_before);
      if (!shared || before == requests.end()) {
        requests.push_back(r);
        continue;
      }
      TracedInstruction wide = of;
      wide.bytes *= 2;
      before->instruction = static_cast<std::uint32_t>(launch.instructions.size());
      launch.instructions.push_back(wide);
      ++joined;
    }
    block.requests = std::move(requests);
  }
  return joined;
}

}  // namespace

TEST_CASE("plan check: what the blocks of a plan do adds up to what is predicted of the launch") {
  int compared = 0;
  for (const Kernel& one : kernels) {
    CAPTURE(one.program);
    const auto plan = plan_kernel(kernel_of(one.program));
    REQUIRE(plan.has_value());
    const auto predicted = predict(*plan);
    REQUIRE(predicted.has_value());
    std::int64_t read = 0;
    std::int64_t written = 0;
    std::int64_t shared_read = 0;
    std::int64_t shared_written = 0;
    bool async = false;
    const std::int64_t blocks = launched_blocks(*plan);
    for (std::int64_t b = 0; b < blocks; ++b) {
      const auto block = planned_block(*plan, b, blocks);
      REQUIRE(block.has_value());
      CHECK(block->missing.empty() == one.whole);
      for (const PlannedAccess& access : block->accesses) {
        async = async || access.kind == PlannedKind::async_copy;
        for (std::size_t first = 0; first < std::max(access.global.size(), access.shared.size()); first += 32) {
          if (access.kind == PlannedKind::global_load)
            read += global_request(request_of(access.global, first), access.bytes).sectors;
          if (access.kind == PlannedKind::global_store)
            written += global_request(request_of(access.global, first), access.bytes).sectors;
          const SharedKind kind = access.kind == PlannedKind::ldmatrix
                                      ? SharedKind{SharedOperation::ldmatrix, access.matrices}
                                  : access.kind == PlannedKind::shared_load ? SharedKind{SharedOperation::load, 4}
                                                                            : SharedKind{SharedOperation::store, 4};
          const WarpRequest shared = request_of(access.shared, first);
          if (shared.active == 0) continue;
          (access.kind == PlannedKind::shared_store ? shared_written : shared_read) +=
              shared_request(shared, access.bytes, kind).wavefronts;
        }
      }
    }
    const bool product = plan->is<GemmPlan>();
    for (const PredictedCount& count : predicted->counts) {
      const std::pair<std::string_view, std::int64_t> mine[] = {
          {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", async ? -1 : read},
          {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", written},
          // For a product, the loads of all stages are listed once each; they are executed once for each tile along K.
          {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", product || async ? -1 : shared_read},
          {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", shared_written},
      };
      for (const auto& told : mine) {
        if (told.first != count.counter || told.second < 0) continue;
        CAPTURE(told.first);
        CHECK(told.second == count.count);
        ++compared;
      }
    }
  }
  CHECK(compared >= 14);
}

TEST_CASE("plan check: a launch that does what its plan says, and one that does not") {
  for (const Kernel& one : kernels) {
    CAPTURE(one.program);
    const Value kernel = kernel_of(one.program);
    const auto plan = plan_kernel(kernel);
    REQUIRE(plan.has_value());
    CHECK(planned_kernel_name(kernel).starts_with("stridescope_"));
    TracedLaunch launch = traced_plan(*plan, {0, launched_blocks(*plan) / 2});
    Budget budget(recovery_steps, 0);
    const LaunchReport report = report_launch(launch, budget);
    const auto same = check_plan(launch, report, kernel);
    REQUIRE(same.has_value());
    CHECK(same->holds());
    CHECK(same->blocks == 2);
    CHECK_FALSE(same->difference.has_value());
    // One lane accesses another address.
    TracedBlock& block = launch.blocks[1];
    const TracedRequest& last = block.requests.back();
    block.numbers[last.first] += 16;
    const auto moved = check_plan(launch, report, kernel);
    REQUIRE(moved.has_value());
    CHECK_FALSE(moved->holds());
    REQUIRE(moved->difference.has_value());
    CHECK(moved->difference->block == block.block);
    CHECK(report.accesses[moved->difference->access].layout.instruction == last.instruction);
    // One request fewer.
    block.numbers[last.first] -= 16;
    block.requests.pop_back();
    const auto fewer = check_plan(launch, report, kernel);
    REQUIRE(fewer.has_value());
    CHECK_FALSE(fewer->holds());
    CHECK(fewer->made < fewer->planned);
  }
}

TEST_CASE("plan check: requests of neighbours that the compiler has made one of are the plan's") {
  const Value kernel = kernel_of(
      "copy_kernel((6,2):(2,1), ((3,2),2):((2,1),6), ((_2,(_2,_3)):(_3,(_6,_1)), (_2,(_3,_2)):(_3,(_1,_6))), "
      "((3,2),2):((4,2),1), tile=(6,2), dtype=\"float\", bytes=4)");
  const auto plan = plan_kernel(kernel);
  REQUIRE(plan.has_value());
  TracedLaunch launch = traced_plan(*plan, {0});
  // Each of the six stores and loads of shared memory has its neighbor after it.
  CHECK(join_neighbours(launch) == 6);
  Budget budget(recovery_steps, 0);
  const auto checked = check_plan(launch, report_launch(launch, budget), kernel);
  REQUIRE(checked.has_value());
  CHECK(checked->made == checked->planned);
  CHECK(checked->joined == 6);
  CHECK_FALSE(checked->difference.has_value());
  // Half of a request is not a request of the plan.
  launch.blocks[0].numbers[launch.blocks[0].requests.back().first] += 4;
  const auto moved = check_plan(launch, report_launch(launch, budget), kernel);
  REQUIRE(moved.has_value());
  CHECK_FALSE(moved->holds());
}

}  // namespace stridescope
