"""libstridescope through ctypes: sessions whose methods take and return JSON (core/door)."""
import ctypes
import json
import os
import threading

from ._errors import StridescopeError

MOST_VALUES = 10_000  # of a program


class _Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("bytes", ctypes.c_int)]


def _load():
    # STRIDESCOPE_LIBRARY replaces the library of the package, for a build of your own.
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libstridescope.so")
    library = ctypes.CDLL(os.environ.get("STRIDESCOPE_LIBRARY") or own)
    session, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, *arguments in (
        ("open", session),
        ("close", None, session),
        ("call", text, session, text, text),
        ("binary", None, session, ctypes.c_int),
        ("array_of", _Array, session, ctypes.c_size_t),
        ("version", text),
    ):
        function = getattr(library, "stridescope_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()
version = _library.stridescope_version().decode()


class Record(dict):
    """An answer of the core. Members are attributes, too: `record.status`."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self):
        return sorted(self)


class Session:
    """One program and its report. A session belongs to one thread."""

    def __init__(self):
        self._handle = _library.stridescope_open()
        if not self._handle:
            raise MemoryError("stridescope: no memory for a session")
        _library.stridescope_binary(self._handle, 1)
        self._evaluated = None
        self.report = None

    def __del__(self):
        if getattr(self, "_handle", None) and _library is not None:
            _library.stridescope_close(self._handle)
            self._handle = None

    def call(self, method, **request):
        """The answer of a method of the door; raises the core's error."""
        text = json.dumps(request).encode()
        answer = _library.stridescope_call(self._handle, method.encode(), text).decode("utf-8", "replace")
        answer = json.loads(answer, object_hook=Record)
        if "error" in answer and "code" in answer.error:
            raise StridescopeError(answer.error["message"], answer.error.get("hint", ""), code=answer.error["code"])
        return answer

    def array(self, reference):
        """Numbers of the last answer, as bytes and the width of a number."""
        found = _library.stridescope_array_of(self._handle, reference["array"])
        return ctypes.string_at(found.data, found.size * found.bytes) if found.size else b"", found.bytes

    def evaluate(self, program, mode):
        """The report of a program; evaluates it only if it is not the last one."""
        if self._evaluated != (program, mode):
            self._evaluated = None
            self.report = self.call("evaluate", program=program, mode=mode, limit=MOST_VALUES)
            self._evaluated = (program, mode)
        return self.report


_local = threading.local()


def session():
    """The session of this thread."""
    if not hasattr(_local, "session"):
        _local.session = Session()
    return _local.session
