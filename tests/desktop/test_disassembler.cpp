// Tests of SASS: the search for nvdisasm, its input, and the message without it. nvdisasm is a shell script here.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "desktop/model/kernel_text.h"
#include "desktop/model/runs.h"
#include "desktop/model/snapshot.h"
#include "gpu_runner/disassembler.h"
#include "tests/environment.h"

namespace stridescope::desktop {
namespace {

namespace fs = std::filesystem;
using gpu::disassemble;
using gpu::Disassembly;
using gpu::find_nvdisasm;

class ToolFolder {
 public:
  ToolFolder() {
    path = (fs::temp_directory_path() / "stridescope it's here-XXXXXX").string();
    REQUIRE(mkdtemp(path.data()) != nullptr);
  }
  ToolFolder(const ToolFolder&) = delete;
  ToolFolder& operator=(const ToolFolder&) = delete;
  ~ToolFolder() { fs::remove_all(path); }
  std::string program(const std::string& name, const std::string& text) const {
    const fs::path file = fs::path(path) / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "#!/bin/sh\n" << text;
    chmod(file.c_str(), 0755);
    return file.string();
  }
  std::string path;
};

// Hides the tools of this machine; restores the environment afterwards.
class Environment {
 public:
  Environment() {
    for (const char* name : names) {
      const char* value = std::getenv(name);
      before_.emplace_back(value == nullptr ? std::nullopt : std::optional<std::string>(value));
      unsetenv(name);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (before_[i])
        setenv(names[i], before_[i]->c_str(), 1);
      else
        unsetenv(names[i]);
    }
  }

 private:
  static constexpr const char* names[] = {"PATH",         "CUDA_HOME",  "CUDA_PATH", "VIRTUAL_ENV",
                                          "CONDA_PREFIX", "PYTHONPATH", "HOME"};
  std::vector<std::optional<std::string>> before_;
};

// A result with machine code in base64: its own, or that of a kernel that was only compiled.
RunResult with_cubin(const std::string& cubin = "Y3ViaW4=", const std::string& entry = {}) {
  RunResult out;
  out.texts.cubin = cubin;
  out.texts.entry = entry;
  return out;
}
RunResult compiled(const std::string& cubin, const std::string& sass = {}) {
  RunResult out;
  out.compiled.emplace().texts.cubin = cubin;
  out.compiled->texts.sass = sass;
  return out;
}

}  // namespace

TEST_CASE("nvdisasm is found on the PATH, in the toolkit and among Python's packages, in this order") {
  const Environment nothing;
  const ToolFolder folder;
  const std::string& root = folder.path;
  CHECK(find_nvdisasm(root).empty());
  const std::string pip = folder.program("venv/lib/python3.11/site-packages/nvidia/cu13/bin/nvdisasm", "");
  CHECK(find_nvdisasm(root).empty());
  setenv("VIRTUAL_ENV", (root + "/venv").c_str(), 1);
  CHECK(find_nvdisasm(root) == pip);
  unsetenv("VIRTUAL_ENV");
  // The Python on the PATH has them too.
  folder.program("venv/bin/python3", "");
  setenv("PATH", (root + "/venv/bin").c_str(), 1);
  CHECK(find_nvdisasm(root) == pip);
  const std::string triton = folder.program("usr/lib/python3/dist-packages/triton/backends/nvidia/bin/nvdisasm", "");
  unsetenv("PATH");
  CHECK(find_nvdisasm(root) == triton);
  setenv("PATH", (root + "/venv/bin").c_str(), 1);
  const std::string old = folder.program("usr/local/cuda-9.2/bin/nvdisasm", "");
  CHECK(find_nvdisasm(root) == old);
  const std::string newer = folder.program("usr/local/cuda-13.0/bin/nvdisasm", "");
  CHECK(find_nvdisasm(root) == newer);
  const std::string home = folder.program("toolkit/bin/nvdisasm", "");
  setenv("CUDA_PATH", (root + "/toolkit").c_str(), 1);
  CHECK(find_nvdisasm(root) == home);
  const std::string path = folder.program("venv/bin/nvdisasm", "");
  CHECK(find_nvdisasm(root) == path);
  // A file that is not executable does not count.
  chmod(path.c_str(), 0644);
  if (access(path.c_str(), X_OK) != 0) CHECK(find_nvdisasm(root) == home);
}

TEST_CASE("nvdisasm gets the machine code; that it is missing, or fails, is said in a line") {
  const ToolFolder folder;
  const std::string tool =
      folder.program("nvdisasm", "printf '/*0000*/ MOV R1, c[0x0][0x28] ;\\n%s ' \"$1 $2\"; cat \"$3\"\n");
  const Disassembly good = disassemble(with_cubin(), tool);
  CHECK(good.sass == "/*0000*/ MOV R1, c[0x0][0x28] ;\n-c -g cubin");
  CHECK(good.why.empty());
  CHECK(disassemble(compiled("Y3ViaW4="), tool).sass == good.sass);
  CHECK(disassemble(with_cubin(), "").why == gpu::no_nvdisasm());
  // The same in its member of the result.
  CHECK(gpu::with_sass(with_cubin(), tool).texts.sass == good.sass);
  CHECK(gpu::with_sass(with_cubin(), "").texts.sass_missing == gpu::no_nvdisasm());
  RunResult listed = with_cubin();
  listed.texts.sass = "EXIT ;";
  CHECK(gpu::with_sass(listed, tool).texts.sass == "EXIT ;");
  CHECK(gpu::with_sass(compiled("Y3ViaW4=", "EXIT ;"), tool).texts.sass.empty());
  for (const RunResult& none : {RunResult(), compiled("")})
    CHECK(disassemble(none, tool).why == gpu::no_machine_code());
  for (const RunResult& damaged : {with_cubin("Y3ViaW4"), with_cubin("Y3Vi aW4="), compiled("Y3ViaW4_")})
    CHECK(disassemble(damaged, tool).why == gpu::damaged_machine_code());
  const Disassembly failed =
      disassemble(with_cubin(), folder.program("broken", "echo 'fatal: no cubin' >&2; exit 1\n"));
  CHECK(failed.sass.empty());
  CHECK(english(failed.why).find("failed: fatal: no cubin") != std::string::npos);
  CHECK(english(disassemble(with_cubin(), folder.program("silent", "")).why).find("did not print anything") !=
        std::string::npos);
}

TEST_CASE("the machine code is the kernel's alone, without what fills, checks and traces beside it") {
  const ToolFolder folder;
  const std::string rule = "//---------------------";
  const std::string text = "\t.target\tsm_90\n" + rule + " .text.stridescope_copy_check --------\nBRA\n" + rule +
                           " .text.stridescope_copy --------\nLDG\nEXIT\n" + rule +
                           " .text.stridescope_fill ------\nSTG\n";
  const std::string tool = folder.program("nvdisasm", "cat <<'X'\n" + text + "X\n");
  const auto of = [&](const std::string& entry) { return disassemble(with_cubin("Y3ViaW4=", entry), tool).sass; };
  CHECK(of("stridescope_copy") == rule + " .text.stridescope_copy --------\nLDG\nEXIT\n");
  CHECK(of("stridescope_fill") == rule + " .text.stridescope_fill ------\nSTG\n");
  CHECK(of("stridescope_gemm") == text);
  CHECK(of("") == text);
}

TEST_CASE("the machine code of the last run is read when it is asked for, and counted") {
  const ToolFolder folder;
  folder.program("bin/nvdisasm", "echo '        /*0000*/                   MOV R1, c[0x0][0x28] ;'\n");
  const std::string runner = folder.program(
      "runner",
      "while read line; do id=${line#*\\\"id\\\":}; id=${id%%,*}\n"
      "echo '{\"version\":1,\"id\":'$id',\"result\":{\"status\":\"ok\",\"cubin\":\"Y3ViaW4=\"}}'\ndone\n");
  const std::string path = environment("PATH");
  setenv("PATH", (folder.path + "/bin:" + path).c_str(), 1);
  Runs runs({});
  const auto settle = [&] {
    for (int i = 0; i < 5000; ++i) {
      runs.update();
      if (runs.idle()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  };
  runs.use({runner});
  runs.run({"K = 1", IntegerMode::cute, "K", false}, now_ms());
  settle();
  REQUIRE(runs.last);
  CHECK_FALSE(runs.last->outcome.sass);
  runs.want_sass(*runs.last);
  settle();
  setenv("PATH", path.c_str(), 1);
  const RunResult& result = *runs.last->outcome.result;
  REQUIRE(!result.texts.sass.empty());
  CHECK(runs.history.back().outcome.result == runs.last->outcome.result);
  const auto mix = instruction_mix(result.texts.sass);
  REQUIRE(mix.size() == 1);
  CHECK(mix[0].name == "MOV");
}

}  // namespace stridescope::desktop
