// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/properties/units.h"
#include "ui/session/session.h"

class QGridLayout;
class QLabel;

namespace trammel::ui {

/// Outputs of the selected element in the displayed state: angles, speeds, forces. Does not demand a stage: an output
/// that needs a higher one shows which.
class OutputsView : public QWidget {
    Q_OBJECT

public:
    OutputsView(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

    void setElement(ElementId element);

Q_SIGNALS:
    /// The provenance of an output was requested.
    void provenanceRequested(const QString& output);

private:
    void rebuild();
    void addRow(std::size_t index);
    /// Values of the initial pose.
    void showStart();
    void refresh();
    QString textOf(std::size_t index, const State& state) const;

    struct Row {
        std::size_t index;
        QLabel *start, *value;
    };

    Session& session_;
    const DisplayUnits& units_;
    ElementId element_;
    QGridLayout* grid_;
    std::vector<Row> rows_;
    /// The model of the values at the start.
    CompiledModelPtr startOf_;
    QLabel* now_ = nullptr;
    QTimer throttle_{this};
};

}  // namespace trammel::ui
