#!/usr/bin/env python3
"""Traces programs on this machine's GPU and brings their traces back (Python 3; Triton and PyTorch where they are).

usage: trace.py --prepare FOLDER [BIN]     copies the command line, the tracer and what they link into FOLDER; BIN is
                                           build/native/bin
       trace.py FOLDER OUT                 on the machine with the GPU: traces traced.cu, the gallery's kernels, a Triton
                                           kernel and a transpose of PyTorch; writes OUT/traces.tar.gz (traces, counters
                                           of Nsight Compute's source page, logs) and OUT/table.json

Each program runs once as it is and once traced; what it prints must be the same. Exit 1 when it is not, or when a program
leaves no trace.
"""
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time

here = os.path.dirname(os.path.abspath(__file__))

TRITON = """
import torch, triton, triton.language as tl
@triton.jit
def transpose_kernel(x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    v = tl.load(x + i[:, None] * n + j[None, :])
    tl.store(y + j[:, None] * n + i[None, :], tl.trans(v))
@triton.jit
def product_kernel(a, b, c, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    acc = tl.zeros((B, B), tl.float32)
    for k in range(0, n, B):
        q = k + tl.arange(0, B)
        acc += tl.dot(tl.load(a + i[:, None] * n + q[None, :]), tl.load(b + q[:, None] * n + j[None, :]))
    tl.store(c + i[:, None] * n + j[None, :], acc.to(tl.float16))
torch.manual_seed(0)
x = torch.randn(256, 256, device='cuda', dtype=torch.float16)
y = torch.empty_like(x)
transpose_kernel[(4, 4)](x, y, 256, B=64)
product_kernel[(4, 4)](x, y, x, 256, B=64)
torch.cuda.synchronize()
print(int(y.view(torch.int16).long().sum()), int(x.view(torch.int16).long().sum()))
"""
TORCH = """
import torch
x = torch.arange(512 * 384, device='cuda', dtype=torch.float32).reshape(512, 384)
y = x.t().contiguous()
torch.cuda.synchronize()
print(float((y.double() * torch.arange(y.numel(), device='cuda').reshape(y.shape)).sum()))
"""


def prepare(folder, binaries):
    os.makedirs(folder, exist_ok=True)
    for name in ("stridescope", "libstridescope_trace.so"):
        shutil.copy2(os.path.join(binaries, name), folder)
    listed = subprocess.run(["ldd", os.path.join(binaries, "stridescope")], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        words = line.split()
        # The C library is the machine's own.
        if "=>" in words and any(words[0].startswith(name) for name in ("libedit", "libbsd", "libmd", "libtinfo", "libz")):
            shutil.copy2(words[2], os.path.join(folder, words[0]))


def run(command, timeout=120, **options):
    begin = time.time()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, errors="replace", **options)
        return done.returncode, done.stdout, done.stderr, time.time() - begin
    except (subprocess.TimeoutExpired, OSError) as why:
        return -1, "", str(why), time.time() - begin


class Session:
    def __init__(self, folder, out):
        self.folder = os.path.abspath(folder)
        self.out = os.path.abspath(out)
        self.work = os.path.join("/tmp", "traced-programs")
        self.kept = os.path.join(self.work, "kept")
        os.makedirs(self.kept, exist_ok=True)
        self.environment = dict(os.environ, LD_LIBRARY_PATH=self.folder + ":" + os.environ.get("LD_LIBRARY_PATH", ""))
        self.tool = os.path.join(self.folder, "stridescope")
        self.rows = []

    def trace(self, name, command, *options, same=True):
        """Runs it twice: as it is, and traced."""
        plain = run(command)
        file = os.path.join(self.kept, name + ".trace")
        # The loader's path is for the command line alone.
        traced = run(["env", "LD_LIBRARY_PATH=" + self.environment["LD_LIBRARY_PATH"], self.tool, "trace", *options, "-o", file, "--",
                      "env", "LD_LIBRARY_PATH=" + os.environ.get("LD_LIBRARY_PATH", ""), *command], timeout=200)
        with open(os.path.join(self.kept, name + ".log"), "w") as log:
            log.write("\n".join(["-- plain", plain[1][-4000:], plain[2][-4000:], "-- traced", traced[1][-4000:], traced[2][-4000:]]))
        row = {"name": name, "status": [plain[0], traced[0]], "seconds": [round(plain[3], 2), round(traced[3], 2)],
               "same": plain[1] == traced[1] if same else None,
               "bytes": os.path.getsize(file) if os.path.exists(file) else 0}
        if row["bytes"]:
            shown = run([self.tool, "trace", "show", "--json", file], env=self.environment)
            try:
                launches = json.loads(shown[1])["launches"]
                accesses = [a for launch in launches for a in launch["accesses"]]
                row.update(launches=len(launches), accesses=len(accesses), exact=sum(a["exact"] for a in accesses),
                           requests=sum(a["requests"] for a in accesses),
                           left_out=sum(b["left_out"] for launch in launches for b in launch["blocks"]))
            except (ValueError, KeyError) as why:
                row["shown"] = f"{why}: {shown[2][-300:]}"
        self.rows.append(row)
        print(json.dumps(row), flush=True)
        if not row["bytes"]:
            print("   " + traced[2][-600:].replace("\n", "\n   "), flush=True)

    def build(self, source, program, *options):
        done = run(["nvcc", "-O3", "-lineinfo", "-arch=sm_90a", source, "-o", program, *options])
        if done[0] != 0:
            print(f"{source} is not built: {done[2][-800:]}", flush=True)
        return done[0] == 0

    def all(self):
        program = os.path.join(self.work, "traced")
        if self.build(os.path.join(here, "traced.cu"), program):
            self.trace("traced", [program])
            self.trace("traced_all", [program], "--kernel", "strided|reduction|product", "--blocks", "all")
            counted = run(["ncu", "--clock-control", "none", "--section", "SourceCounters", "--page", "source", "--csv", program])
            with open(os.path.join(self.kept, "traced.csv"), "w") as file:
                file.write(counted[1])
            print("ncu", counted[0], len(counted[1]), counted[2][-200:], flush=True)
        for name in ("run_copy", "run_transpose", "run_tma", "run_ldmatrix", "run_gemm", "run_wgmma"):
            text = run([self.tool, "gallery", "--program", "kernels/" + name], env=self.environment)[1]
            emitted = run([self.tool, "emit", "--ints", "teaching", "--format", "cuda", "--standalone", text], env=self.environment)
            source = os.path.join(self.work, name + ".cu")
            with open(source, "w") as file:
                file.write(emitted[1])
            with open(os.path.join(self.kept, name + ".layout"), "w") as file:
                file.write(text)
            if emitted[0] != 0 or not self.build(source, source[:-3], "-lcuda"):
                print(name, emitted[2][-300:], flush=True)
                continue
            self.trace(name, [source[:-3]], "--kernel", "^(void )?stridescope_(copy|gemm)", same=False)
        for name, text in (("triton", TRITON), ("torch", TORCH)):
            script = os.path.join(self.work, name + "_program.py")
            with open(script, "w") as file:
                file.write(text)
            self.trace(name, [sys.executable, script])
        with tarfile.open(os.path.join(self.out, "traces.tar.gz"), "w:gz") as tar:
            tar.add(self.kept, arcname="traces")
        with open(os.path.join(self.out, "table.json"), "w") as file:
            json.dump(self.rows, file, indent=1)
        bad = [row["name"] for row in self.rows if not row["bytes"] or row["same"] is False]
        print("bad:", bad or "none", flush=True)
        return 1 if bad else 0


if len(sys.argv) in (3, 4) and sys.argv[1] == "--prepare":
    prepare(sys.argv[2], sys.argv[3] if len(sys.argv) == 4 else os.path.join(here, "../../build/native/bin"))
elif len(sys.argv) == 3:
    sys.exit(Session(sys.argv[1], sys.argv[2]).all())
else:
    sys.exit(__doc__)
