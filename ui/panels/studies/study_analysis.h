// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>
#include <QTimer>
#include <memory>
#include <utility>

#include "ui/panels/studies/study_runner.h"

namespace trammel::ui {

class DisplayUnits;

/// Text about the responses and factors of a study from its rows; computed in the background when shown.
class StudyAnalysis : public QTextBrowser {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the widget.
    StudyAnalysis(const StudyRunner& runner, const DisplayUnits& units, QWidget* parent = nullptr);
    ~StudyAnalysis() override;

    /// Call when the runner has changed.
    void showRows();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Task;
    void collect();

    const StudyRunner& runner_;
    const DisplayUnits& units_;
    /// Study and number of runs of the displayed or pending analysis.
    std::pair<const StudyDefinition*, std::size_t> analyzed_{nullptr, 0};
    QTimer poll_{this};
    std::unique_ptr<Task> task_;
};

}  // namespace trammel::ui
