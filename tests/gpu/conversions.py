#!/usr/bin/env python3
"""Conversions of registers on this machine's GPU, each way beside a plain round trip through shared memory.

usage: conversions.py RUNNER OUT.json [--seconds S] [--commit C]

Each pair of layouts is converted by the way that the planner takes and by every other way that leads there; each is proved
element by element, timed in turns with the plain round trip, and its wavefronts of shared memory are counted beside the
predicted ones. Exit 1 when an element is wrong, or a count differs that nothing bounds. Python 3, no packages.
"""
import argparse
import json
import sys
import time

from runner import Runner

ACCUMULATOR = "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"
TF32 = "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))"
C16 = "((_4,_8),((_2,_2),_2)):((_32,_1),((_16,_8),_128))"
WIDE = "((_4,_8,_4),(_2,_2,_8)):((_128,_1,_16),(_64,_8,_512))"
BLOCKED = "((_4,_8,_4),(_8,_2,_2)):((_512,_1,_16),(_64,_8,_2048))"
TRITON = 'triton("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>", (16,8))'
TILELANG = ('tilelang("Fragment([16, 8] -> [4], replicate: 1, thread: 32, forward_thread: _i % 8 * 4 + _j // 2, '
            'forward_index: [_i // 8 * 2 + _j % 2])")')
PAIRS = [
    ("nothing", C16, "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))", "half_t"),
    ("halves within registers", "(_32,(_2,_2)):(_4,(_1,_2))", "(_32,(_2,_2)):(_4,(_2,_1))", "half_t"),
    ("accumulator to tf32 operand", ACCUMULATOR, TF32, "float"),
    ("accumulator to rows of 16 bytes", C16, "((_2,_16),_8):((_128,_1),_16)", "half_t"),
    ("accumulator to rows, bytes", C16, "((_2,_16),_8):((_128,_1),_16)", "int8_t"),
    ("lanes reversed", "((_2,_2,_2,_2,_2),_4):((_1,_2,_4,_8,_16),_32)", "((_2,_2,_2,_2,_2),_4):((_16,_8,_4,_2,_1),_32)", "float"),
    ("a lane bit with a value bit", "((_2,_16),(_2,_4)):((_1,_16),(_2,_4))", "((_2,_16),(_2,_4)):((_2,_16),(_1,_4))", "float"),
    ("transposition of 32 x 32", "(_32,_32):(_1,_32)", "(_32,_32):(_32,_1)", "float"),
    ("transposition of 32 x 32, halves", "(_32,_32):(_1,_32)", "(_32,_32):(_32,_1)", "half_t"),
    ("transposition, doubles", "(_32,_16):(_1,_32)", "((_2,_16),_16):((_256,_16),_1)", "double"),
    ("four warps, mma to blocked", WIDE, BLOCKED, "half_t"),
    ("four warps, blocked to mma", BLOCKED, WIDE, "half_t"),
    ("four warps, mma to blocked, float", WIDE, BLOCKED, "float"),
    ("48 threads", "(48,3):(3,1)", "(48,3):(1,48)", "float"),
    ("Triton's blocked to TileLang's fragment", TRITON, TILELANG, "float"),
    ("ThunderKittens' rows to Tilus", "thunderkittens(\"rt_bf<16, 16, row_l>\")", "tilus(\"local(2, 1).spatial(8, 4).local(1, 4)\")", "half_t"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runner")
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--commit", default="unknown")
    options = parser.parse_args()
    runner = Runner(options.runner)
    rows, bad, device = [], 0, None
    for name, a, b, dtype in PAIRS:
        for method in ["", "registers", "shuffles", "shared"]:
            program = f'convert_kernel({a}, {b}, dtype="{dtype}"' + (f', method="{method}")' if method else ")")
            result = runner.run(program, counters=True, seconds=options.seconds)
            device = result.get("device", device)
            if "cannot convert A to B" in str(result.get("message", "")):
                continue
            row = {"name": name, "method": method or "planned", "program": program, "status": result.get("status")}
            predicted = result.get("predicted", {})
            row["predicted"] = {k: predicted.get(k) for k in ("method", "shuffles", "wavefronts", "selects", "half_clocks", "plain_half_clocks")}
            if result.get("status") != "ok":
                bad += 1
                row["message"] = result.get("message")
            if "time" in result:
                row["ns"] = result["time"]["median_ms"] * 1e6
                row["plain_ns"] = result["yardstick"]["median_ms"] * 1e6
                row["times_as_fast"] = result.get("ratio")
                row["spread"] = result["time"]["spread"]
            measured = result.get("measured", {}).get("counters", {})
            bounds = predicted.get("bounds", {})
            for counter, count in predicted.get("counters", {}).items():
                if counter not in measured:
                    continue
                surplus = measured[counter] - count
                bound = bounds.get(counter, {}).get("counter", "")
                allowed = 2 * measured.get(bound, 0)
                row.setdefault("counts", {})[counter] = [count, measured[counter]]
                if surplus:
                    row.setdefault("beside", {})[bound] = measured.get(bound)
                if surplus < 0 or surplus > allowed:
                    bad += 1
                    row["differs"] = counter
            rows.append(row)
            print(f"{name:36} {row['method']:10} {str(row['predicted']['method']):10} {row['status']:6} "
                  f"{row.get('ns', 0):10.1f} ns, plain {row.get('plain_ns', 0):10.1f} ns, x{row.get('times_as_fast') or 0:.2f} "
                  f"(predicted x{(row['predicted']['plain_half_clocks'] or 0) / max(1, row['predicted']['half_clocks'] or 1):.2f}) "
                  f"{'DIFFERS ' + row['differs'] if 'differs' in row else ''}", flush=True)
    with open(options.out, "w", encoding="utf8") as out:
        json.dump({"device": device, "date": time.strftime("%Y-%m-%d", time.gmtime()), "commit": options.commit,
                   "command": "tests/gpu/conversions.py RUNNER OUT.json", "rows": rows}, out, indent=1)
    print(f"{len(rows)} ways, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
