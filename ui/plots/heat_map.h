// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace trammel::ui {

/// A value over two axes as colors with contour-like steps, from points anywhere: on a grid its cells, otherwise interpolated
/// by the inverse square of the distance from the nearest points. A click chooses the nearest point.
///
/// Depends on no model and no study.
class HeatMap : public QWidget {
    Q_OBJECT

public:
    explicit HeatMap(QWidget* parent = nullptr);
    ~HeatMap() override;

    void setTitles(const QString& x, const QString& y, const QString& value);
    /// Points with a missing number are left out.
    void setPoints(std::vector<double> x, std::vector<double> y, std::vector<double> values);
    void setChosen(std::optional<std::size_t> point);
    std::optional<std::size_t> chosen() const;
    /// The value shown at a place; NaN outside.
    double shownAt(double x, double y) const;
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
