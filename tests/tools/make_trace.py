#!/usr/bin/env python3
"""Writes a trace file (`stridescope help traces`) from the records of a tracer, without the core: what the core reads it
was told of by the documentation alone.

A record is 32 bytes, little-endian: u64 pc, u64 address, u32 bytes, u32 flags, u32 thread, u32 kind. kind 0 is global
memory, 1 shared, 3 ldmatrix; flags bit 0 reads, bit 1 writes, from bit 16 on how many matrices. The lanes of a warp
stand one after the other.

Usage: make_trace.py RECORDS OUT --kernel NAME --grid X,Y,Z --block X,Y,Z --shared BYTES --number BLOCK
                     [--first-pc OFFSET] [--sass FILE.csv]
--first-pc: where the first instruction that is traced lies in the kernel. --sass: a page of Nsight Compute with the text
of each instruction.
"""
import argparse
import csv
import struct
import zlib

KINDS = ["global_load", "global_store", "global_atomic", "shared_load", "shared_store", "shared_atomic", "local_load",
         "local_store", "ldmatrix", "stmatrix"]
MASK = (1 << 64) - 1


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag(value):
    value &= MASK
    return varint((value << 1 & MASK) ^ (MASK if value >> 63 else 0))


def text(value):
    value = value.encode()
    return varint(len(value)) + value


def kind_of(kind, flags):
    if kind == 3:
        return "ldmatrix" if flags & 1 else "stmatrix"
    return ("global", "shared")[kind] + "_" + ("atomic" if flags & 3 == 3 else "load" if flags & 1 else "store")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records")
    parser.add_argument("out")
    parser.add_argument("--kernel", required=True)
    parser.add_argument("--grid", required=True)
    parser.add_argument("--block", required=True)
    parser.add_argument("--shared", type=int, required=True)
    parser.add_argument("--number", type=int, required=True)
    parser.add_argument("--first-pc", type=lambda s: int(s, 0), default=0)
    parser.add_argument("--sass")
    options = parser.parse_args()
    with open(options.records, "rb") as file:
        records = list(struct.iter_unpack("<QQIIII", file.read()))
    begin = min(r[0] for r in records) - options.first_pc
    sass = {}
    if options.sass:
        with open(options.sass, newline="") as file:
            rows = [row for row in csv.reader(file) if row and row[0].startswith("0x")]
        sass = {int(row[0], 16) - int(rows[0][0], 16): row[1].strip() for row in rows}

    instructions = {}
    requests = []
    for pc, address, size, flags, thread, kind in records:
        pc -= begin
        matrices = flags >> 16 if kind == 3 else 0
        instructions.setdefault(pc, (KINDS.index(kind_of(kind, flags)), 16 if kind == 3 else size, matrices))
        warp, lane = divmod(thread, 32)
        last = requests[-1] if requests else None
        if last and last[0] == pc and last[1] == warp and max(last[2]) < lane:
            last[2][lane] = address
        else:
            requests.append((pc, warp, {lane: address}))

    place = {pc: i for i, pc in enumerate(sorted(instructions))}
    launch = text(options.kernel) + varint(0)
    for extents in (options.grid, options.block):
        launch += b"".join(varint(int(x)) for x in extents.split(","))
    launch += varint(options.shared) + varint(0x400) + varint(0) + varint(0) + varint(0)
    launch += varint(len(place))
    for pc in sorted(instructions):
        kind, size, matrices = instructions[pc]
        launch += varint(pc) + varint(kind) + varint(size) + varint(matrices) + text(sass.get(pc, "")) + text("") + varint(0)
    launch += varint(1) + varint(options.number) + varint(0) + varint(len(requests))
    guesses = {}
    for pc, warp, lanes in requests:
        launch += varint(place[pc]) + varint(warp) + varint(~sum(1 << lane for lane in lanes) & 0xFFFFFFFF)
        first, step = guesses.get(pc, (0, 0))
        last = lane_step = None
        for lane in sorted(lanes):
            value = lanes[lane]
            if last is None:
                launch += zigzag(value - (first + step))
                guesses[pc] = (value, (value - first) & MASK)
                lane_step = 0
            else:
                launch += zigzag(value - (last + lane_step))
                lane_step = value - last
            last = value

    about = text("a probe of the Compute Sanitizer API") + text("NVIDIA H200") + varint(90)
    payload = b"".join(varint(tag) + varint(len(content)) + content for tag, content in ((1, about), (2, launch)))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(options.out, "wb") as file:
        file.write(b"stridescope-trace 1\n" + packer.compress(payload) + packer.flush())


main()
