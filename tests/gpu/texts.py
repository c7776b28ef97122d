#!/usr/bin/env python3
"""The texts of kernels of the gallery, as this machine's GPU ran them: CUDA, PTX and SASS with the time beside them, for
who has no runner (Python 3, no packages).

usage: texts.py CLI RUNNER OUT.json [ID ...]

Without IDs those that core/data/texts_*.json keeps. Each kernel is checked element by element before it is timed. Of the
PTX its own function is kept, and the source's name is without its folder. Exit 1 when a kernel is wrong or has no SASS.
"""
import json
import re
import subprocess
import sys

from runner import Runner

# Small enough to be read; the other products are the same with more of it unrolled.
KEPT = [*(f"kernels/run_{name}" for name in ("copy", "transpose", "tma", "ldmatrix", "gemm", "wgmma")),
        *(f"ladder/transpose_{rung}" for rung in range(1, 6)), *(f"ladder/gemm_{rung}" for rung in (1, 8, 9, 11))]


def own_ptx(text, entry):
    """The function of that name, to the brace that ends it."""
    at = text.find(f".entry {entry}(")
    if at < 0:
        return text
    depth, kept = 0, []
    for line in text[text.rfind("\n", 0, at) + 1:].split("\n"):
        before = depth
        depth += line.count("{") - line.count("}")
        kept.append(line)
        if before > 0 and depth == 0:
            break
    return "\n".join(kept)


def row(entry, result):
    time, yardstick = result["time"], result.get("yardstick", {})
    out = {"name": entry["title"], "program": entry["program"], "ms": round(time["median_ms"], 5), "runs": time["runs"],
           "spread": round(time["spread"], 5)}
    for unit in ("gb_per_s", "tflop_per_s"):
        if unit in time:
            out[unit] = round(time[unit], 1)
        if unit in yardstick:
            out["yardstick_" + unit] = round(yardstick[unit], 1)
    out["entry"] = result["entry"]
    out["cuda"] = result["cuda"]
    out["ptx"] = own_ptx(result["ptx"], result["entry"])
    out["sass"] = re.sub(r'(//## File ")[^"]*/', r"\1", result["sass"])
    return out


def main():
    cli, runner, path, *ids = sys.argv[1:]
    listed = json.loads(subprocess.run([cli, "gallery", "--json"], capture_output=True, text=True, check=True).stdout)
    entries = listed if isinstance(listed, list) else listed["entries"]
    gpu, rows, device, bad = Runner(runner), [], {}, False
    for entry in entries:
        if entry["id"] not in (ids or KEPT):
            continue
        result = gpu.run(entry["program"], text=True, sass=True, seconds=0.2)
        if result.get("status") != "ok" or not result.get("sass"):
            print(f"{entry['id']}: {result.get('message') or result.get('sass_missing')}", file=sys.stderr)
            bad = True
            continue
        device = {"device": result["device"], "date": result["date"]}
        rows.append(row(entry, result))
    with open(path, "w") as file:
        json.dump({**device, "kernels": rows}, file, indent=1)
        file.write("\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
