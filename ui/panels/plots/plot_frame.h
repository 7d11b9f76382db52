// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QJsonObject>
#include <QStringList>

#include "ui/panels/plots/plot_data.h"
#include "ui/plots/plot_view.h"
#include "ui/properties/units.h"

class QLabel;
class QToolButton;

namespace trammel::ui {

/// One plot of the plots panel: which readings it shows of which runs, with a title strip to work on it.
///
/// What is dropped on its lower edge becomes what the curves run along; anywhere else it is added.
class PlotFrame : public QFrame {
    Q_OBJECT

public:
    PlotFrame(Session& session, PlotData& data, const DisplayUnits& units, QWidget* parent = nullptr);

    PlotView& view() { return *view_; }
    const QStringList& readings() const { return readings_; }
    /// Adds readings that it does not show yet.
    void add(const QStringList& readings);
    void remove(const QString& reading);
    /// The reading that curves run along; empty: time.
    const QString& along() const { return along_; }
    void setAlong(const QString& reading);
    /// Whether runs other than the current one are drawn too.
    void setAllRuns(bool all);
    void setActive(bool active);

    /// Marks A and B, a third and two thirds of what is in view; or none.
    void toggleMarks();
    /// Asks for a file and writes there; @p suffix: "csv", "png" or "svg".
    void exportAs(const QString& suffix);
    /// What went wrong, one sentence; empty if nothing did.
    QString writeTo(const QString& path);

    QJsonObject toJson() const;
    void fromJson(const QJsonObject& json);

    /// Runs, readings or units are others.
    void rebuild();
    /// Series are longer.
    void refresh();
    void showTime();

Q_SIGNALS:
    /// Something that is to be remembered.
    void arrangementChanged();
    void closeRequested();
    void activated();
    /// Where the value of a reading at the cursor comes from is asked for.
    void provenanceRequested(const QString& reading);

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
    void offerReadingsOf(ElementId element, bool asAlong);
    void take(const QStringList& readings, bool asAlong);
    std::vector<Curve> curvesOf(const RunEntry& entry, bool several) const;
    QString hint() const;
    bool isAlongZone(const QPointF& position) const;

    Session& session_;
    PlotData& data_;
    const DisplayUnits& units_;
    QStringList readings_;
    QString along_;
    bool allRuns_ = true;
    bool active_ = false;
    enum class DropZone { None, Add, Along } dropZone_ = DropZone::None;
    QLabel* title_;
    QToolButton* marks_ = nullptr;
    PlotView* view_;
};

}  // namespace trammel::ui
