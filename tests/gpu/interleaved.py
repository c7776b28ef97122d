#!/usr/bin/env python3
"""Interleaved tensor maps on a GPU: which bytes a copy moves, and which maps the driver refuses (Python 3, no packages).

usage: interleaved.py prepare STRIDESCOPE FOLDER    what the PTX machine does; needs no GPU
       interleaved.py run FOLDER OUT.json           needs a GPU, not Stridescope

PTX names the layouts NC/8DHWC8 and NC/16HWC16, but not which coordinate counts what. So `run` first prints how far each
coordinate moves a copy of one vector, and then compares all copies with those of the machine, byte by byte. The source
has a number in each 16 bits, so that the bytes of shared memory tell where they are from; 0 is what is filled in,
0xEEEE was not written. A copy's end is not awaited, since its bytes are what is asked: the block sleeps, then reads.
"""
import ctypes
import json
import os
import struct
import subprocess
import sys

from machine import Gpu

SHARED = 16384
BASE = 4096  # of the tensor in its buffer
BYTES = 118784
UNTOUCHED = 0xEEEE
# The driver's numbers, and the words of `trace --machine`: type, its name, its bytes.
TYPES = {"u8": (0, 1), "u16": (1, 2), "f16": (6, 2), "f32": (7, 4), "f64": (8, 8)}
SWIZZLES = ["", "@sw32", "@sw64", "@sw128"]


def case(name, extents, strides, box, at, interleave=1, swizzle=0, type_="u16", steps=None, nan=0, store=False, image=None, offsets=None,
         address=0):
    return {"name": name, "type": type_, "extents": extents, "strides": strides, "box": box, "at": at, "interleave": interleave,
            "swizzle": swizzle, "steps": steps or [1] * len(extents), "nan": nan, "store": store, "image": image, "offsets": offsets,
            "address": address}


R3 = ([24, 10, 6], [544, 7232])
R4 = ([9, 7, 5, 3], [544, 4160, 22560])
R5 = ([7, 5, 4, 3, 2], [544, 2848, 11424, 35872])


def unit(rank, i, by=1):
    return [by if k == i else 0 for k in range(rank)]


def cases():
    out = []
    # One vector: how far does each coordinate move it?
    for interleave, swizzle in ((1, 0), (2, 1)):
        for extents, strides in (R3, R4, R5):
            rank = len(extents)
            for i in [None, *range(rank)]:
                out.append(case(f"unit rank {rank} interleave {16 * interleave} coordinate {i}", extents, strides, [1] * rank,
                                [0] * rank if i is None else unit(rank, i), interleave, swizzle))
            for by in (2, 8):
                out.append(case(f"unit rank {rank} interleave {16 * interleave} coordinate 0 by {by}", extents, strides, [1] * rank, unit(rank, 0, by),
                                interleave, swizzle))
    # The order of a box in shared memory.
    for i in range(3):
        for n in (2, 3, 8):
            out.append(case(f"box {n} along {i}", *R3, [n if k == i else 1 for k in range(3)], [0, 0, 0]))
    out.append(case("box 16 along 0", *R3, [16, 1, 1], [0, 0, 0]))
    out.append(case("box 2 3 2", *R3, [2, 3, 2], [1, 2, 1]))
    out.append(case("box 2 3 2 by 32", *R3, [2, 3, 2], [1, 2, 1], 2, 1))
    out.append(case("box 2 2 3 2", *R4, [2, 2, 3, 2], [1, 2, 1, 0]))
    out.append(case("box 2 2 3 2 1", *R5, [2, 2, 3, 2, 1], [1, 2, 1, 0, 1]))
    for name in ("u8", "f16", "f32", "f64"):
        out.append(case(f"box 2 3 2 of {name}", *R3, [2, 3, 2], [1, 2, 1], type_=name))
        out.append(case(f"box 2 3 2 of {name} by 32", *R3, [2, 3, 2], [1, 2, 1], 2, 1, type_=name))
    for swizzle in (1, 2, 3):
        out.append(case(f"box 16 4 2 swizzle {swizzle}", *R3, [16, 4, 2], [0, 0, 0], 1, swizzle))
    out.append(case("box 8 4 2 by 32", *R3, [8, 4, 2], [0, 0, 0], 2, 1))
    # Outside of the tensor, in each dimension.
    for i in range(3):
        for at in (-1, R3[0][i] - 1):
            out.append(case(f"outside {i} at {at}", *R3, [2, 2, 2], unit(3, i, at)))
            out.append(case(f"outside {i} at {at} with NaN by 32", *R3, [2, 2, 2], unit(3, i, at), 2, 1, "f16", nan=1))
    # Element strides; that of dimension 0 without interleave, too.
    for i in range(3):
        out.append(case(f"step 2 along {i}", *R3, [4, 4, 4], [0, 0, 0], steps=[2 if k == i else 1 for k in range(3)]))
    out.append(case("step 2 along 0, not interleaved", [64, 10], [544], [32, 2], [0, 0], 0, steps=[2, 1]))
    # Images: one pixel or some, and channels.
    for channels in (1, 2, 8, 16, 32):
        for pixels in (1, 4):
            out.append(case(f"image of {channels} channels, {pixels} pixels", *R4, [], [0, 0, 0, 0], image=[channels, pixels, [0, 0], [0, 0]],
                            offsets=[0, 0]))
    for i in range(4):
        out.append(case(f"image, coordinate {i}", *R4, [], unit(4, i), image=[8, 2, [0, 0], [0, 0]], offsets=[0, 0]))
        out.append(case(f"image by 32, coordinate {i}", *R4, [], unit(4, i), 2, 1, image=[16, 2, [0, 0], [0, 0]], offsets=[0, 0]))
    out.append(case("image with a border", *R4, [], [0, -1, -1, 0], image=[8, 40, [-1, -1], [-1, -1]], offsets=[1, 2]))
    # Stores.
    out.append(case("store 2 3 2", *R3, [2, 3, 2], [1, 2, 1], store=True))
    out.append(case("store 2 3 2 by 32", *R3, [2, 3, 2], [1, 2, 1], 2, 1, store=True))
    out.append(case("store outside", *R3, [4, 3, 2], [22, 8, 5], store=True))
    # Maps that the documentation of the driver excludes, and their neighbors.
    out += [case("refused: rank 2", R3[0][:2], R3[1][:1], [1, 1], [0, 0]),
            case("refused: 32 without a swizzle", *R3, [1, 1, 1], [0, 0, 0], 2, 0), case("refused: 32 with swizzle 64", *R3, [1, 1, 1], [0, 0, 0], 2, 2),
            case("refused: 32 with swizzle 128", *R3, [1, 1, 1], [0, 0, 0], 2, 3),
            case("refused: 32 with a stride of 16 more", R3[0], [560, 7232], [1, 1, 1], [0, 0, 0], 2, 1),
            case("refused: 32 with an address of 16 more", *R3, [1, 1, 1], [0, 0, 0], 2, 1, address=16),
            case("refused: 16 with an address of 8 more", *R3, [1, 1, 1], [0, 0, 0], address=8),
            case("16 with an address of 16 more", *R3, [1, 1, 1], [0, 0, 0], address=16),
            case("16 with the strides of vectors that touch", [24, 10, 6], [384, 3840], [2, 2, 2], [0, 0, 0])]
    return out


def ptx(c):
    """Fills shared memory, copies once, and writes shared memory to `out`, then whether the bytes of `expect` completed the phase."""
    rank = len(c["extents"])
    words = ", ".join(f"%r{10 + i}" for i in range(rank))
    mode = "tile" if c["image"] is None else "im2col"
    offsets = ", {" + ", ".join(f"%h{i}" for i in range(rank - 2)) + "}" if c["image"] else ""
    load = (f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes [%r1], [%rd1, {{{words}}}], [%r2]{offsets};")
    store = (f"cp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group [%rd1, {{{words}}}], [%r1];\n"
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
    """By piece of 16 bytes that was written: [where, from where], relative to the tensor. -1: filled in; a list: its numbers."""
    data = struct.unpack(f"<{len(source_bytes if c['store'] else shared) // 2}H", source_bytes if c["store"] else shared)
    idle = 0 if c["store"] else UNTOUCHED
    first = BASE + c["address"]
    out = []
    for i in range(0, len(data), 8):
        piece = data[i:i + 8]
        if all(w == idle for w in piece):
            continue
        whole = all(w == piece[0] + k for k, w in enumerate(piece)) and piece[0] != 0
        filled = all(w in (0, 0x7fff, 0xffff) for w in piece)
        at = 2 * (piece[0] - 1)
        where = 2 * i - first if c["store"] else 2 * i
        out.append([where, (at if c["store"] else at - first) if whole else -1 if filled else list(piece)])
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
        if c["address"]:
            continue
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
        kept, place = encode(gpu, c, memory.value + BASE + c["address"])
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


def run(folder, path):
    with open(os.path.join(folder, "cases.json")) as f:
        rows = json.load(f)
    gpu = Gpu()
    equal = compared = 0
    for i, c in enumerate(rows):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        try:
            with open(os.path.join(folder, f"{i}.ptx"), "rb") as f:
                gpu.call("cuModuleLoadData", ctypes.byref(module), f.read() + b"\0")
            gpu.call("cuModuleGetFunction", ctypes.byref(function), module, b"k")
            shared, after, _ = launch(gpu, function, c, 1 << 19)
            c["gpu"] = places(shared, after, c)
            if not c["store"]:
                c["bytes"] = 16 * len(c["gpu"])
                c["counted"] = launch(gpu, function, c, c["bytes"])[2]
            gpu.call("cuModuleUnload", module)
        except RuntimeError as why:
            c["error"] = str(why)
            if "ENCODE" not in str(why).upper():  # a fault of the kernel ends the context
                print("STOPPED", c["name"], why)
                for other in rows[i + 1:]:
                    other["error"] = "not run"
                break
    names = {c["name"]: c for c in rows}
    for c in rows:
        if c["name"].startswith("unit") and c.get("gpu"):
            start = names[c["name"].split(" coordinate")[0] + " coordinate None"].get("gpu")
            print(c["name"], "->", c["gpu"][0][1] - start[0][1] if start else c["gpu"], f"({len(c['gpu'])} pieces)", "strides", c["strides"])
    for c in rows:
        if "gpu" not in c:
            print("refused by the driver:", c["name"], c.get("error", ""), "| the machine:", c.get("refused", "executes it"))
            continue
        if "machine" not in c:
            print("only on the GPU:", c["name"], c["gpu"][:12], c.get("refused", ""))
            continue
        compared += 1
        equal += c["gpu"] == c["machine"]
        if c["gpu"] != c["machine"]:
            print("DIFFERS", c["name"], "GPU", c["gpu"][:12], "machine", c["machine"][:12])
        if not c["store"] and not c.get("counted"):
            print("COUNTS OTHER BYTES", c["name"], c["bytes"])
    with open(path, "w") as f:
        json.dump({"device": gpu.name, "compared": compared, "equal": equal, "rows": rows}, f)
    print(f"{gpu.name}: {equal} of {compared} copies are equal")
    return 0 if equal == compared else 1


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("prepare", "run"):
        sys.exit(__doc__)
    sys.exit(prepare(*sys.argv[2:]) if sys.argv[1] == "prepare" else run(*sys.argv[2:]))
