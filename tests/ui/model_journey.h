// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/displace.h"
#include "tests/ui/journey_rig.h"

namespace trammel::ui::testing {

/// Journeys that read values of the model.
class ModelJourney : public QObject {
protected:
    void run(const char* command) {
        rig_->window->commands().action(command)->trigger();
        rig_->settle();
    }
    template <class T>
    T valueOf(ElementId id, const char* key) const {
        const Element& element = rig_->session->document().get(id);
        return element.valueAs<T>(*rig_->session->typeOf(element), key);
    }
    Real number(ElementId id, const char* key) const { return valueOf<Real>(id, key); }
    Transform place(ElementId body) const {
        const CompiledModelPtr& model = rig_->session->model();
        return model->calcBodyPose(body, model->getInitialState());
    }
    Vec3 pointOf(const char* body, const char* anchor) const {
        const CompiledModel& model = *rig_->session->model();
        return calcPosition(model, model.getInitialState(), Place{rig_->named(body), anchor, Vec3(0.)});
    }
    void expectMobility(int freedom, int redundant, int loops) {
        QCOMPARE(rig_->mobility().degreesOfFreedom, freedom);
        QCOMPARE(rig_->mobility().redundantEquations, redundant);
        QCOMPARE(rig_->mobility().loops, loops);
    }

    /// Runs the model until @p time, s, is computed, shows it and cancels the rest.
    void runTo(Real time) {
        Player& player = rig_->session->player();
        rig_->view().setFocus();
        rig_->press(Qt::Key_F5);
        const auto isComputed = [&] { return player.run() && player.computedEnd() >= time; };
        QTRY_VERIFY2_WITH_TIMEOUT(isComputed() || player.status().phase == RunPhase::Failed,
                                  player.status().message.c_str(), JourneyRig::Patience);
        QVERIFY2(isComputed(), player.status().message.c_str());
        player.pause();
        player.seekTime(time);
        rig_->session->runs().cancel(rig_->session->runs().current()->id);
        rig_->settle();
    }

    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui::testing
