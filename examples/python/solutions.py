# %% [markdown]
# # Basins and all solutions
# A UR5 has up to eight poses for a goal. Which one a method finds depends on where it starts.

# %%
import numpy as np

import iklab

arm = iklab.Robot.load("ur5")
goal = arm.forward([0.3, -1.1, 1.4, -0.5, 0.9, 0.2])
poses = arm.solve_all(goal)
print(len(poses), "poses, at most", poses.bound, "- complete:", poses.complete)
assert poses.complete
for theta in poses:
    np.testing.assert_allclose(arm.forward(theta), goal, atol=3e-6)

# %% The basins: a grid of starts, and the pose at which steps of damped least squares end
solver = arm.solver("dls")
solver.set_goal(goal)
grid = np.linspace(-2.5, 2.5, 12)
basins = np.full((12, 12), -1)
for row, shoulder in enumerate(grid):
    for column, elbow in enumerate(grid):
        start = poses.theta[0].copy()
        start[1:3] = shoulder, elbow
        solver.theta = start
        for _ in range(400):
            if solver.step()["error"] < 1e-3:
                break
        away = np.abs(np.angle(np.exp(1j * (poses.theta - solver.theta)))).max(axis=1)
        if away.min() < 0.1:
            basins[row, column] = away.argmin()
print("\n".join("".join("." if i < 0 else str(i) for i in row) for row in basins))
assert len(np.unique(basins[basins >= 0])) > 1

# %% [markdown]
# An arm of seven hinges has families: its elbow moves while the hand stands.

# %%
iiwa = iklab.Robot.load("iiwa14")
hand = iiwa.forward([0.3, 0.6, -0.4, 1.1, 0.2, 0.9, -0.5])
for family in iiwa.solve_all(hand).families[:1]:
    for low, high in family.arcs:
        middle = family.pose((low + high) / 2)
        np.testing.assert_allclose(iiwa.forward(middle), hand, atol=1e-8)
        print(f"elbow from {np.degrees(low):.0f} to {np.degrees(high):.0f} degrees")
