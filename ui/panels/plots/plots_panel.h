// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

#include "ui/panels/plots/plot_data.h"
#include "ui/session/document_memory.h"

class QScrollArea;
class QSplitter;
class QToolButton;

namespace trammel::ui {

class DisplayUnits;
class PlotFrame;
class SourceTree;
struct PanelDescriptor;

/// Stacked plots beside the list of outputs. Chosen outputs go to the active plot. The arrangement is stored with the
/// document.
class PlotsPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    PlotsPanel(Session& session, PlotData& data, DocumentMemory& memory, const DisplayUnits& units,
               QWidget* parent = nullptr);

    SourceTree& sources() { return *sources_; }
    /// Top to bottom; never empty.
    const std::vector<PlotFrame*>& plots() const { return plots_; }
    PlotFrame& active() { return *plots_[active_]; }
    PlotFrame& addPlot();
    void close(PlotFrame& plot);
    /// Adds outputs to the active plot.
    void plot(const QStringList& outputs);
    /// Filters the list by an element; all outputs if invalid.
    void offer(ElementId element);
    bool showsAllRuns() const { return allRuns_; }
    void setAllRuns(bool all);

Q_SIGNALS:
    void plotAdded(trammel::ui::PlotFrame* plot);
    /// The provenance of an output at the playhead was requested.
    void provenanceRequested(const QString& output);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeHeader();
    void sessionChanged(SessionChanges changes);
    void rebuildSoon();
    void rebuild();
    void remember();
    void recall();
    void setActive(const PlotFrame* plot);
    /// The other plots over time, which show the same range, if @p plot is one.
    std::vector<PlotFrame*> plotsOverTimeBeside(const PlotFrame& plot) const;
    /// Places all plot areas between the same margins.
    void align();
    /// Gives all legends the width that one of them needs, so that the plots stay aligned.
    void shareLegendWidth();

    Session& session_;
    PlotData& data_;
    DocumentMemory& memory_;
    const DisplayUnits& units_;
    SourceTree* sources_;
    /// The outputs in the list.
    std::shared_ptr<const Outputs> listed_;
    QSplitter* stack_;
    QScrollArea* scroll_;
    QSplitter* split_ = nullptr;
    std::vector<PlotFrame*> plots_;
    std::size_t active_ = 0;
    bool allRuns_ = true;
    bool recalling_ = false;
    /// Merges bursts of changes.
    QTimer rebuild_{this};
    QToolButton* allRunsButton_ = nullptr;
};

}  // namespace trammel::ui
