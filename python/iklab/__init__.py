"""Inverse kinematics by many methods: robots, poses, experiments.

    import iklab
    arm = iklab.Robot.load("ur5")
    result = arm.solve(pose)          # 4 x 4, or (x, y, z) for the place alone
    print(result.theta, result.reached)

Units are radians, metres and seconds; axes are right-handed. Joints are in the order of the file.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, Mapping, Protocol, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _iklab
from ._iklab import Family, __version__
from .figures import Lines as _Lines
from .page import Page

__all__ = [
    "Advice", "Experiment", "Family", "Followed", "Method", "Page", "Progress", "Recording", "Result", "Results",
    "Robot", "Solutions", "Solver", "Table", "__version__", "advise", "bar", "bodies", "compare", "experiment",
    "methods", "reach", "rotation_of", "scenes", "sweep",
]

Array = npt.NDArray[Any]
#: A place (3), a pose (4, 4), a place and quaternion (x, y, z, qw, qx, qy, qz), or such goals by the
#: names of effectors.
Goal = Union[Array, Sequence[float], Mapping[str, Union[Array, Sequence[float]]]]


#: Told of the finished share, 0 to 1, some times a second while work is long; `iklab.bar` is one.
Progress = Callable[[float], None]


def bar(share: float) -> None:
    """A progress bar on standard error: `progress=iklab.bar`."""
    width = 40
    full = int(width * share)
    print(f"\r[{'#' * full}{'.' * (width - full)}] {100 * share:3.0f} %", end="\n" if share >= 1 else "",
          file=sys.stderr, flush=True)


class Method(Protocol):
    """A method of your own: any object with this function.

    Its class may have `knobs`, the names of attributes that hold numbers with the ends of their
    range: `knobs = {"damping": (0.01, 2.0)}`. These are then parameters: they can be set, swept
    and advised on, and each run has its own copy of the object. Without knobs all runs share it.
    """

    def step(self, problem: "_iklab.Problem") -> Array:
        """Proposes dtheta (n), rad or m, from `problem.error` (m), `problem.jacobian` (m, n) and
        `problem.theta` (n), in the solver's order of joints: depth first, as the file for chains."""
        ...


def rotation_of(quaternion: Sequence[float] | Array) -> Array:
    """The rotation matrix (3, 3) of a quaternion (w, x, y, z) of any length but 0.

    Shoemake (1985). Raises ValueError for length 0.
    """
    turn: Array = _iklab.rotations_of(np.asarray(quaternion, dtype=float)[None, :])[0]
    return turn


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
    """All solutions found.

    theta: (count, n) rad or m, nearest first; complete: proven to be all of them; bound: the most
    that such an arm can have, None if unknown; reason: why, "the last three axes meet in a point";
    families: for an arm of seven hinges the self-motion of each solution, else empty.

    A family has `here`, its parameter at the solution; `period`, 0 if the motion does not close;
    `arcs` (count, 2), where all joints are within their limits; and `pose(parameter)` (n).
    """

    theta: Array
    complete: bool
    bound: int | None
    reason: str = ""
    families: list[Family] = field(default_factory=list, repr=False)

    def __len__(self) -> int:
        return len(self.theta)

    def __iter__(self) -> Iterator[Array]:
        return iter(self.theta)


@dataclass(frozen=True)
class Followed:
    """Joints along a path.

    theta: (N, n) rad or m, a row for each waypoint up to `breaks_at` (None: the whole path); branch
    (N): a number that stays while the pose moves continuously; reconfigured (N): the first pose
    after a change of branch; reconfigurations: how many; passages: singular poses that are passed;
    least: no way has fewer reconfigurations; travel and max_step: rad or m; verdict and proof: what
    is known of the goals where it breaks; ends: why branches end, each with kind, at, joint, upper.
    """

    robot: "Robot" = field(repr=False)
    theta: Array = field(repr=False)
    branch: Array = field(repr=False)
    reconfigured: Array = field(repr=False)
    reconfigurations: int
    passages: int
    least: bool
    travel: float
    max_step: float
    breaks_at: int | None
    verdict: str
    proof: str
    ends: list[dict[str, Any]]

    def __len__(self) -> int:
        return len(self.theta)

    @property
    def complete(self) -> bool:
        """The whole path is followed on one branch."""
        return self.breaks_at is None and self.reconfigurations == 0

    def table(self) -> dict[str, Array]:
        """Columns for `pandas.DataFrame`: waypoint, the joints by their names, branch."""
        columns: dict[str, Array] = {"waypoint": np.arange(len(self.theta))}
        for j, name in enumerate(self.robot.joints):
            columns[name] = self.theta[:, j]
        columns["branch"] = self.branch
        return columns

    def _repr_svg_(self) -> str:
        return _Lines(np.arange(len(self.theta)), {name: self.theta[:, j] for j, name in enumerate(self.robot.joints)},
                      f"{self.robot.name}, along a path", "waypoint", "joint [rad, m]").svg()


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


class Table(list[dict[str, Any]]):
    """Rows with the same names: a list of dicts, which `pandas.DataFrame(table)` takes as it is."""

    def column(self, name: str) -> Array:
        """One number of every row."""
        return np.array([row[name] for row in self])

    def _repr_html_(self) -> str:
        from html import escape

        if not self:
            return "<table></table>"
        
        def shown(value: Any) -> str:
            return f"{value:.6g}" if isinstance(value, float) else escape(str(value))

        head = "".join(f"<th>{escape(name)}</th>" for name in self[0])
        rows = "".join("<tr>" + "".join(f"<td>{shown(v)}</td>" for v in row.values()) + "</tr>" for row in self)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


class Robot:
    """A body with its goals: a built-in scene or arm, or a file (scene, URDF, MJCF, SDF, BVH, glTF)."""

    def __init__(self, scene: "_iklab.Scene"):
        self.scene = scene
        self._solver = _iklab.Solver(scene, "dls")
        self._start: Array = self._solver.theta

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

    @property
    def name(self) -> str:
        """For people."""
        return self.scene.name

    @property
    def joints(self) -> list[str]:
        """Names of the n joints."""
        return self.scene.joints

    @property
    def effectors(self) -> list[str]:
        """Names of the k effectors."""
        return self.scene.effectors

    @property
    def limits(self) -> Array:
        """(n, 2) rad or m; infinite where there is none."""
        return self.scene.limits

    @property
    def notes(self) -> list[str]:
        """What the file has that cannot be shown."""
        return self.scene.notes

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
        """All solutions of a goal, nearest to the start first, and the families of an arm of seven hinges.

        most: the largest number. Ctrl C stops it. Raises ValueError for a wrong argument.
        """
        solver = _iklab.Solver(self.scene, "dls")
        self._set_goals(solver, goal)
        if start is not None:
            solver.theta = start
        found = solver.solutions(most, _iklab.Stop(tolerance, aim_tolerance, None, None, seed, "first"))
        return Solutions(found["theta"], found["proven"], None if found["bound"] < 0 else found["bound"],
                         found["reason"], found["families"])

    def solve_many(self, goals: Array, starts: Array | None = None, *, tolerance: float = 1e-6,
                   aim_tolerance: float = 1e-6, restarts: int | None = None, updates: int | None = None,
                   seed: int = 1, choice: str = "first", progress: Progress | None = None) -> Results:
        """Solves N goals of a robot with one effector, on all processors.

        goals: (N, 4, 4), (N, 7) or (N, 3); starts: (N, n) or (n), the file's pose unless given.
        Row i has the bits of `solve(goals[i], starts[i])`. Ctrl C stops it. Raises ValueError for a
        wrong shape.
        """
        places, turns = self._poses(goals, "solve_many")
        if starts is None:
            starts = self._start
        starts = np.broadcast_to(np.asarray(starts, dtype=float), (len(places), len(self.joints)))
        found = _iklab.solve_many(self.scene, places, turns, starts,
                                  _iklab.Stop(tolerance, aim_tolerance, restarts, updates, seed, choice), progress)
        return Results(**found)

    def _poses(self, goals: Array, caller: str) -> tuple[Array, Array | None]:
        """Places (N, 1, 3) and rotations (N, 1, 3, 3) of goals for the one effector."""
        goals = np.asarray(goals, dtype=float)
        if len(self.effectors) != 1:
            raise ValueError(f"{caller}: the robot has {len(self.effectors)} effectors, not one")
        turns = None
        if goals.ndim == 3 and goals.shape[1:] == (4, 4):
            places, turns = goals[:, :3, 3], goals[:, :3, :3]
        elif goals.ndim == 2 and goals.shape[1] == 7:
            places, turns = goals[:, :3], _iklab.rotations_of(goals[:, 3:])
        elif goals.ndim == 2 and goals.shape[1] == 3:
            places = goals
        else:
            raise ValueError(f"goals: expected (N, 4, 4), (N, 7) or (N, 3), got {goals.shape}")
        aims = self.scene.aims[0] == "orientation"
        if aims != (turns is not None):
            raise ValueError("goals: expected places and rotations" if aims else
                             'goals: expected places alone; load the robot with aim="orientation" for more')
        return places[:, None, :], None if turns is None else turns[:, None]

    def follow(self, path: Array, *, start: str | Sequence[float] | Array = "any", closed: bool = False,
               times: Sequence[float] | Array | None = None, velocity: float | Sequence[float] | Array | None = None,
               stray: float | None = None, tolerance: float = 1e-6, aim_tolerance: float = 1e-6) -> Followed:
        """Joints along a path without a jump, as `iklab path`, for a robot with one effector.

        path: waypoints (N, 4, 4), (N, 7) or (N, 3). start: "any", "middle", or joints (n). closed:
        the last pose is the first one. times: (N) s; velocity: rad/s or m/s, one or (n), needs
        times. stray: m and rad, at singular poses; None: as the waypoints bend. Ctrl C stops it. Raises ValueError for a wrong
        argument; where the path breaks is no error: `Followed.breaks_at`.
        """
        places, turns = self._poses(path, "follow")
        if velocity is not None:
            if times is None:
                raise ValueError("velocity: needs times")
            velocity = np.broadcast_to(np.asarray(velocity, dtype=float), (len(self.joints),))
        found = _iklab.follow(self.scene, places, turns, times,
                              _iklab.FollowOptions(start, closed, velocity, stray, tolerance, aim_tolerance))
        return Followed(robot=self, **found)

    def reach(self, methods: Iterable[str | Method] = ("solve",), poses: int | Array = 1000, **options: Any) -> "Table":
        """`iklab.reach` on this robot."""
        return reach(self, methods, poses, **options)

    def compare(self, methods: Iterable[str | Method], **options: Any) -> "Table":
        """`iklab.compare` on this robot."""
        return compare(self, methods, **options)

    def sweep(self, method: str | Method, vary: Mapping[str, tuple[float, float, int]], **options: Any) -> "Table":
        """`iklab.sweep` on this robot."""
        return sweep(self, method, vary, **options)

    def advise(self, methods: Iterable[str | Method] = (), **options: Any) -> "Advice":
        """`iklab.advise` on this robot."""
        return advise(self, methods, **options)

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
        theta: Array = self._solver.theta
        return theta

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

    def record(self, steps: int = 400, progress: Progress | None = None) -> dict[str, Array]:
        """Makes steps and records them: time (N) s, theta (N, n), position, target (N, k, 3) m, error
        (N, k) m, with N = steps + 1 and the present state as row 0."""
        return self._experiment.record(self.robot.scene, steps, progress)

    def reset(self) -> None:
        """Back to time 0."""
        self._experiment.reset()


def _setting(name: str) -> str:
    return "lambda" if name in ("lam", "lambda_") else name.replace("_", "-")


def _settings(settings: Mapping[str, float]) -> list[tuple[str, float]]:
    return [(_setting(name), float(value)) for name, value in settings.items()]


def experiment(robot: Robot | str, method: str | Method = "dls", steps: int = 400, warmup: int = 0,
               progress: Progress | None = None, **settings: float) -> Recording:
    """Runs a scene's experiment and records every step, as `iklab run`.

    warmup: first steps that the summary leaves out. Ctrl C stops it. Raises ValueError for an
    unknown method or setting.
    """
    summary = compare(robot, [method], steps, warmup, times=False, progress=None, **settings)[0]
    made = Experiment(robot, method, **settings)
    del summary["method"]
    return Recording(made.robot, made.method, **made.record(steps, progress),
                     summary=summary)


def compare(robot: Robot | str, methods: Iterable[str | Method], steps: int = 400, warmup: int = 0, *,
            times: bool = False, progress: Progress | None = None, **settings: float) -> Table:
    """A row of measures for each method, as `iklab compare`; methods of your own among them.

    Columns have the names and units of docs/formats.md; `times` adds ns_per_update. All processors
    work; Ctrl C stops it. Raises ValueError for an unknown method or setting.
    """
    return Table(_iklab.compare(_robot(robot).scene, methods, _settings(settings), steps, warmup, times, progress))


def sweep(robot: Robot | str, method: str | Method, vary: Mapping[str, tuple[float, float, int]], steps: int = 400,
          warmup: int = 0, *, progress: Progress | None = None, **settings: float) -> Table:
    """A row for each point of a grid of one or two settings, as `iklab sweep`.

    vary: {"lambda": (0.1, 1.0, 10)}: first value, last value, how many; evenly by ratio where the
    window's slider is logarithmic. All processors work; Ctrl C stops it. Raises ValueError for an
    unknown method or setting.
    """
    axes = [(_setting(name), float(low), float(high), int(count)) for name, (low, high, count) in vary.items()]
    return Table(_iklab.sweep(_robot(robot).scene, method, _settings(settings), axes, steps, warmup, progress))


@dataclass(frozen=True)
class Advice:
    """What `advise` found: candidates, a row each with method, settings and measures; and
    recommendations, a row each with purpose, candidate (a row's index), sentence and reason."""

    candidates: Table = field(repr=False)
    recommendations: Table

    def best(self, purpose: str = "closest") -> dict[str, Any]:
        """The candidate for a purpose: "closest", "calmest", or with times "quickest".

        Raises KeyError if there is none.
        """
        for one in self.recommendations:
            if one["purpose"] == purpose:
                best: dict[str, Any] = self.candidates[one["candidate"]]
                return best
        raise KeyError(f"{purpose}: there is advice for {', '.join(self.recommendations.column('purpose'))}")

    def _repr_html_(self) -> str:
        from html import escape

        return "".join(f"<p>{escape(one['sentence'])} {escape(one['reason'])}</p>" for one in self.recommendations)


def advise(robot: Robot | str, methods: Iterable[str | Method] = (), steps: int = 2400, warmup: int | None = None, *,
           times: bool = False, progress: Progress | None = None, **settings: float) -> Advice:
    """Tries methods with many settings and recommends some, as `iklab advise`.

    methods: none: all. Settings that are given keep their values, all others are varied. `times`
    finds the quickest, too. All processors work; Ctrl C stops it. Raises ValueError for an unknown
    method or setting.
    """
    candidates, advice = _iklab.advise(_robot(robot).scene, methods, _settings(settings), steps, warmup, times,
                                       progress)
    return Advice(Table(candidates), Table(advice))


def reach(robot: Robot | str, methods: Iterable[str | Method] = ("solve",), poses: int | Array = 1000, *,
          start: str = "middle", draw: str = "uniform", seed: int = 1, tolerance: float = 1e-6,
          aim_tolerance: float = 1e-6, restarts: int | None = None, updates: int | None = None, times: bool = False,
          progress: Progress | None = None, **settings: float) -> Table:
    """How many poses each method reaches, and how soon, as `iklab reach`.

    methods: ids and methods of your own; "solve" is `Robot.solve` as it ships. poses: how many to
    draw, or joints (N, n) whose poses are the goals. start: "middle", "random", "near"; draw:
    "uniform", "curled", "limits", "singular", "edge". tolerance: m; aim_tolerance: rad. `times` adds
    mean_us, median_us, p99_us. All processors work; Ctrl C stops it. Raises ValueError for a wrong
    argument.
    """
    count, given = (poses, None) if isinstance(poses, int) else (len(poses), np.asarray(poses, dtype=float))
    how = _iklab.ReachOptions(count, start, draw, seed, tolerance, aim_tolerance, restarts, updates)
    return Table(_iklab.reach(_robot(robot).scene, methods, _settings(settings), how, given, times, progress))


def methods() -> Table:
    """All methods: id, label, group, equation, reference."""
    return Table(_iklab.methods())


def scenes() -> list[str]:
    """Names of the built-in scenes."""
    return _iklab.scenes()


def bodies() -> list[str]:
    """Names of the built-in arms and characters."""
    return _iklab.bodies()
