"""Python objects in the notation of the core. Objects of CuTe DSL, pycute, torch and NumPy are known by their
attributes; no module of theirs is imported."""
import operator

from ._errors import StridescopeError

# Tuples of Python may nest as deep as the core reads them.
DEEPEST = 64


def quoted(text):
    """A string of the language."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def numbers(values):
    """Sizes or strides of an array, as its library prints them."""
    return "(" + "".join(f"{operator.index(value)}, " for value in values) + ")"


def converted(thing, inline):
    """The notation of an array, layout or tensor of another library; None for any other object."""
    if hasattr(thing, "inner") and hasattr(thing, "outer"):  # a swizzled layout of CuTe DSL prints itself
        return str(thing)
    if hasattr(thing, "layoutA") and hasattr(thing, "layoutB"):  # a composed layout of pycute
        parts = (thing.layoutB, getattr(thing, "offset", 0), thing.layoutA)
        return " o ".join(written(part, inline) for part in parts)
    stride, shape = getattr(thing, "stride", None), getattr(thing, "shape", None)
    if callable(stride) and shape is not None:  # torch: a method, in elements
        return f"torch_strides({quoted(f'size={numbers(shape)}, stride={numbers(stride())}')})"
    if getattr(thing, "strides", None) is not None and hasattr(thing, "itemsize"):  # NumPy: in bytes
        text = f"shape={numbers(shape)}, strides={numbers(thing.strides)}, itemsize={operator.index(thing.itemsize)}"
        return f"numpy_strides({quoted(text)})"
    if shape is not None and stride is not None:  # CuTe DSL, pycute
        return f"{written(shape, inline)}:{written(stride, inline)}"
    if all(hasattr(thing, name) for name in ("bits", "base", "shift")):  # a swizzle of pycute
        return f"Sw<{operator.index(thing.bits)},{operator.index(thing.base)},{operator.index(thing.shift)}>"
    if hasattr(thing, "mode") and hasattr(thing, "value"):  # a basis element of CuTe DSL: 1@0
        return str(thing)
    return None


def written(thing, inline, depth=0):
    """The notation of numbers, tuples of them, and objects of other libraries; `inline` writes values and notation."""
    if depth > DEEPEST:
        raise StridescopeError(f"a tuple nested deeper than {DEEPEST} levels", code="too_large")
    known = inline(thing)
    if known is not None:
        return known
    if thing is None:
        return "_"
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, (tuple, list)):
        items = [written(item, inline, depth + 1) for item in thing]
        return "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"
    if hasattr(thing, "__index__") and not getattr(thing, "shape", None):
        return str(operator.index(thing))
    text = converted(thing, inline)
    if text is None:
        raise TypeError(f"{type(thing).__name__} is not a value; expected a layout, an integer, a tuple or notation")
    return text
