"""The notebooks of examples/python, and the blocks of docs/cookbook.md, run."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["IKLAB_SOURCE_DIR"])
PROGRAM = os.environ.get("IKLAB")


def run(text, folder):
    """Runs a program of Python in a folder; an error of it is the test's."""
    path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}" if PROGRAM else os.environ["PATH"]
    done = subprocess.run([sys.executable, "-"], input=text, cwd=folder, capture_output=True, text=True, check=False,
                          timeout=600, env={**os.environ, "PATH": path})
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


class Notebooks(unittest.TestCase):
    def test_every_notebook_runs(self):
        notebooks = sorted((ROOT / "examples/python").glob("*.py"))
        self.assertEqual(len(notebooks), 4)
        for path in notebooks:
            with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                text = path.read_text(encoding="utf-8")
                self.assertGreater(text.count("# %%"), 3)
                self.assertTrue(run(text, folder).strip())


class Cookbook(unittest.TestCase):
    @unittest.skipUnless(PROGRAM, "without the command line")
    def test_every_recipe_for_pandas_runs(self):
        text = (ROOT / "docs/cookbook.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
        command = re.search(r"^    iklab (.*)$", text, re.M)[1]
        self.assertEqual(len(blocks), 3)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, *command.split(), "-q"], cwd=folder, check=True, capture_output=True)
            run("\n".join(blocks) + "\nassert len(frame) == 51\n", folder)


if __name__ == "__main__":
    sys.exit(unittest.main())
