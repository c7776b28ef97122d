// The topic `systems` of the help: layouts of other systems, with examples that the tests run.
#include "core/cli/topic.h"

namespace stridescope::cli {
namespace {

constexpr std::string_view systems_text = R"man(
DESCRIPTION
    Layouts of other systems can be read, drawn, checked and converted like
    CuTe's. Each system has a function that reads its text. The text can
    also be pasted as a line of the program, with or without `name =` before
    it. write_layout(L, "system", shape) and `stridescope emit --format
    SYSTEM` write a layout in the form of that system. If the system cannot
    express the layout, the error names the first coordinate that fails.

    The form of the layout depends on the text:

    registers       (thread, value) -> m + M n, where thread = lane + lanes
                    * warp, and value counts the registers of a thread; a
                    third mode counts blocks if there are several
    memory          (m, n) -> offset in elements

SYSTEMS
    triton          TTGIR: #ttg.blocked, slice, dot_op, nvidia_mma (2, 3),
                    amd_mfma, amd_wmma, linear; swizzled_shared,
                    nvmma_shared, padded_shared, shared_linear, and
                    partitioned_shared, whose buffers follow each other;
                    tensor_memory_encoding, whose layout goes to rows @0 and
                    columns @1. Each line `#name = #ttg...` of a program is a
                    value, with the shape of the first type that uses it.
                    Gluon: gl.BlockedLayout([1],[32],[4],[0]),
                    SliceLayout, DotOperandLayout,
                    NVMMADistributedLayout, DistributedLinearLayout,
                    NVMMASharedLayout, SwizzledSharedLayout,
                    PaddedSharedLayout, PartitionedSharedLayout,
                    SharedLinearLayout
    tlx             Triton's extension: the output of tlx.dump_layout, whose
                    type is compared with its layout; tlx.layout(shape=...,
                    stride=...), tlx.swizzled_layout(B, M, S)
    tilelang        Layout([M, N] -> ..., forward_index: ...), Fragment(...,
                    replicate: R, forward_thread: ..., forward_index: ...);
                    alloc_shared((M, N), "float16"), make_swizzled_layout
                    and its variants (wgmma, tcgen05mma, volta, mma, mfma,
                    metadata), also in the text of a kernel
    thunderkittens  st_bf<R,C> and its variants, rt_fl<R,C,row_l>
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
    ThunderKittens' idx(ptr, coord) at every coordinate and converts the
    values into a layout. A pasted function named idx is read in this way.
    It needs rows and cols; bind the other names that it uses, too: T =
    float, swizzle_bytes = 64, `using T = bf16;`. A note lists assumptions.

FROM ONE TO ANOTHER
    convert_kernel(A, B) moves registers from layout A to layout B, of any
    two systems, in the cheapest way: no operation, renamed or permuted
    registers, shuffles, or shared memory without bank conflicts.

WHOLE MODULES
    `stridescope xray FILE` reads a whole module of CuTe DSL's MLIR or of
    Triton's TTGIR: every layout, tensor, copy and MMA in it, the operations
    between them, and errors and costs that it finds.

LINEAR LAYOUTS
    Triton's layouts are linear over F2: the offset is the xor of one basis
    for each set bit of the coordinate. linear_layout(bases) makes such a
    layout, linear_bases(L) returns its bases. linear_form finds the
    shortest form in CuTe's terms: strides if no two bases share a bit, else
    swizzles over strides; if bases depend on each other, a layout of stride
    0 follows. linear_report explains why no shorter form exists.
    linear_compose, linear_inverse and linear_divide agree with CuTe's
    operations if both exist.

    Layouts with extents that are not powers of two, or with strides whose
    sums carry, such as padded rows, are not linear and have no bases.

EXAMPLES
    A blocked layout of Triton:
      $ stridescope eval --ints teaching 'triton("#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>", (64,64))'
      ((4,8,1,4),(8,1,2,2)):((512,1,2048,8),(64,1,2048,32))

    Pasted lines of a dump:
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

    The layout in shared memory that converts rows to columns of registers:
      $ stridescope eval --ints teaching 'conversion_layout((32,32):(1,32), (32,32):(32,1))'
      Sw<5,0,5> o 0 o 1024:1

    A layout that torch cannot express:
      $ stridescope emit --format torch_strides '((2,2),8):((1,16),2)'
      error: torch has one stride for each dimension: at (2,0) they give 2, but the layout gives 16

    A linear layout, and why no form is shorter:
      $ stridescope eval --ints teaching 'linear_layout(((1,2),(5,10)))'
      Sw<2,0,2> o 0 o (4,4):(1,4)
      $ stridescope eval 'linear_report(linear_layout(((1,2),(5,10))))'
      not strides: L(1) = 1 and L(4) = 5 add up to 6, but L(5) is 4; one swizzle over strides
)man";

}  // namespace

std::string systems_topic() { return std::string(systems_text); }

}  // namespace stridescope::cli
