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
/// Updates only while visible; texts are made when they are shown, since a large model has tens of thousands of variables.
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
    class Row;
    class Field;
    enum class Kind { Time, Variable, Equation, Discrete };
    /// Place of the value that a row shows.
    struct Place {
        Kind kind = Kind::Time;
        /// Index of a variable of y or an equation; or of a subsystem, and of its discrete variable.
        std::size_t first = 0, second = 0;
        bool operator==(const Place&) const = default;
    };
    void refresh();
    /// Reads coordinates, speeds and equations.
    void read();
    /// Reads them where the displayed state is at a later time, since discrete variables are read as they are painted.
    void catchUp();
    void fill();
    void refreshSoon();
    void rebuild();
    void addVariables();
    void addEquations();
    void addDiscrete();
    QTreeWidgetItem* addGroup(const QString& name, const QString& tip);
    /// Text of a cell.
    QString textOf(const Place& row, int column) const;
    QString textOfVariable(const VariableReading& variable, int column) const;
    QString textOfEquation(std::size_t equation, int column) const;
    QString textOfDiscrete(const VariableReport& variable, int column) const;
    QString nameOfRow(const Place& row) const;
    /// Empty for the usual one of the column.
    QString tipOf(const Place& row, int column) const;
    VariableReport discreteOf(const Place& row) const;
    /// False for a row of a State that is no longer shown.
    bool isShown(const Place& row) const;
    QStringList plottedBy(const Place& row) const;
    /// Opens the editor of a value: of the displayed state's, since a paused run cannot be changed.
    void edit(QTreeWidgetItem* item);
    void edited(const Place& row, const QString& typed);
    /// Writes a text; returns an error message, empty on success.
    QString write(const Place& row, const QString& typed);
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
    std::vector<std::size_t> shape_;
    const MultibodySystem* system_ = nullptr;
    /// Values of the rows; discrete variables are read as they are painted.
    Real time_ = 0;
    std::vector<VariableReading> variables_;
    std::vector<EquationReading> equations_;
    /// By equation; None for quaternions.
    std::vector<EquationQuantity> quantities_;
    bool isFiltered_ = false;
    QTimer throttle_{this};
};

}  // namespace trammel::ui
