#!/usr/bin/env python3
"""From a program's text to its measured product, in a runner that is up (Python 3, no packages); on the machine with the GPU.

usage: live.py RUNNER OUT.json [--commit C] [--rounds 9] [--seconds 0.05]

The runner keeps nothing that it compiled: each run reads the text, plans, proves, compiles, fills, checks every element, and
times the kernel and cuBLASLt. `first` begins with the process; `warm` is the median of the runs after it, each of a text that
the runner has not seen (a comment differs), and `again` of the same text. Exit 1 when an element is wrong.
live_h100.json is such a table.
"""
import argparse
import datetime
import json
import statistics
import sys
import time

import products
from runner import Runner

SIZES = (512, 1024, 2048, 4096, 8192)


def programs():
    for n in SIZES:
        yield f"wgmma {n}", products.wgmma_gemm(n, (128, 256 if n >= 2048 else 128, 64), 4, out="half_t")
    for n in (1024, 4096):
        yield f"mma.sync {n}", products.sync_stored_gemm(n, (256, 128, 64), (4, 2), 4, "half_t", "F16")


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--commit", default="")
    p.add_argument("--rounds", type=int, default=9)
    p.add_argument("--seconds", type=float, default=0.05)
    a = p.parse_args()
    rows, bad, device = [], 0, None
    for name, program in programs():
        runner = Runner(a.runner)
        times, again, result = [], [], {}

        def run(text):
            nonlocal bad, result, device
            begin = time.time()
            result = runner.run(text, seconds=a.seconds)
            ms = (time.time() - begin) * 1000
            device = result.get("device", device)
            if result.get("status") != "ok":
                bad += 1
                print("BAD", name, result.get("message") or result.get("verify"), flush=True)
            return ms

        for i in range(a.rounds + 1):
            times.append(run(f"# {i}\n{program}"))
        for i in range(a.rounds):
            again.append(run(program))
        if result.get("status") == "ok":
            rows.append({"name": name, "program": program, "first_ms": round(times[0], 1), "warm_ms": round(statistics.median(times[1:]), 1),
                         "again_ms": round(statistics.median(again), 1), "compile_ms": round(result.get("compile_ms", 0), 1),
                         "checked": result["verify"]["checked"], "runs": result["time"]["runs"], "ratio": result.get("ratio")})
            print(f"{name:16} first {times[0]:7.1f} ms, warm {rows[-1]['warm_ms']:6.1f} ms, the same text {rows[-1]['again_ms']:6.1f} ms, "
                  f"compiled in {rows[-1]['compile_ms']:.1f} ms", flush=True)
        runner.end()
    with open(a.out, "w") as file:
        json.dump({"device": device, "commit": a.commit, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                   "seconds": a.seconds, "products": rows}, file, indent=1)
        file.write("\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
