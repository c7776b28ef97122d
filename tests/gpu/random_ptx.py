#!/usr/bin/env python3
"""Random PTX on the PTX machine and on a GPU: every register of every thread compared (Python 3, no packages).

usage: random_ptx.py prepare STRIDESCOPE FOLDER [--programs N] [--seed S]   no GPU
       random_ptx.py run FOLDER OUT.json [--seconds S] [--levels L] [--commit C]   needs a GPU and ptxas
       random_ptx.py launch FOLDER    launches the kernels of the numbers on standard input; `run` calls it

A program works on registers of 16, 32 and 64 bits and on predicates, which begin with special and random bits in each of
64 threads. Its instructions are the forms of tests/machine/forms.txt that the driver accepts: straight lines, predicated
instructions, branches whose lanes part, loops, shared memory, atomics, exchanges between lanes and between warps. In the
end each thread writes a hash of its registers. A file has a kernel of PROGRAMS programs, one behind another.
"""
import argparse
import collections
import concurrent.futures
import ctypes
import datetime
import itertools
import json
import os
import random
import re
import select
import struct
import subprocess
import sys
import time

PROGRAMS, THREADS, SLOT = 10, 64, 64
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
TYPES = {"pred": 1, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "b32": 32, "u32": 32, "s32": 32, "f32": 32, "tf32": 32,
         "f16x2": 32, "bf16x2": 32, "u16x2": 32, "s16x2": 32, "b64": 64, "u64": 64, "s64": 64, "f64": 64, "u8": 16, "s8": 16, "n8": 32,
         "e4m3x2": 16, "e5m2x2": 16}
COUNTS = {1: 4, 16: 5, 32: 8, 64: 6}
NAMES = {1: "%p", 16: "%h", 32: "%r", 64: "%d"}
SPECIAL = {16: [0, 1, 0x7FFF, 0x8000, 0xFFFF, 0x3C00, 0x7C00, 0xFC00, 0x7E01, 0x0001, 0x03FF, 0x7BFF, 0x3F80, 0x7F80, 0x8001],
           32: [0, 1, 2, 31, 32, 33, 255, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00001,
                0x00000001, 0x007FFFFF, 0x7F7FFFFF, 0x4B800000, 0x3C003C00, 0x00018001],
           64: [0, 1, 2, 63, 64, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x3FF0000000000000, 0xBFF0000000000000,
                0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000001, 1, 0x000FFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF, 0x41E0000000000000]}
TOGETHER = ("shfl", "vote", "match", "redux", "movmatrix")
SLOW = re.compile(r"(div|rem|sqrt|rcp)\.")
# Without a rounding mode a compiler may join a product and a sum.
JOINED = re.compile(r"(add|sub|mul)(\.ftz)?(\.sat)?\.(f32|f64|f16|f16x2|bf16|bf16x2)$")
# ptxas 13.0 converts the old value of a lane whose guard is false, and moves such conversions.
BROKEN = re.compile(r"set\.\w+\.f32\.")
# ptxas 13.0 drops the guard, also that of a short branch that it turns into guards.
UNGUARDED = re.compile(r"(testp|set)\.")
# PTX leaves the most negative number open.
OPEN_SIGN = re.compile(r"(abs|neg)\.s(16|32|64)$")
# PTX leaves the bits of a NaN open: of abs and neg, and of f64 with two NaNs, whose operands a compiler may exchange. And
# the larger of a and a is a, as it is, to a compiler.
OPEN_NAN = re.compile(r"(abs|neg|min|max)[a-zA-Z.]*\.(f32|f64|f16|bf16)$|(add|sub|mul|fma|div|rcp|sqrt)\.\w+\.f64$")
OPEN_NANS = re.compile(r"(abs|neg)(\.ftz)?\.(f16x2|bf16x2)$")
LEFT_OUT = [JOINED, BROKEN, OPEN_SIGN, OPEN_NANS, re.compile("wgmma")]
NAN = {"f64": "0x7ff8000000000000", "f32": "0x7fffffff", "f16": "0x7fff", "bf16": "0x7fff"}


def expanded(text):
    """Each alternative of a text with {a,b}."""
    parts = re.split(r"{([^}]*)}", text)
    choices = [part.split(",") if i % 2 else [part] for i, part in enumerate(parts)]
    return ["".join(words) for words in itertools.product(*choices)]


def forms():
    """(opcode, types of the results, sources) of what a GPU accepted."""
    with open(os.path.join(ROOT, "tests/machine/forms_h200.txt")) as f:
        accepted = {line.split(" ", 1)[1].split(" ")[0].strip() for line in f if not line.startswith("#")}
    out = []
    with open(os.path.join(ROOT, "tests/machine/forms.txt")) as f:
        for line in f:
            fields = [field.strip() for field in line.split(";")]
            if line.startswith("#") or len(fields) != 3 or re.match(r"w?g?mma", fields[0]):
                continue
            for opcode in expanded(fields[0]):
                if opcode not in accepted or any(pattern.match(opcode) for pattern in LEFT_OUT):
                    continue
                types = [word for word in opcode.split(".") if word in TYPES]
                named = {"T": types[-1] if types else "", "T0": types[0] if types else ""}
                results = [named.get(t, t) for t in re.split(r"[|,]", fields[1])]
                for sources in expanded(fields[2]):
                    words = [named.get(t, t) for t in sources.split(",")]
                    if all(t in TYPES for t in results) and all(t in TYPES or re.fullmatch(r"imm:\w+", t) for t in words):
                        out.append((opcode, results, words))
    return out


class Program:
    """Writes one program."""

    def __init__(self, rnd, all_forms, number):
        self.rnd, self.number, self.lines, self.labels, self.loops = rnd, number, [], 0, 0
        self.alone = [f for f in all_forms if not f[0].startswith(TOGETHER)]
        self.together = [f for f in all_forms if f[0].startswith(TOGETHER)]
        # Each opcode as often as any other, however many types it has.
        self.by_word = {}
        for form in self.alone:
            self.by_word.setdefault(form[0].split(".")[0], []).append(form)

    def register(self, bits):
        return f"{NAMES[bits]}{self.rnd.randrange(COUNTS[bits])}"

    def label(self):
        self.labels += 1
        return f"L{self.number}_{self.labels}"

    def add(self, text):
        self.lines.append(text)

    def begin(self):
        for bits in (16, 32, 64):
            for i in range(COUNTS[bits]):
                self.add(f"mad.lo.u64 %x, %tid64, {self.rnd.randrange(1 << 62) * 2 + 1}, {self.rnd.randrange(1 << 63)};")
                self.add("shr.u64 %y, %x, 29;\nxor.b64 %x, %x, %y;\nmul.lo.u64 %x, %x, 0x94d049bb133111eb;")
                for bit in (60, 61):
                    self.add(f"shr.u64 %y, %x, {bit};\nand.b64 %y, %y, 1;\nsetp.ne.u64 %q, %y, 0;")
                    special = self.rnd.choice(SPECIAL[bits])
                    self.add(f"selp.b64 %x, {special}, %x, %q;" if self.rnd.random() < 0.8 else "")
                self.add(f"mov.u64 {NAMES[64]}{i}, %x;" if bits == 64 else f"cvt.u{bits}.u64 {NAMES[bits]}{i}, %x;")
        for i in range(COUNTS[1]):
            self.add(f"setp.lt.u32 %p{i}, %r{i}, {self.rnd.randrange(1 << 32)};")
        self.add("st.shared.v2.b64 [%slot], {%d0, %d1};\nst.shared.v2.b64 [%slot+16], {%d2, %d3};")
        self.add("st.shared.v2.b64 [%slot+32], {%d4, %d5};\nst.shared.v2.b64 [%slot+48], {%d1, %d3};")

    def operand(self, kind, opcode):
        if kind.startswith("imm:"):
            return kind[4:]
        if kind == "n8":
            self.add(f"and.b32 %t, {self.register(32)}, {31 if opcode.startswith('shfl') else 127};")
            return "%t"
        return self.register(TYPES[kind])

    def instruction(self, form, guard=""):
        opcode, results, sources = form
        words = [self.operand(kind, opcode) for kind in sources]
        # A compiler knows what becomes of two equal operands.
        while opcode.startswith(("min", "max", "copysign")) and words[0] == words[1]:
            words[1] = self.operand(sources[1], opcode)
        targets = []
        for kind in results:
            name = self.register(TYPES[kind])
            while name in targets:
                name = self.register(TYPES[kind])
            targets.append(name)
        self.add(f"{guard}{opcode} {'|'.join(targets)}{', ' if words else ''}{', '.join(words)};")
        if OPEN_NAN.match(opcode):
            kind = opcode.split(".")[-1]
            self.add(f"setp.nan.{kind} %q, {targets[0]}, {targets[0]};")
            self.add(f"{guard}selp.b{TYPES[kind]} {targets[0]}, {NAN[kind]}, {targets[0]}, %q;")

    def some(self, guarded):
        while True:
            form = self.rnd.choice(self.by_word[self.rnd.choice(list(self.by_word))])
            if (not SLOW.match(form[0]) or self.rnd.random() < 0.1) and not (guarded and UNGUARDED.match(form[0])):
                return form

    def memory(self):
        bits = self.rnd.choice([16, 32, 64])
        at = self.rnd.randrange(SLOT * 8 // bits) * bits // 8
        kind = self.rnd.random()
        if kind < 0.4:
            self.add(f"st.shared.b{bits} [%slot+{at}], {self.register(bits)};")
        elif kind < 0.8:
            self.add(f"ld.shared.b{bits} {self.register(bits)}, [%slot+{at}];")
        else:
            at = self.rnd.randrange(SLOT // 8) * 8
            what, kinds = self.rnd.choice([("add", ["u32", "s32", "u64"]), ("min", ["u32", "s32", "u64", "s64"]),
                                           ("max", ["u32", "s32", "u64", "s64"]), ("and", ["b32", "b64"]), ("or", ["b32", "b64"]),
                                           ("xor", ["b32", "b64"]), ("exch", ["b32", "b64"]), ("inc", ["u32"]), ("dec", ["u32"]),
                                           ("cas", ["b32", "b64"])])
            one = self.rnd.choice(kinds)
            more = f", {self.register(TYPES[one])}" if what == "cas" else ""
            self.add(f"atom.shared.{what}.{one} {self.register(TYPES[one])}, [%slot+{at}], {self.register(TYPES[one])}{more};")

    def exchange(self):
        """Reads what the next thread has in its slot."""
        self.add("bar.sync 0;\nadd.u32 %t, %tid32, 1;\nand.b32 %t, %t, 63;\nmad.lo.u32 %t, %t, 64, %base;")
        at = self.rnd.randrange(SLOT // 16) * 16
        a, b, c, e = self.rnd.sample(range(COUNTS[32]), 4)
        if self.rnd.random() < 0.5:
            self.add(f"ld.shared.v4.b32 {{%r{a}, %r{b}, %r{c}, %r{e}}}, [%t+{at}];")
        else:
            turned = self.rnd.choice(["", ".trans"])
            self.add(f"ldmatrix.sync.aligned.m8n8.x4{turned}.shared.b16 {{%r{a}, %r{b}, %r{c}, %r{e}}}, [%t+{at}];")
        self.add("bar.sync 0;")

    def product(self):
        a = [self.register(32) for _ in range(10)]
        d = self.rnd.sample(range(COUNTS[32]), 4)
        sat = self.rnd.choice(["", ".satfinite"])
        types = self.rnd.choice(["s8", "u8"]), self.rnd.choice(["s8", "u8"])
        self.add(f"mma.sync.aligned.m16n8k32.row.col{sat}.s32.{types[0]}.{types[1]}.s32 {{{', '.join(f'%r{x}' for x in d)}}}, "
                 f"{{{', '.join(a[:4])}}}, {{{', '.join(a[4:6])}}}, {{{', '.join(a[6:])}}};")

    def block(self, count, depth):
        for _ in range(count):
            kind = self.rnd.random()
            if depth == 0 and kind < 0.08:
                self.instruction(self.rnd.choice(self.together))
            elif depth == 0 and kind < 0.10:
                self.exchange()
            elif depth == 0 and kind < 0.11:
                self.product()
            elif kind < 0.20:
                self.memory()
            elif kind < 0.28:
                self.instruction(self.some(True), f"@{self.rnd.choice(['', '!'])}{self.register(1)} ")
            elif kind < 0.35 and depth < 3:
                self.branch(depth)
            elif kind < 0.38 and depth < 2:
                self.loop(depth)
            else:
                self.instruction(self.some(depth > 0))

    def branch(self, depth):
        end = self.label()
        other = self.label() if self.rnd.random() < 0.5 else end
        self.add(f"@{self.rnd.choice(['', '!'])}{self.register(1)} bra {other};")
        self.block(self.rnd.randrange(1, 5), depth + 1)
        if other != end:
            self.add(f"bra {end};\n{other}:")
            self.block(self.rnd.randrange(1, 5), depth + 1)
        self.add(f"{end}:")

    def loop(self, depth):
        again, counter = self.label(), f"%c{depth}"
        self.add(f"and.b32 {counter}, {self.register(32)}, 3;\n{again}:")
        self.block(self.rnd.randrange(1, 5), depth + 1)
        self.add(f"sub.u32 {counter}, {counter}, 1;\nsetp.gt.s32 %q, {counter}, 0;\n@%q bra {again};")

    def end(self):
        self.add("bar.sync 0;\nmov.u64 %x, 0xcbf29ce484222325;")
        for bits in (16, 32, 64, 1):
            for i in range(COUNTS[bits]):
                name = f"{NAMES[bits]}{i}"
                self.add({1: f"selp.b64 %y, 1, 0, {name};", 64: f"mov.u64 %y, {name};"}.get(bits, f"cvt.u64.u{bits} %y, {name};"))
                self.add("xor.b64 %x, %x, %y;\nmul.lo.u64 %x, %x, 0x100000001b3;")
        for at in range(0, SLOT, 8):
            self.add(f"ld.shared.b64 %y, [%slot+{at}];\nxor.b64 %x, %x, %y;\nmul.lo.u64 %x, %x, 0x100000001b3;")
        self.add(f"st.global.u64 [%out+{8 * THREADS * self.number}], %x;")

    def text(self):
        self.begin()
        self.block(self.rnd.randrange(20, 45), 0)
        self.end()
        return "\n".join(line for line in self.lines if line)


def kernel(seed, number, all_forms):
    rnd = random.Random(f"{seed} {number}")
    body = "\n".join(Program(rnd, all_forms, i).text() for i in range(PROGRAMS))
    registers = "\n".join(f".reg .{'pred' if bits == 1 else f'b{bits}'} {NAMES[bits]}<{count}>;" for bits, count in COUNTS.items())
    return (f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry programs(.param .u64 out)\n{{\n{registers}\n"
            f".reg .b32 %t, %tid32, %slot, %base, %c<2>;\n.reg .b64 %x, %y, %tid64, %out;\n.reg .pred %q;\n"
            f".shared .align 16 .b8 slots[{THREADS * SLOT}];\nld.param.u64 %out, [out];\ncvta.to.global.u64 %out, %out;\n"
            f"mov.u32 %tid32, %tid.x;\ncvt.u64.u32 %tid64, %tid32;\nshl.b64 %x, %tid64, 3;\nadd.u64 %out, %out, %x;\n"
            f"add.u64 %tid64, %tid64, 1;\nmov.u32 %base, slots;\nmad.lo.u32 %slot, %tid32, {SLOT}, %base;\n{body}\nret;\n}}\n")


BYTES = 8 * THREADS * PROGRAMS


def one(stridescope, folder, seed, number, all_forms):
    place = os.path.join(folder, str(number))
    with open(place + ".ptx", "w") as f:
        f.write(kernel(seed, number, all_forms))
    done = subprocess.run([stridescope, "trace", "--kernel", "programs", "--grid", "1", "--block", str(THREADS), "--arg",
                           f"u64:({BYTES // 8}):(1)=zeros", "--records", "1", "--results", place + ".results", "-o", os.devnull, place + ".ptx"],
                          capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{number}: {done.stderr.strip()[:300]}"


def prepare(options):
    os.makedirs(options.folder, exist_ok=True)
    all_forms = forms()
    count = -(-options.programs // PROGRAMS)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        errors = list(filter(None, pool.map(one, *zip(*((options.stridescope, options.folder, options.seed, i, all_forms) for i in range(count))))))
    print("\n".join(errors[:20]))
    print(f"{count} kernels of {PROGRAMS} programs, {len(all_forms)} forms; {len(errors)} with an error of the machine")
    return 1 if errors else 0


def assemble(folder, number, level):
    """Compiles a kernel with a level of ptxas's optimization; what ptxas says of an error."""
    place = os.path.join(folder, str(number))
    try:
        done = subprocess.run(["ptxas", "-arch=sm_90", f"-O{level}", place + ".ptx", "-o", place + ".cubin"], capture_output=True, text=True,
                              timeout=20)
    except subprocess.TimeoutExpired:
        return f"{number}: ptxas takes more than 20 s"
    return "" if done.returncode == 0 else f"{number}: {done.stderr.strip()[:300]}"


def results(gpu, folder, number):
    """The numbers of the programs of a kernel that differ."""
    place = os.path.join(folder, str(number))
    module, function, memory = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
    with open(place + ".cubin", "rb") as f:
        gpu.call("cuModuleLoadData", ctypes.byref(module), f.read())
    gpu.call("cuModuleGetFunction", ctypes.byref(function), module, b"programs")
    gpu.call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(BYTES))
    gpu.call("cuMemcpyHtoD_v2", memory, b"\0" * BYTES, ctypes.c_size_t(BYTES))
    listed = (ctypes.c_void_p * 1)(ctypes.addressof(memory))
    gpu.call("cuLaunchKernel", function, 1, 1, 1, THREADS, 1, 1, 0, None, listed, None)
    gpu.call("cuCtxSynchronize")
    out = ctypes.create_string_buffer(BYTES)
    gpu.call("cuMemcpyDtoH_v2", out, memory, ctypes.c_size_t(BYTES))
    gpu.call("cuMemFree_v2", memory)
    gpu.call("cuModuleUnload", module)
    with open(place + ".results", "rb") as f:
        mine = f.read()
    a, b = struct.unpack(f"{BYTES // 8}Q", out.raw), struct.unpack(f"{BYTES // 8}Q", mine)
    return sorted({i // THREADS for i in range(BYTES // 8) if a[i] != b[i]})


def launch(options):
    from machine import Gpu
    gpu = Gpu()
    print("ready", flush=True)
    for line in sys.stdin:
        try:
            print(json.dumps(results(gpu, options.folder, int(line))), flush=True)
        except RuntimeError as why:
            print(json.dumps(str(why)), flush=True)


class Launcher:
    """Launches kernels in a process of its own, which ends with a kernel that does not."""

    def __init__(self, folder):
        self.folder, self.process = folder, None

    def line(self, seconds):
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        return self.process.stdout.readline() if ready else ""

    def differences(self, number):
        """The programs that differ, or the text of an error."""
        if self.process is None:
            self.process = subprocess.Popen([sys.executable, __file__, "launch", self.folder], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, text=True)
            if not self.line(30):
                self.end()
                return "the GPU does not answer"
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        answer = self.line(3)
        found = json.loads(answer) if answer else "the kernel does not end in 3 s"
        if isinstance(found, str):
            self.end()
        return found

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process = None


def run(options):
    numbers = sorted(int(name[:-8]) for name in os.listdir(options.folder) if name.endswith(".results"))
    end = time.monotonic() + options.seconds
    different, errors, compared = [], [], 0
    launcher = Launcher(options.folder)
    level = lambda number: options.levels[number % len(options.levels)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def next_one(numbers=iter(numbers)):
            number = next(numbers, None) if time.monotonic() < end else None
            return None if number is None else (number, pool.submit(assemble, options.folder, number, level(number)))

        # Two kernels a core are assembled while others run.
        waiting = collections.deque(filter(None, (next_one() for _ in range(2 * os.cpu_count()))))
        while waiting:
            number, future = waiting.popleft()
            error = future.result()
            if (more := next_one()) is not None:
                waiting.append(more)
            if error:
                errors.append(error)
                continue
            found = launcher.differences(number)
            if isinstance(found, str):
                errors.append(f"{number}: {found}")
                print(errors[-1], flush=True)
                continue
            different += [(number, program) for program in found]
            compared += 1
    launcher.end()
    programs = PROGRAMS * compared
    with open(options.out, "w") as f:
        json.dump({"date": str(datetime.date.today()), "commit": options.commit, "levels": options.levels, "programs": programs,
                   "different": different, "errors": errors}, f)
    print("\n".join(errors[:5]))
    print("different (kernel, program):", different[:40])
    print(f"{programs} programs of {THREADS} threads, {len(different)} differ; {len(errors)} kernels with an error")
    return 1 if different or errors else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("prepare")
    first.add_argument("stridescope")
    first.add_argument("folder")
    first.add_argument("--programs", type=int, default=1000)
    first.add_argument("--seed", type=int, default=1)
    second = commands.add_parser("run")
    second.add_argument("folder")
    second.add_argument("out")
    second.add_argument("--seconds", type=float, default=3600, help="no kernel begins later")
    second.add_argument("--levels", default="0", help="of ptxas's optimization, in turn: 0123. Its optimizations are not all PTX's rules")
    second.add_argument("--commit", default="unknown")
    commands.add_parser("launch").add_argument("folder")
    options = parser.parse_args()
    return {"prepare": prepare, "run": run, "launch": launch}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
