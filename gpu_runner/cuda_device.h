// One GPU and the tools of every request on it: checked calls, waits with deadlines, times by events.
#pragma once

#include <chrono>
#include <functional>

#include "gpu_runner/cuda_driver.h"
#include "gpu_runner/faults.h"
#include "gpu_runner/runner.h"

namespace stridescope::gpu {

using Clock = std::chrono::steady_clock;
double milliseconds_since(Clock::time_point begin);

struct Statistics {
  double median = 0;
  double least = 0;
  double most = 0;
  double spread = 0;  // half of the interquartile range over the median
  std::size_t runs = 0;
};

Statistics statistics(std::vector<double> times);
RunTime time_of(const Statistics& s);
RunYardstick yardstick_of(std::string_view name, const Statistics& s);

// Fill value of the bytes around a destination, which reveals stray writes.
inline constexpr std::size_t guard_bytes = 4096;  // on both sides of a destination
inline unsigned char poison(std::size_t x) { return static_cast<unsigned char>(0xA5 ^ (x & 0x5A)); }
// Alignment of buffers.
inline std::size_t rounded(std::size_t bytes) { return (bytes + 4095) / 4096 * 4096; }
// The size of a destination of the given bytes with poisoned surroundings: the destination begins after guard_bytes,
// and the rest of its last 4096 bytes is poisoned, too.
inline std::size_t guarded_bytes(std::size_t bytes) { return rounded(bytes) + 2 * guard_bytes; }

class CudaDevice {
 public:
  const Driver* cu = nullptr;
  const Nvrtc* rtc = nullptr;
  int index = 0;
  CuHandle context = nullptr;
  CuHandle stream = nullptr;
  std::string name;
  std::string release;
  int version = 0;  // CUDA version of the driver, 13000
  int arch = 0;     // compute capability, 90
  int multiprocessors = 0;
  std::size_t l2_bytes = 0;
  int shared_optin = 0;
  CuDevicePtr sign = 0;  // a few bytes for a test that the context works

  int attribute(CuAttribute a) const {
    int out = 0;
    cu->cuDeviceGetAttribute(&out, static_cast<int>(a), index);
    return out;
  }

  // Memory that is kept between requests.
  CuDevicePtr arena(std::size_t bytes) {
    if (faults::in_memory()) return 0;
    if (bytes <= arena_bytes_) return arena_;
    if (arena_ != 0) cu->cuMemFree_v2(arena_);
    arena_ = 0;
    arena_bytes_ = 0;
    if (cu->cuMemAlloc_v2(&arena_, bytes) != cu_success) arena_ = 0;
    if (arena_ != 0) arena_bytes_ = bytes;
    return arena_;
  }

 private:
  CuDevicePtr arena_ = 0;
  std::size_t arena_bytes_ = 0;
};

// One request on the device, for any kind of kernel. A step that returns false has set failure_.
class CudaRun {
 public:
  CudaRun(const CudaRun&) = delete;
  CudaRun& operator=(const CudaRun&) = delete;

 protected:
  CudaRun(CudaDevice& device, const RunRequest& request, const RunContext& context);
  ~CudaRun();

  // The result, if the steps of the run succeeded, otherwise the failure.
  Outcome outcome(bool done);
  bool fail(std::string_view code, const Message& message, const Message& hint = {});
  // Handles a failed call. After most launch errors the context is unusable.
  bool check(int error, const char* what);
  bool cancelled();
  // Waits until the stream is done, or the watchdog expires.
  bool wait(const char* what);
  // True if this GPU meets the kernel's requirement: "sm80", or "sm90a" for that architecture only.
  bool fits(const std::string& needs, std::int64_t shared_bytes);
  // Compiles and loads the text; sets registers, spills and occupancy of the kernel of that name.
  bool load(const std::string& text, const char* name, CuHandle& kernel, std::int64_t blocks, std::int64_t threads,
            std::int64_t shared_bytes, bool feature);
  bool function(CuHandle& out, const char* name);
  // Finds the functions that fill, poison and check the tensors.
  bool find_checkers();
  // Lets the kernel use that much shared memory.
  bool allow_shared(CuHandle kernel, std::int64_t bytes);
  // Fills or poisons `count` elements of a tensor.
  bool write_all(CuHandle function, CuDevicePtr to, long long count, unsigned seed, const char* what);
  // Sets the clock of the trace; the buffer is free afterwards.
  bool read_clock(CuHandle timer, CuDevicePtr buffer);
  bool launch(CuHandle function, unsigned blocks, unsigned threads, unsigned shared, void** arguments,
              const char* what);
  // Records an event in the stream and appends it to `marks`; events since the last mark_none() are kept until the next
  // one.
  bool mark(std::vector<CuHandle>& marks);
  void mark_none() { used_ = 0; }
  double between(CuHandle begin, CuHandle end) const;  // ms

  // Runs the checker on two tensors, given by the addresses of offset 0. `wrong` gets the number of wrong elements
  // among `checked`, and the first of them (kernel.h). Also checks the guards around the `dst_bytes` bytes of the
  // destination. Sets `verify` of the result; `examples` describes wrong elements.
  struct Compared {
    CuHandle checker = nullptr;
    CuDevicePtr src_zero = 0, dst_zero = 0;
    CuDevicePtr wrong = 0;
    CuDevicePtr dst = 0;
    std::size_t dst_bytes = 0;
    std::int64_t checked = 0;
  };
  using Examples = std::function<std::vector<WrongElement>(const std::vector<std::int64_t>&)>;
  bool compare(Compared what, const Examples& examples);
  // Runs the checker alone; `found` gets its output.
  bool check_elements(Compared what, std::vector<unsigned long long>& found);
  // Counts the bytes next to the destination, of guarded_bytes(dst_bytes), that are no longer poisoned.
  bool written_outside(CuDevicePtr dst, std::size_t dst_bytes, std::size_t& outside);
  // Times a kernel that moves `bytes` and a driver copy of `copied` bytes, alternating in portions, until the request's
  // seconds are over or, for a longer sweep, the noise is low. Stores both rates in the result. A launch gets the
  // number of previous launches of its kind in this portion, and uses one of `buffers` in turn.
  using Launch = std::function<bool(std::size_t)>;
  bool time_beside(const Launch& launch, const Launch& copy, std::int64_t bytes, double copied, std::size_t buffers);

  // Adds the current clocks to the result.
  void add_clocks();

  // Adds hardware counters of one launch to the result, if requested: those that the request names; otherwise those of
  // `predicted`, and others up to the limit.
  bool read_counts(const CopyPrediction& predicted, const std::function<bool()>& launch);

  CudaDevice& device_;
  const Driver& cu_;
  const RunRequest& request_;
  const RunContext& context_;
  RunResult result_;
  std::optional<RunResult> failure_;
  int resident_ = 0;  // concurrent blocks of the kernel per multiprocessor
  bool lost_ = false;
  bool right_ = true;
  CuHandle fill_ = nullptr;
  CuHandle poison_ = nullptr;
  CuHandle check_ = nullptr;

 private:
  void wait_for_turn();  // waits for the lock

  // Times `count` launches after `untimed` ones.
  bool times_of(const Launch& launch, std::size_t untimed, std::size_t count, std::vector<double>& times);

  const Clock::time_point begin_ = Clock::now();
  CuHandle module_ = nullptr;
  int turn_ = -1;  // the locked file
  std::vector<CuHandle> events_;
  std::size_t used_ = 0;
};

}  // namespace stridescope::gpu
