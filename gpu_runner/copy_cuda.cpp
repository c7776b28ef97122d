// Runs a copy kernel on the GPU.
#include <algorithm>

#include "gpu_runner/copy_trace.h"
#include "gpu_runner/cuda_device.h"
#include "gpu_runner/tensor_map.h"

namespace stridescope::gpu {
namespace {

constexpr std::size_t max_read_back = std::size_t{1} << 26;  // bytes of a tensor

// One copy kernel on the device: compile, verify, time, count.
class CopyRun : CudaRun {
 public:
  CopyRun(CudaDevice& device, const CopyPlan& plan, const RunRequest& request, const RunContext& context)
      : CudaRun(device, request, context), plan_(plan) {}

  Outcome run() {
    result_.predicted = predictions(plan_);
    return outcome(fits(plan_.needs, plan_.shared_bytes) && compile_kernel() && allocate() && verify() &&
                   !cancelled() && time() && count() && !cancelled() && trace());
  }

 private:
  bool compile_kernel() {
    const KernelText kernel = cuda_text(plan_);
    std::string text = faults::in_kernel(kernel.text) + check_text(plan_, false);
    if (request_.trace) text += trace_text(plan_);
    if (!load(text, "stridescope_copy", copy_, plan_.tiles, plan_.threads, plan_.shared_bytes, false)) return false;
    blocks_ = static_cast<unsigned>(plan_.tiles);
    if (plan_.persistent) {
      blocks_ = static_cast<unsigned>(
          std::min(plan_.tiles, std::max<std::int64_t>(resident_, 1) * std::max(device_.multiprocessors, 1)));
      result_.resources->blocks = blocks_;
      result_.resources->tiles = static_cast<std::uint64_t>(plan_.tiles);
    }
    return find_checkers();
  }

  bool allocate() {
    const auto bytes = [&](const KernelSide& s) {
      return static_cast<std::size_t>(plan_.bytes_of(s.highest - s.lowest + 1));
    };
    src_bytes_ = bytes(plan_.src);
    dst_bytes_ = bytes(plan_.dst);
    const std::size_t pair = rounded(src_bytes_) + guarded_bytes(dst_bytes_);
    std::size_t free = 0;
    std::size_t total = 0;
    if (!check(cu_.cuMemGetInfo_v2(&free, &total), "asking for free memory")) return false;
    // Enough buffers that no run finds its data in the L2 cache.
    const std::size_t wanted = std::min<std::size_t>(2 + 3 * device_.l2_bytes / pair, 64);
    const std::size_t room = rounded(4096);
    pairs_ = wanted;
    while (pairs_ > 1 && pairs_ * pair + room > total / 2) --pairs_;
    const CuDevicePtr base = device_.arena(pairs_ * pair + room);
    if (base == 0) {
      return fail("memory", say("the tensors take {} {byte|bytes}, but the GPU has {} free", pair, free));
    }
    wrong_ = base;
    for (std::size_t i = 0; i < pairs_; ++i) {
      const CuDevicePtr p = base + room + i * pair;
      src_.push_back(p);
      dst_.push_back(p + rounded(src_bytes_) + guard_bytes);
    }
    // A descriptor for each buffer.
    const auto describe_all = [&](const std::optional<TmaTransfer>& transfer, const std::vector<CuDevicePtr>& buffers,
                                  std::vector<TensorMap>& out) {
      if (!transfer) return true;
      for (const CuDevicePtr buffer : buffers) {
        const Message why = make_tensor_map(cu_, tensor_map_of(transfer->atom), buffer, out.emplace_back());
        if (!why.empty()) return fail("cuda", why);
      }
      return true;
    };
    return describe_all(plan_.tma_load, src_, src_maps_) && describe_all(plan_.tma_store, dst_, dst_maps_);
  }

  // Distance from the start of a buffer to offset 0, in bytes.
  CuDevicePtr offset_zero(const KernelSide& s) const {
    return static_cast<CuDevicePtr>(-s.lowest * plan_.element_bits / 8);
  }
  bool launch_copy(std::size_t pair) { return launch_variant(copy_, pair, {}); }
  bool launch_variant(CuHandle function, std::size_t pair, const std::vector<void*>& more) {
    CuDevicePtr from = src_[pair] + offset_zero(plan_.src);
    CuDevicePtr to = dst_[pair] + offset_zero(plan_.dst);
    std::vector<void*> arguments = {&from, &to};
    if (plan_.tma_load) arguments.push_back(&src_maps_[pair]);
    if (plan_.tma_store) arguments.push_back(&dst_maps_[pair]);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return launch(function, blocks_, static_cast<unsigned>(plan_.threads), static_cast<unsigned>(plan_.shared_bytes),
                  arguments.data(), "launching the kernel");
  }

  bool verify() {
    context_.event("verify", "running once and checking every element");
    const auto elements = static_cast<long long>(src_bytes_ / static_cast<std::size_t>(plan_.unit_bytes()));
    for (std::size_t i = 0; i < pairs_; ++i) {
      if (!write_all(fill_, src_[i], elements, static_cast<unsigned>(i), "filling")) return false;
    }
    const auto guarded = static_cast<long long>(guarded_bytes(dst_bytes_));
    if (!write_all(poison_, dst_[0] - guard_bytes, guarded, 0, "poisoning")) return false;
    if (!check(cu_.cuMemsetD8Async(wrong_, 0, 4096, device_.stream), "clearing") || !wait("filling")) return false;
    if (!launch_copy(0) || !wait("the kernel")) return false;
    std::vector<std::int64_t> listed;
    return compare({check_, src_[0] + offset_zero(plan_.src), dst_[0] + offset_zero(plan_.dst), wrong_, dst_[0],
                    dst_bytes_, plan_.elements},
                   [&](const std::vector<std::int64_t>& wrong) {
                     listed = wrong;
                     return wrong_examples(plan_, wrong);
                   }) &&
           (listed.empty() || find_elements(listed));
  }

  // Reads both tensors, if they are small, to find all wrong elements; otherwise those that the GPU listed.
  bool find_elements(const std::vector<std::int64_t>& listed) {
    RunVerify& verify = *result_.verify;
    if (plan_.elements > max_origins || std::max(src_bytes_, dst_bytes_) > max_read_back) {
      add_elements(verify, plan_.extents, listed);
      return true;
    }
    const auto bits = static_cast<std::size_t>(plan_.element_bits);
    // The first 64 bits of an element, from the byte at its beginning.
    const auto read = [&](const auto& byte_at, std::int64_t x) {
      const std::size_t begin = static_cast<std::size_t>(x) * bits;
      std::uint64_t out = 0;
      for (std::size_t i = 0; i < std::clamp<std::size_t>(bits / 8, 1, 8); ++i)
        out |= std::uint64_t{byte_at(begin / 8 + i)} << (8 * i);
      return bits < 8 ? out >> begin % 8 & ((1U << bits) - 1) : out;
    };
    const auto from = tensor_index(plan_.kernel.src);
    const auto to = tensor_index(plan_.kernel.dst);
    std::vector<unsigned char> src(src_bytes_);
    std::vector<unsigned char> dst(dst_bytes_);
    const auto elements = static_cast<std::size_t>(plan_.elements);
    std::vector<std::uint64_t> sources(elements), stored(elements);
    std::vector<bool> written(elements);
    std::vector<std::int64_t> all;
    std::vector<std::int64_t> wrong;
    // Many elements have the same value of few bits: further values distinguish them.
    for (std::size_t round = 0; round < std::max<std::size_t>(64 / bits, 1); ++round) {
      if (round > 0 && !copy_others(static_cast<unsigned>(round))) return false;
      if (!check(cu_.cuMemcpyDtoH_v2(src.data(), src_[0], src.size()), "reading the source") ||
          !check(cu_.cuMemcpyDtoH_v2(dst.data(), dst_[0], dst.size()), "reading the destination"))
        return false;
      for (std::int64_t c = 0; c < plan_.elements; ++c) {
        const std::int64_t place = to->at(c) - plan_.dst.lowest;
        const std::uint64_t source = read([&](std::size_t x) { return src[x]; }, from->at(c) - plan_.src.lowest);
        const std::uint64_t got = read([&](std::size_t x) { return dst[x]; }, place);
        const auto i = static_cast<std::size_t>(c);
        sources[i] |= source << (round * bits % 64);
        stored[i] |= got << (round * bits % 64);
        if (got != read([&](std::size_t x) { return poison(guard_bytes + x); }, place)) written[i] = true;
        if (round > 0) continue;
        all.push_back(c);
        if (got != source) wrong.push_back(c);
      }
    }
    // Elements of 128 bits can differ after the first 64: then those that the GPU listed stay.
    if (wrong.size() == *verify.wrong)
      add_elements(verify, plan_, wrong, all,
                   {[&](std::int64_t c) { return sources[static_cast<std::size_t>(c)]; },
                    [&](std::int64_t c) { return stored[static_cast<std::size_t>(c)]; },
                    [&](std::int64_t c) { return written[static_cast<std::size_t>(c)]; }});
    else
      add_elements(verify, plan_.extents, listed);
    return true;
  }

  // Runs the kernel once more, with other values.
  bool copy_others(unsigned round) {
    const auto units = static_cast<long long>(src_bytes_ / static_cast<std::size_t>(plan_.unit_bytes()));
    return write_all(fill_, src_[0], units, static_cast<unsigned>(pairs_) + round, "filling") &&
           write_all(poison_, dst_[0] - guard_bytes, static_cast<long long>(guarded_bytes(dst_bytes_)), 0,
                     "poisoning") &&
           wait("filling") && launch_copy(0) && wait("the kernel");
  }

  bool time() {
    if (!right_ || request_.seconds == 0) return true;  // wrong results are not timed
    const std::size_t bytes = std::min(src_bytes_, dst_bytes_);
    // Buffers rotate.
    const auto launch = [&](std::size_t i) { return launch_copy(i % pairs_); };
    const auto beside = [&](std::size_t i) {
      return check(cu_.cuMemcpyDtoDAsync_v2(dst_[i % pairs_], src_[i % pairs_], bytes, device_.stream), "cuMemcpyDtoD");
    };
    return time_beside(launch, beside, plan_.bytes_moved(), 2.0 * static_cast<double>(bytes), pairs_);
  }

  bool count() {
    const bool engine = plan_.tma_load || plan_.tma_store;
    return read_counts(engine ? predict(plan_) : CopyPrediction{}, [&] { return launch_copy(0); });
  }

  // Runs the traced kernels, after all timing.
  bool trace() {
    if (!request_.trace || !right_) return true;
    context_.event("trace", "tracing tiles and accesses");
    CuHandle tiles = nullptr;
    CuHandle accesses = nullptr;
    CuHandle timer = nullptr;
    if (!function(tiles, "stridescope_trace_tiles") || !function(timer, "stridescope_timer")) return false;
    const TraceShape shape = trace_shape(plan_);
    if (shape.accesses > 0 && !function(accesses, "stridescope_trace_accesses")) return false;
    const auto words = std::max<std::size_t>(
        {4 * static_cast<std::size_t>(plan_.tiles), static_cast<std::size_t>(4 * shape.warps * shape.accesses), 1});
    if (words * 8 > max_trace_bytes) {
      result_.trace.emplace().missing = say("a trace of {} {tile|tiles} is too large", plan_.tiles);
      return true;
    }
    CuDevicePtr buffer = 0;
    if (!check(cu_.cuMemAlloc_v2(&buffer, words * 8), "memory of the trace")) return false;
    const bool done = traced(tiles, accesses, timer, shape, buffer, words);
    if (!lost_) cu_.cuMemFree_v2(buffer);
    return done;
  }

  bool traced(CuHandle tiles, CuHandle accesses, CuHandle timer, const TraceShape& shape, CuDevicePtr buffer,
              std::size_t words) {
    std::vector<unsigned long long> out(words);
    const auto run = [&](CuHandle kernel, unsigned tile) {
      return allow_shared(kernel, plan_.shared_bytes) &&
             check(cu_.cuMemsetD8Async(buffer, 0, words * 8, device_.stream), "clearing") &&
             launch_variant(kernel, pairs_ - 1, {&buffer, &tile}) && wait("the traced kernel") &&
             check(cu_.cuMemcpyDtoH_v2(out.data(), buffer, words * 8), "reading the trace");
    };
    if (!read_clock(timer, buffer) || !run(tiles, 0)) return false;
    result_.trace->tiles = tile_trace(traced_tiles(plan_), out);
    if (accesses == nullptr) return true;
    // A tile in the middle, where caches and translations are in their usual state.
    const auto tile = static_cast<unsigned>(plan_.tiles / 2);
    if (!run(accesses, tile)) return false;
    result_.trace->accesses = access_trace(shape, tile, out);
    return true;
  }

  const CopyPlan& plan_;
  CuHandle copy_ = nullptr;
  std::vector<CuDevicePtr> src_, dst_;
  CuDevicePtr wrong_ = 0;
  std::size_t src_bytes_ = 0;
  std::size_t dst_bytes_ = 0;
  std::size_t pairs_ = 0;
  unsigned blocks_ = 0;
  std::vector<TensorMap> src_maps_, dst_maps_;
};

}  // namespace

Outcome run_cuda(CudaDevice& device, const CopyPlan& plan, const RunRequest& request, const RunContext& context) {
  return CopyRun(device, plan, request, context).run();
}

}  // namespace stridescope::gpu
