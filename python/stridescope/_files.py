"""Files of others: modules of compilers and traces of programs."""
import base64
import os
import zlib

from ._errors import StridescopeError
from ._library import Record, Session, session

_MOST = 1 << 26  # bytes of a file, and of its sections


def xray(text):
    """Every layout, tensor, copy and MMA of a module (CuTe C++ and DSL, their MLIR, Triton's TTGIR, ...): `parts`,
    `operations`, `findings`, `unknown`."""
    return session().call("xray", program=text)


def trace(file):
    """The lists of a trace file of `stridescope trace`, given by its path or as bytes: accesses, advice, order,
    timeline."""
    if isinstance(file, bytes):
        name, content = "trace", file[: _MOST + 1]
    else:
        name = os.path.basename(os.fspath(file))
        with open(file, "rb") as stream:
            content = stream.read(_MOST + 1)
    head, line, packed = content.partition(b"\n")
    try:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        sections = inflater.decompress(packed, _MOST)
        whole = inflater.eof and line and len(content) <= _MOST
    except zlib.error:
        whole = False
    if not whole:
        raise StridescopeError(f"{name} is not a trace, or is cut off or too long", code="syntax")
    text = base64.b64encode(head + line + sections).decode()
    door = Session()  # of its own: an open file is part of a session
    door.call("act", do="take_file", wish=name, text=text, on=True)
    lists = Record()
    shown = door.call("file")
    if shown.get("refused"):
        raise StridescopeError(shown.refused, code="syntax")
    for tab in shown.lists:
        rows = lists[tab.word] = []
        door.call("act", do="list_file", key=tab.word, cell=-1)
        while True:
            found = door.call("file", **{"from": len(rows), "count": 500})
            rows += found.rows
            if not found.rows or len(rows) >= found.total:
                break
    return Record(name=name, title=shown.title, **lists)
