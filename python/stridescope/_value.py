"""Programs and their values. A value remembers the program that makes it; the core evaluates that program again when it
is asked about the value."""
import ast
import itertools
import operator
import os
import re

from . import _notation
from ._errors import StridescopeError, of_problem
from ._library import MOST_VALUES, session

_serial = itertools.count()
_process = os.urandom(4).hex()
# Kinds that Python has, too.
_NUMBERS = ("integer", "tuple", "slice", "boolean")


def _letters():
    numbers = itertools.chain([""], map(str, itertools.count(1)))
    return (letter + number for number in numbers for letter in "ABCDEFGHIJKLMN")


def _units(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _cut(text, *units):
    """Parts of a text between places in UTF-16 code units."""
    data = text.encode("utf-16-le", "surrogatepass")
    ends = [at * 2 for at in units]
    return [data[a:b].decode("utf-16-le", "surrogatepass") for a, b in zip([0, *ends], [*ends, len(data)])]


def _fact(name):
    return property(lambda self: call(name, (self,)), doc=f"{name}(self)")


class Value:
    """A value of a program: a layout, a tensor, a tiling, the report of an analysis.

    `a @ b` is composition(a, b), `a(i, j)` an offset, `a[0]` a mode, `len(a)` the rank. Values are immutable; two are
    equal if they are printed alike.
    """

    def __init__(self, program, mode, record, names):
        self._program, self._mode, self._record = program, mode, record
        self._names = names  # the identities of the program's values by index, for links between pictures
        self.identity = names.setdefault(record.id, f"{_process}-{next(_serial)}")

    kind = property(lambda self: self._record.kind, doc="'layout', 'tensor', 'TiledMMA', ...")
    name = property(lambda self: self._record.name, doc="The name in its program, or ''.")
    text = property(lambda self: self._record.text, doc="The printed value.")
    cute = property(lambda self: self._record.cute, doc="As CuTe C++ prints it: static integers have an underscore.")
    rows = property(lambda self: self._record.get("rows", []), doc="The rows of a report: name, value, explanation.")
    shape, stride, size, cosize = _fact("shape"), _fact("stride"), _fact("size"), _fact("cosize")
    coshape, rank, depth = _fact("coshape"), _fact("rank"), _fact("depth")

    def _ask(self, method, **request):
        session().evaluate(self._program, self._mode)
        return session().call(method, binding=self._record.id, **request)

    def emit(self, format, view=""):
        """The value or its picture as text: 'cpp', 'dsl', 'pycute', 'python', 'svg', 'latex', 'triton', ..."""
        return self._ask("emit", format=format, view=view, strict=True).text

    def svg(self, view=""):
        """The picture as SVG. `view`: words such as 'kind=tv label=coord', as `stridescope help views` lists them."""
        return self.emit("svg", view)

    def analyze(self, type=""):
        """The value as a function, and with an element type the cost of its accesses, as numbers and words."""
        return self._ask("analyze", type=type)

    def verdict(self):
        """The laws of the calls that made the value: does it satisfy them?"""
        return self._ask("verdict").calls

    def explain(self):
        """The derivation of the value, step by step."""
        return self._ask("explain")

    def describe(self, cell):
        """The facts of a 1-D coordinate."""
        return self._ask("describe", cell=cell)

    def to_numpy(self):
        """The offsets as an array: a[i, j] is L(i, j), with one dimension per mode."""
        import numpy

        if self.kind in _NUMBERS:
            return numpy.array(ast.literal_eval(self.emit("python")))
        answer = self._ask("offsets")
        data, width = session().array(answer.offsets)
        return numpy.frombuffer(data, dtype=f"i{width}").reshape(answer.extents, order="F").copy()

    @property
    def value(self):
        """A number, a tuple, a boolean or a text as Python's own; any other value as it is."""
        if self.kind in _NUMBERS:
            return ast.literal_eval(self.emit("python"))
        return self._record.text if self.kind == "text" else self

    def __call__(self, *coordinates):
        return call(None, (self, *coordinates))

    def compose(self, other):
        """composition(self, other)."""
        return call("composition", (self, other))

    def __matmul__(self, other):
        return self.compose(other)

    def __rmatmul__(self, other):
        return call("composition", (other, self))

    def __getitem__(self, mode):
        if isinstance(mode, tuple):
            place = ", ".join(map(str, mode))
            raise TypeError(f"[{place}] is not a mode, which is one integer; the offset of a coordinate is L({place})")
        mode = operator.index(mode)
        if not 0 <= mode < len(self):
            raise IndexError(f"mode {mode} of {self._record.text}; expected an index below {len(self)}")
        return call(f"{'get' if self.kind in (*_NUMBERS, 'tiler') else 'layout'}<{mode}>", (self,))

    def __len__(self):
        return int(call("rank", (self,)))

    def __bool__(self):
        return self.value if self.kind == "boolean" else True

    def __index__(self):
        if self.kind != "integer":
            raise TypeError(f"{self.kind} is not an integer")
        return self.value

    def __iter__(self):
        return (self[mode] for mode in range(len(self)))

    def __eq__(self, other):
        return (self.kind, self.cute) == (other.kind, other.cute) if isinstance(other, Value) else NotImplemented

    def __hash__(self):
        return hash((self.kind, self.cute))

    def __repr__(self):
        return self._record.text

    def _repr_html_(self):
        from ._notebook import card

        return card(self)

    def _expression(self):
        """The value as an expression that needs no other statement, or None."""
        try:
            return self.emit("expression")
        except StridescopeError:
            return None

    def _statements(self, name):
        """The program of the value up to it, with a name for it."""
        before, statement, _ = _cut(self._program, *self._record.span)
        return f"{before}{statement}\n{name} = {self.name}\n" if self.name else f"{before}{name} = {statement}\n"


class Program:
    """The values of a program, by name or index: `p["A"]`, `p[-1]`. `warnings` are the core's."""

    def __init__(self, text, values, warnings):
        self.text, self.values, self.warnings = text, values, warnings

    names = property(lambda self: [value.name for value in self.values if value.name])

    @property
    def last(self):
        """The last value, as a Value."""
        if not self.values:
            hint = "end it with an expression"
            raise StridescopeError("the program has no value", hint, code="arguments", program=self.text)
        return self.values[-1]

    def __getitem__(self, key):
        if isinstance(key, str):
            found = [value for value in self.values if value.name == key]
            if not found:
                raise KeyError(key)
            return _native(found[-1])
        return _native(self.values[key])

    def __len__(self):
        return len(self.values)

    def __iter__(self):
        return map(_native, self.values)

    def __repr__(self):
        return "\n".join((f"{value.name} = " if value.name else "") + value.text for value in self.values)

    def _repr_html_(self):
        from ._notebook import cards

        return cards(self)


def _native(value):
    # In cute mode a number of Python would forget whether it is static.
    return value if value._mode == "cute" else value.value


class _Scope:
    """Statements that name the operands of a program."""

    def __init__(self, mode, taken=()):
        # Whole programs come first, so that names in them replace no operand.
        self.mode, self.taken, self.programs, self.operands, self.identities = mode, set(taken), "", "", {}

    def bind(self, name, thing):
        if isinstance(thing, str):
            thing = _last(thing, self.mode)
        if isinstance(thing, Value):
            text = thing._expression()
            if text is None:
                if thing._mode != self.mode:
                    message = f"{name} was evaluated in {thing._mode} mode; expected a value in {self.mode} mode"
                    raise StridescopeError(message, code="arguments")
                text = f"operand{next(_serial)}"
                self.programs += thing._statements(text)
            self.operands += f"{name} = {text}\n"
            self.identities[name] = thing.identity
        else:
            self.operands += f"{name} = {_notation.written(thing, self.inline)}\n"
        self.taken.add(name)
        return name

    def inline(self, thing):
        """The notation of a value or a notation within a tuple or a call; None for any other object."""
        if isinstance(thing, str):
            thing = _last(thing, self.mode)
        if not isinstance(thing, Value):
            return None
        if thing.kind in _NUMBERS:
            return thing.cute
        if thing.kind == "text":
            return _notation.quoted(thing.text)
        return self.bind(next(name for name in _letters() if name not in self.taken), thing)

    def run(self, program):
        before = self.programs + self.operands
        text, skipped = before + program, _units(before)
        report = session().evaluate(text, self.mode)
        if report.omitted.bindings:
            raise StridescopeError(f"a program of more than {MOST_VALUES} values", code="too_large", program=program)
        problems = [(p["severity"], of_problem(p, program, skipped)) for p in report.diagnostics]
        for severity, error in problems:
            if severity == "error":
                raise error
        names = {}
        for record in report.bindings:
            if record.span[1] <= skipped and record.name in self.identities:
                names[record.id] = self.identities[record.name]
        records = [record for record in report.bindings if record.span[0] >= skipped]
        values = [Value(text, self.mode, record, names) for record in records]
        return Program(program, values, [error for severity, error in problems if severity == "warning"])


def program(text, mode="teaching", /, **names):
    """Evaluates a program of several lines; the keyword arguments are names that it may use. All its values."""
    scope = _Scope(mode, {*names, *re.findall(r"\w+", text)})
    for name, thing in names.items():
        scope.bind(name, thing)
    return scope.run(text)


def _last(text, mode, **names):
    return program(text, mode, **names).last


def evaluate(text, mode="teaching", /, **names):
    """The last value of a program. A number, a tuple, a boolean or a text is Python's own.

    In teaching mode all integers are static, as in CuTe DSL and pycute. In cute mode `4` is dynamic and `_4` is static,
    as in CuTe C++; numbers stay values there.
    """
    return _native(_last(text, mode, **names))


def verdict(what, /, **names):
    """The laws of the calls in the last statement of a program, or of those that made a value: are they satisfied?"""
    return (what if isinstance(what, Value) else _last(what, "teaching", **names)).verdict()


def _cute(thing, depth=0):
    if isinstance(thing, (tuple, list)):
        return depth <= _notation.DEEPEST and any(_cute(item, depth + 1) for item in thing)
    return isinstance(thing, Value) and thing._mode == "cute"


def call(head, arguments, options={}, strings=()):
    """The value of head(arguments, option=...); without a head, the first argument is called. A str is notation; a str
    that is not, or whose index is in `strings`, is a string of the language."""
    scope = _Scope("cute" if any(map(_cute, (*arguments, *options.values()))) else "teaching")
    words, misread = [], None
    for index, argument in enumerate(arguments):
        if isinstance(argument, str) and index in strings:
            words.append(_notation.quoted(argument))
            continue
        try:
            words.append(_notation.written(argument, scope.inline))
        except StridescopeError as error:
            if not isinstance(argument, str):
                raise
            misread = misread or error
            words.append(_notation.quoted(argument))
    for name, option in options.items():
        text = _notation.quoted(option) if isinstance(option, str) else _notation.written(option, scope.inline)
        words.append(f"{name}={'[' + text[1:-1].rstrip(',') + ']' if isinstance(option, list) else text}")
    if head is None:
        head, *words = words
    try:
        return _native(scope.run(f"{head}({', '.join(words)})").last)
    except StridescopeError as error:
        raise (misread or error) from None
