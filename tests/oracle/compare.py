#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what the two oracle programs have printed: compare.py THEIRS OURS. Fails on any number that differs by more
than the tolerance, and names it. What the original is known to get wrong, or leaves open, is listed with the reason."""

import re
import sys

TOLERANCE = 1e-9

# Where the original itself is wrong or a choice is free, and why. Patterns of "case/state/key".
EXCEPTIONS = [
    (r"^(joint/(LineOrientation|FreeLine)/|tree/).*/NDot", "the original's NDot of a line is not the rate of its N"),
    (
        r"^joint/(LineOrientation|FreeLine)/reversed/\d/(qdot|N|NInv|NDot|calcQDot|qdotdot)",
        "reversed lines of the original move differently from what their speeds say",
    ),
    (
        r"^constraint/NoSlip1D/\d/(bias|A_GB|qdotdot|udot|calcAcceleration|multipliers|errors for|constraint forces"
        r"|reactions|center of mass acceleration)",
        "its acceleration error is no derivative of its velocity error in the original",
    ),
    (
        r"^contact/.*/detail (area|pressure) ",
        "the original leaves the area and the peak pressure of a contact at a point undefined",
    ),
    (
        r"^force/Thermostat/\d/(body forces|mobility forces|reactions|zdot)",
        "bodies are braked rather than mobilities, and the auxiliary variables stand in another order",
    ),
]

# Where the original is less accurate. Patterns of "case/state/key", tolerance, reason.
ROUGHER = [
    (r"^contact/(HalfSpace)?Ellipsoids?/", 1e-7, "its factor of Hertz' ellipse is an approximation"),
]


def read(path):
    """Numbers by "case/state/key", in order."""
    numbers = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            key, _, rest = line.partition(" =")
            numbers[key] = [float(word) for word in rest.split()]
    return numbers


def difference(theirs, ours):
    """The largest difference, relative to the largest number of the line if that is above one."""
    if len(theirs) != len(ours):
        return float("inf")
    scale = max([1.0] + [abs(x) for x in theirs])
    worst = 0.0
    for x, y in zip(theirs, ours):
        same = x == y or (x != x and y != y)
        d = 0.0 if same else abs(x - y) / scale
        worst = max(worst, d if d == d else float("inf"))
    return worst


def main(theirs_file, ours_file):
    theirs, ours = read(theirs_file), read(ours_file)
    bad, excused, worst = [], 0, 0.0
    for key in list(theirs) + [k for k in ours if k not in theirs]:
        if key not in ours or key not in theirs:
            d = float("inf")
        else:
            d = difference(theirs[key], ours[key])
        tolerance = max([TOLERANCE] + [t for pattern, t, _ in ROUGHER if re.search(pattern, key)])
        if d <= tolerance:
            worst = max(worst, d)
        elif any(re.search(pattern, key) for pattern, _ in EXCEPTIONS):
            excused += 1
        else:
            bad.append((key, d))
    for key, d in bad:
        print(f"{key}: differ by {d:.2g}\n  original {theirs.get(key)}\n  Trammel  {ours.get(key)}")
    cases = len({key.rsplit("/", 2)[0] for key in theirs})
    print(f"{len(theirs)} lines of {cases} cases, largest difference {worst:.2g}, {len(bad)} differ, {excused} excused")
    if not theirs or any("/exception" in key for key in theirs):
        print("The program with the original did not print all cases.")
        return 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
