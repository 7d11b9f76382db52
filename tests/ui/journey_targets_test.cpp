// SPDX-License-Identifier: GPL-3.0-or-later
// Snap targets: named at the pointer and marked in the view; and the closure menu of large loops.
#include <QDir>
#include <QDockWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStandardPaths>
#include <QStatusBar>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "authoring/features.h"
#include "authoring/loop_closure.h"
#include "authoring/placed_element.h"
#include "compile/place.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/view/closure_chip.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyTargetsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J3_everySnapTargetIsNamedAndPicked_data() {
        QTest::addColumn<QString>("target");
        for (const char* target : {"Pin A", "tip of Crank", "center of mass of Crank", "corner of Box", "edge of Box",
                                   "face of Box", "axis of Crank", "axis of Pin A", "axis of Roller", "grid"})
            QTest::newRow(target) << QString(target);
    }
    void J3_everySnapTargetIsNamedAndPicked() {
        QFETCH(QString, target);
        JourneyRig& rig = *rig_;
        drawTargets();
        rig.view().setFocus();
        QString message;
        connect(rig.session, &Session::notice, this, [&message](const QString& text) { message += text; });
        rig.press(Qt::Key_L);
        const Aim aim = aimAt(target);
        QVERIFY2(aim.found, "there is no such target");
        rig.hover(aim.p_G);
        // A face, not the surface.
        const QRegularExpression whole("\\b" + QRegularExpression::escape(target));
        for (int i = 0; i < 12 && !rig.chip().contains(whole); ++i) rig.press(Qt::Key_Tab);
        QVERIFY2(rig.chip().startsWith("Pin to ") && rig.chip().contains("✓"), qPrintable(rig.chip()));
        QVERIFY2(rig.chip().contains(whole), qPrintable(rig.chip()));
        // An axis is marked along its whole length.
        const auto& marks = rig.window->view().tools().host().tool()->preview().marks;
        const bool hasLine = std::ranges::any_of(
            marks, [](const DecorativeGeometry& g) { return std::holds_alternative<decor::Line>(g.getShape()); });
        QCOMPARE(hasLine, aim.axis.has_value());
        QCOMPARE(marks.empty(), target == "grid");
        rig.screenshot("target_" + QString(target).replace(' ', '_'));
        // A link started there is pinned there.
        QTest::mouseClick(rig.surface(), Qt::LeftButton, {}, rig.at(aim.p_G));
        rig.press(Qt::Key_X);
        rig.type("150 mm");
        rig.press(Qt::Key_Return);
        const ElementId link = rig.named("Link");
        QVERIFY2(link.isValid(), qPrintable(message));
        const CompiledModel& model = *rig.session->model();
        const Vec3 begins = calcPosition(model, model.getInitialState(), Place{link, "origin", Vec3(0.)});
        // It starts at the pointer; on an axis, at the nearest grid step along it.
        const Vec3 along = aim.axis.value_or(Vec3(0.));
        // Links lie in layers side by side.
        const Vec3 way = (begins - aim.p_G).cwiseProduct(Vec3(1, 1, 0));
        const Vec3 off = way - along * along.dot(way);
        constexpr Real gridHalf = 0.02;
        QVERIFY2(off.norm() < (target == "grid" ? gridHalf : 1e-9), qPrintable(QString::number(off.norm())));
    }

    void J2_typedLengthUsesThePointerDirection() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        // Typing faster than the view repaints: the number follows the move immediately.
        const Vec3 way(0.6, 0.8, 0);
        const QPoint place = rig.at(0.2 * way);
        QMouseEvent move(QEvent::MouseMove, place, rig.surface()->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(rig.surface(), &move);
        rig.type("300 mm");
        rig.press(Qt::Key_Return);
        const ElementId link = rig.named("Link");
        QVERIFY(link.isValid());
        const CompiledModel& model = *rig.session->model();
        const Vec3 tip = calcPosition(model, model.getInitialState(), Place{link, "tip", Vec3(0.)});
        // Snapping to the grid rotates it slightly.
        QVERIFY2((tip - 0.3 * way).norm() < 0.03, qPrintable(QString::number((tip - 0.3 * way).norm())));
    }

    void J4_jointRefusesOneBodyTwice() {
        JourneyRig& rig = *rig_;
        drawTargets();
        rig.view().setFocus();
        const std::size_t joints = rig.session->document().elementsOf("joint").size();
        const Vec3 onBox(0.15, -0.2, 0.04), onBoxToo(0.17, -0.17, 0.04), free(0.4, 0.1, 0);
        rig.press(Qt::Key_J);
        rig.click(onBox);
        QVERIFY2(rig.chip().startsWith("Child: Box is already picked"), qPrintable(rig.chip()));
        rig.click(onBoxToo);
        QVERIFY2(rig.chip().startsWith("Child: Box is already picked"), qPrintable(rig.chip()));
        rig.hover(free);
        QVERIFY2(rig.chip().startsWith("Parent: Ground"), qPrintable(rig.chip()));
        rig.click(free);
        rig.press(Qt::Key_Return);
        for (const auto& problem : rig.session->problems()) QFAIL(problem.toString().c_str());
        // It replaces the free joint.
        QCOMPARE(rig.session->document().elementsOf("joint").size(), joints);
        QVERIFY(!rig.named("Free motion of Box").isValid());
    }

    void J4_jointAxisFollowsThePickedEdge() {
        JourneyRig& rig = *rig_;
        drawTargets();
        rig.session->setValue("Rotate", rig.named("Free motion of Box"), "orientation", Vec3(0, 0, 0.4));
        rig.window->commands().action("view.frameAll")->trigger();
        rig.settle();
        rig.view().setFocus();
        rig.window->commands().action("build.joint.slider")->trigger();
        const CompiledModel& model = *rig.session->model();
        const std::vector<Feature> features = findFeatures(model, model.getInitialState());
        const Vec3 along = model.calcBodyPose(rig.named("Box"), model.getInitialState()).R() * Vec3(1, 0, 0);
        const auto isAlone = [&](const Feature& f) {
            return std::ranges::none_of(features, [&](const Feature& other) {
                return other.position_G != f.position_G && !other.line_G &&
                       QLineF(rig.at(f.position_G), rig.at(other.position_G)).length() < 14;
            });
        };
        // The middle of the edge nearest to the viewer.
        const Feature* edge = nullptr;
        const CameraPose camera = rig.view().cameraPose();
        const Vec3 toCamera(std::sin(camera.yaw) * std::cos(camera.pitch), std::sin(camera.pitch),
                            std::cos(camera.yaw) * std::cos(camera.pitch));
        const auto depthOf = [&](const Feature& f) { return -toCamera.dot(f.position_G); };
        for (const Feature& f : features)
            if (f.name == "edge of Box" && !f.line_G && (*f.direction_G - along).norm() < 1e-9 && isAlone(f) &&
                (!edge || depthOf(f) < depthOf(*edge)))
                edge = &f;
        QVERIFY(edge);
        rig.click(edge->position_G);
        rig.click(rig.session->model()->calcBodyPose(rig.named("Roller"), model.getInitialState()).p());
        QVERIFY2(rig.chip().startsWith("axis along edge of Box"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Y);
        QVERIFY2(rig.chip().startsWith("axis Y"), qPrintable(rig.chip()));
        // E takes the edge under the pointer.
        rig.hover(edge->position_G);
        rig.press(Qt::Key_E);
        QVERIFY2(rig.chip().startsWith("axis along edge of Box"), qPrintable(rig.chip()));
        rig.screenshot("J4_edge_axis");
        rig.press(Qt::Key_Return);
        const ElementId slider = rig.named("Slider");
        QVERIFY(slider.isValid());
        const CompiledModel& made = *rig.session->model();
        const Transform X_GF = *made.findJointFrame(slider, made.getInitialState());
        const Vec3 runs = X_GF.R() * *mainAxisOf(*rig.session->typeOf(rig.session->document().get(slider)));
        QVERIFY2((runs - along).norm() < 1e-9, qPrintable(QString::number((runs - along).norm())));
    }

    void J3_menuOfALargeLoopOpensImmediately() {
        JourneyRig& rig = *rig_;
        const auto lastClosure = [&rig](const QString& model) {
            ElementId closure;
            if (!rig.window->open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/validation/") + model)) return closure;
            for (const ElementId id : rig.session->document().treeOrder())
                if (closesLoopOfChoice(*rig.session->model(), id)) closure = id;
            return closure;
        };
        // Eighty bodies in forty loops, and fewer.
        QMenu huge, menu;
        for (QMenu* const each : {&huge, &menu}) {
            const ElementId closure = lastClosure(each == &huge ? "n_four_bar_40.trammel" : "n_four_bar_10.trammel");
            QVERIFY(closure.isValid());
            if (each == &huge) QVERIFY(rig.session->document().elementsOf("body").size() > 80);
            // Returns before any alternative is evaluated.
            addClosureActions(*rig.session, *each, closure);
            QCOMPARE(each->actions().size(), 2);
            const QMenu* const choices = each->actions()[0]->menu();
            QCOMPARE(choices->actions().size(), 1);
            QVERIFY(choices->actions().front()->text().startsWith("Evaluating"));
        }
        // Alternatives are evaluated in the background.
        const QMenu* const close = menu.actions()[0]->menu();
        QTRY_VERIFY_WITH_TIMEOUT(close->actions().size() > 1 && close->actions().front()->isEnabled(),
                                 2 * JourneyRig::Patience);
    }

    void J3_menuExplainsWhyALoopHasOneCut() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        const auto bodies = rig.session->document().elementsOf("body");
        rig.session->edit("Add rod", [&](const Document& document) {
            Element rod = Element::draft("constraint", "rod", "Rod");
            rod.plug("body1", bodies.front()).plug("body2", bodies.back());
            const CompiledModel& model = *rig.session->model();
            rod.set("length", (calcPosition(model, model.getInitialState(), Place{bodies.front()}) -
                               calcPosition(model, model.getInitialState(), Place{bodies.back()}))
                                  .norm());
            return addElement(document, rig.session->catalog(), rod);
        });
        QMenu menu;
        addClosureActions(*rig.session, menu, rig.named("Rod"));
        QCOMPARE(menu.actions().size(), 1);
        const QList<QAction*> words = menu.actions().front()->menu()->actions();
        QCOMPARE(words.size(), 2);
        QCOMPARE(words[0]->text(), QStringLiteral("Only at Rod"));
        QVERIFY2(words[1]->text().contains("no equivalent joint"), qPrintable(words[1]->text()));
        QVERIFY(!words[0]->isEnabled() && !words[1]->isEnabled());
    }

    void J3_windowFitsASmallScreen() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.session->select(rig.named("Crank"));
        auto* const play = rig.window->findChild<QWidget*>("timeline");
        auto* const body = rig.window->findChild<QToolButton*>("add.body");
        QVERIFY2(body->text().startsWith("Body"), qPrintable(body->text()));
        // 1366 x 768 at 150 %, and 1920 x 1080 at 200 %.
        for (const QSize size : {QSize(911, 490), QSize(960, 520)}) {
            rig.window->resize(size);
            rig.settle();
            QCOMPARE(rig.window->size(), size);
            rig.screenshot(QStringLiteral("small_%1").arg(size.width()));
            const auto isWhole = [&](QWidget* widget, int leastWidth) {
                const QRect place(widget->mapTo(rig.window, QPoint()), widget->size());
                return widget->isVisible() && widget->width() >= leastWidth && rig.window->rect().contains(place);
            };
            QVERIFY(isWhole(rig.window->findChild<QDockWidget*>("propertiesDock"), 240));
            QVERIFY(isWhole(rig.window->findChild<QDockWidget*>("modelDock"), 140));
            QVERIFY(isWhole(&rig.view(), 300));
            QVERIFY(isWhole(play, 300));
            QVERIFY(isWhole(&*rig.window->panels().get<TimelinePanel>().bar(), 120));
            QVERIFY(isWhole(rig.window->findChild<QWidget*>("timeField"), 60));
            QVERIFY(isWhole(rig.window->findChild<QToolButton*>("moreOfTimeline"), 10));
            QVERIFY(isWhole(rig.window->findChild<QToolButton*>("statusMobility"), 60));
            QVERIFY(isWhole(rig.window->statusBar(), 600));
            QVERIFY(isWhole(body, 20));
            // Controls without visible text have an accessible name and a tooltip.
            QCOMPARE(body->accessibleName(), QStringLiteral("Body"));
        }
        rig.window->resize(1600, 960);
        rig.settle();
        QVERIFY2(body->text().startsWith("Body"), qPrintable(body->text()));
        QVERIFY(!rig.window->findChild<QToolButton*>("moreOfTimeline")->isVisible());
    }

    void J3_toolPromptsFitASmallScreen() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.session->select(rig.named("Crank"));
        rig.window->resize(960, 580);
        rig.settle();
        for (const char* command : {"build.link", "build.pose", "build.move", "build.turn", "build.resize",
                                    "build.measure", "build.body.cylinder", "build.joint.universal",
                                    "build.constraint.pointInPlane", "build.force.twoPointSpring"}) {
            rig.window->commands().action(command)->trigger();
            const QString prompt = rig.window->view().tools().host().tool()->prompt();
            const auto labels = rig.window->statusBar()->findChildren<QLabel*>();
            const bool isWhole =
                std::ranges::any_of(labels, [&](const QLabel* label) { return label->text() == prompt; });
            QVERIFY2(isWhole, qPrintable(QString(command) + ": " + prompt));
        }
    }

    void J11_manyRecoveryCopiesFitASmallScreen() {
        JourneyRig& rig = *rig_;
        rig.window->resize(960, 580);
        const QString folder =
            QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
        QVERIFY(QDir().mkpath(folder));
        const QString model = writeModel(folder_, "four_bar.trammel", fourBarText());
        constexpr int many = 6;
        for (int i = 0; i < many; ++i) QVERIFY(QFile::copy(model, folder + QStringLiteral("/%1.trammel").arg(i)));
        const auto cards = [&] { return rig.window->findChildren<QFrame*>("recoveryCard"); };
        QTRY_COMPARE_WITH_TIMEOUT(cards().size(), many, JourneyRig::Patience);
        rig.settle();
        rig.screenshot("many_recoveries");
        const auto isReadable = [](QWidget* widget) {
            return widget->isVisible() && widget->height() >= widget->minimumSizeHint().height() &&
                   !widget->visibleRegion().isEmpty();
        };
        QVERIFY(isReadable(cards().front()));
        QVERIFY(isReadable(rig.button("Recover")));
        // The rest of the page can be scrolled to.
        constexpr int aCard = 40;
        const auto areas = rig.window->findChild<QWidget*>("startPage")->findChildren<QScrollArea*>();
        const auto* const gallery = *std::ranges::find_if(
            areas, [](const QScrollArea* area) { return area->widget()->inherits("trammel::ui::CardGrid"); });
        QVERIFY2(gallery->height() > aCard, qPrintable(QString::number(gallery->height())));
        // With one copy recovered, the others remain on the start page.
        QString message;
        connect(rig.session, &Session::notice, this, [&message](const QString& words) { message = words; });
        QTest::mouseClick(rig.button("Recover"), Qt::LeftButton);
        QTRY_VERIFY2(message.contains("more recovery copies (5)"), qPrintable(message));
        rig.session->newDocument();
        rig.window->commands().action("file.startPage")->trigger();
        QTRY_VERIFY(rig.window->findChild<QWidget*>("startPage")->isVisible());
        QCOMPARE(cards().size(), many - 1);
    }

private:
    struct Aim {
        bool found = false;
        Vec3 p_G = Vec3(0.);
        std::optional<Vec3> axis = std::nullopt;
    };

    void drawTargets() {
        const QString path = writeModel(folder_, "targets.trammel",
                                        R"({"trammel": 1, "name": "Targets", "nextId": 20, "elements": [
            {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 0.3}},
            {"id": 2, "family": "joint", "type": "pin", "name": "Pin A", "properties": {"angle": 0.5},
             "references": {"child": 1}},
            {"id": 3, "family": "body", "type": "box", "name": "Box", "properties": {"size": [0.12, 0.1, 0.08]}},
            {"id": 4, "family": "joint", "type": "free", "name": "Free motion of Box",
             "properties": {"position": [0.15, -0.2, 0]}, "references": {"child": 3}},
            {"id": 5, "family": "body", "type": "cylinder", "name": "Roller",
             "properties": {"radius": 0.03, "length": 0.2}},
            {"id": 6, "family": "joint", "type": "free", "name": "Free motion of Roller",
             "properties": {"position": [-0.2, -0.15, 0]}, "references": {"child": 5}}]})");
        QVERIFY(rig_->window->open(path));
        QVERIFY2(rig_->session->problems().empty(),
                 rig_->session->problems().empty() ? "" : rig_->session->problems().front().toString().c_str());
        rig_->window->commands().action("view.iso")->trigger();
        rig_->window->commands().action("view.frameAll")->trigger();
        rig_->settle();
    }

    /// Screen position at which only this target is hit; empty if none.
    Aim aimAt(const QString& target) {
        constexpr qreal apart = 15;
        const CompiledModel& model = *rig_->session->model();
        const std::vector<Feature> features = findFeatures(model, model.getInitialState());
        const auto isAlone = [&](const Vec3& p_G, const Feature* own) {
            return std::ranges::none_of(features, [&](const Feature& other) {
                if (&other == own || other.line_G || (own && other.position_G == own->position_G)) return false;
                return QLineF(rig_->at(p_G), rig_->at(other.position_G)).length() < apart;
            });
        };
        if (target == "grid") {
            const Vec3 free(0.4, 0.1, 0);
            return {isAlone(free, nullptr), free, std::nullopt};
        }
        for (const Feature& feature : features) {
            if (QString::fromStdString(feature.name) != target) continue;
            if (!feature.line_G) {
                if (isAlone(feature.position_G, &feature)) return {true, feature.position_G, std::nullopt};
                continue;
            }
            const auto [from, to] = *feature.line_G;
            for (const Real part : {0.9, 0.8, 0.7, 0.3, 0.2, 0.1}) {
                const Vec3 p_G = from + part * (to - from);
                if (isAlone(p_G, nullptr)) return {true, p_G, Vec3((to - from).normalized())};
            }
        }
        return {};
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyTargetsTest> addJourneyTargetsTest;

#include "journey_targets_test.moc"
