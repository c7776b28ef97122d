#!/usr/bin/env python3
"""Faults planted into kernels, and whether the proof sees them (Python 3, nvcc; no packages); on the machine with the GPU.

usage: planted.py STRIDESCOPE OUT.json [--commit C] [--count 24] [--jobs 14] [--products 2] [--seed N] [--make FOLDER]

Of products whose tiles two warpgroups have in turns each statement of the schedule is left out, one at a time: waits, arrivals,
fences, turns, and what counts them; and numbers of it are changed. Of transposes of packed elements, whose values change places in
registers, --count statements each have a number or an operator changed, at random. Every mutant is the standalone program of
`stridescope emit`, which proves every element. A fault is found where elements are wrong, where the kernel faults or does not
end; what is right nonetheless is told with the line: it changes nothing that a result could show. Programs without a fault must be
right. Exit 1 when one of them is not, or the schedule can lose a statement unseen that is none of SPARE. planted_h100.json is such a
table; its last number changed was another one, which let two barriers be one, unseen.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import shapes
from tuned import transpose

# Statements that a run cannot miss, with the reason: a pattern of the line.
SPARE = [
    (r"fence\.mbarrier_init", "barriers are only used within the block, and a block's barrier follows"),
    (r"fence\.proxy\.async", "the copy engine reads later than a fence takes"),
    (r"setmaxnreg", "registers are lent, not used up"),
    (r"wait_group\.read 1|turn \^= 1", "the engine has read a piece long before it is filled again"),
    (r"bulk\.wait_group 0", "the block's end waits, too"),
    (r"wgmma\.wait_group\.sync\.aligned [01]", "the sums are complete by the time that they are read"),
    (r"wgmma\.(fence|commit_group)", "the compiler or the next one does it"),
    (r"warpgroup_sync", "warps of a group keep step"),
    (r"fence\(c\)", "the compiler keeps the order by itself"),
    (r"__syncthreads", "the first stage comes later than the barriers are made"),
]
SCHEDULE = re.compile(r"barrier_|release\(|warpgroup_sync\(|wait_group|fence|pass\(\)|order|phase|turn \^= 1|__syncthreads|setmaxnreg")
CHANGED = [("phase = 1;", "phase = 0;"), ("order = group == 0", "order = group == 1"), ("if (group == 1) pass", "if (group == 0) pass"),
           ("8 * (1 - group)", "8 * group"), ("turns + 8 * group, order", "turns + 8 * (1 - group), order"), ("step = 2 *", "step ="),
           ("128 / 32)", "128 / 64)"), ("if (k > 0) release", "release"), ("stage = 0, phase ^= 1", "stage = 0"), ("k < 8; ++k", "k < 7; ++k"),
           ("* 2 + turn)", "* 2)"), ("stage - 1", "stage"), ("empty = full +", "empty = full - 8 +")]


def products():
    # So many tiles that a block has several of each warpgroup.
    yield "in turns, with C before", shapes.program((4096, 4096, 512), (128, 128, 64), 5, 64, 0, 1, (1, 1), "half_t", ", beta=1")
    yield "in turns, in clusters", shapes.program((4096, 4096, 512), (128, 128, 64), 5, 64, 0, 1, (2, 1), "half_t")


def packed():
    for bits in (4, 2, 1):
        yield f"transpose of {bits} bits", transpose(1024, 2048, bits)


def body(text, name):
    """Lines of the kernel of that name: first and last."""
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines) if line.lstrip().startswith(name + "("))
    return first + 1, next(i for i in range(first, len(lines)) if lines[i] == "}")


def left_out(text):
    """(what, text): each statement of the schedule left out, and its numbers changed."""
    lines = text.split("\n")
    first, last = body(text, "stridescope_gemm")
    for i in range(first, last):
        line = lines[i].strip()
        if line.startswith("//") or not line.endswith(";") or not SCHEDULE.search(line) or re.match(r"(const |int |unsigned |for )", line):
            continue
        yield f"{i - first}: without {line}", "\n".join(lines[:i] + [re.sub(r"\S.*", ";", lines[i])] + lines[i + 1:])
    kernel = "\n".join(lines[first:last])
    for old, new in CHANGED:
        if old in kernel:
            yield f"{old} -> {new}", "\n".join(lines[:first]) + "\n" + kernel.replace(old, new) + "\n" + "\n".join(lines[last:])


def altered(text, count, one):
    """(what, text): statements with a number or an operator changed."""
    lines = text.split("\n")
    first, last = body(text, "stridescope_copy")
    begin = next(i for i, line in enumerate(lines) if "__device__" in line)
    places = []
    for i in range(begin, last):
        line = lines[i].strip()
        if line.startswith(("//", "#", "asm", "extern", "constexpr", "struct", "using")) or "stridescope" in line or not line.endswith(";"):
            continue
        for m in re.finditer(r"(?<![\w.\"%{])(\d+)(?![\w.\"])|>>|<<|(?<= )[\^|&](?= )", line):
            places.append((i, m.start() + len(lines[i]) - len(lines[i].lstrip()), m.group()))
    for i, at, old in one.sample(places, min(count, len(places))):
        new = {">>": "<<", "<<": ">>", "^": "|", "|": "&", "&": "|"}.get(old) or str(int(old) + 1)
        changed = lines[i][:at] + new + lines[i][at + len(old):]
        yield f"{i - first}: {lines[i].strip()[:160]} -> {changed.strip()[:160]}", "\n".join(lines[:i] + [changed] + lines[i + 1:])


def outcome(text, folder, number):
    source, program = os.path.join(folder, f"{number}.cu"), os.path.join(folder, str(number))
    with open(source, "w") as file:
        file.write(text)
    made = subprocess.run(["nvcc", "-std=c++17", "-O2", "-gencode=arch=compute_90a,code=sm_90a", "-lcuda", "-o", program, source],
                          capture_output=True, text=True)
    return program if made.returncode == 0 else None


def ran(program, again):
    for _ in range(again):
        try:
            done = subprocess.run([program], capture_output=True, text=True, timeout=5)
        except subprocess.TimeoutExpired:
            return "no end"
        if "correct: every element" in done.stdout:
            continue
        return "wrong" if "wrong:" in done.stdout else "fault"
    return "right"


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("stridescope")
    p.add_argument("out")
    p.add_argument("--commit", default="unknown")
    p.add_argument("--count", type=int, default=24)
    p.add_argument("--jobs", type=int, default=14)
    p.add_argument("--seed", type=int, default=20261127)
    p.add_argument("--products", type=int, default=2, help="so many of the products")
    p.add_argument("--make", default="", help="only writes the mutants there")
    a = p.parse_args()
    one, mutants = random.Random(a.seed), []
    for kind, programs in ("schedule", list(products())[:a.products]), ("packed", packed()):
        for name, program in programs:
            text = subprocess.run([a.stridescope, "emit", "--format", "cuda", "--standalone", program], capture_output=True, text=True, check=True).stdout
            mutants.append((kind, name, "", text))
            mutants += [(kind, name, what, t) for what, t in (left_out(text) if kind == "schedule" else altered(text, a.count, one))]
    if a.make:
        for i, (_, _, _, text) in enumerate(mutants):
            with open(os.path.join(a.make, f"{i}.cu"), "w") as file:
                file.write(text)
        return print(len(mutants)) or 0
    rows, bad, tally = [], 0, {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        made = list(pool.map(lambda x: outcome(x[1][3], folder, x[0]), enumerate(mutants)))
        with concurrent.futures.ThreadPoolExecutor(4) as few:
            outcomes = list(few.map(lambda x: "does not compile" if x[1] is None else ran(x[1], 3 if x[0][2] else 1), zip(mutants, made)))
        for (kind, name, what, _), said in zip(mutants, outcomes):
            spare = next((why for pattern, why in SPARE if re.search(pattern, what)), None) if kind == "schedule" else None
            rows.append({"kind": kind, "kernel": name, "fault": what, "outcome": said, **({"why": spare} if said == "right" and spare else {})})
            if not what:
                bad += said != "right"
                print(f"{name}: {said}", flush=True)
                continue
            tally.setdefault(kind, {}).setdefault(said, 0)
            tally[kind][said] += 1
            if said == "right":
                bad += kind == "schedule" and spare is None
                print(f"unseen {name}: {what}" + (f" ({spare})" if spare else ""), flush=True)
    version = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True, text=True).stdout.strip()
    with open(a.out, "w") as file:
        json.dump({"device": version, "commit": a.commit, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                   "tally": tally, "mutants": rows}, file, indent=1)
        file.write("\n")
    print(json.dumps(tally))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
