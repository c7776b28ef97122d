#!/usr/bin/env python3
"""Counts the operations that CUTLASS's headers give traits by architecture, and says which of them the command lacks.

    count_atoms.py --cutlass DIR/include COMMAND

The counts are what core/tiled/cutlass_atoms.def holds; run it when CUTLASS has a new version.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess

TRAITS = re.compile(r'struct\s+(MMA_Traits|Copy_Traits)\s*<\s*(?:typename\s+)?([A-Za-z_][\w:]*)')
PARAMETERS = {'MMA_Op', 'CopyOperation', 'MMAOperation', 'Args', 'Op'}


def operations(folder):
    """{(architecture, kind): {names}} of every header of atom traits."""
    out = collections.defaultdict(set)
    for path in sorted(pathlib.Path(folder, 'cute', 'atom').glob('*traits*.hpp')):
        text = re.sub(r'/\*.*?\*/', '', path.read_text(), flags=re.S)
        text = re.sub(r'//[^\n]*', '', text)
        for kind, name in TRAITS.findall(text):
            architecture = re.search(r'SM(\d+)', name)
            out[f'sm{architecture.group(1)}' if architecture else 'any', kind[:-7]].add(name)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cutlass', required=True, help="CUTLASS's include folder")
    parser.add_argument('command', nargs='+')
    args = parser.parse_args()
    theirs = operations(args.cutlass)
    names = sorted({name for names in theirs.values() for name in names} - PARAMETERS)
    asked = ''.join(json.dumps({'id': name, 'expr': f'atom_facts({name})'}) + '\n' for name in names)
    ran = subprocess.run([*args.command, 'eval', '--jsonl'], input=asked, capture_output=True, text=True, check=True)
    # A template without its arguments is known by what is said of them.
    missing = [line['id'] for line in map(json.loads, ran.stdout.splitlines())
               if 'error' in line and re.search(r'there is no|unknown|no atom|is not defined|no function', line['error'])]
    for (architecture, kind), found in sorted(theirs.items(), key=lambda item: (len(item[0][0]), item[0])):
        lacking = sorted(set(missing) & found)
        print(f'{architecture} {kind}: {len(found)}' + (f', missing: {", ".join(lacking)}' if lacking else ''))
    print(f'{len(names)} operations, {len(missing)} missing')
    raise SystemExit(1 if missing else 0)


if __name__ == '__main__':
    main()
