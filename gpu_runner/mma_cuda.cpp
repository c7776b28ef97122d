// Runs multiplying kernels on the GPU: compile, check, time against cuBLASLt.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "core/kernels/gemm/gemm_fetch.h"
#include "gpu_runner/copy_trace.h"
#include "gpu_runner/cublas_lt.h"
#include "gpu_runner/cuda_device.h"
#include "gpu_runner/mma_runner.h"
#include "gpu_runner/tensor_map.h"

namespace stridescope::gpu {
namespace {

// Up to this size the CPU checks results; the GPU's checker handles larger ones.
constexpr std::int64_t max_cpu_elements = std::int64_t{1} << 20;
constexpr std::int64_t max_cpu_work = std::int64_t{1} << 24;  // products, about 2 ns each

class ProductRun : CudaRun {
 public:
  ProductRun(CudaDevice& device, const MmaPlan* mma, const GemmPlan* gemm, const RunRequest& request,
             const RunContext& context)
      : CudaRun(device, request, context), mma_(mma), gemm_(gemm), math_(gemm != nullptr ? gemm->math : *mma) {}

  Outcome run() {
    if (gemm_ != nullptr) {
      result_.predicted = predictions(*gemm_);
    } else {
      result_.predicted.emplace().flops = static_cast<double>(mma_->flops());
    }
    return outcome(prove() && fits(kernel_.needs, kernel_.shared_bytes) && compile_kernel() && allocate() && verify() &&
                   !cancelled() && time() && count() && !cancelled() && trace());
  }

 private:
  bool prove() {
    auto proof = gemm_ != nullptr ? proof_of(*gemm_) : proof_of(*mma_);
    if (!proof) return fail(code_name(proof.error().code), proof.error().message, proof.error().hint);
    proof_ = std::move(*proof);
    kernel_ = gemm_ != nullptr ? cuda_text(*gemm_) : cuda_text(*mma_);
    return true;
  }

  bool biased() const { return gemm_ != nullptr && gemm_->bias; }
  bool tma() const { return gemm_ != nullptr && gemm_->path == GemmPlan::Path::tma; }

  bool compile_kernel() {
    const std::string traced = request_.trace && gemm_ != nullptr ? trace_text(*gemm_) : std::string();
    if (!load(faults::in_kernel(kernel_.text) + check_text(proof_, false) + traced, kernel_.name.c_str(), multiply_,
              kernel_.blocks, kernel_.threads, kernel_.shared_bytes, kernel_.needs.ends_with('a'))) {
      return false;
    }
    // A product has as many blocks as tiles; the peak of an MMA, and a persistent kernel, fill the GPU.
    const auto resident = static_cast<std::int64_t>(device_.multiprocessors) * std::max<std::int64_t>(1, resident_);
    blocks_ = gemm_ == nullptr ? resident : tma() ? std::min(kernel_.blocks, resident) : kernel_.blocks;
    if (!allow_cluster(multiply_)) return false;
    if (kernel_.cluster > 1) blocks_ = std::min(kernel_.blocks, clusters() * kernel_.cluster);
    if (kernel_.work_bytes > 0 && blocks_ < kernel_.blocks) {
      return fail(
          "unsupported",
          say("{} {block waits|blocks wait} for each other, but this GPU runs {} at a time", kernel_.blocks, blocks_),
          say("stream={}", blocks_));
    }
    result_.resources->blocks = static_cast<std::uint64_t>(blocks_);
    if ((biased() || proof_.epilogue.beta != 0) && !function(fill_c_, "stridescope_fill_c")) return false;
    return function(fill_a_, "stridescope_fill_a") && function(fill_b_, "stridescope_fill_b") &&
           function(poison_, "stridescope_poison") && function(check_, "stridescope_check");
  }

  // Allows clusters larger than every GPU supports.
  bool allow_cluster(CuHandle kernel) {
    if (kernel_.cluster <= max_cluster_blocks) return true;
    return check(cu_.cuFuncSetAttribute(kernel, static_cast<int>(CuFunctionAttribute::non_portable_cluster), 1),
                 "the size of a cluster");
  }

  // The number of clusters that can run at the same time; without the driver's answer, that of a GPU without gaps.
  std::int64_t clusters() const {
    CuLaunch launch;
    launch.grid[0] = static_cast<unsigned>(kernel_.cluster);
    launch.block[0] = static_cast<unsigned>(kernel_.threads);
    launch.shared_bytes = static_cast<unsigned>(kernel_.shared_bytes);
    int out = 0;
    if (cu_.cuOccupancyMaxActiveClusters == nullptr ||
        cu_.cuOccupancyMaxActiveClusters(&out, multiply_, &launch) != cu_success || out < 1) {
      out = std::max(1, device_.multiprocessors / static_cast<int>(kernel_.cluster));
    }
    return out;
  }

  static std::size_t bytes_of(const Reach& reach, const DataType& type) {
    return static_cast<std::size_t>((reach.elements() * value_format(type)->bits + 7) / 8);
  }
  static CuDevicePtr based(CuDevicePtr p, const Reach& reach, const DataType& type) {
    return p + static_cast<CuDevicePtr>(-reach.lowest * value_format(type)->bits / 8);
  }

  bool allocate() {
    a_ = reach_of(proof_.a);
    b_ = reach_of(proof_.b);
    c_ = reach_of(proof_.c);
    slots_ = gemm_ != nullptr ? 1 : blocks_;
    bytes_a_ = rounded(bytes_of(a_, proof_.type_a) + 16);
    bytes_b_ = rounded(bytes_of(b_, proof_.type_b) + 16);
    bytes_c_ = bytes_of(c_, proof_.type_c) * static_cast<std::size_t>(slots_);
    if (biased()) bias_ = reach_of(proof_.bias);
    const std::size_t bytes_bias = biased() ? rounded(bytes_of(bias_, proof_.type_c)) : 0;
    const std::size_t set = bytes_a_ + bytes_b_ + bytes_bias + guarded_bytes(bytes_c_);
    const std::size_t work = rounded(static_cast<std::size_t>(kernel_.work_bytes));
    const std::size_t room = rounded(4096) + LtGemm::workspace_bytes + work;
    std::size_t free = 0;
    std::size_t total = 0;
    if (!check(cu_.cuMemGetInfo_v2(&free, &total), "asking for free memory")) return false;
    // Enough sets that no run finds its data in the L2 cache.
    sets_ = gemm_ == nullptr ? 1 : std::min<std::size_t>(2 + 2 * device_.l2_bytes / set, 16);
    while (sets_ > 1 && sets_ * set + room > total / 2) --sets_;
    const CuDevicePtr base = device_.arena(sets_ * set + room);
    if (base == 0) {
      return fail("memory", say("the matrices take {} {byte|bytes}, but the GPU has {} free", set, free));
    }
    wrong_ = base;
    workspace_ = base + rounded(4096);
    parts_ = workspace_ + LtGemm::workspace_bytes;
    if (work > 0 && !check(cu_.cuMemsetD8Async(parts_, 0, work, device_.stream), "clearing")) return false;
    for (std::size_t i = 0; i < sets_; ++i) {
      const CuDevicePtr p = base + room + i * set;
      in_a_.push_back(p);
      in_b_.push_back(p + bytes_a_);
      in_bias_.push_back(p + bytes_a_ + bytes_b_);
      out_c_.push_back(p + bytes_a_ + bytes_b_ + bytes_bias + guard_bytes);
    }
    return !tma() || maps();
  }

  // Makes the descriptors of A and B for every set.
  bool maps() {
    const auto make = [&](const TmaAtom& atom, CuDevicePtr p) {
      TensorMap out;
      const Message why = make_tensor_map(cu_, tensor_map_of(atom), p, out);
      if (!why.empty()) fail("unsupported", why);
      return out;
    };
    for (std::size_t i = 0; i < sets_; ++i) {
      map_a_.push_back(make(gemm_->tma_a.atom, in_a_[i]));
      map_b_.push_back(make(gemm_->tma_b.atom, in_b_[i]));
      if (gemm_->boxed) map_c_.push_back(make(gemm_->boxed->atom, based(out_c_[i], c_, proof_.type_c)));
      if (failure_) return false;
    }
    return true;
  }

  bool launch_kernel(std::size_t set, int repeat) { return launch_variant(multiply_, set, repeat, nullptr); }

  bool launch_variant(CuHandle kernel, std::size_t set, int repeat, CuDevicePtr* trace) {
    unsigned none = 0;
    CuDevicePtr a = based(in_a_[set], a_, proof_.type_a);
    CuDevicePtr b = based(in_b_[set], b_, proof_.type_b);
    CuDevicePtr c = based(out_c_[set], c_, proof_.type_c);
    CuDevicePtr bias = biased() ? based(in_bias_[set], bias_, proof_.type_c) : 0;
    std::vector<void*> arguments = {&a, &b, &c};
    if (tma()) arguments = {&map_a_[set], &map_b_[set], map_c_.empty() ? static_cast<void*>(&c) : &map_c_[set]};
    if (gemm_ != nullptr && gemm_->reads_c() && gemm_->boxed && fetch_of(*gemm_).stages == 0) arguments.push_back(&c);
    if (biased()) arguments.push_back(&bias);
    if (kernel_.work_bytes > 0) arguments.push_back(&parts_);
    arguments.push_back(trace != nullptr ? static_cast<void*>(trace) : &repeat);
    arguments.push_back(&none);
    return launch(kernel, static_cast<unsigned>(blocks_), static_cast<unsigned>(kernel_.threads),
                  static_cast<unsigned>(kernel_.shared_bytes), arguments.data(), "launching the kernel");
  }

  bool fill(CuHandle function, CuDevicePtr to, long long count, unsigned seed) {
    void* arguments[] = {&to, &count, &seed};
    return launch(function, 2048, 256, 0, arguments, "filling");
  }

  bool verify() {
    context_.event("verify", "running once and checking every element");
    for (std::size_t i = 0; i < sets_; ++i) {
      if (!fill(fill_a_, in_a_[i], a_.elements(), seed_a) || !fill(fill_b_, in_b_[i], b_.elements(), seed_b))
        return false;
    }
    const auto guarded = static_cast<std::int64_t>(guarded_bytes(bytes_c_));
    if (!fill(poison_, out_c_[0] - guard_bytes, guarded, 0)) return false;
    for (std::size_t i = 0; i < sets_ && fill_c_ != nullptr; ++i) {
      if (proof_.epilogue.beta != 0 && !fill(fill_c_, out_c_[i], c_.elements(), seed_c)) return false;
      if (biased() && !fill(fill_c_, in_bias_[i], bias_.elements(), seed_bias)) return false;
    }
    if (!check(cu_.cuMemsetD8Async(wrong_, 0, 4096, device_.stream), "clearing") || !wait("filling")) return false;
    if (!launch_kernel(0, 1) || !wait("the kernel")) return false;
    std::vector<std::int64_t> coordinates;
    std::int64_t wrong = 0;
    const std::int64_t elements = proof_.extents[0] * proof_.extents[1];
    const bool by_cpu =
        elements * slots_ <= max_cpu_elements && slots_ == 1 && elements <= max_cpu_work / proof_.extents[2];
    if (by_cpu ? !by_the_cpu(coordinates, wrong) : !by_the_gpu(coordinates, wrong)) return false;
    std::size_t outside = 0;
    if (!written_outside(out_c_[0], bytes_c_, outside)) return false;
    RunVerify told = verified_by(by_cpu ? "cpu" : "gpu", elements * slots_, wrong);
    told.written_outside = outside;
    if (wrong > 0 || outside > 0) {
      std::sort(coordinates.begin(), coordinates.end());
      told.examples = wrong_products(math_, proof_, coordinates);
      if (slots_ == 1) add_elements(told, {proof_.extents[0], proof_.extents[1]}, coordinates, std::move(origins_));
      result_.status = RunStatus::wrong;
      right_ = false;
    }
    result_.verify = std::move(told);
    return true;
  }

  bool by_the_cpu(std::vector<std::int64_t>& coordinates, std::int64_t& wrong) {
    const ValueFormat format = *value_format(proof_.type_c);
    const auto width = static_cast<std::size_t>(format.bits / 8);
    std::vector<unsigned char> c(bytes_c_);
    if (!check(cu_.cuMemcpyDtoH_v2(c.data(), out_c_[0], c.size()), "reading C")) return false;
    const ProductReference reference(proof_);
    const auto got = [&](std::int64_t m, std::int64_t n) {
      const std::int64_t place = proof_.c.at(m + proof_.extents[0] * n) - c_.lowest;
      std::uint64_t bits = 0;
      std::memcpy(&bits, c.data() + static_cast<std::size_t>(place) * width, width);
      return decoded_value(format, bits);
    };
    for (std::int64_t n = 0; n < proof_.extents[1]; ++n) {
      for (std::int64_t m = 0; m < proof_.extents[0]; ++m) {
        const std::int64_t coordinate = m + proof_.extents[0] * n;
        if (reference.right(m, n, got(m, n))) continue;
        ++wrong;
        coordinates.push_back(coordinate);
      }
    }
    if (wrong > 0) origins_ = product_origins(math_, proof_, reference, coordinates, got);
    return true;
  }

  bool by_the_gpu(std::vector<std::int64_t>& coordinates, std::int64_t& wrong) {
    CuDevicePtr a = based(in_a_[0], a_, proof_.type_a);
    CuDevicePtr b = based(in_b_[0], b_, proof_.type_b);
    CuDevicePtr c = based(out_c_[0], c_, proof_.type_c);
    auto slots = static_cast<unsigned>(slots_);
    void* arguments[] = {&a, &b, &c, &slots, &wrong_};
    const std::int64_t tiles = (proof_.extents[0] + 63) / 64 * ((proof_.extents[1] + 63) / 64) * slots_;
    if (!launch(check_, static_cast<unsigned>(std::min<std::int64_t>(tiles, 1 << 20)), proof_threads, 0, arguments,
                "checking") ||
        !wait("checking")) {
      return false;
    }
    std::vector<unsigned long long> found(1 + max_wrong_listed);
    if (!check(cu_.cuMemcpyDtoH_v2(found.data(), wrong_, found.size() * 8), "reading the check")) return false;
    wrong = static_cast<std::int64_t>(found[0]);
    for (std::size_t i = 0; i < std::min<std::size_t>(found[0], max_wrong_listed); ++i) {
      coordinates.push_back(static_cast<std::int64_t>(found[1 + i]));
    }
    return true;
  }

  // Prepares cuBLASLt's product of the same matrices; `why` has the reason if it is missing.
  bool prepare_yardstick(Message& why) {
    if (gemm_ == nullptr) return false;
    LtProblem p;
    p.m = proof_.extents[0];
    p.n = proof_.extents[1];
    p.k = proof_.extents[2];
    const auto strides = [&](const TensorIndex& tensor, std::int64_t rows, std::int64_t columns, std::int64_t& first,
                             std::int64_t& second) {
      if (!tensor.swizzles.empty() || tensor.index.digits.size() > 2) return false;
      first = rows > 1 ? tensor.at(1) : 1;
      second = columns > 1 ? tensor.at(rows) : rows;
      return tensor.at(rows * columns - 1) == (rows - 1) * first + (columns - 1) * second;
    };
    if (!strides(proof_.a, p.m, p.k, p.a_m, p.a_k) || !strides(proof_.b, p.n, p.k, p.b_n, p.b_k) ||
        !strides(proof_.c, p.m, p.n, p.d_m, p.d_n)) {
      why = say("cuBLASLt takes plain matrices only");
      return false;
    }
    p.type_a = proof_.type_a.name;
    p.type_b = proof_.type_b.name;
    p.type_d = proof_.type_c.name;
    lt_ = std::make_unique<LtGemm>();
    if (!proof_.epilogue.any()) return lt_->prepare(p, why);
    LtProblem with = p;
    finishes_ = same_epilogue(with) && lt_->prepare(with, why);
    if (finishes_) return true;
    lt_ = std::make_unique<LtGemm>();
    return lt_->prepare(p, why);
  }

  // True if the library has the same epilogue; its gelu uses tanh.
  bool same_epilogue(LtProblem& p) const {
    const Epilogue& e = proof_.epilogue;
    const bool whole = p.type_a != "int8_t" || (std::floor(e.alpha) == e.alpha && std::floor(e.beta) == e.beta);
    bool same = whole && e.activation != Activation::silu;
    p.alpha = e.alpha;
    p.beta = e.beta;
    p.activation = e.activation == Activation::relu ? 2 : e.activation == Activation::gelu ? 32 : 0;
    p.bias = e.bias.has_value();
    if (p.bias && same) {
      const std::int64_t along_m = p.m > 1 ? proof_.bias.at(1) - proof_.bias.at(0) : 0;
      const std::int64_t along_n = p.n > 1 ? proof_.bias.at(p.m) - proof_.bias.at(0) : 0;
      p.bias_along_m = along_m == 1;
      const std::int64_t last = p.bias_along_m ? p.m - 1 : p.n - 1;
      same = along_m + along_n == 1 && along_m * along_n == 0 && proof_.bias.at(p.m * p.n - 1) == last;
    }
    return same;
  }

  // Alternates both, so that they have the same clocks. Each follows an untimed launch of its own kind, since the
  // writes of the previous kind are still being written back to memory.
  bool rounds(std::size_t count, int repeat, bool yardstick, std::vector<double>& kernel, std::vector<double>& vendor) {
    mark_none();
    std::vector<CuHandle> marks;
    std::size_t set = 0;
    const auto timed = [&](const auto& run) {
      const auto next = [&] { return run(set++ % sets_); };
      return (gemm_ == nullptr || next()) && mark(marks) && next() && mark(marks);
    };
    const auto product = [&](std::size_t s) { return launch_kernel(s, repeat); };
    const auto beside = [&](std::size_t s) {
      Message why;
      const CuDevicePtr bias = biased() ? in_bias_[s] : 0;
      return !yardstick || lt_->run(in_a_[s], in_b_[s], out_c_[s], bias, workspace_, device_.stream, why) ||
             fail("cuda", why);
    };
    for (std::size_t i = 0; i < count; ++i) {
      if (!timed(product) || !timed(beside)) return false;
    }
    if (!wait("timing")) return false;
    for (std::size_t i = 0; i < count; ++i) {
      kernel.push_back(between(marks[4 * i], marks[4 * i + 1]));
      vendor.push_back(between(marks[4 * i + 2], marks[4 * i + 3]));
    }
    return true;
  }

  bool time() {
    if (!right_ || request_.seconds == 0) return true;  // wrong results are not timed
    context_.event("time", "timing");
    Message why;
    const bool yardstick = prepare_yardstick(why);
    std::vector<double> kernel;
    std::vector<double> vendor;
    const auto begin = Clock::now();
    int repeat = 1;
    if (gemm_ == nullptr) {  // long enough that the launch overhead is negligible
      if (!rounds(2, 64, false, kernel, vendor)) return false;
      repeat = static_cast<int>(std::clamp(64 * 3.0 / std::max(kernel.back(), 1e-3), 64.0, 1e6));
      kernel.clear();
      vendor.clear();
    }
    if (!rounds(1, repeat, yardstick, kernel, vendor)) return false;  // warm-up
    const double one = (gemm_ != nullptr ? 2 : 1) * (kernel.back() + vendor.back());
    kernel.clear();
    vendor.clear();
    const double budget = request_.seconds * 1000;
    const auto portion = static_cast<std::size_t>(std::clamp(budget / 4 / one, 3.0, 50.0));
    // No portion, except the first, begins if it would exceed the budget.
    double last = 0;
    do {
      if (cancelled()) return false;
      const auto from = Clock::now();
      if (!rounds(portion, repeat, yardstick, kernel, vendor)) return false;
      last = milliseconds_since(from);
      const Statistics s = statistics(kernel);
      const bool known = s.runs >= 12 && s.spread / std::sqrt(static_cast<double>(s.runs)) < 0.002;
      if (known && milliseconds_since(begin) >= budget / 3) break;
    } while (milliseconds_since(begin) + last < budget && kernel.size() < 2000);
    const Statistics k = statistics(kernel);
    const double flops =
        gemm_ != nullptr ? gemm_->flops() : static_cast<double>(mma_->flops()) * repeat * static_cast<double>(blocks_);
    const auto rate = [&](double ms) { return flops / ms / 1e9; };
    RunTime& time = result_.time.emplace(time_of(k));
    time.flops = flops;
    time.repeat = static_cast<std::uint64_t>(repeat);
    time.tflop_per_s = rate(k.median);
    time.buffers = sets_;
    if (yardstick) {
      const Statistics v = statistics(vendor);
      result_.yardstick = yardstick_of(finishes_ ? "cuBLASLt, the same epilogue" : "cuBLASLt", v);
      result_.yardstick->tflop_per_s = rate(v.median);
      result_.ratio = v.median / k.median;
    } else {
      result_.yardstick_missing = why;
    }
    add_clocks();
    return true;
  }

  // Counts one launch of a product; for an mma_kernel with enough repetitions that start and end are negligible.
  bool count() {
    if (!request_.counters || !right_) return true;
    constexpr int repeat = 1024;
    const CopyPrediction predicted = gemm_ != nullptr ? predict(*gemm_) : predict_mma(*mma_, blocks_, repeat);
    if (gemm_ == nullptr) {
      add_counts(*result_.predicted, predicted);
      result_.predicted->counted = RunCounted{static_cast<std::uint64_t>(blocks_), repeat};
    }
    return read_counts(predicted, [&] { return launch_kernel(0, repeat); });
  }

  // Runs the traced kernel, after all timing.
  bool trace() {
    if (!request_.trace || !right_ || gemm_ == nullptr) return true;
    context_.event("trace", "tracing tiles");
    CuHandle tiles = nullptr;
    CuHandle timer = nullptr;
    if (!function(tiles, "stridescope_trace_tiles") || !function(timer, "stridescope_timer")) return false;
    const std::size_t words = 4 * static_cast<std::size_t>(gemm_->tiles);
    if (words * 8 > max_trace_bytes) {
      result_.trace.emplace().missing = say("a trace of {} {tile|tiles} is too large", gemm_->tiles);
      return true;
    }
    CuDevicePtr buffer = 0;
    if (!check(cu_.cuMemAlloc_v2(&buffer, words * 8), "memory of the trace")) return false;
    const bool done = traced(tiles, timer, buffer, words);
    if (!lost_) cu_.cuMemFree_v2(buffer);
    return done;
  }

  bool traced(CuHandle tiles, CuHandle timer, CuDevicePtr buffer, std::size_t words) {
    std::vector<unsigned long long> out(words);
    if (!allow_shared(tiles, kernel_.shared_bytes) || !allow_cluster(tiles) || !read_clock(timer, buffer) ||
        !check(cu_.cuMemsetD8Async(buffer, 0, words * 8, device_.stream), "clearing") ||
        !launch_variant(tiles, sets_ - 1, 1, &buffer) || !wait("the traced kernel") ||
        !check(cu_.cuMemcpyDtoH_v2(out.data(), buffer, words * 8), "reading the trace")) {
      return false;
    }
    result_.trace->tiles = tile_trace(traced_tiles(*gemm_), out);
    return true;
  }

  const MmaPlan* mma_;
  const GemmPlan* gemm_;
  const MmaPlan& math_;
  MmaProof proof_;
  KernelText kernel_;
  std::unique_ptr<LtGemm> lt_;
  bool finishes_ = false;  // cuBLASLt applies the epilogue, too
  std::int64_t blocks_ = 0;
  std::int64_t slots_ = 1;
  CuHandle multiply_ = nullptr;
  CuHandle fill_a_ = nullptr;
  CuHandle fill_b_ = nullptr;
  CuHandle fill_c_ = nullptr;  // fills the previous C and the bias
  Reach a_, b_, c_, bias_;
  std::size_t bytes_a_ = 0;
  std::size_t bytes_b_ = 0;
  std::size_t bytes_c_ = 0;
  std::size_t sets_ = 0;
  std::vector<CuDevicePtr> in_a_, in_b_, in_bias_, out_c_;
  std::vector<TensorMap> map_a_, map_b_, map_c_;
  ProductOrigins origins_;  // origins of the wrong elements
  CuDevicePtr wrong_ = 0;
  CuDevicePtr workspace_ = 0;  // for cuBLASLt
  CuDevicePtr parts_ = 0;      // partial sums that pass between blocks
};

}  // namespace

Outcome run_cuda(CudaDevice& device, const MmaPlan& plan, const RunRequest& request, const RunContext& context) {
  return ProductRun(device, &plan, nullptr, request, context).run();
}

Outcome run_cuda(CudaDevice& device, const GemmPlan& plan, const RunRequest& request, const RunContext& context) {
  return ProductRun(device, nullptr, &plan, request, context).run();
}

}  // namespace stridescope::gpu
