#!/usr/bin/env python3
"""Counts pinned to traces, planted wastes, kernels traced through their PTX, and CuTe's own tutorial, on this machine's GPU.

usage: counts.py --prepare FOLDER [BIN] [--cutlass CHECKOUT]  copies the command line, what it injects and what it links
                                              into FOLDER, with the headers that CuTe's tutorial needs; BIN is build/native/bin
       counts.py FOLDER OUT [--seconds 240]   on the machine with the GPU: writes OUT/counts.tar.gz (traces, reports and
                                              source pages of Nsight Compute, made small, logs) and OUT/counts.json

  counts    traced.cu, Triton and PyTorch: traced, counted by Nsight Compute (report and page) and by CUPTI; for each access
            predicted beside counted
  mutants   200 kernels with one planted waste each (mutants.py): how many causes are named right
  sources   kernels of traced.cu through NVRTC and rewritten PTX: the same layouts as the patched program's
  tutorial  CuTe's GEMMs for sm80 and sm90: traced and counted
"""
import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tarfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
sys.path.insert(0, os.path.join(here, "../tools"))
from mutants import Mutants, program  # noqa: E402
from small_report import small_page, small_report  # noqa: E402
from trace import TORCH, TRITON, Session, prepare, run  # noqa: E402

TUTORIAL = {"sgemm_1": ("128 128 64",), "sgemm_2": ("128 128 64",), "sgemm_sm80": ("128 128 64", "T", "N"),
            "hopper/wgmma_sm90": ("128 128 64",), "hopper/wgmma_tma_sm90": ("128 128 64",)}
# Kernels of traced.cu: grid, block, arguments.
F32 = "f32:65536:1"
SOURCES = {"transpose_conflict": ("8,8", "32,8", [F32, F32]), "transpose_padded": ("8,8", "32,8", [F32, F32]),
           "transpose_swizzled": ("8,8", "32,8", [F32, F32]), "strided": ("256", "256", [F32, F32]),
           "product": ("7,7", "16,16", [F32, F32, F32, "i32=100"]), "reduction": ("256", "256", [F32, F32]),
           "running": ("1", "128", [F32, F32]), "matrices": ("1", "128", ["f16:65536:1", "f16:65536:1"])}


def prepare_more(folder, binaries, cutlass):
    prepare(folder, binaries)
    shutil.copy2(os.path.join(binaries, "libstridescope_count.so"), folder)
    if not cutlass:
        return
    includes = ["-I" + os.path.join(cutlass, name) for name in ("include", "tools/util/include", "examples/common")]
    files = set()
    for name in TUTORIAL:
        source = f"examples/cute/tutorial/{name}.cu"
        done = subprocess.run(["nvcc", "-std=c++17", "-M", *includes, "-gencode=arch=compute_90a,code=sm_90a", source],
                              cwd=cutlass, capture_output=True, text=True, check=True)
        for word in done.stdout.replace("\\\n", " ").split():
            path = os.path.normpath(os.path.join(cutlass, word))
            if path.startswith(os.path.join(cutlass, "")) and os.path.isfile(path):
                files.add(os.path.relpath(path, cutlass))
    for name in files:
        to = os.path.join(folder, "cutlass", name)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        shutil.copyfile(os.path.join(cutlass, name), to)
    print(len(files), "files of CuTe's tutorial")


class Counts(Session):
    def show(self, name, *options):
        done = run([self.tool, "trace", "show", "--json", *options, os.path.join(self.kept, name + ".trace")], env=self.environment)
        return json.loads(done[1]) if done[0] == 0 else {"launches": [], "error": done[2][-300:]}

    def profile(self, name, command, *options):
        """Nsight Compute's report and its source page."""
        report = os.path.join(self.work, name + ".ncu-rep")
        done = run(["ncu", "-f", "--clock-control", "none", "--section", "SourceCounters", "--section", "LaunchStats", *(options or ("--launch-count", "16")),
                    "-o", report.removesuffix(".ncu-rep"), *command], timeout=max(10, min(90, self.left() - 20)))
        page = run(["ncu", "-i", report, "--page", "source", "--csv"], timeout=max(10, self.left() - 10))
        with open(os.path.join(self.kept, name + ".ncu.log"), "w") as log:
            log.write(done[1][-3000:] + done[2][-3000:] + page[2][-3000:])
        if os.path.exists(report):
            with open(report, "rb") as file, open(os.path.join(self.kept, name + ".ncu-rep"), "wb") as out:
                out.write(small_report(file.read()))
        with open(os.path.join(self.kept, name + ".csv"), "w") as out:
            small_page(page[1].splitlines(), out)

    def compare(self, name, suffix=".ncu-rep"):
        """Predicted beside counted, access by access."""
        report = os.path.join(self.kept, name + suffix)
        row = {"name": name, "counts": suffix, "compared": 0, "equal": 0, "unplaced": 0, "unpinned": 0, "differ": []}
        if not os.path.exists(report) or not os.path.exists(os.path.join(self.kept, name + ".trace")):
            return self.found.append(dict(row, missing=True))
        shown = self.show(name, "--counters", report)
        if "error" in shown:
            row["error"] = shown["error"]
        for launch in shown["launches"]:
            pinned = launch.get("counted")
            if not pinned:
                row["unpinned"] += 1
                continue
            for key in ("compared", "equal", "unplaced"):
                row[key] += pinned[key]
            sass = {a["name"]: a.get("sass", "") for a in launch["accesses"]}
            row["differ"] += [[launch["kernel"][:60], a["name"], sass.get(a["name"]), a] for a in pinned["accesses"]
                              if a["state"] in ("differs", "uneven")]
        self.found.append(row)

    def counts(self, name, command, cupti=False, *options):
        if self.left() < 25:
            return
        self.trace(name, command, *options)
        self.profile(name, command)
        for suffix in (".ncu-rep", ".csv"):
            self.compare(name, suffix)
        if cupti:
            self.cupti(name, command)

    def cupti(self, name, command, *options):
        """The same, counted by CUPTI's SASS metrics."""
        if self.left() < 40:
            return
        page = os.path.join(self.kept, name + ".cupti.csv")
        done = run(["env", "LD_LIBRARY_PATH=" + self.environment["LD_LIBRARY_PATH"], self.tool, "trace", "--count", page, *options, "-o",
                    os.path.join(self.work, "again.trace"), "--", *command], timeout=max(10, min(60, self.left())))
        with open(os.path.join(self.kept, name + ".cupti.log"), "w") as log:
            log.write(done[1][-3000:] + done[2][-6000:])
        self.compare(name, ".cupti.csv")

    def mutants(self, built, made):
        if not built or self.left() < 15 or not self.trace("mutants", [os.path.join(self.work, "mutants")], "--records", "4096", "--blocks", "first"):
            return
        told = {}
        for launch in self.show("mutants")["launches"]:
            names = {a["name"]: a["kind"] for a in launch["accesses"]}
            told[launch["kernel"].split("(")[0]] = [(names.get(w["access"], "?"), w["cause"]) for w in launch["advice"]["wastes"]]
        wrong = []
        for m in made:
            kind = f"{m['memory']}_{'load' if m['load'] else 'store'}"
            if (kind, m["cause"]) not in told.get(m["name"], []):
                wrong.append([m, told.get(m["name"])])
        self.found.append({"name": "mutants", "of": len(made), "right": len(made) - len(wrong), "wrong": wrong})

    def sources(self):
        """The layouts of each kernel through PTX, against those of the patched program."""
        patched = {launch["kernel"].split("(")[0]: launch for launch in self.show("traced")["launches"]}
        for kernel, (grid, block, arguments) in SOURCES.items():
            if self.left() < 10:
                return
            file = os.path.join(self.kept, f"source_{kernel}.trace")
            words = [word for argument in arguments for word in ("--arg", argument)]
            done = run([self.tool, "trace", "--kernel", kernel, "--grid", grid, "--block", block, *words, "-o", file,
                        os.path.join(self.work, "kernels.cu")], env=self.environment, timeout=60)
            row = {"name": "source " + kernel, "status": done[0], "said": done[2][-500:]}
            if os.path.exists(file):
                mine = self.show("source_" + kernel)["launches"]
                # A compiler may split, join and order them anew: kinds with their layouts, all together.
                layouts = lambda launch: sorted({(a["kind"], a.get("bytes"), a.get("layout", "")) for a in launch["accesses"]})  # noqa: E731
                row["mine"] = layouts(mine[0]) if mine else None
                row["patched"] = layouts(patched[kernel]) if kernel in patched else None
                row["same"] = row["mine"] == row["patched"]
            self.found.append(row)

    def all(self):
        self.found = []
        generator = Mutants(1)
        made = [generator.make(number) for number in range(200)]
        with open(os.path.join(self.work, "mutants.cu"), "w") as file:
            file.write(program(made))
        # Without its main, and with NVRTC's own headers.
        with open(os.path.join(here, "traced.cu")) as file:
            text = file.read()
        text = text[:text.index("template <class Launch>")]
        for header in ("cstdint", "cstdio", "vector"):
            text = text.replace(f"#include <{header}>\n", "")
        with open(os.path.join(self.work, "kernels.cu"), "w") as file:
            file.write("using uint64_t = unsigned long long;\nusing uint32_t = unsigned;\n" + text)
        with concurrent.futures.ThreadPoolExecutor(max(2, (os.cpu_count() or 4) - 2)) as pool:
            program_of = lambda name: os.path.join(self.work, name)  # noqa: E731
            traced = pool.submit(self.build, os.path.join(here, "traced.cu"), program_of("traced"))
            mutants = pool.submit(self.build, program_of("mutants.cu"), program_of("mutants"))
            cutlass = os.path.join(self.folder, "cutlass")
            tutorial = {}
            if os.path.isdir(cutlass):
                includes = ["-std=c++17", "--expt-relaxed-constexpr"] + [
                    "-I" + os.path.join(cutlass, name) for name in ("include", "tools/util/include", "examples/common")]
                for name in TUTORIAL:
                    to = "tutorial_" + name.replace("/", "_")
                    tutorial[to] = (pool.submit(self.build, f"{cutlass}/examples/cute/tutorial/{name}.cu", program_of(to), *includes), TUTORIAL[name])
            for name, text in (("triton", TRITON), ("torch", TORCH)):
                script = os.path.join(self.work, name + "_program.py")
                with open(script, "w") as file:
                    file.write(text)
                self.counts(name, [sys.executable, script])
            if traced.result():
                self.counts("traced", [program_of("traced")], True)
                self.sources()
            self.mutants(mutants.result(), made)
            for name, (built, words) in tutorial.items():
                if self.left() > 30 and built.result():
                    # What is printed has times in it.
                    command = [program_of(name), *" ".join(words).split()]
                    self.trace(name, command, "--launch", "0", same=False)
                    self.profile(name, command, "--launch-count", "1")
                    self.compare(name)
                    self.cupti(name, command, "--launch", "0")
        return self.finish()

    def finish(self):
        for row in self.found:
            short = {key: value for key, value in row.items() if key not in ("differ", "wrong", "mine", "patched")}
            print(json.dumps(short), flush=True)
            for one in row.get("differ", [])[:6] + row.get("wrong", [])[:6]:
                print("   ", json.dumps(one)[:400])
            if row.get("same") is False:
                print("    mine", json.dumps(row["mine"])[:600], "\n    patched", json.dumps(row["patched"])[:600])
        for row in self.rows:
            print(json.dumps(row)[:300])
        with tarfile.open(os.path.join(self.out, "counts.tar.gz"), "w:gz") as tar:
            tar.add(self.kept, arcname="counts")
        with open(os.path.join(self.out, "counts.json"), "w") as file:
            json.dump({"found": self.found, "rows": self.rows}, file, indent=1)
        return 0


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("folder")
    p.add_argument("out", nargs="?")
    p.add_argument("--prepare", action="store_true")
    p.add_argument("--cutlass")
    p.add_argument("--seconds", type=float, default=240.0)
    a = p.parse_args()
    if a.prepare:
        prepare_more(a.folder, a.out or os.path.join(here, "../../build/native/bin"), a.cutlass and os.path.abspath(a.cutlass))
        return 0
    if not a.out:
        p.error("FOLDER and OUT, or --prepare FOLDER")
    return Counts(a.folder, a.out, a.seconds).all()


if __name__ == "__main__":
    sys.exit(main())
