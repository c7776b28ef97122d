"""Writes the answers of a build's door as JSON lines, KEY and ANSWER, to compare two builds byte by byte.

Programs: the gallery, the example of each function, and broken variants of both, so that errors are covered.
Usage: door_answers.py LIBRARY OUT [--speak TABLE.json]
LIBRARY is a libstridescope.so. TABLE.json has {"sentences": {old: new}}: the answers are then in the new sentences.
Values that are texts stay English in every language: there an old sentence with its holes filled becomes the new one with
the same fillings. "texts", {old: new}, are words that are not sentences of a catalog: they are replaced in the answers.
"""
import ctypes
import json
import re
import sys


HOLE = r'((?:\\"|(?!\\n)[^"]){0,80}?)'


def template(old, new):
    """(anchor, pattern, replacement): the longest fixed part of `old`, `old` with its holes as groups, `new` by them."""
    parts = re.split(r'(\{\{|\}\}|\{[^}]*\})', old)
    pattern, choices = '', []
    for part in parts:
        if part in ('{{', '}}'):
            pattern += re.escape(part[0])
        elif part.startswith('{') and '|' in part:
            words = part[1:-1].split('|')
            choices.append(words)
            pattern += '(' + '|'.join(map(re.escape, words)) + ')'
        elif part.startswith('{'):
            choices.append(None)
            pattern += HOLE
        else:
            pattern += re.escape(json.dumps(part, ensure_ascii=False)[1:-1])
    if pattern.endswith(HOLE):
        pattern = pattern[:-2] + ')'  # a hole at the end takes all that is left of the line

    def filled(match):
        number = 0
        out = ''
        for part in re.split(r'(\{\{|\}\}|\{[^}]*\})', new):
            if part in ('{{', '}}'):
                out += part[0]
            elif part.startswith('{'):
                value = match.group(number + 1)
                if choices[number]:
                    value = part[1:-1].split('|')[choices[number].index(value)]
                out += value
                number += 1
            else:
                out += json.dumps(part, ensure_ascii=False)[1:-1]
        return out

    fixed = [json.dumps(part, ensure_ascii=False)[1:-1] for part in re.split(r'\{[^}]*\}', old)]
    return max(fixed, key=len), re.compile(pattern), filled


class Session:
    def __init__(self, library):
        self.c = ctypes.CDLL(library)
        self.c.stridescope_open.restype = ctypes.c_void_p
        self.c.stridescope_call.restype = ctypes.c_char_p
        self.c.stridescope_call.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
        self.s = self.c.stridescope_open()

    def ask(self, method, **request):
        text = self.c.stridescope_call(self.s, method.encode(), json.dumps(request).encode()).decode()
        return re.sub(r'"microseconds":\d+', '"microseconds":0', text)


def main():
    library, out = sys.argv[1:3]
    door = Session(library)
    templates, texts = [], []
    if '--speak' in sys.argv:
        table = json.load(open(sys.argv[sys.argv.index('--speak') + 1]))
        door.ask('speak', sentences=table['sentences'])
        rows = sorted(table['sentences'].items(), key=lambda row: -len(re.sub(r'\{[^}]*\}', '', row[0])))
        letters = [(len(re.findall('[A-Za-z]', re.sub(r'\{[^}|]*\}', '', old))), old, new) for old, new in rows]
        # A short one may be a part of another sentence.
        templates = [template(old, new) for count, old, new in letters if count > (8 if '{' in old else 24)]
        texts = [(json.dumps(old)[1:-1], json.dumps(new)[1:-1]) for old, new in table.get('texts', {}).items()]
    lines = open(out, 'w')

    def keep(key, text):
        for anchor, pattern, filled in templates if ' ' in key else ():  # a list, such as `functions`, has no such text
            if anchor in text:
                text = pattern.sub(filled, text)
        for old, new in texts:
            text = text.replace(old, new)
        lines.write(json.dumps([key, text]) + '\n')
        try:
            return json.loads(text)
        except ValueError:
            return {}

    for method in ('elements', 'pictures', 'text_forms', 'functions', 'gallery'):
        keep(method, door.ask(method))
    gallery = json.loads(door.ask('gallery'))['entries']
    functions = json.loads(door.ask('functions'))['functions']
    programs = [(entry['id'], entry['program']) for entry in gallery]
    programs += [('example of ' + f['name'], f['example']) for f in functions if f.get('example')]
    for name, program in list(programs):
        programs.append((name + ', cut', program[:len(program) * 7 // 10]))
        programs.append((name + ', blank', re.sub(r'[,:]', ' ', program, count=1)))
        programs.append((name + ', negative', re.sub(r'(\d)', r'-\1', program, count=1)))
    for entry in gallery:
        keep('gallery_picture ' + entry['id'], door.ask('gallery_picture', id=entry['id']))
    for f in functions:
        keep('page_on ' + f['name'], door.ask('page_on', name=f['name']))
    for name, program in programs:
        for mode in ('teaching', 'cute'):
            key = f'{name}, {mode}: '
            report = keep(key + 'evaluate', door.ask('evaluate', program=program, mode=mode))
            if ', ' in name and mode == 'cute':
                continue
            for binding in report.get('bindings', [])[:12]:
                b = binding['id']
                for method in ('verdict', 'explain', 'analyze', 'kernel_form'):
                    keep(f'{key}{method} {b}', door.ask(method, binding=b))
                keep(f'{key}describe {b}', door.ask('describe', binding=b, cell=1))
                for view in [p['kind'] for p in binding.get('pictures', [])][:8]:
                    keep(f'{key}svg {b} {view}', door.ask('emit', binding=b, format='svg', view='kind=' + view))
                for form in ('cpp', 'dsl', 'pycute', 'cuda'):
                    keep(f'{key}{form} {b}', door.ask('emit', binding=b, format=form))
    lines.close()


main()
