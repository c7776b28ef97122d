// Layouts of Gluon, Triton's language of explicit layouts: its constructors are read as the attributes of TTGIR that
// they make.
#include "core/base/text.h"
#include "tests/unit/foreign_systems.h"

namespace stridescope {

TEST_CASE("interchange: layouts of Gluon are those of the attributes that they make") {
  const auto same_as = [](std::string_view gluon, std::string_view attribute, const ForeignShape& shape) {
    CAPTURE(gluon);
    CHECK(shown(read("triton", gluon, shape)) == shown(read("triton", attribute, shape)));
  };
  const char* blocked =
      "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>";
  for (const char* one :
       {"BlockedLayout([1, 8], [8, 4], [4, 1], [1, 0])", "gl.BlockedLayout((1, 8), (8, 4), (4, 1), (1, 0), [])",
        "BlockedLayout(size_per_thread=[1, 8], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0])",
        "triton.experimental.gluon.language.BlockedLayout([1, 8], [8, 4], order=[1, 0], warps_per_cta=[4, 1], "
        "ctas_per_cga=None, cta_split_num=None, cta_order=None)"}) {
    same_as(one, blocked, {64, 64});
    same_as(one, blocked, {});
  }
  CHECK(shown(read("triton", "gl.BlockedLayout([1],[32],[4],[0])")) == "((32,4),(1,1)):((1,32),(1,0))");
  same_as("BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0], [[0, 1]])",
          "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], "
          "CGALayout = "
          "[[0, 1]]}>",
          {64, 64});
  same_as("BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0], [1, 2], [1, 2], [1, 0])",
          "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], "
          "CTAsPerCGA = "
          "[1, 2], CTASplitNum = [1, 2], CTAOrder = [1, 0]}>",
          {64, 64});
  same_as("gl.SliceLayout(1, gl.BlockedLayout([1, 8], [8, 4], [4, 1], [1, 0]))",
          "#ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = "
          "[4, 1], "
          "order = [1, 0]}>}>",
          {64});
  const char* mma = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>";
  same_as("NVMMADistributedLayout(version=[2, 0], warps_per_cta=[4, 1], instr_shape=[16, 8])", mma, {64, 64});
  same_as("DotOperandLayout(operand_index=0, parent=NVMMADistributedLayout([2, 0], [4, 1], [16, 8]), k_width=2)",
          cat("#ttg.dot_op<{opIdx = 0, parent = ", mma, ", kWidth = 2}>"), {64, 64});
  same_as("gl.NVMMADistributedLayout([3, 0], [4, 1], [16, 64, 16])",
          "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>",
          {64, 64});
  same_as(
      "DistributedLinearLayout(reg_bases=[[0, 1]], lane_bases=[[0, 2], [1, 0]], warp_bases=[[2, 0]], block_bases=[], "
      "shape=[4, 4])",
      "#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [[2, 0]], block = []}>", {4, 4});
  const char* mfma =
      "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = true, tilesPerWarp = "
      "[1, "
      "2]}>";
  same_as(
      "gl.amd.AMDMFMALayout(version=3, warps_per_cta=[2, 2], instr_shape=[32, 32], transposed=True, "
      "tiles_per_warp=[1, 2])",
      mfma, {128, 128});
  same_as("AMDMFMALayout(4, [4, 1], [16, 16], False, element_bitwidth=64)",
          "#ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16], isTransposed = false, "
          "elementBitWidth = 64}>",
          {128, 64});
  same_as("DotOperandLayout(1, AMDMFMALayout(3, [2, 2], [32, 32], True, tiles_per_warp=[1, 2]), 8)",
          cat("#ttg.dot_op<{opIdx = 1, parent = ", mfma, ", kWidth = 8}>"), {128, 128});
  same_as("AMDWMMALayout(version=2, transposed=True, warps_per_cta=[2, 2])",
          "#ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [2, 2]}>", {64, 64});
  same_as("AMDWMMALayout(version=2, transposed=False, warp_bases=[[0, 1], [1, 0]])",
          "#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {warp = [[0, 1], [1, 0]]}}>", {64, 64});
  same_as("AMDWMMALayout(2, False, [[0, 1], [1, 0]])",
          "#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {warp = [[0, 1], [1, 0]]}}>", {64, 64});
  const char* tmem = "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>";
  same_as("TensorMemoryLayout([128, 64], col_stride=1)", tmem, {128, 64});
  same_as("TensorMemoryLayout((128, 64), False)", tmem, {128, 64});
  same_as("TensorMemoryLayout(block=(128, 64), unpacked=False, cta_split_num=(1, 1))", tmem, {128, 64});
  same_as("TensorMemoryScalesLayout()", "#ttng.tensor_memory_scales_encoding<>", {128, 4});
  const char* nvmma = "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>";
  same_as("gl.NVMMASharedLayout(128, 16, 2)", nvmma, {64, 64});
  same_as("NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2, transposed=False, fp4_padded=False)",
          nvmma, {64, 64});
  same_as("NVMMASharedLayout(swizzle_byte_width=64, element_bitwidth=16, transposed=True)",
          "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>", {64, 64});
  same_as("gl.NVMMASharedLayout.get_default_for([64, 64], gl.float16)", nvmma, {64, 64});
  same_as("gl.NVMMASharedLayout.get_default_for([64, 32], gl.float8e5)",
          "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>", {64, 32});
  same_as("SwizzledSharedLayout(vec=8, per_phase=1, max_phase=8, order=[1, 0])",
          "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", {64, 64});
  same_as("gl.PaddedSharedLayout([[64, 8]], [1, 0])", "#ttg.padded_shared<[64:+8] {order = [1, 0]}>", {16, 64});
  same_as("gl.PaddedSharedLayout.with_identity_for([[64, 8]], [16, 64], [1, 0])",
          "#ttg.padded_shared<[64:+8] {order = [1, 0]}>", {16, 64});
  same_as("PaddedSharedLayout([[4, 2]], [[0, 1], [0, 2], [1, 0], [2, 0]], [], [4, 4])",
          "#ttg.padded_shared<[4:+2] {offset = [[0, 1], [0, 2], [1, 0], [2, 0]], block = []}>", {4, 4});
  same_as("SharedLinearLayout(offset_bases=[[0, 1], [0, 2], [1, 0], [2, 2]], block_bases=[], alignment=16)",
          "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]], block = []}>", {});
  same_as(
      "gl.amd.gfx1250.PartitionedSharedLayout(num_partitions=2, num_groups=4, partition_dim=0, "
      "partition_layout=gl.SwizzledSharedLayout(8, 1, 8, [1, 0]))",
      "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, partitionLayout = "
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>}>",
      {128, 64});
  // The piece's shape gives the tensor's.
  CHECK(shown(read("triton",
                   "PartitionedSharedLayout(2, 2, 1, PaddedSharedLayout.with_identity_for([[32, 4]], [16, 32], "
                   "[1, 0]))")) ==
        shown(read("triton",
                   "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 1, partitionLayout = "
                   "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>}>",
                   {16, 128})));
  // The text gives the shape.
  CHECK(shown(read("triton", "PaddedSharedLayout.with_identity_for([[64, 8]], [16, 64], [1, 0])")) == "(16,64):(72,1)");
  CHECK(shown(read("triton", "gl.NVMMASharedLayout.get_default_for([64, 64], gl.bfloat16)")) ==
        "Sw<3,3,3> o 0 o (64,64):(64,1)");
  // Impossible extents are refused, and their products do not wrap.
  CHECK(refused("triton",
                "gl.NVMMASharedLayout.get_default_for([4611686018427387904,4611686018427387904,64], gl.float16)")
            .find("not a power of two") != std::string::npos);
  CHECK(refused("triton", "gl.NVMMASharedLayout.get_default_for([8,9223372036854775807], gl.float16, fp4_padded=True)")
            .find("not a power of two") != std::string::npos);
  CHECK(refused("triton", "BlockedLayout([1], [32], [4])").find("'order' is missing") != std::string::npos);
  CHECK(refused("triton", "BlockedLayout([1], [32], [4], sizes=[0])").find("does not have argument 'sizes'") !=
        std::string::npos);
  CHECK(refused("triton", "BlockedLayout([1], [n], [4], [0])") ==
        "triton: at character 21, 'n], [4], [0])': 'n' has no value here: give its value");
  CHECK(refused("triton", "SliceLayout(0, parent)").find("'parent' has no value here") != std::string::npos);
  CHECK(refused("triton", "SwizzledSharedLayout(8, 1, 8, [1, 0])").find("does not give the tensor's shape") !=
        std::string::npos);
}

}  // namespace stridescope
