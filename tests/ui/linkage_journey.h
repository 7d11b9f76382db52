// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QToolButton>

#include "tests/ui/model_journey.h"

namespace trammel::ui::testing {

/// Journeys that draw linkages with typed lengths.
class LinkageJourney : public ModelJourney {
protected:
    void link(const Vec3& toward, const char* length) {
        rig_->hover(toward);
        rig_->type(length);
        rig_->press(Qt::Key_Return);
    }
    void linkToGround(const Vec3& end, const char* length) {
        rig_->hover(end);
        rig_->type(length);
        rig_->click(end);
    }
    /// Clicks at several coincident points once the chip contains @p words.
    void pickAmongThose(const Vec3& p_G, const QString& words) {
        rig_->hover(p_G);
        for (int i = 0; i < 12 && !rig_->chip().contains(words); ++i) rig_->press(Qt::Key_Tab);
        QVERIFY2(rig_->chip().contains(words), qPrintable(rig_->chip()));
        QTest::mouseClick(rig_->surface(), Qt::LeftButton, {}, rig_->at(p_G));
        rig_->settle();
    }
    /// A new window with a four-bar, and no active tool.
    void beginWithFourBar() {
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        drawFourBar();
        rig_->press(Qt::Key_Escape);
        rig_->press(Qt::Key_Escape);
    }
    /// Runs the model and shows its state at 5 s.
    void runToTheEnd() {
        rig_->press(Qt::Key_F5);
        Player& player = rig_->session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        QVERIFY2(player.status().phase != RunPhase::Failed, player.status().message.c_str());
        player.pause();
        player.seekTime(5);
    }
    /// Triggers an entry of a family's menu in the toolbar.
    void chooseFromToolbar(const QString& family, const QString& label) {
        auto* const button = rig_->window->findChild<QToolButton*>("add." + family);
        QVERIFY(button && button->menu());
        for (QAction* const each : button->menu()->actions())
            if (each->text().remove('&') == label) {
                each->trigger();
                return rig_->settle();
            }
        QFAIL(qPrintable(label));
    }
    void drawFourBar() {
        rig_->view().setFocus();
        rig_->press(Qt::Key_L);
        rig_->click(Vec3(0.));
        link(Vec3(0, 0.08, 0), "100 mm");
        link(Vec3(0.25, 0.22, 0), "350 mm");
        linkToGround(Vec3(0.4, 0, 0), "250 mm");
        QCOMPARE(rig_->session->document().elementsOf("body").size(), std::size_t(3));
    }
};

}  // namespace trammel::ui::testing
