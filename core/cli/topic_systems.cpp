// The topic `systems` of the help: layouts of other systems, with examples that the tests run.
#include "core/cli/topic.h"

namespace stridescope::cli {
namespace {

constexpr std::string_view systems_text = R"man(
DESCRIPTION
    Layouts of other systems are read, drawn, checked and converted as
    CuTe's are. For each system there is a function that reads its text. The
    text may also be pasted as a line of the program, with `name =` before
    it or not. write_layout(L, "system", shape) and `stridescope emit
    --format SYSTEM` write a layout as that system does. What a system
    cannot say is refused with the first coordinate at which it fails.

    What a layout is depends on what the text describes:

    holders         (thread, value) -> m + M n, where thread = lane + lanes
                    * warp, and value counts a thread's registers; a third
                    mode counts blocks where there are several
    where it lies   (m, n) -> offset in elements

SYSTEMS
    triton          TTGIR: #ttg.blocked, slice, dot_op, nvidia_mma (2, 3),
                    amd_mfma, amd_wmma, linear; swizzled_shared,
                    nvmma_shared, padded_shared, shared_linear, and
                    partitioned_shared, whose buffers follow each other;
                    tensor_memory_encoding, whose layout goes to rows @0 and
                    columns @1. A program with lines `#name = #ttg...` has a
                    value for each, with the shape of the first type that
                    uses it. Gluon: gl.BlockedLayout([1],[32],[4],[0]),
                    SliceLayout, DotOperandLayout,
                    NVMMADistributedLayout, DistributedLinearLayout,
                    NVMMASharedLayout, SwizzledSharedLayout,
                    PaddedSharedLayout, PartitionedSharedLayout,
                    SharedLinearLayout
    tlx             Triton's extension: what tlx.dump_layout printed, with
                    its type compared with its layout; tlx.layout(shape=...,
                    stride=...), tlx.swizzled_layout(B, M, S)
    tilelang        Layout([M, N] -> ..., forward_index: ...), Fragment(...,
                    replicate: R, forward_thread: ..., forward_index: ...);
                    alloc_shared((M, N), "float16"), make_swizzled_layout
                    and its relatives (wgmma, tcgen05mma, volta, mma, mfma,
                    metadata), also as a kernel has them
    thunderkittens  st_bf<R,C> and its relatives, rt_fl<R,C,row_l>
    mosaic          JAX Pallas: TiledLayout(Tiling(...), warp_dims=...,
                    lane_dims=..., vector_dim=...)
    tilus           local(...).spatial(...), Hidet's repeat and spatial,
                    RegisterLayout(...)
    mojo            Layout(IntTuple(...), IntTuple(...)), row_major,
                    col_major
    memref          memref<64x32xf16, strided<[40, 1], offset: 5>>
    affine_map      affine_map<(d0, d1) -> (d0 * 32 + d1)>
    torch_strides   size=(64, 32), stride=(1, 64), storage_offset=0
    numpy_strides   shape=(4, 6), strides=(48, -8), dtype=float64: in bytes
    cublaslt        CUBLASLT_ORDER_COL, ROW, COL32, COL4_4R2_8C,
                    COL32_2R_4R4, and the blocks of scale factors
                    VEC16_UE4M3, VEC32_UE8M0

FUNCTIONS OF C++
    index_function("text", (M,N), bytes) evaluates a function such as
    ThunderKittens' idx(ptr, coord) at every coordinate and reads what comes
    out as a layout. A pasted function named idx is read so: bind rows and
    cols, which are asked for, and what else it is made of: T = float,
    swizzle_bytes = 64, `using T = bf16;`. A note lists what is assumed.

FROM ONE TO ANOTHER
    convert_kernel(A, B) moves registers from layout A to layout B, of
    whichever systems, by the cheapest way: nothing to do, registers renamed
    or permuted, shuffles, or shared memory without bank conflicts.

WHOLE MODULES
    `stridescope xray FILE` reads a whole module of CuTe DSL's MLIR or of
    Triton's TTGIR: every layout, tensor, copy and MMA in it, the operations
    between them, and what is wrong with them.

LINEAR LAYOUTS
    Triton's layouts are linear over F2: the xor of one basis for each bit
    of the coordinate. linear_layout(bases) makes one, linear_bases(L) has
    the bases of a layout. Each has a form in CuTe's terms, and linear_form
    finds the shortest: strides where no two bases share a bit, else
    swizzles over strides; where bases depend on each other, a layout of
    stride 0 follows. linear_report gives the reason that no shorter form
    exists. linear_compose, linear_inverse and linear_divide agree with
    CuTe's wherever both exist.

    What is not linear has no bases: extents that are not powers of two, and
    strides whose sums carry, such as those of padded rows.

EXAMPLES
    A blocked layout of Triton:
      $ stridescope eval --ints teaching 'triton("#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>", (64,64))'
      ((4,8,1,4),(8,1,2,2)):((512,1,2048,8),(64,1,2048,32))

    The same lines as a dump has them, pasted:
      $ stridescope eval --all --ints teaching '#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
        %0 = ttg.local_alloc %1 : !ttg.memdesc<64x64xf16, #shared, #smem>'
      shared = Sw<3,3,3> o 0 o (64,64):(64,1)
      note: skipped, operations on the encodings of other lines: line 2

    A tile of ThunderKittens:
      $ stridescope eval --ints teaching 'st_bf<64, 128>'
      Sw<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))

    From one system to another:
      $ stridescope eval 'write_layout(tilus("local(2, 1).spatial(8, 4).local(1, 2)"), "triton", (16,8))'
      #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>

    What registers go through, from rows of threads to columns of them:
      $ stridescope eval --ints teaching 'conversion_layout((32,32):(1,32), (32,32):(32,1))'
      Sw<5,0,5> o 0 o 1024:1

    What torch cannot say:
      $ stridescope emit --format torch_strides '((2,2),8):((1,16),2)'
      error: torch has one stride for each dimension: at (2,0) they give 2, but the layout gives 16

    A linear layout, and the reason that no form is shorter:
      $ stridescope eval --ints teaching 'linear_layout(((1,2),(5,10)))'
      Sw<2,0,2> o 0 o (4,4):(1,4)
      $ stridescope eval 'linear_report(linear_layout(((1,2),(5,10))))'
      not strides: L(1) = 1 and L(4) = 5 add up to 6, but L(5) is 4; one swizzle over strides
)man";

}  // namespace

std::string systems_topic() { return std::string(systems_text); }

}  // namespace stridescope::cli
