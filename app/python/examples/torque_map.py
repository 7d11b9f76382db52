# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # The torque of a motor over two lengths
# Computes a study that is part of a model on all cores, and works with its results as arrays.

# %%
import os
import sys
from pathlib import Path

import numpy as np
import trammel

models = Path(os.environ.get("TRAMMEL_MODELS", "/usr/share/trammel/models"))
model = trammel.load(models / "four_bar_study.trammel")

# %% [markdown]
# ## Compute
# The rows are bitwise identical for any number of workers and after any interruption. With `file="map.tstudy"`
# they are kept in a file that the window opens too.

# %%
model["Coupler length"]["levels"] = 5
model["Rocker length"]["levels"] = 4
results = model.study("Torque map", progress=lambda done, planned, failed: print(f"{done} of {planned}", file=sys.stderr))
print(results.columns)
assert results.complete and results.values.shape == (20, 3)
assert np.array_equal(results.values, model.study("Torque map", workers=1).values)

# %% [markdown]
# ## Read
# A run that fails is a result: its responses are NaN, and `results.messages` says why.

# %%
ok = np.array(results.status) == "ok"
torque = results["Peak torque"].reshape(5, 4)
couplers = np.unique(results["Coupler.length"])
for length, row in zip(couplers, torque):
    print(f"coupler {length:.2f} m: {row.min():.3f} to {row.max():.3f} N·m")
assert ok.all()

# %% [markdown]
# ## Use a run
# `results.model(run)` is the model with the factors of that run.

# %%
best = int(np.array(results.runs)[np.argmin(results["Peak torque"])])
design = results.model(best)
run = design.run()
print("best:", results.row(best))
assert np.isclose(np.abs(run["Motor.torque"]).max(), results["Peak torque"].min(), rtol=1e-2)
assert results.check(best), "computed again with the same bits"
