"""Computes formulas of the book (scripts/formula.py) with numpy.

Vectors are columns, n x 1. A value of the environment is a number, a matrix, a function, or a list whose members have
the indices 1, 2, …. I is the unit matrix of the size that its sum asks for; `a := b` counts as an equation.
"""

import functools
import math

import numpy as np

import formula

INDICES = "ijgq"
DERIVATIVE = ("name", "∂")
SECOND = ("scripts", DERIVATIVE, "", ("raised", "2"))


class Unit:
    """A multiple of the unit matrix without a size."""

    def __init__(self, factor=1.0):
        self.factor = factor


def column(*numbers):
    return np.array([[number] for number in numbers], dtype=float)


def plus(a, b):
    if isinstance(a, Unit) and isinstance(b, Unit):
        return Unit(a.factor + b.factor)
    if isinstance(a, Unit):
        return a.factor * np.eye(len(b)) + b
    return plus(b, a) if isinstance(b, Unit) else a + b


def times(a, b):
    if isinstance(a, Unit):
        return Unit(a.factor * b) if np.ndim(b) == 0 else a.factor * b
    if isinstance(b, Unit):
        return times(b, a)
    if np.ndim(a) == 2 and np.ndim(b) == 2:
        made = a @ b
        return made[0, 0] if made.shape == (1, 1) else made
    return a * b


def dot(a, b):
    """a·b: the inner product of two vectors, else a product."""
    if callable(a):
        return a(b)
    return float(np.sum(a * b)) if np.ndim(a) == 2 and np.shape(a) == np.shape(b) and a.shape[1] == 1 else times(a, b)


def cross(a, b):
    return np.cross(a.ravel(), b.ravel()).reshape(3, 1)


def free_indices(node, known):
    """The index letters in a node that have no value yet and no sum of their own."""
    if not isinstance(node, (tuple, list)) or not node:
        return set()
    found = set()
    if node[0] == "scripts" and node[2] and set(node[2]) <= set(INDICES + "+−1"):
        found = set(node[2]) & set(INDICES)
    for part in node[1:] if isinstance(node, tuple) else node:
        found |= free_indices(part, known)
    return found - set(known)


class Values:
    """Names and what they stand for."""

    def __init__(self, **names):
        self.names, self.at = names, {}

    def __setitem__(self, name, value):
        self.names[name] = value

    def __getitem__(self, name):
        return self.names[name]

    def look_up(self, name, low=""):
        if low and f"{name}_{low}" in self.names:
            return self.names[f"{name}_{low}"]
        if len(low) == 2 and f"{name}_" in self.names:  # a function of two indices
            return self.names[f"{name}_"](*(self.at[letter] for letter in low))
        if name == "I" and not low:
            return Unit()
        if name not in self.names:
            raise KeyError(f"{name}_{low}" if low else name)
        value = self.names[name]
        if not low or callable(value):
            return value
        place = self.index(low)
        if isinstance(value, list):
            return value[place - 1]
        return value[place - 1, 0] if value.shape[1] == 1 else value[:, place - 1:place]

    def index(self, low):
        """The number of 2, i, i−1 or i+1."""
        return int(low) if low.isdigit() else self.at[low[0]] + int((low[1:] or "0").replace("−", "-"))

    def size(self, node, letter):
        """How many values an index has: said by the name #i, or the length of what it is the index of."""
        if f"#{letter}" in self.names:
            return self.names[f"#{letter}"]
        if isinstance(node, (tuple, list)):
            if node and node[0] == "scripts" and node[2] == letter and node[1][0] in ("name", "word"):
                value = self.names.get(node[1][1])
                if isinstance(value, list) or np.ndim(value) == 2:
                    return len(value) if isinstance(value, list) or value.shape[1] == 1 else value.shape[1]
            for part in node:
                found = self.size(part, letter)
                if found:
                    return found
        return 0

    def over(self, letter, node):
        """The node's value for every value of an index."""
        made = []
        for self.at[letter] in range(1, self.size(node, letter) + 1):
            made.append(self.of(node))
        del self.at[letter]
        return made

    def of(self, node):
        """The value of a node."""
        return getattr(self, "of_" + node[0])(node)

    def of_number(self, node):
        return float(node[1])

    def of_name(self, node):
        return math.pi / 180 if node[1] == "°" else self.look_up(node[1])

    of_word = of_text = of_name  # a word of sentences is a name where it has a value

    def of_primed(self, node):
        return self.look_up(node[1][1] + "′")

    def of_clauses(self, node):
        parts = [self.of(part) for part in node[1] if part[0] != "mark"]
        return parts[0] if len(parts) == 1 else column(*parts)

    def of_sum(self, node):
        made, factor = None, 1.0
        for part in node[1]:
            if isinstance(part, str):
                factor = {"+": 1.0, "−": -1.0}[part]
            else:
                value = times(factor, self.of(part))
                made = value if made is None else plus(made, value)
        return made

    def of_product(self, node):
        made, act = None, times
        for part in node[1]:
            if isinstance(part, str):
                act = {"·": dot, "×": cross, "∘": np.multiply}[part]
            else:
                made, act = self.of(part) if made is None else act(made, self.of(part)), times
        return made

    def of_touching(self, node):
        parts, made = list(node[1]), None
        while parts:
            if parts[0] in (DERIVATIVE, SECOND) and len(parts) > 1:  # ∂J and ∂²sᵢ are one name
                of = parts[1][1:3] if parts[1][0] == "scripts" else (parts[1], "")
                value = self.look_up(("∂" if parts[0] == DERIVATIVE else "∂²") + of[0][1], of[1])
                del parts[:2]
            else:
                value = self.of(parts.pop(0))
                if callable(value) and parts and parts[0][0] == "group":
                    value = value(*(self.of(part) for part in parts.pop(0)[2][1] if part[0] != "mark"))
            made = value if made is None else times(made, value)
        return made

    def of_quotient(self, node):
        return self.of(node[1]) / self.of(node[2])

    def of_root(self, node):
        inside = self.of(node[1])
        return np.sqrt(inside) if np.min(inside) >= 0 else math.nan

    def of_group(self, node):
        value = self.of(node[2]) if node[1] != "⟨" else [self.of(part) for part in node[2][1] if part[0] != "mark"]
        if node[1] == "⟨":
            return dot(*value)
        return value if node[1] == "(" else float(np.linalg.norm(value))

    def of_matrix(self, node):
        return np.block([[np.atleast_2d(self.of(entry)) for entry in row] for row in node[1]])

    def of_total(self, node):
        sign, body = node[1:]
        letter = sign[2][0] if sign[0] == "scripts" and sign[2] else min(free_indices(body, self.at), default="")
        if not letter:
            return float(np.sum(self.of(body)))
        terms = self.over(letter, body)
        act = np.multiply if "Π" in sign[1] else np.add
        return functools.reduce(act, terms)

    def of_call(self, node):
        sign, inner = node[1:]
        if sign == ("word", "max") and inner[0] == "group" and inner[1] == "|":
            letters = free_indices(inner, self.at)
            return max(self.over(min(letters), inner)) if letters else float(np.max(np.abs(self.of(inner[2]))))
        parts = [self.of(part) for part in inner[2][1] if part[0] != "mark"] if inner[0] == "group" and inner[1] == "(" \
            else [self.of(inner)]
        functions = {"cos": np.cos, "sin": np.sin, "tan": np.tan, "exp": np.exp, "log": np.log, "det": np.linalg.det, "min": min,
                     "max": max, "atan2": np.arctan2, "asin": np.arcsin, "diag": lambda a: np.diag(np.ravel(
                         a if np.shape(a)[-1] == 1 else np.diag(a)))}
        value = functions[sign[1] if sign[0] == "word" else sign[1][1]](*parts)
        return value

    def of_scripts(self, node):
        base, low, high = node[1:]
        value = self.look_up(base[1], low) if low else self.of(base)
        if high is None:
            return value
        if high[0] == "name" and high[1] == "#":
            return value.T @ np.linalg.inv(value @ value.T + self["λ"] ** 2 * np.eye(len(value)))
        raised = high[1] if high[0] == "raised" else None
        if raised == "T":
            return value.T
        if raised == "+":
            return np.linalg.pinv(value, rcond=1e-12)
        if raised == "−1" and np.ndim(value) == 2:
            return np.linalg.inv(value)
        power = float(raised.replace("−", "-")) if raised else self.of(high)
        square = np.ndim(value) == 2 and value.shape[0] == value.shape[1]
        return np.linalg.matrix_power(value, int(power)) if square else value ** power


def sides(text, values):
    """What stands between the relations of a formula's first clause, and these relations."""
    clause = formula.parse(text.rstrip(","))[1][0]
    parts = clause[1] if clause[0] == "relation" else [clause]
    return [values.of(part) for part in parts[::2]], parts[1::2]


def value(text, values):
    """The last side of a formula's first clause."""
    clause = formula.parse(text.rstrip(","))[1][0]
    return values.of(clause[1][-1] if clause[0] == "relation" else clause)


def farthest(text, values):
    """The largest difference of two sides of an equation, relative to the larger where that is above 1."""
    found, relations = sides(text, values)
    assert relations and set(relations) <= {"=", ":=", "≈"}, f"no equation: {text}"
    size = max(1.0, *(float(np.max(np.abs(side))) for side in found))
    return max(float(np.max(np.abs(found[0] - side))) for side in found[1:]) / size
