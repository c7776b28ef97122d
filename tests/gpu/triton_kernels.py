#!/usr/bin/env python3
"""PTX of three Triton kernels, for tutorials.py --prepared (Python 3 with Triton; Triton compiles without a GPU).

usage: triton_kernels.py FOLDER [CAPABILITY]   writes softmax, matmul and attention as NAME.ptx and NAME.json; 90 is sm_90
"""
import json
import os
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def softmax(out, x, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + at, mask=at < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + at, powers / tl.sum(powers, axis=0), mask=at < columns)


@triton.jit
def matmul(out, a, b, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    deep = tl.arange(0, BK)
    at_a = a + rows[:, None] * k + deep[None, :]
    at_b = b + deep[:, None] * n + columns[None, :]
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        one = tl.load(at_a, mask=(rows[:, None] < m) & (start + deep[None, :] < k), other=0.0)
        other = tl.load(at_b, mask=(start + deep[:, None] < k) & (columns[None, :] < n), other=0.0)
        sums = tl.dot(one, other, sums)
        at_a += BK
        at_b += BK * n
    tl.store(out + rows[:, None] * n + columns[None, :], sums, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def attention(out, q, k, v, length, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    """The forward pass with the running maximum and sum of each row; heads have D = 64 and a scale of 1/8."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    deep = tl.arange(0, D)
    queries = tl.load(q + rows[:, None] * D + deep[None, :])
    largest = tl.full((BM,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    sums = tl.zeros((BM, D), dtype=tl.float32)
    for start in range(0, length, BN):
        columns = start + tl.arange(0, BN)
        keys = tl.load(k + columns[None, :] * D + deep[:, None])
        values = tl.load(v + columns[:, None] * D + deep[None, :])
        scores = tl.dot(queries, keys) * 0.125
        largest_now = tl.maximum(largest, tl.max(scores, axis=1))
        powers = tl.exp(scores - largest_now[:, None])
        shrinks = tl.exp(largest - largest_now)
        total = total * shrinks + tl.sum(powers, axis=1)
        sums = tl.dot(powers.to(tl.float16), values, sums * shrinks[:, None])
        largest = largest_now
    tl.store(out + rows[:, None] * D + deep[None, :], sums / total[:, None])


# Kernel, types of its parameters, constants, grid, and the shape that tutorials.py computes.
KERNELS = [
    (softmax, ["*fp32", "*fp32", "i32", "i32"], {"BLOCK": 128}, [4, 1], [4, 100]),
    (matmul, ["*fp32", "*fp16", "*fp16", "i32", "i32", "i32"], {"BM": 64, "BN": 64, "BK": 32}, [2, 2], [128, 96, 80]),
    (attention, ["*fp32", "*fp16", "*fp16", "*fp16", "i32"], {"BM": 64, "BN": 64, "D": 64}, [2, 1], [128, 64]),
]


def main():
    folder = sys.argv[1]
    target = GPUTarget("cuda", int(sys.argv[2]) if len(sys.argv) > 2 else 90, 32)
    os.makedirs(folder, exist_ok=True)
    for kernel, types, constants, grid, shape in KERNELS:
        signature = dict(zip(kernel.arg_names, types + ["constexpr"] * len(constants)))
        done = triton.compile(ASTSource(kernel, signature=signature, constexprs=constants), target=target, options={"num_warps": 4})
        name = kernel.__name__
        with open(os.path.join(folder, f"{name}.ptx"), "w") as f:
            f.write(done.asm["ptx"])
        with open(os.path.join(folder, f"{name}.json"), "w") as f:
            json.dump({"kernel": done.metadata.name, "threads": 32 * done.metadata.num_warps, "shared": done.metadata.shared,
                       "grid": grid, "shape": shape, "triton": triton.__version__, "capability": target.arch}, f)
        print(name, done.metadata.shared, "bytes of shared memory")


if __name__ == "__main__":
    main()
