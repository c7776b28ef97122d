"""Nothing that is typed hangs, crashes or ends in another exception than StridescopeError."""
import random
import time
import unittest

import stridescope as ss
from stridescope._functions import named, table
from stridescope._library import Session

WORDS = (
    "(", ")", "<", ">", ",", ":", "o", "_", "4", "0", "-3", "_8", "9223372036854775807", "A", "=", "\n", ";", '"', "#", "@", "Sw<3,4,3>",
    "1@0", "half_t", "SM80_16x8x8_F16F16F16F16_TN", "coalesce", "\\", "\0", "\ud800", "\U0001f600", "é", "'", "--", "auto", "%", "$", "{",
)


class Hostile(unittest.TestCase):
    def answered(self, ask, *words, **names):
        begin = time.process_time()
        try:
            ask(*words, **names)
        except ss.StridescopeError as error:
            str(error)
        self.assertLess(time.process_time() - begin, 6, (words, names))

    def test_random_programs(self):
        draw = random.Random(45)
        for _ in range(3000):
            self.answered(ss.eval, "".join(draw.choice(WORDS) for _ in range(draw.randrange(1, 14))))

    def test_random_calls(self):
        draw = random.Random(45)
        things = ["", "(4,8):(8,1)", "x", 4, -1, 2**70, (), (2, (3,)), None, True, ss.layout("4:1"), [1], "\0", 'a"b\\', ("4:1", "8:1")]
        names = [name for name in table() if not name.startswith("tract.") and "kernel" not in name and name != "tune"]
        for _ in range(3000):
            function = named(draw.choice(names))
            if draw.random() < 0.2:
                function = function[draw.choice([0, -1, 2**70, "x", ">("])]
            self.answered(function, *(draw.choice(things) for _ in range(draw.randrange(4))))

    def test_large(self):
        for text in (
            "(" * 100_000, "1," * 200_000, "4:1 o " * 20_000 + "4:1", "x" * 2_000_000, "(4611686018427387904,8):(1,1)",
            "size(" * 5000 + "4" + ")" * 5000, "\n".join(f"A{i} = {i}:1" for i in range(20_000)),
        ):
            self.answered(ss.eval, text)
        self.answered(ss.layout, tuple(range(100_000)))
        self.answered(ss.xray, "(" * 1_000_000)
        self.answered(ss.verdict, "(4,8):(8,1) o" * 1000)
        huge = ss.layout("(4194304,64):(64,1)")
        self.answered(huge.svg)
        self.answered(huge._repr_html_)
        self.answered(huge._ask, "offsets")

    def test_wrong_calls_of_the_door(self):
        session = Session()
        for method, request in (("", {}), ("no", {}), ("emit", {}), ("emit", {"binding": 7, "format": "svg"}), ("evaluate", {"program": 4})):
            with self.assertRaises(ss.StridescopeError):
                session.call(method, **request)
        with self.assertRaises(ss.StridescopeError):
            ss.layout("4:1").emit("nonsense")
        with self.assertRaises(ss.StridescopeError):
            ss.eval("4:1", "nonsense")
        self.assertEqual(ss.eval("1 + 1"), 2)

    def test_files(self):
        for content in (b"", b"\n", b"abc", b"stridescope-trace 1\n", b"stridescope-trace 1\n\x03\x00", b"\0" * 100, bytes(range(256)) * 9):
            with self.assertRaises(ss.StridescopeError):
                ss.trace(content)
        with self.assertRaises(OSError):
            ss.trace("/nonexistent")


if __name__ == "__main__":
    unittest.main()
