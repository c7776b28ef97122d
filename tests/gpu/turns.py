#!/usr/bin/env python3
"""Products whose tiles two warpgroups have in turns (schedule="pingpong") beside those that all warpgroups share, with and without
an epilogue, beside cuBLASLt with the same epilogue (Python 3, no packages); on the machine with the GPU.

usage: turns.py RUNNER OUT.json [--commit C] [--seconds 0.08] [--budget 100]

First small products with edges and clusters, proved element by element, with predicted counts beside measured ones; then of 4096
and 8192, medians, in turns with the library. Exit 1 when an element is wrong or a count differs. turns_h100.json is such a table.
"""
import argparse
import datetime
import json
import sys
import time

import products
import shapes
from runner import Runner

TURNS = [((64, 256, 64), 4, 64, 0), ((128, 128, 64), 5, 64, 0), ((128, 160, 64), 5, 32, 0)]
WHOLE = [((128, 256, 64), 4, 64, 2), ((256, 128, 64), 4, 64, 2)]


def small():
    for tile in ((64, 128, 64), 4, 64, 0), ((128, 64, 64), 4, 64, 0), ((128, 128, 64), 5, 64, 0), ((64, 96, 64), 5, 32, 0):
        for shape in (4096, 2048, 512), (2000, 3000, 328), (1000, 1008, 64):
            for options in "", ", beta=1, bias=(%d,%d):(0,1), activation=\"gelu\"" % shape[:2]:
                yield shape, tile, (1, 1), options
    # Shared tiles, to whose epilogue the copy engine brings what C holds.
    for tile in ((128, 256, 64), 4, 64, 2), ((128, 128, 64), 5, 64, 2), ((192, 192, 64), 3, 64, 3), ((128, 96, 64), 5, 32, 2):
        for shape in (4096, 2048, 512), (2000, 3000, 328):
            yield shape, tile, (1, 1), ", beta=1"
            yield shape, tile, (1, 1), ", alpha=\"0.5\", beta=\"-2\", bias=(%d,%d):(0,1), activation=\"relu\"" % shape[:2]
    yield (4096, 2048, 512), ((128, 256, 64), 4, 64, 2), (2, 1), ", beta=1"
    yield (4096, 2048, 512), ((64, 256, 64), 4, 64, 0), (2, 1), ""
    yield (4096, 2048, 512), ((128, 128, 64), 5, 64, 0), (2, 1), ", beta=1"


def large():
    for n in (4096, 8192):
        for options in "", f', bias=({n},{n}):(0,1), activation="gelu"', ", beta=1":
            for tile in WHOLE + TURNS:
                yield (n, n, n), tile, (1, 1), options


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--commit", default="unknown")
    p.add_argument("--seconds", type=float, default=0.08)
    p.add_argument("--budget", type=float, default=100)
    a = p.parse_args()
    runner, rows, bad, device, begin = Runner(a.runner), [], 0, None, time.time()
    for counted, all_of in (True, small()), (False, large()):
        for shape, tile, cluster, options in all_of:
            if time.time() - begin > a.budget:
                break
            r = runner.run(shapes.program(shape, *tile, 1, cluster, "half_t", options), seconds=0 if counted else a.seconds, counters=counted)
            device = r.get("device", device)
            row = {"shape": shape, "tile": tile[0], "schedule": "cooperative" if tile[3] else "pingpong", "cluster": cluster, "options": options,
                   "status": r["status"], "checked": r.get("verify", {}).get("checked"), "ratio": r.get("ratio"),
                   "median_ms": r.get("time", {}).get("median_ms"), "cublaslt_ms": r.get("yardstick", {}).get("median_ms")}
            wrong = [(k, v, r["measured"]["counters"][k]) for k, v in r.get("predicted", {}).get("counters", {}).items()
                     if k in r.get("measured", {}).get("counters", {}) and r["measured"]["counters"][k] != v]
            wrong = [w for w in wrong if not products.explained(*w)]
            bad += r["status"] != "ok" or bool(wrong)
            rows.append(row)
            print(*row.values(), "" if r["status"] == "ok" and not wrong else ("BAD", wrong, r.get("message"), r.get("verify")), flush=True)
    with open(a.out, "w") as file:
        json.dump({"device": device, "commit": a.commit, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                   "products": rows}, file, indent=1)
        file.write("\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
