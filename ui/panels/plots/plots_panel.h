// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/panels/plots/plot_data.h"
#include "ui/session/document_memory.h"

class QSplitter;
class QToolButton;

namespace trammel::ui {

class DisplayUnits;
class PlotFrame;
class SourceTree;

/// Plots below each other, beside all that can be plotted. One of them is active: what is chosen goes there. What they
/// show is remembered with the document.
class PlotsPanel : public QWidget {
    Q_OBJECT

public:
    PlotsPanel(Session& session, PlotData& data, DocumentMemory& memory, const DisplayUnits& units,
               QWidget* parent = nullptr);

    SourceTree& sources() { return *sources_; }
    /// From top to bottom; there always is one.
    const std::vector<PlotFrame*>& plots() const { return plots_; }
    PlotFrame& active() { return *plots_[active_]; }
    PlotFrame& addPlot();
    void close(PlotFrame& plot);
    /// Shows readings in the active plot.
    void plot(const QStringList& readings);
    /// Looks for what can be plotted of an element; all if there is none.
    void offer(ElementId element);
    bool showsAllRuns() const { return allRuns_; }
    void setAllRuns(bool all);

Q_SIGNALS:
    void plotAdded(trammel::ui::PlotFrame* plot);
    /// Where the value of a reading at the cursor comes from is asked for.
    void provenanceRequested(const QString& reading);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHeader();
    void sessionChanged(SessionChanges changes);
    void rebuildSoon();
    void rebuild();
    void remember();
    void recall();
    void setActive(const PlotFrame* plot);

    Session& session_;
    PlotData& data_;
    DocumentMemory& memory_;
    const DisplayUnits& units_;
    SourceTree* sources_;
    QSplitter* stack_;
    std::vector<PlotFrame*> plots_;
    std::size_t active_ = 0;
    bool allRuns_ = true;
    bool recalling_ = false;
    /// Changes come in bursts.
    QTimer rebuild_;
    QToolButton* allRunsButton_ = nullptr;
};

}  // namespace trammel::ui
