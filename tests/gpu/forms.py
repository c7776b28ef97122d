# Runs each form of tests/machine/forms.txt on a GPU and writes the hashes of its results, for tests/machine/forms_h200.txt.
# Usage: STRIDESCOPE_FORMS=forms.ptx stridescope_unit_tests --test-case='machine: each form*', then, where a GPU and CuPy
# are: python3 tests/gpu/forms.py forms.ptx forms_h200.txt COMMIT
import datetime
import os
import subprocess
import sys
import tempfile

import cupy

THREADS, RESULTS = 256, 2  # tests/unit/machine_forms.h


def hash_of(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & ((1 << 64) - 1)
    return f"{value:016x}"


forms, output, commit = sys.argv[1:]
texts = [part.split("\n", 1) for part in open(forms).read().split("=== ")[1:]]
gpu = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True, text=True, check=True).stdout
device, driver = gpu.strip().split("\n")[0].split(", ")
lines = [
    f"# Hashes (64-bit FNV-1a) of the results of each form on an {device}, driver {driver}, {datetime.date.today()}, commit {commit}, and",
    "# the forms of tests/machine/forms.txt, assembled by the driver. Forms that it refuses are missing. tests/gpu/forms.py",
    "# makes the file.",
]
refused = []
with tempfile.TemporaryDirectory() as folder:
    for number, (name, ptx) in enumerate(texts):
        # CuPy keeps a module by its path.
        path = os.path.join(folder, f"{number}.ptx")
        with open(path, "w") as file:
            file.write(ptx)
        results = cupy.zeros(THREADS * RESULTS, dtype=cupy.uint64)
        try:
            cupy.RawModule(path=path).get_function("form")((1,), (THREADS,), (results,))
            cupy.cuda.runtime.deviceSynchronize()
        except cupy.cuda.driver.CUDADriverError:
            refused.append(name)
            continue
        lines.append(f"{hash_of(results.get().tobytes())} {name}")
with open(output, "w") as file:
    file.write("\n".join(lines) + "\n")
print(f"{len(texts) - len(refused)} forms; refused: {', '.join(refused) or 'none'}")
