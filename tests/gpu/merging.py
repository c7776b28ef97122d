#!/usr/bin/env python3
"""Whether loads of 8 and 16 bytes merge their phases: random lanes and addresses, counted beside the model of
core/memory/shared_memory.h, on this machine's GPU (ncu, nvcc).

usage: merging.py [COUNT]   prints each pattern that is not as predicted, then how many were; exit 1 where one was not.
The first pattern is what a random kernel of trace.py does, where Nsight Compute's source page has another number
(--page source --section SourceCounters) than the hardware's counter that is read here.
"""
import csv
import io
import os
import random
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
METRIC = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
FIRST = [0, 4096, 16, 4112, 32, 4128, 48, 4144, 64, 4160]


def wavefronts(size, active, at):
    def agree(flip):
        return all(not (active >> n & 1 and active >> (n ^ flip) & 1) or at[n] == at[n ^ flip] for n in range(32))

    lanes = (8 if size == 16 else 16) * (2 if agree(1) or agree(2) else 1)
    out = 0
    for first in range(0, 32, lanes):
        banks = {}
        for n in range(first, first + lanes):
            if active >> n & 1:
                for word in range(at[n] // 4, (at[n] + size - 1) // 4 + 1):
                    banks.setdefault(word % 32, set()).add(word)
        out += max((len(words) for words in banks.values()), default=0)
    return out


def cases(count):
    lanes = [n for n in range(32) if 0x33333 >> n & 1]
    at = [0] * 32
    for n, address in zip(lanes, FIRST):
        at[n] = address
    for size in (16, 8):
        for predicated in (0, 1):
            for threads in (32, 20):
                yield size, predicated, 0x33333, threads, at
    bases = (0x33333333, 0xcccccccc, 0x66666666, 0x99999999, 0x3c3c3c3c, 0x55555555, 0xaaaaaaaa, 0x5a5a5a5a, 0xffffffff)
    for i in range(count):
        size, threads = (16, 8)[i % 2], random.choice((32, 32, 28, 24, 20, 16, 15, 8))
        mask = random.choice(bases) & (random.getrandbits(32) | random.getrandbits(32)) & ((1 << threads) - 1)
        at = [size * random.randrange(random.choice((16, 32, 64, 256))) for _ in range(32)]
        if i % 5 == 0:
            flip = random.choice((1, 2))
            at = [at[n & ~flip] for n in range(32)]
        yield size, i // 2 % 2, mask, threads, at


def main():
    random.seed(1)
    made = list(cases(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
    program = os.path.join(tempfile.mkdtemp(), "merging")
    subprocess.run(["nvcc", "-O3", "-gencode=arch=compute_90a,code=sm_90a", os.path.join(here, "merging.cu"), "-o", program], check=True)
    lines = "".join(f"{size} {predicated} {mask:x} {threads} {' '.join(map(str, at))}\n" for size, predicated, mask, threads, at in made)
    done = subprocess.run(["ncu", "--csv", "--clock-control", "none", "--cache-control", "none", "--metrics", METRIC, program],
                          input=lines, capture_output=True, text=True)
    table = io.StringIO(done.stdout[max(0, done.stdout.find('"ID"')):])
    counted = [int(float(row["Metric Value"])) for row in csv.DictReader(table) if row.get("Metric Name") == METRIC]
    wrong = 0
    for (size, predicated, mask, threads, at), number in zip(made, counted):
        says = wavefronts(size, mask, at)
        if says == number:
            continue
        wrong += 1
        print(f"{size} bytes, {'predicate' if predicated else 'branch'}, lanes {mask:08x} of {threads}: counted {number}, predicted {says}: {at}")
    print(f"{len(counted) - wrong} of {len(made)} patterns as predicted")
    return 0 if wrong == 0 and len(counted) == len(made) else 1


if __name__ == "__main__":
    sys.exit(main())
