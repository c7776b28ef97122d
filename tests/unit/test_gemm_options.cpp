// Tests of products with a sum over K that several blocks share, and of operations on a sum before it is stored: plans,
// texts, pictures, candidates and refusals. The runner's tests execute them (tests/runner/test_products.cpp).
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/copy/planned_access.h"
#include "core/kernels/kernel_plan.h"
#include "core/scene/drawable.h"
#include "core/tune/tuning.h"
#include "core/workspace/workspace.h"
#include "tests/unit/products.h"

namespace stridescope {
TEST_CASE("parts of K: each is some block's once, and so is each element of C") {
  for (const char* options :
       {", split=3", ", split=8", ", split=2, cluster=(2,2)", ", split=4, cluster=(1,2)", ", split=10"}) {
    CAPTURE(options);
    const auto plan = kernel_plan_of(product(512, 256, 640, options));
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto& gemm = *plan->as<GemmPlan>();
    CHECK(gemm.first_step(0) == 0);
    CHECK(gemm.first_step(gemm.split) == 10);
    for (std::int64_t part = 0; part < gemm.split; ++part) CHECK(gemm.first_step(part) < gemm.first_step(part + 1));
    CHECK(gemm.part_groups() * gemm.split >= gemm.groups());
    const KernelText text = cuda_text(*plan);
    CHECK(text.text.find("#error") == std::string::npos);
    CHECK(text.cluster == gemm.cluster[0] * gemm.cluster[1] * gemm.split);
    CHECK(text.blocks == 8 * gemm.split);
    CHECK(text.text.find(cat("__cluster_dims__(", text.cluster, ", 1, 1)")) != std::string::npos);
    CHECK(text.text.find("mapa.shared::cluster") != std::string::npos);
    CHECK(trace_text(gemm).find("#error") == std::string::npos);
    const std::string standalone = standalone_text(*plan);
    CHECK(standalone.find("#error") == std::string::npos);
    CHECK((standalone.find("NonPortableClusterSizeAllowed") != std::string::npos) == (text.cluster > 8));
    // The addresses that all blocks write: each element of C once.
    const auto written = addresses_written(*plan, text.blocks);
    CHECK(written.size() == 512 * 256 / 2);
    for (const auto& one : written) CHECK(one.second == 1);
  }
}

TEST_CASE("parts of K are seen, told, and tried where the tiles are few") {
  const Evaluation e = evaluate(product(256, 256, 8192, ", split=4"), IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const Value& kernel = e.bindings.back().value;
  CHECK(to_text(kernel).find("split:  4 parts of K") != std::string::npos);
  const auto scene = tiles_scene({kernel, {}}, {});
  REQUIRE(scene.has_value());
  CHECK(scene->rows == 2);
  CHECK(scene->cols == 8);
  std::set<int> classes;
  for (const auto& entry : scene->legend) classes.insert(entry.color);
  CHECK(classes.size() == 4);
  const auto few = product_candidates(*kernel.as<GemmKernel>(), *find_gpu("H100"));
  REQUIRE(few.has_value());
  int split = 0;
  for (const Candidate& c : *few) split += c.text.find(", split=") != std::string::npos ? 1 : 0;
  CHECK(split > 10);
  // Some of them are measured, and tiles that are not split, too.
  const auto tuning = tune(kernel, *find_gpu("H100"), [](const std::string& text) -> Result<Value> {
    const Evaluation one = evaluate(text, IntegerMode::cute);
    if (!one.errors.empty()) return failure(one.errors.front());
    return one.bindings.back().value;
  });
  REQUIRE(tuning.has_value());
  const auto parts = std::count_if(tuning->kernels.begin(), tuning->kernels.end(),
                                   [](const TunedKernel& k) { return k.text.find(", split=") != std::string::npos; });
  CHECK(parts >= 2);
  CHECK(parts <= 5);
  const Evaluation large = evaluate(product(8192, 8192, 2048, ""), IntegerMode::cute);
  const auto many = product_candidates(*large.bindings.back().value.as<GemmKernel>(), *find_gpu("H100"));
  REQUIRE(many.has_value());
  for (const Candidate& c : *many) CHECK(c.text.find(", split=") == std::string::npos);
}

TEST_CASE("parts of K that cannot be are refused") {
  refuses(product(256, 256, 256, ", split=17"), "1 to 16");
  refuses(product(256, 256, 256, ", split=5"), "K has 4 tiles, too few for 5 blocks");
  refuses(product(256, 256, 1024, ", split=8, cluster=(2,2)"), "at most 16");
  refuses(product(1024, 1024, 256, ", cluster=(4,4)"), "at most 8");
  refuses(product(256, 256, 1024, ", split=2, stages=2, store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")"),
          "each block stores a part");
  refuses(by_threads + ", split=2)", "here threads copy");
}

TEST_CASE("tiles in turns: each is a warpgroup's, and each element of C is stored once") {
  const auto in_turns = [](int m, int n, const std::string& options, const char* groups = "(1,1,1)") {
    std::string out = product(m, n, 640, ", schedule=\"pingpong\"" + options);
    out.replace(out.find("(2,1,1)"), 7, groups);
    return out;
  };
  const std::string stored = ", store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")";
  for (const std::string& options : {std::string(), std::string(", cluster=(2,1), band=2"), stored + ", beta=1"}) {
    CAPTURE(options);
    const auto plan = kernel_plan_of(in_turns(1024, 640, options));
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto& gemm = *plan->as<GemmPlan>();
    CHECK(gemm.teams == 2);
    CHECK(gemm.math.threads == 128);
    CHECK(gemm.threads == 384);
    const KernelText text = cuda_text(*plan);
    CHECK(text.text.find("#error") == std::string::npos);
    CHECK(text.text.find("group = self / 128, t = self % 128") != std::string::npos);
    CHECK(trace_text(gemm).find("#error") == std::string::npos);
    CHECK(trace_text(gemm).find("threadIdx.x % 128 != 0") != std::string::npos);
    CHECK(standalone_text(*plan).find("#error") == std::string::npos);
    if (gemm.boxed) continue;
    // The writes of 6 blocks that iterate over 40 tiles: warpgroup 0 of a block has its first tile, warpgroup 1 the
    // second one.
    std::map<std::int64_t, int> written;
    for (std::int64_t block = 0; block < 6; ++block) {
      const auto told = planned_block(*plan, block, 6);
      REQUIRE(told.has_value());
      std::set<std::size_t> warpgroups;
      for (const PlannedAccess& access : told->accesses) {
        if (access.kind != PlannedKind::global_store) continue;
        std::set<std::size_t> own;
        for (std::size_t t = 0; t < access.global.size(); ++t) {
          if (access.global[t] < 0) continue;
          ++written[access.global[t]];
          own.insert(t / 128);
        }
        CHECK(own.size() == 1);
        warpgroups.insert(own.begin(), own.end());
      }
      CHECK(warpgroups == std::set<std::size_t>{0, 1});
    }
    CHECK(written.size() == 1024 * 640 / 2);
    for (const auto& one : written) CHECK(one.second == 1);
  }
  // The picture shows the owner of a tile; the model hides the stores after products; the tuner tries it.
  const Evaluation e = evaluate(in_turns(4096, 4096, stored), IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const Value& kernel = e.bindings.back().value;
  CHECK(to_text(kernel).find("schedule: pingpong") != std::string::npos);
  const auto scene = tiles_scene({kernel, {}}, {});
  REQUIRE(scene.has_value());
  CHECK(english(scene->legend[1].label).find("warpgroup 0 of its block") != std::string::npos);
  CHECK(english(scene->legend[2].label).find("132 blocks take turns with the tiles") != std::string::npos);
  const Gpu& gpu = *find_gpu("H100");
  const auto planned = plan_kernel(kernel);
  REQUIRE(planned.has_value());
  auto facts = facts_of(*planned->as<GemmPlan>(), gpu);
  REQUIRE(facts.has_value());
  CHECK(facts->teams == 2);
  const double in_time = predict_time(*facts, gpu).us;
  facts->teams = 1;
  CHECK(in_time < predict_time(*facts, gpu).us);
  const auto candidates = product_candidates(*kernel.as<GemmKernel>(), gpu);
  REQUIRE(candidates.has_value());
  CHECK(std::any_of(candidates->begin(), candidates->end(), [](const Candidate& c) {
    return c.text.find("schedule=\"pingpong\"") != std::string::npos && c.group.find("in turns") != std::string::npos;
  }));
  refuses(in_turns(256, 256, "", "(2,1,1)"), "one warpgroup multiplies a tile; this TiledMMA has 256 threads");
  refuses(in_turns(256, 256, ", split=2"), "wait for each other after each tile");
  refuses(by_threads + ", schedule=\"pingpong\")", "needs warpgroups of wgmma");
  refuses(by_threads + ", schedule=\"other\")", "cooperative or pingpong");
  CHECK(kernel_plan_of(by_threads + ", schedule=\"cooperative\")").has_value());
}

TEST_CASE("what becomes of a sum: in the text, for every candidate, by the numbers") {
  const std::string bias = ", bias=(256,384):(0,1)";
  for (const std::string& options :
       {std::string(", alpha=\"0.5\", beta=2") + bias + ", activation=\"gelu\"", bias, std::string(", beta=\"-1\""),
        std::string(", alpha=3, activation=\"silu\", split=2") + bias,
        bias + ", beta=1, store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")"}) {
    for (const char* type : {"half_t", "bfloat16_t", "float"}) {
      if (*type != 'h' && options.find("store") != std::string::npos) continue;
      CAPTURE(options);
      const auto plan = kernel_plan_of(product(256, 384, 512, options, type));
      REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
      const auto& gemm = *plan->as<GemmPlan>();
      const std::string text = cuda_text(*plan).text;
      CHECK(text.find("#error") == std::string::npos);
      CHECK(text.find(" = finished(") != std::string::npos);
      CHECK((text.find("const CElement* __restrict__ bias") != std::string::npos) == gemm.bias.has_value());
      const auto proof = proof_of(gemm);
      REQUIRE(proof.has_value());
      CHECK(check_text(*proof, false).find("#error") == std::string::npos);
      CHECK(standalone_text(*plan).find("#error") == std::string::npos);
    }
  }
  const Evaluation e = evaluate(by_threads + ", alpha=\"0.25\", activation=\"relu\")", IntegerMode::cute);
  REQUIRE(e.errors.empty());
  const auto candidates = product_candidates(*e.bindings.back().value.as<GemmKernel>(), *find_gpu("H100"));
  REQUIRE(candidates.has_value());
  for (const Candidate& c : *candidates)
    CHECK(c.text.find(", alpha=\"0.25\", activation=\"relu\"") != std::string::npos);
  Epilogue one;
  CHECK_FALSE(one.any());
  CHECK(finished(one, 2.5, 7, 0) == 2.5);
  one.alpha = 2;
  one.beta = -1;
  CHECK(finished(one, 2.5, 7, 1) == -1);
  one.activation = Activation::relu;
  CHECK(finished(one, 2.5, 7, 1) == 0);
  one.activation = Activation::gelu;
  CHECK(finished(one, 4.5, 7, -1) == doctest::Approx(0.841345).epsilon(1e-5));
  one.activation = Activation::silu;
  CHECK(finished(one, 4.5, 7, -1) == doctest::Approx(0.731059).epsilon(1e-5));
}

TEST_CASE("TMA feeds mma.sync: warps that wait for stages each by itself") {
  const auto program = [](const std::string& threads, const std::string& options) {
    return "A = (512,256):(256,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
           "t = make_tma_atom(A, sA, \"half_t\")\ngemm_kernel(A, A, (512,512):(512,1), (t,t), (sA,sA), "
           "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, " +
           threads + "), load=\"SM75_U32x4_LDSM_N\", dtype=\"half_t\"" + options + ")";
  };
  for (const char* options : {"", ", cluster=(2,1)", ", split=2", ", activation=\"relu\""}) {
    CAPTURE(options);
    const auto plan = kernel_plan_of(program("(2,2), (_32,_32,_16)", options));
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto& gemm = *plan->as<GemmPlan>();
    CHECK(gemm.path == GemmPlan::Path::tma);
    CHECK(gemm.threads == 256);
    CHECK(gemm.math.needs == "sm90a");
    const std::string text = cuda_text(*plan).text;
    CHECK(text.find("#error") == std::string::npos);
    CHECK(text.find("4 warps multiply") != std::string::npos);
    CHECK(text.find("ldmatrix") != std::string::npos);
    CHECK(text.find("cp.async.bulk.tensor") != std::string::npos);
    CHECK(standalone_text(*plan).find("#error") == std::string::npos);
  }
  refuses(program("(2,1), (_32,_16,_16)", ""), "the 64 threads that multiply");
}

TEST_CASE("mma.sync: each warp stores its part of C through shared memory, whichever part the permutation gives it") {
  // C of 512 x 384, tiles of 128 x 128 by 2 x 2 warps
  const auto program = [](const std::string& c, const std::string& piece, const std::string& along_n) {
    return "A = (512,256):(256,1)\nB = (384,256):(256,1)\nC = " + c +
           "\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\nsC = " + piece +
           "\ngemm_kernel(A, B, C, (make_tma_atom(A,sA,\"half_t\"), make_tma_atom(B,sA,\"half_t\")), (sA,sA), "
           "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), ((_16,_2,_4):(_1,_64,_16), " +
           along_n +
           ", _16)), load=\"SM75_U32x4_LDSM_N\", dtype=\"half_t\", "
           "store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\"))";
  };
  const std::string rows = "(512,384):(384,1)";
  const std::string together = "(_8,_2,_8):(_1,_64,_8)";
  const std::string wide = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (16,64))";
  const std::string narrow = "tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>, (16,32))";
  struct Stored {
    std::string c, piece, along_n;
    std::size_t pieces;  // of a warp
  };
  for (const Stored& one :
       {Stored{rows, wide, together, 4}, Stored{rows, narrow, together, 8},
        // the warps' columns in fours of 8
        Stored{rows, narrow, "(_8,_2,(_4,_2)):(_1,_32,(_8,_64))", 8},
        Stored{"(512,384):(1,512)", "tile_to_shape(GMMA::Layout_MN_SW32_Atom<half_t>, (16,64))", together, 4}}) {
    CAPTURE(one.c + one.piece + one.along_n);
    const auto plan = kernel_plan_of(program(one.c, one.piece, one.along_n));
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto& gemm = *plan->as<GemmPlan>();
    REQUIRE(gemm.boxed.has_value());
    const GemmStore& s = *gemm.boxed;
    CHECK(s.owner == 32);
    CHECK(s.pieces.size() == one.pieces);
    CHECK(gemm.shared_bytes == 3 * gemm.stage_bytes + 4 * 2 * s.piece_bytes + 1024 + 48);
    // All pieces of all warps: each element of the tile once.
    std::map<std::int64_t, int> covered;
    for (std::int64_t warp = 0; warp < 4; ++warp) {
      for (const StoredPiece& p : s.pieces) {
        for (std::int64_t i = 0; i < s.rows * s.columns; ++i) {
          ++covered[s.first_row(warp) + p.row + i % 16 + 128 * (s.first_column(warp) + p.column + i / 16)];
        }
      }
    }
    CHECK(covered.size() == 128 * 128);
    CHECK(covered.begin()->first == 0);
    CHECK(covered.rbegin()->first == 128 * 128 - 1);
    const std::string text = cuda_text(*plan).text;
    CHECK(text.find("#error") == std::string::npos);
    CHECK(text.find("stmatrix.sync.aligned.m8n8.x4") != std::string::npos);
    CHECK(text.find("warpgroup_sync") == std::string::npos);
    CHECK(text.find("(begin ^ 2 * changed_a(") != std::string::npos);
    CHECK(standalone_text(*plan).find("#error") == std::string::npos);
    const auto predicted = predict(*plan);
    REQUIRE(predicted.has_value());
    const auto written = std::find_if(predicted->counts.begin(), predicted->counts.end(), [](const auto& count) {
      return count.counter == "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum";
    });
    REQUIRE(written != predicted->counts.end());
    CHECK(written->count == 512 * 384 * 2 / 32);
  }
  // The sums leave no room for two k-steps: each is loaded when it is multiplied.
  const auto broad = kernel_plan_of(
      "A = (512,256):(256,1)\nB = (384,256):(256,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (256,64))\n"
      "sB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (192,64))\ngemm_kernel(A, B, (512,384):(384,1), "
      "(make_tma_atom(A,sA,\"half_t\"), make_tma_atom(B,sB,\"half_t\")), (sA,sB), "
      "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (4,2), (_64,_32,_16)), load=\"SM75_U32x4_LDSM_N\")");
  REQUIRE(broad.has_value());
  CHECK(cuda_text(*broad).text.find("Registers do not suffice") != std::string::npos);
  const std::string ahead = cuda_text(*kernel_plan_of(program(rows, wide, together))).text;
  CHECK(ahead.find("What is multiplied next is loaded before") != std::string::npos);
  // Before the products: has the next stage arrived? After most of the products: the wait for it, if it had not.
  const std::size_t asked = ahead.find("= more && barrier_passed(full");
  const std::size_t waited = ahead.find("if (!arrived) barrier_wait(full");
  REQUIRE(waited != std::string::npos);
  CHECK(asked < ahead.find("load_a(a[i + 1]"));
  CHECK(ahead.find("load_a(a[i + 1]") < waited);
  CHECK(waited < ahead.find("multiply(c, a[i], b[i])"));
  // A load under way must not meet the next write of the copy engine: a stage is released as empty one step later,
  // after a barrier that follows all its products, and the last one after all steps.
  for (const std::string& text : {ahead, cuda_text(*broad).text}) {
    const std::size_t steps = text.find("for (int k = 0; k < ", text.find("unsigned read = 0;"));
    const std::size_t told = text.find("if (read != 0) release(read);", steps);
    REQUIRE(told != std::string::npos);
    CHECK(told < text.find("read = empty + 8 * stage;", steps));
    CHECK(told < text.find("multiply(c, a[i], b[i])", steps));
    CHECK(text.find("\n      }\n      release(read);", told) != std::string::npos);
    CHECK(text.find("        release(read);", told) == std::string::npos);
  }
  const auto& broad_plan = *broad->as<GemmPlan>();
  CHECK_FALSE(broad_plan.loads_next());
  refuses(program(rows, wide, "_32"), "the warps do not hold 16 x 64 adjacent elements");
  refuses(program(rows, "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))", together),
          "a warp stores pieces of 16");
}

TEST_CASE("gemm: what C holds is out of its stage before that is told to be empty; descriptors are asked for first") {
  const auto plan = kernel_plan_of(
      "A = (256,128):(128,1)\nC = (256,256):(256,1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
      "sC = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))\nt = make_tma_atom(A,s,\"half_t\")\n"
      "gemm_kernel(A, A, C, (t,t), (s,s), make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, "
      "(2,1,1)), stages=4, dtype=\"half_t\", store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\"), beta=1)");
  REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
  const std::string text = cuda_text(*plan).text;
  const std::size_t loaded = text.find("load_piece(before, ");
  const std::size_t stored = text.find("store_piece(c + 0, piece, t);", loaded);
  REQUIRE(loaded != std::string::npos);
  REQUIRE(stored != std::string::npos);
  CHECK(text.substr(loaded, stored - loaded).find("release(") == std::string::npos);
  CHECK(text.find("release(empty + 8 * stage);", stored) != std::string::npos);
  for (const char* map : {"map_a", "map_b", "map_c"}) {
    const std::size_t asked = text.find(cat("prefetch_map(&", map, ");"));
    CHECK(asked < text.find("    barrier_init(", text.find("__global__")));
  }
}

// PTX: the pool of a block has the registers of its warps at the launch, and setmaxnreg waits until enough of them are
// free.
TEST_CASE("gemm: registers that warpgroups ask for are never more than their block has") {
  const auto asked = [](const std::string& text, const std::string& direction) {
    const std::string begin = "setmaxnreg." + direction + ".sync.aligned.u32 ";
    const auto found = text.find(begin);
    REQUIRE(found != std::string::npos);
    return std::stoll(text.substr(found + begin.size()));
  };
  for (int groups = 1; groups <= 7; ++groups) {
    for (const bool wgmma : {true, false}) {
      CAPTURE(groups);
      CAPTURE(wgmma);
      // Next to each other along N: a box of the copy engine has at most 256 rows.
      const int columns = 32 * groups;
      const std::string math =
          wgmma ? cat("make_tiled_mma(SM90_64x32x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (1,", groups, ",1))")
                : cat("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (4,", groups, "), (_64,_", columns,
                      ",_16)), load=\"SM75_U32x4_LDSM_N\"");
      const auto plan = kernel_plan_of(cat("A = (128,128):(128,1)\nB = (", 2 * columns,
                                           ",128):(128,1)\n"
                                           "sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))\n"
                                           "sB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (",
                                           columns, ",64))\ngemm_kernel(A, B, (128,", 2 * columns, "):(", 2 * columns,
                                           ",1), (make_tma_atom(A,sA,\"half_t\"), make_tma_atom(B,sB,\"half_t\")), "
                                           "(sA,sB), ",
                                           math, ", stages=2)"));
      REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
      const auto& gemm = *plan->as<GemmPlan>();
      REQUIRE(gemm.threads == 128 * (groups + 1));
      const std::string text = cuda_text(*plan).text;
      const std::int64_t multiplying = asked(text, "inc");
      const std::int64_t copying = asked(text, "dec");
      const std::int64_t at_launch = 65536 / gemm.threads / 8 * 8;
      CHECK(multiplying % 8 == 0);
      CHECK(multiplying * groups + copying <= at_launch * (groups + 1));
      // No usable registers remain.
      if (multiplying < 240) CHECK((multiplying + 8) * groups + copying > at_launch * (groups + 1));
      constexpr std::int64_t few[2][3] = {{240, 240, 160}, {240, 232, 152}};
      if (groups <= 3) CHECK(multiplying == few[wgmma ? 1 : 0][groups - 1]);
    }
  }
}

TEST_CASE("gemm: no thread loads a stage that no tile was written to") {
  struct Case {
    int depth, stages, loads;
  };
  for (const Case& one : {Case{64, 2, 256}, {64, 3, 256}, {128, 3, 512}, {128, 2, 576}, {192, 3, 832}}) {
    CAPTURE(one.depth);
    CAPTURE(one.stages);
    const std::string k = cat(one.depth);
    const auto plan = kernel_plan_of(
        cat("s = Sw<3,3,3> o 0 o (64,64):(64,1)\n"
            "cp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8))\n"
            "gemm_kernel((64,",
            k, "):(", k, ",1), (64,", k, "):(", k,
            ",1), (64,64):(64,1), cp, (s,s), make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2), <_32,_32,_16>), "
            "load=\"SM75_U32x4_LDSM_N\", stages=",
            one.stages, ")"));
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const bool guarded = cuda_text(*plan).text.find("|| tile_k + 1 <") != std::string::npos;
    CHECK(guarded == (one.depth / 64 < one.stages));
    const auto predicted = predict(*plan);
    REQUIRE(predicted.has_value());
    for (const PredictedCount& count : predicted->counts)
      if (count.counter == "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") CHECK(count.count == one.loads);
  }
}

TEST_CASE("gemm: zeros of sums that are multiplied once are written in front of wgmma.fence") {
  for (const int depth : {64, 128}) {
    CAPTURE(depth);
    const auto plan = kernel_plan_of(cat(
        "A = (128,", depth, "):(", depth, ",1)\nB = (128,", depth, "):(", depth,
        ",1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
        "gemm_kernel(A, B, (128,128):(128,1), (make_tma_atom(A,s,\"half_t\"), make_tma_atom(B,s,\"half_t\")), (s,s), "
        "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1)), stages=2)"));
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const std::string text = cuda_text(*plan).text;
    CHECK((text.rfind("fence(c);", text.find("multiply(c, ")) != std::string::npos) == (depth == 64));
  }
}

namespace {
// A product of int8_t, of one tile of 64 x 64 x 64.
std::string integers(const std::string& options) {
  return "s = (64,64):(80,1)\ncp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,int8_t>, (_32,_4):(_4,_1), "
         "(_1,_16))\ngemm_kernel((64,64):(64,1), (64,64):(64,1), (64,64):(64,1), cp, (s,s), "
         "make_tiled_mma(SM80_16x8x32_S32S8S8S32_TN, (2,2))" +
         options + ")";
}
}  // namespace

TEST_CASE("C of another type than its sums: what the text rounds to is what the proof expects") {
  struct Other {
    std::string program, instruction;
    bool saturates;
  };
  const std::string scaled = ", alpha=\"0.001\", beta=1, bias=(64,64):(0,1), activation=\"relu\"";
  for (const Other& one :
       {Other{integers(", dtype=\"float\"" + scaled), "static_cast<float>(static_cast<int>(sums[v]))", false},
        Other{integers(", dtype=\"half_t\""), "cvt.rn.f16x2.f32", false},
        Other{integers(", dtype=\"bfloat16_t\"" + scaled), "cvt.rn.bf16x2.f32", false},
        Other{integers(", dtype=\"int8_t\"" + scaled), "cvt.rni.sat.s8.f32", true},
        Other{product(256, 384, 512, "", "float_e4m3_t"), "cvt.rn.satfinite.e4m3x2.f32", true},
        Other{product(256, 384, 512, ", split=2, bias=(256,384):(0,1)", "float_e5m2_t"), "cvt.rn.satfinite.e5m2x2.f32",
              true}}) {
    CAPTURE(one.program);
    const auto plan = kernel_plan_of(one.program);
    REQUIRE_MESSAGE(plan.has_value(), english(plan.error().message));
    const auto& gemm = *plan->as<GemmPlan>();
    const std::string text = cuda_text(*plan).text;
    CHECK(text.find("#error") == std::string::npos);
    CHECK(text.find(one.instruction) != std::string::npos);
    const auto proof = proof_of(gemm);
    REQUIRE(proof.has_value());
    CHECK(proof->tolerance.saturates() == one.saturates);
    const std::string check = check_text(*proof, false);
    CHECK(check.find("#error") == std::string::npos);
    CHECK((check.find("fmin(fmax(") != std::string::npos) == one.saturates);
    CHECK(standalone_text(*plan).find("#error") == std::string::npos);
  }
  const auto tolerance = [](const char* held, const char* stored) {
    return mma_tolerance(*find_type("int8_t"), *find_type(held), *find_type(stored));
  };
  CHECK(tolerance("int", "int8_t").kept(1000) == 127);
  CHECK(tolerance("int", "int8_t").kept(-1000) == -128);
  CHECK(tolerance("int", "int8_t").of_sum == 0);
  CHECK(tolerance("int", "half_t").kept(1e9) == 1e9);
  CHECK(tolerance("float", "float_e4m3_t").kept(-500) == -448);
  CHECK(tolerance("float", "float_e5m2_t").kept(1e6) == 57344);
  refuses(product(256, 384, 512, "", "int8_t"), "accumulators of float are not stored as int8_t");
  refuses(integers(", dtype=\"double\""), "accumulators of int are not stored as double");
}

TEST_CASE("what cannot become of a sum is refused") {
  refuses(product(256, 384, 512, ", bias=(256,256):(0,1)"), "does not have the 256 x 384 elements");
  refuses(product(256, 384, 512, ", bias=3"), "bias must be a layout");
  refuses(product(256, 384, 512, ", alpha=\"half\""), "alpha must be a number");
  refuses(product(256, 384, 512, ", activation=\"tanh\""), "relu, gelu or silu");
  refuses(integers(", activation=\"relu\""), "can only be stored unchanged");
}

TEST_CASE("mma.sync: a block's own sums are wavefronts of shared memory, those of others in its cluster are not") {
  // An H100 counts 8,196, 9,508, 9,408 and 9,359 for 1, 2, 4 and 8 blocks; 4, 333, 226 and 139 of these are
  // arbitration.
  const auto wavefronts = [](const std::string& options) {
    const auto plan = kernel_plan_of(
        "A = (256,512):(512,1)\nB = (128,512):(512,1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
        "gemm_kernel(A, B, (256,128):(128,1), (make_tma_atom(A,s,\"half_t\"), make_tma_atom(B,s,\"half_t\")), (s,s), "
        "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16)), load=\"SM75_U32x4_LDSM_N\", stages=3, "
        "dtype=\"half_t\"" +
        options + ")");
    REQUIRE(plan.has_value());
    const auto predicted = predict(*plan);
    REQUIRE(predicted.has_value());
    for (const PredictedCount& c : predicted->counts) {
      if (c.counter == "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") return c.count;
    }
    return std::int64_t{0};
  };
  CHECK(wavefronts("") == 8192);
  for (const char* split : {", split=2", ", split=4", ", split=8"}) CHECK(wavefronts(split) == 9216);
}

TEST_CASE("gemm: what an epilogue reads of C and of a bias is predicted as an H100 counted it") {
  const auto reads = [](const std::string& program) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    REQUIRE_MESSAGE(e.errors.empty(), program);
    const auto plan = plan_kernel(e.bindings.back().value);
    REQUIRE(plan.has_value());
    std::pair<std::int64_t, std::int64_t> out = {0, 0};
    const auto predicted = predict(*plan);
    REQUIRE(predicted.has_value());
    for (const PredictedCount& c : predicted->counts) {
      if (c.counter == "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") out.first = c.count;
      if (c.counter == "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") out.second = c.count;
    }
    return out;
  };
  const std::string begin =
      "A = (1024,512):(512,1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
      "t = make_tma_atom(A, s, \"half_t\")\nK = gemm_kernel(A, A, (1024,1024):(1024,1), (t,t), (s,s), "
      "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), stages=4, "
      "dtype=\"half_t\"";
  const std::string boxed =
      ", store=make_tma_atom(SM90_TMA_STORE, (1024,1024):(1024,1), "
      "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64)), \"half_t\")";
  using Pair = std::pair<std::int64_t, std::int64_t>;
  CHECK(reads(begin + ")") == Pair{0, 0});
  CHECK(reads(begin + ", beta=\"1\")") == Pair{16384, 131072});
  CHECK(reads(begin + ", bias=(1024,1024):(0,1))") == Pair{8192, 8192});
  CHECK(reads(begin + ", bias=(1024,1024):(1,0))") == Pair{1024, 1024});
  CHECK(reads(begin + ", beta=\"0.5\", bias=(1024,1024):(0,1))") == Pair{24576, 139264});
  // The copy engine loads C if it also stores it.
  CHECK(reads(begin + boxed + ", beta=\"1\")") == Pair{0, 0});
  CHECK(reads(begin + boxed + ", bias=(1024,1024):(0,1))") == Pair{8192, 8192});
  // Boxes that lie past the end along a row count as if they began at a sector: two of 32 columns in each row here.
  const std::string edges =
      "A = (2000,328):(328,1)\nB = (3000,328):(328,1)\nC = (2000,3000):(3000,1)\n"
      "sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
      "sB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (96,64))\n"
      "sC = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>, (64,32))\n"
      "gemm_kernel(A, B, C, (make_tma_atom(A,sA,\"half_t\"), make_tma_atom(B,sB,\"half_t\")), (sA,sB), "
      "make_tiled_mma(SM90_64x96x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), stages=5, dtype=\"half_t\", "
      "store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\"), beta=1)";
  const auto plan = plan_kernel(evaluate(edges, IntegerMode::cute).bindings.back().value);
  REQUIRE(plan.has_value());
  std::map<std::string, std::int64_t> counts;
  const auto predicted = predict(*plan);
  REQUIRE(predicted.has_value());
  for (const PredictedCount& c : predicted->counts) counts[std::string(c.counter)] = c.count;
  CHECK(counts["l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"] == 3632728);
  CHECK(counts["l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum"] == 469000);
  CHECK(counts["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] == 98304);  // 98611 were counted
  const std::string threads =
      "s = Sw<2,3,3> o 0 o (128,32):(32,1)\ncp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,"
      "half_t>, (_32,_4):(_4,_1), (_1,_8))\nK = gemm_kernel((256,64):(64,1), (256,64):(64,1), (256,256):(256,1), cp, "
      "(s,s), make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16)), load=\"SM75_U32x4_LDSM_N\", "
      "dtype=\"half_t\"";
  CHECK(reads(threads + ")") == Pair{256, 4096});
  CHECK(reads(threads + ", beta=\"1\")") == Pair{1280, 12288});
  CHECK(reads(threads + ", bias=(256,256):(1,0))") == Pair{384, 4224});
  CHECK(reads(threads + ", beta=\"0.5\", bias=(256,256):(0,1))") == Pair{1408, 12416});
  // Past the ends the threads read unpredictable parts of A and B: then the counter's share of the epilogue is not
  // reported alone.
  const std::string past = std::string(threads).replace(threads.find("(256,64):(64,1)"), 15, "(200,64):(64,1)");
  const std::string ends = std::string(past).replace(past.find("(256,256):(256,1)"), 17, "(200,256):(256,1)");
  CHECK(reads(ends + ", beta=\"1\")") == Pair{0, 0});
}

}  // namespace stridescope
