// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

#include "base/element_id.h"

namespace trammel::ui::testing {

// Elements of the four-bar below.
inline constexpr ElementId CrankBody{1}, CouplerBody{2}, RockerBody{3};
inline constexpr ElementId CrankJoint{4}, CouplerJoint{5}, RockerJoint{6};
inline constexpr ElementId Motor{8}, Simulation{11};

/// A crank-rocker turning once a second for three seconds, with the path of a coupler point.
QString fourBarText();
/// A file with a value of the wrong kind and a joint to a body that is not there.
QString brokenText();

/// Writes @p text to @p name in @p folder; the path.
QString writeModel(const QTemporaryDir& folder, const QString& name, const QString& text);

/// A settings store of this process's own, so that no test sees what another or a user left.
void isolateSettings(const QTemporaryDir& folder);

}  // namespace trammel::ui::testing
