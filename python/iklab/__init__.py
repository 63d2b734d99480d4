"""Inverse kinematics by many methods: robots, poses, experiments.

    import iklab
    arm = iklab.Robot.load("ur5")
    result = arm.solve(pose)          # 4 x 4, or (x, y, z) for the place alone
    print(result.theta, result.reached)

Units are radians, metres and seconds; axes are right-handed. Joints are in the order of the file.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Protocol, Sequence, Union

import numpy as np

from . import _iklab
from ._iklab import __version__
from .figures import Lines as _Lines

__all__ = [
    "Experiment", "Method", "Recording", "Result", "Results", "Robot", "Solutions", "Solver", "Table",
    "__version__", "bodies", "compare", "experiment", "methods", "scenes", "sweep",
]

Array = np.ndarray
#: A place (3), a pose (4, 4), a place and quaternion (x, y, z, qw, qx, qy, qz), or such goals by the
#: names of effectors.
Goal = Union[Array, Sequence[float], Mapping[str, Union[Array, Sequence[float]]]]


class Method(Protocol):
    """A method of your own: any object with this function."""

    def step(self, problem: "_iklab.Problem") -> Array:
        """Proposes dtheta (n), rad or m, from `problem.error` (m), `problem.jacobian` (m, n) and
        `problem.theta` (n), in the solver's order of joints: depth first, as the file for chains."""
        ...


def rotation_of(quaternion: Sequence[float] | Array) -> Array:
    """The rotation matrix (3, 3) of a quaternion (w, x, y, z) of any length but 0.

    Shoemake (1985). Raises ValueError for length 0.
    """
    q = np.asarray(quaternion, dtype=float)
    length = np.linalg.norm(q)
    if length == 0.0:
        raise ValueError("quaternion: its length is 0")
    w, x, y, z = q / length
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])


def _place_and_turn(goal: Any) -> tuple[Array, Array | None]:
    """A goal's place (3), and its rotation (3, 3) if it has one."""
    numbers = np.asarray(goal, dtype=float)
    if numbers.shape == (3,):
        return numbers, None
    if numbers.shape == (4, 4):
        return numbers[:3, 3], numbers[:3, :3]
    if numbers.shape == (7,):
        return numbers[:3], rotation_of(numbers[3:])
    raise ValueError(f"goal: expected 3 numbers, 7 numbers or a 4 x 4 matrix, got shape {numbers.shape}")


@dataclass(frozen=True)
class Result:
    """What a solve found.

    theta: (n) rad or m; reached: every error is within the tolerance; error: m; aim_error: rad;
    verdict: "reached", "proven" (unreachable, by `proof`), "searched" or "unfinished".
    """

    theta: Array
    reached: bool
    verdict: str
    proof: str
    error: float
    aim_error: float
    updates: int
    attempts: int


@dataclass(frozen=True)
class Solutions:
    """All solutions found: theta (count, n), nearest first; complete: proven to be all of them;
    bound: the most that such an arm can have, None if unknown."""

    theta: Array
    complete: bool
    bound: int | None

    def __len__(self) -> int:
        return len(self.theta)

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self.theta)


@dataclass(frozen=True)
class Results:
    """What many solves found: theta (N, n), reached (N), verdict (N), error (N) m, aim_error (N) rad,
    updates (N)."""

    theta: Array
    reached: Array
    verdict: list[str]
    error: Array
    aim_error: Array
    updates: Array

    def __len__(self) -> int:
        return len(self.theta)


class Table(list):  # type: ignore[type-arg]
    """Rows with the same names: a list of dicts, which `pandas.DataFrame(table)` takes as it is."""

    def column(self, name: str) -> Array:
        """One number of every row."""
        return np.array([row[name] for row in self])

    def _repr_html_(self) -> str:
        from html import escape

        if not self:
            return "<table></table>"
        shown = lambda v: f"{v:.6g}" if isinstance(v, float) else escape(str(v))
        head = "".join(f"<th>{escape(name)}</th>" for name in self[0])
        rows = "".join("<tr>" + "".join(f"<td>{shown(v)}</td>" for v in row.values()) + "</tr>" for row in self)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


class Robot:
    """A body with its goals: a built-in scene or arm, or a file (scene, URDF, MJCF, SDF, BVH, glTF)."""

    def __init__(self, scene: "_iklab.Scene"):
        self.scene = scene
        self._solver = _iklab.Solver(scene, "dls")

    @classmethod
    def load(cls, name_or_path: str | os.PathLike[str], *, effectors: Iterable[str] = (), base: str = "file",
             aim: str | None = None) -> "Robot":
        """Opens a robot.

        effectors: links or sites that reach for goals; none: the ends of the body. base: "file",
        "fixed" or "free". aim: "orientation" (as robot files have it unless said), "direction",
        "none". Raises ValueError or RuntimeError with one line that names the file and the field.
        """
        name = os.fspath(name_or_path)
        if aim is None:
            aim = "none" if name in _iklab.scenes() + _iklab.bodies() or name.endswith(".json") else "orientation"
        return cls(_iklab.open_scene(name, list(effectors), base, aim))

    @classmethod
    def parse(cls, data: bytes | str, name: str = "robot") -> "Robot":
        """The same from a text, recognised by its beginning. name: for messages."""
        return cls(_iklab.parse_scene(data.encode() if isinstance(data, str) else data, name))

    name = property(lambda self: self.scene.name, doc="For people.")
    joints = property(lambda self: self.scene.joints, doc="Names of the n joints.")
    effectors = property(lambda self: self.scene.effectors, doc="Names of the k effectors.")
    limits = property(lambda self: self.scene.limits, doc="(n, 2) rad or m; infinite where there is none.")
    notes = property(lambda self: self.scene.notes, doc="What the file has that cannot be shown.")

    def __repr__(self) -> str:
        return f"<iklab.Robot {self.name!r}: {len(self.joints)} joints, effectors {', '.join(self.effectors)}>"

    def _effector(self, effector: int | str | None) -> int:
        if effector is None:
            return 0
        if isinstance(effector, str):
            if effector not in self.effectors:
                raise ValueError(f"effector: there is no {effector!r}, but {', '.join(self.effectors)}")
            return self.effectors.index(effector)
        return effector

    def forward(self, theta: Sequence[float] | Array, effector: int | str | None = None) -> Array:
        """world_from_effector (4, 4) at theta (n)."""
        self._solver.theta = theta
        return self._solver.frame(self._effector(effector))

    def jacobian(self, theta: Sequence[float] | Array) -> Array:
        """J (m, n): three rows for each position, then three for each aim."""
        self._solver.theta = theta
        return self._solver.jacobian()

    def _goals(self, goal: Goal) -> dict[int, tuple[Array, Array | None]]:
        if isinstance(goal, Mapping):
            return {self._effector(name): _place_and_turn(one) for name, one in goal.items()}
        return {0: _place_and_turn(goal)}

    def _set_goals(self, solver: "_iklab.Solver", goal: Goal) -> None:
        goals = self._goals(goal)
        for i, aim in enumerate(self.scene.aims):
            if i not in goals:
                solver.set_weights(i, 0.0, 0.0)
                continue
            place, turn = goals[i]
            solver.set_target(i, place)
            if turn is not None and aim == "orientation":
                solver.set_orientation(i, turn)
            elif turn is not None and aim == "none":
                raise ValueError(f"goal: effector {self.effectors[i]!r} has no orientation as a goal; give its place, "
                                 'or load the robot with aim="orientation"')
            solver.set_weights(i, 1.0, 0.0 if turn is None and aim != "none" else 1.0)

    def solve(self, goal: Goal, start: Sequence[float] | Array | None = None, *, tolerance: float = 1e-6,
              aim_tolerance: float = 1e-6, restarts: int | None = None, updates: int | None = None, seed: int = 1,
              choice: str = "first", method: str | Method = "dls") -> Result:
        """Reaches a goal from a start (n; the file's pose unless given), as `iklab solve`.

        Effectors without a goal are free. choice: "first", "nearest", "from-limits", "manipulable".
        Ctrl C stops it. Raises ValueError for a wrong argument.
        """
        solver = _iklab.Solver(self.scene, method)
        self._set_goals(solver, goal)
        if start is not None:
            solver.theta = start
        report = solver.solve(_iklab.Stop(tolerance, aim_tolerance, restarts, updates, seed, choice))
        return Result(solver.theta, *(report[key] for key in list(Result.__dataclass_fields__)[1:]))

    def solve_all(self, goal: Goal, start: Sequence[float] | Array | None = None, *, most: int = 64,
                  tolerance: float = 1e-6, aim_tolerance: float = 1e-6, seed: int = 1) -> Solutions:
        """All solutions of a goal, nearest to the start first."""
        solver = _iklab.Solver(self.scene, "dls")
        self._set_goals(solver, goal)
        if start is not None:
            solver.theta = start
        found = solver.solutions(most, _iklab.Stop(tolerance, aim_tolerance, None, None, seed, "first"))
        return Solutions(found["theta"], found["proven"], None if found["bound"] < 0 else found["bound"])

    def solve_many(self, goals: Array, starts: Array | None = None, *, tolerance: float = 1e-6,
                   aim_tolerance: float = 1e-6, restarts: int | None = None, updates: int | None = None,
                   seed: int = 1, choice: str = "first") -> Results:
        """Solves N goals of a robot with one effector, on all processors.

        goals: (N, 4, 4), (N, 7) or (N, 3); starts: (N, n) or (n), the file's pose unless given.
        Row i has the bits of `solve(goals[i], starts[i])`. Ctrl C stops it.
        """
        goals = np.asarray(goals, dtype=float)
        if len(self.effectors) != 1:
            raise ValueError(f"solve_many: the robot has {len(self.effectors)} effectors, not one")
        turns = None
        if goals.ndim == 3 and goals.shape[1:] == (4, 4):
            places, turns = goals[:, :3, 3], goals[:, :3, :3]
        elif goals.ndim == 2 and goals.shape[1] == 7:
            places, turns = goals[:, :3], np.array([rotation_of(q) for q in goals[:, 3:]]).reshape(-1, 3, 3)
        elif goals.ndim == 2 and goals.shape[1] == 3:
            places = goals
        else:
            raise ValueError(f"goals: expected (N, 4, 4), (N, 7) or (N, 3), got {goals.shape}")
        aims = self.scene.aims[0] == "orientation"
        if aims != (turns is not None):
            raise ValueError("goals: expected places and rotations" if aims else
                             'goals: expected places alone; load the robot with aim="orientation" for more')
        if starts is None:
            starts = _iklab.Solver(self.scene, "dls").theta
        starts = np.broadcast_to(np.asarray(starts, dtype=float), (len(goals), len(self.joints)))
        found = _iklab.solve_many(self.scene, places[:, None, :], None if turns is None else turns[:, None], starts,
                                  _iklab.Stop(tolerance, aim_tolerance, restarts, updates, seed, choice))
        return Results(**found)

    def solver(self, method: str | Method = "dls", **parameters: float) -> "Solver":
        """A body that follows goals, one step a frame."""
        return Solver(self, method, **parameters)


class Solver:
    """One body in a loop: set goals, `step()` once a frame, read `theta`."""

    def __init__(self, robot: Robot, method: str | Method = "dls", **parameters: float):
        self.robot = robot
        self._solver = _iklab.Solver(robot.scene, method)
        for name, value in parameters.items():
            self.set(name, value)

    def set(self, name: str, value: float) -> None:
        """A parameter of the method or the solver; `d_max` is `d-max`."""
        self._solver.set(name.replace("_", "-"), value)

    @property
    def parameters(self) -> dict[str, float]:
        """All parameters and their values."""
        return self._solver.parameters()

    @property
    def theta(self) -> Array:
        """(n) rad or m; may be set."""
        return self._solver.theta

    @theta.setter
    def theta(self, theta: Sequence[float] | Array) -> None:
        self._solver.theta = theta

    def set_goal(self, goal: Goal) -> None:
        """Moves goals; those that are not named stay."""
        for i, (place, turn) in self.robot._goals(goal).items():
            self._solver.set_target(i, place)
            if turn is not None:
                self._solver.set_orientation(i, turn)

    def step(self) -> dict[str, Any]:
        """One update. What happened: outcome, error (m), aim_error (rad), ..."""
        return self._solver.step()

    def solve(self) -> dict[str, Any]:
        """Reaches the goals from the present pose."""
        return self._solver.solve(_iklab.Stop())

    def frame(self, effector: int | str = 0) -> Array:
        """world_from_effector (4, 4) now."""
        return self._solver.frame(self.robot._effector(effector))

    def joint_frames(self) -> Array:
        """world_from_joint (n, 4, 4) now."""
        return np.array([self._solver.joint_frame(j) for j in range(len(self.robot.joints))])

    def jacobian(self) -> Array:
        """J (m, n)."""
        return self._solver.jacobian()


@dataclass(frozen=True)
class Recording:
    """A tracking experiment: arrays of steps + 1 rows, row 0 the start, and its summary.

    time (N) s, theta (N, n) rad or m, position and target (N, k, 3) m, error (N, k) m.
    """

    robot: Robot = field(repr=False)
    method: str
    time: Array = field(repr=False)
    theta: Array = field(repr=False)
    position: Array = field(repr=False)
    target: Array = field(repr=False)
    error: Array = field(repr=False)
    summary: dict[str, Any]

    def table(self) -> dict[str, Array]:
        """The columns of `iklab run --csv`, as `pandas.DataFrame` takes them."""
        columns: dict[str, Array] = {"step": np.arange(len(self.time)), "time": self.time}
        for j, name in enumerate(self.robot.joints):
            columns[f"theta_{name}"] = self.theta[:, j]
        for letter, places in (("s", self.position), ("t", self.target)):
            for i, name in enumerate(self.robot.effectors):
                for axis in range(3):
                    columns[f"{letter}_{name}_{'xyz'[axis]}"] = places[:, i, axis]
        for i, name in enumerate(self.robot.effectors):
            columns[f"error_{name}"] = self.error[:, i]
        return columns

    def _repr_svg_(self) -> str:
        return _Lines(self.time, {name: self.error[:, i] for i, name in enumerate(self.robot.effectors)},
                      f"{self.robot.name}, {self.method}", "time [s]", "error [m]").svg()


def _robot(robot: Robot | str | os.PathLike[str]) -> Robot:
    return robot if isinstance(robot, Robot) else Robot.load(robot)


class Experiment:
    """The experiment of `iklab run`: the scene's targets move, the body follows.

    Settings have the names of the command line with `_` for `-`: lam or lambda_, d_max, max_angle.
    """

    def __init__(self, robot: Robot | str, method: str | Method = "dls", **settings: float):
        self.robot = _robot(robot)
        self.method = method if isinstance(method, str) else type(method).__name__
        self._experiment = _iklab.Experiment(self.robot.scene, method)
        for name, value in settings.items():
            self._experiment.set(_setting(name), value)

    def run(self, steps: int = 400, warmup: int = 0) -> dict[str, Any]:
        """Makes steps from the present state and measures them."""
        return self._experiment.run(steps, warmup)

    def reset(self) -> None:
        """Back to time 0."""
        self._experiment.reset()


def _setting(name: str) -> str:
    return "lambda" if name in ("lam", "lambda_") else name.replace("_", "-")


def experiment(robot: Robot | str, method: str | Method = "dls", steps: int = 400, warmup: int = 0,
               **settings: float) -> Recording:
    """Runs a scene's experiment and records every step."""
    made = Experiment(robot, method, **settings)
    summary = made.run(steps, warmup)
    made.reset()
    return Recording(made.robot, made.method, **made._experiment.record(made.robot.scene, steps), summary=summary)


def compare(robot: Robot | str, methods: Iterable[str | Method], steps: int = 400, warmup: int = 0,
            **settings: float) -> Table:
    """A row of measures for each method, as `iklab compare`; methods of your own among them."""
    made = [Experiment(_robot(robot), method, **settings) for method in methods]
    return Table({"method": one.method, **one.run(steps, warmup)} for one in made)


def sweep(robot: Robot | str, method: str, vary: Mapping[str, tuple[float, float, int]], steps: int = 400,
          warmup: int = 0, **settings: float) -> Table:
    """A row for each point of a grid of one or two settings, as `iklab sweep`.

    vary: {"lambda": (0.1, 1.0, 10)}: first value, last value, how many; evenly by ratio where the
    window's slider is logarithmic. All processors work; Ctrl C stops it.
    """
    axes = [(_setting(name), float(low), float(high), int(count)) for name, (low, high, count) in vary.items()]
    return Table(_iklab.sweep(_robot(robot).scene, method, {_setting(k): v for k, v in settings.items()}, axes,
                              steps, warmup))


def methods() -> Table:
    """All methods: id, label, group, equation, reference."""
    return Table(_iklab.methods())


def scenes() -> list[str]:
    """Names of the built-in scenes."""
    return _iklab.scenes()


def bodies() -> list[str]:
    """Names of the built-in arms and characters."""
    return _iklab.bodies()
