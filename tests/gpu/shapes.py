#!/usr/bin/env python3
"""Products by wgmma beside cuBLASLt on 40 shapes (Python 3, no packages); on the machine with the GPU.

usage: shapes.py RUNNER OUT.json [--seconds 0.2] [--budget 200] [--dtype half_t] [--count 4] [--only 512x512x8192,...] [--small]
                 [--tuned STRIDESCOPE] [--long 0.1] [--commit C]

Of each shape the tiles that a bound of waves, multiplications and bytes ranks first, --count of whole tiles and as many whose
sum over K several blocks share, are proved element by element and timed beside cuBLASLt in the same run, on the same random
matrices, medians; --only measures the shapes named, also such that are none of the 40. Where rows begin within a line of memory, they are tried with clusters too. --small: shapes of few tiles
instead of the 40, all tiles whole. --tuned: what the tuner tries instead, by its own list and order, and the best once
more, --long seconds. Prints a line for each
shape: its best, and the best that is not split; and the geometric mean. Exit 1 when an element is wrong or a shape was left
out. shapes_h200.json is such a table.
"""
import argparse
import json
import math
import sys
import time

import tune
from runner import Runner

SHAPES = [
    (4096, 4096, 4096), (6144, 6144, 6144), (8192, 8192, 8192), (4096, 14336, 4096), (2048, 2048, 2048), (3000, 5000, 1024),
    (5120, 5120, 640), (512, 512, 8192), (1024, 1024, 1024), (1536, 1536, 1536), (2560, 2560, 2560), (3072, 3072, 3072),
    (5120, 5120, 5120), (7168, 7168, 7168), (4096, 4096, 1024), (4096, 4096, 14336), (8192, 1024, 8192), (8192, 8192, 1024),
    (8192, 28672, 4096), (4096, 11008, 4096), (4096, 6144, 4096), (2048, 8192, 2048), (2048, 12288, 4096), (1024, 4096, 4096),
    (1024, 8192, 1024), (512, 4096, 4096), (512, 14336, 4096), (256, 4096, 4096), (256, 8192, 8192), (128, 8192, 8192),
    (4096, 1024, 4096), (4096, 512, 2048), (3000, 3000, 3000), (5000, 3000, 2000), (1000, 1000, 4000), (2000, 6000, 512),
    (16384, 1024, 1024), (16384, 4096, 512), (10000, 1008, 1200), (768, 3072, 16384)]
SMALL = [(256, 256, 8192), (128, 128, 16384), (256, 512, 16384), (384, 384, 12288), (128, 1024, 8192), (64, 2048, 8192),
         (512, 512, 4096), (512, 512, 8192)]
# (tile, stages, columns of a stored piece, warpgroups; 0: two in turns)
TILES = [
    ((128, 256, 64), 4, 64, 2), ((128, 224, 64), 4, 32, 2), ((128, 192, 64), 4, 64, 2), ((128, 160, 64), 5, 32, 2),
    ((128, 128, 64), 6, 64, 2), ((256, 128, 64), 4, 64, 2), ((256, 96, 64), 4, 32, 2), ((128, 96, 64), 6, 32, 2),
    ((192, 192, 64), 3, 64, 3), ((192, 160, 64), 3, 32, 3), ((192, 128, 64), 4, 64, 3), ((192, 96, 64), 4, 32, 3),
    ((128, 64, 64), 8, 64, 2), ((64, 256, 64), 4, 64, 1), ((64, 128, 128), 4, 64, 1), ((64, 64, 128), 6, 64, 1),
    ((64, 32, 128), 8, 32, 1), ((64, 256, 64), 4, 64, 0), ((128, 128, 64), 5, 64, 0), ((128, 160, 64), 5, 32, 0),
    ((64, 192, 64), 5, 64, 0), ((64, 128, 128), 3, 64, 0)]
MULTIPROCESSORS, MULTIPLICATIONS, BYTES = 132, 2048, 40  # of an H200; the last two a cycle and multiprocessor


def cycles(shape, tile, split=1):
    """A bound of the time that ranks tiles: waves, and of each the tensor cores or what the tiles read, and C."""
    (m, n, k), (bm, bn, bk) = shape, tile
    waves = math.ceil(math.ceil(m / bm) * math.ceil(n / bn) / (MULTIPROCESSORS // split * (0.97 if split > 4 else 1)))
    k = math.ceil(math.ceil(k / bk) / split) * bk
    sums = 2500 + bm * bn * 8 / BYTES if split > 1 else 0
    return waves * (max(bm * bn * k / MULTIPLICATIONS, (bm + bn) * k * 2 / BYTES) + bm * bn * 2 / BYTES + 900 + sums)


def parts(shape, tile, cluster):
    """Whether a cluster's blocks may bring such tiles to each other."""
    (m, n, _), (bm, bn, _), (a, b) = shape, tile, cluster
    return math.ceil(m / bm) % a == 0 and math.ceil(n / bn) % b == 0 and bm // b % 64 == 0 and bn // a % 8 == 0


def kernels(shape, count):
    """(tile, stages, piece, groups, split, cluster): those that are tried first."""
    whole = sorted(TILES, key=lambda t: cycles(shape, t[0]))[:count]
    m, n, k = shape
    split = [(t, s) for t in TILES for s in range(2, 17)
             if math.ceil(m / t[0][0]) * math.ceil(n / t[0][1]) * (s - 1) < MULTIPROCESSORS and math.ceil(k / t[0][2]) >= 2 * s]
    split.sort(key=lambda x: cycles(shape, x[0][0], x[1]))
    # Neighbours of few rows bring tiles to each other, too: a cluster of each tile, the largest that there may be.
    shared = [(*t, s, c) for t, s in split for c in ((4, 1), (2, 2), (1, 4), (2, 1), (1, 2)) if c[0] * c[1] * s <= 16 and parts(shape, t[0], c)]
    shared = list({(x[0], x[4]): x for x in reversed(shared)}.values())[::-1]
    # Rows that begin within a line of memory: the fewer boxes bring a tile, the better.
    clusters = [(*t, 1, c) for t in whole for c in ((2, 1), (1, 2), (2, 2), (4, 1), (4, 2), (1, 4), (2, 4)) if parts(shape, t[0], c)] if k % 64 != 0 else []
    return [(*t, 1, (1, 1)) for t in whole] + [(*t, s, (1, 1)) for t, s in split[:count]] + shared[:count] + clusters


def program(shape, tile, stages, piece, groups, split, cluster, dtype, options=""):
    """groups: warpgroups of a tile; 0: two, each with a tile of its own, in turns."""
    (m, n, k), (bm, bn, bk) = shape, tile
    code = {"half_t": "F16", "bfloat16_t": "BF16"}[dtype]

    def smem(rows):
        return f"tile_to_shape(GMMA::Layout_K_SW128_Atom<{dtype}>, ({rows},{bk}))"
    return (f"A = ({m},{k}):({k},1)\nB = ({n},{k}):({k},1)\nC = ({m},{n}):({n},1)\nsA = {smem(bm)}\nsB = {smem(bn)}\n"
            f"sC = tile_to_shape(GMMA::Layout_K_SW{2 * piece}_Atom<{dtype}>, (64,{piece}))\n"
            f"mma = make_tiled_mma(SM90_64x{bn}x16_F32{code}{code}_SS<GMMA::Major::K,GMMA::Major::K>, ({groups or 1},1,1))\n"
            f'gemm_kernel(A, B, C, (make_tma_atom(A,sA,"{dtype}"), make_tma_atom(B,sB,"{dtype}")), (sA,sB), mma, stages={stages}, '
            f'dtype="{dtype}"' + (f", split={split}" if split > 1 else f', store=make_tma_atom(SM90_TMA_STORE, C, sC, "{dtype}")')
            + (f", cluster=({cluster[0]},{cluster[1]})" if cluster != (1, 1) else "") + ("" if groups else ', schedule="pingpong"') + options + ")")


def tuned(cli, runner, team, shape, dtype, seconds, long):
    """The row of the best of what the tuner measures, measured again."""
    measured = tune.Measured(runner, seconds)
    code = {"half_t": "F16", "bfloat16_t": "BF16"}[dtype]
    able = runner.ask({"ping": True})
    given = tune.product(shape, dtype, code)
    table = tune.tuning(cli, "H200" if "H200" in able["gpu"]["name"] else "H100", given)
    team.measure(table["rows"], time.time() + 60)
    tune.refine(team, table)
    rows = sorted((r for r in table["rows"] if "measured_us" in r), key=lambda r: r["measured_us"])
    measured.seconds, finals = long, []
    for row in rows[:2]:
        got = measured.run(row.get("text", given))
        if got:
            finals.append((got["row"]["us"], row, got))
    if not finals:
        return None, measured
    _, row, got = min(finals, key=lambda f: f[0])
    whole = min((r["measured_us"] for r in rows if "split" not in r.get("text", "")), default=None)
    kept = got["row"]
    return {"shape": shape, "label": row.get("label", "as it is"), "program": row.get("text", given), "predicted_us": row.get("predicted_us"),
            "tried": len(rows), "checked": kept["checked"], "registers": kept["registers"], "median_ms": kept["us"] / 1000,
            "spread": kept["spread"], "runs": kept["runs"], "tflop_per_s": kept["rate"], "cublaslt_tflop_per_s": kept["yardstick"],
            "ratio": kept["ratio"], "ratio_not_split": kept["ratio"] * row["measured_us"] / whole if whole else None}, measured


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--seconds", type=float, default=0.2)
    p.add_argument("--budget", type=float, default=200)
    p.add_argument("--dtype", default="half_t")
    p.add_argument("--count", type=int, default=4)
    p.add_argument("--only", default="")
    p.add_argument("--small", action="store_true")
    p.add_argument("--tuned", default="")
    p.add_argument("--long", type=float, default=0.1)
    p.add_argument("--commit", default="unknown")
    a = p.parse_args()
    only = {tuple(map(int, s.split("x"))) for s in a.only.split(",") if s}
    runner, end = Runner(a.runner), time.time() + a.budget
    team = tune.Team(a.runner, 14, a.seconds) if a.tuned else None
    rows, bad, device = [], 0, None
    for shape in sorted(only) or (SMALL if a.small else SHAPES):
        if a.tuned:
            if time.time() > end:
                break
            best, measured = tuned(a.tuned, runner, team, shape, a.dtype, a.seconds, a.long)
            bad += len(measured.bad) + (best is None)
            device = measured.device or device
            if best:
                rows.append(best)
                print(f"{str(shape):24} {best['median_ms'] * 1000:8.1f} us {best['tflop_per_s']:7.1f} {best['cublaslt_tflop_per_s']:7.1f} "
                      f"{best['ratio']:6.3f} not split {best['ratio_not_split'] or 0:6.3f} of {best['tried']}: {best['label']}", flush=True)
            continue
        best = plain = None
        tried = kernels(shape, a.count)
        if a.small:
            tried = [(*t, 1, (1, 1)) for t in TILES] + tried[a.count:]
        while tried:
            tile, stages, piece, groups, split, cluster = tried.pop(0)
            if time.time() > end:
                break
            text = program(shape, tile, stages, piece, groups, split, cluster, a.dtype)
            r = runner.run(text, seconds=a.seconds)
            device = r.get("device", device)
            if cluster != (1, 1) and r.get("code") == "unsupported":
                continue  # its boxes do not fall into so many parts
            if r.get("status") != "ok" or "ratio" not in r:
                print("BAD", shape, tile, {k: r.get(k) for k in ("status", "code", "message", "verify")}, flush=True)
                bad += 1
                continue
            if split == 1:
                plain = max(plain or 0, r["ratio"])
            if best is None or r["ratio"] > best["ratio"]:
                best = {"shape": shape, "tile": tile, "split": split, "cluster": cluster, "program": text, "checked": r["verify"]["checked"],
                        "registers": r["resources"]["registers"], "median_ms": r["time"]["median_ms"], "spread": r["time"]["spread"],
                        "runs": r["time"]["runs"], "tflop_per_s": r["time"]["tflop_per_s"],
                        "cublaslt_tflop_per_s": r["yardstick"]["tflop_per_s"], "ratio": r["ratio"]}
        if best is None:
            bad += 1
            continue
        best["ratio_not_split"] = plain
        rows.append(best)
        print(f"{str(shape):24} {str(best['tile']):16} split {best['split']} cluster {best['cluster'][0]}x{best['cluster'][1]} {best['median_ms'] * 1000:8.1f} us "
              f"{best['tflop_per_s']:7.1f} {best['cublaslt_tflop_per_s']:7.1f} {best['ratio']:6.3f} not split {plain or 0:6.3f}", flush=True)
    mean = math.exp(sum(math.log(r["ratio"]) for r in rows) / max(1, len(rows)))
    print(f"geometric mean of {len(rows)}: {mean:.4f}, least {min((r['ratio'] for r in rows), default=0):.3f}")
    with open(a.out, "w") as file:
        json.dump({"device": device, "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": a.commit, "dtype": a.dtype, "geometric_mean": mean, "shapes": rows}, file)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
