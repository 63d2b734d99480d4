# %% [markdown]
# # Sweeps to pandas
# How error and jitter depend on the damping, and on the damping and D_max together.

# %%
import pandas

import iklab

line = pandas.DataFrame(iklab.sweep("double-y", "dls", {"lambda": (0.1, 2.0, 12)}, steps=400, warmup=100))
print(line[["lambda", "mean_error", "mean_jitter_deg"]].round(4).to_string(index=False))

# %% More damping is calmer
assert line.mean_jitter_deg.iloc[-1] < line.mean_jitter_deg.iloc[0]

# %% A grid, as a table with a row for each lambda
cells = pandas.DataFrame(iklab.sweep("double-y", "dls", {"lambda": (0.1, 2.0, 4), "d-max": (0.1, 1.0, 4)}, steps=200))
print(cells.pivot(index="lambda", columns="d-max", values="mean_error").round(3))
assert len(cells) == 16

# %% What the library recommends
advice = iklab.advise("double-y", ["dls", "sdls"], steps=240)
for one in advice.recommendations:
    print(one["sentence"])
