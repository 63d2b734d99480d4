#!/usr/bin/env python3
"""The scoreboard's program on one arm, and what the page says of numbers.

  benchmarks/tests/scoreboard_test.py SCRIPT PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
POSES = 5


def measured(*arguments):
    return subprocess.run([PROGRAM, *arguments], encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def row_of(solver, reached, median, p99):
    return {"solver": solver, "poses": 200, "reached": reached, "mean_us": median, "median_us": median, "p99_us": p99}


def page_of(*rows):
    """The page of one made-up arm."""
    numbers = {"date": "2026-01-02", "version": "1.2.3", "machine": "a machine", "compiler": "a compiler", "cores": 2,
               "load": 1.5, "tolerance": 1e-5, "most_ms": 20.0,
               "arms": [{"arm": "a", "name": "An arm", "joints": 6,
                         "sets": [{"goals": "drawn", "start": "middle", "poses": 200, "missed": 0, "refuted": 0,
                                   "rows": list(rows)}]}]}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "numbers.json"
        file.write_text(json.dumps(numbers), encoding="utf-8")
        return subprocess.run([SCRIPT, "--page", file], encoding="utf-8", stdout=subprocess.PIPE, check=True).stdout


class Scoreboard(unittest.TestCase):
    def test_an_arm_is_measured_with_every_solver_on_the_same_poses(self):
        done = measured("kr6", str(POSES), "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        arm = json.loads(done.stdout)
        self.assertEqual([(part["goals"], part["start"]) for part in arm["sets"]],
                         [("drawn", "middle"), ("drawn", "near"), ("anywhere", "middle")])
        for part in arm["sets"]:
            rows = {row["solver"]: row for row in part["rows"]}
            self.assertLessEqual({"solve", "solve, in lanes", "plain Eigen"}, set(rows))
            self.assertEqual(part["refuted"], 0)
            if part["goals"] != "drawn":
                self.assertEqual(sum(rows["solve"]["verdicts"].values()), part["poses"])
                continue
            self.assertIn("dls", rows)
            # drawn goals are within reach
            for solver in ("solve", "solve, in lanes", "plain Eigen", *({"KDL LMA"} & set(rows))):
                self.assertEqual(rows[solver]["reached"], POSES, solver)
            self.assertEqual(part["missed"], 0)
        self.assertEqual(arm["all"]["drawn_listed"], arm["all"]["goals"])
        self.assertTrue(all(row["followed"] + row["jumped"] + row["lost"] == 1 for row in arm["lines"]["rows"]))
        self.assertEqual(len(arm["lines"]["starts"]), 1)

    def test_goals_of_a_file_are_measured_in_place_of_drawn_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "goals.csv"
            # the second is out of reach
            file.write_text("x,y,z,qw,qx,qy,qz\n0.3,0.2,0.3,1,0,0,0\n9,0,0,1,0,0,0\n", encoding="utf-8")
            done = measured("kr6", "9", "1", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        arm = json.loads(done.stdout)
        self.assertEqual([(part["goals"], part["poses"]) for part in arm["sets"]], [("file", 2)])
        rows = {row["solver"]: row for row in arm["sets"][0]["rows"]}
        self.assertEqual(rows["solve"]["verdicts"].get("proven"), 1)
        self.assertLessEqual(max(row["reached"] for row in rows.values()), 1)

    def test_wrong_arms_are_named(self):
        for arm, words in (("no-such-arm", "no-such-arm"), ("double-y", "one effector")):
            done = measured(arm, "1", "0")
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)

    def test_the_page_says_who_is_ahead(self):
        page = page_of(row_of("solve", 198, 4.0, 20.0), row_of("KDL LMA", 200, 80.0, 10.0))
        self.assertIn("KDL LMA reaches 2 more", page)
        self.assertIn("KDL LMA takes 10 µs in 99 of 100, `solve` 20", page)
        self.assertNotIn("in the median, `solve`", page)
        self.assertIn("| KDL LMA | 100.00 % | 80 | 20 × | 10 |", page)
        self.assertIn("Not installed: plain Eigen, KDL NR_JL, DART.", page)

    def test_the_page_says_where_nobody_is(self):
        page = page_of(row_of("solve", 200, 4.0, 20.0), row_of("DART", 200, 4.0, 20.0))
        self.assertIn("### Where others are ahead\n\nNobody, nowhere.\n", page)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
