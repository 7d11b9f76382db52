// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "runtime/run_profile.h"

namespace trammel::ui {

/// What a step costs along a run: stacked by stage, in the colors of the stages.
class ProfileStrip : public QWidget {
    Q_OBJECT

public:
    explicit ProfileStrip(QWidget* parent = nullptr);

    void show(std::vector<RunProfile::Slice> slices);
    /// Where a slice is drawn.
    QRectF sliceRect(std::size_t slice) const;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    std::vector<RunProfile::Slice> slices_;
    /// Of the dearest slice, s for one step.
    double highest_ = 0;
};

}  // namespace trammel::ui
