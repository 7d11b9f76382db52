// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>
#include <cmath>

#include "compile/background_type.h"
#include "ui/tools/background_tool.h"
#include "ui/view/tool_view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {

/// The selected background; without one, the only one of the model.
ElementId findBackground(const Session& session) {
    const Element* const selected = session.document().find(session.selectedElement());
    if (selected && selected->family == backgroundFamily) return selected->id;
    const auto all = session.document().elementsOf(backgroundFamily);
    return all.size() == 1 ? *all.begin() : ElementId{};
}

/// Places a new image in the middle of the view, half as wide, in the coordinate plane or work plane that tools work in.
void placeInView(MainWindow& window, Element& draft, const QSize& pixels) {
    const ToolHost& host = window.view().tools().host();
    const ViewGeometry& view = host.view();
    const Vec3 normal = host.planeNormal();
    Mat33 R;
    const Vec3 x = host.workPlane()          ? Vec3(host.workPlane()->R().x())
                   : std::abs(normal[0]) > 0 ? Vec3(0, 0, -1)
                                             : Vec3(1, 0, 0);
    R << x, normal.cross(x), normal;
    const Vec3 base = host.workPlane() ? host.workPlane()->p() : Vec3(0.);
    const auto inPlane = [&](const QPointF& position) {
        const ViewGeometry::Ray ray = view.rayThrough(position);
        const Real slope = ray.direction.dot(normal);
        return std::abs(slope) < 1e-6 ? base
                                      : Vec3(ray.origin + ray.direction * ((base - ray.origin).dot(normal) / slope));
    };
    const QPointF middle = view.middle();
    const Vec3 center = inPlane(middle);
    Real width = (inPlane(middle + QPointF(middle.x() / 2, 0)) - center).norm() * 2;
    if (!(width > 0) || !std::isfinite(width)) width = 0.5;
    const Real height = width * pixels.height() / std::max(1, pixels.width());
    draft.set("width", width);
    draft.set("orientation", Rotation(R).toBodyXYZ());
    draft.set("position", Vec3(center - R * Vec3(width / 2, height / 2, 0)));
}

void chooseBackground(MainWindow& window) {
    Session& session = window.session();
    const QString path = QFileDialog::getOpenFileName(&window, tr("Background image"), {},
                                                      tr("Images (*.png *.PNG *.jpg *.jpeg *.JPG *.JPEG)"));
    if (path.isEmpty()) return;
    QString why;
    const std::string data = encodeBackground(path, why);
    if (data.empty()) return Q_EMIT session.notice(why);
    const Element* const selected = session.document().find(session.selectedElement());
    const bool replaces = selected && selected->family == backgroundFamily;
    const auto result = session.edit(tr("Background image"), [&](const Document& document) {
        if (replaces) return setProperty(document, session.catalog(), selected->id, "data", PropertyValue(data));
        const TypeDescriptor& type = *session.catalog().typesOf(backgroundFamily).front();
        Element draft = Element::draft(type.family, type.key, QFileInfo(path).completeBaseName().toStdString());
        draft.set("data", data);
        window.view().tools().lookAtEmptyModel();
        placeInView(window, draft, decodeBackground(data).size());
        return addElement(document, session.catalog(), draft);
    });
    if (!result) return;
    const ElementId background = replaces ? session.selectedElement() : result->element;
    session.select(background);
    ToolHost& host = window.view().tools().host();
    host.take(std::make_unique<BackgroundTool>(session, host, window.workspace().units(), background));
}

}  // namespace

void addBackgroundCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    ToolHost& host = window.view().tools().host();
    table.add({"add.background.image",
               tr("&Background image…"),
               tr("Show an image to trace over, and scale it"),
               "background",
               {},
               KeyScope::Window,
               [&window] { chooseBackground(window); }});
    table.add({"build.scaleBackground",
               tr("Sc&ale background"),
               tr("Set the scale by two points of the image"),
               "background",
               {},
               KeyScope::View,
               [&window, &session, &host] {
                   host.take(std::make_unique<BackgroundTool>(session, host, window.workspace().units(),
                                                              findBackground(session)));
               },
               [&session] { return findBackground(session).isValid() ? QString() : tr("Select a background image."); },
               [&host] { return host.tool() && host.tool()->name() == tr("Scale background"); }});
}

}  // namespace trammel::ui
