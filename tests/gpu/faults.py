#!/usr/bin/env python3
"""Faults injected into runs of the newer kernels, and whether the runner survives them (Python 3, no packages); on the machine with
the GPU.

usage: faults.py RUNNER-FAULTS OUT.json [--count 1000] [--parallel 8] [--commit C] [--budget 300]

RUNNER-FAULTS is stridescope-runner-faults, the runner that makes faults on request.
Products whose tiles warpgroups have in turns, in clusters and in parts of K, by mma.sync through TMA, transposes of packed elements,
and sums: each kernel in turn faults, hangs (a watchdog of a second ends it), takes the process along, or finds no memory; the next
run of the same kernel must be right. --parallel runners share the GPU. Exit 1 where a fault is not told as what it was, or the next run
fails, or where the budget ends before --count. faults_h100.json is such a table, faults_h200.json two of them.
"""
import argparse
import concurrent.futures
import datetime
import json
import sys
import time

import products
import shapes
from runner import Runner
from tuned import TYPES, total, transpose

EXPECTED = {"fault": "fault", "hang": "hang", "die": "runner_died", "memory": "memory"}


def kernels():
    for options in "", ", beta=1", ', bias=(2000,3000):(0,1), activation="gelu"':
        yield "in turns" + options, shapes.program((2000, 3000, 328), (128, 128, 64), 5, 64, 0, 1, (1, 1), "half_t", options)
    yield "in turns, in clusters", shapes.program((2048, 2048, 512), (64, 256, 64), 4, 64, 0, 1, (2, 1), "half_t")
    yield "shared tiles, in clusters", shapes.program((2048, 2048, 512), (128, 256, 64), 4, 64, 2, 1, (2, 1), "half_t")
    yield "parts of K", shapes.program((256, 256, 4096), (128, 128, 64), 6, 64, 2, 8, (1, 1), "half_t")
    yield "mma.sync through TMA", products.sync_stored_gemm(1024, (256, 128, 64), (4, 2), 4, "half_t", "F16")
    for bits in (4, 2, 1, 8):
        yield f"transpose of {TYPES[bits]}", transpose(1024, 2048, bits)
    yield "sum", total((1024, 4096), (1,), "half_t")


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--count", type=int, default=1000)
    p.add_argument("--parallel", type=int, default=8)
    p.add_argument("--commit", default="unknown")
    p.add_argument("--budget", type=float, default=300)
    a = p.parse_args()
    begin, programs = time.time(), list(kernels())
    device = Runner(a.runner).ask({"ping": True}).get("gpu")

    def some(number):
        runner, out = Runner(a.runner, 1.0), []
        for i in range(number, a.count, a.parallel):
            if time.time() - begin > a.budget:
                break
            name, program = programs[i // 4 % len(programs)]
            what = list(EXPECTED)[(i + i // 4) % 4]
            r = runner.run(program, what, seconds=0)
            after = runner.run(program, seconds=0)
            out.append((name, what, r.get("code", r["status"]), after["status"] == "ok", after.get("code") or after.get("message")))
        return out, runner.replaced

    with concurrent.futures.ThreadPoolExecutor(a.parallel) as pool:
        parts = list(pool.map(some, range(a.parallel)))
    outcomes = [x for part, _ in parts for x in part]
    answers, bad = {}, []
    for name, what, code, ok, why in outcomes:
        answers.setdefault(what, {}).setdefault(code, 0)
        answers[what][code] += 1
        if not ok or code != EXPECTED[what]:
            bad.append({"kernel": name, "fault": what, "answer": code, "next_worked": ok, "why": why})
    survived = sum(ok for _, _, _, ok, _ in outcomes)
    report = {"device": device, "commit": a.commit, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
              "kernels": [name for name, _ in programs], "injected": len(outcomes), "survived": survived, "answers": answers,
              "runners_replaced": sum(replaced for _, replaced in parts), "parallel": a.parallel, "seconds": round(time.time() - begin, 1), "bad": bad}
    with open(a.out, "w") as file:
        json.dump(report, file, indent=1)
        file.write("\n")
    for b in bad[:10]:
        print("BAD", json.dumps(b))
    print(f"{survived} of {len(outcomes)} survived, {len(bad)} bad, {json.dumps(answers)}, {report['seconds']} s")
    return 1 if bad or len(outcomes) < a.count else 0


if __name__ == "__main__":
    sys.exit(main())
