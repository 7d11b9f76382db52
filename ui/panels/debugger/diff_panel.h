// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>
#include <memory>
#include <optional>

#include "runtime/run_comparison.h"
#include "ui/session/debugger.h"

class QLabel;
class QPushButton;
class QTreeWidget;

namespace trammel::ui {

/// Two States side by side: of other times, other runs, before and after an edit. All variables and cache entries that
/// differ, the largest relative change first. Two runs: the first step, stage and entry in which they part. Whether what
/// the worker recorded comes back bit by bit when a stored instant is realized again.
class DiffPanel : public QWidget {
    Q_OBJECT

public:
    explicit DiffPanel(Debugger& debugger, QWidget* parent = nullptr);
    ~DiffPanel() override;

    /// Keeps the State in view, with its run, as side 0 or 1; with both kept, compares them.
    void keep(int side);
    /// Computes both runs again in the background; a second call gives up.
    void findDivergence();
    bool isSearching() const { return search_ != nullptr; }
    /// Realizes the stored frame in view again, to Report, and compares with what the worker recorded of it.
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
    /// A comparison of two runs under way.
    struct Search;
    void compare();
    void poll();
    void endSearch();
    void show(const std::vector<StateDifference>& differences);

    Debugger& debugger_;
    std::array<std::optional<Kept>, 2> kept_;
    std::array<QPushButton*, 2> buttons_{};
    std::array<QLabel*, 2> labels_{};
    QPushButton* bisect_ = nullptr;
    QLabel* message_;
    QTreeWidget* table_;
    QTimer timer_;
    std::unique_ptr<Search> search_;
};

}  // namespace trammel::ui
