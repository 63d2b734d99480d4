"""Line plots as SVG for notebooks, without another package."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Mapping

import numpy as np
import numpy.typing as npt

_COLORS = ["#2a6fbb", "#c8553d", "#3a8f5c", "#8a5aa8", "#b8860b", "#4b5563"]


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers that divide [low, high] in about five parts."""
    step = 10 ** np.floor(np.log10((high - low) / 4))
    step *= next(m for m in (1, 2, 5, 10) if (high - low) / (step * m) <= 6)
    return [float(t) for t in np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step]


@dataclass(frozen=True)
class Lines:
    """Lines over one axis."""

    x: npt.NDArray[Any]
    lines: Mapping[str, npt.NDArray[Any]]
    title: str
    x_label: str
    y_label: str

    def svg(self, width: int = 640, height: int = 300) -> str:
        """The plot; lines are drawn from at most 2,000 points."""
        left, right, top, bottom = 64, 12, 30, 44
        finite = [y[np.isfinite(y)] for y in self.lines.values()]
        low = min((float(y.min()) for y in finite if len(y)), default=0.0)
        low = min(low, 0.0)
        high = max((float(y.max()) for y in finite if len(y)), default=1.0)
        if high <= low:
            high = low + 1.0
        x0, x1 = float(self.x[0]), float(self.x[-1])
        if x1 == x0:
            x1 = x0 + 1.0

        def across(x: float) -> float:
            return left + (x - x0) / (x1 - x0) * (width - left - right)

        def down(y: float) -> float:
            return height - bottom - (y - low) / (high - low) * (height - top - bottom)

        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                 f'role="img" aria-label="{escape(self.title)}" font-family="sans-serif" font-size="12" '
                 'fill="currentColor">',
                 f'<text x="{left}" y="18" font-weight="600">{escape(self.title)}</text>']
        for tick in _ticks(low, high):
            parts.append(f'<path d="M{left} {down(tick):.1f}H{width - right}" stroke="currentColor" opacity=".15"/>'
                         f'<text x="{left - 6}" y="{down(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
        for tick in _ticks(x0, x1):
            parts.append(f'<text x="{across(tick):.1f}" y="{height - bottom + 16}" '
                         f'text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{(left + width - right) / 2}" y="{height - 8}" '
                     f'text-anchor="middle">{escape(self.x_label)}</text>'
                     f'<text transform="translate(14 {(top + height - bottom) / 2}) rotate(-90)" '
                     f'text-anchor="middle">{escape(self.y_label)}</text>')
        every = max(1, len(self.x) // 2000)
        for i, (name, y) in enumerate(self.lines.items()):
            points = [(a, b) for a, b in zip(self.x[::every], y[::every]) if np.isfinite(b)]
            path = "M" + "L".join(f"{across(a):.1f} {down(b):.1f}" for a, b in points)
            color = _COLORS[i % len(_COLORS)]
            parts.append(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="1.6"/>'
                         f'<text x="{width - right - 4}" y="{top + 14 * (i + 1)}" text-anchor="end" '
                         f'fill="{color}">{escape(name)}</text>')
        return "".join(parts) + "</svg>"
