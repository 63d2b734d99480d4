#!/usr/bin/env python3
"""scripts/build-docs makes the site, and notices a member without words, a link, an anchor and a picture that are not
there, and a page that the order leaves out. Needs doxygen and its theme (scripts/install-packages --docs).

  tests/docs/build_docs_test.py ROOT
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()


class BuildDocs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("docs", "include", "assets/desktop"):
            shutil.copytree(ROOT / name, self.root / name)
        for name in ("CMakeLists.txt", "CONTRIBUTING.md", "LICENSE"):
            shutil.copy(ROOT / name, self.root / name)
        self.site = self.root / "build/docs/html"

    def build(self):
        done = subprocess.run([sys.executable, ROOT / "scripts/build-docs", "--no-install", "--root", self.root],
                              encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def change(self, name, pattern, into):
        path = self.root / name
        text, count = re.subn(pattern, into, path.read_text(encoding="utf-8"), count=1, flags=re.M)
        self.assertEqual(count, 1, f"{name} has no {pattern}")
        path.write_text(text, encoding="utf-8")

    def complaint(self):
        status, said = self.build()
        self.assertEqual(status, 1, said)
        return said

    def test_the_site_has_every_page_with_its_anchors_and_the_interface(self):
        status, said = self.build()
        self.assertEqual(status, 0, said)
        for page in (ROOT / "docs").glob("*.md"):
            name = "index" if page.stem == "README" else page.stem
            text = (self.site / f"{name}.html").read_text(encoding="utf-8")
            self.assertIn(re.match("# (.+)", page.read_text(encoding="utf-8"))[1].replace("'", "&#39;"),
                          text.replace("'", "&#39;"))
        # of a section on its own page, of a page in a folder, of a class
        for page, link in (("methods", "#methods-how-to-read-a-method"), ("methods", "methods-frame.html"),
                           ("library", "classik_1_1Solver.html")):
            found = f'href="{link}' in (self.site / f"{page}.html").read_text(encoding="utf-8")
            self.assertTrue(found, f"{page}: {link}")
        sections = (self.site / "sections.js").read_text(encoding="utf-8")
        for found in ("ik::Solver::solve", "reach.html#reach-profiles", "performance profiles"):
            self.assertIn(found, sections)

    def test_a_member_without_words_is_a_fault(self):
        self.change("include/iklab/solver.h", r"^class Solver \{\n public:\n", r"\g<0>  void mute();\n")
        self.assertIn("mute", self.complaint())

    def test_an_anchor_that_is_not_there_is_a_fault(self):
        self.change("docs/reach.md", r"\(library\.md\)", "(library.md#no-such-heading)")
        self.assertIn("no-such-heading", self.complaint())

    def test_a_link_to_no_file_is_a_fault(self):
        self.change("docs/reach.md", r"\(library\.md\)", "(librarian.md)")
        self.assertIn("librarian.md", self.complaint())

    def test_a_picture_that_is_missing_is_a_fault(self):
        (self.root / "docs/pictures/advice.png").unlink()
        self.assertIn("pictures/advice.png", self.complaint())

    def test_a_page_that_the_order_leaves_out_is_a_fault(self):
        self.change("docs/README.md", r"^\* .*\(sweeps\.md\).*\n", "")
        (self.root / "docs/lost.md").write_text("# Lost\n", encoding="utf-8")
        self.assertIn("lost.md", self.complaint())

    def test_a_name_of_the_interface_that_is_not_there_is_a_fault(self):
        self.change("docs/library.md", r"`ik::Solver`", "`ik::Solver::sovle`")
        self.assertIn("sovle", self.complaint())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
