// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "inspect/provenance.h"
#include "ui/session/debugger.h"

class QComboBox;
class QLabel;
class QScrollArea;

namespace trammel::ui {

class ProvenanceGraph;

/// Why a reading is what it is: the graph of cache entries, variables and parameters that it was made from at what is
/// inspected, each with value, stage, and whether it is valid and why.
///
/// Looks only while it is visible.
class ProvenancePanel : public QWidget {
    Q_OBJECT

public:
    explicit ProvenancePanel(Debugger& debugger, QWidget* parent = nullptr);

    /// Explains a reading by its name, "Crank pin.reaction force"; one that there is not is not shown.
    void explain(const QString& reading);
    /// The same for variable @p index of y, and for the multiplier of an equation, "Closure, 2 of 3".
    void explainVariable(int index);
    void explainMultiplier(const QString& equation);
    /// What there is to explain of one element of the model inspected; of vectors only the size.
    QStringList readingsOf(ElementId element);
    /// Empty: nothing was asked yet, or it could not be found out.
    const Provenance& provenance() const { return provenance_; }
    ProvenanceGraph* graph() const { return graph_; }

Q_SIGNALS:
    void entryVisited(trammel::CacheEntryKey entry);
    /// A variable by what it is called in the State panel; empty: any.
    void variableVisited(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refreshSoon();
    void refresh();
    void offerReadings();
    void visit(std::size_t node);

    Debugger& debugger_;
    QComboBox* reading_;
    QLabel* message_;
    QScrollArea* scroll_;
    ProvenanceGraph* graph_;
    std::unique_ptr<Observables> observables_;
    Provenance provenance_;
    QTimer throttle_;
};

}  // namespace trammel::ui
