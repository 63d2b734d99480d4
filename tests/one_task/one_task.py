"""The task of scripts/one-task in Python: one_task.py GOALS PATH"""

import sys
import time

import numpy as np

import iklab


def digest(theta):
    """FNV-1a over the bytes of numbers (Fowler, Noll, Vo 1991)."""
    value = 14695981039346656037
    for byte in np.ascontiguousarray(theta, dtype="<f8").tobytes():
        value = (value ^ byte) * 1099511628211 % 2**64
    return f"{value:016x}"


def tell(task, work):
    begin = time.perf_counter()
    theta = work()
    taken = 1e3 * (time.perf_counter() - begin)
    print(task, digest(theta), f"{taken:.3f}")


goals, path = (np.loadtxt(name, delimiter=",", skiprows=1) for name in sys.argv[1:])
arm = iklab.Robot.load("ur5")
tell("solve", lambda: arm.solve_many(goals, np.zeros(6)).theta)
tell("path", lambda: arm.follow(path).theta)
tree = iklab.Robot.load("double-y")
tell("track", lambda: iklab.Experiment(tree, "dls").record(400)["theta"][1:])
