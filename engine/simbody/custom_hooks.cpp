// SPDX-License-Identifier: Apache-2.0
#include "simbody/custom_hooks.h"

namespace SimTK {

void callHook(const CustomHooks& hooks, const State& s, Stage stage) {
    switch (stage.level()) {
        case Stage::Instance: return hooks.realizeInstance(s);
        case Stage::Time: return hooks.realizeTime(s);
        case Stage::Position: return hooks.realizePosition(s);
        case Stage::Velocity: return hooks.realizeVelocity(s);
        case Stage::Dynamics: return hooks.realizeDynamics(s);
        case Stage::Acceleration: return hooks.realizeAcceleration(s);
        case Stage::Report: return hooks.realizeReport(s);
        default: return;
    }
}

void appendDecorations(const CustomHooks& hooks, const State& s, Stage stage, trammel::DecorationRole role,
                       std::vector<DecorativeGeometry>& out) {
    Array_<DecorativeGeometry> own;
    hooks.calcDecorativeGeometryAndAppend(s, stage, own);
    for (DecorativeGeometry& g : own) out.push_back(g.setRole(role));
}

}  // namespace SimTK
