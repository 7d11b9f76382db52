// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <cstring>
#include <vector>

#include "tests/ui/journey_rig.h"

namespace trammel::ui::testing {

/// All times and variables of a run.
inline std::vector<Real> numbersOf(const TrajectoryStore& frames) {
    std::vector<Real> all;
    Vector y(frames.getNY());
    for (std::size_t k = 0; k < frames.size(); ++k) {
        all.push_back(frames.getTime(k));
        frames.copyY(k, y);
        all.insert(all.end(), y.begin(), y.end());
    }
    return all;
}
inline bool sameBits(const std::vector<Real>& a, const std::vector<Real>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0;
}

/// Journeys with runs of the examples, on copies of their files.
class RunJourney : public QObject {
protected:
    static QString modelPath(const char* name) {
        return QStringLiteral(TRAMMEL_SOURCE_DIR "/models/") + QLatin1String(name);
    }
    void open(const char* name) {
        const QString copy =
            folder_.filePath(QStringLiteral("%1_%2").arg(++copies_).arg(QFileInfo(modelPath(name)).fileName()));
        QVERIFY(QFile::copy(modelPath(name), copy));
        QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(rig_->window->open(copy));
    }
    /// A four-bar linkage after a run of one second.
    void openShort() {
        open("four_bar.trammel");
        rig_->session->setValue("Duration", rig_->named("Simulation"), "duration", 1.);
        rig_->session->player().startNewRun();
        rig_->session->player().pause();
        waitForAll();
    }
    void waitForAll() { QTRY_VERIFY_WITH_TIMEOUT(!rig_->session->runs().isAnyComputing(), JourneyRig::Patience); }
    Real valueOf(ElementId id, const std::string& key) {
        const Element& element = rig_->session->document().get(id);
        return element.valueAs<Real>(*rig_->session->typeOf(element), key);
    }

    QTemporaryDir folder_;
    int copies_ = 0;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui::testing
