// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <vector>

#include "compile/equation_quantities.h"
#include "ui/properties/units.h"
#include "ui/session/debugger.h"
#include "ui/session/plot_drag.h"

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel::ui {

struct PanelDescriptor;

/// All variables of the inspected State by name: time, coordinates, speeds and auxiliary variables with derivatives and
/// weights; constraint equations with errors and multipliers; discrete variables with the stage they invalidate.
/// Variables of the displayed state are editable; the cost of the edit is shown below.
///
/// Updates only while visible.
class StatePanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    enum Column { Name, Value, Rate, Acceleration, Weight, Invalidates, Version, Written, Type, ColumnCount };
    StatePanel(Debugger& debugger, const DisplayUnits& units, QWidget* parent = nullptr);

    QTreeWidget* tree() const { return tree_; }
    /// Filters rows by name; empty: all.
    void search(const QString& name);
    /// Plot payload of a row: a variable of y or a scalar discrete variable; empty otherwise.
    PlotDrag dragFrom(const QTreeWidgetItem* row) const;

Q_SIGNALS:
    /// The provenance was requested of a variable of y, or of an equation's multiplier (EquationReading::name).
    void variableProvenanceRequested(int index);
    void multiplierProvenanceRequested(const QString& equation);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void fill();
    void refreshSoon();
    void rebuild();
    void addVariables();
    void addEquations();
    void addDiscrete();
    QTreeWidgetItem* addGroup(const QString& name, const QString& tip);
    QTreeWidgetItem* addRow(QTreeWidgetItem* group, const QString& name, bool editable,
                            std::function<void(QTreeWidgetItem*)> fill,
                            std::function<QString(const QString&)> write = {});
    void edited(QTreeWidgetItem* item, int column);
    void openMenu(const QPoint& at);
    void filter(const QString& wanted);
    std::vector<std::size_t> shape() const;
    QString number(Real si, Quantity quantity) const;
    QString writeNumber(const QString& typed, Quantity quantity, const std::function<void(DisplayedState&, Real)>& put);

    Debugger& debugger_;
    const DisplayUnits& units_;
    QTreeWidget* tree_;
    QLineEdit* search_;
    QLabel* message_;
    struct Row {
        QTreeWidgetItem* item;
        std::function<void(QTreeWidgetItem*)> fill;
        /// Writes the text; returns an error message, empty on success.
        std::function<QString(const QString&)> write;
    };
    std::vector<Row> rows_;
    std::vector<std::size_t> shape_;
    const MultibodySystem* system_ = nullptr;
    std::vector<VariableReading> variables_;
    std::vector<EquationReading> equations_;
    /// By equation; None for quaternions.
    std::vector<EquationQuantity> quantities_;
    QTimer throttle_{this};
};

}  // namespace trammel::ui
