// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

class QCPGraph;
class QCustomPlot;

namespace trammel::ui {

/// Base of plots of points over two axes, a click on which chooses the nearest one.
///
/// Depends on no model and no study.
class PointPlot : public QWidget {
    Q_OBJECT

public:
    /// Emphasizes a point by its index; empty: none.
    void setChosen(std::optional<std::size_t> point);
    std::optional<std::size_t> chosen() const { return chosen_; }
    std::size_t size() const { return x_.size(); }
    /// Position of a point, pixels of this widget.
    QPointF pixelOf(std::size_t point) const;

Q_SIGNALS:
    void pointChosen(std::size_t point);

protected:
    /// @param name object name of the canvas @param label for assistive tools @param reach pick distance of a point, pixels
    PointPlot(const QString& name, const QString& label, double reach, QWidget* parent);

    QCustomPlot& plot() const { return *plot_; }
    QCPGraph& points() const { return *points_; }
    QCPGraph& mark() const { return *mark_; }
    double x(std::size_t point) const { return x_[point]; }
    double y(std::size_t point) const { return y_[point]; }

    /// Adds the points and the mark of the chosen one, drawn over everything added before. Call once.
    void addPoints();
    void setAxisTitles(const QString& x, const QString& y);
    /// Replaces the points; points() remain to be filled.
    void setPlaces(std::vector<double> x, std::vector<double> y);
    /// Moves the mark to the chosen point, if that is shown.
    void showMark();
    /// Gives background and axes the colors of the palette.
    virtual void style(const QPalette& palette);
    /// False for a point that is not drawn; others can be chosen.
    virtual bool isShown(std::size_t point) const;
    /// Cuts the titles of axes that are too short for them.
    virtual void fitTitles();

    void changeEvent(QEvent* event) override;

private:
    std::optional<std::size_t> pointAt(const QPointF& pixel) const;

    QCustomPlot* plot_;
    QCPGraph *points_ = nullptr, *mark_ = nullptr;
    QString xTitle_, yTitle_;
    std::vector<double> x_, y_;
    std::optional<std::size_t> chosen_;
    double reach_;
};

}  // namespace trammel::ui
