#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the limits of readers in resources/help/safety.md with the constants of the code. Usage: check_limits.py [TREE]"""
import re
import sys
from pathlib import Path

MB, GB = 1 << 20, 1 << 30

# Row of the table: its limits in order, each as the text before or after the number, the file, the constant, and its unit.
LIMITS = {
    "Model": [
        ("{} MB", "engine/document/document_file.h", "LargestFileSize", MB),
        ("{} levels", "engine/document/document_file.h", "DeepestNesting", 1),
        ("up to {};", "engine/math/largest_number.h", "largestNumber", 1),
        ("{} problems", "engine/document/document_file.h", "MostProblems", 1),
    ],
    "DXF, SVG": [
        ("{} MB", "engine/import/import_limits.h", "modelBytes", MB),
        ("{} XML elements", "engine/import/import_limits.h", "elements", 1),
        ("{} points", "engine/import/drawing/plane_path.h", "mostDrawingVertices", 1),
        ("{} outlines", "engine/import/drawing/plane_path.h", "mostOutlines", 1),
    ],
    "URDF, SDFormat, MJCF, OpenSim": [
        ("{} MB with includes", "engine/import/import_limits.h", "modelBytes", MB),
        ("{} XML elements", "engine/import/import_limits.h", "elements", 1),
        ("{} levels", "engine/import/import_limits.h", "depth", 1),
        ("{} includes", "engine/import/import_limits.h", "includes", 1),
        ("{} inside each other", "engine/import/import_limits.h", "includeDepth", 1),
        ("{} bodies", "engine/import/import_limits.h", "bodies", 1),
        ("{} rows", "engine/import/import_limits.h", "rows", 1),
        ("{} MB of a `robot.yaml`", "engine/import/urdf/urdf_joints.cpp", "largestSidecar", MB),
    ],
    "Mesh": [
        ("{} MB and", "engine/import/import_limits.h", "meshBytes", MB),
        ("{} MB and", "ui/properties/mesh_editor.cpp", "LargestFile", MB),
        ("{} triangles", "engine/formats/mesh_file.h", "mostTrianglesRead", 1),
        ("{} are kept", "engine/formats/mesh_file.h", "mostTrianglesKept", 1),
        ("{} levels", "engine/meshes/assimp_reader.cpp", "deepestNode", 1),
        ("{} levels", "engine/meshes/collada_check.cpp", "deepestElement", 1),
        ("{} MB in a model", "engine/import/import_limits.h", "allMeshBytes", MB),
    ],
    "Formula": [
        ("{} characters", "engine/meta/expression.cpp", "longest", 1),
        ("{} levels", "engine/meta/expression.cpp", "deepest", 1),
    ],
    "Plate": [("{} straight pieces", "engine/decoration/plate_profile.h", "mostPlatePieces", 1)],
    "Table (CSV, `.sto`, `.mot`)": [
        ("{} GB", "engine/inspect/motion_reading.cpp", "largestTable", GB),
        ("{} GB", "ui/panels/plots/measured_curves.cpp", "LargestTable", GB),
        ("{} columns", "engine/formats/csv_reader.h", "mostTableColumns", 1),
        ("{} problems", "engine/formats/csv_reader.cpp", "enough", 1),
        ("{} problems", "engine/formats/storage_reader.cpp", "enough", 1),
    ],
    "Recorded motion": [("up to {} m or rad", "engine/compile/recorded_coordinates.cpp", "Real most", 1)],
    "Markers (`.trc`)": [
        ("{} GB", "engine/inspect/motion_reading.cpp", "largestTable", GB),
        ("{} markers", "engine/formats/marker_file.cpp", "mostMarkers", 1),
        ("{} million positions", "engine/formats/marker_file.cpp", "mostPlaces", 10**6),
    ],
    "Run": [
        ("{} million frames", "engine/runtime/trajectory_store.cpp", "MaxFrames", 10**6),
        # Numbers of 8 bytes.
        ("{} MB in a block", "engine/runtime/trajectory_store.cpp", "LargestChunk", MB / 8),
    ],
    "Results of a study": [("{} MB in a text", "engine/document/document_file.h", "LargestFileSize", MB)],
    "Plan of a divided study": [("{} GB in a file", "engine/study/study_units.cpp", "largestFile", GB)],
    "Background image": [
        ("{} MB when chosen", "ui/tools/background_data.cpp", "MostBytes", 10**6),
        ("{} pixels", "ui/tools/background_data.cpp", "MostPixels", 1),
    ],
    "Recording of a program": [
        ("{} MB in a message", "engine/live/message_stream.h", "LongestMessage", MB),
        ("{} bodies and meshes", "engine/live/scene_coder.cpp", "MostBodies", 1),
        ("{} bodies and meshes", "engine/live/scene_coder.cpp", "MostMeshes", 1),
        ("{} shapes", "engine/live/scene_coder.cpp", "MostShapes", 1),
        ("more than {} GB of frames", "ui/live/live_feed.h", "bytes_ = 0, limit_", GB),
        ("{} GB when recorded", "engine/live/scene_outlet.cpp", "LongestRecording", GB),
    ],
    "Plugin": [
        ("{} MB when", "engine/extension/plugin_file.cpp", "largest", MB),
        ("{} MB of output", "engine/extension/child_process.cpp", "mostOutput", MB),
    ],
    "Recovery copy, crash report": [("{} MB", "ui/session/crash_report.cpp", "largest", MB)],
}
RUNS = [
    ("more than {} million steps", "engine/runtime/run_estimate.cpp", "MostSteps", 10**6),
    ("{} million frames", "engine/runtime/run_estimate.cpp", "MostFrames", 10**6),
    ("{} GB", "engine/runtime/run_estimate.cpp", "MostBytes", 10**9),
]


def value_of(tree, file, constant):
    """The value of a constant in a source, or why it is missing."""
    text = (tree / file).read_text(encoding="utf-8")
    found = re.search(rf"\b{re.escape(constant)} = ([^;,]+)[;,]", text)
    if not found:
        return f"{file} has no constant '{constant}'"
    expression = re.sub(r"\b(?:std::\w+|int|qint64)[({](\d+)[)}]", r"\1", found[1].replace("'", ""))
    if not re.fullmatch(r"[\d.e+<* ]+", expression):
        return f"{file}: '{constant}' is no number: {expression}"
    return eval(expression)  # Digits and operators only.


def compare(tree, where, limits, text):
    for pattern, file, constant, unit in limits:
        number = r"(\d[\d ]*(?:e\d+)?)"
        found = re.search(re.escape(pattern).replace(r"\{\}", number), text)
        value = value_of(tree, file, constant)
        if not found:
            yield f"{where}: the page has no '{pattern}'"
        elif isinstance(value, str):
            yield value
        elif int(value / unit) != int(float(found[1].replace(" ", ""))):
            yield f"{where}: '{found[0]}' in the page, {constant} = {value} in {file}"


def problems(tree):
    page = (tree / "resources/help/safety.md").read_text(encoding="utf-8")
    table = page[page.index("| Reader | Limits |") :]
    rows = dict(row.strip("| ").split(" | ", 1) for row in table.split("\n\n")[0].splitlines()[2:])
    for name in rows.keys() ^ LIMITS.keys():
        yield f"{name}: a row of only the page or only this script"
    for name, limits in LIMITS.items():
        # A row ends as its parts do.
        yield from compare(tree, name, limits, rows.get(name, "") + ";")
    yield from compare(tree, "Long runs", RUNS, page[page.index("Trammel asks before it starts a run") :])


if __name__ == "__main__":
    found = list(problems(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])))
    print("\n".join(found) or "The limits of the page are those of the code.")
    sys.exit(1 if found else 0)
