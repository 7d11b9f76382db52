// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J16: a subassembly is grouped, saved as a file of its own, and used again.
#include <QDropEvent>
#include <QMimeData>
#include <QTreeView>

#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/panels/model_tree_model.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/session/plot_drag.h"

namespace trammel::ui {

using namespace testing;

class JourneyGroupsTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { beginWithFourBar(); }
    void cleanup() { rig_.reset(); }

    void J16_aSubassemblyReused() {
        JourneyRig& rig = *rig_;
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("leg.trammel"));
        group({"Link", "Link 2", "Link 3"});
        const ElementId group = rig.named("Group");
        QCOMPARE(rig.session->selection(), std::set<ElementId>{group});
        // Three links, three pins and the closure; not gravity.
        QCOMPARE(rig.session->document().childrenOf(group).size(), std::size_t(7));
        expectMobility(1, 0, 1);
        rig.screenshot("J16_group");
        // A click in the view selects a member; its group is one command away.
        rig.session->select(rig.named("Link 2"));
        run("edit.selectGroup");
        QCOMPARE(rig.session->selection(), std::set<ElementId>{group});

        answerFileDialog(rig.window, file);
        run("file.saveSelection");
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), JourneyRig::Patience);

        const qsizetype steps = rig.history().size();
        answerFileDialog(rig.window, file);
        run("file.insert");
        const ElementId leg = rig.named("leg");
        QVERIFY(leg.isValid());
        QCOMPARE(rig.history().size(), steps + 1);
        QCOMPARE(rig.session->selection(), std::set<ElementId>{leg});
        // A second mechanism, with names of its own; one gravity.
        QVERIFY(rig.named("Link 4").isValid());
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(6));
        QCOMPARE(rig.session->document().elementsOf("force").size(), std::size_t(1));
        expectMobility(2, 0, 2);

        // It moves as a unit, by keyboard.
        const Vec3 before = pointOf("Link 4", "origin"), tip = pointOf("Link 5", "tip");
        rig.view().setFocus();
        rig.press(Qt::Key_W);
        rig.press(Qt::Key_Y);
        rig.type("-300 mm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        QVERIFY((pointOf("Link 4", "origin") - before - Vec3(0, -0.3, 0)).norm() < 1e-9);
        QVERIFY((pointOf("Link 5", "tip") - tip - Vec3(0, -0.3, 0)).norm() < 1e-9);
        QVERIFY(pointOf("Link", "origin").norm() < 1e-9);
        run("view.frameAll");
        rig.screenshot("J16_inserted");

        // Hidden and isolated as a unit.
        const QImage all = rig.view().grabImage();
        rig.session->select(leg);
        run("edit.hide");
        QVERIFY(rig.view().grabImage() != all);
        rig.screenshot("J16_hidden");
        run("edit.showAll");
        run("edit.isolate");
        rig.screenshot("J16_isolated");
        run("edit.showAll");

        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
    }

    void J16_elementsAreDraggedInTheTree() {
        JourneyRig& rig = *rig_;
        group({"Link", "Link 2"});
        const ElementId group = rig.named("Group"), rocker = rig.named("Link 3");
        const qsizetype steps = rig.history().size();
        drop(rocker, group);
        QCOMPARE(rig.session->document().get(rocker).parent, group);
        QCOMPARE(rig.history().size(), steps + 1);
        expectMobility(1, 0, 1);
        rig.screenshot("J16_tree");
        // Dropped on the heading of bodies, it leaves the group.
        drop(rocker, {});
        QVERIFY(!rig.session->document().get(rocker).parent.isValid());
        QCOMPARE(rig.history().size(), steps + 2);
        // A drop where it already belongs is rejected.
        drop(rocker, {});
        QCOMPARE(rig.history().size(), steps + 2);

        rig.session->select(group);
        run("edit.dissolveGroup");
        QVERIFY(!rig.named("Group").isValid());
        QVERIFY(rig.named("Link").isValid());
        expectMobility(1, 0, 1);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(rig.named("Group").isValid());
    }

private:
    void group(const std::vector<std::string>& names) {
        std::set<ElementId> elements;
        for (const std::string& name : names) elements.insert(rig_->named(name));
        rig_->session->select(elements);
        const qsizetype steps = rig_->history().size();
        rig_->view().setFocus();
        rig_->press(Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(rig_->history().size(), steps + 1);
        QVERIFY(rig_->named("Group").isValid());
    }
    /// Drops an element of the tree on the row of another, or on the heading of its family if that is invalid.
    void drop(ElementId element, ElementId target) {
        auto* const panel = rig_->window->findChild<ModelTreePanel*>();
        QTreeView& tree = *panel->view();
        const auto rowOf = [&](const QModelIndex& source) {
            for (QModelIndex row = tree.model()->index(0, 0); row.isValid(); row = tree.indexBelow(row))
                if (row.data() == source.data()) return row;
            return QModelIndex();
        };
        const QModelIndex own = panel->model()->indexOf(element);
        QModelIndex heading = own;
        while (heading.parent().isValid()) heading = heading.parent();
        const QModelIndex row = rowOf(target.isValid() ? panel->model()->indexOf(target) : heading);
        QVERIFY(row.isValid());
        const QPointF at = tree.visualRect(row).center();
        const std::unique_ptr<QMimeData> mime(PlotDrag{{}, element}.toMime());
        QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QApplication::sendEvent(tree.viewport(), &enter);
        QDropEvent drop(at, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QApplication::sendEvent(tree.viewport(), &drop);
        rig_->settle();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyGroupsTest> addJourneyGroupsTest;

#include "journey_groups_test.moc"
