"""Writes the manual as man pages: python3 man_pages.py STRIDESCOPE FOLDER. The pages of the commands and topics are those of
`stridescope help`; the text stays as it is, line by line."""
import gzip
import os
import re
import subprocess
import sys


def said(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"}).stdout


def listed(page, section):
    """The names below a head of the main page."""
    rows = page.split(f"\n{section}\n", 1)[1].split("\n\n")[0].split("\n")
    return [row.split()[0] for row in rows if row.strip()]


def escaped(line):
    line = line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti")
    return "\\&" + line if line.startswith((".", "'", "\\(aq")) else line


def roff(name, text, version):
    """A head in capitals begins a section; four blanks of indentation are the section's own."""
    out = [f'.TH {name.upper()} 1 "" "stridescope {version}" "Stridescope"', ".nh", ".ad l"]
    for part in re.split(r"^(?=[A-Z][A-Z ]+$)", text, flags=re.M):
        head, _, body = part.partition("\n")
        lines = [line[4:] if line.startswith("    ") else line for line in body.strip("\n").split("\n")]
        if head == "NAME":
            lines[0] = f"{name} - {lines[0].split(' - ', 1)[1]}"
        if head:
            out += [f".SH {head}", ".nf", *map(escaped, lines), ".fi"]
    return "\n".join(out) + "\n"


def write(program, folder):
    version = said(program, "--version").strip()
    main = said(program, "--help")
    pages = {"stridescope": main}
    for section in ("COMMANDS", "TOPICS"):
        for name in listed(main, section):
            pages[f"stridescope-{name}"] = said(program, "help", name)
    os.makedirs(folder, exist_ok=True)
    for name, text in pages.items():
        with open(os.path.join(folder, f"{name}.1.gz"), "wb") as stream:
            stream.write(gzip.compress(roff(name, text, version).encode(), mtime=0))
    print(f"{len(pages)} man pages")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write(*sys.argv[1:])
