// Plans a reduction with digits. The partition's thread and value are digits (plan_tools.h), and each digit steps along
// one mode of src. Digits along a summed mode belong to the same sum: values of a thread are added in a register, lanes
// by shuffles, other threads in shared memory. Digits along another mode count sums.
#include "core/kernels/reduce/reduce_plan.h"

#include <algorithm>
#include <span>

#include "core/base/power.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/kernels/plan_tools.h"
#include "core/memory/global_memory.h"
#include "core/tiled/units.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// The layout with the strides of dst, 0 along summed modes: the offset of an element's sum.
Layout sums_layout(Arith& arith, const Layout& src, const Layout& dst, const std::vector<bool>& summed) {
  if (!src.shape.is_tuple()) return summed[0] ? Layout{src.shape, IntTuple(static_int(0))} : dst;
  TupleBuilder shape(arith);
  TupleBuilder stride(arith);
  shape.open();
  stride.open();
  for (int i = 0; i < src.rank(); ++i) {
    if (!summed[static_cast<std::size_t>(i)]) {
      shape.copy(dst.shape[i]);
      stride.copy(dst.stride[i]);
    } else {
      shape.integer(static_int(product(arith, src.shape[i]).value));
      stride.integer(static_int(0));
    }
  }
  shape.close();
  stride.close();
  return Layout{shape.take(), stride.take()};
}

// True if, by the strides, no two coordinates have the same offset: each stride exceeds the reach of the smaller ones.
bool is_plainly_injective(const KernelIndex& index) {
  std::vector<KernelDigit> digits = index.digits;
  sort_stable(std::span(digits),
              [](const KernelDigit& a, const KernelDigit& b) { return std::abs(a.stride) < std::abs(b.stride); });
  std::int64_t reach = 0;
  for (const KernelDigit& d : digits) {
    if (std::abs(d.stride) <= reach) return false;
    reach += (d.extent - 1) * std::abs(d.stride);
  }
  return true;
}

class Planner {
 public:
  explicit Planner(const ReduceKernel& kernel) { out_.kernel = kernel; }

  Result<ReducePlan> run() {
    if (auto why = types()) return failure(std::move(*why));
    if (auto why = load()) return failure(std::move(*why));
    if (auto why = tiles()) return failure(std::move(*why));
    if (auto why = partition()) return failure(std::move(*why));
    if (auto why = combine()) return failure(std::move(*why));
    proof();
    return std::move(out_);
  }

 private:
  using Why = std::optional<Error>;

  static Error error(ErrorCode code, Message message, Message hint = {}) {
    Error out;
    out.code = code;
    out.message = std::move(message);
    out.hint = std::move(hint);
    return out;
  }

  Why types() {
    const std::string_view type = out_.kernel.type.name;
    out_.integers = type == "int" || type == "int8_t";
    if (out_.integers || type == "float" || type == "half_t" || type == "bfloat16_t") return std::nullopt;
    return error(
        ErrorCode::unsupported, say("reduce_kernel: sums of {} are not supported", type),
        say("supported: float, half_t and bfloat16_t (float accumulator); int32_t and int8_t (int accumulator)"));
  }

  // Plans the reads like a copy of src to itself, and the sums like a copy with the same threads and values.
  Why load() {
    CopyKernel copy;
    copy.src = copy.dst = out_.kernel.src;
    copy.type = out_.kernel.type;
    copy.load = copy.store = out_.kernel.via;
    copy.access_bytes = out_.kernel.access_bytes;
    auto load = plan_copy(copy);
    if (!load) return std::move(load.error());
    const auto src = prepare_layout(out_.kernel.src, "src");
    const auto dst = prepare_layout(out_.kernel.dst, "dst");
    if (!src) return src.error();
    if (!dst) return dst.error();
    if (!dst->swizzles.empty())
      return error(ErrorCode::unsupported, say("reduce_kernel: a swizzled destination is not supported"));
    const std::size_t modes = src->layout.shape.is_tuple() ? static_cast<std::size_t>(src->layout.rank()) : 1;
    if (load->extents.size() != modes)
      return error(ErrorCode::rank_mismatch,
                   say("reduce_kernel: the partition covers a tile of {} {mode|modes}, but the source has {}",
                       load->extents.size(), modes),
                   say("give the tile, as tile=(8,128): one extent for each mode"));
    Arith arith;
    for (int i = 0; i < static_cast<int>(modes); ++i) out_.summed.push_back(is_summed(arith, out_.kernel, i));
    copy.src = sums_layout(arith, src->layout, dst->layout, out_.summed);
    if (arith.failed()) return arith.error().value();
    const KernelIndex whole = index_of(LayoutRef(dst->layout), "");
    if (!is_plainly_injective(whole))
      return error(ErrorCode::unsupported, say("reduce_kernel: two sums may share one place in {}",
                                               to_text(out_.kernel.dst, IntegerMode::teaching)));
    out_.lowest = whole.smallest();
    out_.highest = whole.largest();
    auto keep = plan_copy(copy);
    if (!keep) return std::move(keep.error());
    out_.keep = std::move(keep->src.map);
    out_.load = std::move(*load);
    out_.threads = out_.load.threads;
    out_.values = out_.load.load_values;
    return std::nullopt;
  }

  Why tiles() {
    out_.steps = out_.dst_tiles = out_.summands = out_.results = 1;
    std::int64_t elements = 1;
    out_.sums_of_block = 1;
    for (std::size_t i = 0; i < out_.summed.size(); ++i) {
      (out_.summed[i] ? out_.steps : out_.dst_tiles) *= out_.load.grid[i];
      (out_.summed[i] ? out_.summands : out_.results) *= out_.load.extents[i];
      elements *= out_.load.tile[i];
      if (!out_.summed[i]) out_.sums_of_block *= out_.load.tile[i];
    }
    out_.parts = out_.kernel.split;
    if (out_.parts > out_.steps) {
      return error(
          ErrorCode::arguments,
          say("reduce_kernel: {} {block|blocks} cannot share the {} {tile|tiles} of a sum", out_.parts, out_.steps),
          say("use a smaller split, or a smaller tile"));
    }
    if (out_.blocks() > max_kernel_tiles)
      return error(ErrorCode::unsupported,
                   say("reduce_kernel: {} {block|blocks} exceed the limit of a launch", out_.blocks()));
    // Checks that each element of the tile occurs exactly once: otherwise it would be added twice, or not at all.
    const Layout& tv = out_.kernel.via.tv;
    Arith arith;
    const std::int64_t threads = product(arith, LayoutRef(tv)[0].shape).value;
    if (arith.failed()) return arith.error().value();
    if (threads != out_.threads || threads * out_.values != elements) {
      return error(ErrorCode::unsupported,
                   say("reduce_kernel: {} {thread|threads} with {} {value|values} each do not match the {} "
                       "{element|elements} of a tile",
                       threads, out_.values, elements),
                   say("each element of the tile must belong to one value of one thread, and a block must consist of "
                       "whole warps"));
    }
    std::vector<bool> seen(static_cast<std::size_t>(elements));
    const KernelIndex thread = index_of(LayoutRef(tv)[0], "");
    const KernelIndex value = index_of(LayoutRef(tv)[1], "");
    for (std::int64_t t = 0; t < threads; ++t) {
      const std::int64_t first = thread.at(t);
      for (std::int64_t v = 0; v < out_.values; ++v) {
        const std::int64_t x = first + value.at(v);
        if (x < 0 || x >= elements || seen[static_cast<std::size_t>(x)])
          return error(ErrorCode::unsupported,
                       say("reduce_kernel: element {} of a tile belongs to more than one value, or is outside", x),
                       say("each value of each thread must have its own element"));
        seen[static_cast<std::size_t>(x)] = true;
      }
    }
    for (const KernelEdge& edge : out_.load.edges) {
      if (out_.summed[static_cast<std::size_t>(edge.mode)]) continue;
      return error(ErrorCode::shape_divisibility,
                   say("reduce_kernel: mode {} of {} {element|elements} is not a multiple of its tile of {}", edge.mode,
                       edge.extent, out_.load.tile[static_cast<std::size_t>(edge.mode)]),
                   say("a tile can exceed a mode that is summed, but not one that stays"));
    }
    return std::nullopt;
  }

  // Numbers the digits with a nonzero stride (stays), or those with stride 0, from `count` on; the others get stride 0.
  static KernelIndex counted(const KernelIndex& of, bool stays, std::int64_t& count) {
    KernelIndex out;
    for (KernelDigit d : of.digits) {
      const bool counts = (d.stride != 0) == stays;
      d.stride = counts ? count : 0;
      if (counts) count *= d.extent;
      out.digits.push_back(std::move(d));
    }
    return out;
  }

  Why partition() {
    const KernelIndex& thread = out_.keep.thread;
    const KernelIndex& value = out_.keep.value;
    std::int64_t sums = 1;
    out_.sum_of_value = counted(value, true, sums);
    out_.sums = sums;
    std::int64_t of_threads = 1;
    out_.first_of_thread = counted(thread, true, of_threads);
    out_.next_of_sum.digits = {{1, sums, of_threads, "1"}};
    if (of_threads * sums != out_.sums_of_block)
      return error(ErrorCode::internal,
                   say("reduce_kernel: a block has {} sums; expected {}", of_threads * sums, out_.sums_of_block));
    std::int64_t divisor = 1;
    for (const KernelIndex* index : {&thread, &value}) {
      for (const KernelDigit& d : index->digits) {
        if (d.stride == 0) continue;
        out_.offset_of_sum.digits.push_back({divisor, d.extent, d.stride, d.mode});
        divisor *= d.extent;
      }
    }
    for (KernelIndex* index : {&out_.sum_of_value, &out_.first_of_thread, &out_.next_of_sum, &out_.offset_of_sum})
      describe(*index);
    return std::nullopt;
  }

  static void describe(KernelIndex& index) {
    std::string extents;
    std::string strides;
    for (const KernelDigit& d : index.digits) {
      append_all(extents, extents.empty() ? "" : ",", d.extent);
      append_all(strides, strides.empty() ? "" : ",", d.stride);
    }
    index.layout = extents.empty() ? std::string("1:0") : cat('(', extents, "):(", strides, ')');
  }

  Why combine() {
    const bool shuffles = out_.kernel.combine == Combine::shuffle && out_.threads % 32 == 0;
    for (const KernelDigit& d : out_.keep.thread.digits) {
      if (d.stride != 0) continue;
      // The part of a digit within the lanes; a digit that exceeds them has its lower part here.
      const std::int64_t within = std::min<std::int64_t>(d.extent, std::max<std::int64_t>(1, 32 / d.divisor));
      const bool by_lanes = shuffles && is_power_of_two(d.divisor) && is_power_of_two(d.extent) && within > 1;
      if (by_lanes) {
        out_.combined.push_back({d.divisor, within, 1, d.mode});
        for (std::int64_t lane = d.divisor * within / 2; lane >= d.divisor; lane /= 2)
          out_.lanes.push_back(static_cast<int>(lane));
      }
      const std::int64_t rest = by_lanes ? d.extent / within : d.extent;
      const std::int64_t begin = by_lanes ? d.divisor * within : d.divisor;
      if (rest > 1) out_.group_of_thread.digits.push_back({begin, rest, out_.groups, d.mode});
      if (rest > 1) out_.groups *= rest;
    }
    // The last digit takes no remainder: appends one of stride 0, so that the previous ones do.
    if (!out_.group_of_thread.digits.empty()) out_.group_of_thread.digits.push_back({out_.threads, 2, 0, ""});
    describe(out_.group_of_thread);
    std::int64_t shared = out_.groups > 1 ? out_.groups * out_.sums_of_block * 4 : 0;
    if (out_.split()) shared = std::max(shared, out_.threads * 4);
    out_.shared_bytes = shared;
    if (shared > most_shared_bytes()) {
      return error(ErrorCode::unsupported,
                   say("reduce_kernel: {} {thread|threads} with parts of {} sums take {} of shared memory; a block "
                       "has {}",
                       out_.groups, out_.sums_of_block, in_units(shared, 0), in_units(most_shared_bytes(), 0)),
                   say("combine=\"shuffle\", or a smaller tile along the modes that stay"));
    }
    return std::nullopt;
  }

  void proof() {
    std::int64_t stride = 1;
    std::int64_t kept = 1;
    std::int64_t summed = 1;
    for (std::size_t i = 0; i < out_.summed.size(); ++i) {
      const std::int64_t extent = out_.load.extents[i];
      std::int64_t& divisor = out_.summed[i] ? summed : kept;
      KernelIndex& index = out_.summed[i] ? out_.summand : out_.first_summand;
      if (extent > 1) index.digits.push_back({divisor, extent, stride, cat(i)});
      divisor *= extent;
      stride *= extent;
    }
    describe(out_.summand);
    describe(out_.first_summand);
  }

  ReducePlan out_;
};

struct Reads {
  std::int64_t requests = 0, sectors = 0;
};

// The loads of reduce.cuh, warp by warp, for the last block of each tile of dst.
std::optional<Reads> reads_of_parts(const ReducePlan& plan) {
  constexpr std::int64_t bytes = 4;
  const std::int64_t tile_bytes = plan.parts * plan.sums_of_block * bytes;
  const bool alike = tile_bytes % sector_bytes == 0;
  const std::int64_t tiles = alike ? 1 : plan.dst_tiles;
  const LastBlock block = plan.last_block();
  if (tiles > max_predicted_accesses / (block.shares_of_thread() * plan.threads)) return std::nullopt;
  Reads out;
  for (std::int64_t tile = 0; tile < tiles; ++tile) {
    for (std::int64_t begin = 0; begin < plan.sums_of_block; begin += block.at_once()) {
      for (std::int64_t p = 0; p < plan.parts; p += block.team()) {
        for (std::int64_t first = 0; first < plan.threads; first += lanes_per_warp) {
          WarpRequest request;
          for (std::int64_t lane = 0; lane < std::min(lanes_per_warp, plan.threads - first); ++lane) {
            const std::int64_t member = (first + lane) / block.at_once();
            const std::int64_t s = begin + (first + lane) % block.at_once();
            if (member >= block.team() || s >= plan.sums_of_block || p + member >= plan.parts) continue;
            request.active |= std::uint32_t{1} << lane;
            request.address[static_cast<std::size_t>(lane)] =
                tile * tile_bytes + ((p + member) * plan.sums_of_block + s) * bytes;
          }
          if (request.active == 0) continue;
          ++out.requests;
          out.sectors += global_request(request, bytes).sectors;
        }
      }
    }
  }
  if (!alike) return out;
  return Reads{out.requests * plan.dst_tiles, out.sectors * plan.dst_tiles};
}

}  // namespace

void ReducePlan::tile_coordinates(std::int64_t b, std::int64_t step, std::int64_t* out) const {
  std::int64_t kept = b / parts;
  for (std::size_t i = 0; i < summed.size(); ++i) {
    std::int64_t& rest = summed[i] ? step : kept;
    out[i] = rest % load.grid[i];
    rest /= load.grid[i];
  }
}

Result<ReducePlan> plan_reduce(const ReduceKernel& kernel) { return Planner(kernel).run(); }

std::int64_t summand_value(std::uint64_t x, std::uint32_t seed) {
  return static_cast<std::int64_t>((element_code(x, seed) >> summand_shift) % summand_kinds) - summand_kinds / 2;
}

CopyPrediction predict(const ReducePlan& plan) {
  CopyPrediction out = predict_reads(plan.load);
  if (!plan.split() || out.counts.empty()) return out;
  // The last block of each tile reads the partial sums of all.
  const auto parts = reads_of_parts(plan);
  if (!parts) {
    out.counts.clear();
    out.missing = say("the tiles differ, and are too many to examine individually");
    return out;
  }
  out.counts[0].count += parts->requests;
  out.counts[1].count += parts->sectors;
  return out;
}

KernelWork work_of(const ReducePlan& plan) {
  KernelWork out;
  out.bytes = plan.bytes_moved();
  out.threads = plan.threads;
  out.shared_bytes = plan.shared_bytes;
  out.blocks = plan.blocks();
  return out;
}

}  // namespace stridescope
