// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/synonyms.h"

#include <QCoreApplication>
#include <array>
#include <string_view>

namespace trammel::ui {

namespace {

/// The word of CAD programs, simulators and textbooks, then the label, or the start of a label, of Trammel's command.
constexpr auto synonyms = std::to_array<std::string_view>({
    "ternary: Plate",
    "polygon: Plate",
    "lever: Plate",
    "extrude: Plate",
    "ring: Tube",
    "pipe: Tube",
    "hollow: Tube",
    "washer: Tube",
    "hinge: Pin",
    "revolute: Pin",
    "rotary: Pin",
    "axle: Pin",
    "pivot: Pin",
    "prismatic: Slider",
    "translational: Slider",
    "sliding: Slider",
    "linear guide: Slider",
    "rail: Slider",
    "linear guide: Rail",
    "slide: Rail",
    "gantry: Rail",
    "slot: Point on line",
    "groove: Slot",
    "pin in slot: Slot",
    "scotch yoke: Slot",
    "cylindrical: Cylinder",
    "spherical: Ball",
    "fixed: Weld",
    "rigid: Weld",
    "glue: Weld",
    "attach: Weld",
    "cardan: Universal",
    "hooke: Universal",
    "helical: Screw",
    "leadscrew: Screw",
    "lead screw: Screw",
    "floating: Free",
    "6dof: Free",
    "cartesian: Translation",
    "collision: Contact",
    "collision: Everything touches",
    "collision mesh: Split into convex parts",
    "convex decomposition: Split into convex parts",
    "convex hull: Split into convex parts",
    "collide: Contact",
    "collide: Everything touches",
    "touch: Contact",
    "hit: Contact",
    "friction: Joint friction",
    "friction: Contact",
    "backlash: Pin with clearance",
    "play: Pin with clearance",
    "frequency: Vibration modes",
    "frequencies: Vibration modes",
    "modal: Vibration modes",
    "mode shape: Vibration modes",
    "eigenvalue: Vibration modes",
    "eigenvector: Vibration modes",
    "eigenfrequency: Vibration modes",
    "resonance: Vibration modes",
    "linearize: Vibration modes",
    "stability: Vibration modes",
    "statics: Find equilibrium",
    "rest position: Find equilibrium",
    "import: Open",
    "urdf: Open",
    "mjcf: Open",
    "mujoco: Open",
    "sdf: Open",
    "opensim: Open",
    "load model: Open",
    "stl: Mesh",
    "obj: Mesh",
    "import mesh: Mesh",
    "cad: Mesh",
    "print: Export",
    "save image: Export",
    "csv: Export",
    "blender: Export",
    "animation: Export",
    "mocap: Recorded motion",
    "motion capture: Recorded motion",
    "inverse kinematics: Recorded motion",
    "rope: Cable",
    "wire: Cable",
    "winch: Cable",
    "pulley: Cable",
    "sheave: Pulley",
    "drum: Pulley",
    "winch: Pulley",
    "tendon: Cable",
    "string: Cable",
    "belt: Gear pair",
    "belt: Cable",
    "chain: Gear pair",
    "sprocket: Gear pair",
    "sprocket: Belt or chain",
    "timing belt: Belt or chain",
    "lost motion: Gear pair with backlash",
    "connecting rod: Rod with eyes",
    "conrod: Rod with eyes",
    "cog: Gear pair",
    "cog: Gear",
    "pinion: Gear",
    "internal gear: Ring gear",
    "annulus: Ring gear",
    "gear ratio: Gear pair",
    "transmission: Gear pair",
    "planetary: Gear pair",
    "cam: Coordinate coupler",
    "mate: Ball",
    "shock: Damper",
    "absorber: Damper",
    "dashpot: Damper",
    "coil: Spring",
    "elastic: Spring",
    "torsion spring: Joint spring",
    "actuator: Steady motor",
    "drive: Steady motor",
    "servo: Steady motor",
    "engine: Steady motor",
    "motor: Steady motor",
    "load: Loads on bodies",
    "bar: Link",
    "rod: Link",
    "sketch: Link",
    "line: Link",
    "sphere: Sphere",
    "cube: Box",
    "block: Box",
    "cuboid: Box",
    "disk: Cylinder",
    "wheel: Cylinder",
    "turn: Rotate",
    "translate: Move",
    "position: Move",
    "scale: Resize",
    "stretch: Resize",
    "drag: Pose",
    "inverse kinematics: Pose",
    "ruler: Measure",
    "distance: Measure",
    "dimension: Measure",
    "driving dimension: Dimension",
    "photo: Background image",
    "trace over: Background image",
    "underlay: Background image",
    "canvas: Background image",
    "calibrate: Scale background",
    "synthesis: Four-bar through three positions",
    "synthesis: Follow a curve",
    "three-position synthesis: Four-bar through three positions",
    "motion generation: Four-bar through three positions",
    "coupler point: Coupler curve",
    "path generation: Coupler curve",
    "path generation: Follow a curve",
    "optimize: Studies",
    "optimization: Studies",
    "sweep: Studies",
    "parameter study: Studies",
    "dxf: Insert model",
    "svg: Insert model",
    "curve atlas: Coupler curve",
    "dead point: Transmission angle",
    "toggle position: Transmission angle",
    "length: Dimension",
    "angle: Dimension",
    "constrain length: Dimension",
    "sketch plane: Work plane",
    "datum plane: Work plane",
    "construction plane: Work plane",
    "view cube: View cube",
    "navigation cube: View cube",
    "anchor: Ground",
    "fix: Ground",
    "fixed: Ground",
    "clone: Duplicate",
    "unlink: Break link",
    "make independent: Break link",
    "array: Linear pattern",
    "array: Circular pattern",
    "repeat: Linear pattern",
    "repeat: Circular pattern",
    "polar: Circular pattern",
    "pivot: Stretch",
    "lengthen: Stretch",
    "shorten: Stretch",
    "subassembly: Group selection",
    "assembly: Group selection",
    "ungroup: Dissolve group",
    "explode: Dissolve group",
    "import part: Insert model",
    "subassembly: Insert model",
    "component: Insert model",
    "subassembly: Save selection as",
    "symmetry: Mirror",
    "symmetric: Mirror",
    "reflect: Mirror",
    "flip: Mirror",
    "remove: Delete",
    "erase: Delete",
    "revert: Undo",
    "graph: Plot",
    "chart: Plot",
    "curve: Plot",
    "scope: Plot",
    "screenshot: Export",
    "video: Export",
    "movie: Export",
    "simulate: Run",
    "play: Run / pause",
    "start: Run",
    "solve: New run",
    "rewind: Reset",
    "path: Point trace",
    "trajectory: Point trace",
    "coupler curve: Point trace",
    "variable: Parameter",
    "equation: Parameter",
    "formula: Parameter",
    "solver: Simulation",
    "time step: Simulation",
    "integrator: Simulation",
    "night: Dark",
    "zoom: Frame all",
    "fit: Frame all",
    "shortcuts: Keyboard",
    "hotkeys: Keyboard",
    "keys: Keyboard",
    "manual: Building mechanisms",
    "tutorial: Build",
    "inches: in ·",
    "imperial: in ·",
    "dof: Mobility",
    "degrees of freedom: Mobility",
    "gruebler: Mobility",
    "grashof: Mobility",
    "redundant: Mobility",
    "overconstrained: Mobility",
    "perspective: Orthographic",
    "clip: Section",
    "cross section: Section",
    "transparent: Show as ghost",
});

/// Words for what Trammel does not have, separated by "|", and what to use instead.
struct MissingFeature {
    std::string_view words;
    const char* answer;
};
constexpr auto missingFeatures = std::to_array<MissingFeature>({
    {"step file|stp|iges|solidworks|parasolid",
     QT_TRANSLATE_NOOP("Synonyms", "CAD files cannot be read. Export a mesh (STL, OBJ) or an outline (DXF, SVG).")},
    {"script|macro|matlab|lua",
     QT_TRANSLATE_NOOP("Synonyms", "There are no scripts in the window. Use Help ▸ Python, trammel-cli or C++.")},
    {"flexible|finite element|fem|fea|stress|strain|deformation",
     QT_TRANSLATE_NOOP("Synonyms", "Bodies are rigid. Joints that bend: Bushing, Cantilever beam.")},
    {"fluid|aerodynamic|hydraulic|pneumatic|buoyancy",
     QT_TRANSLATE_NOOP("Synonyms", "There are no fluids. Dampers and loads on bodies can stand in for them.")},
    {"controller|pid|feedback|sensor",
     QT_TRANSLATE_NOOP("Synonyms", "There are no controllers. Measures sense; forces by formula act on them.")},
    {"tire|tyre",
     QT_TRANSLATE_NOOP("Synonyms", "There is no tire model. A wheel can roll without slip or touch a floor.")},
    {"fmu|fmi|cosimulation|co-simulation|simulink",
     QT_TRANSLATE_NOOP("Synonyms", "Co-simulation is not possible. Runs and models can be exported.")},
    {"preferences|options|settings",
     QT_TRANSLATE_NOOP("Synonyms", "There is no dialog of preferences. The View menu has theme, units and panels.")},
});

constexpr int FewestLetters = 3;

/// Whether @p typed is @p word, its beginning, or its plural.
bool isFormOf(const QString& typed, const QString& word) {
    constexpr qsizetype longestEnding = 2;
    if (typed.size() < FewestLetters) return false;
    if (word.startsWith(typed, Qt::CaseInsensitive)) return true;
    return word.size() > FewestLetters && typed.size() <= word.size() + longestEnding &&
           typed.startsWith(word, Qt::CaseInsensitive) && typed.endsWith(QLatin1Char('s'), Qt::CaseInsensitive);
}

QString toText(std::string_view row) { return QString::fromUtf8(row.data(), qsizetype(row.size())); }

}  // namespace

QStringList synonymsOf(const QString& typed) {
    QStringList words;
    for (const std::string_view row : synonyms) {
        const QString pair = toText(row);
        const qsizetype colon = pair.indexOf(": ");
        if (isFormOf(typed, pair.left(colon))) words += pair.mid(colon + 2);
    }
    words.removeDuplicates();
    return words;
}

QStringList allSynonymTargets() {
    QStringList targets;
    for (const std::string_view row : synonyms) targets += toText(row).section(QStringLiteral(": "), 1);
    targets.removeDuplicates();
    return targets;
}

QString missingFeatureAnswer(const QString& typed) {
    for (const MissingFeature& missing : missingFeatures)
        for (const QString& word : toText(missing.words).split(QLatin1Char('|')))
            if (isFormOf(typed, word)) return QCoreApplication::translate("Synonyms", missing.answer);
    return {};
}

}  // namespace trammel::ui
