// Tests the rate of mma.sync on each GPU: every instruction that products use has a rate or is listed here without one.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/kernel_plan.h"
#include "core/tune/sync_rate.h"
#include "core/tune/time_model.h"

namespace stridescope {
namespace {

const MmaAtom& atom_of(const std::string& name) {
  static std::map<std::string, MmaAtom> found;
  const auto at = found.find(name);
  if (at != found.end()) return at->second;
  auto atom = find_mma(name);
  REQUIRE_MESSAGE(atom.has_value(), name);
  return found.emplace(name, std::move(*atom)).first->second;
}

double rate(const char* gpu, const char* atom) { return sync_rate(atom_of(atom), *find_gpu(gpu)); }

// Key of the rate: "f16 into 32", "i1 into 32 xor", "f16 into 16 of quad pairs".
std::string kind_of(const MmaAtom& atom) {
  const auto letter = [](const DataType& type) { return type.floating ? 'f' : 'i'; };
  std::string out = cat(letter(atom.val_a), atom.val_a.bits, " into ", atom.val_d.bits);
  if (atom.val_a.bits == 1) out += atom.exclusive_or ? " xor" : " and";
  if (atom.arch == 70) out += " of quad pairs";
  return out;
}

Result<TimePrediction> predicted(const std::string& program, const char* gpu) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE_MESSAGE(e.errors.empty(), program);
  const auto plan = plan_kernel(e.bindings.back().value);
  REQUIRE_MESSAGE(plan.has_value(), program);
  return predict_time(*plan, *find_gpu(gpu));
}

std::string product(const char* atom, const char* type, int k) {
  const char* rows = "(1024,4096):(4096,1), (1024,4096):(4096,1), (1024,1024):(1024,1)";
  const int wide = 128 / find_type(type)->bits;
  return cat("gemm_kernel(", rows, ", make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,", type, ">, (_",
             128 * wide / k, ",_", k / wide, "):(_", k / wide, ",_1), (_1,_", wide, ")), ((64,", k, "):(", k,
             ",1), (64,", k, "):(", k, ",1)), make_tiled_mma(", atom, ", (2,2)), stages=2)");
}

}  // namespace

TEST_CASE("sync rates: every mma.sync that products are made of has one on each GPU, or no document gives it") {
  std::map<std::string, std::set<std::string>> without;
  std::map<std::string, std::set<std::string>> with;
  for (const std::string& name : atom_names()) {
    const auto atom = find_mma(name);
    if (!atom || atom->instruction != MmaInstruction::mma_sync || atom->arch > 90 || atom->e || atom->sfa) continue;
    for (const Gpu& gpu : gpus()) {
      if (!has_instruction(gpu, *atom)) {
        CHECK(sync_rate(*atom, gpu) == 0);
        continue;
      }
      if (sync_rate(*atom, gpu) == 0) {
        without[std::string(gpu.name)].insert(kind_of(*atom));
      } else {
        with[std::string(gpu.name)].insert(kind_of(*atom));
      }
    }
  }
  // All except a B200; each kind is known completely or not at all.
  CHECK(with.size() == gpus().size() - 1);
  for (const auto& known : with) {
    const std::string& gpu = known.first;
    CAPTURE(gpu);
    for (const std::string& kind : known.second) CHECK_MESSAGE(without[gpu].count(kind) == 0, kind);
  }
  const std::string one = "i1 into 32 and";
  const std::string other = "i1 into 32 xor";
  // PTX ISA: m8n8k4 of halves "is optimized for sm_70 and may have substantially reduced performance on others".
  const std::string f16 = "f16 into 16 of quad pairs";
  const std::string f32 = "f16 into 32 of quad pairs";
  const std::set<std::string> ampere = {f16, f32, one, other, "f64 into 64"};
  CHECK(without["T4"] == std::set<std::string>{f16, f32});
  CHECK(without["A100"] == std::set<std::string>{f16, f32});
  CHECK(without["H100"] == std::set<std::string>{f16, f32});
  CHECK(without["H200"] == std::set<std::string>{f16, f32});
  CHECK(without["RTX3090"] == ampere);
  CHECK(without["RTX4090"] == ampere);
  std::set<std::string> blackwell = ampere;
  blackwell.insert("i4 into 32");
  CHECK(without["RTX5090"] == blackwell);
  // Published figures of 4-bit integers disagree.
  CHECK(without["L40S"] == blackwell);
  // Its documents give the rates of tcgen05.mma alone.
  CHECK(without["B200"].size() >= 11);
  CHECK(without["V100"].empty());
}

TEST_CASE("sync rates: by the bits of elements and sums, as the documents of each GPU have them") {
  CHECK(rate("A100", "SM80_16x8x16_F32F16F16F32_TN") == 1);
  CHECK(rate("A100", "SM80_16x8x64_S32S4S4S32_TN") == 4);
  CHECK(rate("A100", "SM80_16x8x64_S32S4U4S32_TN") == 4);
  CHECK(rate("A100", "SM80_16x8x256_S32U1U1S32_TN_XORPOPC") == 16);
  CHECK(rate("A100", "SM80_8x8x4_F64F64F64F64_TN") == 0.0625);
  CHECK(rate("A100", "SM89_16x8x32_F32E4M3E4M3F32_TN") == 0);
  CHECK(rate("T4", "SM75_8x8x16_S32S8S8S32_TN") == 2);
  CHECK(rate("V100", "SM70_8x8x4_F32F16F16F32_TN") == 1);
  // On a GeForce sums of 32 bits take twice the time.
  CHECK(rate("RTX3090", "SM80_16x8x16_F16F16F16F16_TN") == 2);
  CHECK(rate("RTX4090", "SM80_16x8x64_S32S4S4S32_TN") == doctest::Approx(8).epsilon(0.001));
  CHECK(rate("RTX4090", "SM89_16x8x32_F16E4M3E4M3F16_TN") == doctest::Approx(4).epsilon(0.001));
  CHECK(rate("RTX4090", "SM89_16x8x32_F32E4M3E4M3F32_TN") == doctest::Approx(2).epsilon(0.001));
  // An H100 reaches its data sheet by wgmma alone.
  CHECK(rate("H100", "SM80_16x8x16_F32F16F16F32_TN") == doctest::Approx(0.6).epsilon(0.001));
  CHECK(rate("H100", "SM80_16x8x64_S32S4S4S32_TN") == doctest::Approx(0.0507).epsilon(0.001));
  CHECK(rate("H100", "SM90_16x8x16_F64F64F64F64_TN") > 2 * rate("H100", "SM80_8x8x4_F64F64F64F64_TN"));
}

TEST_CASE("sync rates: products of 4 and 1 bits and of doubles have a predicted time, what a GPU lacks a reason") {
  struct Case {
    const char* atom;
    const char* type;
    int k;
  };
  const Case cases[] = {{"SM80_16x8x64_S32S4S4S32_TN", "int4b_t", 256},
                        {"SM80_16x8x256_S32U1U1S32_TN_ANDPOPC", "uint1b_t", 1024},
                        {"SM80_8x8x4_F64F64F64F64_TN", "double", 16},
                        {"SM80_16x8x32_S32S8S8S32_TN", "int8_t", 64}};
  for (const Case& c : cases) {
    for (const char* gpu : {"A100", "H100"}) {
      CAPTURE(c.atom);
      CAPTURE(gpu);
      const auto time = predicted(product(c.atom, c.type, c.k), gpu);
      REQUIRE_MESSAGE(time.has_value(), english(time.error().message));
      CHECK(time->us > 1);
    }
  }
  const auto nothing = predicted(product("SM80_16x8x16_F32F16F16F32_TN", "half_t", 32), "B200");
  REQUIRE(!nothing.has_value());
  CHECK(nothing.error().message ==
        "no time is predicted for SM80_16x8x16_F32F16F16F32_TN: the speed of B200 SXM 180 GB is not documented");
  const std::string smem = "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))";
  const auto hopper = predicted(
      cat("A = (4096,4096):(4096,1); s = ", smem, "; t = make_tma_atom(A, s, \"half_t\"); gemm_kernel(A, A, A, (t,t), ",
          "(s,s), make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), stages=4, ",
          "dtype=\"half_t\")"),
      "A100");
  REQUIRE(!hopper.has_value());
  CHECK(english(hopper.error().message).find("A100 SXM4 80 GB does not support it") != std::string::npos);
}

}  // namespace stridescope
