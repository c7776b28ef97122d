#!/usr/bin/env python3
"""The tuner and the ladder on a GPU (Python 3, no packages): how near tuned kernels come to an exhaustive search, how near
predictions come to what is measured, and the rungs' figures.

usage: tune.py RUNNER OUT.json [--cli STRIDESCOPE | --tables TABLES.json] [--budget 280] [--seconds 0.04] [--record FILE] [--no-ladder]
               [--parallel 14] [--no-copies] [--long 0.1] [--only 3000x3000x3000,...]
       tune.py --make-tables TABLES.json [--cli STRIDESCOPE] RUNNER -

RUNNER is stridescope-runner; stridescope lies beside it, or is named by --cli: it lists the candidates and their predicted
times and needs no GPU. Where it cannot run, --tables has what --make-tables wrote elsewhere. In turn, until the budget is over:
  ladder    each rung of the gallery's group `ladder`, proved and timed beside the library in the same run
  tuned     of 20 shapes the eight candidates that the model ranks first, and of copies and transposes of 1, 2 and 4 bytes
  all       of one shape after the other all candidates: the tuned kernel's rate as a part of the best of them. --parallel
            runners compile at the same time and measure in turns; the four quickest and the tuner's four are measured five times more,
            longer, in turns, so that the best of many is not only the luckiest of them
--only measures the shapes named instead of the 20. Prints a line for each, a table last; OUT.json has all numbers. Exit 1 when an element is wrong.
"""
import argparse
import concurrent.futures
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from runner import Runner

def shapes(count, seed=20261125):
    """The first of a list of random shapes, the same each time, no two alike."""
    one, out = random.Random(seed), []
    while len(out) < count:
        shape = tuple(64 * one.choice((2, 4, 8, 12, 16, 24, 32, 48, 64, 96)) for _ in range(3))
        out += [shape] if shape not in out else []
    return out


def product(shape, dtype="half_t", code="F16"):
    m, n, k = shape
    tensor = {"a": f"({m},{k}):({k},1)", "b": f"({n},{k}):({k},1)", "c": f"({m},{n}):({n},1)"}
    tile = f"tile_to_shape(GMMA::Layout_K_SW128_Atom<{dtype}>, (64,64))"
    atoms = ", ".join(f'make_tma_atom({tensor[x]}, {tile}, "{dtype}")' for x in "ab")
    return (f"gemm_kernel({tensor['a']}, {tensor['b']}, {tensor['c']}, ({atoms}), ({tile}, {tile}), "
            f"make_tiled_mma(SM90_64x64x16_F32{code}{code}_SS<GMMA::Major::K,GMMA::Major::K>, (1,1,1)), stages=4, dtype=\"{dtype}\")")


def copies():
    for name, n, dtype in (("float", 8192, "float"), ("half", 8192, "half_t"), ("byte", 16384, "int8_t")):
        yield (f"transpose of {name}", f"copy_kernel(({n},{n}):({n},1), ({n},{n}):(1,{n}), (_256,_16):(_16,_1), tile=(64,64), dtype=\"{dtype}\")")
    yield "permutation 2 1 0 of float", "copy_kernel((512,256,512):(131072,512,1), (512,256,512):(1,512,131072), (_256,_4):(_4,_1), tile=(1,1,64))"
    yield "permutation 0 2 1 of half", ("copy_kernel((64,1024,1024):(1048576,1024,1), (64,1024,1024):(1048576,1,1024), (_256,_8):(_8,_1), "
                                        'tile=(1,1,64), dtype="half_t")')
    yield "permutation 0 2 1 3 of half", ("copy_kernel((64,128,64,128):(1048576,8192,128,1), (64,128,64,128):(1048576,128,16384,1), (_256,_8):(_8,_1), "
                                          'tile=(1,1,1,128), dtype="half_t")')
    yield "copy of float", "copy_kernel(67108864:1, 67108864:1, (_256,_1):(_1,_1))"


def tuning(cli, gpu, program, exhaustive=False):
    if isinstance(cli, dict):
        return json.loads(json.dumps(cli["tunings"][f"{gpu} {exhaustive} {program}"]))
    command = [cli, "tune", "--predict", "--json", "--gpu", gpu] + (["--exhaustive"] if exhaustive else []) + [program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command[:-1])}: {done.stderr}")
    return json.loads(done.stdout)


def make_tables(cli, path):
    programs = [program for _, program in copies()] + [product(shape) for shape in shapes(20)]
    made = {"ladder": ladder(cli), "tunings": {}}
    for gpu in ("H100", "H200"):
        for program in programs:
            for exhaustive in (False, True):
                if not exhaustive or program.startswith("gemm"):
                    made["tunings"][f"{gpu} {exhaustive} {program}"] = tuning(cli, gpu, program, exhaustive)
    with open(path, "w") as file:
        json.dump(made, file)


def ladder(cli):
    if isinstance(cli, dict):
        return cli["ladder"]
    listed = json.loads(subprocess.run([cli, "gallery", "--json"], capture_output=True, text=True, check=True).stdout)
    entries = listed if isinstance(listed, list) else listed["entries"]
    return [e for e in entries if e["group"] == "ladder"]


class Measured:
    def __init__(self, runner, seconds):
        self.runner, self.seconds, self.bad, self.device = runner, seconds, [], None

    def run(self, program, kernel="", **more):
        wish = {"program": program, "seconds": self.seconds, **more}
        r = self.runner.run(wish.pop("program"), **({"kernel": kernel} if kernel else {}), **wish)
        self.device = r.get("device", self.device)
        if r.get("status") != "ok" or "time" not in r:
            self.bad.append({"program": program, "status": r.get("status"), "code": r.get("code"), "message": r.get("message"), "verify": r.get("verify")})
            print("BAD", json.dumps(self.bad[-1])[:400], flush=True)
            return None
        time_of = r["time"]
        row = {"us": time_of["median_ms"] * 1000, "spread": time_of["spread"], "runs": time_of["runs"],
               "rate": time_of.get("tflop_per_s", time_of.get("gb_per_s")), "ratio": r.get("ratio"),
               "yardstick": (r.get("yardstick") or {}).get("tflop_per_s", (r.get("yardstick") or {}).get("gb_per_s")),
               "registers": r.get("resources", {}).get("registers"), "shared_bytes": r.get("resources", {}).get("shared_bytes"),
               "checked": r["verify"]["checked"]}
        return {"row": row, "result": r}


def measure(measured, table, program):
    """Adds measured_us to the rows of a table that have none."""
    for row in table["rows"]:
        if "measured_us" in row or "failed" in row:
            continue
        got = measured.run(row.get("text", program))
        if got is None:
            row["failed"] = True
            continue
        row["measured_us"], row["ratio"] = got["row"]["us"], got["row"]["ratio"]
        row["yardstick"], row["registers"] = got["row"]["yardstick"], got["row"]["registers"]
    return table


class Team:
    """Runners that compile at the same time and measure in turns."""

    def __init__(self, path, count, seconds):
        self.folder = tempfile.TemporaryDirectory()
        self.idle = []
        for _ in range(count):
            runner = Runner(path)
            runner.command += ["--turns", os.path.join(self.folder.name, "turns")]
            self.idle.append(Measured(runner, seconds))
        self.all, self.lock = list(self.idle), threading.Lock()
        self.pool = concurrent.futures.ThreadPoolExecutor(count)

    def one(self, row, until):
        if time.time() > until:
            return
        with self.lock:
            measured = self.idle.pop()
        try:
            measure(measured, {"rows": [row]}, "")
        finally:
            with self.lock:
                self.idle.append(measured)

    def measure(self, rows, until):
        """Those that have no time, the quickest predicted first; False where the time was over before the last."""
        rows = [r for r in rows if "measured_us" not in r and "failed" not in r and "text" in r]
        rows.sort(key=lambda r: r.get("predicted_us", 1e9))
        list(self.pool.map(lambda r: self.one(r, until), rows))
        return all("measured_us" in r or "failed" in r for r in rows)


def refine(measured, table, until=None):
    """As the tuner does: once all are measured, others of the best one's group, and of the next one's that is as quick.
    `until`: a team stops there."""
    rows = sorted((r for r in table["rows"] if "text" in r and "measured_us" in r), key=lambda r: r["measured_us"])
    near = [r["group"] for r in rows if r["measured_us"] <= rows[0]["measured_us"] * 1.02]
    groups = list(dict.fromkeys(near))[:2]
    more = [r for r in table.pop("nearby", []) if not r.get("group") or r["group"] in groups]
    if isinstance(measured, Team):
        measured.measure(more, until or time.time() + 60)
    else:
        measure(measured, {"rows": more}, "")
    table["rows"] += more


def finals(team, rows, long, rounds=5):
    """The rows once more, in turns and longer: their medians replace what was measured."""
    times = {id(r): [] for r in rows}

    def one(row):
        with team.lock:
            measured = team.idle.pop()
        try:
            kept, measured.seconds = measured.seconds, long
            got = measured.run(row["text"])
            measured.seconds = kept
            if got:
                times[id(row)].append((got["row"]["us"], got["row"]["ratio"], got["row"]["yardstick"]))
        finally:
            with team.lock:
                team.idle.append(measured)

    list(team.pool.map(one, rows * rounds))
    for row in rows:
        if times[id(row)]:
            middle = sorted(times[id(row)])[len(times[id(row)]) // 2]
            row["first_us"], (row["measured_us"], row["ratio"], row["yardstick"]) = row["measured_us"], middle


def best_of(table, first=None):
    rows = [r for r in table["rows"][:first] if "measured_us" in r]
    return min(rows, key=lambda r: r["measured_us"], default=None)


def errors(tables):
    return sorted(r["predicted_us"] / r["measured_us"] - 1 for t in tables for r in t["rows"] if "measured_us" in r and "predicted_us" in r)


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--cli")
    p.add_argument("--tables")
    p.add_argument("--make-tables")
    p.add_argument("--budget", type=float, default=280)
    p.add_argument("--seconds", type=float, default=0.04)
    p.add_argument("--record")
    p.add_argument("--no-ladder", action="store_true")
    p.add_argument("--no-copies", action="store_true")
    p.add_argument("--parallel", type=int, default=14)
    p.add_argument("--long", type=float, default=0.1)
    p.add_argument("--commit", default="unknown")
    p.add_argument("--only", default="")
    a = p.parse_args()
    cli = a.cli or os.path.join(os.path.dirname(os.path.abspath(a.runner)), "stridescope")
    if a.make_tables:
        make_tables(cli, a.make_tables)
        return 0
    if a.tables:
        with open(a.tables) as file:
            cli = json.load(file)
    begin = time.time()
    left = lambda: a.budget - (time.time() - begin)
    runner = Runner(a.runner)
    able = runner.ask({"ping": True})
    if not able.get("gpu"):
        print("no GPU:", able.get("missing"))
        return 1
    gpu = "H200" if "H200" in able["gpu"]["name"] else "H100"
    measured = Measured(runner, a.seconds)
    report = {"device": able["gpu"], "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": a.commit}

    def save():
        with open(a.out, "w") as file:
            json.dump({**report, "bad": measured.bad, "seconds": round(time.time() - begin, 1)}, file, indent=1)

    # The ladder, at its own pace.
    rungs = report["ladder"] = []
    for entry in [] if a.no_ladder else ladder(cli):
        got = measured.run(entry["program"], kernel="K", counters=True, seconds=0.15)
        if got:
            row, result = got["row"], got["result"]
            kept = {"group": "ladder", "name": entry["title"], "id": entry["id"], "program": entry["program"], "checked": row["checked"],
                    ("tflop_per_s" if "tflop_per_s" in result["time"] else "gb_per_s"): round(row["rate"], 1), "ms": round(row["us"] / 1000, 5),
                    "spread": round(row["spread"], 4), "runs": row["runs"], "registers": row["registers"], "shared_bytes": row["shared_bytes"]}
            if row["ratio"]:
                kept["ratio"] = round(row["ratio"], 4)
                kept["yardstick_tflop_per_s" if "tflop_per_s" in kept else "yardstick_gb_per_s"] = round(row["yardstick"], 1)
            if result.get("measured"):
                kept["measured"] = result["measured"]
            rungs.append(kept)
            print(f"ladder {entry['id']:14} {row['us']:10.2f} us {row['rate']:8.1f}  ratio {row['ratio'] or 0:.3f}", flush=True)
        save()

    team = Team(a.runner, a.parallel, a.seconds) if a.parallel > 1 else None
    tables = report["tuned"] = []
    only = [tuple(map(int, s.split("x"))) for s in a.only.split(",") if s]
    wanted = [(f"{m}x{n}x{k}", product((m, n, k))) for m, n, k in only or shapes(20)]
    for name, program in wanted[:4] + ([] if a.no_copies else list(copies())) + wanted[4:]:
        if left() < 12:
            break
        table = tuning(cli, gpu, program)
        if team:
            team.measure(table["rows"], begin + a.budget - 10)
        measure(measured, table, program)
        refine(measured, table)
        table.update(name=name, program=program)
        tables.append(table)
        best = best_of(table)
        if best:
            print(f"tuned {name:20} {best['measured_us']:9.2f} us (predicted {best.get('predicted_us', 0):9.2f}) ratio {best['ratio'] or 0:.3f}  {best['label']}",
                  flush=True)
        save()

    # All candidates, of the shapes that take the least time first.
    compared = report["exhaustive"] = []
    for table in sorted((t for t in tables if t["name"][0].isdigit()), key=lambda t: (best_of(t) or {"measured_us": 1e9})["measured_us"]):
        if left() < 15 or not team:
            break
        whole = tuning(cli, gpu, table["program"], exhaustive=True)
        tuned_texts = {r["text"] for r in table["rows"] if "text" in r}
        complete = team.measure(whole["rows"], begin + a.budget - 6)
        rows = [r for r in whole["rows"] if "measured_us" in r]
        rows.sort(key=lambda r: r["measured_us"])
        tuned = [r for r in rows if r["text"] in tuned_texts]
        last = rows[:4] + [r for r in tuned[:4] if r not in rows[:4]]
        finals(team, last, a.long)
        best, chosen = min(last, key=lambda r: r["measured_us"], default=None), min((r for r in last if r in tuned), key=lambda r: r["measured_us"], default=None)
        if best and chosen:
            compared.append({"name": table["name"], "complete": complete, "candidates": len(whole["rows"]) - 1, "best_us": best["measured_us"],
                             "best": best["label"], "tuned_us": chosen["measured_us"], "tuned": chosen["label"],
                             "part": best["measured_us"] / chosen["measured_us"], "ratio": chosen["ratio"], "rows": whole["rows"]})
            print(f"all {table['name']:20} best {best['measured_us']:9.2f} us {best['label']}; tuned {chosen['label']} reaches {compared[-1]['part']:.4f}"
                  f"{'' if complete else ' of those measured'}, {time.time() - begin:.0f} s", flush=True)
        save()
    for one in team.all if team else []:
        measured.bad += one.bad

    off = errors(tables) + errors([{"rows": c["rows"]} for c in compared])
    ratios = [best_of(t)["ratio"] for t in tables if best_of(t) and best_of(t)["ratio"]]
    report["summary"] = {
        "predictions": len(off), "within_15_percent": sum(abs(x) <= 0.15 for x in off),
        "median_error": statistics.median(map(abs, off)) if off else None,
        "tuned_of_exhaustive": sorted(round(c["part"], 4) for c in compared if c["complete"]),
        "geometric_mean_of_ratios": math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None}
    save()
    if a.record:
        with open(a.record, "w") as file:
            file.write(json.dumps({k: report[k] for k in ("device", "date", "commit")}, indent=1)[:-2] + ',\n "products": [\n  ')
            file.write(",\n  ".join(json.dumps(r, separators=(",", ":"), ensure_ascii=False) for r in rungs) + "\n ]\n}\n")
    print(f"-- {able['gpu']['name']}, {time.time() - begin:.0f} s, {len(measured.bad)} bad")
    for rung in rungs:
        print(f"{rung['id']:14} {rung['ms'] * 1000:10.2f} us  {rung.get('tflop_per_s', rung.get('gb_per_s')):8.1f}  {rung.get('ratio', 0):.3f}")
    print(json.dumps(report["summary"]))
    return 1 if measured.bad else 0


if __name__ == "__main__":
    sys.exit(main())
