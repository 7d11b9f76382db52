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

/// Curves over time or over another curve, with one axis per unit, a playhead, and a legend with current values.
///
/// Dragging the playhead or clicking requests another time; a click on a curve requests that of the nearby peak.
/// Dragging elsewhere pans, the wheel zooms, Shift-drag zooms to a box, a double click fits. Depends on no model and no
/// run.
class PlotView : public QWidget {
    Q_OBJECT

public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    /// Sets the curves; those with known keys keep their state. All share the abscissa.
    void setCurves(std::vector<Curve> curves);
    const std::vector<Curve>& curves() const;
    /// Title of the abscissa: "Time [s]".
    void setAlongTitle(const QString& title);
    QString alongTitle() const;
    /// Unit of the numbers that curves are indexed by: "s", or "Hz" of spectra.
    void setTimeUnit(const QString& unit);
    const QString& timeUnit() const;
    /// Text shown while there is nothing to plot.
    void setHint(const QString& hint);
    /// Minimum time range while fitting, s.
    void setTimeSpan(double from, double to);
    /// Updates after the series have grown.
    void refresh();

    /// Sets the current time, s, and exact shown values by key for curves that are known between frames.
    void setTime(double time, std::map<QString, double> exactly = {});
    double time() const;
    /// Markers A and B; the legend shows their difference.
    struct Marks {
        double a, b;
    };
    void setMarks(std::optional<Marks> marks);
    const std::optional<Marks>& marks() const;
    /// Shows minimum, maximum, mean, RMS and integral between the markers in place of the values there.
    void setStatistics(bool on);
    bool hasStatistics() const;

    /// Fits all data and keeps fitting as they grow.
    void fit();
    bool isFitted() const;
    /// Range of the abscissa.
    std::pair<double, double> alongRange() const;
    void setAlongRange(double from, double to);
    /// Uses equal scales for both axes of curves over another curve: directions are drawn as they are.
    void setEqualScales(bool on);
    /// Places the plot area between the same margins as that of @p first, which may be this; null: of its own.
    void alignWith(PlotView* first);
    /// Keeps the space of the legend without curves, so that plots below each other stay aligned.
    void keepLegend(bool on);
    /// Widths of curves and legend, pixels; a chosen one of the legend without what markers add.
    QList<int> widths() const;
    void setWidths(const QList<int>& widths);
    /// Width that the legend needs for its columns of markers, pixels; 0: no more than without them.
    int neededLegend() const;
    /// Gives the legend at least this width, which a plot beside may need; its own follows by itself.
    void setLeastLegend(int width);
    /// True from widthsChosen() or setWidths() on, until the legend moves below or beside the curves.
    bool areWidthsChosen() const;
    /// Titles of the value axes, left to right.
    QStringList axisTitles() const;
    /// Position of a point of a curve, pixels of canvas().
    QPointF pixelOf(std::size_t curve, std::size_t frame) const;
    /// Widget that receives mouse events.
    QWidget* canvas() const;
    CurveLegend* legend() const;

    /// An image file including the legend, at @p scale times screen resolution.
    QByteArray png(double scale);
    QByteArray svg();

Q_SIGNALS:
    void timeChosen(double time);
    void marksChanged();
    /// The user has changed the range of the abscissa, or the widths of curves and legend.
    void alongRangeChosen(double from, double to);
    void fitChosen();
    void widthsChosen();
    /// neededLegend() is another.
    void neededLegendChanged();
    void menuRequested(const QPoint& globalPosition);
    void removalRequested(const QString& curveKey);

protected:
    void changeEvent(QEvent* event) override;

    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Size of images before scaling, pixels.
    QSize imageSize() const;
    void showLegend();
    /// Divides the space between curves and legend.
    void divide();
    /// Gives the legend the width of its columns while there are markers.
    void updateNeededLegend();
    /// Largest width of a legend beside the curves, pixels.
    int mostLegend() const;

    class Canvas;
    class Cursors;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace trammel::ui
