# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A pendulum from nothing
# Builds a model, simulates it, and compares its period with the closed form.

# %%
import math

import numpy as np
import trammel

# %% [markdown]
# ## Build
# `trammel.types(family)` lists the types, `trammel.describe(family, type)` their properties and inputs. Numbers are in SI
# units and radians. A point mass of 1 kg hangs 0.7 m below its pivot.

# %%
model = trammel.Model("Pendulum")
mass = model.add("body", "rigid", "Mass", properties={"mass": 1, "massCenter": (0, -0.7, 0), "moments": (0, 0, 0)})
pivot = model.add("joint", "pin", "Pivot", inputs={"child": mass}, properties={"angle": 2.0})
model.add("force", "gravity", "Gravity", properties={"magnitude": 9.81})
model.add("settings", "simulation", "Simulation", properties={"duration": 10, "accuracy": 1e-9, "frameInterval": 0.01})
assert not model.problems(), model.problems()

# %% [markdown]
# ## Simulate
# A run gives each output, or a formula of outputs, as an array over `run.time`.

# %%
run = model.run()
angle, energy = run["Pivot.angle"], run["KE + PE"]
assert len(run) == len(run.time) == len(angle) == 1001
assert np.ptp(energy) < 1e-6, "energy is kept"


# %% [markdown]
# ## Compare
# The period is 2π √(L/g) divided by the arithmetic-geometric mean of 1 and cos(θ/2).

# %%
def mean(a, b):
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


expected = 2 * math.pi * math.sqrt(0.7 / 9.81) / mean(1, math.cos(2.0 / 2))
falling = np.flatnonzero((angle[:-1] > 0) & (angle[1:] <= 0))
crossings = run.time[falling] + 0.01 * angle[falling] / (angle[falling] - angle[falling + 1])
measured = np.diff(crossings).mean()
print(f"period {measured:.6f} s, closed form {expected:.6f} s")
assert abs(measured - expected) < 1e-4

# %% [markdown]
# ## Edit
# Each edit is one step of the history. What the model does not permit raises `trammel.Error`, and changes nothing.

# %%
pivot["angle"] = 0.1
try:
    mass["mass"] = -1
except trammel.Error as error:
    print(error)
assert mass["mass"] == 1
assert model.undo() and pivot["angle"] == 2.0
