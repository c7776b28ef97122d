"""The copies and transposes that measure.py runs: by hand the quick ones, the gallery's, and random ones whose counts are compared."""
import os
import random


def copies():
    """(name, program): 256 MiB of floats."""
    n = 1 << 26
    for threads in (128, 256, 512, 1024):
        for values in (4, 8, 16):
            atom = "Copy_Atom<UniversalCopy<uint128_t>,float>"
            if values == 4:
                yield f"copy 16 B, {threads} threads x 1", \
                    f"copy_kernel({n}:1, {n}:1, make_tiled_copy({atom}, (_{threads}):(_1), (_4):(_1)))"
            else:
                # values in portions of 4, a block's threads apart
                tv = f"(_{threads},(_4,_{values // 4})):(_4,(_1,_{4 * threads}))"
                yield f"copy 16 B, {threads} threads x {values // 4}", f"copy_kernel({n}:1, {n}:1, {tv})"
    for bytes_ in (4, 8):
        yield f"copy {bytes_} B, 256 threads", f"copy_kernel({n}:1, {n}:1, (_256,_4):(_4,_1), bytes={bytes_})"
        yield f"copy {bytes_} B, 1024 threads, neighbours together", \
            f"copy_kernel({n}:1, {n}:1, (_1024,_{bytes_ // 4}):(_{bytes_ // 4},_1), bytes={bytes_})"
    yield "copy 16 B through smem by cp.async", (
        f"copy_kernel({n}:1, {n}:1, make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,float>, "
        f"(_256):(_1), (_4):(_1)), 1024:1)")
    yield "copy strided 128 B", f"copy_kernel({n}:1, {n}:1, (_256,_32):(_32,_1), bytes=4)"


def transposes():
    """f32 8192 x 8192 and f16 16384 x 8192, 256 MiB."""
    src, dst = "(8192,8192):(8192,1)", "(8192,8192):(1,8192)"
    yield "transpose f32 in registers", f"copy_kernel({src}, {dst}, (_256,_16):(_16,_1), tile=(64,64))"
    yield "transpose f32 32x32, no swizzle", (
        f"copy_kernel({src}, {dst}, (((_32,_8),_4):((_32,_1),_8), ((_32,_8),_4):((_1,_32),_256)), (32,32):(32,1), tile=(32,32))")
    yield "transpose f32 32x32, rows of 33", (
        f"copy_kernel({src}, {dst}, (((_32,_8),_4):((_32,_1),_8), ((_32,_8),_4):((_1,_32),_256)), (32,32):(33,1), tile=(32,32))")
    for m, threads in ((32, 256), (64, 256), (64, 512), (128, 512), (128, 1024)):
        # load: 8 threads x 16 bytes a row; store: 8 threads x 16 bytes a column, 4 columns a warp
        rows = threads // 8
        per = m // rows
        load = (f"((_8,_{rows}),(_4,_{per})):((_{4 * m},_1),(_{m},_{rows}))" if per > 1 else
                f"((_8,_{rows}),_4):((_{4 * m},_1),_{m})")
        groups = m // 32
        lanes = f"((_8,_32,_{groups}),_4):((_4,_{m},_32),_1)" if groups > 1 else f"((_8,_32),_4):((_4,_{m}),_1)"
        if 8 * 32 * groups > threads:
            reps = 8 * 32 * groups // threads
            lanes = f"((_8,_32,_{groups // reps}),(_4,_{reps})):((_4,_{m},_32),(_1,_{32 * groups // reps}))"
        elif 8 * 32 * groups < threads:
            continue
        yield f"transpose f32 {m}x32, {threads} threads, swizzled", (
            f"copy_kernel({src}, {dst}, ({load}, {lanes}), Sw<3,2,5> o 0 o ({m},32):(32,1), tile=({m},32))")
    h_src, h_dst = "(16384,8192):(8192,1)", "(16384,8192):(1,16384)"
    yield "transpose f16 64x64, swizzled", (
        f"copy_kernel({h_src}, {h_dst}, (((_8,_32),(_8,_2)):((_512,_1),(_64,_32)), ((_8,_32),(_8,_2)):((_8,_64),(_1,_2048))), "
        f"Sw<3,3,6> o 0 o (64,64):(64,1), tile=(64,64), dtype=\"half_t\")")
    yield "transpose f16 64x64, rows of 66", (
        f"copy_kernel({h_src}, {h_dst}, (((_8,_32),(_8,_2)):((_512,_1),(_64,_32)), ((_8,_32),(_8,_2)):((_8,_64),(_1,_2048))), "
        f"(64,64):(66,1), tile=(64,64), dtype=\"half_t\")")


def engine():
    """The copy engine, several tiles of shared memory, ldmatrix and stmatrix: f32 8192 x 8192 and f16 16384 x 8192, 256 MiB."""
    n = 1 << 26
    rows, columns = "(8192,8192):(8192,1)", "(8192,8192):(1,8192)"
    h_rows, h_columns = "(16384,8192):(8192,1)", "(16384,8192):(1,16384)"
    for threads in (256, 512):
        yield "copy", f"copy 16 B, {threads} threads, persistent", (
            f"copy_kernel({n}:1, {n}:1, (_{threads},(_4,_4)):(_4,(_1,_{4 * threads})), persistent=1)")
    for stages in (1, 2, 4):
        yield "copy", f"copy by cp.async, 256 threads x 4, {stages} stages", (
            f"copy_kernel({rows}, {rows}, (make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,float>, (_8,_32):(_32,_1), "
            f"(_1,_4):(_4,_1)), make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, (_8,_32):(_32,_1), (_1,_4):(_4,_1))), "
            f"(32,128):(128,1), stages={stages})")
    for m, k in ((16, 256), (32, 128), (64, 64), (32, 256)):
        for stages in (1, 2, 4):
            yield "copy", f"copy by TMA, {m}x{k}, {stages} stages", (
                f"copy_kernel({rows}, {rows}, \"tma\", ({m},{k}):({k},1), stages={stages})")
    yield "copy", "copy by TMA, 64x32, SW128, 4 stages", (
        f"copy_kernel({rows}, {rows}, \"tma\", Sw<3,2,3> o 0 o (64,32):(32,1), stages=4)")
    yield "copy", "copy f16 by TMA, 64x32, SW64, 4 stages", (
        f"copy_kernel({h_rows}, {h_rows}, \"tma\", Sw<2,3,3> o 0 o (64,32):(32,1), dtype=\"half_t\", stages=4)")
    yield "copy", "copy f16 by TMA, 64x16, SW32, 4 stages", (
        f"copy_kernel({h_rows}, {h_rows}, \"tma\", Sw<1,3,3> o 0 o (64,16):(16,1), dtype=\"half_t\", stages=4)")
    for stages in (1, 2, 3):
        yield "transpose", f"transpose f32 32x32, load by TMA SW128, {stages} stages", (
            f"copy_kernel({rows}, {columns}, (\"tma\", ((_8,_32),_4):((_4,_32),_1)), Sw<3,2,3> o 0 o (32,32):(32,1), "
            f"tile=(32,32), stages={stages})")
    yield "transpose", "transpose f32 32x32, store by TMA SW128", (
        f"copy_kernel({rows}, {columns}, (((_8,_32),_4):((_128,_1),_32), \"tma\"), Sw<3,2,3> o 0 o (32,32):(1,32), tile=(32,32))")
    packed = 8 * n  # of 4 bits
    yield "copy", "copy s4 16 B, 256 threads x 4", (
        f"copy_kernel({packed}:1, {packed}:1, (_256,(_32,_4)):(_32,(_1,_8192)), dtype=\"int4b_t\")")
    yield "copy", "copy s4 by TMA, 64x256, SW128, 4 stages", (
        "copy_kernel((16384,32768):(32768,1), (16384,32768):(32768,1), \"tma\", Sw<3,5,3> o 0 o (64,256):(256,1), "
        "dtype=\"int4b_t\", stages=4)")
    load = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8):(_8,_1))"
    mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_4,_1,_1), (_64,_8,_64))"
    yield "matrix", "copy f16 64x64, ldmatrix out of Sw<3,3,3>", (
        f"copy_kernel({h_rows}, {h_rows}, ({load}, make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, {mma})), "
        f"Sw<3,3,3> o 0 o (64,64):(64,1))")
    yield "matrix", "copy f16 64x64, ldmatrix out of plain rows", (
        f"copy_kernel({h_rows}, {h_rows}, ({load}, make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, {mma})), (64,64):(64,1))")
    column = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_8,_16):(_1,_8), (_8,_1):(_1,_8))"
    yield "matrix", "transpose f16 64x64, ldmatrix.trans out of Sw<3,3,3>", (
        f"copy_kernel({h_columns}, {h_rows}, ({column}, make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T,half_t>, {mma})), "
        f"Sw<3,3,3> o 0 o (64,64):(1,64))")
    acc = "make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN, (_4,_1,_1), (_64,_64,_16))"
    yield "matrix", "copy f16 64x64, stmatrix into Sw<3,3,3>", (
        f"copy_kernel({h_rows}, {h_rows}, (make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N,half_t>, {acc}), {load}), "
        f"Sw<3,3,3> o 0 o (64,64):(64,1))")
    yield "matrix", "transpose f16 64x64, stmatrix.trans into Sw<3,3,3>", (
        f"copy_kernel({h_rows}, {h_columns}, (make_tiled_copy_C(Copy_Atom<SM90_U16x8_STSM_T,half_t>, {acc}), {column}), "
        f"Sw<3,3,3> o 0 o (64,64):(1,64))")


def small_kernels(count, seed):
    """Random small kernels of the copy engine, cp.async, ldmatrix and stmatrix, and of packed elements."""
    rnd = random.Random(seed)
    packed = random.Random(seed + 1)
    types = {"int8_t": 1, "half_t": 2, "float": 4, "double": 8}
    for i in range(count):
        kind = ("tma", "tma", "async", "ldmatrix", "stmatrix")[i % 5]
        if kind == "tma":
            yield tma_kernel(rnd, types)
        elif kind == "async":
            yield async_kernel(rnd)
        else:
            yield matrix_kernel(rnd, kind)
        if i % 5 == 4:
            yield packed_kernel(packed)


def tma_kernel(rnd, types):
    dtype = rnd.choice(list(types))
    size = types[dtype]
    span = rnd.choice([0, 32, 64, 128])
    wide = (span or rnd.choice([32, 64, 128])) // size
    high = rnd.choice([8, 16, 32])
    # Edges, and rows that are multiples of 16 bytes.
    m, n = rnd.choice([64, 96, 100, 128]), 16 // size * rnd.choice([8, 12, 13, 16, 31])
    base, bits = {1: 4, 2: 3, 4: 2, 8: 1}[size], {0: 0, 32: 1, 64: 2, 128: 3}[span]
    swizzle = f"Sw<{bits},{base},3> o 0 o " if bits else ""
    pad = 16 // size * rnd.choice([0, 0, 1, 2])
    columns = rnd.random() < 0.5
    t = (lambda a, b, p=0: f"({b},{a}):(1,{b + p})") if columns else (lambda a, b, p=0: f"({a},{b}):({b + p},1)")
    return (f"copy_kernel({t(m, n, pad)}, {t(m, n)}, \"tma\", {swizzle}{t(high, wide)}, dtype=\"{dtype}\", "
            f"stages={rnd.choice([1, 1, 2, 3])})")


def packed_kernel(rnd):
    """Elements of 4 bits and 1 bit, rows in pieces of 1 to 16 bytes a thread, in registers and through shared memory."""
    bits = rnd.choice([4, 4, 1])
    per, across = rnd.choice([1, 2, 4, 8, 16]) * 8 // bits, rnd.choice([4, 8, 16])
    down = 128 // across
    wide = across * per
    tv = f"((_{across},_{down}),_{per}):((_{down * per},_1),_{down})"
    m, n, via = down * rnd.choice([2, 3]), wide * rnd.choice([2, 3]), tv
    if rnd.random() < 0.5:
        via = f"({tv}, {tv}), ({down},{wide}):({wide + 128 // bits * rnd.choice([0, 1])},1)"
    else:  # edges
        m, n = m - rnd.choice([0, 0, 3]), n - per * rnd.choice([0, 0, 1])
    pad = 128 // bits * rnd.choice([0, 1])
    return (f"copy_kernel(({m},{n}):({n + pad},1), ({m},{n}):({n},1), {via}, tile=({down},{wide}), "
            f"dtype=\"uint{bits}b_t\")")


def async_kernel(rnd):
    width, bits = rnd.choice([(4, 32), (8, 64), (16, 128)])
    per = width // 4
    cache = "GLOBAL" if width == 16 and rnd.random() < 0.5 else "ALWAYS"
    across = rnd.choice([4, 8, 16])
    down = 128 // across
    tile = (down * rnd.choice([1, 2]), across * per * rnd.choice([1, 2]))
    atom = f"Copy_Atom<SM80_CP_ASYNC_CACHE{cache}<uint{bits}_t>,float>"
    copy = f"make_tiled_copy({atom}, (_{down},_{across}):(_{across},_1), (_1,_{per}):(_{per},_1))"
    m, n = tile[0] * rnd.choice([3, 4, 5]), tile[1] * rnd.choice([2, 3, 5])
    return (f"copy_kernel(({m},{n}):({n + rnd.choice([0, 4, 8])},1), ({m},{n}):({n},1), {copy}, "
            f"({tile[0]},{tile[1]}):({tile[1] + rnd.choice([0, 4])},1), stages={rnd.choice([1, 2, 3])})")


def matrix_kernel(rnd, kind):
    trans, swizzled = rnd.random() < 0.5, rnd.random() < 0.5
    warps, x = rnd.choice([1, 2, 4]), rnd.choice([1, 2, 4])
    name = {("ldmatrix", False): f"SM75_U32x{x}_LDSM_N", ("ldmatrix", True): f"SM75_U16x{2 * x}_LDSM_T",
            ("stmatrix", False): f"SM90_U32x{x}_STSM_N", ("stmatrix", True): f"SM90_U16x{2 * x}_STSM_T"}[kind, trans]
    m, k, threads = 16 * warps, 64, 32 * warps
    pad = 0 if swizzled else 8 * rnd.choice([0, 1])
    swizzle = f"Sw<{ {16: 1, 32: 2, 64: 3}[m if trans else k] },3,3> o 0 o " if swizzled else ""
    smem = f"{swizzle}({m},{k}):(1,{m + pad})" if trans else f"{swizzle}({m},{k}):({k + pad},1)"
    wide = "Copy_Atom<UniversalCopy<uint128_t>,half_t>"
    plain = (f"make_tiled_copy({wide}, (_{m // 8},_{threads * 8 // m}):(_1,_{m // 8}), (_8,_1):(_1,_8))" if trans else
             f"make_tiled_copy({wide}, (_{threads // 8},_8):(_8,_1), (_1,_8):(_8,_1))")
    M, N = m * rnd.choice([2, 3]), k * rnd.choice([1, 2])
    rows, columns = f"({M},{N}):({N},1)", f"({M},{N}):(1,{M})"
    fixed, free = columns if trans else rows, rnd.choice([rows, columns])
    if kind == "ldmatrix":
        mma = f"make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_{warps},_1,_1), (_{m},_8,_{k}))"
        return f"copy_kernel({fixed}, {free}, ({plain}, make_tiled_copy_A(Copy_Atom<{name},half_t>, {mma})), {smem})"
    mma = f"make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN, (_{warps},_1,_1), (_{m},_{k},_16))"
    return f"copy_kernel({free}, {fixed}, (make_tiled_copy_C(Copy_Atom<{name},half_t>, {mma}), {plain}), {smem})"


def gallery(folder):
    """The kernels of the gallery: (name, program)."""
    entry = name = None
    lines = []
    for line in open(os.path.join(folder, "core/data/gallery.stride"), encoding="utf-8"):
        if line.startswith("#= ") or line.startswith("= "):
            if entry and any("copy_kernel(" in x for x in lines):
                yield name or entry, "".join(lines)
            entry, name, lines = line.split(" ", 1)[1].strip(), None, []
        elif line.startswith(("#: ", ": ")):
            if "title " in line[:9]:
                name = line.split("title ", 1)[1].strip()
        else:
            lines.append(line)
    if entry and any("copy_kernel(" in x for x in lines):
        yield name or entry, "".join(lines)


def sweep(count, seed):
    """Random valid partitions: layouts, widths, element types, swizzles, edges, paths."""
    rnd = random.Random(seed)
    types = {"int8_t": 1, "half_t": 2, "float": 4, "double": 8}
    made = 0
    while made < count:
        dtype = rnd.choice(list(types))
        m, n = rnd.choice([64, 96, 128, 200, 256]), rnd.choice([64, 72, 128, 160, 256])
        tm, tn = rnd.choice([8, 16, 32, 64]), rnd.choice([8, 16, 32, 64])
        threads = rnd.choice([32, 64, 96, 128, 256])
        if tm * tn % threads:
            continue
        values = tm * tn // threads
        if values > 64 or values < 1:
            continue
        if rnd.random() < 0.6:
            m, n = -(-m // tm) * tm, -(-n // tn) * tn

        def matrix():
            kind = rnd.randrange(5)
            if kind == 0:
                return f"({m},{n}):({n + rnd.choice([0, 0, 8, 1])},1)"
            if kind == 1:
                return f"({m},{n}):(1,{m + rnd.choice([0, 0, 16, 3])})"
            if kind == 2 and m % tm == 0 and n % tn == 0:
                return f"(({tm},{m // tm}),({tn},{n // tn})):(({tn},{tm * n}),(1,{tm * tn}))"
            if kind == 3:
                return f"({m},{n}):({n},1)"
            return f"({m},{n}):(1,{m})"

        def tv():
            kind = rnd.randrange(3)
            if kind == 0:
                return f"(_{threads},_{values}):(_{values},_1)"
            if kind == 1:
                return f"(_{threads},_{values}):(_1,_{threads})"
            width = rnd.choice([w for w in (1, 2, 4, 8, 16) if values % w == 0])
            return f"(_{threads},(_{width},_{values // width})):(_{width},(_1,_{threads * width}))"

        program = f"copy_kernel({matrix()}, {matrix()}, "
        if rnd.random() < 0.5:
            program += tv()
        else:
            tile = rnd.choice([f"({tm},{tn}):({tn},1)", f"({tm},{tn}):(1,{tm})", f"({tm},{tn}):({tn + 1},1)",
                               f"Sw<{rnd.randrange(1, 4)},{rnd.randrange(0, 4)},3> o 0 o ({tm},{tn}):({tn},1)"])
            program += f"({tv()}, {tv()}), {tile}"
        program += f", tile=({tm},{tn}), dtype=\"{dtype}\""
        if rnd.random() < 0.25:
            program += f", bytes={rnd.choice([b for b in (1, 2, 4, 8) if b >= types[dtype]])}"
        made += 1
        yield program + ")"
