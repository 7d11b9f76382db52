// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"

namespace trammel {
class TaskControl;
}

namespace trammel::ui {

/// True for names with the extension of STEP files.
bool isStepFile(const QString& path);

/// The solids of a STEP file as a mesh. Waits for the program trammel-step: call on a background thread. In meters, or
/// in millimeters where draftMeshBody() assumes them: the size is correct in any case. Empty, with the reason, if the
/// program is missing or the file contains no shape.
/// @param control receives the progress: 1 once the solids are read, while triangles are reduced; canceling it ends the
/// program
Result<TriangleMesh> readStepFile(const QString& path, TaskControl& control);

}  // namespace trammel::ui
