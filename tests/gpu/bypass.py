#!/usr/bin/env python3
"""Sectors of cp.async with 16 bytes a lane, which bypasses L1: rows in global memory copied to rows of another length in
shared memory, and random addresses, counted next to the model (bypass_sectors in core/memory/global_memory.h), on this
machine's GPU (ncu, nvcc).

usage: bypass.py [COUNT] [OUT.json]   prints how many patterns each counter and rule agree on; OUT.json has all of them
"""
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
METRICS = {
    "l1": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l2": "lts__t_sectors_srcunit_tex_op_read.sum",
    "source": "memory_l2_theoretical_sectors_global",
}
FULL = 0xFFFFFFFF


def model(mask, source, to):
    return len({(source[n] >> 3, to[n] >> 1) for n in range(32) if mask >> n & 1})


def plain(mask, source):
    return len({source[n] >> 1 for n in range(32) if mask >> n & 1})


def cases(count):
    chance = random.Random(1)
    # Rows of 64 bytes that lie 80 apart in shared memory: `half s[64][40]`.
    for base in (0, 1):
        yield FULL, [n // 4 * 256 + n % 4 for n in range(32)], [base + n // 4 * 5 + n % 4 for n in range(32)]
    for _ in range(count):
        chunks = chance.choice((1, 2, 4, 8))
        step = chunks + chance.randrange(0, 5)
        far = chance.choice((chunks, chunks + 1, chunks + 2, 32, 33, 129, 64))
        bases = chance.randrange(8), chance.randrange(2)
        yield (FULL, [bases[0] + n // chunks * far + n % chunks for n in range(32)],
               [bases[1] + n // chunks * step + n % chunks for n in range(32)])
    for _ in range(count):
        room = chance.choice((32, 64, 256, 1024))
        mask = FULL if chance.random() < 0.7 else chance.getrandbits(32) | 1
        yield mask, chance.sample(range(room), 32), chance.sample(range(chance.choice((32, 64, 512))), 32)


def main():
    made = list(cases(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
    program = os.path.join(tempfile.mkdtemp(), "bypass")
    subprocess.run(["nvcc", "-O3", "-gencode=arch=compute_90a,code=sm_90a", os.path.join(here, "bypass.cu"), "-o", program], check=True)
    lines = "".join(f"{mask:x} {' '.join(map(str, source))} {' '.join(map(str, to))}\n" for mask, source, to in made)
    done = subprocess.run(["ncu", "--csv", "--clock-control", "none", "--metrics", ",".join(METRICS.values()), program],
                          input=lines, capture_output=True, text=True)
    table = io.StringIO(done.stdout[max(0, done.stdout.find('"ID"')):])
    counted = {}
    for row in csv.DictReader(table):
        counted.setdefault(int(row["ID"]), {})[row.get("Metric Name")] = int(float((row.get("Metric Value") or "0").replace(",", "") or 0))
    rows = []
    for number, (mask, source, to) in enumerate(made):
        found = counted.get(number, {})
        rows.append({"mask": mask, "global": source, "shared": to, "model": model(mask, source, to), "plain": plain(mask, source),
                     **{short: found.get(name) for short, name in METRICS.items()}})
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w") as out:
            json.dump(rows, out)
    for counter in METRICS:
        for rule in ("model", "plain"):
            print(f"{counter} equals {rule} in {sum(row[counter] == row[rule] for row in rows)} of {len(rows)}")
    for row in rows[:2]:
        print({key: value for key, value in row.items() if key not in ("global", "shared")})
    if not counted:
        print(done.stdout[-2000:], done.stderr[-2000:])
    return 0 if counted else 1


if __name__ == "__main__":
    sys.exit(main())
