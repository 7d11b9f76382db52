// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mesh_placement.h"

#include <algorithm>

#include "authoring/density.h"
#include "authoring/placed_element.h"
#include "ui/tools/body_tool.h"
#include "ui/view/tool_view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

std::unique_ptr<Tool> makeMeshTool(MainWindow& window, const TypeDescriptor& type,
                                   const std::optional<ChosenMesh>& mesh, const QString& why) {
    if (!mesh) {
        if (!why.isEmpty()) Q_EMIT window.session().notice(why);
        return nullptr;
    }
    Element draft = draftMeshBody(type, mesh->mesh);
    draft.name = mesh->name.toStdString();
    if (!mesh->notes.isEmpty()) Q_EMIT window.session().notice(mesh->notes);
    return std::make_unique<BodyTool>(window.session(), window.view().tools().host(), window.workspace().units(), type,
                                      std::move(draft));
}

void placeMesh(MainWindow& window, const QString& path, const QPointF& position) {
    // The start page covers the view until there is a body.
    const Viewport& view = window.view().viewport();
    const QPointF inView = view.mapFrom(&window, position);
    const bool isSeen = !window.session().document().elementsOf("body").empty() && QRectF(view.rect()).contains(inView);
    const auto types = window.session().catalog().typesOf("body");
    const auto type = std::ranges::find_if(types, [](const auto* body) { return !meshKeyOf(*body).empty(); });
    QString why;
    const auto mesh = readChosenMesh(path, &window, why);
    auto tool = makeMeshTool(window, **type, mesh, why);
    if (!tool) return;
    ToolHost& host = window.view().tools().host();
    host.take(std::move(tool));
    if (isSeen)
        host.click(inView, {});
    else
        host.clickPlace({Vec3(0.)}, {});
    host.deactivate();
}

}  // namespace trammel::ui
