"""The functions of the language, as core/functions/builtins.def lists them."""
import functools
import inspect
import keyword
import re

from ._errors import StridescopeError
from ._library import session
from ._value import call


@functools.lru_cache(maxsize=None)
def table():
    """By name: signature, doc and example."""
    return {record.name: record for record in session().call("functions").functions}


def parameters(signature, name):
    """The parameters of one signature as they are written, or None if it is an operator."""
    found = re.fullmatch(re.escape(name) + r"(?:<[^>]*>)?\((.*)\)", signature)
    if not found:
        return None
    out, depth = [""], 0
    for letter in found[1]:
        depth += (letter in "(<") - (letter in ")>")
        if letter == "," and depth == 0:
            out.append("")
        else:
            out[-1] += letter
    return [word.strip() for word in out if word.strip()]


def identifier(word):
    """A parameter as a name of Python."""
    word = re.sub(r"\W+", "_", word.split("=")[0]).strip("_") or "values"
    if word[0].isdigit():
        return "n" + word
    return word + "_" if keyword.iskeyword(word) else word


class Function:
    """A function of the language: f(a, b), or f[2](a) for template arguments: append[3](t, x) is append<3>(t, x)."""

    def __init__(self, name, template=()):
        self.__name__ = self.__qualname__ = name
        self.__module__ = "stridescope"
        self._record, self._template = table()[name], template

    @property
    def signatures(self):
        own = self._record.signature.split("\n")
        return [*own, "layout(shape, stride)"] if self.__name__ == "layout" else own

    def __call__(self, *arguments, **options):
        # layout(shape, stride), as the constructors of CuTe DSL and pycute have them.
        if self.__name__ == "layout" and not self._template and arguments and isinstance(arguments[0], (int, tuple)):
            return Function("make_layout")(*arguments, **options)
        head = self.__name__ + (f"<{','.join(map(str, self._template))}>" if self._template else "")
        lists = [parameters(signature, self.__name__) or [] for signature in self.signatures]
        # Positions that have quotes in every signature with as many parameters.
        quotes = zip(*([word.startswith('"') for word in words] for words in lists if len(words) >= len(arguments)))
        try:
            return call(head, arguments, options, {index for index, all_of in enumerate(quotes) if all(all_of)})
        except StridescopeError as error:
            # Template arguments are in brackets here: append<3>(t, x) is append[3](t, x).
            error.hint = re.sub(r"\b(\w+)<([^<>]*)>\(", r"\1[\2](", error.hint)
            raise

    def __getitem__(self, template):
        return Function(self.__name__, template if isinstance(template, tuple) else (template,))

    def __get__(self, instance, owner=None):
        # A method descriptor is a routine for pydoc: help() shows the signature and the text below.
        return self

    @property
    def __signature__(self):
        lists = [parameters(signature, self.__name__) for signature in self.signatures]
        names = [[identifier(word) for word in words] for words in lists if words is not None]
        most = max(names, key=len)
        if len(set(most)) < len(most) or any("..." in signature for signature in self.signatures):
            most, last = [], [inspect.Parameter("values", inspect.Parameter.VAR_POSITIONAL)]
        else:
            last = []
        least = min(map(len, names))
        return inspect.Signature([
            inspect.Parameter(
                word, inspect.Parameter.POSITIONAL_ONLY, default=inspect.Parameter.empty if i < least else None)
            for i, word in enumerate(most)
        ] + last + [inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD)])

    @property
    def __doc__(self):
        record, example = self._record, self._record.example
        text = "\n".join(self.signatures) + "\n\n" + record.doc + f"\n\n>>> ss.eval({example!r})\n"
        answer = session().call("sketch", program=example, mode="teaching").report.bindings
        return text + "".join(line + "\n" for line in answer[-1].text.splitlines()) if answer else text

    def __repr__(self):
        return f"<function {self.__name__}>"


class Namespace:
    """The functions whose names begin with a word and a dot: tract.compose."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        if f"{self._name}.{name}" in table():
            return Function(f"{self._name}.{name}")
        raise AttributeError(name)

    def __dir__(self):
        return [name.split(".")[1] for name in table() if name.startswith(self._name + ".")]


@functools.lru_cache(maxsize=None)
def named(name):
    """The function or namespace of that name; raises KeyError."""
    if any(known.startswith(name + ".") for known in table()):
        return Namespace(name)
    if name in table():
        return Function(name)
    raise KeyError(name)


def names():
    return sorted({name.split(".")[0] for name in table()})
