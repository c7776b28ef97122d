#!/usr/bin/env python3
"""Writes what the five sources of files.json print for their layouts, tensors, copies and MMAs: NAME.txt, `line name value`.

    print.py DECLARATIONS CUDA ROOT [NAME...]

DECLARATIONS is the program stridescope_declarations, CUDA a folder of CUDA's headers, ROOT has checkouts of the repositories.
source_values.mjs puts a print behind each declaration; clang++-14 compiles the source for the CPU (host.h). FlashAttention-3's
forward main loop is a class: its aliases are printed, and the declarations of its functions are copied into functions that
run without a pipeline.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).parent
values = here.parent.parent / 'tools/source_values.mjs'

# Functions of the main loop by their lines, and the lines of the integers that their declarations need.
FUNCTIONS = {'arguments': (455, 505, [499]), 'load': (620, 720, [718]), 'mma': (986, 1040, [1014, 1018]), 'mma_pv': (1380, 1397, [1383, 1387]),
             'load_new': (1465, 1466, []), 'store_new': (1568, 1638, [1583])}
MAIN = '''
int main() {
  using M = flash::CollectiveMainloopFwdSm90<2, Shape<_1,_1,_1>, Shape<_128,_128,_128>, 128, cutlass::half_t, float, cutlass::arch::Sm90, false, false,
    false, false, false, false, false, true, true, false, false, false>;
  using H = cutlass::half_t;
  static H memory[1 << 20];
  struct Array { H* data() { return memory; } };
  struct Floats { float* data() { return reinterpret_cast<float*>(memory); } };
  struct { struct { struct { Array smem_q, smem_k, smem_v, smem_vt, smem_qv, smem_p; Floats smem_scale; } mainloop; } tensors; } storage;
  struct {
    H *ptr_Q = memory, *ptr_K = memory, *ptr_V = memory, *ptr_K_new = memory, *ptr_V_new = memory, *ptr_Qv = memory;
    M::ShapeQKV shape_Q = {4096, 128, 16, 2}, shape_K = shape_Q, shape_K_new = shape_Q;
    int headdim_v = 128;
    M::StrideQK stride_Q = {2048, _1{}, 128, 8388608}, stride_K = stride_Q, stride_K_new = stride_Q, stride_Qv = stride_Q;
    M::StrideV stride_V = {2048, _1{}, 128, 8388608}, stride_V_new = stride_V;
  } params;
'''


def declared(program, source):
    rows = subprocess.run([program, source], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [row.split('\t') for row in rows]
    return [(int(line), name) for line, name, kind, value in rows if kind in ('layout', 'tensor', 'copy', 'mma') and not value.startswith('? ')]


def statement(lines, number):
    """The declaration that begins at a line, to its `;`."""
    text, depth = '', 0
    for line in lines[number - 1:]:
        for letter in line.split('//')[0]:
            text += letter
            depth += (letter in '([{') - (letter in ')]}')
            if letter == ';' and depth == 0:
                return text
        text += '\n'
    return text


def main_loop(program, text, source):
    """The main loop with functions that print, and a program that calls them."""
    lines = text.split('\n')
    printed = [(line, name) for line, name in declared(program, source)]
    show = lambda line, name: f' {{ printf("@@{line} {name} "); cute::print({name}); printf("\\n"); }}\n'
    body, calls = '', ''
    for function, (begin, end, extra) in FUNCTIONS.items():
        body += f'template <class S, class P> static void host_{function}(S& shared_storage, P const& params) {{\n'
        body += '  auto const& args = params; int const thread_idx = 0, bidh_kv = 0, bidb_kv = 0, offset_k = 4096; bool const is_varlen_k = false;\n'
        for line, name in sorted([*((line, name) for line, name in printed if begin <= line <= end), *((line, None) for line in extra)]):
            body += statement(lines, line) + (show(line, name) if name else '\n')
        body += '}\n'
        calls += f'  M::host_{function}(storage, params);\n'
    aliases = [(line, name) for line, name in printed if line < 300]
    calls += ''.join(f'  printf("@@{line} {name} "); print(M::{name}{{}}); printf("\\n");\n' for line, name in aliases)
    end = text.rindex('};')
    return text[:end] + body + text[end:] + 'using namespace cute;\n' + MAIN + calls + '}\n'


def tutorial(text):
    text = re.sub(r'cute::thread0\(\)', 'true', text)
    text = re.sub(r'#include [<"](thrust|cutlass/util|cutlass/cluster_launch).*', '', text)
    text = re.sub(r'<<<[^;]*?>>>', '', text)
    text = re.sub(r'\.data\(\)\.get\(\)', '.data()', text)
    text = re.sub(r'void const\* kernel_ptr = .*?;', '', text, flags=re.S)
    text = re.sub(r'cutlass::Status status = cutlass::launch_kernel_on_cluster\(params, (?:\(void const\*\) )?kernel_ptr,(.*?)\);', r'gemm_device(\1);', text, flags=re.S)
    return re.sub(r'if \(status != cutlass::Status::kSuccess\) \{.*?\n  \}', '', text, flags=re.S)


def printed(log):
    """The first print of each declaration, on one line, without addresses."""
    out, key = {}, None
    for line in log.split('\n'):
        line = re.sub(r'Attempting to use.*', '', line)
        found = re.match(r'@@(\d+) (\S+) (.*)$', line)
        if found:
            key = (int(found[1]), found[2])
            out, key = (out, None) if key in out else ({**out, key: found[3]}, key)
        elif key and re.match(r'Tiled|Thr|Copy_|MMA_', out[key]) and re.match(r' {2}|(TiledCopy|TiledMMA|Copy_Atom|MMA_Atom)$', line):
            out[key] += ' ' + line
        elif line:
            key = None
    clean = lambda value: re.sub(r'(ptr\[\d+b\])\((\(nil\)|[^)]*)\)', r'\1', re.sub(r'\s+', ' ', value)).strip()
    return ''.join(f'{line} {name} {clean(value)}\n' for (line, name), value in sorted(out.items()))


def main(program, cuda, root, *names):
    for file in json.loads((here / 'files.json').read_text()):
        if names and file['name'] not in names:
            continue
        base = pathlib.Path(root) / file['repository'].split('/')[1]
        text = (base / file['path']).read_text()
        with tempfile.TemporaryDirectory() as folder:
            source, marked, made, run = (f'{folder}/{name}' for name in ('source.cu', 'marked.cu', 'made.cpp', 'made'))
            bound = text + ''.join(f'// stride: {comment}\n' for comment in file['comments'])
            pathlib.Path(source).write_text(bound)
            if file['path'].endswith('.hpp'):
                code = main_loop(program, text, source)
            else:
                subprocess.run(['node', values, program, '--write', marked, source], check=True)
                code = tutorial(pathlib.Path(marked).read_text())
            pathlib.Path(made).write_text('#include "host.h"\n' + code)
            subprocess.run(['clang++-14', '-std=c++17', '-O0', '-w', '-DNDEBUG', '-DCUTLASS_ARCH_MMA_SM90_SUPPORTED', '-I', here, '-I', f'{root}/cutlass/include', '-I', (base / file['path']).parent,
                            '-I', cuda, '-I', f'{cuda}/cccl', made, '-o', run], check=True)
            # Only the first launch counts; the loops behind it take minutes on a CPU.
            try:
                log = subprocess.run(['stdbuf', '-oL', run, *file['arguments'].split()], stdout=subprocess.PIPE, timeout=40).stdout
            except subprocess.TimeoutExpired as late:
                log = late.stdout
        (here / f'{file["name"]}.txt').write_text(printed(log.decode(errors='replace')))
        print(file['name'], len(printed(log.decode(errors='replace')).splitlines()), 'values')


if __name__ == '__main__':
    main(*sys.argv[1:])
