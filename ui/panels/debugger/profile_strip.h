// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "runtime/run_profile.h"

namespace trammel::ui {

/// Cost per step over the run, stacked by stage in stage colors.
class ProfileStrip : public QWidget {
    Q_OBJECT

public:
    explicit ProfileStrip(QWidget* parent = nullptr);

    void show(std::vector<RunProfile::Slice> slices);
    /// Rectangle of a slice.
    QRectF sliceRect(std::size_t slice) const;
    /// True if a slice costs more than its bar can show.
    bool isCut(std::size_t slice) const;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    /// Marks a bar that is cut off.
    void paintCut(QPainter& painter, const QRectF& bar) const;

    std::vector<RunProfile::Slice> slices_;
    /// Cost of the most expensive slice, and of a bar of full height, s per step: few outliers are cut off.
    double highest_ = 0, scale_ = 0;
};

}  // namespace trammel::ui
