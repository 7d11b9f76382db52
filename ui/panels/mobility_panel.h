// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "inspect/wiggle_motion.h"
#include "ui/session/session.h"

class QLabel;
class QVBoxLayout;

namespace trammel::ui {

/// How the mechanism can move: ways to move, each to be wiggled; equations that say nothing new, with what mends them;
/// loops, and who turns fully in a four-bar.
class MobilityPanel : public QWidget {
    Q_OBJECT

public:
    explicit MobilityPanel(Session& session, QWidget* parent = nullptr);

    /// Moves the mechanism to and fro along one way, for a moment.
    void wiggle(std::size_t index);

    /// How many coordinates motors drive or locks hold, and which joints are locked; empty if none.
    static QString describeDriven(const CompiledModel& model);

Q_SIGNALS:
    /// A pose to be shown instead of the model's; none: the model's again.
    void poseShown(std::optional<trammel::State> pose);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void addWays();
    void addRedundantSets();
    void addFixes(ElementId element);
    void addNote(const QString& text);
    void tick();

    Session& session_;
    QLabel* summary_;
    QVBoxLayout* rows_;
    std::vector<WiggleReport> ways_;
    std::unique_ptr<WiggleMotion> motion_;
    QTimer timer_;
    QElapsedTimer clock_;
    bool stale_ = true;
};

}  // namespace trammel::ui
