"""Programs, values, operators, modes and errors."""
import pickle
import sys
import threading
import unittest

import stridescope as ss


def mma_atom():
    return ss.make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN")


class Values(unittest.TestCase):
    def test_layout(self):
        a = ss.layout("(4,8):(8,1)")
        self.assertEqual((repr(a), a.kind), ("(4,8):(8,1)", "layout"))
        self.assertEqual((a.shape, a.stride, a.size, a.cosize, a.rank, a.depth), ((4, 8), (8, 1), 32, 32, 2, 1))
        self.assertEqual((a(1, 2), a((1, 2)), a(9)), (10, 10, 10))
        self.assertEqual(repr(a(None, 3)), "(4):(8)")
        self.assertEqual((len(a), repr(list(a))), (2, "[4:8, 8:1]"))
        self.assertEqual([repr(ss.layout(*of)) for of in ([(4, 8), (8, 1)], [(4, 8)], [4, 2])],
                         ["(4,8):(8,1)", "(4,8):(1,4)", "4:2"])
        with self.assertRaises(IndexError):
            a[2]
        with self.assertRaisesRegex(TypeError, r"coordinate is L\(1, 2\)"):
            a[1, 2]

    def test_hints_have_pythons_brackets(self):
        with self.assertRaises(ss.StridescopeError) as caught:
            ss.bank_conflicts("(32,8):(8,1)")
        self.assertIn("write bank_conflicts[16](...)", caught.exception.hint)

    def test_operators(self):
        a, b = ss.layout("(4,8):(8,1)"), ss.layout("4:2")
        for r in (a @ b, a @ "4:2", "(4,8):(8,1)" @ b, a.compose(b), ss.composition(a, b), ss.eval("A o B", A=a, B=b)):
            self.assertEqual(repr(r), "(2,2):(16,1)")
        self.assertEqual(a, ss.layout("(4,8):(8,1)"))
        self.assertEqual(len({a, ss.layout("(4,8):(8,1)"), b}), 2)
        self.assertNotEqual(a, b)

    def test_numbers_are_pythons_own(self):
        cases = {"(4,(1,2))": (4, (1, 2)), "32": 32, "(2,)": (2,), "true": True, "_": None, '"abc"': "abc", "(1,_)": (1, None)}
        for text, value in cases.items():
            self.assertEqual(ss.eval(text), value, text)
            self.assertIs(type(ss.eval(text)), type(value), text)

    def test_program_of_several_lines(self):
        p = ss.program("A = (4,8):(8,1)\nB = A o t\nsize(B)", t="4:2")
        self.assertEqual((p.names, len(p), p[-1], repr(p["B"])), (["A", "B"], 3, 4, "(2,2):(16,1)"))
        self.assertEqual(repr(p), "A = (4,8):(8,1)\nB = (2,2):(16,1)\n4")
        self.assertEqual(ss.eval("A = (4,8):(8,1)\nB = A o 4:2\nsize(B)"), 4)
        self.assertEqual(repr(list(ss.eval("((2,2),4:1)", "cute"))), "[(2,2), 4:1]")
        with self.assertRaises(KeyError):
            p["C"]

    def test_modes(self):
        text = "(4,8):(8,1) o (2,2):(1,2)"
        self.assertEqual(repr(ss.eval(text)), "(2,2):(8,16)")
        dynamic = ss.eval(text, "cute")
        self.assertEqual(repr(dynamic), "((2,1),(2,1)):((8,1),(16,1))")
        four = ss.eval("_4", "cute")
        self.assertEqual((repr(four), four.value, int(four), repr(ss.size(dynamic))), ("_4", 4, 4, "4"))

    def test_values_without_a_printed_form(self):
        mma = ss.make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", "(2,2,1):(1,2,0)")
        self.assertEqual((mma.kind, ss.tile_shape(mma), ss.num_threads(mma)), ("TiledMMA", (32, 16, 16), 128))
        named = ss.program("atom = SM80_16x8x16_F32F16F16F32_TN\nM = make_tiled_mma(atom)")["M"]
        self.assertEqual(ss.eval("num_threads(T)", T=named), 32)
        with self.assertRaisesRegex(ss.StridescopeError, "expected a value in cute mode"):
            ss.eval("num_threads(T)", "cute", T=named)
        tiled = ss.eval("A = SM80_16x8x16_F32F16F16F32_TN\nB = make_tiled_mma(A)\nB")
        self.assertEqual(repr(ss.thrfrg_C(tiled, "(16,8):(8,1)")), repr(ss.thrfrg_C(mma_atom(), ss.layout("(16,8):(8,1)"))))
        self.assertEqual(ss.eval("(A, size(B), C)", C=4, A=(1, 2), B=tiled), ((1, 2), 32, 4))
        with self.assertRaises(ss.StridescopeError):
            ss.eval("A", t=(ss.layout("4:1"), ss.layout("8:1")))
        r = ss.bank_conflicts[32]("(32,1):(32,1)", "load")
        self.assertEqual(r.rows[0].value, "32-way, 32 wavefronts")
        self.assertEqual(r.analyze().shared.wavefronts, 32)

    def test_a_long_chain_stays_short(self):
        a = ss.layout("(4,8):(8,1)")
        for _ in range(200):
            a = ss.coalesce(ss.make_layout(a, "1:0"))
        self.assertLess(len(a._program), 200)

    def test_answers_of_the_core(self):
        r = ss.layout("(4,8):(8,1)") @ "4:2"
        self.assertEqual([call.status for call in r.verdict()], ["satisfied"])
        self.assertEqual(ss.verdict("A o 4:2", A="(4,8):(8,1)")[0].function, "composition")
        self.assertEqual(r.describe(1).text, "R(1,0) = 16")
        self.assertTrue(r.explain().value)
        self.assertTrue(r.svg().startswith("<svg"))
        with self.assertRaisesRegex(ss.StridescopeError, "unknown view kind=grdi"):
            r.svg("kind=grdi")
        self.assertIn("Layout", r.emit("cpp"))
        self.assertEqual(ss.xray("auto L = make_layout(Shape<_4,_8>{});").parts[0].value, "(4,8):(1,4)")

    def test_array(self):
        a = ss.layout("((2,2),3):((1,6),2)")
        answer = a._ask("offsets")
        self.assertEqual(answer.extents, [4, 3])
        try:
            import numpy
        except ImportError:
            with self.assertRaises(ImportError):
                a.to_numpy()
            return
        self.assertEqual(a.to_numpy().tolist(), [[a(i, j) for j in range(3)] for i in range(4)])
        swizzled = ss.eval("Sw<3,3,3> o 0 o (8,64):(64,1)")
        self.assertEqual(swizzled.to_numpy().shape, (8, 64))
        self.assertEqual(int(swizzled.to_numpy()[5, 9]), swizzled(5, 9))
        self.assertEqual(ss.layout("(256,512):(512,1)").to_numpy().sum(), 131072 * 131071 // 2)
        with self.assertRaises(ss.StridescopeError):
            ss.make_identity_layout((2, 3)).to_numpy()
        self.assertIs(numpy, sys.modules["numpy"])

    def test_each_thread_has_its_session(self):
        wrong = []

        def work(n):
            for i in range(1, 60):
                if ss.layout(f"({n},{i}):({i},1)").size != n * i:
                    wrong.append((n, i))

        threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class Errors(unittest.TestCase):
    def test_place_and_fix(self):
        with self.assertRaises(ss.StridescopeError) as caught:
            ss.eval("A = 4:1\nB = (4,8):(8,1) o AA", other=(1, 2))
        error = caught.exception
        self.assertEqual((error.code, error.program[slice(*error.span)]), ("unknown_name", "AA"))
        self.assertEqual(error.fix, "A")
        self.assertIn("2:19: ", str(error))
        self.assertIsInstance(error, ValueError)
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_places_are_characters(self):
        with self.assertRaises(ss.StridescopeError) as caught:
            ss.eval("# \U0001f600 \U0001f600\nlayout_x", a=4)
        self.assertEqual(caught.exception.span, (6, 14))

    def test_notation_that_is_none_is_reported_as_such(self):
        with self.assertRaises(ss.StridescopeError) as caught:
            ss.coalesce("(4,8:(8,1)")
        self.assertIn("'(' is never closed", caught.exception.message)
        with self.assertRaises(ss.StridescopeError):
            ss.eval("# nothing")
        with self.assertRaises(TypeError):
            ss.coalesce(object())
        with self.assertRaises(AttributeError):
            ss.no_such_function


if __name__ == "__main__":
    unittest.main()
