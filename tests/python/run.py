"""Installs the wheel as users do and runs the tests against it. Usage: run.py LIBSTRIDESCOPE STRIDESCOPE PACKAGE PAGE

pip installs it into a folder for this Python, and into a venv. Without pip or venv the wheel is unpacked instead: the
tests run in any case.
"""
import os
import subprocess
import sys
import tempfile
import zipfile

here = os.path.dirname(os.path.abspath(__file__))


def command(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, **more)


def installed(wheel, python, folder):
    """Installs the wheel into a folder, and reports the way."""
    ran = command(python, "-m", "pip", "install", "--no-index", "--no-compile", "--quiet", "--target", folder, wheel)
    if ran.returncode == 0:
        return "pip"
    if "No module named pip" not in ran.stderr:
        sys.exit(f"pip refuses the wheel: {ran.stderr}")
    zipfile.ZipFile(wheel).extractall(folder)
    return "unzip"


def in_venv(wheel, folder):
    """The answer of the package in a venv of its own, where venv and its pip are there."""
    made = command(sys.executable, "-m", "venv", folder)
    if made.returncode:
        return "no venv here"
    python = os.path.join(folder, "bin", "python")
    added = command(python, "-m", "pip", "install", "--no-index", "--quiet", wheel)
    if added.returncode:
        sys.exit(f"pip refuses the wheel in a venv: {added.stderr}")
    program = "import stridescope as ss; print(ss.layout('(4,8):(8,1)') @ '4:2')"
    ran = command(python, "-c", program, cwd="/", env={"PATH": os.environ.get("PATH", "")})
    if ran.stdout != "(2,2):(16,1)\n":
        sys.exit(f"in a venv the package answers {ran.stdout!r} {ran.stderr}")
    return "venv"


def main(library, program, package, page):
    with tempfile.TemporaryDirectory() as folder:
        made = command(sys.executable, os.path.join(package, "wheel.py"), library, folder)
        if made.returncode:
            sys.exit(made.stderr)
        wheel = made.stdout.strip()
        target = os.path.join(folder, "site")
        ways = [installed(wheel, sys.executable, target), in_venv(wheel, os.path.join(folder, "venv"))]
        print("installed by", " and ".join(ways), flush=True)
        environment = dict(os.environ, PYTHONPATH=target, STRIDESCOPE_WHEEL=wheel, STRIDESCOPE_PROGRAM=program,
                           STRIDESCOPE_REAL_LIBRARY=library, STRIDESCOPE_PAGE=page, PYTHONDONTWRITEBYTECODE="1")
        environment.pop("STRIDESCOPE_LIBRARY", None)
        words = [sys.executable, "-W", "error", "-m", "unittest", "discover", "-s", here, "-p", "test_*.py"]
        sys.exit(subprocess.run(words, env=environment, cwd=folder).returncode)


main(*map(os.path.abspath, sys.argv[1:]))
