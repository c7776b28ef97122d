// Tests of the library that traces programs, against a fake of the Compute Sanitizer API.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "gpu_runner/trace/cubin_kernels.h"
#include "gpu_runner/trace/spool.h"
#include "gpu_runner/temporary_folder.h"
#include "tests/runner/fake_sanitizer.h"

namespace stridescope::gpu {
namespace {

enum : int { resources = 3, synchronizations = 4, launches = 5 };
enum : int { module_loaded = 9, module_unloading = 10 };
enum : int { launch_begin = 1, launch_end = 3 };

// Structs as the API defines them.
struct ModuleEvent {
  void* context;
  void* module;
  std::size_t cubin_bytes;
  const char* cubin;
};
struct LaunchEvent {
  void* context;
  void* stream;
  void* stream_handle;
  void* module;
  void* function;
  const char* name;
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::uint32_t cluster[3];
  std::uint64_t grid_id;
  void* launch;
  int device;
};

// A module of one kernel: sections for the names of sections, code, symbols and their names.
std::string cubin_of(const std::string& kernel) {
  const std::string names = std::string("\0.text.", 7) + kernel + '\0';
  const std::string symbols_names = std::string("\0other\0", 7) + kernel + '\0';
  Elf64_Ehdr head = {};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_shentsize = sizeof(Elf64_Shdr);
  head.e_shnum = 4;
  head.e_shstrndx = 0;
  Elf64_Sym symbols[3] = {};
  symbols[1].st_name = 1;
  symbols[1].st_info = STT_FUNC;
  symbols[2].st_name = 7;
  symbols[2].st_info = STT_FUNC;
  std::string body(sizeof head, '\0');
  Elf64_Shdr sections[4] = {};
  const auto put = [&](Elf64_Shdr& section, const void* bytes, std::size_t size) {
    section.sh_offset = body.size();
    section.sh_size = size;
    body.append(static_cast<const char*>(bytes), size);
  };
  put(sections[0], names.data(), names.size());
  sections[1].sh_name = 1;
  put(sections[2], symbols, sizeof symbols);
  sections[2].sh_type = SHT_SYMTAB;
  sections[2].sh_link = 3;
  put(sections[3], symbols_names.data(), symbols_names.size());
  head.e_shoff = body.size();
  body.append(reinterpret_cast<const char*>(sections), sizeof sections);
  std::memcpy(body.data(), &head, sizeof head);
  return body;
}

}  // namespace

TEST_CASE("tracer: a kernel's symbol is found in its module, and nothing beyond a damaged one") {
  const std::string cubin = cubin_of("k");
  CHECK(injected::kernels_of(cubin) == std::vector<std::string>{"k"});
  CHECK(injected::symbol_of(cubin, "k") == 2);
  CHECK(injected::symbol_of(cubin, "none") == -1);
  for (std::size_t size = 0; size < cubin.size(); ++size) {
    CHECK(injected::symbol_of(std::string_view(cubin).substr(0, size), "k") == -1);
  }
}

TEST_CASE("tracer: a kernel's instructions are found in its module, and nothing beyond a damaged one") {
  std::string cubin = cubin_of("k");
  Elf64_Ehdr head = {};
  std::memcpy(&head, cubin.data(), sizeof head);
  const auto section = [&](std::size_t index) { return cubin.data() + head.e_shoff + index * sizeof(Elf64_Shdr); };
  Elf64_Shdr text = {};
  std::memcpy(&text, section(1), sizeof text);
  CHECK(injected::bare_code_of(cubin, "k").empty());  // the section has no bytes
  text.sh_offset = sizeof head;
  text.sh_size = 5;
  std::memcpy(section(1), &text, sizeof text);
  CHECK(injected::bare_code_of(cubin, "k") == std::string_view(cubin).substr(sizeof head, 5));
  CHECK(injected::bare_code_of(cubin, "none").empty());
  for (std::size_t size = 0; size < cubin.size(); ++size)
    CHECK(injected::bare_code_of(std::string_view(cubin).substr(0, size), "k").empty());
  for (const std::uint64_t beyond :
       {cubin.size() - sizeof head + 1, ~std::uint64_t{0}, ~std::uint64_t{0} - sizeof head + 6}) {
    text.sh_size = beyond;
    std::memcpy(section(1), &text, sizeof text);
    CHECK(injected::bare_code_of(cubin, "k").empty());
  }
  // With line information, the whole module is disassembled.
  text.sh_size = 5;
  std::memcpy(section(1), &text, sizeof text);
  const std::string lined = cubin_of("k.debug_line");
  CHECK(injected::bare_code_of(lined, "k.debug_line").empty());
}

TEST_CASE("tracer: modules are unpatched where the program synchronizes, never in a launch") {
  void* api = dlopen(STRIDESCOPE_FAKE_SANITIZER, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(api != nullptr);
  const auto of = reinterpret_cast<decltype(&stridescope_fake_sanitizer)>(dlsym(api, "stridescope_fake_sanitizer"));
  REQUIRE((of != nullptr));
  FakeSanitizer& fake = *of();
  const TemporaryFolder folder;
  setenv("STRIDESCOPE_TRACE_FOLDER", folder.path.c_str(), 1);
  setenv("STRIDESCOPE_TRACE_API", STRIDESCOPE_FAKE_SANITIZER, 1);
  setenv("STRIDESCOPE_TRACE_RECORDS", "16", 1);
  void* tracer = dlopen(STRIDESCOPE_TRACER, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(tracer != nullptr);
  const auto initialize = reinterpret_cast<int (*)()>(dlsym(tracer, "InitializeInjection"));
  REQUIRE((initialize != nullptr));
  // A program may load the driver twice.
  CHECK(initialize() == 1);
  CHECK(initialize() == 1);
  CHECK(fake.subscribed == 1);

  int context = 0;
  int modules[2] = {};
  int stream = 0;
  std::uint64_t number = 0;
  const auto load = [&](int module, const std::string& cubin) {
    const ModuleEvent event = {&context, &modules[module], cubin.size(), cubin.data()};
    fake.send(resources, module_loaded, &event);
  };
  const auto launch = [&](int module, const char* kernel) {
    const LaunchEvent event = {&context,  &stream,    &stream,   &modules[module], nullptr, kernel,
                               {4, 1, 1}, {32, 1, 1}, {1, 1, 1}, ++number,         &number, 0};
    fake.launching = true;
    fake.send(launches, launch_begin, &event);
    fake.send(launches, launch_end, &event);
    fake.launching = false;
  };
  load(0, cubin_of("k"));
  launch(0, "k");
  CHECK(fake.unpatched == 0);
  CHECK(std::filesystem::exists(folder.path + "/launch_0.head"));
  spool::Now now = {};
  std::ifstream in(folder.path + "/now", std::ios::binary);
  REQUIRE(in.read(reinterpret_cast<char*>(&now), sizeof now));
  CHECK(now.launches == 1);
  CHECK(now.traced == 1);
  CHECK(now.activity == spool::running);
  fake.send(synchronizations, 1, nullptr);
  CHECK(fake.unpatched == 1);
  fake.send(synchronizations, 1, nullptr);
  CHECK(fake.unpatched == 1);
  // An unloaded module is no longer there to be unpatched.
  load(1, cubin_of("m"));
  launch(1, "m");
  const ModuleEvent gone = {&context, &modules[1], 0, nullptr};
  fake.send(resources, module_unloading, &gone);
  fake.send(synchronizations, 2, nullptr);
  CHECK(fake.unpatched == 1);
  CHECK(fake.deadlocks == 0);
  for (const char* name : {"STRIDESCOPE_TRACE_FOLDER", "STRIDESCOPE_TRACE_API", "STRIDESCOPE_TRACE_RECORDS"})
    unsetenv(name);
}

}  // namespace stridescope::gpu
