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

/// A crank-rocker at one turn per second for three seconds, with a coupler curve.
QString fourBarText();
/// A file with a value of the wrong kind and a joint to a missing body.
QString brokenText();

/// Writes @p text to @p name in @p folder; returns the path.
QString writeModel(const QTemporaryDir& folder, const QString& name, const QString& text);

/// Settings private to this process.
void isolateSettings(const QTemporaryDir& folder);

}  // namespace trammel::ui::testing
