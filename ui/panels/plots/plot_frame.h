// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QJsonObject>
#include <QStringList>

#include "ui/panels/plots/measured_curves.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/plots/curve_form.h"
#include "ui/plots/plot_view.h"
#include "ui/properties/units.h"

class QLabel;
class QMenu;
class QToolButton;

namespace trammel::ui {

/// Unit in which an output is shown: of its quantity, or its own.
Unit shownUnit(const Output& what, const DisplayUnits& units);

/// One plot of the plots panel: outputs of one or all runs, with a title strip of commands.
///
/// Dropping on the lower edge sets the abscissa; dropping elsewhere adds a curve.
class PlotFrame : public QFrame {
    Q_OBJECT

public:
    PlotFrame(Session& session, PlotData& data, const DisplayUnits& units, QWidget* parent = nullptr);

    PlotView& view() { return *view_; }
    /// Outputs, and formulas that begin with "=".
    const QStringList& outputs() const { return outputs_; }
    /// Data drawn over the curves of a plot over time.
    MeasuredCurves& measured() { return *measured_; }
    /// Adds outputs not shown yet.
    void add(const QStringList& outputs);
    void remove(const QString& output);
    /// The output used as abscissa; empty: time.
    const QString& along() const { return along_; }
    void setAlong(const QString& output);
    CurveForm form() const { return form_; }
    /// Shows another form of all outputs. @param cutoff of a filter, Hz
    void setForm(CurveForm form, double cutoff = DefaultCutoff);
    /// True if the abscissa is time.
    bool isOverTime() const { return along_.isEmpty() && form_ != CurveForm::Spectrum; }
    static constexpr double DefaultCutoff = 10;
    /// Shows all runs or only the current one.
    void setAllRuns(bool all);
    void setActive(bool active);

    /// Shows markers A and B at one and two thirds of the range, or hides them.
    void toggleMarks();
    /// Shows statistics between the markers, or hides them; shows the markers if none exist.
    void toggleStatistics();
    /// Asks for a file name and exports; @p suffix: PlotFormat::ending.
    void exportAs(const QString& suffix);
    /// Returns an error message, one sentence; empty on success.
    QString writeTo(const QString& path);

    QJsonObject toJson() const;
    void fromJson(const QJsonObject& json);

    /// Runs, outputs or units changed.
    void rebuild();
    /// Series have grown.
    void refresh();
    void showTime();

Q_SIGNALS:
    /// The plot's persistent settings changed.
    void arrangementChanged();
    void closeRequested();
    void activated();
    /// The provenance of an output at the playhead was requested.
    void provenanceRequested(const QString& output);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeStrip();
    void openMenu(const QPoint& at);
    void offerOutputsOf(const Outputs* all, ElementId element, bool asAlong);
    void take(const QStringList& outputs, bool asAlong);
    void addFormMenu(QMenu& menu);
    /// Loads with x and y components, each to be drawn over the other.
    void addPolarMenu(QMenu& menu);
    void showPolar(const QString& x, const QString& y);
    void askForCutoff();
    void askForFormula();
    std::vector<Curve> measuredCurves();
    /// True if an output is shown as the horizontal axis and as no curve of its own.
    bool isOnlyAlong(const QString& output) const;
    /// Shows the form of the plot in place of the values of @p curve.
    void applyForm(Curve& curve, const PlotData::Trail& trail);
    std::vector<Curve> curvesOf(const RunEntry& entry, bool several);
    /// The form of a series, kept from one rebuild to the next.
    DerivedSeries& derivedOf(const QString& key, const PlotData::Trail& trail);
    QString hint() const;
    bool isAlongZone(const QPointF& position) const;

    Session& session_;
    PlotData& data_;
    const DisplayUnits& units_;
    QStringList outputs_;
    QString along_;
    CurveForm form_ = CurveForm::Values;
    double cutoff_ = DefaultCutoff;
    bool equalScales_ = false;
    /// By key of the curve; none while values are shown.
    std::map<QString, std::unique_ptr<DerivedSeries>> derived_;
    bool allRuns_ = true;
    bool active_ = false;
    enum class DropZone { None, Add, Along } dropZone_ = DropZone::None;
    MeasuredCurves* measured_;
    QLabel* title_;
    QToolButton* marks_ = nullptr;
    PlotView* view_;
};

}  // namespace trammel::ui
