#!/usr/bin/env python3
"""Traces programs on this machine's GPU and brings their traces back (Python 3; Triton and PyTorch where they are).

usage: trace.py --prepare FOLDER [BIN]     copies the command line, the tracer and what they link into FOLDER, and writes
                [--count 500] [--seed 1]   the gallery's kernels and random ones there as CUDA; BIN is build/native/bin
       trace.py FOLDER OUT [--seconds 280] on the machine with the GPU: traces traced.cu, the gallery's kernels, random
                [--blocks all]             kernels, a Triton kernel and a transpose of PyTorch; writes OUT/traces.tar.gz
                                           (traces, counters of Nsight Compute's source page, logs) and OUT/table.json

Each program runs once as it is and once traced; what it prints must be the same. What tracing costs a launch is told
(overhead.cu). The accesses of the gallery's and of the random kernels must be those of their plans (`stridescope trace check`). Exit 1 when they are not, or when a program leaves
no trace.
"""
import argparse
import concurrent.futures
import json
import os
import re
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
        if "=>" in words and any(words[0].startswith(name) for name in ("libbsd", "libmd", "libtinfo", "libz")):
            shutil.copy2(words[2], os.path.join(folder, words[0]))


def run(command, timeout=120, **options):
    begin = time.time()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, errors="replace", **options)
        return done.returncode, done.stdout, done.stderr, time.time() - begin
    except (subprocess.TimeoutExpired, OSError) as why:
        return -1, "", str(why), time.time() - begin


# A whole program of a kernel becomes a function among others: it runs once, is checked and not timed.
def as_function(text, name):
    head, body = text.split("\nusing ", 1)
    includes = "".join(line + "\n" for line in head.splitlines() if line.startswith("#include"))
    body = ("using " + body).replace('extern "C" ', "")
    body = re.sub(r"const int pairs = [^;]*;", "const int pairs = 1;", body)
    body, cut = re.subn(r"\n(  const auto median)", r'\n  std::printf("correct\\n");\n  return 0;\n\1', body)
    body, main = re.subn(r"\nint main\(\) \{", "\nint run() {", body)
    if main != 1 or cut != 1:
        raise ValueError(f"{name}: not the program that this was written for")
    body = body.rstrip()
    if not body.endswith("}"):
        raise ValueError(f"{name}: it does not end with main")
    return includes, f"namespace {name} {{\n{body[:-1]}  return 0;\n}}\n}}  // namespace {name}\n"


def write_batch(file, kernels):
    """kernels: [(name, standalone text)]; one program that runs them one after the other."""
    includes, bodies = "", []
    for name, text in kernels:
        includes, body = as_function(text, name)
        bodies.append(body)
    calls = "".join(f'  std::printf("{name} ");\n  wrong += {name}::run();\n' for name, _ in kernels)
    # Macros of one are taken back before the next defines them.
    with open(file, "w") as out:
        out.write(includes + "\n" + "#undef CHECK\n".join(bodies) + f"\nint main() {{\n  int wrong = 0;\n{calls}  return wrong;\n}}\n")


GALLERY = ("run_copy", "run_transpose", "run_tma", "run_ldmatrix", "run_gemm", "run_wgmma")
BATCHES = 16


def prepare_kernels(folder, binaries, count, seed):
    """The gallery's kernels and random ones as programs, each with the layout program that it was made of."""
    tool = os.path.join(binaries, "stridescope")
    kernels = os.path.join(folder, "kernels")
    shutil.rmtree(kernels, ignore_errors=True)
    os.makedirs(kernels)

    def emitted(program, *ints):
        done = run([tool, "emit", *ints, "--format", "cuda", "--standalone", program])
        return done[1] if done[0] == 0 else None

    listed = []
    for name in GALLERY:
        program = run([tool, "gallery", "--program", "kernels/" + name])[1]
        text = emitted(program, "--ints", "teaching")
        if text is None:
            raise SystemExit(f"{name} is no kernel")
        write_batch(os.path.join(kernels, name + ".cu"), [(name, text)])
        listed.append((name, {name: program}))
    sys.path.insert(0, here)
    from partitions import Partitions
    partitions = Partitions(seed)
    made, number = [], 0
    while len(made) < count:
        program = partitions.make(number)[0]
        text = emitted(program)
        if text is not None:
            made.append((f"k{number}", program, text))
        number += 1
    for i in range(min(BATCHES, len(made))):
        mine = made[i::BATCHES]
        write_batch(os.path.join(kernels, f"random_{i}.cu"), [(name, text) for name, _, text in mine])
        listed.append((f"random_{i}", {name: program for name, program, _ in mine}))
    with open(os.path.join(kernels, "programs.json"), "w") as file:
        json.dump({"seed": seed, "tried": number, "programs": listed}, file)
    print(f"{len(GALLERY)} kernels of the gallery, {len(made)} random ones of {number} programs")


class Session:
    def __init__(self, folder, out, seconds, blocks="first,middle"):
        self.blocks = blocks
        self.end = time.time() + seconds
        self.folder = os.path.abspath(folder)
        self.out = os.path.abspath(out)
        self.work = os.path.join("/tmp", "traced-programs")
        self.kept = os.path.join(self.work, "kept")
        os.makedirs(self.kept, exist_ok=True)
        self.environment = dict(os.environ, LD_LIBRARY_PATH=self.folder + ":" + os.environ.get("LD_LIBRARY_PATH", ""))
        self.tool = os.path.join(self.folder, "stridescope")
        self.rows = []
        self.pinned = []  # name, kernels, accesses that were compared, that are as predicted

    def left(self):
        return self.end - time.time()

    def trace(self, name, command, *options, same=True):
        """Runs it twice: as it is, and traced."""
        if self.left() < 15:
            self.rows.append({"name": name, "bytes": 0, "left_out": "no time was left"})
            return None
        plain = run(command)
        file = os.path.join(self.kept, name + ".trace")
        # The loader's path is for the command line alone.
        traced = run(["env", "LD_LIBRARY_PATH=" + self.environment["LD_LIBRARY_PATH"], self.tool, "trace", *options, "-o", file, "--",
                      "env", "LD_LIBRARY_PATH=" + os.environ.get("LD_LIBRARY_PATH", ""), *command], timeout=max(10, self.left()))
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
        if not row["bytes"] or row["same"] is False or row["status"] != [0, 0]:
            print(f"{name}: {json.dumps(row)}\n   " + traced[2][-600:].replace("\n", "\n   "), flush=True)
        return row

    def build(self, source, program, *options):
        done = run(["nvcc", "-O3", "-lineinfo", "-gencode=arch=compute_90a,code=sm_90a", source, "-o", program, *options], timeout=max(10, self.left()))
        if done[0] != 0:
            print(f"{source} is not built: {done[2][-800:]}", flush=True)
        return done[0] == 0

    def count(self, name, program, *options):
        """Nsight Compute's source page of it."""
        if self.left() < 20:
            return
        counted = run(["ncu", "--clock-control", "none", "--section", "SourceCounters", "--page", "source", "--csv", *options, program],
                      timeout=max(10, min(60, self.left() - 10)))
        with open(os.path.join(self.kept, name + ".csv"), "w") as file:
            file.write(counted[1])
        if counted[0] != 0:
            print(name, "ncu", counted[0], counted[2][-200:], flush=True)
        self.pin(name)

    def pin(self, name):
        """How many accesses have the count that their trace predicts, where the trace has all blocks for all of them."""
        files = [os.path.join(self.kept, name + suffix) for suffix in (".csv", ".trace")]
        done = run([self.tool, "trace", "show", "--json", "--counters", *files], env=self.environment)
        try:
            pinned = [launch["counted"] for launch in json.loads(done[1])["launches"] if launch.get("counted")]
        except (ValueError, KeyError):
            return
        self.pinned.append([name, len(pinned), sum(p["compared"] for p in pinned), sum(p["equal"] for p in pinned)])

    def check(self, name, programs):
        """Each kernel's accesses against its plan's."""
        row = next(row for row in self.rows if row["name"] == name)
        file = os.path.join(self.kept, name + ".trace")
        row["checked"] = {"kernels": len(programs), "agree": 0, "accesses": 0, "same": 0, "untold": 0}
        for kernel, program in programs.items():
            done = run([self.tool, "trace", "check", "--json", "--kernel", kernel + "::", file, program], env=self.environment)
            try:
                launches = json.loads(done[1])["launches"]
            except (ValueError, KeyError):
                row["checked"].setdefault("failed", []).append([kernel, program, (done[2] or done[1])[-300:]])
                continue
            of = row["checked"]
            of["agree"] += len(launches) > 0 and all(launch["holds"] for launch in launches)
            of["untold"] += sum(launch["accesses"] == 0 for launch in launches)
            of["accesses"] += sum(launch["accesses"] for launch in launches)
            of["same"] += sum(launch["same"] for launch in launches)
            if not all(launch["holds"] or launch["accesses"] == 0 for launch in launches):
                of.setdefault("differ", []).append([kernel, program, launches])

    def overhead(self):
        """Times of the launches of a program as it is, and with one block of its first launch traced."""
        program = os.path.join(self.work, "overhead")
        if self.left() < 30 or not self.build(os.path.join(here, "overhead.cu"), program):
            return
        for name, options in (("untraced", None), ("one block", ("--kernel", "product", "--blocks", "first")), ("another kernel", ("--kernel", "nothing"))):
            words = [program, "2048", "4"]
            if options is not None:
                words = ["env", "LD_LIBRARY_PATH=" + self.environment["LD_LIBRARY_PATH"], self.tool, "trace", *options, "-o", program + ".trace", "--", *words]
            done = run(words, timeout=max(10, self.left()))
            print(f"overhead, {name}: " + "; ".join(done[1].splitlines()) + f"; with its start {done[3]:.2f} s", flush=True)

    def kernels(self, built, batches):
        def one(batch):
            name, programs = batch
            program = os.path.join(self.work, name)
            if built[name].result() and self.trace(name, [program], "--kernel", "stridescope_(copy|gemm)",
                                                      *("--blocks", self.blocks, "--records", "2000000")):
                self.check(name, programs)

        counted = ("--kernel-name", "regex:stridescope_(copy|gemm)")
        for batch in batches:
            if batch[0] in GALLERY:
                one(batch)
                self.count(batch[0], os.path.join(self.work, batch[0]), *counted)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(one, [batch for batch in batches if batch[0] not in GALLERY]))
        for name in built:
            if name.startswith("random_"):
                self.count(name, os.path.join(self.work, name), *counted)

    def all(self):
        with open(os.path.join(self.folder, "kernels/programs.json")) as file:
            batches = json.load(file)["programs"]
        with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() - 2)) as pool:
            # Everything is built while the first programs are traced.
            program = os.path.join(self.work, "traced")
            first = pool.submit(self.build, os.path.join(here, "traced.cu"), program)
            built = {name: pool.submit(self.build, os.path.join(self.folder, f"kernels/{name}.cu"), os.path.join(self.work, name), "-lcuda")
                     for name, _ in batches}
            for name, text in (("triton", TRITON), ("torch", TORCH)):
                script = os.path.join(self.work, name + "_program.py")
                with open(script, "w") as file:
                    file.write(text)
                self.trace(name, [sys.executable, script])
            if first.result():
                self.trace("traced", [program])
                self.trace("traced_all", [program], "--kernel", "strided|reduction|product", "--blocks", "all")
                self.count("traced", program)
            self.overhead()
            self.kernels(built, batches)
        self.table()
        with tarfile.open(os.path.join(self.out, "traces.tar.gz"), "w:gz") as tar:
            tar.add(self.kept, arcname="traces")
        with open(os.path.join(self.out, "table.json"), "w") as file:
            json.dump(self.rows, file, indent=1)
        bad = [row["name"] for row in self.rows if not row["bytes"] or row["same"] is False or "differ" in row.get("checked", {})
               or "failed" in row.get("checked", {})]
        print("bad:", bad or "none", flush=True)
        return 1 if bad else 0

    def table(self):
        """A line for each program; the random kernels' together."""
        print(f"{'program':16} {'plain s':>8} {'traced s':>8} {'bytes':>9} {'accesses':>8} {'exact':>6} {'left out':>8}  same  as the plan")
        random = {}
        for row in self.rows:
            of = row.get("checked")
            if row["name"].startswith("random_"):
                for key in ("kernels", "agree", "accesses", "same", "untold"):
                    random[key] = random.get(key, 0) + (of or {}).get(key, 0)
                random["exact"] = random.get("exact", 0) + row.get("exact", 0)
                random["of"] = random.get("of", 0) + row.get("accesses", 0)
                continue
            plan = f"{of['agree']} of {of['kernels']} kernels, {of['same']} of {of['accesses']} accesses" if of else ""
            print(f"{row['name']:16} {row.get('seconds', ['-', '-'])[0]:>8} {row.get('seconds', ['-', '-'])[1]:>8} {row['bytes']:>9} "
                  f"{row.get('accesses', '-'):>8} {row.get('exact', '-'):>6} {str(row.get('left_out', '-')):>8}  {row.get('same')}  {plan}")
        if random:
            print(f"random kernels: {random['exact']} of {random['of']} accesses exact; {random['agree']} of {random['kernels']} kernels, "
                  f"{random['same']} of {random['accesses']} accesses as the plan")
        for name, kernels, compared, equal in self.pinned:
            print(f"{name}: {equal} of {compared} counts of {kernels} kernels as predicted")
        for row in self.rows:
            for kernel, program, *what in (row.get("checked") or {}).get("differ", [])[:3] + (row.get("checked") or {}).get("failed", [])[:3]:
                print("  ", kernel, program[:300], json.dumps(what)[:500])


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("folder")
    p.add_argument("out", nargs="?")
    p.add_argument("--prepare", action="store_true")
    p.add_argument("--count", type=int, default=500)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=float, default=280.0)
    p.add_argument("--blocks", default="first,middle", help="of the kernels: with all, edges are counted as predicted, too")
    a = p.parse_args()
    if a.prepare:
        binaries = a.out or os.path.join(here, "../../build/native/bin")
        prepare(a.folder, binaries)
        prepare_kernels(a.folder, binaries, a.count, a.seed)
        return 0
    if not a.out:
        p.error("FOLDER and OUT, or --prepare FOLDER")
    return Session(a.folder, a.out, a.seconds, a.blocks).all()


if __name__ == "__main__":
    sys.exit(main())
