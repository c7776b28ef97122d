// Checks the options band, cluster, split, stream and schedule of gemm_kernel in turn, each against the tile and the
// previous options.
#include "core/kernels/gemm/gemm_order.h"

#include <algorithm>

namespace stridescope {
namespace {

class OrderPlanner {
 public:
  explicit OrderPlanner(GemmPlan& plan) : plan_(plan) {}

  Result<void> run() {
    const GemmKernel& k = plan_.kernel;
    if (k.band) plan_.band = *k.band;
    if (k.cluster) plan_.cluster = *k.cluster;
    if (k.split) plan_.split = *k.split;
    if (auto done = split(); !done) return done;
    if (auto done = schedule(); !done) return done;
    if (auto done = cluster(); !done) return done;
    return stream();
  }

 private:
  // Option cluster: blocks that multicast tiles to each other.
  Result<void> cluster() {
    if (!plan_.kernel.cluster) return {};
    const auto [m, n] = plan_.cluster;
    if (plan_.path != GemmPlan::Path::tma) {
      return refuse(ErrorCode::unsupported, say("blocks of a cluster share the loads of TMA; here threads copy"));
    }
    if (m < 1 || n < 1 || m > max_cluster_blocks || n > max_cluster_blocks / m) {
      return refuse(ErrorCode::too_large,
                    say("a cluster of {} x {} {block|blocks}; expected at most {}", m, n, max_cluster_blocks));
    }
    if (m * n * plan_.split > max_split_blocks) {
      return refuse(ErrorCode::too_large,
                    say("a cluster of {} x {} {tile|tiles}, {} {block|blocks} each; expected at most {}", m, n,
                        plan_.split, max_split_blocks));
    }
    if (plan_.grid[0] % m != 0 || plan_.grid[1] % n != 0) {
      return refuse(ErrorCode::shape_divisibility,
                    say("a cluster of {} x {} does not divide the {} x {} {tile|tiles} of C", m, n, plan_.grid[0],
                        plan_.grid[1]));
    }
    return {};
  }

  // Option split: blocks that each sum a part of K.
  Result<void> split() {
    if (plan_.split == 1) return {};
    if (plan_.path != GemmPlan::Path::tma) {
      return refuse(ErrorCode::unsupported, say("the parts of K are added within a cluster of sm90; here threads copy"),
                    say("remove split="));
    }
    if (plan_.split > plan_.grid[2]) {
      return refuse(ErrorCode::too_large,
                    say("K has {} {tile|tiles}, too few for {} {block|blocks}", plan_.grid[2], plan_.split),
                    say("split={}", plan_.grid[2]));
    }
    if (auto done = added_elsewhere(); !done) return done;
    if (plan_.kernel.store) {
      return refuse(ErrorCode::unsupported, say("with split= each block stores a part of the tile by its threads"),
                    say("remove store="));
    }
    return {};
  }

  // True if other blocks can add the sums: four values of 32 bits of a thread at a time.
  Result<void> added_elsewhere() const {
    const DataType& held = plan_.math.c.type;
    if (held.bits == 32 && plan_.math.c.values % 4 == 0) return {};
    return refuse(ErrorCode::unsupported, say("accumulators of {} are not added between blocks", held.name),
                  say("float or int32_t"));
  }

  // Option stream: the steps along K of each block.
  Result<void> stream() {
    if (!plan_.kernel.stream) return {};
    const std::int64_t blocks = *plan_.kernel.stream;
    if (plan_.path != GemmPlan::Path::tma) {
      return refuse(ErrorCode::unsupported,
                    say("with stream= blocks move from tile to tile, fed by TMA; here threads copy"),
                    say("remove stream="));
    }
    if (plan_.split > 1 || plan_.teams > 1) {
      return refuse(ErrorCode::unsupported,
                    say("with stream= a block processes parts of tiles one after the other, and cannot share them with "
                        "another block"),
                    plan_.split > 1 ? say("remove split= or stream=") : say("remove stream= or schedule="));
    }
    if (auto done = added_elsewhere(); !done) return done;
    const std::int64_t tiles = plan_.cluster_tiles();
    if (blocks % tiles != 0) {
      return refuse(ErrorCode::shape_divisibility,
                    say("{} {block is|blocks are} not whole clusters of {}", blocks, tiles),
                    say("stream={}", std::max(tiles, blocks / tiles * tiles)));
    }
    // An upper bound that does not overflow: M N K is at most 2^46.
    const std::int64_t steps = plan_.tiles * plan_.grid[2];
    if (blocks > steps) {
      return refuse(
          ErrorCode::too_large,
          say("C has {} {tile|tiles} and K has {}, too few for {} {block|blocks}", plan_.tiles, plan_.grid[2], blocks),
          say("stream={}", steps / tiles * tiles));
    }
    plan_.stream = blocks;
    if (plan_.stream_order().shared() > max_kernel_tiles / plan_.grid[2]) {
      return refuse(ErrorCode::too_large, say("too many steps along K to share"), say("use a larger tile"));
    }
    return {};
  }

  // Option schedule: the warpgroup that multiplies each tile.
  Result<void> schedule() {
    if (plan_.kernel.schedule != Schedule::pingpong) return {};
    if (plan_.math.form != MmaPlan::Form::wgmma) {
      return refuse(ErrorCode::unsupported, say("schedule=\"pingpong\" needs warpgroups of wgmma"),
                    say("remove schedule="));
    }
    if (plan_.math.threads != 128) {
      return refuse(
          ErrorCode::unsupported,
          say("with schedule=\"pingpong\" one warpgroup multiplies a tile; this TiledMMA has {} {thread|threads}",
              plan_.math.threads),
          say("make_tiled_mma(atom, (1,1,1))"));
    }
    if (plan_.split > 1) {
      return refuse(ErrorCode::unsupported,
                    say("with split= the blocks of a cluster wait for each other after each tile; they cannot "
                        "alternate between two tiles"),
                    say("remove split= or schedule="));
    }
    plan_.teams = 2;
    return {};
  }

  GemmPlan& plan_;
};

}  // namespace

tl::unexpected<Error> refuse(ErrorCode code, const Message& message, Message hint) {
  return failure(code, say("gemm_kernel: {}", message), std::move(hint));
}

Result<void> plan_order(GemmPlan& plan) { return OrderPlanner(plan).run(); }

std::int64_t GemmPlan::stream_flags() const { return (stream * (math.threads / together()) + 31) / 32 * 32; }

std::int64_t GemmPlan::stream_bytes() const {
  return streams() ? 4 * (stream_flags() + stream * math.threads * math.c.values) : 0;
}

std::vector<std::int64_t> GemmPlan::sum_ends(std::int64_t b) const {
  if (streams()) return stream_order().ends(b / cluster_tiles());
  std::vector<std::int64_t> out;
  for (std::int64_t part = 1; part <= split; ++part) out.push_back(first_step(part));
  return out;
}

void GemmPlan::tile_coordinates(std::int64_t b, std::int64_t& m, std::int64_t& n) const {
  order().coordinates(b, m, n);
}

}  // namespace stridescope
