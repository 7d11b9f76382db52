// SPDX-License-Identifier: GPL-3.0-or-later
// Legibility of the view: arrows, traces and the look of drawings.
#include <QAbstractButton>
#include <QDialog>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <algorithm>
#include <set>
#include <variant>

#include "tests/ui/legibility_rig.h"
#include "ui/panels/debugger/stage_ladder.h"
#include "ui/properties/number_field.h"
#include "ui/view/scene_view.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

namespace {
/// The heaviest of three bodies that fall is not the middle one.
QString fallingBodiesText() {
    return QStringLiteral(R"({"trammel": 1, "name": "Falling", "nextId": 8, "elements": [
    {"id": 1, "family": "body", "type": "bar", "name": "Middle", "properties": {"length": 0.1, "mass": 0.2}},
    {"id": 2, "family": "body", "type": "bar", "name": "Trunk", "properties": {"length": 0.1, "mass": 3}},
    {"id": 3, "family": "body", "type": "bar", "name": "Other", "properties": {"length": 0.1, "mass": 0.2}},
    {"id": 4, "family": "joint", "type": "free", "name": "A", "references": {"child": 1}},
    {"id": 5, "family": "joint", "type": "free", "name": "B", "properties": {"parentPoint": [0.2, 0, 0]},
     "references": {"child": 2}},
    {"id": 6, "family": "joint", "type": "free", "name": "C", "properties": {"parentPoint": [-0.2, 0, 0]},
     "references": {"child": 3}},
    {"id": 7, "family": "force", "type": "gravity", "name": "Gravity"}]})");
}

/// Bars of one mass that fall side by side, far closer to each other than their arrows are long.
QString crowdText(int count) {
    QString elements = QStringLiteral(R"({"id": 1, "family": "force", "type": "gravity", "name": "Gravity"})");
    const auto bar = QStringLiteral(
        R"(, {"id": %1, "family": "body", "type": "bar", "name": "Bar %1", "properties": {"length": 0.01, "mass": 1}})");
    const auto joint = QStringLiteral(
        R"(, {"id": %1, "family": "joint", "type": "free", "name": "Free %1", "properties": {"parentPoint": [%2, 0, 0]}, "references": {"child": %3}})");
    for (int i = 0; i < count; ++i) elements += bar.arg(2 + 2 * i) + joint.arg(3 + 2 * i).arg(0.001 * i).arg(2 + 2 * i);
    return QStringLiteral(R"({"trammel": 1, "name": "Crowd", "nextId": %1, "elements": [%2]})")
        .arg(2 + 2 * count)
        .arg(elements);
}

/// Elements of the arrows of @p scene.
std::set<ElementId> elementsWithArrows(const Scene& scene) {
    std::set<ElementId> elements;
    for (const DecorativeGeometry& g : scene.geometry)
        if (std::holds_alternative<decor::Arrow>(g.getShape()) && g.getElement().isValid())
            elements.insert(g.getElement());
    return elements;
}
}  // namespace

class ViewLegibilityTest : public LegibilityRig {
    Q_OBJECT

private Q_SLOTS:
    void arrowsHaveOneScaleForARun() {
        Player& player = session_->player();
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), Patience);
        ViewOverlays& overlays = window_->view().overlays();
        const auto accelerations = std::ranges::find(getDrawings(), std::string("acceleration"), &Drawing::key);
        QVERIFY(accelerations != getDrawings().end());
        overlays.setShown(*accelerations, true);
        player.seekTime(0.1);
        settle();
        const Real scale = overlays.scales().at("acceleration");
        for (const double time : {0.4, 0.7, 1.3}) {
            player.seekTime(time);
            settle();
            QCOMPARE(overlays.scales().at("acceleration"), scale);
        }
        overlays.setFixedScale(*accelerations, 7);
        settle();
        QVERIFY2(overlays.legendLines().join('\n').contains("7 m/s²"), qPrintable(overlays.legendLines().join('\n')));
        overlays.setFixedScale(*accelerations, std::nullopt);
        settle();
        QCOMPARE(overlays.scales().at("acceleration"), scale);
        overlays.setShown(*accelerations, false);
    }

    void arrowScalesFollowTheView() {
        ViewOverlays& overlays = window_->view().overlays();
        const auto drawingOf = [](const char* key) -> const Drawing& {
            return *std::ranges::find(getDrawings(), std::string(key), &Drawing::key);
        };
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        session_->player().seekTime(0.1);
        overlays.setShown(drawingOf("velocity"), true);
        settle();
        window_->commands().action("show.arrows.scale")->trigger();
        auto* const dialog = window_->findChild<QDialog*>("arrowScales");
        QVERIFY(dialog);
        auto* const field = dialog->findChild<NumberField*>("scale.velocity");
        QVERIFY(field && !dialog->findChild<NumberField*>("scale.acceleration"));
        QCOMPARE(field->value(), overlays.scales().at("velocity"));
        auto* const automatic = dialog->findChild<QAbstractButton*>("automatic.velocity");
        QVERIFY(automatic->isChecked());
        overlays.setFixedScale(drawingOf("velocity"), 7);
        settle();
        QCOMPARE(field->value(), 7.);
        QVERIFY(!automatic->isChecked());
        overlays.setShown(drawingOf("acceleration"), true);
        settle();
        QVERIFY(dialog->findChild<NumberField*>("scale.acceleration"));
        dialog->grab().save(QStringLiteral("legibility_arrow_scales.png"));
        overlays.setFixedScale(drawingOf("velocity"), std::nullopt);
        for (const char* key : {"velocity", "acceleration"}) overlays.setShown(drawingOf(key), false);
        settle();
        QVERIFY(!dialog->findChild<NumberField*>("scale.velocity"));
    }

    void largestOfManyArrowsAreShown() {
        constexpr int many = 100;
        QVERIFY(window_->open(writeModel(folder_, QStringLiteral("crowd.trammel"), crowdText(many))));
        settle();
        ViewOverlays& overlays = window_->view().overlays();
        const auto loads = std::ranges::find(getDrawings(), std::string("load"), &Drawing::key);
        overlays.setShown(*loads, true);
        settle();
        const auto shown = [&] {
            Scene scene;
            ViewOverlays::Scales scales = overlays.scales();
            overlays.appendTo(window_->view().scene().moment(), scales, scene);
            return elementsWithArrows(scene);
        };
        const auto few = shown();
        QVERIFY(!few.empty() && few.size() < many / 2);
        const QString legend = overlays.legendLines().join('\n');
        QVERIFY2(legend.contains(QStringLiteral("(%1 of %2 shown)").arg(few.size()).arg(many)), qPrintable(legend));

        ElementId covered;
        for (const ElementId body : session_->document().elementsOf("body"))
            if (!few.contains(body)) covered = body;
        session_->select(covered);
        settle();
        QVERIFY(shown().contains(covered));
        // Also as a member of a group.
        window_->commands().action("edit.group")->trigger();
        settle();
        QVERIFY(!session_->selection().contains(covered));
        QVERIFY(shown().contains(covered));

        // Closer, the same arrows are farther apart; the view shows more of them once the camera rests.
        const QStringList before = overlays.legendLines();
        CameraPose pose = window_->view().viewport().cameraPose();
        pose.distance /= 4;
        window_->view().viewport().setCameraPose(pose);
        QTRY_VERIFY_WITH_TIMEOUT(overlays.legendLines() != before, Patience);
        QVERIFY(shown().size() > few.size() + 1);
        // So does a view that is framed, or has another size.
        const QStringList closer = overlays.legendLines();
        window_->commands().action("view.frameAll")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(overlays.legendLines() != closer, Patience);
        const QStringList framed = overlays.legendLines();
        const QSize usual = window_->size();
        window_->resize(usual * 1.5);
        QTRY_VERIFY_WITH_TIMEOUT(overlays.legendLines() != framed, Patience);
        window_->resize(usual);
        overlays.setShown(*loads, false);
    }

    void fewArrowsAreAllShown() {
        constexpr int few = 50;
        QVERIFY(window_->open(writeModel(folder_, QStringLiteral("crowd.trammel"), crowdText(few))));
        ViewOverlays& overlays = window_->view().overlays();
        const auto loads = std::ranges::find(getDrawings(), std::string("load"), &Drawing::key);
        overlays.setShown(*loads, true);
        settle();
        Scene scene;
        ViewOverlays::Scales scales = overlays.scales();
        overlays.appendTo(window_->view().scene().moment(), scales, scene);
        QCOMPARE(elementsWithArrows(scene).size(), std::size_t(few));
        QVERIFY(!overlays.legendLines().join('\n').contains("shown"));
        overlays.setShown(*loads, false);
    }

    void drawingLookIsWhite() {
        SceneView& scene = window_->view().scene();
        Viewport& view = window_->view().viewport();
        const bool hadGrid = view.isGridVisible();
        // Nearly a front view, as mechanisms in a plane are shown first.
        const CameraPose before = view.cameraPose();
        QVERIFY(before.yaw != 0);
        scene.setDrawingLook(true);
        settle();
        QVERIFY(view.isOrthographic() && !view.isGridVisible());
        QVERIFY(view.cameraPose().yaw == 0 && view.cameraPose().pitch == 0);
        const QImage paper = view.grabImage();
        QCOMPARE(paper.pixelColor(3, paper.height() / 2), QColor(Qt::white));
        // Outlines are the darkest lines, as on paper.
        int ink = 0;
        for (int y = 0; y < paper.height(); ++y)
            for (int x = 0; x < paper.width(); ++x) ink += paper.pixelColor(x, y).value() < 60;
        QVERIFY2(ink > 300, qPrintable(QString::number(ink)));
        scene.setDrawingLook(false);
        settle();
        QVERIFY(!view.isOrthographic() && view.isGridVisible() == hadGrid);
        QVERIFY(view.cameraPose().yaw == before.yaw && view.cameraPose().pitch == before.pitch);
        QCOMPARE(view.cameraPose().distance, before.distance);
        // One that follows an element has another place.
        scene.setDrawingLook(true);
        CameraPose moved = view.cameraPose();
        moved.focus[0] += 0.25;
        view.setCameraPose(moved);
        scene.setDrawingLook(false);
        QVERIFY(view.cameraPose().yaw == before.yaw && view.cameraPose().pitch == before.pitch);
        QCOMPARE(view.cameraPose().focus[0], moved.focus[0]);
        // A camera that is turned meanwhile stays.
        scene.setDrawingLook(true);
        moved = view.cameraPose();
        moved.yaw = 1;
        view.setCameraPose(moved);
        scene.setDrawingLook(false);
        QVERIFY(view.cameraPose().yaw == 1 && !view.isOrthographic());
    }

    void floorOfShadowsIsBelowTheWholeMotionAtOnce() {
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        // The crank is up.
        session_->player().seekTime(0);
        settle();
        Viewport& view = window_->view().viewport();
        view.setShadows(true);
        view.grabImage();
        const Real here = view.renderOptions(QSize(10, 10)).floor;
        view.setShadows(false);
        QAction* const shadows = window_->commands().action(QStringLiteral("show.shadows"));
        shadows->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(view.renderOptions(QSize(10, 10)).floor < here - 0.01, Patience);
        shadows->trigger();
    }

    /// A tail is what the point has passed recently; colors show the time.
    void tracesHaveTailsAndColorsOfTime() {
        const ElementId trace = session_->document().elementsOf("trace").front();
        Player& player = session_->player();
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing() && session_->traces().isUpToDate(), Patience);
        const auto pointAt = [&](double time) {
            player.seekTime(time);
            settle();
            return session_->displayed().model()->calcTracePoint(0, session_->displayed().state());
        };
        const Vec3 early = pointAt(0.5), late = pointAt(0.75);
        const std::vector<TraceLine> whole = traceLines();
        QVERIFY(std::ranges::all_of(whole, [&](const TraceLine& line) { return line.color == whole.front().color; }));

        session_->setValue("Tail", trace, "tail", 0.25);
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(session_->traces().isUpToDate() && !traceLines().empty(), Patience);
        settle();
        const std::vector<TraceLine> tail = traceLines();
        constexpr Real visible = 1e-3;
        QVERIFY2((tail.front().points.front() - early).norm() < visible, "the tail starts elsewhere");
        QVERIFY2((tail.back().points.back() - late).norm() < 1e-12, "the tail ends elsewhere");

        session_->setValue("Tail", trace, "tail", 0.);
        session_->setValue("Coloring", trace, "coloring", std::string("time"));
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(session_->traces().isUpToDate() && traceLines().size() > 10, Patience);
        const std::vector<TraceLine> colored = traceLines();
        QVERIFY(!(colored.front().color == colored.back().color));

        // A tail takes all colors for itself, in one connected path.
        session_->setValue("Tail", trace, "tail", 0.25);
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(session_->traces().isUpToDate() && traceLines().size() > 10, Patience);
        const std::vector<TraceLine> aged = traceLines();
        QVERIFY(aged.front().color.b > 0.8F && aged.back().color.r > 0.8F);
        QVERIFY((aged.front().points.front() - early).norm() < visible);
        QVERIFY((aged.back().points.back() - late).norm() < 1e-12);
        for (std::size_t i = 1; i < aged.size(); ++i)
            QVERIFY((aged[i].points.front() - aged[i - 1].points.back()).norm() == 0);
        window_->grab().save(QStringLiteral("legibility_trace_colors.png"));
    }

    /// Traces are hidden by what is in front of them, and not colored by what is behind; in a parallel view also where
    /// the origin is behind the camera.
    void tracesAreDrawnByDepth() {
        Viewport view;
        view.resize(400, 400);
        view.setFramingFirstScene(false);
        view.setGridVisible(false);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const Color red{0.8F, 0, 0}, blue{0, 0, 0.8F};
        for (const bool isParallel : {false, true}) {
            const Vec3 middle = isParallel ? Vec3(0, 0, -10) : Vec3(0.);
            const auto lineAt = [&](const Vec3& a, const Vec3& b, const Color& color) {
                return DecorativeGeometry(decor::Polyline{{Vec3(middle + a), Vec3(middle + b)}, false})
                    .setColor(color)
                    .setLineThickness(5)
                    .setRole(DecorationRole::Trace);
            };
            const DecorativeGeometry back = lineAt({-0.1, 0, 0}, {0.1, 0, 0}, red),
                                     front = lineAt({0, -0.1, 0.05}, {0, 0.1, 0.05}, blue);
            const auto glassAt = [&](Real z) {
                return DecorativeGeometry(decor::Brick{Vec3(0.08, 0.08, 0.005)})
                    .setTransform(Transform(Vec3(middle + Vec3(0, 0, z))))
                    .setColor({0, 0.8F, 0})
                    .setOpacity(0.5)
                    .setRole(DecorationRole::Body);
            };
            const auto colorAt = [&](const std::vector<DecorativeGeometry>& geometry, const Vec3& place) {
                Scene scene;
                scene.bodyPoses.resize(1);
                scene.geometry = geometry;
                view.setScene(scene);
                view.setCameraPose(
                    {.focus = middle, .distance = 0.5, .yaw = 0, .pitch = 0, .orthographic = isParallel});
                const QImage image = view.grabImage();
                return image.pixelColor((view.project(Vec3(middle + place)) * image.devicePixelRatio()).toPoint());
            };
            const Vec3 crossing(0, 0, 0.05), alone(0.05, 0, 0);
            for (const auto& both : {std::vector{back, front}, std::vector{front, back}}) {
                const QColor seen = colorAt(both, crossing);
                QVERIFY2(seen.blue() > 150 && seen.red() < 50, qPrintable(seen.name()));
            }
            const QColor pure = colorAt({back}, alone);
            QVERIFY2(pure.red() > 150 && pure.green() < 50, qPrintable(pure.name()));
            const QColor beforeGlass = colorAt({back, glassAt(-0.05)}, alone);
            QVERIFY2(beforeGlass.green() < 50, qPrintable(beforeGlass.name()));
            const QColor behindGlass = colorAt({back, glassAt(0.05)}, alone);
            QVERIFY2(behindGlass.green() > 50 && behindGlass.red() > 50, qPrintable(behindGlass.name()));
        }
    }

    /// No background shows between a selected trace and its outline.
    void outlineOfATraceLeavesNoGap() {
        std::vector<Vec3> curve;
        for (int i = 0; i <= 240; ++i)
            curve.emplace_back(0.1 * std::cos(2 * Pi * i / 240), 0.06 * std::sin(2 * Pi * i / 240), 0);
        Scene scene;
        scene.bodyPoses.resize(1);
        scene.geometry = {DecorativeGeometry(decor::Polyline{std::move(curve), false})
                              .setColor({0.8F, 0, 0})
                              .setLineThickness(3)
                              .setElement(ElementId(7))
                              .setRole(DecorationRole::Trace)};
        Viewport view;
        view.resize(400, 400);
        view.setFramingFirstScene(false);
        view.setGridVisible(false);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.setScene(scene);
        view.setCameraPose({.focus = Vec3(0.), .distance = 0.5, .yaw = 0, .pitch = 0});
        view.setSelection({ElementId(7)});
        const QImage image = view.grabImage();
        const auto isOrange = [&](int x, int y) { return image.pixelColor(x, y).blue() < 110; };
        int columns = 0, gaps = 0;
        for (int x = 0; x < image.width(); ++x) {
            int first = -1, last = -1;
            for (int y = 0; y < image.height() / 2; ++y)
                if (isOrange(x, y)) {
                    if (first < 0) first = y;
                    last = y;
                }
            columns += first >= 0 ? 1 : 0;
            for (int y = first; first >= 0 && y < last; ++y) gaps += isOrange(x, y) ? 0 : 1;
        }
        QVERIFY2(columns > 100 && gaps < columns / 10, qPrintable(QStringLiteral("%1 in %2").arg(gaps).arg(columns)));
    }

    /// Few enough entries for one column on a screen of 1000 pixels, whatever the height of a line of the font.
    void showMenuIsShort() {
        QMenu* show = nullptr;
        for (QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
            if (menu->title().remove('&') == "Show") show = menu;
        QVERIFY(show);
        const QList<QAction*> actions = show->actions();
        const auto entries = std::ranges::count_if(actions, [](const QAction* each) { return !each->isSeparator(); });
        QVERIFY2(entries > 0 && entries <= 41, qPrintable(QString::number(entries)));
    }

    /// Stages are readable without scrolling when the debugger's panels take a part of the height.
    void aPanelOfTheDebuggerLeavesTheStagesTheirHeight() {
        window_->resize(1600, 960);
        settle();
        const auto* const ladder = window_->findChild<StageLadder*>();
        QVERIFY(ladder->isVisible());
        window_->panels().raise("whyDock");
        settle();
        const auto* const scroll = window_->findChild<QScrollArea*>("stagesScroll");
        QTRY_VERIFY_WITH_TIMEOUT(scroll->verticalScrollBar()->maximum() == 0, Patience);
        QVERIFY(ladder->rungRect(Stage::Topology).bottom() < scroll->viewport()->height());
    }

    /// The camera would follow the heaviest body, not the one nearest to the middle.
    void heaviestBodyIsOfferedToBeFollowed() {
        const auto* const chip = window_->findChild<QAbstractButton*>("followChip");
        QVERIFY(window_->open(writeModel(folder_, QStringLiteral("falling.trammel"), fallingBodiesText())));
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        session_->player().toEnd();
        QTRY_VERIFY_WITH_TIMEOUT(chip->isVisible(), Patience);
        QCOMPARE(chip->text(), QStringLiteral("Out of view: follow Trunk"));
    }

private:
    struct TraceLine {
        std::vector<Vec3> points;
        Color color;
    };
    /// The lines of the trace at the displayed instant.
    std::vector<TraceLine> traceLines() const {
        Scene scene;
        const DisplayedState& shown = session_->displayed();
        session_->traces().appendTo(scene, session_->player().frame(), *shown.model(), shown.state());
        std::vector<TraceLine> lines;
        for (const DecorativeGeometry& g : scene.geometry)
            if (const auto* const line = std::get_if<decor::Polyline>(&g.getShape()); line && line->points.size() > 1)
                lines.push_back({line->points, g.getColor()});
        return lines;
    }
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runWindowTests<trammel::ui::ViewLegibilityTest>(argc, argv);
}
#include "view_legibility_test.moc"
