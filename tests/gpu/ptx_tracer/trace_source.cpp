// Runs the kernel twice from the same buffers, unchanged and rewritten. The records of the second run go through the
// same folder as those of a patched program (spool.h), so that both share the code that makes a trace.
#include "tests/gpu/ptx_tracer/trace_source.h"

#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/text.h"
#include "gpu_runner/cuda_driver.h"
#include "gpu_runner/temporary_folder.h"
#include "gpu_runner/trace/spool.h"
#include "gpu_runner/trace/trace_program.h"
#include "tests/gpu/ptx_tracer/ptx.h"

// The recorder's PTX.
asm(R"(
  .section .rodata
  .balign 16
  .hidden stridescope_recorder
  .globl stridescope_recorder
stridescope_recorder:
  .incbin ")" STRIDESCOPE_RECORDER R"("
  .byte 0
  .previous
)");
extern "C" const char stridescope_recorder[];

namespace stridescope::gpu {
namespace {

static_assert(static_cast<int>(PtxRecord::global_access) == spool::global_access);
static_assert(static_cast<int>(PtxRecord::shared_access) == spool::shared_access);
static_assert(static_cast<int>(PtxRecord::local_access) == spool::local_access);
static_assert(static_cast<int>(PtxRecord::matrix_access) == spool::matrix_access);
static_assert(static_cast<int>(PtxRecord::remote_access) == spool::remote_access);
static_assert(static_cast<int>(PtxRecord::async_copy) == spool::async_copy);
static_assert(static_cast<int>(PtxRecord::barrier) == spool::barrier);
static_assert(static_cast<int>(PtxRecord::other_wait) == spool::other_wait);

constexpr int ptx_input = 1;

// The context and memory of a run; freed at the end.
class Device {
 public:
  explicit Device(const Driver& driver) : driver_(driver) {}
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() {
    for (const CuDevicePtr memory : memory_) driver_.cuMemFree_v2(memory);
    for (const CuHandle module : modules_) driver_.cuModuleUnload(module);
  }

  // The first failed call and its description.
  const Message& error() const { return error_; }
  bool done(int result, const Message& what) {
    if (result != 0 && error_.empty()) error_ = say("{}: {}", what, driver_.name_of(result));
    return result == 0;
  }
  CuDevicePtr take(std::size_t bytes) {
    CuDevicePtr out = 0;
    if (done(driver_.cuMemAlloc_v2(&out, bytes), say("taking {} {byte|bytes} of the GPU's memory", bytes)))
      memory_.push_back(out);
    return out;
  }
  CuHandle load(const void* image) {
    CuHandle out = nullptr;
    if (done(driver_.cuModuleLoadData(&out, image), say("loading the kernel"))) modules_.push_back(out);
    return out;
  }
  CuHandle function(CuHandle module, const std::string& name) {
    CuHandle out = nullptr;
    done(driver_.cuModuleGetFunction(&out, module, name.c_str()), say("finding the kernel"));
    return out;
  }
  void launch(CuHandle function, const SourceOptions& o, std::vector<void*>& parameters) {
    if (o.shared_bytes > 48 * 1024)
      done(driver_.cuFuncSetAttribute(function, static_cast<int>(CuFunctionAttribute::max_dynamic_shared),
                                      static_cast<int>(o.shared_bytes)),
           say("taking {} {byte|bytes} of shared memory", o.shared_bytes));
    const auto n = [](std::int64_t x) { return static_cast<unsigned>(x); };
    done(driver_.cuLaunchKernel(function, n(o.grid[0]), n(o.grid[1]), n(o.grid[2]), n(o.block[0]), n(o.block[1]),
                                n(o.block[2]), n(o.shared_bytes), nullptr, parameters.data(), nullptr),
         say("launching the kernel"));
  }
  void read(std::string& to, CuDevicePtr from) {
    // The copy waits for the kernel.
    done(driver_.cuMemcpyDtoH_v2(to.data(), from, to.size()), say("running the kernel"));
  }
  void write(CuDevicePtr to, std::string_view bytes) {
    done(driver_.cuMemcpyHtoD_v2(to, bytes.data(), bytes.size()), say("copying to the GPU"));
  }

 private:
  const Driver& driver_;
  Message error_;
  std::vector<CuDevicePtr> memory_;
  std::vector<CuHandle> modules_;
};

// The PTX linked with the recorder's.
Result<std::string> linked(const Driver& driver, const std::string& ptx, Device& device) {
  if (driver.cuLinkCreate_v2 == nullptr || driver.cuLinkAddData_v2 == nullptr || driver.cuLinkComplete == nullptr ||
      driver.cuLinkDestroy == nullptr || driver.cuModuleGetGlobal_v2 == nullptr)
    return failure(ErrorCode::unsupported, say("this driver does not link PTX"), say("update it"));
  CuHandle link = nullptr;
  std::string out;
  if (device.done(driver.cuLinkCreate_v2(0, nullptr, nullptr, &link), say("linking the kernel"))) {
    std::string kernel = ptx;
    std::string recorder = stridescope_recorder;
    void* image = nullptr;
    std::size_t size = 0;
    if (device.done(
            driver.cuLinkAddData_v2(link, ptx_input, kernel.data(), kernel.size() + 1, "kernel", 0, nullptr, nullptr),
            say("assembling the rewritten kernel")) &&
        device.done(driver.cuLinkAddData_v2(link, ptx_input, recorder.data(), recorder.size() + 1, "recorder", 0,
                                            nullptr, nullptr),
                    say("assembling the recorder")) &&
        device.done(driver.cuLinkComplete(link, &image, &size), say("linking the kernel")))
      out.assign(static_cast<const char*>(image), size);
    driver.cuLinkDestroy(link);
  }
  if (out.empty()) return failure(ErrorCode::unsupported, device.error());
  return out;
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

Result<TracedSource> trace_source(const SourceOptions& options, const std::vector<Members>& arguments) {
  Message why;
  const Driver* driver = gpu::driver(why);
  if (driver == nullptr) return failure(ErrorCode::unsupported, why);
  Device device(*driver);
  int number = 0;
  int major = 0;
  int minor = 0;
  CuHandle context = nullptr;
  char device_name[256] = "a GPU";
  if (!device.done(driver->cuInit(0), say("starting CUDA")) ||
      !device.done(driver->cuDeviceGet(&number, 0), say("finding a GPU")) ||
      !device.done(driver->cuDevicePrimaryCtxRetain(&context, number), say("starting CUDA")) ||
      !device.done(driver->cuCtxSetCurrent(context), say("starting CUDA")))
    return failure(ErrorCode::unsupported, device.error());
  driver->cuDeviceGetName(device_name, sizeof device_name, number);
  driver->cuDeviceGetAttribute(&major, static_cast<int>(CuAttribute::major), number);
  driver->cuDeviceGetAttribute(&minor, static_cast<int>(CuAttribute::minor), number);

  TracedSource out;
  auto compiled = compiled_source(options, 10 * major + minor);
  if (!compiled) return failure(compiled.error());
  const CompiledSource source = std::move(*compiled);
  if (!source.log.empty()) out.notes.push_back(source.log);
  const auto traced = traced_ptx(source.ptx, source.kernel);
  if (!traced) return failure(traced.error());
  if (traced->parameters.size() != arguments.size())
    return failure(ErrorCode::arguments,
                   say("{} takes {} {parameter|parameters}, but {} {argument is|arguments are} given", traced->kernel,
                       traced->parameters.size(), arguments.size()),
                   say("give an --arg for each, in their order"));
  std::vector<std::string> values;
  std::vector<std::string> filling;
  std::vector<CuDevicePtr> buffers;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string value;
    for (const KernelArgument& member : arguments[i]) {
      const std::size_t size = member.buffer_bytes > 0 ? sizeof(CuDevicePtr) : member.scalar.size();
      value.resize((value.size() + size - 1) / size * size, '\0');
      if (member.buffer_bytes > 0) {
        filling.push_back(filled(member));
        buffers.push_back(device.take(filling.back().size()));
        value += bytes_of(buffers.back());
      } else {
        value += member.scalar;
      }
    }
    const auto bytes = static_cast<std::size_t>(traced->parameters[i].bytes);
    if (value.size() > bytes)
      return failure(ErrorCode::arguments,
                     say("parameter {} has {} {byte|bytes}, but its argument has {}", i, bytes, value.size()));
    value.resize(bytes, '\0');
    values.push_back(std::move(value));
  }
  std::vector<void*> parameters;
  for (std::string& value : values) parameters.push_back(value.data());
  const auto fill = [&] {
    for (std::size_t i = 0; i < buffers.size(); ++i) device.write(buffers[i], filling[i]);
  };
  const auto results = [&] {
    std::vector<std::string> all = filling;
    for (std::size_t i = 0; i < buffers.size(); ++i) device.read(all[i], buffers[i]);
    return all;
  };

  const CuHandle plain = device.load(source.ptx.c_str());
  if (!device.error().empty()) return failure(ErrorCode::unsupported, device.error());
  fill();
  device.launch(device.function(plain, traced->kernel), options, parameters);
  const std::vector<std::string> expected = results();
  if (!device.error().empty()) return failure(ErrorCode::unsupported, device.error());

  const auto image = linked(*driver, traced->text, device);
  if (!image) return failure(image.error());
  const CuHandle module = device.load(image->c_str());
  const auto all = static_cast<std::uint64_t>(options.grid[0] * options.grid[1] * options.grid[2]);
  const std::vector<std::uint32_t> blocks = listed_blocks(options.blocks, all);
  spool::SpoolHead head = {};
  head.head.capacity = static_cast<std::uint32_t>(options.records);
  head.head.blocks = static_cast<std::uint32_t>(blocks.size());
  std::copy(blocks.begin(), blocks.end(), head.head.block);
  const CuDevicePtr memory =
      device.take(sizeof(spool::Head) + static_cast<std::size_t>(options.records) * sizeof(spool::Record));
  CuDevicePtr variable = 0;
  std::size_t variable_bytes = 0;
  device.done(driver->cuModuleGetGlobal_v2(&variable, &variable_bytes, module, "stridescope_head"),
              say("finding the recorder"));
  if (!device.error().empty()) return failure(ErrorCode::unsupported, device.error());
  device.write(memory, bytes_of(head.head));
  device.write(variable, bytes_of(memory));
  fill();
  device.launch(device.function(module, traced->kernel), options, parameters);
  out.same = results() == expected;
  std::string head_bytes(sizeof(spool::Head), '\0');
  device.read(head_bytes, memory);
  std::memcpy(&head.head, head_bytes.data(), sizeof head.head);
  std::string records(std::size_t{std::min(head.head.records, head.head.capacity)} * sizeof(spool::Record), '\0');
  if (!records.empty()) device.read(records, memory + sizeof(spool::Head));
  if (!device.error().empty()) return failure(ErrorCode::unsupported, device.error());

  head.pc = static_cast<std::uint64_t>(ptx_begin);
  head.architecture = static_cast<std::uint32_t>(10 * major + minor);
  for (std::size_t i = 0; i < 3; ++i) {
    head.grid[i] = static_cast<std::uint32_t>(options.grid[i]);
    head.threads[i] = static_cast<std::uint32_t>(options.block[i]);
  }
  const TemporaryFolder folder;
  if (folder.path.empty())
    return failure(ErrorCode::unsupported, say("cannot create a folder for the records"), say("set TMPDIR"));
  const std::filesystem::path stem = std::filesystem::path(folder.path) / "launch_0";
  std::string text = cat(traced->kernel, "\n", std::string_view(device_name), "\n");
  std::size_t at = 0;
  for (const std::string& one : filling) append_all(text, buffers[at++], " ", one.size(), "\n");
  write_file(stem.string() + ".text", text);
  write_file(stem.string() + ".records", records);
  std::string lines;
  for (std::size_t i = 0; i < traced->instructions.size(); ++i) {
    const PtxInstruction& one = traced->instructions[i];
    append_all(lines, ptx_place(i) - ptx_begin, " ", one.line, " ", one.file, "\t", one.text, "\n");
  }
  write_file(std::filesystem::path(folder.path) / "module_0.lines", lines);
  std::string unrecorded;
  for (const std::string& one : traced->unrecorded) append_all(unrecorded, one, "\n");
  write_file(stem.string() + ".unrecorded", unrecorded);
  write_file(std::filesystem::path(folder.path) / "log.text", "started\n");
  write_file(stem.string() + ".head", bytes_of(head));
  TraceProgress silent({});
  auto trace = collect_trace(folder.path, out.notes, silent);
  if (!trace) return failure(trace.error());
  out.trace = std::move(*trace);
  return out;
}

}  // namespace stridescope::gpu
