#!/usr/bin/env python3
"""Copies a trace without the folders of its sources, for tests/traces: each becomes as many `./` as it is long.

usage: kept_trace.py FOLDER FROM TO    FOLDER: what is taken out of the paths, and what lies between it and the file
"""
import re
import sys
import zlib


def kept(data, folder):
    begin = data.index(b"\n") + 1
    unpack = zlib.decompressobj(-15)
    payload = unpack.decompress(data[begin:]) + unpack.flush()
    # Of the same length, so that no text's size changes.
    blank = re.sub(re.escape(folder.rstrip("/").encode()) + rb"[A-Za-z0-9_./-]*/",
                   lambda found: b"./" * (len(found[0]) // 2) + b"/" * (len(found[0]) % 2), payload)
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    return data[:begin] + pack.compress(blank) + pack.flush()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, source, target = sys.argv[1:]
    with open(source, "rb") as file:
        data = file.read()
    with open(target, "wb") as file:
        file.write(kept(data, folder))


if __name__ == "__main__":
    main()
