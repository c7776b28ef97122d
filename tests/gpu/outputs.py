#!/usr/bin/env python3
"""C of every type that sums are stored as, proved on a GPU element by element, and fp8 and int8 beside cuBLASLt (Python 3, no
packages).

usage: outputs.py RUNNER OUT.json [--commit C] [--seconds 0.25] [--size 8192]

First small products with edges, by mma.sync and by wgmma, of each type of C with and without an epilogue, with predicted counts
beside measured ones; then products of 8-bit elements of one size, medians, in turns with the library. Exit 1 when an element is
wrong or a count differs that nothing explains.
"""
import argparse
import datetime
import json
import sys

import products
from runner import Runner


def eight(types, out, options="", cluster=(1, 1), n=8192, tile=(128, 256), stages=4, groups=2, extents=None, stored=False):
    """wgmma of 8-bit elements; C by the threads or, of 16 bits, by TMA."""
    dtype = "int8_t" if types.startswith("S32") else "float_e4m3_t"
    (bm, bn), (m, nn, k) = tile, extents or (n, n, n)

    def smem(rows):
        return f"tile_to_shape(GMMA::Layout_K_SW128_Atom<{dtype}>, ({rows},128))"
    suffix = "" if types.startswith("S32") else "<>"
    return (f"A = ({m},{k}):({k},1)\nB = ({nn},{k}):({k},1)\nC = ({m},{nn}):({nn},1)\nsA = {smem(bm)}\nsB = {smem(bn)}\n"
            + (f"sC = tile_to_shape(GMMA::Layout_K_SW128_Atom<{out}>, (64,64))\n" if stored else "")
            + f"mma = make_tiled_mma(SM90_64x{bn}x32_{types}_SS_TN{suffix}, ({groups},1,1))\n"
            f'gemm_kernel(A, B, C, (make_tma_atom(A,sA,"{dtype}"), make_tma_atom(B,sB,"{dtype}")), (sA,sB), mma, stages={stages}, '
            f'dtype="{out}"' + (f', store=make_tma_atom(SM90_TMA_STORE, C, sC, "{out}")' if stored else "")
            + (f", cluster=({cluster[0]},{cluster[1]})" if cluster != (1, 1) else "") + options + ")")


def small():
    """(name, program)"""
    extents = (300, 200, 384)
    finish = ', alpha="0.0625", beta="0.5", bias=(300,200):(0,1), activation="{}"'
    for out in ("float", "half_t", "bfloat16_t", "int8_t"):
        for options in ("", ', alpha="0.001"', finish.format("relu"), finish.format("gelu")):
            if out == "half_t" and not options:
                continue  # sums beyond what half_t holds
            yield f"s32 as {out}{options}", eight("S32S8S8", out, options, tile=(128, 64), extents=extents)
    for out in ("half_t", "bfloat16_t", "float_e4m3_t", "float_e5m2_t"):
        for options in ("", ", alpha=4", finish.format("silu"), ", split=2"):
            yield f"e4m3 as {out}{options}", eight("F32E4M3E4M3", out, options, tile=(128, 64), extents=extents)
            if "split" not in options:
                yield f"f16 by mma.sync as {out}{options}", products.sync_tma_gemm(
                    0, (128, 64, 64), (2, 2), 3, extents=extents, options=options).replace('dtype="half_t"', f'dtype="{out}"')
    yield "s32 as half_t, stored", eight("S32S8S8", "half_t", ', alpha="0.001"', tile=(128, 64), extents=(256, 192, 384), stored=True)
    for extents in ((300, 200, 384), (512, 256, 128)):
        for options in ("", ', beta=1, bias=(%d,%d):(1,0), activation="gelu"' % extents[:2]):
            yield f"mma.sync, C by TMA {extents}{options}", products.sync_stored_gemm(0, (128, 128, 64), (2, 2), 3, extents=extents, options=options)


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--commit", default="")
    p.add_argument("--seconds", type=float, default=0.25)
    p.add_argument("--size", type=int, default=8192)
    a = p.parse_args()
    runner, rows, bad, device, exact, counts = Runner(a.runner), [], 0, None, 0, 0
    for name, program in small():
        r = runner.run(program, seconds=0, counters=True)
        device = r.get("device", device)
        row = {"name": name, "program": program, "status": r["status"], "checked": r.get("verify", {}).get("checked")}
        rows.append(row)
        if r["status"] != "ok":
            bad += 1
            print("BAD", name, r.get("code"), str(r.get("message"))[:300], r.get("verify"), flush=True)
            continue
        for counter, predicted in r["predicted"].get("counters", {}).items():
            measured = r.get("measured", {}).get("counters", {}).get(counter)
            if measured is None:
                continue
            counts += 1
            exact += measured == predicted
            if measured != predicted and not products.explained(counter, predicted, measured):
                bad += 1
                print("DIFF", name, counter, predicted, measured, flush=True)
    print(f"{len(rows)} small products, {exact} of {counts} counts exact, {bad} bad", flush=True)
    n = a.size
    for name, program in (("int8, C of int", eight("S32S8S8", "int", n=n)), ("int8, C of half_t", eight("S32S8S8", "half_t", ', alpha="0.001"', n=n, stored=True)),
                          ("int8, C of int8_t", eight("S32S8S8", "int8_t", ', alpha="0.0005"', n=n)),
                          ("e4m3, C of bfloat16_t", eight("F32E4M3E4M3", "bfloat16_t", n=n, stored=True)),
                          ("e4m3, C of bfloat16_t, 2x1", eight("F32E4M3E4M3", "bfloat16_t", n=n, stored=True, cluster=(2, 1))),
                          ("e4m3, C of e4m3", eight("F32E4M3E4M3", "float_e4m3_t", n=n))):
        r = runner.run(program, seconds=a.seconds)
        row = {"name": name, "program": program, "status": r["status"], "ratio": r.get("ratio"), "time": r.get("time"),
               "yardstick": r.get("yardstick"), "missing": r.get("yardstick_missing")}
        rows.append(row)
        bad += r["status"] != "ok"
        print(f"{name:30} {r['status']} {r.get('time', {}).get('tflop_per_s', 0):7.1f} TFLOP/s, of cuBLASLt {r.get('ratio') or 0:.3f}",
              r.get("yardstick_missing") or "", "" if r["status"] == "ok" else str(r.get("message") or r.get("verify"))[:300], flush=True)
    with open(a.out, "w") as file:
        json.dump({"device": device, "commit": a.commit, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "products": rows}, file, indent=1)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
