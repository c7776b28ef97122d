"""The wheel as a file, and traces."""
import base64
import hashlib
import os
import re
import subprocess
import sys
import unittest
import zipfile

import stridescope as ss

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Wheel(unittest.TestCase):
    def test_record_and_tag(self):
        path = os.environ["STRIDESCOPE_WHEEL"]
        self.assertRegex(path, r"stridescope-[\d.]+-py3-none-manylinux_2_36_x86_64\.whl$")
        with zipfile.ZipFile(path) as wheel:
            names = set(wheel.namelist())
            record = next(name for name in names if name.endswith("/RECORD"))
            for line in wheel.read(record).decode().splitlines():
                name, digest, size = line.rsplit(",", 2)
                names.remove(name)
                if name != record:
                    content = wheel.read(name)
                    self.assertEqual(int(size), len(content))
                    found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                    self.assertEqual(digest, "sha256=" + found)
            self.assertEqual(names, set())
            self.assertIn(f"Version: {ss.__version__}", wheel.read(record.replace("RECORD", "METADATA")).decode())

    def test_same_bytes_again(self):
        with open(os.environ["STRIDESCOPE_WHEEL"], "rb") as stream:
            before = stream.read()
        folder = os.path.join(os.path.dirname(os.environ["STRIDESCOPE_WHEEL"]), "again")
        words = [sys.executable, os.path.join(ROOT, "python", "wheel.py"), os.environ["STRIDESCOPE_REAL_LIBRARY"], folder]
        path = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
        with open(path, "rb") as stream:
            self.assertTrue(stream.read() == before)

    def test_imports_nothing_of_others(self):
        program = "import sys, stridescope as ss; ss.layout('4:1')(1); print(*sorted({m.split('.')[0] for m in sys.modules}))"
        names = set(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split())
        self.assertEqual(names & {"numpy", "torch", "IPython", "cutlass", "pycute"}, set())

    def test_documentation(self):
        with open(os.environ["STRIDESCOPE_PAGE"], encoding="utf-8") as stream:
            text = stream.read()
        for page in ("python/README.md", "web/docs/python.zh.md", "web/docs/start.md", "web/docs/start.zh.md"):
            with open(os.path.join(ROOT, page), encoding="utf-8") as stream:
                text += stream.read()
        import doctest

        blocks = "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))
        test = doctest.DocTestParser().get_doctest(blocks, {}, "python.md", None, 0)
        self.assertGreater(len(test.examples), 10)
        out = []
        self.assertEqual(doctest.DocTestRunner(verbose=False).run(test, out=out.append).failed, 0, "".join(out))

    def test_traces(self):
        found = ss.trace(os.path.join(ROOT, "tests", "traces", "run_transpose.trace"))
        self.assertIn("run_transpose", found.name)
        self.assertGreater(len(found.accesses), 0)
        with open(os.path.join(ROOT, "tests", "traces", "traced.trace"), "rb") as stream:
            content = stream.read()
        self.assertEqual(ss.trace(content).title, ss.trace(os.path.join(ROOT, "tests", "traces", "traced.trace")).title)
        with self.assertRaises(ss.StridescopeError):
            ss.trace(content[: len(content) // 2])


if __name__ == "__main__":
    unittest.main()
