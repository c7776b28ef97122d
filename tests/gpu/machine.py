#!/usr/bin/env python3
"""Kernels of the language on the PTX machine and on a GPU: every byte of their results compared (Python 3, no packages).

usage: machine.py prepare STRIDESCOPE FOLDER [--copies N] [--products N] [--seed S] [PROGRAM...]   needs NVRTC, no GPU
       machine.py run FOLDER OUT.json [--commit C]                                  needs a GPU, not Stridescope

`prepare` compiles each program's CUDA to PTX, fills its buffers, those of products with small integers, runs the PTX
machine, and keeps PTX, launch and the seeds of the inputs with a hash of the results. Without programs: the products of
PRODUCTS, --products random ones and --copies random copies of partitions.py. `run` launches the same PTX with the same
inputs and compares the hashes; tensor maps are the driver's. machine_code.py compares their accesses.
"""
import argparse
import concurrent.futures
import ctypes
import datetime
import glob
import hashlib
import json
import os
import random
import re
import struct
import subprocess
import sys


def product(m, n, k, dtype, tile, atom_a, atom_b, atom, extra="stages=3", store=""):
    """A wgmma product whose operands come through the copy engine, with a store through it at times."""
    piece = f"piece=tile_to_shape(GMMA::Layout_K_SW128_Atom<{dtype}>,(_64,_64))\n" if store else ""
    through = f", store=make_tma_atom(SM90_TMA_STORE, C, piece, \"{dtype}\")" if store else ""
    return (f"A=({m},{k}):({k},1)\nB=({n},{k}):({k},1)\nC=({m},{n}):({n},1)\n"
            f"sA=tile_to_shape(GMMA::Layout_{atom_a}_Atom<{dtype}>,(_{tile[0]},_{tile[2]}))\n"
            f"sB=tile_to_shape(GMMA::Layout_{atom_b}_Atom<{dtype}>,(_{tile[1]},_{tile[2]}))\n{piece}"
            f"mma=make_tiled_mma({atom}, (_{tile[0] // 64},_1,_1))\n"
            f"K=gemm_kernel(A, B, C, (make_tma_atom(A, sA, \"{dtype}\"), make_tma_atom(B, sB, \"{dtype}\")), (sA, sB), mma, {extra}, "
            f"dtype=\"{dtype}\"{through})")


K2 = "<GMMA::Major::K,GMMA::Major::K>"
HALF = f"SM90_64x128x16_F32F16F16_SS{K2}"
PRODUCTS = [
    product(256, 256, 256, "half_t", (128, 128, 64), "K_SW128", "K_SW128", HALF),
    product(256, 192, 128, "bfloat16_t", (128, 64, 64), "K_SW128", "K_SW64", f"SM90_64x64x16_F32BF16BF16_SS{K2}"),
    product(128, 256, 128, "half_t", (128, 256, 32), "K_SW64", "K_SW64", f"SM90_64x256x16_F32F16F16_SS{K2}"),
    product(128, 64, 64, "half_t", (64, 64, 16), "K_SW32", "K_SW32", f"SM90_64x64x16_F32F16F16_SS{K2}"),
    product(256, 128, 256, "float_e4m3_t", (128, 128, 128), "K_SW128", "K_SW128", "SM90_64x128x32_F32E4M3E4M3_SS_TN<>"),
    product(256, 128, 256, "float_e5m2_t", (128, 32, 64), "K_SW64", "K_SW64", "SM90_64x32x32_F32E5M2E5M2_SS_TN<>"),
    product(256, 128, 256, "int8_t", (128, 128, 128), "K_SW128", "K_SW128", "SM90_64x128x32_S32S8S8_SS_TN"),
    product(256, 256, 256, "half_t", (128, 128, 64), "K_SW128", "K_SW128", HALF, "stages=3, cluster=(2,1)"),
    product(256, 256, 256, "half_t", (128, 128, 64), "K_SW128", "K_SW128", HALF, "stages=3, cluster=(1,2)"),
    product(256, 256, 256, "half_t", (128, 128, 64), "K_SW128", "K_SW128", HALF, "stages=3", "store"),
    product(512, 256, 256, "half_t", (128, 128, 64), "K_SW128", "K_SW128", HALF, "stages=3, cluster=(2,1)", "store"),
    product(256, 256, 256, "half_t", (64, 128, 64), "K_SW128", "K_SW128", HALF, "stages=4, schedule=\"pingpong\"", "store"),
    product(512, 512, 128, "half_t", (128, 128, 64), "K_SW128", "K_SW128", HALF, "stages=3, band=2", "store"),
]


WIDE = {"half_t": ("F32F16F16", 16, True), "bfloat16_t": ("F32BF16BF16", 16, True), "tfloat32_t": ("F32TF32TF32", 8, False),
        "float_e4m3_t": ("F32E4M3E4M3", 32, False), "float_e5m2_t": ("F32E5M2E5M2", 32, False), "int8_t": ("S32S8S8", 32, False)}
BYTES = {"half_t": 2, "bfloat16_t": 2, "tfloat32_t": 4, "float": 4, "float_e4m3_t": 1, "float_e5m2_t": 1, "int8_t": 1}


def random_wgmma(rnd):
    """A product with wgmma: its type, major orders, swizzles, tile, stages and cluster are random."""
    dtype = rnd.choice(list(WIDE))
    types, k, turned = WIDE[dtype]
    rows, n, deep = rnd.choice([1, 2]), rnd.choice([8, 16, 32, 64, 96, 128, 256]), rnd.choice([1, 2, 4])
    majors = [rnd.choice(["K", "MN"]) if turned else "K" for _ in "AB"]
    end = "" if dtype == "int8_t" else "<>"
    name = f"SM90_64x{n}x{k}_{types}_SS" + (f"<GMMA::Major::{majors[0]},GMMA::Major::{majors[1]}>" if turned else f"_TN{end}")
    atoms = [f"{major}_{rnd.choice(['SW128', 'SW64', 'SW32', 'INTER'])}" for major in majors]
    tile = (64 * rows, n, k * deep * (4 if majors != ["K", "K"] else 1))
    m, full_n, full_k = tile[0] * rnd.choice([1, 2]), tile[1] * rnd.choice([1, 2]), tile[2] * rnd.choice([1, 2, 3, 5])
    extra = [f"stages={rnd.choice([2, 3, 4])}"] + (["cluster=(2,1)"] if m > tile[0] and rnd.random() < 0.3 else [])
    strides = [f"({full_k},1)" if majors[0] == "K" else f"(1,{m})", f"({full_k},1)" if majors[1] == "K" else f"(1,{full_n})"]
    return (f"A=({m},{full_k}):{strides[0]}\nB=({full_n},{full_k}):{strides[1]}\n"
            f"sA=tile_to_shape(GMMA::Layout_{atoms[0]}_Atom<{dtype}>,(_{tile[0]},_{tile[2]}))\n"
            f"sB=tile_to_shape(GMMA::Layout_{atoms[1]}_Atom<{dtype}>,(_{tile[1]},_{tile[2]}))\n"
            f"mma=make_tiled_mma({name}, (_{rows},_1,_1))\n"
            f"K=gemm_kernel(A, B, ({m},{full_n}):({full_n},1), (make_tma_atom(SM90_TMA_LOAD, A, sA, \"{dtype}\"), "
            f"make_tma_atom(SM90_TMA_LOAD, B, sB, \"{dtype}\")), (sA, sB), mma, {', '.join(extra)}"
            f"{f', dtype={chr(34)}{dtype}{chr(34)}' if dtype in ('half_t', 'bfloat16_t') and rnd.random() < 0.5 else ''})")


SMALL = [("SM80_16x8x16_F32F16F16F32_TN", "half_t", 16, "SM75_U32x4_LDSM_N"), ("SM80_16x8x8_F32F16F16F32_TN", "half_t", 8, None),
         ("SM80_16x8x16_F32BF16BF16F32_TN", "bfloat16_t", 16, "SM75_U32x4_LDSM_N"), ("SM80_16x8x8_F32BF16BF16F32_TN", "bfloat16_t", 8, None),
         ("SM80_16x8x8_F32TF32TF32F32_TN", "tfloat32_t", 8, None), ("SM80_16x8x32_S32S8S8S32_TN", "int8_t", 32, None),
         ("SM80_16x8x16_S32S8S8S32_TN", "int8_t", 16, None), ("SM80_16x8x16_F16F16F16F16_TN", "half_t", 16, None),
         ("UniversalFMA<float>", "float", 1, None)]


def random_mma(rnd):
    """A product with mma.sync or multiply-adds: its atom, tile, copies, swizzle and stages are random."""
    atom, dtype, k, load = rnd.choice(SMALL)
    vector = 16 // BYTES[dtype]
    depth = rnd.choice([x for x in (16, 32, 64) if x >= k and x % vector == 0])
    side = [rnd.choice([32, 64, 128]) for _ in "MN"]
    if atom.startswith("Universal"):
        mma, threads = f"make_tiled_mma({atom}, (_16,_16))", 256
    else:
        warps = rnd.choice([(1, 1), (2, 1), (2, 2)])
        mma, threads = f"make_tiled_mma({atom}, (_{warps[0]},_{warps[1]}), <_{16 * warps[0]},_{16 * warps[1]},_{k}>)", 32 * warps[0] * warps[1]
    across = depth // vector
    copy = rnd.choice(["SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>", "UniversalCopy<uint128_t>"])
    if threads % across != 0 or any(s % (threads // across) != 0 for s in side):
        return None
    swizzle = rnd.choice(["", f"Sw<{rnd.choice([1, 2, 3])},{vector.bit_length() - 1},3> o 0 o "])
    m, n, full = side[0] * rnd.choice([1, 2]), side[1] * rnd.choice([1, 2]), depth * rnd.choice([1, 2, 3, 5])
    extra = f"stages={rnd.choice([2, 3])}" + (f', load="{load}"' if load and rnd.random() < 0.5 else "")
    return (f"a={swizzle}(_{side[0]},_{depth}):(_{depth},_1)\nb={swizzle}(_{side[1]},_{depth}):(_{depth},_1)\n"
            f"copy=make_tiled_copy(Copy_Atom<{copy},{dtype}>, (_{threads // across},_{across}):(_{across},_1), (_1,_{vector}))\n"
            f"mma={mma}\nK=gemm_kernel(({m},{full}):({full},1), ({n},{full}):({full},1), ({m},{n}):({n},1), copy, (a, b), mma, {extra})")


def random_products(count, seed):
    rnd = random.Random(seed)
    out = []
    while len(out) < count:
        program = (random_wgmma if rnd.random() < 0.6 else random_mma)(rnd)
        if program is not None:
            out.append(program)
    return out


# --- inputs ---

def contents(recipe):
    """The bytes of a buffer, from its recipe: kind, size and seed."""
    kind, size = recipe["kind"], recipe["bytes"]
    rnd = random.Random(recipe.get("seed"))
    if kind in ("ones", "zeros"):
        return (b"\xff" if kind == "ones" else b"\0") * size
    if kind == "random":
        return rnd.randbytes(size)
    one = len(small(rnd, kind))
    pool = b"".join(small(rnd, kind) for _ in range(4096))
    return b"".join(pool[o:o + 512 * one] for o in (one * rnd.randrange(0, 3584) for _ in range(size // (512 * one) + 1)))[:size]


# --- programs to launches ---

class Compiler:
    def __init__(self):
        names = sorted(glob.glob("/usr/local/cuda*/lib*/libnvrtc.so*")) + ["libnvrtc.so"]
        self.nvrtc = next(filter(None, (self.load(name) for name in names)), None)
        if self.nvrtc is None:
            sys.exit("NVRTC is not installed")

    @staticmethod
    def load(name):
        try:
            return ctypes.CDLL(name)
        except OSError:
            return None

    def ptx(self, text):
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        options = [b"--gpu-architecture=compute_90a", b"--std=c++17", b"-default-device"]
        self.nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"k.cu", 0, None, None)
        failed = self.nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        kind = "ProgramLog" if failed else "PTX"
        getattr(self.nvrtc, f"nvrtcGet{kind}Size")(program, ctypes.byref(size))
        out = ctypes.create_string_buffer(size.value)
        getattr(self.nvrtc, f"nvrtcGet{kind}")(program, out)
        if failed:
            raise ValueError(out.value.decode()[:2000])
        return out.value.decode()


def number(text, pattern, otherwise=None):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else otherwise


def array(text, name):
    return [int(x) for x in re.search(rf" {name}\[\] = {{([^}}]*)}}", text).group(1).replace("LL", "").split(",")]


def maps_of(text):
    """Tensor maps of the exported file: name, the driver's arguments."""
    out = {}
    for name, body in re.findall(r"static TensorMap (\w+)_map_of\(void\* base\) {(.*?)\n}", text, re.S):
        if "cuTensorMapEncodeTiled" not in body:
            raise ValueError("a map of an image")
        kind = re.search(r"CU_TENSOR_MAP_DATA_TYPE_(\w+)", body).group(1)
        span = re.search(r"CU_TENSOR_MAP_SWIZZLE_(\w+?),", body).group(1)
        rank = len(array(body, "extents"))
        out[name] = {"type": kind, "extents": array(body, "extents"), "strides": array(body, "strides")[:rank - 1],
                     "box": array(body, "box"), "steps": array(body, "steps"), "swizzle": span}
    return out


TYPES = {"UINT8": (0, "u8", 1), "UINT16": (1, "u16", 2), "UINT32": (2, "u32", 4), "UINT64": (4, "u64", 8)}
SWIZZLES = {"NONE": (0, ""), "32B": (1, "@sw32"), "64B": (2, "@sw64"), "128B": (3, "@sw128")}


def map_word(m, file):
    """The argument of `trace --machine` for a map of a buffer with the bytes of a file."""
    _, name, size = TYPES[m["type"]]
    strides = [1] + [s // size for s in m["strides"]]
    listed = lambda values: ",".join(str(v) for v in values)
    return (f"{name}:({listed(m['extents'])}):({listed(strides)})=file:{file}@box({listed(m['box'])}){SWIZZLES[m['swizzle']][1]}"
            f"@steps({listed(m['steps'])})")


def launch_of(text):
    """Grid, threads, shared bytes, buffers and parameters of an exported file."""
    main = text[text.index("int main() {"):]
    name, grid, args = re.search(r"run = \[&\](?:\(int i\))? { (stridescope_\w+)<<<(\w+), threads, shared_bytes>>>\((.*)\); }",
                                 main).groups()
    threads = number(main, r"threads = (\d+)")
    shared = number(main, r"shared_bytes = (\d+)")
    blocks = number(main, r"blocks = std::min\((\d+)") or number(main, r"unsigned blocks = (\d+)") or int(grid)
    element = {}
    for what, kind, comment in re.findall(r"using (\w*Element|Sum) = ([^;]+);(?:  // (\S+))?", text):
        element[what] = (kind, (comment or "").rstrip(","))
    return name, blocks, threads, shared, args, main, element


WIDTHS = {"unsigned char": 1, "unsigned short": 2, "unsigned": 4, "unsigned int": 4, "unsigned long long": 8, "uint2": 8, "uint4": 16, "float": 4,
          "int": 4, "double": 8, "signed char": 1, "short": 2, "long long": 8}


def small(rnd, name):
    """A small integer as an element's bytes."""
    value = rnd.randrange(-4, 5)
    if name in ("half_t",):
        return struct.pack("<e", value)
    if name in ("bfloat16_t",):
        return struct.pack("<f", value)[2:]
    if name in ("tfloat32_t", "float"):
        return struct.pack("<f", value)
    if name == "double":
        return struct.pack("<d", value)
    if name in ("int8_t", "uint8_t"):
        return struct.pack("<b", value if name == "int8_t" else abs(value))
    if name in ("float_e4m3_t", "float_e5m2_t"):
        e4m3 = {0: 0, 1: 0x38, 2: 0x40, 3: 0x44, 4: 0x48}
        e5m2 = {0: 0, 1: 0x3C, 2: 0x40, 3: 0x42, 4: 0x44}
        bits = (e4m3 if name == "float_e4m3_t" else e5m2)[abs(value)]
        return bytes([bits | (0x80 if value < 0 else 0)])
    raise ValueError(f"elements of type {name}")


def case_of(text, number_of_case):
    """What both machines need, without the PTX: an error for what the script does not read."""
    name, blocks, threads, shared, args, main, element = launch_of(text)
    buffers, parameters = {}, []

    def buffer(key):
        if key in buffers:
            return
        if key in ("A", "B", "C"):
            kind, comment = element[f"{key}Element"]
            if key == "C":
                recipe = {"kind": "ones", "bytes": number(main, r"c_elements = (\d+)") * WIDTHS[kind]}
            else:
                small(random.Random(0), comment)
                recipe = {"kind": comment, "bytes": number(main, rf"{key.lower()}_bytes = (\d+)"), "seed": 4 * number_of_case + len(buffers)}
        elif key in ("src", "dst"):
            size = number(main, rf"{key}_elements = (\d+)") * WIDTHS[element["Element"][0]]
            recipe = {"kind": "random" if key == "src" else "ones", "bytes": size, "seed": 4 * number_of_case + len(buffers)}
        elif key in ("parts", "arrived"):
            count, kind = re.search(rf"cudaMalloc\(&{key}, (\d+)(?:LL)? \* sizeof\((\w+)\)", main).groups()
            recipe = {"kind": "zeros", "bytes": int(count) * WIDTHS[element[kind][0] if kind in element else kind]}
        else:
            raise ValueError(f"the argument {key}")
        buffers[key] = recipe

    maps = maps_of(text)
    for word in args.split(", "):
        found = re.match(r"map_([abc])$|(src|dst)_maps\[i\]$", word)
        if found:
            key = (found.group(1) or "").upper() or found.group(2)
            buffer(key)
            parameters.append({"map": maps[key.lower()], "buffer": key})
            continue
        found = re.match(r"([ABC]) \+ 0$|(src|dst)\[i\] \+ \w+$|(parts|arrived)$", word)
        if not found:
            raise ValueError(f"the argument {word}")
        if number(main, r"(?:src|dst)_base = (\d+)LL", 0) != 0 or re.search(r"_base = -?[1-9]", main):
            raise ValueError("a tensor with a base")
        key = next(filter(None, found.groups()))
        buffer(key)
        parameters.append({"buffer": key})
    return {"kernel": name, "blocks": blocks, "threads": threads, "shared": shared, "parameters": parameters,
            "buffers": buffers}


def prepare(options):
    compiler = Compiler()
    os.makedirs(options.folder, exist_ok=True)
    programs = list(options.programs)
    if not programs:
        from partitions import Partitions
        partitions = Partitions(options.seed)
        programs = PRODUCTS + random_products(options.products, options.seed) + [partitions.make(i)[0] for i in range(options.copies)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda row: case_row(options, compiler, *row), enumerate(programs)))
    cases = [row for row in rows if not isinstance(row, str)]
    left_out = {}
    for row in rows:
        if isinstance(row, str):
            left_out[row] = left_out.get(row, 0) + 1
    with open(os.path.join(options.folder, "cases.json"), "w") as f:
        json.dump(cases, f)
    if options.expected:
        with open(options.expected) as f:
            expected = {int(n): h for n, h in (line.split() for line in f if not line.startswith("#"))}
        for c in cases:
            if c["number"] not in expected:
                c["error"] = f"{options.expected} does not have it"
            elif "hash" in c and c["hash"][:16] != expected[c["number"]]:
                c["error"] = "other results than on the GPU"
    failed = [c for c in cases if "error" in c]
    for c in failed:
        print("ERROR", c["program"][:300], c["error"], sep="\n")
    print(f"{len(cases)} kernels, {len(failed)} with an error of the machine; left out: {json.dumps(left_out)}")
    return 1 if failed else 0


def trace_command(stridescope, folder, case):
    """The command that traces a case from files of its buffers, and these files."""
    place = os.path.join(folder, str(case["number"]))
    words, seen, files = [], [], []
    for p in case["parameters"]:
        key = p["buffer"]
        file = f"{place}.{key}"
        if "map" in p:
            words.append(map_word(p["map"], file))
        elif key in seen:
            words.append(f"@{seen.index(key)}")
        else:
            words.append(f"u8:({case['buffers'][key]['bytes']}):(1)=file:{file}")
        seen.append(key)
        files.append(file)
    command = [stridescope, "trace", "--kernel", case["kernel"], "--grid", str(case["blocks"]), "--block", str(case["threads"]), "--shared",
               str(case["shared"])]
    for word in words:
        command += ["--arg", word]
    return command, files


def case_row(options, compiler, i, program):
    """The case of a program with the hash of the machine's results, or why it is left out."""
    exported = [subprocess.run([options.stridescope, "emit", "--format", "cuda", *more, program], capture_output=True, text=True)
                for more in ([], ["--standalone"])]
    try:
        if exported[1].returncode != 0:
            raise ValueError(next((l for l in exported[1].stderr.split("\n") if l.startswith("error")), "?")[:200])
        case = case_of(exported[1].stdout, i)
        if sum(recipe["bytes"] for recipe in case["buffers"].values()) > options.most:
            raise ValueError("too large")
        ptx = compiler.ptx(exported[0].stdout)
    except (ValueError, KeyError, AttributeError) as why:
        return str(why) or type(why).__name__
    case.update(program=program, number=i)
    place = os.path.join(options.folder, f"{i}")
    with open(place + ".ptx", "w") as f:
        f.write(ptx)
    for key, recipe in case["buffers"].items():
        with open(f"{place}.{key}", "wb") as f:
            f.write(contents(recipe))
    command, files = trace_command(options.stridescope, options.folder, case)
    results = place + ".results"
    done = subprocess.run(command + ["--machine", "--records", "1", "--results", results, "-o", os.devnull, place + ".ptx"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        case["error"] = done.stderr.strip()[:500]
    else:
        with open(results, "rb") as f:
            case["hash"] = hashlib.sha256(f.read()).hexdigest()
    for file in {*files, results}:
        if os.path.exists(file):
            os.remove(file)
    return case


# --- on a GPU ---

class Gpu:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        self.context, device = ctypes.c_void_p(), ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        self.call("cuCtxSetCurrent", self.context)
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, 256, device)
        self.name = name.value.decode()

    def call(self, name, *args):
        failed = getattr(self.cuda, name)(*args)
        if failed:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorName(failed, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'?').decode()}")

    def encode(self, m, address):
        out = (ctypes.c_ubyte * 192)()
        begin = (-ctypes.addressof(out)) % 64
        to = ctypes.c_void_p(ctypes.addressof(out) + begin)
        rank = len(m["extents"])
        u64 = lambda v: (ctypes.c_uint64 * max(1, len(v)))(*v)
        u32 = lambda v: (ctypes.c_uint32 * len(v))(*v)
        self.call("cuTensorMapEncodeTiled", to, TYPES[m["type"]][0], rank, ctypes.c_void_p(address), u64(m["extents"]), u64(m["strides"]),
                  u32(m["box"]), u32(m["steps"]), 0, SWIZZLES[m["swizzle"]][0], 3, 0)
        return out, to

    def run(self, folder, case):
        place = os.path.join(folder, str(case["number"]))
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        with open(place + ".ptx", "rb") as f:
            self.call("cuModuleLoadData", ctypes.byref(module), f.read() + b"\0")
        self.call("cuModuleGetFunction", ctypes.byref(function), module, case["kernel"].encode())
        self.call("cuFuncSetAttribute", function, 8, case["shared"])
        memory, data = {}, {}
        for key, recipe in case["buffers"].items():
            data[key] = contents(recipe)
            memory[key] = ctypes.c_uint64()
            self.call("cuMemAlloc_v2", ctypes.byref(memory[key]), ctypes.c_size_t(len(data[key])))
            self.call("cuMemcpyHtoD_v2", memory[key], data[key], ctypes.c_size_t(len(data[key])))
        kept, pointers = [], []
        for p in case["parameters"]:
            if "map" in p:
                kept.append(self.encode(p["map"], memory[p["buffer"]].value))
                pointers.append(kept[-1][1])
            else:
                pointers.append(ctypes.cast(ctypes.pointer(memory[p["buffer"]]), ctypes.c_void_p))
        listed = (ctypes.c_void_p * len(pointers))(*[p.value for p in pointers])
        self.call("cuLaunchKernel", function, case["blocks"], 1, 1, case["threads"], 1, 1, case["shared"], None, listed, None)
        self.call("cuCtxSynchronize")
        digest = hashlib.sha256()
        for key in case["buffers"]:
            out = ctypes.create_string_buffer(len(data[key]))
            self.call("cuMemcpyDtoH_v2", out, memory[key], ctypes.c_size_t(len(data[key])))
            digest.update(out.raw)
            self.call("cuMemFree_v2", memory[key])
        self.call("cuModuleUnload", module)
        return digest.hexdigest()


def run(options):
    with open(os.path.join(options.folder, "cases.json")) as f:
        cases = json.load(f)
    gpu = Gpu()
    rows = []
    for case in cases:
        if "hash" not in case:
            continue
        try:
            got = gpu.run(options.folder, case)
        except RuntimeError as why:
            print("ERROR", case["program"][:200], why, sep="\n")
            rows.append({"program": case["program"], "error": str(why)})
            continue
        rows.append({"program": case["program"], "number": case["number"], "hash": got, "equal": got == case["hash"]})
        if got != case["hash"]:
            print("DIFFERS", case["program"][:300], sep="\n")
    equal = sum(row.get("equal", False) for row in rows)
    report = {"device": gpu.name, "date": str(datetime.date.today()), "commit": options.commit, "kernels": len(rows), "equal": equal,
              "rows": rows}
    with open(options.out, "w") as f:
        json.dump(report, f, indent=1)
    if options.hashes:
        with open(options.hashes, "w") as f:
            f.write(f"# Results of kernels on an {gpu.name}, driver {options.driver}, {report['date']}, commit {options.commit}: the number of a\n"
                    f"# program and the first 64 bits of the SHA-256 of its buffers. The programs: {options.source}.\n")
            f.writelines(f"{row['number']} {row['hash'][:16]}\n" for row in rows if "hash" in row)
    print(f"{gpu.name}: {equal} of {len(rows)} kernels have equal results")
    return 0 if equal == len(rows) else 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("prepare")
    one.add_argument("stridescope")
    one.add_argument("folder")
    one.add_argument("--copies", type=int, default=100)
    one.add_argument("--products", type=int, default=0)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--most", type=int, default=1 << 22, help="bytes of a case's buffers")
    one.add_argument("--expected", help="results of the same programs on a GPU: fails if the machine's differ")
    one.add_argument("programs", nargs="*")
    other = commands.add_parser("run")
    other.add_argument("folder")
    other.add_argument("out")
    other.add_argument("--commit", default="unknown")
    other.add_argument("--hashes", help="writes the results for --expected; --driver and --source go into its head")
    other.add_argument("--driver", default="unknown")
    other.add_argument("--source", default="the products of machine.py")
    options = parser.parse_args()
    return {"prepare": prepare, "run": run}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
