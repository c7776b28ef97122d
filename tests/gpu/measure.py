#!/usr/bin/env python3
"""Measures this machine's GPU with the runner and writes one JSON file (Python 3, no packages).

usage: measure.py RUNNER OUT.json [--record FILE] [--record-products FILE] [--commit C] [--sweep N] [--faults N] [--seconds S]
                  [--budget S] [--products-of FILE]

RUNNER is stridescope-runner; stridescope-runner-faults lies next to it. In this order, within the budget (470 s): best copies and transposes beside cuMemcpyDtoD, and the gallery's kernels; latencies
of a live run; products of matrices beside cuBLASLt, peaks, their counts (products.py); a random sweep of copy partitions with
predicted counts beside measured ones; which lanes share a wavefront of shared memory; every atom's layouts from the silicon, and
injected faults beside them. What the time did not reach is counted under left_out. Every kernel is checked element by element
before it is timed. Exit 1 when a kernel is wrong, a fault is not survived, an atom's table is contradicted that is not known to
be, a predicted count differs that nothing bounds, lanes share a wavefront otherwise than the model says, or something was left
out. Sweep, probes and faults use all GPUs of the host. The FILEs get the small forms that core/data keeps and that tests hold
against the model. --products-of: the products alone; what FILE, such a record, says of the atoms stays, with its date.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import statistics
import sys
import time

import products
from copies import copies, engine, gallery, small_kernels, sweep, transposes
from counters import COUNTERS, judged
from runner import Runner, gpus


def thinned(trace, most=1024):
    """A trace small enough to keep."""
    tiles = trace.get("tiles")
    if tiles:
        every = -(-len(tiles["rows"]) // most)
        every += every > 1 and every % 2 == 0  # not in step with the grid or the multiprocessors
        keep = [i for i, c in enumerate(tiles["columns"]) if c != "cycles"]
        tiles["rows"] = [[row[i] for i in keep] for row in tiles["rows"][::every]]
        tiles["columns"] = [tiles["columns"][i] for i in keep]
        tiles["every"] *= every
    return trace


def write_record(kept, path):
    """A kernel and a row of the sweep a line."""
    head = {k: v for k, v in kept.items() if k not in ("kernels", "sweep")}
    line = lambda x: json.dumps(x, separators=(",", ":"))
    with open(path, "w") as f:
        f.write(json.dumps(head, indent=1)[:-2] + ",\n")
        f.write(' "kernels": [\n' + ",\n".join("  " + line(k) for k in kept["kernels"]) + "\n ],\n")
        f.write(' "sweep": {\n  "counters": ' + json.dumps(kept["sweep"]["counters"]) + ',\n  "rows": [\n')
        f.write(",\n".join("  " + line(row) for row in kept["sweep"]["rows"]) + "\n]}}\n")


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--record")
    p.add_argument("--record-products")
    p.add_argument("--commit", default="unknown")
    p.add_argument("--sweep", type=int, default=470)
    p.add_argument("--faults", type=int, default=100)
    p.add_argument("--seconds", type=float, default=0.5)
    p.add_argument("--budget", type=float, default=470.0)
    p.add_argument("--products-of")
    a = p.parse_args()
    begin = time.time()
    left = lambda: a.budget - (time.time() - begin)
    runner = Runner(a.runner)
    able = runner.ask({"ping": True})
    report = {"device": able.get("gpu"), "missing": able.get("missing"), "commit": a.commit,
              "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}
    print(json.dumps(report), flush=True)
    if not able.get("gpu"):
        print("no GPU:", able.get("missing"))
        return 1
    bad = []
    left_out = report["left_out"] = {}
    stages = report["seconds_by_stage"] = {}

    def stage(name):
        stages[name] = round(time.time() - begin - sum(stages.values()), 1)
        print(f"-- {name}: {stages[name]} s", flush=True)

    if a.products_of:
        with open(a.products_of) as f:
            before = json.load(f)
        products.figures(runner, report, min(a.seconds, 0.3), bad, lambda: left() > 10, left_out, thinned)
        kept = products.small_form({**report, "probes": None})
        products.write_record({**kept, "probes": {"date": before["date"], "commit": before["commit"], **before["probes"]}}, a.record_products or a.out)
        for b in bad[:10]:
            print("BAD", json.dumps(b)[:600])
        print(f"{round(time.time() - begin, 1)} s, {len(bad)} bad, left out: {json.dumps(left_out)}")
        return 1 if bad or left_out else 0

    # Copies and transposes.
    report["kernels"] = []
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    kernels = [("copy", *x) for x in copies()] + [("transpose", *x) for x in transposes()] + list(engine())
    kernels += [("gallery", *x) for x in gallery(root)]
    for i, (group, name, program) in enumerate(kernels):
        if left() < 340:
            left_out["kernels"] = len(kernels) - i
            break
        # The small kernels of the gallery are looked at closely.
        close = {"counters": True, "trace": True} if group == "gallery" else {}
        r = runner.run(program, seconds=min(a.seconds, 0.3) if group == "gallery" else a.seconds, **close)
        row = {"group": group, "name": name, "program": program, "status": r["status"]}
        if r["status"] == "ok":
            row.update(gb_per_s=round(r["time"]["gb_per_s"], 1), ms=round(r["time"]["median_ms"], 5),
                       spread=round(r["time"]["spread"], 5), runs=r["time"]["runs"],
                       yardstick_gb_per_s=round(r["yardstick"]["gb_per_s"], 1), ratio=round(r["ratio"], 4),
                       registers=r["resources"]["registers"], local_bytes=r["resources"]["local_bytes"],
                       clocks=r.get("clocks"))
            row["resources"] = r["resources"]
            if r.get("measured"):
                row["measured"] = r["measured"]
                for counter, predicted in r["predicted"].get("counters", {}).items():
                    if r["measured"]["counters"].get(counter, predicted) != predicted:
                        # With more traffic at a time the wavefronts of others are counted along: no exact figure here.
                        row.setdefault("differences", {})[counter] = [predicted, r["measured"]["counters"][counter]]
                        print("DIFF", counter, predicted, r["measured"]["counters"][counter], flush=True)
            if r.get("trace"):
                row["trace"] = thinned(r["trace"])
            print(f"{name:48} {row['gb_per_s']:8.1f} GB/s  ratio {row['ratio']:.3f}  regs {row['registers']}"
                  f" spread {row['spread']:.4f}", flush=True)
        else:
            row["message"] = r.get("message") or r.get("verify")
            bad.append(row)
            print(f"{name:48} {r['status']}: {row['message']} {r.get('hint', '')}", flush=True)
        report["kernels"].append(row)

    stage("copies")

    # Live latencies.
    def live(program, **options):
        times = []
        for _ in range(7):
            t = time.time()
            r = runner.run(program, **options)
            times.append((time.time() - t) * 1000)
            if r["status"] != "ok":
                bad.append({"live": program, "result": r})
        return {"median_ms": round(statistics.median(times[1:]), 1), "first_ms": round(times[0], 1),
                "compile_ms": round(r.get("compile_ms", 0), 1), "counters_missing": r.get("counters_missing")}

    n = 1 << 26
    report["live"] = {
        "copy_256_mib": live(f"copy_kernel({n}:1, {n}:1, (_256,_4):(_4,_1))"),
        "copy_16_mib_with_counters": live(f"copy_kernel({n // 16}:1, {n // 16}:1, (_256,_4):(_4,_1))", counters=True),
    }
    print(json.dumps(report["live"]), flush=True)

    stage("live")

    # By the same process: only one can read counters at a time.
    products.figures(runner, report, min(a.seconds, 0.3), bad, lambda: left() > 270, left_out, thinned)
    stage("products")

    # The sweep: counts. A GPU a thread.
    runners = [runner] + [Runner(a.runner, gpu=gpu) for gpu in range(1, gpus())]
    pool = concurrent.futures.ThreadPoolExecutor(len(runners))

    # The kinds in turn, so that each has its share where the time ends.
    plain, others = [*sweep(a.sweep, 20261121)], [*small_kernels(a.sweep // 4, 7)]
    swept = [program for i, one in enumerate(plain) for program in ([one, others[i // 4]] if i % 4 == 3 and i // 4 < len(others) else [one])]

    def shard(number):
        out = []
        for i, program in enumerate(swept):
            if i % len(runners) != number:
                continue
            if left() < 75 + a.faults:
                out.append((i, program, None, []))
                continue
            r = runners[number].run(program, counters=True, seconds=0)
            out.append((i, program, r, judged(runners[number], program, r) if "measured" in r and r["status"] == "ok" else []))
        return out

    answers = sorted((x for part in pool.map(shard, range(len(runners))) for x in part), key=lambda x: x[0])
    kernels = counted = exact = bounded = refused = 0
    per = {}
    differences = []
    rows = []
    for _, program, r, counts in answers:
        if r is None:
            left_out["sweep"] = left_out.get("sweep", 0) + 1
            continue
        if r["status"] != "ok":
            if r["status"] == "error" and r["code"] in ("unsupported", "divisibility", "shape_divisibility", "stride_divisibility"):
                refused += 1
                continue
            bad.append({"program": program, "result": r})
            print("BAD", program, json.dumps(r)[:300], flush=True)
            continue
        if r.get("counters_missing"):
            report["counters_missing"] = r["counters_missing"]
            print("no counters:", r["counters_missing"])
            break
        kernels += 1
        measured = r["measured"]["counters"]
        rows.append([program, [int(measured.get(c, -1)) for c in COUNTERS]])
        for counter, predicted, value, kind in counts:
            counted += 1
            tally = per.setdefault(counter, [0, 0])
            tally[1] += 1
            if kind == "exact":
                exact += 1
                tally[0] += 1
            elif kind == "bounded":
                bounded += 1
            else:
                differences.append({"program": program, "counter": counter, "predicted": predicted, "measured": value})
    report["sweep"] = {"kernels": kernels, "refused": refused, "counts": counted, "exact": exact, "bounded": bounded,
                       "by_counter": {k: {"exact": v[0], "of": v[1]} for k, v in per.items()},
                       "differences": differences[:60], "all_differences": len(differences)}
    print(json.dumps({k: v for k, v in report["sweep"].items() if k != "differences"}), flush=True)
    for d in differences[:25]:
        print("DIFF", json.dumps(d), flush=True)

    stage("sweep")

    # Every atom, and faults beside them: the one waits for the compiler, the other for the watchdog.
    for r in runners:
        if r.child:
            r.end()
    runners = [Runner(a.runner + "-faults", 0.5, gpu) for gpu in range(len(runners))]
    pool = concurrent.futures.ThreadPoolExecutor(len(runners))
    probing = concurrent.futures.ThreadPoolExecutor(1).submit(
        products.probes, lambda i: Runner(a.runner, 5.0, i % len(runners)), a.runner, report, bad, min(16 * len(runners), os.cpu_count() or 1),
        lambda: left() > 12, left_out)
    small = "copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))"

    def faults(number):
        out = []
        for i in range(number, a.faults, len(runners)):
            if left() < 10:
                left_out["faults"] = left_out.get("faults", 0) + 1
                continue
            what = ("fault", "hang", "die", "memory")[i % 4]
            r = runners[number].run(small, what, seconds=0)
            out.append((what, r.get("code", r["status"]), runners[number].run(small, seconds=0)["status"] == "ok"))
        return out

    told = {}
    outcomes = [x for part in pool.map(faults, range(len(runners))) for x in part]
    for what, code, _ in outcomes:
        told.setdefault(what, {}).setdefault(code, 0)
        told[what][code] += 1
    report["faults"] = {"injected": len(outcomes), "survived": sum(ok for _, _, ok in outcomes), "answers": told,
                        "runners_replaced": sum(r.replaced for r in runners), "gpus": len(runners)}
    print(json.dumps(report["faults"]), flush=True)
    expected = {"fault": "fault", "hang": "hang", "die": "runner_died", "memory": "memory"}
    for what, code, ok in outcomes:
        if not ok or code != expected[what]:
            bad.append({"fault": what, "answer": code, "next_worked": ok})

    probing.result()
    stage("probes and faults")

    report["bad"] = bad
    report["seconds"] = round(time.time() - begin, 1)
    with open(a.out, "w") as f:
        json.dump(report, f, indent=1)
    if a.record:
        kept = {k: report[k] for k in ("device", "date", "commit", "live", "faults")}
        kept["kernels"] = [{k: r[k] for k in ("group", "name", "program", "gb_per_s", "ms", "spread", "runs", "yardstick_gb_per_s",
                                              "ratio", "resources", "measured", "trace") if k in r}
                           for r in report["kernels"] if r["status"] == "ok"]
        # Recorded once, when a probe still asked it: which lanes share a wavefront of shared memory.
        if os.path.exists(a.record):
            with open(a.record) as f:
                kept.update({k: v for k, v in json.load(f).items() if k == "phases"})
        kept["sweep"] = {"counters": COUNTERS, "rows": rows}
        write_record(kept, a.record)
    if a.record_products:
        products.write_record(products.small_form(report), a.record_products)
    print(f"{report['seconds']} s {json.dumps(stages)}; {len(bad)} bad, {len(differences)} counts differ, left out: {json.dumps(left_out)}")
    for b in bad[:10]:
        print("BAD", json.dumps(b)[:600])
    return 1 if bad or differences or left_out else 0


if __name__ == "__main__":
    sys.exit(main())
