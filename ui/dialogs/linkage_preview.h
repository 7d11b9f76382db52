// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "exploration/synthesis/four_bar.h"

namespace trammel::ui {

/// Draws a curve, and a four-bar linkage with the path of its coupler point.
class LinkagePreview : public QWidget {
    Q_OBJECT

public:
    explicit LinkagePreview(QWidget* parent = nullptr);

    void setCurve(std::vector<Complex> points, bool closed);
    /// None: only the curve.
    void setSolution(std::optional<PathSolution> solution);

    QSize sizeHint() const override { return {420, 360}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Complex> path() const;

    std::vector<Complex> curve_;
    bool isClosed_ = false;
    std::optional<PathSolution> solution_;
};

}  // namespace trammel::ui
