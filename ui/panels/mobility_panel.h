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
class QListView;
class QPushButton;
class QVBoxLayout;

namespace trammel::ui {

struct PanelDescriptor;
class WiggleList;

/// Mobility analysis: degrees of freedom, each with an animation; redundant and conflicting equations with fixes;
/// loops; Grashof type of a four-bar.
///
/// Directions of motion are computed in the background and discarded at the next edit; rows are created when shown.
class MobilityPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit MobilityPanel(Session& session, QWidget* parent = nullptr);
    ~MobilityPanel() override;

    /// Animates one degree of freedom briefly.
    void wiggle(int index);
    /// True while directions of motion are computed.
    bool isSearching() const { return search_ != nullptr || isWanted_; }

    /// Number of driven or locked coordinates with the names of locked joints; empty if none.
    static QString describeDriven(const CompiledModel& model);

Q_SIGNALS:
    /// A pose to display instead of the initial pose; empty to end it.
    void poseShown(std::optional<trammel::State> pose);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Search;

    QWidget* makeWays();
    QWidget* makeNotes();
    void refresh();
    void search();
    /// Shows the result of a search, and starts the next one if requested.
    void collect();
    void addRedundantSets();
    void addFixes(ElementId element);
    void addNote(const QString& text);
    void tick();

    Session& session_;
    QLabel* summary_;
    QListView* list_ = nullptr;
    QPushButton* animate_ = nullptr;
    QVBoxLayout* rows_ = nullptr;
    WiggleList* ways_;
    std::unique_ptr<WiggleMotion> motion_;
    /// The model that it moves.
    CompiledModelPtr moved_;
    QTimer timer_{this}, poll_{this};
    QElapsedTimer clock_;
    bool stale_ = true;
    /// One at a time, so that quick edits do not accumulate threads: a canceled one ends before the next one starts.
    std::unique_ptr<Search> search_;
    bool isWanted_ = false;
};

}  // namespace trammel::ui
