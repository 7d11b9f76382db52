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
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    std::vector<RunProfile::Slice> slices_;
    /// Cost of the most expensive slice, s per step.
    double highest_ = 0;
};

}  // namespace trammel::ui
