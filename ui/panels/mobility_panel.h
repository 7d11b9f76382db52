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

struct PanelDescriptor;

/// Mobility analysis: degrees of freedom, each with an animation; redundant and conflicting equations with fixes;
/// loops; Grashof type of a four-bar.
class MobilityPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit MobilityPanel(Session& session, QWidget* parent = nullptr);

    /// Animates one degree of freedom briefly.
    void wiggle(std::size_t index);

    /// Number of driven or locked coordinates with the names of locked joints; empty if none.
    static QString describeDriven(const CompiledModel& model);

Q_SIGNALS:
    /// A pose to display instead of the initial pose; empty to end it.
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
    QTimer timer_{this};
    QElapsedTimer clock_;
    bool stale_ = true;
};

}  // namespace trammel::ui
