#!/usr/bin/env python3
"""mma.sync beside cuBLASLt and beside its own instruction (Python 3, no packages); on the machine with the GPU.

usage: warps.py RUNNER OUT.json [--commit C] [--seconds 0.4] [--sizes 4096,8192] [--dtype half_t] [--only TEXT]

Each product is proved element by element and timed in turns with cuBLASLt, on the same random matrices, medians; then the
cycles of a launch are counted. The instruction's own peak, from registers, is measured and counted before and behind them. A
board at the limit of its power lowers its clock, and lowers it more the more a cycle does: so a part of the peak is told by time
and by cycles: cycles of a launch for each instruction of a tensor core, beside those of the peak. The counter counts the launch
along, with caches that are cold: some 10,000 cycles, 2 % of a product of 4096. The trace of the tiles begins with the first and
ends with the last: the third number, at the clock that the tiles ran at. Exit 1 when an element is wrong.
warps_h200.json is such a table.
"""
import argparse
import datetime
import json
import sys

import products
from runner import Runner

INSTRUCTIONS, CYCLES = "sm__inst_executed_pipe_tensor.sum", "sm__cycles_elapsed.max"
CODES = {"half_t": "F16", "bfloat16_t": "BF16"}


def variants(n, dtype, multiprocessors):
    """(name, program)"""
    code = CODES[dtype]
    for tile, warps, stages in (((256, 128, 64), (4, 2), 4), ((128, 256, 64), (2, 4), 4)):
        name = "x".join(map(str, tile))
        yield f"{name}, C by the threads", products.sync_tma_gemm(n, tile, warps, stages, dtype, code)
        yield f"{name}, C by TMA", products.sync_stored_gemm(n, tile, warps, stages, dtype, code)
        yield f"{name}, C by TMA, parts of tiles", products.sync_stored_gemm(n, tile, warps, stages, dtype, code,
                                                                             options=f", stream={multiprocessors}")
    yield "256x192x64, C by TMA", products.sync_stored_gemm(n, (256, 192, 64), (4, 2), 3, dtype, code)


def counted(runner, program):
    """Cycles for each instruction of a tensor core."""
    r = runner.run(program, seconds=0, counters=True, metrics=[INSTRUCTIONS, CYCLES])
    c = r.get("measured", {}).get("counters", {})
    if INSTRUCTIONS not in c or CYCLES not in c:
        return None, r.get("counters_missing") or r.get("message")
    return c[CYCLES] * 4 * r["device"]["multiprocessors"] / c[INSTRUCTIONS], None


def traced(runner, program):
    """Cycles from the begin of the first tile to the end of the last, at the clock that the tiles ran at."""
    r = runner.run(program, seconds=0, trace=True)
    tiles = r.get("trace", {}).get("tiles", {})
    if "rows" not in tiles:
        return None
    start, end, cycles = (tiles["columns"].index(x) for x in ("start_ns", "end_ns", "cycles"))
    rows = tiles["rows"]
    clock = sum(x[cycles] for x in rows) / sum(x[end] - x[start] for x in rows)  # of a ns
    return (max(x[end] for x in rows) - min(x[start] for x in rows)) * clock


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--commit", default="")
    p.add_argument("--seconds", type=float, default=0.4)
    p.add_argument("--sizes", default="4096,8192")
    p.add_argument("--dtype", default="half_t")
    p.add_argument("--only", default="")
    a = p.parse_args()
    runner, rows, bad = Runner(a.runner), [], 0
    code = CODES[a.dtype]
    instruction = f"mma_kernel(make_tiled_mma(SM80_16x8x16_F32{code}{code}F32_TN, (2,2)), tile=(128,128,32))"
    peaks = []

    def peak():
        r = runner.run(instruction, seconds=a.seconds)
        cycles, missing = counted(runner, instruction)
        peaks.append({"tflop_per_s": r["time"]["tflop_per_s"], "cycles": cycles, "missing": missing})
        print(f"peak {r['time']['tflop_per_s']:7.1f} TFLOP/s, {cycles or 0:.3f} cycles an instruction", missing or "", flush=True)
        return r["device"]

    device = peak()
    for n in map(int, a.sizes.split(",")):
        for name, program in variants(n, a.dtype, device["multiprocessors"]):
            if a.only not in name:
                continue
            r = runner.run(program, seconds=a.seconds)
            row = {"size": n, "name": name, "program": program, "status": r["status"]}
            rows.append(row)
            if r["status"] != "ok":
                bad += 1
                print("BAD", n, name, r.get("message") or r.get("verify"), flush=True)
                continue
            cycles, row["missing"] = counted(runner, program)
            within = traced(runner, program)
            row["cycles_of_tiles"] = within and within * 4 * device["multiprocessors"] / (n**3 / 2048)
            row.update(checked=r["verify"]["checked"], registers=r["resources"]["registers"], local_bytes=r["resources"]["local_bytes"],
                       ms=r["time"]["median_ms"], spread=r["time"]["spread"], tflop_per_s=r["time"]["tflop_per_s"],
                       cublaslt_tflop_per_s=r["yardstick"]["tflop_per_s"], ratio=r["ratio"], cycles=cycles)
    peak()
    best = max(x["tflop_per_s"] for x in peaks)
    least = min((x["cycles"] for x in peaks if x["cycles"]), default=0)
    for row in rows:
        if row["status"] != "ok":
            continue
        row["of_peak"] = row["tflop_per_s"] / best
        row["of_peak_by_cycles"] = least / row["cycles"] if row["cycles"] else None
        row["of_peak_by_tiles"] = least / row["cycles_of_tiles"] if row["cycles_of_tiles"] else None
        print(f"{row['size']} {row['name']:28} {row['tflop_per_s']:6.1f} TFLOP/s, of cuBLASLt {row['ratio']:.3f} ({row['cublaslt_tflop_per_s']:.1f}), "
              f"of the peak {row['of_peak']:.3f}, by cycles {row['of_peak_by_cycles'] or 0:.3f} ({row['cycles'] or 0:.3f}), "
              f"by tiles {row['of_peak_by_tiles'] or 0:.3f}, "
              f"local {row['local_bytes']}", flush=True)
    with open(a.out, "w") as file:
        json.dump({"device": device, "commit": a.commit, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                   "dtype": a.dtype, "peaks": peaks, "products": rows}, file, indent=1)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
