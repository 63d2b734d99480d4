"""The package beside the command line, closed forms, and its own promises."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from urllib.request import urlopen
from xml.etree import ElementTree

import numpy as np

import iklab

PROGRAM = os.environ.get("IKLAB")


def program(*options):
    """Standard output of a command of iklab."""
    return subprocess.run([PROGRAM, *options], check=False, capture_output=True, text=True, timeout=300).stdout


def random_goals(robot, count, seed=1):
    """Poses that the robot has, with the joints that made them."""
    draw = np.random.default_rng(seed)
    thetas = draw.uniform(-1.5, 1.5, (count, len(robot.joints)))
    return np.array([robot.forward(theta) for theta in thetas]), thetas


class Kinematics(unittest.TestCase):
    def test_a_planar_arm_is_its_closed_form(self):
        text = json.dumps({
            "format": "ik-scene", "version": 1, "name": "planar", "description": "", "time_step": 0.01,
            "joints": [{"name": "a", "parent": None, "type": "revolute", "origin": [0, 0, 0], "axis": [0, 0, 1]},
                       {"name": "b", "parent": "a", "type": "revolute", "origin": [2, 0, 0], "axis": [0, 0, 1]}],
            "effectors": [{"name": "hand", "joint": "b", "offset": [1, 0, 0]}],
            "targets": [{"effector": "hand", "center": [1, 1, 0], "waves": []}]})
        robot = iklab.Robot.parse(text)
        self.assertEqual(robot.joints, ["a", "b"])
        place = robot.forward([0.3, 0.5])[:3, 3]
        np.testing.assert_allclose(place, [2 * np.cos(0.3) + np.cos(0.8), 2 * np.sin(0.3) + np.sin(0.8), 0], atol=1e-15)
        # the law of cosines gives the elbow
        result = robot.solve([1.5, 1.5, 0])
        self.assertTrue(result.reached)
        self.assertAlmostEqual(np.cos(result.theta[1]), (4.5 - 4 - 1) / 4, places=6)

    def test_jacobian_is_the_derivative(self):
        robot = iklab.Robot.load("ur5")
        theta = np.array([0.3, -1.1, 1.4, -0.5, 0.9, 0.2])
        J = robot.jacobian(theta)
        self.assertEqual(J.shape, (6, 6))
        for j in range(6):
            step = np.zeros(6)
            step[j] = 1e-6
            slope = (robot.forward(theta + step)[:3, 3] - robot.forward(theta - step)[:3, 3]) / 2e-6
            np.testing.assert_allclose(J[:3, j], slope, atol=1e-8)

    def test_quaternions_turn_as_rodrigues_says(self):
        axis = np.array([1.0, 2.0, -0.5]) / np.linalg.norm([1.0, 2.0, -0.5])
        angle = 0.7
        K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
        expected = np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
        q = np.array([np.cos(angle / 2), *(np.sin(angle / 2) * axis)])
        np.testing.assert_allclose(iklab.rotation_of(3 * q), expected, atol=1e-15)
        with self.assertRaises(ValueError):
            iklab.rotation_of([0, 0, 0, 0])


class Solving(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.robot = iklab.Robot.load("ur5")
        cls.goals, cls.thetas = random_goals(cls.robot, 60)

    def test_reached_poses_are_at_their_goals(self):
        for goal in self.goals[:10]:
            result = self.robot.solve(goal)
            self.assertTrue(result.reached)
            np.testing.assert_allclose(self.robot.forward(result.theta), goal, atol=3e-6)

    def test_many_have_the_bits_of_one(self):
        many = self.robot.solve_many(self.goals)
        self.assertTrue(many.reached.all())
        for i, goal in enumerate(self.goals):
            np.testing.assert_array_equal(many.theta[i], self.robot.solve(goal).theta)

    def test_goals_by_quaternion_are_the_same_goals(self):
        half = 0.4
        turn = np.eye(4)
        turn[:3, :3] = iklab.rotation_of([np.cos(half), 0, np.sin(half), 0])
        turn[:3, 3] = [0.4, 0.1, 0.3]
        seven = [0.4, 0.1, 0.3, np.cos(half), 0, np.sin(half), 0]
        np.testing.assert_array_equal(self.robot.solve(turn).theta, self.robot.solve(seven).theta)

    def test_all_solutions_hold_and_contain_the_drawn_one(self):
        for goal, theta in zip(self.goals[:10], self.thetas):
            found = self.robot.solve_all(goal)
            self.assertTrue(found.complete)
            self.assertEqual(found.bound, 8)
            for solution in found:
                np.testing.assert_allclose(self.robot.forward(solution), goal, atol=3e-6)
            off = np.angle(np.exp(1j * (found.theta - theta)))  # up to whole turns
            self.assertLess(np.abs(off).max(axis=1).min(), 1e-4)

    def test_out_of_reach_says_so(self):
        result = self.robot.solve([9, 0, 0])
        self.assertFalse(result.reached)
        self.assertEqual((result.verdict, result.proof), ("proven", "distance"))

    def test_a_place_alone_leaves_the_orientation(self):
        result = self.robot.solve([0.4, 0.2, 0.3])
        self.assertTrue(result.reached)
        np.testing.assert_allclose(self.robot.forward(result.theta)[:3, 3], [0.4, 0.2, 0.3], atol=2e-6)

    def test_wrong_arguments_are_named(self):
        for wrong, words in (([1, 2], "goal"), (np.eye(3), "goal")):
            with self.assertRaisesRegex(ValueError, words):
                self.robot.solve(wrong)
        with self.assertRaisesRegex(ValueError, "theta"):
            self.robot.solve([0, 0, 1], start=[0, 0])
        with self.assertRaisesRegex(ValueError, "choice"):
            self.robot.solve([0, 0, 1], choice="best")
        with self.assertRaisesRegex(ValueError, "hand"):
            self.robot.solve({"hand": [0, 0, 1]})
        with self.assertRaisesRegex(ValueError, "goals"):
            self.robot.solve_many(np.zeros((3, 5)))
        with self.assertRaisesRegex(RuntimeError, "no-such.urdf"):
            iklab.Robot.load("no-such.urdf")

    def test_ctrl_c_stops_many(self):
        far = np.tile(np.eye(4), (400000, 1, 1))
        far[:, :3, 3] = [0.3, 0.8, 0.45]  # near the edge, where all starts are used
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            while time.monotonic() - begin < 60:
                self.robot.solve_many(far, updates=10000)

    def test_the_lock_is_free_meanwhile(self):
        ticks = []
        done = threading.Event()
        other = threading.Thread(target=lambda: [ticks.append(done.wait(0.001)) for _ in range(10000)
                                                 if not done.is_set()])
        other.start()
        self.robot.solve_many(np.tile(self.goals, (3000, 1, 1)))  # some tenths of a second
        done.set()
        other.join()
        self.assertGreater(len(ticks), 3)


class Paths(unittest.TestCase):
    def setUp(self):
        self.robot = iklab.Robot.load("ur5")
        self.first = self.robot.forward([0.3, -1.1, 1.4, -0.5, 0.9, 0.2])
        self.path = np.tile(self.first, (40, 1, 1))
        self.path[:, 2, 3] += np.linspace(0, 0.1, 40)

    def test_a_line_is_followed_without_a_jump(self):
        way = self.robot.follow(self.path)
        self.assertTrue(way.complete)
        for theta, goal in zip(way.theta, self.path):
            np.testing.assert_allclose(self.robot.forward(theta), goal, atol=3e-6)
        self.assertAlmostEqual(way.travel, np.linalg.norm(np.diff(way.theta, axis=0), axis=1).sum(), places=9)
        self.assertAlmostEqual(way.max_step, np.abs(np.diff(way.theta, axis=0)).max(), places=9)
        self.assertEqual(list(way.table()), ["waypoint", *self.robot.joints, "branch"])
        self.assertTrue(ElementTree.fromstring(way._repr_svg_()).tag.endswith("svg"))

    def test_a_given_start_chooses_the_branch(self):
        poses = self.robot.solve_all(self.path[0])
        self.assertGreater(len(poses), 1)
        for pose in poses:
            way = self.robot.follow(self.path, start=pose)
            np.testing.assert_allclose(np.cos(way.theta[0]), np.cos(pose), atol=1e-5)

    @unittest.skipUnless(PROGRAM, "without the command line")
    def test_a_path_has_the_bits_of_the_command_line(self):
        # quaternions that Python and the program read alike
        turn = [0.5, -0.5, 0.5, 0.5]
        rows = [[0.35, 0.2, 0.3 + 0.004 * i, *turn] for i in range(20)]
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/line.csv", "w", encoding="ascii") as file:
                file.write("x,y,z,qw,qx,qy,qz\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows))
            lines = program("path", "--scene", "ur5", "--waypoints", f"{folder}/line.csv", "--csv", "-").splitlines()
        columns = lines[0].split(",")
        way = self.robot.follow(np.array(rows))
        self.assertEqual(len(way), 20)
        for j, name in enumerate(self.robot.joints):
            at = columns.index(f"theta_{name}")
            np.testing.assert_array_equal(way.theta[:, j], [float(line.split(",")[at]) for line in lines[1:]])

    def test_a_broken_path_says_where(self):
        self.path[:, 0, 3] += np.linspace(0, 2, 40)
        way = self.robot.follow(self.path)
        self.assertFalse(way.complete)
        self.assertIsNotNone(way.breaks_at)
        self.assertEqual(len(way), way.breaks_at)
        self.assertTrue(way.ends)

    def test_wrong_arguments_are_named(self):
        with self.assertRaisesRegex(ValueError, "start"):
            self.robot.follow(self.path, start="top")
        with self.assertRaisesRegex(ValueError, "times"):
            self.robot.follow(self.path, velocity=1.0)
        with self.assertRaisesRegex(ValueError, "goals"):
            self.robot.follow(np.zeros((4, 5)))

    def test_poses_of_a_family_keep_the_goal(self):
        robot = iklab.Robot.load("iiwa14")
        goal = robot.forward([0.3, 0.6, -0.4, 1.1, 0.2, 0.9, -0.5])
        found = robot.solve_all(goal)
        self.assertTrue(found.families)
        for family in found.families:
            self.assertEqual(family.parameter, "elbow")
            for low, high in family.arcs:
                pose = family.pose((low + high) / 2)
                np.testing.assert_allclose(robot.forward(pose), goal, atol=1e-8)
        with self.assertRaisesRegex(ValueError, "arcs"):
            found.families[0].pose(1e3)


class OwnMethod:
    """Damped least squares, written once more."""

    knobs = {"damping": (0.1, 2.0)}

    def __init__(self, damping):
        self.damping = damping

    def step(self, problem):
        J, e = problem.jacobian, problem.error
        return J.T @ np.linalg.solve(J @ J.T + self.damping ** 2 * np.eye(len(e)), e)


class Loops(unittest.TestCase):
    def test_an_own_method_steps_as_the_same_method_of_the_library(self):
        robot = iklab.Robot.load("double-y")
        ours, own = robot.solver("dls"), robot.solver(OwnMethod(0.9))
        ours.set("lambda", 0.9)
        for solver in (ours, own):
            solver.set("angle-cap", np.inf)
            solver.set_goal({name: robot.scene.target(i, 0.3) for i, name in enumerate(robot.effectors)})
        for _ in range(20):
            ours.step()
            own.step()
        np.testing.assert_allclose(ours.theta, own.theta, atol=1e-10)

    def test_an_own_method_is_compared_with_the_library(self):
        own = iklab.compare("double-y", [OwnMethod(0.9)], steps=60, max_angle=np.inf)[0]
        theirs = iklab.compare("double-y", ["dls"], steps=60, lam=0.9, max_angle=np.inf)[0]
        self.assertEqual((own["method"], theirs["method"]), ("OwnMethod", "dls"))
        self.assertAlmostEqual(own["mean_error"], theirs["mean_error"], places=10)

    def test_an_own_method_is_swept_by_its_knobs(self):
        own = OwnMethod(0.9)
        cells = iklab.sweep("double-y", own, {"damping": (0.5, 1.5, 3)}, steps=40, max_angle=np.inf)
        self.assertEqual(own.damping, 0.9)  # each run has a copy
        np.testing.assert_allclose(cells.column("damping"), [0.5, 1.0, 1.5])
        for cell in cells:
            theirs = iklab.compare("double-y", ["dls"], steps=40, lam=cell["damping"], max_angle=np.inf)[0]
            self.assertAlmostEqual(cell["mean_error"], theirs["mean_error"], places=10)

    def test_an_own_method_is_advised_on_and_reaches(self):
        advice = iklab.advise("y", [OwnMethod(0.9), "dls"], steps=40)
        self.assertEqual(set(advice.candidates.column("method")), {"OwnMethod", "dls"})
        tried = {row["settings"].get("damping") for row in advice.candidates if row["method"] == "OwnMethod"}
        self.assertGreater(len(tried), 3)
        best = advice.best("closest")
        self.assertIn(best["candidate"], advice.recommendations[0]["sentence"])
        rows = iklab.reach("y", ["solve", OwnMethod(0.5)], 10)
        self.assertEqual([row["method"] for row in rows], ["solve", "OwnMethod"])
        self.assertEqual(rows[0]["poses"], 10)

    def test_errors_of_an_own_method_reach_the_caller_of_a_study(self):
        class Broken:
            def step(self, problem):
                raise RuntimeError("no idea")

        for study in (lambda: iklab.compare("y", ["dls", Broken()], steps=20),
                      lambda: iklab.sweep("y", Broken(), {"d-max": (0.1, 0.8, 4)}, steps=20),
                      lambda: iklab.reach("y", [Broken()], 40)):
            with self.assertRaisesRegex(RuntimeError, "no idea"):
                study()

    def test_errors_of_an_own_method_reach_the_caller(self):
        class Broken:
            def step(self, problem):
                raise RuntimeError("no idea")

        solver = iklab.Robot.load("y").solver(Broken())
        solver.set_goal([1, 1, 1])
        with self.assertRaisesRegex(RuntimeError, "no idea"):
            solver.step()

    def test_frames_are_the_joints(self):
        robot = iklab.Robot.load("ur5")
        frames = robot.solver().joint_frames()
        self.assertEqual(frames.shape, (6, 4, 4))
        for frame in frames:
            np.testing.assert_allclose(frame[:3, :3] @ frame[:3, :3].T, np.eye(3), atol=1e-12)


class Experiments(unittest.TestCase):
    @unittest.skipUnless(PROGRAM, "without the command line")
    def test_rows_have_the_bits_of_the_command_line(self):
        run = iklab.experiment("double-y", "sdls", steps=50)
        lines = program("run", "--scene", "double-y", "--method", "sdls", "--steps", "50", "--csv", "-").splitlines()
        table = run.table()
        self.assertEqual(lines[0].split(","), list(table))
        rows = [line.split(",") for line in lines[1:] if line]
        self.assertEqual(len(rows), 51)
        for i, name in enumerate(table):
            np.testing.assert_array_equal(np.array([float(row[i]) for row in rows]), table[name], name)

    @unittest.skipUnless(PROGRAM, "without the command line")
    def test_compare_and_sweep_measure_what_the_command_line_measures(self):
        table = iklab.compare("y", ["dls", "jacobian-transpose"], steps=100, warmup=10, lam=0.5)
        rows = json.loads(program("compare", "--scene", "y", "--methods", "dls,jacobian-transpose", "--steps", "100",
                                  "--warmup", "10", "--lambda", "0.5", "--json", "-"))
        for mine, theirs in zip(table, rows):
            for name in ("mean_error", "mean_jitter_deg", "max_step_deg", "reversal_rate"):
                self.assertEqual(mine[name], theirs[name])
        cells = iklab.sweep("y", "dls", {"lambda": (0.1, 1.0, 4)}, steps=60)
        self.assertEqual(len(cells), 4)
        for cell in cells:
            alone = iklab.compare("y", ["dls"], steps=60, lam=cell["lambda"])[0]
            self.assertEqual(cell["mean_error"], alone["mean_error"])
        np.testing.assert_allclose(np.diff(np.log(cells.column("lambda"))), np.log(10) / 3, rtol=1e-3)

    @unittest.skipUnless(PROGRAM, "without the command line")
    def test_reach_and_advise_find_what_the_command_line_finds(self):
        rows = iklab.reach("ur5", ["solve", "dls"], 60)
        theirs = json.loads(program("reach", "--scene", "ur5", "--method", "solve,dls", "--poses", "60", "--no-times",
                                    "--json", "-"))
        for mine, other in zip(rows, theirs):
            for name in ("reached", "mean_updates", "median_updates", "max_updates", "mean_attempts"):
                self.assertEqual(mine[name], other[name], name)
        advice = iklab.advise("y", ["dls", "newton"], steps=120, warmup=20)
        said = program("advise", "--scene", "y", "--methods", "dls,newton", "--steps", "120", "--warmup", "20",
                       "--no-times").replace("\n", " ")
        for one in advice.recommendations:
            self.assertIn(" ".join(one["sentence"].split()), " ".join(said.split()))

    def test_given_poses_are_reached(self):
        thetas = np.random.default_rng(2).uniform(-1.5, 1.5, (12, 6))
        self.assertEqual(iklab.reach("ur5", ["solve"], thetas)[0]["reached"], 12)
        self.assertEqual(iklab.reach("ur5", ["solve"], thetas, times=True)[0]["poses"], 12)
        with self.assertRaisesRegex(ValueError, "poses"):
            iklab.reach("ur5", ["solve"], thetas[:, :4])

    def test_progress_rises_to_the_end(self):
        for study in (lambda tell: iklab.compare("y", ["dls", "sdls"], steps=200, progress=tell),
                      lambda tell: iklab.sweep("y", "dls", {"lambda": (0.1, 1, 6)}, steps=200, progress=tell),
                      lambda tell: iklab.reach("y", ["solve"], 50, progress=tell),
                      lambda tell: iklab.experiment("y", steps=2000, progress=tell)):
            told = []
            study(told.append)
            self.assertEqual(told, sorted(told))
            self.assertTrue(all(0 <= share <= 1 for share in told))

    def test_ctrl_c_stops_all_long_work(self):
        # each would take minutes
        for study in (lambda: iklab.compare("double-y", ["dls"], steps=50_000_000),
                      lambda: iklab.sweep("double-y", "dls", {"lambda": (0.1, 1, 50)}, steps=2_000_000),
                      lambda: iklab.advise("double-y", steps=2_000_000),
                      lambda: iklab.reach("iiwa14", ["dls"], 100_000, updates=100_000),
                      lambda: iklab.experiment("double-y", steps=10_000_000),
                      lambda: iklab.Experiment("double-y").run(50_000_000)):
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            begin = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                study()
            self.assertLess(time.monotonic() - begin, 60)

    def test_an_exception_of_progress_ends_the_study(self):
        def enough(share):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            iklab.sweep("y", "dls", {"lambda": (0.1, 1, 20)}, steps=10_000, progress=enough)

    def test_the_page_is_an_iframe_with_a_server(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(FileNotFoundError, "build-page"):
                iklab.Page(folder=folder)
            with open(f"{folder}/index.html", "w", encoding="ascii") as file:
                file.write("<p>here</p>")
            page = iklab.Page("double-y", "sdls", folder=folder)
            frame = ElementTree.fromstring(page._repr_html_().replace("&amp;", "&#38;"))
            self.assertEqual(frame.tag, "iframe")
            self.assertEqual(urlopen(frame.get("src"), timeout=30).read(), b"<p>here</p>")
            self.assertIn("scene=double-y&method=sdls", frame.get("src"))

    def test_figures_are_svg_and_tables_html(self):
        run = iklab.experiment("y", steps=30)
        root = ElementTree.fromstring(run._repr_svg_())
        self.assertTrue(root.tag.endswith("svg"))
        self.assertIn("<table>", iklab.methods()._repr_html_())

    def test_wrong_settings_are_named(self):
        with self.assertRaisesRegex(ValueError, "colour"):
            iklab.experiment("y", colour=1)
        with self.assertRaisesRegex(ValueError, "colour"):
            iklab.sweep("y", "dls", {"colour": (0, 1, 2)})


if __name__ == "__main__":
    sys.exit(unittest.main())
