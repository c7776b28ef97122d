#!/usr/bin/env python3
"""Why wavefronts of a tile in shared memory can be more than its addresses need: the same tile of doubles alone, beside
loads and stores of global memory, and beside other blocks, counted on this machine's GPU (ncu, nvcc).

usage: arbitration.py OUT.json [COMMIT]   prints a line for each case; OUT.json has them. Exit 1 where a surplus is more than twice what
the arbitration of the same launch counts (the bound of core/kernels/copy/copy_predict.h), or where the tile alone has one.
"""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
from counters import BESIDE, WAVEFRONTS  # noqa: E402

LOADED, STORED, ARBITRATION = WAVEFRONTS.format("ld"), WAVEFRONTS.format("st"), BESIDE[0]
SASS = ["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum"]
WARPS, VALUES, EACH = 8, 32, 2  # of arbitration.cu; a warp's doubles are two rows of banks
ALONE, WHOLE = 200 << 10, 64 << 10  # shared memory of a block: one a multiprocessor, three


def cases(sms):
    """[(name, loads, stores, apart, blocks, bytes, rounds)]"""
    out = []
    for blocks, size, beside in ((1, WHOLE, "one block"), (sms, WHOLE, "a block each"), (3 * sms, ALONE, "a block each, in turn"), (3 * sms, WHOLE, "three each")):
        for apart in (1, 0):
            for loads, stores, what in ((0, 0, "nothing else"), (1, 0, "global loads"), (0, 1, "global stores"), (1, 1, "both")):
                out.append((f"{beside}, {'barriers' if apart else 'no barrier'}, {what}", loads, stores, apart, blocks, size, 64))
    return out


def main():
    into, commit = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "unknown"
    asked = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True, text=True, check=True)
    name, driver = asked.stdout.strip().split(", ")
    made = cases(132)  # multiprocessors of an H100 and an H200
    program = os.path.join(tempfile.mkdtemp(), "arbitration")
    subprocess.run(["nvcc", "-std=c++17", "-O3", "-gencode=arch=compute_90a,code=sm_90a", os.path.join(here, "arbitration.cu"), "-o", program], check=True)
    lines = "".join(" ".join(map(str, case[1:])) + "\n" for case in made)
    metrics = [LOADED, STORED, ARBITRATION, *SASS]
    done = subprocess.run(["ncu", "--csv", "--clock-control", "none", "--cache-control", "none", "--metrics", ",".join(metrics), program],
                          input=lines, capture_output=True, text=True)
    table = io.StringIO(done.stdout[max(0, done.stdout.find('"ID"')):])
    counted = {}
    for row in csv.DictReader(table):
        try:
            counted.setdefault(int(row["ID"]), {})[row["Metric Name"]] = int(float(row["Metric Value"].replace(",", "")))
        except (TypeError, ValueError):
            continue
    if len(counted) != len(made):
        return print(done.stdout[-2000:], done.stderr[-2000:]) or 1
    rows, bad = [], 0
    for (label, loads, stores, apart, blocks, size, rounds), (_, counts) in zip(made, sorted(counted.items())):
        needed = blocks * rounds * WARPS * VALUES * EACH
        surplus = counts[LOADED] + counts[STORED] - 2 * needed
        wrong = surplus < 0 or surplus > 2 * counts[ARBITRATION]
        bad += wrong
        rows.append({"case": label, "needed": needed, "loaded": counts[LOADED], "stored": counts[STORED], "arbitration": counts[ARBITRATION],
                     "sass": [counts.get(metric) for metric in SASS]})
        print(f"{label:50} needed {needed:9} each, loaded +{counts[LOADED] - needed:6}, stored +{counts[STORED] - needed:6}, arbitration {counts[ARBITRATION]:7}"
              f", by instruction {rows[-1]['sass']}{'  WRONG' if wrong else ''}", flush=True)
    with open(into, "w") as file:
        head = {"device": {"kind": "gpu", "name": name, "driver": driver}, "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": commit}
        file.write(json.dumps(head)[:-1] + ', "rows": [\n' + ",\n".join(map(json.dumps, rows)) + "]}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
