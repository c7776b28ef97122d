#!/usr/bin/env python3
"""Measures this machine's GPU with the runner and writes one JSON file (Python 3, no packages).

usage: measure.py RUNNER OUT.json [--record FILE] [--record-products FILE] [--commit C] [--sweep N] [--faults N] [--seconds S]
                  [--budget S] [--products-of FILE]

In this order, within the budget (470 s): best copies and transposes beside cuMemcpyDtoD, and the gallery's kernels; latencies
of a live run; products of matrices beside cuBLASLt, peaks, their counts (products.py); a random sweep of copy partitions with
predicted counts beside measured ones; which lanes share a wavefront of shared memory; every atom's layouts from the silicon, and
injected faults beside them. What the time did not reach is counted under left_out. Every kernel is checked element by element
before it is timed. Exit 1 when a kernel is wrong, a fault is not survived, an atom's table is contradicted that is not known to
be, a predicted count differs that nothing bounds, lanes share a wavefront otherwise than the model says, or something was left
out. Sweep, probes and faults use all GPUs of the host. The FILEs get the small forms that core/data keeps and that tests hold
against the model. --products-of: the products alone; what FILE, such a record, says of the atoms stays, with its date.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import random
import statistics
import subprocess
import sys
import time

import products

COUNTERS = [
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "smsp__inst_executed_op_shared_ld_pred_on_any.sum", "smsp__inst_executed_op_shared_st_pred_on_any.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    # -1: not read, because the kernel does not use the copy engine
    "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum", "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum",
]


# What bounds other counts.
BESIDE = ["l1tex__data_bank_conflicts_type_arbitration.sum", "smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"]
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"


def verdict(counter, predicted, measured, bound):
    """exact; bounded, where the surplus is at most what another counter of the run says; or differ (copy_predict.h)."""
    surplus = measured[counter] - predicted[counter]
    if surplus == 0:
        return "exact"
    if surplus < 0 or not bound or bound["counter"] not in measured:
        return "differ"
    most = measured[bound["counter"]]
    if bound["as"] == "sum":
        # What both directions lost, together.
        surplus = sum(measured[c] - predicted[c] for c in map(WAVEFRONTS.format, ("ld", "st")) if c in predicted)
        return "bounded" if surplus <= 2 * most else "differ"
    return "bounded" if measured[counter] <= most else "differ"


def judged(runner, program, result):
    """[(counter, predicted, measured, verdict)] of a result with counters. What was lost by arbitration differs from launch to
    launch, and counters are read in several: where there is a surplus, it is read again with nothing but what bounds it, and
    the result then has those counts."""
    predicted, measured = result["predicted"].get("counters", {}), result["measured"]["counters"]
    bounds = result["predicted"].get("bounds", {})
    sums = [c for c, b in bounds.items() if b["as"] == "sum" and c in measured]
    if any(measured[c] > predicted[c] for c in sums):
        again = runner.run(program, counters=True, seconds=0, metrics=[*sums, bounds[sums[0]]["counter"]])
        measured.update(again.get("measured", {}).get("counters", {}))
    return [(c, p, measured[c], verdict(c, predicted, measured, bounds.get(c))) for c, p in predicted.items() if c in measured]


def gpus():
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout
        return max(1, sum(line.startswith("GPU ") for line in listed.splitlines()))
    except OSError:
        return 1


class Runner:
    """The runner as a child; replaced when it ends."""

    def __init__(self, path, watchdog=5.0, gpu=0):
        self.env = {**os.environ, "CUDA_VISIBLE_DEVICES": str(gpu)}
        self.command = [path, "--allow-inject", "--watchdog", str(watchdog)]
        self.child = None
        self.replaced = 0
        self.number = 0

    def start(self):
        self.child = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                      env=self.env)

    def ask(self, body):
        if self.child is None or self.child.poll() is not None:
            self.start()
        self.number += 1
        request = {"version": 1, "id": self.number, **body}
        try:
            self.child.stdin.write(json.dumps(request) + "\n")
            self.child.stdin.flush()
            for line in self.child.stdout:
                answer = json.loads(line)
                if answer.get("id") == self.number and "result" in answer:
                    if answer["result"].get("last"):
                        self.end()
                    return answer["result"]
        except BrokenPipeError:
            pass
        self.end()
        return {"status": "error", "code": "runner_died", "message": "the runner ended"}

    def end(self):
        self.child.stdin.close()
        self.child.wait()
        self.child = None
        self.replaced += 1

    def run(self, program, **options):
        return self.ask({"run": {"program": program, "device": "gpu", **options}})


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


def thinned(trace, most=1024):
    """A trace small enough to keep."""
    tiles = trace.get("tiles")
    if tiles:
        every = -(-len(tiles["rows"]) // most)
        every += every > 1 and every % 2 == 0  # not in step with the grid or the multiprocessors
        keep = [i for i, c in enumerate(tiles["columns"]) if c != "cycles"]
        tiles["rows"] = [[row[i] for i in keep] for row in tiles["rows"][::every]]
        tiles["columns"] = [tiles["columns"][i] for i in keep]
        tiles["every"] *= every
    return trace


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


def write_record(kept, path):
    """A kernel and a row of the sweep a line."""
    head = {k: v for k, v in kept.items() if k not in ("kernels", "sweep")}
    line = lambda x: json.dumps(x, separators=(",", ":"))
    with open(path, "w") as f:
        f.write(json.dumps(head, indent=1)[:-2] + ",\n")
        f.write(' "kernels": [\n' + ",\n".join("  " + line(k) for k in kept["kernels"]) + "\n ],\n")
        f.write(' "sweep": {\n  "counters": ' + json.dumps(kept["sweep"]["counters"]) + ',\n  "rows": [\n')
        f.write(",\n".join("  " + line(row) for row in kept["sweep"]["rows"]) + "\n]}}\n")


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--record")
    p.add_argument("--record-products")
    p.add_argument("--commit", default="unknown")
    p.add_argument("--sweep", type=int, default=470)
    p.add_argument("--faults", type=int, default=100)
    p.add_argument("--seconds", type=float, default=0.5)
    p.add_argument("--budget", type=float, default=470.0)
    p.add_argument("--products-of")
    a = p.parse_args()
    begin = time.time()
    left = lambda: a.budget - (time.time() - begin)
    runner = Runner(a.runner)
    able = runner.ask({"ping": True})
    report = {"device": able.get("gpu"), "missing": able.get("missing"), "commit": a.commit,
              "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}
    print(json.dumps(report), flush=True)
    if not able.get("gpu"):
        print("no GPU:", able.get("missing"))
        return 1
    bad = []
    left_out = report["left_out"] = {}
    stages = report["seconds_by_stage"] = {}

    def stage(name):
        stages[name] = round(time.time() - begin - sum(stages.values()), 1)
        print(f"-- {name}: {stages[name]} s", flush=True)

    if a.products_of:
        with open(a.products_of) as f:
            before = json.load(f)
        products.figures(runner, report, min(a.seconds, 0.3), bad, lambda: left() > 10, left_out, thinned)
        kept = products.small_form({**report, "probes": None})
        products.write_record({**kept, "probes": {"date": before["date"], "commit": before["commit"], **before["probes"]}}, a.record_products or a.out)
        for b in bad[:10]:
            print("BAD", json.dumps(b)[:600])
        print(f"{round(time.time() - begin, 1)} s, {len(bad)} bad, left out: {json.dumps(left_out)}")
        return 1 if bad or left_out else 0

    # Copies and transposes.
    report["kernels"] = []
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    kernels = [("copy", *x) for x in copies()] + [("transpose", *x) for x in transposes()] + list(engine())
    kernels += [("gallery", *x) for x in gallery(root)]
    for i, (group, name, program) in enumerate(kernels):
        if left() < 340:
            left_out["kernels"] = len(kernels) - i
            break
        # The small kernels of the gallery are looked at closely.
        close = {"counters": True, "trace": True} if group == "gallery" else {}
        r = runner.run(program, seconds=min(a.seconds, 0.3) if group == "gallery" else a.seconds, **close)
        row = {"group": group, "name": name, "program": program, "status": r["status"]}
        if r["status"] == "ok":
            row.update(gb_per_s=round(r["time"]["gb_per_s"], 1), ms=round(r["time"]["median_ms"], 5),
                       spread=round(r["time"]["spread"], 5), runs=r["time"]["runs"],
                       yardstick_gb_per_s=round(r["yardstick"]["gb_per_s"], 1), ratio=round(r["ratio"], 4),
                       registers=r["resources"]["registers"], local_bytes=r["resources"]["local_bytes"],
                       clocks=r.get("clocks"))
            row["resources"] = r["resources"]
            if r.get("measured"):
                row["measured"] = r["measured"]
                for counter, predicted in r["predicted"].get("counters", {}).items():
                    if r["measured"]["counters"].get(counter, predicted) != predicted:
                        # With more traffic at a time the wavefronts of others are counted along: no exact figure here.
                        row.setdefault("differences", {})[counter] = [predicted, r["measured"]["counters"][counter]]
                        print("DIFF", counter, predicted, r["measured"]["counters"][counter], flush=True)
            if r.get("trace"):
                row["trace"] = thinned(r["trace"])
            print(f"{name:48} {row['gb_per_s']:8.1f} GB/s  ratio {row['ratio']:.3f}  regs {row['registers']}"
                  f" spread {row['spread']:.4f}", flush=True)
        else:
            row["message"] = r.get("message") or r.get("verify")
            bad.append(row)
            print(f"{name:48} {r['status']}: {row['message']} {r.get('hint', '')}", flush=True)
        report["kernels"].append(row)

    stage("copies")

    # Live latencies.
    def live(program, **options):
        times = []
        for _ in range(7):
            t = time.time()
            r = runner.run(program, **options)
            times.append((time.time() - t) * 1000)
            if r["status"] != "ok":
                bad.append({"live": program, "result": r})
        return {"median_ms": round(statistics.median(times[1:]), 1), "first_ms": round(times[0], 1),
                "compile_ms": round(r.get("compile_ms", 0), 1), "counters_missing": r.get("counters_missing")}

    n = 1 << 26
    report["live"] = {
        "copy_256_mib": live(f"copy_kernel({n}:1, {n}:1, (_256,_4):(_4,_1))"),
        "copy_16_mib_with_counters": live(f"copy_kernel({n // 16}:1, {n // 16}:1, (_256,_4):(_4,_1))", counters=True),
    }
    print(json.dumps(report["live"]), flush=True)

    stage("live")

    # By the same process: only one can read counters at a time.
    products.figures(runner, report, min(a.seconds, 0.3), bad, lambda: left() > 270, left_out, thinned)
    stage("products")

    # The sweep: counts. A GPU a thread.
    runners = [runner] + [Runner(a.runner, gpu=gpu) for gpu in range(1, gpus())]
    pool = concurrent.futures.ThreadPoolExecutor(len(runners))

    # The kinds in turn, so that each has its share where the time ends.
    plain, others = [*sweep(a.sweep, 20261121)], [*small_kernels(a.sweep // 4, 7)]
    swept = [program for i, one in enumerate(plain) for program in ([one, others[i // 4]] if i % 4 == 3 and i // 4 < len(others) else [one])]

    def shard(number):
        out = []
        for i, program in enumerate(swept):
            if i % len(runners) != number:
                continue
            if left() < 75 + a.faults:
                out.append((i, program, None, []))
                continue
            r = runners[number].run(program, counters=True, seconds=0)
            out.append((i, program, r, judged(runners[number], program, r) if "measured" in r and r["status"] == "ok" else []))
        return out

    answers = sorted((x for part in pool.map(shard, range(len(runners))) for x in part), key=lambda x: x[0])
    kernels = counted = exact = bounded = refused = 0
    per = {}
    differences = []
    rows = []
    for _, program, r, counts in answers:
        if r is None:
            left_out["sweep"] = left_out.get("sweep", 0) + 1
            continue
        if r["status"] != "ok":
            if r["status"] == "error" and r["code"] in ("unsupported", "divisibility", "shape_divisibility", "stride_divisibility"):
                refused += 1
                continue
            bad.append({"program": program, "result": r})
            print("BAD", program, json.dumps(r)[:300], flush=True)
            continue
        if r.get("counters_missing"):
            report["counters_missing"] = r["counters_missing"]
            print("no counters:", r["counters_missing"])
            break
        kernels += 1
        measured = r["measured"]["counters"]
        rows.append([program, [int(measured.get(c, -1)) for c in COUNTERS]])
        for counter, predicted, value, kind in counts:
            counted += 1
            tally = per.setdefault(counter, [0, 0])
            tally[1] += 1
            if kind == "exact":
                exact += 1
                tally[0] += 1
            elif kind == "bounded":
                bounded += 1
            else:
                differences.append({"program": program, "counter": counter, "predicted": predicted, "measured": value})
    report["sweep"] = {"kernels": kernels, "refused": refused, "counts": counted, "exact": exact, "bounded": bounded,
                       "by_counter": {k: {"exact": v[0], "of": v[1]} for k, v in per.items()},
                       "differences": differences[:60], "all_differences": len(differences)}
    print(json.dumps({k: v for k, v in report["sweep"].items() if k != "differences"}), flush=True)
    for d in differences[:25]:
        print("DIFF", json.dumps(d), flush=True)

    stage("sweep")

    # The phases of shared memory, by the process that has counted so far; at most 15 s, of what the sweep left.
    r = runner.run('probe_kernel("phases")', seconds=max(5.0, min(15.0, left() - 75 - a.faults)))
    report["phases"] = r.get("probe") or {"verdict": "failed", "code": r.get("code"), "message": r.get("message")}
    verdict = report["phases"]["verdict"]
    if verdict in ("contradicted", "failed"):
        bad.append({"phases": {k: v for k, v in report["phases"].items() if k != "relations"}})
    elif verdict != "confirmed":  # unfinished, or no counters
        left_out["phases"] = sum(x.get("left_out_pairs", 0) for x in report["phases"]["relations"]) or 1
    print("phases:", json.dumps(report["phases"])[:6000], flush=True)
    stage("phases")

    # Every atom, and faults beside them: the one waits for the compiler, the other for the watchdog.
    for r in runners:
        if r.child:
            r.end()
    runners = [Runner(a.runner, 0.5, gpu) for gpu in range(len(runners))]
    pool = concurrent.futures.ThreadPoolExecutor(len(runners))
    probing = concurrent.futures.ThreadPoolExecutor(1).submit(
        products.probes, lambda i: Runner(a.runner, 5.0, i % len(runners)), a.runner, report, bad, min(16 * len(runners), os.cpu_count() or 1),
        lambda: left() > 12, left_out)
    small = "copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))"

    def faults(number):
        out = []
        for i in range(number, a.faults, len(runners)):
            if left() < 10:
                left_out["faults"] = left_out.get("faults", 0) + 1
                continue
            what = ("fault", "hang", "die", "memory")[i % 4]
            r = runners[number].run(small, inject=what, seconds=0)
            out.append((what, r.get("code", r["status"]), runners[number].run(small, seconds=0)["status"] == "ok"))
        return out

    told = {}
    outcomes = [x for part in pool.map(faults, range(len(runners))) for x in part]
    for what, code, _ in outcomes:
        told.setdefault(what, {}).setdefault(code, 0)
        told[what][code] += 1
    report["faults"] = {"injected": len(outcomes), "survived": sum(ok for _, _, ok in outcomes), "answers": told,
                        "runners_replaced": sum(r.replaced for r in runners), "gpus": len(runners)}
    print(json.dumps(report["faults"]), flush=True)
    expected = {"fault": "fault", "hang": "hang", "die": "runner_died", "memory": "memory"}
    for what, code, ok in outcomes:
        if not ok or code != expected[what]:
            bad.append({"fault": what, "answer": code, "next_worked": ok})

    probing.result()
    stage("probes and faults")

    report["bad"] = bad
    report["seconds"] = round(time.time() - begin, 1)
    with open(a.out, "w") as f:
        json.dump(report, f, indent=1)
    if a.record:
        kept = {k: report[k] for k in ("device", "date", "commit", "live", "faults")}
        kept["kernels"] = [{k: r[k] for k in ("group", "name", "program", "gb_per_s", "ms", "spread", "runs", "yardstick_gb_per_s",
                                              "ratio", "resources", "measured", "trace") if k in r}
                           for r in report["kernels"] if r["status"] == "ok"]
        kept["phases"] = {k: report["phases"][k] for k in ("verdict", "checked", "wrong") if k in report["phases"]}
        kept["sweep"] = {"counters": COUNTERS, "rows": rows}
        write_record(kept, a.record)
    if a.record_products:
        products.write_record(products.small_form(report), a.record_products)
    print(f"{report['seconds']} s {json.dumps(stages)}; {len(bad)} bad, {len(differences)} counts differ, left out: {json.dumps(left_out)}")
    for b in bad[:10]:
        print("BAD", json.dumps(b)[:600])
    return 1 if bad or differences or left_out else 0


if __name__ == "__main__":
    sys.exit(main())
