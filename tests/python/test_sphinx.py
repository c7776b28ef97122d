"""The extension of Sphinx: with Sphinx where it is installed, and against the part of its interface that it uses."""
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON = "A = (4,8):(8,1)\nR = A o (2,2):(4,1)\n# ^? picture"
ANSWERED = "A = (4,8):(8,1)\nR = A o (2,2):(4,1)\n# (2,2):(1,8)"


class Block:
    """A literal block of docutils, and the section that it is in."""

    def __init__(self, text, language):
        self.children, self.language, self.parent = [text], language, self
        self.section = [self]

    astext = lambda self: "".join(self.children)
    get = lambda self, name, default: self.language
    index = lambda self, block: self.section.index(block)
    insert = lambda self, at, node: self.section.insert(at, node)

    def __iadd__(self, text):
        self.children.append(text)
        return self


class Extension(unittest.TestCase):
    def setUp(self):
        self.warnings = []
        nodes = types.SimpleNamespace(literal_block=Block, Text=str, raw=lambda source, text, format: (text, format))
        log = types.SimpleNamespace(getLogger=lambda name: types.SimpleNamespace(warning=lambda *words, **more: self.warnings.append(words)))
        fakes = {
            "docutils": types.SimpleNamespace(nodes=nodes),
            "sphinx": types.SimpleNamespace(),
            "sphinx.util": types.SimpleNamespace(logging=log),
        }
        with mock.patch.dict(sys.modules, fakes):
            sys.modules.pop("stridescope.sphinx", None)
            self.extension = importlib.import_module("stridescope.sphinx")

    def answered(self, text, language="python"):
        block = Block(text, language)
        self.extension.answer(None, types.SimpleNamespace(findall=lambda kind: [block]))
        return block

    def test_answers_and_pictures(self):
        block = self.answered(PYTHON)
        self.assertEqual(block.astext(), ANSWERED)
        self.assertEqual(block.rawsource, ANSWERED)
        ((page, format),) = block.section[1:]
        self.assertEqual(format, "html")
        self.assertIn("<svg", page)
        self.assertEqual(self.answered("auto L = make_layout(Shape<_4,_8>{});\n// ^?", "c++").astext().split("\n")[1], "// (_4,_8):(_1,_4)")
        self.assertEqual(self.warnings, [])

    def test_errors_are_warnings(self):
        self.assertEqual(self.answered("A o 4:2\n# ^?").astext(), "A o 4:2\n# unknown name 'A'")
        self.assertEqual([words[1:] for words in self.warnings], [(1,)])
        self.assertIn("<pre>4</pre>", self.answered("4\n# ^? picture").section[1][0])
        nothing = self.answered("print('<b>')")
        self.assertEqual((nothing.astext(), nothing.section), ("print('<b>')", [nothing]))

    def test_setup(self):
        connected = []
        made = self.extension.setup(types.SimpleNamespace(connect=lambda *words: connected.append(words)))
        self.assertEqual(connected, [("doctree-read", self.extension.answer)])
        self.assertTrue(made["parallel_read_safe"])


class WithSphinx(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("sphinx"), "Sphinx is not installed")
    def test_example(self):
        source = os.path.join(ROOT, "web", "package", "examples", "sphinx")
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", source, folder]
            ran = subprocess.run(words, capture_output=True, text=True)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""))
            with open(os.path.join(folder, "index.html"), encoding="utf-8") as stream:
                page = stream.read()
            if os.environ.get("STRIDESCOPE_KEEP"):
                shutil.copytree(folder, os.environ["STRIDESCOPE_KEEP"], dirs_exist_ok=True)
        self.assertIn("(2,2):(1,8)", page)
        self.assertIn("<svg", page)
        self.assertNotIn("^?", page)


if __name__ == "__main__":
    unittest.main()
