#!/usr/bin/env python3
"""Accesses of kernels on the PTX machine and on a GPU: in machine code, and in the rewritten PTX (Python 3, no packages).

usage: machine_code.py trace FOLDER OUT.tar.gz STRIDESCOPE [TRACER] [--seconds S]   needs a GPU
       machine_code.py compare STRIDESCOPE FOLDER OUT.tar.gz TABLE.txt   needs no GPU
       machine_code.py gallery STRIDESCOPE FOLDER     needs no GPU
       machine_code.py launch FOLDER NUMBER...    launches kernels; `trace` calls it

FOLDER is that of `machine.py prepare`, of `tutorials.py --cases`, of `gallery`, which takes the PTX of core/data/ptx, or of
several. `trace` records each kernel by `stridescope trace`, which
sees the machine code that the driver compiles, and, with TRACER (stridescope_ptx_tracer), by rewritten PTX. A kernel
has a block or two recorded, the first and the middle one. `compare` executes the same blocks and compares:

  oracle    instruction, active lanes and addresses of each request, by warp, with those of the rewritten PTX
  bytes     the bytes that each warp reads and writes, by memory, with those of the machine code
  layouts   the layouts of one request's lanes, by memory and direction, with those of the machine code, as a set

A compiler makes one wide access of several, and drops loads, or their lanes, whose values are not used. Widths are not compared for
the first reason, "fewer loads" in the table is the second.
"""
import argparse
import concurrent.futures
import ctypes
import datetime
import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import zlib

import machine

SIZES = {"u8": 1, "i8": 1, "u16": 2, "i16": 2, "f16": 2, "bf16": 2, "u32": 4, "i32": 4, "f32": 4, "u64": 8, "i64": 8, "f64": 8}
MAP_TYPES = {size: name for name, (_, _, size) in machine.TYPES.items()}  # by bytes
CLUSTER = 4  # CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION


def listed(text):
    return [int(x) for x in text.strip("()").split(",")]


def dimensions(text):
    return (listed(str(text)) + [1, 1])[:3]


def fields_of(word):
    """The members of a structure, or the word itself."""
    if not word.startswith("{"):
        return [word]
    out, depth = [""], 0
    for c in word[1:-1]:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            out.append("")
        else:
            out[-1] += c
    return out


def cases_of(folder):
    """The kernels of a folder with the words of their arguments."""
    out = []
    file = os.path.join(folder, "cases.json")
    if os.path.exists(file):
        with open(file) as f:
            for case in json.load(f):
                if "hash" not in case:
                    continue
                command, _ = machine.trace_command("", folder, case)
                words = [command[i + 1] for i, word in enumerate(command) if word == "--arg"]
                out.append({"name": str(case["number"]), "kernel": case["kernel"], "grid": str(case["blocks"]), "block": case["threads"],
                            "shared": case["shared"], "words": words, "buffers": case["buffers"], "program": case["program"]})
    file = os.path.join(folder, "kernels.json")
    if os.path.exists(file):
        with open(file) as f:
            out += json.load(f)
    return out


def content_of(folder, case, word, count):
    """The bytes of a buffer."""
    found = re.search(r"=file:([^@,}]+)", word)
    if not found:
        return bytes(count * SIZES[word.split(":")[0]])
    name = os.path.basename(found.group(1))
    if "buffers" in case:
        return machine.contents(case["buffers"][name.split(".")[-1]])
    with open(os.path.join(folder, name), "rb") as f:
        return f.read()


class Launcher:
    def __init__(self, folder):
        self.folder, self.gpu = folder, machine.Gpu()

    def argument(self, case, word, given):
        """The bytes of a member and its alignment; a buffer is added to `given`."""
        if word.startswith("@"):
            address = given[int(word[1:])][0]
            return address.to_bytes(8, "little"), 8
        found = re.fullmatch(r"(\w+)=(-?[\d.]+)", word)
        if found:
            size = SIZES[found.group(1)]
            value = struct.pack("<f", float(found.group(2))) if found.group(1) == "f32" else int(found.group(2)).to_bytes(size, "little")
            return value, size
        kind, shape, strides = re.match(r"(\w+):\(([\d,]+)\):\(([\d,]+)\)", word).groups()
        shape, strides = listed(shape), listed(strides)
        data = content_of(self.folder, case, word, 1 + sum((s - 1) * d for s, d in zip(shape, strides)))
        memory = ctypes.c_uint64()
        self.gpu.call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(max(1, len(data))))
        self.gpu.call("cuMemcpyHtoD_v2", memory, data, ctypes.c_size_t(len(data)))
        given.append((memory.value, len(data)))
        if "@" not in word:
            return memory.value.to_bytes(8, "little"), 8
        return self.tensor_map(kind, shape, strides, word, memory.value), 64

    def tensor_map(self, kind, shape, strides, word, address):
        ways = word.split("@")[1:]
        box = next(listed(way[3:]) for way in ways if way.startswith("box"))
        steps = next((listed(way[5:]) for way in ways if way.startswith("steps")), [1] * len(box))
        swizzle = next((f"{way[2:]}B" for way in ways if way.startswith("sw")), "NONE")
        modes = sorted(zip(strides, shape))
        out, to = self.gpu.encode({"type": MAP_TYPES[SIZES[kind]], "extents": [extent for _, extent in modes], "box": box, "steps": steps,
                                   "strides": [SIZES[kind] * stride for stride, _ in modes[1:]], "swizzle": swizzle}, address)
        return ctypes.string_at(to, 128)

    def launch(self, case):
        """Launches a kernel under the name k_NAME; its buffers as (address, bytes)."""
        name = "k_" + case["name"]
        with open(os.path.join(self.folder, case["name"] + ".ptx")) as f:
            text = re.sub(rf"\b{re.escape(case['kernel'])}\b", name, f.read())
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.gpu.call("cuModuleLoadData", ctypes.byref(module), text.encode() + b"\0")
        self.gpu.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        if case["shared"]:
            self.gpu.call("cuFuncSetAttribute", function, 8, case["shared"])
        given, parameters = [], []
        for word in case["words"]:
            data = b""
            for member in fields_of(word):
                value, alignment = self.argument(case, member, given)
                data += bytes(-len(data) % alignment) + value
            parameters.append(ctypes.create_string_buffer(data + bytes(256), len(data) + 256))
        listed_parameters = (ctypes.c_void_p * len(parameters))(*[ctypes.addressof(p) for p in parameters])
        # CUlaunchConfig: three numbers of blocks, three of threads, bytes of shared memory, stream, attributes, their count.
        cluster = dimensions(case["cluster"]) if case.get("cluster") else None
        attribute = struct.pack("<II3I52x", CLUSTER, 0, *(cluster or (1, 1, 1)))
        attributes = ctypes.create_string_buffer(attribute, len(attribute))
        config = struct.pack("<7I4xQQI4x", *dimensions(case["grid"]), *dimensions(case["block"]), case["shared"], 0,
                                     ctypes.addressof(attributes), 1 if cluster else 0)
        self.gpu.call("cuLaunchKernelEx", ctypes.create_string_buffer(config, len(config)), function, listed_parameters, None)
        self.gpu.call("cuCtxSynchronize")
        for address, _ in given:
            self.gpu.call("cuMemFree_v2", ctypes.c_uint64(address))
        return given


def launch(options):
    launcher = Launcher(options.folder)
    wanted = set(options.names)
    for case in cases_of(options.folder):
        if case["name"] in wanted:
            try:
                print(json.dumps({case["name"]: launcher.launch(case)}), flush=True)
            except RuntimeError as why:
                print(json.dumps({case["name"]: str(why)}), flush=True)
                return 1
    return 0


def gallery(options):
    """Adds the gallery's kernels to a folder, with the PTX that the page has, and names those whose launch it cannot read."""
    file = os.path.join(options.folder, "kernels.json")
    cases = []
    if os.path.exists(file):
        with open(file) as f:
            cases = json.load(f)
    data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/data/ptx")
    with open(os.path.join(data, "kernels.json")) as f:
        entries = list(json.load(f))
    for entry in entries:
        program = subprocess.run([options.stridescope, "gallery", "--program", entry], capture_output=True, text=True, check=True).stdout
        text = subprocess.run([options.stridescope, "emit", "--format", "cuda", "--standalone", program], capture_output=True, text=True).stdout
        name = entry.replace("/", "_")
        try:
            case = machine.case_of(text, 0)
        except (AttributeError, ValueError) as why:
            print(f"{entry} is left out: {why}")
            continue
        case["number"] = name
        command, _ = machine.trace_command("", options.folder, case)
        words = [command[i + 1] for i, word in enumerate(command) if word == "--arg"]
        shutil.copyfile(os.path.join(data, name + ".ptx"), os.path.join(options.folder, name + ".ptx"))
        cases.append({"name": name, "kernel": case["kernel"], "grid": str(case["blocks"]), "block": case["threads"], "shared": case["shared"],
                      "words": plain(words)})
    with open(file, "w") as f:
        json.dump(cases, f)
    print(f"{len(cases)} kernels")
    return 0


def plain(words):
    """Without the contents of buffers: no address of these kernels depends on them."""
    return [re.sub(r"=file:[^@,}]+", "", word) for word in words]


def oracle(options, case):
    """What the tracer says of a kernel that it does not trace."""
    out = os.path.join(options.work, case["name"] + ".oracle")
    command = [options.tracer, "--kernel", case["kernel"], "--grid", case["grid"], "--block", str(case["block"]), "--shared", str(case["shared"])]
    for word in plain(case["words"]):
        command += ["--arg", word]
    done = subprocess.run(command + ["-o", out, os.path.join(options.folder, case["name"] + ".ptx")], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr.strip().split("\n")[0][:300]


def trace(options):
    cases = cases_of(options.folder)
    end = time.monotonic() + options.seconds
    log = {"oracle": {}, "code": {}, "buffers": {}}
    with tempfile.TemporaryDirectory() as options.work:
        def chunk(names):
            if time.monotonic() > end:
                return
            file = os.path.join(options.work, names[0] + ".code")
            done = subprocess.run([options.stridescope, "trace", "--records", "2000000", "-o", file, "--", sys.executable, __file__, "launch",
                                   options.folder, *names], capture_output=True, text=True)
            for line in done.stdout.split("\n"):
                if line.startswith('{"'):
                    log["buffers"].update(json.loads(line))
            if done.returncode != 0:
                log["code"][names[0]] = (done.stdout[-300:] + done.stderr[-300:]).strip()

        size = 12
        names = [case["name"] for case in cases]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(chunk, [names[i:i + size] for i in range(0, len(names), size)]))
            if options.tracer:
                able = [c for c in cases if not any("@" in w for w in c["words"]) and not c.get("cluster") and time.monotonic() < end]
                log["oracle"] = {c["name"]: e for c, e in zip(able, pool.map(lambda c: oracle(options, c), able)) if e}
        with open(os.path.join(options.work, "log.json"), "w") as f:
            json.dump(log, f)
        kept = sorted(os.listdir(options.work))
        with tarfile.open(options.out, "w:gz") as tar:
            for name in kept:
                tar.add(os.path.join(options.work, name), arcname=name)
    print(f"{len(cases)} kernels; {len(log['buffers'])} launched, {sum(n.endswith('.oracle') for n in kept)} traced by rewritten PTX; "
          f"errors: {json.dumps(log['code'])[:2000]} {json.dumps(log['oracle'])[:2000]}")
    return 1 if log["code"] else 0


# --- comparison ---

NUMBERS = [1] * 10 + [2, 3, 3, 1, 1, 1, 0, 0, 1]  # by kind
SHARED_KINDS = {3, 4, 5, 8, 9}


def read_trace(file):
    """The launches of a trace file (`stridescope help traces`): instructions, allocations, and blocks of requests."""
    with open(file, "rb") as f:
        data = f.read()
    head = b"stridescope-trace 1\n"
    if not data.startswith(head):
        raise ValueError("not a trace")
    data, at = zlib.decompress(data[len(head):], -15), 0

    def number():
        nonlocal at
        out = shift = 0
        while True:
            byte = data[at]
            at += 1
            out |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return out

    def text():
        nonlocal at
        size = number()
        at += size
        return data[at - size:at].decode()

    launches = []
    while at < len(data):
        tag, size = number(), number()
        end = at + size
        if tag == 2:
            launch = {"kernel": text(), "numbers": [number() for _ in range(10)], "unrecorded": [text() for _ in range(number())]}
            launch["allocations"] = [(number(), number()) for _ in range(number())]
            launch["instructions"] = [{"offset": number(), "kind": number(), "bytes": number(), "matrices": number(), "text": text(),
                                       "file": text(), "line": number()} for _ in range(number())]
            launch["blocks"] = []
            for _ in range(number()):
                block = {"number": number(), "left_out": number(), "requests": []}
                before = {}
                for _ in range(number()):
                    instruction, warp, active = number(), number(), number() ^ 0xFFFFFFFF
                    lanes = [lane for lane in range(32) if active >> lane & 1]
                    values = []
                    for n in range(NUMBERS[launch["instructions"][instruction]["kind"]]):
                        last, last_but_one = before.get((instruction, n), (0, 0))
                        row = []
                        for i in range(len(lanes)):
                            guess = 2 * last - last_but_one if i == 0 else row[0] if i == 1 else 2 * row[i - 1] - row[i - 2]
                            zigzag = number()
                            row.append((guess + (zigzag >> 1 ^ -(zigzag & 1))) & (1 << 64) - 1)
                        if row:
                            before[(instruction, n)] = (row[0], last)
                        values.append(tuple(row))
                    block["requests"].append((instruction, warp, active, tuple(values)))
                launch["blocks"].append(block)
            launches.append(launch)
        at = end
    return launches


def place_of(launch, address):
    """A global address as a buffer and an offset."""
    for i, (base, size) in enumerate(launch["allocations"]):
        if base <= address < base + size:
            return i, address - base
    return -1, address


def by_warp(launch, lanes):
    """Requests by block and warp in order, or by block, warp and lane; addresses by buffer."""
    out = {}
    for block in launch["blocks"]:
        for instruction, warp, active, values in block["requests"]:
            one = launch["instructions"][instruction]
            places = [tuple(v if one["kind"] in SHARED_KINDS or (one["kind"] == 10 and n == 1) else place_of(launch, v) for v in row)
                      for n, row in enumerate(values)]
            what = (one["kind"], one["bytes"], " ".join(one["text"].split()))
            if not lanes:
                out.setdefault((block["number"], warp), []).append((what, active, tuple(places)))
                continue
            for i, lane in enumerate(lane for lane in range(32) if active >> lane & 1):
                out.setdefault((block["number"], warp, lane), []).append((what, tuple(row[i] for row in places)))
    return out

BY_MEMORY = {"ldmatrix": "shared_load", "stmatrix": "shared_store"}
KINDS = ["global_load", "global_store", "global_atomic", "shared_load", "shared_store", "shared_atomic", "local_load", "local_store", "ldmatrix",
         "stmatrix", "async_copy", "bulk_load", "bulk_store", "remote_load", "remote_store", "matrix_product", "barrier", "other_wait", "tensor_load"]


def pieces_of(launch, buffers):
    """(block, warp, memory and direction, bytes of a lane, buffer, lanes, their offsets) of each request, the buffer -1 for
    shared memory; of a request to several buffers once for each."""
    for block in launch["blocks"]:
        for instruction, warp, active, values in block["requests"]:
            one = launch["instructions"][instruction]
            kind = KINDS[one["kind"]]
            if not kind.startswith(("global", "shared", "ldmatrix", "stmatrix", "async")):
                continue
            matrices = kind in ("ldmatrix", "stmatrix")
            lanes = tuple(lane for lane in range(8 * one["matrices"] if matrices else 32) if active >> lane & 1)
            size = 16 if matrices else one["bytes"]
            for n, row in enumerate(values[:2] if kind == "async_copy" else values[:1]):
                what = BY_MEMORY.get(kind, kind) if kind != "async_copy" else ("global_load", "shared_store")[n]
                row = row[:len(lanes)]
                if not row:
                    continue
                if what.startswith("shared"):
                    yield block["number"], warp, what, size, -1, lanes, row
                    continue
                rest = dict(zip(lanes, row))
                for i, (base, count) in enumerate(buffers):
                    inside = [lane for lane, address in rest.items() if base <= address < base + count]
                    if inside:
                        yield block["number"], warp, what, size, i, tuple(inside), tuple(rest.pop(lane) - base for lane in inside)
                if rest:
                    yield block["number"], warp, what, size, -2, tuple(rest), tuple(rest.values())


def joined(ranges):
    """Ranges of bytes without overlap, in order."""
    out = []
    for where, first, end in sorted(ranges):
        if out and out[-1][0] == where and first <= out[-1][2]:
            out[-1][2] = max(out[-1][2], end)
        else:
            out.append([where, first, end])
    return out


def bytes_of(launch, buffers):
    """The ranges of bytes by (block, warp, memory and direction)."""
    out = {}
    for block, warp, what, size, where, _, offsets in pieces_of(launch, buffers):
        ranges = out.setdefault((block, warp, what), set())
        in_order = sorted(offsets)
        begin = end = in_order[0]
        for offset in in_order:
            if offset > end:
                ranges.add((where, begin, end))
                begin = offset
            end = max(end, offset + size)
        ranges.add((where, begin, end))
    return {key: joined(ranges) for key, ranges in out.items()}


def patterns_of(launch, buffers):
    """The lanes' places relative to the first lane's, by memory and direction."""
    out = set()
    for _, _, what, _, _, lanes, offsets in pieces_of(launch, buffers):
        out.add((what, lanes, tuple([offset - offsets[0] for offset in offsets])))
    return {(what, tuple(zip(lanes, offsets))) for what, lanes, offsets in out}


def within(layout, others):
    """True if a layout is one of the others, or a part of its lanes, with their places."""
    kind, lanes = layout
    for other_kind, other in others:
        if kind != other_kind or len(lanes) >= len(other):
            continue
        places = dict(other)
        if all(lane in places for lane, _ in lanes) and len({places[lane] - at for lane, at in lanes}) == 1:
            return True
    return layout in others


def machine_trace(options, case, work):
    out = os.path.join(work, case["name"] + ".machine")
    command = [options.stridescope, "trace", "--machine", "--records", "2000000", "--kernel", case["kernel"], "--grid", case["grid"], "--block",
               str(case["block"]), "-o", out]
    command += ["--shared", str(case["shared"])] if case["shared"] else []
    command += ["--cluster", case["cluster"]] if case.get("cluster") else []
    for word in plain(case["words"]):
        command += ["--arg", word]
    done = subprocess.run(command + [os.path.join(options.folder, case["name"] + ".ptx")], capture_output=True, text=True)
    return read_trace(out)[0] if done.returncode == 0 else done.stderr.strip()[:300]


def same_places(theirs, mine, lanes):
    """True for equal requests, up to the order in which the driver places the variables of shared memory."""
    if theirs == mine:
        return any(mine.values())
    if theirs.keys() != mine.keys():
        return False
    moved = {}
    for key, requests in theirs.items():
        if len(requests) != len(mine[key]):
            return False
        for (*what, places), (*my_what, my_places) in zip(requests, mine[key]):
            if what != my_what:
                return False
            for row, my_row in zip(places, my_places):
                for place, my_place in [(row, my_row)] if lanes else zip(row, my_row):
                    # A global place is a buffer and an offset.
                    if isinstance(place, tuple) and place != my_place or moved.setdefault(place, my_place) != my_place:
                        return False
    # Variables, as many as there are distances, are moved as a whole.
    return len(set(moved.values())) == len(moved) and len({mine_ - place for place, mine_ in moved.items() if not isinstance(place, tuple)}) <= 4


def begin_of(mine, theirs, whole):
    """The machine's requests up to the last one of each warp that the tracer had room for."""
    return mine if whole else {key: mine.get(key, [])[:len(requests)] for key, requests in theirs.items()}


def row_of(options, case, work, launched, given, refusal):
    with open(os.path.join(options.folder, case["name"] + ".ptx"), "rb") as f:
        row = {"kernel": case.get("program") or case["name"], "ptx": hashlib.sha256(f.read()).hexdigest()[:16]}
    mine = machine_trace(options, case, work)
    if isinstance(mine, str):
        return {**row, "error": mine}
    other = os.path.join(work, case["name"] + ".oracle")
    if os.path.exists(other):
        theirs = read_trace(other)[0]
        whole = not any(block["left_out"] for block in theirs["blocks"])
        row["oracle"] = next((name if whole else "first " + name for lanes, name in ((False, "requests"), (True, "lanes"))
                              if same_places(by_warp(theirs, lanes), begin_of(by_warp(mine, lanes), by_warp(theirs, lanes), whole), lanes)), "differs")
    elif refusal:
        row["oracle"] = "refused: " + re.sub(r"\d+", "N", refusal)[:120]
    if launched is None or not isinstance(given, list):
        row["bytes"] = row["layouts"] = "not traced"
        return row
    mine_buffers = mine["allocations"]
    row["unrecorded"] = launched["unrecorded"]
    common = {b["number"] for b in mine["blocks"]} & {b["number"] for b in launched["blocks"]}
    for trace_ in (mine, launched):
        trace_["blocks"] = [b for b in trace_["blocks"] if b["number"] in common]
    row["blocks"] = len(common)
    row["left_out"] = sum(b["left_out"] for t in (mine, launched) for b in t["blocks"])
    if row["left_out"]:
        row["bytes"] = row["layouts"] = "not all recorded"
        return row
    a, b = bytes_of(mine, mine_buffers), bytes_of(launched, given)
    different = {key: (a.get(key, []), b.get(key, [])) for key in a.keys() | b.keys() if a.get(key, []) != b.get(key, [])}
    fewer = all(key[2].endswith("load") and joined(mine_ + code_) == mine_ for key, (mine_, code_) in different.items())
    kinds = ", ".join(sorted({key[2] for key in different}))
    row["bytes"] = "equal" if not different else f"{'fewer loads' if fewer else 'differ'}: {kinds}"
    p, q = patterns_of(mine, mine_buffers), patterns_of(launched, given)
    left = {one for one in q - p if not within(one, p)}
    kinds = ", ".join(sorted({k for k, _ in p ^ q}))
    row["layouts"] = "equal" if p == q else f"{'fewer loads' if not left and all('load' in k for k, _ in p ^ q) else 'differ'}: {kinds}"
    row["patterns"] = [len(p - q), len(q - p), len(p & q)]
    return row


def compare(options):
    cases = cases_of(options.folder)
    with tempfile.TemporaryDirectory() as work:
        with tarfile.open(options.traces) as tar:
            tar.extractall(work)
        with open(os.path.join(work, "log.json")) as f:
            log = json.load(f)
        code = {}
        for name in sorted(os.listdir(work)):
            if name.endswith(".code"):
                for launched in read_trace(os.path.join(work, name)):
                    code[re.split(r"[(<]", launched["kernel"])[0]] = launched
        names = [case["name"] for case in cases]
        with concurrent.futures.ProcessPoolExecutor() as pool:
            rows = list(pool.map(row_of, *zip(*((options, case, work, code.get("k_" + name), log["buffers"].get(name), log["oracle"].get(name))
                                                for name, case in zip(names, cases)))))
    counts = {key: {} for key in ("oracle", "bytes", "layouts", "error")}
    for row in rows:
        for key in counts:
            if key in row:
                counts[key][row[key]] = counts[key].get(row[key], 0) + 1
    with open(options.table, "w") as f:
        f.write(f"# Traces of {len(rows)} kernels on an {options.device}, {datetime.date.today()}, commit {options.commit}, compared with the PTX\n"
                "# machine's by machine_code.py: a hash of the PTX; equal to the rewritten PTX's in requests, or by lane; bytes and layouts of\n"
                "# the machine code.\n")
        for row in rows:
            f.write(" ".join([row["ptx"], *(row.get(key, "-").split(":")[0].replace(" ", "_") for key in ("oracle", "bytes", "layouts"))]) + "\n")
    print(json.dumps(counts, indent=1))
    for row in rows:
        if "error" in row or "differ" in " ".join(row.get(key, "") for key in ("oracle", "bytes", "layouts")):
            print(json.dumps(row))
    return 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("trace")
    for name in ("folder", "out", "stridescope"):
        one.add_argument(name)
    one.add_argument("tracer", nargs="?")
    one.add_argument("--seconds", type=float, default=400)
    two = commands.add_parser("compare")
    for name in ("stridescope", "folder", "traces", "table"):
        two.add_argument(name)
    two.add_argument("--commit", default="unknown")
    two.add_argument("--device", default="unknown device", help="and its driver")
    four = commands.add_parser("gallery")
    for name in ("stridescope", "folder"):
        four.add_argument(name)
    three = commands.add_parser("launch")
    three.add_argument("folder")
    three.add_argument("names", nargs="+")
    options = parser.parse_args()
    return {"trace": trace, "compare": compare, "gallery": gallery, "launch": launch}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
