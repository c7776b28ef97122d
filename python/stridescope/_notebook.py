"""Values in a notebook: the core's pictures, live under the pointer, and the magic %%stride."""
import html
import json
import os
import re

from ._errors import StridescopeError
from ._library import session
from ._value import Value, program

_MOST_CELLS = 1024  # of a picture that is live
_MOST_CARDS = 40  # of a program

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "live.mjs"), encoding="utf-8") as _stream:
    _SCRIPT = _stream.read()


def _facts(value, cells):
    """The texts of the cells, and the cells of earlier values that each comes from."""
    texts, sources = {}, {}
    own = value._record.id
    for cell in cells:
        texts[cell] = value.describe(cell).text
        found = session().call("linked", binding=own, cell=cell).cells
        known = [[value._names[c.binding], c.cell] for c in found if c.binding < own and c.binding in value._names]
        if known:
            sources[cell] = known
    return {"id": value.identity, "texts": texts, "sources": sources}


def _picture(value, view=""):
    name = html.escape(f"{value.name} = " if value.name else "")
    try:
        drawn = value.svg(view) if value._record.views else ""
    except StridescopeError as error:
        return f"<pre>{name}{html.escape(value.text)}\n{html.escape(error.message)}</pre>"
    if not drawn:
        return f"<pre>{name}{html.escape(value.text)}</pre>"
    head = f"<code>{name}{html.escape(value.text.splitlines()[0])}</code>"
    cells = set(map(int, re.findall(r'data-cell="(\d+)"', drawn)))
    live = ""
    if 0 < len(cells) <= _MOST_CELLS:
        try:
            facts = json.dumps(_facts(value, cells)).replace("<", "\\u003c")
            live = f'<script type="application/json">{facts}</script><output>&nbsp;</output>'
        except StridescopeError:  # the picture's cells are not coordinates of the value: it stays as it is
            live = ""
    return f'<div class="ss-live">{head}<div>{drawn}</div>{live}</div>'


def _page(parts):
    return "\n".join(parts) + f"<script>{_SCRIPT}</script>"


def card(value):
    return _page([_picture(value)])


def cards(made):
    parts = [_picture(value) for value in made.values[:_MOST_CARDS]]
    parts += [f"<pre>{html.escape(str(warning))}</pre>" for warning in made.warnings]
    return _page(parts)


def load_ipython_extension(shell):
    """%load_ext stridescope: `%%stride` evaluates a cell, shows its values and binds their names in Python."""

    def stride(line, cell=None):
        text = line if cell is None else cell
        mode = "cute" if cell is not None and line.strip() == "cute" else "teaching"
        words = set(re.findall(r"\b[A-Za-z]\w*", text))
        known = {name: value for name, value in shell.user_ns.items() if name in words and isinstance(value, Value)}
        made = program(text, mode, **known)
        shell.user_ns.update({name: made[name] for name in made.names})
        return made

    shell.register_magic_function(stride, "line_cell", "stride")
