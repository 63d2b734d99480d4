# %% [markdown]
# # My own arm
# A file of your own is loaded as a built-in arm is. Here an arm of three hinges in a plane.

# %%
import tempfile
from pathlib import Path

import numpy as np

import iklab

urdf = """<robot name="three">
  <link name="base"/><link name="upper"/><link name="fore"/><link name="hand"/><link name="tip"/>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0.5 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-2.5" upper="2.5" effort="1" velocity="1"/></joint>
  <joint name="wrist" type="revolute"><parent link="fore"/><child link="hand"/><origin xyz="0.4 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="end" type="fixed"><parent link="hand"/><child link="tip"/><origin xyz="0.2 0 0"/></joint>
</robot>"""
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "three.urdf"
    path.write_text(urdf)
    arm = iklab.Robot.load(path)
print(arm)
print(arm.limits)

# %% A pose that the arm has is reached
pose = arm.forward([0.4, 0.7, -0.3])
found = arm.solve(pose)
assert found.reached
np.testing.assert_allclose(arm.forward(found.theta), pose, atol=3e-6)

# %% One that it has not is not, and says why
far = pose.copy()
far[:3, 3] *= 10
print(arm.solve(far).proof)
assert arm.solve(far).verdict == "proven"

# %% A method of one's own beside the library's
class Steepest:
    """dtheta = rate J^T e."""

    knobs = {"rate": (0.05, 1.0)}
    rate = 0.4

    def step(self, problem):
        return self.rate * problem.jacobian.T @ problem.error


for row in arm.reach(["solve", "dls", Steepest()], 50):
    print(row["method"], row["reached"], "of", row["poses"])
