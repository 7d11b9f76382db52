// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "runtime/run_comparison.h"
#include "ui/properties/units.h"
#include "ui/session/debugger.h"

class QLabel;
class QPushButton;
class QTreeWidget;

namespace trammel::ui {

struct PanelDescriptor;

/// Compares two States of different times, runs or edits: variables and cache entries that differ, largest relative
/// difference first. For two runs, finds the first step, stage and entry where they diverge. Verifies recorded
/// checksums by realizing a frame again.
class DiffPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    /// @param units of variables; not owned, must outlive the panel
    DiffPanel(Debugger& debugger, const DisplayUnits& units, QWidget* parent = nullptr);
    ~DiffPanel() override;

    /// Keeps the displayed state and its run as side 0 or 1; compares once both are set.
    void keep(int side);
    /// Recomputes both runs in the background; a second call cancels.
    void findDivergence();
    bool isSearching() const { return search_ != nullptr; }
    /// Realizes the current frame again to Report and compares with the checksums recorded by the worker.
    void verify();
    QString statusText() const;
    QTreeWidget* table() const { return table_; }

private:
    struct Kept {
        CompiledModelPtr model;
        State state;
        QString label;
        std::optional<RecordedRun> run;
    };
    /// A running search for the divergence of two runs.
    struct Search;
    void compare();
    void poll();
    void endSearch();
    void show(const std::vector<StateDifference>& differences);
    /// Variables of y in display units, by name; others in SI units. @p digits 0: all.
    QString withUnit(const StateDifference& difference, const std::string& value, int digits) const;

    Debugger& debugger_;
    const DisplayUnits& units_;
    std::array<std::optional<Kept>, 2> kept_;
    std::array<QPushButton*, 2> buttons_{};
    std::array<QLabel*, 2> labels_{};
    QPushButton* bisect_ = nullptr;
    QLabel* message_;
    QTreeWidget* table_;
    QTimer timer_{this};
    std::unique_ptr<Search> search_;
    /// Quantities of the variables of y in A and B, by name.
    std::map<std::string, Quantity> quantities_;
};

}  // namespace trammel::ui
