"""Writes the answers of a build's door as JSON lines, KEY and ANSWER, to compare two builds byte by byte.

Programs: the gallery, the example of each function, and broken variants of both, so that errors are covered.
Usage: door_answers.py LIBRARY OUT [--speak TABLE.json]
LIBRARY is a libstridescope.so. TABLE.json has {"sentences": {old: new}}: the answers are then in the new sentences.
"""
import ctypes
import json
import re
import sys


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
    if '--speak' in sys.argv:
        table = json.load(open(sys.argv[sys.argv.index('--speak') + 1]))
        door.ask('speak', sentences=table['sentences'])
    lines = open(out, 'w')

    def keep(key, text):
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
