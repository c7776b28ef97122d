#!/usr/bin/env python3
"""Copies by freely permuted partitions on this machine's GPU: every element checked, predicted counts beside measured ones
(Python 3, no packages).

usage: partitions.py RUNNER OUT.json [--count 2000] [--seed N] [--first N] [--commit C] [--budget S] [--again N] [--turn]
       partitions.py --list [--count N] [--seed N]            the programs, one a line; needs no runner

A tile of m x n elements has digits: the prime factors of m and of n, each with its weight. A partition deals the digits, in
any order, to threads and values; so do the layouts of both tensors and of the tile in shared memory, each in an order of its
own. Extents are powers of two or have factors 3, 5, 7; tensors end inside of a tile, rows are padded, global and shared
memory swizzled, elements have 1 to 16 bytes, and an access is as wide as all of that lets it be. Copies go through
registers, through shared memory, and by cp.async.

A counter may hold more than the model counts where the prediction names another counter of the same run that bounds it
(core/kernels/copy/copy_predict.h); such a count is "bounded", not exact.

Program number i depends on the seed and on i alone. Exit 1 when an element is wrong, a run fails, or a count is neither
exact nor bounded.
"""
import argparse
import datetime
import json
import math
import random
import sys
import time

from counters import BESIDE, COUNTERS, judged
from runner import Runner

TYPES = {"int8_t": 1, "uint8_t": 1, "half_t": 2, "bfloat16_t": 2, "float": 4, "int": 4, "double": 8, "int64_t": 8, "complex<double>": 16}
SHARED_BYTES = 232448
REFUSALS = ("unsupported", "divisibility", "shape_divisibility", "stride_divisibility", "too_large", "rank_mismatch", "index_range")


def primes(n):
    out = []
    for p in (2, 3, 5, 7):
        while n % p == 0:
            out.append(p)
            n //= p
    return out + [n] * (n > 1)


def mode_digits(rnd, mode, extent):
    """[(mode, weight in the mode, extent)] of its factors, in any order."""
    factors = primes(extent)
    rnd.shuffle(factors)
    out, weight = [], 1
    for f in factors:
        out.append((mode, weight, f))
        weight *= f
    return out


def printed(digits, mark=""):
    """(extent, stride) pairs as a mode; neighbours that continue each other are one."""
    joined = []
    for extent, stride in digits:
        if joined and joined[-1][0] * joined[-1][1] == stride:
            joined[-1] = (joined[-1][0] * extent, joined[-1][1])
        else:
            joined.append((extent, stride))
    joined = joined or [(1, 0)]
    if len(joined) == 1:
        return f"{mark}{joined[0][0]}", f"{mark}{joined[0][1]}"
    return "(" + ",".join(f"{mark}{e}" for e, _ in joined) + ")", "(" + ",".join(f"{mark}{s}" for _, s in joined) + ")"


def near_front(rnd, digits, strides):
    """Any order; the digits that a layout has next to each other are more often the first, so that accesses are wide at times."""
    order = digits[:]
    rnd.shuffle(order)
    lead = rnd.choice([0, 0, 1, 2, 3, 4])
    close = sorted(digits, key=lambda d: strides[d])[:lead]
    return close + [d for d in order if d not in close]


def strided(rnd, digits, pad):
    """A stride for each digit: compact, in any order, with gaps at times. What it covers, too."""
    order = digits[:]
    kind = rnd.randrange(4)
    if kind == 0:  # columns
        order.sort(key=lambda d: (d[0], d[1]))
    elif kind == 1:  # rows
        order.sort(key=lambda d: (-d[0], d[1]))
    else:
        rnd.shuffle(order)
    strides, at = {}, 1
    for i, d in enumerate(order):
        if i > 0 and rnd.random() < pad / len(order):
            at += rnd.choice([1, 4, 8, 16])
        strides[d] = at
        at = (d[2] - 1) * at + at
    return strides, at


def layout(digits, strides):
    modes = [printed([(d[2], strides[d]) for d in digits if d[0] == m]) for m in (0, 1)]
    return "(" + ",".join(x[0] for x in modes) + "):(" + ",".join(x[1] for x in modes) + ")"


def swizzled(rnd, chance, element):
    if rnd.random() >= chance:
        return ""
    bits = rnd.choice([1, 2, 3])
    base = rnd.choice([0, 1, 2, 3, max(0, 4 - int(math.log2(element)))])
    return f"Sw<{bits},{base},{rnd.randrange(bits, 5)}> o 0 o "


class Partitions:
    """The program of each number, and what class it is of."""

    def __init__(self, seed, turn=False):
        self.seed, self.turn = seed, turn

    def make(self, number):
        rnd = random.Random(f"{self.seed}/{number}")
        while True:
            made = self.attempt(rnd)
            if made and self.turn and made[1] != "cp.async":
                return made[0].replace(", dtype=", ", turn=1, dtype="), *made[1:]
            if made:
                return made

    def attempt(self, rnd):
        dtype = rnd.choice(list(TYPES))
        element = TYPES[dtype]
        path = rnd.choice(["registers", "shared", "shared", "shared", "cp.async"])
        odd = rnd.random() < 0.35
        large = path != "registers" and rnd.random() < 0.15
        # The tile: up to 8 Ki elements, or 64 KiB and more.
        exponents = (range(1, 8), range(1, 8))
        tile = [1 << rnd.choice(e) for e in exponents]
        if odd:
            tile[rnd.randrange(2)] = rnd.choice([3, 5, 6, 7, 9, 10, 12, 15, 20, 24, 48, 96])
        if large:
            while tile[0] * tile[1] * element < 65536:
                tile[rnd.randrange(2)] *= 2
        elements = tile[0] * tile[1]
        if elements > 65536 // (1 if large else 4) or (path != "registers" and elements * element > SHARED_BYTES):
            return None
        # The tensor: whole tiles, or one that ends inside of a tile.
        edges = path != "cp.async" and rnd.random() < 0.3
        most = 3 if large else 6
        extents = [t * rnd.randrange(1, most + 1) for t in tile]
        if edges:
            side = rnd.randrange(3)
            for m in (0, 1):
                if side != m and tile[m] > 2:
                    extents[m] -= rnd.randrange(1, tile[m]) if rnd.random() < 0.5 else tile[m] // 2
        whole = all(e % t == 0 for e, t in zip(extents, tile))
        # Threads and values.
        inner = mode_digits(rnd, 0, tile[0]) + mode_digits(rnd, 1, tile[1])
        weight = {d: d[1] * (tile[0] if d[0] else 1) for d in inner}
        wanted = rnd.choice([32, 64, 96, 128, 256, 256, 512, 1024])

        def tensor():
            # Digits of the tile inside of digits of the grid; at an edge, rows or columns.
            if not whole:
                rows = rnd.random() < 0.5
                pad = rnd.choice([0, 0, 1, 3, 8, 16])
                text = f"({extents[0]},{extents[1]}):" + (f"({extents[1] + pad},1)" if rows else f"(1,{extents[0] + pad})")
                near = {d: d[1] * (1 if (d[0] == 1) == rows else 1 << 20) for d in inner}
                return text, near
            outer = [(m, w * tile[m], f) for m in (0, 1) for _, w, f in mode_digits(rnd, m, extents[m] // tile[m])]
            strides, _ = strided(rnd, inner + outer, 0.3)
            return swizzled(rnd, 0.1, element) + layout(inner + outer, strides), strides

        def partition(strides):
            order = near_front(rnd, inner, strides)
            width = rnd.choice([0, 0, 1, 2, 3, 4])
            values, rest = order[:width], order[width:]
            threads, count = [], 1
            # Threads fill up from the front, now and then from anywhere.
            while rest and count * 2 <= wanted:
                d = rest.pop(0 if rnd.random() < 0.7 else rnd.randrange(len(rest)))
                if count * d[2] > 1024:
                    values.append(d)
                    continue
                threads.append(d)
                count *= d[2]
            values += rest
            return threads, values, count

        def tv(threads, values):
            t, v = printed([(d[2], weight[d]) for d in threads], "_"), printed([(d[2], weight[d]) for d in values], "_")
            return f"({t[0]},{v[0]}):({t[1]},{v[1]})"

        src, near_src = tensor()
        dst, near_dst = tensor()
        load = partition(near_src)
        if elements // load[2] > 256:
            return None
        options = f"tile=({tile[0]},{tile[1]}), dtype=\"{dtype}\""
        narrow = rnd.choice([b for b in (1, 2, 4, 8) if b >= element]) if element <= 8 and rnd.random() < 0.15 else 0
        if narrow and path != "cp.async":
            options += f", bytes={narrow}"
        if path == "registers":
            return f"copy_kernel({src}, {dst}, {tv(load[0], load[1])}, {options})", path, not whole, large
        store = partition(near_dst)
        if store[2] != load[2]:
            # As many threads: digits change sides until it fits.
            store = self.fit(rnd, store, load[2])
            if store is None:
                return None
        strides, covered = strided(rnd, inner, 0.3)
        if covered * element > SHARED_BYTES:
            return None
        tile_layout = swizzled(rnd, 0.4, element) + layout(inner, strides)
        if path == "shared":
            return (f"copy_kernel({src}, {dst}, ({tv(load[0], load[1])}, {tv(store[0], store[1])}), {tile_layout}, {options})",
                    path, not whole, large)
        bits = rnd.choice([b for b in (32, 64, 128) if b >= 8 * element])
        cache = "GLOBAL" if bits == 128 and rnd.random() < 0.5 else "ALWAYS"
        per = bits // 8 // element
        # An access of cp.async takes neighbours of src, of the tile and of the values: the digits that make one come first.
        close, run = [], 1
        for d in sorted(inner, key=lambda d: near_src[d]):
            if run < per and near_src[d] == run:
                close.append(d)
                run *= d[2]
        if run != per:
            return None
        rest = [d for d in inner if d not in close]
        threads = [d for d in load[0] if d not in close]
        if math.prod(d[2] for d in threads) != load[2]:
            return None
        values = close + [d for d in rest if d not in threads]
        strides, at = {}, 1
        others = rest[:]
        rnd.shuffle(others)
        for d in close + others:
            strides[d] = at
            at *= d[2]
        base = int(math.log2(per))
        head = f"Sw<{rnd.choice([1, 2, 3])},{base},3> o 0 o " if rnd.random() < 0.4 else ""
        atom = f"Copy_Atom<SM80_CP_ASYNC_CACHE{cache}<uint{bits}_t>,{dtype}>"
        copy = f"make_tiled_copy_impl({atom}, {tv(threads, values)}, (_{tile[0]},_{tile[1]}))"
        plain = f"make_tiled_copy_impl(Copy_Atom<DefaultCopy,{dtype}>, {tv(store[0], store[1])}, (_{tile[0]},_{tile[1]}))"
        stages = rnd.choice([1, 1, 2, 3])
        if (stages * at + 1024) * element > SHARED_BYTES:
            stages = 1
        return (f"copy_kernel({src}, {dst}, ({copy}, {plain}), {head}{layout(inner, strides)}, stages={stages})",
                path, not whole, large)

    @staticmethod
    def fit(rnd, partition, threads):
        digits = partition[0] + partition[1]
        for _ in range(20):
            order = partition[0] + rnd.sample(partition[1], len(partition[1])) if rnd.random() < 0.5 else rnd.sample(digits, len(digits))
            chosen, count = [], 1
            for d in order:
                if count * d[2] <= threads and threads % (count * d[2]) == 0:
                    chosen.append(d)
                    count *= d[2]
            if count == threads:
                return chosen, [d for d in partition[1] + partition[0] if d not in chosen], count
        return None


def tally(table, key, kind):
    row = table.setdefault(key, {"exact": 0, "bounded": 0, "differ": 0, "of": 0})
    row[kind] += 1
    row["of"] += 1


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner", nargs="?")
    p.add_argument("out", nargs="?")
    p.add_argument("--list", action="store_true")
    p.add_argument("--count", type=int, default=2000)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--commit", default="unknown")
    p.add_argument("--budget", type=float, default=540.0)
    p.add_argument("--turn", action="store_true", help="values are permuted in registers if this makes accesses wider")
    p.add_argument("--again", type=int, default=1, help="times that a kernel whose count differs is run again")
    a = p.parse_args()
    partitions = Partitions(a.seed, a.turn)
    if a.list:
        for i in range(a.first, a.first + a.count):
            print(partitions.make(i)[0])
        return 0
    if not a.out:
        p.error("RUNNER and OUT.json, or --list")
    begin = time.time()
    runner = Runner(a.runner)
    able = runner.ask({"ping": True})
    report = {"device": able.get("gpu"), "commit": a.commit, "seed": a.seed, "first": a.first,
              "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}
    print(json.dumps(report), flush=True)
    if not able.get("gpu"):
        print("no GPU:", able.get("missing"))
        return 1
    metrics = [c for c in COUNTERS if "_tma_" not in c] + BESIDE
    rows, bad, differences, refused = [], [], [], {}
    unbounded = 0
    by_counter, by_class = {}, {}
    wrong = checked = 0
    number = a.first
    # As many as wanted ran; those that no kernel can be made of are passed over.
    while len(rows) < a.count and time.time() - begin < a.budget:
        program, path, edges, large = partitions.make(number)
        number += 1
        r = runner.run(program, counters=True, metrics=metrics, seconds=0)
        if r["status"] == "error" and r["code"] in REFUSALS:
            refused[r["code"]] = refused.get(r["code"], 0) + 1
            continue
        if "verify" in r:
            checked += r["verify"]["checked"]
            wrong += r["verify"]["wrong"] + r["verify"]["written_outside"]
        if r["status"] != "ok" or r.get("counters_missing"):
            bad.append({"program": program, "result": r})
            print("BAD", program, json.dumps(r)[:400], flush=True)
            if r.get("counters_missing"):
                break
            continue
        measured = r["measured"]["counters"]
        label = f"{path}{', edges' if edges else ''}{', 64 KiB or more' if large else ''}"
        unlike = {}
        for counter, count, value, kind in judged(runner, program, r):
            tally(by_counter, counter, kind)
            tally(by_class, label, kind)
            if kind != "exact":
                unlike[counter] = [count, value, kind]
                unbounded += kind == "differ"
        rows.append([program, [int(measured.get(c, -1)) for c in metrics]])
        if unlike:
            again = []
            for _ in range(a.again):
                other = runner.run(program, counters=True, metrics=metrics, seconds=0)
                again.append({c: other["measured"]["counters"][c] for c in unlike} if other["status"] == "ok" else other["status"])
            differences.append({"program": program, "class": label, "resources": r["resources"], "differences": unlike, "again": again,
                                "beside": {c: measured[c] for c in BESIDE}})
            if any(kind == "differ" for _, _, kind in unlike.values()):
                print("DIFF", json.dumps(differences[-1]), flush=True)
    if runner.child:
        runner.end()
    counted, exact, bounded = (sum(v[k] for v in by_counter.values()) for k in ("of", "exact", "bounded"))
    report.update(kernels=len(rows), programs=number - a.first, refused=refused, elements_checked=checked, elements_wrong=wrong,
                  counts=counted, exact=exact, bounded=bounded, unbounded=unbounded, differences=differences, bad=bad,
                  by_counter=by_counter, by_class=by_class,
                  seconds=round(time.time() - begin, 1), counters=metrics, rows=rows)
    with open(a.out, "w") as f:
        json.dump(report, f)
    for name in ("by_counter", "by_class"):
        for key, v in sorted(report[name].items()):
            print(f"{v['exact']:6} exact, {v['bounded']:4} bounded, {v['differ']:3} differ of {v['of']:6}  {key}")
    print(f"{len(rows)} kernels of {number - a.first} programs, refused {json.dumps(refused)}, {len(bad)} failed; {wrong} of {checked} "
          f"elements wrong; {exact} of {counted} counts exact, {bounded} bounded, {unbounded} differ; {report['seconds']} s")
    return 1 if bad or wrong or unbounded or len(rows) < a.count else 0


if __name__ == "__main__":
    sys.exit(main())
