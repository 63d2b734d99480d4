#!/usr/bin/env python3
"""scripts/make-docs notices what differs from the program, and puts it right. A shell script is the program.

  tests/docs/make_docs_test.py ROOT
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(sys.argv[1]).resolve() / "scripts/make-docs"
PROGRAM = r"""#!/bin/sh
case "$*" in
table) printf 'method  error  ns/update  aim\ndls       0.5        %3d  0.2\n\nno time stands here\n' $(( $(date +%N | tail -c 3 | sed 's/^0//') + 100 )) ;;
fail) echo 'iklab: no' >&2; exit 2 ;;
"cat "*) cat "$2" ;;
*half*--json*) echo '{"mean_error": 0.5}' ;;
*none*--json*) echo '{"mean_error": 0}' ;;
*--json*) echo "iklab: --lambda has no effect" >&2; echo '{"mean_error": 0.012345, "mean_jitter_deg": 98.76}' ;;
*) echo "$*" ;;
esac
"""


class MakeDocs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs").mkdir()
        self.program = self.root / "program"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(0o755)
        self.page = self.root / "README.md"

    def run_script(self, *options):
        return subprocess.run([sys.executable, SCRIPT, "--root", self.root, "--no-pictures", *options, self.program],
                              encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)

    def made(self, text):
        """A page after the script, which must succeed; then it has nothing left to say."""
        self.page.write_text(text, encoding="utf-8")
        done = self.run_script()
        self.assertEqual(done.returncode, 0, done.stdout)
        checked = self.run_script("--check")
        self.assertEqual(checked.returncode, 0, checked.stdout)
        return self.page.read_text(encoding="utf-8")

    def complaint(self, text):
        """What the check says of a page with a fault; it must leave the page as it is."""
        self.page.write_text(text, encoding="utf-8")
        done = self.run_script("--check")
        self.assertNotEqual(done.returncode, 0, "nothing was noticed")
        self.assertEqual(self.page.read_text(encoding="utf-8"), text)
        return done.stdout

    def figures(self, text):
        (self.root / "docs/figures.txt").write_text("[README.md]\n" + text + "\n", encoding="utf-8")

    def test_a_printed_line_that_differs_is_noticed_and_put_right(self):
        wrong = "```\n$ iklab one\ntwo\n```\n"
        self.assertIn("-two\n+one\n", self.complaint(wrong))
        self.assertEqual(self.made(wrong), "```\n$ iklab one\none\n```\n")

    def test_lines_that_are_missing_or_too_many_are_noticed(self):
        self.assertIn("+one", self.complaint("```\n$ iklab one\n```\n"))
        self.assertIn("-more", self.complaint("```\n$ iklab one\none\nmore\n```\n"))

    def test_every_command_of_a_session_is_made(self):
        self.assertEqual(self.made("```sh\n$ iklab a \\\n    b\n$ word=c; iklab x\n$ iklab $word\nold\n```\n"),
                         "```sh\n$ iklab a \\\n    b\na b\n$ word=c; iklab x\nx\n$ iklab $word\nc\n```\n")

    def test_times_may_differ_and_nothing_else(self):
        page = ("```\n$ iklab table\nmethod  error  ns/update  aim\ndls       {}        {}  {}\n\n"
                "no time stands {}\n```\n")
        right = page.format("0.5", "999", "0.2", "here")
        self.assertEqual(self.made(right), right)
        self.assertIn("+dls       0.5", self.complaint(page.format("0.4", "999", "0.2", "here")))
        self.assertIn("+dls       0.5", self.complaint(page.format("0.5", "999", "0.3", "here")))
        self.assertIn("+no time stands here", self.complaint(page.format("0.5", "999", "0.2", "he  ")))

    def test_a_failing_command_is_a_fault_unless_its_status_is_asked_for(self):
        self.assertIn("exit status 2", self.complaint("```\n$ iklab fail\niklab: no\n```\n"))
        self.assertIn("exit status 2", self.complaint("```\n$ iklab fail\niklab: no\n$ iklab one\none\n```\n"))
        page = "```\n$ iklab fail\niklab: no\n$ echo $?\n2\n```\n"
        self.assertEqual(self.made(page), page)

    def test_a_shell_that_ends_early_is_a_fault(self):
        self.assertIn("ended before", self.complaint("```\n$ exit\n$ iklab one\none\n```\n"))

    def test_a_command_that_is_shown_alone_must_succeed(self):
        self.made("    iklab fine\n")
        self.assertIn("exit status 2", self.complaint("    iklab fail\n"))

    def test_a_named_file_is_there_for_the_commands(self):
        page = "<!-- file: a.json -->\n```json\n{}\n```\n\n```\n$ iklab cat a.json\n{}\n```\n"
        self.assertEqual(self.made(page), page)

    def test_a_quoted_file_is_noticed_where_it_differs_and_put_right(self):
        (self.root / "one.cpp").write_text("int one;\n", encoding="utf-8")
        wrong = "<!-- from: one.cpp -->\n```cpp\nint two;\n```\n\n```cpp\nint three;\n```\n"
        self.assertIn("-int two;\n+int one;\n", self.complaint(wrong))
        self.assertEqual(self.made(wrong), wrong.replace("two", "one"))
        self.assertIn("no file two.cpp", self.complaint(wrong.replace("one.cpp", "two.cpp")))

    def test_a_made_part_is_what_its_command_prints(self):
        wrong = "<!-- made by: iklab b | sed s/b/c/ -->\nb\n<!-- end -->\n"
        self.assertIn("+c", self.complaint(wrong))
        self.assertEqual(self.made(wrong), "<!-- made by: iklab b | sed s/b/c/ -->\nc\n<!-- end -->\n")

    def test_a_figure_in_a_sentence_is_noticed_and_put_right(self):
        self.figures("error is {dls y: mean_error*1e3 .1f} mm and {dls y --lambda 2: mean_jitter_deg 2s}°, {$ echo 3} in all")
        self.assertIn("+is 12.3 mm and 99°, 3", self.complaint("The error\nis 12.4 mm and 99°, 3 in all\n"))
        self.assertEqual(self.made("The error\nis 0.1 mm and 7.5°, 4 in all\n"),
                         "The error\nis 12.3 mm and 99°, 3 in all\n")

    def test_a_quotient_of_two_methods_is_a_figure(self):
        self.figures("twice as large: {dls/half y: mean_error .4f}")
        self.assertEqual(self.made("twice as large: 2\n"), "twice as large: 0.0247\n")
        self.figures("twice as large: {dls/none y: mean_error .4f}")
        self.assertIn("ZeroDivisionError", self.complaint("twice as large: 2\n"))

    def test_a_figure_that_is_on_its_page_twice_or_not_at_all_is_a_fault(self):
        self.figures("error is {dls y: mean_error .1f}")
        self.assertIn("found 0 times", self.complaint("no error\n"))
        self.assertIn("+one", self.complaint("no error\n```\n$ iklab one\ntwo\n```\n"))
        self.assertIn("found 2 times", self.complaint("error is 0.0, error is 0.0\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
