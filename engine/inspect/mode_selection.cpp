// SPDX-License-Identifier: Apache-2.0
#include "inspect/mode_selection.h"

#include "math/dense_solvers.h"

namespace trammel {

namespace {

bool moves(const VibrationMode& mode) {
    return (mode.q.size() > 0 && mode.q.cwiseAbs().maxCoeff() > 0) ||
           (mode.u.size() > 0 && mode.u.cwiseAbs().maxCoeff() > 0);
}

/// True if the displacement is not one that the free speeds can reach.
bool isPrescribed(const LinearizedModel& model, const VibrationMode& mode) {
    if (mode.lambda != 0. || model.numSpeeds >= model.numPositions) return false;
    if (model.numSpeeds == 0) return true;
    // Changes of quaternions are not those of speeds.
    if (model.Q.rows() != model.U.rows()) return false;
    const Matrix free = model.U.middleCols(model.numPositions, model.numSpeeds);
    const Vector q = mode.q.real();
    const Vector rest = q - free * solveLeastSquares(free, q);
    return rest.norm() > q.norm() / 2;
}

}  // namespace

std::vector<VibrationMode> selectMotions(const LinearizedModel& model, std::vector<VibrationMode> modes) {
    std::erase_if(modes, [&](const VibrationMode& mode) { return !moves(mode) || isPrescribed(model, mode); });
    return modes;
}

WithoutMode findWithoutMode(const LinearizedModel& model) {
    WithoutMode names;
    for (int i = 0; i < int(model.nameOfSpeed.size()); ++i)
        if (model.size() == 0 || model.U.row(i).cwiseAbs().maxCoeff() == 0)
            names.held.push_back(model.nameOfSpeed[std::size_t(i)]);
    for (int i = model.numPositions + model.numSpeeds; i < model.size(); ++i)
        names.auxiliary.push_back(model.stateNames[std::size_t(i)]);
    return names;
}

}  // namespace trammel
