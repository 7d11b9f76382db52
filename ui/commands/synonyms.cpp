// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/synonyms.h"

#include <array>
#include <string_view>

namespace trammel::ui {

namespace {

/// Joints, elements and commands: the word of CAD programs, simulators and textbooks, then Trammel's.
constexpr std::array<std::string_view, 63> synonyms{
    "hinge: pin",
    "revolute: pin",
    "rotary: pin",
    "prismatic: slider",
    "translational: slider",
    "spherical: ball",
    "fixed: weld",
    "rigid: weld",
    "cardan: universal",
    "hooke: universal",
    "helical: screw",
    "floating: free",
    "collision: contact",
    "collide: contact",
    "frequency: vibration",
    "modal: vibration",
    "eigenvalue: vibration",
    "statics: equilibrium",
    "import: open",
    "import: mesh",
    "load: open",
    "stl: mesh",
    "rope: cable",
    "wire: cable",
    "winch: cable",
    "pulley: cable",
    "tendon: cable",
    "shock: damper",
    "dashpot: damper",
    "actuator: motor",
    "drive: motor",
    "servo: motor",
    "bar: link",
    "rod: link",
    "sphere: ball",
    "cube: box",
    "block: box",
    "rotate: turn",
    "translate: move",
    "scale: resize",
    "drag: pose",
    "ruler: measure",
    "distance: measure",
    "dimension: measure",
    "anchor: ground",
    "clone: duplicate",
    "remove: delete",
    "erase: delete",
    "graph: plot",
    "chart: plot",
    "screenshot: image",
    "video: animation",
    "movie: animation",
    "simulate: run",
    "start: run",
    "path: trace",
    "variable: parameter",
    "night: dark",
    "shortcuts: keyboard",
    "hotkeys: keyboard",
    "inches: in ·",
    "dof: mobility",
    "perspective: orthographic",
};

constexpr int FewestLetters = 3;

}  // namespace

QStringList synonymsOf(const QString& typed) {
    QStringList words;
    if (typed.size() < FewestLetters) return words;
    for (const std::string_view row : synonyms) {
        const QString pair = QString::fromUtf8(row.data(), qsizetype(row.size()));
        const qsizetype colon = pair.indexOf(": ");
        if (pair.left(colon).startsWith(typed, Qt::CaseInsensitive)) words += pair.mid(colon + 2);
    }
    return words;
}

}  // namespace trammel::ui
