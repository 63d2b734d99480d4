#!/usr/bin/env python3
"""The formulas of the book hold: each is read from its page, computed with numbers, and compared with what the program
does, with finite differences, or with a second way of computing the same.

  tests/docs/formulas_test.py ROOT IKLAB
"""

import csv
import io
import json
import math
import pathlib
import re
import subprocess
import sys
import unittest

ROOT, IKLAB = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(ROOT / "scripts"))

import numpy as np

import formula
from evaluate import Values, column, farthest, sides, value

EXACT = 1e-11  # of numbers near 1, after sums of products of a small matrix
STEP = 1e-9    # the program's step against the formula: some condition numbers are large


def blocks_of(page):
    """The formula blocks of a page, as scripts/build-docs finds them."""
    text = re.sub(r"^```.*?^```$", "", (ROOT / "docs" / page).read_text(encoding="utf-8"), flags=re.M | re.S)
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


def steps_of(method, scene, count, *options):
    """Updates of the program, with no cap, no clamp and no limits."""
    body = Body(scene)
    # one effector's columns are the same with --max-angle off, which lets a step be compared as the formula has it
    command = [IKLAB, "run", "--scene", str(ROOT / "assets" / scene), "--method", method, "--steps", str(count),
               "--max-angle", "off", "--limits", "off", "--csv", "-", "-q", *options]
    rows = list(csv.DictReader(io.StringIO(subprocess.run(command, encoding="utf-8", stdout=subprocess.PIPE,
                                                          check=True).stdout)))
    return [Step(body, *pair) for pair in zip(rows, rows[1:])]


SCENES = ("scenes/y.json", "scenes/double-y.json", "lessons/two-links.json")


class FormulasOfSteps(unittest.TestCase):
    """The formula with the numbers of an update gives the step that the program made."""

    def each(self, method, *options, count=12, scenes=SCENES):
        for scene in scenes:
            for number, step in enumerate(steps_of(method, scene, count, *options)):
                with self.subTest(scene=scene, step=number):
                    yield step

    def same(self, step, made):
        """The formula's step is the program's."""
        self.assertLess(float(np.max(np.abs(made - step.made))), STEP * max(1.0, float(np.max(np.abs(made)))))

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
                text = next(text for text in BOOK[page] if text.startswith("minimise") and "Cᐧ" not in text
                            and "C" not in text)
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
