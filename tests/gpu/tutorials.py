#!/usr/bin/env python3
"""Kernels of others on the PTX machine: their results compared with those computed here (Python 3, no packages).

usage: tutorials.py STRIDESCOPE [NAME...] [--cutlass FOLDER] [--nvcc NVCC] [--triton FOLDER] [--prepared FOLDER]
                    [--folder FOLDER] [--table OUT.json] [--cases FOLDER]

--cutlass is a checkout of NVIDIA/cutlass; nvcc compiles its examples/cute/tutorial to PTX, which needs no GPU. --triton is
bitequiv/tests/fixtures/ptx of facebookexperimental/triton: PTX that Triton has written, kept there. --prepared has softmax, matmul and attention, as triton_kernels.py compiles them. Each kernel runs with
a small shape and small integers, whose sums are exact. --cases keeps PTX, launch and inputs for machine_code.py, which
compares their accesses with those on a GPU. The table has a hash of each kernel's PTX, the shape, the
instructions that the machine lacks, and the outcome: the PTX itself is not kept. Exit status 1: a result differs.
"""
import argparse
import hashlib
import json
import math
import operator
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

M, N = 256, 128  # two tiles of rows: a cluster of two blocks


def pack(values, kind):
    return struct.pack(f"<{len(values)}{kind}", *values)


def unpack(data):
    return struct.unpack(f"<{len(data) // 4}f", data)


def word(size, name):
    """A buffer argument with the bytes of a file."""
    return lambda kind: f"{kind}:({size}):(1)=file:{name}"


def gemm_arguments(style, files, k, nt):
    """The parameters of gemm_device by how the tutorial declares them."""
    ld_a, ld_b = (M, N) if nt else (k, k)
    kind = "f32" if style == "simt" else "f16"
    one = "f32=1" if style == "simt" else "u16=15360"
    a, b, c = word(M * k, files["a"])(kind), word(N * k, files["b"])(kind), word(M * N, files["c"])(kind)
    start = [f"{{i32={M},i32={N},i32={k}}}", "u8=0"]
    if style == "tma":
        # The parameter behind each pointer is the TMA atom: a tensor map of the same elements.
        def tensor(text, rows, ld):
            layout = f"({rows},{k}):(1,{ld})" if nt else f"({rows},{k}):({ld},1)"
            # An atom of the tile along M, or the tile: 64 elements are a row of 128 bytes.
            return f"{{{kind}:{layout}=file:{text}@box({'64,8' if nt else '64,128'})@sw128}}"
        return start + [a, tensor(files["a"], M, ld_a), b, tensor(files["b"], N, ld_b), c, f"i32={M}", "{i32=1,i32=1}", one, one]
    nothing = ["u8=0"] * {"simt": 2, "wgmma": 2, "ldmatrix": 3}[style]
    mma = ["{i32=1,i32=1}"] if style == "wgmma" else ["u8=0", "u8=0"]
    return (start + [a, f"i32={ld_a}"] + nothing + [b, f"i32={ld_b}"] + nothing + [c, f"i32={M}"] + mma + [one, one])


# Name, folder, architecture, how its parameters are declared, K, threads, dynamic shared memory, cluster.
GEMMS = [
    ("sgemm_1", "", "sm_80", "simt", 24, 256, 0, None),
    ("sgemm_2", "", "sm_80", "simt", 24, 256, 0, None),
    ("sgemm_sm70", "", "sm_75", "simt", 24, 256, 0, None),
    ("sgemm_sm80", "", "sm_80", "ldmatrix", 256, 128, 98304, None),
    ("wgmma_sm90", "hopper/", "sm_90a", "wgmma", 256, 128, 98304, None),
    ("wgmma_tma_sm90", "hopper/", "sm_90a", "tma", 256, 128, 98432, "2,1"),
]
COPIES = [
    # The tensor: extents in tiles, strides, the pointer. The tiles of the second are bounded by the extents in elements.
    ("tiled_copy", "copy_kernel_vectorized", (256, 128), lambda m, n, b: f"{{i32={m // 128},i32={n // 64},i32={m},i32={64 * m},{b}}}", 1),
    ("tiled_copy_if", "copy_if_kernel", (140, 76), lambda m, n, b: f"{{i32={m},i32={n},i32={m},i32=0,{b}}}", 2),
    ("tiled_copy_if", "copy_if_kernel_vectorized", (140, 76), lambda m, n, b: f"{{i32={m},i32={n},i32={m},i32=0,{b}}}", 2),
]


# PTX that Triton has written: name, threads, shape, and the inputs. Each has two pointers more, to scratch memory.
TRITON = [
    ("sum_nw1", 32, [900]), ("sum_nw2", 64, [900]), ("sum_nw4", 128, [900]), ("sum_nw8", 256, [900]),
    ("dot_fuse_on", 128, [4000]), ("dot_fuse_off", 128, [4000]),
    ("rowsum2d_withinwarp", 128, [4, 128]), ("rowsum2d_crosswarp", 256, [4, 128]),
]


class Run:
    def __init__(self, options):
        self.options = options
        self.ptx, self.kept = {}, []

    def compiled(self, name, folder, architecture):
        """The PTX file of a tutorial, and a hash of its text without comments."""
        if name not in self.ptx:
            out = os.path.join(self.options.folder, f"{name}.ptx")
            include = [f"-I{self.options.cutlass}/{part}" for part in ("include", "tools/util/include")]
            source = f"{self.options.cutlass}/examples/cute/tutorial/{folder}{name}.cu"
            subprocess.run([self.options.nvcc, "-ptx", "-std=c++17", "-w", f"-arch={architecture}", "--expt-relaxed-constexpr",
                            "-DCUTLASS_ARCH_MMA_SM90_SUPPORTED", *include, "-o", out, source], check=True)
            with open(out) as f:
                text = re.sub(r"//[^\n]*", "", f.read())
            self.ptx[name] = (out, text, hashlib.sha256(text.encode()).hexdigest()[:16])
        return self.ptx[name]

    def entries(self, text, function):
        """The mangled names of the instances of a kernel."""
        return [n for n in re.findall(r"\.entry (\w+)\(", text) if re.match(rf"_Z\d+{function}I", n)]

    def row(self, name, folder, architecture, kernel, label, shape, arguments, grid, block, shared, cluster, expected, tolerance=0):
        file, text, digest = self.compiled(name, folder, architecture)
        results = os.path.join(self.options.folder, "results")
        command = [self.options.stridescope, "trace", "--machine", "--kernel", kernel, "--grid", grid, "--block", str(block), "--results", results,
                   "-o", os.path.join(self.options.folder, "trace"), "--records", "1"]
        command += ["--shared", str(shared)] if shared else []
        command += ["--cluster", cluster] if cluster else []
        for one in arguments:
            command += ["--arg", one]
        if self.options.cases:
            self.keep(file, kernel, label, grid, block, shared, cluster, arguments)
        coverage = subprocess.run([self.options.stridescope, "machine", "--coverage", file], capture_output=True, text=True)
        done = subprocess.run(command + [file], capture_output=True, text=True)
        row = {"kernel": label, "ptx": digest, "shape": shape, "missing": coverage.stdout.strip().split("\n")[:-1]}
        if done.returncode != 0:
            row["outcome"] = done.stderr.strip()
            return row
        with open(results, "rb") as f:
            got = f.read()
        size = len(expected)
        at = self.place(arguments, expected)
        if tolerance:
            worst = max(abs(x - y) for x, y in zip(unpack(got[at:at + size]), unpack(expected)))
            row["outcome"] = "equal" if worst <= tolerance else f"differs by {worst}"
            row["tolerance"] = tolerance
            return row
        different = sum(1 for i in range(0, size, 2) if got[at + i:at + i + 2] != expected[i:i + 2])
        row["outcome"] = "equal" if different == 0 else f"{different} of {size // 2} pairs of bytes differ"
        return row

    def keep(self, file, kernel, label, grid, block, shared, cluster, arguments):
        name = re.sub(r"\W", "_", label)
        shutil.copyfile(file, os.path.join(self.options.cases, name + ".ptx"))

        def moved(found):
            shutil.copyfile(found.group(1), os.path.join(self.options.cases, f"{name}.{os.path.basename(found.group(1))}"))
            return f"=file:{name}.{os.path.basename(found.group(1))}"

        self.kept.append({"name": name, "kernel": kernel, "grid": grid, "block": block, "shared": shared, "cluster": cluster,
                          "words": [re.sub(r"=file:([^@,}]+)", moved, word) for word in arguments]})

    @staticmethod
    def place(arguments, expected):
        """The place of the output among the buffers, which follow one another: the one of its name, or the last one."""
        files = [f for one in arguments for f in re.findall(r"=file:([^@,}]+)", one)]
        output = next((i for i, f in enumerate(files) if f.endswith("out.bin")), len(files) - 1)
        return sum(os.path.getsize(f) for f in files[:output])

    def gemms(self, names):
        for name, folder, architecture, style, k, threads, shared, cluster in GEMMS:
            if names and name not in names:
                continue
            rnd = random.Random(name)
            a = [[rnd.randrange(-2, 3) for _ in range(k)] for _ in range(M)]
            b = [[rnd.randrange(-2, 3) for _ in range(k)] for _ in range(N)]
            c = [rnd.randrange(-4, 5) for _ in range(M * N)]
            kind = "f" if style == "simt" else "e"
            out = [c[i + M * j] + sum(map(operator.mul, a[i], b[j])) for j in range(N) for i in range(M)]
            _, text, _ = self.compiled(name, folder, architecture)
            for kernel in self.entries(text, "gemm_device"):
                # NT: A and B have stride 1 along M and N.
                nt = kernel_is_nt(kernel, style)
                files = {}
                for key, matrix in (("a", a), ("b", b)):
                    order = [x for column in zip(*matrix) for x in column] if nt else [x for row in matrix for x in row]
                    files[key] = self.write(key, pack(order, kind))
                files["c"] = self.write("c", pack(c, kind))
                yield self.row(name, folder, architecture, kernel, f"{name} {'NT' if nt else 'TN'}", [M, N, k],
                               gemm_arguments(style, files, k, nt), f"{M // 128},{N // 128}", threads, shared, cluster, pack(out, kind))

    def copies(self, names):
        for name, kernel, (m, n), tensor, nothings in COPIES:
            if names and name not in names:
                continue
            values = pack(range(1, m * n + 1), "f")
            source, target = self.write("a", values), self.write("c", bytes(len(values)))
            arguments = [tensor(m, n, word(m * n, source)("f32")), tensor(m, n, word(m * n, target)("f32"))] + ["u8=0"] * nothings
            _, text, _ = self.compiled(name, "", "sm_80")
            yield self.row(name, "", "sm_80", self.entries(text, kernel)[0], f"{name} {kernel}", [m, n], arguments,
                           f"{-(-m // 128)},{-(-n // 64)}", 256, 0, None, values)

    def triton(self, names):
        for name, threads, shape in TRITON:
            if names and name not in names:
                continue
            file = os.path.join(self.options.triton, f"{name}.ptx")
            with open(file) as f:
                text = re.sub(r"//[^\n]*", "", f.read())
            self.ptx[name] = (file, text, hashlib.sha256(text.encode()).hexdigest()[:16])
            rnd = random.Random(name)
            count = shape[0] * (shape[1] if len(shape) > 1 else 1)
            inputs = [[rnd.randrange(-4, 5) for _ in range(count)] for _ in range(2 if name.startswith("dot") else 1)]
            columns = shape[-1] if len(shape) > 1 else count
            products = [a * b for a, b in zip(*inputs)] if len(inputs) == 2 else inputs[0]
            sums = [sum(products[i:i + columns]) for i in range(0, count, columns)]
            arguments = [word(count, self.write(f"in{i}", pack(values, "f")))("f32") for i, values in enumerate(inputs)]
            arguments += [word(len(sums), self.write("out", bytes(4 * len(sums))))("f32"), f"i32={columns}", "u64=0", "u64=0"]
            kernel = re.search(r"\.entry (\w+)\(", text).group(1)
            yield self.row(name, "", "", kernel, f"Triton {name}", shape, arguments, "1", threads, 4096, None, pack(sums, "f"))

    def prepared(self, names):
        for name in ("softmax", "matmul", "attention"):
            if names and name not in names:
                continue
            file = os.path.join(self.options.prepared, f"{name}.ptx")
            with open(file) as f:
                text = re.sub(r"//[^\n]*", "", f.read())
            with open(os.path.join(self.options.prepared, f"{name}.json")) as f:
                made = json.load(f)
            self.ptx[name] = (file, text, hashlib.sha256(text.encode()).hexdigest()[:16])
            rnd = random.Random(name)
            inputs, numbers, expected = getattr(self, name)(rnd, *made["shape"])
            kind = "f" if name == "softmax" else "e"
            buffers = [word(len(expected), self.write("out", bytes(4 * len(expected))))("f32")]
            buffers += [word(len(values), self.write(f"in{i}", pack(values, kind)))("f32" if kind == "f" else "f16") for i, values in enumerate(inputs)]
            arguments = buffers + [f"i32={n}" for n in numbers]
            parameters = len(re.findall(r"\.param", text[text.index(".entry"):text.index(")", text.index(".entry"))]))
            arguments += ["u64=0"] * (parameters - len(arguments))  # Triton's scratch memory
            yield self.row(name, "", "", made["kernel"], f"Triton {name}", made["shape"], arguments, ",".join(map(str, made["grid"])), made["threads"],
                           made["shared"], None, pack(expected, "f"), 0 if name == "matmul" else 2e-3)

    @staticmethod
    def softmax(rnd, rows, columns):
        x = [[rnd.randrange(-4, 5) for _ in range(columns)] for _ in range(rows)]
        powers = [[math.exp(value) for value in row] for row in x]
        return [[v for row in x for v in row]], [columns, columns], [p / sum(row) for row in powers for p in row]

    @staticmethod
    def matmul(rnd, m, n, k):
        a = [[rnd.randrange(-2, 3) for _ in range(k)] for _ in range(m)]
        b = [[rnd.randrange(-2, 3) for _ in range(n)] for _ in range(k)]
        return ([[v for row in a for v in row], [v for row in b for v in row]], [m, n, k],
                [sum(map(operator.mul, row, column)) for row in a for column in zip(*b)])

    @staticmethod
    def attention(rnd, length, d):
        q, k, v = ([[rnd.randrange(-1, 2) for _ in range(d)] for _ in range(length)] for _ in range(3))
        out = []
        for row in q:
            powers = [math.exp(sum(map(operator.mul, row, key)) / 8) for key in k]
            out += [sum(map(operator.mul, powers, column)) / sum(powers) for column in zip(*v)]
        return [[x for row in matrix for x in row] for matrix in (q, k, v)], [length], out

    def write(self, key, content):
        name = os.path.join(self.options.folder, f"{key}.bin")
        with open(name, "wb") as f:
            f.write(content)
        return name


def kernel_is_nt(name, style):
    """True if A and B have stride 1 along M and N: by the stride of A in the mangled name, or by the order of its tile."""
    if style == "tma":
        return "smem_ptr_flag_bitsILi16EEENS0_6LayoutINS1_IJNS1_IJNS3_ILi8E" not in name  # a tile of 8 rows
    first = name.index("ILi1EEEiEE") if "ILi1EEEiEE" in name else len(name)
    other = name.index("iNS3_ILi1EEEEE") if "iNS3_ILi1EEEEE" in name else len(name)
    return first < other


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("stridescope")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cutlass")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--triton")
    parser.add_argument("--prepared")
    parser.add_argument("--folder")
    parser.add_argument("--table")
    parser.add_argument("--cases")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as folder:
        options.folder = options.folder or folder
        os.makedirs(options.folder, exist_ok=True)
        run = Run(options)
        rows = []
        kernels = [run.copies, run.gemms] if options.cutlass else []
        kernels += [run.triton] if options.triton else []
        kernels += [run.prepared] if options.prepared else []
        for row in (row for of in kernels for row in of(options.names)):
            rows.append(row)
            print(row["kernel"], row["ptx"], row["shape"], row["outcome"], *row["missing"], sep="  ", flush=True)
    if options.cases:
        with open(os.path.join(options.cases, "kernels.json"), "w") as f:
            json.dump(run.kept, f)
    if options.table:
        with open(options.table, "w") as f:
            json.dump(rows, f, indent=1)
    return 0 if rows and all(row["outcome"] == "equal" for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
