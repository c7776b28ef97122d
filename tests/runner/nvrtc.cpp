// Compiles the CUDA text of kernels with NVRTC, which needs no GPU: the gallery's kernels, a kernel of each kind, and
// probes of a sample of the atoms, for architectures from sm_75 to sm_120, and each template alone. Without NVRTC
// nothing is tested, and the exit status reports that. Usage: stridescope_nvrtc [--all]      with --all every kernel
// for every architecture, and every atom Exit status: 0, 1 when a text does not compile, 77 without NVRTC
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/gallery.h"
#include "core/foreign/evaluate.h"
#include "core/kernels/gemm/gemm_writer.h"
#include "core/kernels/kernel_plan.h"
#include "core/tiled/atom.h"
#include "gpu_runner/cuda_driver.h"

namespace stridescope::gpu {
namespace {

constexpr int architectures[] = {75, 80, 86, 89, 90, 100, 120};

const std::string copy16 =
    "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_2):(_2,_1), (_1,_8):(_8,_1))";
const std::string cp_async =
    "make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))";
const std::string warps = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16))";

// A kernel of each kind, and of each way through shared memory.
std::vector<std::string> programs() {
  std::vector<std::string> out;
  for (const GalleryEntry& entry : gallery()) {
    if (entry.group != "problems") out.emplace_back(entry.program);  // there an error can be the answer
  }
  const auto copy = [&](const std::string& rest) { out.push_back("copy_kernel(" + rest + ")"); };
  copy("(48,64):(64,1), (48,64):(1,48), (_32,_8):(_8,_1), tile=(16,16), persistent=1");
  copy("(40,36):(36,1), (40,36):(1,40), (_32,_8):(_8,_1), tile=(16,16), dtype=\"half_t\"");
  copy(
      "(64,32):(32,1), (64,32):(1,64), (((_8,_32),_4):((_128,_1),_32), ((_8,_32),_4):((_4,_32),_1)), "
      "Sw<3,2,5> o 0 o (32,32):(32,1), tile=(32,32)");
  copy(
      "4096:1, 4096:1, make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,float>, (_32):(_1), (_4):(_1)), "
      "128:1, stages=3");
  copy("(64,32):(32,1), (64,32):(32,1), (" + copy16 +
       ", make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, "
       "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_1,_1,_1), <_16,_8,_16>))), Sw<1,3,3> o 0 o (16,16):(16,1)");
  copy("(64,64):(64,1), (64,64):(72,1), \"tma\", Sw<3,2,3> o 0 o (32,32):(32,1), stages=3");
  copy("(64,64):(64,1), (64,64):(1,64), (\"tma\", (_32,_32):(_1,_32)), (32,32):(32,1), tile=(32,32)");
  copy("(50,72):(72,1), (50,72):(80,1), ((_16,_2),_8):((_1,_128),_16), tile=(16,16), dtype=\"int4b_t\"");
  const std::string s = "Sw<2,3,3> o 0 o (64,32):(32,1)";
  out.push_back("gemm_kernel((128,64):(64,1), (128,64):(64,1), (128,128):(128,1), " + cp_async + ", (" + s + ", " + s +
                "), " + warps + ", load=\"SM75_U32x4_LDSM_N\")");
  out.push_back("gemm_kernel((100,72):(72,1), (70,72):(72,1), (100,70):(1,100), " + cp_async + ", (" + s + ", " + s +
                "), " + warps + ", stages=4, dtype=\"half_t\")");
  out.push_back(
      "A = (256,128):(128,1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\nt = make_tma_atom(A, s, "
      "\"half_t\")\ngemm_kernel(A, A, (256,256):(256,1), (t,t), (s,s), "
      "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)))");
  out.push_back("mma_kernel(" + warps + ")");
  out.emplace_back("mma_kernel(SM75_16x8x8_F32F16F16F32_TN)");
  out.emplace_back("mma_kernel(SM70_8x8x4_F32F16F16F32_NT)");
  out.emplace_back("mma_kernel(make_tiled_mma(SM80_16x8x64_S32S4U4S32_TN, (1,2)))");
  out.emplace_back("mma_kernel(make_tiled_mma(UniversalFMA<double>, (8,4)), tile=(16,16,4))");
  return out;
}

// Known not to be an instruction of any GPU, although the header has it; measured, see the files of products.
bool is_known(std::string_view name) { return name == "SM61_DP2A"; }

struct Tally {
  int compiled = 0;
  int failed = 0;
  int not_there = 0;  // architectures that this NVRTC does not support
};

void compile_text(const Nvrtc& rtc, const std::string& text, int arch, bool feature, const std::string& source,
                  Tally& tally) {
  std::string error;
  const auto made = compile(rtc, text, arch, feature, false, error);
  const std::string wanted = "sm_" + std::to_string(arch) + (feature ? "a" : "");
  if (made && made->arch != wanted) {
    ++tally.not_there;
  } else if (made) {
    ++tally.compiled;
  } else if (error.find("compiles for no architecture") != std::string::npos) {
    ++tally.not_there;
  } else {
    ++tally.failed;
    std::printf("FAILED for sm_%d: %s\n%s\n", arch, source.c_str(), error.c_str());
  }
}

void compile_for(const Nvrtc& rtc, const KernelPlan& plan, const std::string& source, int arch, Tally& tally) {
  const KernelText kernel = cuda_text(plan);
  compile_text(rtc, kernel.text + trace_text(plan), arch, kernel.needs.ends_with('a'), source, tally);
}

// Compiles for the oldest architecture that has its instructions, for the newest, and for one between them in rotation;
// if only one architecture has a feature, for that.
void compile_some(const Nvrtc& rtc, const KernelPlan& plan, const std::string& source, bool all, std::size_t turn,
                  Tally& tally) {
  const std::string needs = cuda_text(plan).needs;
  const int least = needs.empty() ? 0 : std::atoi(needs.c_str() + 2);
  if (needs.ends_with('a')) return compile_for(rtc, plan, source, least, tally);
  std::vector<int> able;
  for (const int arch : architectures) {
    if (arch >= least) able.push_back(arch);
  }
  for (std::size_t i = 0; i < able.size(); ++i) {
    if (all || i == 0 || i + 1 == able.size() || i == 1 + turn % able.size()) {
      compile_for(rtc, plan, source, able[i], tally);
    }
  }
}

void kernels(const Nvrtc& rtc, bool all, Tally& tally) {
  std::size_t turn = 0;
  for (const std::string& program : programs()) {
    const Evaluation e = evaluate(program, IntegerMode::teaching);
    for (const Error& error : e.errors) {
      ++tally.failed;
      std::printf("FAILED: %s\n%s\n", program.c_str(), english(error.message).c_str());
    }
    for (const Binding& b : e.bindings) {
      if (!is_kernel(b.value)) continue;
      if (const auto plan = plan_kernel(b.value)) compile_some(rtc, *plan, program, all, turn++, tally);
    }
  }
}

void probes(const Nvrtc& rtc, bool all, Tally& tally) {
  std::size_t number = 0;
  for (const std::string& name : atom_names()) {
    if (!all && number++ % 97 != 0) continue;
    const auto atom = find_atom(name);
    if (!atom || is_known(name)) continue;
    ProbeKernel kernel;
    if (const auto* mma = atom->as<MmaAtom>()) kernel.atom = *mma;
    if (const auto* copy = atom->as<CopyAtom>()) kernel.atom = *copy;
    const ProbePlan plan = plan_probe(kernel);
    if (plan.not_runnable.empty())
      compile_some(rtc, KernelPlan(plan), "probe_kernel(" + name + ")", false, number, tally);
  }
}

// Compiles each template of the folder alone, with what it needs.
void alone(const Nvrtc& rtc, Tally& tally) {
  const std::filesystem::path folder = "core/kernels/cuda";
  std::string listed;
#define STRIDESCOPE_TEMPLATE(name) listed += " " #name ".cuh ";
#include "core/kernels/cuda/templates.def"
#undef STRIDESCOPE_TEMPLATE
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename();
    if (!name.ends_with(".cuh")) continue;
    if (listed.find(" " + name + " ") == std::string::npos) {
      ++tally.failed;
      std::printf("FAILED: templates.def has no %s\n", name.c_str());
    }
    if (name.starts_with("host")) continue;  // these need the runtime's headers: check_host.mjs
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    compile_text(rtc, text.str(), 90, true, name, tally);
  }
}

int main(int argc, char** argv) {
  const bool all = argc > 1 && std::string_view(argv[1]) == "--all";
  Message why;
  const Nvrtc* rtc = nvrtc(why);
  if (rtc == nullptr) {
    std::printf("skipped, nothing was compiled: %s\n", english(why).c_str());
    return 77;
  }
  Tally tally;
  kernels(*rtc, all, tally);
  const int before = tally.compiled;
  probes(*rtc, all, tally);
  const int texts = tally.compiled;
  alone(*rtc, tally);
  std::printf(
      "%d texts compiled (%d of probes) and %d templates alone, %d failed, %d for architectures that this NVRTC "
      "does not have\n",
      texts, texts - before, tally.compiled - texts, tally.failed, tally.not_there);
  if (tally.failed > 0) return 1;
  // A sweep that compiled nothing proves nothing.
  return before > 40 && texts > before && tally.compiled > texts ? 0 : 1;
}

}  // namespace
}  // namespace stridescope::gpu

int main(int argc, char** argv) { return stridescope::gpu::main(argc, argv); }
