"""Sphinx: the comments `# ^?` and `// ^?` of code blocks have the values above them. extensions = ["stridescope.sphinx"]"""
import re

from docutils import nodes
from sphinx.util import logging

from ._library import session, version
from ._notebook import _page, _picture
from ._value import Value

_log = logging.getLogger(__name__)


def _pictures(text, mode, wanted):
    """The pictures that a block asks for, as HTML."""
    bindings, names = session().evaluate(text, mode).bindings, {}
    return [_picture(Value(text, mode, bindings[one.binding], names), one.view) for one in wanted]


def answer(app, doctree):
    for block in list(doctree.findall(nodes.literal_block)):
        text = block.astext()
        if "^?" not in text:
            continue
        mode = "cute" if re.match(r"(c|cc|cpp|c\+\+|cu|cuda)$", block.get("language", ""), re.I) else "teaching"
        answered = session().call("annotate", program=text, mode=mode)
        block.rawsource = answered.text
        block.children = []
        block += nodes.Text(answered.text)
        if answered.errors:
            _log.warning("comments ^? without a value: %d", answered.errors, location=block)
        drawn = _pictures(text, mode, answered.pictures)
        if drawn:
            block.parent.insert(block.parent.index(block) + 1, nodes.raw("", _page(drawn), format="html"))


def setup(app):
    app.connect("doctree-read", answer)
    return {"version": version, "parallel_read_safe": True}
