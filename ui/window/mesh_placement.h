// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QString>
#include <memory>
#include <optional>

#include "ui/properties/mesh_editor.h"
#include "ui/tools/tool.h"

namespace trammel {
struct TypeDescriptor;
}

namespace trammel::ui {

class MainWindow;

/// Tool that places a body of @p type with @p mesh; null without one, and then @p why is reported unless it is empty.
std::unique_ptr<Tool> makeMeshTool(MainWindow& window, const TypeDescriptor& type,
                                   const std::optional<ChosenMesh>& mesh, const QString& why);

/// Adds a body with the mesh of an STL, OBJ or STEP file, where @p position of the window shows the view, otherwise at the
/// origin. An unreadable file is reported.
void placeMesh(MainWindow& window, const QString& path, const QPointF& position);

}  // namespace trammel::ui
