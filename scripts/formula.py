"""The book's formulas: indented blocks of its pages, plain text that a person and a program read.

parse() makes a tree of a formula, and mathml() sets a block. scripts/build-docs sets every block, and tests/docs/formulas_test.py computes the sides of its equations.

The notation is that of print. What it leaves open is settled by spaces and by these rules:

* Letters next to each other are a product: Jᵀe. Words of three letters or more are one name: rate, cos.
* a/b without spaces is a fraction of what touches it; with spaces, of the whole products: Jᵀe / 2n.
* Two spaces or more separate the columns of a line.
* Σᵢ reaches to the end of its product. Without an index it runs over the index letter of its terms.
* [ a  b ] is a row of a matrix, with the next rows below it at the same column, or behind a semicolon.
"""

import functools
import re
import unicodedata
from xml.sax.saxutils import escape

UPPER = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵀⁿʳᵖ", "0123456789+−()Tnrp"))
LOWER = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜₓ", "0123456789+−aehijklmnoprstx"))
FRACTIONS = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4)}
RELATIONS = set("=≈≤≥<>∈→") | {":="}
FUNCTIONS = {"cos", "sin", "tan", "exp", "log", "det", "diag", "min", "max", "atan2", "asin", "clamp"}
SHORT_WORDS = {"of", "in", "at", "to", "or", "it", "is", "if", "on", "by", "its", "the"}
# words of a sentence in a formula; every other word is a name
PROSE = SHORT_WORDS | set(
    "over above below where else for with and all until shortened falls subject minimise then from base back every each "
    "column row both moves effectors effector restricted unit cut length least mean place joint joints revolute "
    "prismatic hinge points put towards turns shoulder that are not frozen link obstacle links within those first rows "
    "summed goals weights multipliers damped loses rank see methods singular values left out guard line search slope "
    "counts numbers digits bit four sum eigenvalues inverse region reach rest pose held step free ones limit limits "
    "beyond would push puts onto error move can largest goal through without smallest steps end ends parts".split())
OPENING = {"(": ")", "‖": "‖", "|": "|", "⟨": "⟩", "[": "]"}
TOKEN = re.compile(r"`[^`]+`|0x[0-9a-f]+|\d+(?:\.\d+)?|:=|[^\W\d_]\u0302|[A-Z]?[a-zé]{3,}2?|\b(?:of|in|at|to|or|it|is|if|on|by)\b"
                   r"|FABRIK|Δ(?=[θxs])[θxs]|.", re.S)


class Fault(Exception):
    """A formula that cannot be read: one line."""


def matrices_in_one_line(lines):
    """The lines with every matrix that is written in rows below each other in the notation [ a  b ; c  d ]."""
    lines = list(lines)
    made = []
    while lines:
        line = lines.pop(0)
        spans = [found.span() for found in re.finditer(r"\[[^][]*\]", line)]
        rows = []
        while spans and lines:
            below = {found.start(): found.end() for found in re.finditer(r"\[[^][]*\]", lines[0])}
            rest = re.sub(r"\[[^][]*\]", "", lines[0]).strip()
            if not below or rest or not set(below) <= {start for start, _ in spans}:
                break
            rows.append((lines.pop(0), below))
        for start, end in reversed(spans):
            parts = [line[start + 1:end - 1]] + [text[start + 1:below[start] - 1] for text, below in rows if start in below]
            line = line[:start] + "[" + " ; ".join(parts) + "]" + line[end:]
        made.append(line)
    return made


def lines_of(block):
    """The formulas of a block: a list of columns for each line."""
    made = []
    for line in matrices_in_one_line(block.splitlines()):
        if not line.strip():
            continue
        columns, depth, column = [], 0, ""
        for part in re.split(r"( {2,}|[][])", line.strip()):
            depth += {"[": 1, "]": -1}.get(part, 0)
            if part.startswith("  ") and not depth:
                columns.append(column)
                column = ""
            else:
                column += part
        made.append([])
        for text in filter(None, [*columns, column]):
            if made[-1] and text[0] in "=≈≤≥":  # equations below each other
                made[-1][-1] += " " + text
            else:
                made[-1].append(text)
    return made


class Parser:
    """Reads one column by descent; every node is a tuple whose first member is its kind."""

    def __init__(self, text):
        self.text = unicodedata.normalize("NFC", text)
        self.tokens, gap = [], 0
        for token in TOKEN.findall(self.text):
            if token.isspace():
                gap += 1
            else:
                self.tokens.append((token, gap))
                gap = 0
        self.at, self.open = 0, []

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def spaced(self):
        return self.at < len(self.tokens) and self.tokens[self.at][1] > 0

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1][0]

    def ends(self):
        token = self.peek()
        return not token or token in ")]⟩,;:" or (token in "|‖" and self.open and self.open[-1] == token)

    def whole(self):
        parts = self.clauses("")
        if self.at < len(self.tokens):
            raise Fault(f"no sense in {self.peek()!r} of: {self.text}")
        return parts

    def clauses(self, closing):
        """Relations with the marks between them, to the closing bracket."""
        parts = []
        while self.peek() and self.peek() != closing:
            if self.peek() in ",;:":
                parts.append(("mark", self.take()))
            else:
                before = self.at
                parts.append(self.relation())
                if self.at == before:
                    raise Fault(f"no sense in {self.peek()!r} of: {self.text}")
        return ("clauses", parts)

    def relation(self):
        parts = [self.sum()]
        while self.peek() in RELATIONS:
            parts += [self.take(), self.sum()]
        return parts[0] if len(parts) == 1 else ("relation", parts)

    def sum(self):
        parts = []
        while True:
            if self.peek() and self.peek() in "+−±⊕≫":
                parts.append(self.take())
            elif not self.ends() and self.peek() not in RELATIONS:
                parts.append(self.product())
            else:
                break
        return parts[0] if len(parts) == 1 else ("sum", parts)

    def product(self):
        """Factors with spaces between them; ' / ' divides what came before by what comes after it."""
        parts = []
        while not self.ends() and self.peek() not in RELATIONS and self.peek() not in "+−±⊕≫":
            if self.peek() == "/" and self.spaced():
                self.take()
                return ("quotient", self.joined(parts), self.product())
            if self.peek() in ("·", "×", "∘"):
                parts.append(self.take())
                continue
            if self.peek() and self.peek() in "ΣΠ" and self.peek(1) not in ("V", "", ","):  # there it is the matrix
                sign = self.scripts(("name", self.take()))
                parts.append(("total", sign, self.product()))
                continue
            parts.append(self.fraction())
            if len(parts) > 1 and parts[-1][0] == parts[-2][0] == "text":
                parts[-2:] = [("text", f"{parts[-2][1]} {parts[-1][1]}")]
        return self.joined(parts)

    @staticmethod
    def joined(parts):
        return parts[0] if len(parts) == 1 else ("product", parts)

    def fraction(self):
        made = self.tight()
        while self.peek() == "/" and not self.spaced():
            self.take()
            made = ("quotient", made, self.tight())
        return made

    def tight(self):
        parts = [self.touching()]
        while self.peek() in ("·", "×", "∘") and not self.spaced():
            parts += [self.take(), self.touching()]
        return self.joined(parts)

    def touching(self):
        parts = [self.factor()]
        while self.at < len(self.tokens) and not self.spaced() and not self.ends() and self.peek() not in RELATIONS \
                and self.peek() not in "+−±⊕≫/·×∘":
            parts.append(self.factor())
        return parts[0] if len(parts) == 1 else ("touching", parts)

    def factor(self):
        token = self.take()
        if token in OPENING:
            self.open.append(OPENING[token])
            inner = self.rows() if token == "[" else self.clauses(OPENING[token])
            if self.peek() != OPENING[token]:
                raise Fault(f"no {OPENING[token]} for {token} in: {self.text}")
            self.take()
            self.open.pop()
            return self.scripts(inner if token == "[" else ("group", token, inner))
        if token == "√":
            return ("root", self.factor())
        if re.match(r"\d", token):
            return self.scripts(("number", token))
        if token in FRACTIONS:
            return ("quotient", *(("number", str(part)) for part in FRACTIONS[token]))
        if token[0] == "`":
            return ("code", token[1:-1])
        if token in FUNCTIONS:
            sign = self.scripts(("word", token))
            if self.ends() or self.peek() in RELATIONS or self.peek() in "+−·/":
                return sign
            if self.peek() in "(|‖" and (not self.spaced() or self.peek() in "|‖"):
                return self.scripts(("call", sign, self.factor()))
            return ("call", sign, self.touching())
        if len(token) > 2 and token[0].isalpha() or token in SHORT_WORDS:
            return self.scripts(("text" if token in PROSE or token[0].isupper() else "word", token))
        if token.isalpha() or token in "∂∇…°·" or "\u0302" in token:
            return self.scripts(("name", token))
        raise Fault(f"no sense in {token!r} of: {self.text}")

    def scripts(self, base):
        """The base with what is raised, lowered and primed behind it."""
        low, high = "", None
        while self.peek():
            token = self.peek()
            if token in LOWER:
                low += LOWER[self.take()]
            elif token == "_":
                self.take()
                low += "_" + self.take()
            elif re.fullmatch("_[ijkg]", low) and token in "ijk" and not self.spaced():  # K_ij
                low += self.take()
            elif token in UPPER:
                raised = UPPER[self.take()]
                while self.peek() in UPPER and not self.spaced():
                    raised += UPPER[self.take()]
                high = ("raised", raised)
            elif token == "′":
                self.take()
                base = ("primed", base)
            elif token == "^" and high is None:
                self.take()
                high = ("name", self.take()) if self.peek() == "#" else self.factor()
            else:
                break
        return ("scripts", base, low.replace("_", ""), high) if low or high else base

    def rows(self):
        """The entries of a matrix: two spaces or more are between them, a semicolon is between rows."""
        rows = [[""]]
        while self.peek() and self.peek() != "]":
            token, gap = self.tokens[self.at]
            self.at += 1
            if token == ";":
                rows.append([""])
            elif gap > 1 and rows[-1][-1]:
                rows[-1].append(token)
            else:
                rows[-1][-1] += " " * gap + token
        return ("matrix", [[parse(entry) for entry in row] for row in rows])


@functools.cache
def parse(text):
    """The tree of a formula. Throws Fault."""
    return Parser(text).whole()


# --- setting

def row(parts):
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def sign(mark, form=""):
    return f"<mo{form}>{escape(mark)}</mo>"


def name(text):
    text = unicodedata.normalize("NFC", text)
    if len(text) == 2 and text[0] == "Δ":
        return f"<mrow><mi mathvariant=\"normal\">Δ</mi><mi>{text[1]}</mi></mrow>"
    if len(text) == 2 and text[1] == "\u0302":
        return f"<mover><mi>{text[0]}</mi><mo stretchy=\"false\">ˆ</mo></mover>"
    return sign(text) if text in "∂∇…·#" else "<mtext>°</mtext>" if text == "°" else f"<mi>{escape(text)}</mi>"


def lowered(text):
    parts = re.findall(r"[a-z]{2,}|\d+|.", text)
    words = len(parts) == 1 and len(text) > 2 and text.isalpha()
    return f"<mtext>{text}</mtext>" if words else row([
        f"<mn>{part}</mn>" if part.isdigit() else sign(part) if part in "+−," else f"<mi>{part}</mi>"
        for part in (list(text) if not any(map(str.isdigit, text)) else parts)])


def raised(node):
    if node[0] != "raised":
        return set_node(node[2] if node[0] == "group" and node[1] == "(" else node)
    parts = re.findall(r"\d+|.", node[1])
    return row([f"<mn>{part}</mn>" if part.isdigit() else sign(part) if part in "+−()" else f"<mi mathvariant=\"normal\">{part}</mi>"
                for part in parts])


def bare(node):
    """The node of a numerator or denominator: without brackets around the whole."""
    return node[2] if node[0] == "group" and node[1] == "(" else node


def set_node(node):
    """The MathML of a node."""
    kind = node[0]
    if kind == "number":
        return f"<mn>{node[1]}</mn>"
    if kind == "name":
        return name(node[1])
    if kind == "word":
        return f"<mi mathvariant=\"normal\">{node[1]}</mi>"
    if kind == "text":
        return f"<mtext>&#160;{node[1]}&#160;</mtext>"
    if kind == "code":
        return f'<mtext class="code">{escape(node[1])}</mtext>'
    if kind == "mark":
        return sign(node[1], ' separator="true" rspace="0.4em"')
    if kind in ("clauses", "touching"):
        return row([set_node(part) for part in node[1]] or ["<mrow/>"])
    if kind in ("relation", "sum"):
        return row([sign(part) if isinstance(part, str) else set_node(part) for part in node[1]])
    if kind == "product":
        made = []
        for i, part in enumerate(node[1]):
            if isinstance(part, str):
                made.append(sign(part))
            else:
                if i and not isinstance(node[1][i - 1], str):
                    made.append('<mspace width="0.17em"/>')
                made.append(set_node(part))
        return row(made or ["<mrow/>"])
    if kind == "quotient":
        return f"<mfrac>{set_node(bare(node[1]))}{set_node(bare(node[2]))}</mfrac>"
    if kind == "root":
        return f"<msqrt>{set_node(bare(node[1]))}</msqrt>"
    if kind == "primed":
        return f"<msup>{set_node(node[1])}<mo>′</mo></msup>"
    if kind == "group":
        pair = node[1], OPENING[node[1]]
        fence = ' fence="true" stretchy="true" form='
        return row([sign(pair[0], fence + '"prefix"'), set_node(node[2]), sign(pair[1], fence + '"postfix"')])
    if kind == "matrix":
        cells = "".join("<mtr>" + "".join(f"<mtd>{set_node(entry)}</mtd>" for entry in entries) + "</mtr>"
                        for entries in node[1])
        return row([sign("(", ' fence="true" form="prefix"'), f"<mtable>{cells}</mtable>",
                    sign(")", ' fence="true" form="postfix"')])
    if kind == "call":
        gap = [] if node[2][0] == "group" else ['<mspace width="0.17em"/>']
        return row([set_node(node[1]), *gap, set_node(node[2])])
    if kind == "total":
        sum_sign = node[1]
        under = lowered(sum_sign[2]) if sum_sign[0] == "scripts" and sum_sign[2] else None
        big = sign({"Σ": "∑", "Π": "∏"}[sum_sign[1][1] if sum_sign[0] == "scripts" else sum_sign[1]], ' largeop="true" movablelimits="false"')
        return row([f"<munder>{big}{under}</munder>" if under else big, set_node(node[2])])
    if kind == "scripts":
        base, low, high = set_node(node[1]), node[2] and lowered(node[2]), node[3] and raised(node[3])
        if low and high:
            return f"<msubsup>{base}{low}{high}</msubsup>"
        return f"<msub>{base}{low}</msub>" if low else f"<msup>{base}{high}</msup>"
    raise AssertionError(kind)


def split(node, room):
    """The MathML of a node in parts between which a line may break, if it is longer than `room` letters."""
    if len(flat(node)) <= room:
        return [set_node(node)]
    if node[0] in ("relation", "sum", "product"):
        made, mark = [], ""
        for i, part in enumerate(node[1]):
            if isinstance(part, str):
                mark += sign(part, ' form="infix"' if i else ' form="prefix"')
            else:
                first, *rest = split(part, room)
                made += [mark + first, *rest]
                mark = ""
        return made
    if node[0] == "total":
        first, *rest = split(node[2], room)
        return [set_node(("total", node[1], ("clauses", []))) + first, *rest]
    if node[0] == "group" and node[1] == "(" and len(node[2][1]) > 1:
        made = pieces(node[2], room)
        still = ' fence="true" stretchy="false" form='
        return [sign("(", still + '"prefix"') + made[0], *made[1:-1], made[-1] + sign(")", still + '"postfix"')]
    return [set_node(node)]


def pieces(tree, room=24):
    """The parts of a column between which a line may break: before relations, and within what is long."""
    made = []
    for part in tree[1]:
        if part[0] == "mark":
            made[-1] += set_node(part)
        elif part[0] == "relation":  # breaks before = even where it is short
            mark = ""
            for link in part[1]:
                if isinstance(link, str):
                    mark = sign(link, ' form="infix"')
                else:
                    first, *rest = split(link, room)
                    made += [mark + first, *rest]
        else:
            made += split(part, room)
    return made


def flat(node):
    """The letters of a node, to see how long it is."""
    return "".join(flat(part) if isinstance(part, (tuple, list)) else str(part) for part in node[1:] if part) \
        if isinstance(node, tuple) else "".join(flat(part) if isinstance(part, (tuple, list)) else part for part in node)


def mathml(block):
    """The block as HTML: a line for each of its lines, with columns that may go to the next line."""
    made = []
    for columns in lines_of(block):
        parts = []
        for i, text in enumerate(columns):
            note = ' class="note"' if i and text.startswith("cap ") else ""
            inner = " ".join(f'<math displaystyle="true"><mrow>{piece}</mrow></math>' for piece in pieces(parse(text)))
            parts.append(f"<span{note}>{inner}</span>")
        made.append(f'<div>{"".join(parts)}</div>')
    return f'<div class="formula">{"".join(made)}</div>'
