// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "ui/session/run_list.h"

namespace trammel::ui {

/// Largest vectors of drawings over the current run, collected on a background thread once it has ended, so that arrows
/// have one scale in all of its frames.
class ArrowRange : public QObject {
    Q_OBJECT

public:
    /// SI, by Drawing::key.
    using Largest = std::map<std::string, Real>;

    /// @param runs not owned; must outlive this
    explicit ArrowRange(RunList& runs, QObject* parent = nullptr);
    ~ArrowRange() override;

    /// The known values of these drawings over @p run, if it is the current one; starts collecting the others.
    const Largest& of(const SimulationRun* run, const std::set<std::string>& drawings);
    bool isGathering() const { return work_ != nullptr; }

Q_SIGNALS:
    void gathered();

private:
    void poll();

    struct Work;
    RunList& runs_;
    Largest largest_;
    std::weak_ptr<const SimulationRun> run_;
    std::unique_ptr<Work> work_;
    QTimer timer_{this};
};

}  // namespace trammel::ui
