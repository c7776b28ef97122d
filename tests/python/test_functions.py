"""Every function: its example, its call from Python, signature, documentation and stub."""
import ast
import inspect
import json
import os
import pydoc
import re
import subprocess
import unittest
import zipfile

import stridescope as ss
from stridescope._functions import named, table


def functions():
    for name in table():
        yield name, getattr(ss.tract, name[6:]) if name.startswith("tract.") else named(name)


def answers(expressions):
    """The command line's own answers."""
    lines = "".join(json.dumps({"id": i, "expr": e}) + "\n" for i, e in enumerate(expressions))
    words = [os.environ["STRIDESCOPE_PROGRAM"], "eval", "--jsonl", "--ints", "teaching"]
    ran = subprocess.run(words, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def split(arguments):
    """The arguments of a call of the language; None where brackets do not match, as in f(a) + g(b)."""
    out, depth, quoted = [""], 0, False
    for i, letter in enumerate(arguments):
        quoted ^= letter == '"' and arguments[i - 1] != "\\"
        arrow = letter == ">" and arguments[i - 1] == "-"
        if not quoted and not arrow:
            depth += (letter in "(<") - (letter in ")>")
        if depth < 0:
            return None
        if letter == "," and depth == 0 and not quoted:
            out.append("")
        else:
            out[-1] += letter
    return [word.strip() for word in out if word.strip()]


class Functions(unittest.TestCase):
    maxDiff = None

    def test_every_example_is_the_cores_answer(self):
        rows = list(table().values())
        self.assertGreater(len(rows), 390)
        for row, answer in zip(rows, answers([row.example for row in rows])):
            value = ss.program(row.example).values[-1]
            self.assertEqual(value.text.rstrip("\n"), answer["result"].rstrip("\n"), row.name)

    def test_every_docstring_shows_its_answer(self):
        for name, function in functions():
            parts = re.fullmatch(r"(.*)\n\n>>> (ss\.eval\(.*?\))\n(.*)", function.__doc__, re.S)
            value = eval(parts[2], {"ss": ss})
            # A value of Python is printed its own way; the others are doctests, letter by letter.
            if isinstance(value, ss.Value):
                self.assertEqual(parts[3].rstrip("\n"), value.text.rstrip("\n"), name)
            else:
                self.assertEqual(ss.eval(function._record.example), value, name)

    def test_every_example_is_called_from_python(self):
        """name<t>(a, b) becomes ss.name[t]("a", "b") with the same result, where the example is one call."""
        counted, different = 0, []
        for name, function in functions():
            example = function._record.example
            found = re.fullmatch(re.escape(name) + r"(?:<([\w,]+)>)?\((.*)\)", example)
            words = found and split(found[2])
            # An option is a keyword argument in Python.
            if not words or name == "option" or any(re.match(r"\w+ *=[^=]", word) for word in words):
                continue
            if found[1]:
                function = function[tuple(found[1].split(","))]
            plain = [json.loads(word) if word.startswith('"') else word for word in words]
            expected = ss.eval(example)
            try:
                got = function(*plain)
            except (ss.StridescopeError, ValueError) as error:
                got = error
            if repr(got) != repr(expected):
                different.append(f"{example}: {got!r}, expected {expected!r}")
            counted += 1
        self.assertEqual("\n".join(different), "")
        self.assertGreater(counted, 300)

    def test_signatures_and_documentation(self):
        self.assertEqual(str(inspect.signature(ss.logical_divide)), "(L, tiler, /, **options)")
        self.assertEqual(str(inspect.signature(ss.composition)), "(A, offset, B=None, /, **options)")
        for name, function in functions():
            inspect.signature(function)
            text = pydoc.render_doc(function, renderer=pydoc.plaintext)
            self.assertIn(function._record.doc[:20], text, name)
        self.assertLessEqual({"coalesce", "tract", "eval", "layout"}, set(dir(ss)))
        self.assertIn("compose", dir(ss.tract))

    def test_template_arguments_and_options(self):
        a = ss.layout("(4,8):(8,1)")
        self.assertEqual(repr(ss.append[3](a, "1:0")), "(4,8,1):(8,1,0)")
        self.assertEqual((ss.size[0](a), ss.size(a, mode=[0]), ss.get[1]((3, (4, 5)))), (4, 4, (4, 5)))
        self.assertEqual(repr(ss.recast[16, 32]("(4,8):(8,1)")), repr(ss.eval("recast<16,32>((4,8):(8,1))")))
        copy = ss.copy_kernel("(64,64):(64,1)", "(64,64):(64,1)", "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8))")
        self.assertEqual(copy.kind, "copy kernel")

    def test_stub_has_every_name(self):
        with zipfile.ZipFile(os.environ["STRIDESCOPE_WHEEL"]) as wheel:
            tree = ast.parse(wheel.read("stridescope/__init__.pyi").decode())
        known = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
        known |= {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        known |= {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
        self.assertEqual(set(dir(ss)) - known, set())


if __name__ == "__main__":
    unittest.main()
