// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/synonyms.h"

#include <array>

namespace trammel::ui {

namespace {

struct Synonym {
    const char *typed, *ours;
};

/// Joints, elements and commands as CAD programs, simulators and textbooks call them.
constexpr std::array synonyms{
    Synonym{"hinge", "pin"},
    Synonym{"revolute", "pin"},
    Synonym{"rotary", "pin"},
    Synonym{"prismatic", "slider"},
    Synonym{"translational", "slider"},
    Synonym{"spherical", "ball"},
    Synonym{"fixed", "weld"},
    Synonym{"rigid", "weld"},
    Synonym{"cardan", "universal"},
    Synonym{"hooke", "universal"},
    Synonym{"helical", "screw"},
    Synonym{"floating", "free"},
    Synonym{"collision", "contact"},
    Synonym{"collide", "contact"},
    Synonym{"frequency", "vibration"},
    Synonym{"modal", "vibration"},
    Synonym{"eigenvalue", "vibration"},
    Synonym{"statics", "equilibrium"},
    Synonym{"import", "open"},
    Synonym{"import", "mesh"},
    Synonym{"load", "open"},
    Synonym{"stl", "mesh"},
    Synonym{"rope", "cable"},
    Synonym{"wire", "cable"},
    Synonym{"winch", "cable"},
    Synonym{"pulley", "cable"},
    Synonym{"tendon", "cable"},
    Synonym{"shock", "damper"},
    Synonym{"dashpot", "damper"},
    Synonym{"actuator", "motor"},
    Synonym{"drive", "motor"},
    Synonym{"servo", "motor"},
    Synonym{"bar", "link"},
    Synonym{"rod", "link"},
    Synonym{"sphere", "ball"},
    Synonym{"cube", "box"},
    Synonym{"block", "box"},
    Synonym{"rotate", "turn"},
    Synonym{"translate", "move"},
    Synonym{"scale", "resize"},
    Synonym{"drag", "pose"},
    Synonym{"ruler", "measure"},
    Synonym{"distance", "measure"},
    Synonym{"dimension", "measure"},
    Synonym{"anchor", "ground"},
    Synonym{"clone", "duplicate"},
    Synonym{"remove", "delete"},
    Synonym{"erase", "delete"},
    Synonym{"graph", "plot"},
    Synonym{"chart", "plot"},
    Synonym{"screenshot", "image"},
    Synonym{"screenshot", "picture"},
    Synonym{"video", "animation"},
    Synonym{"movie", "animation"},
    Synonym{"simulate", "run"},
    Synonym{"start", "run"},
    Synonym{"path", "trace"},
    Synonym{"variable", "parameter"},
    Synonym{"night", "dark"},
    Synonym{"shortcuts", "keyboard"},
    Synonym{"hotkeys", "keyboard"},
    Synonym{"inches", "in ·"},
    Synonym{"dof", "mobility"},
    Synonym{"perspective", "orthographic"},
};

constexpr int FewestLetters = 3;

}  // namespace

QStringList synonymsOf(const QString& typed) {
    QStringList words;
    if (typed.size() < FewestLetters) return words;
    for (const Synonym& synonym : synonyms)
        if (QString::fromLatin1(synonym.typed).startsWith(typed, Qt::CaseInsensitive))
            words += QString::fromUtf8(synonym.ours);
    return words;
}

}  // namespace trammel::ui
