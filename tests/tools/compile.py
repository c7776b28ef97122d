#!/usr/bin/env python3
"""Asks CuTe C++ what expressions of the notation in tests/golden/README.md are, and writes golden lines.

    compile.py --cutlass DIR/include --cuda DIR/include EXPRESSIONS... > lines.jsonl
    compile.py ... --compare 'build/native/bin/stridescope' EXPRESSIONS...     # prints where the command answers otherwise
    compile.py ... --table tests/golden/overloads.txt > tests/golden/overloads.jsonl

A file of expressions has one a line; blank lines and lines that start with # are left out, `-` reads the standard input.
Each expression becomes a C++ function; a hundred of them are one translation unit. What does not compile is found by the lines
that the compiler names, taken out, and becomes an error line: `static_assert` with its text, or `not_callable`. What ends with
a signal becomes `runtime`. The text of an answer is cute::print's.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r"""\s*(?:
    (?P<hole>smem_ptr\[(?P<holebits>\d+)b\]\(unset\))
  | (?P<ptr>(?P<space>smem|gmem)_ptr\[(?P<ptrbits>\d+)b\]\((?P<address>0x[0-9a-f]+)\))
  | (?P<swz>Sw<(?P<b>\d+),(?P<m>\d+),(?P<s>-?\d+)>)
  | (?P<sint>_-?\d+)
  | (?P<int>-?\d+)
  | (?P<name>[A-Za-z][A-Za-z0-9_]*(?:::[A-Za-z][A-Za-z0-9_]*)*)
  | (?P<any>_)
  | (?P<sym>[()<>,:@])
  )""", re.X)

MEMBERS = {'with_shape', 'get_1d_coord', 'get_flat_coord', 'get_hier_coord', 'compose', 'tile'}
OPERATORS = {'add': '+', 'sub': '-', 'mul': '*', 'div': '/', 'mod': '%', 'band': '&', 'bor': '|', 'bxor': '^', 'less': '<', 'equal': '=='}
CONSTANTS = {'LayoutLeft': 'LayoutLeft{}', 'LayoutRight': 'LayoutRight{}', 'X': 'X{}'}


class Unreadable(Exception):
    pass


class Reader:
    """Expression text -> C++ text."""

    def __init__(self, text):
        self.tokens = []
        at = 0
        while at < len(text.rstrip()):
            match = TOKEN.match(text, at)
            if not match:
                raise Unreadable(f'cannot read {text[at:]!r}')
            self.tokens.append(match)
            at = match.end()
        self.at = 0

    def peek(self, what):
        if self.at >= len(self.tokens):
            return False
        token = self.tokens[self.at]
        return token.group('sym') == what or token.group('name') == what

    def take(self, what):
        if not self.peek(what):
            return False
        self.at += 1
        return True

    def need(self, what):
        if not self.take(what):
            raise Unreadable(f'{what!r} is missing at token {self.at}')

    def all(self):
        out = self.expression()[0]
        if self.at != len(self.tokens):
            raise Unreadable(f'what stands at token {self.at} belongs to nothing')
        return out

    def expression(self):
        parts = [self.layout()]
        while self.take('o'):
            parts.append(self.layout())
        text, kind = parts.pop()
        while parts:
            left, left_kind = parts.pop()
            if left_kind == 'iterator':
                text, kind = f'make_tensor({left}, {text})', 'tensor'
            elif left_kind in ('integer', 'tuple') and parts:
                outer, _ = parts.pop()
                text, kind = f'composition({outer}, {left}, {text})', 'layout'
            else:
                text, kind = f'composition({left}, {text})', 'layout'
        return text, kind

    def layout(self):
        text, kind = self.postfix()
        if self.take(':'):
            stride, _ = self.postfix()
            return f'make_layout({text}, {stride})', 'layout'
        return text, kind

    def postfix(self):
        text, kind = self.primary()
        while self.peek('(') and kind in ('layout', 'tensor', 'call', 'atom'):
            self.at += 1
            text, kind = f'({text})({", ".join(self.list(")"))})', 'call'
        return text, kind

    def list(self, end):
        out = []
        while not self.take(end):
            if out:
                self.need(',')
                if self.take(end):
                    break
            out.append(self.expression()[0])
        return out

    def primary(self):
        if self.at >= len(self.tokens):
            raise Unreadable('the expression ends early')
        token = self.tokens[self.at]
        self.at += 1
        if token.group('hole'):
            return f'smem_ptr_flag_bits<{token.group("holebits")}>{{}}', 'integer'
        if token.group('ptr'):
            return (f'make_{token.group("space")}_ptr<uint_bit_t<{token.group("ptrbits")}>>(reinterpret_cast<void*>('
                    f'{token.group("address")}))', 'iterator')
        if token.group('swz'):
            return f'Swizzle<{token.group("b")},{token.group("m")},{token.group("s")}>{{}}', 'swizzle'
        if token.group('sint') or token.group('int'):
            text = self.integer(token)
            modes = []
            while self.take('@'):
                modes.append(self.tokens[self.at].group('int'))
                self.at += 1
            if modes:  # printed outermost last
                return f'ScaledBasis<decltype({text}),{",".join(reversed(modes))}>{{{text}}}', 'tuple'
            return text, 'integer'
        if token.group('any'):
            return '_', 'tuple'
        if token.group('sym') == '(':
            return f'cute::make_tuple({", ".join(self.list(")"))})', 'tuple'
        if token.group('sym') == '<':
            return f'make_tile({", ".join(self.list(">"))})', 'tuple'
        if token.group('name'):
            return self.named(token.group('name'))
        raise Unreadable(f'{token.group(0)!r} starts nothing')

    @staticmethod
    def integer(token):
        digits = token.group('sint')[1:] if token.group('sint') else token.group('int')
        if token.group('sint'):
            return f'Int<{digits}>{{}}'
        return f'({digits}{"" if abs(int(digits)) < 2**31 else "ll"})'

    def named(self, name):
        if name in CONSTANTS:
            return CONSTANTS[name], 'tuple'
        template = []
        if self.take('<'):
            while not self.take('>'):
                self.take(',')
                token = self.tokens[self.at]
                self.at += 1
                template.append(token.group(0).strip())
        if not self.peek('('):
            return f'{name}{"<" + ",".join(template) + ">" if template else ""}{{}}', 'atom'
        if '::' in name:
            return f'{name}<{",".join(template)}>{{}}', 'layout'
        self.at += 1
        kind = 'iterator' if name in ('counting_iter', 'make_inttuple_iter') else 'call'
        return self.call(name, template, self.list(')')), kind

    @staticmethod
    def call(name, template, args):
        joined = ', '.join(args)
        if name == 'apply':
            return f'({args[0]})({", ".join(args[1:])})'
        if name in MEMBERS:
            return f'({args[0]}).{name}({", ".join(args[1:])})'
        if name == 'domain_offset' or not template and name in OPERATORS and len(args) != 2:
            return f'{name}({joined})'
        if name in OPERATORS:
            return f'(({args[0]}) {OPERATORS[name]} ({args[1]}))'
        if name == 'layout_of':
            return f'({args[0]}).layout()'
        if name == 'counting_iter':
            return f'counting_iterator<int>{{{joined}}}'
        if name == 'make_swizzle':
            return f'make_swizzle<{template[0]}u,{template[1]}u>()'
        if name == 'recast':
            if 'make_tensor' in args[0] and 'ptr<' in args[0]:
                return f'cute::recast<uint_bit_t<{template[0]}>>({joined})'
            return f'recast_layout<uint_bit_t<{template[1]}>,uint_bit_t<{template[0]}>>({joined})'
        if name == 'is_constant':
            return f'is_constant<{template[0]}, decltype({joined})>{{}}'
        if name in ('is_static', 'is_integral'):
            return f'{name}<decltype({joined})>{{}}'
        if name == 'print':
            return f'cute::print({joined})'
        return f'{name}{"<" + ",".join(template) + ">" if template else ""}({joined})'


PRELUDE = r'''
#include <cstdio>
#include <csetjmp>
#include <csignal>
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
'''
HEAD = r'''
using namespace cute;
template <class T> struct TypeTag;
template <bool v> static void show(C<v>) { std::printf("%s\x03", v ? "true" : "false"); }
template <bool v> static void show(std::bool_constant<v>) { std::printf("%s\x03", v ? "true" : "false"); }
static void show(bool v) { std::printf("%s", v ? "true" : "false"); }
template <class T> static void show(T const& x) { cute::print(x); }
template <class F> static void answer(F f) {
  if constexpr (std::is_void_v<decltype(f())>) f(); else show(f());
}
'''
TAIL = r'''
static sigjmp_buf before;
static void caught(int s) { siglongjmp(before, s); }
int main() {
  struct sigaction a = {}; a.sa_handler = caught; a.sa_flags = SA_NODEFER;
  for (int s : {SIGFPE, SIGSEGV, SIGABRT, SIGILL}) sigaction(s, &a, nullptr);
  for (auto const& c : cases) {
    std::printf("\x01%d\n", c.id);
    if (int s = sigsetjmp(before, 1)) std::printf("\x04%d", s); else c.run();
    std::printf("\x02"); std::fflush(stdout);
  }
}
'''


def unit(cases):
    out = [HEAD]
    for number, code in cases:
        out.append(f'#line 1 "expression_{number}"\nstatic void case_{number}() {{ answer([] {{ return ({code}); }}); }}')
    out.append('#line 1 "table"\nstruct Case { int id; void (*run)(); };\nstatic const Case cases[] = {')
    out.extend(f'{{{number}, case_{number}}},' for number, _ in cases)
    out.append('{-1, [] {}}};\n' + TAIL)
    return '\n'.join(out)


def compile_batch(args, folder, index, cases):
    """[(number, code)] -> {number: (kind, text, static)}"""
    answers = {}
    flags = ['-std=c++17', '-O0', '-w', '-ferror-limit=0', '-fno-caret-diagnostics', '-ftemplate-backtrace-limit=0', '-ftemplate-depth=2048', '-fbracket-depth=2048',
             '-I', args.cutlass, '-I', args.cuda, '-I', f'{args.cuda}/cccl']
    source, program = folder / f'unit{index}.cpp', folder / f'unit{index}'
    while cases:
        source.write_text(unit(cases))
        made = subprocess.run([args.cxx, *flags, '-include-pch', str(folder / 'prelude.pch'), str(source), '-o', str(program)], capture_output=True, text=True)
        if made.returncode == 0:
            break
        refused = {}
        block = ''
        for line in made.stderr.split('\n') + ['x: error: end']:
            if re.search(r': (fatal )?error: ', line):
                first = re.search(r'error: (.*)', block)
                names = re.findall(r'expression_(\d+):', block)
                if first and names:
                    text = first.group(1)
                    asserted = re.match(r'static_assert failed(?: due to requirement \'.*?\')?(?: "(.*)")?$|static assertion failed.*', text)
                    refused.setdefault(int(names[-1]), ('static_assert' if asserted else 'not_callable', (asserted.group(1) or text) if asserted else text))
                block = ''
            block += line + '\n'
        if not refused:
            raise SystemExit(f'{source} does not compile:\n{made.stderr[:4000]}')
        answers.update({number: (*why, None) for number, why in refused.items()})
        cases = [case for case in cases if case[0] not in refused]
    if not cases:
        return answers
    try:
        ran = subprocess.run([str(program)], capture_output=True, timeout=120)
        printed = ran.stdout.decode('utf8', 'replace')
    except subprocess.TimeoutExpired as late:
        printed = (late.stdout or b'').decode('utf8', 'replace')
    for match in re.finditer(r'\x01(-?\d+)\n(.*?)\x02', printed, re.S):
        number = int(match.group(1))
        text = re.sub(r'ERROR: \w+ not supported but used\.\n', '', match.group(2))  # of an address of shared memory on the host
        if number < 0:
            continue
        if '\x04' in text:
            answers[number] = ('runtime', f'signal {text.split(chr(4))[1]}', None)
        else:
            answers[number] = ('result', text.replace('\x03', ''), '\x03' in text or None)
    for number, _ in cases:
        answers.setdefault(number, ('runtime', 'no answer', None))
    program.unlink(missing_ok=True)
    return answers


def mode_of(expression):
    """Whether the integers of an expression are static, dynamic or both."""
    static = re.search(r'_-?\d', expression)
    dynamic = re.search(r'(?<![\w@<,:.])-?\d|(?<=[(,:]) ?-?\d', re.sub(r'<[^<>()]*>|@\d+|\[\d+b\]|0x[0-9a-f]+', '', expression))
    return 'mixed' if static and dynamic else 'static' if static or not dynamic else 'dynamic'


def line_of(expression, answer, prefix):
    kind, text, static = answer
    name = re.match(r'[A-Za-z_]\w*', expression)
    out = {'id': f'{prefix}-{hashlib.sha1(expression.encode()).hexdigest()[:12]}', 'expr': expression}
    if kind == 'result' and name and name.group(0).startswith('print_'):
        out.update(expr=expression[len(name.group(0)) + 1:-1], text=text, kind=name.group(0))
        return out
    if kind == 'result':
        out['result'] = text.strip()
    else:
        out.update(error=text, kind=kind)
    out['fn'] = name.group(0) if name else 'apply'
    if kind == 'result':
        out['mode'] = mode_of(expression)
        if text in ('true', 'false'):
            out['static'] = bool(static)
    return out


def expand(line, names):
    """`{A B}` stands for A and for B; blanks inside brackets do not part them."""
    match = re.search(r'\{([^{}]*)\}', line)
    if match:
        for part in match.group(1).split():
            yield from expand(line[:match.start()] + part + line[match.end():], names)
        return
    yield re.sub(r'\b[A-Z][A-Z0-9]\w*\b', lambda name: names.get(name.group(0), name.group(0)), line)


def read_table(path):
    """The expressions of overloads.txt, in its notation -> the overloads that each tests."""
    names, out, overload, header = {}, {}, '', ''
    for line in pathlib.Path(path).read_text().split('\n'):
        if line.startswith('let '):
            name, value = line[4:].split(' = ', 1)
            names[name] = value
        elif line.startswith('## '):
            header = line[3:]
        elif line.startswith(': '):
            overload = f'{header}: {line[2:]}'
        elif line and not line.startswith(('#', '- ')):
            for expression in expand(line, names):
                out.setdefault(expression, []).append(overload)
    return out


def compare(command, lines):
    asked = '\n'.join(json.dumps({key: line[key] for key in ('id', 'expr', 'kind') if key in line and ('error' not in line or key != 'kind')}) for line in lines) + '\n'
    ran = subprocess.run([*command.split(), 'eval', '--jsonl'], input=asked, capture_output=True, text=True)
    counts = {}
    for line, text in zip(lines, ran.stdout.split('\n')):
        got = json.loads(text)
        if 'error' in line:
            verdict = 'both refuse' if 'error' in got else 'refused by CuTe alone: ' + line['kind']
        elif 'error' in got:
            verdict = 'refused by us alone'
        else:
            expected = line.get('text', line.get('result'))
            verdict = 'right' if got['result'] == expected and got.get('static') == line.get('static') else 'wrong'
        counts[verdict] = counts.get(verdict, 0) + 1
        if verdict in ('right', 'both refuse', 'refused by CuTe alone: not_callable'):
            continue
        print(f'{verdict}: {line["expr"]}\n    CuTe {line.get("error", line.get("text", line.get("result")))!r} {line.get("static", "")}\n    ours {got.get("error", got.get("result"))!r} {got.get("static", "")}')
    print(', '.join(f'{n} {verdict}' for verdict, n in sorted(counts.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cutlass', required=True, help="CUTLASS's include folder")
    parser.add_argument('--cuda', required=True, help="the CUDA toolkit's include folder")
    parser.add_argument('--cxx', default='clang++-14')
    parser.add_argument('--batch', type=int, default=100, help='expressions a translation unit')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--prefix', default='O', help='of the ids')
    parser.add_argument('--header', action='append', default=[], help='a further header to include')
    parser.add_argument('--pch', help='keep the precompiled prelude here')
    parser.add_argument('--compare', metavar='COMMAND')
    parser.add_argument('--code', action='store_true', help='print the C++ alone')
    parser.add_argument('--table', help='a table of overloads to take the expressions from')
    parser.add_argument('files', nargs='*')
    args = parser.parse_args()

    table = read_table(args.table) if args.table else {}
    texts = [sys.stdin.read() if name == '-' else pathlib.Path(name).read_text() for name in args.files]
    seen = dict.fromkeys(line.strip() for text in texts for line in text.split('\n') if line.strip() and not line.startswith('#'))
    seen.update(dict.fromkeys(table))
    cases = []
    for number, expression in enumerate(seen):
        try:
            cases.append((number, Reader(expression).all()))
        except Unreadable as why:
            raise SystemExit(f'{expression}: {why}')
    if args.code:
        for _, code in cases:
            print(code)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(args.pch or name)
        folder.mkdir(exist_ok=True)
        if not (folder / 'prelude.pch').exists():
            (folder / 'prelude.h').write_text(PRELUDE + ''.join(f'#include <{header}>\n' for header in args.header))
            subprocess.run([args.cxx, '-std=c++17', '-O0', '-w', '-ftemplate-depth=2048', '-fbracket-depth=2048', '-I', args.cutlass, '-I', args.cuda, '-I', f'{args.cuda}/cccl', '-x', 'c++-header',
                            str(folder / 'prelude.h'), '-o', str(folder / 'prelude.pch')], check=True)
        batches = [cases[at:at + args.batch] for at in range(0, len(cases), args.batch)]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            answers = {}
            for done in pool.map(lambda job: compile_batch(args, folder, f'{os.getpid()}_{job[0]}', job[1]), enumerate(batches)):
                answers.update(done)
    lines = [line_of(expression, answers[number], args.prefix) for number, expression in enumerate(seen)]
    for line, expression in zip(lines, seen):
        if expression in table:
            line['overloads'] = table[expression]
    if args.compare:
        compare(args.compare, lines)
    else:
        for line in lines:
            print(json.dumps(line))


if __name__ == '__main__':
    main()
