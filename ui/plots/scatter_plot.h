// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace trammel::ui {

/// Points over two axes, a click on which chooses the nearest one; and a line, such as the best value so far.
///
/// Drag pans, the wheel zooms, a double click fits. Depends on no model and no study.
class ScatterPlot : public QWidget {
    Q_OBJECT

public:
    explicit ScatterPlot(QWidget* parent = nullptr);
    ~ScatterPlot() override;

    void setTitles(const QString& x, const QString& y);
    /// Replaces the points; those with a coordinate that is not finite are not drawn.
    void setPoints(std::vector<double> x, std::vector<double> y);
    void setLine(std::vector<double> x, std::vector<double> y);
    /// Emphasizes a point by its index; none: no point.
    void setChosen(std::optional<std::size_t> point);
    std::optional<std::size_t> chosen() const;
    void fit();

    std::size_t size() const;
    /// Position of a point, pixels of this widget.
    QPointF pixelOf(std::size_t point) const;

Q_SIGNALS:
    void pointChosen(std::size_t point);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace trammel::ui
