"""Stridescope: layouts of NVIDIA CuTe, evaluated, drawn and checked.

>>> import stridescope as ss
>>> ss.layout("(6,2):(8,2)") @ "(4,3):(3,1)"
((2,2),3):((24,2),8)
"""
from . import _functions
from ._errors import StridescopeError
from ._files import trace, xray
from ._library import Record, version as __version__
from ._notebook import load_ipython_extension
from ._value import Program, Value, evaluate as eval, program, verdict

__all__ = ["Program", "Record", "StridescopeError", "Value", "eval", "program", "trace", "verdict", "xray"]


def __getattr__(name):
    try:
        return _functions.named(name)
    except KeyError:
        raise AttributeError(f"module 'stridescope' has no attribute {name!r}") from None


def __dir__():
    return sorted({*__all__, "__version__", "load_ipython_extension", *_functions.names()})
