// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "ui/plots/curve.h"

namespace trammel::ui {

class CurveLegend;

/// Curves over time, or over one of them, with an axis for each unit, the time in view as a cursor, and a legend that
/// tells the values there.
///
/// Dragging the cursor or clicking asks for another time, and a click on a curve for that of the peak beside it; dragging
/// elsewhere shifts, the wheel zooms, Shift-drag zooms into a box, a double click fits. Knows no model and no run.
class PlotView : public QWidget {
    Q_OBJECT

public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    /// The curves to show; those of the same key go on. What they run along is the same for all.
    void setCurves(std::vector<Curve> curves);
    const std::vector<Curve>& curves() const;
    /// Of the axis along: "Time [s]".
    void setAlongTitle(const QString& title);
    /// What to tell while there is nothing to draw.
    void setHint(const QString& hint);
    /// Time that the axis along spans at least, while it is fitted.
    void setTimeSpan(double from, double to);
    /// The series have grown.
    void refresh();

    /// The time in view; and values there, as shown, of those curves by key of which more is known than the line from one
    /// frame to the next.
    void setTime(double time, std::map<QString, double> exactly = {});
    double time() const;
    /// Two more cursors, A and B, whose difference the legend tells.
    struct Marks {
        double a, b;
    };
    void setMarks(std::optional<Marks> marks);
    const std::optional<Marks>& marks() const;

    /// Shows all there is, and goes on doing so as it grows.
    void fit();
    bool isFitted() const;
    /// Range of the axis along.
    std::pair<double, double> alongRange() const;
    void setAlongRange(double from, double to);
    /// Titles of the axes up, from the left one on.
    QStringList axisTitles() const;
    /// Where a point of a curve is drawn, in pixels of canvas().
    QPointF pixelOf(std::size_t curve, std::size_t frame) const;
    /// What takes the mouse.
    QWidget* canvas() const;
    CurveLegend* legend() const;
    /// Draws everything now; only to measure how long that takes.
    void drawNow();

    /// The picture with a legend in it; @p scale times as many pixels as on the screen. False: it cannot be written.
    bool savePng(const QString& path, double scale);
    bool saveSvg(const QString& path);

Q_SIGNALS:
    void timeChosen(double time);
    void marksChanged();
    void menuRequested(const QPoint& globalPosition);
    void removalRequested(const QString& curveKey);

protected:
    void changeEvent(QEvent* event) override;

private:
    class Canvas;
    class Cursors;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace trammel::ui
