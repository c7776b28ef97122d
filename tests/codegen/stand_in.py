"""Stand-ins for the Python libraries that our emitted code names, and the check of what it makes.

Usage: stand_in.py LANGUAGE FILE NAME...   runs FILE (emitted as dsl, pycute or python) and prints a line for each NAME:
the value as CuTe prints it, without the underscores of static integers. For plain Python it also works out every offset
again, from shape, stride and swizzle alone.
"""
import sys


class Printed:
    def __init__(self, *parts):
        self.parts = parts

    def __str__(self):
        return ''.join(p if isinstance(p, str) else text(p) for p in self.parts)


def text(value):
    if value is None:
        return '_'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, tuple):
        return '(' + ','.join(text(v) for v in value) + ')'
    return str(value)


def layout(shape, stride):
    def congruent(s, d):
        if isinstance(s, tuple) != isinstance(d, tuple):
            return False
        return not isinstance(s, tuple) or len(s) == len(d) and all(map(congruent, s, d))
    assert congruent(shape, stride), (shape, stride)
    return Printed(shape, ':', stride)


def swizzle(bits, base, shift):
    assert bits >= 0 and base >= 0 and abs(shift) >= bits
    return Printed('Sw<%d,%d,%d>' % (bits, base, shift))


def composed(outer, offset, inner):
    return Printed(outer, ' o ', offset, ' o ', inner)


class Dsl:
    @staticmethod
    def make_layout(shape, *, stride):
        return layout(shape, stride)

    @staticmethod
    def ScaledBasis(value, mode):
        path = mode if isinstance(mode, list) else [mode]
        return Printed(str(value), ''.join('@%d' % m for m in reversed(path)))

    @staticmethod
    def E(mode):
        return Dsl.ScaledBasis(1, mode)

    @staticmethod
    def make_tensor(iterator, layout_):
        return Printed(iterator, ' o ', layout_)

    make_swizzle = staticmethod(swizzle)
    make_composed_layout = staticmethod(composed)


LIBRARIES = {
    'dsl': {'cute': Dsl},
    'pycute': {'Layout': layout, 'Swizzle': swizzle, 'ComposedLayout': composed},
    'python': {},
}


# --- plain Python: the offsets once more ---

def size(shape):
    if not isinstance(shape, tuple):
        return shape
    out = 1
    for mode in shape:
        out *= size(mode)
    return out


def basis(stride):
    """{path of modes: scale}; a plain integer has the empty path."""
    if isinstance(stride, str):
        scale, *modes = stride.split('@')
        return {tuple(int(m) for m in reversed(modes)): int(scale)}
    return {(): stride}


def offset(index, shape, stride):
    """The inner product of the natural coordinate of a 1-D coordinate with the strides."""
    if not isinstance(shape, tuple):
        return {path: index * scale for path, scale in basis(stride).items()}
    out = {}
    for s, d in zip(shape, stride):
        for path, value in offset(index % size(s), s, d).items():
            out[path] = out.get(path, 0) + value
        index //= size(s)
    return out


def value_at(table, index):
    out = offset(index, table['shape'], table['stride'])
    for stage in reversed(table.get('stages', [])):
        x = out.get((), 0) + stage['offset']
        if 'swizzle' in stage:
            bits, base, shift = stage['swizzle']
            mask = ((1 << bits) - 1) << (base + max(0, shift))
            x ^= (x & mask) >> shift if shift >= 0 else (x & mask) << -shift
        else:
            x = offset(x, stage['shape'], stage['stride'])[()]
        out = {(): x}
    return out


def entry(listed, start, path):
    """What a listed value has at a path of modes."""
    for mode in path:
        if not isinstance(listed, tuple):
            return listed
        listed = listed[mode] if mode < len(listed) else 0
    return listed


def check_offsets(table):
    listed = table.get('offsets', table.get('values'))
    if listed is None:
        return
    start = table.get('start', 0)
    shape = table['shape'] if isinstance(table['shape'], tuple) else (table['shape'],)

    def walk(entries, modes, index, step):
        assert isinstance(entries, list) and len(entries) == size(modes[0]), (table['shape'], modes)
        for i, item in enumerate(entries):
            if len(modes) > 1:
                walk(item, modes[1:], index + i * step, step * size(modes[0]))
                continue
            expected = value_at(table, index + i * step)
            if not isinstance(item, tuple):
                assert item == start + expected.get((), 0), (table['shape'], table['stride'], item, expected)
                continue
            for path, value in expected.items():
                if path == () and value == 0:  # a stride 0 beside basis elements
                    continue
                assert entry(item, 0, path) == entry(start, 0, path) + value, (item, expected)

    if len(shape) in range(1, 9):
        walk(listed, shape, 0, 1)
    else:
        walk(listed, (size(shape),), 0, 1)


def function(stage):
    if 'swizzle' in stage:
        return swizzle(*stage['swizzle'])
    return layout(stage['shape'], stage['stride'])


def from_table(value):
    """A dictionary as the value that it describes."""
    if isinstance(value, tuple):
        return tuple(from_table(v) for v in value)
    if not isinstance(value, dict):
        return value
    if 'shape' not in value:
        return value['start'] if 'start' in value else function(value)
    check_offsets(value)
    out = layout(value['shape'], value['stride'])
    for stage in reversed(value.get('stages', [])):
        out = composed(function(stage), stage['offset'], out)
    return Printed(value['start'], ' o ', out) if 'start' in value else out


def main():
    language, file, *names = sys.argv[1:]
    scope = dict(LIBRARIES[language])
    with open(file, encoding='utf-8') as source:
        exec(compile(source.read(), file, 'exec'), scope)
    for name in names:
        print(text(from_table(scope[name])))


main()
