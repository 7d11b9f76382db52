// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "inspect/provenance.h"
#include "ui/properties/units.h"
#include "ui/session/debugger.h"

class QComboBox;
class QLabel;
class QScrollArea;

namespace trammel::ui {

class ProvenanceGraph;
struct PanelDescriptor;

/// Provenance of an output in the inspected State: graph of cache entries, variables and parameters with value, stage
/// and validity.
///
/// Updates only while visible.
class ProvenancePanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    /// @param units not owned; must outlive the panel
    ProvenancePanel(Debugger& debugger, const DisplayUnits& units, QWidget* parent = nullptr);

    /// Shows the provenance of an output by name, "Crank pin.reaction force"; no effect if there is no such output.
    void explain(const QString& reading);
    /// Same for variable @p index of y, or for the multiplier of an equation, "Closure, 2 of 3".
    void explainVariable(int index);
    void explainMultiplier(const QString& equation);
    /// Outputs of one element of the inspected model; of vectors only the norm.
    QStringList readingsOf(ElementId element);
    /// Empty if nothing was requested or it could not be determined.
    const Provenance& provenance() const { return provenance_; }
    ProvenanceGraph* graph() const { return graph_; }

Q_SIGNALS:
    void entryVisited(trammel::CacheEntryKey entry);
    /// A variable by its name in the State panel; empty: any.
    void variableVisited(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refreshSoon();
    void refresh();
    /// Scrolls to the output.
    void showAnswer();
    void offerReadings();
    void visit(std::size_t node);

    Debugger& debugger_;
    const DisplayUnits& units_;
    QComboBox* reading_;
    QLabel* message_;
    QScrollArea* scroll_;
    ProvenanceGraph* graph_;
    std::unique_ptr<Outputs> outputs_;
    Provenance provenance_;
    QTimer throttle_{this};
};

}  // namespace trammel::ui
