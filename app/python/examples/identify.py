# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Parameters of a pendulum from a measured table
# Adds a study to a model: an optimization that fits length, damping and initial angle to measured angles.

# %%
import numpy as np
import trammel

# %% [markdown]
# ## Measure
# Here the table comes from a pendulum with known parameters, plus an error of 0.01 rad without any pattern.

# %%
length, damping, start = 0.7, 0.12, 1.0
time = np.arange(101) * 0.05


def pendulum(length, damping, start):
    model = trammel.Model("Pendulum")
    model.add("parameter", "length", "L", properties={"value": length})
    model.add("parameter", "frequency", "c", properties={"value": damping})
    mass = model.add("body", "rigid", "Mass", properties={"mass": 1, "massCenter": (0, -length, 0), "moments": (0, 0, 0)})
    mass.set_formula("massCenter.y", "-L")
    pivot = model.add("joint", "pin", "Pivot", inputs={"child": mass}, properties={"angle": start})
    model.add("force", "gravity", "Gravity", properties={"magnitude": 9.81})
    damper = model.add("force", "mobilityDamper", "Damper", inputs={"joint": pivot}, properties={"damping": 0.01})
    damper.set_formula("damping", "c * 1 kg * L^2")
    model.add("settings", "simulation", "Simulation", properties={"duration": 5, "accuracy": 1e-8, "frameInterval": 0.05})
    return model


truth = pendulum(length, damping, start).run()
measured = truth["Pivot.angle"] + 0.01 * np.sin(np.arange(101.0) ** 2)

# %% [markdown]
# ## Fit
# Factors vary parameters within bounds; the response is the deviation from the table.

# %%
model = pendulum(0.6, 0.2, 0.8)
study = model.add("study", "optimization", "Fit", properties={"tolerance": 1e-8})
for element, number, low, high in (("L", "value", 0.5, 0.9), ("c", "value", 0.0, 0.5), ("Pivot", "angle", 0.5, 1.5)):
    model.add("factor", "range", f"{element} {number}", parent=study, inputs={"element": model[element]},
              properties={"number": number, "from": low, "to": high})
table = "; ".join(f"{t!r} {a!r}" for t, a in zip(time.tolist(), measured.tolist()))
model.add("response", "deviation", "Error", parent=study,
          properties={"output": "Pivot.angle", "table": table, "goal": "minimizeSquare"})
results = model.study("Fit")
row = results.row(results.best)
print(f"after {len(results)} runs:", row)
assert abs(row["L [m]"] - length) < 0.005
assert abs(row["c [Hz]"] - damping) < 0.01
assert row["Error [rad]"] < 0.0075, "about the error of the table, 0.01/√2"

# %% [markdown]
# ## Keep
# The fitted model, to open in the window.

# %%
fitted = results.model(results.best)
assert fitted["L"]["value"] == row["L [m]"]
# fitted.save("fitted.trammel")
