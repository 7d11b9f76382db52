// SPDX-License-Identifier: GPL-3.0-or-later
#include <QKeyEvent>

#include "authoring/density.h"
#include "authoring/placed_element.h"
#include "ui/panels/parameters_panel.h"
#include "ui/session/type_icon.h"
#include "ui/tools/body_tool.h"
#include "ui/tools/coupler_curve_tool.h"
#include "ui/tools/course_tool.h"
#include "ui/tools/dimension_tool.h"
#include "ui/tools/element_edits.h"
#include "ui/tools/element_tool.h"
#include "ui/tools/gizmo_tool.h"
#include "ui/tools/link_tool.h"
#include "ui/tools/measure_tool.h"
#include "ui/tools/plate_tool.h"
#include "ui/tools/pose_tool.h"
#include "ui/tools/resize_tool.h"
#include "ui/tools/stretch_tool.h"
#include "ui/tools/three_position_tool.h"
#include "ui/tools/work_plane_tool.h"
#include "ui/view/tool_view.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/mesh_placement.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

namespace {

/// Families placed by picking, and the key that activates the first of their types.
struct PlacedFamily {
    const char* family;
    Qt::Key key;
};
constexpr PlacedFamily placedFamilies[] = {{"body", Qt::Key_B},  {"joint", Qt::Key_J},   {"constraint", Qt::Key_C},
                                           {"force", Qt::Key_K}, {"motion", Qt::Key(0)}, {"trace", Qt::Key(0)}};

/// Keys of types that are not the first of their family.
constexpr std::pair<TypeRole, Qt::Key> typeKeys[] = {{TypeRole::Plate, Qt::Key_P}};

/// A command that activates a tool of its own; the tool's name is the label.
struct ToolRow {
    const char *id, *label, *tip, *icon;
    Qt::Key key;
    std::unique_ptr<Tool> (*make)(Session&, ToolHost&, const DisplayUnits&);
};

template <class T>
std::unique_ptr<Tool> make(Session& session, ToolHost& host, const DisplayUnits& units) {
    if constexpr (std::is_constructible_v<T, Session&, ToolHost&, const DisplayUnits&>)
        return std::make_unique<T>(session, host, units);
    else if constexpr (std::is_constructible_v<T, Session&, ToolHost&>)
        return std::make_unique<T>(session, host);
    else
        return std::make_unique<T>(session, units);
}

/// A gizmo; instead of one of this kind that is already in hand, one along the other axes (world or local).
template <GizmoTool::Kind kind>
std::unique_ptr<Tool> makeGizmo(Session& session, ToolHost& host, const DisplayUnits& units) {
    auto tool = std::make_unique<GizmoTool>(session, host, units, kind);
    const auto* const present = dynamic_cast<const GizmoTool*>(host.tool());
    tool->setLocal(present && present->name() == tool->name() && !present->isLocal());
    return tool;
}

constexpr ToolRow toolRows[] = {
    {"build.link", "&Link", "Draw links with pins at their ends", "link", Qt::Key_L, &make<LinkTool>},
    {"build.pose", "&Pose", "Drag the mechanism with joints and loops enforced", "pose", Qt::Key_Q, &make<PoseTool>},
    {"build.move", "&Move", "Move the selection with a gizmo or by a typed length", "move", Qt::Key_W,
     &makeGizmo<GizmoTool::Kind::Move>},
    {"build.turn", "R&otate", "Rotate the selection with a gizmo or by a typed angle", "turn", Qt::Key_E,
     &makeGizmo<GizmoTool::Kind::Turn>},
    {"build.resize", "&Resize", "Resize the selection with handles or by typing a size", "resize", Qt::Key_R,
     &make<ResizeTool>},
    {"build.stretch", "Stretc&h", "Drag pivots; the links that meet there stretch", "stretch", Qt::Key_U,
     &make<StretchTool>},
    {"build.dimension", "&Dimension", "Set lengths, distances and angles by typing their values", "dimension",
     Qt::Key_I, &make<DimensionTool>},
    {"build.threePositions", "Four-bar through three positions",
     "Find the four-bar that carries its coupler through them", "three-positions", Qt::Key(0),
     &make<ThreePositionTool>},
    {"build.couplerCurve", "&Coupler curve", "Show and trace the curves of a four-bar's coupler", "coupler-curve",
     Qt::Key(0), &make<CouplerCurveTool>},
    {"build.workPlane", "&Work plane", "Set the plane of tools: a face, three points, an angle", "work-plane",
     Qt::Key_A, &make<WorkPlaneTool>},
    {"build.measure", "Meas&ure", "Measure distances and angles between points", "measure", Qt::Key_M,
     &make<MeasureTool>},
};

bool isBody(const TypeCatalog& catalog, const TypeDescriptor& type) {
    return type.family == catalog.families().front().key;
}

std::unique_ptr<Tool> makeTool(MainWindow& window, const TypeDescriptor& type) {
    if (!meshKeyOf(type).empty()) {
        QString why;
        const auto mesh = chooseMesh(&window, why);
        return makeMeshTool(window, type, mesh, why);
    }
    if (type.role == TypeRole::Plate)
        return std::make_unique<PlateTool>(window.session(), window.view().tools().host(), window.workspace().units());
    if (isBody(window.session().catalog(), type))
        return std::make_unique<BodyTool>(window.session(), window.view().tools().host(), window.workspace().units(),
                                          type);
    if (findViaSockets(type)) return std::make_unique<CourseTool>(window.session(), window.workspace().units(), type);
    return std::make_unique<ElementTool>(window.session(), window.view().tools().host(), window.workspace().units(),
                                         type);
}

/// True if elements of this type have a position in the view.
bool isPlaced(const TypeCatalog& catalog, const TypeDescriptor& type) {
    return isBody(catalog, type) || !type.sockets.empty();
}

/// True if the selection is as many joints as @p type connects, and nothing is left to pick.
bool connectsSelection(const Session& session, const TypeDescriptor& type) {
    const std::string joint = "joint", body = session.catalog().families().front().key;
    const auto isOf = [](const SocketDescriptor& socket, const std::string& family) {
        return socket.families == std::vector<std::string>{family};
    };
    std::size_t joints = 0;
    for (const SocketDescriptor& socket : type.sockets) {
        if (isOf(socket, body)) return false;
        joints += isOf(socket, joint) && !socket.optional ? 1 : 0;
    }
    return joints > 0 && session.selection().size() == joints &&
           std::ranges::all_of(session.selection(), [&](ElementId id) {
               const Element* const element = session.document().find(id);
               return element && element->family == joint;
           });
}

void toggleSelectedGround(Session& session) {
    const ElementId body = session.selectedElement();
    if (!session.model()) return;
    const bool held = groundingOf(session.document(), body).isValid();
    const Result<PlacedElement> placed = toggleGround(session.document(), session.model(), body);
    session.edit((held ? tr("Release %1 from Ground") : tr("Ground %1")).arg(session.nameOf(body)),
                 [&](const Document&) {
                     Result<Edit> edit;
                     edit.diagnostics = placed.diagnostics;
                     if (placed) edit.value = placed->edit;
                     return edit;
                 });
    session.select(body);
}

/// Takes the active tool a step back on Esc that no widget consumes, such as in the tree, where its clicks count too.
class EscapeKeyFilter : public QObject {
public:
    EscapeKeyFilter(MainWindow& window, ToolHost& host) : QObject(&window), host_(host) {
        window.installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return false;
        if (!host_.tool()) return false;
        host_.back();
        return true;
    }

private:
    ToolHost& host_;
};

}  // namespace

void addBuildCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    ToolHost& host = window.view().tools().host();
    new EscapeKeyFilter(window, host);
    QObject::connect(&host, &ToolHost::workPlaneChanged, &window, [&table] { table.refresh(); });
    const auto isInHand = [&host](const QString& name) { return host.tool() && host.tool()->name() == name; };
    table.add({"build.select",
               tr("&Select"),
               tr("Leave the tool and select by clicking"),
               "select",
               {QKeySequence(Qt::Key_V)},
               KeyScope::View,
               [&host] { host.deactivate(); },
               {},
               [&host] { return !host.tool(); }});
    for (const ToolRow& row : toolRows) {
        const QString name = tr(row.label).remove('&');
        table.add({row.id,
                   tr(row.label),
                   tr(row.tip),
                   row.icon,
                   row.key ? QList<QKeySequence>{QKeySequence(row.key)} : QList<QKeySequence>{},
                   KeyScope::View,
                   [&window, &session, &host, make = row.make] {
                       host.take(make(session, host, window.workspace().units()));
                   },
                   {},
                   [isInHand, name] { return isInHand(name); }});
    }
    table.add({"build.worldPlane",
               tr("World pla&ne"),
               tr("Let the work plane follow the line of sight again"),
               "",
               {QKeySequence(Qt::SHIFT | Qt::Key_A)},
               KeyScope::View,
               [&host] { host.setWorkPlane(std::nullopt); },
               [&host] { return host.workPlane() ? QString() : tr("No work plane is set."); }});
    table.add({"build.ground",
               tr("&Ground"),
               tr("Fix the selected body on Ground in place, or release it"),
               "ground",
               {QKeySequence(Qt::Key_G)},
               KeyScope::View,
               [&session] { toggleSelectedGround(session); },
               [&session] {
                   const Element* const element = session.document().find(session.selectedElement());
                   return element && element->family == "body" ? QString() : tr("Select one body.");
               }});
    table.add({"build.parameter",
               tr("Param&eter…"),
               tr("Define a parameter for formulas: L1 = 80 mm"),
               "parameter",
               {},
               KeyScope::Window,
               [&window] { window.panels().raise<ParametersPanel>().beginNew(); }});
    for (const PlacedFamily& placed : placedFamilies) {
        const FamilyDescriptor* const family = session.catalog().findFamily(placed.family);
        bool first = true;
        for (const TypeDescriptor* type : session.catalog().typesOf(placed.family)) {
            if (!isPlaced(session.catalog(), *type)) continue;
            const QString label = QString::fromStdString(type->label);
            const auto* const own = std::ranges::find(typeKeys, type->role, &std::pair<TypeRole, Qt::Key>::first);
            const Qt::Key key = first ? placed.key : own != std::end(typeKeys) ? own->second : Qt::Key(0);
            // Asks for a file first.
            const QString shown = meshKeyOf(*type).empty() ? label : label + QStringLiteral("…");
            table.add(
                {QStringLiteral("build.%1.%2").arg(placed.family, QString::fromStdString(type->key)), shown,
                 tr("Place it in the view: %1").arg(QString::fromStdString(type->doc)), iconNameOf(*type),
                 key ? QList<QKeySequence>{QKeySequence(key)} : QList<QKeySequence>{}, KeyScope::View,
                 [&window, &session, &host, type] {
                     if (connectsSelection(session, *type))
                         return window.commands()
                             .action(QStringLiteral("add.%1.%2")
                                         .arg(QString::fromStdString(type->family), QString::fromStdString(type->key)))
                             ->trigger();
                     if (auto tool = makeTool(window, *type)) host.take(std::move(tool));
                 },
                 [&session, family] {
                     return QString::fromStdString(
                         addBlocker(session.document(), session.catalog(), *family, session.selection()));
                 },
                 [isInHand, label] { return isInHand(label); }});
            first = false;
        }
    }
}

}  // namespace trammel::ui
