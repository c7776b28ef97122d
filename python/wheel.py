"""Writes the wheel: python3 wheel.py LIBSTRIDESCOPE FOLDER. Needs the standard library; uses `strip` if it exists."""
import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
NEWEST_GLIBC = 36  # of Debian 12: 2.36


def library_of(path):
    """The library without symbols of debugging; refuses one that needs a newer glibc than the tag allows."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(path, folder)
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", copy], check=True)
        with open(copy, "rb") as stream:
            data = stream.read()
    needed = max(int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", data))
    if needed > NEWEST_GLIBC:
        sys.exit(f"{path} needs glibc 2.{needed}; the wheel promises 2.{NEWEST_GLIBC}: build it on Debian 12")
    return data


STUB = '''\
# Made by python/wheel.py from core/functions/builtins.def.
from typing import Any, Protocol, overload
from ._errors import StridescopeError as StridescopeError
from ._files import trace as trace, xray as xray
from ._library import Record as Record
from ._notebook import load_ipython_extension as load_ipython_extension
from ._value import Program as Program, Value as Value, evaluate as eval, program as program, verdict as verdict

__version__: str
'''


def stub_of(function, indent=""):
    """A function as a callable of its signatures, with its template arguments in brackets."""
    from stridescope._functions import identifier, parameters

    short = function.__name__.split(".")[-1]
    calls = []
    for signature in function.signatures:
        words = parameters(signature, function.__name__)
        if words is None:
            continue
        names, many = [], False
        for word in words:
            many = many or "..." in word
            if "..." not in word and "=" not in word:
                name = identifier(word)
                names.append(name if name not in names else f"{name}{len(names)}")
        typed = [f"{n}: {'str' if w.startswith(chr(34)) else 'Any'}" for n, w in zip(names, words)]
        typed += ["/"] if typed else []
        text = ", ".join(["self", *typed, *(["*values: Any"] if many else []), "**options: Any"])
        if text not in calls:
            calls.append(text)
    calls = calls or ["self, *values: Any, **options: Any"]
    lines = [f"class _{short}(Protocol):"]
    lines.append("    " + repr(function.__doc__))
    for text in calls:
        lines += ["    @overload"] * (len(calls) > 1) + [f"    def __call__({text}) -> Any: ..."]
    lines += [f"    def __getitem__(self, template: Any, /) -> _{short}: ...", f"{short}: _{short}"]
    return "".join(f"{indent}{line}\n" for line in lines)


def stubs():
    """The types of the package, and its version."""
    import stridescope
    from stridescope._functions import Namespace, named, names

    out = STUB
    for name in names():
        thing = named(name)
        if isinstance(thing, Namespace):
            out += f"class {name}:\n" + "".join(stub_of(getattr(thing, member), "    ") for member in dir(thing))
        else:
            out += stub_of(thing)
    return out, stridescope.__version__


def write(library, folder):
    data = library_of(library)
    os.environ["STRIDESCOPE_LIBRARY"] = os.path.abspath(library)
    sys.path.insert(0, HERE)
    sys.dont_write_bytecode = True
    pyi, version = stubs()
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as stream:
        readme = stream.read()
    tag = f"py3-none-manylinux_2_{NEWEST_GLIBC}_{platform.machine()}"
    files = {"stridescope/libstridescope.so": data, "stridescope/__init__.pyi": pyi, "stridescope/py.typed": ""}
    for name in sorted(os.listdir(os.path.join(HERE, "stridescope"))):
        if name.endswith((".py", ".mjs")):
            with open(os.path.join(HERE, "stridescope", name), "rb") as stream:
                files["stridescope/" + name] = stream.read()
    info = f"stridescope-{version}.dist-info/"
    files[info + "METADATA"] = (
        f"Metadata-Version: 2.1\nName: stridescope\nVersion: {version}\nLicense: Apache-2.0\n"
        "Summary: Layouts of NVIDIA CuTe: evaluated, drawn and checked\nRequires-Python: >=3.8\n"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    )
    files[info + "WHEEL"] = f"Wheel-Version: 1.0\nGenerator: stridescope\nRoot-Is-Purelib: false\nTag: {tag}\n"
    with open(os.path.join(os.path.dirname(HERE), "LICENSE"), "rb") as stream:
        files[info + "LICENSE"] = stream.read()
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"stridescope-{version}-{tag}.whl")
    record = ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        def add(name, content):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same bytes every time
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)

        for name, content in files.items():
            content = content.encode() if isinstance(content, str) else content
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(content)}\n"
            add(name, content)
        add(info + "RECORD", f"{record}{info}RECORD,,\n")
    return path


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(write(*sys.argv[1:]))
