"""The package beside the command line, closed forms, and its own promises."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
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
        self.robot.solve_many(np.tile(self.goals, (100, 1, 1)))
        done.set()
        other.join()
        self.assertGreater(len(ticks), 3)


class OwnMethod:
    """Damped least squares, written once more."""

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
