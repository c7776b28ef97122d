#!/usr/bin/env python3
"""Products whose steps along K the blocks share alike (stream=, Stream-K) beside those of whole tiles, beside cuBLASLt (Python 3, no
packages); on the machine with the GPU.

usage: stream.py RUNNER OUT.json [--commit C] [--seconds 0.15] [--budget 150] [--small] [--large]

First small products with edges, clusters and epilogues, by wgmma and by mma.sync, of more and of fewer tiles than blocks: proved
element by element, traced, with predicted counts beside measured ones, and launched again and again, since blocks leave flags to each
other. Then large ones, medians, each beside the same tiling of whole tiles. Exit 1 when an element is wrong or a count differs.
stream_h100.json is such a table.
"""
import argparse
import datetime
import json
import sys
import time

import products
import shapes
from measure import Runner

MULTIPROCESSORS = 132


def streamed(program, blocks):
    return f"{program[:-1]}, stream={blocks})"


def small():
    """(name, program)"""
    for shape in (2048, 3000, 328), (1000, 1008, 1600), (512, 512, 2048), (128, 128, 8192):
        for tile in ((128, 128, 64), 5, 64, 2), ((128, 256, 64), 4, 64, 2), ((64, 96, 64), 5, 32, 1), ((192, 160, 64), 3, 32, 3):
            for options in "", ", beta=1, bias=(%d,%d):(0,1), activation=\"gelu\"" % shape[:2]:
                for blocks in 132, 100:
                    yield f"wgmma {shape} {tile[0]} {blocks} {options}", streamed(shapes.program(shape, *tile, 1, (1, 1), "half_t", options), blocks)
    for cluster in (2, 1), (1, 2), (2, 2):
        for blocks in 132, 64, 8:
            yield f"wgmma in clusters {cluster} {blocks}", streamed(shapes.program((2048, 1536, 512), (128, 128, 64), 5, 64, 2, 1, cluster, "half_t"), blocks)
    for extents in (1536, 2048, 512), (256, 512, 4096), (1000, 1008, 640):
        for blocks in 132, 66, 17:
            yield f"mma.sync {extents} {blocks}", streamed(
                products.sync_stored_gemm(0, (256, 128, 64), (4, 2), 4, extents=extents), blocks)
            yield f"mma.sync, C by the threads {extents} {blocks}", streamed(
                products.sync_tma_gemm(0, (128, 128, 64), (2, 2), 4, "half_t", "F16", extents=extents), blocks)
    yield "int8", streamed(products.wgmma_gemm(1536, (128, 128, 128), 4, "int8_t", "S32S8S8", 32), 132)
    yield "tf32", streamed(products.wgmma_gemm(1536, (128, 128, 32), 6, "tfloat32_t", "F32TF32TF32", 8, out="float"), 132)


def large():
    """(name, program)"""
    for n in 4096, 6144, 8192:
        for tile, warps in ((256, 128, 64), (4, 2)), ((128, 256, 64), (2, 4)):
            yield f"mma.sync {n} {tile}", products.sync_stored_gemm(n, tile, warps, 4)
    for shape in ((3000, 3000, 3000), (2560, 2560, 2560), (3072, 3072, 3072), (4096, 4096, 4096), (5120, 5120, 5120), (6144, 6144, 6144),
                  (8192, 8192, 8192), (4096, 14336, 4096), (4096, 11008, 4096), (4096, 6144, 4096), (1536, 1536, 1536), (5000, 3000, 2000),
                  (1000, 1000, 4000), (768, 3072, 16384), (512, 512, 16384), (256, 512, 16384), (512, 4096, 4096)):
        for tile in ((128, 256, 64), 4, 64, 2), ((256, 128, 64), 4, 64, 2), ((128, 192, 64), 4, 64, 2), ((128, 128, 64), 6, 64, 2):
            for cluster in ((1, 1), (2, 1)):
                if cluster != (1, 1) and -(-shape[0] // tile[0][0]) % 2:
                    continue
                yield f"wgmma {shape} {tile[0]} {cluster}", shapes.program(shape, *tile, 1, cluster, "half_t")


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--commit", default="unknown")
    p.add_argument("--seconds", type=float, default=0.15)
    p.add_argument("--budget", type=float, default=150)
    p.add_argument("--small", action="store_true")
    p.add_argument("--large", action="store_true")
    a = p.parse_args()
    runner, begin, bad, device = Runner(a.runner), time.time(), 0, None
    checked, timed = [], []
    for name, program in small() if a.small or not a.large else ():
        if time.time() - begin > a.budget:
            break
        r = runner.run(program, seconds=0.003, counters=True, trace=True)
        device = r.get("device", device)
        counters = r.get("measured", {}).get("counters", {})
        wrong = [(k, v, counters[k]) for k, v in r.get("predicted", {}).get("counters", {}).items() if k in counters and counters[k] != v]
        wrong = [w for w in wrong if not products.explained(*w)]
        refused = r["status"] != "ok" and any(why in str(r.get("message")) for why in ("do not share", "wait for each other"))
        bad += (r["status"] != "ok" and not refused) or bool(wrong)
        checked.append({"name": name, "program": program, "status": "refused" if refused else r["status"], "checked": r.get("verify", {}).get("checked"),
                        "counted": len(counters), "wrong": wrong})
        if r["status"] != "ok" or wrong:
            print("REFUSED" if refused else "BAD", name, wrong, r.get("message"), str(r.get("verify"))[:300], flush=True)
    if checked:
        print(f"{len(checked)} small products, {bad} bad, {sum(c['checked'] or 0 for c in checked)} elements, {time.time() - begin:.0f} s", flush=True)
    for name, program in large() if a.large or not a.small else ():
        if time.time() - begin > a.budget:
            print("the time ended", flush=True)
            break
        row = {"name": name, "program": program}
        timed.append(row)
        for what, text in ("whole", program), ("shared", streamed(program, MULTIPROCESSORS)):
            r = runner.run(text, seconds=a.seconds)
            device = r.get("device", device)
            row[what] = {"status": r["status"]}
            if r["status"] != "ok":
                bad += 1
                print("BAD", name, what, r.get("message"), str(r.get("verify"))[:300], flush=True)
                continue
            row[what] |= {"ms": r["time"]["median_ms"], "spread": r["time"]["spread"], "ratio": r.get("ratio"), "checked": r["verify"]["checked"],
                          "predicted_us": r.get("predicted", {}).get("time_us"), "registers": r["resources"]["registers"],
                          "local_bytes": r["resources"]["local_bytes"]}
        w, s = row["whole"], row["shared"]
        if "ms" in w and "ms" in s:
            print(f"{name:44} whole {w['ms'] * 1e3:8.1f} us {w['ratio']:.3f}, shared {s['ms'] * 1e3:8.1f} us {s['ratio']:.3f}, {w['ms'] / s['ms']:.3f}, "
                  f"registers {w['registers']}/{s['registers']}, local {w['local_bytes']}/{s['local_bytes']}", flush=True)
    with open(a.out, "w") as file:
        json.dump({"device": device, "commit": a.commit, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                   "small": checked, "large": timed}, file, indent=1)
        file.write("\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
