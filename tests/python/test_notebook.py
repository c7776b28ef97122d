"""Pictures of a notebook, and its magic."""
import json
import re
import unittest

import stridescope as ss


def facts(page):
    return [json.loads(found) for found in re.findall(r'<script type="application/json">(.*?)</script>', page, re.S)]


class Shell:
    def __init__(self, **names):
        self.user_ns, self.magics = names, {}

    def register_magic_function(self, function, kind, name):
        self.magics[name] = (kind, function)


class Notebook(unittest.TestCase):
    def test_a_picture_is_static_and_has_its_facts(self):
        a = ss.layout("(4,8):(8,1)")
        page = a._repr_html_()
        self.assertIn(a.svg(), page)
        (own,) = facts(page)
        self.assertEqual((own["id"], len(own["texts"]), own["sources"]), (a.identity, 32, {}))
        self.assertEqual(own["texts"]["5"], a.describe(5).text)
        self.assertNotIn("http://", page.replace("http://www.w3.org", ""))
        self.assertNotIn("https://", page)

    def test_results_are_linked_to_their_operands(self):
        a, b = ss.layout("(4,8):(8,1)"), ss.layout("4:2")
        (own,) = facts((a @ b)._repr_html_())
        self.assertEqual(own["sources"]["1"], [[a.identity, 2], [b.identity, 1]])
        c, d = ss.program("A = (4,8):(8,1)\nB = A o 4:2").values
        pages = facts(ss.program("A = (4,8):(8,1)\nB = A o 4:2")._repr_html_())
        self.assertEqual(pages[1]["sources"]["1"], [[pages[0]["id"], 2]])
        self.assertEqual(d._names, c._names)

    def test_values_without_a_picture_and_hostile_names(self):
        self.assertIn("<pre>", ss.bank_conflicts[32]("(32,1):(32,1)", "load")._repr_html_() + ss.program("4")._repr_html_())
        page = ss.program('x = "</script><script>alert(1)</script>"\nL = 4:1')._repr_html_()
        self.assertNotIn("<script>alert", page)

    def test_magic(self):
        shell = Shell(A=ss.layout("(4,8):(8,1)"), other=3)
        ss.load_ipython_extension(shell)
        kind, stride = shell.magics["stride"]
        self.assertEqual(kind, "line_cell")
        made = stride("", "B = A o 4:2\nn = size(B)\n")
        self.assertEqual((repr(shell.user_ns["B"]), shell.user_ns["n"], made.names), ("(2,2):(16,1)", 4, ["B", "n"]))
        self.assertEqual(repr(stride("A o 4:2")[-1]), "(2,2):(16,1)")
        self.assertEqual(repr(stride("cute", "_4")[-1]), "_4")
        with self.assertRaises(ss.StridescopeError) as caught:
            stride("", "C = ")
        self.assertIn("StridescopeError", caught.exception._render_traceback_()[0])


if __name__ == "__main__":
    unittest.main()
