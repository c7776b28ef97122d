#!/usr/bin/env python3
"""Keeps PTX and SASS of the kernels that core/data has measurements of, so that page and window show them beside the CUDA text
where no runner is (Python 3, no packages).

usage: listings.py RUNNER OUT.json [--of FILE ...] [--groups WORDS] [--most BYTES] [--budget S]

The kernels are those of the FILEs, by default core/data/measured_h100.json and products_h100.json, once each, in their order: those
of the gallery, and of each other group the quickest; and what the gallery has besides that runs. With a GPU each is proved and run once; without one it is compiled alone, by
NVRTC, for the architecture that it needs, sm_90 at least. SASS needs nvdisasm (the CUDA toolkit has it); where there is none, or
it is more than BYTES long, it is left out, and said so. What was kept of a kernel and cannot be made now, stays.

OUT.json is {"nvrtc", "date", "kernels": [{"program", "arch", "cuda", "entry", "ptx", "sass"}]}, a kernel a line: what
kernel_listing (core/app/kernel_listing.h) takes beside a result. PTX is cut to the kernel's own function, with its parameters and
its .loc lines, which link it to the CUDA text. Exit 1 when a kernel is wrong, or nothing was compiled.
"""
import argparse
import datetime
import json
import os
import re
import sys
import time

import measure

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def chosen(files, groups):
    """The rows whose kernels are kept."""
    rows, best = [], {}
    for name in files:
        with open(name, encoding="utf-8") as f:
            file = json.load(f)
        for row in file.get("kernels", []) + file.get("products", []):
            if "ms" not in row:
                continue
            group = row.get("group", "products")
            rate = row.get("gb_per_s") or row.get("tflop_per_s") or 0
            rows.append((group, rate, row))
            best[group] = max(best.get(group, 0), rate)
    seen = set()
    for group, rate, row in rows:
        if group not in groups and not (rate == best[group] and group != "peak"):
            continue
        if row["program"] not in seen:
            seen.add(row["program"])
            yield row
    for name, program in gallery():
        if program not in seen:
            yield {"name": name, "program": program}


def gallery():
    """The gallery's programs that run: (name, program)."""
    name, lines = "", []
    with open(os.path.join(ROOT, "core/data/gallery.stride"), encoding="utf-8") as f:
        for line in [*f, "#= end end"]:
            if line.startswith("#= "):
                if name.startswith("run_"):
                    yield name, "".join(lines).strip()
                name, lines = line.split()[2], []
            elif not line.startswith("#"):
                lines.append(line)


def own_ptx(text, entry):
    """The function of that name, from its head to the brace that ends it."""
    at = text.find(f".entry {entry}(")
    if at < 0:
        return text
    begin = text.rfind("\n", 0, at) + 1
    depth, end = 0, len(text)
    for i in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if text[i] == "}" and depth == 0:
            end = i + 1
            break
    return "\n".join(line for line in text[begin:end].split("\n") if line.strip())


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("runner")
    p.add_argument("out")
    p.add_argument("--of", nargs="+", default=[os.path.join(ROOT, "core/data", f) for f in ("measured_h100.json", "products_h100.json")])
    p.add_argument("--groups", default="gallery")
    p.add_argument("--most", type=int, default=200_000)
    p.add_argument("--budget", type=float, default=420)
    a = p.parse_args()
    begin = time.time()
    before = {}
    if os.path.exists(a.out):
        with open(a.out, encoding="utf-8") as f:
            before = json.load(f)
    kept = {row["program"]: row for row in before.get("kernels", [])}
    nvrtc = before.get("nvrtc", "")
    runner = measure.Runner(a.runner, watchdog=60.0)
    kernels, wrong, made = [], 0, 0
    for row in chosen(a.of, a.groups.split()):
        program = row["program"]
        old = kept.get(program)
        r = {"status": "left out"} if time.time() - begin > a.budget else \
            runner.ask({"run": {"program": program, "device": "auto", "text": True, "sass": True, "seconds": 0}})
        wrong += r["status"] == "wrong"
        of = r if r.get("ptx") else r.get("compiled", {})
        ptx, sass = of.get("ptx", ""), of.get("sass", "")
        note = r["status"]
        if not ptx:
            note += f", no PTX: {of.get('error') or r.get('message', '')}"
            if old:
                kernels.append(old)
            print(f"{row['name']:56} {note}", flush=True)
            continue
        if any(k["cuda"] == r["cuda"] for k in kernels):
            continue  # another name of the same
        made += 1
        release = re.search(r"release (\d+\.\d+)", ptx)
        nvrtc = release[1] if release else nvrtc
        entry = of.get("entry") or r.get("entry") or ptx.split(".entry ", 1)[1].split("(", 1)[0].strip()
        target = re.search(r"\.target (\w+)", ptx)
        one = {"program": program, "arch": target[1] if target else of.get("arch", ""), "cuda": r["cuda"], "entry": entry, "ptx": own_ptx(ptx, entry)}
        if sass and len(sass) <= a.most:
            one["sass"] = sass
        elif not sass and old and old.get("sass") and old["cuda"] == one["cuda"]:
            one["sass"] = old["sass"]
            note += ", SASS as it was"
        else:
            note += ", no SASS: " + (f"{len(sass)} bytes" if sass else str(of.get("sass_missing") or r.get("sass_missing")))
        kernels.append(one)
        print(f"{row['name']:56} {note}, PTX {len(one['ptx'])} B, SASS {len(one.get('sass', ''))} B", flush=True)
    head = {"nvrtc": nvrtc, "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}
    with open(a.out, "w", encoding="utf-8") as f:
        f.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "kernels": [\n')
        f.write(",\n".join(json.dumps(k, separators=(",", ":"), ensure_ascii=False) for k in kernels) + "\n]}\n")
    print(f"{len(kernels)} kernels, {made} made now, {wrong} wrong, {os.path.getsize(a.out)} bytes")
    return 1 if wrong or not kernels else 0


if __name__ == "__main__":
    sys.exit(main())
