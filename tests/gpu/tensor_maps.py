#!/usr/bin/env python3
"""Tensor maps on a GPU and on the PTX machine: which bytes a copy moves, which maps the driver refuses, and which copies
fault (Python 3, no packages).

usage: tensor_maps.py prepare STRIDESCOPE FOLDER    what the machine does; needs no GPU
       tensor_maps.py run FOLDER OUT.json           needs a GPU, not Stridescope; compares
       tensor_maps.py copy FOLDER NUMBER...         copies on a GPU; `run` calls it

The documentation of PTX and of the driver names the layouts NC/8HWC8 and NC/16HWC16, but not which coordinate counts
what; it does not say either which NaN fills, nor that a copy faults whose first coordinate is not at a multiple of 16
bytes. The source has a number in each 16 bits, so that the bytes of shared memory tell where they are from; 0 is what is
filled in, 0xEEEE was not written. A copy's end is not awaited, since its bytes are asked for: the block sleeps, then reads.
"""
import concurrent.futures
import ctypes
import json
import os
import struct
import subprocess
import sys

from machine import Gpu

SHARED = 40960
BASE = 4096  # of the tensor in its buffer
BYTES = 118784
UNTOUCHED = 0xEEEE
NAN = 0x7FF7
# The driver's numbers, and the words of `trace --machine`: type, its name, its bytes.
TYPES = {"u8": (0, 1), "u16": (1, 2), "u32": (2, 4), "f16": (6, 2), "bf16": (9, 2), "f32": (7, 4), "f64": (8, 8)}
SWIZZLES = ["", "@sw32", "@sw64", "@sw128"]


def case(name, extents, strides, box, at, interleave=1, swizzle=0, type_="u16", steps=None, nan=0, store=False, image=None, offsets=None,
         adds=False):
    return {"adds": adds, "name": name, "type": type_, "extents": extents, "strides": strides, "box": box, "at": at, "interleave": interleave,
            "swizzle": swizzle, "steps": steps or [1] * len(extents), "nan": nan, "store": store, "image": image, "offsets": offsets}


R3 = ([24, 40, 5], [544, 21760])
R4 = ([9, 7, 5, 3], [544, 4160, 22560])
R5 = ([7, 5, 4, 3, 2], [544, 2848, 11424, 35872])


def unit(rank, i, by=1):
    return [by if k == i else 0 for k in range(rank)]


def interleaved(ways, swizzle):
    """Boxes, corners and images of vectors of 16 * ways bytes."""
    def add(name, *arguments, **more):
        return case(f"{16 * ways} bytes: {name}", *arguments, interleave=ways, swizzle=swizzle, **more)

    out = [add(f"slices {n}", *R3, [8, n, 2], [0, 0, 0]) for n in (1, 3, 8, 17, 256)]
    out += [add(f"box {a} {b}", *R3, [a, 1, b], [0, 0, 0]) for a in (8, 16, 24, 32) for b in (1, 3, 5)]
    out += [add(f"box {box}", *R4, box, [0] * 4) for box in ([8, 2, 3, 2], [8, 8, 3, 2], [8, 16, 2, 3], [8, 3, 5, 3])]
    out += [add(f"box {box}", *R5, box, [0] * 5) for box in ([8, 2, 3, 2, 2], [8, 8, 2, 2, 2], [8, 16, 2, 3, 1], [8, 1, 4, 3, 2])]
    for shape, box in ((R3, [8, 8, 3]), (R4, [8, 8, 3, 2])):
        for i, extent in enumerate(shape[0]):
            out += [add(f"coordinate {i} of {len(box)} is {at}", *shape, box, unit(len(box), i, at)) for at in (-9, -1, 1, 3, extent - 1)]
    out += [add(f"step {step} along {i}", *R4, [8, 8, 4, 3], [0] * 4, steps=[step if k == i else 1 for k in range(4)]) for i in range(4) for step in (2, 3)]
    for name in ("u8", "f16", "f32", "f64"):
        out += [add(f"{name} {box}", *R3, box, [1, 2, 1], type_=name) for box in ([16, 3, 2], [16, 8, 2])]
        out += [add(f"{name} of {n}", *R3, [n, 8, 1], [0, 0, 0], type_=name) for n in (1, 2, 3, 4, 5, 8)]
    out += [add(f"NaN of {name}", *R3, [16, 1, 2], [20, 1, 1], type_=name, nan=1) for name in ("f16", "bf16", "f32", "f64")]
    out += [add("store", *R3, [8, 8, 3], [1, 2, 1], store=True), add("store outside", *R3, [8, 8, 3], [20, 38, 3], store=True)]
    out += [add(f"image of {channels} channels, {pixels} pixels", *R4, [], [0] * 4, image=[channels, pixels, [0, 0], [0, 0]], offsets=[0, 0])
            for channels in (4, 8, 64, 256) for pixels in (1, 20, 64)]
    for lower, upper in (([0, 0], [-2, -1]), ([-1, -1], [0, 0]), ([-1, 0], [-1, -1]), ([0, -1], [-1, -2])):
        for offsets in ([0, 0], [1, 2]):
            for at in ([*lower, 0, 0], [lower[0], 0, lower[1], 0], [lower[0], lower[1] - 1, 0, 0]):
                out.append(add(f"corners {lower} {upper} {offsets} {at}", *R4, [], at, image=[16, 30, lower, upper], offsets=offsets))
    out += [add(f"image, step {step} along {i}", *R4, [], [0] * 4, image=[8, 70, [0, 0], [0, 0]], offsets=[0, 0], steps=[step if k == i else 1 for k in range(4)])
            for i in range(4) for step in (2, 3)]
    out += [add("image of 3 dimensions", *R5, [], [-1, 0, -1, 1, 0], image=[8, 50, [-1, 0, -1], [-2, -1, -1]], offsets=[1, 2, 1]),
            add("image of 1 dimension", *R3, [], [0, 0, 0], image=[8, 50, [0], [0]], offsets=[0])]
    out += [add(f"stride of {stride}", R3[0], [stride, 22400], [8, 8, 1], [0, 0, 0]) for stride in (544, 552, 560)]
    out += [add("rank 2", R3[0][:2], [544], [8, 8], [0, 0])]
    return out


def plain():
    """Boxes and images of elements."""
    out = []
    for name, size in (("u8", 1), ("f16", 2), ("f32", 4), ("f64", 8)):
        n = 16 // size
        out += [case(f"{name} at {at}", [48, 10], [544], [n, 2], [at, 0], 0, type_=name) for at in (-n, -1, 1, n // 2, n, 20)]
        out += [case(f"{name} extent {extent}", [extent, 10], [544], [4 * n, 2], [0, 0], 0, type_=name) for extent in (33, 4 * n - 1, 3 * n + 1)]
        out += [case(f"{name} store, extent {extent}", [extent, 10], [544], [4 * n, 2], [0, 6], 0, type_=name, store=True)
                for extent in (33, 4 * n - 1, 3 * n + 1)]
        out += [case(f"{name} store at {at}", [48, 10], [544], [n, 2], [at, 0], 0, type_=name, store=True) for at in (1, n)]
        out += [case(f"{name} in rows of {16 * k} bytes, swizzle {s}", [256, 20], [1088], [k * n, 9], [0, 0], 0, swizzle=s, type_=name)
                for k in (1, 2, 3, 4, 8) for s in (0, 1, 2, 3)]
    out += [case(f"add {name}, extent {extent}", [extent, 10], [544], [16, 2], [0, 6], 0, type_=name, store=True, adds=True)
            for name in ("u32", "f16") for extent in (9, 13, 16)]
    out += [case(f"NaN of {name}", [40, 10], [544], [16, 2], [32, 9], 0, type_=name, nan=1) for name in ("f16", "bf16", "f32", "f64")]
    for step in (2, 3):
        out += [case(f"step {step} along {i}", [64, 10], [544], [32, 4], [0, 0], 0, steps=[step if k == i else 1 for k in range(2)])
                for i in range(2)]
        out += [case(f"image, step {step} along {i}", *R4, [], [0] * 4, 0, image=[8, 70, [0, 0], [0, 0]], offsets=[0, 0],
                     steps=[step if k == i else 1 for k in range(4)]) for i in range(4)]
    wide = ([40, 7, 5, 3], [544, 4160, 22560])
    out += [case(f"image from channel {at}", *wide, [], [at, 0, 0, 0], 0, image=[16, 6, [0, 0], [0, 0]], offsets=[0, 0]) for at in (-8, -1, 1, 8, 16, 32)]
    for lower, upper in (([0, 0], [0, 0]), ([-1, -2], [-1, -2]), ([-1, 0], [1, -1])):
        for offsets in ([0, 0], [1, 2]):
            for w in (lower[0] - 1, lower[0], 6 + upper[0], 7 + upper[0]):
                out.append(case(f"image {lower} {upper} {offsets} w {w}", *wide, [], [0, w, 0, 0], 0, image=[16, 40, lower, upper], offsets=offsets))
            for h in (lower[1] - 1, lower[1], 4 + upper[1], 5 + upper[1]):
                out.append(case(f"image {lower} {upper} {offsets} h {h}", *wide, [], [0, 0, h, 0], 0, image=[16, 40, lower, upper], offsets=offsets))
    out += [case(f"image n {n}", *wide, [], [0, 0, 0, n], 0, image=[16, 40, [0, 0], [0, 0]], offsets=[0, 0]) for n in (-1, 2, 3)]
    for rank in range(1, 6):
        extents = [40, 6, 5, 3, 2][:rank]
        strides = [544, 3264, 16320, 48960][:rank - 1]
        out += [case(f"rank {rank} at {at}", extents, strides, [16, 3, 2, 2, 2][:rank], [at] + [1, -1, 2, 0][:rank - 1], 0) for at in (0, -8, 32)]
    out += [case(f"swizzle {s} of 16-byte vectors", *R3, [16, 4, 2], [0, 0, 0], 1, s) for s in (1, 2, 3)]
    out += [case(f"swizzle {s} of 32-byte vectors", *R3, [16, 4, 2], [0, 0, 0], 2, s) for s in (0, 2, 3)]
    return out


def cases():
    return interleaved(1, 0) + interleaved(2, 1) + plain()


def ptx(c):
    """Fills shared memory, copies once, and writes shared memory to `out`, then whether the bytes of `expect` completed the phase."""
    rank = len(c["extents"])
    words = ", ".join(f"%r{10 + i}" for i in range(rank))
    mode = "tile" if c["image"] is None else "im2col"
    offsets = ", {" + ", ".join(f"%h{i}" for i in range(rank - 2)) + "}" if c["image"] else ""
    load = (f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes [%r1], [%rd1, {{{words}}}], [%r2]{offsets};")
    store = (f"{'cp.reduce' if c['adds'] else 'cp'}.async.bulk.tensor.{rank}d.global.shared::cta{'.add' if c['adds'] else ''}.tile.bulk_group [%rd1, {{{words}}}], [%r1];\n"
             "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;")
    set_offsets = "\n".join(f"mov.b16 %h{i}, {v};" for i, v in enumerate(c["offsets"] or []))
    coordinates = "\n".join(f"mov.b32 %r{10 + i}, {v};" for i, v in enumerate(c["at"]))
    fill = "mad.lo.u32 %r6, %r3, 131074, 131073;" if c["store"] else f"mov.u32 %r6, {UNTOUCHED * 65537};"
    return f"""
.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 out, .param .u32 expect)
{{
.reg .b32 %r<20>; .reg .b64 %rd<9>; .reg .b16 %h<4>; .reg .pred %p<9>;
.shared .align 1024 .b8 s[{SHARED}];
.shared .align 8 .b8 m[8];
mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1;
ld.param.u64 %rd2, [out]; cvta.to.global.u64 %rd2, %rd2;
ld.param.u32 %r7, [expect];
mov.u32 %r1, s; mov.u32 %r2, m; mov.u32 %r0, %tid.x;
{coordinates}
{set_offsets}
mov.u32 %r3, %r0;
FILL: {fill}
shl.b32 %r5, %r3, 2; add.u32 %r5, %r5, %r1; st.shared.b32 [%r5], %r6;
add.u32 %r3, %r3, 32; setp.lt.u32 %p1, %r3, {SHARED // 4}; @%p1 bra FILL;
fence.proxy.async.shared::cta;
setp.ne.u32 %p2, %r0, 0; mov.u32 %r8, 0; @%p2 bra READ;
mbarrier.init.shared.b64 [%r2], 1;
fence.mbarrier_init.release.cluster; fence.proxy.async.shared::cta;
mbarrier.arrive.expect_tx.shared.b64 _, [%r2], %r7;
{store if c['store'] else load}
mov.u32 %r4, 0;
SLEEP: nanosleep.u32 10000; add.u32 %r4, %r4, 1;
mbarrier.test_wait.parity.shared.b64 %p3, [%r2], 0; selp.u32 %r8, 1, %r8, %p3;
setp.lt.u32 %p4, %r4, 100; @%p4 bra SLEEP;
READ: bar.sync 0;
mov.u32 %r3, %r0;
COPY: shl.b32 %r5, %r3, 2; add.u32 %r6, %r5, %r1; ld.shared.b32 %r9, [%r6];
cvt.u64.u32 %rd3, %r5; add.s64 %rd3, %rd3, %rd2; st.global.b32 [%rd3], %r9;
add.u32 %r3, %r3, 32; setp.lt.u32 %p1, %r3, {SHARED // 4}; @%p1 bra COPY;
@!%p2 st.global.b32 [%rd2+{SHARED}], %r8;
ret;
}}
"""


def source(c):
    count = BYTES // 2
    return bytes(BYTES) if c["store"] else struct.pack(f"<{count}H", *range(1, count + 1))


def places(shared, source_bytes, c):
    """By piece of 16 bytes that was written: [where, from where], relative to the tensor. -1: zeros; -2: NaNs; a list: its numbers."""
    data = struct.unpack(f"<{len(source_bytes if c['store'] else shared) // 2}H", source_bytes if c["store"] else shared)
    idle = 0 if c["store"] else UNTOUCHED
    out = []
    for i in range(0, len(data), 8):
        piece = data[i:i + 8]
        if all(w == idle for w in piece):
            continue
        whole = all(w == piece[0] + k for k, w in enumerate(piece)) and piece[0] != 0
        filled = len(set(piece)) == 1 and piece[0] in (0, NAN)
        at = 2 * (piece[0] - 1)
        where = 2 * i - BASE if c["store"] else 2 * i
        out.append([where, (at if c["store"] else at - BASE) if whole else -1 - (piece[0] == NAN) if filled else list(piece)])
    return out


# --- on the machine ---

def size_of(c):
    """Bytes up to the last one of the tensor."""
    unit_bytes = 16 * c["interleave"] or TYPES[c["type"]][1]
    return sum((e - 1) * s for e, s in zip(c["extents"], [unit_bytes, *c["strides"]])) + unit_bytes


def map_word(c, file):
    size = TYPES[c["type"]][1]
    vector = 16 * c["interleave"] // size
    listed = lambda values: ",".join(str(v) for v in values)
    if vector:
        extents, strides = [vector, *c["extents"]], [1, vector, *(s // size for s in c["strides"])]
    else:
        extents, strides = c["extents"], [1, *(s // size for s in c["strides"])]
    words = f"interleave{16 * c['interleave']}@" if vector else ""
    if c["image"]:
        channels, pixels, lower, upper = c["image"]
        words += f"image({channels},{pixels})@lower({listed(lower)})@upper({listed(upper)})"
    else:
        words += f"box({listed(c['box'])})"
    return (f"{c['type']}:({listed(extents)}):({listed(strides)})=file:{file}@{words}{SWIZZLES[c['swizzle']]}@steps({listed(c['steps'])})"
            f"{'@nan' if c['nan'] else ''}")


def prepare(stridescope, folder):
    os.makedirs(folder, exist_ok=True)
    rows = cases()
    refused = 0
    for i, c in enumerate(rows):
        place = os.path.join(folder, str(i))
        with open(place + ".ptx", "w") as f:
            f.write(ptx(c))
        with open(place + ".bytes", "wb") as f:
            f.write(source(c)[BASE:BASE + size_of(c)])
        done = subprocess.run([stridescope, "trace", "--machine", "--grid", "1", "--block", "32", "--arg", map_word(c, place + ".bytes"), "--arg",
                               f"u8:({SHARED + 4}):(1)=zeros", "--arg", "u32=524288", "--records", "1", "--results", place + ".results", "-o",
                               os.devnull, place + ".ptx"], capture_output=True, text=True)
        os.remove(place + ".bytes")
        if done.returncode != 0:
            refused += 1
            c["refused"] = done.stderr.strip()[:300]
            continue
        with open(place + ".results", "rb") as f:
            results = f.read()
        os.remove(place + ".results")
        tensor = bytes(BASE) + results[:-SHARED - 4]
        c["machine"] = places(results[-SHARED - 4:-4], tensor + bytes(-len(tensor) % 16), c)
    with open(os.path.join(folder, "cases.json"), "w") as f:
        json.dump(rows, f)
    print(f"{len(rows)} copies, {refused} of them refused by the machine")
    return 0


# --- on a GPU ---

def encode(gpu, c, address):
    out = (ctypes.c_ubyte * 192)()
    to = ctypes.c_void_p(ctypes.addressof(out) + (-ctypes.addressof(out)) % 64)
    listed = lambda kind, v: (kind * max(1, len(v)))(*v)
    head = (to, TYPES[c["type"]][0], len(c["extents"]), ctypes.c_void_p(address), listed(ctypes.c_uint64, c["extents"]),
            listed(ctypes.c_uint64, c["strides"]))
    tail = (listed(ctypes.c_uint32, c["steps"]), c["interleave"], c["swizzle"], 0, c["nan"])
    if c["image"]:
        channels, pixels, lower, upper = c["image"]
        gpu.call("cuTensorMapEncodeIm2col", *head, listed(ctypes.c_int, lower), listed(ctypes.c_int, upper), channels, pixels, *tail)
    else:
        gpu.call("cuTensorMapEncodeTiled", *head, listed(ctypes.c_uint32, c["box"]), *tail)
    return out, to


def launch(gpu, function, c, expect):
    """Shared memory, the source, and whether the mbarrier's phase was over."""
    memory, results, data = ctypes.c_uint64(), ctypes.c_uint64(), source(c)
    gpu.call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(BYTES))
    gpu.call("cuMemAlloc_v2", ctypes.byref(results), ctypes.c_size_t(SHARED + 4))
    try:
        gpu.call("cuMemcpyHtoD_v2", memory, data, ctypes.c_size_t(BYTES))
        kept, place = encode(gpu, c, memory.value + BASE)
        wanted = ctypes.c_uint32(expect)
        pointers = (ctypes.c_void_p * 3)(place.value, ctypes.addressof(results), ctypes.addressof(wanted))
        gpu.call("cuLaunchKernel", function, 1, 1, 1, 32, 1, 1, 0, None, pointers, None)
        gpu.call("cuCtxSynchronize")
        del kept
        out, after = ctypes.create_string_buffer(SHARED + 4), ctypes.create_string_buffer(BYTES)
        gpu.call("cuMemcpyDtoH_v2", out, results, ctypes.c_size_t(SHARED + 4))
        gpu.call("cuMemcpyDtoH_v2", after, memory, ctypes.c_size_t(BYTES))
    finally:
        gpu.call("cuMemFree_v2", memory)
        gpu.call("cuMemFree_v2", results)
    return out.raw[:SHARED], after.raw, bool(struct.unpack("<I", out.raw[SHARED:])[0])


def copy(folder, numbers):
    """Prints a line of JSON for each case; ends at a fault, which ends the context."""
    rows = read_cases(folder)
    gpu = Gpu()
    for i in numbers:
        c = rows[i]
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        done = {"number": i, "device": gpu.name}
        try:
            with open(os.path.join(folder, f"{i}.ptx"), "rb") as f:
                gpu.call("cuModuleLoadData", ctypes.byref(module), f.read() + b"\0")
            gpu.call("cuModuleGetFunction", ctypes.byref(function), module, b"k")
            shared, after, _ = launch(gpu, function, c, 1 << 19)
            done["gpu"] = places(shared, after, c)
            if not c["store"]:
                done["counted"] = launch(gpu, function, c, 16 * len(done["gpu"]))[2]
            gpu.call("cuModuleUnload", module)
        except RuntimeError as why:
            done["error"] = str(why)
        print(json.dumps(done), flush=True)
        if "error" in done and "ENCODE" not in done["error"].upper():
            return 0
    return 0


def read_cases(folder):
    with open(os.path.join(folder, "cases.json")) as f:
        return json.load(f)


def run(folder, path):
    rows = read_cases(folder)

    def part(numbers):
        while numbers:
            done = subprocess.run([sys.executable, __file__, "copy", folder, *map(str, numbers)], capture_output=True, text=True)
            lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
            for one in lines:
                rows[one.pop("number")].update(one)
            if not lines:
                rows[numbers[0]]["error"] = "no answer: " + done.stderr[-300:]
            numbers = numbers[max(1, len(lines)):]

    size = 12
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(part, [list(range(i, min(i + size, len(rows)))) for i in range(0, len(rows), size)]))
    equal = 0
    counts = {"copied": 0, "refused by the driver": 0, "fault": 0}
    for c in rows:
        outcome = "copied" if "gpu" in c else "refused by the driver" if "ENCODE" in c.get("error", "").upper() else "fault"
        counts[outcome] += 1
        same = "refused" in c if outcome != "copied" else c["gpu"] == c.get("machine") and (c["store"] or c["counted"])
        equal += same
        if not same:
            print("DIFFERS", c["name"], outcome, c.get("error", "")[:80], "GPU", c.get("gpu", [])[:12], "machine", c.get("machine", c.get("refused"))[:12])
    device = next((c["device"] for c in rows if "device" in c), "no GPU")
    with open(path, "w") as f:
        json.dump({"device": device, "copies": len(rows), "equal": equal, "rows": rows}, f)
    print(f"{device}: {equal} of {len(rows)} are equal to the machine; {json.dumps(counts)}")
    return 0 if equal == len(rows) else 1


def main(arguments):
    if len(arguments) == 4 and arguments[1] == "prepare":
        return prepare(*arguments[2:])
    if len(arguments) == 4 and arguments[1] == "run":
        return run(*arguments[2:])
    if len(arguments) > 3 and arguments[1] == "copy":
        return copy(arguments[2], [int(n) for n in arguments[3:]])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
