# %% [markdown]
# # The report's experiment
# Buss (2009), section 8: the double-Y follows four targets. Four methods, one update in a time step.
# Run this file as it is, or cell by cell in an editor that knows `# %%`.

# %%
import pandas

import iklab

table = iklab.compare("double-y", ["jacobian-transpose", "pseudoinverse", "dls", "sdls"], steps=400, warmup=100)
frame = pandas.DataFrame(table).set_index("method")
print(frame[["mean_error", "mean_jitter_deg", "reversal_rate"]].round(4))

# %% [markdown]
# The pseudoinverse shakes where targets are out of reach; damping calms it.

# %%
assert frame.mean_jitter_deg["pseudoinverse"] > 5 * frame.mean_jitter_deg["dls"]

# %% One run, as a picture
run = iklab.experiment("double-y", "sdls", steps=400)
run
