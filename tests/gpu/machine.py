#!/usr/bin/env python3
"""Kernels of the language on the PTX machine and on a GPU: every byte of their results compared (Python 3, no packages).

usage: machine.py prepare STRIDESCOPE FOLDER [--copies N] [--seed S] [PROGRAM...]   needs NVRTC, no GPU
       machine.py run FOLDER OUT.json [--commit C]                                  needs a GPU, not Stridescope

`prepare` compiles each program's CUDA to PTX, fills its buffers, those of products with small integers, runs the PTX
machine, and keeps PTX, launch and inputs with a hash of the results. Without programs: the products of PRODUCTS and
--copies random copies of partitions.py. `run` launches the same PTX with the same inputs and compares the hashes; tensor
maps are the driver's.
"""
import argparse
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
    rnd = random.Random(number_of_case)
    buffers, parameters = {}, []

    def buffer(key):
        if key in buffers:
            return
        if key in ("A", "B", "C"):
            kind, comment = element[f"{key}Element"]
            if key == "C":
                data = b"\xff" * (number(main, r"c_elements = (\d+)") * WIDTHS[kind])
            else:
                one = len(small(rnd, comment))
                pool = b"".join(small(rnd, comment) for _ in range(4096))
                size = number(main, rf"{key.lower()}_bytes = (\d+)")
                data = b"".join(pool[o:o + 512 * one] for o in (one * rnd.randrange(0, 3584) for _ in range(size // (512 * one) + 1)))[:size]
        elif key in ("src", "dst"):
            size = number(main, rf"{key}_elements = (\d+)") * WIDTHS[element["Element"][0]]
            data = rnd.randbytes(size) if key == "src" else b"\xff" * size
        else:
            raise ValueError(f"the argument {key}")
        buffers[key] = data

    maps = maps_of(text)
    for word in args.split(", "):
        found = re.match(r"map_([abc])$|(src|dst)_maps\[i\]$", word)
        if found:
            key = (found.group(1) or "").upper() or found.group(2)
            buffer(key)
            parameters.append({"map": maps[key.lower()], "buffer": key})
            continue
        found = re.match(r"([ABC]) \+ 0$|(src|dst)\[i\] \+ \w+$", word)
        if not found:
            raise ValueError(f"the argument {word}")
        if number(main, r"(?:src|dst)_base = (\d+)LL", 0) != 0 or re.search(r"_base = -?[1-9]", main):
            raise ValueError("a tensor with a base")
        key = found.group(1) or found.group(2)
        buffer(key)
        parameters.append({"buffer": key})
    return {"kernel": name, "blocks": blocks, "threads": threads, "shared": shared, "parameters": parameters,
            "order": list(buffers)}, buffers


def prepare(options):
    compiler = Compiler()
    os.makedirs(options.folder, exist_ok=True)
    programs = list(options.programs)
    if not programs:
        from partitions import Partitions
        partitions = Partitions(options.seed)
        programs = PRODUCTS + [partitions.make(i)[0] for i in range(options.copies)]
    cases, left_out = [], {}
    for i, program in enumerate(programs):
        exported = [subprocess.run([options.stridescope, "emit", "--format", "cuda", *more, program], capture_output=True, text=True)
                    for more in ([], ["--standalone"])]
        try:
            if exported[1].returncode != 0:
                raise ValueError(next((l for l in exported[1].stderr.split("\n") if l.startswith("error")), "?")[:200])
            case, buffers = case_of(exported[1].stdout, i)
            if sum(map(len, buffers.values())) > options.most:
                raise ValueError("too large")
            ptx = compiler.ptx(exported[0].stdout)
        except (ValueError, KeyError, AttributeError) as why:
            reason = str(why) or type(why).__name__
            left_out[reason] = left_out.get(reason, 0) + 1
            if options.programs or len(programs) - i > options.copies:
                print("left out:", reason, file=sys.stderr)
            continue
        place = os.path.join(options.folder, f"{i}")
        with open(place + ".ptx", "w") as f:
            f.write(ptx)
        for key, data in buffers.items():
            with open(f"{place}.{key}", "wb") as f:
                f.write(data)
        words, seen = [], []
        for p in case["parameters"]:
            key = p["buffer"]
            file = f"{place}.{key}"
            if "map" in p:
                words.append(map_word(p["map"], file))
            elif key in seen:
                words.append(f"@{seen.index(key)}")
            else:
                words.append(f"u8:({len(buffers[key])}):(1)=file:{file}")
            seen.append(key)
        command = [options.stridescope, "trace", "--machine", "--kernel", case["kernel"], "--grid", str(case["blocks"]), "--block",
                   str(case["threads"]), "--shared", str(case["shared"]), "--records", "1", "--results", place + ".results", "-o",
                   os.devnull]
        for word in words:
            command += ["--arg", word]
        done = subprocess.run(command + [place + ".ptx"], capture_output=True, text=True)
        case.update(program=program, number=i)
        if done.returncode != 0:
            case["error"] = done.stderr.strip()[:500]
            print("ERROR", program[:200], case["error"], sep="\n")
        else:
            with open(place + ".results", "rb") as f:
                case["hash"] = hashlib.sha256(f.read()).hexdigest()
        if os.path.exists(place + ".results"):
            os.remove(place + ".results")
        cases.append(case)
    with open(os.path.join(options.folder, "cases.json"), "w") as f:
        json.dump(cases, f)
    failed = sum("error" in c for c in cases)
    print(f"{len(cases)} kernels, {failed} with an error of the machine; left out: {json.dumps(left_out)}")
    return 1 if failed else 0


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
        for key in case["order"]:
            with open(f"{place}.{key}", "rb") as f:
                data[key] = f.read()
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
        for key in case["order"]:
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
        rows.append({"program": case["program"], "equal": got == case["hash"]})
        if got != case["hash"]:
            print("DIFFERS", case["program"][:300], sep="\n")
    equal = sum(row.get("equal", False) for row in rows)
    report = {"device": gpu.name, "date": str(datetime.date.today()), "commit": options.commit, "kernels": len(rows), "equal": equal,
              "rows": rows}
    with open(options.out, "w") as f:
        json.dump(report, f, indent=1)
    print(f"{gpu.name}: {equal} of {len(rows)} kernels have equal results")
    return 0 if equal == len(rows) else 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("prepare")
    one.add_argument("stridescope")
    one.add_argument("folder")
    one.add_argument("--copies", type=int, default=100)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--most", type=int, default=1 << 22, help="bytes of a case's buffers")
    one.add_argument("programs", nargs="*")
    other = commands.add_parser("run")
    other.add_argument("folder")
    other.add_argument("out")
    other.add_argument("--commit", default="unknown")
    options = parser.parse_args()
    return prepare(options) if options.command == "prepare" else run(options)


if __name__ == "__main__":
    sys.exit(main())
