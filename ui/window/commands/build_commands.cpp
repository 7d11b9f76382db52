// SPDX-License-Identifier: GPL-3.0-or-later
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

}  // namespace

void addBuildCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    ToolHost& host = window.view().tools().host();
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
    table.add({"build.link",
               tr("&Link"),
               tr("Draw links with pins at their ends"),
               "link",
               {QKeySequence(Qt::Key_L)},
               KeyScope::View,
               [&window, &session, &host] {
                   host.take(std::make_unique<LinkTool>(session, host, window.workspace().units()));
               },
               {},
               [isInHand] { return isInHand(tr("Link")); }});
    table.add({"build.pose",
               tr("&Pose"),
               tr("Drag the mechanism with joints and loops enforced"),
               "pose",
               {QKeySequence(Qt::Key_Q)},
               KeyScope::View,
               [&window, &session, &host] {
                   host.take(std::make_unique<PoseTool>(session, host, window.workspace().units()));
               },
               {},
               [isInHand] { return isInHand(tr("Pose")); }});
    const struct {
        const char *id, *label, *tip, *sign;
        Qt::Key key;
        GizmoTool::Kind kind;
    } gizmos[] = {{"build.move", "&Move", "Move the selection with a gizmo or by a typed length", "move", Qt::Key_W,
                   GizmoTool::Kind::Move},
                  {"build.turn", "R&otate", "Rotate the selection with a gizmo or by a typed angle", "turn", Qt::Key_E,
                   GizmoTool::Kind::Turn}};
    for (const auto& gizmo : gizmos) {
        const QString name = tr(gizmo.label).remove('&');
        table.add({gizmo.id,
                   tr(gizmo.label),
                   tr(gizmo.tip),
                   gizmo.sign,
                   {QKeySequence(gizmo.key)},
                   KeyScope::View,
                   [&window, &session, &host, kind = gizmo.kind, isInHand, name] {
                       // Pressing the key again switches between world and local axes.
                       const auto* const present = dynamic_cast<const GizmoTool*>(host.tool());
                       const bool local = present && isInHand(name) && !present->isLocal();
                       auto tool = std::make_unique<GizmoTool>(session, host, window.workspace().units(), kind);
                       tool->setLocal(local);
                       host.take(std::move(tool));
                   },
                   {},
                   [isInHand, name] { return isInHand(name); }});
    }
    table.add({"build.resize",
               tr("&Resize"),
               tr("Resize the selection with handles or by typing a size"),
               "resize",
               {QKeySequence(Qt::Key_R)},
               KeyScope::View,
               [&window, &session, &host] {
                   host.take(std::make_unique<ResizeTool>(session, host, window.workspace().units()));
               },
               {},
               [isInHand] { return isInHand(tr("Resize")); }});
    table.add(
        {"build.stretch",
         tr("Stretc&h"),
         tr("Drag pivots; the links that meet there stretch"),
         "stretch",
         {QKeySequence(Qt::Key_U)},
         KeyScope::View,
         [&window, &session, &host] { host.take(std::make_unique<StretchTool>(session, window.workspace().units())); },
         {},
         [isInHand] { return isInHand(tr("Stretch")); }});
    table.add({"build.dimension",
               tr("&Dimension"),
               tr("Set lengths, distances and angles by typing their values"),
               "dimension",
               {QKeySequence(Qt::Key_I)},
               KeyScope::View,
               [&window, &session, &host] {
                   host.take(std::make_unique<DimensionTool>(session, host, window.workspace().units()));
               },
               {},
               [isInHand] { return isInHand(tr("Dimension")); }});
    table.add({"build.threePositions",
               tr("Four-bar through three positions"),
               tr("Find the four-bar that carries its coupler through them"),
               "three-positions",
               {},
               KeyScope::View,
               [&window, &session, &host] {
                   host.take(std::make_unique<ThreePositionTool>(session, host, window.workspace().units()));
               },
               {},
               [isInHand] { return isInHand(tr("Four-bar through three positions")); }});
    table.add({"build.couplerCurve",
               tr("&Coupler curve"),
               tr("Show and trace the curves of a four-bar's coupler"),
               "coupler-curve",
               {},
               KeyScope::View,
               [&window, &session, &host] {
                   host.take(std::make_unique<CouplerCurveTool>(session, host, window.workspace().units()));
               },
               {},
               [isInHand] { return isInHand(tr("Coupler curve")); }});
    table.add({"build.workPlane",
               tr("&Work plane"),
               tr("Set the plane of tools: a face, three points, an angle"),
               "work-plane",
               {QKeySequence(Qt::Key_A)},
               KeyScope::View,
               [&session, &host] { host.take(std::make_unique<WorkPlaneTool>(session, host)); },
               {},
               [isInHand] { return isInHand(tr("Work plane")); }});
    table.add({"build.worldPlane",
               tr("World pla&ne"),
               tr("Let the work plane follow the line of sight again"),
               "",
               {QKeySequence(Qt::SHIFT | Qt::Key_A)},
               KeyScope::View,
               [&host] { host.setWorkPlane(std::nullopt); },
               [&host] { return host.workPlane() ? QString() : tr("No work plane is set."); }});
    table.add(
        {"build.measure",
         tr("Meas&ure"),
         tr("Measure distances and angles between points"),
         "measure",
         {QKeySequence(Qt::Key_M)},
         KeyScope::View,
         [&window, &session, &host] { host.take(std::make_unique<MeasureTool>(session, window.workspace().units())); },
         {},
         [isInHand] { return isInHand(tr("Measure")); }});
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
