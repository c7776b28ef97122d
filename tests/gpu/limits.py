#!/usr/bin/env python3
"""What bounds any product by mma.sync on this machine's GPU, beside cuBLASLt (Python 3, nvcc; no packages).

usage: limits.py OUT.json [--commit C] [--seconds 0.6] [--sizes 4096,6144,8192]

As many instructions as a product has, in loops (limits.cu): from registers alone, and fed by ldmatrix as warps need it that have
64 x 64 of C each; in turns with cuBLASLt's product of the same random numbers. A third bound is arithmetic: tiles of 128 x 256 come
in whole rounds of all multiprocessors. limits_h100.json is such a table, its goals those of issue 24.
"""
import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def whole_rounds(n, multiprocessors, tile=(128, 256)):
    """The part of the multiprocessors' time that tiles of C fill."""
    tiles = -(-n // tile[0]) * -(-n // tile[1])
    return n * n / (-(-tiles // multiprocessors) * multiprocessors * tile[0] * tile[1])


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("out")
    p.add_argument("--commit", default="")
    p.add_argument("--seconds", type=float, default=0.6)
    p.add_argument("--sizes", default="4096,6144,8192")
    a = p.parse_args()
    name, driver = output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()[0].split(", ")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for dtype, option in (("half_t", []), ("bfloat16_t", ["-DBFLOAT"])):
            program = os.path.join(folder, "limits")
            subprocess.run(["nvcc", "-std=c++17", "-O3", "-arch=sm_90", *option, "-o", program, os.path.join(here, "limits.cu"),
                            "-lcublasLt"], check=True)
            for n in map(int, a.sizes.split(",")):
                found = {}
                for line in output(program, str(n), str(a.seconds)).splitlines():
                    row = {"dtype": dtype, **json.loads(line)}
                    found[row["loop"]] = row
                    rows.append(row)
                    print(f"{dtype:10} {n} {row['loop']:10} {row['tflop_per_s']:6.1f} TFLOP/s, of cuBLASLt {row['ratio']:.3f} "
                          f"({row['cublaslt_tflop_per_s']:.1f}), {row['cycles']:.3f} cycles an instruction at {row['mhz']} MHz", flush=True)
                found["ldmatrix"]["whole_rounds"] = round(whole_rounds(n, 132), 4)
                found["ldmatrix"]["ratio_of_whole_rounds"] = round(found["ldmatrix"]["ratio"] * whole_rounds(n, 132), 4)
    with open(a.out, "w") as file:
        json.dump({"device": {"name": name, "driver": driver, "toolkit": output("nvcc", "--version").split("release ")[1].split(",")[0]},
                   "commit": a.commit, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                   "command": "tests/gpu/limits.py " + " ".join(sys.argv[1:]), "limits": rows}, file, indent=1)
        file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
