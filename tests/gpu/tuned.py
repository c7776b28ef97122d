#!/usr/bin/env python3
"""Tuned kernels of many shapes and types beside the libraries, and beside all of their candidates (Python 3, no packages).

usage: tuned.py RUNNER OUT.json [--cli STRIDESCOPE] [--parts elements,sums,counts,many,exhaustive] [--budget 560] [--seconds 0.03] [--parallel 14]
                [--count 200] [--whole 20] [--only NAMES]

RUNNER is stridescope-runner; stridescope lies beside it, or is named by --cli. In turn, until the budget is over:
  elements    copies and transposes of elements of 1, 2, 4, 8, 16, 32, 64 and 128 bits, 256 MiB each: all candidates, beside cuMemcpyDtoD
  sums        sums along rows, columns and all, of several types: what the tuner chooses, and all candidates
  counts      sums that several blocks share: predicted reads beside counted ones
  many        --count shapes, random and typical, odd, small and skinny ones among them: products of f16, bf16, fp8 and int8, transposes,
              sums. The tuner's eight, and those near the best. Each kernel is proved element by element before it is timed
  exhaustive  of --whole of those shapes, picked at random, all candidates: what part of the best one's rate the tuned kernel has
Prints a line for each, a table last; OUT.json has all numbers. Exit 1 when an element is wrong.
"""
import argparse
import json
import math
import os
import random
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from counters import COUNTERS, judged
from runner import Runner
from tune import Measured, Team, best_of, errors, finals, product, refine, tuning

TYPES = {1: "uint1b_t", 2: "uint2b_t", 4: "int4b_t", 8: "int8_t", 16: "half_t", 32: "float", 64: "double", 128: "uint128_t"}
SQUARES = {1: (32768, 65536), 2: (32768, 32768), 4: (16384, 32768), 8: (16384, 16384), 16: (8192, 16384), 32: (8192, 8192),
           64: (4096, 8192), 128: (4096, 4096)}


def copy(bits):
    n, wide = (1 << 31) // bits, max(1, 128 // bits)
    return f'copy_kernel({n}:1, {n}:1, (_256,_{wide}):(_{wide},_1), dtype="{TYPES[bits]}")'


def transpose(m, n, bits):
    """Given as a kernel that is legal and slow: blocks of words that a thread turns, or elements."""
    if bits < 8:
        each = 8 // bits
        via = f"((_4,_4),(_{each},_{each})):((_{each},_{4 * each * each}),(_1,_{4 * each})), tile=({4 * each},{4 * each})"
    else:
        via = "(_256,_16):(_16,_1), tile=(64,64)"
    return f'copy_kernel(({m},{n}):({n},1), ({m},{n}):(1,{m}), {via}, dtype="{TYPES[bits]}")'


def total(shape, summed, dtype):
    """A sum of a row-major tensor along the modes that are named."""
    strides, kept, next_, dst = [], [], 1, 1
    for extent in reversed(shape):
        strides.insert(0, next_)
        next_ *= extent
    for i in reversed(range(len(shape))):
        kept.insert(0, (1, 0) if i in summed else (shape[i], dst))
        dst *= 1 if i in summed else shape[i]
    text = lambda values: "(" + ",".join(map(str, values)) + ")"  # noqa: E731
    one = [1] * len(shape)
    if len(shape) == 1:
        return f'reduce_kernel({shape[0]}:1, 1:0, (_32,_1):(_1,_1), tile=(32), dtype="{dtype}")'
    last = len(shape) - 1
    if last in summed:
        one[last] = 32
    else:
        one[last] = next(t for t in (32, 16, 8, 4, 2, 1) if shape[last] % t == 0)
    via = f"(_{one[last]},_1):(_1,_1)"
    return (f"reduce_kernel({text(shape)}:{text(strides)}, {text(k[0] for k in kept)}:{text(k[1] for k in kept)}, {via}, "
            f'tile={text(one)}, dtype="{dtype}")')


SUMS = [((1024, 65536), (1,), "float"), ((65536, 1024), (1,), "half_t"), ((1024, 65536), (0,), "float"), ((65536, 1024), (0,), "bfloat16_t"),
        ((1 << 26,), (0,), "float"), ((1 << 28,), (0,), "int8_t"), ((128, 512, 1024), (1,), "float"), ((64, 4096), (1,), "float")]
CODES = {"half_t": "F16", "bfloat16_t": "BF16"}


def eight(shape, dtype):
    m, n, k = shape
    tensor = {"a": f"({m},{k}):({k},1)", "b": f"({n},{k}):({k},1)", "c": f"({m},{n}):({n},1)"}
    tile = f"tile_to_shape(GMMA::Layout_K_SW128_Atom<{dtype}>, (64,128))"
    atoms = ", ".join(f'make_tma_atom({tensor[x]}, {tile}, "{dtype}")' for x in "ab")
    atom = "SM90_64x64x32_S32S8S8_SS_TN" if dtype == "int8_t" else "SM90_64x64x32_F32E4M3E4M3_SS_TN"
    more = "" if dtype == "int8_t" else ', dtype="half_t"'
    return f"gemm_kernel({tensor['a']}, {tensor['b']}, {tensor['c']}, ({atoms}), ({tile}, {tile}), make_tiled_mma({atom}, (1,1,1)), stages=4{more})"


def shared_sums(count, seed=20261127):
    """Sums with split=, of one tile of sums or many, their parts read by few or many threads of the last block."""
    one = random.Random(seed)
    for _ in range(count):
        dtype, bits = one.choice((("float", 32), ("half_t", 16), ("int8_t", 8), ("bfloat16_t", 16)))
        width = 128 // bits
        lanes, others, down = one.choice((4, 8, 16, 32)), one.choice((1, 2, 4, 8)), one.choice((1, 2))
        rows, split = others * down, one.choice((2, 3, 4, 5, 7, 8, 16, 33))
        if lanes * others < 32:
            continue
        if one.random() < 0.5:  # columns
            m, n = rows * split * one.choice((1, 2, 3)) - one.choice((0, 0, 1)), lanes * width * one.choice((1, 2, 3))
            tensors = f"({m},{n}):({n},1), (1,{n}):(0,1)"
        else:
            m, n = rows * one.choice((1, 2, 3, 5)), lanes * width * split * one.choice((1, 2))
            tensors = f"({m},{n}):({n},1), ({m},1):(1,0)"
        via = f"((_{lanes},_{others}),(_{width},_{down})):((_{width * rows},_1),(_{rows},_{others}))"
        yield f'reduce_kernel({tensors}, {via}, tile=({rows},{lanes * width}), split={split}, dtype="{dtype}")'


def many(count, seed=20261127):
    """(name, program): of each kind its part, the same list each time."""
    one, out = random.Random(seed), []
    typical = [(4096, 4096, 4096), (4096, 14336, 4096), (8192, 1024, 8192), (1024, 1024, 1024), (2048, 2048, 2048), (512, 512, 8192), (128, 8192, 8192),
               (16, 4096, 4096), (3000, 5000, 1024), (768, 3072, 16384), (1000, 1000, 4000), (64, 64, 64), (128, 128, 16384), (4096, 512, 2048)]

    def extent(step):
        kind = one.random()
        if kind < 0.25:  # small
            return step * one.randint(1, max(1, 512 // step))
        if kind < 0.5:  # odd
            return step * one.randint(1, 6000 // step)
        return 128 * one.choice((1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48))

    for i in range(count * 3 // 5):
        dtype = ("half_t", "bfloat16_t", "float_e4m3_t", "int8_t")[i % 4]
        step = 8 if i % 4 < 2 else 16  # what the copy engine needs of a row
        shape = typical[i // 4] if i // 4 < len(typical) and i % 4 in (i // 4 % 4, (i // 4 + 1) % 4) else (extent(step), extent(step), extent(step))
        shape = tuple((x + step - 1) // step * step for x in shape)
        out.append((f"{dtype} {'x'.join(map(str, shape))}", product(shape, dtype, CODES[dtype]) if dtype in CODES else eight(shape, dtype)))
    for i in range(count // 5):
        bits = (4, 8, 16, 32, 64, 8, 16, 32)[i % 8]
        each = max(1, 8 // bits)
        shape = [8 * each * one.choice((1, 3, 8, 13, 64, 100, 256, 500, 1024)) if bits < 8 else one.choice((1, 7, 33, 64, 100, 1000, 1023, 2048, 4096, 8192))
                 for _ in range(2)]
        out.append((f"transpose {TYPES[bits]} {shape[0]}x{shape[1]}", transpose(*shape, bits)))
    while len(out) < count:
        rank = one.choice((1, 2, 2, 2, 3))
        shape = tuple(one.choice((3, 16, 64, 100, 256, 1000, 1024, 4096)) for _ in range(rank)) if rank > 1 else (one.choice((1000, 65536, 1 << 22)),)
        if math.prod(shape) > 1 << 28:
            continue
        summed = (0,) if rank == 1 else tuple(sorted(one.sample(range(rank), one.randint(1, rank - 1))))
        dtype = one.choice(("float", "half_t", "bfloat16_t", "int8_t"))
        out.append((f"sum {dtype} {'x'.join(map(str, shape))} along {','.join(map(str, summed))}", total(shape, summed, dtype)))
    return out


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--parts", default="elements,sums,counts,many,exhaustive")
    p.add_argument("--budget", type=float, default=560)
    p.add_argument("--seconds", type=float, default=0.03)
    p.add_argument("--long", type=float, default=0.1)
    p.add_argument("--parallel", type=int, default=14)
    p.add_argument("--count", type=int, default=200)
    p.add_argument("--whole", type=int, default=20)
    p.add_argument("--only", default="", help="of many, those whose names have one of these parts: a,b")
    p.add_argument("--cli")
    p.add_argument("--commit", default="unknown")
    a = p.parse_args()
    cli = a.cli or os.path.join(os.path.dirname(os.path.abspath(a.runner)), "stridescope")
    begin, runner = time.time(), Runner(a.runner)
    able = runner.ask({"ping": True})
    if "gpu" not in able:
        return print("no GPU:", able.get("missing")) or 1
    left = lambda: a.budget - (time.time() - begin)  # noqa: E731
    gpu = next((name for name in ("H200",) if name in able["gpu"]["name"]), "H100")
    measured, team = Measured(runner, a.seconds), Team(a.runner, a.parallel, a.seconds)
    report = {"device": able["gpu"], "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": a.commit, "refused": []}
    ahead = ThreadPoolExecutor(max(2, a.parallel // 3))

    def save():
        with open(a.out, "w") as file:
            json.dump({**report, "bad": measured.bad + [b for one in team.all for b in one.bad], "seconds": round(time.time() - begin, 1)}, file)

    def listed(programs, exhaustive):
        """Tables of candidates, made ahead of what is measured."""
        jobs = [(name, program, ahead.submit(tuning, cli, gpu, program, exhaustive)) for name, program in programs]
        for name, program, job in jobs:
            try:
                yield name, program, job.result()
            except SystemExit as refused:
                report["refused"].append({"name": name, "program": program, "why": str(refused)[-300:]})
                print("refused", name, str(refused)[-300:].strip(), flush=True)

    def whole(name, program, table, tuned_texts, into):
        """All candidates; the four best and the tuner's four five times more, longer."""
        complete = team.measure(table["rows"], begin + a.budget - 6)
        rows = sorted((r for r in table["rows"] if "measured_us" in r), key=lambda r: r["measured_us"])
        if not rows:
            return
        tuned = [r for r in rows if r["text"] in tuned_texts]
        last = rows[:4] + [r for r in tuned[:4] if r not in rows[:4]]
        finals(team, last, a.long)
        best = min(last, key=lambda r: r["measured_us"])
        chosen = min((r for r in last if r in tuned), key=lambda r: r["measured_us"], default=None)
        part = best["measured_us"] / chosen["measured_us"] if chosen else None
        into.append({"name": name, "program": program, "complete": complete, "candidates": len(rows), "best": best["label"], "best_us": best["measured_us"],
                     "text": best["text"], "ratio": best["ratio"], "tuned": chosen and chosen["label"], "part": part,
                     "rows": [{k: r.get(k) for k in ("label", "group", "predicted_us", "measured_us", "ratio")} for r in rows]})
        print(f"all {len(rows):3} {name:34} {best['measured_us']:9.2f} us ratio {best['ratio'] or 0:.3f} {best['label']}"
              f"{f'; tuned {part:.4f}' if part else ''}{'' if complete else ' (not all)'}, {time.time() - begin:.0f} s", flush=True)
        save()

    def chosen_of(name, program, table, into):
        team.measure(table["rows"], begin + a.budget - 8)
        refine_rows = [r for r in table["rows"] if "text" in r and "measured_us" in r]
        if not refine_rows:
            report["refused"].append({"name": name, "program": program, "why": "no candidate ran"})
            return print("none ran", name, flush=True)
        if left() > 8:
            refine(team, table, begin + a.budget - 6)
        best = best_of(table)
        into.append({"name": name, "program": program, "best": best["label"], "us": best["measured_us"], "predicted_us": best.get("predicted_us"),
                     "ratio": best["ratio"], "texts": [r["text"] for r in table["rows"] if "text" in r],
                     "rows": [{k: r.get(k) for k in ("label", "predicted_us", "measured_us", "ratio")} for r in table["rows"] if "measured_us" in r]})
        print(f"tuned {name:40} {best['measured_us']:9.2f} us ratio {best['ratio'] or 0:.3f} {best['label']}", flush=True)

    parts = a.parts.split(",")
    if "elements" in parts:
        into = report["elements"] = []
        programs = [(f"transpose {TYPES[bits]}", transpose(*SQUARES[bits], bits)) for bits in (4, 8, 16, 32, 1, 2, 64, 128)]
        programs += [(f"copy {TYPES[bits]}", copy(bits)) for bits in TYPES]
        quick = {name: {r.get("text") for r in table["rows"]} for name, _, table in listed(programs, False)}
        for name, program, table in listed(programs, True):
            if left() > 10:
                whole(name, program, table, quick.get(name, set()), into)
    if "sums" in parts:
        into = report["sums"] = []
        programs = [(f"sum {d} {'x'.join(map(str, s))} along {','.join(map(str, w))}", total(s, w, d)) for s, w, d in SUMS]
        quick = {name: {r.get("text") for r in table["rows"]} for name, _, table in listed(programs, False)}
        for name, program, table in listed(programs, True):
            if left() > 10:
                whole(name, program, table, quick.get(name, set()), into)
    if "counts" in parts:
        found = report["counts"] = {"kernels": 0, "exact": 0, "bounded": 0, "differ": 0, "differences": [], "refused": 0}
        for program in shared_sums(120):
            if left() < 10:
                break
            r = runner.run(program, counters=True, metrics=COUNTERS[:2], seconds=0)
            if r.get("status") != "ok":
                found["refused"] += r.get("status") == "error"
                if r.get("status") != "error":
                    measured.bad.append({"program": program, "result": r})
                continue
            found["kernels"] += 1
            for counter, count, value, kind in judged(runner, program, r):
                found[kind] += 1
                if kind != "exact":
                    found["differences"].append([program, counter, count, value])
                    print("DIFF", counter, count, value, program, flush=True)
        print("counts", json.dumps({k: v for k, v in found.items() if k != "differences"}), flush=True)
        save()
    if "many" in parts or "exhaustive" in parts:
        into = report["many"] = []
        programs = [one for one in many(a.count) if not a.only or any(part in one[0] for part in a.only.split(","))]
        picked = random.Random(2).sample(sorted(name for name, _ in programs), min(a.whole, len(programs)))
        if "many" not in parts:
            programs = [one for one in programs if one[0] in picked]
        order = list(range(len(programs)))
        random.Random(1).shuffle(order)  # what the budget leaves out is left out at random
        for name, program, table in listed([programs[i] for i in order], False):
            if left() > 10:
                chosen_of(name, program, table, into)
            if len(into) % 20 == 0:
                save()
        save()
    if "exhaustive" in parts and left() > 20:
        into = report["exhaustive"] = []
        texts = {r["name"]: (r["program"], set(r["texts"])) for r in report["many"]}
        for name, program, table in listed([(n, texts[n][0]) for n in picked if n in texts], True):
            if left() > 12:
                whole(name, program, table, texts[name][1], into)

    for r in report.get("many", []):
        r.pop("texts")
    ratios = {}
    for r in report.get("many", []):
        if r["ratio"]:
            ratios.setdefault(r["name"].split()[0], []).append(r["ratio"])
    off = errors([{"rows": [x for x in r["rows"] if x.get("predicted_us")]} for key in ("elements", "sums", "many", "exhaustive") for r in report.get(key, [])])
    report["summary"] = {
        "tuned": len(report.get("many", [])), "geometric_means": {k: round(math.exp(statistics.fmean(map(math.log, v))), 4) for k, v in ratios.items()},
        "least": {k: round(min(v), 3) for k, v in ratios.items()},
        "part_of_exhaustive": sorted(round(r["part"], 4) for key in ("elements", "sums", "exhaustive") for r in report.get(key, []) if r["part"] and r["complete"]),
        "predictions": len(off), "within_15_percent": sum(abs(x) <= 0.15 for x in off), "refused": len(report["refused"])}
    save()
    bad = measured.bad + [b for one in team.all for b in one.bad]
    print(f"-- {able['gpu']['name']}, {time.time() - begin:.0f} s, {len(bad)} bad")
    print(json.dumps(report["summary"]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
