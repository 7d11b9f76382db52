// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>

#include "inspect/provenance.h"
#include "ui/properties/units.h"
#include "ui/session/debugger.h"

class QComboBox;
class QLabel;
class QScrollArea;

namespace trammel::ui {

class PlotData;
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

    /// @param data makes the lists of outputs
    /// @param units not owned; must outlive the panel, as data
    ProvenancePanel(Debugger& debugger, PlotData& data, const DisplayUnits& units, QWidget* parent = nullptr);
    ~ProvenancePanel() override;

    /// Shows the provenance of an output by name, "Crank pin.reaction force"; no effect if there is no such output. In a large
    /// model it follows when the outputs are listed.
    void explain(const QString& output);
    /// Same for variable @p index of y, or for the multiplier of an equation, "Closure, 2 of 3".
    void explainVariable(int index);
    void explainMultiplier(const QString& equation);
    /// Outputs of one element of the inspected model; of vectors only the norm. Empty while they are being listed.
    QStringList outputsOf(ElementId element);
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
    /// In the State of a large model, on another thread; the next search follows one in progress.
    void searchInBackground(std::size_t output);
    struct Search;
    class OutputNames;
    void poll();
    void showResult(Search& done);
    void showFound(Provenance found, std::size_t output);
    /// Instead of a provenance.
    void showMessage(const QString& message);
    /// Scrolls to the output.
    void showAnswer();
    /// Offers the outputs of the inspected model; false while they are being listed.
    bool offerOutputs();
    void visit(std::size_t node);

    Debugger& debugger_;
    PlotData& data_;
    const DisplayUnits& units_;
    QComboBox* output_;
    OutputNames* names_;
    QLabel* message_;
    QScrollArea* scroll_;
    ProvenanceGraph* graph_;
    /// Null while they are being listed.
    std::shared_ptr<const Outputs> outputs_;
    /// Then explains the output requested meanwhile.
    std::function<void()> wanted_;
    Provenance provenance_;
    QTimer throttle_{this}, poll_{this};
    std::shared_ptr<Search> search_;
    /// The State or the output has changed since the search began.
    bool isOutdated_ = false;
};

}  // namespace trammel::ui
