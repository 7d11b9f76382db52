// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"

namespace trammel {
class TaskControl;
}

namespace trammel::ui {

/// True for names that end as STEP files do.
bool isStepFile(const QString& path);

/// The solids of a STEP file as a mesh, by the program trammel-step, for which it waits: for a background thread. In meters,
/// or in millimeters where draftMeshBody() takes a mesh for that: its size is right in any case. No value, with the reason,
/// where the program is missing or the file holds no shape.
/// @param control gets the progress: 1 once the solids are read, while triangles are reduced; once canceled, the program is
/// ended
Result<TriangleMesh> readStepFile(const QString& path, TaskControl& control);

}  // namespace trammel::ui
