#!/usr/bin/env python3
"""Kernels with one planted waste each, and its cause: what `stridescope trace show` must name (WasteCause in
core/trace/advice.h). The same seed makes the same kernels.

usage: mutants.py FILE.cu [COUNT] [SEED]    writes one program of COUNT kernels, and FILE.json with what was planted
"""
import json
import random
import sys

TYPES = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "uint2", 16: "uint4"}
THREADS = 128


def index(modes, of):
    """Strides in elements, by the digits of the thread."""
    terms, divisor = [], 1
    for extent, stride in modes:
        if stride:
            terms.append(f"{of} / {divisor} % {extent} * {stride}" if divisor > 1 else f"{of} % {extent} * {stride}")
        divisor *= extent
    return " + ".join(f"({term})" for term in terms) or "0"


def span(modes):
    return 1 + sum((extent - 1) * stride for extent, stride in modes)


def ways(modes, width):
    """The most words in one bank of one phase of a request; lanes in their order."""
    per_phase = max(1, min(32, 128 // max(width, 4)))
    worst = 1
    for first in range(0, 32, per_phase):
        banks = {}
        for lane in range(first, first + per_phase):
            at, rest = 0, lane
            for extent, stride in modes:
                at += rest % extent * stride
                rest //= extent
            for word in range(max(1, width // 4)):
                banks.setdefault((at * width // 4 + word) % 32, set()).add(at * width // 4 + word)
        worst = max(worst, max(len(words) for words in banks.values()))
    return worst


class Mutants:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def shared_stride(self):
        """Neighbours step by whole rows of banks, or by a part of them."""
        width = self.random.choice((4, 4, 4, 8, 16, 2))
        while True:
            extent = self.random.choice((8, 16, 32))
            step = self.random.choice((2, 4, 8, 16, 32)) * self.random.choice((1, 1, 3, 5)) * max(1, 4 // width)
            modes = [(extent, step), (THREADS // extent, 1)]
            # Alone, it must conflict, and the other one must not.
            if ways([(extent, step), (32 // extent, 0)], width) > 1 and span(modes) * width <= 40960 and step >= THREADS // extent:
                return {"cause": "stride", "memory": "shared", "width": width, "modes": modes}

    def shared_modes(self):
        """Two modes of the lanes, neither of which conflicts alone."""
        width = self.random.choice((4, 4, 8))
        while True:
            first, second = self.random.choice(((4, 8), (8, 4), (16, 2)))
            steps = self.random.choice((1, 2, 4, 8)), self.random.choice((2, 4, 8, 16))
            modes = [(first, steps[0]), (second, steps[1] + 32 * 4 // width * self.random.choice((0, 1))), (4, 8192 // width)]
            alone = [ways([modes[0], (second, 0)], width), ways([(first, 0), modes[1]], width)]
            if ways(modes[:2], width) > 1 and alone == [1, 1] and span(modes) * width <= 40960:
                return {"cause": "modes", "memory": "shared", "width": width, "modes": modes}

    def shared_swizzle(self):
        """Columns of rows of 128 bytes under a swizzle of too few bits, or of the wrong ones."""
        bits, base, shift = self.random.choice(((1, 2, 5), (2, 2, 5), (1, 3, 4), (2, 3, 4), (3, 2, 6), (2, 2, 6)))
        return {"cause": "swizzle", "memory": "shared", "width": 4, "modes": [(32, 32), (4, 1)], "swizzle": [bits, base, shift]}

    def global_stride(self):
        width = self.random.choice((1, 2, 4, 8))
        step = self.random.choice((32, 64, 96, 128, 256)) // width
        modes = [(32, step), (4, 32 * step)]
        return {"cause": "stride", "memory": "global", "width": width, "modes": modes}

    def global_alignment(self):
        width = self.random.choice((1, 2, 4, 8))
        modes = [(THREADS, 1)]
        return {"cause": "alignment", "memory": "global", "width": width, "modes": modes, "offset": self.random.randrange(1, 32 // width)}

    def scattered(self):
        return {"cause": "scattered", "memory": self.random.choice(("shared", "global")), "width": 4, "modes": [(THREADS, 1)],
                "hash": self.random.randrange(1, 1 << 30) * 2 + 1}

    def make(self, number):
        kinds = (self.shared_stride, self.shared_stride, self.shared_modes, self.shared_swizzle, self.global_stride,
                 self.global_alignment, self.scattered)
        return dict(kinds[number % len(kinds)](), name=f"mutant_{number}", load=self.random.random() < 0.5)


def kernel(m):
    width, modes = m["width"], m["modes"]
    of, elements = TYPES[width], max(THREADS, span(modes) + m.get("offset", 0))
    at = index(modes, "t")
    if "hash" in m:
        elements = 1024
        at = f"(t * {m['hash']}u ^ t * t * 40503u) >> 5 & 1023u"
    if "swizzle" in m:
        bits, base, shift = m["swizzle"]
        unit = width.bit_length() - 1
        at = f"({at}) ^ ((({at}) >> {shift} & {((1 << bits) - 1) << (base - unit)}))"
    if "offset" in m:
        at = f"{at} + {m['offset']}"
    out = f"// {m['cause']} of {m['memory']} memory: {modes}, {width} bytes\n__global__ void {m['name']}(const {of}* a, {of}* b) {{\n"
    out += "  const unsigned t = threadIdx.x;\n"
    if m["memory"] == "global":
        planted = f"b[t] = a[{at}];" if m["load"] else f"b[{at}] = a[t];"
        return out + f"  {planted}\n}}\n", elements
    out += f"  __shared__ __align__(1024) {of} s[{elements}];\n"
    # The other side is in order: its own waste is none.
    if m["load"]:
        out += f"  for (unsigned i = t; i < {elements}; i += {THREADS}) s[i] = a[i % {THREADS}];\n  __syncthreads();\n  b[t] = s[{at}];\n}}\n"
    else:
        out += f"  s[{at}] = a[t];\n  __syncthreads();\n  b[t] = s[t];\n}}\n"
    return out, elements


def program(mutants):
    out = "#include <cstdio>\n#include <cuda_runtime.h>\n\n"
    calls, most = "", 0
    for m in mutants:
        text, elements = kernel(m)
        out += text + "\n"
        most = max(most, elements * m["width"])
        calls += f"  {m['name']}<<<1, {THREADS}>>>(reinterpret_cast<{TYPES[m['width']]}*>(a), reinterpret_cast<{TYPES[m['width']]}*>(b));\n"
    return out + f"""int main() {{
  char *a, *b;
  cudaMalloc(&a, {most + 4096});
  cudaMalloc(&b, {most + 4096});
  cudaMemset(a, 7, {most + 4096});
{calls}  std::printf("%d\\n", static_cast<int>(cudaDeviceSynchronize()));
}}
"""


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    mutants = Mutants(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    made = [mutants.make(number) for number in range(count)]
    with open(sys.argv[1], "w") as file:
        file.write(program(made))
    with open(sys.argv[1].removesuffix(".cu") + ".json", "w") as file:
        json.dump(made, file)


if __name__ == "__main__":
    main()
