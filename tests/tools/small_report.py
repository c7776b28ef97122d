#!/usr/bin/env python3
"""A report of Nsight Compute with what our reader reads of it and nothing else: small enough to be kept.

Usage: small_report.py FILE.ncu-rep OUT.ncu-rep
Metrics that are counted for instructions, or tell of the device and the launch; names of metrics; name, grid and block
of each kernel. Machine code, sources, sections, rules, host and process are left out.
Or: small_report.py FILE.csv OUT.csv: the columns and every executed instruction of the source page.
"""
import csv
import re
import struct
import sys

KEPT = re.compile(r"^(inst_executed|thread_inst_executed(_true)?|memory_.*|smsp__pcsamp_sample_count|launch__(function_pcs|grid_size|block_size)"
                  r"|device__attribute_(display_name|compute_capability_m..or))$")


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """(number, type, value, the field's own bytes)"""
    at = 0
    while at < len(data):
        begin = at
        key, at = varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = varint(data, at)
        else:
            if kind == 2:
                size, at = varint(data, at)
            else:
                size = {1: 8, 5: 4}[kind]
            value, at = data[at:at + size], at + size
        yield number, kind, value, data[begin:at]


def put_varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def put(number, value):
    if isinstance(value, int):
        return put_varint(number << 3) + put_varint(value)
    return put_varint(number << 3 | 2) + put_varint(len(value)) + value


def sized(data):
    return struct.pack("<I", len(data)) + data


def take(data, at):
    size, = struct.unpack_from("<I", data, at)
    return data[at + 4:at + 4 + size], at + 4 + size


def small_report(data):
    _, at = take(data, 4)
    names, results = [], []
    while at < len(data):
        head, at = take(data, at)
        told = {number: value for number, _, value, _ in fields(head)}
        names += [value.decode() for number, _, value, _ in fields(told.get(4, b"")) if number == 1]
        end = at + told.get(5, 0)
        for i in range(told.get(1, 0) + told.get(2, 0)):
            entry, at = take(data, at)
            if i >= told.get(1, 0):
                results.append(entry)
        at = end
    kept, payload = [], b""
    for entry in results:
        out = b""
        for number, _, value, raw in fields(entry):
            if number in (5, 6, 7, 10, 11):
                out += raw
            if number != 13:
                continue
            parts = list(fields(value))
            name = names[next(v for n, _, v, _ in parts if n == 1)]
            if not KEPT.match(name):
                continue
            if name not in kept:
                kept.append(name)
            out += put(13, put(1, kept.index(name)) + b"".join(raw for n, _, _, raw in parts if n != 1))
        payload += sized(out)
    table = b"".join(put(1, name.encode()) for name in kept)
    head = put(1, 0) + put(2, len(results)) + put(4, table) + put(5, len(payload))
    return b"NVR\0" + sized(put(1, 7)) + sized(head) + payload


def small_page(source, out):
    executed = None
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    for row in csv.reader(source):
        if "Instructions Executed" in row:
            executed = row.index("Instructions Executed")
        if executed is None or "Address" in row or len(row) <= executed or row[executed] != "0":
            writer.writerow(row)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if sys.argv[1].endswith(".csv"):
        with open(sys.argv[1], encoding="utf-8") as source, open(sys.argv[2], "w", encoding="utf-8") as out:
            small_page(source, out)
        return
    with open(sys.argv[1], "rb") as source:
        data = small_report(source.read())
    with open(sys.argv[2], "wb") as out:
        out.write(data)


if __name__ == "__main__":
    main()
