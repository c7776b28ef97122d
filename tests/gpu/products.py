"""Products of matrices beside cuBLASLt, peaks of instructions, counts of both, and the atoms' layouts from the silicon.

Parts of measure.py. Everything is proved element by element before it is timed or counted.
tests/unit/test_measured_products.cpp holds what core/data keeps of it against the goals and the model.
"""
import re

# A count that is more than the prediction, with the reason; test_measured_products.cpp has the same rule.
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"


def explained(counter, predicted, measured):
    """While other traffic uses shared memory (copies, stores, wgmma), its arbitration is counted along: at most an eighth."""
    return counter == WAVEFRONTS and predicted <= measured <= predicted * 9 / 8


# Tables of CUTLASS that the silicon contradicts, with the reason; test_measured_products.cpp has the same list.
CONTRADICTED = {"SM75_U32x1_MOVM_T": "source and destination have the same layout there; movmatrix.trans transposes"}

LDSM = 'load="SM75_U32x4_LDSM_N"'


def sync_gemm(n, tile, warps, stages, dtype="half_t", code="F16", out=None, extents=None):
    """mma.sync: A (M,K), B (N,K), C (M,N), all row by row, through cp.async and ldmatrix."""
    bm, bn, bk = tile
    wm, wn = warps
    m, nn, k = extents or (n, n, n)
    threads = wm * wn * 32
    chunks = bk // 8
    swizzle = {4: "Sw<2,3,3>", 8: "Sw<3,3,3>"}[chunks]
    return (f"mma = make_tiled_mma(SM80_16x8x16_F32{code}{code}F32_TN, ({wm},{wn}), (_{16 * wm},_{16 * wn},_16))\n"
            f"cp = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,{dtype}>, "
            f"(_{threads // chunks},_{chunks}):(_{chunks},_1), (_1,_8))\n"
            f"gemm_kernel(({m},{k}):({k},1), ({nn},{k}):({k},1), ({m},{nn}):({nn},1), cp, "
            f"({swizzle} o 0 o ({bm},{bk}):({bk},1), {swizzle} o 0 o ({bn},{bk}):({bk},1)), mma, {LDSM}, stages={stages}, "
            f'dtype="{out or dtype}")')


def sync_tma_gemm(n, tile, warps, stages, dtype="half_t", code="F16", extents=None, options=""):
    """mma.sync with TMA and mbarriers: a warpgroup that copies, warps that wait each by itself."""
    bm, bn, bk = tile
    m, nn, k = extents or (n, n, n)
    wm, wn = warps

    def smem(rows):
        return f"tile_to_shape(GMMA::Layout_K_SW{2 * bk}_Atom<{dtype}>, ({rows},{bk}))"
    return (f"A = ({m},{k}):({k},1)\nB = ({nn},{k}):({k},1)\nsA = {smem(bm)}\nsB = {smem(bn)}\n"
            f"mma = make_tiled_mma(SM80_16x8x16_F32{code}{code}F32_TN, ({wm},{wn}), (_{16 * wm},_{16 * wn},_16))\n"
            f'gemm_kernel(A, B, ({m},{nn}):({nn},1), (make_tma_atom(A,sA,"{dtype}"), make_tma_atom(B,sB,"{dtype}")), '
            f'(sA,sB), mma, {LDSM}, stages={stages}, dtype="{dtype}"{options})')


def sync_stored_gemm(n, tile, warps, stages, dtype="half_t", code="F16", extents=None, options=""):
    """As sync_tma_gemm; each warp's part of a tile is one piece, which it stores through shared memory by TMA."""
    bm, bn, bk = tile
    m, nn, k = extents or (n, n, n)
    wm, wn = warps
    am, an = bm // wm // 16, bn // wn // 8
    piece = 64 if an % 8 == 0 else 32 if an % 4 == 0 else 16

    def smem(rows, columns=bk):
        return f"tile_to_shape(GMMA::Layout_K_SW{2 * columns}_Atom<{dtype}>, ({rows},{columns}))"
    return (f"A = ({m},{k}):({k},1)\nB = ({nn},{k}):({k},1)\nC = ({m},{nn}):({nn},1)\nsA = {smem(bm)}\nsB = {smem(bn)}\n"
            f"sC = {smem(16, piece)}\nmma = make_tiled_mma(SM80_16x8x16_F32{code}{code}F32_TN, ({wm},{wn}), "
            f"((_16,_{wm},_{am}):(_1,_{16 * am},_16), (_8,_{wn},_{an}):(_1,_{8 * an},_8), _16))\n"
            f'gemm_kernel(A, B, C, (make_tma_atom(A,sA,"{dtype}"), make_tma_atom(B,sB,"{dtype}")), '
            f'(sA,sB), mma, {LDSM}, stages={stages}, dtype="{dtype}", store=make_tma_atom(SM90_TMA_STORE, C, sC, "{dtype}"){options})')


def packed_gemm(atom, k_atom, tile, warps, stages, extents, ldmatrix=True):
    """mma.sync on elements of 4 bits or 1 bit: as sync_gemm, 64 bytes of a row at a time."""
    a, b = re.match(r"SM80_\w+?_S32([SU]\d)([SU]\d)S32", atom).groups()
    per = 128 // int(a[1])
    (bm, bn), (wm, wn), (m, n, k) = tile, warps, extents
    swizzle = f"Sw<2,{ {32: 5, 128: 7}[per] },3>"

    def cp(code):
        kind = {"S": "int", "U": "uint"}[code[0]] + code[1] + "b_t"
        return (f"make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,{kind}>, "
                f"(_{8 * wm * wn},_4):(_4,_1), (_1,_{per}))")
    return (f"mma = make_tiled_mma({atom}, ({wm},{wn}), (_{16 * wm},_{16 * wn},_{k_atom}))\n"
            f"gemm_kernel(({m},{k}):({k},1), ({n},{k}):({k},1), ({m},{n}):({n},1), ({cp(a)}, {cp(b)}), "
            f"({swizzle} o 0 o ({bm},{4 * per}):({4 * per},1), {swizzle} o 0 o ({bn},{4 * per}):({4 * per},1)), mma, "
            + (f"{LDSM}, " if ldmatrix else "") + f"stages={stages})")


def wgmma_gemm(n, tile, stages, dtype="half_t", types="F32F16F16", k_atom=16, groups=2, majors="KK", out=None,
               extents=None, swizzle="SW128"):
    """wgmma: TMA, mbarriers, one warpgroup that copies."""
    bm, bn, bk = tile
    m, nn, k = extents or (n, n, n)

    def matrix(rows, major):
        return f"({rows},{k}):({k},1)" if major == "K" else f"({rows},{k}):(1,{rows})"

    def smem(rows, major):
        return f"tile_to_shape(GMMA::Layout_{'K' if major == 'K' else 'MN'}_{swizzle}_Atom<{dtype}>, ({rows},{bk}))"

    args = "<%s>" % ",".join("GMMA::Major::" + ("K" if x == "K" else "MN") for x in majors) if k_atom == 16 else ""
    tn = "" if k_atom == 16 else "_TN"
    integer = types.startswith("S32")
    suffix = "" if integer or k_atom == 16 else "<>"
    return (f"A = {matrix(m, majors[0])}\nB = {matrix(nn, majors[1])}\n"
            f"sA = {smem(bm, majors[0])}\nsB = {smem(bn, majors[1])}\n"
            f"mma = make_tiled_mma(SM90_64x{bn}x{k_atom}_{types}_SS{tn}{args}{suffix}, ({groups},1,1))\n"
            f'gemm_kernel(A, B, ({m},{nn}):({nn},1), (make_tma_atom(A,sA,"{dtype}"), make_tma_atom(B,sB,"{dtype}")), '
            f"(sA,sB), mma, stages={stages}" + (f', dtype="{out}"' if out else "") + ")")


def gemms():
    """(name, group, program): the figures."""
    for n in (4096, 8192):
        for dtype, code in (("half_t", "F16"), ("bfloat16_t", "BF16")):
            short = code.lower()
            for tile, warps, stages in (((128, 128, 32), (2, 2), 4), ((128, 128, 64), (2, 2), 3), ((128, 256, 32), (2, 4), 4),
                                        ((256, 128, 32), (4, 2), 4), ((128, 256, 64), (2, 4), 3)):
                yield (f"{short} {n} mma.sync {'x'.join(map(str, tile))}, {stages} stages", "mma.sync",
                       sync_gemm(n, tile, warps, stages, dtype, code))
            for tile, warps, stages in (((128, 256, 64), (2, 4), 4), ((256, 128, 64), (4, 2), 4), ((128, 128, 64), (2, 2), 6),
                                        ((256, 128, 32), (4, 2), 8)):
                yield (f"{short} {n} mma.sync by TMA {'x'.join(map(str, tile))}, {stages} stages", "mma.sync",
                       sync_tma_gemm(n, tile, warps, stages, dtype, code))
            for tile, warps, stages in (((128, 256, 64), (2, 4), 4), ((256, 128, 64), (4, 2), 4)):
                yield (f"{short} {n} mma.sync by TMA, C too {'x'.join(map(str, tile))}, {stages} stages", "mma.sync",
                       sync_stored_gemm(n, tile, warps, stages, dtype, code))
            for tile, stages in (((128, 256, 64), 4), ((128, 128, 64), 6), ((256, 128, 64), 4)):
                groups = 2
                yield (f"{short} {n} wgmma {'x'.join(map(str, tile))}, {stages} stages", "wgmma",
                       wgmma_gemm(n, tile, stages, dtype, f"F32{code}{code}", out=dtype, groups=groups))


def turned_gemms():
    """(name, group, program): tiles that two warpgroups have in turns, beside those that they share; C by TMA."""
    import shapes
    for shape in ((4096, 4096, 1024), (4096, 4096, 4096), (8192, 8192, 8192)):
        size = "x".join(map(str, shape)) if len(set(shape)) > 1 else str(shape[0])
        for tile, stages, groups in (((128, 128, 64), 5, 0), ((128, 256, 64), 4, 2)):
            yield (f"f16 {size} wgmma {'in turns' if groups == 0 else 'C by TMA'} {'x'.join(map(str, tile))}, {stages} stages", "wgmma",
                   shapes.program(shape, tile, stages, 64, groups, 1, (1, 1), "half_t"))


def other_gemms(n=8192):
    """Other element types at one size."""
    yield "tf32 wgmma", "wgmma", wgmma_gemm(n, (128, 128, 32), 6, "tfloat32_t", "F32TF32TF32", 8, out="float")
    yield "e4m3 wgmma", "wgmma", wgmma_gemm(n, (128, 256, 128), 4, "float_e4m3_t", "F32E4M3E4M3", 32, out="bfloat16_t")
    yield "s8 wgmma", "wgmma", wgmma_gemm(n, (128, 256, 128), 4, "int8_t", "S32S8S8", 32)
    yield "s4 mma.sync", "mma.sync", packed_gemm("SM80_16x8x64_S32S4S4S32_TN", 64, (128, 128), (2, 2), 4, (n, n, n))
    yield "b1 mma.sync", "mma.sync", packed_gemm("SM80_16x8x256_S32U1U1S32_TN_ANDPOPC", 256, (128, 128), (2, 2), 4, (n, n, n))


def small(multiprocessors):
    """(name, program): proved, not timed. Types, majors, swizzles, edges, plain copies, loads of every width."""
    import shapes
    edge = (200, 136, 72)
    for tile, options in ((128, 128, 64), ""), ((64, 128, 64), ', beta=1, bias=(2000,3000):(0,1), activation="gelu"'):
        yield f"wgmma in turns, edges{options[:8]}", shapes.program((2000, 3000, 328), tile, 4, 64, 0, 1, (1, 1), "half_t", options)
    yield "wgmma in turns, clusters", shapes.program((2048, 2048, 512), (128, 128, 64), 5, 64, 0, 1, (2, 1), "half_t")
    yield "f16 edges", sync_gemm(0, (64, 64, 32), (2, 2), 3, extents=edge)
    yield "bf16 edges into float", sync_gemm(0, (128, 64, 64), (2, 2), 3, "bfloat16_t", "BF16", "float", edge)
    row = "({0},{1}):({1},1)"
    for name, atom, dtype, bk in (("tf32", "SM80_16x8x8_F32TF32TF32F32_TN", "tfloat32_t", 32),
                                  ("tf32 k4", "SM80_16x8x4_F32TF32TF32F32_TN", "tfloat32_t", 16),
                                  ("f64", "SM80_8x8x4_F64F64F64F64_TN", "double", 16),
                                  ("f64 sm90", "SM90_16x8x16_F64F64F64F64_TN", "double", 16),
                                  ("s8", "SM80_16x8x32_S32S8S8S32_TN", "int8_t", 64),
                                  ("u8s8", "SM80_16x8x16_S32U8S8S32_TN", None, 64),
                                  ("e4m3", "SM89_16x8x32_F32E4M3E4M3F32_TN", "float_e4m3_t", 64),
                                  ("e5m2 f16", "SM89_16x8x32_F16E5M2E5M2F16_TN", "float_e5m2_t", 64),
                                  ("f16 f16", "SM80_16x8x16_F16F16F16F16_TN", "half_t", 32),
                                  ("f16 k8", "SM80_16x8x8_F32F16F16F32_TN", "half_t", 32),
                                  ("fma", "UniversalFMA<float>", "float", 16)):
        wide = {"double": 8, "tfloat32_t": 4, "float": 4, "half_t": 2}.get(dtype, 1)
        chunk = 16 // wide
        threads = "(16,16)" if name == "fma" else "(2,2)"
        count = 256 if name == "fma" else 128
        across = bk // chunk
        copy = (lambda t: f"make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,{t}>, "
                f"(_{count // across},_{across}):(_{across},_1), (_1,_{chunk}))")
        both = copy(dtype) if dtype else f"({copy('uint8_t')}, {copy('int8_t')})"
        yield name, (f"gemm_kernel({row.format(256, 128)}, {row.format(128, 128)}, (256,128):(1,256), {both}, "
                     f"((128,{bk}):({bk + chunk},1), (64,{bk}):({bk + chunk},1)), make_tiled_mma({atom}, {threads}), stages=2)")
    # Operands that run along M and N, plain copies, ldmatrix that transposes.
    for load in ('load="SM75_U16x8_LDSM_T"', 'load="DefaultCopy"'):
        load = load if "LDSM" in load else "stages=3"
        yield f"f16 MN-major {load}", (
            "cp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_1,_16), (_8,_1))\n"
            "gemm_kernel((256,96):(1,256), (128,96):(1,128), (256,128):(128,1), cp, "
            "(Sw<3,3,4> o 0 o (128,32):(1,128), Sw<3,3,4> o 0 o (128,32):(1,128)), "
            f"make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16)), {load})")
    # 4 bits and 1 bit, packed: by ldmatrix, by plain loads, with edges
    for name, atom, k in (("s4", "SM80_16x8x64_S32S4S4S32_TN", 64), ("s4u4 k32", "SM80_16x8x32_S32S4U4S32_TN", 32),
                          ("b1 and", "SM80_16x8x256_S32U1U1S32_TN_ANDPOPC", 256),
                          ("b1 xor", "SM80_16x8x256_S32U1U1S32_TN_XORPOPC", 256),
                          ("b1 xor k128", "SM80_16x8x128_S32U1U1S32_TN_XORPOPC", 128)):
        yield f"{name} edges", packed_gemm(atom, k, (64, 64), (2, 2), 3, (100, 72, 352 if "4" in name else 1408), "k32" not in name and "k128" not in name)
    s = "s = Sw<2,5,3> o 0 o (64,128):(128,1)\n"
    mma = "make_tiled_mma(SM80_16x8x64_S32S4S4S32_TN, (2,2), (_32,_32,_64))"
    yield "s4 fed by ldmatrix", f"{s}mma_kernel({mma}, smem=(s,s), {LDSM})"
    yield "s4 fed by plain loads", f"{s}mma_kernel({mma}, smem=(s,s))"
    yield "b1 fed by ldmatrix", ("s = Sw<3,7,3> o 0 o (64,1024):(1024,1)\nmma_kernel(make_tiled_mma("
                                 f"SM80_16x8x256_S32U1U1S32_TN_ANDPOPC, (2,2), (_32,_32,_256)), smem=(s,s), {LDSM})")
    yield "f16 epilogue", sync_gemm(0, (64, 64, 32), (2, 2), 3, extents=edge)[:-1] + (
        ', alpha="0.5", beta=2, bias=(200,136):(0,1), activation="gelu")')
    # mma.sync that TMA feeds
    yield "mma.sync by TMA", sync_tma_gemm(0, (128, 128, 64), (2, 2), 3, extents=(200, 264, 200))
    yield "mma.sync by TMA, 8 warps, cluster", sync_tma_gemm(0, (128, 256, 32), (2, 4), 4, extents=(512, 256, 256), options=", cluster=(2,1)")
    # Warps without registers for what is multiplied next: loads are under way when a stage has been read.
    parts = f", stream={multiprocessors}"
    for tile, options in ((256, 160, 64), parts), ((256, 160, 64), ""), ((256, 192, 64), parts):
        yield f"mma.sync by TMA, no room ahead, {tile[1]}{options}", sync_stored_gemm(4096, tile, (4, 2), 3, options=options)
    yield "mma.sync by TMA, split", sync_tma_gemm(0, (128, 128, 64), (2, 2), 3, extents=(256, 128, 512), options=", split=4")
    # parts of K, and what becomes of sums
    for options in (", split=2", ", split=8", ", split=3", ", split=2, cluster=(2,2)", ", split=4, cluster=(1,2)",
                    ', split=4, alpha="0.5", beta=2, bias=(512,256):(0,1), activation="silu"',
                    ', alpha="-0.5", bias=(512,256):(1,0), activation="relu"', ", beta=1", ', activation="gelu"'):
        for stored in ("half_t", "float"):
            yield f"wgmma{options} {stored}", wgmma_gemm(0, (128, 128, 64), 3, extents=(512, 256, 640), out=stored)[:-1] + options + ")"
    yield "wgmma edges, split", wgmma_gemm(0, (128, 128, 64), 3, extents=(200, 264, 1000), out="half_t")[:-1] + ", split=7)"
    yield "wgmma s8, split", wgmma_gemm(0, (128, 64, 128), 4, "int8_t", "S32S8S8", 32, extents=(256, 128, 1024))[:-1] + ", split=4)"
    yield "wgmma stored, epilogue", (
        "A = (256,128):(128,1)\nC = (256,256):(256,1)\ns = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
        "sC = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (64,64))\nt = make_tma_atom(A,s,\"half_t\")\n"
        "gemm_kernel(A, A, C, (t,t), (s,s), make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), "
        'stages=3, dtype="half_t", store=make_tma_atom(SM90_TMA_STORE, C, sC, "half_t"), beta="0.5", bias=(256,256):(0,1), activation="gelu")')
    # wgmma
    ragged = (200, 264, 200)
    yield "wgmma edges", wgmma_gemm(0, (128, 128, 64), 3, extents=ragged, out="half_t")
    for swizzle in ("SW64", "SW32"):
        yield f"wgmma {swizzle}", wgmma_gemm(0, (128, 64, 32 if swizzle == "SW64" else 16), 3, swizzle=swizzle, extents=(256, 128, 128))
    for majors in ("KM", "MK", "MM"):
        yield f"wgmma majors {majors}", wgmma_gemm(0, (128, 128, 64), 3, majors=majors, extents=(256, 256, 128))
    yield "wgmma bf16", wgmma_gemm(0, (64, 128, 64), 3, "bfloat16_t", "F32BF16BF16", groups=1, extents=(128, 256, 192))
    yield "wgmma f16 accumulators", wgmma_gemm(0, (128, 96, 64), 3, types="F16F16F16", extents=(256, 192, 128))
    yield "wgmma tf32", wgmma_gemm(0, (128, 64, 32), 3, "tfloat32_t", "F32TF32TF32", 8, out="float", extents=(256, 128, 128))
    yield "wgmma e4m3", wgmma_gemm(0, (128, 64, 128), 3, "float_e4m3_t", "F32E4M3E4M3", 32, extents=(256, 128, 256))
    yield "wgmma e5m2", wgmma_gemm(0, (128, 64, 64), 3, "float_e5m2_t", "F32E5M2E5M2", 32, swizzle="SW64", extents=(256, 128, 256))
    yield "wgmma s8", wgmma_gemm(0, (128, 64, 128), 3, "int8_t", "S32S8S8", 32, extents=(256, 128, 256))
    yield "wgmma A from registers", (
        "A = (256,128):(128,1)\nB = (256,128):(128,1)\n"
        "sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\nsB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n"
        "gemm_kernel(A, B, (256,256):(1,256), (make_tma_atom(A,sA,\"half_t\"), make_tma_atom(B,sB,\"half_t\")), (sA,sB), "
        "make_tiled_mma(SM90_64x128x16_F32F16F16_RS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), stages=3)")


def peaks():
    """(name, program): one tile over and over."""
    for atom, k in (("SM80_16x8x16_F32F16F16F32_TN", 16), ("SM80_16x8x16_F16F16F16F16_TN", 16), ("SM80_16x8x16_F32BF16BF16F32_TN", 16),
                    ("SM80_16x8x8_F32TF32TF32F32_TN", 8), ("SM80_16x8x32_S32S8S8S32_TN", 32), ("SM89_16x8x32_F32E4M3E4M3F32_TN", 32),
                    ("SM80_8x8x4_F64F64F64F64_TN", 4), ("SM90_16x8x16_F64F64F64F64_TN", 16), ("SM80_16x8x64_S32S4S4S32_TN", 64),
                    ("SM80_16x8x256_S32U1U1S32_TN_XORPOPC", 256)):
        yield atom, f"mma_kernel(make_tiled_mma({atom}, (2,2)), tile=(64,64,{k}))"
    yield "one atom", "mma_kernel(SM80_16x8x16_F32F16F16F32_TN)"
    yield "fed by ldmatrix", ("s = Sw<3,3,3> o 0 o (128,64):(64,1)\nmma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), "
                              f"(_32,_32,_16)), smem=(s,s), {LDSM})")
    yield "fed without a swizzle", ("s = (128,64):(64,1)\nmma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), "
                                    f"(_32,_32,_16)), smem=(s,s), {LDSM})")
    for n in (256, 128, 64):
        yield f"wgmma 64x{n}x16", (
            f"sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64)); sB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, ({n},64)); "
            f"mma_kernel(make_tiled_mma(SM90_64x{n}x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)), smem=(sA,sB))")


# Atoms of other makers, which no GPU here has.
OTHER_MAKERS = ("v_", "XE_", "simdgroup_")


def atom_names(runner_path):
    """Every atom of CUDA's that the runner knows, families written out."""
    import json
    import subprocess
    told = json.loads(subprocess.run([runner_path, "--atoms"], capture_output=True, text=True, check=True).stdout)
    names = []
    for kind in ("mma", "copy"):
        for row in told[kind]:
            if "; " in row["name"] or row["name"].startswith(OTHER_MAKERS):
                continue  # what the list says below itself
            if "n" not in row:
                names.append(row["name"])
                continue
            for n in row["n"]:
                names.append(row["name"].replace("xNx", f"x{n}x", 1))
    return names


def other_majors(names):
    """The same dense wgmma atoms with operands that run along M or N, which the list does not repeat."""
    both = "<GMMA::Major::K,GMMA::Major::K>"
    for name in names:
        if both not in name or "SPARSE" in name:
            continue
        for majors in (("K", "MN"),) if "_RS" in name else (("K", "MN"), ("MN", "K"), ("MN", "MN")):
            yield name.replace(both, "<GMMA::Major::%s,GMMA::Major::%s>" % majors)


def counted():
    """(name, program): whole products whose counts and tiles are looked at."""
    yield "f16 4096 mma.sync", sync_gemm(4096, (128, 256, 32), (2, 4), 4)
    yield "f16 4096 wgmma", wgmma_gemm(4096, (128, 256, 64), 4, out="half_t")
    yield "f16 4096x4096x1024 wgmma in turns", next(turned_gemms())[2]


def counts(row, r, bad):
    """Predicted beside measured; a difference that is not explained is bad."""
    if r.get("counters_missing"):
        row["counters_missing"] = r["counters_missing"]
        return
    measured = r["measured"]["counters"]
    row["measured"] = {"counters": {c: int(measured[c]) for c in r["predicted"].get("counters", {}) if c in measured}}
    if "counted" in r["predicted"]:
        row["counted"] = r["predicted"]["counted"]
    row["counts"] = len(row["measured"]["counters"])
    row["exact"] = 0
    for counter, value in row["measured"]["counters"].items():
        predicted = r["predicted"]["counters"][counter]
        row["exact"] += predicted == value
        if predicted != value:
            reason = explained(counter, predicted, value)
            print("DIFF", row["name"], counter, predicted, value, "" if reason else "not explained", flush=True)
            if not reason:
                bad.append({"name": row["name"], "program": row["program"], "counter": counter, "predicted": predicted, "measured": value})


def figures(runner, report, seconds, bad, room, left_out, thinned):
    """Products beside cuBLASLt, peaks, and the small ones that are proved and counted only."""
    import statistics
    import time
    report["products"] = []

    def one(group, name, program, spent, **more):
        if not room():
            left_out["products"] = left_out.get("products", 0) + 1
            return 0
        began = time.time()
        r = runner.run(program, seconds=spent, **more)
        row = {"group": group, "name": name, "program": program, "status": r["status"]}
        if r["status"] != "ok":
            row["message"] = r.get("message") or r.get("verify")
            bad.append(row)
            print(f"{name:48} {r['status']}: {str(row['message'])[:300]}", flush=True)
        else:
            row.update(checked=r["verify"]["checked"], by=r["verify"]["by"], registers=r["resources"]["registers"],
                       local_bytes=r["resources"]["local_bytes"], shared_bytes=r["resources"]["shared_bytes"])
            if "time" in r:
                row.update(tflop_per_s=round(r["time"]["tflop_per_s"], 1), ms=round(r["time"]["median_ms"], 5),
                           spread=round(r["time"]["spread"], 4), runs=r["time"]["runs"], clocks=r.get("clocks"))
            if "counters" in more:
                counts(row, r, bad)
            if "tiles" in r.get("trace", {}):
                row["trace"] = thinned(r["trace"])
            if "ratio" in r:
                row.update(ratio=round(r["ratio"], 4), yardstick_tflop_per_s=round(r["yardstick"]["tflop_per_s"], 1))
            print(f"{group:9} {name:46} {row.get('tflop_per_s', 0):8.1f} TFLOP/s  ratio {row.get('ratio', 0):.3f}  "
                  f"regs {row['registers']}", flush=True)
        report["products"].append(row)
        return (time.time() - began) * 1000

    for name, program in small(report["device"]["multiprocessors"]):
        one("small", name, program, 0, counters=True)
    for name, program in counted():
        one("counted", name, program, 0, counters=True, trace=True)
    for name, group, program in (*gemms(), *turned_gemms()):
        one(group, name, program, seconds)
    for name, program in peaks():
        one("peak", name, program, min(seconds, 0.1), counters=True)
    for name, group, program in other_gemms():
        one("other", name, program, min(seconds, 0.2))
    live = [one("live", "f16 4096 wgmma, live", wgmma_gemm(4096, (128, 256, 64), 4, out="half_t"), 0.05) for _ in range(5)]
    report["live_gemm_4096_ms"] = round(statistics.median(live[1:]), 1)
    best = {}
    for row in report["products"]:
        if row["group"] in ("mma.sync", "wgmma") and "ratio" in row:
            key = f"{row['name'].split()[0]} {row['name'].split()[1]} {row['group']}"
            best[key] = max(best.get(key, 0), row["ratio"])
    report["best_gemm_ratio"] = best
    print(best, "live ms", report["live_gemm_4096_ms"], flush=True)
    report["product_counts"] = {k: sum(p.get(k, 0) for p in report["products"]) for k in ("counts", "exact")}
    print(report["product_counts"], flush=True)
    missing = [p["counters_missing"] for p in report["products"] if "counters_missing" in p]
    if missing:
        left_out["counts of products"] = len(missing)
        print("no counters:", missing[0], flush=True)


WITHOUT = (("sparse", "sparse, its metadata is not generated"), ("probes do not support it", "bulk and tensor copies"),
           ("not a single instruction", "no single instruction"), ("of its own", "no instruction of its own"),
           ("L2 cache", "prefetches, which no program sees"))


def probes(make_runner, runner_path, report, bad, workers, room, left_out):
    """Every atom's layouts from the silicon. Runners side by side: most of the time is the compiler's."""
    import collections
    import concurrent.futures
    import threading
    arch_of_gpu = int(report["device"]["arch"][2:])
    names = atom_names(runner_path)
    listed = len(names)
    names += other_majors(names)
    local = threading.local()
    started = []

    def probe(name):
        if not room():
            return name, None
        if not hasattr(local, "runner"):
            local.runner = make_runner(len(started))
            started.append(local.runner)
        return name, local.runner.run(f"probe_kernel({name})")

    verdicts = collections.Counter()
    families = {}
    report["probes"] = {"atoms": listed, "other_majors": len(names) - listed, "contradicted": [], "failed": [],
                        "not_runnable": {}, "without_a_probe": {}}
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for i, (name, r) in enumerate(pool.map(probe, names)):
            if r is None:
                left_out["probes"] = left_out.get("probes", 0) + 1
                continue
            verdict = r["probe"]["verdict"] if "probe" in r else "failed"
            reason = r["probe"].get("reason", "") if "probe" in r else r.get("message") or ""
            if r.get("code") == "unsupported" and reason.startswith("probe_kernel: "):
                verdict = "not runnable here"  # no probe is generated for it
            if i < listed:
                verdicts[verdict] += 1
            arch = name.split("_")[0].split("::")[0] + (" sparse" if "SPARSE" in name else "") + \
                (" other majors" if i >= listed else "")
            family = families.setdefault(arch, collections.Counter())
            family[verdict] += 1
            if verdict == "contradicted":
                report["probes"]["contradicted"].append({"atom": name, "probe": r["probe"]})
                if name not in CONTRADICTED:
                    bad.append({"probe": name, "result": r["probe"]})
            elif verdict == "failed":
                report["probes"]["failed"].append({"atom": name, "code": r.get("code"), "message": (r.get("message") or "")[-300:]})
            elif verdict == "not runnable here":
                reason = reason.removeprefix("probe_kernel: ").replace(name, "ATOM")
                kinds = report["probes"]["not_runnable"]
                kinds[reason] = kinds.get(reason, 0) + 1
                generation = re.match(r"(?:SM(\d+))?", name).group(1)
                if int(generation or 0) <= arch_of_gpu:  # this GPU has it, but nothing probes it
                    kind = next((k for word, k in WITHOUT if word in reason), "no probe is generated")
                    report["probes"]["without_a_probe"][kind] = report["probes"]["without_a_probe"].get(kind, 0) + 1
    report["probes"]["verdicts"] = dict(verdicts)
    report["probes"]["by_arch"] = {k: dict(v) for k, v in families.items()}
    print(json_text(report["probes"]), flush=True)
    for runner in started:
        runner.end()


def json_text(value):
    import json
    return json.dumps(value)[:6000]


def small_form(report):
    """What core/data keeps."""
    keep = ("group", "name", "program", "checked", "tflop_per_s", "ms", "spread", "runs", "ratio", "yardstick_tflop_per_s",
            "registers", "local_bytes", "shared_bytes", "measured", "counted", "trace")
    told = report["probes"]
    failed = [f["atom"] for f in told["failed"]] if told else []
    confirmed = told["verdicts"].get("confirmed", 0) if told else 0
    return {
        **{k: report[k] for k in ("device", "date", "commit", "live_gemm_4096_ms", "best_gemm_ratio", "product_counts")},
        "small_products_proved": sum(p["group"] == "small" and p["status"] == "ok" for p in report["products"]),
        "products": [{k: p[k] for k in keep if k in p} for p in report["products"]
                     if p["group"] != "live" and p["status"] == "ok"],
        "probes": told and {
            "atoms": told["atoms"],
            "of_this_gpu": confirmed + len(failed) + len(told["contradicted"]) + sum(told["without_a_probe"].values()),
            "confirmed": confirmed, "confirmed_with_other_majors": told["other_majors"],
            "contradicted": [{"atom": c["atom"], "checked": c["probe"]["checked"], "wrong": c["probe"]["wrong"],
                              "first": c["probe"]["examples"][0]} for c in told["contradicted"]],
            "without_a_probe": told["without_a_probe"], "does_not_assemble": failed,
        },
    }


def write_record(kept, path):
    """A product a line."""
    import json
    head = {k: v for k, v in kept.items() if k != "products"}
    with open(path, "w") as f:
        f.write(json.dumps(head, indent=1)[:-2] + ',\n "products": [\n')
        f.write(",\n".join("  " + json.dumps(p, separators=(",", ":")) for p in kept["products"]) + "\n ]\n}\n")
