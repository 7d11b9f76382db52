// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>
#include <optional>
#include <vector>

#include "ui/plots/curve.h"

namespace trammel::ui {

/// The curves of a plot by name, below the runs that they are of if there are several, with their values at the time in
/// view and, if there are marks, at these and between them.
class CurveLegend : public QTreeWidget {
    Q_OBJECT

public:
    enum Column { Name, Value, ValueA, ValueB, Difference, ColumnCount };
    explicit CurveLegend(QWidget* parent = nullptr);

    void setCurves(const std::vector<Curve>& curves);
    /// @param now values at the time in view, by curve
    /// @param ab times of the marks
    void showValues(const std::vector<Curve>& curves, const std::vector<double>& now,
                    const std::optional<std::pair<double, double>>& ab);

    QSize sizeHint() const override { return {230, 100}; }
    /// The row of a curve.
    QTreeWidgetItem* rowOf(std::size_t curve) const { return rows_[curve]; }

Q_SIGNALS:
    void removalRequested(const QString& curveKey);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Beside the columns for the marks, a name keeps some width of its own, and the rest is scrolled to.
    void giveNamesRoom(bool beside);

    /// By curve.
    std::vector<QTreeWidgetItem*> rows_;
};

/// "34.1 deg", five digits.
QString curveValueText(double shown, const QString& unit);

}  // namespace trammel::ui
