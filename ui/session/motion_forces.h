// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "compile/compiled_model.h"
#include "inspect/pose_study.h"

namespace trammel::ui {

/// Forces required by a recorded motion, with the data they were computed from.
struct MotionForces {
    /// Name of the file of the motion.
    QString file;
    CompiledModelPtr model;
    RecordedCoordinates motion;
    InverseDynamicsResult result;
};

}  // namespace trammel::ui
