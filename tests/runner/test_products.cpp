// Kernels that multiply, run by the real runner on the reference device: registers and shared memory follow the plan,
// the instruction follows the atom's layouts. If NVRTC is available, the same kernels are compiled, too.
#include <doctest/doctest.h>

#include "gpu_runner/client.h"
#include "tests/environment.h"
#include "tests/runner/result_text.h"

namespace stridescope::gpu {
namespace {

Json answer(JsonClient& client, const std::string& program, const char* device) {
  RunRequest request;
  request.id = 1;
  request.program = program;
  request.device = device;
  return client.run(request, {}, {});
}

JsonClient make_client() { return JsonClient({{environment("RUNNER")}, 120, false}); }

const std::string cp_async =
    "cp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))\n";
const std::string warps = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16))";

const std::string four = "make_tiled_mma(SM80_16x8x64_S32S4S4S32_TN, (2,2), (_32,_32,_64))";

// cp_TYPE: 16 bytes of `values` elements at a time, 64 bytes per row.
std::string packed(const std::string& type, int values) {
  return "cp_" + type + " = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>," + type +
         ">, (_32,_4):(_4,_1), (_1,_" + std::to_string(values) + "))\n";
}

std::string wgmma(const char* major_a, const char* major_b, const char* extents, const char* operation,
                  const std::string& options = "", const std::string& type = "half_t") {
  const auto matrix = [](const char* major, const char* rows) {
    const std::string r = rows;
    return *major == 'K' ? "(" + r + ",128):(128,1)" : "(" + r + ",128):(1," + r + ")";
  };
  std::string out = "A = " + matrix(major_a, extents) + "\nB = " + matrix(major_b, "128");
  out += "\nsA = tile_to_shape(GMMA::Layout_" + std::string(major_a) + "_SW128_Atom<half_t>, (128,64))";
  out += "\nsB = tile_to_shape(GMMA::Layout_" + std::string(major_b) + "_SW128_Atom<half_t>, (64,64))";
  out += "\ngemm_kernel(A, B, (" + std::string(extents) + ",128):(128,1), (make_tma_atom(A,sA,\"half_t\"), ";
  out += "make_tma_atom(B,sB,\"half_t\")), (sA,sB), make_tiled_mma(SM90_64x64x16_F32F16F16_" + std::string(operation);
  out += "<GMMA::Major::" + std::string(major_a) + ",GMMA::Major::" + major_b + ">, (2,1,1)), dtype=\"" + type + "\"" +
         options + ")";
  return out;
}

// Two alternating warpgroups, each with its own tiles of 64 x 128.
std::string turns(const std::string& rows, const std::string& options) {
  return "A = (" + rows + ",128):(128,1)\nB = (256,128):(128,1)\nC = (" + rows +
         ",256):(256,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))"
         "\nsB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))"
         "\nsC = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))"
         "\ngemm_kernel(A, B, C, (make_tma_atom(A,sA,\"half_t\"), make_tma_atom(B,sB,\"half_t\")), (sA,sB), "
         "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (1,1,1)), dtype=\"half_t\", "
         "schedule=\"pingpong\"" +
         options + ")";
}

// Pieces of 64 x 64 of C, stored by the copy engine.
std::string stored(const char* major, const std::string& rows, const std::string& c, const std::string& options) {
  return "A = (" + rows + ",128):(128,1)\nB = (128,128):(128,1)\nC = " + c +
         "\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))"
         "\nsB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))"
         "\nsC = tile_to_shape(GMMA::Layout_" +
         major +
         "_SW128_Atom<half_t>, (64,64))"
         "\ngemm_kernel(A, B, C, (make_tma_atom(A,sA,\"half_t\"), make_tma_atom(B,sB,\"half_t\")), (sA,sB), "
         "make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), dtype=\"half_t\", "
         "store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")" +
         options + ")";
}

// 128 x 96 x 128 of int8_t.
std::string eight(const std::string& type, const std::string& options) {
  return "s = (64,64):(80,1)\nt = (32,64):(80,1)\ncp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,int8_t>, "
         "(_32,_4):(_4,_1), (_1,_16))\ngemm_kernel((128,128):(128,1), (96,128):(128,1), (128,96):(96,1), cp, (s,t), "
         "make_tiled_mma(SM80_16x8x32_S32S8S8S32_TN, (2,2)), dtype=\"" +
         type + "\"" + options + ")";
}

// mma.sync with operands from TMA; the copy engine stores each warp's 32 x 32 elements of C.
std::string warps_stored(const std::string& c, const std::string& piece, int columns) {
  const std::string rows = c.substr(1, c.find(',') - 1);
  const std::string others = c.substr(5, c.find(')') - 5);
  return "A = (" + rows + ",128):(128,1)\nB = (" + others + ",128):(128,1)\nC = " + c +
         "\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))\nsC = tile_to_shape(GMMA::Layout_" + piece +
         "_Atom<half_t>, (16," + std::to_string(columns) +
         "))\ngemm_kernel(A, B, C, (make_tma_atom(A,s,\"half_t\"), make_tma_atom(B,s,\"half_t\")), (s,s), "
         "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), ((_16,_2,_2):(_1,_32,_16), (_8,_2,_4):(_1,_32,_8), "
         "_16)), "
         "load=\"SM75_U32x4_LDSM_N\", dtype=\"half_t\", store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\"))";
}

}  // namespace

TEST_CASE("products are right, and compile where there is a compiler") {
  const std::string programs[] = {
      "mma_kernel(SM80_16x8x16_F32F16F16F32_TN)",
      "mma_kernel(make_tiled_mma(SM80_16x8x32_S32S8U8S32_TN, (2,2)), tile=(64,32,64))",
      "mma_kernel(SM70_8x8x4_F32F16F16F32_NT)",
      "mma_kernel(SM80_16x8x128_S32U1U1S32_TN_XORPOPC)",
      "mma_kernel(make_tiled_mma(SM80_16x8x64_S32S4U4S32_TN, (1,2)))",
      "mma_kernel(make_tiled_mma(UniversalFMA<double>, (8,4)), tile=(16,16,4))",
      "s = Sw<3,3,3> o 0 o (64,64):(64,1)\nmma_kernel(" + warps + ", smem=(s,s), load=\"SM75_U32x4_LDSM_N\")",
      "mma_kernel(" + warps + ", smem=((64,32):(40,1),(32,32):(1,32)))",
      // 128 threads, tiles that divide; tiles that do not, in all three modes
      cp_async +
          "gemm_kernel((256,64):(64,1), (128,64):(64,1), (256,128):(128,1), cp, (Sw<2,3,3> o 0 o (128,32):(32,1), "
          "Sw<2,3,3> o 0 o (64,32):(32,1)), " +
          warps + ", load=\"SM75_U32x4_LDSM_N\")",
      cp_async +
          "gemm_kernel((100,72):(72,1), (70,72):(72,1), (100,70):(1,100), cp, (Sw<2,3,3> o 0 o (64,32):(32,1), "
          "Sw<2,3,3> o 0 o (32,32):(32,1)), " +
          warps + ", stages=4, dtype=\"bfloat16_t\")",
      // MN-major operands, transposed by ldmatrix
      "cp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_8,_16):(_1,_8), (_8,_1))\n"
      "s = Sw<3,3,3> o 0 o (64,32):(1,64)\n"
      "gemm_kernel((128,64):(1,128), (64,64):(1,64), (128,64):(64,1), cp, (s,s), " +
          warps + ", load=\"SM75_U16x8_LDSM_T\")",
      // C goes through shared memory, in pieces that the end of C cuts; blocks of a cluster load tiles for each other
      stored("K", "200", "(200,128):(128,1)", ""),
      stored("MN", "256", "(256,128):(1,256)", ", cluster=(2,1), band=2"),
      stored("K", "256", "(256,128):(128,1)", ", cluster=(1,2)"),
      // a tile a warpgroup, in turns
      turns("200", ""),
      turns("256", ", cluster=(2,1), store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")"),
      turns("320",
            ", store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\"), beta=1, bias=(320,256):(0,1), "
            "activation=\"gelu\""),
      // steps along K that blocks share, with clusters, with an epilogue, by warps
      stored("K", "200", "(200,128):(128,1)", ", stream=3"),
      stored("MN", "256", "(256,128):(1,256)", ", cluster=(2,1), stream=6"),
      wgmma("K", "K", "200", "SS", ", stream=5, beta=1, bias=(200,128):(1,0), activation=\"gelu\""),
      "A = (200,256):(256,1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))\n"
      "t = make_tma_atom(A, s, \"half_t\")\ngemm_kernel(A, A, (200,200):(200,1), (t,t), (s,s), " +
          warps + ", load=\"SM75_U32x4_LDSM_N\", stream=7)",
      // 4 bits and 1 bit: packed in shared and global memory
      "s = Sw<2,5,3> o 0 o (64,128):(128,1)\nmma_kernel(" + four + ", smem=(s,s), load=\"SM75_U32x4_LDSM_N\")",
      "mma_kernel(make_tiled_mma(SM80_16x8x32_S32U4S4S32_TN, (2,2)), smem=((64,64):(96,1),(64,64):(72,1)))",
      "s = (64,512):(640,1)\nmma_kernel(make_tiled_mma(SM80_16x8x128_S32U1U1S32_TN_ANDPOPC, (2,2)), smem=(s,s))",
      packed("int4b_t", 32) + packed("uint4b_t", 32) +
          "gemm_kernel((100,352):(352,1), (72,352):(352,1), (100,72):(72,1), (cp_int4b_t,cp_uint4b_t), "
          "(Sw<2,5,3> o 0 o (64,128):(128,1), Sw<2,5,3> o 0 o (64,128):(128,1)), "
          "make_tiled_mma(SM80_16x8x32_S32S4U4S32_TN, (2,2), (_32,_32,_64)))",
      packed("uint1b_t", 128) +
          "gemm_kernel((100,1152):(1152,1), (72,1152):(1152,1), (100,72):(1,100), cp_uint1b_t, "
          "(Sw<2,7,3> o 0 o (64,512):(512,1), Sw<2,7,3> o 0 o (64,512):(512,1)), "
          "make_tiled_mma(SM80_16x8x256_S32U1U1S32_TN_XORPOPC, (2,2), (_32,_32,_256)), load=\"SM75_U32x4_LDSM_N\")",
      // parts of K, added in a cluster; what becomes of sums; mma.sync that TMA feeds
      wgmma("K", "K", "256", "SS", ", split=2"),
      wgmma("K", "K", "200", "SS", ", split=2, alpha=\"-0.5\", beta=2, bias=(200,128):(1,0), activation=\"silu\""),
      wgmma("K", "K", "256", "SS", ", beta=1, bias=(256,128):(0,1), activation=\"gelu\""),
      stored("K", "256", "(256,128):(128,1)", ", beta=\"0.5\", bias=(256,128):(128,1), activation=\"relu\""),
      "A = (200,128):(128,1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))\n"
      "t = make_tma_atom(A, s, \"half_t\")\ngemm_kernel(A, A, (200,200):(200,1), (t,t), (s,s), " +
          warps + ", load=\"SM75_U32x4_LDSM_N\", split=2, alpha=3)",
      // C of another type than its sums
      eight("float", ", alpha=\"0.001\", beta=1, bias=(128,96):(0,1), activation=\"relu\""),
      eight("half_t", ", alpha=\"0.01\""),
      eight("int8_t", ", alpha=\"0.002\", bias=(128,96):(1,0)"),
      eight("int8_t", ""),
      wgmma("K", "K", "256", "SS", ", alpha=9, bias=(256,128):(0,1)", "float_e4m3_t"),
      wgmma("K", "K", "200", "SS", ", split=2", "float_e5m2_t"),
      // C by warps through shared memory, in pieces that C's ends cut; turned
      warps_stored("(200,168):(168,1)", "K_SW64", 32),
      warps_stored("(192,128):(1,192)", "MN_SW32", 16),
      "A = (256,128):(128,1)\nB = (192,128):(128,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (256,64))\n"
      "sB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (192,64))\ngemm_kernel(A, B, (256,192):(192,1), "
      "(make_tma_atom(A,sA,\"half_t\"), make_tma_atom(B,sB,\"half_t\")), (sA,sB), "
      "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (4,2), (_64,_32,_16)), load=\"SM75_U32x4_LDSM_N\")",
      wgmma("K", "K", "256", "SS"),
      wgmma("K", "K", "200", "SS"),
      wgmma("MN", "K", "256", "SS"),
      wgmma("K", "MN", "256", "RS"),
  };
  JsonClient client = make_client();
  int compiled = 0;
  for (const std::string& program : programs) {
    CAPTURE(program);
    const Json result = answer(client, program, "auto");
    CAPTURE(result.dump());
    REQUIRE(result.value("status", "") == "ok");
    CHECK(result["verify"]["wrong"] == 0);
    CHECK(result["verify"]["checked"] > 0);
    if (!result.contains("compiled")) continue;
    ++compiled;
    CHECK_FALSE(result["compiled"].contains("error"));
  }
  MESSAGE("compiled: ", compiled, " of ", std::size(programs));
}

TEST_CASE(
    "a product that is too large is proved in whole tiles over all of K, and one that cannot be is not verified") {
  const auto product = [](int m, int n, int k) {
    const auto matrix = [](int rows, int columns) {
      const std::string c = std::to_string(columns);
      return "(" + std::to_string(rows) + "," + c + "):(" + c + ",1)";
    };
    return cp_async + "gemm_kernel(" + matrix(m, k) + ", " + matrix(n, k) + ", " + matrix(m, n) +
           ", cp, (Sw<2,3,3> o 0 o (128,32):(32,1), Sw<2,3,3> o 0 o (128,32):(32,1)), " + warps + ")";
  };
  JsonClient client = make_client();
  // Both edges cut the last tile; it is one of the 8 checked sample tiles.
  const Json sampled = answer(client, product(1000, 1020, 1024), "reference");
  CAPTURE(sampled.dump());
  CHECK(sampled["status"] == "ok");
  CHECK(sampled["verified"] == "sample");
  CHECK(sampled["verify"]["of"] == 1000 * 1020);
  CHECK(sampled["verify"]["checked"] > 100'000);
  CHECK(sampled["verify"]["checked"] < 8 * 128 * 128);
  CHECK(result_text(sampled).find("elements are right, 8 of 64 tiles, each over all of K") != std::string::npos);
  const Json whole = answer(client, product(256, 128, 64), "reference");
  CHECK(whole["verified"] == "all");
  CHECK(whole["verify"]["checked"] == 256 * 128);
  const Json endless = answer(client, product(128, 128, 1 << 18), "reference");
  CAPTURE(endless.dump());
  CHECK(endless["verified"] == "none");
  CHECK(result_text(endless).find("not verified: one tile alone takes 4294967296 products") != std::string::npos);
}

TEST_CASE("a probe tells that it needs the silicon, and its text compiles") {
  JsonClient client = make_client();
  for (const char* atom :
       {"SM80_16x8x16_F32F16F16F32_TN", "SM90_64x24x8_F32TF32TF32_SS_TN<>", "SM75_U16x4_LDSM_T", "SM90_U32x4_STSM_N",
        "SM80_CP_ASYNC_CACHEALWAYS_ZFILL<uint64_t>", "UniversalCopy<uint8_t>"}) {
    CAPTURE(atom);
    const Json result = answer(client, std::string("probe_kernel(") + atom + ")", "reference");
    CHECK(result.value("status", "") == "ok");
    CHECK(result["probe"]["verdict"] == "not runnable here");
    const Json both = answer(client, std::string("probe_kernel(") + atom + ")", "auto");
    CAPTURE(both.dump());
    if (both.contains("compiled")) CHECK_FALSE(both["compiled"].contains("error"));
  }
}

}  // namespace stridescope::gpu
