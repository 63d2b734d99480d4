#!/usr/bin/env python3
"""The formulas of the book hold: each is read from its page, computed with numbers, and compared with what the program
does, with finite differences, or with a second way of computing the same.

  tests/docs/formulas_test.py ROOT IKLAB
"""

import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices

ROOT, IKLAB = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(ROOT / "scripts"))

import numpy as np

import formula
from evaluate import Values, column, farthest, sides, value

EXACT = 1e-11  # of numbers near 1, after sums of products of a small matrix
STEP = 1e-9    # the program's step against the formula: some condition numbers are large


def blocks_of(page):
    """The formula blocks of a page, as scripts/build-docs finds them."""
    text = re.sub(r"^ *```.*?^ *```$", "", (ROOT / "docs" / page).read_text(encoding="utf-8"), flags=re.M | re.S)
    return [block for block in re.findall(r"(?:\A|\n\n)((?: {4}.*\n|\n(?= {4}))+)", text)
            if not re.match(r" *(iklab |\./|scripts/)", block)]


BOOK = {str(path.relative_to(ROOT / "docs")): [text for block in blocks_of(path.relative_to(ROOT / "docs"))
                                               for line in formula.lines_of(block) for text in line]
        for path in sorted((ROOT / "docs").rglob("*.md"))}
computed = set()


def printed(page, start):
    """The formula of a page that begins so; it counts as computed."""
    found = [text for text in BOOK[page] if text.startswith(start)]
    assert found, f"{page} has no formula that begins with {start}"
    assert len(set(found)) == 1, f"{page}: {start} begins {found}"
    computed.add((page, found[0]))
    return found[0]


class Body:
    """Forward kinematics of a scene file with one goal, a position, for each effector."""

    def __init__(self, path):
        scene = json.loads((ROOT / "assets" / path).read_text(encoding="utf-8"))
        self.joints, self.effectors = scene["joints"], scene["effectors"]
        self.number = {joint["name"]: i for i, joint in enumerate(self.joints)}

    def frames(self, theta):
        """Origin and axis of every joint, and rotation and place of what it carries."""
        found = []
        for joint, angle in zip(self.joints, theta):
            parent = joint["parent"]
            rotation, place = found[self.number[parent]][2:] if parent is not None else (np.eye(3), np.zeros(3))
            origin = place + rotation @ np.array(joint["origin"], dtype=float)
            rotation = rotation @ turn_rpy(joint.get("rpy", [0, 0, 0]))
            axis = rotation @ (np.array(joint["axis"], dtype=float) / np.linalg.norm(joint["axis"]))
            slides = joint["type"] == "prismatic"
            found.append((origin, axis, rotation if slides else turn(axis, angle) @ rotation,
                          origin + angle * axis if slides else origin))
        return found

    def places(self, theta):
        frames = self.frames(theta)
        made = []
        for effector in self.effectors:
            rotation, place = frames[self.number[effector["joint"]]][2:]
            made.append(place + rotation @ np.array(effector.get("offset", [0, 0, 0]), dtype=float))
        return np.concatenate(made).reshape(-1, 1)

    def jacobian(self, theta):
        """Columns z × (s − p) and z, zero for effectors that a joint does not move."""
        frames, s = self.frames(theta), self.places(theta)
        made = np.zeros((len(s), len(self.joints)))
        for i, effector in enumerate(self.effectors):
            name = effector["joint"]
            while name is not None:
                j = self.number[name]
                origin, axis = frames[j][:2]
                slides = self.joints[j]["type"] == "prismatic"
                made[3 * i:3 * i + 3, j] = axis if slides else np.cross(axis, s[3 * i:3 * i + 3, 0] - origin)
                name = self.joints[j]["parent"]
        return made


def turn(axis, angle):
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def turn_rpy(rpy):
    return turn((0, 0, 1), rpy[2]) @ turn((0, 1, 0), rpy[1]) @ turn((1, 0, 0), rpy[0])


def derivative(function, x, step=1e-5):
    """Central differences, one column for each number of x."""
    x = np.ravel(x).astype(float)
    return np.hstack([(function(x + step * unit) - function(x - step * unit)) / (2 * step) for unit in np.eye(len(x))])


class Step:
    """One update that the program made: the pose before it, the error, J, and the motion of the joints."""

    def __init__(self, body, before, after):
        joints = [name for name in before if name.startswith("theta_")]
        self.theta = np.array([float(before[name]) for name in joints])
        self.made = column(*[float(after[name]) - float(before[name]) for name in joints])
        self.t = column(*[float(after[name]) for name in after if re.match("t_.*_[xyz]$", name)])
        self.body, self.s, self.J = body, body.places(self.theta), body.jacobian(self.theta)
        self.e = self.t - self.s

    def values(self, **more):
        """J, e and the singular value decomposition, with the letters of the book."""
        u, sigma, v = np.linalg.svd(self.J)
        r = int(np.sum(sigma > 1e-10 * sigma[0]))
        return Values(J=self.J, e=self.e, g=self.J.T @ self.e, θ=self.theta.reshape(-1, 1), r=float(r),
                      σ=list(sigma[:r]), u=[u[:, i:i + 1] for i in range(r)], v=[v[i:i + 1].T for i in range(r)], **more)

    def error_after(self, x):
        """F = ½‖e‖² at θ + x."""
        return 0.5 * float(np.sum((self.t - self.body.places(self.theta + np.ravel(x))) ** 2))


def steps_of(method, scene, count, *options, max_angle="off", limits="off"):
    """Updates of the program, with no cap, no clamp and no limits."""
    body = Body(scene)
    command = [IKLAB, "run", "--scene", str(ROOT / "assets" / scene), "--method", method, "--steps", str(count),
               "--max-angle", max_angle, "--limits", limits, "--csv", "-", "-q", *options]
    rows = list(csv.DictReader(io.StringIO(subprocess.run(command, encoding="utf-8", stdout=subprocess.PIPE,
                                                          check=True).stdout)))
    return [Step(body, *pair) for pair in zip(rows, rows[1:])]


SCENES = ("scenes/y.json", "scenes/double-y.json", "lessons/two-links.json")


class FormulasOfSteps(unittest.TestCase):
    """The formula with the numbers of an update gives the step that the program made."""

    def each(self, method, *options, count=5, scenes=SCENES):
        for scene in scenes:
            for number, step in enumerate(steps_of(method, scene, count, *options)):
                self.where = f"{method} on {scene}, update {number + 1}"
                yield step

    def same(self, step, made):
        """The formula's step is the program's."""
        self.assertLess(float(np.max(np.abs(made - step.made))), STEP * max(1.0, float(np.max(np.abs(made)))),
                        self.where)

    def test_our_jacobian_is_the_derivative_of_our_forward_kinematics(self):
        for scene in (*SCENES, "scenes/slider-arm.json"):
            body = Body(scene)
            theta = np.linspace(-0.7, 0.9, len(body.joints))
            self.assertLess(np.max(np.abs(derivative(body.places, theta) - body.jacobian(theta))), 1e-8)

    def test_the_transpose_and_gradient_descent(self):
        page = "methods/transpose-and-gradient.md"
        for step in self.each("jacobian-transpose"):
            values = step.values()
            values["α"] = value(printed(page, "α = ⟨e"), values)
            self.same(step, value(printed(page, "Δθ = α Jᵀe"), values))
        for step in self.each("gradient-descent", "--param", "rate=0.05", "--param", "line-search=false"):
            self.same(step, value(printed(page, "Δθ = rate"), step.values(rate=0.05)))

    def test_the_pseudoinverse_and_its_sum(self):
        page = "methods/pseudoinverse-and-damping.md"
        for step in self.each("pseudoinverse"):
            values = step.values()
            kept = [i for i, sigma in enumerate(values["σ"]) if sigma > 0.01 * values["σ"][0]]
            for name in ("σ", "u", "v"):
                values[name] = [values[name][i] for i in kept]
            # the sum of the kept directions; J⁺ is the same where none is left out
            found, _ = sides(printed(page, "Δθ = J⁺e"), Values(**{**values.names, "Δθ": step.made}))
            self.same(step, found[2])
            if len(kept) == len(np.linalg.svd(step.J)[1]):
                self.same(step, found[1])

    def test_damped_least_squares_in_its_three_forms(self):
        for step in self.each("dls", "--lambda", "0.3"):
            values = step.values(λ=0.3, Δθ=step.made)
            for page in ("methods/pseudoinverse-and-damping.md", "damping.md"):
                for side in sides(printed(page, "Δθ = Jᵀ(JJᵀ + λ²I)⁻¹ e"), values)[0]:
                    self.same(step, side)
            left, right = sides(printed("damping.md", "‖Δθ‖ ≤"), values)[0]
            self.assertLessEqual(left, right * (1 + 1e-12))
            values["τ"] = lambda sigma: sigma / (sigma ** 2 + 0.09)
            for page in ("methods/pseudoinverse-and-damping.md", "singular-values.md"):
                self.same(step, value(printed(page, "Δθ = Σ τ(σᵢ)"), values))
            # the objective is least at the step: any other motion has more
            for page in ("methods/pseudoinverse-and-damping.md", "damping.md"):
                text = next(text for text in BOOK[page] if text.startswith("minimise ‖") and "C" not in text)
                computed.add((page, text))
                objective = lambda x: value(text.removeprefix("minimise "), Values(J=step.J, e=step.e, λ=0.3, Δθ=x))
                for unit in np.eye(len(step.made)):
                    for move in (1e-3, -1e-3):
                        self.assertGreater(objective(step.made + move * unit.reshape(-1, 1)), objective(step.made))

    def test_the_weighted_pseudoinverse(self):
        page = "methods/pseudoinverse-and-damping.md"
        for step in self.each("weighted-pseudoinverse", "--lambda", "0.3", "--param", "limit-avoidance=false"):
            body, n = step.body, len(step.made)
            moved = np.zeros(n)
            for j in range(n):  # every joint counts for itself and for all that carry it
                name = body.joints[j]["name"]
                while name is not None:
                    moved[body.number[name]] += 1
                    name = body.joints[body.number[name]]["parent"]
            values = step.values(λ=0.3, stiffness=0.5, b=column(*moved), Δθ=step.made)
            values.names["∂h"] = 0.0
            values["c"] = column(*np.sqrt(moved))
            values["C"] = np.diag(np.sqrt(moved))
            self.same(step, value(printed(page, "Δθ = C⁻¹Jᵀ"), values))
            self.assertLess(np.max(np.abs(value(printed(page, "C = diag"), Values(c_j=values["c"])) - values["C"])), EXACT)

    def test_selective_damping_by_direction(self):
        page = "methods/selective-damping.md"
        for step in self.each("sdls"):
            values = step.values(γ_max=math.pi / 4)
            values["#j"], values["#g"] = len(step.made), len(step.e) // 3
            values["u_"] = lambda g, i: values["u"][i - 1][3 * g - 3:3 * g]
            values["J_"] = lambda g, j: step.J[3 * g - 3:3 * g, j - 1:j]
            values["v_"] = lambda j, i: values["v"][i - 1][j - 1, 0]
            made = {name: [] for name in "NMγφ"}
            for values.at["i"] in range(1, len(values["σ"]) + 1):
                for name, start in (("N", "Nᵢ ="), ("M", "Mᵢ ="), ("γ", "γᵢ ="), ("φ", "φᵢ =")):
                    made[name].append(value(printed(page, start), values))
                    values[name] = made[name]
            del values.at["i"]
            x = value(printed(page, "Δθ = Σ φᵢ"), values)
            largest = np.max(np.abs(x))
            self.same(step, x * (values["γ_max"] / (values["γ_max"] + largest) if largest > values["γ_max"] else 1.0))

    def test_damping_by_manipulability(self):
        page = "methods/selective-damping.md"
        damped = 0
        for step in self.each("dls-manipulability", "--lambda", "0.3"):
            values = step.values(λ_0=0.3, threshold=2.0)
            values["w"], values["w_0"] = value(printed(page, "w = (Π"), values), value(printed(page, "w₀ ="), values)
            values["λ"] = value(printed(page, "λ = λ₀"), values) if values["w"] < values["w_0"] else 0.0
            damped += values["λ"] > 0
            self.same(step, value(printed("damping.md", "Δθ = Jᵀ"), values))
        self.assertGreater(damped, 10)

    def test_damping_in_the_singular_region(self):
        page = "methods/selective-damping.md"
        for step in self.each("dls-singular-region", "--lambda", "0.3", "--param", "epsilon=1"):
            values = step.values(λ=0.3, β=0.05, ε=1.0)
            dampings = []
            for values.at["i"] in range(1, len(values["σ"]) + 1):
                square = value(printed(page, "λᵢ² ="), values) if values["σ"][values.at["i"] - 1] < 1.0 else 0.0
                dampings.append(math.sqrt(square))
            del values.at["i"]
            values["λ"] = dampings
            self.same(step, value(printed(page, "Δθ = Σ σᵢ/(σᵢ² + λᵢ² + β²)"), values))

    def test_damping_by_the_error(self):
        for step in self.each("dls-error"):
            rho = math.sqrt(np.mean(np.sum(step.J ** 2, axis=0)))
            values = step.values(ρ=rho, w_E=0.375, w_N=0.001, p=1.0)
            values["λ"] = math.sqrt(value(printed("methods/selective-damping.md", "λ² = w_E ρ²"), values))
            self.same(step, value(printed("damping.md", "Δθ = Jᵀ"), values))

    def test_gauss_newton_where_its_whole_step_lowers_the_error(self):
        whole = 0
        for step in self.each("gauss-newton"):
            values = step.values(α=1.0)
            x = value(printed("methods/second-order.md", "Δθ = α J⁺e"), values)
            if np.max(np.abs(x)) < math.radians(45) and step.error_after(x) < 0.5 * step.error_after(0 * x):
                self.same(step, x)
                whole += 1
        self.assertGreater(whole, 2)

    def test_levenberg_marquardt_by_its_first_step(self):
        page = "methods/second-order.md"
        for step in self.each("levenberg-marquardt", count=1):
            norms = np.linalg.norm(step.J, axis=0)
            values = step.values(ν=1.0, ρ_max=np.max(norms), F=lambda theta: step.error_after(np.ravel(theta) - step.theta))
            D = value(printed(page, "D = diag(JᵀJ)"), values)
            values["D"] = np.maximum(D, np.diag(np.full(len(D), 0.01 * np.max(norms) ** 2)))
            values["λ"] = math.sqrt(value(printed(page, "λ² = ν min"), values))
            # the first ν that gives a ratio above 10⁻⁴
            x, tries = None, iter((2.0, 4.0, 8.0, 16.0, 32.0))
            while True:
                values["Δθ"] = x = np.linalg.solve(step.J.T @ step.J + values["λ"] ** 2 * values["D"], values["g"])
                turned = np.max(np.abs(x))
                values["Δθ"] = x = x * min(1.0, math.radians(45) / turned)
                if value(printed(page, "gain ratio"), values) > 1e-4:
                    break
                values["ν"] *= next(tries)
                values["λ"] = math.sqrt(value(printed(page, "λ² = ν min"), values))
            self.same(step, x)
            if turned < math.radians(45):
                self.assertLess(farthest(printed(page, "(JᵀJ + λ²D) Δθ"), values), STEP)

    def test_halley(self):
        page = "methods/second-order.md"
        cap = lambda x: x * min(1.0, math.radians(45) / np.max(np.abs(x)))
        full = 0
        for step in self.each("halley"):
            rho = math.sqrt(np.mean(np.sum(step.J ** 2, axis=0)))
            values = step.values(ρ=rho, w_E=0.375)
            values["λ"] = math.sqrt(value(printed(page, "λ² = w_E ρ ‖e‖"), values))
            values["d"] = cap(value(printed(page, "d = Jᵀ(JJᵀ"), values))
            along = np.ravel(values["d"])
            values["∂J"] = lambda d: (step.body.jacobian(step.theta + 1e-5 * along) -
                                      step.body.jacobian(step.theta - 1e-5 * along)) / 2e-5
            values["K"] = value(printed(page, "K = J + ½"), values)
            values["λ_2"] = math.sqrt(value(printed(page, "λ₂² ="), values))
            x = cap(value(printed(page, "Δθ = Kᵀ(KKᵀ"), values))
            if step.error_after(x) < 0.9 * step.error_after(0 * x):
                self.assertLess(np.max(np.abs(x - step.made)), 1e-6)  # ∂J has the error of central differences
                full += 1
        self.assertGreater(full, 5)

    def test_task_priority(self):
        page = "methods/tasks-and-constraints.md"
        for step in self.each("task-priority", "--lambda", "0.3", scenes=SCENES[:2]):
            n, k = len(step.made), len(step.e) // 3
            rows = [slice(3 * g, 3 * g + 3) for g in range(k)]
            values = Values(J=[step.J[part] for part in rows], e=[step.e[part] for part in rows], λ=0.3)
            values["Δθ_0"], values["P_0"] = np.zeros((n, 1)), np.eye(n)
            for values.at["i"] in range(1, k + 1):
                i = values.at["i"]
                values[f"Δθ_i−1"], values["P_i−1"] = values[f"Δθ_{i - 1}"], values[f"P_{i - 1}"]
                values[f"Δθ_{i}"] = value(printed(page, "Δθᵢ ="), values)
                values[f"P_{i}"] = value(printed(page, "Pᵢ ="), values)
            self.same(step, values[f"Δθ_{k}"])

    def test_the_nullspace_method_with_the_rest_pose(self):
        page = "methods/tasks-and-constraints.md"
        off = [word for name in ("limit-avoidance", "manipulability", "obstacles") for word in ("--param", name + "=0")]
        for step in self.each("nullspace", "--lambda", "0.3", "--param", "rest=0.02", *off, scenes=SCENES[:2]):
            rest = np.array([joint.get("initial", 0.0) for joint in step.body.joints])
            cost = printed(page, "½ Σ (θ − rest)²")
            at = lambda theta: np.array([[value(cost, Values(θ=theta.reshape(-1, 1), rest=rest.reshape(-1, 1)))]])
            gradient = derivative(at, step.theta).T
            values = step.values(λ=0.3, weight=0.02)
            values.names["∇cost"] = gradient
            phi = -0.02 * gradient
            values["φ"] = phi * min(1.0, 0.1 / max(1e-300, np.max(np.abs(phi))))
            self.same(step, value(printed(page, "Δθ = Jᵀ(JJᵀ + λ²I)⁻¹e + (I"), values))


    def test_the_other_costs_of_the_nullspace(self):
        page = "methods/tasks-and-constraints.md"
        J = Body("scenes/y.json").jacobian(np.linspace(0.2, 1.1, 7))
        sigma = np.concatenate([np.linalg.svd(J)[1], np.zeros(6)])[:6]
        self.assertAlmostEqual(value(printed(page, "−½ log det"), Values(J=J, λ_w=0.1)),
                               -0.5 * sum(math.log(x * x + 0.01) for x in sigma), 9)
        # every joint has the price ½ h² at its limits
        at = Values(θ=column(-1.0, 3.0), middle=column(1.0, 2.0), half=column(2.0, 1.0), h=1.0)
        self.assertAlmostEqual(value(printed(page, "½ h² Σ"), at), 1.0)

    def test_directions_of_bfgs_and_conjugate_gradients(self):
        parallel = lambda a, b: abs(float(np.sum(a * b))) / (np.linalg.norm(a) * np.linalg.norm(b))
        for step in self.each("bfgs", count=1):
            values = step.values(α=1.0, B=np.eye(len(step.made)))  # a multiple of I at first
            self.assertGreater(parallel(value(printed("methods/second-order.md", "Δθ = α B"), values), step.made), 1 - 1e-9)
        # what B learns: its product with y is d, and it stays symmetric
        B, d, y = np.diag([1.0, 2.0, 3.0]), column(0.3, -0.2, 0.5), column(0.4, -0.1, 0.2)
        learnt = value(printed("methods/second-order.md", "B := "), Values(B=B, d=d, y=y))
        self.assertLess(np.max(np.abs(learnt @ y - d)), EXACT)
        self.assertLess(np.max(np.abs(learnt - learnt.T)), EXACT)
        page = "methods/transpose-and-gradient.md"
        first, second = steps_of("conjugate-gradient", "lessons/two-links.json", 2)
        values = second.values(**{"g′": second.J.T @ second.e, "d_before": first.made})
        values["g"] = first.J.T @ first.e
        # d is in units of the gradient: the first direction is g
        values["d_before"] = values["g"]
        values["β"] = value(printed(page, "β = max"), values)
        values["d"] = value(printed(page, "d = Jᵀe + β"), values)
        values["α"] = 1.0
        self.assertGreater(parallel(value(printed(page, "Δθ = α d"), values), second.made), 1 - 1e-9)
        self.assertGreater(parallel(first.made, first.J.T @ first.e), 1 - 1e-9)

    def test_caps_and_lengths_that_methods_share(self):
        page = "methods/definitions.md"
        capped = 0
        for scene in SCENES[:2]:
            for free, cut in zip(steps_of("dls", scene, 3, "--lambda", "0.05"),
                                 steps_of("dls", scene, 1, "--lambda", "0.05", max_angle="45")):
                factor = value(printed(page, "cap(x) ="), Values(x=free.made, μ=column(*np.ones(len(free.made)))))
                self.assertLess(np.max(np.abs(factor * free.made - cut.made)), STEP)
                capped += factor < 1
        self.assertGreater(capped, 1)
        # α_lin has the least error in the linear model
        step = steps_of("dls", SCENES[0], 1, "--lambda", "0.3")[0]
        x = step.J.T @ step.e + 0.1
        alpha = value(printed(page, "α_lin(x) ="), step.values(x=x))
        error = lambda factor: float(np.linalg.norm(step.e - factor * step.J @ x))
        self.assertLess(error(alpha), min(error(0.99 * alpha), error(1.01 * alpha)))

    def test_clamped_errors_are_the_slope_of_hubers_function(self):
        page = "methods/definitions.md"
        body, D_max = Body(SCENES[0]), 0.4
        theta, t = np.linspace(-0.4, 0.8, 7), column(0.3, 1.1, 0.1, -0.9, 1.0, 0.0)
        inner, outer = [text for text in BOOK[page] if text.startswith("h(r) =")]
        computed.update({(page, inner), (page, outer)})
        huber = lambda r: value(inner if r <= D_max else outer, Values(r=r, D_max=D_max))

        goals = [lambda at, g=g: body.places(np.ravel(at))[3 * g:3 * g + 3] for g in range(2)]
        F = lambda at: np.array([[value(printed(page, "F(θ) = ½"), Values(
            t=np.split(t, 2), s=goals, h=huber, θ=at, w=[1.0, 1.0]))]])
        clamped = np.concatenate([part * min(1.0, D_max / np.linalg.norm(part)) for part in np.split(t - body.places(theta), 2)])
        self.assertLess(np.max(np.abs(derivative(F, theta).T + body.jacobian(theta).T @ clamped)), 1e-8)


class FormulasOfMathematics(unittest.TestCase):
    """Identities and derivatives that the book prints."""

    def test_the_linear_model_leaves_an_error_of_second_order(self):
        body, theta, move = Body(SCENES[0]), np.linspace(-0.4, 0.8, 7), np.linspace(1.0, -0.7, 7)
        left = []
        for size in (1e-2, 1e-3):
            values = Values(s=lambda at: body.places(np.ravel(at)), θ=theta.reshape(-1, 1),
                            Δθ=size * move.reshape(-1, 1), J=body.jacobian(theta))
            found, _ = sides(printed("inverse-kinematics.md", "s(θ + Δθ) ≈"), values)
            left.append(float(np.linalg.norm(found[0] - found[1])))
        self.assertAlmostEqual(math.log10(left[0] / left[1]), 2.0, 1)

    def test_the_singular_value_decomposition(self):
        J = Body(SCENES[0]).jacobian(np.linspace(-0.4, 0.8, 7))
        u, sigma, v = np.linalg.svd(J, full_matrices=False)
        values = Values(J=J, U=u, Σ=np.diag(sigma), V=v.T, σ=list(sigma), u=[u[:, i:i + 1] for i in range(6)],
                        v=[v[i:i + 1].T for i in range(6)])
        self.assertLess(farthest(printed("singular-values.md", "J = U Σ Vᵀ"), values), EXACT)

    def test_the_hessian_and_the_second_derivatives(self):
        body, theta, t = Body(SCENES[0]), np.linspace(-0.4, 0.8, 7), column(0.3, 1.1, 0.1, -0.9, 1.0, 0.0)
        J, e = body.jacobian(theta), t - body.places(theta)
        second = [derivative(lambda at, i=i: body.jacobian(at)[i:i + 1].T, theta) for i in range(6)]
        gradient = lambda at: -body.jacobian(at).T @ (t - body.places(at))
        for page in ("newton.md", "methods/second-order.md"):
            values = Values(J=J, e=list(e[:, 0]), **{"∂²s": second})
            H = value(printed(page, "H = JᵀJ − Σ"), values)
            self.assertLess(np.max(np.abs(H - derivative(gradient, theta))), 1e-7)
        # F along x, to third order
        x = 1e-2 * np.linspace(1.0, -0.7, 7).reshape(-1, 1)
        F = lambda at: 0.5 * float(np.sum((t - body.places(at)) ** 2))
        text = printed("methods/second-order.md", "minimise −gᵀx").removeprefix("minimise ")
        model = value(text, Values(g=J.T @ e, H=H, x=x))
        self.assertLess(abs(F(theta + x[:, 0]) - F(theta) - model), 1e-5)
        self.assertGreater(abs(model), 1e-3)

    def test_how_columns_of_j_turn(self):
        body, theta = Body(SCENES[0]), np.linspace(-0.4, 0.8, 7)
        chain = [0, 1, 3, 5]  # the joints from the root to the first effector
        axes, J = [frame[1] for frame in body.frames(theta)], body.jacobian(theta)[:3]
        above = printed("methods/definitions.md", "∂J_j/∂θ_i = r_i × J_j")
        below = printed("methods/definitions.md", "r_j × J_i")
        newton = printed("newton.md", "∂²s/∂θₐ∂θ_b")
        for i in chain:
            turned = derivative(lambda at: body.jacobian(at)[:3].T.reshape(-1, 1), theta)[:, i].reshape(-1, 3).T
            for j in chain:
                names = {"r_i": column(*axes[i]), "r_j": column(*axes[j]), "J_i": J[:, i:i + 1], "J_j": J[:, j:j + 1]}
                made = value(above if i <= j else below, Values(**names))
                self.assertLess(np.max(np.abs(made - turned[:, j:j + 1])), 1e-8)
                if i <= j:
                    right = newton.partition("= ")[2].replace("∂s/∂θ_b", "J_b")
                    made = value(right, Values(r_a=column(*axes[i]), J_b=J[:, j:j + 1]))
                    self.assertLess(np.max(np.abs(made - turned[:, j:j + 1])), 1e-8)

    def test_newton_in_reach_is_four_damped_iterations(self):
        page = "methods/second-order.md"
        J, e, λ = np.diag([1.0, 0.3]), column(1.0, 1.0), 0.3
        home, theta = column(0.2, -0.4), column(-0.3, 0.5)
        damped = J.T @ np.linalg.inv(J @ J.T + λ * λ * np.eye(2))
        refined, pulled = np.zeros((2, 1)), 0.025 * (home - theta)
        for _ in range(4):
            refined = refined + damped @ (e - J @ refined)
            pulled = pulled + damped @ (0 * e - J @ pulled)
        values = Values(J=J, e=e, λ=λ, home=home, θ=theta)
        values["Z"] = value(printed(page, "Z = I − Jᵀ"), values)
        self.assertLess(np.max(np.abs(value(printed(page, "Δθ = (I − Z⁴)"), values) - refined - pulled)), EXACT)
        # iterations without a pull: 1 − (λ²/(σ² + λ²))⁴ of the way along each direction
        self.assertLess(np.max(np.abs(refined - column(1 - (0.09 / 1.09) ** 4, (1 - 0.5 ** 4) / 0.3))), EXACT)

    def test_the_residual_of_the_damped_equations_vanishes_at_their_solution(self):
        step = steps_of("dls", SCENES[0], 1, "--lambda", "0.3")[0]
        self.assertLess(np.max(np.abs(value(printed("fast-path.md", "s = Jᵀ(e − JΔθ)"), step.values(λ=0.3, Δθ=step.made)))), STEP)

    def test_a_joint_alone_goes_to_its_best_place(self):
        r, q, z = column(0.4, 0.2, -0.3), column(-0.1, 0.7, 0.5), np.array([2.0, -1.0, 2.0]) / 3
        turned = printed("methods/heuristics.md", "revolute: atan2").removeprefix("revolute: ")
        best = value(turned, Values(r=r, q=q, z=z.reshape(3, 1)))
        self.assertEqual(printed("methods/heuristics.md", "every hinge: atan2").removeprefix("every hinge: "), turned)
        left = lambda angle: float(np.sum((q - turn(z, angle) @ r) ** 2))
        tried = [left(best + 2 * math.pi * k / 720) for k in range(720)]
        self.assertEqual(min(tried), tried[0])
        self.assertLess(abs(left(best + 1e-5) - left(best - 1e-5)), 1e-10)
        slid = value(printed("methods/heuristics.md", "prismatic: mean of").removeprefix("prismatic: mean of "),
                     Values(r=r, q=q, z=z.reshape(3, 1)))
        left = lambda length: float(np.sum((q - r - length * z.reshape(3, 1)) ** 2))
        self.assertLess(abs(left(slid + 1e-3) - left(slid - 1e-3)), 1e-12)
        self.assertLess(left(slid), left(slid + 1e-3))

    def test_the_elbow_of_two_bones(self):
        page = "methods/heuristics.md"
        for soften in (1.0, 0.9):
            for step in steps_of("two-bone", "scenes/two-link-arm.json", 60, "--time-step", "0.05",
                                 "--param", f"soften={soften}"):
                a, b, base = 1.0, 0.8, np.array([0.0, 1.0, 0.0])
                D = float(np.linalg.norm(step.t[:, 0] - base))
                after = step.theta + step.made[:, 0]
                if soften < 1 and D > soften * 1.8:
                    d = value(printed(page, "d = soften"), Values(soften=soften, **{"ℓ": 1.8}))
                    D = value(printed(page, "D′ = d"), Values(D=D, d=d, **{"ℓ": 1.8}))
                elif not 0.2 < D < 1.8:
                    continue
                self.assertAlmostEqual(value(printed(page, "cos ψ ="), Values(D=D, a=a, b=b)), math.cos(after[1]), 9)
                self.assertAlmostEqual(float(np.linalg.norm(step.body.places(after)[:, 0] - base)), D, 9)

    def test_two_bones_written_again_from_the_page(self):
        page = "methods/definitions-of-steps.md"
        say = lambda start, values: value(printed(page, start), values)
        hinge = lambda name, parent, origin, axis, **more: {
            "name": name, "parent": parent, "type": "revolute", "origin": origin, "axis": axis, **more}
        leg = [hinge("yaw", None, [0, 1, 0], [0, 1, 0], rpy=[0.2, -0.1, 0.4]), hinge("roll", "yaw", [0, 0, 0], [1, 0, 0]),
               hinge("pitch", "roll", [0, 0, 0], [0, 0, 1], initial=0.3)]
        knee = hinge("knee", "pitch", [0.05, -0.5, 0.02], [0.1, 0, 1], initial=-0.6, limits=[-1.2, 0.1])
        arm = [hinge("shoulder", None, [0, 1, 0], [0, 0, 1], initial=0.2)]
        elbow = hinge("knee", "shoulder", [0.6, 0, 0], [0, 0, -1], initial=0.5, limits=[-0.9, 2.0])
        nearest = lambda angle: angle - 2 * math.pi * math.floor(angle / (2 * math.pi) + 0.5)
        unit = lambda vector: vector / np.linalg.norm(vector)
        across = lambda vector, n: vector - float(np.sum(vector * n)) * n
        turned, straight = 0, 0
        for joints, pole, soften in (([*leg, knee], (0, 0, 0), 1.0), ([*leg, knee], (1.0, 0.2, 0.3), 0.9),
                                     ([*arm, elbow], (0, 0, 0), 1.0), ([*arm, elbow], (0, -1.0, 0), 0.9)):
            scene = {"format": "ik-scene", "version": 1, "name": "limb", "description": "A limb.", "joints": joints,
                     "effectors": [{"name": "tip", "joint": "knee", "offset": [0.1, -0.45, 0.0]}],
                     "targets": [{"effector": "tip", "center": [0.3, 0.6, 0.0], "waves": [
                         {"amplitude": [0.5, 0, 0], "frequency": 2}, {"amplitude": [0, 0.6, 0.0], "frequency": 3}]}]}
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "limb.json"
                path.write_text(json.dumps(scene), encoding="utf-8")
                options = [word for name, number in zip("xyz", pole) for word in ("--param", f"pole-{name}={number}")]
                steps = steps_of("two-bone", path, 300, "--time-step", "0.02", "--param", f"soften={soften}", *options,
                                 limits="clamp")
            body, ball, n = steps[0].body, len(joints) == 4, len(joints)
            zero = body.frames(np.zeros(n))
            z = [column(*frame[1]) for frame in zero]
            V = Values(z=z, h=z[-1], E=column(*zero[-1][0]), C=column(*zero[0][0]), s_0=body.places(np.zeros(n)),
                       soften=soften, pole=column(*pole))
            for name in ("a", "b", "m", "u", "v", "ψ₀"):
                V["ψ_0" if name == "ψ₀" else name] = say(f"{name} = atan2" if name == "ψ₀" else
                                                         {"u": "u = (I − hhᵀ)", "v": "v = h ×", "m": "m = h·",
                                                          "a": "a = ‖", "b": "b = ‖"}[name], V)
            a, b = V["a"], V["b"]
            for step in steps:
                theta, G = step.theta, step.t - V["C"]
                V["G"] = G
                text = [text for text in BOOK[page] if text.startswith("D = √(‖G‖²")][0 if ball else 1]
                computed.add((page, text))
                first = D = max(0.0, float(np.nan_to_num(value(text, V))))
                if D > soften * (a + b) and soften < 1:
                    V["ℓ"] = a + b
                    V["d"], V["D"] = soften * (a + b), D
                    D = value(printed("methods/heuristics.md", "D′ = d"), V)
                V["D"] = D = min(max(D, abs(a - b)), a + b)
                straight += D == a + b
                if D > abs(a - b):  # else the tangent is infinite
                    V["ψ"] = psi = 2 * math.atan(value(printed(page, "tan(½ψ) ="), V))
                else:
                    V["ψ"] = psi = math.pi
                c = 1.0 if math.sin(V["ψ_0"] + theta[-1]) >= 0 else -1.0
                if not ball and any(pole):
                    c = math.copysign(1.0, float(np.sum(V["pole"] * np.cross(G.ravel(), V["h"].ravel()).reshape(3, 1))))
                lower, upper = joints[-1]["limits"]
                end = lambda side: theta[-1] + nearest(side * psi - V["ψ_0"] - theta[-1])
                if not lower <= end(c) <= upper and lower <= end(-c) <= upper:
                    c, turned = -c, turned + 1
                V["c"] = c
                ways = [end(c) - theta[-1], end(c) - theta[-1] - math.copysign(2 * math.pi, end(c) - theta[-1])]
                beyond = lambda way: max(0.0, lower - theta[-1] - way, theta[-1] + way - upper)
                made = np.zeros(n)
                made[-1] = ways[1] if beyond(ways[1]) < beyond(ways[0]) else ways[0]
                V["P"] = P = say("P = (a", V)
                if first <= 1e-12 * (a + b):
                    pass
                elif not ball:
                    bearing = lambda x: math.atan2(float(np.sum(V["v"] * x)), float(np.sum(V["u"] * x)))
                    sign = math.copysign(1.0, float(np.sum(z[0] * V["h"])))
                    made[0] = nearest(sign * (bearing(G) - bearing(P)) - theta[0])
                else:
                    g = unit(G)
                    k = across(column(*body.frames(theta)[-1][1]), g)
                    if any(pole):
                        k = c * np.cross(V["pole"].ravel(), g.ravel()).reshape(3, 1)
                    if np.linalg.norm(k) < 1e-12:
                        k = across(step.s - V["C"], g)
                    frame = lambda x, y: np.hstack([x, y, np.cross(x.ravel(), y.ravel()).reshape(3, 1)])
                    R = frame(g, unit(k)) @ frame(unit(P), unit(across(V["h"], unit(P)))).T
                    w = np.cross(z[1].ravel(), z[0].ravel()).reshape(3, 1)
                    chi = math.atan2(float(np.sum(z[2] * w)), float(np.sum(z[2] * z[0])))
                    V.names.update({"R": R, "w": w, "x": R @ z[2], "χ": chi,
                                    "d": -1.0 if math.sin(chi + theta[1]) < 0 else 1.0})
                    V["θ_1"] = say("θ₁ = atan2(d", V)
                    V["y"] = say("y = cos θ₁", V)
                    for i, start in enumerate(("θ₁ = atan2(d", "θ₂ = atan2(d", "θ₃ = atan2(Rz₂")):
                        made[i] = nearest(say(start, V) - theta[i])
                after = theta + made
                after[-1] = min(max(after[-1], lower), upper)
                self.assertLess(np.max(np.abs(after - theta - step.made[:, 0])), STEP)
        self.assertGreater(min(turned, straight), 3)

    def test_a_point_of_fabrik_keeps_its_distance_on_the_line(self):
        p, after = column(0.2, 0.9, 0.1), column(1.0, 0.4, -0.2)
        text = printed("methods/heuristics.md", "pᵢ := pᵢ₊₁")
        made = value(text, Values(**{"p_i": p, "p_i+1": after, "l_i": 0.7}))
        self.assertAlmostEqual(float(np.linalg.norm(made - after)), 0.7, 12)
        self.assertLess(np.linalg.norm(np.cross((made - after).ravel(), (p - after).ravel())), EXACT)
        self.assertGreater(float(np.sum((made - after) * (p - after))), 0.0)

    def test_constraint_forces_keep_the_constraint_to_first_order(self):
        page = "methods/tasks-and-constraints.md"
        G, J, e = np.array([[0.3, 0.9, -0.2]]), np.array([[1.0, 0.4, 0.2], [0.1, -0.6, 0.8]]), column(0.5, -0.2)
        values = Values(G=G, J=J, e=e, C=np.array([[0.1]]), α=0.7, feedback=0.4)
        values["Δθ_a"] = value(printed(page, "Δθₐ = α Jᵀe"), values)
        right = value(printed(page, "GGᵀβ ="), values)
        values["β"] = np.linalg.solve(G @ G.T, np.atleast_2d(right))
        motion = value(printed(page, "Δθ = Δθₐ + Gᵀβ"), values)
        self.assertLess(np.max(np.abs(G @ motion + 0.4 * 0.1)), EXACT)
        free = np.eye(3) - np.linalg.pinv(G) @ G  # forces do no work on motions that keep the constraint
        self.assertLess(np.max(np.abs(free @ (motion - values["Δθ_a"]))), EXACT)

    def test_a_way_through_without_a_singular_pose(self):
        page, body = "all-poses.md", Body("figures/cuspidal.json")
        for theta in ((0.4, 0.7, -1.1), (-0.3, 2.0, 0.6)):
            values = Values(θ=column(*theta), d=[0.0, 1.0, 2.0, 1.5], r_2=1.0)
            values["A"], values["B"] = value(printed(page, "A = d₃"), values), value(printed(page, "B = r₂"), values)
            place, frames = body.places(theta)[:, 0], body.frames(theta)
            axis = frames[0][1]
            height = float(axis @ (place - frames[0][0]))
            far = float(np.linalg.norm(place - frames[0][0] - height * axis))
            self.assertAlmostEqual(value(printed(page, "ρ² ="), values), far ** 2, 9)
            self.assertAlmostEqual(abs(value(printed(page, "z = −A"), values)), abs(height), 9)
            self.assertAlmostEqual(abs(value(printed(page, "det J = d₄"), values)), abs(np.linalg.det(body.jacobian(theta))), 9)

    def test_the_bound_of_second_derivatives_holds_for_six_hinges(self):
        random = np.random.default_rng(5)
        turns = np.linalg.norm(np.triu(np.ones((6, 6)), 1), 2)
        for _ in range(200):
            axes = random.normal(size=(6, 3))
            axes /= np.linalg.norm(axes, axis=1)[:, None]
            levers = random.normal(size=(6, 3))  # the hand as seen from a point of each axis
            d = np.linalg.norm(np.cross(axes, levers), axis=1)
            square = float(value(printed("all-poses.md", "B² = d₁²"), Values(d=list(d))))
            self.assertLess(abs(square - (2 * np.arange(6) + 1) @ d ** 2 - turns ** 2), 0.01)
            u, v = (x / np.linalg.norm(x) for x in random.normal(size=(2, 6)))
            pairs = [(i, j, u[i] * v[j]) for i in range(6) for j in range(6)]
            place = sum(w * np.cross(axes[min(i, j)], np.cross(axes[max(i, j)], levers[max(i, j)])) for i, j, w in pairs)
            turn_of = sum(w * np.cross(axes[i], axes[j]) for i, j, w in pairs if i < j)
            self.assertLess(place @ place + turn_of @ turn_of, square)

    def test_a_target_on_a_spline(self):
        page = "formats.md"
        points = [column(0.3, 1.0, 0.0), column(0.9, 0.8, 0.2), column(0.6, 0.3, -0.1)]
        scene = json.loads((ROOT / "assets/lessons/two-links.json").read_text(encoding="utf-8"))
        scene["targets"] = [{"effector": "hand", "points": [list(point[:, 0]) for point in points], "period": 1.5}]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "spline.json"
            path.write_text(json.dumps(scene), encoding="utf-8")
            steps = steps_of("dls", path, 40, "--time-step", "0.07")
        for number, step in enumerate(steps, 1):
            passed = 0.07 * number / 0.5
            first = math.floor(passed)
            values = Values(x=passed - first, **{f"p_{i}": points[(first - 1 + i) % 3] for i in range(4)})
            values["r"] = value(printed(page, "r = x²"), values)
            self.assertLess(np.max(np.abs(value(printed(page, "p = (1 − r)"), values) - step.t)), EXACT)

    def test_angles_of_a_turned_frame(self):
        page = "urdf-to-angles.md"
        r, p, y = 0.3, 1.2, -0.4
        R = turn_rpy((r, p, y))
        values = Values(r=r, p=p, y=y, **{f"R_{i + 1}{j + 1}": R[i, j] for i in range(3) for j in range(3)})
        for place in ("R₁₁ =", "R₂₂ =", "R₂₁ =", "R₂₃ =", "R₃₁ ="):
            self.assertLess(farthest(printed(page, place), values), EXACT)
        turned = turn((1, 0, 0), -math.pi / 2) @ R
        angles = [value(printed(page, start), values) for start in ("roll =", "pitch =", "yaw =")]
        self.assertLess(np.max(np.abs(turn_rpy(angles) - turned)), EXACT)


class FormulasByHand(unittest.TestCase):
    """Numbers of the pages that compute by hand."""

    def test_a_two_link_arm_by_hand(self):
        page, body = "two-link-arm.md", Body("lessons/two-links.json")
        for theta in ((0.0, math.pi / 2), (0.7, -1.9)):
            s = value(printed(page, "s = (cos"), Values(θ=column(*theta)))
            self.assertLess(np.max(np.abs(s - body.places(theta)[:2])), EXACT)
        J, e = body.jacobian((0.0, math.pi / 2))[:2], column(0.2, 0.4)
        self.assertLess(farthest(printed(page, "e = t − s"), Values(e=e, t=column(1.2, 1.4), s=column(1.0, 1.0))), EXACT)
        values = Values(J=J, e=e, λ=1.0, rad=1.0, α=2.0, Δθ=column(0.4, -0.4))
        first = [text for text in BOOK[page] if text.startswith("J = [")]
        computed.update((page, text) for text in first)
        self.assertLess(farthest(first[0], values), EXACT)
        for start in ("Jᵀe = (", "JJᵀe = (", "α = e·", "Δθ = α", "JJᵀ + λ²I = [", "(JJᵀ + λ²I)⁻¹e = "):
            self.assertLess(farthest(printed(page, start), values), EXACT, start)
        self.assertLess(np.max(np.abs(J @ value(printed(page, "Δθ = (0.4"), values) - e)), EXACT)
        inverse = value(printed(page, "its inverse =").removeprefix("its inverse = "), values)
        self.assertLess(np.max(np.abs(inverse @ (J @ J.T + np.eye(2)) - np.eye(2))), EXACT)
        values["Δθ"] = J.T @ inverse @ e
        self.assertLess(farthest(printed(page, "Δθ = Jᵀ(0.16"), values), EXACT)
        self.assertLess(farthest(printed(page, "JJᵀ = ["), values), EXACT)
        square = printed(page, "σ² = ")
        found = sorted(value(square.replace("±", sign), values) for sign in "+−")
        self.assertLess(np.max(np.abs(np.array(found) - np.linalg.eigvalsh(J @ J.T))), EXACT)
        # the stretched arm, with three or four digits
        body, theta = Body("lessons/nearly-straight.json"), (0.0, 0.1)
        J, s = body.jacobian(theta)[:2], body.places(theta)[:2]
        values = Values(s=s, e=column(2.5, 0.0) - s, J=J, rad=1.0, Δθ=np.linalg.solve(J, column(2.5, 0.0) - s))
        for text in (printed(page, "s = (1.995"), printed(page, "e = (0.505"), first[1], printed(page, "Δθ = (4.93")):
            self.assertLess(farthest(text, values), 1e-3, text)
        self.assertLess(abs(values["Δθ"][0, 0] - 4.93) + abs(values["Δθ"][1, 0] + 9.99), 0.01)

    def test_the_cliff_by_hand(self):
        page, body, t = "damping.md", Body("lessons/nearly-straight.json"), column(2.5, 0.0)
        J = body.jacobian((0.0, 0.0))[:2]
        gradient = lambda at: -body.jacobian(at)[:2].T @ (t - body.places(at)[:2])
        second = derivative(lambda at: body.jacobian(at)[:1].T, (0.0, 0.0))
        H = derivative(gradient, (0.0, 0.0))
        for start, truth in (("J = [", J), ("JᵀJ = [", J.T @ J), ("∂²s_x/∂θ² =", second), ("H = JᵀJ + 0.5", H),
                             ("H − 2JᵀJ =", H - 2 * J.T @ J)):
            found, _ = sides(printed(page, start).replace("∂²s_x/∂θ²", "S"), Values(S=second, J=J, H=H))
            for side in found[1:]:
                self.assertLess(np.max(np.abs(side - truth)), 1e-8, start)
        text = printed(page, "eigenvalues (")
        exact = [value(text.removeprefix("eigenvalues ").partition(" =")[0].replace("±", sign), Values()) for sign in "+−"]
        self.assertLess(np.max(np.abs(np.sort(exact) - np.linalg.eigvalsh(H - 2 * J.T @ J))), 1e-8)
        self.assertEqual([f"{number:.4f}".replace("-", "−") for number in exact], re.findall(r"−?\d\.\d{4}", text))
        # one update near rest, by differences of the update itself
        λ, δ = 0.4, column(1e-5, -2e-5)
        step = lambda at: body.jacobian(at)[:2].T @ np.linalg.solve(
            body.jacobian(at)[:2] @ body.jacobian(at)[:2].T + λ * λ * np.eye(2), t - body.places(at)[:2])
        moved = δ + (step(δ[:, 0]) - step(-δ[:, 0])) / 2
        self.assertLess(np.max(np.abs(value(printed(page, "δ − (JᵀJ"), Values(J=J, H=H, λ=λ, δ=δ)) - moved)), 1e-12)


# What no test here computes, by the beginning of the formula, and why. Everything else is computed above.
ELSEWHERE = {
    "all-poses.md": {"det J = 0", "exp(", "det M", "‖J", "R₁₂₃", "R₅₆₇", "f(θ) = 0", "t · (θ", "H = goal"},
    "fast-path.md": {"(I + Σᵢ"},
    # the methods as a whole are written again in tests/ik/second_statements
    "methods/definitions-of-steps.md": {"Σ_q", "f(x)", "K = ", "c = Σ", "a = Σ", "b = Σ", "minimise", "min(lower", "joints",
                                        "∇d", "J₁x", "f = G", "c = feedback", "u = (I − G", "g′ = g", "a = gain", "x = ",
                                        "x_j", "μ_max", "guard", "h = (s", "h := ", "even", "bell", "y = Σ", "K_ji", "PKP",
                                        "p = −P", "r = Σ", "row j", "singular values", "every link", "with `hold`",
                                        "the multipliers", "summed", "those with", "d_g = ", "u := ", "a := ", "0 for", "x := "},
    "methods/learned.md": {"Δθ = f(e", "minimise E"},
    "methods/heuristics.md": {"θⱼ to where", "q to where"},
    "methods/second-order.md": {"minimise Σ_q"},
    "newton.md": {"Σ_q w_q"},
    "methods/tasks-and-constraints.md": {"[ J", "Δθ = q", "q = J", "(PKP)", "K = ", "y = ", "minimise", "lower", "d + ∇d",
                                         "J₁Δθ", "obstacles", "½ Σ (margin", "G = ∂C", "φ = −Σ"},
    "methods/pseudoinverse-and-damping.md": {"minimise ‖JΔθ − e‖² + λ² ΔθᵀCΔθ", "cⱼ = ", "h = ¼"},
}
# a column that is no formula: a cap, a name, a condition, a source
WORDS = re.compile(r"(cap |subject |in reach|else|at rest|limits$|rest pose|manipulability$|obstacles$|over |where |for |from |"
                   r"then |α = 1|a above|0 where|Huber|Liégeois|Yoshikawa|Maciejewski|J = ∂s|Δs|σ₁ ≥|in a region|ball$|in a plane$|unless )")


class WholeBook(unittest.TestCase):
    def test_every_formula_is_computed_or_said_to_be_computed_elsewhere(self):
        # unittest runs the classes by name, and this one is the last
        anywhere = {text for _, text in computed}  # the sheet repeats formulas of other pages
        left = [f"{page}: {text}" for page, texts in BOOK.items() for text in texts
                if text not in anywhere and not WORDS.match(text)
                and not any(text.startswith(start) for start in ELSEWHERE.get(page, ()))]
        self.assertEqual(left, [], "\n" + "\n".join(left))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
