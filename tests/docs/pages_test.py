#!/usr/bin/env python3
"""What README.md, the pages of docs and the pages for contributors name is there: files, headings, commands, options, types,
methods, layers, the version.

  tests/docs/pages_test.py ROOT IKLAB

What the program prints is scripts/make-docs's to check.
"""

import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT, IKLAB = pathlib.Path(sys.argv[1]), sys.argv[2]
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [ROOT / "README.md", *DOCS, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
FOLDERS = {"src", "docs", "scripts", "tests", "assets", "benchmarks", "cmake", "examples", "include", "third_party", "shaders"}
CODE = re.compile(r"`([^`\n]+)`")


def text_of(page):
    return page.read_text(encoding="utf-8")


def prose_of(page):
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text_of(page), flags=re.M | re.S)


def sentences_of(page):
    """The sentences of a page without its headings, tables, code and what the program prints."""
    text = re.sub(r"<!-- made by:.*?<!-- end -->|<!--.*?-->", "", prose_of(page), flags=re.S)
    text = re.sub(r"^(#| *\||!| {4}| *```).*$", "", text, flags=re.M)
    text = re.sub(r"^ *([*-]|\d+\.) ", "\n\n", text, flags=re.M)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return [sentence for paragraph in re.split(r"\n\s*\n", text)
            for sentence in re.split(r"(?<=[.!?])[)*\"”]*\s+", paragraph.strip()) if sentence.strip()]


def printed(*arguments):
    return subprocess.run([IKLAB, *arguments], encoding="utf-8", stdout=subprocess.PIPE, check=True).stdout


def options_of(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def anchors_of(page):
    """The headings of a page as links name them."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.+)$", prose_of(page), re.M)}


class Pages(unittest.TestCase):
    def each(self, found, is_there, what):
        """Fails for everything found on a page that is not there."""
        self.assertGreater(len(found), 0, f"no {what} on any page: the test looks for the wrong thing")
        missing = [f"{page.relative_to(ROOT)}: no {what} {name}" for page, name in found if not is_there(page, name)]
        self.assertEqual(missing, [], "\n" + "\n".join(missing))

    def test_links_lead_somewhere(self):
        def leads(page, link):
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            return target.is_file() and (not anchor or anchor in anchors_of(target))

        links = [(page, link) for page in PAGES for link in re.findall(r"\]\(([^)\s]+)\)", prose_of(page))
                 if not link.startswith("http")]
        self.each(links, leads, "target of the link")

    def test_the_order_of_the_book_has_every_page_once(self):
        index = ROOT / "docs/README.md"
        linked = re.findall(r"^\* \[[^]]+\]\(([\w/-]+\.md)\)", text_of(index), re.M)
        # a folder's README.md leads to its other pages
        own = [str(page.relative_to(index.parent)) for page in DOCS
               if page != index and (page.parent == index.parent or page.name == "README.md")]
        self.assertEqual(sorted(linked), sorted(own))
        self.assertIn("(docs/README.md)", text_of(ROOT / "README.md"))

    def test_every_page_of_a_folder_is_linked_from_its_readme(self):
        for readme in (ROOT / "docs").glob("*/README.md"):
            links = {link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", prose_of(readme))}
            others = [page.name for page in readme.parent.glob("*.md") if page != readme]
            self.assertGreater(len(others), 0)
            self.assertEqual([name for name in others if name not in links], [])

    def test_files_that_are_named_exist(self):
        def exists(page, name):
            return any((folder / made).exists() for folder in (ROOT, page.parent, ROOT / "src", ROOT / "include")
                       for made in (name, f"{name}.in"))

        names = []
        for page in PAGES:
            words = [word for span in CODE.findall(prose_of(page)) for word in span.split()]
            words += re.findall(r"(?<![\w/])(?:docs|scripts)/[a-z][\w./-]*\w", prose_of(page))
            for word in words:
                if not re.fullmatch(r"\.?[\w.-]+(/[\w.-]+)+/?", word) or word.startswith("build/"):
                    continue
                if word.partition("/")[0] in FOLDERS or re.search(r"\.(h|cpp|cmake|txt|md|json)$", word):
                    names.append((page, word))
        self.each(names, exists, "file")

    def test_types_and_functions_that_are_named_exist(self):
        public = " ".join(text_of(file) for file in (ROOT / "include").rglob("*.h"))
        code = {folder.name: " ".join([public, *(text_of(file) for file in folder.rglob("*.[hc]*") if file.is_file())])
                for folder in (ROOT / "src").iterdir() if folder.is_dir()}
        names = [(page, name) for page in PAGES
                 for name in re.findall(rf"`((?:{'|'.join(code)})::\w+)", prose_of(page))]
        self.each(names, lambda _, name: re.search(rf"\b{name.partition('::')[2]}\b", code[name.partition("::")[0]]),
                  "name in the code:")

    def test_sentences_are_short(self):
        # titles of books and papers are no sentences
        lengths = [len(sentence.split()) for page in PAGES if page.name != "bibliography.md" for sentence in sentences_of(page)]
        mean, long = sum(lengths) / len(lengths), 100.0 * sum(length > 30 for length in lengths) / len(lengths)
        print(f"{len(lengths)} sentences of {mean:.1f} words, {long:.1f} % above 30")
        self.assertGreater(len(lengths), 1000)
        self.assertLess(mean, 17.0)
        self.assertLess(long, 6.0)

    def test_hands_of_the_two_link_arm_are_where_its_table_says(self):
        rows = re.findall(r"^\| .+ \| \(([\d.]+), −([\d.]+)\) \| \(([\d.]+), ([\d.]+)\) \| ([\d.]+) m \|$",
                          text_of(ROOT / "docs/two-link-arm.md"), re.M)
        self.assertEqual(len(rows), 3)
        for row in rows:
            shoulder, elbow, x, y, error = map(float, row)
            forearm = shoulder + math.pi / 2 - elbow
            hand = (math.cos(shoulder) + math.cos(forearm), math.sin(shoulder) + math.sin(forearm))
            self.assertEqual((f"{hand[0]:.3f}", f"{hand[1]:.3f}"), (f"{x:.3f}", f"{y:.3f}"))
            self.assertEqual(f"{math.dist(hand, (1.2, 1.4)):.3f}", f"{error:.3f}")

    def test_live_figures_have_parts_of_an_address(self):
        links = prose_of(ROOT / "docs/page.md").partition("## Links")[2].partition("\n## ")[0]
        rows = re.findall(r"^\| (`[^|]+) \|", links, re.M)
        known = {f"--{name}" for row in rows for name in re.findall(r"`([a-z-]+)", row)}
        parts = [(page, part.partition("=")[0]) for page in DOCS
                 for live in re.findall(r"^<!-- live: (\S+) -->$", text_of(page), re.M) for part in live.split("&")]
        self.each(parts, lambda _, name: f"--{name}" in known, "part of an address:")

    def test_options_that_are_named_exist(self):
        commands = re.findall(r"^  ([a-z]+) +[A-Z]", printed("--help").partition("Subcommands:")[2], re.M)
        known = {command: options_of(printed(command, "--help")) for command in commands}
        known[""] = options_of(printed("--help"))
        scripts = {path.name: options_of(text_of(path)) for path in (ROOT / "scripts").iterdir()}
        anywhere = set().union(*known.values(), *scripts.values())
        named = []
        for page in PAGES:
            text = text_of(page).replace("\\\n", " ").replace("\\|", " ")
            blocks = re.findall(r"^```.*?^```$", text, re.M | re.S) + re.findall(r"^ {4}iklab .*$", text, re.M)
            spans = CODE.findall(prose_of(page)) + [line for block in blocks for line in block.splitlines()]
            for span in spans:
                if span.startswith("--"):
                    named += [(page, ("", option)) for option in options_of(span)]
                for command, rest in re.findall(r"\biklab ([a-z]+)\b([^;|>&\"]*)", span):
                    named += [(page, (command, option)) for option in options_of(rest)] + [(page, (command, None))]

        def exists(page, name):
            command, option = name
            if command and command not in known:
                return False
            return option is None or option in (known[command] if command else anywhere)

        self.each(named, exists, "command or option")

    def test_code_that_is_quoted_is_in_its_file(self):
        parts = re.findall(r"^<!-- part of: (\S+) -->\n```cpp\n(.*?)^```$", text_of(ROOT / "CONTRIBUTING.md"), re.M | re.S)
        self.assertEqual(len(parts), 2)
        self.assertEqual([path for path, part in parts if part not in text_of(ROOT / path)], [])

    def test_citation_and_changelog_have_the_version_of_the_program(self):
        version = printed("--version").split()[1]
        cited = re.findall(r"^version: (\S+)$", text_of(ROOT / "CITATION.cff"), re.M)
        released = re.findall(r"^## \[(\d\S*)\]", text_of(ROOT / "CHANGELOG.md"), re.M)
        self.assertEqual(cited, [version])
        numbers = [tuple(map(int, number.split("."))) for number in (released[0], version)]
        self.assertLessEqual(*numbers)  # tests/interface.cmake says when it is higher

    def test_the_scoreboard_is_made_of_its_numbers(self):
        made = subprocess.run([ROOT / "scripts/scoreboard", "--page"], encoding="utf-8", stdout=subprocess.PIPE, check=True)
        self.assertIn(f"<!-- made by: scripts/scoreboard --page -->\n{made.stdout}<!-- end -->", text_of(ROOT / "docs/scoreboard.md"))

    def test_every_setting_has_its_row_in_the_formats(self):
        settings = printed("run", "--help").partition("\nSettings:")[2].partition("\n\n\n")[0]
        names = re.findall(r"^  --([a-z-]+)", settings, re.M)
        rows = re.findall(r"^\| `([a-z-]+)` \|", prose_of(ROOT / "docs/formats.md").partition("## Settings")[2].partition("\n## ")[0],
                          re.M)
        self.assertEqual(sorted(set(names) - {"param"}), sorted(rows))

    def test_everything_that_is_written_has_its_place_in_the_formats(self):
        page = prose_of(ROOT / "docs/formats.md")
        summary = json.loads(printed("run", "--scene", "searchlights", "--method", "dls", "--diagnose", "--json", "-"))
        rows = re.findall(r"^\| (`[^|]+`) \|", page.partition("## Summary")[2].partition("## CSV of")[0], re.M)
        known = {name for row in rows for name in CODE.findall(row)}
        causes = [field for cause in summary["diagnosis"] for field in cause]
        self.assertEqual([field for field in [*summary, *causes] if field not in known], [])
        sweep = ("sweep", "--scene", "y", "--method", "dls", "--vary", "lambda=0.1:1:2", "--steps", "9", "--csv", "-")
        self.assertIn(printed(*sweep).partition(",lambda,")[2].partition("\n")[0].removesuffix(",experiment"), page)

    def test_scripts_for_many_machines_make_the_map_that_one_makes(self):
        one, array = re.findall(r"^```sh\n(.*?)^```$", text_of(ROOT / "docs/sweeps.md"), re.M | re.S)
        # the parts of GNU parallel that the page uses, with a grid of 8 by 8: one cell per shard
        parallel = """parallel() {
          while [ "${1#--}" != "$1" ]; do case $1 in --cleanup) shift ;; *) shift 2 ;; esac; done
          job=$1; shift 2
          for i in "$@"; do sh -c "$(echo "$job" | sed "s/{}/$i/g")"; done
        }
        """
        task = """for SLURM_ARRAY_TASK_ID in $(seq 64); do SLURM_CPUS_PER_TASK=1
        {}
        done
        iklab sweep --merge part-*.csv --csv map.csv
        """
        alone = one.partition("\nparallel")[0] + '\n$sweep --csv map.csv'
        maps = []
        for script in (alone, parallel + one, task.replace("{}", array)):
            self.assertIn(":200 ", script.replace('"', " "))
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "iklab").symlink_to(pathlib.Path(IKLAB).resolve())
                environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
                subprocess.run(["sh", "-euc", script.replace(":200", ":8").replace("2400", "240").replace("400", "40")],
                               cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
                maps.append(text_of(pathlib.Path(folder) / "map.csv"))
        self.assertEqual(maps[0].count("\n"), 65)
        self.assertEqual(maps[1], maps[0])
        self.assertEqual(maps[2], maps[0])

    def test_every_method_has_its_section(self):
        methods = [line.split()[0] for line in printed("list", "methods").splitlines()[1:] if line[0] != " "]
        families = [page for page in DOCS if page.parent.name == "methods" and not page.name.startswith("definitions")]
        sections = {page.name: re.findall(r"^## `([a-z-]+)`", text_of(page), re.M) for page in families}
        self.assertEqual(sorted(methods), sorted(id for ids in sections.values() for id in ids))
        for row in re.findall(r"^\| \[[^]]+\]\(([\w-]+\.md)\) \| (.+) \|$", text_of(ROOT / "docs/methods/README.md"), re.M):
            self.assertEqual(CODE.findall(row[1]), sections[row[0]])

    def test_every_method_has_its_strip_of_poses(self):
        found = 0
        for page in (ROOT / "docs/methods").glob("*.md"):
            if page.name.startswith("definitions"):
                continue
            for name, section in re.findall(r"^## `([a-z-]+)`.*?\n(.*?)(?=^## |\Z)", text_of(page), re.M | re.S):
                strips = re.findall(r"^!\[[^]]+\]\((\S+/([a-z-]+)\.svg)\)$", section, re.M)
                self.assertIn(name, [strip for _, strip in strips], page.name)
                drawn = text_of(page.parent / f"../pictures/methods/{name}.svg")
                self.assertIn(f" · {name} · ", drawn)
                self.assertIn(">step 16<", drawn)
                found += 1
        self.assertGreater(found, 20)

    def test_lists_of_formats_of_bodies_are_those_of_the_program(self):
        formats = re.search(r"robot or character \(([^)]*)\)", " ".join(printed("run", "--help").split()))[1]
        for name in ("README.md", "docs/library.md", "include/iklab/scene.h", "cmake/iklab_package.cmake"):
            self.assertTrue(formats in text_of(ROOT / name), f"{name} does not list {formats}")
        page = text_of(ROOT / "docs/bodies.md")
        read = page.partition("## What is read")[2].partition("\n## ")[0]
        for name in formats.split(", "):
            self.assertIn(name, page.partition("\n## ")[0])
            self.assertRegex(read, rf"(?m)^\*\*{name}\b")

    def test_folders_may_use_what_the_layers_test_lets_them(self):
        layers = {folder: sorted(set(may.split()) - {folder}) for folder, may in
                  re.findall(r"^set\(may_(\w+) ([\w ]+)\)", text_of(ROOT / "tests/layers.cmake"), re.M)}
        table = {}
        for folder, may in re.findall(r"^\| `src/(\w+)` \| .* \| ([^|]+) \|$", text_of(ROOT / "docs/architecture.md"), re.M):
            ours = may.partition(";")[0]
            table[folder] = sorted(re.findall(r"\w+", ours)) if ours != "nothing of ours" else []
        self.assertEqual(layers, table)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
